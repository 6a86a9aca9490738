"""What bends a battle by its units: on which of them effects hang, what is added, and what is rolled again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from hive.board.survey import Survey
from hive.catalog.tables import Foe, RollModifier
from hive.catalog.tables.laws import Rerolled
from hive.effects import effects, on_the_planet, standing_at
from hive.model.game import PLAYERS, Game, Player
from hive.rules.combat.rolls import ROLLS
from hive.rules.combat.units import Kind
from hive.steps import Item, Number
from hive.words import say

_BREACH = "active_breach"


def look_around(game: Game, survey: Survey, position: str) -> None:
    """Note which units players have in a system, on the planet that is fought for, and near: effects hang on them."""
    system = survey.system(position)
    planet = system.planets.get(game.battle_on)
    for seat in PLAYERS:
        places = (system.units, *(one.units for one in system.planets.values()))
        there = {unit for place in places for unit, number in place.get(seat, {}).items() if number}
        on = [unit for unit, number in planet.units.get(seat, {}).items() if number] if planet else []
        game.beside[seat] = sorted({*there, *map(on_the_planet, on), *_reaching(game, survey, position, seat)})


def _reaching(game: Game, survey: Survey, position: str, seat: Player) -> Iterator[str]:
    """The units from which something reaches the system: structures in it or near it, and what breaches join to it."""
    structures = {unit.key for unit in game.tables.units.structures}
    for near in (position, *survey.adjacent[position]):
        for planet in survey.system(near).planets.values():
            yield from (standing_at(unit, "near") for unit in planet.units.get(seat, {}) if unit in structures)
    if _breached(survey, position):
        for at in filter(partial(_breached, survey), survey.positions):
            yield from (standing_at(unit, "breach") for unit in survey.system(at).units.get(seat, {}))


def _breached(survey: Survey, position: str) -> bool:
    return any(token.key == _BREACH for token in survey.system(position).tokens)


def against(game: Game, kind: Kind, players: Sequence[Foe]) -> dict[str, int]:
    """What is added to a roll of the Hive because of whom it is rolled against, by its name."""
    return {
        one.source: one.effect.bonus
        for one in effects(game).of(RollModifier)
        if one.effect.against_owner and ROLLS[kind] in one.effect.rolls and one.owner in players
    }


def rolled_again(
    game: Game, kind: Kind, rolled: dict[tuple[Kind, str], list[int]], again: dict[Kind, int]
) -> list[Item]:
    """Forget the dice of a roll as often as somebody has them rolled again, and say by what."""
    found = [one for one in effects(game).of(Rerolled) if ROLLS[kind] in one.effect.rolls]
    if len(found) > again.get(kind, 0):
        again[kind] = len(found)
        for key in [key for key in rolled if key[0] == kind]:
            del rolled[key]
    return [Item(say("{words}.", words=one.words), rule="1.scope.unchanged-rules", aside=True) for one in found]


def as_typed(numbers: Sequence[Number], typed: Mapping[str, int]) -> tuple[Number, ...]:
    """Numbers as they were typed before their question was asked once more, as far as they still can be that high."""
    return tuple(
        replace(
            number,
            value=min(typed.get(number.name, number.value), number.maximum),
            preset=None if number.name in typed else number.preset,
        )
        for number in numbers
    )
