"""What stands in a system for each kind of fight, and what the units of the Hive are worth as they are now.

Rules: 13.technology.printed, 1.setup.faction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from hive.board.movement import move_value
from hive.board.survey import Survey
from hive.catalog.tables import AbilitiesOff, Ability, Category, CombatValue, NoUnitAbilities, Owner, UnitType, Upgrade
from hive.catalog.tables.effects import AbilityOff, CannonGained, UnitAbility
from hive.effects import effects
from hive.model.game import NEUTRAL, PLAYERS, Game
from hive.rules.area.points import faction_bonus
from hive.rules.diagrams.damage import can_sustain
from hive.words import Name, Words, count, printed, say

Kind = Literal["space_cannon", "anti_fighter_barrage", "space_combat", "bombardment", "ground_combat"]

# Where the dice of each kind of roll stand. Only the two combats are combat rolls, to which bonuses apply.
ABILITY: dict[Kind, Ability] = {
    "space_cannon": "space_cannon",
    "anti_fighter_barrage": "anti_fighter_barrage",
    "space_combat": "combat",
    "bombardment": "bombardment",
    "ground_combat": "combat",
}


def upgrades(game: Game) -> list[Upgrade]:
    """The upgrades that the Hive has gained, in the order of decks/technologies.yaml."""
    return [upgrade for upgrade in game.tables.technologies.upgrades if upgrade.name in game.hive.upgrades]


def combat_value(game: Game, unit: str, ability: Ability) -> tuple[CombatValue | None, str]:
    """The dice of a Hive unit, and the name of the upgrade that they come from; None if it does not roll.

    Rules: 13.technology.printed, 13.technology.cruiser-ii, 13.technology.fighter-ii, 13.technology.infantry-ii.
    """
    kind = game.tables.units.kind_of(unit)
    for upgrade in upgrades(game):
        value = upgrade.dice_of(ability)
        if upgrade.unit == kind and value is not None:
            return value, upgrade.name
    return game.tables.units.by_key[unit].dice_of(ability), ""


def hits_when_sustaining(game: Game, unit: str) -> int:
    """The hits that one of the Hive's units produces when it sustains damage, unless its abilities are off."""
    off = any(unit in one.effect.units for one in effects(game).of(AbilitiesOff))
    return 0 if off else game.tables.units.by_key[unit].hits_when_sustaining


def ships(game: Game, units: Mapping[str, int]) -> dict[str, int]:
    """The ships among some units."""
    return of_category(game, units, "ship")


def ground_forces(game: Game, units: Mapping[str, int]) -> dict[str, int]:
    """The ground forces among some units. A mech of the Hive is one. Rule: 1.setup.mech-double-nature."""
    return of_category(game, units, "ground_force")


def of_category(game: Game, units: Mapping[str, int], category: Category) -> dict[str, int]:
    """The units of a category among some units, weakest first."""
    return {unit.key: units[unit.key] for unit in game.tables.units.of(category) if units.get(unit.key)}


def with_ability(game: Game, units: Mapping[str, int], ability: Ability) -> dict[str, int]:
    """Those of some Hive units that roll dice for an ability."""
    if ability != "combat" and faded(game, "hive"):
        return {}
    off = set() if ability == "combat" else units_without(game, ability, "space")
    able = {key: number for key, number in units.items() if number and key not in off}
    return {key: number for key, number in able.items() if combat_value(game, key, ability)[0]}


def units_without(game: Game, ability: UnitAbility, arena: Literal["space", "ground"]) -> set[str]:
    """The types of the Hive's units that do not have a unit ability now, against ships or ground forces."""
    found = effects(game).of(AbilityOff)
    off = [one.effect for one in found if ability in one.effect.abilities and one.effect.arena in (arena, "anywhere")]
    kinds = {unit.key: game.tables.units.kind_of(unit.key) for unit in game.tables.units.units}
    return {key for key, kind in kinds.items() if any(kind in (one.units or (kind,)) for one in off)}


def cannons(game: Game, survey: Survey, seat: Owner, position: str) -> dict[str, int]:
    """A side's units with space cannon on the planets of a system."""
    found: dict[str, int] = {}
    for planet in survey.system(position).planets.values():
        for key, number in cannons_on(game, planet.units.get(seat, {}), seat).items():
            found[key] = found.get(key, 0) + number
    return found


def cannons_in_reach(game: Game, survey: Survey, position: str) -> bool:
    """Whether players have space cannons in a system, or next to it: those may reach it, if they are upgraded.

    Those of neutral units are not.
    """
    near = (position, *survey.adjacent[position])
    neutral = bool(cannons(game, survey, NEUTRAL, position))
    fixed = neutral or any(cannons(game, survey, seat, one) for seat in PLAYERS for one in near)
    return fixed or any(
        survey.system(one).units.get(seat, {}).get(unit, 0)
        for seat in PLAYERS
        for one in near
        for unit in gained(game, seat, far=one != position)
    )


def faded(game: Game, seat: Owner) -> bool:
    """Whether a side's units have no unit abilities now, as in an entropic scar."""
    return bool(effects(game).of(NoUnitAbilities, seat))


def cannons_on(game: Game, units: Mapping[str, int], seat: Owner) -> dict[str, int]:
    """Those of some units of a side that have space cannon."""
    if faded(game, seat):
        return {}
    able = {*gained(game, seat, False), *(unit.key for unit in game.tables.units.units if unit.space_cannon)}
    return {key: number for key, number in units.items() if number and key in able}


def gained(game: Game, seat: Owner, far: bool) -> set[str]:
    """The types of a side's units that have space cannon by an effect; ``far``: also into adjacent systems."""
    found = [one.effect for one in effects(game).of(CannonGained, seat)]
    return {unit for one in found if one.adjacent or not far for unit in one.units}


def neighbouring_cannons(game: Game, survey: Survey, position: str) -> dict[str, int]:
    """The Hive's space cannons in neighbouring systems that reach this one. Rule: 13.technology.pds-ii."""
    found: dict[str, int] = {}
    for neighbour in sorted(survey.adjacent[position]) if _far_cannons(game) else ():
        for key, number in _reaching(game, survey, neighbour).items():
            found[key] = found.get(key, 0) + number
    return found


def under_cannons(game: Game, survey: Survey) -> set[str]:
    """The systems that the Hive's space cannons reach from next to them. Rule: 13.technology.pds-ii."""
    if not _far_cannons(game):
        return set()
    return {near for one in survey.positions if _reaching(game, survey, one) for near in survey.adjacent[one]}


def _far_cannons(game: Game) -> set[str | None]:
    return {upgrade.unit for upgrade in upgrades(game) if upgrade.space_cannon_reaches_neighbours}


def _reaching(game: Game, survey: Survey, position: str) -> dict[str, int]:
    """The Hive's space cannons in a system that reach its neighbours."""
    far = _far_cannons(game)
    return {key: number for key, number in cannons(game, survey, "hive", position).items() if key in far}


def shielded(game: Game, units: Mapping[str, int], seat: Owner) -> bool:
    """Whether one of some units of a side shields its planet."""
    by_key = game.tables.units.by_key
    off = units_without(game, "planetary_shield", "ground") if seat == "hive" else set()
    return not faded(game, seat) and any(
        number and key not in off and by_key[key].planetary_shield for key, number in units.items()
    )


def breaks_shields(game: Game, units: Mapping[str, int]) -> bool:
    """Whether one of some ships ignores planetary shields."""
    return any(number and game.tables.units.by_key[key].ignores_planetary_shield for key, number in units.items())


# --- the Hive's units as they are now


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
