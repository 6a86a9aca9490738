"""``hive check`` reads all games through, on both stores: it ends with 0 where all is whole, else names what is not."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from driving import expected_answer, layout, settings
from hive.__main__ import main
from hive.games.service import Games
from hive.store import Store
from serving import EXPORTS
from storing import behind, where

both_stores = pytest.mark.both_stores


@pytest.fixture
def games(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Games:
    """Those that the command is about: two that were begun with other rules."""
    monkeypatch.setenv("HIVE_HOME", str(tmp_path))
    monkeypatch.setenv("HIVE_DB", where(store))
    games = Games(store)
    for number in ("01", "02"):
        imported(games, number)
    return games


def imported(games: Games, number: str) -> None:
    (packed,) = EXPORTS.glob(f"{number}_*")
    games.import_game(json.loads(gzip.decompress(packed.read_bytes())))


def begun(games: Games) -> str:
    """A game of these rules that has come to a player's turn, with lines that are known, kept states, and an undo."""
    game_id = games.create("Friday", settings(), seed="test")
    for value in range(1, 12):
        games.correct(game_id, value, "hive.trade_goods", value)
    present = games.present(game_id)
    while (step := present.session.pending) is not None and step.key != "player_turn":
        value = expected_answer(present.session.game, step)
        present = games.answer(game_id, present.position, step.key, value)
    games.undo(game_id, present.position)
    assert games.store.snapshots_between(game_id, 0, present.position)
    return game_id


@both_stores
def test_games_that_are_whole_are_read_through_and_nothing_is_changed(
    games: Games, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(games)
    imported(games, "25")
    lines = sum(row.position for row in games.store.games())
    before = [games.store.export_game(row.id) for row in games.store.games()]
    assert main(["check"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == (f"4 games with {lines} lines: all is whole.\n", "")
    assert [games.store.export_game(row.id) for row in games.store.games()] == before


def test_tokens_that_lie_in_another_order_are_no_damage(games: Games) -> None:
    game_id = games.create("Galaxy", settings(), seed="test", layout=layout())
    present = games.present(game_id)
    while (step := present.session.pending) is not None and step.key != "player_turn":
        present = games.answer(game_id, present.position, step.key, expected_answer(present.session.game, step))
    tokens = {"302/token/ion_storm": "alpha", "302/token/gamma_wormhole": "yes"}
    edited = present = games.board(game_id, present.position, tokens)
    while games.store.export_game(game_id)["snapshot"]["position"] <= edited.position:
        step = present.session.pending
        assert step is not None
        present = games.answer(game_id, present.position, step.key, expected_answer(present.session.game, step))
    document = games.store.export_game(game_id)
    lying = document["snapshot"]["state"]["galaxy"]["systems"]["302"]["tokens"]
    lying.reverse()
    games.import_game(document)
    assert len(lying) == 2 and main(["check"]) == 0


GAME_LINE = "game_id = 'GAME' AND position"
DAMAGES = {
    "UPDATE entries SET data = '{' WHERE game_id = 'GAME' AND position = 5": "line 5 of a game in it is damaged",
    f"UPDATE entries SET words = '[', packed = NULL WHERE {GAME_LINE} = 3": "line 3 of a game in it is damaged",
    f"UPDATE entries SET packed = substr(packed, 1, 9) WHERE {GAME_LINE} = 4": "line 4 of a game in it is damaged",
    "UPDATE entries SET parent = 2 WHERE game_id = 'GAME' AND position = 6": "entry 6 of its log does not follow",
    "UPDATE entries SET kind = 'answer' WHERE game_id = 'GAME' AND position = 7": "line 7 of its log does not play",
    'UPDATE entries SET data = \'{"field": "no.such", "value": 1}\' WHERE game_id = \'GAME\' AND position = 8': (
        "line 8 of its log does not play"
    ),
    "UPDATE snapshots SET packed = substr(packed, 5) WHERE game_id = 'GAME'": "a snapshot in it is damaged",
    "UPDATE snapshots SET state = '{}', packed = NULL WHERE game_id = 'GAME'": "does not lead to the state that was",
    "UPDATE tables SET json = '{' WHERE hash = (SELECT tables_hash FROM games WHERE id = 'GAME')": "the tables of a",
    "DELETE FROM entries WHERE game_id = 'GAME'": "its log is empty",
}


@both_stores
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_game_is_named_with_what_helps(games: Games, capsys: pytest.CaptureFixture[str], damage: str) -> None:
    game_id = begun(games)
    behind(games.store, damage.replace("GAME", game_id))
    games.store.close()
    assert main(["check"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    first, last = said.err.splitlines()
    assert first.startswith(f"{game_id} (Friday): ")
    assert DAMAGES[damage] in first
    assert last.startswith("2 of 3 games can be read and played to the end. To have all as it was, end the app")


def test_a_damaged_file_is_named_and_the_games_that_are_whole(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HIVE_DB", str(sqlite_store.file))
    games = Games(sqlite_store)
    whole, damaged = begun(games), begun(games)
    # A line that takes pages of its own.
    behind(
        sqlite_store,
        f"UPDATE entries SET data = data || printf('%9000s', '') WHERE position = 5 AND game_id = '{damaged}'",
    )
    sqlite_store.close()
    path = Path(str(sqlite_store.file))
    content = path.read_bytes()
    pages = [content[at : at + 4096] for at in range(0, len(content), 4096)]
    before = content.replace(next(page for page in pages if page[4:].isspace()), b"\xa5" * 4096)
    path.write_bytes(before)
    assert main(["check"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith(f"{path}: ")
    assert [line[:8] for line in said[1:-1] if line[:8] in (whole, damaged)] == [damaged]
    assert said[-1].startswith("1 of 2 games can be read and played to the end")
    assert path.read_bytes() == before


def test_games_that_are_not_there_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HIVE_DB", str(tmp_path / "none.sqlite"))
    assert main(["check"]) == 1
    assert f"{tmp_path / 'none.sqlite'}: there is no such file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "none.sqlite").write_text("no games at all, but a text that is long enough to be looked at" * 20)
    assert main(["check"]) == 1
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.postgres
def test_tables_that_are_missing_are_told(
    postgres_store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HIVE_DB", where(postgres_store))
    behind(postgres_store, "ALTER TABLE codes RENAME TO lost")
    try:
        Games(postgres_store).create("Friday", settings(), seed="test")
        assert main(["check"]) == 1
    finally:
        behind(postgres_store, "ALTER TABLE lost RENAME TO codes")
    assert "cannot be read" in capsys.readouterr().err
