"""All games carried from one kind of store to the other and back: the same lines, addresses and codes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bench.postgres import PASSWORD, TEMPLATE, Server
from hive.__main__ import main
from hive.store import Snapshot, Store
from hive.store.transfer import Moved, MoveRefused
from storing import answer, jump, new_game, where


def filled(store: Store) -> list[str]:
    """Two games, with branches, snapshots, codes, names of who tapped, and copies of the rulebook."""
    one, head = new_game(store, answer(2), answer("Söhne \0 👨‍👩‍👧"), jump(1, redo=3))
    store.append(one, head, answer("other"), snapshot=(5, {"round": 2}))
    two, _ = new_game(store)
    store.codes(one)
    store.keep_copy("second", "text: 1")
    store.keep_copy("first", "text: 2")
    return [two, one]


def same(one: Store, two: Store) -> bool:
    def seen(store: Store) -> list[object]:
        of_games = [
            (row, store.export_game(row.id), store.known_codes(row.id), store.snapshots_between(row.id, 0, 99))
            for row in store.games()
        ]
        return [of_games, store.copies()]

    return seen(one) == seen(two)


@pytest.mark.postgres
def test_games_go_into_a_database_and_back_unchanged(
    sqlite_store: Store, postgres_store: Store, tmp_path: Path
) -> None:
    two, one = filled(sqlite_store)
    assert sqlite_store.move_to(postgres_store) == Moved(games=2, lines=6, copies=2)
    assert Moved(games=2, lines=1, copies=1).words == "Carried over: 2 games with 1 line, and 1 copy of the rulebook."
    back = Store(tmp_path / "back.sqlite")
    assert postgres_store.move_to(back) == Moved(games=2, lines=6, copies=2)
    for store in (postgres_store, back):
        assert same(sqlite_store, store)
        assert list(store.copies()) == ["second", "first"]
        assert store.opened_by(sqlite_store.codes(one)["p1"]) == sqlite_store.opened_by(sqlite_store.codes(one)["p1"])
        assert store.chain(one, 5) == (Snapshot(5, "1", {"round": 2}), [])
        assert store.append(two, store.head(two), answer("goes on")).head.position == 2
    back.close()


def test_nothing_is_written_over_games_or_copies(sqlite_store: Store, tmp_path: Path) -> None:
    filled(sqlite_store)
    other = Store(tmp_path / "other.sqlite")
    for prepare in (lambda: other.keep_copy("ours", "text"), lambda: new_game(other)):
        prepare()
        before = (other.games(), other.copies())
        with pytest.raises(MoveRefused, match="already"):
            sqlite_store.move_to(other)
        assert (other.games(), other.copies()) == before
    other.close()


def test_a_line_that_does_not_arrive_as_it_was_leaves_nothing_behind(sqlite_store: Store, tmp_path: Path) -> None:
    filled(sqlite_store)
    other = Store(tmp_path / "other.sqlite")
    other.check()
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as disk:
        for name, position, change in (("worn", 4, "data = '{}'"), ("torn", 3, "packed = NULL")):
            disk.execute(
                f"CREATE TRIGGER {name} AFTER INSERT ON entries WHEN NEW.position = {position} BEGIN "
                f"UPDATE entries SET {change} WHERE game_id = NEW.game_id AND position = {position}; END"
            )
        disk.commit()
    with pytest.raises(MoveRefused, match="not what was written"):
        sqlite_store.move_to(other)
    assert other.games() == []
    other.close()


@pytest.mark.postgres
def test_the_command_says_what_it_did(
    postgres: Server, postgres_store: Store, sqlite_store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(sqlite_store)
    to = postgres.address_with(PASSWORD, TEMPLATE)
    assert main(["move", where(sqlite_store), to]) == 0
    assert "2 games with 6 lines, and 2 copies" in capsys.readouterr().out
    assert main(["move", where(sqlite_store), to]) == 1
    assert main(["move", where(sqlite_store), postgres.address_with("wrong", TEMPLATE)]) == 1
    assert main(["move", f"{where(sqlite_store)}.gone", to]) == 2
    assert main(["move", where(sqlite_store), "mysql://host/games"]) == 2
    told = capsys.readouterr().err
    assert "no such file" in told
    assert "already" in told and "does not let this app in" in told and "HIVE_DB names no place" in told
    assert PASSWORD not in told and "wrong" not in told
