"""Format 4: what the log says, and snapshots, packed; a file, since no format is changed once it is out.

Beside what was before, so that no start writes all games anew.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a column for it to both. Rows of before keep their text, and have nothing there."""
    for table in ("entries", "snapshots"):
        op.add_column(table, sa.Column("packed", sa.LargeBinary))
