"""An exported game from anywhere, checked before it is kept.

The store looks after the shape of the log. Here its tables are held against each other, its entries and their words
against the shapes that the app writes, and its snapshot against the tables.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from hive.board.edits import apply_edits, as_on_the_sheet, words_of_edits
from hive.board.layout import began_with, misplaced
from hive.catalog.reading import StoredTablesUnfit, check_imported, tables_from_json, tables_to_json
from hive.catalog.tables import Tables
from hive.engine.entries import AnyEntry, Board, EntryUnfit, Forward, Jump, New, Plain, Resume, from_json
from hive.engine.entries import Words as EntryWords
from hive.engine.errors import LogMismatch
from hive.engine.facts import correctables
from hive.engine.session import Session, replay
from hive.engine.state import check_settings, comparable, copied, dump, load
from hive.fields import Misfit
from hive.games.beginning import game_of
from hive.games.present import Reached, Reaching
from hive.model.game import Game
from hive.rules import RULES_VERSION
from hive.store import Entry, ImportRefused, Json, JsonObject, Store, StoreError
from hive.store.records import now
from hive.store.tables import to_text
from hive.store.transfer import first_problem, from_document, line_of, to_document
from hive.words import Typed, Words, count, heard_or_plain, say

HIGHEST_NUMBER = 10_000
"""More than a game reaches of anything, and little enough to be counted down."""


def check_begun(game: Game, new: New) -> None:
    """Raises LogMismatch if a game cannot have begun with this entry: other players, another seed, another galaxy."""
    # Which advanced pages are played, and who draws, may have been corrected since.
    same = replace(game.settings, advanced=new.settings.advanced, draws=new.settings.draws) == new.settings
    if not (same and game.seed == new.seed and began_with(game, new.layout)):
        raise LogMismatch(say("its settings, seed or galaxy are not those that its log begins with"))


def check_values(game: Game) -> None:
    """Raises LogMismatch if a value is none that the table could have come to, or have corrected to."""
    for misfit in _misfits(game):
        raise LogMismatch(misfit)


def _misfits(game: Game) -> Iterator[Words]:
    if any(not 0 <= number <= HIGHEST_NUMBER for number in _numbers(dump(game))):
        yield say("it holds a number that no game reaches")
    for one in correctables(game):
        try:
            one.check(one.read(game))
        except Misfit as error:
            yield error.words
    yield from misplaced(game)


def _numbers(value: Any) -> Iterator[int | float]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _numbers(inner)
    elif isinstance(value, int | float):
        yield value


# --- an exported game from anywhere


LONGEST_LOG = 10_000
"""More entries than any evening makes, and few enough to be replayed from the beginning."""
LARGEST_TABLES = 512 * 1024
_UPDATE = say("bring this app up to date, or go on with the version that made the file")
LONGEST_TABLE = 500
"""More rows than any table of the boxes has. Many a step looks at all rows of some table."""
_LEAVE_OUT = say("export the game again, or import it “as far as its log leads” and go on from there")

_WORDS: TypeAdapter[EntryWords | None] = TypeAdapter(EntryWords | None)


def _stumbled(what: Words, line: int = 0) -> ImportRefused:
    """A log that does not lead to its snapshot, or may not. In: where it goes wrong; 0 if that is not known."""
    do = say("import it “as far as its log leads” to have the game up to that line")
    return ImportRefused(what, do if line else _LEAVE_OUT, line)


def import_game(
    store: Store, document: JsonObject, reaching: Reaching, look: Callable[[str], object], as_far: bool = False
) -> str:
    """Keep an exported game, replayed once from its beginning, so that going back in it is as quick as in any other.

    Returns its id. Raises ImportRefused, and then nothing is kept. A log of earlier rules may end before its last line:
    the game goes on from the last one that still plays. One of these rules has to play, and a snapshot of these rules
    has to be what a log of these rules leads to. ``look`` looks at the game of an id once, and raises whatever is wrong
    with it. ``as_far``: where the log does not lead to its snapshot, the game goes on from what it does lead to.
    """
    checked, doubtful = _in_their_order(checked_document(document))
    try:
        return _kept(store, checked, doubtful, reaching, look)
    except ImportRefused as error:
        if not as_far or error.line is None:
            raise
        return _kept(store, _as_far(checked, error.line), (), reaching, look)


def _kept(
    store: Store, checked: JsonObject, doubtful: Sequence[int], reaching: Reaching, look: Callable[[str], object]
) -> str:
    game_id = store.import_game(checked)
    try:
        head = store.head(game_id)
        played = reaching.from_the_start(game_id, head.redo or head.tip, by=_strict(checked))
        _check_led_to(checked, played, doubtful)
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
    """Raises ImportRefused if an entry of these very rules does not play."""
    if stopped is None:
        raise LogMismatch(say("its log ends before its end"))
    if stopped.rules_version == RULES_VERSION:
        raise _does_not_play(stopped.position)


def _does_not_play(line: int) -> ImportRefused:
    return _stumbled(say("line {line} of its log does not fit the rules of this app", line=line), line)


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
    snapshot = document["snapshot"]
    if snapshot is None:
        return 0
    at: int = snapshot["position"]
    versions = {snapshot["rules_version"], *(line["rules_version"] for line in _way(document, at))}
    return at if versions == {RULES_VERSION} else 0


def _way(document: JsonObject, last: int) -> list[JsonObject]:
    """The lines that lead from the first to one of them."""
    found: list[JsonObject] = []
    while last:
        found.append(document["entries"][last - 1])
        last = found[-1]["parent"]
    return found[::-1]


def _leads_to(document: JsonObject, passed: str | None) -> bool:
    """Whether the state that was passed at its line is the snapshot's."""
    return passed is not None and comparable(json.loads(passed)) == comparable(document["snapshot"]["state"])


