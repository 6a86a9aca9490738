"""The script that breaks the app to try its tests: what it changes, and that a test that notices is named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import mutants
from bench.reached import by_place

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


SOME_TESTS = """\
import subprocess, sys
from some import fewest
def test_direct(): fewest(1)
def test_asks_another(): subprocess.run([sys.executable, "-c", "import some; some.fewest(1)"], check=True)
def test_elsewhere(): pass
"""


def test_a_place_tells_the_tests_that_come_to_it_also_by_a_process_that_they_start(tmp_path: Path) -> None:
    (tmp_path / "bench").mkdir()
    (tmp_path / "build" / "reached").mkdir(parents=True)
    (tmp_path / "bench" / "reached.py").write_text(Path(mutants.__file__).with_name("reached.py").read_text("utf-8"))
    (tmp_path / "some.py").write_text("from bench.reached import reached\ndef fewest(one): return reached(4), one\n")
    (tmp_path / "test_some.py").write_text(SOME_TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "bench.reached", "-c", "/dev/null", "--rootdir", "."]
    # Plugins of the run that this test is part of are not there.
    own = {**os.environ, "PYTEST_ADDOPTS": ""}
    done = subprocess.run(
        [*command, "test_some.py"], cwd=tmp_path, env=own, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert by_place(tmp_path) == {4: {"test_some.py::test_direct", "test_some.py::test_asks_another"}}


def test_of_the_tests_that_come_to_a_place_the_nearest_are_first(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_store.py").touch()
    (tmp_path / "tests" / "test_words.py").touch()
    some = {"tests/test_words.py::test_a", "tests/test_store.py::test_b", "tests/browser/test_table.py::test_c"}
    found = list(mutants.in_order("store", tmp_path / "tests", some))
    read = [(tmp_path / one[-1].removeprefix("@")).read_text() for one in found]
    assert read == ["tests/test_store.py::test_b", "tests/test_words.py::test_a", "tests/browser/test_table.py::test_c"]
    everybody = list(mutants.in_order("store", tmp_path / "tests", {mutants.EVERYBODY}))
    assert [one[-1] for one in everybody] == ["tests/test_store.py", "tests/test_words.py", "tests/browser"]


def test_places_that_lie_in_each_other_do_not_both_tell(tmp_path: Path) -> None:
    file = mutants.REPOSITORY / "hive" / "board" / "movement.py"
    changes = mutants.changes_of(file)
    target = tmp_path / "hive" / "board" / "movement.py"
    target.parent.mkdir(parents=True)
    watched = mutants.watch(tmp_path, changes)
    told = target.read_text("utf-8")
    compile(told, target.name, "exec")
    assert 0 < len(watched) < len(changes)
    assert all(f"__reached__({number})" in told for number in watched)
