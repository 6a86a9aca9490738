"""The effects in play, and what they come to for a side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from hive.catalog.tables import Bend, Owner, RollModifier, Seat
from hive.model.game import NEUTRAL, PLAYERS, Game, Law
from hive.words import Name, Words, say

B = TypeVar("B", bound=Bend)


@dataclass(frozen=True)
class Bending(Generic[B]):
    """An effect with its source by name, and the sides that it binds."""

    source: str
    effect: B
    seats: tuple[Seat, ...]

    @property
    def words(self) -> Words:
        """The source and what it does: ``Enforced Travel Ban: alpha and beta wormholes do not join``."""
        return say("{source}: {effect}", source=Name(self.source), effect=Name(self.effect.say))


@dataclass(frozen=True)
class Effects:
    """All effects in play, in the order in which they came."""

    in_play: tuple[Bending[Bend], ...] = ()

    def of(self, kind: type[B], seat: Owner = "hive") -> list[Bending[B]]:
        """The effects of a kind that bind a side; what binds both players binds neutral units as well."""
        return [
            Bending(one.source, one.effect, one.seats)
            for one in self.in_play
            if isinstance(one.effect, kind) and _binds(one.seats, seat)
        ]

    def roll_modifiers(self, unit: str, seat: Seat = "hive") -> dict[str, int]:
        """What is added to the combat rolls of a side's units of a type, by the source."""
        return {one.source: one.effect.bonus for one in self.of(RollModifier, seat) if unit in one.effect.units}


def _binds(seats: Sequence[Seat], owner: Owner) -> bool:
    return all(seat in seats for seat in PLAYERS) if owner == NEUTRAL else owner in seats


NOTHING = Effects()
"""Nothing is bent: the map as it is printed."""


def effects(game: Game) -> Effects:
    """What is in play now: laws by age, then what the state keeps for a time."""
    kept = (Bending[Bend](one.source, one.effect, tuple(one.seats)) for one in game.effects)
    return Effects((*_of_laws(game), *kept)) if game.laws or game.effects else NOTHING


def _of_laws(game: Game) -> Iterator[Bending[Bend]]:
    by_law = game.tables.laws.by_law
    for law in game.laws:
        for effect in by_law.get(law.name, ()):
            yield Bending(law.name, effect, _bound(game, law, effect))


def _bound(game: Game, law: Law, effect: Bend) -> tuple[Seat, ...]:
    if effect.binds == "all":
        return game.seats
    owner = owner_of(game, law)
    owns = effect.binds == "owner"
    return tuple(seat for seat in game.seats if owner is not None and (seat == owner) == owns)


def owner_of(game: Game, law: Law) -> Seat | None:
    """The side that a law elects; None where it elects none."""
    return next((seat for seat in game.seats if law.elected == game.name(seat)), None)
