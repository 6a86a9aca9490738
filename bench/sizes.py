"""How large the pages are as the app sends them: compressed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bench.figure import Figure
from bench.simulated import late_game
from bench.table import Table, tables
from hive.engine.entries import Answer, Forward
from hive.engine.replies import CHOICE

FILES = re.compile(r'(?:href|src)="(/(?:static/[^"]+|(?:htmx|scripts)[^"]+))"')
LEFT = re.compile(r'<link [^>]*data-styles="\w+" disabled>|<noscript>.*?</noscript>')
"""What a page names and does not take: a browser with scripts, on a screen with room."""
SAID_BY_THE_SERVER = len("HTTP/1.1 200 OK\r\ndate: Thu, 01 Jan 2026 00:00:00 GMT\r\n\r\n")
KILOBYTE = 1024
MIDDLE = 200
LAST_ENTRIES = 80
"""So many entries of a late game come one by one; their answers are posted as a browser does."""


def page_sizes() -> Iterator[Figure]:
    """The first page with its files, and the largest update of a round, in the middle of a game."""
    with tables("bench", compressed=True) as (table,):
        table.go_to(MIDDLE)
        total = first_load(table)[0]
        largest = max(len(one.body) for one in table.whole_round())
    yield Figure("first_page_all_files", total / KILOBYTE, "KB", 52)
    yield Figure("step_update_largest", largest / KILOBYTE, "KB", 8)


def map_sizes() -> Iterator[Figure]:
    """The same with a full map, late in a simulated game: of each step the page, as if a phone came there first."""
    loads, updates = list[int](), list[int]()
    with TemporaryDirectory() as folder:
        for table, entry in late_steps(Path(folder)):
            loads.append(first_load(table)[0])
            updates.append(sent(table, entry))
    yield Figure("map_page_all_files", median(loads) / KILOBYTE, "KB", 62)
    yield Figure("map_page_all_files_largest", max(loads) / KILOBYTE, "KB", 65)
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


def first_load(table: Table, encoding: str = "gzip, deflate") -> tuple[int, int]:
    """The bytes of a table's page and of all files that it takes, with their headers, and how many requests that is."""
    files = FILES.findall(LEFT.sub("", table.open()))
    total = 0
    for address in (f"/games/{table.game_id}", *dict.fromkeys(files)):
        answer = table.client.get(address, headers={"Accept-Encoding": encoding})
        headers = sum(len(f"{name}: {value}\r\n") for name, value in answer.headers)
        total += SAID_BY_THE_SERVER + headers + len(answer.data)
    return total, 1 + len(set(files))


def late_steps(folder: Path) -> Iterator[tuple[Table, Forward]]:
    """A table with a full map, late in a simulated game, and the entry that it is to make next: 80, up to its end."""
    played = late_game()
    table = Table(folder, compressed=True, begins=played.begins)
    table.follow(played.log[:-LAST_ENTRIES])
    for entry in played.log[-LAST_ENTRIES:]:
        yield table, entry
