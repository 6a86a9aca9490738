"""Format 2: who made an entry; the table's copies of the rulebook, in order; the codes that open games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add them. Files of format 1 may have copies already, which were made with the first one."""
    op.add_column("entries", sa.Column("made_by", sa.Text, nullable=False, server_default=""))
    _copies()
    op.create_table(
        "codes",
        sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("opens", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("codes_by_code", "codes", ["code"])


def _copies() -> None:
    found = sa.inspect(op.get_bind()).get_table_names()
    if "codes" in found:  # of a version that no player ever had
        op.drop_table("codes")
    if "copies" in found:
        op.rename_table("copies", "earlier_copies")
    op.create_table(
        "copies",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("kept_at", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    if "copies" in found:
        op.execute(
            "INSERT INTO copies (id, text, kept_at) SELECT id, text, substr('00000000' || rowid, -8) "
            "FROM earlier_copies"
        )
        op.drop_table("earlier_copies")
