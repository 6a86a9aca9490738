"""What laws and other sources bend by themselves: the kinds of effects, and the table that says which law has which."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from hive.catalog.tables.base import Count, Frozen, Name, Unit
from hive.catalog.tables.galaxy import Role, Trait, Wormhole

Binds = Literal["all", "owner", "others"]


class Bend(Frozen):
    """What all effects have: ``say``, what it does in words that follow its source, and whom it binds.

    ``binds``: every side, the owner of its source alone, or every side but the owner.
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


class WayOpened(Bend):
    """Ships move on through an anomaly that would stop them."""

    kind: Literal["way_opened"]
    anomaly: Literal["nebula"]


class NoSustain(Bend):
    """Units of these types cannot sustain damage."""

    kind: Literal["no_sustain"]
    units: Annotated[list[Unit], Field(min_length=1)]


class NoBombardment(Bend):
    """Units on planets with a trait cannot be bombarded."""

    kind: Literal["no_bombardment"]
    trait: Trait


class AbilitiesOff(Bend):
    """Units of these types have none of their printed abilities but sustaining damage."""

    kind: Literal["abilities_off"]
    units: Annotated[list[Unit], Field(min_length=1)]


class NoUnitAbilities(Bend):
    """No unit has unit abilities: sustain damage, barrage, bombardment, space cannon, planetary shield."""

    kind: Literal["no_unit_abilities"]


class RollModifier(Bend):
    """A number is added to the combat rolls of units of these types."""

    kind: Literal["roll_modifier"]
    units: Annotated[list[Unit], Field(min_length=1)]
    bonus: Annotated[int, Field(ge=-9, le=9)]


class NoActionCards(Bend):
    """No action cards can be played."""

    kind: Literal["no_action_cards"]


class TurnMayEnd(Bend):
    """Once a system with units of another side is activated, the turn can be ended; the source is discarded."""

    kind: Literal["turn_may_end"]


class NoVote(Bend):
    """No votes can be cast."""

    kind: Literal["no_vote"]


class PlanetsExhausted(Bend):
    """Planets will be exhausted: one for each technology, those with a technology specialty, or those at home."""

    kind: Literal["planets_exhausted"]
    which: Literal["per_technology", "with_specialty", "at_home"]


Effect = Annotated[
    WormholesCut
    | WormholesJoined
    | WayOpened
    | NoSustain
    | NoBombardment
    | AbilitiesOff
    | NoUnitAbilities
    | RollModifier
    | NoActionCards
    | TurnMayEnd
    | NoVote
    | PlanetsExhausted,
    Field(discriminator="kind"),
]


class LawRow(Frozen):
    """A law or directive by its name among the agendas: what it bends in play, and the numbers of what it does."""

    law: Name
    effects: list[Effect] = []
    amounts: dict[Name, Count] = {}


class Laws(Frozen):
    """decks/laws.yaml: what laws in play bend by themselves."""

    table: Literal["laws"]
    laws: list[LawRow]

    @cached_property
    def by_law(self) -> dict[str, list[Effect]]:
        """The effects of each law that has any, by its name."""
        return {row.law: row.effects for row in self.laws if row.effects}

    def amount(self, name: str, what: str) -> int:
        """A number of what a card does. Raises KeyError."""
        return next(row.amounts for row in self.laws if row.law == name)[what]
