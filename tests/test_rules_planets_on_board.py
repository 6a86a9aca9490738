"""Planets that change hands, and plastic that leaves, when a galaxy is tracked. Rules: 4.1, 4.2, 5.4, 14.gain."""

from __future__ import annotations

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from day import times
from driving import fitting, fresh_game, fresh_session, layout, legal_entry
from hive.board import pieces
from hive.board.edits import editables
from hive.catalog.tables import Level
from hive.engine.entries import Board, Forward
from hive.engine.errors import Refused
from hive.engine.facts import correctables
from hive.engine.session import Session, replay
from hive.engine.state import dump
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules.area import takes_mecatol_rex
from hive.steps import Ask, Draw, Tell
from placing import answer, game_with, happen, session_with, there


def control(game: Game, position: str, planet: str) -> str | None:
    return pieces.galaxy_of(game).systems[position].planets[planet].control


def rich(session: Session) -> Session:
    session.game.hive.bank.resources = session.game.hive.bank.influence = 9
    session.game.hive.stockpile.resources = 1
    return session


# --- planets


@pytest.mark.rule("4.2.loss-trigger", "4.2.loss-standard", "4.2.loss-source")
def test_a_lost_standard_planet_costs_one_of_each() -> None:
    session = rich(session_with())
    pieces.set_control(session.game, "204", "Quann", "hive")
    pieces.put(session.game, "hive", "infantry", 2, "204", "Quann")
    asked = happen(session, "planet_lost")
    assert [choice.label for choice in asked.choices][-1] == "Quann, tile 25"
    assert answer(session, "204/Quann").key == "planet_taken_by"
    source = answer(session, "p2")
    assert source.key == "discard_source"
    assert [choice.note for choice in source.choices] == [
        "holds 9 resources and 9 influence; trade goods fill gaps",
        "holds 1 resource and 0 influence; nothing fills gaps",
    ]
    answer(session, "bank")
    assert control(session.game, "204", "Quann") == "p2"
    assert there(session.game, "204", "Quann") == {}
    assert session.game.hive.bank.resources == session.game.hive.bank.influence == 8
    assert session.game.hive.standard_planets == 0
    assert broken_laws(session.game) == []


@pytest.mark.rule("4.2.loss-spawning", "4.2.loss-source")
@pytest.mark.parametrize(("place", "system"), [("209/Hope's End", "aux1"), ("304/Jord", "home_p2")])
def test_a_lost_spawning_system_planet_costs_two_of_each(place: str, system: str) -> None:
    session = session_with()
    pieces.set_control(session.game, "304", "Jord", "hive")
    session.game.hive.stockpile.resources = session.game.hive.stockpile.influence = 5
    happen(session, "planet_lost")
    answer(session, place)
    answer(session, "nobody")
    answer(session, "stockpile")
    assert control(session.game, *place.split("/")) is None
    assert session.game.hive.stockpile.resources == session.game.hive.stockpile.influence == 3
    assert session.game.hive.spawning_planets[system] == 0  # type: ignore[index]


@pytest.mark.rule("4.2.loss-trigger", "4.2.loss-spawning")
def test_an_exhausted_planet_costs_its_worth_and_stays() -> None:
    session = rich(session_with())
    happen(session, "planet_exhausted")
    answer(session, "205/Primor")
    answer(session, "bank")
    assert control(session.game, "205", "Primor") == "hive"
    assert session.game.hive.bank.influence == 7


@pytest.mark.rule("4.1.yield-standard")
def test_a_taken_planet_changes_hands_with_what_stands_there() -> None:
    session = session_with(h204={"carrier": 1})
    pieces.set_control(session.game, "204", "Quann", "p1")
    pieces.put(session.game, "p1", "infantry", 2, "204", "Quann")
    asked = happen(session, "planet_gained")
    assert asked.shown.kind == "search"
    assert asked.choices[0].label == "Quann, tile 25"
    assert asked.choices[0].note == "Ada's; worth 1 resource and 1 influence"
    answer(session, "204/Quann")
    assert control(session.game, "204", "Quann") == "hive"
    assert there(session.game, "204", "Quann", "p1") == {}
    assert session.game.hive.standard_planets == 1


@pytest.mark.rule("21.invasion.custodians", "4.1.counts-as-spawning")
def test_the_first_to_take_mecatol_rex_meets_the_custodians() -> None:
    session = session_with()
    happen(session, "planet_gained")
    answer(session, "000/Mecatol Rex")
    assert session.game.hive.victory_points == 1
    assert session.game.agenda_unlocked
    assert session.game.hive.spawning_planets["mecatol_rex"] == 1


