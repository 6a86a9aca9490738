"""The table's own copy of the rulebook, and its own factions and tiles: options that patch the tables.

So what is entered by tapping, what is uploaded, and what is handed to friends are one and the same thing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml
from pydantic import ValidationError

from hive.catalog.checking import first_misfit, problems_between
from hive.catalog.documents import OPTION, Document, TableError, parse_table, read_yaml, table_kind
from hive.catalog.options import Options, ReadOption, parse_option, with_options
from hive.catalog.reading import load_rulebook
from hive.catalog.tables import Faction, Factions, Option, Patch, Rulebook, Tables, Tile, Tiles
from hive.catalog.tables.base import Frozen
from hive.catalog.tables.texts import Step
from hive.words import Name, Spoken, Typed, Words, say

MOST_HOMEBREW, LONGEST_HOMEBREW = 8, 1000
"""So many factions and tiles a game has at most, and the longest so many characters as forms carry it."""


class BadHomebrew(Spoken, ValueError):
    """What the table has named cannot join the tables. Its text is for the table."""


class Homebrew(Frozen):
    """A tile that the table has named, and the faction whose home system it is, if it is one."""

    tile: Tile
    faction: Faction | None = None


Brewed = Sequence[Homebrew]
"""All that a table has named for a game."""


def homebrew_of(text: str) -> Homebrew:
    """Read what a form has kept as JSON text. Raises BadHomebrew."""
    try:
        return Homebrew.model_validate_json(text)
    except ValidationError as error:
        raise BadHomebrew(
            say("This is no faction or tile: {what}.", what=Typed(error.errors()[0]["msg"][:150]))
        ) from error


def with_homebrew(tables: Tables, named: Brewed) -> Tables:
    """The tables with factions and tiles of the table's own. Raises BadHomebrew where they do not fit."""
    if not named:
        return tables
    for number, one in enumerate(named):
        if taken := _taken(tables, one, named[:number]):
            raise BadHomebrew(taken)
    tiles, factions = tables.tiles, tables.factions
    brewed = [one.faction for one in named if one.faction is not None]
    parts = {part: getattr(tables, part) for part in Tables.model_fields}
    parts["tiles"] = Tiles.model_construct(
        **{field: getattr(tiles, field) for field in Tiles.model_fields if field != "tiles"},
        tiles=[*tiles.tiles, *(one.tile for one in named)],
    )
    parts["factions"] = Factions.model_construct(
        **{field: getattr(factions, field) for field in Factions.model_fields if field != "factions"},
        factions=[*factions.factions, *brewed],
    )
    whole = Tables.model_construct(**parts)
    if misfit := first_misfit(whole, load_rulebook()):
        raise BadHomebrew(say("This does not fit: {what}.", what=Typed(misfit[:200])))
    return whole


def _taken(tables: Tables, one: Homebrew, before: Brewed) -> Words:
    """What of its names there is already; empty if all of them are new."""
    numbers = {number.rstrip("AB") for number in [*tables.tiles.by_number, *(other.tile.tile for other in before)]}
    if one.tile.tile.rstrip("AB") in {*numbers, *tables.tiles.hyperlanes, *tables.tiles.without_tile}:
        return say("There is a tile {tile} already. Give yours another number.", tile=Name(one.tile.tile))
    planets = {*tables.tiles.planets, *(planet.name for other in before for planet in other.tile.planets)}
    for planet in one.tile.planets:
        if planet.name in planets:
            return say("There is a planet {planet} already. Give yours another name.", planet=Typed(planet.name))
        planets.add(planet.name)
    factions = {*tables.factions.by_name, *(other.faction.name for other in before if other.faction)}
    if one.faction is not None and one.faction.name in factions:
        return say("There is a faction {faction} already. Give yours another name.", faction=Typed(one.faction.name))
    return ""


# --- the table's own copy of the rulebook


GROUP = "Your copy"
RULE = "1.setup.deck"
LONGEST_NAME = 60
# The tables of which the rulebook's pictures tell, and their fields of which a file can bring another version.
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "hive_mind": ("name", "note", "cards"),
    "priorities": ("positive", "negative", "positive_planet", "negative_planet"),
    "damage": ("space", "ground"),
    "galaxy": ("template", "zones", "pools", "planet_counts"),
}


def read_copy(text: str, stem: str) -> ReadOption:
    """The option in a text. In: what it is called. Raises TableError with a message for each line that does not fit."""
    return parse_option(read_yaml(text, f"{stem}.yaml"), stem)


def read_copies(kept: Mapping[str, str]) -> Options:
    """The options in some texts by their ids; one that this version cannot read is left out."""
    found: dict[str, ReadOption] = {}
    for stem, text in kept.items():
        try:
            found[stem] = read_copy(text, stem)
        except TableError:
            continue
    return found


