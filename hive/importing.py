"""An exported game from anywhere, checked before it is kept: what the store does not know of its document.

The store looks after the shape of the log. Here its tables are held against each other, its entries and their words
against the shapes that the app writes, and its snapshot against the tables.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress

from pydantic import TypeAdapter, ValidationError

from hive.catalog.reading import StoredTablesUnfit, check_imported, tables_from_json, tables_to_json
from hive.catalog.tables import Tables
from hive.engine.bounds import check_begun, check_values
from hive.engine.entries import AnyEntry, EntryUnfit, Jump, New, from_json
from hive.engine.entry_shapes import Words
from hive.engine.errors import LogMismatch
from hive.engine.names import check_settings
from hive.engine.session import replay
from hive.engine.state import dump, load
from hive.reaching import Reached, Reaching
from hive.rules import RULES_VERSION
from hive.store import Entry, ImportRefused, Json, JsonObject, Store, StoreError
from hive.store.records import now
from hive.store.rows import to_text
from hive.store.transfer import first_problem, from_document, to_document
from hive.words import Typed, say

LONGEST_LOG = 10_000
"""More entries than any evening makes, and few enough to be replayed from the beginning."""
LARGEST_TABLES = 512 * 1024
_UPDATE = say("bring this app up to date, or go on with the version that made the file")
LONGEST_TABLE = 500
"""More rows than any table of the boxes has. Many a step looks at all rows of some table."""
_LEAVE_OUT = say("export the game again, or set “snapshot” in the file to null to go on from what its log leads to")

_WORDS: TypeAdapter[Words | None] = TypeAdapter(Words | None)


def import_game(store: Store, document: JsonObject, reaching: Reaching, look: Callable[[str], object]) -> str:
    """Keep an exported game, replayed once from its beginning, so that going back in it is as quick as in any other.

    Returns its id. Raises ImportRefused, and then nothing is kept. A log of earlier rules may end before its last line:
    the game goes on from the last one that still plays. One of these rules has to play, and a snapshot of these rules
    has to be what a log of these rules leads to. ``look`` looks at the game of an id once, and raises whatever is wrong
    with it.
    """
    checked = checked_document(document)
    game_id = store.import_game(checked)
    try:
        head = store.head(game_id)
        played = reaching.from_the_start(game_id, head.redo or head.tip, by=_strict(checked))
        _check_led_to(checked, played)
        if played.position < head.tip and checked["snapshot"] is None:
            _check_old(played.stopped)
        look(game_id)
    except StoreError:
        store.delete(game_id)
        raise
    except Exception as error:
        store.delete(game_id)
        raise ImportRefused(say("its log does not fit the rules of this app")) from error
    return game_id


def _check_old(stopped: Entry | None) -> None:
    """Raises LogMismatch if an entry of these very rules does not play."""
    if stopped is None or stopped.rules_version == RULES_VERSION:
        raise LogMismatch(say("an entry of these rules does not fit"))


def keep_played(
    store: Store,
    name: str,
    tables: Tables,
    lines: Sequence[tuple[AnyEntry, JsonObject]],
    states: Sequence[tuple[int, str]],
) -> str:
    """Keep a game that was played elsewhere, by its entries and their words; returns its id. All of it, or nothing.

    ``states`` are those after some of its lines, so that going back there is quick.
    """
    at_once = now()
    kept = [
        Entry(at, entry.kind, entry.to_json(), at - 1, at, None, RULES_VERSION, at_once, words)
        for at, (entry, words) in enumerate(lines, start=1)
    ]
    document = to_document(name, at_once, json.loads(tables_to_json(tables)), kept, None)
    game_id = store.import_game(json.loads(to_text(document)))
    with suppress(StoreError):
        store.keep_snapshots(game_id, RULES_VERSION, states)
    return game_id


def _strict(document: JsonObject) -> int:
    """The line of the snapshot, if that and all lines that lead to it are of these very rules; else 0."""
    snapshot, entries = document["snapshot"], document["entries"]
    if snapshot is None or snapshot["rules_version"] != RULES_VERSION:
        return 0
    at: int = snapshot["position"]
    while at and entries[at - 1]["rules_version"] == RULES_VERSION:
        at = entries[at - 1]["parent"]
    return 0 if at else int(snapshot["position"])


def _check_led_to(document: JsonObject, played: Reached) -> None:
    """Raises ImportRefused if the log is of these rules, and does not lead to its snapshot."""
    if _strict(document) and (played.passed is None or json.loads(played.passed) != document["snapshot"]["state"]):
        raise ImportRefused(say("its snapshot is not what its log leads to"), _LEAVE_OUT)


def checked_document(document: JsonObject) -> JsonObject:
    """The document as it can be kept, with the snapshot as this version writes it. Raises ImportRefused."""
    from_document(document)
    if len(document["entries"]) > LONGEST_LOG:
        raise ImportRefused(say("its log has more than {number} entries", number=LONGEST_LOG))
    tables = _tables(document["tables"])
    for entry in document["entries"]:
        _check_entry(entry, tables)
    first = document["entries"][0]
    new = _read(first["kind"], first["data"], first["position"])
    assert isinstance(new, New)
    return {**document, "snapshot": _snapshot(document["snapshot"], tables, new)}


def _tables(data: Json) -> Tables:
    text = to_text(data)
    if len(text) > LARGEST_TABLES or _longest(data) > LONGEST_TABLE:
        raise ImportRefused(say("its tables are too large"))
    try:
        tables = tables_from_json(text)
        check_imported(tables)
    except StoredTablesUnfit as error:
        what = Typed(error.messages[0][:150])
        raise ImportRefused(say("its tables are of another version of the app ({what})", what=what), _UPDATE) from error
    return tables


def _check_entry(entry: JsonObject, tables: Tables) -> None:
    position = entry["position"]
    path = ("entries", position - 1)
    read = _read(entry["kind"], entry["data"], position)
    if isinstance(read, Jump) != (entry["tip"] != position) or isinstance(read, New) != (position == 1):
        raise _of_no_kind(position, entry["kind"])
    if entry["tip"] == 0:
        raise ImportRefused(say("entry {line} of its log goes back before the game", line=position))
    try:
        _WORDS.validate_python(entry["words"], strict=True)
    except ValidationError as error:
        raise ImportRefused(first_problem(error, (*path, "words"))) from error
    if isinstance(read, New):
        try:
            check_settings(read.settings, tables)
        except LogMismatch as error:
            raise ImportRefused(error.words) from error


def _of_no_kind(position: int, kind: str) -> ImportRefused:
    return ImportRefused(say("entry {line} of its log cannot be of the kind “{kind}”", line=position, kind=Typed(kind)))


def _read(kind: str, data: Json, position: int) -> AnyEntry:
    try:
        return from_json(kind, data)
    except EntryUnfit as error:
        if error.problem is not None:
            raise ImportRefused(first_problem(error.problem, ("entries", position - 1, "data"))) from error
        raise _of_no_kind(position, kind) from error


def _snapshot(snapshot: JsonObject | None, tables: Tables, new: New) -> JsonObject | None:
    """The snapshot in this version's words. One of other rules that no longer fits is left out: the log has it all."""
    if snapshot is None:
        return None
    try:
        game = load(snapshot["state"], tables)
    except LogMismatch as error:
        if snapshot["rules_version"] != RULES_VERSION:
            return None
        raise ImportRefused(Typed(_cut(str(error)))) from error
    state = dump(game)
    try:
        check_begun(game, new)
        check_values(game)
    except LogMismatch as error:
        raise ImportRefused(say("its snapshot is not of this game: {why}", why=error.words)) from error
    try:
        replay(game, [])
    except LogMismatch as error:
        if snapshot["rules_version"] != RULES_VERSION:
            return None
        raise ImportRefused(Typed(_cut(str(error)))) from error
    return {**snapshot, "state": state}


def _longest(value: Json) -> int:
    """How many rows the longest list or mapping has, wherever it stands."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return max((len(inner), *map(_longest, inner)))


def _cut(text: str) -> str:
    return text.splitlines()[0][:150].rstrip(".")
