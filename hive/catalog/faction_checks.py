"""Whether what factions begin with fits units, tiles and other factions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hive.catalog.documents import Keys, Problem
from hive.catalog.tables import Faction, Tables
from hive.catalog.wording import near


def faction_problems(tables: Tables) -> Iterator[Problem]:
    """Yield what does not fit in the table of factions: table, place, what is wrong there."""
    names = list(tables.factions.by_name)
    for index, faction in enumerate(tables.factions.factions):
        if faction.after is not None and faction.after not in names:
            text = f"no faction is called '{faction.after}'.{near(faction.after, names)}"
            yield "factions", ("factions", index, "after"), text
        for field, text in _units(faction, tables):
            yield "factions", ("factions", index, *field), text


def _units(faction: Faction, tables: Tables) -> Iterator[tuple[Keys, str]]:
    known = tables.units.by_key
    for unit in faction.units:
        if unit not in known:
            yield ("units", unit), f"no unit is called '{unit}'.{near(unit, list(known))}"
    on_planets: Counter[str] = Counter()
    for planet, units in faction.placed.items():
        on_planets.update(units)
        if planet not in tables.tiles.planets:
            text = f"no planet is called '{planet}'.{near(planet, list(tables.tiles.planets))}"
            yield ("placed", planet), text
        for unit in units:
            if unit in known and known[unit].category == "ship":
                yield ("placed", planet, unit), "ships stand in space, not on planets"
    for unit, number in on_planets.items():
        if number > faction.units.get(unit, 0):
            yield ("placed",), f"{number} of '{unit}' stand on planets, but there are {faction.units.get(unit, 0)}"
