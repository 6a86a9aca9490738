"""Files from anywhere held against each other and against decks/: what `decks check` says."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hive.catalog.checking import DECKS, Read, cross_check, read, rulebook_of, tables_of
from hive.catalog.documents import Document, TableError, read_yaml
from hive.catalog.options import FOLDER, Options, ReadOption, option_problems, parse_option, read_options
from hive.catalog.parsing import MODELS, OPTION, table_kind
from hive.catalog.raising import raise_files


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