@pytest.mark.rule("14.gain.mecatol-rex")
def test_a_player_who_takes_mecatol_rex_controls_it_and_gains_counters() -> None:
    session = session_with()
    happen(session, "rex_taken", who="p1")
    assert control(session.game, "000", "Mecatol Rex") == "p1"
    assert session.game.players["p1"].counters == 3


@pytest.mark.reading("Q60")
@pytest.mark.rule("14.gain.mecatol-rex")
def test_mecatol_rex_taken_over_from_the_ally_brings_no_counters() -> None:
    session = session_with()
    pieces.set_control(session.game, "000", "Mecatol Rex", "p2")
    happen(session, "rex_taken", who="p1")
    assert control(session.game, "000", "Mecatol Rex") == "p1"
    assert session.game.players["p1"].counters == 1


@pytest.mark.rule("14.gain.mecatol-rex", "4.2.loss-spawning")
def test_mecatol_rex_taken_from_the_hive_costs_it_once_and_brings_counters_once() -> None:
    session = rich(session_with())
    pieces.set_control(session.game, "000", "Mecatol Rex", "hive")
    happen(session, "planet_lost")
    answer(session, "000/Mecatol Rex")
    answer(session, "p2")
    answer(session, "bank")
    assert session.game.hive.bank.resources == 7
    assert session.game.players["p2"].counters == 3


@pytest.mark.rule("4.2.loss-trigger", "1.scope.unchanged-rules")
def test_a_planet_that_nobody_controls_any_more_holds_no_unit_of_the_hive() -> None:
    session = rich(session_with())
    for unit, number in (("infantry", 3), ("pds", 1)):
        pieces.put(session.game, "hive", unit, number, "209", "Hope's End")
    happen(session, "planet_lost")
    answer(session, "209/Hope's End")
    answer(session, "nobody")
    assert [one.step.text for one in session.news if isinstance(one.step, Tell)] == [
        "Remove the Hive's 3 infantry and 1 PDS from Hope's End."
    ]
    answer(session, "bank")
    assert there(session.game, "209", "Hope's End") == {} and control(session.game, "209", "Hope's End") is None


# --- plastic


@pytest.mark.rule("5.4.damage-space")
def test_hits_in_space_are_booked_where_they_fall() -> None:
    session = session_with(h209={"dreadnought": 1, "destroyer": 1}, h205={"destroyer": 1})
    happen(session, "hits_space", where="209", hits=1)
    answer(session, "done")
    galaxy = pieces.galaxy_of(session.game)
    damaged = pieces.damaged_at(galaxy, "hive", "209")
    gone = 2 - sum(there(session.game, "209").values())
    assert sum(damaged.values()) + gone == 1
    happen(session, "hits_space", where="209", hits=9)
    answer(session, "done")
    assert there(session.game, "209") == {}
    assert there(session.game, "205") == {"destroyer": 1}
    assert broken_laws(session.game) == []


@pytest.mark.rule("5.4.damage-ground")
def test_hits_on_the_ground_spare_other_planets() -> None:
    session = session_with()
    for planet in ("Quinarra", "Tren'lak"):
        pieces.put(session.game, "hive", "infantry", 3, "310", planet)
    happen(session, "hits_ground", where="310/Quinarra", hits=2)
    answer(session, "done")
    assert there(session.game, "310", "Quinarra") == {"infantry": 1}
    assert there(session.game, "310", "Tren'lak") == {"infantry": 3}


@pytest.mark.rule("5.4.negative-effects")
def test_an_effect_takes_the_weakest_of_those_that_it_can_hit() -> None:
    session = session_with(h209={"carrier": 1, "destroyer": 2, "dreadnought": 1})
    asked = happen(session, "weakest", where="209", number=1)
    assert {number.name: number.value for number in asked.numbers} == {"carrier": 1, "destroyer": 2, "dreadnought": 1}
    answer(session, {"choice": "done", "destroyer": 0})
    answer(session, "done")
    assert there(session.game, "209") == {"destroyer": 2, "dreadnought": 1}


def test_lost_plastic_is_named_by_place_and_number() -> None:
    session = session_with(h209={"carrier": 1, "destroyer": 2}, h205={"destroyer": 1})
    asked = happen(session, "units_lost", where="209")
    assert isinstance(asked, Ask)
    answer(session, {"choice": "done", "destroyer": 2})
    assert there(session.game, "209") == {"carrier": 1}
    assert there(session.game, "205") == {"destroyer": 1}
    assert session.game.hive.units["destroyer"] == 1


