"""Games on their way: one as a JSON document, with the strict checks of what import reads; all into another store.

A few bytes of JSON become a hundred of memory: thirty megabytes of nothing but brackets take a gigabyte. So brackets,
commas and quotes are counted first, a piece at a time, and what holds more than any game of its size is refused before
it is read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, FailFast, Field, ValidationError
from sqlalchemy import Connection, Executable, Row

from hive.store import queries
from hive.store.errors import ImportRefused, Location, NameRefused, StoreError
from hive.store.records import checked_name
from hive.store.tables import Entry, Json, JsonObject, Snapshot, to_text
from hive.words import Typed, Words, count, say

DEEPEST_NESTING = 30
# A game has a list or a mapping on each 67 bytes, a value on 21, a quote on 7.
BYTES_EACH = {"[": 40, "{": 40, "]": 40, "}": 40, ",": 10, '"': 5}
ALWAYS = 5_000
"""So many of each a document of any size may hold."""
LONGEST_WIDE_TEXT = 16 * 1024 * 1024
"""One letter beyond those of ASCII makes each letter of a text up to four times as large; exports have none."""

_PIECE = 256 * 1024
_OTHERS = bytes(set(range(256)) - set(b"[]{},"))


def check_shape(document: bytes) -> None:
    """Raises ImportRefused if a document is nested deeper, or holds more, than any game. Nothing of it is read."""
    size = len(document)
    if not document.isascii() and size > LONGEST_WIDE_TEXT:
        raise ImportRefused(say("it holds too much"))
    found = Counter({'"': document.count(b'"')})
    depth = 0
    for marks in _marks(document):
        found.update({mark: marks.count(mark.encode()) for mark in "[]{},"})
        if any(number > ALWAYS + size // BYTES_EACH[mark] for mark, number in found.items()):
            raise ImportRefused(say("it holds too much"))
        for bracket in marks.replace(b",", b""):
            depth += 1 if bracket in b"[{" else -1
            if depth > DEEPEST_NESTING:
                raise ImportRefused(say("it is nested too deep"))


def _marks(document: bytes) -> Iterator[bytes]:
    """The brackets and commas that stand outside of texts, piece by piece."""
    at, within = 0, False
    while at < len(document):
        piece = document[at : at + _PIECE]
        if (len(piece) - len(piece.rstrip(b"\\"))) % 2 and len(piece) > 1:
            piece = piece[:-1]  # what the backslash escapes comes with the next piece
        at += len(piece)
        # Without what is escaped, each quote begins a text or ends one.
        parts = piece.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
        yield b"".join(parts[within::2]).translate(None, _OTHERS)
        within ^= len(parts) % 2 == 0


# --- a game as one JSON document: what export writes, and the strict checks of what import reads


FORMAT = "hive-wars-game"
FORMAT_VERSION = 1
MAX_ENTRIES = 100_000
MAX_DOCUMENT_BYTES = 32 * 1024 * 1024
LONGEST_TEXT = 20_000
LONGEST_MAKER = 200
LARGEST_NUMBER = 10**15
MOST_VALUES = 100_000
"""So many values one line of the log holds at most, and all else together: what is wrong with each is found out."""
# A machine whose clock was never set begins in 1970, or wherever its maker thought.
EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)
# So begins what gzip wrote, as each file of `archive`. It is not unpacked here: a few bytes may hold all too many.
_COMPRESSED = b"\x1f\x8b"
_NO_JSON = say("it holds a value that cannot be written as JSON")
_WRONG = {"missing": say("it is missing"), "extra_forbidden": say("no game of this app has it")}
_UNFIT = say("what stands there does not fit")

Keys = tuple[str | int, ...]


def _is_time(text: str) -> str:
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError("a time needs its zone")
    if not EARLIEST <= time < LATEST:
        raise ValueError("no game was played then")
    return text


Position = Annotated[int, Field(ge=1, le=MAX_ENTRIES)]
Origin = Annotated[int, Field(ge=0, le=MAX_ENTRIES)]
Word = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Time = Annotated[str, Field(max_length=40, pattern=r"^[0-9T:.+Z-]+$"), AfterValidator(_is_time)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Line(_Strict):
    position: Position
    kind: Word
    data: dict[str, Any]
    parent: Origin
    tip: Origin
    redo: Position | None
    rules_version: Word
    made_at: Time
    words: Any
    made_by: Annotated[str, Field(max_length=LONGEST_MAKER)] = ""


class _State(_Strict):
    position: Position
    rules_version: Word
    state: dict[str, Any]


class _Document(_Strict):
    format: Literal["hive-wars-game"]
    version: Literal[1]
    name: str
    created_at: Time
    tables: Any
    entries: Annotated[list[_Line], Field(min_length=1, max_length=MAX_ENTRIES), FailFast()]
    snapshot: _State | None


@dataclass(frozen=True)
class Imported:
    """A checked document, ready to be written."""

    name: str
    created_at: str
    tables_json: str
    entries: list[Entry]
    snapshot: Snapshot | None


def to_document(
    name: str, created_at: str, tables: Json, entries: list[Entry], snapshot: Snapshot | None
) -> JsonObject:
    """The game as a document that :func:`from_document` accepts."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "name": name,
        "created_at": created_at,
        "tables": tables,
        "entries": [line_of(entry) for entry in entries],
        "snapshot": None if snapshot is None else vars(snapshot),
    }


