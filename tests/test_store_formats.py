"""Files of earlier versions: they open, with all that they held, and apps of that version refuse them from then on."""

from __future__ import annotations

import gzip
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bench.postgres import Server
from hive.games.service import Games
from hive.store import Entry, Head, Snapshot, Store, StoreNewer, StoreOlder
from hive.store.migrations import KNOWN
from hive.store.sqlite import APPLICATION_ID
from kept import STORES, carried_on, comes_to_its_state, states
from storing import answer

FORMAT_1 = (
    "CREATE TABLE tables (hash TEXT NOT NULL PRIMARY KEY, json TEXT NOT NULL) STRICT",
    """CREATE TABLE games (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        created_at TEXT NOT NULL,
        changed_at TEXT NOT NULL,
        tables_hash TEXT NOT NULL REFERENCES tables (hash)
    ) STRICT""",
    "CREATE INDEX games_by_tables ON games (tables_hash)",
    """CREATE TABLE entries (
        game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        parent INTEGER NOT NULL,
        tip INTEGER NOT NULL,
        redo INTEGER,
        rules_version TEXT NOT NULL,
        made_at TEXT NOT NULL,
        words TEXT NOT NULL,
        PRIMARY KEY (game_id, position)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE snapshots (
        game_id TEXT NOT NULL,
        position INTEGER NOT NULL,
        rules_version TEXT NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (game_id, position),
        FOREIGN KEY (game_id, position) REFERENCES entries (game_id, position) ON DELETE CASCADE
    ) STRICT""",
    f"PRAGMA application_id = {APPLICATION_ID}",
    "PRAGMA user_version = 1",
    "PRAGMA journal_mode = WAL",
    "INSERT INTO tables VALUES ('h', '{}')",
    "INSERT INTO games VALUES ('oldgame1', 'Friday', '2026-11-01T10:00:00+00:00', '2026-11-02T10:00:00+00:00', 'h')",
    "INSERT INTO entries VALUES ('oldgame1', 1, 'new', '{}', 0, 1, NULL, '1', '2026-11-01T10:00:00+00:00', 'null')",
    "INSERT INTO entries VALUES ('oldgame1', 2, 'undo', '{}', 1, 0, 1, '1', '2026-11-02T10:00:00+00:00', 'null')",
    "INSERT INTO snapshots VALUES ('oldgame1', 1, '1', '{\"round\": 1}')",
)
"""The tables as the first version made them."""
COPIES = (
    "CREATE TABLE copies (id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT",
    "INSERT INTO copies VALUES ('zeta', 'first'), ('alpha', 'second')",
)


