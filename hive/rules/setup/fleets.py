"""What the players have in their home systems at first. Rule: 1.scope.unchanged-rules, from decks/factions.yaml."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hive.catalog.tables import Faction, Tables

DOCK = "space_dock"


class Standing(NamedTuple):
    """So many units of a type on a planet, or in space."""

    unit: str
    number: int
    planet: str | None


def starting_fleet(tables: Tables, faction: str, planets: Sequence[str]) -> Iterator[Standing]:
    """What stands in a player's home system at first. In: the faction, empty if unknown; the planets there.

    Ships stand in space, the rest where the table of factions has it, or else on the first planet. Of a faction that
    is not known, or whose units are not, there is the space dock that each player has at home.
    """
    found = tables.factions.by_name.get(faction)
    if found is None or not found.units:
        if planets:
            yield Standing(DOCK, 1, planets[0])
        return
    for unit, number in found.units.items():
        if not planets or _in_space(found, tables, unit):
            yield Standing(unit, number, None)
            continue
        placed = {planet: units.get(unit, 0) for planet, units in found.placed.items() if planet in planets}
        for planet, there in placed.items():
            yield Standing(unit, there, planet)
        yield Standing(unit, number - sum(placed.values()), planets[0])


def _in_space(faction: Faction, tables: Tables, unit: str) -> bool:
    return tables.units.by_key[unit].category == "ship" or (unit == DOCK and faction.dock_in_space)
