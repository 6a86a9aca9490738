"""Which Hive units take hits, and which fall to other effects. Rules: 5.4 and decks/damage.yaml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hive import keys
from hive.catalog.tables import DamageDiagram, NoSustain, NoUnitAbilities, Owner, UnitType
from hive.catalog.tables.effects import AsFlagship
from hive.effects import effects
from hive.model.game import Game
from hive.naming import units
from hive.rules.diagrams.deciding import most_helpful
from hive.steps import Item, Losses, Piece, Procedure
from hive.words import Listed, Name, count, listed, say

Arena = Literal["space", "ground"]
# What stands for the die of a unit that rolls none in combat.
NO_ROLL = 11


@dataclass(frozen=True)
class Damage:
    """What hits do to a group of units: who sustains damage, who is destroyed, and the hits left over."""

    sustained: Counter[str]
    destroyed: Counter[str]
    left_over: int


def diagram_of(game: Game, arena: Arena) -> DamageDiagram:
    """The diagram by which the Hive takes hits."""
    return game.tables.damage.space if arena == "space" else game.tables.damage.ground


def assign_hits(game: Game, arena: Arena, present: Mapping[str, int], damaged: Mapping[str, int], hits: int) -> Damage:
    """Assign hits by the damage diagram, first block first.

    ``present`` counts the Hive's units in the combat by type, ``damaged`` how many of them have sustained damage
    already. A unit that sustains now can be destroyed by a later hit. Red fighters go before pink ones.
    Rules: 5.4.damage-space, 5.4.damage-ground, 38.weird.damage-order.
    """
    left = hits
    sustained, destroyed = Counter[str](), Counter[str]()
    blocks = diagram_of(game, arena).blocks
    for action, unit in [(one.action, unit) for one in blocks for unit in game.tables.units.alike(one.unit)]:
        if action == "sustain" and not can_sustain(game, unit):
            continue
        target, gone = (sustained, damaged.get(unit, 0)) if action == "sustain" else (destroyed, 0)
        if taken := min(left, max(0, present.get(unit, 0) - gone - target[unit])):
            target[unit] += taken
            left -= taken
    return Damage(sustained, destroyed, left)


def can_sustain(game: Game, unit: str, seat: Owner = "hive") -> bool:
    """Whether a side's units of a type can sustain damage, now that effects are in play; be it one of them alone."""
    return bool(able_to_sustain(game, unit, 1, seat))


def able_to_sustain(game: Game, unit: str, number: int, seat: Owner = "hive") -> int:
    """How many of so many units of a type of a side can sustain damage, now that effects are in play."""
    printed = game.tables.units.by_key[unit].sustain_damage
    if not printed and seat == "hive":
        return 0
    found = effects(game)
    if found.of(NoUnitAbilities, seat) or any(unit in one.effect.units for one in found.of(NoSustain, seat)):
        return 0
    return number if printed else min(number, as_flagships(game, seat).count(unit))


def as_flagships(game: Game, seat: Owner) -> list[str]:
    """The types of a player's ships to which a note lends what a flagship can do, one by one."""
    return [one.effect.unit for one in effects(game).of(AsFlagship, seat) if one.owner == seat]


def end_loan(game: Game, seat: Owner, unit: str) -> None:
    """A ship that had sustained damage is destroyed: if a note had lent it that, no other ship has it now.

    Where ships of its type sustain damage by themselves, nobody knows which it was. Rule: 1.scope.unchanged-rules.
    """
    for one in game.effects:
        if isinstance(one.effect, AsFlagship) and (one.owner, one.effect.unit) == (seat, unit):
            if not game.tables.units.by_key[unit].sustain_damage:
                game.effects.remove(one)
            return


def hit_lines(game: Game, arena: Arena, hits: Damage) -> list[Item]:
    """What hits do, in words: who sustains damage, what leaves the board, and the hits that nobody takes."""
    rule = diagram_of(game, arena).rule
    lines = []
    if hits.sustained:
        sustaining = unit_words(game, hits.sustained)
        text = say("{units} sustain damage.", units=sustaining)
        if sum(hits.sustained.values()) == 1:
            text = say("{units} sustains damage.", units=sustaining)
        lines.append(Item(text, rule=rule, drawn=leaving("hive", hits.sustained, hurt=True)))
    if hits.destroyed:
        text = say("Remove {units}.", units=unit_words(game, hits.destroyed))
        lines.append(Item(text, rule=rule, drawn=leaving("hive", hits.destroyed)))
    if hits.left_over:
        text = say("{hits} left over.", hits=count(hits.left_over, "hit"))
        lines.append(Item(text, say("no unit is left to take them"), rule, aside=True))
    return lines


