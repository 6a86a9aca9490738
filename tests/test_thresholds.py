"""Every number of the tables is held from both sides: where it is one off, a scenario that cites its rule fails."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from hive.catalog.reading import load_tables
from hive.catalog.tables import Tables
from scenario_files import FILES, holds, likely, scenario

Place = tuple[str | int, ...]


def numbers() -> Iterator[tuple[str, Place]]:
    """Each number of the tables that has a rule: the rule, and where the number stands."""
    data = load_tables().model_dump()
    for name, figure in data["figures"].items():
        if name != "table":
            yield figure["rule"], ("figures", name, "value")
    for group in ("critical", "objective", "standard"):
        for index, criterion in enumerate(data["criteria"][group]):
            if criterion["number"] is not None:
                yield criterion["rule"], ("criteria", group, index, "number")
    for level in ("easy", "standard", "expert"):
        for name, rule in data["difficulty"][level]["rules"].items():
            if isinstance(data["difficulty"][level][name], int):
                yield rule, ("difficulty", level, name)
    for index, zone in enumerate(data["galaxy"]["zones"]["zones"]):
        yield zone["rule"], ("galaxy", "zones", "zones", index, "threshold")
    yield "13.technology.maximum", ("technologies", "maximum_level")


@functools.cache
def citing() -> dict[str, list[Path]]:
    """The scenarios that say they prove a rule, by the rule."""
    found: dict[str, list[Path]] = {}
    for path in FILES:
        for rule in scenario(path).file.rules:
            found.setdefault(rule, []).append(path)
    return found


def changed(place: Place, by: int) -> Tables | None:
    """Our tables with one number changed; None where no such table can be."""
    name, *inner = place
    tables = load_tables()
    table = getattr(tables, str(name))
    data: Any = table.model_dump()
    owner = data
    for key in inner[:-1]:
        owner = owner[key]
    owner[inner[-1]] += by
    # The two decks have 36 cards together.
    other = {"primary_cards": "secondary_cards", "secondary_cards": "primary_cards"}.get(str(inner[-1]))
    if other is not None:
        owner[other] -= by
    try:
        return tables.model_copy(update={str(name): type(table).model_validate(data)})
    except ValidationError:
        return None


NUMBERS = list(numbers())


@pytest.mark.parametrize(("rule", "place"), NUMBERS, ids=[".".join(map(str, place)) for _, place in NUMBERS])
def test_a_number_that_is_one_off_is_noticed(rule: str, place: Place) -> None:
    for by in (1, -1):
        tables = changed(place, by)
        if tables is not None:
            assert not all(holds(path, tables) for path in likely(citing().get(rule, []), str(place))), (
                f"{by:+d} changes no scenario of {rule}"
            )
