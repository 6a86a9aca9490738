"""What is asked of the tables, made once; SQLAlchemy compiles each statement once for each kind of database.

Each walks the log by its key and reads no line that it does not need. Each names its game, so that the tables can be
spread by game over several machines; the few that cannot are listed in ``tests/test_store_statements.py``.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    Text,
    bindparam,
    delete,
    func,
    literal_column,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert  # what it does on a conflict is written alike for SQLite

from hive.store.tables import (
    ENTRY_COLUMNS,
    Folded,
    Player,
    codes,
    copies,
    entries,
    folded,
    games,
    shares,
    snapshots,
    tables,
)

GAME = bindparam("game", type_=Text)
_POSITION, _FIRST, _LAST = (bindparam(name, type_=BigInteger) for name in ("at", "first", "last"))
_ONE = literal_column("1", Integer)
_LINE = [entries.c[name] for name in ENTRY_COLUMNS]
_COLUMNS = ", ".join(ENTRY_COLUMNS)
_ENTRY = ", ".join(f"entries.{column}" for column in ENTRY_COLUMNS)


def _last(*columns: Any) -> Select[Any]:
    """Of the last line of a game's log."""
    return select(*columns).where(entries.c.game_id == GAME).order_by(entries.c.position.desc()).limit(_ONE)


# --- the games as a list

_LENGTH = select(func.max(entries.c.position)).where(entries.c.game_id == games.c.id).scalar_subquery()
_ROW = select(games.c.id, games.c.name, games.c.created_at, games.c.changed_at, _LENGTH)

_LATEST = (games.c.changed_at.desc(), games.c.id)
ALL_GAMES = _ROW.order_by(*_LATEST)
ONE_GAME = _ROW.where(games.c.id == GAME)
_FIRST_LINE = (
    select(entries.c.data).where(entries.c.game_id == games.c.id, entries.c.position == _ONE).scalar_subquery()
)
_PLAYERS = [Player(_FIRST_LINE, literal_column(f"'{seat}'", Text)) for seat in ("p1", "p2")]
_SMALL = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_CALLED = Folded(games.c.name) + " " + Folded(_PLAYERS[0]) + " " + Folded(_PLAYERS[1])


def page(words: Sequence[str], only: Sequence[str] | None) -> Select[Any]:
    """Games, ``most`` of them after ``skip`` others, the one that changed last first; and how many there are in all.

    In: words of the game's or players' names, all of which are wanted; the games that are looked at, or None for all.
    """
    among = [games.c.id.in_(only)] if only is not None else []
    wanted = select(games.c.id, func.count().over().label("number")).where(*among)
    if words:
        # Its names are put together once a game, however many words are looked for in them.
        named = select(games.c.id, _CALLED.label("called")).where(*among).cte("named").prefix_with("MATERIALIZED")
        wanted = wanted.join(named, named.c.id == games.c.id).where(*(_is_called(named.c.called, one) for one in words))
    # Only of the games on the page the log is looked at.
    most, skip = (bindparam(name, type_=BigInteger) for name in ("most", "skip"))
    found = wanted.order_by(*_LATEST).limit(most).offset(skip).subquery("found")
    return _ROW.add_columns(found.c.number).join(found, found.c.id == games.c.id).order_by(*_LATEST)


def _is_called(called: ColumnElement[str], word: str) -> ColumnElement[bool]:
    # A database whose locale is C folds nothing but A to Z.
    forms = dict.fromkeys([folded(word), word.translate(_SMALL)])
    return or_(*(called.contains(form, autoescape=True) for form in forms))


GAME_IS = select(_ONE).where(games.c.id == GAME)
ANY_GAME = select(games.c.id).limit(_ONE)
WHOLE_GAME = select(games).where(games.c.id == GAME)

TABLES = select(tables).join(games).where(games.c.id == GAME)
TABLES_OF = select(games.c.tables_hash).where(games.c.id == GAME)
GAME_WITH_TABLES = select(games.c.id).where(games.c.tables_hash == bindparam("hash", type_=Text)).limit(_ONE)
ADD_TABLES = insert(tables).on_conflict_do_nothing(index_elements=[tables.c.hash])
DELETE_TABLES = delete(tables).where(tables.c.hash == bindparam("hash", type_=Text))

