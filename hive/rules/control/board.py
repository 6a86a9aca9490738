"""What is asked of the board about planets and who controls them. Rules: 4.1, 4.2, 14.gain.mecatol-rex."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from hive.catalog.tables import Agenda, Seat
from hive.model.game import Game, Player
from hive.rules.control.asked import AskedPlanets
from hive.rules.control.mended import Stood
from hive.rules.control.taking import none_spared
from hive.rules.control.tracked import TrackedPlanets
from hive.steps import Choice, Procedure


class PlanetsBoard(Protocol):
    """Planets that the Hive gains, loses, or has to exhaust, and who holds what."""

    def planet_lost(self) -> Procedure[None]:
        """The Hive loses a planet and discards its worth. Rules: 4.2.loss-trigger, 4.2.loss-source."""

    def planet_gained(self) -> Procedure[None]:
        """The Hive takes a planet, and explores it. Rules: 4.1.yield-standard, 23.trigger.planet."""

    def planet_exhausted(self, spared: Callable[[str], bool] = none_spared) -> Procedure[None]:
        """A planet of the Hive is exhausted, of those that are not spared. Rule: 4.2.loss-trigger."""

    def planet_purged(self) -> Procedure[None]:
        """The card of a planet is purged. Rule: 36.conventions.marker."""

    def rex_taken(self, seat: Player) -> Procedure[None]:
        """A player takes Mecatol Rex. Rule: 14.gain.mecatol-rex."""

    def rex_held(self) -> bool:
        """Whether a side is known to control Mecatol Rex."""

    def stood(self) -> Stood:
        """How planets stand before the table mends the map, as far as it is known."""

    def mended(self, before: Stood, sure: bool) -> Procedure[None] | None:
        """What follows when the table has mended the map; None if nothing. Rule: 4.2.loss-trigger.

        ``sure``: the table has said with it that planets were taken.
        """

    def hand_over(self) -> Procedure[None]:
        """Players may hand planets over to each other, where command tokens are redistributed.

        Rule: 31.control.exchange-planets.
        """

    def electable(self, agenda: Agenda) -> tuple[Choice, ...]:
        """The planets that an agenda can elect."""

    def elected(self, planet: str) -> Procedure[None]:
        """A planet is elected; who controls it is booked if nobody has done so."""

    def influence(self, seats: Sequence[Seat]) -> int:
        """The influence of all planets that these sides control, as far as it is known; 0 where nobody knows."""

    def held(self) -> dict[Seat, list[str]]:
        """The systems that each side holds, as far as they are known."""

    def home_planets(self) -> list[str]:
        """The planets of its home system that the Hive controls, by name (M58)."""

    def monuments(self) -> dict[str, Seat | None]:
        """The planets with monuments of the players, as far as they are known. Rule: 37.monuments.players."""


def board_of(game: Game) -> PlanetsBoard:
    """The side that answers in this game."""
    return AskedPlanets(game) if game.galaxy is None else TrackedPlanets(game, game.galaxy)
