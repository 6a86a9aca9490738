"""Tables tried by playing: the set-up on each level and one round, with a galaxy and without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from dataclasses import replace
from itertools import islice
from typing import Any, get_args

from hive.catalog.checking import rulebook_of, tables_of
from hive.catalog.documents import Keys, TableError
from hive.catalog.files import Checked
from hive.catalog.options import with_needed, with_options
from hive.catalog.parsing import MODELS
from hive.catalog.reading import load_tables
from hive.catalog.tables import Level, Tables
from hive.simulate.game import Failed, simulate, started
from hive.simulate.start import Setting

SEED = 1
MOST_ROWS = 30
"""So many rows that differ from ours are tried one by one, to find out which of them it is."""


def tried(checked: Checked) -> Iterator[str]:
    """A message for the first thing that goes wrong in a game with some tables, or else with each of their options.

    In: tables and options that fit each other.
    """
    tables, rulebook = tables_of(checked.tables), rulebook_of(checked.tables)
    if failed := first_failure(tables):
        yield _about_tables(checked, tables, failed)
        return
    for key in checked.brought:
        chosen = tuple(with_needed(key, checked.options))
        if failed := first_failure(with_options(tables, rulebook, chosen, checked.options), chosen):
            yield _about_option(checked, tables, key, failed)


def first_failure(tables: Tables, options: tuple[str, ...] = ()) -> Failed | None:
    """How the first game with some tables fails that does; None if all of them begin, and go through a round."""
    try:
        for galaxy in (True, False):
            for level in get_args(Level):
                started(Setting(SEED, 1, level, galaxy, options), tables)
        for galaxy in (False, True):
            simulate(Setting(SEED, 1, galaxy=galaxy, options=options), tables)
    except Failed as failed:
        return failed
    return None


def _about_tables(checked: Checked, tables: Tables, failed: Failed) -> str:
    """The failure at the row that brings it: with ours in its place, the same game does not fail."""
    own, ours = _data(tables), _data(load_tables())
    text = f"with this a game cannot be played: {failed.reason}"
    rows = [(kind, keys) for kind in own for keys in _differing(own[kind], ours[kind])]
    for kind, keys in islice(rows, MOST_ROWS):
        table = MODELS[kind].model_validate(_with(own[kind], keys, _at(ours[kind], keys)))
        if not _fails(failed.setting, tables.model_copy(update={kind: table})):
            return checked.tables[kind].document.message(keys, text)
    return f"with these tables a game cannot be played: {failed.reason}"


def _about_option(checked: Checked, tables: Tables, key: str, failed: Failed) -> str:
    """The failure at the patch of an option that brings it: without that one, the same game does not fail."""
    read, rulebook = checked.options[key], rulebook_of(checked.tables)
    text = f"with this a game cannot be played: {failed.reason}"
    for number, patch in islice(enumerate(read.option.patches), MOST_ROWS):
        others = [one for one in read.option.patches if one is not patch]
        without = replace(read, option=read.option.model_copy(update={"patches": others}))
        with suppress(TableError):  # another patch may need this one
            fewer = with_options(tables, rulebook, failed.setting.options, {**checked.options, key: without})
            if not _fails(failed.setting, fewer):
                return read.document.message(("patches", number), text)
    return read.document.message((), text)


def _fails(setting: Setting, tables: Tables) -> bool:
    try:
        simulate(setting, tables)
    except Failed:
        return True
    return False


def _data(tables: Tables) -> dict[str, Any]:
    return {kind: table for kind, table in tables.model_dump(mode="json").items() if kind in MODELS}


def _differing(one: Any, other: Any, keys: Keys = ()) -> Iterator[Keys]:
    """The places at which two tables differ, each as deep as both have the same fields or as many rows."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key, value in one.items():
            yield from _differing(value, other[key], (*keys, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from _differing(*pair, (*keys, number))
    elif one != other:
        yield keys


def _at(data: Any, keys: Keys) -> Any:
    for key in keys:
        data = data[key]
    return data


def _with(data: Any, keys: Keys, value: Any) -> Any:
    """The data with another value at a place."""
    if not keys:
        return value
    changed = copy(data)
    changed[keys[0]] = _with(data[keys[0]], keys[1:], value)
    return changed
