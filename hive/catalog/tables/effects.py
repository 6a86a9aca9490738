"""What laws and other sources bend by themselves: the kinds of effects, and those that open and close ways."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hive.catalog.tables.base import Count, Frozen, Name, Unit
from hive.catalog.tables.galaxy import Anomaly, Role, Trait, Wormhole

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


# --- what laws and other sources bend by themselves: the kinds of effects


Roll = Literal["combat", "space_cannon", "anti_fighter_barrage", "bombardment"]
Rolls = Annotated[list[Roll], Field(min_length=1)]


UnitAbility = Literal["space_cannon", "anti_fighter_barrage", "bombardment", "planetary_shield"]


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
    """A number is added to rolls of units of these types, or of all. ``against_owner``: those at its owner alone."""

    kind: Literal["roll_modifier"]
    units: list[Unit] = []
    bonus: Annotated[int, Field(ge=-9, le=9)]
    rolls: Rolls = ["combat"]
    against_owner: bool = False


class NoRolls(Bend):
    """No dice are rolled for these rolls."""

    kind: Literal["no_rolls"]
    rolls: Rolls


class HitsCancelled(Bend):
    """So many hits of these rolls are cancelled, or ``every`` one; where neither is said, the table says how many."""

    kind: Literal["hits_cancelled"]
    rolls: Rolls
    number: Count = 0
    every: bool = False

    @property
    def told(self) -> bool:
        """Whether the table says how many."""
        return not self.number and not self.every


class LostEachStatus(Bend):
    """So many units of one of these types are lost at the beginning of each status phase."""

    kind: Literal["lost_each_status"]
    units: Annotated[list[Unit], Field(min_length=1)]
    number: Annotated[int, Field(ge=1, le=20)] = 1


class AsFlagship(Bend):
    """A ship of the owner, of the type that the table says, can sustain damage and has anti-fighter barrage as well."""

    kind: Literal["as_flagship"]
    unit: str = ""


class Rerolled(Bend):
    """The dice of these rolls are rolled once more."""

    kind: Literal["rerolled"]
    rolls: Rolls


class AbilityOff(Bend):
    """Unit abilities that units of these types, or of all, do not have: against ships, ground forces, or at all."""

    kind: Literal["ability_off"]
    abilities: Annotated[list[UnitAbility], Field(min_length=1)]
    units: list[Unit] = []
    arena: Literal["space", "ground", "anywhere"] = "anywhere"


class CannonGained(Bend):
    """The owner's units of these types have space cannon, also into ``adjacent`` systems."""

    kind: Literal["cannon_gained"]
    units: Annotated[list[Unit], Field(min_length=1)]
    adjacent: bool = False


class LawsBlank(Bend):
    """Laws bend nothing."""

    kind: Literal["laws_blank"]


class NoSabotage(Bend):
    """Action cards of the owner cannot be cancelled by the Hive."""

    kind: Literal["no_sabotage"]


class NoCardsAfterPassing(Bend):
    """Once the Hive has passed it plays no card in turns of the owner."""

    kind: Literal["no_cards_after_passing"]


class Captures(Bend):
    """Ships that the Hive loses in a combat with the owner are captured; ``any_loss``: also those lost otherwise."""

    kind: Literal["captures"]
    any_loss: bool = False


class CardClosed(Bend):
    """A strategy card that the Hive cannot take, by its number; the table says which."""

    kind: Literal["card_closed"]
    card: Count = 0


class NoActionCards(Bend):
    """No action cards can be played, in any ``phase`` or just in that one."""

    kind: Literal["no_action_cards"]
    phase: Literal["", "agenda"] = ""


class TurnMayEnd(Bend):
    """Once a system with units of another side is activated, the turn can be ended; the source is discarded."""

    kind: Literal["turn_may_end"]


class NoVote(Bend):
    """No votes can be cast."""

    kind: Literal["no_vote"]


class VotesFirst(Bend):
    """The owner votes before everybody else."""

    kind: Literal["votes_first"]


class VotesReversed(Bend):
    """The votes are cast counterclockwise, from the right of the Speaker."""

    kind: Literal["votes_reversed"]


class VoteDemanded(Bend):
    """Who votes for another outcome than this one, which the table says, loses a token of the fleet pool."""

    kind: Literal["vote_demanded"]
    outcome: str = ""


class AgendaReplaced(Bend):
    """The agenda that is revealed is discarded, and another one revealed."""

    kind: Literal["agenda_replaced"]


class NoLanding(Bend):
    """Ground forces that would land on one planet stay in space; the table says which."""

    kind: Literal["no_landing"]


class PlanetsExhausted(Bend):
    """Planets will be exhausted: one for each technology, those with a technology specialty, or those at home."""

    kind: Literal["planets_exhausted"]
    which: Literal["per_technology", "with_specialty", "at_home"]


Effect = Annotated[
    WormholesCut
    | WormholesJoined
    | WormholesLead
    | BorderClosed
    | WayOpened
    | NoSustain
    | NoBombardment
    | AbilitiesOff
    | NoUnitAbilities
    | RollModifier
    | NoRolls
    | HitsCancelled
    | AsFlagship
    | LostEachStatus
    | Rerolled
    | AbilityOff
    | CannonGained
    | ClosedTo
    | PathBlocked
    | PathOpened
    | RiftAt
    | WormholeAt
    | LawsBlank
    | NoSabotage
    | NoCardsAfterPassing
    | Captures
    | CardClosed
    | NoActionCards
    | TurnMayEnd
    | NoVote
    | VotesFirst
    | VotesReversed
    | VoteDemanded
    | AgendaReplaced
    | NoLanding
    | PlanetsExhausted,
    Field(discriminator="kind"),
]