@pytest.mark.rule("5.4.damage-space", "5.4.negative-effects")
@pytest.mark.reading("Q116")
@pytest.mark.parametrize(
    ("event", "told", "named"),
    [
        ("hits_space", {"hits": 3}, ()),
        ("weakest", {"number": 2}, ("carrier", "fighter")),
        ("units_lost", {}, ("carrier", "fighter")),
    ],
)
def test_infantry_in_space_goes_with_the_last_ship_that_an_event_takes(
    event: str, told: dict[str, int], named: tuple[str, ...]
) -> None:
    session = session_with(h209={"carrier": 1, "fighter": 1, "infantry": 3}, h205={"infantry": 1, "destroyer": 1})
    happen(session, event, where="209", **told)
    if named:
        answer(session, {"choice": "done", "infantry": 0} | dict.fromkeys(named, 1))
    if event != "units_lost":
        answer(session, "done")
    assert there(session.game, "209") == {}
    lines = [item.text for one in session.news if not isinstance(one.step, Draw) for item in one.step.items]
    assert "The Hive loses 3 infantry in space." in lines
    assert there(session.game, "205") == {"destroyer": 1, "infantry": 1}


@pytest.mark.reading("Q111")
@pytest.mark.parametrize(("event", "left"), [("hits_space", "carrier"), ("units_lost", "fighter")])
def test_infantry_in_space_stays_as_long_as_an_event_leaves_a_ship(event: str, left: str) -> None:
    session = session_with(h209={"carrier": 1, "fighter": 1, "infantry": 3})
    happen(session, event, where="209", **({"hits": 1} if event == "hits_space" else {}))
    answer(session, "done" if event == "hits_space" else {"choice": "done", "carrier": 1})
    assert there(session.game, "209") == {left: 1, "infantry": 3}


@pytest.mark.parametrize(
    ("event", "args", "sentence"),
    [
        ("hits_space", {"hits": 1}, "The Hive has no ships on the board."),
        ("hits_ground", {"hits": 1}, "The Hive has no ground forces on planets."),
        ("units_lost", {}, "No Hive plastic is on the board."),
    ],
)
def test_what_is_not_there_cannot_be_lost(event: str, args: dict[str, int], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        happen(session_with(), event, **args)


def test_numbers_that_follow_from_the_board_are_mended_there_alone() -> None:
    fields = {one.field for one in correctables(game_with())}
    assert {one.field for one in correctables(fresh_game())} - fields >= {
        "hive.tokens.board",
        "hive.standard_planets",
        "hive.spawning_planets.main",
        "hive.units.cruiser",
    }
    assert not [field for field in fields if field.startswith(("hive.units", "hive.spawning_planets"))]


# --- whole games


def mend(game: Game, number: int) -> Forward:
    """The table sets something by hand, in a spawning system or anywhere."""
    galaxy = pieces.galaxy_of(game)
    positions = [*galaxy.spawning.values(), *sorted(galaxy.systems)]
    fields = editables(game, positions[number % len(positions)])
    one = fields[number // 7 % len(fields)]
    return Board({one.field: fitting(one.entered, number, 3)})


def play_on(session: Session, numbers: list[int]) -> tuple[Session, list[Forward]]:
    """Play the numbers; what is refused leaves the game as it was, as in the app. The laws hold after every entry."""
    level = session.game.settings.difficulty
    log: list[Forward] = []
    for number in numbers:
        entry = mend(session.game, number) if number % 9 == 0 else legal_entry(session, number)
        if entry is None:
            continue
        try:
            session.apply(entry)
        except Refused:
            session = replay(fresh_game(level, galaxy=layout()), log)
            continue
        log.append(entry)
        assert broken_laws(session.game) == [], entry
    return session, log


@hypothesis.settings(max_examples=times(12, 250))
@given(st.sampled_from(["easy", "standard", "expert"]), st.lists(st.integers(0, 10**6), min_size=40, max_size=100))
def test_whatever_the_table_says_the_board_and_the_counts_agree(level: Level, numbers: list[int]) -> None:
    session, log = play_on(fresh_session(level, galaxy=layout()), numbers)
    again = replay(fresh_game(level, galaxy=layout()), log)
    assert dump(again.game) == dump(session.game)
    assert again.pending == session.pending


@pytest.mark.rule("28.6.deck-agenda", "14.gain.mecatol-rex")
def test_the_first_player_on_mecatol_rex_meets_the_custodians() -> None:
    game = fresh_game(galaxy=layout())
    for seat, owner, points in (("p1", None, 1), ("p2", "p1", 0)):
        told = list(takes_mecatol_rex(game, seat, owner))  # type: ignore[arg-type]
        assert game.agenda_unlocked
        assert game.players[seat].victory_points == points  # type: ignore[index]
        assert game.players[seat].counters == 3  # type: ignore[index]
        assert len(told) == 1 + points
