"""Corrections by hand: any tracked number, at any moment. The laws of the game still hold after each."""

from __future__ import annotations

from hive.catalog.tables import ADVANCED_PAGES
from hive.engine.corrections.course import course, deck, event_cards, expedition, laws, page_of, strategy_cards, tyrant
from hive.engine.corrections.kinds import (
    ACTIVE_SIDE,
    Correctable,
    Correction,
    cards_in_hand,
    exploration,
    fallen,
    funds,
    notes,
    planets,
    players,
    stockpile,
    technologies,
    tokens,
    units,
)
from hive.engine.errors import Refused
from hive.fields import Misfit
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules.options import played
from hive.words import say

__all__ = ["ACTIVE_SIDE", "Correctable", "Correction", "correct", "correctables"]


def correct(game: Game, field: str, value: object) -> None:
    """Set a tracked value. Raises Refused if there is no such value, or if the new one breaks a law of the game."""
    known = {one.field: one for one in correctables(game)}
    if field not in known:
        raise Refused(say("There is no such number to correct."))
    try:
        known[field].set(game, value)
    except Misfit as error:
        raise Refused(error.words) from error
    laws = broken_laws(game)
    if laws:
        raise Refused(laws[0])


def correctables(game: Game) -> list[Correction]:
    """Everything that the table may correct in this game, group by group.

    With a galaxy, the Hive's units, planets and command tokens on the board are mended there (:mod:`hive.board.edits`).
    """
    by_hand = not game.tracked
    return [
        *funds(),
        *stockpile(),
        *tokens(game),
        *cards_in_hand(),
        *technologies(game),
        *(exploration(game) if played(game, "exploration") else ()),
        *(units(game) if by_hand else ()),
        *fallen(game),
        *(planets(game) if by_hand else ()),
        *players(game),
        *notes(game),
        *deck(game),
        *strategy_cards(game),
        *laws(game),
        *expedition(game),
        *event_cards(game),
        *course(game),
        *tyrant(game),
        *(page_of(page) for page in ADVANCED_PAGES),
    ]
