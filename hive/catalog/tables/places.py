"""Places that options bring: The Fracture, systems that are discovered, and Minor Factions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hive.catalog.tables.base import Count, Frozen, RuleId, Unit

Wormhole = Literal["alpha", "beta", "gamma", "delta", "epsilon"]
TileNumber = Annotated[str, Field(pattern=r"^([1-9][0-9]{0,3}[AB]?|F[1-9])$")]
Slot = Annotated[str, Field(pattern=r"^(000|[1-9][0-9]{2})$")]


class Fracture(Frozen):
    """What the systems of The Fracture are to the Hive: closed, until an option opens them.

    ``zone`` and ``ranks_as``: their aggression zone, and the wormhole as which ingress and egress rank. ``most_ships``
    bounds the non-fighter Hive ships there; ``move_bonus`` is added to the move value of ships that go there, and
    ``tokens`` come for units that have moved there.
    """

    rule: RuleId = "33.fracture.inaccessible"
    accessible: bool = False
    infested: bool = True
    zone: Annotated[int, Field(ge=1, le=9)] | None = None
    ranks_as: Wormhole | None = None
    most_ships: Count | None = None
    move_bonus: Count = 0
    tokens: Count = 0


class Discovery(Frozen):
    """Next to a system of which zone a new system is discovered, and of which zone it is then."""

    beside: Annotated[int, Field(ge=1, le=9)]
    zone: Annotated[int, Field(ge=1, le=9)]
    rule: RuleId


class MinorFactions(Frozen):
    """Home systems of unused factions in place of others: their slots, neutral ships in each, infantry on its planets.

    Where the Hive controls all planets of one, it draws so many ``secrets``.
    """

    slots: Annotated[list[Slot], Field(min_length=1)]
    ships: dict[Unit, Count]
    infantry: Count
    secrets: Count
