"""The Hive's units as they are now: a row for each type."""

from __future__ import annotations

from dataclasses import dataclass

from hive.effects import effects
from hive.games.present import Present
from hive.rules.combat.units import UnitNow, faction_words, units_now
from hive.web.frame import GamePage, framed
from hive.words import Name, Words, sentence


@dataclass(frozen=True)
class UnitRow:
    """A type of unit with its values; ``on_board`` is how many of it stand there."""

    key: str
    name: Words
    on_board: int
    now: UnitNow


@dataclass(frozen=True)
class UnitsPage(GamePage):
    """The page: the units, and what else bends the Hive's play now."""

    units: tuple[UnitRow, ...]
    effects: tuple[Words, ...]
    faction: Words
    brings: int


def units_page(present: Present) -> UnitsPage:
    """The Hive's units, as the game stands."""
    game = present.session.game
    return UnitsPage(
        *framed(present),
        units=tuple(
            UnitRow(one.unit.key, sentence(Name(one.unit.name)), game.hive.units.get(one.unit.key, 0), one)
            for one in units_now(game)
        ),
        effects=tuple(one.words for one in effects(game).in_play if "hive" in one.seats),
        faction=faction_words(game),
        brings=game.level.units_per_capacity_ship,
    )
