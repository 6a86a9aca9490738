""" "Is the board so?" is asked once: in a turn of the Hive, in a strategy phase, in a status phase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from day import times
from driving import answers_to, expected_answer, fresh_game
from hive import keys
from hive.board import pieces
from hive.engine.entries import Answer, Board, Event
from hive.engine.session import Session
from hive.model.game import Game, Law, RevealedObjective
from hive.simulate.laws import Watch, standing
from hive.steps import Ask, Draw
from whole_board import galaxy

INFEST = {"action": "green_compass", "icons": "2"}
ENGAGE = {"action": "red_star", "icons": "2"}
SUPPORT = (
    {"action": "blue_arrow", "choice": "false"},
    {"action": "blue_arrow", "choice": "false", "icons": "1"},
)
NOTE = {"promissory_note": "alliance"}
BLUE = {"action": "blue_arrow", "icons": "2"}


def hives_turn(cards: Iterable[int] = ()) -> Game:
    """The Hive's turn in round 3 on the whole board, with one carrier next to Mecatol Rex, and these strategy cards."""
    game = fresh_game(draws="table")
    game.galaxy = galaxy()
    game.phase, game.active, game.round = "action", "hive", 3
    pieces.put(game, "hive", "carrier", 1, "102")
    pieces.put(game, "hive", "cruiser", 2, "102")
    for number in cards:
        game.strategy_cards[number].owner = "hive"
    return game


def hold(game: Game, seat: Any, *positions: str) -> None:
    for position in positions or sorted(pieces.galaxy_of(game).systems):
        for planet in pieces.galaxy_of(game).systems[position].planets:
            pieces.set_control(game, position, planet, seat)


def begun(game: Game) -> Session:
    session = Session(game)
    session.settle()
    return session


def sheet(session: Session) -> Ask:
    step = session.pending
    assert isinstance(step, Ask)
    assert step.key == keys.FACTS
    return step


def answered(session: Session, *answers: object) -> list[str]:
    """Give these answers to whatever is asked; return the keys that were asked."""
    asked = []
    for answer in answers:
        assert session.pending is not None
        asked.append(session.pending.key)
        session.apply(Answer(session.pending.key, answer))
    return asked


@pytest.mark.rule("10.pass.no-options", "1.scope.unchanged-rules")
def test_a_target_that_turns_up_on_the_sheet_of_a_pass_needs_no_second_sheet() -> None:
    game = hives_turn()
    hold(game, "hive")
    session = begun(game)
    answered(session, "draw")
    assert "passes" in sheet(session).detail
    session.apply(Board({"203/planet/Thibah/control": "p1"}))
    answered(session, "mended")
    assert "203" in sheet(session).systems
    answered(session, "right")
    assert isinstance(session.pending, Draw)
    answered(session, INFEST)
    assert session.pending is not None
    assert session.pending.key.startswith("draw.support")


def tactical_then_imperial() -> Session:
    """Nothing to go for as known, and Imperial is readied; an objective rests on planets that may have been lost."""
    game = hives_turn([8])
    hold(game, "hive")
    game.objectives = [RevealedObjective("Expand Borders")]
    session = begun(game)
    answered(session, "draw", INFEST)
    return session


@pytest.mark.rule("13.imperial.score", "10.definition.other-basic", "1.scope.unchanged-rules")
def test_a_sheet_before_a_card_for_imperial_shows_what_the_hive_scores_by() -> None:
    session = tactical_then_imperial()
    assert any(item.text == "Expand Borders" for item in sheet(session).items)
    asked = answered(session, "right", BLUE)
    assert keys.FACTS not in asked[1:]
    assert session.pending is not None
    assert session.pending.key == keys.STRATEGIC_ACTION
    assert session.game.objectives[0].scored_by == ["hive"]
    answered(session, "done")
    assert not session.game.confirmed


@pytest.mark.rule("13.imperial.score", "1.scope.unchanged-rules")
def test_what_is_mended_on_that_sheet_is_not_scored() -> None:
    session = tactical_then_imperial()
    there = pieces.galaxy_of(session.game)
    session.apply(
        Board(
            {
                f"{position}/planet/{planet}/control": "p1"
                for position, system in there.systems.items()
                if position not in there.spawning.values()
                for planet in system.planets
            }
        )
    )
    assert answered(session, "mended", "right") == [keys.PLANETS_SET, keys.FACTS]
    assert session.game.objectives[0].scored_by == []


