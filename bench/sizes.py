"""How large the pages are as the app sends them: compressed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.figure import Figure
from bench.simulated import late_game
from bench.table import Table, tables
from hive.engine.entries import Answer, Forward
from hive.engine.replies import CHOICE

FILES = re.compile(r'(?:href|src)="(/(?:static/[^"]+|(?:htmx|scripts)[^"]+))"')
KILOBYTE = 1024
MIDDLE = 200
LAST_ENTRIES = 80
"""So many entries of a late game come one by one; their answers are posted as a browser does."""


def page_sizes() -> Iterator[Figure]:
    """The first page with its files, and the largest update of a round, in the middle of a game."""
    with tables("bench", compressed=True) as (table,):
        table.go_to(MIDDLE)
        total = _first_load(table)
        largest = max(len(one.body) for one in table.whole_round())
    yield Figure("first_page_all_files", total / KILOBYTE, "KB", 60)
    yield Figure("step_update_largest", largest / KILOBYTE, "KB", 8)


def map_sizes() -> Iterator[Figure]:
    """The same with a full map, late in a simulated game."""
    played = late_game()
    with TemporaryDirectory() as folder:
        table = Table(Path(folder), compressed=True, begins=played.begins)
        table.follow(played.log[:-LAST_ENTRIES])
        total = _first_load(table)
        updates = [sent(table, entry) for entry in played.log[-LAST_ENTRIES:]]
    yield Figure("map_page_all_files", total / KILOBYTE, "KB", 60)
    yield Figure("map_step_update_largest", max(updates) / KILOBYTE, "KB", 8)


def sent(table: Table, entry: Forward) -> int:
    """The bytes of what the app sends for an answer; other entries are made without the pages."""
    if not isinstance(entry, Answer):
        table.follow([entry])
        return 0
    value = entry.value
    fields = {"value": value} if isinstance(value, str) else _form(value)
    return len(table.post("answer", {"key": entry.key, **fields})[1])


def _form(value: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a question with numbers."""
    numbers = {f"number.{name}": str(number) for name, number in value.items() if name != CHOICE}
    return {"value": value[CHOICE], **numbers}


def _first_load(table: Table) -> int:
    """The bytes of a table's page and of all files that it names."""
    files = FILES.findall(table.open())
    address = f"/games/{table.game_id}"
    return sum(len(table.get(one)) for one in (address, *sorted(set(files))))
