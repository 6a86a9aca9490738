"""Hits on the Hive, and units that leave the board with a battle. Rules: 5.4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hive.board import pieces
from hive.board.movement import move_value
from hive.catalog.tables import Owner
from hive.model.game import FOES, PLAYERS
from hive.rules.combat.fight import Fight
from hive.rules.combat.units import ground_forces, ships
from hive.rules.diagrams.damage import Arena, Hits, assign_hits, can_sustain, hit_lines, leaving, unit_words
from hive.steps import Item, Number
from hive.words import Words, say


def in_combat(fight: Fight, planet: str | None) -> dict[str, int]:
    """The Hive's units that fight: its ships in space, or its ground forces on a planet.

    An option can keep fighters that cannot move out of asteroid fields, unless the Hive ignores these (M47).
    """
    units, game = fight.units("hive", planet), fight.game
    if planet is not None:
        return ground_forces(game, units)
    slow = move_value(game.tables, "fighter", game.hive.upgrades) < 1
    ignored = "asteroid_field" in game.tables.units.ignored_anomalies
    held = slow and not ignored and not game.tables.figures.slow_fighters_fight.value
    if held and "asteroid_field" in fight.survey.anomalies(fight.position):
        units = {key: number for key, number in units.items() if game.tables.units.kind_of(key) != "fighter"}
    return ships(game, units)


def hits_on_hive(fight: Fight, name: str, label: Words, planet: str | None, units: Mapping[str, int]) -> Number:
    """The stepper for hits on some Hive units, bounded by what destroys them all. Each player enters their own."""
    damaged = damaged_in(fight, planet)
    most = sum(
        number + (number - damaged.get(key, 0) if can_sustain(fight.game, key) else 0) for key, number in units.items()
    )
    return Number(name, label, maximum=most, note=say("{most} destroy all of them", most=most), together=True)


def bombarded(fight: Fight, hits: int) -> int:
    """How many units some hits of a bombardment destroy: an option can make them more (M46)."""
    return hits * fight.game.tables.figures.bombardment_destroys.value


def take_hits(fight: Fight, planet: str | None, units: Mapping[str, int], hits: int) -> Hits:
    """Book hits on some Hive units by the damage diagrams, and have the table told.

    Rules: 5.4.damage-space, 5.4.damage-ground.
    """
    arena: Arena = "space" if planet is None else "ground"
    taken = assign_hits(fight.game, arena, units, damaged_in(fight, planet), hits)
    for key, number in taken.sustained.items():
        pieces.damage(fight.game, "hive", key, number, fight.position, planet)
    for key, number in taken.destroyed.items():
        pieces.take(fight.game, "hive", key, number, fight.position, planet)
    fight.tell(*hit_lines(fight.game, arena, taken))
    fight.capture(planet, taken.destroyed)
    return taken


def clear(fight: Fight, seat: Owner, planet: str) -> None:
    """Take a side's ground forces off a planet, and have the table told. Structures stay until somebody takes it."""
    lose(fight, seat, planet, ground_forces(fight.game, fight.units(seat, planet)))


def clear_space(fight: Fight, seats: Sequence[Owner]) -> None:
    """Take the ships of some sides out of space, with what they carried, and have the table told.

    Ships of an ally that stay carry for the player who has lost the own ones. Rule: 31.action.transport.
    """
    staying = [seat for seat in PLAYERS if seat not in seats and ships(fight.game, fight.units(seat))]
    for seat in seats:
        there = fight.units(seat)
        gone = ships(fight.game, there) if staying and seat in PLAYERS else there
        lose(fight, seat, None, gone)
        if seat == "hive":
            fight.capture(None, gone)
    clear_carried(fight, PLAYERS)


def clear_players(fight: Fight, planet: str) -> None:
    """Take all ground forces but for the Hive's, and those that coexist out of the combat, off a planet, and say so."""
    beside = fight.coexisting(planet)
    for seat in FOES:
        if seat in fight.players or seat not in beside:
            clear(fight, seat, planet)


def clear_carried(fight: Fight, side: Sequence[Owner], position: str = "") -> None:
    """What stands in space once no ship of its side is left goes with the last one; allies carry for each other.

    In: the system, if it is not the active one. Rules: 1.scope.unchanged-rules, 31.action.transport, Q116.
    """
    there = {seat: fight.board.units(seat, position or fight.position) for seat in side}
    if not any(ships(fight.game, units) for units in there.values()):
        for seat, units in there.items():
            lose(fight, seat, None, units, position)
            if seat == "hive":
                fight.capture(None, units)


def lose(fight: Fight, seat: Owner, planet: str | None, units: Mapping[str, int], position: str = "") -> None:
    """Take units of a side off the board, and have the table told. In: the system, if it is not the active one."""
    units = {key: number for key, number in units.items() if number}
    for key, number in units.items():
        pieces.take(fight.game, seat, key, number, position or fight.position, planet)
        if seat != "hive":
            fight.destroyed[key] = fight.destroyed.get(key, 0) + number
    if units:
        where = say("in space") if planet is None else say("on {planet}", planet=fight.planet(planet))
        text = say(
            "{who!c} loses {units} {where}.",
            who=fight.game.name(seat),
            units=unit_words(fight.game, units),
            where=where,
        )
        fight.tell(Item(text, rule="1.scope.unchanged-rules", drawn=leaving(seat, units)))


def damaged_in(fight: Fight, planet: str | None) -> dict[str, int]:
    """How many of the Hive's units in space here, or on a planet, have sustained damage."""
    return fight.board.damaged("hive", fight.position, planet)
