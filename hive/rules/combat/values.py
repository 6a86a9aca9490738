"""The Hive's units as they are now: dice, hit, move and abilities after upgrades, its faction, laws and other effects.

Rules: 13.technology.printed, 1.setup.faction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hive.board.movement import move_value
from hive.catalog.tables import AbilitiesOff, Ability, CombatValue, UnitType
from hive.effects import effects
from hive.model.game import Game
from hive.rules.area.points import faction_bonus
from hive.rules.combat.units import combat_value, faded, upgrades
from hive.rules.diagrams.damage import can_sustain
from hive.words import Name, Words, count, printed, say

_ROLLED: tuple[tuple[Ability, Words], ...] = (
    ("anti_fighter_barrage", say("Anti-fighter barrage")),
    ("bombardment", say("Bombardment")),
    ("space_cannon", say("Space cannon")),
)
HIGHEST_DIE, LOWEST_HIT = 10, 1


@dataclass(frozen=True)
class UnitNow:
    """A type of unit of the Hive as it is now.

    ``hit`` is the lowest die that hits in combat, None for a unit that rolls none; ``bent`` says what changes its
    values, by the source; ``locked``: the upgrade that it needs is not gained.
    """

    unit: UnitType
    dice: int
    hit: int | None
    move: int
    sustains: bool
    abilities: tuple[Words, ...]
    bent: tuple[Words, ...]
    locked: bool


def units_now(game: Game) -> tuple[UnitNow, ...]:
    """Every type of unit, in the order of the tables."""
    return tuple(_now(game, unit) for unit in game.tables.units.units)


def faction_words(game: Game) -> Words:
    """What the Hive's faction adds to all of them. Rule: 1.setup.faction."""
    ability = game.tables.units.faction_ability
    if game.hive.ability_lost:
        return say("{ability} is lost: it adds nothing any more.", ability=Name(ability.name))
    return say(
        "{ability} is counted already: it adds {bonus} to each combat roll.",
        ability=Name(ability.name),
        bonus=ability.combat_bonus,
    )


def _now(game: Game, unit: UnitType) -> UnitNow:
    value, _ = combat_value(game, unit.key, "combat")
    return UnitNow(
        unit=unit,
        dice=value.dice if value else 0,
        hit=_hit(game, unit, value) if value else None,
        move=move_value(game.tables, unit.key, game.hive.upgrades),
        sustains=can_sustain(game, unit.key),
        abilities=tuple(_abilities(game, unit)),
        bent=tuple(_bent(game, unit, value)),
        locked=unit.needs_upgrade is not None and unit.needs_upgrade not in game.hive.upgrades,
    )


def _bonuses(game: Game, unit: UnitType) -> dict[str, int]:
    """What is added to each combat roll of a unit, by the source."""
    ability = game.tables.units.faction_ability
    return {ability.name: faction_bonus(game)} | effects(game).roll_modifiers(game.tables.units.kind_of(unit.key))


def _hit(game: Game, unit: UnitType, value: CombatValue) -> int:
    return min(HIGHEST_DIE, max(LOWEST_HIT, value.hit - sum(_bonuses(game, unit).values())))


def _abilities(game: Game, unit: UnitType) -> Iterator[Words]:
    """What a unit can do beside its combat, unless it is off now."""
    off = faded(game, "hive") or any(unit.key in one.effect.units for one in effects(game).of(AbilitiesOff))
    if off:
        return
    for ability, words in _ROLLED:
        value, _ = combat_value(game, unit.key, ability)
        if value:
            yield say("{ability} {hit} ({dice})", ability=words, hit=value.hit, dice=count(value.dice, "die", "dice"))
    if unit.planetary_shield:
        yield say("Planetary shield")
    if unit.ignores_planetary_shield:
        yield say("Ignores planetary shields")
    if unit.lends_combat:
        yield say("+{bonus} to other ships there", bonus=unit.lends_combat)
    if unit.hits_when_sustaining:
        yield say("{hits} when it sustains", hits=count(unit.hits_when_sustaining, "hit"))


def _bent(game: Game, unit: UnitType, value: CombatValue | None) -> Iterator[Words]:
    """What makes its values other than printed: upgrades first, then effects on its rolls."""
    for upgrade in upgrades(game):
        if upgrade.unit == game.tables.units.kind_of(unit.key):
            yield say("{upgrade}: {effect}", upgrade=Name(upgrade.name), effect=printed(upgrade.effect, {}))
    if value:
        for source, bonus in effects(game).roll_modifiers(game.tables.units.kind_of(unit.key)).items():
            yield say("{source}: {bonus}", source=Name(source), bonus=Name(f"{bonus:+d}"))
    if unit.sustain_damage and not can_sustain(game, unit.key):
        yield say("cannot sustain damage now")
