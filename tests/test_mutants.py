"""The script that breaks the app to try its tests: what it changes, and that a test that notices is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import mutants

SOURCE = """\
def fewest(ships, limit):
    if limit <= 3 and not ships:
        return min(ships)
    ships.clear()
    “é” < ships
"""


@pytest.mark.parametrize(
    "becomes",
    [
        "    if (limit < 3) and not ships:",
        "    if limit <= 4 and not ships:",
        "    if ((limit <= 3) or (not ships)):",
        "    if limit <= 3 and bool(ships):",
        "        return max(ships)",
        "    pass",
        "    ('é' <= ships)",
    ],
)
def test_one_thing_is_changed_and_the_rest_stays(tmp_path: Path, becomes: str) -> None:
    file = tmp_path / "some.py"
    file.write_text(SOURCE.replace("“é”", "'é'"), encoding="utf-8")
    source = file.read_text(encoding="utf-8")
    changed = [source[: one.start] + one.becomes + source[one.end :] for one in mutants.changes_of(file)]
    assert len(changed) == 7
    (found,) = [text for text in changed if becomes in text.splitlines()]
    assert len({*found.splitlines()} - {*source.splitlines()}) == 1


def test_the_same_seed_draws_the_same_of_each_part() -> None:
    drawn = mutants.drawn(1, 4, ("store", "engine"))
    assert [part for part, _ in drawn] == ["store", "engine"] * 2
    assert drawn == mutants.drawn(1, 4, ("store", "engine")) != mutants.drawn(2, 4, ("store", "engine"))
