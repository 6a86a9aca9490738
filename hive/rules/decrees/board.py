"""What laws and directives take off the board, and put on it. Rules: page 29, 5.4.negative-effects."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from hive.model.game import PLAYERS, Game, Player
from hive.rules.decrees.asked import AskedDecrees
from hive.rules.decrees.tracked import TrackedDecrees
from hive.rules.decrees.words import Gone, Where, Which
from hive.steps import Item, Procedure


class DecreesBoard(Protocol):
    """The Hive's units and command tokens on the board, as agendas name them; each tells what hands have to do."""

    def give_up(self, units: Collection[str], number: int) -> Procedure[list[Item]]:
        """The Hive loses so many of its units of some types, the weakest first, where it can best do without them."""

    def lose_all(self, units: Collection[str], where: Where) -> Procedure[list[Item]]:
        """The Hive loses all units of some types in some systems."""

    def lose_on(self, planet: str, units: Collection[str]) -> Procedure[Gone]:
        """All units of some types leave an elected planet; out also comes how many the Hive loses as its owner."""

    def halve_infantry(self) -> Procedure[Gone]:
        """The Hive loses half of its infantry on each planet, rounded up; out also comes how much that is."""

    def add_infantry(self, number: int) -> Procedure[list[Item]]:
        """The Hive places infantry on each of its planets."""

    def mech_at_home(self) -> Procedure[list[Item]]:
        """The Hive places a mech in its main spawning system."""

    def replace_mechs(self, number: int) -> Procedure[list[Item]]:
        """So many infantry take the place of each mech of the Hive."""

    def token_at_home(self) -> Procedure[list[Item]]:
        """A command token of the Hive comes from the reinforcements into its main spawning system."""

    def redistribute(self, planet: str, number: int) -> Procedure[None]:
        """All units leave an elected planet; a side with fewest victory points places infantry there and takes it."""

    def losses_around_mecatol_rex(self, number: int) -> Procedure[list[Item]]:
        """The Hive loses all units in the Mecatol Rex system, and so many in each system next to it."""

    def token_off(self) -> Procedure[list[Item]]:
        """A command token of the Hive goes from the board to the reinforcements."""

    def exhausted(self, which: Which) -> Procedure[list[str]]:
        """Planets of the Hive that are exhausted: for each its spawning system, or that it is a standard one."""

    def ship_at_a_wormhole(self) -> Procedure[bool]:
        """Whether a ship of the Hive is in a system with a wormhole."""

    def players_give_up(
        self, units: Collection[str], number: int, seats: Sequence[Player] = PLAYERS
    ) -> Procedure[list[Item]]:
        """Each of these players loses so many units of some types."""

    def players_keep(self, key: str, number: int) -> Procedure[list[Item]]:
        """Each player keeps so many units of a type, and loses the others."""

    def tokens_at_wormholes(self) -> Procedure[list[Item]]:
        """The same for each system with a wormhole and ships of the Hive."""


def board_of(game: Game) -> DecreesBoard:
    """The side that answers in this game."""
    return AskedDecrees(game) if game.galaxy is None else TrackedDecrees(game, game.galaxy)
