"""What a side usually has in a system: the few arrangements that a tap on the map offers, and what they set there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from hive.board.editable import Edit
from hive.board.edits import most_units
from hive.board.survey import Survey
from hive.catalog.tables import Owner
from hive.model.galaxy import System, count_units
from hive.model.game import NEUTRAL, Game

Units = Mapping[str, int]

OFFERED = 2
SHIPS = "ships"
"""Stands for all ships of a side, where an arrangement is that they have gone."""
_KINDS_AT_MOST = 4
# Where nothing is near: what goes out alone, and a carrier with what it carries.
_USUAL: tuple[Units, ...] = ({"carrier": 1, "infantry": 2}, {"cruiser": 1}, {"destroyer": 1}, {"dreadnought": 1})


@dataclass(frozen=True)
class Arrangement:
    """Units of a side that could stand in a system, and what a tap sends; ``chosen`` where they stand there now."""

    units: tuple[tuple[str, int], ...]
    sets: str
    chosen: bool


def written(changes: Mapping[str, int | str]) -> str:
    """Changes of fields in one value, as a button sends them."""
    return urlencode([*changes.items()])


def read(sent: str) -> dict[str, str]:
    """Changes of fields out of the value of a button; what is nonsense is left out."""
    return dict(parse_qsl(sent))


def arrangements(game: Game, survey: Survey, position: str, seat: Owner, fields: Sequence[Edit]) -> list[Arrangement]:
    """What the side could well have in a system, last that its ships have gone, and that nobody is there.

    In: what can be set there.
    """
    system = survey.system(position)
    own = [one for one in fields if one.group == "units" and one.seat == seat and _goes(game, one.unit)]
    now = {one.field: int(one.value) for one in own}
    landed = next((name for name in system.planets if not defended(system, name, seat)), "")
    nobody = dict.fromkeys(now, 0)
    offered = [(units, _placed(units, own, landed)) for units in _offered(game, survey, position, seat)]
    if any(number for field, number in now.items() if "/planet/" in field):
        offered.append(({SHIPS: 0}, _placed({}, own, landed)))
    found = []
    for units, there in [*offered, ({}, nobody)]:
        changes: dict[str, int | str] = {field: number for field, number in there.items() if now[field] != number}
        changes |= taken(system, seat, {field: number for field, number in there.items() if field in changes})
        found.append(Arrangement(tuple(units.items()), written(changes), there == now))
    return found


def taken(system: System, seat: Owner, there: Units) -> dict[str, str]:
    """Whose planets become with these units there: infantry on a planet that nobody defends takes it."""
    lands = [
        name
        for name in system.planets
        if any(
            number and field.startswith(f"{system.position}/planet/{name}/units/") for field, number in there.items()
        )
    ]
    return {
        f"{system.position}/planet/{name}/control": seat
        for name in lands
        if seat != NEUTRAL and system.planets[name].control != seat and not defended(system, name, seat)
    }


def defended(system: System, planet: str, seat: Owner) -> bool:
    """Whether another side has units on a planet; neutral ones are gone once a side is there."""
    return any(units for owner, units in system.planets[planet].units.items() if owner not in (seat, NEUTRAL))


def _offered(game: Game, survey: Survey, position: str, seat: Owner) -> list[Units]:
    """Fleets of the side beside the system first, then what usually goes out, as far as it has plastic for them."""
    if seat in ("hive", NEUTRAL):
        return []
    here = units_of(game, survey.system(position), seat)
    near = [units_of(game, survey.system(one), seat) for one in survey.adjacent[position] if survey.ships(one, seat)]
    spare = _spare(game, survey, seat, here)
    offered: list[Units] = []
    for units in [*sorted(near, key=lambda one: -sum(one.values())), *_by_use(game, survey, seat)]:
        fits = units and len(units) <= _KINDS_AT_MOST and all(number <= spare[unit] for unit, number in units.items())
        if fits and units not in offered:
            offered.append(units)
    return offered[:OFFERED]


def _by_use(game: Game, survey: Survey, seat: Owner) -> list[Units]:
    """What usually goes out, that of which the side has most on the board first."""
    have = count_units(survey.galaxy, seat)
    return sorted(_USUAL, key=lambda units: -have.get(next(iter(units)), 0))


def _spare(game: Game, survey: Survey, seat: Owner, here: Units) -> Counter[str]:
    """How many units of each type the side can have in a system beside all that stand elsewhere."""
    have = count_units(survey.galaxy, seat)
    return Counter(
        {
            unit.key: most_units(unit, seat) - have.get(unit.key, 0) + here.get(unit.key, 0)
            for unit in game.tables.units.units
        }
    )


def units_of(game: Game, system: System, seat: Owner) -> Units:
    """The ships and ground forces of a side in a system, by type, ships from the strongest first."""
    places = [system.units, *(planet.units for planet in system.planets.values())]
    found: Counter[str] = Counter()
    for units in places:
        found.update(units.get(seat, {}))
    ships = [unit.key for unit in reversed(game.tables.units.ships)]
    ground = [unit.key for unit in game.tables.units.units if unit.category == "ground_force"]
    return {unit: found[unit] for unit in (*ships, *ground) if found[unit]}


def _placed(units: Units, own: Sequence[Edit], landed: str) -> dict[str, int]:
    """Each field of the side with its number where these units came: who can land is on a planet, others stay there."""
    lands = {one.unit for one in own if one.planet}
    there = {}
    for one in own:
        if one.planet and (one.planet != landed or not lands & units.keys()):
            there[one.field] = int(one.value)
        else:
            there[one.field] = units.get(one.unit, 0) if bool(one.planet) == bool(landed and one.unit in lands) else 0
    return there


def _goes(game: Game, unit: str) -> bool:
    return game.tables.units.by_key[unit].category != "structure"
