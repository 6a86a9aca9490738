"""A patch of an option put into the plain data of a table, or the reason why it does not fit there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hive.catalog.documents import Keys
from hive.catalog.tables.options import Patch, Step
from hive.catalog.wording import with_meant
from hive.words import Spoken, Typed, Words, listed, say

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
            unknown = say("no field is called '{name}' here.", name=Typed(step))
            raise PatchUnfit(("path", index), with_meant(unknown, step, list(here)))
        return step
    if not isinstance(here, list):
        no_row = say("the path names a row, but there is no list here")
        no_more = say("the path names anything further, but there is no list here")
        raise PatchUnfit(("path", index), no_row if isinstance(here, dict) else no_more)
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
