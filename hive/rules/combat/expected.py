"""What the hits of the Hive are expected to cost the players' units on the board. Rule: 1.scope.unchanged-rules.

Players choose their losses themselves. Expected is what costs them least: whoever can sustain damage does so first,
then the cheapest units go. What the table has taken off the map itself is gone already, and nothing more is expected.
"""

from __future__ import annotations

from hive.catalog.tables import Foe
from hive.rules.combat.fight import Fight
from hive.rules.combat.units import ground_forces, ships
from hive.rules.diagrams.damage import Hits, able_to_sustain, as_flagships

_FIGHTER = "fighter"


def where(fight: Fight, seat: Foe, planet: str | None) -> str:
    """The system in which a player's units stand that fought there: who has retreated from space is elsewhere."""
    return fight.position if planet is not None else fight.away.get(seat, fight.position)


def fighting(fight: Fight, seat: Foe, planet: str | None) -> dict[str, int]:
    """A player's units on the board that fought in space, or on a planet, weakest first."""
    there = fight.board.units(seat, where(fight, seat, planet), planet)
    return ships(fight.game, there) if planet is None else ground_forces(fight.game, there)


def expected(fight: Fight, planet: str | None, more: int = 0, spare: int = 0) -> dict[Foe, Hits]:
    """The losses of each player on whom hits fell, with so many hits ``more``; so many units are left over."""
    toll = fight.tolls.get(planet)
    seats = [] if toll is None else [seat for seat in toll.on if seat not in toll.booked]
    there = {seat: fighting(fight, seat, planet) for seat in seats}
    taken = {seat: Hits({}, {}, 0) for seat in seats}
    hits, at_fighters = (more, 0) if toll is None else (max(0, toll.hits - toll.sustained) + more, toll.on_fighters)
    falling = [one for one in _by_cost(fight, there) if one[1] == _FIGHTER][:at_fighters]
    for seat, unit in _sustaining(fight, planet, there)[:hits]:
        taken[seat].sustained[unit] = taken[seat].sustained.get(unit, 0) + 1
        hits -= 1
    others = _by_cost(fight, there)
    for one in falling:
        others.remove(one)
    standing = len(others)
    falling += others[: max(0, min(hits, standing - spare))]
    for seat, unit in falling:
        taken[seat].destroyed[unit] = taken[seat].destroyed.get(unit, 0) + 1
    return taken


def none_left(fight: Fight, planet: str | None, more: int) -> bool:
    """Whether with so many hits ``more`` nothing is left of the players who fight now, all on the board."""
    toll = fight.tolls.get(planet)
    if toll is not None and (not toll.known or toll.booked):
        return False
    there = {seat: fighting(fight, seat, planet) for seat in fight.players}
    hits = more + (0 if toll is None else toll.hits)
    needed = sum(sum(units.values()) for units in there.values()) + len(_sustaining(fight, planet, there))
    return all(there.values()) and bool(there) and hits >= needed


def sustained_for_a_combat(fight: Fight, planet: str | None) -> None:
    """What a ship has sustained just because a note lends it that costs nothing, also once the note is back."""
    by_key, toll = fight.game.tables.units.by_key, fight.tolls.get(planet)
    lent = [
        unit
        for seat in fight.players
        for unit in as_flagships(fight.game, seat)
        if able_to_sustain(fight.game, unit, 1, seat) and not by_key[unit].sustain_damage
    ]
    if toll is not None:
        toll.sustained += len(lent)


def _sustaining(fight: Fight, planet: str | None, there: dict[Foe, dict[str, int]]) -> list[tuple[Foe, str]]:
    """The units that can still sustain damage, one by one."""
    return [
        (seat, unit)
        for seat, units in there.items()
        for unit, number in units.items()
        for _ in range(
            able_to_sustain(fight.game, unit, number, seat)
            - fight.board.damaged(seat, where(fight, seat, planet), planet).get(unit, 0)
        )
    ]


def _by_cost(fight: Fight, there: dict[Foe, dict[str, int]]) -> list[tuple[Foe, str]]:
    """All units one by one, the cheapest first."""
    by_key = fight.game.tables.units.by_key
    every = [(seat, unit) for seat, units in there.items() for unit, number in units.items() for _ in range(number)]
    return sorted(every, key=lambda one: by_key[one[1]].cost)
