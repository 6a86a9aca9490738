"""Corrections by hand: any tracked number, at any moment. The laws of the game still hold after each."""

from __future__ import annotations

from typing import Any

from hive.engine.corrections.cards import deck, strategy_cards
from hive.engine.corrections.course import course, laws, page_of
from hive.engine.corrections.hive_area import (
    cards_in_hand,
    exploration,
    funds,
    planets,
    stockpile,
    technologies,
    tokens,
    units,
)
from hive.engine.corrections.kinds import ACTIVE_SIDE, Correctable
from hive.engine.corrections.sides import notes, players
from hive.engine.errors import Refused
from hive.model.game import ADVANCED_PAGES, Game
from hive.model.laws import broken_laws
from hive.rules.options.advanced import played
from hive.words import whole_number

__all__ = ["ACTIVE_SIDE", "Correctable", "correct", "correctables"]


def correct(game: Game, field: str, value: Any) -> None:
    """Set a tracked value. Raises Refused if there is no such value, or if the new one breaks a law of the game."""
    known = {one.field: one for one in correctables(game)}
    if field not in known:
        raise Refused("There is no such number to correct.")
    one = known[field]
    one.write(game, _checked(one, value))
    laws = broken_laws(game)
    if laws:
        raise Refused(laws[0])


def _checked(one: Correctable, value: Any) -> int | str:
    if one.choices:
        if value not in [choice.value for choice in one.choices]:
            raise Refused(f"{one.label}: choose one of {', '.join(choice.label for choice in one.choices)}.")
        return str(value)
    number = whole_number(value)
    if number is None:
        raise Refused(f"{one.label}: enter a whole number from {one.minimum} to {one.maximum}.")
    if not one.minimum <= number <= one.maximum:
        raise Refused(f"{one.label}: {number} is not from {one.minimum} to {one.maximum}.")
    return number


def correctables(game: Game) -> list[Correctable]:
    """Everything that the table may correct in this game, group by group.

    With a galaxy, the Hive's units, planets and command tokens on the board are mended there (:mod:`hive.board.edits`).
    """
    by_hand = game.galaxy is None
    return [
        *funds(),
        *stockpile(),
        *tokens(game),
        *cards_in_hand(),
        *technologies(game),
        *(exploration(game) if played(game, "exploration") else ()),
        *(units(game) if by_hand else ()),
        *(planets(game) if by_hand else ()),
        *players(game),
        *notes(game),
        *deck(game),
        *strategy_cards(game),
        *laws(game),
        *course(game),
        *(page_of(page) for page in ADVANCED_PAGES),
    ]
