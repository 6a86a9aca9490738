"""How ``python -m bench.alike`` tells whether games are played as before; three of its games are played here."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from bench import alike
from bench.alike import KEPT, Parts, Row, Task, lines, play, read, row_of, tasks, tasks_again, unlike
from hive.catalog.reading import load_tables
from hive.simulate.game import Setting, simulate

# Short games, one of each level; what their words are tests/golden holds.
HELD = {"1-easy-plain", "1-standard-plain", "1-expert-galaxy"}
PLAYED_AS_BEFORE = "python -m bench.alike --write bench/alike.txt, if that is meant"
SHORT = Task(Setting(5, 1, galaxy=False))


@pytest.fixture(scope="module")
def log() -> list[Parts]:
    tables = load_tables()
    return list(lines(simulate(SHORT.setting, tables, replayed=False), tables))


def test_the_kept_games_are_those_of_the_first_seeds() -> None:
    kept = read(KEPT)
    assert [row.name for row in kept] == [row_of(one).name for one in tasks(len(kept), 1, None)]
    assert all(row.entries and row.state for row in kept)
    assert {row.name for row in kept} >= HELD


@pytest.mark.parametrize("before", [row for row in read(KEPT) if row.name in HELD], ids=lambda row: row.name)
def test_a_game_is_played_as_before(before: Row) -> None:
    (task,) = tasks_again([before], None)
    now, _ = play(task)
    assert replace(now, words=before.words) == before, PLAYED_AS_BEFORE


def test_a_line_says_what_it_is() -> None:
    row = Row(3, "easy", "galaxy", 7, "a", "b", "c", "d")
    assert Row.read(str(row)) == row
    assert Row.read(str(Row(3, "easy", "galaxy", 0))) == Row(3, "easy", "galaxy", 0)
    assert row.name == "3-easy-galaxy"


@pytest.mark.parametrize("part", ["entry", "steps", "words", "state"])
def test_another_word_is_told_as_one_and_another_decision_as_one(part: str, log: list[Parts], tmp_path: Path) -> None:
    before, file = row_of(SHORT, log), tmp_path / "5-standard-plain.jsonl.gz"
    alike.write_log(log, file)
    assert unlike(before, before, log, file) == []
    other = deepcopy(log)
    line = len(log) - 1 if part == "state" else 4
    other[line][part] = ["something else"]
    told = unlike(before, row_of(SHORT, other), other, file)
    assert told[0].startswith(f"5-standard-plain: other {part} (")
    assert told[1:3] == [f"  at entry {line} of {len(log) - 1}:", f"  {part}:"]
    assert any("something else" in line for line in told)


def test_words_are_english_and_no_keys_and_keys_no_words(log: list[Parts]) -> None:
    turn = next(line for line in log if line["entry"].get("key") == "player_turn")
    (step, *_) = turn["steps"]["steps"]
    assert step["key"] == "player_turn"
    assert "text" not in step and "said" not in turn["steps"]
    assert any("turn" in words for words in turn["words"])


def test_names_that_were_changed_on_purpose_are_hashed_as_they_were(
    log: list[Parts], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = row_of(SHORT, log)
    monkeypatch.setattr(alike, "RENAMED", {"player_turn": "turn", "custodians": "kept", "board": "mended"})
    tables = load_tables()
    now = row_of(SHORT, list(lines(simulate(SHORT.setting, tables, replayed=False), tables)))
    (told,) = unlike(before, now, [])
    assert told.startswith("5-standard-plain: other entry, steps, state (")


def test_what_differs_is_printed_and_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kept.txt"
    (task,) = tasks_again([row for row in read(KEPT) if row.name == "1-easy-plain"], None)
    # Its words are those of today.
    before, _ = play(task)
    file.write_text(f"{before}\n".replace(before.state, "0"))
    assert alike.main(["--against", str(file), "--jobs", "1"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told == [
        f"1-easy-plain: other state ({before.entries} entries before, {before.entries} now)",
        "1 game, 1 of them otherwise than before",
    ]
