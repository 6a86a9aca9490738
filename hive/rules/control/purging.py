"""A planet whose card is purged replenishes nothing more, and the players win with the last of the Hive's home system.

Rules: page 36, Conventions of War Abandoned.
"""

from __future__ import annotations

from hive.board import pieces
from hive.catalog.tables import SpawningSystem
from hive.model.galaxy import Galaxy
from hive.model.game import Game
from hive.naming import system_name
from hive.rules.area.planets import STANDARD, controlled_spawning_systems
from hive.rules.area.points import check_victory
from hive.rules.diagrams.planets import Place
from hive.steps import Choice, Item, Procedure, Tell
from hive.words import PlanetName, Words, say, sentence

MARKER, NO_YIELD = "36.conventions.marker", "36.conventions.no-yield"
WHICH = say("The card of which planet is purged?")
OTHER = "other"
_MAIN: SpawningSystem = "main"


def purgeable(galaxy: Galaxy) -> list[Place]:
    """The planets whose cards are there yet, those of the Hive first."""
    places = [
        (planet.control != "hive", position, name)
        for position, system in galaxy.systems.items()
        for name, planet in system.planets.items()
        if not planet.barren
    ]
    return [(position, name) for _, position, name in sorted(places)]


def purge_on_board(game: Game, place: Place) -> Procedure[None]:
    """Book that the card of a planet is purged, and tell what follows. Rule: 36.conventions.marker."""
    pieces.set_barren(game, *place)
    yield from _told(game, PlanetName(place[1], place[0]))


def kinds(game: Game) -> tuple[Choice, ...]:
    """Which planets it can be where no galaxy is tracked: by where the Hive's lie, or one that is not the Hive's."""
    known = controlled_spawning_systems(game)
    found = [_MAIN, *known] if _MAIN not in known else known
    systems = [Choice(one, sentence(_of(game, one))) for one in found]
    elsewhere = Choice(STANDARD, say("Another planet of [the Hive]"))
    return (*systems, elsewhere, Choice(OTHER, say("A planet that is not the Hive's")))


def purge_told(game: Game, where: str) -> Procedure[None]:
    """The same where the Hive's planets are numbers."""
    hive = game.hive
    if where == _MAIN:
        hive.home_purged += 1
    if where == STANDARD:
        hive.barren_standard += 1
    elif where != OTHER:
        hive.barren_spawning += 1
    yield from _told(game, say("the planet"))


def _of(game: Game, system: SpawningSystem) -> Words:
    return say("a planet in {system}", system=system_name(game, system))


def _told(game: Game, planet: Words) -> Procedure[None]:
    lines = (
        Item(say("Put a trade good on {planet}, as a reminder.", planet=planet), rule=MARKER),
        Item(say("[The Hive] replenishes nothing more from it."), rule=NO_YIELD),
    )
    yield Tell(say("The card of {planet} is purged.", planet=planet), MARKER, items=lines)
    check_victory(game)
