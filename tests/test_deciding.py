"""What decided in a diagram: the sentence with both values, and the table of those who were weighed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_drawing import TABLES
from driving import fresh_game, layout
from hive.board.survey import Survey
from hive.catalog.tables import PriorityDiagram
from hive.model.game import Game, RevealedObjective
from hive.rules.board import PlanetAt
from hive.rules.diagrams.deciding import Telling
from hive.rules.diagrams.systems import Rank, Walk, decide, decide_planets, walk
from hive.rules.strategy import first_number
from hive.rules.tactical.telling import block_rows
from hive.steps import CellHow
from hive.words import Language, Name, pieces
from whole_board import galaxy

POSITIVE, NEGATIVE = TABLES.priorities.positive, TABLES.priorities.negative
DIAGRAMS = (POSITIVE, NEGATIVE, TABLES.priorities.positive_planet, TABLES.priorities.negative_planet)
NOTHING: Mapping[str, Rank] = {}
NAMES = ("Lazar", "Vefut II", "Lisis", "Sem-Lore", "Ang", "Cealdri")


def game_with(*objectives: str) -> Game:
    game = fresh_game()
    game.objectives = [RevealedObjective(name) for name in objectives]
    return game


def walked(
    worths: dict[str, dict[str, float]], serving: Mapping[str, Rank] = NOTHING, diagram: PriorityDiagram = POSITIVE
) -> Walk[str]:
    """A walk in which each block measures what is said of it; what is not said is worth nothing."""

    def measure(keep: str, name: str) -> tuple[float, ...]:
        if keep == "completes_objective":
            return serving.get(name, (0, 0))
        if "wormhole" in keep:
            return tuple(worths[name].get(kind, 0) for kind in ("alpha", "beta", "gamma", "delta", "epsilon"))
        return (worths[name].get(keep, 0),)

    return walk(list(worths), diagram, measure, serving)


def told(game: Game, found: Walk[str]) -> str:
    return Telling(game, found, Name).decided(found.left[0])


@pytest.mark.rule("5.2.objective-first")
@pytest.mark.rule("5.2.block-order")
def test_the_objective_and_the_numbers_of_both_are_told_with_what_they_tie_on() -> None:
    game = game_with("Push Boundaries")
    found = walked(
        {
            "Lazar": {"most_planets": 1},
            "Vefut II": {"most_planets": 1, "highest_total_influence": 2},
            "Lisis": {"most_planets": 2, "highest_total_influence": 9},
        },
        {"Lazar": (1, 0), "Vefut II": (1, 0)},
    )
    assert told(game, found) == (
        "it completes Push Boundaries; Vefut II ties Lazar on planets and has more influence, 2 to 0"
    )


@pytest.mark.parametrize(
    ("keep", "values", "sentence"),
    [
        ("spawning_system", (1, 0), "Ang counts as a spawning system, Lazar does not"),
        ("lowest_total_ship_strength", (-2, -4.5), "Ang has less ship strength than Lazar, 2 to 4.5"),
        ("most_planets", (2, 1), "Ang has more planets than Lazar, 2 to 1"),
        ("highest_total_influence", (3, 0), "Ang has more influence than Lazar, 3 to 0"),
        ("highest_total_resources", (3, 2), "Ang has more resources than Lazar, 3 to 2"),
    ],
)
@pytest.mark.rule("5.2.block-order")
def test_each_block_says_what_there_is_more_or_less_of(keep: str, values: tuple[int, int], sentence: str) -> None:
    assert told(game_with(), walked({"Ang": {keep: values[0]}, "Lazar": {keep: values[1]}})) == sentence


@pytest.mark.rule("5.2.objective-first")
def test_an_objective_alone_decides_against_none_fewer_points_and_a_newer_one() -> None:
    game = game_with("Push Boundaries", "Amass Wealth")
    either: dict[str, dict[str, float]] = {"Ang": {}, "Lazar": {}}
    assert told(game, walked(either, {"Ang": (1, 1)})) == "Ang completes Push Boundaries, Lazar completes none"
    older = "Ang completes Push Boundaries, which is older than Amass Wealth of Lazar"
    assert told(game, walked(either, {"Ang": (1, 1), "Lazar": (1, 0)})) == older
    points = "Ang completes Amass Wealth for 2 points, Lazar Push Boundaries for 1"
    assert told(game, walked(either, {"Ang": (2, 0), "Lazar": (1, 1)})) == points


@pytest.mark.rule("17.wormhole.serial")
def test_the_first_kind_of_wormhole_in_which_they_differ_is_named() -> None:
    both = {"Ang": {"alpha": 1.0, "beta": 1.0}, "Lazar": {"alpha": 1.0, "gamma": 1.0}}
    assert told(game_with(), walked(both)) == "Ang has wormhole beta, Lazar has none"


@pytest.mark.rule("5.3.block-order")
def test_the_negative_diagram_says_it_the_other_way_round() -> None:
    last = {"Ang": {"highest_total_ship_strength": 5.0}, "Lazar": {"highest_total_ship_strength": 3.0}}
    assert told(game_with(), walked(last, diagram=NEGATIVE)) == "Ang has more ship strength than Lazar, 5 to 3"
    serving = {"Ang": {"not_serving_objective": 1.0}, "Lazar": {"not_serving_objective": 0.0}}
    assert told(game_with(), walked(serving, diagram=NEGATIVE)) == "Ang serves no public objective, Lazar does"


@pytest.mark.rule("1.scope.most-helpful")
def test_where_the_blocks_lead_to_several_the_table_chose() -> None:
    found = walked({"Ang": {}, "Lazar": {}})
    telling = Telling(game_with(), found, Name)
    assert telling.decided("Lazar") == "Lazar ties with Ang to the last block: the table chose"
    assert telling.decided("Lisis") == "the table chose it"
    assert Telling(game_with(), walked({"Ang": {}}), Name).decided("Ang") == ""


@pytest.mark.rule("5.2.planets")
def test_planets_are_told_apart_in_the_same_words() -> None:
    places: list[PlanetAt] = [("303", "Mehar Xull"), ("307", "Rarron")]
    found = decide_planets(Survey(galaxy(), TABLES), places, TABLES.priorities.positive_planet, {})
    reason = Telling(game_with(), found, lambda place: Name(place[1])).decided(found.left[0])
    assert reason == "Mehar Xull ties Rarron on influence and has more resources, 1 to 0"


@pytest.mark.rule("5.2.block-order")
def test_a_block_decides_where_it_leaves_fewer_also_one_of_two() -> None:
    worths: dict[str, dict[str, float]] = {
        "105": {"most_planets": 1, "highest_total_influence": 3},
        "205": {"most_planets": 1},
        "207": {},
    }
    rows = block_rows(fresh_game(galaxy=layout()), walked(worths))
    decided = [row.decided for row in rows]
    assert decided[-2:] == [True, True] and not any(decided[:-2])


@pytest.mark.rule("5.2.block-order")
def test_the_table_has_a_column_for_each_and_strikes_out_who_fell() -> None:
    found = walked(
        {"Lazar": {"most_planets": 2}, "Ang": {"most_planets": 2, "highest_total_influence": 1}, "Lisis": {}}
    )
    table = Telling(game_with(), found, Name).table("Ang")
    assert table is not None
    assert table.columns == ("Ang", "Lazar", "Lisis")
    planets, influence = table.rows[-2:]
    assert [cell and (cell.words, cell.how) for cell in planets.cells] == [
        ("2", "stays"),
        ("2", "stays"),
        ("0", "falls"),
    ]
    assert [cell and (cell.words, cell.how) for cell in influence.cells] == [("1", "decides"), ("0", "falls"), None]
    assert (planets.left, influence.left, table.others) == (2, 1, 0)


@pytest.mark.rule("5.2.block-order")
def test_four_columns_are_enough_and_the_rest_is_counted() -> None:
    found = walked({name: {"most_planets": number} for number, name in enumerate(NAMES)})
    table = Telling(game_with(), found, Name).table(found.left[0])
    assert table is not None
    assert table.columns[0] == "Cealdri"
    assert (len(table.columns), table.others) == (4, 2)
    assert Telling(game_with(), walked({"Ang": {}}), Name).table("Ang") is None


@pytest.mark.rule("5.2.block-order")
def test_what_decides_is_strong_in_the_sentence() -> None:
    found = walked({"Ang": {"most_planets": 2}, "Lazar": {"most_planets": 1}})
    language = Language(lambda one: one, lambda one, many, number: one if number == 1 else many)
    words = Telling(game_with(), found, Name).decided("Ang")
    assert "".join(piece.text for piece in pieces(words, language) if piece.strong) == "more planets2 to 1"


@pytest.mark.rule("5.2.block-order")
@pytest.mark.rule("5.3.block-order")
@pytest.mark.parametrize("diagram", DIAGRAMS)
@given(data=st.data())
def test_every_block_has_words_and_everybody_who_fell_has_a_reason(
    diagram: PriorityDiagram, data: st.DataObject
) -> None:
    names = data.draw(st.lists(st.sampled_from(NAMES), min_size=2, unique=True))
    keeps = [block.keep for block in diagram.blocks]
    kinds = ("alpha", "beta", "gamma", "delta", "epsilon")
    value = st.sampled_from((0, 1, 2))
    worths = {name: {key: float(data.draw(value)) for key in (*keeps, *kinds)} for name in names}
    serving = {name: (1, 0) for name in names if data.draw(st.booleans())}
    game = game_with("Push Boundaries")
    found = walked(worths, serving, diagram)
    chosen = found.left[0]
    assert Telling(game, found, Name).decided(chosen)
    for other in names:
        if other not in found.left:
            assert other in Telling(game, found, Name).fell(chosen, other)
    table = Telling(game, found, Name).table(chosen)
    assert table is not None
    fallen = [cell for row in table.rows for cell in row.cells if cell is not None and cell.how == "falls"]
    assert len(fallen) + table.others >= len(names) - len(found.left)
    assert {cell.how for row in table.rows for cell in row.cells if cell} <= set(get_args(CellHow))


@pytest.mark.rule("5.2.block-order")
def test_systems_of_a_galaxy_are_told_by_their_numbers() -> None:
    found = decide(Survey(galaxy(), TABLES), ["303", "305"], POSITIVE, {})
    assert Telling(game_with(), found, Name).decided(found.left[0])


def test_where_both_numbers_of_a_card_are_odd_or_both_even_the_first_stands() -> None:
    """None of ours is so; a table's own copy may have one."""
    assert (first_number([3, 5], 1), first_number([3, 5], 2), first_number([4, 2], 1)) == (3, 3, 4)
