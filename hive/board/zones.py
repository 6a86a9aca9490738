"""The aggression zones in which systems lie. Rules: page 14, 35.exploration.player-systems, 35.void.zone."""

from __future__ import annotations

from hive.catalog.tables import Tables, Zone
from hive.model.galaxy import System


def zone_of(tables: Tables, position: str) -> Zone | None:
    """The zone of a slot of the template; None for what lies beside the map (Q86)."""
    return tables.galaxy.zones.of_slot.get(position)


def zone_of_system(tables: Tables, system: System) -> Zone | None:
    """The zone of a system: its own, where it came during the game; that of The Fracture; else that of its slot."""
    fracture = tables.tiles.by_number[system.tile].role == "fracture"
    number = tables.galaxy.fracture.zone if fracture else system.zone
    if number is None:
        return None if fracture else zone_of(tables, system.position)
    return next((zone for zone in tables.galaxy.zones.zones if zone.zone == number), None)
