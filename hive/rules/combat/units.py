"""What stands in a system for each kind of fight, what the units of the Hive are worth there, and its dice.

Rules: pages 13 and 21, 1.setup.faction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from hive import keys
from hive.board.survey import Survey
from hive.catalog.tables import (
    AbilitiesOff,
    Ability,
    Category,
    CombatValue,
    Foe,
    NoUnitAbilities,
    Owner,
    RollModifier,
    UnitType,
    Upgrade,
)
from hive.catalog.tables.effects import AbilityOff, CannonGained, HitsCancelled, NoRolls, Rerolled, Roll, UnitAbility
from hive.effects import Bending, effects, on_the_planet, standing_at
from hive.model.game import NEUTRAL, PLAYERS, Game, Player
from hive.rules.area import faction_bonus
from hive.rules.deck import SIDES
from hive.steps import ELSEWHERE, Dice, Item, Number, Throw
from hive.words import Name, Words, count, listed, say

Kind = Literal["space_cannon", "anti_fighter_barrage", "space_combat", "bombardment", "ground_combat"]

# How units and effects call each kind of roll. Only the two combats are combat rolls, to which bonuses apply.
ROLLS: dict[Kind, Roll] = {
    "space_cannon": "space_cannon",
    "anti_fighter_barrage": "anti_fighter_barrage",
    "space_combat": "combat",
    "bombardment": "bombardment",
    "ground_combat": "combat",
}
# Dice of the combat itself stand under its name anyway.
KIND_WORDS: dict[Kind, Words] = {
    "anti_fighter_barrage": say("Anti-fighter barrage"),
    "bombardment": say("Bombardment"),
    "space_cannon": say("Space cannon"),
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


def combatants(game: Game, units: Mapping[str, int], planet: str | None) -> dict[str, int]:
    """Those of some units that fight in space, or on a planet."""
    return of_category(game, units, "ship" if planet is None else "ground_force")


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
    found = Counter[str]()
    for planet in survey.system(position).planets.values():
        found.update(cannons_on(game, planet.units.get(seat, {}), seat))
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
    if not units or faded(game, seat):
        return {}
    able = {*gained(game, seat, False), *(unit.key for unit in game.tables.units.units if unit.space_cannon)}
    return {key: number for key, number in units.items() if number and key in able}


def gained(game: Game, seat: Owner, far: bool) -> set[str]:
    """The types of a side's units that have space cannon by an effect; ``far``: also into adjacent systems."""
    found = [one.effect for one in effects(game).of(CannonGained, seat)]
    return {unit for one in found if one.adjacent or not far for unit in one.units}


def neighbouring_cannons(game: Game, survey: Survey, position: str) -> dict[str, int]:
    """The Hive's space cannons in neighbouring systems that reach this one. Rule: 13.technology.pds-ii."""
    found = Counter[str]()
    for neighbour in sorted(survey.adjacent[position]) if _far_cannons(game) else ():
        found.update(_reaching(game, survey, neighbour))
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


# --- the dice of the Hive: how many, which hit, and why; what bends them, and what the app has rolled


OPEN: dict[str, tuple[Roll, ...]] = {
    keys.SPACE_CANNON: ("space_cannon",),
    keys.SPACE_CANNON_DEFENCE: ("space_cannon",),
    keys.BARRAGE: ("anti_fighter_barrage",),
    keys.BOMBARDMENT: ("bombardment",),
    keys.SPACE_COMBAT_ROUND: ("combat",),
    keys.SPACE_COMBAT_RESULT: ("anti_fighter_barrage", "combat"),
    keys.GROUND_COMBAT_ROUND: ("combat",),
    keys.GROUND_COMBAT_RESULT: ("combat",),
}
"""The rolls whose hits count with the answer to a question."""


@dataclass(frozen=True)
class RollLine:
    """What units of one type roll: dice in all, the lowest one that hits after all modifiers, and these in words.

    ``more``: dice that one of them rolls besides.
    """

    unit: str
    number: int
    dice: int
    hit: int
    modifiers: tuple[Words, ...] = ()
    more: bool = False


@dataclass(frozen=True)
class Rolled:
    """A line with the dice that the app has rolled for it."""

    line: RollLine
    dice: tuple[int, ...]

    @property
    def hits(self) -> int:
        """How many of the dice hit."""
        return sum(die >= self.line.hit for die in self.dice)


