"""The options of decks/options/: read, held against each other, and put into the tables of a game, patch by patch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from hive.catalog.checking import problems_between
from hive.catalog.documents import (
    EXPLAINING,
    MODELS,
    OPTION,
    Document,
    Keys,
    TableError,
    field_path,
    near,
    problems,
    read_yaml,
    table_kind,
    unknown,
    with_meant,
)
from hive.catalog.tables import BOX_WORDS, Box, Option, Patch, PlayedWith, Rulebook, Tables
from hive.catalog.tables.texts import Step
from hive.words import Name, Spoken, Typed, Words, listed, say

# In a list of plain items, an item stands for itself.
_PLAIN = (str, int, float)


class PatchUnfit(Spoken):
    """A patch that does not fit its table; ``keys`` is the place in the patch, the words say why."""

    def __init__(self, keys: Keys, words: Words) -> None:
        super().__init__(words)
        self.keys = keys


def apply(patch: Patch, table: dict[str, Any]) -> Keys:
    """Change the data of a table as a patch says. Out: the place that it changed. Raises PatchUnfit."""
    *way, last = patch.path
    around, keys = _walk(table, way)
    if patch.way == "add":
        return (*keys, *_added(patch, around, last, len(way)))
    key = _step(around, last, len(way))
    if isinstance(key, int) != (patch.way != "set"):
        hint = say("'set' is for a field; for a row take 'replace'") if isinstance(key, int) else _for_rows(patch.way)
        raise PatchUnfit((patch.way,), hint)
    if patch.way == "remove":
        del around[key]
    else:
        around[key] = patch.value
    return (*keys, key)


def place(patch: Patch, table: dict[str, Any]) -> Keys:
    """The place that a patch would change, where it can be told from one that another changes. Raises PatchUnfit."""
    around, keys = _walk(table, patch.path[:-1])
    return (*keys, _step(around, patch.path[-1], len(patch.path) - 1))


def _walk(table: dict[str, Any], steps: Sequence[Step]) -> tuple[Any, Keys]:
    here: Any = table
    keys: Keys = ()
    for index, step in enumerate(steps):
        key = _step(here, step, index)
        here, keys = here[key], (*keys, key)
    return here, keys


def _step(here: Any, step: Step, index: int) -> str | int:
    """The key to which one step of a path leads: a field's name, or the number of a row."""
    if isinstance(here, dict) and isinstance(step, str):
        if step not in here:
            refused = say("no field is called '{name}' here.", name=Typed(step))
            raise PatchUnfit(("path", index), with_meant(refused, step, list(here)))
        return step
    if not isinstance(here, list):
        raise PatchUnfit(("path", index), say("the path names anything further, but there is no list here"))
    found = [number for number, row in enumerate(here) if _is(row, step)]
    if len(found) != 1:
        raise PatchUnfit(("path", index), _not_one(step, here, len(found)))
    return found[0]


def _not_one(step: Step, rows: list[Any], number: int) -> Words:
    """Why a step does not lead to just one row."""
    if number:
        return say("{number} rows are like this; name more of its fields", number=number)
    if isinstance(step, str):
        return with_meant(say("no row is called '{name}' here.", name=Typed(step)), step, _names(rows))
    fields = listed([Typed(f"{field} {value}") for field, value in step.items()], ",")
    return say("no row is like this here: {fields}.", fields=fields)


def _is(row: Any, step: Step) -> bool:
    if isinstance(step, dict):
        return isinstance(row, dict) and all(field in row and row[field] == value for field, value in step.items())
    return bool(row == step) if isinstance(row, _PLAIN) else step == _name(row)


def _name(row: Any) -> str:
    """What a row is called: its first field."""
    return str(next(iter(row.values()), "")) if isinstance(row, dict) else str(row)


def _names(rows: list[Any]) -> list[str]:
    return list(dict.fromkeys(_name(row) for row in rows))


def _added(patch: Patch, around: Any, last: Step, index: int) -> Keys:
    key = _step(around, last, index)
    rows = around[key]
    if not isinstance(rows, list):
        raise PatchUnfit(("add",), say("'add' is for a list; for a field take 'set'"))
    if isinstance(patch.add, _PLAIN) and patch.add in rows:
        raise PatchUnfit(("add",), say("'{item}' stands there already", item=Typed(str(patch.add))))
    rows.append(patch.add)
    return (key, len(rows) - 1)


def _for_rows(way: str) -> Words:
    return say("'{way}' is for a row of a list; for a field take 'set'", way=Typed(way))


# --- the options of decks/options/: read, held against each other, and put into the tables of a game


