"""The command line: what each command prints, and its exit code."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import hive.web.serve
from hive.__main__ import main
from hive.catalog.checking import DECKS
from hive.catalog.reading import load_rulebook

REPOSITORY = Path(__file__).parent.parent
EXAMPLE = """\
title: Second strategy card of the worked example
rules: [6.objective.cycle, 6.standard.construction]
given:
  round: 2
  hive: {bank: {resources: 8, influence: 16}, speaker: true, strategy_cards: [trade]}
  strategy_cards_taken: [diplomacy, warfare]
draws:
  - {initiative: [8]}
do: {select_strategy_card: {nth: 2}}
expect:
  chosen: construction
"""


@pytest.fixture
def example(tmp_path: Path) -> Path:
    path = tmp_path / "example.yaml"
    path.write_text(EXAMPLE, encoding="utf-8")
    return path


def run(arguments: Sequence[str | Path], folder: Path = REPOSITORY) -> subprocess.CompletedProcess[str]:
    """Run a command as a program of its own, in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "hive", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_resolve_prints_the_decision_and_that_it_is_as_expected(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resolve", str(example)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Second strategy card of the worked example\n")
    assert "* (4) Construction: standard: it has 0 of 8 structures  [6.standard.construction]" in printed
    assert "  chosen: construction" in printed
    assert printed.endswith("As expected.\n")