def leaving(seat: Owner, numbers: Mapping[str, int], hurt: bool = False) -> Losses:
    """What leaves the board, or is damaged (``hurt``), as the line that tells it draws it."""
    return Losses(tuple(Piece(seat, unit, number, hurt) for unit, number in numbers.items() if number))


def unit_words(game: Game, numbers: Mapping[str, int]) -> Listed:
    """Units by their type in words: ``2 fighters and 1 cruiser``."""
    return listed([units(game, number, key) for key, number in numbers.items() if number])


def weakest_units(game: Game, present: Mapping[str, int], number: int, seat: Owner = "hive") -> dict[str, int]:
    """The weakest units of a side: the cheapest first, of equal cost the one with the worse chance to hit (Q33).

    A structure of the Hive has no cost, and so no strength: it goes first (Q136). Players are expected to keep theirs.
    Where that is even, too, the first in the tables; of the Hive's own the table chooses (:func:`given_up`).
    Rules: 5.4.negative-effects, 5.2.strength.
    """
    chosen: dict[str, int] = {}
    left = number
    for units_there in _equally_weak(game, present, seat):
        for unit, there in units_there.items():
            taken = min(left, there)
            if taken:
                chosen[unit] = taken
                left -= taken
    return chosen


def given_up(game: Game, present: Mapping[str, int], number: int) -> Procedure[dict[str, int]]:
    """The units that the Hive gives up to an effect other than hits; between equals the table chooses (Q33).

    Rules: 5.4.negative-effects, 5.2.strength, 1.scope.most-helpful.
    """
    chosen: dict[str, int] = {}
    for units_there in _equally_weak(game, present, "hive"):
        left = number - sum(chosen.values())
        if len(units_there) > 1 and left < sum(units_there.values()):
            for _ in range(left):
                able = [unit for unit, there in units_there.items() if there > chosen.get(unit, 0)]
                unit = (yield from _which_unit(game, able)) if len(able) > 1 else able[0]
                chosen[unit] = chosen.get(unit, 0) + 1
        else:
            chosen |= weakest_units(game, units_there, left)
    return chosen


def _equally_weak(game: Game, present: Mapping[str, int], seat: Owner) -> list[dict[str, int]]:
    """The types of units that are there, weakest first, those of equal cost and equal chance to hit together."""
    there = [unit for unit in game.tables.units.units if present.get(unit.key)]
    groups: dict[tuple[bool, float, int, bool], dict[str, int]] = {}
    for unit in there:
        # What leaves at the end of the turn anyway goes before its like that stays.
        kept = seat != "hive" and unit.category == "structure"
        strength = (kept, unit.cost, -_hit(game, unit, seat), unit.counts_as is not None)
        groups.setdefault(strength, {})[unit.key] = present[unit.key]
    return [groups[strength] for strength in sorted(groups)]


def _hit(game: Game, unit: UnitType, seat: Owner) -> int:
    """The lowest die that hits in combat, with the upgrades of the Hive; one more than any die without a roll."""
    own = game.tables.technologies.upgrades if seat == "hive" else []
    kind = game.tables.units.kind_of(unit.key)
    upgraded = [one.dice_of("combat") for one in own if one.unit == kind and one.name in game.hive.upgrades]
    found = next((value for value in upgraded if value is not None), unit.combat)
    return found.hit if found else NO_ROLL


def _which_unit(game: Game, able: Sequence[str]) -> Procedure[str]:
    text = say("Which unit does [the Hive] give up?")
    left = {one: Name(game.tables.units.by_key[one].name) for one in able}
    detail = say("These cost the same and hit alike: what helps [the Hive] most?")
    return most_helpful(keys.WEAKEST_TIED, text, left, detail, say("Hits on [the Hive]"))
