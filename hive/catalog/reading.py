"""The tables of decks/ as the rules use them: read, checked, and kept."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from hive.catalog.checking import (
    DECKS,
    Read,
    cross_check,
    first_misfit,
    problems_between,
    read,
    tables_of,
)
from hive.catalog.documents import MODELS, Document, TableError, near, read_yaml
from hive.catalog.options import FOLDER, Options, misfits, read_options, with_options
from hive.catalog.raising import (
    RAISED,
    RAISINGS,
    Completed,
    LaterWords,
    raise_files,
    raise_words,
    with_our_acts,
    with_our_figures,
    without_misfits,
)
from hive.catalog.remembered import Remembered
from hive.catalog.tables import Events, Headings, Notes, PlayedWith, Questions, Readings, Rulebook, Tables, Terms


class StoredTablesUnfit(TableError):
    """The tables that are kept with a game are of another version of the app."""


def load_tables(folder: Path = DECKS, house: Path | None = None, options: Sequence[str] = ()) -> Tables:
    """Return all tables of a game, checked one by one and against each other.

    In: the folder of the tables; a folder of house rules, whose files take the place of ours of the same name; the
    options that patch them. Errors: TableError with all that is wrong in any of them.
    """
    if folder == DECKS and house is None:
        return _our_tables(tuple(options))
    tables = _load(folder, house)
    return with_options(tables, load_rulebook(), options, load_options(folder, house)) if options else tables


def load_options(folder: Path = DECKS, house: Path | None = None) -> Options:
    """Return the options that there are, those of a folder of house rules among them. Errors: TableError."""
    if folder == DECKS and house is None:
        return _our_options()
    return read_options([folder / FOLDER, *([house / FOLDER] if house is not None else [])])


def patched(tables: Tables, options: Sequence[str]) -> Tables:
    """Return some tables as our options patch them; those that are patched with them stay. Errors: TableError."""
    if tables.played_with.options:
        return tables
    if tables is _our_tables(()):
        return _our_tables(tuple(options))
    return with_options(tables, load_rulebook(), options, _our_options()) if options else tables


@functools.cache
def load_rulebook() -> Rulebook:
    """Return the rulebook's entries. Errors: TableError."""
    return _ours("rulebook", Rulebook)


@functools.cache
def load_readings() -> Readings:
    """Return our readings of the rulebook. Errors: TableError."""
    return _ours("readings", Readings)


@functools.cache
def load_headings() -> Headings:
    """Return the headings of the form of a new game. Errors: TableError."""
    return _ours("headings", Headings)


@functools.cache
def load_events() -> Events:
    """Return what the table can tell of itself. Errors: TableError."""
    return _ours("events", Events)


@functools.cache
def load_questions() -> Questions:
    """Return what the table is asked. Errors: TableError."""
    return _ours("questions", Questions)


@functools.cache
def load_notes() -> Notes:
    """Return the promissory notes. Errors: TableError."""
    return _ours("notes", Notes)


@functools.cache
def load_terms() -> Terms:
    """Return how words of other tables are told. Errors: TableError."""
    return _ours("terms", Terms)


_Table = TypeVar("_Table")


def _ours(kind: str, table_of: type[_Table]) -> _Table:
    """A table of the app's own that no game keeps."""
    table = _of_kind(DECKS / f"{kind}.yaml", kind).table
    assert isinstance(table, table_of)
    return table


_TEXT = Remembered[str](1)
"""Most games begin with the tables of the game before."""


def tables_to_json(tables: Tables) -> str:
    """Return the tables as JSON, the same text for the same tables; each row whole, so that what is absent is older."""

    def text() -> str:
        kept = {**tables.model_dump(mode="json"), RAISED: len(RAISINGS)}
        return json.dumps(kept, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    return _TEXT.get(tables, "", text)


@functools.lru_cache(maxsize=16)
def tables_from_json(text: str) -> Tables:
    """Return the tables from what tables_to_json of any version made of them. Errors: StoredTablesUnfit.

    The same text gives the same tables: going back in a game and games side by side need not read them again.
    """
    try:
        stored = json.loads(text)
        return _kept(stored) if isinstance(stored, dict) else Tables.model_validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(key) for key in first["loc"])
        raise StoredTablesUnfit([f"stored tables: {where}: {first['msg']}"]) from error
    except LaterWords as error:
        raise StoredTablesUnfit(["stored tables: they are of a later version of this app"]) from error
    except (ValueError, RecursionError) as error:
        raise StoredTablesUnfit(["stored tables: this is no JSON"]) from error


