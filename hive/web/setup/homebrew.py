"""The page on which a table names a faction or a tile of its own, and what its form says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import get_args

from pydantic import ValidationError

from hive.catalog.copying import BadHomebrew, Homebrew, homebrew_of
from hive.catalog.tables import Faction, Planet, Tables, Tile, UnitType
from hive.catalog.tables.base import Colour
from hive.catalog.tables.galaxy import Anomaly, Trait, Wormhole
from hive.naming import ANOMALIES as ANOMALY_WORDS
from hive.words import Name, Typed, Words, listed, say

MOST_PLANETS = 3
HIGHEST = 9
MOST_UNITS = 12
LONGEST_NAME = 40
FIRST_OWN = 1000
ANOMALIES: tuple[Anomaly, ...] = get_args(Anomaly)
WORMHOLES: tuple[Wormhole, ...] = get_args(Wormhole)
TRAITS: tuple[Trait, ...] = get_args(Trait)
COLOURS: tuple[Colour, ...] = get_args(Colour)


def named_in(form: Mapping[str, str], tables: Tables) -> Homebrew:
    """The faction with its home system, or the tile, that a form names. Raises BadHomebrew."""
    number = form.get("tile", "").strip().upper()
    if not re.fullmatch(r"[1-9][0-9]{0,3}[AB]?", number):
        raise BadHomebrew(say("Give the tile a number from 1 to 9999 that no other tile has."))
    planets = [
        planet for place in range(1, MOST_PLANETS + 1) if (planet := _planet(form, f"planet{place}")) is not None
    ]
    name = "" if form.get("what") == "tile" else _text(form, "faction")
    if form.get("what") == "faction" and not name:
        raise BadHomebrew(say("Give the faction a name."))
    if name and not planets:
        raise BadHomebrew(say("A home system has a planet. Name one, with its values."))
    try:
        tile = Tile(
            tile=number,
            box="base",
            back="home" if name else "red" if form.get("back") == "red" else "blue",
            home_of=name or None,
            anomalies=[one for one in ANOMALIES if one == form.get("anomaly")],
            wormholes=[one for one in WORMHOLES if one == form.get("wormhole")],
            planets=planets,
        )
        many = {unit.key: _number(form, f"unit.{unit.key}", MOST_UNITS) for unit in tables.units.units}
        units: dict[str, int] = {unit: number for unit, number in many.items() if number}
        return Homebrew(tile=tile, faction=Faction(name=name, short=name, box="base", units=units) if name else None)
    except ValidationError as error:
        raise BadHomebrew(say("This does not fit: {what}.", what=Typed(error.errors()[0]["msg"][:150]))) from error


@dataclass(frozen=True)
class HomebrewPage:
    """What was named so far, and what there is to choose from."""

    brewed: tuple[Words, ...]
    free: str
    units: tuple[UnitType, ...]
    anomalies: tuple[tuple[str, Words], ...] = tuple(ANOMALY_WORDS.items())
    wormholes: tuple[tuple[str, Words], ...] = tuple((one, Name(one)) for one in WORMHOLES)
    traits: tuple[tuple[str, Words], ...] = tuple((one, Name(one)) for one in TRAITS)
    specialties: tuple[tuple[str, Words], ...] = tuple((one, Name(one)) for one in COLOURS)


def homebrew_page(texts: Sequence[str], tables: Tables) -> HomebrewPage:
    """The page of a new game that carries these."""
    return HomebrewPage(tuple(_words(text) for text in texts), _free(texts, tables), tuple(tables.units.units))


def _free(texts: Sequence[str], tables: Tables) -> str:
    """A number that no tile has: the table need not know one."""
    taken = set(tables.tiles.by_number)
    for text in texts:
        with suppress(BadHomebrew):
            taken.add(homebrew_of(text).tile.tile)
    return next(str(number) for number in count(FIRST_OWN) if str(number) not in taken)


def _words(text: str) -> Words:
    try:
        one = homebrew_of(text)
    except BadHomebrew as error:
        return error.words
    planets = listed([Typed(planet.name) for planet in one.tile.planets])
    if one.faction is not None:
        return say(
            "{faction}: home {tile}, {planets}",
            faction=Typed(one.faction.name),
            tile=Name(one.tile.tile),
            planets=planets,
        )
    return say("Tile {tile}: {planets}", tile=Name(one.tile.tile), planets=planets or say("no planets"))


def _planet(form: Mapping[str, str], field: str) -> Planet | None:
    """A planet of the form; none if its name is left empty."""
    name = _text(form, field)
    if not name:
        return None
    return Planet(
        name=name,
        resources=_number(form, f"{field}.resources", HIGHEST),
        influence=_number(form, f"{field}.influence", HIGHEST),
        traits=[one for one in TRAITS if one == form.get(f"{field}.trait")],
        specialties=[one for one in COLOURS if one == form.get(f"{field}.specialty")],
        legendary=form.get(f"{field}.legendary") == "yes",
    )


def _text(form: Mapping[str, str], field: str) -> str:
    text = " ".join(form.get(field, "").split())
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise BadHomebrew(say("A name has at most {most} characters that can be shown.", most=LONGEST_NAME))
    return text


def _number(form: Mapping[str, str], field: str, most: int) -> int:
    typed = form.get(field, "").strip() or "0"
    if not re.fullmatch(r"[0-9]{1,3}", typed) or int(typed) > most:
        raise BadHomebrew(
            say("Enter a whole number from 0 to {most}, not “{typed}”.", most=most, typed=Typed(typed[:20]))
        )
    return int(typed)
