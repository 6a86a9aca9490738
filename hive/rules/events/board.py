"""What events ask of the board: their fields, why they cannot happen now, and what they change there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from hive.catalog.tables.acts import BoardAct
from hive.catalog.tables.doings import Only, Spared
from hive.fields import AnyField, Choice
from hive.model.game import Game, Player
from hive.rules.diagrams import damage
from hive.rules.events.doing_asked import AskedDoings
from hive.rules.events.doing_tracked import TrackedDoings
from hive.rules.events.kinds import Args
from hive.steps import Item, Procedure
from hive.words import Name, Words


class EventsBoard(Protocol):
    """What each event has to know of the board, and what it does there.

    ``spared``: what it cannot be used against; ``where``: what holds of each place, for one of its ``users``.
    """

    spared: tuple[Spared, ...]
    where: tuple[Only, ...]
    users: tuple[Player, ...]

    def support_fields(self) -> tuple[AnyField, ...]:
        """What the activation of a system with Hive units has to know."""

    def support(self, args: Args) -> Procedure[None]:
        """A system with Hive units is activated. Rule: 21.draw.player-activation."""

    def no_activation(self) -> Words:
        """Why nobody can activate a system with Hive units, or nothing."""

    def hit_fields(self, arena: damage.Arena) -> tuple[AnyField, ...]:
        """What hits on the Hive have to know."""

    def hits(self, arena: damage.Arena, args: Args) -> Procedure[damage.Hits]:
        """The Hive takes hits. Rules: 5.4.damage-space, 5.4.damage-ground."""

    def harm_fields(self) -> tuple[AnyField, ...]:
        """What an effect that harms units has to know."""

    def weakest(self, args: Args) -> Procedure[dict[str, int]]:
        """An effect harms units, the weakest first. Rule: 5.4.negative-effects."""

    def loss_fields(self) -> tuple[AnyField, ...]:
        """What plastic that left the board has to know."""

    def units_lost(self, args: Args) -> Procedure[None]:
        """Hive plastic left the board. Rule: 2.hive.components."""

    def no_units(self, arena: damage.Arena | None = None) -> Words:
        """Why no units can be hit, or nothing; in: where they fight, if that matters."""

    def no_plastic(self) -> Words:
        """Why no plastic can leave the board, or nothing."""

    def explores_planet(self) -> Procedure[None]:
        """The Hive explores a planet. Rule: 23.draw."""

    def nothing_to_explore(self) -> bool:
        """Whether it is known that the Hive has no planet to explore."""

    def no_frontier(self) -> bool:
        """Whether it is known that no Hive ship stands with a frontier token. Rule: 23.trigger.frontier."""

    def exchange_fields(self) -> tuple[AnyField, ...]:
        """What a planet that is handed over has to know."""

    def exchange(self, args: Args) -> tuple[Words, Item] | None:
        """Hand a planet over: what happens, and what hands do; None if the table does it by itself."""

    def book_exchange(self, args: Args) -> None:
        """Book that a planet goes to the ally."""

    def no_exchange(self) -> bool:
        """Whether it is known that no planet can be handed over. Rule: 31.control.exchange-planets."""

    def atomics_fields(self) -> tuple[AnyField, ...]:
        """What the use of Stellar Atomics has to know: what it took from the Hive."""

    def atomics_hit(self, args: Args) -> Procedure[None]:
        """Book what Stellar Atomics took from the Hive."""

    def retaliates(self, seat: Player) -> Procedure[list[Item] | None]:
        """The Hive retaliates against a player; None where nothing can be destroyed. Rule: 37.atomics.retaliation."""

    def fracture(self) -> Procedure[None]:
        """The Fracture comes into play. Rule: 33.fracture.ingress."""

    def fracture_lies(self) -> bool:
        """Whether it is known to be in play."""

    def discover(self) -> Procedure[None]:
        """The Hive tries to discover a system. Rules: 35.exploration.hive-discovers, 35.exploration.hive-systems."""

    def no_way(self, args: Args) -> Words:
        """Why what moves cannot go from one told place to the other, or nothing."""

    def exhaust(self) -> Procedure[None]:
        """A planet of the Hive against which it can be used is exhausted. Rule: 4.2.loss-trigger."""

    def unhurt(self, seat: Player, unit: str) -> bool:
        """Whether such a unit of a player can sustain damage in the space area of the battle, as far as is known."""

    def sustain(self, seat: Player, unit: str) -> None:
        """It does."""

    def act_fields(self, act: BoardAct) -> tuple[AnyField, ...]:
        """What the table has to say of what players own and do."""

    def spots(self, act: BoardAct) -> Collection[str]:
        """The places where it can be done, as far as they are known."""

    def no_act(self, act: BoardAct) -> Words:
        """Why it changes nothing on the board now, or nothing."""

    def do(self, source: Name, act: BoardAct, args: Args, who: Callable[[], Player]) -> Procedure[None]:
        """What players own and do to the board; in: its name, and who it is, where that matters."""

    def monument_places(self) -> tuple[Choice, ...]:
        """The planets on which players can build a monument, where they are known."""

    def no_monument(self) -> Words:
        """Why players can build none now, or nothing."""

    def build_monument(self, where: str) -> Procedure[None]:
        """Players have built one. Rule: 37.monuments.players."""

    def standing(self, seat: Player, position: str, planet: str = "") -> dict[str, int]:
        """The units of a player in a system, or on one planet, as far as they are known."""

    @property
    def sees(self) -> bool:
        """Whether it knows by itself when and where something can act."""

    def no_battle(self) -> Words:
        """Why nothing can be done to a battle now, or nothing."""

    def landing_places(self) -> dict[str, Words]:
        """The planets on which the Hive can land now, where they are known."""

    def systems(self) -> tuple[Choice, ...]:
        """All systems, where they are known."""

    def wormholes(self) -> tuple[Choice, ...]:
        """The systems with wormholes other than delta ones, where they are known."""

    def side_by_side(self, one: str, other: str) -> bool:
        """Whether two systems lie side by side, as far as that is known."""


def board_of(game: Game) -> EventsBoard:
    """The side that answers in this game."""
    return AskedDoings(game) if game.galaxy is None else TrackedDoings(game, game.galaxy)
