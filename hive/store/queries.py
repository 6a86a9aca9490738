"""The questions asked of the file, as SQL. Each walks the log by its key and reads no line that it does not need."""

from __future__ import annotations

from hive.store.rows import ENTRY_COLUMNS

_COLUMNS = ", ".join(ENTRY_COLUMNS)
_ENTRY = ", ".join(f"entries.{column}" for column in ENTRY_COLUMNS)

GAMES = """
    SELECT id, name, created_at, changed_at,
           (SELECT max(position) FROM entries WHERE entries.game_id = games.id)
    FROM games ORDER BY changed_at DESC, id"""

GAME = """
    SELECT id, name, created_at, changed_at,
           (SELECT max(position) FROM entries WHERE entries.game_id = games.id)
    FROM games WHERE id = :game"""

HEAD = "SELECT position, tip, redo FROM entries WHERE game_id = :game ORDER BY position DESC LIMIT 1"

FORWARD_ENTRY = "SELECT parent FROM entries WHERE game_id = :game AND position = :position AND tip = position"

ALL_ENTRIES = f"SELECT {_COLUMNS} FROM entries WHERE game_id = :game ORDER BY position"

# From the tip towards the root, up to the first entry before a position that has a snapshot.
# The cross joins keep SQLite to that order.
CHAIN = f"""
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

LINES = f"""
    WITH RECURSIVE chain AS (
        SELECT {_ENTRY} FROM entries WHERE game_id = :game AND position = :start AND tip = position
        UNION ALL
        SELECT {_ENTRY} FROM chain CROSS JOIN entries
        WHERE entries.game_id = :game AND entries.position = chain.parent
        LIMIT :limit
    )
    SELECT {_COLUMNS} FROM chain ORDER BY position DESC"""

PATH = """
    WITH RECURSIVE path AS (
        SELECT position, parent FROM entries WHERE game_id = :game AND position = :last AND tip = position
        UNION ALL
        SELECT entries.position, entries.parent FROM path CROSS JOIN entries
        WHERE path.parent > :tip AND entries.game_id = :game AND entries.position = path.parent
    )
    SELECT position, parent FROM path ORDER BY position"""

SNAPSHOT = "SELECT position, rules_version, state FROM snapshots WHERE game_id = :game AND position = :position"

SNAPSHOTS_BETWEEN = """
    SELECT position FROM snapshots
    WHERE game_id = :game AND position > :first AND position <= :last ORDER BY position"""

TABLES = "SELECT json FROM tables JOIN games ON tables_hash = hash WHERE id = :game"

ADD_TABLES = "INSERT INTO tables (hash, json) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING"

ADD_GAME = "INSERT INTO games (id, name, created_at, changed_at, tables_hash) VALUES (?, ?, ?, ?, ?)"

ADD_ENTRY = f"INSERT INTO entries (game_id, {_COLUMNS}) VALUES (?, {', '.join('?' * len(ENTRY_COLUMNS))})"

ADD_SNAPSHOT = "INSERT OR REPLACE INTO snapshots (game_id, position, rules_version, state) VALUES (?, ?, ?, ?)"

KEEP_SNAPSHOT = "INSERT OR IGNORE INTO snapshots (game_id, position, rules_version, state) VALUES (?, ?, ?, ?)"

TOUCH = "UPDATE games SET changed_at = ? WHERE id = ?"

RENAME = "UPDATE games SET name = ?, changed_at = ? WHERE id = ?"

COPY_GAME = """
    INSERT INTO games (id, name, created_at, changed_at, tables_hash)
    SELECT :new, :name, :now, :now, tables_hash FROM games WHERE id = :game"""

COPY_ENTRIES = f"INSERT INTO entries SELECT :new, {_COLUMNS} FROM entries WHERE game_id = :game"

COPY_SNAPSHOTS = """
    INSERT INTO snapshots (game_id, position, rules_version, state)
    SELECT :new, position, rules_version, state FROM snapshots WHERE game_id = :game"""

DELETE_GAME = "DELETE FROM games WHERE id = ?"

DELETE_UNUSED_TABLES = "DELETE FROM tables WHERE NOT EXISTS (SELECT 1 FROM games WHERE tables_hash = hash)"

# Files that were made before there were copies get their table with the first one.
COPIES = "CREATE TABLE IF NOT EXISTS copies (id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT"

HAS_COPIES = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'copies'"

ALL_COPIES = "SELECT id, text FROM copies ORDER BY rowid"

KEEP_COPY = "INSERT OR REPLACE INTO copies (id, text) VALUES (?, ?)"

DELETE_COPY = "DELETE FROM copies WHERE id = ?"

# The codes that open games, made with the first one that is asked for. They go with their game.
CODES = """
    CREATE TABLE IF NOT EXISTS codes (
        code TEXT NOT NULL PRIMARY KEY,
        game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        opens TEXT NOT NULL,
        UNIQUE (game_id, opens)
    ) STRICT, WITHOUT ROWID"""

HAS_CODES = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'codes'"

CODES_OF_GAME = "SELECT opens, code FROM codes WHERE game_id = :game"

GAME_OF_CODE = "SELECT game_id, opens FROM codes WHERE code = :code"

ADD_CODE = "INSERT OR IGNORE INTO codes (game_id, opens, code) VALUES (?, ?, ?)"

DELETE_CODES = "DELETE FROM codes WHERE game_id = :game"
