"""How large the pages are as the app sends them: compressed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench.figure import Figure
from bench.table import tables

FILES = re.compile(r'(?:href|src)="(/(?:static/[^"]+|htmx[^"]+))"')
KILOBYTE = 1024
MIDDLE = 200


def page_sizes() -> Iterator[Figure]:
    """The first page with its files, and the largest update of a round, in the middle of a game."""
    with tables("bench") as (table,):
        table.go_to(MIDDLE)
        page = table.get(f"/games/{table.game_id}").decode()
    with tables("bench", compressed=True) as (table,):
        table.go_to(MIDDLE)
        addresses = [f"/games/{table.game_id}", *sorted(set(FILES.findall(page)))]
        total = sum(len(table.get(address)) for address in addresses)
        largest = max(len(one.body) for one in table.whole_round())
    yield Figure("first_page_all_files", total / KILOBYTE, "KB", 60)
    yield Figure("step_update_largest", largest / KILOBYTE, "KB", 10)
