"""Files from anywhere held against decks/, and the tables of a game against ours: row by row.

House rules are such tables, the table's own copy of the rulebook, and what an earlier version has begun a game with.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from hive.catalog.checking import DECKS, Read, cross_check, read, rulebook_of, tables_of
from hive.catalog.documents import MODELS, OPTION, Document, TableError, read_yaml, table_kind
from hive.catalog.options import FOLDER, Options, ReadOption, option_problems, parse_option, read_options
from hive.catalog.raising import named_by, raise_files
from hive.catalog.reading import load_tables, options_of_ours
from hive.catalog.remembered import Remembered
from hive.catalog.tables import Tables

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
    elif isinstance(theirs, dict) and isinstance(ours, dict):
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