def hive_roll(
    game: Game, kind: Kind, units: Mapping[str, int], in_this_place: Mapping[str, int] | None = None
) -> list[RollLine]:
    """What each type among some Hive units rolls, the strongest first; types that roll no dice are left out.

    ``in_this_place`` is added to combat rolls as well, by its name.
    Rules: 1.setup.faction, 13.technology.printed, 1.scope.unchanged-rules.
    """
    lines: list[RollLine] = []
    if any(ROLLS[kind] in one.effect.rolls for one in effects(game).of(NoRolls)):
        return lines
    for unit in reversed(game.tables.units.units):
        number = units.get(unit.key, 0)
        value, upgrade = combat_value(game, unit.key, ROLLS[kind])
        if number and value is not None:
            bonuses = _added_to_dice(game, kind, unit, units) | dict(in_this_place or {})
            hit = max(1, value.hit - sum(bonuses.values()))
            words = (*([Name(upgrade)] if upgrade else []), *(_bonus(name, more) for name, more in bonuses.items()))
            lines.append(RollLine(unit.key, number, number * value.dice, hit, words))
    return lines


def no_roll(game: Game, rolls: Collection[Roll]) -> Words:
    """Why nothing can happen to such a roll of the battle that the app fights, or nothing."""
    if not game.battle_step or not {*rolls}.isdisjoint(OPEN.get(game.battle_step, ())):
        return ""
    return say("[The Hive] makes no such roll now.")


def cancelled(game: Game, kind: Kind) -> list[Item]:
    """The hits of a roll that somebody cancels, and by what."""
    lines = []
    for one in _cancelling(game, kind):
        hits = say("all hits") if one.effect.every else count(one.effect.number, "hit")
        text = say("{source}: {hits} of [the Hive] cancelled.", source=Name(one.source), hits=hits)
        lines.append(Item(text, rule="1.scope.unchanged-rules", aside=True))
    return lines


def _cancelling(game: Game, kind: Kind) -> list[Bending[HitsCancelled]]:
    return [one for one in effects(game).of(HitsCancelled) if ROLLS[kind] in one.effect.rolls]


def hits_left(game: Game, kind: Kind, hits: int) -> int:
    """How many hits of a roll are left of those that nobody cancels."""
    found = [one.effect for one in _cancelling(game, kind)]
    return 0 if any(one.every for one in found) else max(0, hits - sum(one.number for one in found))


def _bonus(name: str, more: int) -> Words:
    if more < 0:
        return say("{source} -{number}", source=Name(name), number=-more)
    return say("{source} +{number}", source=Name(name), number=more)


def more_dice(game: Game, lines: Sequence[RollLine], dice: int) -> list[RollLine]:
    """The dice that the strongest of the units that roll has besides; of equals the one that hits better (Q33).

    Rules: 22.blue-arrow, 5.2.strength.
    """
    if not dice or not lines:
        return []
    by_key = game.tables.units.by_key
    strongest = max(lines, key=lambda line: (by_key[line.unit].cost, -line.hit))
    return [replace(strongest, number=1, dice=dice, modifiers=(say("stratagem"), *strongest.modifiers), more=True)]


def _added_to_dice(game: Game, kind: Kind, unit: UnitType, units: Mapping[str, int]) -> dict[str, int]:
    """What is added to the dice of a combat roll, by name. Abilities of units are no combat rolls and get nothing."""
    bent = effects(game).roll_modifiers(game.tables.units.kind_of(unit.key), roll=ROLLS[kind])
    if ROLLS[kind] != "combat":
        return bent
    ability = game.tables.units.faction_ability
    found = {ability.name: faction_bonus(game)}
    for lender in game.tables.units.units:
        others = units.get(lender.key, 0) - (1 if lender.key == unit.key else 0)
        if kind == "space_combat" and others > 0:
            found[lender.name] = lender.lends_combat
    return {name: bonus for name, bonus in (found | bent).items() if bonus}


def to_roll(game: Game, kind: Kind, lines: Sequence[RollLine]) -> list[Item]:
    """What the table rolls for the Hive, a line for each type of unit; single units share one."""
    items = []
    for group in _shared(lines):
        heads = listed([_head(game, lines[one], len(group) > 1) for one in group], ";")
        items.append(Item(_under(kind, say("{dice}.", dice=heads)), _modifiers(lines[group[0]], len(group) > 1)))
    return _drawn(items, [Rolled(line, ()) for line in lines])


def _drawn(items: list[Item], rolled: Sequence[Rolled], besides: int = 0, on: tuple[Foe, ...] = ()) -> list[Item]:
    """The lines of a roll, of which the first draws all its dice."""
    throws = []
    for line, dice in ((one.line, one.dice) for one in rolled):
        throws.append(Throw(line.unit, line.number, line.dice, line.hit, line.modifiers, dice))
    drawn = Dice(tuple(throws), besides, on)
    return [replace(item, drawn=ELSEWHERE if place else drawn) for place, item in enumerate(items)]


