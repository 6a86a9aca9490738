"""What follows from a map that the table has mended in the middle of a game.

Mecatol Rex changes hands on its sheet: was it taken, or was the map wrong? A planet of the Hive that is destroyed, or
that lies under another tile from now on, is lost. Rules: 14.gain.mecatol-rex, page 21, 4.2.loss-trigger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.galaxy import Galaxy
from hive.model.game import PLAYERS, Game
from hive.rules.area.planets import STANDARD, discard_worth
from hive.rules.diagrams.planets import Place
from hive.steps import Ask, Choice, Procedure, Shown
from hive.words import PlanetName, Words, say

TAKEN, MENDED = "taken", "mended"


@dataclass(frozen=True)
class Held:
    """A planet of the Hive: where it lies, on which tile, and as what it counts."""

    place: Place
    tile: str
    kind: str


@dataclass(frozen=True)
class Stood:
    """How planets stood before the map was mended: who controlled Mecatol Rex, and those of the Hive."""

    rex: Seat | None = None
    hives: tuple[Held, ...] = ()


def held(galaxy: Galaxy) -> Iterator[Held]:
    """The Hive's planets. Rule: 4.1.counts-as-spawning."""
    for position, system in galaxy.systems.items():
        for name, planet in system.planets.items():
            if planet.control == "hive":
                yield Held((position, name), system.tile, pieces.spawning_system_at(galaxy, position) or STANDARD)


def off_the_map(game: Game, galaxy: Galaxy, before: Iterable[Held]) -> list[Held]:
    """Those planets that are gone with their tile, or are destroyed; a token that was laid by mistake is no planet."""
    left = {name for system in galaxy.systems.values() for name in system.planets}
    tiles = {system.tile for system in galaxy.systems.values()}
    printed = {one.name for tile in game.tables.tiles.tiles for one in tile.planets}
    return [one for one in before if one.place[1] not in left and (one.place[1] in printed or one.tile not in tiles)]


def lose(game: Game, planets: Iterable[Held]) -> Procedure[None]:
    """The Hive loses planets that are no longer on the map. Rules: 4.2.loss-trigger, 4.2.loss-source."""
    for one in planets:
        planet = PlanetName(one.place[1], one.place[0])
        yield from discard_worth(game, one.kind, say("[The Hive] loses {place}", place=planet))


def may_be_taken(game: Game, now: Seat | None, before: Seat | None) -> bool:
    """Whether who controls Mecatol Rex now may have taken it; an ally hands it on without consequences (Q60)."""
    if now is None or now == before:
        return False
    return before not in PLAYERS if now in PLAYERS else not game.agenda_unlocked and before is None


def was_it_taken(game: Game, rex: Place, now: Seat) -> Ask:
    """Whether Mecatol Rex was taken by who controls it from now on, as its sheet says."""
    planet = PlanetName(rex[1], rex[0])
    return Ask(
        key=keys.REX_SET,
        text=say("Has {who} taken {planet} now?", who=game.name(now), planet=planet),
        choices=(
            Choice(TAKEN, say("Taken"), _brings(game, now)),
            Choice(MENDED, say("Not now"), say("only the map was wrong"), beside=True),
        ),
        rule="14.gain.mecatol-rex",
        systems=(rex[0],),
        shown=Shown(planet, expects=False),
    )


def _brings(game: Game, seat: Seat) -> Words:
    """What comes of it."""
    if game.agenda_unlocked:
        return say("brings aggression counters")
    if seat == "hive":
        return say("brings the point for the custodians, and the agenda phase")
    return say("brings aggression counters, the point for the custodians, and the agenda phase")
