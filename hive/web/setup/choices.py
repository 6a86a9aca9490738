"""The choices of a new game as a form posts them, checked: each problem is a sentence beside its field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from hive.catalog.copying import MOST_HOMEBREW, BadHomebrew, Homebrew, homebrew_of
from hive.catalog.options import Options, misfits
from hive.catalog.tables import ADVANCED_PAGES, BOX_WORDS, Box, Level, Tables
from hive.model.game import LONGEST_PLAYER_NAME, Draws, PlayerSetup, Settings
from hive.store import NAME_LENGTH
from hive.words import Name, Words, listed, say

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
        left="p2" if _choice(form, "left", ("p1", "p2"), errors) == "p2" else "p1",
        difficulty=_level(_choice(form, "difficulty", get_args(Level), errors)),
        boxes=boxes,
        draws=_draws(_choice(form, "draws", get_args(Draws), errors)),
        advanced=[page for page in ADVANCED_PAGES if _choice(form, f"advanced_{page}", ("yes", "no"), errors) == "yes"],
        options=_options(form.get("options", []), options, boxes, errors),
    )
    galaxy = _way(_choice(form, "galaxy", get_args(Way), errors))
    middle = _choice(form, "begins", ("start", "middle"), errors) == "middle"
    if middle and galaxy == "random":
        errors["galaxy"] = say("In the middle of a game its galaxy lies on the table: say which, or play without.")
    name = _text(form, "name", NAME_LENGTH, errors) or f"{p1.name} and {p2.name}"
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
    if len(text) > longest:
        errors[field] = say("At most {most} characters, please.", most=longest)
        return ""
    if not text.isprintable():
        errors[field] = say("Use characters that can be shown.")
        return ""
    return text


def _choice(form: Mapping[str, Any], field: str, allowed: tuple[str, ...], errors: dict[str, Words]) -> str:
    value = str(form.get(field, NEW_GAME_DEFAULTS[field]))
    if value not in allowed:
        errors[field] = say("Choose one of the options shown.")
        return allowed[0]
    return value


def _level(value: str) -> Level:
    return "easy" if value == "easy" else "expert" if value == "expert" else "standard"


def _draws(value: str) -> Draws:
    return "table" if value == "table" else "app"


def _way(value: str) -> Way:
    known: dict[str, Way] = {way: way for way in get_args(Way)}
    return known[value]


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
