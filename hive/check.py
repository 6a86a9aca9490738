"""Reads all games through, without changing any: what is damaged, and what helps.

Each line of each log is read, and the log is held against itself. A log of these rules is played from its first line,
and has to lead to each state that was kept on its way; one that other rules have begun has to go on as the app takes it
up.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from hive.archive import Archived
from hive.catalog.reading import StoredTablesUnfit, tables_from_json
from hive.engine.errors import LogMismatch
from hive.engine.session import replay
from hive.engine.state import comparable
from hive.reaching import Reaching, game_of_entry, plays
from hive.rules import RULES_VERSION
from hive.store import Entry, GameRow, ImportRefused, Store, StoreError
from hive.store.transfer import from_document
from hive.words import count, say

WHAT_HELPS = (
    "To have all as it was, end the app and put a backup in the place of the games (docs/players.md, Your games). To "
    "have single games, start the app on a copy of that backup (HIVE_DB), export them there under their menus, and "
    "import them here."
)


def check(store: Store) -> Iterator[Archived]:
    """Tell of each game that is damaged, and of the file itself; in the end how many are whole."""
    if store.file is not None and not store.file.exists():
        yield Archived(f"{store.file}: there is no such file", fine=False)
        return
    damaged = store.examine()
    for words in damaged:
        yield Archived(f"{store.place.shown}: {words}", fine=False)
    games, whole, lines = store.games(), 0, 0
    for row in games:
        if words := _damage(store, row):
            yield Archived(f"{row.id} ({row.name}): {words}", fine=False)
        else:
            whole += 1
            lines += row.position
    store.copies()
    number = count(len(games), "game")
    if whole == len(games) and not damaged:
        yield Archived(f"{number} with {count(lines, 'line')}: all is whole.")
    else:
        yield Archived(f"{whole} of {number} can be read and played to the end. {WHAT_HELPS}", fine=False)


def _damage(store: Store, row: GameRow) -> str:
    """What is wrong with a game; empty if it is whole."""
    try:
        if row.position is None:
            return "its log is empty"
        from_document(store.export_game(row.id))
        store.known_codes(row.id)
        _play(store, row.id)
    except ImportRefused as error:
        return error.what
    except (StoreError, LogMismatch, StoredTablesUnfit) as error:
        return str(error)
    return ""


def _play(store: Store, game_id: str) -> None:
    """Raises LogMismatch where the game does not go on, or its log leads elsewhere than what was kept."""
    tip = store.head(game_id).tip
    _, entries = store.chain(game_id, tip, before=1)
    if all(entry.rules_version == RULES_VERSION for entry in entries):
        _play_through(store, game_id, entries)
    Reaching(store).back(game_id, tip)


def _play_through(store: Store, game_id: str, entries: list[Entry]) -> None:
    """Play all lines from the first one, and hold each kept state against what they lead to."""
    kept = set(store.snapshots_between(game_id, 0, entries[-1].position))
    session = replay(game_of_entry(entries[0], tables_from_json(store.tables_json(game_id))), [])
    for entry in entries:
        if entry is not entries[0] and not plays(session, entry):
            raise LogMismatch(say("line {line} of its log does not play", line=entry.position))
        snapshot = store.chain(game_id, entry.position)[0] if entry.position in kept else None
        if snapshot is None or snapshot.rules_version != RULES_VERSION:
            continue
        if session.boundary is None or comparable(json.loads(session.boundary)) != comparable(snapshot.state):
            raise LogMismatch(
                say("its log does not lead to the state that was kept at line {line}", line=entry.position)
            )
