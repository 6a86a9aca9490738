"""Format 1: the games, their tables, the entries of their logs, and the snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "tables",
        sa.Column("hash", sa.Text, primary_key=True, nullable=False),
        sa.Column("json", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("changed_at", sa.Text, nullable=False),
        sa.Column("tables_hash", sa.Text, sa.ForeignKey("tables.hash"), nullable=False),
        sqlite_strict=True,
    )
    op.create_index("games_by_tables", "games", ["tables_hash"])
    _log()


def _log() -> None:
    """Entries are small and always read by their key, so in SQLite they lie in the key's own tree."""
    op.create_table(
        "entries",
        sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("tip", sa.Integer, nullable=False),
        sa.Column("redo", sa.Integer),
        sa.Column("rules_version", sa.Text, nullable=False),
        sa.Column("made_at", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rules_version", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game_id", "position"], ["entries.game_id", "entries.position"], ondelete="CASCADE"),
        sqlite_strict=True,
    )
