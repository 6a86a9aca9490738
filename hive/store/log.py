"""The append-only log of every game, in one file or database that threads and processes share.

They lie beside the game, for all processes, and are no part of its log: a copy or an export has none.

The log of a game is a tree written in a line. Each entry names its parent; the last entry names the tip, whose chain of
parents is the state in force. Undo and redo are entries too: they move the tip, and nothing is ever erased.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from hive.store import queries, records
from hive.store.errors import EntryUnknown, GameUnknown, StalePosition
from hive.store.gamelist import GameList
from hive.store.records import BEYOND, read_chain, read_entries
from hive.store.tables import (
    Entry,
    Head,
    JsonObject,
    Look,
    NamedHead,
    NewEntry,
    Snapshot,
    Stand,
    Written,
    entry_values,
    to_text,
)


class Question(NamedTuple):
    """An open question: its key, and the line after which it is asked."""

    key: str
    asked: int


class Share(NamedTuple):
    """A number of a question as somebody has entered it: a player, or a device that is no player's.

    ``nth`` counts what was entered in the game, so the greatest is the latest.
    """

    name: str
    who: str
    value: int
    nth: int


class Shares(GameList):
    """What people have entered."""

    def shares(self, game_id: str) -> dict[Question, tuple[Share, ...]]:
        """What was entered so far, by the question that it is for, the latest last."""
        with self._database.reading() as connection:
            rows = connection.execute(queries.SHARES, {"game": game_id}).all()
        found: dict[Question, tuple[Share, ...]] = {}
        for key, asked, *share in rows:
            question = Question(key, asked)
            found[question] = (*found.get(question, ()), Share(*share))
        return found

    def keep_shares(
        self, game_id: str, question: Question, who: str, numbers: Mapping[str, int], age: float = 0.0
    ) -> int:
        """Keep what somebody has entered, so many seconds ago; returns which it is of all that was entered.

        What the same one has entered later stands. Those of questions that no undo of a table leads back to are
        dropped. Raises GameUnknown.
        """
        entered_at = (datetime.now(UTC) - timedelta(seconds=age)).isoformat(timespec="microseconds")
        with self._database.writing() as connection:
            # In PostgreSQL this holds the game, as whoever writes a line does: two shares are never the same one.
            if not connection.execute(queries.HOLD, {"game": game_id}).rowcount:
                raise GameUnknown(game_id)
            nth = int(connection.execute(queries.NEXT_SHARE, {"game": game_id}).scalar_one())
            of_all = {"game_id": game_id, "asked": question.asked, "question": question.key, "who": who}
            of_all |= {"entered_at": entered_at, "nth": nth}
            if rows := [{**of_all, "name": name, "value": value} for name, value in numbers.items()]:
                connection.execute(queries.KEEP_SHARE, rows)
            connection.execute(queries.DROP_SHARES, {"game": game_id, "first": question.asked - records.DENSE})
        return nth


# --- the append-only log of every game, in one file or database that threads and processes share


class Store(Shares):
    """The games. Safe to share between threads; other processes may have the same place open.

    Any method may raise StoreLocked, StoreReadOnly, StoreFull, StoreNewer, StoreBroken, StoreDown or StoreRefused; the
    games are then as before. Those that name a game raise GameUnknown where there is none of that id.
    """

    def head(self, game_id: str) -> Head:
        """Where the game stands."""
        with self._database.reading() as connection:
            return records.head(connection, game_id)

    def stands(self, game_id: str) -> Stand:
        """Where the game stands, as far as who follows it has to know."""
        with self._database.reading() as connection:
            position, code, shares = records.row_of(connection, queries.STAND, game_id)
            rematch = records.rematch(connection, game_id)
        return Stand(position, code, rematch, shares)

    def standing(self, game_id: str) -> NamedHead:
        """Where the game stands, what it is called, and what there is beside it."""
        with self._database.reading() as connection:
            name, shares, *head = records.row_of(connection, queries.STANDING, game_id)
            rematch = records.rematch(connection, game_id)
        return NamedHead(name, Head(*head), shares, rematch)

    def append(
        self,
        game_id: str,
        expected: Head,
        entry: NewEntry,
        snapshot: tuple[int, JsonObject | str] | None = None,
        after: NewEntry | None = None,
    ) -> Written:
        """Add one entry after the expected head; when this returns, the entry is on the disk.

        ``snapshot`` is a position (the new entry's, or an earlier forward entry's) and the state after it, or the JSON
        text of that. ``after`` is an entry that goes before the new one: both are written, or none.
        Raises StalePosition if the log has gone on, EntryUnknown if an undo or redo names an entry that is not there or
        that redo cannot reach.
        """
        new = _numbered(expected, (entry,) if after is None else (after, entry))
        last = new[-1]

        def write(unsure: bool) -> Written:
            with self._database.writing() as connection:
                named = connection.execute(queries.TOUCH, {"now": last.made_at, "game": game_id}).first()
                if named is None:
                    raise GameUnknown(game_id)
                name, entered, *present = named
                if Head(*present) != expected:
                    if unsure and _is_kept(connection, game_id, last):
                        return Written(name, last, entered)
                    raise StalePosition(Head(*present))
                _write(connection, game_id, new, snapshot)
                self._database.tell(connection, game_id, last.position)
            return Written(name, last, entered)

        return self._database.again(write)

    def chain(self, game_id: str, tip: int, *, before: int | None = None) -> tuple[Snapshot | None, list[Entry]]:
        """What the state at ``tip`` is made of: the nearest snapshot on the way there, and the entries after it.

        Only forward entries, in order. Without a snapshot they begin at the first. With ``before`` only snapshots of
        entries before that position count.
        Reads these rows and no others, however long the log is. Raises EntryUnknown if ``tip`` is no forward entry.
        """
        with self._database.reading() as connection:
            records.check_game(connection, game_id)
            return read_chain(self.place, connection, game_id, tip, BEYOND if before is None else before)

    def path_positions(self, game_id: str, tip: int, from_position: int) -> list[int]:
        """The forward entries after ``tip`` on the way to its descendant ``from_position``, in order.

        The first is where redo goes next, the last is ``from_position``. Raises EntryUnknown if ``from_position`` is
        no descendant of ``tip``.
        """
        with self._database.reading() as connection:
            records.check_game(connection, game_id)
            return records.path(connection, game_id, tip, from_position)

    def lines(self, game_id: str, tip: int, limit: int, before: int | None = None) -> list[Entry]:
        """The chain of ``tip`` backwards, newest first, at most ``limit`` entries.

        ``before`` is the last position of the page shown earlier: the list goes on with its parent.
        Raises EntryUnknown if ``before`` (or ``tip``, without it) is no forward entry.
        """
        with self._database.reading() as connection:
            records.check_game(connection, game_id)
            start = tip if before is None else records.parent(connection, game_id, before)
            return self._lines(connection, game_id, start, limit)

    def look(self, game_id: str, head: Head, limit: int) -> Look:
        """What a page shows of the log as it stands at a head: at most ``limit`` lines, and the one that redo brings.

        Raises EntryUnknown if the log has no such head.
        """
        with self._database.reading() as connection:
            behind, ahead = self._lines(connection, game_id, head.tip, limit), None
            if head.redo is not None:
                next_one = records.path(connection, game_id, head.tip, head.redo)[0]
                (ahead,) = self._lines(connection, game_id, next_one, 1)
        return Look(tuple(behind), ahead)

    def _lines(self, connection: Connection, game_id: str, start: int, most: int) -> list[Entry]:
        found = connection.execute(queries.LINES, {"game": game_id, "start": start, "most": max(most, 1)}).all()
        if start and not found:
            records.check_game(connection, game_id)
            raise EntryUnknown(start)
        return read_entries(self.place, found[: max(most, 0)])

    def keep_snapshots(self, game_id: str, rules_version: str, states: Sequence[tuple[int, str]]) -> None:
        """Keep the states after some forward entries, so that going back there is quick. Those kept already stay.

        In: their positions, and the states as JSON text.
        """
        rows = [records.snapshot_values(game_id, position, rules_version, state) for position, state in states]
        with self._database.writing() as connection:
            records.check_game(connection, game_id)
            if rows:
                connection.execute(queries.KEEP_SNAPSHOT, rows)

    def snapshots_between(self, game_id: str, first: int, last: int) -> list[int]:
        """The positions after ``first`` up to ``last`` that have a snapshot, on whatever branch, in order."""
        with self._database.reading() as connection:
            found = connection.execute(queries.SNAPSHOTS_BETWEEN, {"game": game_id, "first": first, "last": last})
            return list(found.scalars())


def _numbered(after: Head, new: Sequence[NewEntry]) -> list[Entry]:
    """Some new entries as they stand in the log after a head, all made at this moment."""
    made_at, numbered = records.now(), []
    for one in new:
        numbered.append(records.numbered(one, after, made_at))
        after = numbered[-1].head
    return numbered


def _write(
    connection: Connection, game_id: str, new: Sequence[Entry], snapshot: tuple[int, JsonObject | str] | None
) -> None:
    for one in new:
        records.check_jump(connection, game_id, one)
        connection.execute(queries.ADD_ENTRY, entry_values(game_id, one))
    last = new[-1]
    if snapshot is not None:
        at, state = snapshot
        if not any(one.position == one.tip == at for one in new):
            records.parent(connection, game_id, at)
        text = state if isinstance(state, str) else to_text(state)
        values = records.snapshot_values(game_id, at, last.rules_version, text)
        connection.execute(queries.ADD_SNAPSHOT, values)
    records.thin_snapshots(connection, game_id, last.position, last.rules_version)


def _is_kept(connection: Connection, game_id: str, line: Entry) -> bool:
    """Whether the line is there after all: its answer was lost on the way, and nobody else's has that time."""
    then = {"game": game_id, "at": line.position, "made_at": line.made_at}
    return connection.execute(queries.MADE_THEN, then).first() is not None
