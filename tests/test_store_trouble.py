"""Trouble with the file: locked, read-only, full, newer, broken. Each is one clear sentence, and the game untouched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hive.store import (
    Snapshot,
    Store,
    StoreBroken,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
)
from hive.store.database import MOST_CONFLICTS
from hive.store.sqlite import SqliteFile
from serving import app_in, without_spans
from storing import TABLES, answer, much, new_game, writes

REPOSITORY = Path(__file__).parent.parent


def raw(path: Path) -> closing[sqlite3.Connection]:
    """The file as another program opens it."""
    return closing(sqlite3.connect(path, isolation_level=None))


def everything(path: Path) -> list[Any]:
    with raw(path) as connection:
        return [connection.execute(f"SELECT * FROM {name}").fetchall() for name in ("games", "entries", "snapshots")]


def assert_refused(calls: list[Callable[[], object]], error: type[StoreError], sentence: str) -> None:
    for call in calls:
        with pytest.raises(error, match=sentence) as refused:
            call()
        assert "Nothing was changed" in str(refused.value)


def test_a_locked_file_changes_nothing_and_can_still_be_read(store: Store) -> None:
    game, head = new_game(store, answer(2))
    impatient = Store(store.file, busy_timeout=0.01)
    calls = writes(impatient, game)
    before = everything(store.file)
    with raw(store.file) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert_refused(calls, StoreLocked, "held by another program")
        assert impatient.head(game) == head
        other.execute("ROLLBACK")
    assert everything(store.file) == before
    assert impatient.append(game, head, answer(3)).head.position == 3
    impatient.close()


@pytest.mark.parametrize(("times", "through"), [(MOST_CONFLICTS - 1, True), (MOST_CONFLICTS, False)])
def test_who_writes_at_the_moment_of_another_tries_again_a_few_times(store: Store, times: int, through: bool) -> None:
    left = [StoreLocked(store.place, at_once=True)] * times

    def work(unsure: bool) -> bool:
        assert not unsure
        if left:
            raise left.pop()
        return True

    if through:
        assert store._database.again(work)
    else:
        with pytest.raises(StoreLocked):
            store._database.again(work)
    assert left == []


def test_a_read_only_file_can_be_read(store: Store) -> None:
    game, head = new_game(store, answer(2))
    reader = Store(store.file, read_only=True)
    assert reader.head(game) == head
    assert [row.name for row in reader.games()] == ["Friday"]
    assert reader.export_game(game) == store.export_game(game)
    before = everything(store.file)
    assert_refused(writes(reader, game), StoreReadOnly, "cannot be written")
    assert everything(store.file) == before
    reader.close()


def test_a_file_that_may_not_be_made_is_read_only(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    for path in (in_the_way / "games.sqlite", tmp_path):
        assert_refused([Store(path).games], StoreReadOnly, "HIVE_DB")
    assert_refused([Store(tmp_path / "none.sqlite", read_only=True).games], StoreReadOnly, "HIVE_DB")


def test_a_full_disk_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game, head = new_game(store, answer(2))
    before = everything(store.file)

    def connect_to_small_disk(file: SqliteFile) -> Any:
        connection = real(file)
        connection.execute("PRAGMA max_page_count = 1")  # SQLite makes it as many pages as there are already
        return connection

    real = SqliteFile._connect
    monkeypatch.setattr(SqliteFile, "_connect", connect_to_small_disk)
    full = Store(store.file)
    large = much(100_000)
    calls = [
        lambda: full.create_game("Saturday", TABLES, answer(large)),
        lambda: full.append(game, head, answer(large)),
        lambda: full.append(game, head, answer("small"), snapshot=(3, {"large": large})),
    ]
    assert_refused(calls, StoreFull, "no room left")
    assert everything(store.file) == before
    full.close()
    assert store.append(game, head, answer(large)).head.position == 3


FILL_THE_DISK = """
import resource, sys
from pathlib import Path
from hive.store import NewEntry, Store, StoreFull
store = Store(Path(sys.argv[1]))
game = store.create_game("Friday", "{}", NewEntry("start", {}, "1"))
head = store.head(game)
resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))
try:
    while True:
        head = store.append(game, head, NewEntry("answer", {"text": "x" * 5000}, "1")).head
except StoreFull:
    assert store.head(game) == head
    print(game, head.position)