def _check_led_to(document: JsonObject, played: Reached, doubtful: Sequence[int]) -> None:
    """Raises ImportRefused if a log of these rules does not lead to its snapshot, or may lead elsewhere after it.

    In: the lines of which nobody knows in which order they changed the board.
    """
    snapshot = document["snapshot"]
    if led := not _strict(document) or _leads_to(document, played.passed):
        doubtful = [line for line in doubtful if snapshot is None or line > snapshot["position"]]
    if doubtful:
        what = say(
            "an earlier version of the app has sorted it, and line {line} of its log no longer tells in which order "
            "the board was changed",
            line=doubtful[0],
        )
        raise _stumbled(what, doubtful[0])
    if not led and played.passed is None and played.stopped is not None:
        raise _does_not_play(played.stopped.position)
    if not led:
        raise _stumbled(say("its snapshot is not what its log leads to"))


def _as_far(document: JsonObject, line: int) -> JsonObject:
    """The game before a line of its log, or what all of it leads to, without a snapshot that this has to lead to."""
    entries, snapshot, strict = document["entries"], document["snapshot"], _strict(document)
    last = entries[-1]
    if not line:
        return {**document, "snapshot": None}
    before = entries[line - 1]["parent"]
    goal = before if entries[line - 1] in _way(document, last["tip"]) else last["tip"]
    back = Entry(last["position"] + 1, Resume.kind, {}, last["tip"], goal, None, RULES_VERSION, now(), None)
    kept = None if strict or snapshot is None or snapshot["position"] > goal else snapshot
    return {**document, "entries": [*entries, line_of(back)], "snapshot": kept}


# --- a log that was sorted on its way


def _in_their_order(document: JsonObject) -> tuple[JsonObject, list[int]]:
    """A log as it was kept, where the page of an earlier version has sorted its keys, and the lines that stay in doubt.

    The changes of an edit apply in their order, which its words tell. One that was imported like this and played on
    stays as it stands, if so it leads to its snapshot.
    """
    if not all(list(line) == sorted(line) for line in document["entries"]):
        return document, []
    entries, last, strict = [*document["entries"]], document["entries"][-1], _strict(document)
    doubtful: list[int] = []
    passed: str | None = None
    # Where a line no longer plays is found out once more, and told, when the game is played from the store.
    with suppress(Exception):
        new, *way = _way(document, last["redo"] or last["tip"])
        session = Session(game_of(_new_of(new), tables_from_json(to_text(document["tables"]))))
        session.settle()
        for line in way:
            at, entry = line["position"], _read(line["kind"], line["data"], line["position"])
            assert isinstance(entry, Forward)
            if isinstance(entry, Board) and len(entry.changes) > 1:
                entry, known = _as_made(session.game, entry, line["words"])
                entries[at - 1] = {**line, "data": entry.to_json()}
                doubtful += [] if known else [at]
            session.apply(entry)
            passed = session.boundary if at == strict else passed
    if not strict:
        return {**document, "entries": entries}, doubtful
    if not _leads_to(document, passed):
        return document, doubtful
    assert passed is not None
    return {**document, "entries": entries, "snapshot": {**document["snapshot"], "state": json.loads(passed)}}, doubtful


def _as_made(game: Game, edit: Board, words: JsonObject | None) -> tuple[Board, bool]:
    """An edit in the order in which it was made, and whether that is known, or makes no difference."""
    told = str(heard_or_plain(words["said"])) if words else ""
    made = {field: edit.changes[field] for field in as_on_the_sheet(game, edit.changes, told)}
    known = told == str(words_of_edits(game, made)) or _either_way(game, made)
    return replace(edit, changes=made), known


def _either_way(game: Game, changes: Mapping[str, Plain]) -> bool:
    """Whether changes lead to the same board from the last to the first as well."""
    states = []
    for one in (changes, dict(reversed([*changes.items()]))):
        again = copied(game)
        try:
            apply_edits(again, one)
        except LookupError:  # a planet that has gone with the token before
            return False
        states.append(comparable(dump(again)))
    return states[0] == states[1]


def checked_document(document: JsonObject) -> JsonObject:
    """The document as it can be kept, with the snapshot as this version writes it. Raises ImportRefused."""
    from_document(document)
    if len(document["entries"]) > LONGEST_LOG:
        raise ImportRefused(say("its log has more than {entries}", entries=count(LONGEST_LOG, "entry", "entries")))
    tables = _tables(document["tables"])
    for entry in document["entries"]:
        _check_entry(entry, tables)
    return {**document, "snapshot": _snapshot(document["snapshot"], tables, _new_of(document["entries"][0]))}


def _new_of(first: JsonObject) -> New:
    """What a checked log begins with."""
    new = _read(first["kind"], first["data"], first["position"])
    assert isinstance(new, New)
    return new


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
            raise ImportRefused(first_problem(error.problem, ("entries", position - 1))) from error
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
    longest, waiting = 0, [value]
    while waiting:
        rows = waiting.pop()
        inner = rows.values() if isinstance(rows, dict) else rows if isinstance(rows, list) else ()
        longest = max(longest, len(inner))
        waiting += [one for one in inner if isinstance(one, dict | list)]
    return longest


def _cut(text: str) -> str:
    return text.splitlines()[0][:150].rstrip(".")
