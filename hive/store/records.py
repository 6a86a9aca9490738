"""Reads and writes single records of the log, within the transaction of the caller."""

from __future__ import annotations

import json
import secrets
import string
import threading
import unicodedata
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Executable, Row

from hive.store import queries
from hive.store.errors import EntryUnknown, GameUnknown, Location, NameRefused, StalePosition, StoreBroken
from hive.store.tables import Entry, GameRow, Head, Json, NewEntry, Snapshot, pack, read_entry, unpack
from hive.words import say

BEYOND = 2**62
"""Beyond every position of every log."""


def read_chain(
    place: Location, connection: Connection, game_id: str, tip: int, before: int = BEYOND
) -> tuple[Snapshot | None, list[Entry]]:
    """The nearest snapshot on the way to ``tip``, of an entry before ``before``, and the entries after it.

    Raises EntryUnknown if ``tip`` is no forward entry, StoreBroken if the way does not lead back to the beginning.
    """
    if tip == 0:
        return None, []
    rows = connection.execute(queries.CHAIN, {"game": game_id, "tip": tip, "before": before}).all()
    if not rows:
        raise EntryUnknown(tip)
    entries = read_entries(place, rows)
    first = entries[0].position
    snapshot = _read_snapshot(place, connection, game_id, first) if first < before else None
    if snapshot is not None:
        return snapshot, entries[1:]
    if entries[0].parent:
        raise StoreBroken(place, say("line {line} of a game is missing", line=entries[0].parent))
    return None, entries


def _read_snapshot(place: Location, connection: Connection, game_id: str, position: int) -> Snapshot | None:
    row = connection.execute(queries.SNAPSHOT, {"game": game_id, "at": position}).first()
    if row is None:
        return None
    try:
        position, rules_version, state, packed = row
        return Snapshot(position, rules_version, json.loads(unpack(packed, state)))
    except ValueError as error:
        raise StoreBroken(place, say("a snapshot in it is damaged")) from error


def read_entries(place: Location, rows: Sequence[Row[Any]]) -> list[Entry]:
    """The entries of some rows. Raises StoreBroken if one of them is damaged."""
    entries = []
    for row in rows:
        try:
            entries.append(read_entry(row))
        except ValueError as error:
            raise StoreBroken(place, say("line {line} of a game in it is damaged", line=row[0])) from error
    return entries


def read_tables(place: Location, text: str) -> Json:
    """The tables of a game. Raises StoreBroken if they are damaged."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise StoreBroken(place, say("the tables of a game in it are damaged")) from error


# --- reads and writes single records of the log, within the transaction of the caller


NAME_LENGTH = 100
DENSE, SPARSE = 80, 8
"""Of so many lines at the end all snapshots are kept, and one of each so many before them: undo is as quick there."""
_ID_LETTERS = string.ascii_lowercase + string.digits
_ID_LENGTH = 8


class Clock:
    """Tells a later time whenever it is asked, also where the machine's clock jumps back: games keep their order."""

    def __init__(self, read: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """``read`` tells what the machine's clock shows."""
        self._read = read
        self._last = datetime.min.replace(tzinfo=UTC)
        self._lock = threading.Lock()

    def now(self) -> str:
        """The time of this moment as the log writes it."""
        with self._lock:
            self._last = max(self._read(), self._last + timedelta(microseconds=1))
            return self._last.isoformat(timespec="microseconds")


now = Clock().now
"""The time of this moment as the log writes it."""


def checked_name(name: str) -> str:
    """A game's name without the blanks around it. Raises NameRefused."""
    name = name.strip()
    if not name:
        raise NameRefused(say("A game needs a name. Nothing was changed; type one and try again."))
    if len(name) > NAME_LENGTH:
        raise NameRefused(
            say("A game's name has at most {number} characters. Nothing was changed; shorten it.", number=NAME_LENGTH)
        )
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in name):
        raise NameRefused(say("A game's name is one line of plain text. Nothing was changed; type it again."))
    return name


def check_game(connection: Connection, game_id: str) -> None:
    """Raises GameUnknown if there is no game of this id."""
    row_of(connection, queries.GAME_IS, game_id)


def row_of(connection: Connection, query: Executable, game_id: str) -> Row[*tuple[Any, ...]]:
    """The one row that a query has of a game. Raises GameUnknown."""
    row = connection.execute(query, {"game": game_id}).first()
    if row is None:
        raise GameUnknown(game_id)
    return row


def game(connection: Connection, game_id: str) -> GameRow:
    """The game's line in the list of games. Raises GameUnknown."""
    return GameRow(*row_of(connection, queries.ONE_GAME, game_id))


def tables(connection: Connection, game_id: str) -> str:
    """The game's tables as JSON text. Raises GameUnknown."""
    return str(row_of(connection, queries.TABLES, game_id).json)


def head(connection: Connection, game_id: str) -> Head:
    """Where the game stands. Raises GameUnknown."""
    return Head(*row_of(connection, queries.HEAD, game_id))