def _kept(stored: dict[str, Any]) -> Tables:
    raise_words(stored)
    completed = Completed(stored, _our_data(()))
    options = _our_options_of(stored) if completed.lacking else ()
    if options:
        completed = Completed(stored, _our_data(()), _our_data(options))
    tables = _checked(completed)
    while completed.filled and without_misfits(completed, problems_between(tables, load_rulebook())):
        tables = _checked(completed)
    return tables


def _checked(completed: Completed) -> Tables:
    return Tables.model_validate_json(json.dumps(completed.data), strict=True)


def _our_options_of(stored: dict[str, Any]) -> tuple[str, ...]:
    """Those of a game's options that are ours and still go together: rows that they add are in no table of ours."""
    try:
        return _known(PlayedWith.model_validate(stored.get("played_with", {})))
    except ValidationError:
        return ()


def options_of_ours(tables: Tables) -> tuple[str, ...]:
    """The options of some tables that are ours and still go together."""
    return _known(tables.played_with)


def _known(played: PlayedWith) -> tuple[str, ...]:
    known = [one for one in played.ids if one in _our_options()]
    return () if misfits(known, _our_options()) else tuple(known)


def check_imported(tables: Tables) -> None:
    """Check tables from outside against each other, as those in files are. Errors: StoredTablesUnfit."""
    misfit = first_misfit(tables, load_rulebook())
    if misfit is not None:
        raise StoredTablesUnfit([misfit])


@functools.lru_cache(maxsize=4)
def _our_data(options: tuple[str, ...]) -> dict[str, Any]:
    return _our_tables(options).model_dump(mode="json")


@functools.lru_cache(maxsize=32)
def _our_tables(options: tuple[str, ...]) -> Tables:
    if options:
        return with_options(_our_tables(()), load_rulebook(), options, _our_options())
    return _load(DECKS, None)


@functools.cache
def _our_options() -> Options:
    return read_options([DECKS / FOLDER])


def _load(folder: Path, house: Path | None) -> Tables:
    messages = _strangers(folder, house) if house is not None else []
    documents: dict[str, Document] = {}
    found: dict[str, Read] = {}
    for kind in MODELS:
        path = folder / f"{kind}.yaml"
        if house is not None and (house / path.name).exists():
            path = house / path.name
        try:
            documents[kind] = read_yaml(path)
        except TableError as error:
            messages += error.messages
    raise_files(documents.values())
    for kind, completed in (("agendas", with_our_acts), ("figures", with_our_figures)):
        if house is not None and (house / f"{kind}.yaml").exists() and kind in documents:
            completed(documents[kind], read_yaml(folder / f"{kind}.yaml"))
    for kind, document in documents.items():
        try:
            found[kind] = _of_kind(document, kind)
        except TableError as error:
            messages += error.messages
    if not messages:
        messages = cross_check(found)
    if messages:
        raise TableError(messages)
    return tables_of(found)


def _of_kind(source: Path | Document, kind: str) -> Read:
    """Read a table whose file name says which it must be: two names for one thing would hide a mistake."""
    one = read(source)
    if one.table.table != kind:
        text = f"the file's name says '{kind}', but this is '{one.table.table}'; rename the file or mend the field"
        raise TableError([one.document.message(("table",), text)])
    return one


def _strangers(folder: Path, house: Path) -> list[str]:
    """Return a message for each house rule that would silently be without effect."""
    if not house.is_dir():
        return [f"{house.as_posix()}: there is no such folder of house rules"]
    known = sorted({path.name for path in folder.glob("*.yaml")} | {f"{kind}.yaml" for kind in MODELS})
    files = sorted(path for path in house.iterdir() if path.suffix in (".yaml", ".yml"))
    return [
        f"{path.as_posix()}: no table file is called '{path.name}'.{near(path.name, known)}"
        for path in files
        if path.name not in known
    ]