def made(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def schema(path: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {
            (table, str(column[1:]))
            for (table,) in tables
            for column in connection.execute(f"PRAGMA table_info({table})").fetchall()
        }


def statements(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as connection:
        made = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return {name: " ".join(sql.split()) for name, sql in made}


def test_games_of_before_keep_their_texts_and_what_comes_is_packed(tmp_path: Path) -> None:
    store = Store(made(tmp_path / "games.sqlite", *FORMAT_1))
    copy = store.copy("oldgame1", "Saturday")
    for game in ("oldgame1", copy):
        assert store.chain(game, 1) == (Snapshot(1, "1", {"round": 1}), [])
        store.append(game, Head(2, 0, 1), answer(), snapshot=(3, {"round": 2}))
        assert store.chain(game, 3)[0] == Snapshot(3, "1", {"round": 2})
    store.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        for table, text in (("entries", "words"), ("snapshots", "state")):
            rows = connection.execute(f"SELECT position, {text} <> '', packed IS NULL FROM {table}").fetchall()
            assert {row[1:] for row in rows if row[0] < 3} == {(1, 1)} and {row[1:] for row in rows if row[0] == 3} == {
                (0, 0)
            }


@pytest.mark.parametrize("copies", [(), COPIES])
def test_a_file_of_the_first_version_opens_with_all_that_it_held(tmp_path: Path, copies: tuple[str, ...]) -> None:
    store = Store(made(tmp_path / "games.sqlite", *FORMAT_1, *copies))
    assert [row.name for row in store.games()] == ["Friday"]
    assert store.head("oldgame1") == Head(2, 0, 1)
    assert store.chain("oldgame1", 1, before=1)[1] == [
        Entry(1, "new", {}, 0, 1, None, "1", "2026-11-01T10:00:00+00:00", None, made_by="")
    ]
    assert store.chain("oldgame1", 1) == (Snapshot(1, "1", {"round": 1}), [])
    assert list(store.copies().items()) == ([("zeta", "first"), ("alpha", "second")] if copies else [])
    store.keep_copy("omega", "third")
    assert list(store.copies())[-1] == "omega"
    assert store.append("oldgame1", Head(2, 0, 1), answer()).head.position == 3
    assert len(store.codes("oldgame1")) == 4
    store.close()
    fresh = Store(tmp_path / "fresh.sqlite")
    fresh.check()
    fresh.close()
    assert schema(tmp_path / "games.sqlite") == schema(tmp_path / "fresh.sqlite")


def test_the_first_version_would_refuse_the_file_from_then_on(tmp_path: Path) -> None:
    path = made(tmp_path / "games.sqlite", *FORMAT_1)
    store = Store(path)
    store.check()
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (KNOWN,)
        connection.execute(f"PRAGMA user_version = {KNOWN + 1}")
    with pytest.raises(StoreNewer):
        Store(path).games()


def test_a_file_of_the_first_version_that_may_only_be_read_stays_as_it_is(tmp_path: Path) -> None:
    path = made(tmp_path / "games.sqlite", *FORMAT_1)
    before = schema(path)
    with pytest.raises(StoreOlder, match="earlier version of this app"):
        Store(path, read_only=True).games()
    assert schema(path) == before


def test_a_disk_that_is_full_on_the_way_to_the_present_format_is_told_as_such(tmp_path: Path) -> None:
    large = f"INSERT INTO copies VALUES ('large', '{'x' * 5_000_000}')"
    path = made(tmp_path / "games.sqlite", *FORMAT_1, *COPIES, large)
    code = (
        "import resource, sys\nfrom hive.store import Store, StoreFull\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "try:\n    Store(sys.argv[1]).games()\nexcept StoreFull:\n    print('full')"
    )
    said = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert said.stdout == "full\n"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)


def test_a_format_that_cannot_be_reached_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """A table in the way stops the second step: nothing of the first is kept either."""
    path = made(tmp_path / "games.sqlite", *FORMAT_1, "CREATE TABLE hive_version (other TEXT)")
    before = schema(path)
    with pytest.raises(Exception, match="version_num"):
        Store(path).games()
    assert schema(path) == before


# --- what earlier versions have written; tests/stores/README.md tells of them

FILES = sorted(STORES.glob("*.sqlite.gz"))
DATABASES = sorted(STORES.glob("*.sql.gz"))
BY_HAND = ("rules_3", "rules_5")
"""Versions that wrote their tables in SQL of their own."""


def version_of(path: Path) -> str:
    return path.name.partition(".")[0]


def goes_on(store: Store, version: str, folder: Path) -> None:
    """Both games come to their states, go on and back, and leave in every way."""
    games = Games(store)
    rows = games.store.games()
    assert {f"{version}: {row.name}" for row in rows} == {name for name in states() if name.startswith(version)}
    assert bool(store.copies()) == (version != "rules_3")
    for row in rows:
        comes_to_its_state(games, games.present(row.id), states()[f"{version}: {row.name}"])
    carried_on(games, folder)
    store.close()


@pytest.mark.parametrize("path", FILES, ids=version_of)
def test_a_file_that_an_earlier_version_has_written_goes_on(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_bytes(gzip.decompress(path.read_bytes()))
    goes_on(Store(file), version_of(path), tmp_path)


@pytest.mark.parametrize("path", [path for path in FILES if version_of(path) not in BY_HAND], ids=version_of)
def test_a_new_file_has_the_very_tables_of_one_that_an_earlier_version_has_made(path: Path, tmp_path: Path) -> None:
    """No format is changed once it is out: neither a key nor how strict a table is, which columns alone do not tell."""
    old, new = tmp_path / "old.sqlite", tmp_path / "new.sqlite"
    old.write_bytes(gzip.decompress(path.read_bytes()))
    for file in (old, new):
        store = Store(file)
        store.games()
        store.close()
    assert statements(old) == statements(new)


@pytest.mark.postgres
@pytest.mark.parametrize("path", DATABASES, ids=version_of)
def test_a_database_that_an_earlier_version_has_written_goes_on(path: Path, postgres: Server, tmp_path: Path) -> None:
    database = postgres.new_database()
    postgres.ask(gzip.decompress(path.read_bytes()).decode(), database)
    goes_on(Store(postgres.address(database)), version_of(path), tmp_path)


def test_there_is_a_file_of_each_format_and_a_database_of_each_that_had_one() -> None:
    assert [version_of(path) for path in FILES] == ["rules_10", "rules_3", "rules_5", "rules_6", "rules_7"]
    assert [version_of(path) for path in DATABASES] == ["rules_10", "rules_6", "rules_7"]
    assert sum(path.stat().st_size for path in (*FILES, *DATABASES)) < 1024 * 1024
