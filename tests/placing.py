"""Plays a rule on a whole board: what the tests of placing units have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from driving import fresh_game
from hive.board import pieces
from hive.engine.entries import Answer, Event
from hive.engine.session import Session
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules.placing.places import LAST_KNOWN
from hive.steps import AGAIN, Ask, Card, Draw, Procedure, Step, Tell
from whole_board import TILES, galaxy


def game_with(tiles: Mapping[str, str] = TILES, **ships: Mapping[str, int]) -> Game:
    """A game on the whole board of :mod:`whole_board`, with ships as it puts them there."""
    game = fresh_game()
    game.galaxy = galaxy(tiles, **ships)
    pieces.recount(game)
    return game


def there(game: Game, position: str, planet: str | None = None, seat: Any = "hive") -> dict[str, int]:
    """A side's units at a place."""
    return pieces.units_at(pieces.galaxy_of(game), seat, position, planet)


def run(
    game: Game, procedure: Procedure[Any], answers: Sequence[Any] = (), cards: Sequence[Card] = ()
) -> tuple[Any, list[Ask]]:
    """Play a procedure to its end; an answer that is a function mends the game and is AGAIN. Out: its value, its asks.

    What is not answered gets the first choice. The laws of the game hold afterwards.
    """
    replies, drawn, asked = list(answers), list(cards), []
    step, reply = None, None
    while True:
        try:
            step = procedure.send(reply)
        except StopIteration as end:
            assert broken_laws(game) == []
            return end.value, asked
        if isinstance(step, Ask):
            asked.append(step)
        reply = _reply(step, replies, drawn)


def _reply(step: Step, replies: list[Any], drawn: list[Card]) -> Any:
    if isinstance(step, Draw):
        return drawn.pop(0)
    if isinstance(step, Tell):
        return True
    told = replies.pop(0) if replies else step.choices[0].value
    if callable(told):
        assert step.anew, "only a question with anew is asked again"
        told()
        return AGAIN
    if isinstance(told, str):
        assert told in [choice.value for choice in step.choices], (told, step.choices)
    return told


def lines(step: Ask) -> list[str]:
    return [item.text for item in step.items]


def placed(ask: Ask) -> list[str]:
    """What a question has the table place, without what that rests on."""
    return [item.text for item in ask.items if item.note != LAST_KNOWN]


def happen(session: Session, event: str, **args: Any) -> Any:
    """Report an event and return the step that it waits at."""
    session.apply(Event(event, args))
    return session.pending


def answer(session: Session, value: Any) -> Any:
    """Answer the open question and return the next one."""
    assert session.pending is not None
    session.apply(Answer(session.pending.key, value))
    return session.pending


def session_with(**ships: Mapping[str, int]) -> Session:
    """A session on the same board, in the strategy phase."""
    game = game_with(**ships)
    game.phase, game.stage = "action", ""
    game.active = "p1"
    session = Session(game)
    session.settle()
    return session