FOLDER = "options"


@dataclass(frozen=True)
class ReadOption:
    """An option and the document that it was read from."""

    option: Option
    document: Document


Options = Mapping[str, ReadOption]
"""All options that there are, by their id, in the order in which they patch tables."""


@dataclass(frozen=True)
class _Applied:
    """A patch that has been put into a table, and where."""

    read: ReadOption
    number: int
    kind: str
    keys: Keys

    def message(self, text: str, *within: str | int) -> Words:
        return self.read.document.message(("patches", self.number, *within), text)


def parse_option(document: Document, stem: str) -> ReadOption:
    """Return the option in a document. In: what its file is called. Errors: TableError with all that does not fit."""
    if (kind := table_kind(document)) != OPTION:
        text = f"files in {FOLDER}/ hold an option each, and 'table: {OPTION}', not '{kind}'"
        raise TableError([document.message(("table",), text)])
    try:
        option = Option.model_validate(document.data)
    except ValidationError as error:
        found = problems(Option, document.data, error)
        raise TableError([document.message(keys, text) for keys, text in found]) from error
    if option.option != stem:
        text = f"the file's name says '{stem}', but this is '{option.option}'; rename the file or mend the field"
        raise TableError([document.message((OPTION,), text)])
    return ReadOption(option, document)


def read_options(folders: Sequence[Path]) -> Options:
    """Return the options in some folders, one of a later folder in place of one of the same name before.

    Errors: TableError with all that is wrong in any of them.
    """
    found: dict[str, ReadOption] = {}
    messages: list[str] = []
    for path in (path for folder in folders for path in sorted(folder.glob("*.yaml"))):
        try:
            found[path.stem] = parse_option(read_yaml(path), path.stem)
        except TableError as error:
            messages += error.messages
    if messages:
        raise TableError(messages)
    return dict(sorted(found.items()))


def misfits(chosen: Sequence[str], options: Options, boxes: Collection[Box] | None = None) -> list[Words]:
    """Return a sentence for each reason why no game can be played with these options.

    In: their ids, all options there are, the boxes on the table (None: they do not matter).
    """
    unknown = [
        with_meant(say("No option is called “{typed}”.", typed=Typed(one)), one, list(options))
        for one in chosen
        if one not in options
    ]
    if unknown:
        return unknown
    twice = [
        say("“{option}” is chosen twice.", option=Name(options[one].option.name))
        for one in sorted({*chosen})
        if chosen.count(one) > 1
    ]
    picked = [read.option for key, read in options.items() if key in chosen]
    return [*twice, *(text for one in picked for text in _misfits_of(one, picked, options, boxes))]


def _misfits_of(one: Option, picked: list[Option], options: Options, boxes: Collection[Box] | None) -> Iterator[Words]:
    name = Name(one.name)
    ids = [option.option for option in picked]
    for other in picked:
        # Said once, also where each of the two excludes the other.
        if other.option in one.excludes and not (one.option in other.excludes and other.option < one.option):
            yield say(
                "“{option}” and “{other}” do not go together: choose one of them.", option=name, other=Name(other.name)
            )
    for needed in one.needs:
        if needed not in ids:
            other_name = Name(options[needed].option.name if needed in options else needed)
            yield say("“{option}” needs “{other}” as well.", option=name, other=other_name)
    if one.box is not None and boxes is not None and one.box not in boxes:
        yield say("“{option}” needs {box} among the boxes on the table.", option=name, box=BOX_WORDS[one.box])


def with_options(tables: Tables, rulebook: Rulebook, chosen: Sequence[str], options: Options) -> Tables:
    """Return the tables of a game that is played with some options: patched in order, and checked like the others.

    Errors: TableError, with the option's file, line and field, if one does not exist or does not fit.
    """
    if wrong := misfits(chosen, options):
        raise TableError(wrong)
    picked = [read for key, read in options.items() if key in chosen]
    patched, applied = _patched(tables, picked)
    played = PlayedWith(options=[read.option.played for read in picked])
    found = tables.model_copy(update={**patched, "played_with": played})
    for kind, keys, text in problems_between(found, rulebook):
        raise TableError([_nearest(applied, kind, keys).message(f"{kind}.{field_path(keys)}: {text}")])
    return found


