"""The choices of a new game as a form posts them, checked, and what a table names of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal, TypeVar, get_args

from pydantic import ValidationError

from hive.catalog.copying import MOST_HOMEBREW, BadHomebrew, Homebrew, homebrew_of
from hive.catalog.options import Options, misfits
from hive.catalog.tables import ADVANCED_PAGES, BOX_WORDS, Box, Faction, Level, Planet, Tables, Tile, UnitType
from hive.catalog.tables.base import Colour
from hive.catalog.tables.galaxy import Anomaly, Trait, Wormhole
from hive.model.game import LONGEST_PLAYER_NAME, PLAYERS, Draws, PlayerSetup, Settings
from hive.naming import ANOMALIES as ANOMALY_WORDS
from hive.store import NAME_LENGTH
from hive.web.words import language
from hive.words import Name, Typed, Words, listed, say, told

_One = TypeVar("_One", bound=str)
Way = Literal["random", "string", "hand", "none"]
"""How the galaxy is set up: at random, from a map string, slot by slot, or not in this app at all."""


WITH_KINGS = "twilights_fall"
"""The option with which each player chooses a King, and starting units that are not those of the home system."""
NEW_GAME_DEFAULTS: dict[str, Any] = {
    "name": "",
    "p1_name": "",
    "p2_name": "",
    "p1_faction": "",
    "p2_faction": "",
    "p1_king": "",
    "p2_king": "",
    "p1_fleet": "",
    "p2_fleet": "",
    "p1_colour": "blue",
    "p2_colour": "green",
    "left": "p1",
    "difficulty": "standard",
    "draws": "app",
    "boxes": ["pok"],
    "options": [],
    "homebrew": [],
    "galaxy": "random",
    "begins": "start",
    **{f"advanced_{page}": "yes" for page in ADVANCED_PAGES},
}


class FormRefused(Exception):
    """A form that cannot be accepted; ``errors`` holds a sentence for each field."""

    def __init__(self, errors: dict[str, Words]) -> None:
        """Keep the sentences."""
        super().__init__(listed(list(errors.values()), ";"))
        self.errors = errors


@dataclass(frozen=True)
class NewGameForm:
    """A new game as the table wants it."""

    name: str
    settings: Settings
    galaxy: Way
    in_the_middle: bool
    homebrew: tuple[Homebrew, ...]


def new_game_form(form: Mapping[str, Any], tables: Tables, options: Options) -> NewGameForm:
    """Check the form of a new game. In: what was posted, and the tables and options that there are.

    Raises FormRefused.
    """
    errors: dict[str, Words] = {}
    p1 = _player(form, "p1", "Player 1", tables, errors)
    p2 = _player(form, "p2", "Player 2", tables, errors)
    for seat, player in (("p1", p1), ("p2", p2)):
        if player.name.casefold() in ("hive", "the hive"):
            errors[f"{seat}_name"] = say("That name is taken: [the Hive] plays as well.")
    if p1.name.casefold() == p2.name.casefold():
        errors["p2_name"] = say("Give the two players different names.")
    if p1.colour == p2.colour:
        errors["p2_colour"] = say("Give the two players different colours.")
    if p1.faction and p1.faction == p2.faction:
        errors["p2_faction"] = say("Give the two players different factions.")
    if p1.king and p1.king == p2.king:
        errors["p2_king"] = say("Give the two players different Kings.")
    boxes = _boxes(form.get("boxes", []), errors)
    _without_box({"p1": p1, "p2": p2}, boxes, tables, errors)
    settings = Settings(
        p1=p1,
        p2=p2,
        left=_choice(form, "left", PLAYERS, errors),
        difficulty=_choice(form, "difficulty", get_args(Level), errors),
        boxes=boxes,
        draws=_choice(form, "draws", get_args(Draws), errors),
        advanced=[page for page in ADVANCED_PAGES if _choice(form, f"advanced_{page}", ("yes", "no"), errors) == "yes"],
        options=_options(form.get("options", []), options, boxes, errors),
    )
    galaxy: Way = _choice(form, "galaxy", get_args(Way), errors)
    middle = _choice(form, "begins", ("start", "middle"), errors) == "middle"
    if middle and galaxy == "random":
        errors["galaxy"] = say("In the middle of a game its galaxy lies on the table: say which, or play without.")
    name = _text(form, "name", NAME_LENGTH, errors) or told(listed([Typed(p1.name), Typed(p2.name)]), language())
    if errors:
        raise FormRefused(errors)
    return NewGameForm(name, settings, galaxy, middle, tuple(named_before(form)))


def _without_box(
    players: Mapping[str, PlayerSetup], boxes: list[Box], tables: Tables, errors: dict[str, Words]
) -> None:
    """A faction whose box is not on the table."""
    for seat, player in players.items():
        if player.faction and (box := tables.factions.by_name[player.faction].box) not in boxes:
            errors[f"{seat}_faction"] = say(
                "{faction} comes with {box}. Tick that box below, or choose another faction.",
                faction=Name(player.faction),
                box=BOX_WORDS[box],
            )


def named_before(form: Mapping[str, Any]) -> list[Homebrew]:
    """The factions and tiles that the table has named so far. Raises BadHomebrew."""
    named = [homebrew_of(str(text)) for text in form.get("homebrew", [])]
    if len(named) > MOST_HOMEBREW:
        raise BadHomebrew(say("Name at most {most} factions and tiles of your own.", most=MOST_HOMEBREW))
    return named


def _player(form: Mapping[str, Any], seat: str, fallback: str, tables: Tables, errors: dict[str, Words]) -> PlayerSetup:
    factions = ("", *(faction.name for faction in tables.factions.at_set_up))
    later = tables.factions.by_name.get(str(form.get(f"{seat}_faction", "")))
    if later is not None and later.after:
        errors[f"{seat}_faction"] = say(
            "Nobody begins a game as {faction}: choose {before}, who become it in the course of a game.",
            faction=Name(later.name),
            before=Name(later.after),
        )
        form = {**form, f"{seat}_faction": later.after}
    colours = tuple(colour.key for colour in tables.factions.colours)
    kings, fall = ("", *(king.name for king in tables.factions.kings)), WITH_KINGS in form.get("options", [])
    return PlayerSetup(
        name=_text(form, f"{seat}_name", LONGEST_PLAYER_NAME, errors) or fallback,
        faction=_choice(form, f"{seat}_faction", factions, errors),
        king=_choice(form, f"{seat}_king", kings, errors) if fall else "",
        fleet=_choice(form, f"{seat}_fleet", factions, errors) if fall else "",
        colour=_choice(form, f"{seat}_colour", colours, errors),
    )


def _text(form: Mapping[str, Any], field: str, longest: int, errors: dict[str, Words]) -> str:
    text = " ".join(str(form.get(field, "")).split())
    if len(text) > longest or not text.isprintable():
        errors[field] = say("At most {most} characters that can be shown, please.", most=longest)
        return ""
    return text


def _choice(form: Mapping[str, Any], field: str, allowed: Sequence[_One], errors: dict[str, Words]) -> _One:
    value = str(form.get(field, NEW_GAME_DEFAULTS[field]))
    chosen = next((one for one in allowed if one == value), None)
    if chosen is None:
        errors[field] = say("Choose one of the options shown.")
    return chosen if chosen is not None else allowed[0]


def _boxes(ticked: list[str], errors: dict[str, Words]) -> list[Box]:
    known: dict[str, Box] = {box: box for box in get_args(Box)}
    if any(box not in known for box in ticked):
        errors["boxes"] = say("Tick the boxes that are on the table.")
    # The base game and Prophecy of Kings are always there (1.scope.expansion).
    return sorted({known[box] for box in (*ticked, "base", "pok") if box in known})


def _options(ticked: list[str], options: Options, boxes: list[Box], errors: dict[str, Words]) -> tuple[str, ...]:
    """The ticked options, in the order in which they patch the tables."""
    chosen = list(dict.fromkeys(ticked))
    if wrong := misfits(chosen, options, boxes):
        errors["options"] = listed(wrong, " ")
    return tuple(option for option in options if option in chosen)


# --- the page on which a table names a faction or a tile of its own, and what its form says


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
    name = "" if form.get("what") == "tile" else _brewed_text(form, "faction")
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
    name = _brewed_text(form, field)
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


def _brewed_text(form: Mapping[str, str], field: str) -> str:
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
