"""A long headline is set smaller, so that it leaves room for its answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from serving import Table, app_in


@pytest.mark.parametrize(("game", "long"), [("30", True), ("25", False)])
def test_a_long_headline_is_set_smaller(tmp_path: Path, game: str, long: bool) -> None:
    table = Table(app_in(tmp_path))
    page = table.client.get(f"/games/{table.import_kept(game)}").get_data(as_text=True)
    (classes,) = re.findall(r'<h1 id="headline"(?: class="([^"]*)")?>', page)
    assert ("long-headline" in classes.split()) == long
