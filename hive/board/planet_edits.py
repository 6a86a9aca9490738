"""What the table may set of the planets in a system: who controls them, who coexists there, what is attached."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hive.board import pieces
from hive.board.edit_words import attachment_words, coexisting_words, control_words
from hive.board.editable import Editable
from hive.catalog.tables import Seat
from hive.fields import Choice, Number, OneOf
from hive.model.galaxy import System
from hive.model.game import PLAYERS, Game
from hive.words import Name, Words, say, sentence

SEATS: tuple[Seat, ...] = (*PLAYERS, "hive")
NOBODY = "nobody"


def control(game: Game, system: System) -> Iterator[Editable[str]]:
    """Who controls the space station of a system, and each of its planets."""
    choices = (*(Choice(seat, sentence(game.name(seat))) for seat in SEATS), Choice(NOBODY, say("Nobody")))
    if (station := game.tables.tiles.by_number[system.tile].space_station) is not None:
        yield Editable(
            OneOf(f"{system.position}/station", say("control of {planet}", planet=Name(station.name)), choices),
            partial(_write_station, position=system.position),
            "control",
            system.station or NOBODY,
        )
    for name, planet in system.planets.items():
        yield Editable(
            OneOf(f"{system.position}/planet/{name}/control", control_words(game, name), choices),
            partial(_write_control, position=system.position, planet=name),
            "control",
            planet.control or NOBODY,
            planet=name,
        )


def _write_control(game: Game, value: str, position: str, planet: str) -> None:
    seats: dict[str, Seat] = {seat: seat for seat in SEATS}
    pieces.set_control(game, position, planet, seats.get(value))


def _write_station(game: Game, value: str, position: str) -> None:
    pieces.set_station(game, position, next((seat for seat in SEATS if seat == value), None))


def coexisting(game: Game, system: System) -> Iterator[Editable[int]]:
    """Whose units live on a planet beside its controller's, where an option lets them. Rule: 33.coexist.order."""
    for name, planet in system.planets.items():
        for seat in SEATS:
            offered = game.tables.units.coexisting_units and planet.units.get(seat) and planet.control != seat
            if offered or seat in planet.coexisting:
                yield Editable(
                    there_or_not(
                        f"{system.position}/planet/{name}/coexisting/{seat}", coexisting_words(game, seat, name)
                    ),
                    partial(_write_coexisting, position=system.position, planet=name, seat=seat),
                    "tokens",
                    int(seat in planet.coexisting),
                )


def _write_coexisting(game: Game, value: int, position: str, planet: str, seat: Seat) -> None:
    pieces.set_coexisting(game, position, planet, seat, bool(value))


def attachments(game: Game, system: System) -> Iterator[Editable[int]]:
    """What can be attached to each planet."""
    for name, planet in system.planets.items():
        for attachment in game.tables.tiles.attachments:
            there = attachment.attachment in planet.attachments
            if there or attachment.box in game.settings.boxes:
                path = f"{system.position}/planet/{name}/attachment/{attachment.attachment}"
                yield Editable(
                    there_or_not(path, attachment_words(game, attachment.name, name)),
                    partial(_write_attachment, position=system.position, planet=name, key=attachment.attachment),
                    "attachments",
                    int(there),
                    planet=name,
                )


def _write_attachment(game: Game, value: int, position: str, planet: str, key: str) -> None:
    """The order stays: a second specialty turns to its other side."""
    if value:
        pieces.attach(game, position, planet, key)
        return
    attachments = pieces.galaxy_of(game).systems[position].planets[planet].attachments
    if key in attachments:
        attachments.remove(key)
    pieces.touch(game, position)


def there_or_not(path: str, label: Words) -> Number:
    """1 for something that lies there, 0 if it does not."""
    return Number(path, label, maximum=1)
