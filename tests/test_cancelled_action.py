"""A strategic action of the Hive that is cancelled is taken back; what the table entered meanwhile is not."""

from __future__ import annotations

import pytest

from driving import fresh_game, layout
from hive.board import pieces
from hive.engine.entries import Answer, Board, Correct, Event, Forward
from hive.engine.session import Session
from hive.engine.state import dump
from hive.model.game import Game, RevealedObjective
from hive.model.merging import merged
from hive.rules.abilities.area import Outcome
from hive.rules.action.hive_turn import unless_cancelled
from hive.steps import Draw, Procedure, Tell
from hive.words import say

CONSTRUCTION, TRADE = 4, 5
COUP = (Event("used.coup_detat", {"who": "p1"}), Answer("sabotage", "other"))
DONE = Answer("action_cancelled", "done")
DEFINED = {"action": "blue_arrow", "icons": "2"}

pytestmark = [pytest.mark.rule("1.scope.unchanged-rules", "11.action")]


def announced(card: int, *, galaxy: bool = True) -> Session:
    """A session in which the Hive has announced a strategic action."""
    game = fresh_game(draws="table", galaxy=layout() if galaxy else None)
    game.phase, game.active, game.hive.trade_goods, game.hive.action_cards = "action", "hive", 1, 2
    game.strategy_cards[card].owner = "hive"
    game.objectives = [RevealedObjective("Corner the Market")]
    session = Session(game)
    session.settle()
    session.apply(Answer("hive_turn", "draw"))
    while isinstance(session.pending, Draw):
        session.apply(Answer(session.pending.key, DEFINED))
    return session


def entered(session: Session, *entries: Forward) -> Game:
    for entry in entries:
        session.apply(entry)
    return session.game


def cancelled(card: int, *entries: Forward, galaxy: bool = True) -> Game:
    """The game once a coup has cancelled the action, in the middle of which these were entered."""
    return entered(announced(card, galaxy=galaxy), *entries, *COUP, DONE)


def test_a_correction_in_the_middle_of_it_stays_as_so_much_more_or_less() -> None:
    assert announced(TRADE).game.hive.trade_goods == 4
    game = cancelled(TRADE, Correct("hive.trade_goods", 6), Correct("hive.bank.resources", 7))
    assert game.hive.trade_goods == 1 + 2, "the action's three are taken back, the table's two are not"
    assert game.hive.bank.resources == 7 and game.hive.commodities == cancelled(TRADE).hive.commodities


def test_an_edit_of_the_board_in_the_middle_of_it_stays() -> None:
    pds = announced(CONSTRUCTION).game.hive.units["pds"]
    game = cancelled(CONSTRUCTION, Board({"303/units/p1/cruiser": 2, "303/units/hive/cruiser": 1}))
    assert game.galaxy is not None and pieces.units_at(game.galaxy, "p1", "303") == {"cruiser": 2}
    assert pieces.units_at(game.galaxy, "hive", "303") == {"cruiser": 1}
    assert game.hive.units["pds"] == pds and game.strategy_cards[CONSTRUCTION].exhausted is False


@pytest.mark.parametrize("galaxy", [True, False], ids=["map", "asked"])
def test_an_objective_that_was_scored_in_the_middle_of_it_stays_scored(galaxy: bool) -> None:
    scored = Event("scored", {"who": "p1", "objective": "Corner the Market"})
    game = cancelled(TRADE, scored, galaxy=galaxy)
    assert game.objectives == [RevealedObjective("Corner the Market", ["p1"])]
    assert game.players["p1"].victory_points == 1 and game.active == "p1"


def test_who_cancels_it_in_the_middle_of_an_event_ends_that_event_first() -> None:
    session = announced(TRADE)
    entered(session, Event("arms_transaction", {"who": "p1"}, forced=True))
    step = session.pending
    assert step is not None and step.key != "strategic_action"
    entered(session, *COUP)
    assert session.pending == step, "the event still waits for the table"


def test_what_is_corrected_after_it_was_cancelled_answers_no_question() -> None:
    session = announced(TRADE)
    entered(session, *COUP, Correct("hive.trade_goods", 5))
    assert session.pending is not None and session.pending.key == "action_cancelled"
    game = entered(session, DONE, Event("points", {"who": "p1", "change": "gain"}))
    assert game.hive.strategic == "" and game.active == "p1"


def test_what_no_longer_fits_is_told_to_be_entered_again() -> None:
    game = fresh_game()
    game.hive.units["cruiser"] = 8

    def action() -> Procedure[Outcome]:
        game.hive.units["cruiser"] = 0
        yield Tell(say("It is so."), "11.action")
        return Outcome()

    procedure = unless_cancelled(game, action())
    next(procedure)
    game.hive.units["cruiser"], game.hive.strategic = 8, "cancelled"
    step = procedure.send(True)
    assert isinstance(step, Tell) and str(step.items[-1].text).endswith("enter it again.")
    assert game.hive.units["cruiser"] == 8


def test_the_log_plays_it_again_as_it_was() -> None:
    session = announced(CONSTRUCTION)
    later = (Correct("hive.bank.resources", 7), Board({"303/units/p1/cruiser": 2}), *COUP, DONE)
    assert dump(entered(announced(CONSTRUCTION), *later)) == dump(entered(session, *later))


@pytest.mark.parametrize(
    ("ours", "base", "theirs", "merges"),
    [
        (1, 4, 6, 3),
        (1, 4, 2, 0),
        ("", "p1", "p1", ""),
        ("", "p1", "p2", "p2"),
        (False, True, False, False),
        ({"cruiser": 1}, {}, {"cruiser": 1, "pds": 1}, {"cruiser": 2, "pds": 1}),
        ({"cruiser": 1}, {"cruiser": 1, "pds": 2}, {"pds": 2}, {}),
        (["a"], ["a", "b"], ["b", "c"], ["c"]),
        (
            [RevealedObjective("x")],
            [RevealedObjective("x", ["hive"])],
            [RevealedObjective("x", ["hive", "p1"])],
            [RevealedObjective("x", ["p1"])],
        ),
        ([], [RevealedObjective("x")], [RevealedObjective("x", ["p1"])], [RevealedObjective("x", ["p1"])]),
        (None, None, 2, 2),
    ],
)
def test_what_has_changed_is_applied_to_another_state(
    ours: object, base: object, theirs: object, merges: object
) -> None:
    assert merged(ours, base, theirs) == merges
