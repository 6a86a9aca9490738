"""Where ships can move, by the movement rules of Twilight Imperium in full (1.scope.unchanged-rules, Q18).

A ship may enter a system, and end there, unless it is a supernova, an asteroid field (without Antimass Deflectors) or
otherwise closed. It moves on through a system unless that holds ships of another side or is a nebula. Each gravity rift
that it leaves adds 1 to its move value, counted in advance (19.path.rift-and-wormhole). A ship that begins in a nebula
has move value 1, to which rifts add (Q98). A command token of its own side holds it back where it begins, and is no
hindrance on the way, but no place to end. A Hive ship that leaves the main or an auxiliary spawning system can have its
move value raised, once on its way (32.higher.move-bonus, M2). One that begins in a gravity rift can be given another
move by it, at a greater risk (36.cosmic.move-bonus).
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from hive.board.adjacency import Adjacency, adjacency, stands_in
from hive.board.survey import Survey
from hive.catalog.remembered import Remembered
from hive.catalog.tables import Anomaly, Seat, SpawningSystem, Tables, WayOpened
from hive.catalog.tables.effects import ClosedTo, PathBlocked, PathOpened, RiftAt
from hive.effects import NOTHING, Effects
from hive.model.galaxy import Galaxy, System, anomalies_in

# What ships see hardly changes from step to step; so do their ways.
_SEEN = Remembered["Chart"](kept=16)
# What no ship enters, unless an effect lets it ignore the anomaly.
_CLOSED: tuple[Anomaly, ...] = ("supernova", "asteroid_field")
# What no ship moves on through, unless an effect opens it.
_STOPPING: tuple[Anomaly, ...] = ("nebula",)
_MOVE_VALUE_FROM_A_NEBULA = 1
# From where the Hive's ships can move farther than by themselves (M2).
_HASTENING: tuple[SpawningSystem, ...] = ("main", "aux1", "aux2")


@dataclass(frozen=True)
class Chart:
    """The galaxy as the ships of one side see it, each a set of positions.

    ``closed`` cannot be entered; ``stopping`` ends a move, as a nebula does; ``blocked`` holds another side's ships;
    ``held`` holds a command token of this side. Leaving one of ``rifts`` adds 1 to a ship's move value; those that are
    ``safe`` are no danger to it. Leaving one of ``hastening`` adds ``bonus``, once on its way; ``leap`` is what a rift
    gives besides to a ship that begins there; who goes to one of ``beyond`` has ``beyond_bonus`` more.
    ``searched`` keeps the ways that were looked for, by where they begin and the move value.
    """

    adjacent: Adjacency
    closed: frozenset[str]
    nebulae: frozenset[str]
    stopping: frozenset[str]
    rifts: frozenset[str]
    blocked: frozenset[str]
    held: frozenset[str]
    safe: frozenset[str] = frozenset()
    hastening: frozenset[str] = frozenset()
    bonus: int = 0
    leap: int = 0
    beyond: frozenset[str] = frozenset()
    beyond_bonus: int = 0
    searched: dict[tuple[str, int, int], dict[str, Route]] = field(default_factory=dict, compare=False, repr=False)

    def accessible(self, position: str) -> bool:
        """Whether these ships can get into a system at all; to the inactive nexus, say, no way leads.

        Rule: 15.target.inaccessible.
        """
        return position not in self.closed and bool(self.adjacent[position])

    def crossed(self) -> frozenset[str]:
        """The systems through which the ways lead that were looked for: where other ships come, those are closed."""
        found = (way.path[1:-1] for ways in [*self.searched.values()] for way in ways.values())
        return frozenset(position for path in found for position in path)

    def entered(self) -> frozenset[str]:
        """The systems to which the ways lead that were looked for: where other ships leave, some may lead on."""
        return frozenset(position for ways in [*self.searched.values()] for position in ways)

    def with_ships(self, position: str, there: bool) -> Chart:
        """The same with ships of another side in a system, or without.

        Ways that do not lead there stay as they are; where ships come, so do those that end there.
        """
        if there == (position in self.blocked):
            return self
        others = self.blocked - {position}
        kept = {
            begin: found
            for begin, found in [*self.searched.items()]
            if position not in found or (there and not any(position in way.path[1:-1] for way in found.values()))
        }
        return replace(self, blocked=others | {position} if there else others, searched=kept)


@dataclass(frozen=True)
class Route:
    """A way to a system: all positions from the first to the last, and the dangerous gravity rifts that are left on it.

    For each rift a die is rolled per ship (19.gravity-rift.dice). ``leaps``: it needs the other move of the rift in
    which it begins (36.cosmic.move-bonus).
    """

    path: tuple[str, ...]
    rifts: tuple[str, ...]
    leaps: bool = False

    @property
    def steps(self) -> int:
        """How many steps from system to system it has."""
        return len(self.path) - 1


def chart(
    galaxy: Galaxy,
    tables: Tables,
    seat: Seat = "hive",
    ignored: Collection[Anomaly] = (),
    closed: Iterable[str] = (),
    effects: Effects = NOTHING,
) -> Chart:
    """The galaxy as the ships of a side see it now.

    In: ``ignored``, the anomalies that do these ships no harm (asteroid fields with Antimass Deflectors, others by
    32.higher.anomalies); a gravity rift helps them all the same. ``closed``, positions that they may not enter for
    another reason (15.target.inaccessible); ``effects``, what bends their ways.
    Rules: 32.higher.move-bonus, 33.faction.crimson-home, 33.fracture.inaccessible, 35.void.accessible,
    36.cosmic.move-bonus.
    """
    anomalies = {at: _anomalies(system, tables, effects, seat) for at, system in galaxy.systems.items()}
    bonus = tables.figures.spawning_move_bonus.value if seat == "hive" else 0
    systems = galaxy.systems.items()
    ships = [unit.key for unit in tables.units.ships]
    fracture = {at for at, one in systems if tables.tiles.by_number[one.tile].role == "fracture"}
    rule, passing = tables.galaxy.fracture, {one.owner for one in effects.of(PathOpened, seat)}
    barred = _closed_to(systems, anomalies, effects, seat, ships) | _barred(systems, tables, seat, fracture)
    opened = {one.effect.anomaly for one in effects.of(WayOpened, seat)}
    return Chart(
        adjacent=adjacency(galaxy, tables.tiles, effects, seat),
        closed=frozenset({*closed, *barred}) | _where(anomalies, *(kind for kind in _CLOSED if kind not in ignored)),
        nebulae=_where(anomalies, *(() if "nebula" in ignored else ("nebula",))),
        stopping=_where(anomalies, *(kind for kind in _STOPPING if kind not in {*opened, *ignored}))
        | {at for at, one in systems if _walled(one, effects, seat)},
        rifts=_where(anomalies, "gravity_rift"),
        blocked=frozenset(position for position, system in systems if _holds_ships(system, {seat, *passing}, ships)),
        held=frozenset(position for position, system in systems if seat in system.command_tokens),
        safe=_where(anomalies, *(("gravity_rift",) if "gravity_rift" in ignored else ())),
        hastening=frozenset(galaxy.spawning[name] for name in _HASTENING if bonus and name in galaxy.spawning),
        bonus=bonus,
        leap=tables.figures.rift_leap.value,
        beyond=frozenset(fracture if rule.move_bonus else ()),
        beyond_bonus=rule.move_bonus,
    )


def chart_of(survey: Survey, ignored: Collection[Anomaly] = ()) -> Chart:
    """The same of a survey, for the ships of the Hive, with all ways that were looked for when it was the same."""
    seen = chart(survey.galaxy, survey.tables, ignored=ignored, effects=survey.effects)
    return _SEEN.get(survey.tables, seen, lambda: seen)


def move_value(tables: Tables, unit: str, upgrades: Collection[str]) -> int:
    """How far a unit moves by itself with the upgrades that the Hive has gained; 0 if it does not."""
    kind = tables.units.kind_of(unit)
    gained = [upgrade for upgrade in tables.technologies.upgrades if upgrade.name in upgrades and upgrade.unit == kind]
    return max(tables.units.by_key[unit].move or 0, *(upgrade.move or 0 for upgrade in gained), 0)


def reachable(chart: Chart, origin: str, move: int) -> dict[str, Route]:
    """Every system in which a ship can end its move, and the best way there; the system it is in is not among them.

    In: where the ship begins, and its move value. Out: by position; of several ways the one that leaves the fewest
    rifts, for the dice, then the shortest, then the first by its labels.
    Rules: 15.destination.capacity-ship, 35.void.move-bonus, Q18.
    """
    if origin in chart.held or move < 1:
        return {}
    found = _searched(chart, origin, move, 0)
    if chart.beyond:
        farther = _searched(chart, origin, move, chart.beyond_bonus)
        found = {**{one: way for one, way in farther.items() if one in chart.beyond}, **found}
    return {position: route for position, route in found.items() if position not in chart.held}


def _searched(chart: Chart, origin: str, move: int, more: int) -> dict[str, Route]:
    """The best way to every system; with the other move of a rift only where a ship cannot do without it."""
    if (origin, move, more) in chart.searched:
        return chart.searched[origin, move, more]
    found = _search(chart, origin, move, more)
    if chart.leap and origin in chart.rifts:
        farther = _search(chart, origin, move, more + chart.leap)
        found.update({where: replace(way, leaps=True) for where, way in farther.items() if where not in found})
    chart.searched[origin, move, more] = found
    return found


def _search(chart: Chart, origin: str, move: int, more: int = 0) -> dict[str, Route]:
    """The best way to every system that a ship can enter, those with a command token of its own side included."""
    budget = more + (_MOVE_VALUE_FROM_A_NEBULA if origin in chart.nebulae else move)
    dangerous = chart.rifts - chart.safe
    routes: dict[str, Route] = {}
    cheapest: dict[tuple[str, bool], int] = {}
    queue: list[tuple[int, int, tuple[str, ...], int, bool]] = [(0, 0, (origin,), 0, False)]
    while queue:
        rifts, steps, path, spent, hastened = heapq.heappop(queue)
        here = path[-1]
        if spent >= cheapest.get((here, hastened), budget + 1):
            continue
        cheapest[here, hastened] = spent
        if here != origin:
            routes.setdefault(here, Route(path, tuple(one for one in path[:-1] if one in dangerous)))
            if here in chart.blocked or here in chart.stopping:
                continue
        spent += here not in chart.rifts
        if here in chart.hastening and not hastened:
            spent, hastened = spent - chart.bonus, True
        for onward in chart.adjacent[here] if spent <= budget else ():
            if onward not in chart.closed:
                heapq.heappush(queue, (rifts + (here in dangerous), steps + 1, (*path, onward), spent, hastened))
    return routes


def distances(chart: Chart, targets: Iterable[str]) -> dict[str, int]:
    """How many steps each system lies from the nearest target, for systems that have a way to one.

    Steps lead through wormholes and past player ships and command tokens, but only through systems that the ships may
    enter; move values, rifts and nebulae do not matter. Rules: 15.destination.closest, 17.closest.none-reachable, Q17,
    Q85.
    """
    found = dict.fromkeys((target for target in targets if target not in chart.closed), 0)
    edge = list(found)
    while edge:
        beyond: list[str] = []
        for here in edge:
            for onward in chart.adjacent[here]:
                if onward not in found and onward not in chart.closed:
                    found[onward] = found[here] + 1
                    beyond.append(onward)
        edge = beyond
    return found


def unhindered(
    galaxy: Galaxy, tables: Tables, effects: Effects, starts: Collection[str], steps: int, joined: Collection[str] = ()
) -> set[str]:
    """All that lies within so many steps of some systems for ships that nothing stops on their way.

    In: ``joined``, systems that lead to each other besides. Leaving a gravity rift takes no step.
    """
    # What is closed to the Hive need not be so to others, and what opens ways for it can do so for all.
    beside, bent = (adjacency(galaxy, tables.tiles, effects=bending) for bending in (NOTHING, effects))
    spent = dict.fromkeys(starts, 0)
    waiting = [*spent]
    while waiting:
        here = waiting.pop()
        far = spent[here] + ("gravity_rift" not in anomalies_in(galaxy.systems[here], tables.tiles))
        for onward in {*beside[here], *bent[here], *(joined if here in joined else ())} if far <= steps else ():
            if far < spent.get(onward, steps + 1):
                spent[onward] = far
                waiting.append(onward)
    return {*spent}


def _anomalies(system: System, tables: Tables, effects: Effects, seat: Seat) -> set[Anomaly]:
    """What a system counts as for a side, with what units of somebody make of it."""
    rifts: set[Anomaly] = {
        "gravity_rift" for rift in effects.of(RiftAt, seat) if stands_in(system, rift.owner, rift.effect.units)
    }
    return {*anomalies_in(system, tables.tiles), *rifts}


def _barred(systems: Collection[tuple[str, System]], tables: Tables, seat: Seat, fracture: Collection[str]) -> set[str]:
    """What is inaccessible to the Hive. Rules: 33.faction.crimson-home, 33.fracture.inaccessible."""
    if seat != "hive":
        return set()
    tiles = {at for at, one in systems if tables.tiles.by_number[one.tile].closed_to_hive}
    return tiles if tables.galaxy.fracture.accessible else {*tiles, *fracture}


def _closed_to(
    systems: Collection[tuple[str, System]],
    anomalies: dict[str, set[Anomaly]],
    effects: Effects,
    seat: Seat,
    ships: Collection[str],
) -> set[str]:
    """The systems that an effect closes to a side, as its owner has ships there."""
    return {
        at
        for one in effects.of(ClosedTo, seat)
        for at, system in systems
        if one.effect.anomaly in anomalies[at] and stands_in(system, one.owner, ships)
    }


def _walled(system: System, effects: Effects, seat: Seat) -> bool:
    """Whether an effect keeps the ships of a side from going on through a system."""
    return any(stands_in(system, one.owner, one.effect.units) for one in effects.of(PathBlocked, seat))


def _where(anomalies: dict[str, set[Anomaly]], *kinds: Anomaly) -> frozenset[str]:
    return frozenset(position for position, found in anomalies.items() if not found.isdisjoint(kinds))


def _holds_ships(system: System, passing: Collection[Seat | None], ships: Collection[str]) -> bool:
    others = (units for side, units in system.units.items() if side not in passing)
    return any(units.get(ship, 0) > 0 for units in others for ship in ships)