"""


def test_a_disk_that_stops_writing_in_the_middle_loses_no_acknowledged_entry(tmp_path: Path) -> None:
    """The limit on a file's size is the operating system's own way to refuse a write."""
    path = tmp_path / "games.sqlite"
    command = [sys.executable, "-c", FILL_THE_DISK, str(path)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    game, acknowledged = done.stdout.split()
    store = Store(path)
    head = store.head(game)
    assert head.position == int(acknowledged) > 10
    assert len(store.chain(game, head.tip)[1]) == head.position
    assert store.append(game, head, answer()).head.position == head.position + 1
    store.close()


def test_a_file_of_a_newer_version_is_refused(store: Store) -> None:
    new_game(store)
    store.close()
    with raw(store.file) as other:
        other.execute("PRAGMA user_version = 9")
    before = everything(store.file)
    assert_refused([store.games], StoreNewer, "newer version of this app .format 9, this one knows 4")
    assert everything(store.file) == before


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "books.sqlite"
    with raw(path) as other:
        other.execute("CREATE TABLE games (title)")
    assert_refused([Store(path).games], StoreBroken, "another program")
    with raw(path) as other:
        assert other.execute("SELECT name FROM sqlite_schema").fetchall() == [("games",)]


@pytest.mark.parametrize(
    "content", [b"just a text file, long enough to be looked at " * 40, b"SQLite format 3\0" * 100]
)
def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(content)
    assert_refused([Store(path).games], StoreBroken, "cannot be read")
    assert path.read_bytes() == content


def test_an_empty_file_becomes_a_file_of_games(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.touch()
    store = Store(path)
    assert store.games() == []
    store.close()


def spoil_pages(path: Path) -> None:
    """Overwrite all but the first page, as a failing disk may."""
    with raw(path) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))


def test_a_damaged_file_is_named(store: Store) -> None:
    game, _ = new_game(store, answer(2))
    store.close()
    spoil_pages(store.file)
    for call in (store.games, lambda: store.head(game), lambda: store.chain(game, 2), lambda: store.export_game(game)):
        assert_refused([call], StoreBroken, "cannot be read")


def spoil_one_page(path: Path) -> None:
    """Overwrite one page in the middle: what the list of games and the present of a game need is still there."""
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 4096 // 2 * 4096)
        file.write(b"\xa5" * 4096)


def damaged(store: Store) -> Path:
    """A file in the middle of which a page is damaged; it is closed."""
    game, head = new_game(store)
    for number in range(60):
        head = store.append(game, head, answer(number), snapshot=(head.position + 1, {"large": much(9000)})).head
    store.close()
    assert store.file is not None
    spoil_one_page(store.file)
    return store.file


def test_a_file_that_is_damaged_somewhere_is_told_at_the_start_with_the_way_to_a_backup(store: Store) -> None:
    path = damaged(store)
    content = path.read_bytes()
    for _ in range(2):
        assert_refused(
            [store.games], StoreBroken, "cannot be read: .* put a backup in its place: .*games.sqlite-backups"
        )
    store.close()
    assert path.read_bytes() == content


def test_of_a_large_file_the_list_of_games_is_looked_at(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path = damaged(store)
    monkeypatch.setattr("hive.store.sqlite.LARGEST_CHECKED", 4096)
    assert len(store.games()) == 1
    store.close()
    spoil_pages(path)
    assert_refused([store.check], StoreBroken, "cannot be read")


def test_a_damaged_file_is_told_on_the_terminal_and_on_each_page(store: Store) -> None:
    path = damaged(store)
    said = subprocess.run(
        [sys.executable, "-c", SERVE_AND_END],
        cwd=REPOSITORY,
        env={**os.environ, "HIVE_HOME": str(path.parent), "PORT": "8123"},
        capture_output=True,
        text=True,
    )
    assert said.stderr.startswith(f"The file of games {path} cannot be read")
    assert "is at http://127.0.0.1:8123/" in said.stdout
    app = app_in(path.parent)
    response = app.test_client().get("/")
    assert response.status_code == 500
    assert "games.sqlite-backups" in without_spans(response.get_data(as_text=True))
    assert app.test_client().get("/health").status_code == 503
    app.extensions["games"].close()


SERVE_AND_END = """
import hive.web.serve
hive.web.serve.run = lambda front, sockets: None
hive.web.serve.serve()
"""


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET data = '{' WHERE position = 2",
        "UPDATE entries SET words = CAST(x'ff' AS TEXT), packed = NULL WHERE position = 2",
        "UPDATE entries SET packed = CAST('no' AS BLOB) WHERE position = 2",
        "DELETE FROM entries WHERE position = 1",
        "UPDATE entries SET parent = 9 WHERE position = 2",
    ],
)
def test_a_damaged_line_is_named(store: Store, damage: str) -> None:
    game, _ = new_game(store, answer(2), answer(3))
    with raw(store.file) as other:
        other.execute(damage)
    assert_refused([lambda: store.chain(game, 3)], StoreBroken, "cannot be read")


def test_a_damaged_name_takes_no_game_with_it(store: Store) -> None:
    damaged, head = new_game(store)
    whole, _ = new_game(store)
    assert store.file is not None
    with raw(store.file) as other:
        other.execute("UPDATE games SET name = CAST(x'4672ff646179' AS TEXT) WHERE id = ?", (damaged,))
    assert {row.id: row.name for row in store.games()} == {damaged: "Fr\ufffdday", whole: "Friday"}
    assert store.standing(damaged).name == store.game(damaged).name == "Fr\ufffdday"
    assert store.append(damaged, head, answer(2)).name == "Fr\ufffdday"
    store.rename(damaged, "Friday")
    assert {row.name for row in store.games()} == {"Friday"}


def test_a_damaged_snapshot_is_named_and_can_be_left_aside(store: Store) -> None:
    game, head = new_game(store)
    head = store.append(game, head, answer(2), snapshot=(1, {})).head
    with raw(store.file) as other:
        other.execute("UPDATE snapshots SET state = 'null and void', packed = NULL")
    assert_refused([lambda: store.chain(game, 2)], StoreBroken, "snapshot")
    assert len(store.chain(game, 2, before=1)[1]) == 2
    store.append(game, head, answer(3), snapshot=(1, {"mended": True}))
    assert store.chain(game, 2)[0] == Snapshot(1, "1", {"mended": True})


def test_a_value_that_is_no_json_changes_nothing(store: Store) -> None:
    game, head = new_game(store)
    with pytest.raises(TypeError):
        store.append(game, head, answer(object()))
    with pytest.raises(ValueError, match="JSON"):
        store.append(game, head, answer(), snapshot=(2, {"value": float("nan")}))
    assert store.head(game) == head
    assert store.append(game, head, answer()).head.position == 2