@pytest.mark.rule("12.diplomacy.primary", "13.imperial.rex", "10.definition.other-basic")
@pytest.mark.parametrize("card", [2, 8])
def test_a_sheet_before_a_card_shows_the_planets_that_it_rests_on(card: int) -> None:
    game = hives_turn([card])
    hold(game, "hive")
    session = begun(game)
    answered(session, "draw", INFEST)
    assert "000" in sheet(session).systems
    assert keys.FACTS not in answered(session, "right", BLUE)[1:]
    while session.pending is not None and session.pending.key == keys.TIED_PLACES:
        answered(session, expected_answer(game, session.pending))
    assert session.pending is not None and session.pending.key == keys.STRATEGIC_ACTION


@pytest.mark.rule("29.elected-laws", "1.scope.unchanged-rules")
@pytest.mark.reading("Q132")
def test_with_another_action_to_come_the_sheet_shows_all_that_may_matter() -> None:
    def systems(*laws: Law) -> set[str]:
        game = hives_turn()
        game.laws = list(laws)
        session = begun(game)
        answered(session, "draw", INFEST)
        return set(sheet(session).systems)

    war = Law("Minister of War", "the Hive")
    assert systems() < systems(war)


@pytest.mark.rule("29.elected-laws", "15.infest.target", "1.scope.unchanged-rules")
@pytest.mark.reading("Q132")
def test_another_action_rests_on_what_the_sheet_of_the_first_one_did_not_show() -> None:
    game = hives_turn([8])
    hold(game, "hive", *[one for one in pieces.galaxy_of(game).systems if one != "203"])
    game.objectives = [RevealedObjective("Expand Borders")]
    game.laws = [Law("Minister of War", "the Hive")]
    session = begun(game)
    answered(session, "draw", BLUE)
    seen = set(sheet(session).systems)
    answered(session, "right")
    while session.pending is not None and not isinstance(session.pending, Draw):
        answered(session, expected_answer(game, session.pending))
    answered(session, INFEST)
    assert sheet(session).systems and not set(sheet(session).systems) & seen, "what is confirmed is not asked again"


@pytest.mark.rule("6.critical.before-each", "6.critical.imperial-objectives", "1.scope.unchanged-rules")
def test_both_strategy_cards_of_the_hive_rest_on_one_sheet() -> None:
    game = hives_turn()
    game.phase, game.stage, game.active, game.speaker = "strategy", "pick", None, "hive"
    game.objectives = [RevealedObjective("Expand Borders"), RevealedObjective("Develop Weaponry")]
    hold(game, "hive", "101", "103", "105")
    game.hive.upgrades = ["Destroyer II", "Carrier II"]
    session = begun(game)
    asked = []
    while session.game.phase == "strategy":
        assert session.pending is not None
        asked.append(session.pending.key)
        answered(session, expected_answer(session.game, session.pending))
    assert asked.count(keys.FACTS) == 1
    assert not session.game.confirmed


def calmed_at_the_announcement(game: Game) -> tuple[set[str], Session]:
    """Ada calms the Hive once it has announced an engagement of her ships: what was confirmed, and what comes then."""
    game.players["p1"].counters, game.players["p2"].counters = 2, 0
    pieces.put(game, "p1", "cruiser", 1, "201")
    session = begun(game)
    answered(session, "draw", ENGAGE)
    seen = set(sheet(session).systems)
    answered(session, "right", *SUPPORT)
    assert session.pending is not None and "attacks Ada" in str(getattr(session.pending, "text", ""))
    session.apply(Event("interference", {"who": "p1"}))
    answered(session, "paid", NOTE, "alliance", "calm")
    return seen, session


@pytest.mark.rule("25.interference.option-calm", "15.infest.target", "1.scope.unchanged-rules")
@pytest.mark.reading("Q99")
def test_what_an_interference_puts_in_place_of_an_action_rests_on_what_is_confirmed_first() -> None:
    seen, session = calmed_at_the_announcement(hives_turn())
    assert set(sheet(session).systems) and not seen & set(sheet(session).systems), "only what is not confirmed yet"
    answered(session, "right")
    told = [one.step.rule for one in session.told]
    assert "10.definition.other-type" in told
    assert answered(session, *SUPPORT) == ["draw.support", "draw.support"]
    assert session.pending is not None and "takes Jord from Ben" in str(getattr(session.pending, "text", ""))


