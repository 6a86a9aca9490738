"""Every scenario in tests/scenarios is a test of its own, named by its title."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hive.scenarios.resolving import play
from scenario_files import FILES, scenario

TITLE = re.compile(r"^title: (.*)$", re.MULTILINE)


def title_of(path: Path) -> str:
    """The title as it is written, whether or not the rest can be read: the test then says what is wrong there."""
    found = TITLE.search(path.read_text(encoding="utf-8"))
    return found[1] if found else path.name


@pytest.mark.parametrize("path", FILES, ids=title_of)
def test_a_scenario_comes_out_as_expected(path: Path) -> None:
    assert play(scenario(path)).complaints() == []


def test_every_scenario_has_a_title_of_its_own() -> None:
    titles = [title_of(path) for path in FILES]
    assert len(set(titles)) == len(titles)
