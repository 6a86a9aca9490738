"""Trouble with a database of games: each is one clear sentence without a password, and the games untouched."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from bench.postgres import PASSWORD, SAFE, TEMPLATE, USER, Server
from hive.__main__ import main
from hive.store import (
    AddressRefused,
    GameUnknown,
    Head,
    Store,
    StoreBroken,
    StoreDown,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
    StoreRefused,
    database,
)
from hive.store.errors import SchemaMissing
from serving import app_in
from storing import TABLES, answer, new_game, positions, where, writes

pytestmark = pytest.mark.postgres
RESTARTS = 3


def everything(server: Server, name: str = TEMPLATE) -> list[object]:
    return [server.ask(f"SELECT * FROM {table} ORDER BY 1, 2", name) for table in ("games", "entries", "snapshots")]


def assert_refused(calls: list[Callable[[], object]], error: type[StoreError], sentence: str) -> None:
    for call in calls:
        with pytest.raises(error, match=sentence) as refused:
            call()
        assert PASSWORD not in str(refused.value)


@pytest.fixture
def fresh(postgres: Server) -> Iterator[str]:
    """The name of an empty database."""
    name = postgres.new_database()
    yield name
    postgres.ask(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a database that went away to come back."""
    monkeypatch.setattr(database, "PATIENCE", 0.0)


@pytest.mark.parametrize(
    "address",
    [
        *("mysql://host/games", "postgresql://host:port/games", "http://host/", "://"),
        *("postgresql:/hive:hush@host/games", "postgresql//hive:hush@host/games", "postgres:hive:hush@host/games"),
        "postgresql://hive:hush@host/games?nonsense=1",
    ],
)
def test_an_address_that_is_none_is_refused(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(AddressRefused, match="HIVE_DB names no place"):
        Store(address)
    monkeypatch.setenv("HIVE_DB", address)
    with pytest.raises(SystemExit) as ended:
        main(["backup", str(tmp_path / "games.sqlite")])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("HIVE_DB names no place") and "hush" not in told
    assert not list(tmp_path.iterdir())


def test_a_path_may_have_the_name_of_the_program(tmp_path: Path) -> None:
    assert Store(str(tmp_path / "postgresql" / "games.sqlite")).file is not None
    assert Store("postgresql/games.sqlite").file == Path("postgresql/games.sqlite")


def test_a_database_that_is_not_there_does_not_answer(postgres: Server, impatient: None) -> None:
    nowhere = Store(postgres.address_with(PASSWORD, "games").replace(str(postgres.port), "1"))
    told = r"postgresql://127.0.0.1:1/games does not answer.*runs there and has connections left"
    assert_refused([nowhere.games, nowhere.check], StoreDown, told)


@pytest.mark.parametrize(
    ("password", "name", "user"), [("wrong", TEMPLATE, USER), (PASSWORD, "nowhere", USER), (PASSWORD, TEMPLATE, "eve")]
)
def test_who_is_not_let_in_is_told_where_to_look(postgres: Server, password: str, name: str, user: str) -> None:
    store = Store(postgres.address_with(password, name, user))
    assert_refused([store.games], StoreRefused, "does not let this app in.*HIVE_DB")


def test_a_password_opens_it(postgres: Server, postgres_store: Store) -> None:
    game, _ = new_game(postgres_store)
    store = Store(postgres.address_with(PASSWORD, TEMPLATE))
    assert [row.id for row in store.games()] == [game]
    assert PASSWORD not in repr((store.place.shown, str(store.place.url)))
    store.close()


def test_a_locked_game_changes_nothing_and_can_still_be_read(postgres: Server, postgres_store: Store) -> None:
    game, head = new_game(postgres_store, answer(2))
    impatient = Store(where(postgres_store), busy_timeout=0.05)
    rows = everything(postgres)
    with psycopg.connect(where(postgres_store)) as other:
        other.execute("SELECT * FROM games FOR UPDATE")
        assert_refused(
            [lambda: impatient.append(game, head, answer(3)), lambda: impatient.rename(game, "Saturday")],
            StoreLocked,
            "held by another program",
        )
        assert impatient.head(game) == head
        other.rollback()
    assert everything(postgres) == rows
    assert impatient.append(game, head, answer(3)).head.position == 3
    impatient.close()


def test_games_that_may_not_be_written_can_be_read(postgres: Server, postgres_store: Store) -> None:
    game, head = new_game(postgres_store, answer(2))
    rows = everything(postgres)
    postgres.ask("CREATE ROLE looker LOGIN", TEMPLATE)
    postgres.ask("GRANT SELECT ON ALL TABLES IN SCHEMA public TO looker", TEMPLATE)
    allowed = where(postgres_store).replace(f"//{USER}@", "//looker@")
    for reader in (Store(where(postgres_store), read_only=True), Store(allowed)):
        assert reader.head(game) == head
        assert reader.export_game(game) == postgres_store.export_game(game)
        assert_refused(writes(reader, game), StoreReadOnly, "cannot be written")
        reader.close()
    postgres.ask("DROP OWNED BY looker", TEMPLATE)
    postgres.ask("DROP ROLE looker")
    assert everything(postgres) == rows


def test_a_full_disk_changes_nothing(impatient: None) -> None:
    """The limit on a file's size is the operating system's own way to refuse a write."""
    server = Server(largest_file=17 * 1024 * 1024)  # a file of PostgreSQL's own log has sixteen
    try:
        store = Store(server.address(server.new_database()))
        game, head = new_game(store, answer(2))
        kept = 0
        with pytest.raises(StoreFull, match="no room left"):
            while True:
                text = random.Random(kept).randbytes(500_000).hex()
                head = store.append(game, head, answer("small"), snapshot=(head.position + 1, {"large": text})).head
                kept += 1
        assert store.head(game) == head
        assert len(store.chain(game, head.tip, before=1)[1]) == head.position
        store.close()
    finally:
        server.remove()


def test_a_database_of_a_newer_version_is_refused(postgres: Server, fresh: str) -> None:
    store = Store(postgres.address(fresh))
    new_game(store)
    store.close()
    postgres.ask("UPDATE hive_version SET version_num = '0099'", fresh)
    rows = everything(postgres, fresh)
    assert_refused([store.games], StoreNewer, "newer version of this app .format 99, this one knows")
    assert everything(postgres, fresh) == rows


def test_the_database_of_another_program_is_refused(postgres: Server, fresh: str) -> None:
    postgres.ask("CREATE TABLE games (title text)", fresh)
    assert_refused([Store(postgres.address(fresh)).games], StoreBroken, "another program")
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    assert postgres.ask(tables, fresh) == [("games",)]


def test_a_database_without_a_schema_is_told_in_a_sentence(postgres: Server, fresh: str, tmp_path: Path) -> None:
    postgres.ask("DROP SCHEMA public CASCADE", fresh)
    address = postgres.address(fresh)
    assert_refused([Store(address).games, Store(address).check], SchemaMissing, "has no schema in which tables can be")
    app = app_in(tmp_path, DATABASE=address)
    client = app.test_client()
    assert [client.get(page).status_code for page in ("/", "/health", "/games/x")] == [503, 503, 503]
    postgres.ask("CREATE SCHEMA public", fresh)
    assert client.get("/").status_code == 200
    app.extensions["games"].close()


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_without_all_letters_is_refused_before_it_has_games(postgres: Server, encoding: str) -> None:
    name = f"letters_{encoding.lower()}"
    postgres.ask(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}'")
    store = Store(postgres.address(name))
    for call in (store.games, store.check, lambda: store.create_game("Saturday", TABLES, answer())):
        with pytest.raises(StoreBroken, match=f"cannot be read: its encoding {encoding} does not have all letters"):
            call()
    assert postgres.ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name) == [(0,)]
    postgres.ask(f"DROP DATABASE {name} WITH (FORCE)")


