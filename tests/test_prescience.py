"""The Naalu's zero, lent to the ally with Gift of Prescience: who acts first, who scores first, when it goes back."""

from __future__ import annotations

import pytest

from driving import expected_answer, fresh_game
from hive import keys
from hive.engine.entries import Answer, Correct, Event
from hive.engine.errors import Refused
from hive.engine.session import Session
from hive.model.game import Game, NoteHeld
from hive.rules.action.turns import initiative_order, initiative_words
from hive.rules.status import clean_up
from hive.steps import Tell
from hive.web.steps.scene import quick


def naalu_game() -> Game:
    """Round 2: Ben plays the Naalu with high cards, Ada has higher ones, the Hive holds Leadership."""
    game = fresh_game()
    game.settings.p2.faction = "Naalu Collective"
    game.round = 2
    for number, seat in ((1, "hive"), (2, "hive"), (5, "p2"), (6, "p2"), (7, "p1"), (8, "p1")):
        game.strategy_cards[number].owner = seat  # type: ignore[assignment]
    game.phase, game.stage, game.active = "strategy", "pick", None
    return game


def first_turn() -> Session:
    """The session once the action phase has begun."""
    session = Session(naalu_game())
    session.settle()
    while session.game.phase == "strategy":
        go_on(session)
    return session


def go_on(session: Session) -> None:
    assert session.pending is not None
    session.apply(Answer(session.pending.key, expected_answer(session.game, session.pending)))


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.reading("Q105")
def test_whoever_is_lent_the_zero_has_the_first_turn_in_one_tap() -> None:
    session = first_turn()
    assert session.game.active == "p2"
    session.apply(Event("gift_lent", {}))
    assert session.game.active == "p1"
    assert session.pending is not None
    assert session.pending.key == keys.PLAYER_TURN
    assert session.pending.text == "Ada's turn"
    go_on(session)
    assert session.game.active == "hive"
    session.apply(Event("gift_back", {}))
    assert session.game.active == "hive"
    assert initiative_order(session.game) == ["p2", "hive", "p1"]


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.reading("Q105")
def test_a_note_that_comes_to_light_later_leaves_the_present_turn_to_whose_it_is() -> None:
    session = first_turn()
    go_on(session)
    assert session.game.active == "hive"
    session.apply(Event("gift_lent", {}))
    assert session.game.active == "hive"
    assert initiative_order(session.game) == ["p1", "hive", "p2"]
    assert initiative_words(session.game) == "Lowest initiative number first, and 0 for Gift of Prescience."


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.reading("Q105")
def test_it_goes_back_when_the_status_phase_ends() -> None:
    game = naalu_game()
    game.prescient = "p1"
    steps = [step for step in clean_up(game) if isinstance(step, Tell)]
    assert any("Ada gives Gift of Prescience back to Ben" in item.text for step in steps for item in step.items)
    assert game.prescient is None
    assert not any("Prescience" in item.text for step in clean_up(game) for item in getattr(step, "items", ()))


@pytest.mark.rule("27.received.display", "1.scope.unchanged-rules")
@pytest.mark.reading("Q105")
def test_the_hive_holding_the_note_changes_nothing_and_lends_it_to_nobody() -> None:
    session = first_turn()
    session.game.hive.notes = [NoteHeld("faction", "p2")]
    assert initiative_order(session.game)[0] == "p2"
    with pytest.raises(Refused, match="The Hive has Gift of Prescience"):
        session.apply(Event("gift_lent", {}))


def test_it_is_lent_and_back_only_once() -> None:
    session = first_turn()
    with pytest.raises(Refused, match="Gift of Prescience is with the Naalu"):
        session.apply(Event("gift_back", {}))
    session.apply(Event("gift_lent", {}))
    with pytest.raises(Refused, match="Ada holds Gift of Prescience already"):
        session.apply(Event("gift_lent", {}))


def test_the_first_turn_alone_has_a_button_for_it() -> None:
    session = first_turn()
    assert session.pending is not None
    assert "gift_lent" in [button.value for button in quick(session.game, session.pending)]
    go_on(session)
    assert session.pending is not None
    assert "gift_lent" not in [button.value for button in quick(session.game, session.pending)]


def test_whose_turn_it_is_can_be_corrected_in_the_first_turn_too() -> None:
    session = first_turn()
    session.apply(Correct("active", "hive"))
    assert session.game.active == "hive"
    assert session.pending is not None
    assert session.pending.key == keys.HIVE_TURN
