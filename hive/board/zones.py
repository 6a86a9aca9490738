"""The aggression zones in which systems lie. Rules: page 14."""

from __future__ import annotations

from hive.catalog.tables import Tables, Zone


def zone_of(tables: Tables, position: str) -> Zone | None:
    """The zone of a system, by its position; None for one that lies beside the map (Q86)."""
    return tables.galaxy.zones.of_slot.get(position)
