"""What all parts of the store share: the database behind it, opened by the kind of its address."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from hive.store.database import Database, How, News
from hive.store.place import Location, place_of
from hive.store.session import Session
from hive.store.sqlite import SqliteFile


class Opened:
    """A place for games. Safe to share between threads; other processes may have the same place open."""

    def __init__(self, where: Path | str, *, busy_timeout: float = 2.0, read_only: bool = False) -> None:
        """Name the file, or the database as ``postgresql://...``; it is opened, and made ready, at first use.

        ``busy_timeout`` is how many seconds to wait for another process that is writing. Raises AddressRefused.
        """
        self.place: Location = place_of(where)
        self._database: Database = _database(self.place, busy_timeout, read_only)

    @property
    def file(self) -> Path | None:
        """The file of the games; None if they lie in a database that several machines may share."""
        return self.place.file

    def close(self) -> None:
        """Close it for every thread. A later call opens it again."""
        self._database.close()

    def backup(self, to: Path) -> None:
        """Copy all games into a file, as they are at this moment, also while somebody plays. Raises BackupRefused."""
        self._database.backup(to)

    def examine(self) -> list[str]:
        """What is damaged in the file itself, all of which is read; a database looks after that by itself."""
        return self._database.examine()

    def keep_backups(self) -> None:
        """From now on keep a backup of each day beside the file; a database has backups of its own."""
        self._database.keep_backups()

    def check(self) -> None:
        """Raises what the store raises where the games cannot be reached now."""
        with self._transaction("read"):
            pass

    def listen(self, heard: Callable[[str | None, int], None]) -> News | None:
        """Hear of each line that any process keeps: ``heard(game_id, position)``, in a thread of its own.

        ``heard(None, 0)`` says that every game may have gone on: at first, and after the database was away. Of a game
        that was deleted, or whose codes were changed, the last line is ANEW. None if there is no news; what is
        returned ends by ``stop()``.
        """
        return self._database.listen(heard)

    def _transaction(self, how: How) -> AbstractContextManager[Session]:
        return self._database.transaction(how)


def _database(place: Location, busy_timeout: float, read_only: bool) -> Database:
    if place.file is not None:
        return SqliteFile(place, place.file, busy_timeout, read_only)
    from hive.store.postgres import Postgres  # only here: who has a file needs no more

    assert place.url is not None
    return Postgres(place, place.url, busy_timeout, read_only)
