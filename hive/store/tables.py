"""The tables of the games, which Alembic reads too, and their rows as plain frozen values."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    Column,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Table,
    Text,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator

METADATA = MetaData()


class Name(TypeDecorator[str]):
    """A name as people typed it, or a time. One whose bytes are damaged has a mark (U+FFFD) for each."""

    impl = Text
    cache_ok = True

    def column_expression(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        """What is selected of its column."""
        return _AsKept(column)

    def process_result_value(self, value: str | bytes | None, dialect: Dialect) -> str | None:
        """The name that was read."""
        return value.decode(errors="replace") if isinstance(value, bytes) else value


class _AsKept(FunctionElement[str]):
    """A name as it is kept: its bytes where those may be no text, which SQLite lets anybody write."""

    inherit_cache = True
    type = Name()


@compiles(_AsKept)
def _plainly(element: _AsKept, compiler: SQLCompiler, **how: Any) -> str:
    return compiler.process(element.clauses, **how)


@compiles(_AsKept, "sqlite")
def _bytes(element: _AsKept, compiler: SQLCompiler, **how: Any) -> str:
    return f"CAST({_plainly(element, compiler, **how)} AS BLOB)"


class Folded(FunctionElement[str]):
    """A text as it is searched: small letters. ``FOLDED`` is what SQLite calls so, which folds no more than A to Z."""

    inherit_cache = True
    type = Text()


FOLDED = "hive_folded"


@compiles(Folded)
def _lower(element: Folded, compiler: SQLCompiler, **how: Any) -> str:
    return f"lower(coalesce({compiler.process(element.clauses, **how)}, ''))"


@compiles(Folded, "sqlite")
def _folded(element: Folded, compiler: SQLCompiler, **how: Any) -> str:
    return f"{FOLDED}(CAST({compiler.process(element.clauses, **how)} AS BLOB))"


def folded(text: str | bytes | None) -> str:
    """What :class:`Folded` is of a text; of bytes where those may be none, and empty of none."""
    return (text.decode(errors="replace") if isinstance(text, bytes) else text or "").casefold()


class Player(FunctionElement[str]):
    """The name of a player, of the data of a game's first line and a seat; none where the data are damaged."""

    inherit_cache = True
    type = Text()


@compiles(Player)
def _by_path(element: Player, compiler: SQLCompiler, **how: Any) -> str:
    data, seat = (compiler.process(clause, **how) for clause in element.clauses)
    return f"json_extract_path_text(CAST({data} AS JSON), 'settings', {seat}, 'name')"


@compiles(Player, "sqlite")
def _where_it_is_json(element: Player, compiler: SQLCompiler, **how: Any) -> str:
    data, seat = (compiler.process(clause, **how) for clause in element.clauses)
    return f"CASE WHEN json_valid({data}) THEN json_extract({data}, '$.settings.' || {seat} || '.name') END"


def _table(name: str, *parts: Column[Any] | ForeignKeyConstraint | Index, in_its_key: bool = False) -> Table:
    """A table. What is small and always read by its key lies, in SQLite, in the key's own tree."""
    return Table(name, METADATA, *parts, sqlite_strict=True, sqlite_with_rowid=not in_its_key)


def _text(name: str, **more: Any) -> Column[str]:
    return Column(name, Text, nullable=False, **more)


def _packed() -> Column[bytes | None]:
    """A text that is compressed: see :func:`pack`. Rows of earlier formats have none, and their text where it was."""
    return Column("packed", LargeBinary)


def _number(name: str, **more: Any) -> Column[int]:
    return Column(name, Integer, nullable=False, autoincrement=False, **more)


