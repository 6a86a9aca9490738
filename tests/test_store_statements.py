"""Each statement on what belongs to a game names the game, so that the tables can be spread by game as they are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from sqlalchemy import Executable
from sqlalchemy.dialects import sqlite

from bench.postgres import TEMPLATE, Server
from hive.store import Store, queries
from hive.store.migrations import context_of
from hive.store.sqlite import FILE_TABLE
from hive.store.tables import METADATA

HIVE = Path(__file__).parent.parent / "hive"
NAMED = sqlite.dialect(paramstyle="named")
STATEMENTS = {
    name: str(one.compile(dialect=NAMED))
    for name, one in vars(queries).items()
    if isinstance(one, Executable) and not name.startswith("_")
}
OF_A_GAME = ("games", "entries", "snapshots", "codes", "shares")
"""The tables that are spread; ``tables`` and ``copies`` lie on every machine."""
OF_ALL_GAMES = {
    "ALL_GAMES": "the host's list of games",
    "ANY_GAME": "whether there are games already, before others are carried there",
    "GAME_OF_CODE": "whoever brings a code does not know its game yet",
    "GAME_WITH_TABLES": "whether any game has these tables, after one was deleted",
}
"""What has to ask all machines, and why. None of it is part of a step."""
_TABLE = rf"({'|'.join(OF_A_GAME)})"
READS = re.compile(rf"\b(?:FROM|JOIN|UPDATE)\s+{_TABLE}\b")
NAMES = re.compile(rf"\b(?:(?:{_TABLE}|kept)\.)?(?:game_id|id) = (?::game\b|games\.id\b|entries\.game_id\b)")
WRITES = re.compile(rf"\bINSERT INTO {_TABLE} \((?:game_id|id)\b.*?\b(?:VALUES \(|SELECT ):(?:game_id|id|new)\b", re.S)
INTO = re.compile(rf"\bINSERT INTO {_TABLE}\b")
SQL = re.compile(r"^\s*(SELECT|INSERT|UPDATE|DELETE|WITH RECURSIVE)\b")


def names_its_game(sql: str) -> bool:
    """Whether every table of games that it reads is held to one game, and every row that it adds is of one."""
    return len(NAMES.findall(sql)) >= len(READS.findall(sql)) and len(WRITES.findall(sql)) == len(INTO.findall(sql))


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_a_statement_names_its_game(name: str) -> None:
    assert names_its_game(STATEMENTS[name]) == (name not in OF_ALL_GAMES)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM entries WHERE position = :position",
        "SELECT * FROM entries JOIN snapshots ON entries.position = snapshots.position WHERE entries.game_id = :game",
        "DELETE FROM games",
        "UPDATE games SET name = :name",
        "INSERT INTO entries (position) VALUES (:position)",
        "INSERT INTO codes (game_id, code) SELECT game_id, code FROM games WHERE id = :game",
        "SELECT games.name FROM games JOIN entries ON games.id = entries.game_id WHERE games.name = :name",
    ],
)
def test_a_statement_that_names_no_game_is_noticed(sql: str) -> None:
    assert not names_its_game(sql)


def test_no_statement_hides_elsewhere() -> None:
    """What else is asked is of the database itself: its format, its locks, and whether a backup in a file is whole."""
    own = {HIVE / "store" / "queries.py", HIVE / "store" / "keeper.py", *(HIVE / "store" / "migrations").rglob("*.py")}
    others = [
        (path.name, node)
        for path in sorted(HIVE.rglob("*.py"))
        if path not in own
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]
    written = [
        f"{name}: {node.value}"
        for name, node in others
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.match(node.value)
        if any(re.search(rf"\b(?:FROM|INTO|UPDATE) {table}\b", node.value) for table in OF_A_GAME)
    ]
    made = [
        f"{name} makes statements of {one.name}"
        for name, node in others
        if isinstance(node, ast.ImportFrom) and node.module == "hive.store.tables"
        for one in node.names
        if one.name in OF_A_GAME
    ]
    assert written + made == []


@pytest.mark.both_stores
def test_alembic_finds_the_tables_as_the_statements_have_them(store: Store) -> None:
    with store._database.reading() as connection:
        found = compare_metadata(context_of(connection), METADATA)
    differences = [one for one in found if not (one[0] == "remove_table" and one[1].name == FILE_TABLE)]
    assert differences == []


@pytest.mark.postgres
def test_every_key_of_what_is_spread_begins_with_the_game(postgres: Server, postgres_store: Store) -> None:
    """So Citus can keep it: a unique key that lacks the column by which rows are spread cannot be looked after."""
    keys = postgres.ask(
        """
        SELECT class.relname, (SELECT attname FROM pg_attribute
                               WHERE attrelid = class.oid AND attnum = pg_index.indkey[0])
        FROM pg_index JOIN pg_class AS class ON class.oid = pg_index.indrelid
        WHERE pg_index.indisunique AND class.relnamespace = 'public'::regnamespace ORDER BY 1""",
        TEMPLATE,
    )
    assert [(table, column) for table, column in keys if table in OF_A_GAME] == [
        ("codes", "game_id"),
        ("entries", "game_id"),
        ("games", "id"),
        ("shares", "game_id"),
        ("snapshots", "game_id"),
    ]
