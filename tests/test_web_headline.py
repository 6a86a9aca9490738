"""A long headline is set smaller, so that it leaves room for its answers."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from serving import Table, app_in

EXPORTS = Path(__file__).parent / "exports"


@pytest.mark.parametrize(("game", "long"), [("30_house_tables_four_boxes", True), ("25_much_undone", False)])
def test_a_long_headline_is_set_smaller(tmp_path: Path, game: str, long: bool) -> None:
    table = Table(app_in(tmp_path))
    document = json.loads(gzip.decompress((EXPORTS / f"{game}.json.gz").read_bytes()))
    page = table.client.get(f"/games/{table.games.import_game(document)}").get_data(as_text=True)
    (classes,) = re.findall(r'<h1 id="headline"(?: class="([^"]*)")?>', page)
    assert ("long-headline" in classes.split()) == long