def line_of(entry: Entry) -> JsonObject:
    """An entry as a line of the document; who made it stands there if somebody knows."""
    return {name: value for name, value in vars(entry).items() if name != "made_by" or value}


def write_document(document: JsonObject) -> bytes:
    """The file of an exported game, wherever one is written: its keys stand in the order that the log has.

    The changes of a sheet apply in their order, so whoever sorts them makes another game of it.
    """
    return to_text(document).encode()


def read_document(text: bytes) -> JsonObject:
    """Parse an uploaded file for :meth:`Store.import_game`. Raises ImportRefused."""
    if len(text) > MAX_DOCUMENT_BYTES:
        raise ImportRefused(say("it is larger than {number} MiB", number=MAX_DOCUMENT_BYTES // 1024 // 1024))
    if text.startswith(_COMPRESSED):
        raise ImportRefused(say("it is compressed"), say("unpack it, and import what is in it"))
    check_shape(text)
    try:
        document = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ImportRefused(say("it is not JSON")) from error
    if not isinstance(document, dict):
        raise ImportRefused(say("it is not an exported game"))
    return document


def from_document(document: JsonObject) -> Imported:
    """Check a document from outside, every field of it. Raises ImportRefused with the first thing found wrong."""
    if document.get("format") != FORMAT:
        raise ImportRefused(say("it is not an exported game"))
    if document.get("version") != FORMAT_VERSION:
        known = FORMAT_VERSION
        raise ImportRefused(say("it has another format than version {number}, which this app reads", number=known))
    _check_all_values(document)
    try:
        found = _Document.model_validate(document)
        name = checked_name(found.name)
        entries = [Entry(**vars(line)) for line in found.entries]
        snapshot = None if found.snapshot is None else Snapshot(**vars(found.snapshot))
        _check_log(entries, snapshot)
        return Imported(name, found.created_at, to_text(found.tables), entries, snapshot)
    except ValidationError as error:
        raise ImportRefused(first_problem(error)) from error
    except NameRefused as error:
        raise ImportRefused(say("the name of its game is empty, too long or no plain text")) from error
    except (ValueError, TypeError, RecursionError) as error:
        raise ImportRefused(_NO_JSON) from error


def first_problem(error: ValidationError, path: Keys = ()) -> Words:
    """The first thing that a model found wrong, in words: where, and what. ``path`` leads to what it looked at."""
    problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return say("{where}: {what}", where=_where((*path, *problem["loc"])), what=_WRONG.get(problem["type"], _UNFIT))


def _where(path: Keys) -> Words:
    """Where something stands: in which entry of the log, or elsewhere in the document."""
    if path[:1] == ("entries",) and len(path) > 1 and isinstance(path[1], int):
        entry = say("entry {line} of its log", line=path[1] + 1)
        return say("{entry}, {where}", entry=entry, where=_where(path[2:])) if path[2:] else entry
    words = "".join(f"[{part}]" if isinstance(part, int) else f".{part[:40]}" for part in path)
    return Typed(words.lstrip(".")[:80])


def _check_all_values(document: JsonObject) -> None:
    """Raises ImportRefused unless all of it can be kept and shown, and no part of it holds more than that of a game."""
    log = document.get("entries")
    lines = [(line, ("entries", number)) for number, line in enumerate(log if isinstance(log, list) else [log])]
    for part, path in [({**document, "entries": None}, ()), *lines]:
        if _check_values(part, path) > MOST_VALUES:
            raise ImportRefused(say("it holds too much"))


def _check_values(value: Json, path: Keys) -> int:
    """How many values it holds. Raises ImportRefused unless all of it, keys as well, is text, numbers, not too deep."""
    within = 0
    if isinstance(value, str):
        _check_text(value, path)
    elif isinstance(value, dict | list):
        if len(path) >= DEEPEST_NESTING:
            raise ImportRefused(say("{problem}: {where} is nested too deep", problem=_NO_JSON, where=_where(path)))
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(value, dict):
                _check_text(key, path)
            within += 1 + _check_values(inner, (*path, key))
    elif isinstance(value, float | int):
        if not abs(value) <= LARGEST_NUMBER:
            raise ImportRefused(say("{where}: {problem}, or too large a number", problem=_NO_JSON, where=_where(path)))
    elif value is not None:
        raise ImportRefused(say("{problem}: {where}", problem=_NO_JSON, where=_where(path)))
    return within


def _check_text(text: Json, path: Keys) -> None:
    if not isinstance(text, str):
        raise ImportRefused(say("{problem}: {where}", problem=_NO_JSON, where=_where(path)))
    if len(text) > LONGEST_TEXT:
        raise ImportRefused(say("{where}: the text is too long", where=_where(path)))
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise ImportRefused(say("{where}: the text holds half characters", where=_where(path)))


def _check_log(entries: list[Entry], snapshot: Snapshot | None) -> None:
    """Raises ImportRefused unless the entries are a log that appends could have written."""
    tip = 0
    for expected, entry in enumerate(entries, start=1):
        if entry.position != expected:
            raise ImportRefused(
                say("entry {line} of its log has the position {position}", line=expected, position=entry.position)
            )
        if entry.parent != tip:
            raise ImportRefused(say("entry {line} of its log does not follow the one before it", line=expected))
        if entry.tip > expected:
            raise ImportRefused(say("entry {line} of its log goes to a later one", line=expected))
        tip = entry.tip
    tree = _Tree(entries)
    for entry in entries:
        if not _is_sound(entry, tree):
            raise ImportRefused(
                say("entry {line} of its log goes to an entry that it cannot reach", line=entry.position)
            )
    if snapshot is not None and not (tree.is_forward(snapshot.position) and tree.leads(snapshot.position, tip)):
        raise ImportRefused(say("its snapshot is not of the game's present"))


def _is_sound(entry: Entry, tree: _Tree) -> bool:
    if entry.tip == entry.position:
        return entry.redo is None
    if entry.tip and not tree.is_forward(entry.tip):
        return False
    if entry.redo is None:
        return True
    return entry.tip < entry.redo < entry.position and tree.is_forward(entry.redo) and tree.leads(entry.tip, entry.redo)


class _Tree:
    """Tells in constant time whether one forward entry leads to another: each has the interval of its descendants."""

    def __init__(self, entries: list[Entry]) -> None:
        count = len(entries)
        self._forward = [True] + [entry.tip == entry.position for entry in entries]
        parents = [0] + [entry.parent for entry in entries]
        self._size = [1] * (count + 1)
        for position in range(count, 0, -1):
            self._size[parents[position]] += self._size[position]
        self._start = [0] * (count + 1)
        free = [1] * (count + 1)
        for position in range(1, count + 1):
            parent = parents[position]
            self._start[position] = free[parent]
            free[parent] += self._size[position]
            free[position] = self._start[position] + 1

    def is_forward(self, position: int) -> bool:
        """Whether the entry exists and goes forward."""
        return 0 < position < len(self._forward) and self._forward[position]

    def leads(self, earlier: int, later: int) -> bool:
        """Whether the earlier entry (0: the beginning) is on the chain of the later one, or is the same."""
        start = self._start[earlier]
        return start <= self._start[later] < start + self._size[earlier]


# --- all games, carried into another store, also of the other kind

_OF_A_GAME = (
    (queries.ALL_ENTRIES, queries.ADD_ENTRY),
    (queries.ALL_SNAPSHOTS, queries.ADD_SNAPSHOT),
    (queries.CODES_OF_GAME, queries.ADD_CODE),
)
"""How the rows of a game are read, in a fixed order, and how they are added."""


@dataclass(frozen=True)
class Moved:
    """What was carried over: how many games, lines of their logs, and copies of the rulebook."""

    games: int
    lines: int
    copies: int

    @property
    def words(self) -> Words:
        """The same as a sentence."""
        return say(
            "Carried over: {games} with {lines}, and {copies}.",
            games=count(self.games, "game"),
            lines=count(self.lines, "line"),
            copies=count(self.copies, "copy of the rulebook", "copies of the rulebook"),
        )


class MoveRefused(StoreError):
    """The other store holds something already, or does not hold what was written to it; it is as it was before."""


def move(old: Connection, new: Connection, place: Location) -> Moved:
    """Carry everything from one store to the place of another. Each row is read back. Raises MoveRefused."""
    if new.execute(queries.ANY_GAME).first() or new.execute(queries.ALL_COPIES).first():
        raise MoveRefused(say("There are games in {place} already. Nothing was changed.", place=place.path))
    lines = [_move_game(old, new, row.id) for row in old.execute(queries.ALL_GAMES).all()]
    copies = _carried(old, new, queries.ALL_COPIES, queries.KEEP_COPY, {})
    return Moved(len(lines), sum(lines), len(copies))


def _move_game(old: Connection, new: Connection, game_id: str) -> int:
    """Carry one game over; returns the length of its log."""
    game = {"game": game_id}
    new.execute(queries.ADD_TABLES, old.execute(queries.TABLES, game).one()._asdict())
    _carried(old, new, queries.WHOLE_GAME, queries.ADD_GAME, game)
    _carried(old, new, queries.TABLES, queries.ADD_TABLES, game)
    entries, *_ = [_carried(old, new, read, add, game, game_id=game_id) for read, add in _OF_A_GAME]
    return len(entries)


def _carried(
    old: Connection, new: Connection, read: Executable, add: Executable, game: dict[str, str], **values: str
) -> Sequence[Row[Any]]:
    """The rows that were read in one store, added to the other and read back there."""
    rows = old.execute(read, game).all()
    if rows:
        new.execute(add, [{**values, **row._asdict()} for row in rows])
    if new.execute(read, game).all() != rows:
        raise MoveRefused(say("What was read back is not what was written. Nothing was changed."))
    return rows