def rolled_lines(
    game: Game, kind: Kind, rolled: Sequence[Rolled], besides: int = 0, on: tuple[Foe, ...] = ()
) -> list[Item]:
    """What the app has rolled, every die of it, and the hits in all, with those ``besides`` of a stratagem.

    ``on``: the players on whose units the hits fall. Rule: 22.red-star.
    """
    lines = []
    for group in _shared([one.line for one in rolled]):
        several, hits = len(group) > 1, count(sum(rolled[one].hits for one in group), "hit")
        rolls = [
            say(
                "{roll}: {dice}",
                roll=_head(game, rolled[one].line, several),
                dice=listed([Name(str(die)) for die in rolled[one].dice], ","),
            )
            for one in group
        ]
        text = _under(kind, say("{dice} ({hits}).", dice=listed(rolls, ";"), hits=hits))
        lines.append(Item(text, _modifiers(rolled[group[0]].line, several)))
    if len(rolled) > 1 or besides:
        hits = count(sum(one.hits for one in rolled) + besides, "hit")
        note = say("all dice below")
        if besides:
            note = say("all dice below, and {besides} by the stratagem", besides=besides)
        lines.insert(0, Item(_taken(game, kind, hits, on), note, "1.scope.unchanged-rules"))
    return _drawn(lines, rolled, besides, on)


def _shared(lines: Sequence[RollLine]) -> list[list[int]]:
    """Which rolls share a line, by their places: single units with one die and the same modifiers."""
    groups: dict[object, list[int]] = {}
    for place, line in enumerate(lines):
        alone = line.number == line.dice == 1 and not line.more
        groups.setdefault(line.modifiers if alone else place, []).append(place)
    return list(groups.values())


def _taken(game: Game, kind: Kind, hits: Words, on: tuple[Foe, ...]) -> Words:
    """Who takes them is said first: hits on the Hive are filled in on the same screen."""
    if len(on) == 1:
        return _under(kind, say("{who!c} takes {hits}.", who=game.name(on[0]), hits=hits))
    if kind in KIND_WORDS:
        return say("{roll}: the players take {hits}.", roll=KIND_WORDS[kind], hits=hits)
    return say("The players take {hits}.", hits=hits)


def _head(game: Game, line: RollLine, several: bool) -> Words:
    """What rolls, and what hits; in a line of ``several`` types one die for each goes without saying."""
    unit = game.tables.units.by_key[line.unit]
    units = count(line.number, unit.name, unit.plural)
    needed = say("hit from {hit}", hit=line.hit) if line.hit < SIDES else say("hit on {hit}", hit=SIDES)
    if several:
        return say("{units}, {needed}", units=units, needed=needed)
    dice = count(line.dice, "more die", "more dice") if line.more else count(line.dice, "die", "dice")
    return say("{units}, {dice}, {needed}", units=units, dice=dice, needed=needed)


def _under(kind: Kind, words: Words) -> Words:
    return say("{roll}: {words}", roll=KIND_WORDS[kind], words=words) if kind in KIND_WORDS else words


def _modifiers(line: RollLine, several: bool) -> Words:
    counted = [say("{modifiers} counted", modifiers=listed(line.modifiers))] if line.modifiers else []
    found = [*([say("1 die each")] if several else ()), *counted]
    return listed(found, ";") if found else ""


# --- what bends a battle by its units


def look_around(game: Game, survey: Survey, position: str) -> None:
    """Note which units players have in a system, on the planet that is fought for, and near: effects hang on them."""
    system = survey.system(position)
    planet = system.planets.get(game.battle_on)
    for seat in PLAYERS:
        places = (system.units, *(one.units for one in system.planets.values()))
        there = {unit for place in places for unit, number in place.get(seat, {}).items() if number}
        on = [unit for unit, number in planet.units.get(seat, {}).items() if number] if planet else []
        game.beside[seat] = sorted({*there, *map(on_the_planet, on), *_units_reaching(game, survey, position, seat)})


def _units_reaching(game: Game, survey: Survey, position: str, seat: Player) -> Iterator[str]:
    """The units from which something reaches the system: structures in it or near it, and what breaches join to it."""
    structures = {unit.key for unit in game.tables.units.structures}
    for near in (position, *survey.adjacent[position]):
        for planet in survey.system(near).planets.values():
            yield from (standing_at(unit, "near") for unit in planet.units.get(seat, {}) if unit in structures)
    if _breached(survey, position):
        for at in filter(partial(_breached, survey), survey.positions):
            yield from (standing_at(unit, "breach") for unit in survey.system(at).units.get(seat, {}))


def _breached(survey: Survey, position: str) -> bool:
    return any(token.key == "active_breach" for token in survey.system(position).tokens)


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
