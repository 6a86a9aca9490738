"""Which Hive units take hits, and which fall to other effects. Rules: 5.4 and decks/damage.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hive.catalog.tables import NoSustain, Seat
from hive.effects import effects
from hive.model.game import Game
from hive.naming import units
from hive.steps import Item
from hive.words import Listed, count, listed, say

Arena = Literal["space", "ground"]


@dataclass(frozen=True)
class Hits:
    """What hits do to a group of units: who sustains damage, who is destroyed, and the hits left over."""

    sustained: dict[str, int]
    destroyed: dict[str, int]
    left_over: int


def assign_hits(game: Game, arena: Arena, present: Mapping[str, int], damaged: Mapping[str, int], hits: int) -> Hits:
    """Assign hits by the damage diagram, first block first.

    ``present`` counts the Hive's units in the combat by type, ``damaged`` how many of them have sustained damage
    already. A unit that sustains now can be destroyed by a later hit. Rules: 5.4.damage-space, 5.4.damage-ground.
    """
    diagram = game.tables.damage.space if arena == "space" else game.tables.damage.ground
    left = hits
    sustained: dict[str, int] = {}
    destroyed: dict[str, int] = {}
    for block in diagram.blocks:
        if block.action == "sustain" and not can_sustain(game, block.unit):
            continue
        if block.action == "sustain":
            able = present.get(block.unit, 0) - damaged.get(block.unit, 0) - sustained.get(block.unit, 0)
            taken, target = min(left, max(0, able)), sustained
        else:
            able = present.get(block.unit, 0) - destroyed.get(block.unit, 0)
            taken, target = min(left, max(0, able)), destroyed
        if taken:
            target[block.unit] = target.get(block.unit, 0) + taken
            left -= taken
    return Hits(sustained, destroyed, left)


def can_sustain(game: Game, unit: str, seat: Seat = "hive") -> bool:
    """Whether a side's units of a type can sustain damage, now that effects are in play."""
    forbidden = any(unit in one.effect.units for one in effects(game).of(NoSustain, seat))
    return game.tables.units.by_key[unit].sustain_damage and not forbidden


def hit_lines(game: Game, arena: Arena, hits: Hits) -> list[Item]:
    """What hits do, in words: who sustains damage, what leaves the board, and the hits that nobody takes."""
    rule = (game.tables.damage.space if arena == "space" else game.tables.damage.ground).rule
    lines = []
    if hits.sustained:
        sustaining = unit_words(game, hits.sustained)
        one = sum(hits.sustained.values()) == 1
        text = (
            say("{units} sustains damage.", units=sustaining)
            if one
            else say("{units} sustain damage.", units=sustaining)
        )
        lines.append(Item(text, rule=rule))
    if hits.destroyed:
        lines.append(Item(say("Remove {units}.", units=unit_words(game, hits.destroyed)), rule=rule))
    if hits.left_over:
        lines.append(
            Item(say("{hits} left over.", hits=count(hits.left_over, "hit")), say("no unit is left to take them"), rule)
        )
    return lines


def unit_words(game: Game, numbers: Mapping[str, int]) -> Listed:
    """Units by their type in words: ``2 fighters and 1 cruiser``."""
    return listed([units(game, number, key) for key, number in numbers.items() if number])


def weakest_units(game: Game, present: Mapping[str, int], number: int) -> dict[str, int]:
    """The units that the Hive gives up to an effect other than hits: the cheapest first.

    Of equal cost, the one with the worse chance to hit goes first (Q33). Structures have no cost to be measured by:
    they go when nothing else is left. Rules: 5.4.negative-effects, 5.2.strength.
    """
    chosen: dict[str, int] = {}
    left = number
    by_strength = sorted(
        game.tables.units.units,
        key=lambda unit: (unit.category == "structure", unit.cost, -(unit.combat.hit if unit.combat else 11)),
    )
    for unit in by_strength:
        taken = min(left, present.get(unit.key, 0))
        if taken:
            chosen[unit.key] = taken
            left -= taken
    return chosen