def new_copy(stem: str, name: str) -> str:
    """The text of a copy in which nothing differs from our defaults yet but the name of its deck."""
    return _text(stem, name, [Patch.model_validate({"table": "hive_mind", "path": ["name"], "set": name})])


def uploaded(text: str, stem: str, tables: Tables, rulebook: Rulebook) -> str:
    """The text of the copy that a file brings: an option's, or a table's whose pictures the rulebook has.

    In: the text, what its file is called, the tables of new games. Raises TableError with a message for each line that
    does not fit.
    """
    document = read_yaml(text, f"{stem}.yaml")
    if table_kind(document) != OPTION:
        return _text(stem, stem.replace("_", " ").capitalize(), _table_patches(document, tables, rulebook))
    check_copy(tables, rulebook, _option(document, stem))
    return text


def with_file(read: ReadOption, text: str, stem: str, tables: Tables, rulebook: Rulebook) -> str:
    """The text of a copy into which a file was put: an option's in its place, a table's in place of that table.

    Raises TableError with a message for each line of the file that does not fit.
    """
    document, option = read_yaml(text, f"{stem}.yaml"), read.option
    if (kind := table_kind(document)) != OPTION:
        others = [one for one in option.patches if one.table != kind]
        return _text(option.option, option.name, [*others, *_table_patches(document, tables, rulebook)])
    brought = _option(document, stem)
    check_copy(tables, rulebook, brought)
    return _text(option.option, option.name, brought.option.patches)


def option_id(text: str) -> str:
    """What an option's text calls itself. In: a text that fits."""
    return _option(read_yaml(text, "copy.yaml"), "").option.option


def called(read: ReadOption, stem: str, name: str) -> str:
    """The text of a copy under another id and name."""
    return _text(stem, name, read.option.patches)


def _option(document: Document, stem: str) -> ReadOption:
    """The option in a file, whatever the file is called: it can have been renamed on its way."""
    named = document.data.get(OPTION, stem) if isinstance(document.data, dict) else stem
    return parse_option(document, str(named))


def _table_patches(document: Document, tables: Tables, rulebook: Rulebook) -> list[Patch]:
    """What a table's file says otherwise than ours. Raises TableError with the file's own lines."""
    kind = table_kind(document)
    if kind not in _FIELDS:
        text = f"a copy holds an option, or one of the tables {', '.join(_FIELDS)}"
        raise TableError([document.message(("table",), text)])
    table = parse_table(document)
    together = tables.model_copy(update={kind: table})
    wrong = [(keys if of == kind else (), text) for of, keys, text in problems_between(together, rulebook)]
    if wrong:
        raise TableError([document.message(keys, text) for keys, text in wrong])
    data = table.model_dump(mode="json")
    return [Patch.model_validate({"table": kind, "path": [one], "set": data[one]}) for one in _FIELDS[kind]]


def with_patch(read: ReadOption, table: str, path: Sequence[Step], value: Any) -> str:
    """The text of a copy with another value at a place. What it changed there, or within, before is replaced."""
    way = list(path)
    before = [one for one in read.option.patches if one.table != table or one.path[: len(way)] != way]
    patch = Patch.model_validate({"table": table, "path": way, "set": value})
    return _text(read.option.option, read.option.name, [*before, patch])


def stem_of(name: str, taken: Sequence[str]) -> str:
    """The id of a new copy, after its name."""
    found = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:30] or "copy"
    stem = found if found[0].isalpha() else f"copy_{found}"
    numbered = (f"{stem}_{number}" for number in range(2, len(taken) + 3))
    return stem if len(stem) > 1 and stem not in taken else next(one for one in numbered if one not in taken)


def check_copy(tables: Tables, rulebook: Rulebook, read: ReadOption) -> Tables:
    """The tables that a copy makes of those of new games. Raises TableError, with its lines, where they do not fit."""
    return with_options(tables, rulebook, [read.option.option], {read.option.option: read})


def _text(stem: str, name: str, patches: Sequence[Patch]) -> str:
    option = Option(
        table="option",
        option=stem,
        name=name,
        group=GROUP,
        rule=RULE,
        changes="Deck, diagrams and galaxy as in your copy of the rulebook.",
        patches=list(patches),
    )
    data = option.model_dump(mode="json", exclude_defaults=True)
    data["patches"] = [{"table": one.table, "path": one.path, one.way: one.value} for one in patches]
    # What stands at two places is written out twice, as our files have no aliases.
    copied = json.loads(json.dumps({"table": "option", **data}))
    text: str = yaml.safe_dump(copied, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None)
    return text
