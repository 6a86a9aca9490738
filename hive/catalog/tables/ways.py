"""What all effects have, and those that open and close ways."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hive.catalog.tables.base import Count, Frozen, Name, Unit
from hive.catalog.tables.galaxy import Anomaly, Role, Wormhole

Binds = Literal["all", "owner", "others", "hive"]


class Bend(Frozen):
    """What all effects have: ``say``, what it does in words that follow its source, and whom it binds.

    ``binds``: every side, the owner of its source alone, every side but the owner, or the Hive.
    """

    say: Name
    binds: Binds = "all"


class WormholesCut(Bend):
    """Wormholes of these kinds join nothing when ships move; those of a tile with a ``role`` alone, if it is said."""

    kind: Literal["wormholes_cut"]
    wormholes: Annotated[list[Wormhole], Field(min_length=1)]
    role: Role | None = None


class WormholesJoined(Bend):
    """Systems with any of these wormholes are adjacent to each other, whatever cuts the wormholes themselves."""

    kind: Literal["wormholes_joined"]
    wormholes: Annotated[list[Wormhole], Field(min_length=1)]


class WormholesLead(Bend):
    """All other systems with wormholes are adjacent to one that has a wormhole; the table says which."""

    kind: Literal["wormholes_lead"]


class BorderClosed(Bend):
    """Two systems side by side are not adjacent; the table says which. No more than ``number`` borders are closed."""

    kind: Literal["border_closed"]
    number: Count
    other: str = ""


class WayOpened(Bend):
    """Ships move on through an anomaly that would stop them."""

    kind: Literal["way_opened"]
    anomaly: Literal["nebula"]


class ClosedTo(Bend):
    """Systems with this anomaly and ships of the owner cannot be entered."""

    kind: Literal["closed_to"]
    anomaly: Anomaly


class PathBlocked(Bend):
    """Ships do not pass through systems in which the owner has such units."""

    kind: Literal["path_blocked"]
    units: Annotated[list[Unit], Field(min_length=1)]


class PathOpened(Bend):
    """Ships pass through systems with ships of the owner."""

    kind: Literal["path_opened"]


class RiftAt(Bend):
    """Systems in which the owner has such units are gravity rifts."""

    kind: Literal["rift_at"]
    units: Annotated[list[Unit], Field(min_length=1)]


class WormholeAt(Bend):
    """Systems in which the owner has such units have a wormhole of this kind."""

    kind: Literal["wormhole_at"]
    units: Annotated[list[Unit], Field(min_length=1)]
    wormhole: Wormhole
