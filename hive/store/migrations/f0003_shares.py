"""Format 3: what people have entered for an open question; a file, since no format is changed once it is out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add it. No log needs it, and no export has it."""
    op.create_table(
        "shares",
        sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("asked", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("question", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("entered_at", sa.Text, nullable=False),
        sa.Column("nth", sa.Integer, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