def test_resolve_shows_expected_and_found_where_it_comes_out_otherwise(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example.write_text(EXAMPLE.replace("chosen: construction", "chosen: politics"), encoding="utf-8")
    assert main(["resolve", str(example)]) == 1
    assert "example.yaml:11: expect.chosen: expected politics, found construction" in capsys.readouterr().out


def test_resolve_names_what_is_wrong_in_a_file(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example.write_text(EXAMPLE.replace("round: 2", "rond: 2"), encoding="utf-8")
    assert main(["resolve", str(example)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "example.yaml:4: given.rond: no field is called 'rond'. Did you mean 'round'?" in captured.err


def test_resolve_json_prints_one_object(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", str(example), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["title"] == "Second strategy card of the worked example"
    assert data["outcome"]["chosen"] == "construction"
    assert data["holds"] is True
    draw, decision = data["steps"]
    assert draw["kind"] == "draw"
    assert draw["rule"] == "6.selection.draw"
    assert draw["card"] == {"initiative": [8]}
    assert decision["kind"] == "decision"
    assert decision["trace"][-1] == {
        "label": "(4) Construction",
        "result": "standard: it has 0 of 8 structures",
        "rule": "6.standard.construction",
        "decided": True,
    }
    assert data["state"]["hive"]["bank"] == {"resources": 8, "influence": 16}
    assert data["state"]["round"] == 2


def test_resolve_json_tells_what_came_out_otherwise(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example.write_text(EXAMPLE.replace("chosen: construction", "chosen: politics"), encoding="utf-8")
    assert main(["resolve", str(example), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["holds"] is False
    assert data["mismatches"] == [{"field": "expect.chosen", "expected": "politics", "found": "construction"}]


def test_resolve_says_where_no_file_is(tmp_path: Path) -> None:
    done = run(["resolve", "nowhere.yaml"], tmp_path)
    assert done.returncode == 2
    assert done.stderr == "nowhere.yaml: there is no such file\n"


def test_commands_work_in_any_folder(example: Path) -> None:
    done = run(["resolve", example.name], example.parent)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_stops_early_is_no_error(example: Path) -> None:
    command = f"{sys.executable} -m hive doings | head -n 1"
    done = subprocess.run(command, shell=True, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_decks_check_finds_our_tables_fine_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["decks", "check"]) == 0
    assert capsys.readouterr().out == "The tables are fine.\n"


def test_decks_check_names_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DECKS / "criteria.yaml").read_text(encoding="utf-8")
    house = tmp_path / "criteria.yaml"
    house.write_text(text.replace("test: hive_not_speaker", "test: hive_no_speaker"), encoding="utf-8")
    assert main(["decks", "check", str(house)]) == 1
    printed = capsys.readouterr().out
    assert re.search(r"criteria\.yaml:\d+: standard\[1\]\.test: no test is called 'hive_no_speaker'\.", printed)
    assert "Did you mean 'hive_not_speaker'?" in printed


def test_decks_check_takes_a_sound_variant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DECKS / "criteria.yaml").read_text(encoding="utf-8")
    house = tmp_path / "criteria.yaml"
    house.write_text(text.replace("number: 18", "number: 20"), encoding="utf-8")
    assert main(["decks", "check", str(house)]) == 0


CRUISERS = "start_cruisers_per_system: {value: %s, rule: 2.hive.start-main}"


@pytest.mark.parametrize(
    ("ours", "theirs", "row", "limit"),
    [
        (CRUISERS % 1, CRUISERS % 3, "start_cruisers_per_system.value", "The Hive has 8 cruisers in all, not 9."),
        (
            "start_counters: {value: 1",
            "start_counters: {value: 9",
            "start_counters.value",
            "0 to 3 aggression counters",
        ),
    ],
    ids=["cruisers", "counters"],
)
def test_decks_check_names_the_row_with_which_no_game_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ours: str, theirs: str, row: str, limit: str
) -> None:
    text = (DECKS / "figures.yaml").read_text(encoding="utf-8")
    assert ours in text
    line = text[: text.index(ours)].count("\n") + 1
    house = tmp_path / "figures.yaml"
    # Another row that differs, and stands before it, is not to blame.
    house.write_text(text.replace(ours, theirs).replace("start_resources: {value: 8", "start_resources: {value: 9"))
    assert main(["decks", "check", str(house)]) == 1
    printed = capsys.readouterr().out
    assert f"figures.yaml:{line}: {row}: with this a game cannot be played: " in printed
    assert limit in printed


def test_decks_check_plays_an_option_of_the_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    option = tmp_path / "many.yaml"
    option.write_text(
        "table: option\noption: many\nname: Many\ngroup: Ours\nrule: 2.hive.start-main\nchanges: More cruisers.\n"
        "patches:\n- {table: figures, path: [hive_victory, value], set: 9}\n"
        "- {table: figures, path: [start_cruisers_per_system, value], set: 3}\n",
        encoding="utf-8",
    )
    assert main(["decks", "check", str(option)]) == 1
    assert re.search(r"many\.yaml:9: patches\[1\]: .*The Hive has 8 cruisers in all, not 9\.", capsys.readouterr().out)


def test_decks_check_says_where_no_file_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.yaml"
    assert main(["decks", "check", str(missing)]) == 2
    assert capsys.readouterr().err == f"{missing.as_posix()}: there is no such file\n"


def test_decks_check_of_a_folder_without_tables_is_not_fine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "criteria.yml").touch()
    assert main(["decks", "check", str(tmp_path), str(DECKS)]) == 2
    printed = capsys.readouterr()
    assert printed.err == f"{tmp_path.as_posix()}: there is no table in this folder (*.yaml)\n"
    assert printed.out == ""


def test_rules_prints_every_chapter_and_the_sum(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^p\. 6 Strategy phase, standard: \d+ proven, \d+ shown as reminders, \d+ open$", printed, re.M)
    assert f"All {len(load_rulebook().rules)} entries" in printed


def test_rules_json_sorts_every_entry_into_one_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    ids = [rule.id for rule in load_rulebook().rules]
    assert data["total"] == len(ids)
    assert sorted([*data["proven"], *data["reminded"], *data["open"]]) == sorted(ids)


def test_rules_without_tests_says_what_is_missing(tmp_path: Path) -> None:
    for name in ("hive", "decks"):
        shutil.copytree(REPOSITORY / name, tmp_path / name)
    done = subprocess.run(
        [sys.executable, "-m", "hive", "rules"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "there are no tests here" in done.stderr
    assert "Traceback" not in done.stderr


def test_play_serves_and_tells_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hive.web.serve, "serve", lambda: 7)
    assert main(["play"]) == 7


@pytest.mark.parametrize("arguments", [[], ["resolve"], ["decks"], ["paly"], ["rules", "--jsn"]])
def test_a_command_that_is_not_understood_says_how_it_is_used(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    assert raised.value.code == 2
    assert "usage: python -m hive" in capsys.readouterr().err


def test_the_readme_names_every_command() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    for command in (
        "play",
        "resolve FILE.yaml [--json]",
        "decks check [FILE...]",
        "rules [--json]",
        "proof [--games K]",
    ):
        assert f"python -m hive {command}" in readme


@pytest.mark.parametrize(
    ("terminal", "arguments", "said"),
    [
        ({"LC_ALL": "es_ES.UTF-8"}, ["--help"], "uso: python -m hive [-h]"),
        ({"LC_ALL": "", "LC_MESSAGES": "de_DE"}, ["backup", "--help"], "Datei, die es noch nicht gibt"),
        (
            {"LC_ALL": "", "LC_MESSAGES": "xx_XX", "LANG": "es@euro"},
            ["games", "--help"],
            "muestra esta ayuda y termina",
        ),
        ({"LC_ALL": "C", "LANG": "es_ES"}, ["--help"], "show this help message and exit"),
    ],
)
def test_help_speaks_the_language_of_the_terminal(
    terminal: dict[str, str],
    arguments: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in {"COLUMNS": "200", **terminal}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match="0"):
        main(arguments)
    assert said in capsys.readouterr().out


def test_what_a_command_prints_is_in_the_language_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    monkeypatch.setenv("HIVE_DB", str(tmp_path / "games.sqlite"))
    assert main(["decks", "check", str(tmp_path / "none.yaml")]) == 2
    assert main(["backup", str(tmp_path / "copy.sqlite")]) == 0
    assert main(["backup", str(tmp_path / "copy.sqlite")]) == 1
    assert main(["games"]) == 0
    printed = capsys.readouterr()
    assert "none.yaml: no existe ese archivo" in printed.err
    assert "copy.sqlite: ese archivo ya existe; no se ha copiado nada" in printed.err
    assert printed.out.splitlines()[-1] == "0 de 0 partidas"


def test_json_is_without_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def printed(terminal: str) -> str:
        monkeypatch.setenv("LC_ALL", terminal)
        assert main(["games", "--json"]) == 0
        return capsys.readouterr().out

    monkeypatch.setenv("HIVE_DB", str(tmp_path / "games.sqlite"))
    assert main(["backup", str(tmp_path / "copy.sqlite")]) == 0
    capsys.readouterr()
    assert printed("es_ES.UTF-8") == printed("C.UTF-8")


def test_a_command_that_tells_nothing_reads_no_catalog(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hive.words.worded.Texts", None)
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert main(["resolve", str(example), "--json"]) == 0
