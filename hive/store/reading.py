"""Reads entries and snapshots out of their rows; what is damaged is named."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hive.store import queries
from hive.store.errors import EntryUnknown, StoreBroken
from hive.store.place import Location
from hive.store.rows import Entry, Json, Snapshot, read_entry
from hive.store.session import Row, Session
from hive.words import say

BEYOND = 2**62
"""Beyond every position of every log."""


def read_chain(
    place: Location, session: Session, game_id: str, tip: int, before: int = BEYOND
) -> tuple[Snapshot | None, list[Entry]]:
    """The nearest snapshot on the way to ``tip``, of an entry before ``before``, and the entries after it.

    Raises EntryUnknown if ``tip`` is no forward entry, StoreBroken if the way does not lead back to the beginning.
    """
    if tip == 0:
        return None, []
    rows = session.rows(queries.CHAIN, game=game_id, tip=tip, before=before)
    if not rows:
        raise EntryUnknown(tip)
    entries = read_entries(place, rows)
    first = entries[0].position
    snapshot = _read_snapshot(place, session, game_id, first) if first < before else None
    if snapshot is not None:
        return snapshot, entries[1:]
    if entries[0].parent:
        raise StoreBroken(place, say("line {line} of a game is missing", line=entries[0].parent))
    return None, entries


def _read_snapshot(place: Location, session: Session, game_id: str, position: int) -> Snapshot | None:
    row = session.row(queries.SNAPSHOT, game=game_id, position=position)
    if row is None:
        return None
    try:
        return Snapshot(row[0], row[1], json.loads(row[2]))
    except ValueError as error:
        raise StoreBroken(place, say("a snapshot in it is damaged")) from error


def read_entries(place: Location, rows: Sequence[Row]) -> list[Entry]:
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
