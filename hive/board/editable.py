"""What the table may set by hand on the board: its field, words, group on the sheet, and what setting it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from hive.board import pieces
from hive.catalog.tables import Owner, Seat, UnitType
from hive.fields import Choice, Number, OneOf, Settable, V
from hive.model.galaxy import System
from hive.model.game import PLAYERS, Game
from hive.naming import on_planet
from hive.naming import planet as planet_name
from hive.words import Name, Words, say, sentence

Group = Literal["units", "damaged", "control", "attachments", "command_tokens", "tokens", "exchanges"]
NO = "no"


@dataclass(frozen=True)
class Editable(Settable[V]):
    """Something in a system that the table may set; its field is its path, ``value`` what stands there now.

    ``planet`` is empty for the space area; ``seat`` and ``unit`` say whose units it counts, where it does.
    """

    group: Group
    value: V
    planet: str = ""
    seat: Owner | None = None
    unit: str = ""

    def check(self, value: object) -> V:
        """What a form or a log names, as it counts; the sheet still shows it. Raises Misfit."""
        return self.entered.check(value, sheet=True)


Edit = Editable[int] | Editable[str]


# --- what the table calls what it can mend in a system


def units_words(game: Game, seat: Owner, unit: UnitType, planet: str | None) -> Words:
    """What a number of units counts."""
    who, units = game.name(seat), Name(unit.plural)
    if planet is None:
        return say("{who}'s {what}", who=who, what=units)
    return say("{who}'s {units} on {planet}", who=who, units=units, planet=planet_name(game, planet))


def damaged_words(game: Game, seat: Owner, unit: UnitType, planet: str | None) -> Words:
    """What a number of damaged units counts."""
    who, units = game.name(seat), Name(unit.plural)
    if planet is None:
        return say("{who}'s damaged {units}", who=who, units=units)
    return say("{who}'s damaged {units} on {planet}", who=who, units=units, planet=planet_name(game, planet))


def control_words(game: Game, planet: str) -> Words:
    """What is asked about control of a planet."""
    return say("control of {planet}", planet=planet_name(game, planet))


def coexisting_words(game: Game, seat: Owner, planet: str) -> Words:
    """What is asked about units that live beside those of who controls their planet."""
    return say("{who}'s units coexist on {planet}", who=game.name(seat), planet=planet_name(game, planet))


def attachment_words(game: Game, attachment: str, planet: str) -> Words:
    """What is asked about an attachment of a planet."""
    return on_planet(Name(attachment), planet_name(game, planet))


# --- what the table may set of the planets in a system: who controls them, who coexists there, what is attached


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
