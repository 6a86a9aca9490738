"""Whole games as text: a change of what a game comes to is seen here, line by line.

The first line of each file is the command that plays its game. ``make golden`` writes them anew.
"""

from __future__ import annotations

import difflib
import shlex
from pathlib import Path

import pytest

from hive.__main__ import main

GAMES = sorted((Path(__file__).parent / "golden").glob("*.txt"))
MOST_SHOWN = 60
MOST_BYTES = 90_000


def test_there_is_a_game_for_each_difficulty_and_one_without_a_galaxy() -> None:
    commands = [game.read_text(encoding="utf-8").splitlines()[0] for game in GAMES]
    for words in ("--difficulty easy", "--difficulty standard", "--difficulty expert", "--no-galaxy"):
        assert any(words in command for command in commands)
    assert all(game.stat().st_size < MOST_BYTES for game in GAMES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_game_comes_out_as_it_did(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = game.read_text(encoding="utf-8").splitlines()
    options = shlex.split(kept[0])[3:]
    assert main([*options, "--words"]) == 0
    now = capsys.readouterr().out.splitlines()
    changes = list(difflib.unified_diff(kept, now, "kept", "now", lineterm="", n=1))
    told = "\n".join([*changes[:MOST_SHOWN], "If that is meant: make golden"])
    assert not changes, f"{game.name} comes out otherwise:\n{told}"