def test_the_letters_of_the_environment_do_not_count(
    postgres: Server, fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    store = Store(postgres.address(fresh))
    game = store.create_game("S\u0142awa \u65e5\u672c", TABLES, answer())
    assert store.game(game).name == "S\u0142awa \u65e5\u672c"
    store.close()


def test_an_empty_database_that_may_only_be_read_holds_no_games(postgres: Server, fresh: str) -> None:
    assert_refused([Store(postgres.address(fresh), read_only=True).games], StoreBroken, "holds no games yet")


def test_tables_that_somebody_took_away_are_named(postgres: Server, fresh: str) -> None:
    store = Store(postgres.address(fresh))
    game, head = new_game(store)
    postgres.ask("DROP TABLE snapshots", fresh)
    assert_refused([lambda: store.chain(game, head.tip)], StoreBroken, "snapshots")
    store.close()


def test_a_character_that_postgresql_does_not_have_is_found_nowhere(postgres_store: Store) -> None:
    with pytest.raises(GameUnknown):
        postgres_store.head("a\0b")
    assert postgres_store.opened_by("\0") is None


def test_a_database_killed_again_and_again_loses_nothing_and_doubles_nothing() -> None:
    """Killed as by a power cut while somebody enters line after line: each is there once, in its order."""
    server = Server(SAFE)
    try:
        store = Store(server.address(server.new_database()))
        game, head = new_game(store)
        done, told = threading.Event(), []

        def enter() -> None:
            now = head
            while not done.is_set():
                now = store.append(game, now, answer(now.position + 1)).head
                told.append(now)

        thread = threading.Thread(target=enter)
        thread.start()
        chance = random.Random(5)
        for _ in range(RESTARTS):
            seen = len(told)
            while thread.is_alive() and len(told) < seen + chance.randrange(1, 20):
                server.ask("SELECT 1")
            server.kill()
            server.start()
        done.set()
        thread.join()
        assert [one.position for one in told] == list(range(2, len(told) + 2))
        last = store.head(game)
        assert last == told[-1] == Head(len(told) + 1, len(told) + 1, None)
        entries = store.chain(game, last.tip)[1]
        assert positions(entries) == list(range(1, last.position + 1))
        assert [one.data["value"] for one in entries[1:]] == list(range(2, last.position + 1))
        store.close()
    finally:
        server.remove()
