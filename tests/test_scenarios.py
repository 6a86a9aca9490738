"""Every scenario in tests/scenarios is a test of its own, named by its title."""

from __future__ import annotations

from pathlib import Path

import pytest

from hive.catalog.documents import TableError
from hive.scenarios.reading import read_scenario
from hive.scenarios.resolving import resolve

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.yaml"))


def title_of(path: Path) -> str:
    """The title; of a file that cannot be read its name, and its own test then says what is wrong in it."""
    try:
        return read_scenario(path).file.title
    except TableError:
        return path.relative_to(FOLDER).as_posix()


@pytest.mark.parametrize("path", FILES, ids=title_of)
def test_a_scenario_comes_out_as_expected(path: Path) -> None:
    resolved = resolve(path)
    assert resolved.complaints() == []


def test_every_scenario_has_a_title_of_its_own() -> None:
    titles = [title_of(path) for path in FILES]
    assert len(set(titles)) == len(titles)
