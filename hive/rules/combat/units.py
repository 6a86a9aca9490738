"""What stands in a system for each kind of fight, and what the Hive's units can do with their upgrades."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hive.board.survey import Survey
from hive.catalog.tables import AbilitiesOff, Ability, Category, CombatValue, NoUnitAbilities, Owner, Upgrade
from hive.catalog.tables.laws import AbilityOff, CannonGained, UnitAbility
from hive.effects import effects
from hive.model.game import NEUTRAL, PLAYERS, Game

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