def _game() -> Column[str]:
    """Each key begins with the game; what belongs to one goes with it."""
    return Column("game_id", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


tables = _table("tables", _text("hash", primary_key=True), _text("json"))
games = _table(
    "games",
    _text("id", primary_key=True),
    Column("name", Name, nullable=False),
    _text("created_at"),
    Column("changed_at", Name, nullable=False),
    Column("tables_hash", Text, ForeignKey("tables.hash"), nullable=False),
    Index("games_by_tables", "tables_hash"),
)
entries = _table(
    "entries",
    _game(),
    _number("position", primary_key=True),
    _text("kind"),
    _text("data"),
    _number("parent"),
    _number("tip"),
    Column("redo", Integer),
    _text("rules_version"),
    _text("made_at"),
    _text("words"),
    _text("made_by", server_default=""),
    _packed(),
    in_its_key=True,
)
snapshots = _table(
    "snapshots",
    _text("game_id", primary_key=True),
    _number("position", primary_key=True),
    _text("rules_version"),
    _text("state"),
    _packed(),
    ForeignKeyConstraint(["game_id", "position"], ["entries.game_id", "entries.position"], ondelete="CASCADE"),
)
copies = _table("copies", _text("id", primary_key=True), _text("text"), _text("kept_at"))
codes = _table(
    "codes",
    _game(),
    _text("opens", primary_key=True),
    _text("code"),
    Index("codes_by_code", "code"),
    in_its_key=True,
)
shares = _table(
    "shares",
    _game(),
    _number("asked", primary_key=True),
    _text("question", primary_key=True),
    _text("name", primary_key=True),
    _text("who", primary_key=True),
    _number("value"),
    _text("entered_at"),
    _number("nth"),
    in_its_key=True,
)

ENTRY_COLUMNS = tuple(column.name for column in entries.columns)[1:]
"""The columns of an entry but that of its game."""


# --- their rows


Json: TypeAlias = Any
"""Whatever ``json.loads`` can return. The store never looks inside."""

JsonObject: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class NewEntry:
    """An entry that the log does not have yet.

    Without ``tip`` it goes forward: it becomes the child of the entry now in force, and ends what could be redone.
    With ``tip`` it goes to the state after that earlier entry (0: before the first), as undo and redo do; ``redo`` is
    then the entry that redo can return up to, or None. ``made_by`` says who made it; empty if nobody knows.
    """

    kind: str
    data: JsonObject
    rules_version: str
    words: Json = None
    tip: int | None = None
    redo: int | None = None
    made_by: str = ""


@dataclass(frozen=True)
class Entry:
    """One line of the log.

    ``parent`` is the tip before it. A forward entry has ``tip == position`` and no ``redo``.
    """

    position: int
    kind: str
    data: JsonObject
    parent: int
    tip: int
    redo: int | None
    rules_version: str
    made_at: str
    words: Json
    made_by: str = ""

    @property
    def head(self) -> Head:
        """Where the game stands after this line."""
        return Head(self.position, self.tip, self.redo)


@dataclass(frozen=True)
class Head:
    """Where a game stands: its last position, the entry whose state is in force, and how far redo can go."""

    position: int
    tip: int
    redo: int | None


@dataclass(frozen=True)
class NamedHead:
    """A game as it stands: its name, its head, how much was entered beside it, and its rematch, if one was begun."""

    name: str
    head: Head
    shares: int = 0
    rematch: str | None = None


class Stand(NamedTuple):
    """Where a game stands for who follows it.

    Its last line; its code as the table, if anybody asked for codes; the id of its rematch, if one was begun; how much
    has been entered for open questions.
    """

    position: int
    code: str | None = None
    rematch: str | None = None
    shares: int = 0


@dataclass(frozen=True)
class Written:
    """What was kept just now: the last of the lines that were written; the game's name, what was entered beside it."""

    name: str
    entry: Entry
    shares: int = 0

    @property
    def head(self) -> Head:
        """Where the game stands now."""
        return self.entry.head


@dataclass(frozen=True)
class Look:
    """What a page shows of the log at a head: the newest lines in force, newest first, and the one that redo brings."""

    lines: tuple[Entry, ...]
    ahead: Entry | None


@dataclass(frozen=True)
class GameRow:
    """One game in the list of games; ``position`` is the last of its log."""

    id: str
    name: str
    created_at: str
    changed_at: str
    position: int


@dataclass(frozen=True)
class GamePage:
    """Some games of a list, the one that changed last first, and how many the whole list has."""

    rows: tuple[GameRow, ...]
    number: int


@dataclass(frozen=True)
class Snapshot:
    """The state after the entry at ``position``, kept so that replay need not begin at the beginning."""

    position: int
    rules_version: str
    state: JsonObject


def to_text(value: Json) -> str:
    """Write a JSON value in its shortest form; keys keep their order.

    Raises ValueError for numbers that JSON lacks, TypeError for values that are not JSON.
    """
    return _WRITTEN.encode(value)


_WRITTEN = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


@cache
def _dictionary() -> bytes:
    return Path(__file__).with_name("dictionary.txt").read_bytes()


@cache
def _packing() -> zlib._Compress:
    """What has learned the dictionary, to be copied: to learn it takes longer than to pack a line."""
    return zlib.compressobj(zdict=_dictionary())


def pack(text: str) -> bytes:
    """A text in a fifth of its bytes, as far as it is like those of most games."""
    packing = _packing().copy()
    return packing.compress(text.encode()) + packing.flush()


def unpack(packed: bytes | None, text: str) -> str:
    """The text of a row that has it packed, or plainly. Raises ValueError where it is damaged."""
    if packed is None:
        return text
    unpacking = zlib.decompressobj(zdict=_dictionary())
    try:
        found = unpacking.decompress(packed)
    except zlib.error as error:
        raise ValueError("what is packed is damaged") from error
    if not unpacking.eof:
        raise ValueError("what is packed has no end")
    return found.decode()


def entry_values(game_id: str, entry: Entry) -> dict[str, Any]:
    """The entry as the values of a row."""
    packed = pack(to_text(entry.words))
    return vars(entry) | {"game_id": game_id, "data": to_text(entry.data), "words": "", "packed": packed}


def read_entry(row: Row[Any]) -> Entry:
    """The entry from a row of :data:`ENTRY_COLUMNS`. Raises ValueError where the text is no JSON."""
    position, kind, data, parent, tip, redo, rules_version, made_at, words, made_by, packed = tuple(row)
    told = json.loads(unpack(packed, words))
    return Entry(position, kind, json.loads(data), parent, tip, redo, rules_version, made_at, told, made_by)
