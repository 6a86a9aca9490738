"""How large the pages are as they travel: compressed."""

from __future__ import annotations

import gzip
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.figure import Figure
from bench.table import Table

FILES = re.compile(r'(?:href|src)="(/(?:static/[^"]+|htmx[^"]+))"')
KILOBYTE = 1024
HALF_A_ROUND = 45


def compressed(body: bytes) -> float:
    return len(gzip.compress(body, 6)) / KILOBYTE


def page_sizes() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        table.go_to(HALF_A_ROUND)
        page = table.client.get(f"/games/{table.game_id}").data
        files = sorted(set(FILES.findall(page.decode())))
        total = compressed(page) + sum(compressed(table.client.get(file).data) for file in files)
        updates = [compressed(table.step()[1]) for _ in range(20)]
    yield Figure("first_page_all_files", total, "KB", 60)
    yield Figure("step_update_largest", max(updates), "KB", 10)
