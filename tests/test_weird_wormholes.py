"""Weird Wormholes: pink fighters in the tables, which ways lead through a wormhole, and what a rift takes of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from board_drawing import GAMMA, ION_ALPHA, ION_BETA, TABLES, board
from driving import layout, settings
from hive.board import edits, pieces
from hive.board.adjacency import passes
from hive.board.movement import Route
from hive.catalog.checking import DECKS
from hive.catalog.reading import load_tables, tables_from_json, tables_to_json
from hive.catalog.tables import Wormhole
from hive.engine.facts import correctables
from hive.model.galaxy import TokenPlaced
from hive.model.game import Game
from hive.rules.area import in_reinforcements
from hive.rules.setup.new_game import new_game
from hive.rules.tactical.plan import ShipMove, Traveller, come_through, roll_for_rifts
from hive.steps import Ask, Filled, Procedure, Tell

OPTION = "weird_wormholes"
COUNTED: tuple[Wormhole, ...] = ("alpha", "beta", "gamma")
# 39 has an alpha wormhole, 40 a beta one, 17 a delta one; 64 lies under the ion storm; 101 and 102 lie side by side.
TILES = {"101": "64", "102": "39", "304": "39", "316": "40", "310": "46", "313": "17", "307": "17"}


def game(*options: str) -> Game:
    """A new game on a galaxy, played with some options."""
    return new_game(replace(settings(), options=options), load_tables(options=list(options)), "seed", layout())


def offered(played: Game) -> list[str]:
    """Where a pink fighter can be entered by hand."""
    where = played.galaxy.spawning["main"] if played.galaxy else ""
    fields = [one.field for one in (*edits.editables(played, where), *correctables(played))]
    return [field for field in fields if "pink_fighter" in field]


@pytest.mark.rule("38.weird.pink-fighters")
def test_without_the_option_no_game_knows_of_pink_fighters() -> None:
    played = game()
    assert "pink_fighter" not in played.tables.units.by_key and "pink_fighter" not in played.hive.units
    assert "pink_fighter" not in json.dumps(tables_to_json(played.tables))
    assert offered(played) == []


@pytest.mark.rule("38.weird.pink-fighters")
def test_with_it_the_hive_alone_can_have_ten_and_they_stand_behind_the_red_ones() -> None:
    played = game(OPTION)
    assert [unit.key for unit in played.tables.units.ships][:3] == ["fighter", "pink_fighter", "destroyer"]
    assert in_reinforcements(played, "pink_fighter") == 10
    assert played.galaxy is not None
    assert offered(played) == [f"{played.galaxy.spawning['main']}/units/hive/pink_fighter"]
    assert "pink_fighter" not in [unit.key for unit in played.tables.units.larger_ships]
    assert tables_from_json(tables_to_json(played.tables)) == played.tables


@pytest.mark.rule("38.weird.pink-fighters")
def test_a_house_copy_of_the_units_can_be_played_with_it(tmp_path: Path) -> None:
    (tmp_path / "units.yaml").write_text((DECKS / "units.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    tables = load_tables(house=tmp_path, options=[OPTION])
    assert tables.units.alike("fighter") == ("fighter", "pink_fighter")


@pytest.mark.rule("38.weird.destroyer-to-fighter")
@pytest.mark.parametrize(
    ("path", "storm", "through"),
    [
        (("102", "304"), ION_ALPHA, True),
        (("101", "102"), ION_ALPHA, False),
        (("101", "304"), ION_ALPHA, True),
        (("101", "102", "304"), ION_BETA, True),
        (("101", "316"), ION_BETA, True),
        (("316", "310"), ION_BETA, True),
        (("313", "307"), ION_BETA, False),
    ],
)
def test_a_ship_goes_through_a_wormhole_where_systems_do_not_lie_side_by_side(
    path: tuple[str, ...], storm: TokenPlaced, through: bool
) -> None:
    # A gamma wormhole joins 316 and 310; a delta one does not count.
    galaxy = board(TILES, s101=[storm], s316=[GAMMA], s310=[GAMMA])
    assert passes(galaxy, TABLES.tiles, path, COUNTED) is through


@pytest.mark.rule("38.weird.moves-with-capacity", "19.gravity-rift.dice")
def test_what_a_capacity_ship_carries_is_lost_with_the_last_one_of_its_system() -> None:
    lost = set()
    for seed in range(8):
        played = game(OPTION)
        assert played.galaxy is not None
        played.seed = str(seed)
        route = Route(("205", "000"), ("205",))
        moves = [ShipMove("carrier", "205", route, 1, None, 0)]
        moves += [ShipMove("pink_fighter", "205", route, 1, None, 1, carried=True)] * 2
        for ship in moves:
            pieces.put(played, "hive", ship.unit, 1, "000")
        procedure = roll_for_rifts(played, moves, "000")
        question = next(procedure)
        assert isinstance(question, Ask)
        assert [(number.name, number.maximum) for number in question.numbers] == [("carrier", 1), ("pink_fighter", 2)]
        lost.add(rolled(procedure))
    assert lost == {(), (("carrier", 1), ("pink_fighter", 2))}


def rolled(procedure: Procedure[dict[str, int]]) -> tuple[tuple[str, int], ...]:
    """What is lost where the app rolls."""
    try:
        step = procedure.send(Filled("roll", {}))
        while isinstance(step, Tell):
            step = procedure.send("done")
    except StopIteration as ended:
        return tuple(sorted(ended.value.items()))
    raise AssertionError(step)


@pytest.mark.rule("38.weird.destroyer-to-fighter")
def test_a_ship_that_a_rift_has_taken_does_not_roll_and_the_strongest_rolls_first() -> None:
    played = game(OPTION)
    rift, free = Route(("205", "000"), ("205",)), Route(("205", "000"), ())
    through = [
        ShipMove("pink_fighter", "205", free, 1, None, 1),
        ShipMove("destroyer", "205", rift, 1, None, 1),
        ShipMove("destroyer", "310", free, 1, None, 1),
        ShipMove("carrier", "205", free, 1, None, 0),
    ]
    found = come_through(played, through, {"destroyer": 1})
    assert found == [Traveller("carrier", "205"), Traveller("destroyer", "310"), Traveller("pink_fighter", "205")]


@pytest.mark.rule("38.weird.destroyer-to-fighter")
def test_a_damaged_ship_of_its_type_stays_where_another_is_replaced() -> None:
    played = game(OPTION)
    pieces.put(played, "hive", "dreadnought", 2, "000")
    pieces.set_damaged(played, "hive", "dreadnought", 1, "000")
    pieces.exchange(played, "hive", "dreadnought", "cruiser", "000")
    system = pieces.galaxy_of(played).systems["000"]
    assert (system.units["hive"], system.damaged["hive"]) == ({"dreadnought": 1, "cruiser": 1}, {"dreadnought": 1})
