"""What bends a battle by its units: on which of them effects hang, what is added, and what is rolled again."""

from __future__ import annotations

from collections.abc import Sequence

from hive.board.survey import Survey
from hive.catalog.tables import Foe, RollModifier
from hive.catalog.tables.laws import Rerolled
from hive.effects import effects, on_the_planet
from hive.model.game import PLAYERS, Game
from hive.rules.combat.rolls import ROLLS
from hive.rules.combat.units import Kind
from hive.steps import Item
from hive.words import say


def look_around(game: Game, survey: Survey, position: str) -> None:
    """Note which units players have in a system, and on the planet that is fought for: effects hang on them."""
    system = survey.system(position)
    planet = system.planets.get(game.battle_on)
    for seat in PLAYERS:
        places = (system.units, *(one.units for one in system.planets.values()))
        there = {unit for place in places for unit, number in place.get(seat, {}).items() if number}
        on = [unit for unit, number in planet.units.get(seat, {}).items() if number] if planet else []
        game.beside[seat] = sorted({*there, *map(on_the_planet, on)})


def against(game: Game, kind: Kind, players: Sequence[Foe]) -> dict[str, int]:
    """What is added to a roll of the Hive because of whom it is rolled against, by its name."""
    return {
        one.source: one.effect.bonus
        for one in effects(game).of(RollModifier)
        if one.effect.against_owner and ROLLS[kind] in one.effect.rolls and one.owner in players
    }


def rolled_again(game: Game, kind: Kind) -> list[Item]:
    """What has the dice of a roll rolled again, a line for each time."""
    found = [one for one in effects(game).of(Rerolled) if ROLLS[kind] in one.effect.rolls]
    return [Item(say("{words}.", words=one.words), rule="1.scope.unchanged-rules") for one in found]
