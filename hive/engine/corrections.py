"""Corrections by hand: any tracked number, at any moment. The laws of the game still hold after each."""

from __future__ import annotations

from hive.engine.errors import Refused
from hive.engine.facts import ACTIVE_SIDE, CARDS, COURSE, DECK, Correctable, Correction, Page, all_of
from hive.fields import Misfit
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.words import Words, say

__all__ = ["ACTIVE_SIDE", "PAGES", "Correctable", "Correction", "correct", "correctable", "correctables", "pages"]


def correct(game: Game, field: str, value: object) -> None:
    """Set a tracked value. Raises Refused if there is no such value, or if the new one breaks a law of the game."""
    one = correctable(game, field)
    if one is None:
        raise Refused(say("There is no such number to correct."))
    try:
        one.set(game, value)
    except Misfit as error:
        raise Refused(error.words) from error
    laws = broken_laws(game)
    if laws:
        raise Refused(laws[0])


def correctable(game: Game, field: str) -> Correction | None:
    """What the table may correct by this name; None where there is no such thing in this game."""
    return next((one for one in correctables(game) if one.field == field), None)


def correctables(game: Game) -> list[Correction]:
    """Everything that the table may correct in this game, group by group.

    With a galaxy, the Hive's units, planets and command tokens on the board are mended there (:mod:`hive.board.edits`).
    """
    by_hand = not game.tracked
    return [
        fact.here(game, group, key)
        for group, fact, key in all_of(game)
        if fact.there(game) and (by_hand or not fact.on_board)
    ]


# --- a game that begins in the middle: what stands on the table by now, page by page

PAGES: dict[Page, Words] = {
    "course": say("Round and points"),
    "hive": say("What the Hive has"),
    "cards": say("Cards"),
    "board": say("The board"),
}
"""The pages of the guided pass by their headings."""
_FIRST = (COURSE, DECK, CARDS)


def pages(game: Game) -> list[tuple[Words, list[Correction]]]:
    """Each page of the guided pass: its heading, and what is asked there; nothing where the map has it.

    Whose turn it is, and what holds for a turn or a round alone, is not: a game goes on where a round begins.
    """
    rows = sorted(correctables(game), key=lambda row: row.group not in _FIRST)
    return [(heading, [row for row in rows if row.page == page]) for page, heading in PAGES.items()]
