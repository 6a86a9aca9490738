"""A table's own tables: its copy of the rulebook, its factions and tiles, and files from anywhere held against ours.

So what is entered by tapping, what is uploaded, and what is handed to friends are one and the same thing.

House rules are such tables, the table's own copy of the rulebook, and what an earlier version has begun a game with.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError

from hive.catalog.checking import DECKS, Read, cross_check, first_misfit, problems_between, read, rulebook_of, tables_of
from hive.catalog.documents import MODELS, OPTION, Document, TableError, parse_table, read_yaml, table_kind
from hive.catalog.options import FOLDER, Options, ReadOption, option_problems, parse_option, read_options, with_options
from hive.catalog.raising import named_by, raise_files
from hive.catalog.reading import load_rulebook, load_tables, options_of_ours
from hive.catalog.remembered import Remembered
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
            return say("{what} is there already. Give yours another name.", what=Typed(planet.name))
        planets.add(planet.name)
    factions = {*tables.factions.by_name, *(other.faction.name for other in before if other.faction)}
    if one.faction is not None and one.faction.name in factions:
        return say("{what} is there already. Give yours another name.", what=Typed(one.faction.name))
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


# --- files from anywhere held against decks/, and the tables of a game against ours: row by row


ORDER = "order"
_KEPT, _LONGEST = 8, 160
_PLAYED_WITH = "played_with"


@dataclass(frozen=True)
class Difference:
    """A field that differs: its table, the rows around it, its name, and what either side says, in the table's words.

    A side that has no such row or field says nothing; a whole row has no ``field``.
    """

    table: str
    row: str
    field: str
    theirs: str
    ours: str


_found: Remembered[tuple[Difference, ...]] = Remembered(_KEPT)


def differences(tables: Tables) -> tuple[Difference, ...]:
    """Where some tables differ from ours, which may know fewer options: those that are not ours make a difference."""
    return _found.get(tables, id(tables), lambda: tuple(_between(tables, load_tables(options=options_of_ours(tables)))))


def _between(theirs: Tables, ours: Tables) -> Iterator[Difference]:
    for table in Tables.model_fields:
        if table != _PLAYED_WITH:
            yield from _fields(_Place(table), getattr(theirs, table), getattr(ours, table))


@dataclass(frozen=True)
class _Place:
    """Where a value stands: its table, the rows around it, and the fields on the way since the last one."""

    table: str
    rows: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()

    def field(self, name: str) -> _Place:
        return _Place(self.table, self.rows, (*self.fields, name))

    def row(self, name: str) -> _Place:
        within = [field for field in self.fields if field != self.table]
        return _Place(self.table, (*self.rows, " ".join((*within, name))))

    def difference(self, theirs: Any, ours: Any) -> Difference:
        return Difference(self.table, ", ".join(self.rows), " ".join(self.fields), _said(theirs), _said(ours))


def _fields(place: _Place, theirs: Any, ours: Any) -> Iterator[Difference]:
    if theirs == ours:
        return
    if isinstance(theirs, BaseModel) and type(theirs) is type(ours):
        for name in type(theirs).model_fields:
            yield from _fields(place.field(name), getattr(theirs, name), getattr(ours, name))
    elif isinstance(theirs, dict) and isinstance(ours, dict) and theirs and ours:
        for name in dict.fromkeys((*theirs, *ours)):
            yield from _fields(place.field(str(name)), theirs.get(name), ours.get(name))
    elif _are_rows(theirs) and _are_rows(ours) and (theirs or ours):
        yield from _rows(place, theirs, ours)
    else:
        yield place.difference(theirs, ours)


def _are_rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, BaseModel) for one in value)


def _rows(place: _Place, theirs: Sequence[BaseModel], ours: Sequence[BaseModel]) -> Iterator[Difference]:
    """Rows of one name belong together, of several the first to the first; their order counts as well."""
    named, others = _named(theirs), _named(ours)
    for key in dict.fromkeys((*named, *others)):
        yield from _fields(place.row(key[0]), named.get(key), others.get(key))
    mine, yours = [key for key in named if key in others], [key for key in others if key in named]
    if mine != yours:
        yield place.field(ORDER).difference([name for name, _ in mine], [name for name, _ in yours])


def _named(rows: Sequence[BaseModel]) -> dict[tuple[str, int], BaseModel]:
    """Rows by what they are called, and which of that name they are."""
    found: dict[tuple[str, int], BaseModel] = {}
    for row in rows:
        name = str(getattr(row, "name", "") or getattr(row, named_by(type(row)), ""))
        found[name, sum(name == other for other, _ in found)] = row
    return found


def _said(value: Any) -> str:
    """A value in few words."""
    if value is None or value == "" or value == []:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json", exclude_defaults=True)
    if isinstance(value, dict):
        text = ", ".join(f"{name}: {_said(one)}" for name, one in value.items())
    else:
        text = ", ".join(_said(one) for one in value) if isinstance(value, list) else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."


# --- files from anywhere held against each other and against decks/: what `decks check` says


@dataclass(frozen=True)
class Checked:
    """What some files bring, completed from decks/: tables of every kind, all options, and those that are not ours.

    ``messages``: all that is wrong in the files, or between them and what stands in decks/; none if all is well.
    """

    tables: dict[str, Read]
    options: dict[str, ReadOption]
    brought: dict[str, ReadOption]
    messages: Sequence[str]


def check_files(paths: Iterable[Path]) -> Checked:
    """Read and check files. In: files, or folders of which all *.yaml files are taken, their options' as well."""
    messages: list[str] = []
    found: dict[str, Read] = {}
    options: dict[str, ReadOption] = {}
    documents: list[tuple[Path, Document]] = []
    for path in _files(paths):
        try:
            documents.append((path, read_yaml(path)))
        except TableError as error:
            messages += error.messages
    # Read anew, since theirs may have moments that belong there.
    moments = read_yaml(DECKS / "moments.yaml")
    raise_files([moments, *(document for _, document in documents)])
    for path, document in documents:
        try:
            one = _read(path, document)
        except TableError as error:
            messages += error.messages
            continue
        if isinstance(one, ReadOption):
            options[one.option.option] = one
        elif (kind := one.table.table) in found:
            text = f"{found[kind].document.name} is a table '{kind}' as well"
            messages.append(one.document.message(("table",), text))
        else:
            found[kind] = one
    every = {kind: _our_table(kind) for kind in MODELS if kind != "moments"} | {"moments": read(moments)} | found
    ours = _ours()
    known = {**ours, **options}
    wrong = messages + cross_check(every)
    wrong = wrong or option_problems(tables_of(every), rulebook_of(every), known)
    brought = {key: one for key, one in options.items() if key not in ours or one.option != ours[key].option}
    return Checked(every, known, brought, wrong)


def tables_in(folder: Path) -> list[Path]:
    """The files of tables in a folder, and those of its options."""
    return [*sorted(folder.glob("*.yaml")), *sorted(folder.glob(f"{FOLDER}/*.yaml"))]


@functools.cache
def _our_table(kind: str) -> Read:
    return read(DECKS / f"{kind}.yaml")


@functools.cache
def _ours() -> Options:
    return read_options([DECKS / FOLDER])


def _read(path: Path, document: Document) -> Read | ReadOption:
    return parse_option(document, path.stem) if table_kind(document) == OPTION else read(document)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from tables_in(path) if path.is_dir() else (path,)