@pytest.mark.rule("25.interference.option-calm", "10.pass.no-options", "1.scope.unchanged-rules")
@pytest.mark.reading("Q99")
def test_the_hive_does_not_pass_on_planets_that_nobody_confirmed() -> None:
    game = hives_turn()
    hold(game, "hive")
    seen, session = calmed_at_the_announcement(game)
    assert "203" in set(sheet(session).systems) - seen
    session.apply(Board({"203/planet/Thibah/control": "p1"}))
    answered(session, "mended")
    while session.pending is not None and session.pending.key == keys.FACTS:
        answered(session, "right")
    assert isinstance(session.pending, Draw) and session.pending.key == "draw.support", "it infests"


@pytest.mark.rule("14.gain.six-points", "27.given.support", "15.engage.threshold", "1.scope.unchanged-rules")
def test_counters_that_a_note_brings_at_the_announcement_put_other_systems_in_doubt() -> None:
    game = hives_turn()
    game.players["p1"].counters, game.players["p2"].counters, game.players["p1"].victory_points = 2, 0, 5
    pieces.put(game, "p1", "cruiser", 1, "201")
    session = begun(game)
    answered(session, "draw", ENGAGE)
    seen = set(sheet(session).systems)
    answered(session, "right", *SUPPORT)
    session.apply(Event("interference", {"who": "p1"}))
    support = {"promissory_note": "support_for_the_throne"}
    answered(session, "paid", NOTE, "alliance", "note", support, "support_for_the_throne")
    assert game.players["p1"].counters == 4
    assert sheet(session).systems and not seen & set(sheet(session).systems), "they reach farther thresholds now"


@pytest.mark.rule("15.infest.target", "10.definition.other-type", "1.scope.unchanged-rules")
@pytest.mark.reading("Q99")
def test_what_a_mended_board_puts_in_place_of_an_action_rests_on_what_is_confirmed_first() -> None:
    game = hives_turn()
    game.players["p1"].counters = 2
    pieces.put(game, "p1", "cruiser", 1, "201")
    session = begun(game)
    answered(session, "draw", ENGAGE)
    seen = set(sheet(session).systems)
    answered(session, "right", *SUPPORT)
    session.apply(Board({"201/units/p1/cruiser": 0}))
    assert sheet(session).systems and not seen & set(sheet(session).systems), "it infests now"


@settings(max_examples=times(16, 150), deadline=None)
@given(
    st.sets(st.sampled_from([1, 2, 4, 8]), max_size=2),
    st.lists(st.tuples(st.integers(0, 36), st.sampled_from(["hive", "p1", "p2", "cruiser"])), max_size=40),
    st.lists(st.integers(0, 50), min_size=30, max_size=30),
    st.booleans(),
)
def test_no_turn_of_the_hive_asks_twice(
    cards: set[int], changes: list[tuple[int, Any]], picks: list[int], war: bool
) -> None:
    game = hives_turn(cards)
    game.objectives = [RevealedObjective(name) for name in ("Expand Borders", "Push Boundaries")]
    game.laws = [Law("Minister of War", "the Hive")] * war
    game.players["p1"].counters = 3
    positions = sorted(position for position in pieces.galaxy_of(game).systems if position.isdigit())
    for where, what in changes:
        if what == "cruiser":
            pieces.put(game, "p1", "cruiser", 1, positions[where])
        else:
            hold(game, what, positions[where])
    session = begun(game)
    watch = Watch(standing(session.game))
    for number in picks:
        if session.pending is None or session.game.phase != "action" or session.game.active != "hive":
            break
        answers = answers_to(session.game, session.pending)
        entry = Answer(session.pending.key, answers[number % len(answers)])
        session.apply(entry)
        assert [one for one in watch.broken(session, entry) if one.law == "the board is confirmed once"] == []


@pytest.mark.rule("28.5.ready", "28.5.spawning-infantry")
def test_a_planet_that_the_sheet_gives_away_replenishes_nothing() -> None:
    game = fresh_game()
    game.galaxy = galaxy()
    game.phase, game.stage, game.round = "status", "clean_up", 2
    game.hive.bank.resources = game.hive.bank.influence = 0
    pieces.recount(game)
    session = begun(game)
    assert [item.text.partition(":")[0] for item in sheet(session).items][1:] == [
        "Hope's End, tile 66 (AUX 1)",
        "Tren'lak/Quinarra, tile 13 (main spawning system)",
    ]
    session.apply(Board({"209/planet/Hope's End/control": "p1"}))
    assert session.pending is not None and session.pending.key == keys.PLANETS_SET
    session.apply(Answer(keys.PLANETS_SET, "mended"))
    session.apply(Answer(sheet(session).key, "right"))
    assert (game.hive.bank.resources, game.hive.bank.influence) == (6, 6)
    assert pieces.units_at(pieces.galaxy_of(game), "hive", "209", "Hope's End") == {}
