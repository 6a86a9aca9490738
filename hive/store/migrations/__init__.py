"""The formats of the games' tables, and how those of an earlier version are brought to the one that we know.

The files beside this one are Alembic's, one a format; one that was in a version for players is never changed. All of
them run within the transaction of the caller, so that the tables are of one format or of the other, never between.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hive.store.tables import METADATA

if TYPE_CHECKING:
    from alembic.runtime.migration import MigrationContext, RevisionStep
    from alembic.script import ScriptDirectory
    from sqlalchemy import Connection

KNOWN = 4
"""The number of the newest format."""
VERSION_TABLE = "hive_version"
"""Where Alembic keeps the number: a name that no other program's tables have."""


def get_ready() -> None:
    """Load what :func:`upgrade` needs, so that others wait for the tables alone."""
    from alembic.operations import Operations  # noqa: F401

    _scripts().get_heads()


def upgrade(driver: Any, address: str, found: int) -> None:
    """Bring the tables behind a driver's connection from the format that was found (0: none) to the one we know.

    Raises the errors of the driver as they are.
    """
    # Only here, and only now: most starts find the tables as they should be.
    from alembic.operations import Operations
    from sqlalchemy import create_engine
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import StaticPool

    # The transaction is the caller's, who begins and ends it: this engine does neither.
    engine = create_engine(address, creator=lambda: driver, poolclass=StaticPool, skip_autocommit_rollback=True)
    try:
        with engine.connect() as connection:
            connection.begin()
            context = context_of(connection)
            if found and not context.get_current_revision():
                # Files of the first version have their number in the file alone.
                context.stamp(_scripts(), f"{found:04}")
            with Operations.context(context):
                context.run_migrations()
    except DBAPIError as error:
        raise error.orig or error from error


def context_of(connection: Connection) -> MigrationContext:
    """What Alembic compares with the tables as we have them, and changes."""
    from alembic.runtime.migration import MigrationContext

    options = {"version_table": VERSION_TABLE, "target_metadata": METADATA, "fn": lambda at, _: list(_steps(at))}
    return MigrationContext.configure(connection, opts=options)


def _steps(at: tuple[str, ...]) -> Iterator[RevisionStep]:
    from alembic.runtime.migration import MigrationStep

    scripts = _scripts()
    newest_first = list(scripts.iterate_revisions("head", at[0] if at else "base"))
    for script in reversed(newest_first):
        yield MigrationStep.upgrade_from_script(scripts.revision_map, script)


@cache
def _scripts() -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    here = str(Path(__file__).parent)
    return ScriptDirectory(here, version_locations=[here])
