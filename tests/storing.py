"""Short words for what the tests of the store write into the log, and for what lies behind it."""

from __future__ import annotations

import atexit
import shutil
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from hive.store import Entry, Head, NewEntry, Question, Store
from hive.store.sqlite import SqliteFile

TABLES = '{"deck": [1, 2, 3], "levels": {"easy": 1}}'


@cache
def _empty() -> Path:
    folder = Path(mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    store = Store(folder / "games.sqlite")
    store.check()
    store.close()
    return folder / "games.sqlite"


def new_file(folder: Path) -> Path:
    """A file without games in a folder, a copy of one: to make its tables each time takes longer than most tests."""
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(_empty(), folder))


def much(size: int) -> str:
    """A text that takes so many bytes, however well it is packed."""
    return b64encode(Random(size).randbytes(size)).decode()


def answer(value: object = "yes") -> NewEntry:
    return NewEntry("answer", {"value": value}, rules_version="1", words=[f"The table says {value}."])


def jump(tip: int, redo: int | None) -> NewEntry:
    return NewEntry("undo", {}, rules_version="1", tip=tip, redo=redo)


def new_game(store: Store, *entries: NewEntry) -> tuple[str, Head]:
    """A game of a first entry and these; its id and its head."""
    game = store.create_game("Friday", TABLES, answer("first"))
    head = store.head(game)
    for entry in entries:
        head = store.append(game, head, entry).head
    return game, head


def positions(entries: list[Entry]) -> list[int]:
    return [entry.position for entry in entries]


def driver_of(store: Store) -> Any:
    """The connection on which the next transaction of this thread will run."""
    with store._database.reading() as connection:
        return connection.connection.driver_connection


def behind(store: Store, *statements: str) -> None:
    """Change the tables as nobody does who keeps to the store."""
    with store._database.writing() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def written_down(store: Store) -> None:
    """Do with a file at once what is done once nobody writes for a moment."""
    assert isinstance(store._database, SqliteFile)
    store._database._tidy()


def where(store: Store) -> str:
    """What another process opens the same games with."""
    return str(store.file) if store.file else store.place.url.render_as_string(hide_password=False)


def writes(store: Store, game: str) -> list[Callable[[], object]]:
    """Every call that writes."""
    document = store.export_game(game)
    head = store.head(game)
    return [
        lambda: store.create_game("Saturday", TABLES, answer()),
        lambda: store.append(game, head, answer("late"), snapshot=(head.position + 1, {})),
        lambda: store.rename(game, "Saturday"),
        lambda: store.copy(game, "Saturday"),
        lambda: store.delete(game),
        lambda: store.import_game(document),
        lambda: store.keep_copy("ours", "text"),
        lambda: store.change_codes(game),
        lambda: store.keep_shares(game, Question("round", 1), "p1", {"hits": 1}),
    ]
