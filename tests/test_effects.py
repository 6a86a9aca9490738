"""Effects: values with a source, which the board takes and the rules read where they read the number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from board_drawing import GAMMA, ION_ALPHA, TABLES, board
from driving import fresh_game
from hive.board.adjacency import adjacency, storms_used
from hive.board.movement import chart, distances, reachable
from hive.board.survey import Survey
from hive.catalog.tables import Bend, NoVote, RollModifier, Seat, WayOpened, WormholesCut, WormholesJoined
from hive.catalog.tables.effects import LawsBlank
from hive.effects import NOTHING, Bending, Effects, begin, effects, end, owner_of
from hive.engine.state import dump, load
from hive.model.galaxy import Galaxy
from hive.model.game import Law
from hive.rules.laws import duty, matters_now

EVERYBODY: tuple[Seat, ...] = ("hive", "p1", "p2")
CUT = WormholesCut(kind="wormholes_cut", wormholes=["alpha", "beta"], say="alpha and beta do not join")
CUT_IN_THE_NEXUS = WormholesCut(kind="wormholes_cut", wormholes=["alpha", "beta"], role="wormhole_nexus", say="cut")
JOINED = WormholesJoined(kind="wormholes_joined", wormholes=["alpha", "beta"], say="all alpha and beta join")
OPENED = WayOpened(kind="way_opened", anomaly="nebula", say="ships move on through nebulae")
# 39 and 26 have an alpha wormhole, 40 a beta one, 82B alpha, beta and gamma; 42 is a nebula, 46 and 47 are empty.
FAR = ("101", "104", "312", "nexus")


def bent(*bends: Bend, seats: tuple[Seat, ...] = EVERYBODY) -> Effects:
    return Effects(tuple(Bending("a law", bend, seats) for bend in bends))


def far_apart(*tiles: str) -> Galaxy:
    return board(dict(zip(FAR, tiles, strict=False)))


def joined(galaxy: Galaxy, found: Effects, moving: Seat | None = "hive") -> set[str]:
    return {f"{one} {other}" for one, to in adjacency(galaxy, TABLES.tiles, found, moving).items() for other in to}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_wormholes_that_are_cut_join_nothing_for_ships_that_move_and_all_else_as_before() -> None:
    galaxy = far_apart("39", "26", "46", "82B")
    assert joined(galaxy, bent(CUT)) == set()
    assert joined(galaxy, bent(CUT), moving=None) == joined(galaxy, NOTHING) != set()
    assert joined(galaxy, bent(CUT, seats=("p1",))) == joined(galaxy, NOTHING)
    assert "310 nexus" in joined(board({"310": "46", "nexus": "82A"}, s310=[GAMMA]), bent(CUT))


@pytest.mark.rule("1.scope.unchanged-rules")
def test_wormholes_that_are_cut_in_the_nexus_join_elsewhere() -> None:
    galaxy = far_apart("39", "26", "46", "82B")
    assert joined(galaxy, bent(CUT_IN_THE_NEXUS)) == {"101 104", "104 101"}
    assert "101 nexus" in joined(galaxy, NOTHING)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_wormholes_of_several_kinds_can_be_joined_even_where_they_are_cut() -> None:
    galaxy = far_apart("39", "40", "46")
    assert joined(galaxy, NOTHING) == set()
    assert joined(galaxy, bent(JOINED)) == joined(galaxy, bent(CUT, JOINED)) == {"101 104", "104 101"}
    assert joined(galaxy, bent(JOINED), moving=None) == {"101 104", "104 101"}
    assert Survey(galaxy, TABLES, bent(JOINED)).adjacent["101"] == ("104",)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_ships_move_on_through_a_nebula_that_is_opened_and_begin_in_it_as_before() -> None:
    galaxy = board({"301": "46", "201": "42", "101": "47"})
    assert "101" not in reachable(chart(galaxy, TABLES), "301", 2)
    seen = chart(galaxy, TABLES, effects=bent(OPENED))
    assert reachable(seen, "301", 2)["101"].path == ("301", "201", "101")
    assert "301" in reachable(seen, "201", 1)
    assert distances(seen, ["101"]) == distances(chart(galaxy, TABLES), ["101"])
    galaxy = board({"301": "42", "201": "46", "101": "47"})
    assert list(reachable(chart(galaxy, TABLES, effects=bent(OPENED)), "301", 2)) == ["201"]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_storm_is_used_by_ships_that_come_from_a_wormhole_joined_with_it() -> None:
    galaxy = board({"101": "64", "304": "40"}, s101=[ION_ALPHA])
    assert storms_used(galaxy, TABLES.tiles, ("304", "101")) == []
    assert storms_used(galaxy, TABLES.tiles, ("304", "101"), bent(JOINED)) == ["101"]


def test_a_law_belongs_to_the_side_that_it_elects() -> None:
    game = fresh_game()
    game.laws = [Law("Prophecy of Ixth", "the Hive"), Law("Minister of War", game.name("p2")), Law("Shared Research")]
    assert [owner_of(game, law) for law in game.laws] == ["hive", "p2", None]


def test_roll_modifiers_of_one_unit_add_up_and_name_their_sources() -> None:
    fighters = RollModifier(kind="roll_modifier", units=["fighter"], bonus=1, say="+1 for fighters")
    more = RollModifier(kind="roll_modifier", units=["fighter", "cruiser"], bonus=-2, say="-2")
    found = Effects((Bending("One", fighters, ("hive",)), Bending("Other", more, EVERYBODY)))
    assert found.roll_modifiers("fighter") == {"One": 1, "Other": -2}
    assert [sum(found.roll_modifiers(one).values()) for one in ("fighter", "cruiser", "carrier")] == [-1, -2, 0]
    assert sum(found.roll_modifiers("fighter", "p1").values()) == -2
    assert [one.words for one in found.of(RollModifier)] == ["One: +1 for fighters", "Other: -2"]


def test_what_lasts_for_a_time_is_kept_with_the_game_and_ends_with_it() -> None:
    game = fresh_game()
    begin(game, "Public Execution", NoVote(kind="no_vote", say="the Hive does not vote"), "phase", ["hive"])
    again = load(dump(game), game.tables)
    assert [one.words for one in effects(again).of(NoVote)] == ["Public Execution: the Hive does not vote"]
    assert not effects(again).of(NoVote, "p1")
    end(again, "phase")
    assert effects(again) == NOTHING


# --- nobody looks at the map without them

CALLS = re.compile(r"(?<![\w.])(?:Survey|chart|adjacency|storms_used)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
READERS = ("rules", "simulate", "scenarios", "web", "board")


def test_whoever_surveys_the_galaxy_says_what_bends_it() -> None:
    hive = Path(__file__).parent.parent / "hive"
    calls = [
        (path.name, call)
        for part in READERS
        for path in sorted((hive / part).rglob("*.py"))
        for call in CALLS.findall(re.sub(r"(?:def|class) \w+\(", "", path.read_text(encoding="utf-8")))
    ]
    assert len(calls) > 10
    assert [call for call in calls if "effects" not in call[1]] == []


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_blank_law_is_said_to_do_nothing_and_matters_in_no_phase() -> None:
    game, law = fresh_game(), Law("Shared Research")
    game.phase, game.laws = "action", [law]
    assert matters_now(game, law) and "nebulae" in str(duty(game, law).text)
    begin(game, "Law's Order", LawsBlank(kind="laws_blank", say="laws do nothing"), "turn", EVERYBODY)
    assert not matters_now(game, law)
    assert duty(game, law).text == "Law's Order: it does nothing until the turn ends."
