"""The galaxy as it lies on the table: systems, the tiles in them, and what stands there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from hive.catalog.tables import Anomaly, Owner, Seat, SpawningSystem, Tiles, Wormhole

# Per owner how many of each unit, by the unit's key.
Forces = dict[Owner, dict[str, int]]
_ANOMALIES: tuple[Anomaly, ...] = get_args(Anomaly)


@dataclass(frozen=True)
class TokenPlaced:
    """A token that changes its system, by its key in decks/tiles.yaml, and the side it shows if it has sides."""

    key: str
    side: Wormhole | None = None


@dataclass
class PlanetState:
    """What stands on a planet. ``damaged`` counts units that are in ``units`` as well.

    ``coexisting`` are the sides whose units there live beside those of who controls it (33.coexist.order);
    ``barren``: its card is purged (36.conventions.marker).
    """

    control: Seat | None = None
    units: Forces = field(default_factory=dict)
    damaged: Forces = field(default_factory=dict)
    attachments: list[str] = field(default_factory=list)
    coexisting: list[Seat] = field(default_factory=list)
    barren: bool = False


@dataclass
class System:
    """A system: its position, its tile, and what is there.

    ``position`` is the slot on the map (``000``, ``101`` and so on, which fixes the hex), or a name of its own for a
    system beside the map. ``units`` stand in the space area, ``damaged`` ones are counted there as well.
    ``station``: who controls the space station of its tile. ``zone``: its aggression zone, if it came
    during the game.
    """

    position: str
    tile: str
    planets: dict[str, PlanetState] = field(default_factory=dict)
    units: Forces = field(default_factory=dict)
    damaged: Forces = field(default_factory=dict)
    command_tokens: list[Seat] = field(default_factory=list)
    tokens: list[TokenPlaced] = field(default_factory=list)
    frontier: bool = False
    station: Seat | None = None
    zone: int | None = None


def anomalies_in(system: System, tiles: Tiles) -> tuple[Anomaly, ...]:
    """What a system counts as, each anomaly once: those on its tile, and those of tokens, as of a Dimensional Tear."""
    found = {*tiles.by_number[system.tile].anomalies}
    for placed in system.tokens:
        found.update(tiles.tokens_by_key[placed.key].anomalies)
    return tuple(kind for kind in _ANOMALIES if kind in found)


@dataclass
class Galaxy:
    """All systems by their position, on the map and beside it, and which of them are spawning systems.

    ``spawning`` names the position of each spawning system, the players' homes and Mecatol Rex
    (4.1.counts-as-spawning). ``touched`` names the systems that the last entry of the log has changed.
    """

    systems: dict[str, System] = field(default_factory=dict)
    spawning: dict[SpawningSystem, str] = field(default_factory=dict)
    touched: list[str] = field(default_factory=list)


def set_number(forces: Forces, owner: Owner, unit: str, number: int) -> None:
    """Set how many units of a type a side has; types and sides without any are left out."""
    side = forces.setdefault(owner, {})
    side[unit] = number
    if not number:
        del side[unit]
    if not side:
        del forces[owner]