def parent(connection: Connection, game_id: str, position: int) -> int:
    """The parent of a forward entry. Raises EntryUnknown."""
    row = connection.execute(queries.FORWARD_ENTRY, {"game": game_id, "at": position}).first()
    if row is None:
        raise EntryUnknown(position)
    return int(row[0])


def check_forward(connection: Connection, game_id: str, position: int) -> None:
    """Raises EntryUnknown unless the position is a forward entry's, or 0: the beginning."""
    if position:
        parent(connection, game_id, position)


def path(connection: Connection, game_id: str, tip: int, last: int) -> list[int]:
    """The forward entries after ``tip`` up to its descendant ``last``. Raises EntryUnknown if it is none."""
    if tip == last:
        check_forward(connection, game_id, tip)
        return []
    rows = connection.execute(queries.PATH, {"game": game_id, "tip": tip, "last": last}).all()
    if not rows or rows[0][1] != tip:
        raise EntryUnknown(last)
    return [position for position, _ in rows]


def check_jump(connection: Connection, game_id: str, entry: Entry) -> None:
    """Raises EntryUnknown unless an undo or redo can go to its tip, and redo from there to what it names."""
    if entry.tip == entry.position:
        return
    check_forward(connection, game_id, entry.tip)
    if entry.redo is not None and not path(connection, game_id, entry.tip, entry.redo):
        raise EntryUnknown(entry.redo)


def numbered(entry: NewEntry, after: Head, made_at: str) -> Entry:
    """The new entry as it stands in the log after the given head. Raises ValueError for a redo without a tip."""
    if entry.tip is None and entry.redo is not None:
        raise ValueError("a forward entry ends what could be redone")
    position = after.position + 1
    return Entry(
        position=position,
        kind=entry.kind,
        data=entry.data,
        parent=after.tip,
        tip=position if entry.tip is None else entry.tip,
        redo=entry.redo,
        rules_version=entry.rules_version,
        made_at=made_at,
        words=entry.words,
        made_by=entry.made_by,
    )


def add_game(
    connection: Connection, game_id: str, name: str, tables_json: str, *, created_at: str, changed_at: str
) -> None:
    """Write a game without entries, and its tables where no game had them yet."""
    tables_hash = sha256(tables_json.encode()).hexdigest()
    connection.execute(queries.ADD_TABLES, {"hash": tables_hash, "json": tables_json})
    times = {"created_at": created_at, "changed_at": changed_at}
    connection.execute(queries.ADD_GAME, {"id": game_id, "name": name, "tables_hash": tables_hash, **times})


def delete_game(connection: Connection, game_id: str, changed_at: str | None = None) -> None:
    """Delete a game, and its tables where no other has them.

    With ``changed_at`` only as it was changed last then. Raises GameUnknown, StalePosition.
    """
    (tables_hash,) = row_of(connection, queries.TABLES_OF, game_id)
    if changed_at is None:
        deleted = connection.execute(queries.DELETE_GAME, {"game": game_id})
    else:
        deleted = connection.execute(queries.DELETE_UNCHANGED, {"game": game_id, "changed": changed_at})
    if not deleted.rowcount:
        raise StalePosition(head(connection, game_id))
    if connection.execute(queries.GAME_WITH_TABLES, {"hash": tables_hash}).first() is None:
        connection.execute(queries.DELETE_TABLES, {"hash": tables_hash})


def new_id(connection: Connection) -> str:
    """An id that no game has."""
    while True:
        found = "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))
        if connection.execute(queries.GAME_IS, {"game": found}).first() is None:
            return found


def rematch(connection: Connection, game_id: str) -> str | None:
    """The id of the game's rematch, if one was begun."""
    again = rematch_id(game_id)
    return again if connection.execute(queries.GAME_IS, {"game": again}).first() else None


@lru_cache(maxsize=1024)
def rematch_id(game_id: str) -> str:
    """The id that the rematch of a game has: follows from the game's own, so that it has one, whoever begins it."""
    number = int.from_bytes(sha256(f"rematch of {game_id}".encode()).digest())
    letters = []
    for _ in range(_ID_LENGTH):
        number, letter = divmod(number, len(_ID_LETTERS))
        letters.append(_ID_LETTERS[letter])
    return "".join(letters)


def thin_snapshots(connection: Connection, game_id: str, position: int, rules_version: str) -> None:
    """Delete what snapshots there are more of than undo needs, where the log has come to this position."""
    last = position - DENSE
    if last > 0 and position % SPARSE == 0:
        bounds = {"last": last, "rules": rules_version, "sparse": SPARSE}
        connection.execute(queries.THIN_SNAPSHOTS, {"game": game_id, **bounds})


def snapshot_values(game_id: str, position: int, rules_version: str, state: str) -> dict[str, str | int | bytes]:
    """A snapshot as the values of its row; its state comes as JSON."""
    of_game: dict[str, str | int | bytes] = {"game_id": game_id, "position": position, "rules_version": rules_version}
    return of_game | {"state": "", "packed": pack(state)}