ADD_GAME = insert(games)
_HEAD = (entries.c.position, entries.c.tip, entries.c.redo)
_SHARES = select(func.coalesce(func.max(shares.c.nth), 0)).where(shares.c.game_id == GAME).scalar_subquery()
# In PostgreSQL this holds the game until the transaction ends: who writes to it, too, waits here. Who had to wait gets
# its head as it was before; the key of the line that he adds then says that the log has gone on, and he asks again.
TOUCH = (
    update(games)
    .where(games.c.id == GAME)
    .values(changed_at=bindparam("now"))
    .returning(games.c.name, _SHARES, *(_last(column).scalar_subquery() for column in _HEAD))
)
HOLD = update(games).where(games.c.id == GAME).values(changed_at=games.c.changed_at)
RENAME = update(games).where(games.c.id == GAME).values(name=bindparam("new_name"), changed_at=bindparam("now"))
DELETE_GAME = delete(games).where(games.c.id == GAME)
# PostgreSQL looks once more at a row that somebody else has just changed: a tap in between keeps the game.
DELETE_UNCHANGED = DELETE_GAME.where(games.c.changed_at == bindparam("changed", type_=Text))

_NEW, _NEW_NAME, _NOW = (bindparam(name, type_=Text) for name in ("new", "new_name", "now"))
COPY_GAME = insert(games).from_select(
    ["id", "name", "created_at", "changed_at", "tables_hash"],
    select(_NEW, _NEW_NAME, _NOW, _NOW, games.c.tables_hash).where(games.c.id == GAME),
)
COPY_ENTRIES = insert(entries).from_select(
    ["game_id", *ENTRY_COLUMNS], select(_NEW, *_LINE).where(entries.c.game_id == GAME)
)
_STATE = (snapshots.c.position, snapshots.c.rules_version, snapshots.c.state, snapshots.c.packed)
COPY_SNAPSHOTS = insert(snapshots).from_select(
    ["game_id", "position", "rules_version", "state", "packed"],
    select(_NEW, *_STATE).where(snapshots.c.game_id == GAME),
)

# --- the log of a game

HEAD = _last(*_HEAD)
STANDING = _last(games.c.name, _SHARES, entries.c.position, entries.c.tip, entries.c.redo).select_from(
    entries.join(games)
)
STAND = _last(
    entries.c.position,
    select(codes.c.code).where(codes.c.game_id == GAME, codes.c.opens == "table").scalar_subquery(),
    _SHARES,
)
FORWARD_ENTRY = select(entries.c.parent).where(
    entries.c.game_id == GAME, entries.c.position == _POSITION, entries.c.tip == entries.c.position
)
MADE_THEN = select(_ONE).where(
    entries.c.game_id == GAME,
    entries.c.position == _POSITION,
    entries.c.made_at == bindparam("made_at", type_=Text),
)
ALL_ENTRIES = select(*_LINE).where(entries.c.game_id == GAME).order_by(entries.c.position)
ADD_ENTRY = insert(entries)

# From the tip towards the root, up to the first entry before a position that has a snapshot.
# The cross joins keep SQLite to that order: whatever SQLAlchemy joins, SQLite may turn around.
CHAIN = text(
    f"""
    WITH RECURSIVE chain AS (
        SELECT {_ENTRY}, entries.position < :before AND EXISTS (
            SELECT 1 FROM snapshots WHERE snapshots.game_id = :game AND snapshots.position = entries.position
        ) AS kept
        FROM entries WHERE game_id = :game AND position = :tip AND tip = position
        UNION ALL
        SELECT {_ENTRY}, entries.position < :before AND EXISTS (
            SELECT 1 FROM snapshots WHERE snapshots.game_id = :game AND snapshots.position = entries.position
        )
        FROM chain CROSS JOIN entries
        WHERE NOT chain.kept AND entries.game_id = :game AND entries.position = chain.parent
    )
    SELECT {_COLUMNS} FROM chain ORDER BY position"""
)
LINES = text(
    f"""
    WITH RECURSIVE chain AS (
        SELECT {_ENTRY}, 1 AS nth FROM entries WHERE game_id = :game AND position = :start AND tip = position
        UNION ALL
        SELECT {_ENTRY}, chain.nth + 1 FROM chain CROSS JOIN entries
        WHERE chain.nth < :most AND entries.game_id = :game AND entries.position = chain.parent
    )
    SELECT {_COLUMNS} FROM chain ORDER BY position DESC"""
)
PATH = text(
    """
    WITH RECURSIVE path AS (
        SELECT position, parent FROM entries WHERE game_id = :game AND position = :last AND tip = position
        UNION ALL
        SELECT entries.position, entries.parent FROM path CROSS JOIN entries
        WHERE path.parent > :tip AND entries.game_id = :game AND entries.position = path.parent
    )
    SELECT position, parent FROM path ORDER BY position"""
)