def _patched(tables: Tables, picked: list[ReadOption]) -> tuple[dict[str, Any], list[_Applied]]:
    data: dict[str, dict[str, Any]] = {}
    applied: list[_Applied] = []
    for read, number, patch in _numbered(picked):
        try:
            keys = apply(patch, _data_of(tables, patch, data))
        except PatchUnfit as unfit:
            raise TableError([_Applied(read, number, patch.table, ()).message(unfit.words, *unfit.keys)]) from unfit
        applied.append(_Applied(read, number, patch.table, keys))
    return {kind: _checked(kind, one, applied) for kind, one in data.items()}, applied


def _numbered(options: Iterable[ReadOption]) -> Iterator[tuple[ReadOption, int, Patch]]:
    for read in options:
        for number, patch in enumerate(read.option.patches):
            yield read, number, patch


def _data_of(tables: Tables, patch: Patch, data: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The plain data of the table that a patch names, taken out of the tables when it is first wanted."""
    known = [kind for kind in MODELS if kind not in EXPLAINING]
    if patch.table not in known:
        refused = say("no table is called '{table}'.", table=Typed(patch.table))
        raise PatchUnfit(("table",), with_meant(refused, patch.table, known))
    if patch.table not in data:
        data[patch.table] = getattr(tables, patch.table).model_dump(mode="json")
    return data[patch.table]


def _checked(kind: str, data: dict[str, Any], applied: list[_Applied]) -> Any:
    model = MODELS[kind]
    try:
        return model.model_validate(data)
    except ValidationError as error:
        found = problems(model, data, error)
        messages = [_nearest(applied, kind, keys).message(f"{kind}.{field_path(keys)}: {text}") for keys, text in found]
        raise TableError(messages) from error


def _nearest(applied: list[_Applied], kind: str, keys: Keys) -> _Applied:
    """The patch that stands nearest to a place in which something is wrong; of equals the last."""

    def shared(one: _Applied) -> tuple[bool, int]:
        alike = [mine == other for mine, other in zip(one.keys, keys, strict=False)]
        return one.kind == kind, alike.index(False) if False in alike else len(alike)

    return max(reversed(applied), key=shared)


# --- all of them, for `decks check`


def option_problems(tables: Tables, rulebook: Rulebook, options: Options) -> list[str]:
    """Return a message for all in which options do not fit the tables, the rulebook or each other."""
    messages: list[str] = [
        read.document.message(keys, text) for read in options.values() for keys, text in _own(read, options)
    ]
    for read in options.values():
        if read.option.rule not in rulebook.by_id:
            text = f"the rulebook has no rule '{read.option.rule}'.{near(read.option.rule, rulebook.by_id)}"
            messages.append(read.document.message(("rule",), text))
    if messages:
        return messages
    for key in options:
        messages += _tried(lambda chosen: with_options(tables, rulebook, chosen, options), with_needed(key, options))
    return messages or [*_same_places(tables, options)]


def _own(read: ReadOption, options: Options) -> Iterator[tuple[Keys, str]]:
    """What is wrong in the options that one names."""
    option = read.option
    for field, names in (("needs", option.needs), ("excludes", option.excludes)):
        for index, name in enumerate(names):
            if name not in options or name == option.option:
                others = [key for key in options if key != option.option]
                yield (field, index), unknown("other option", name, others)
            elif field == "needs" and name in option.excludes:
                yield (field, index), f"'{name}' cannot be needed and excluded"


def with_needed(key: str, options: Options) -> list[str]:
    """An option and those that it needs, and those that they need in their turn."""
    found = [key]
    for one in found:
        found += [needed for needed in options[one].option.needs if needed not in found]
    return found


def _tried(make: Callable[[list[str]], object], chosen: list[str]) -> Sequence[str]:
    try:
        make(chosen)
    except TableError as error:
        return error.messages
    return []


def _same_places(tables: Tables, options: Options) -> Iterator[str]:
    """Two options that give one field two values have to exclude each other: none of them would know of it."""
    taken: list[tuple[str, Keys, ReadOption]] = []
    data: dict[str, dict[str, Any]] = {}
    for read, number, patch in _numbered(options.values()):
        # What another option has added is there only with it, and so cannot be meant by two that know nothing of it.
        with suppress(PatchUnfit):
            keys = place(patch, _data_of(tables, patch, data))
            for kind, other, before in taken if patch.way != "add" else ():
                if kind == patch.table and _meet(keys, other) and not _apart(before.option, read.option):
                    text = f"'{before.option.option}' changes the same; one of the two has to exclude the other"
                    yield read.document.message(("patches", number, "path"), text)
            if patch.way != "add":
                taken.append((patch.table, keys, read))


def _meet(one: Keys, other: Keys) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _apart(one: Option, other: Option) -> bool:
    return one.option == other.option or one.option in other.excludes or other.option in one.excludes
