"""Old games leave the store as files, whole or not at all, and come back."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from driving import settings
from guests import Guest
from hive.__main__ import main
from hive.games import keeping
from hive.games.service import Games
from hive.store import Store, told_code
from serving import app_in
from storing import behind, where

pytestmark = pytest.mark.both_stores

AGO = timedelta(days=40)


@pytest.fixture
def games(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Games:
    """Those that the commands are about."""
    monkeypatch.setenv("HIVE_HOME", str(tmp_path))
    monkeypatch.setenv("HIVE_DB", where(store))
    return Games(store)


def begin(games: Games, name: str) -> str:
    return games.create(name, settings(), seed="test")


def make_old(games: Games, game_id: str) -> None:
    when = (datetime.now(UTC) - AGO).isoformat(timespec="milliseconds")
    behind(games.store, f"UPDATE games SET changed_at = '{when}' WHERE id = '{game_id}'")


def joined(games: Games, told: str) -> str:
    """The game whose address as the table was told."""
    (code,) = re.findall(r"/join/(\w+)", told)
    door = games.store.opened_by(code)
    assert door is not None
    assert door.opens == "table"
    return door.game_id


def test_an_old_game_becomes_a_file_and_comes_back_as_it_was(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = begin(games, "Old"), begin(games, "New")
    make_old(games, old)
    before = games.store.export_game(old)
    assert main(["archive", "--older", "30", str(tmp_path / "archive")]) == 0
    assert [row.id for row in games.store.games()] == [new]
    (path,) = (tmp_path / "archive").iterdir()
    assert f"{old}: {path}" in capsys.readouterr().out
    assert main(["import", str(path)]) == 0
    after = games.store.export_game(joined(games, capsys.readouterr().out))
    assert {**after, "snapshot": None} == {**before, "snapshot": None}


def test_a_game_that_is_not_old_stays(games: Games, tmp_path: Path) -> None:
    old = begin(games, "Old")
    make_old(games, old)
    assert main(["archive", "--older", "41", str(tmp_path / "archive")]) == 0
    assert [row.id for row in games.store.games()] == [old]


def test_a_game_stays_whose_file_does_not_hold_it(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = begin(games, "Old")
    make_old(games, old)
    monkeypatch.setattr(keeping, "_read", lambda path: {"format": "other"})
    assert main(["archive", "--older", "30", str(tmp_path / "archive")]) == 1
    assert "stays" in capsys.readouterr().err
    assert [row.id for row in games.store.games()] == [old]


def test_a_game_stays_that_somebody_plays_meanwhile(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = begin(games, "Old")
    make_old(games, old)
    read = keeping._read

    def played(path: Path) -> dict[str, object]:
        games.store.rename(old, "Played")
        return read(path)

    monkeypatch.setattr(keeping, "_read", played)
    assert main(["archive", "--older", "30", str(tmp_path / "archive")]) == 0
    assert [row.id for row in games.store.games()] == [old]
    assert list((tmp_path / "archive").iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"[]", b"\x1f\x8b\x08cut short"])
@pytest.mark.parametrize("name", ["a.json", "a.json.gz", "missing.json"])
def test_a_file_that_holds_no_game_is_told_and_the_others_come_back(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes
) -> None:
    make_old(games, begin(games, "Old"))
    main(["archive", "--older", "30", str(tmp_path / "archive")])
    (good,) = (tmp_path / "archive").iterdir()
    bad = tmp_path / name
    if "missing" not in name:
        bad.write_bytes(content)
    assert main(["import", str(bad), str(good)]) == 1
    told = capsys.readouterr()
    assert str(bad) in told.err
    assert "Traceback" not in told.err
    assert len(games.store.games()) == 1


def test_a_folder_that_takes_no_file_ends_with_a_sentence(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_old(games, begin(games, "Old"))
    (tmp_path / "file").touch()
    assert main(["archive", "--older", "30", str(tmp_path / "file")]) == 1
    assert str(tmp_path / "file") in capsys.readouterr().err
    assert len(games.store.games()) == 1


# --- on a public address, where nobody sees a game without its code


def test_a_game_that_was_brought_back_is_opened_on_a_public_address(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_old(games, begin(games, "Old"))
    main(["archive", "--older", "30", str(tmp_path / "archive")])
    (path,) = (tmp_path / "archive").iterdir()
    capsys.readouterr()
    assert main(["import", str(path)]) == 0
    address = capsys.readouterr().out.removeprefix(f"{path}: ").strip()
    assert is_table_of(tmp_path, where(games.store), address, games.store.games()[0].id)


def test_a_game_that_was_moved_without_codes_is_opened_on_a_public_address(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = begin(games, "One"), begin(games, "Other")
    asked_for = games.store.codes(other)
    moved = tmp_path / "public" / "games.sqlite"
    moved.parent.mkdir()
    assert main(["move", where(games.store), str(moved)]) == 0
    monkeypatch.setenv("HIVE_DB", str(moved))
    capsys.readouterr()
    assert main(["codes"]) == 0
    told = capsys.readouterr().out
    found = re.findall(r"^(\w+): (/join/\w+) \((\w+)\)$", told, re.MULTILINE)
    assert [(game_id, name) for game_id, _, name in found] == [(other, "Other"), (one, "One")]
    # Codes that anybody has come along.
    assert found[0][1] == f"/join/{asked_for['table']}"
    assert all(is_table_of(tmp_path, str(moved), address, game_id) for game_id, address, _ in found)
    assert main(["codes", one]) == 0
    assert capsys.readouterr().out == told.splitlines(keepends=True)[1]


def is_table_of(folder: Path, database: str, address: str, game_id: str) -> bool:
    """Whether a stranger on a public address becomes the table of a game there."""
    app = app_in(folder, DATABASE=database, PUBLIC=True)
    guest = Guest(app)
    assert guest.get(f"/games/{game_id}").status_code == 403
    assert guest.get(address).headers["Location"] == f"/games/{game_id}"
    told = guest.page(f"/games/{game_id}/screens")
    app.extensions["games"].close()
    return told_code(address.removeprefix("/join/")) in told


def test_a_game_that_there_is_not_has_no_codes(games: Games, capsys: pytest.CaptureFixture[str]) -> None:
    one = begin(games, "One")
    assert main(["codes", "nowhere1", one]) == 1
    told = capsys.readouterr()
    assert told.err.startswith("nowhere1: ")
    assert joined(games, told.out) == one


def test_the_command_line_lists_games_as_the_first_page_does(games: Games, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = begin(games, "Old"), begin(games, "New")
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" · ")[0] for line in lines] == [new, old, "2 of 2 games"]
    assert "Round 1 · Set-up · Hive 0, Ada 0, Ben 0" in lines[0]
    assert main(["games", "--json", "old", "ada"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["number"] == 1 and [row["id"] for row in found["games"]] == [old]
    assert found["games"][0]["points"] == {"hive": 0, "p1": 0, "p2": 0}
    assert main(["games", "--page", "2"]) == 0
    assert capsys.readouterr().out == "0 of 2 games\n"
    with pytest.raises(SystemExit):
        main(["games", "--page", "0"])
    assert "enter a whole number from 1 up" in capsys.readouterr().err
