"""A game that begins in the middle: what stands on the table by now, page by page, as corrections."""

from __future__ import annotations

from dataclasses import dataclass

from hive.engine.corrections import correctables
from hive.engine.corrections.course import course, deck, event_cards, laws, strategy_cards
from hive.engine.corrections.kinds import (
    ACTIVE_SIDE,
    Correction,
    cards_in_hand,
    exploration,
    funds,
    notes,
    planets,
    players,
    stockpile,
    technologies,
    tokens,
    units,
)
from hive.model.game import Game
from hive.rules.options import played
from hive.words import Words, say

# Whose turn it is, and what holds for a turn or a round alone: a game goes on where a round begins.
_NOT_YET = (ACTIVE_SIDE, "hive.passed", "objectives_ran_out")
_OF_A_ROUND = (".passed", ".traded", ".calmed")


@dataclass(frozen=True)
class Page:
    """One page of the guided pass: its heading, and what is asked there; nothing where the map has it."""

    heading: Words
    rows: tuple[Correction, ...]


def pages(game: Game) -> tuple[Page, ...]:
    """The pages of the guided pass: the course of the game, the Hive, cards, and what it has on the board."""
    begun = [row for row in course(game) if row.field not in _NOT_YET]
    sides = [row for row in players(game) if not row.field.endswith(_OF_A_ROUND)]
    found = exploration(game) if played(game, "exploration") else []
    goods = [row for row in strategy_cards(game) if row.field.endswith(".trade_goods")]
    by_hand = {row.field for row in correctables(game)}
    on_the_board = [row for row in (*units(game), *planets(game)) if row.field in by_hand]
    return (
        Page(say("Round and points"), (*begun, *_points(game), *sides)),
        Page(
            say("What the Hive has"), (*funds(), *stockpile(), *tokens(game), *_hand(game), *technologies(game), *found)
        ),
        Page(say("Cards"), (*deck(game), *goods, *notes(game), *laws(game), *event_cards(game))),
        Page(say("The board"), tuple(on_the_board)),
    )


def _points(game: Game) -> list[Correction]:
    return [row for row in cards_in_hand() if row.field.endswith("victory_points")]


def _hand(game: Game) -> list[Correction]:
    return [row for row in cards_in_hand() if not row.field.endswith("victory_points")]