# --- its snapshots

_OF_GAME = snapshots.c.game_id == GAME
SNAPSHOT = select(*_STATE).where(_OF_GAME, snapshots.c.position == _POSITION)
ALL_SNAPSHOTS = select(*_STATE).where(_OF_GAME).order_by(snapshots.c.position)
SNAPSHOTS_BETWEEN = (
    select(snapshots.c.position)
    .where(_OF_GAME, snapshots.c.position > _FIRST, snapshots.c.position <= _LAST)
    .order_by(snapshots.c.position)
)
_ADDED = insert(snapshots)
_KEY = [snapshots.c.game_id, snapshots.c.position]
KEEP_SNAPSHOT = _ADDED.on_conflict_do_nothing(index_elements=_KEY)
ADD_SNAPSHOT = _ADDED.on_conflict_do_update(
    index_elements=_KEY, set_={name: _ADDED.excluded[name] for name in ("rules_version", "state", "packed")}
)
# Of each stretch of lines the first one is left. Those of other rules stay: who knows what still plays.
_kept = snapshots.alias("kept")
THIN_SNAPSHOTS = delete(snapshots).where(
    _OF_GAME,
    snapshots.c.position < _LAST,
    snapshots.c.rules_version == bindparam("rules", type_=Text),
    snapshots.c.position.not_in(
        select(func.min(_kept.c.position))
        .where(_kept.c.game_id == GAME, _kept.c.position < _LAST)
        .group_by(_kept.c.position // bindparam("sparse", type_=Integer))
    ),
)

# --- what lies beside the games: the codes that open them, which go with them; copies of the rulebook

CODES_OF_GAME = select(codes.c.opens, codes.c.code).where(codes.c.game_id == GAME).order_by(codes.c.opens)
GAME_OF_CODE = select(codes.c.game_id, codes.c.opens).where(codes.c.code == bindparam("code", type_=Text))
ADD_CODE = insert(codes).on_conflict_do_nothing(index_elements=[codes.c.game_id, codes.c.opens])
DELETE_CODES = delete(codes).where(codes.c.game_id == GAME)

ALL_COPIES = select(copies).order_by(copies.c.kept_at, copies.c.id)
_COPY = insert(copies)
KEEP_COPY = _COPY.on_conflict_do_update(
    index_elements=[copies.c.id], set_={"text": _COPY.excluded.text, "kept_at": _COPY.excluded.kept_at}
)
DELETE_COPY = delete(copies).where(copies.c.id == bindparam("copy", type_=Text))

# --- what people have entered for an open question; it goes with its game

_OF_QUESTION = (shares.c.question, shares.c.asked, shares.c.name, shares.c.who, shares.c.value, shares.c.nth)
SHARES = select(*_OF_QUESTION).where(shares.c.game_id == GAME).order_by(shares.c.nth, shares.c.name)
NEXT_SHARE = select(func.coalesce(func.max(shares.c.nth), 0) + 1).where(shares.c.game_id == GAME)
_SHARE = insert(shares)
KEEP_SHARE = _SHARE.on_conflict_do_update(
    index_elements=list(shares.primary_key),
    set_={name: _SHARE.excluded[name] for name in ("value", "entered_at", "nth")},
    where=shares.c.entered_at <= _SHARE.excluded.entered_at,
)
DROP_SHARES = delete(shares).where(shares.c.game_id == GAME, shares.c.asked < _FIRST)

# --- news: PostgreSQL alone

CHANNEL = "hive_games"
NOTIFY = select(func.pg_notify(CHANNEL, bindparam("told", type_=Text)))
