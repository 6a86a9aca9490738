"""What a simulated table is like for a whole game: what it books, and what it tries that careful tables do not.

A bold table tries what rules seldom meet: moves and planets that nobody books, decks that run empty, numbers mended
between two rounds of dice, attacks of both players with ground forces in each other's ships. None of it is forbidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

# How many of the bold tables have each habit.
_NEVER_BOOKS, _FORGETS_CONTROL, _SHORT_DECKS, _MENDS_DICE, _TOGETHER, _EVERY_EVENT = 0.15, 0.3, 0.25, 0.5, 0.6, 0.7


@dataclass(frozen=True)
class Habits:
    """What a table does in a whole game.

    ``books``: its moves, sooner or later; ``controls``: planets taken are booked with the move that took them;
    ``short_decks``: few cards are left in most rounds; ``mends_dice``: numbers are mended between two rounds of dice;
    ``together``: players come to the Hive's border and attack side by side, and carry each other's ground forces;
    ``every_event``: happenings of any kind, also those that a galaxy or a plain course of the game seldom brings;
    ``uses``: what its factions have, wherever it can be used.
    """

    books: bool = True
    controls: bool = True
    short_decks: bool = False
    mends_dice: bool = False
    together: bool = False
    every_event: bool = False
    uses: bool = False


CAREFUL = Habits()
# How many of all tables use what their factions have.
USES = 0.5


def bold_habits(rng: Random) -> Habits:
    """The habits of a bold table, drawn at random; some of them have hardly any."""
    return Habits(
        books=rng.random() >= _NEVER_BOOKS,
        controls=rng.random() >= _FORGETS_CONTROL,
        short_decks=rng.random() < _SHORT_DECKS,
        mends_dice=rng.random() < _MENDS_DICE,
        together=rng.random() < _TOGETHER,
        every_event=rng.random() < _EVERY_EVENT,
    )
