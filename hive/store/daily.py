"""A backup of each day on which somebody played, beside the file of games. The last seven stay."""

from __future__ import annotations

import logging
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from hive.store.errors import StoreError
from hive.store.tidying import beside

LOG = logging.getLogger(__name__)
FOLDER = "-backups"
DAYS = 7
LEAST_LEFT = 64 * 1024 * 1024
"""So many bytes, and as many as the file has, are left on the disk beside a backup: the games have to go on."""
AGAIN = 3600.0
"""After so many seconds it is tried again where it could not be made."""
_NAME = re.compile(r"\d{4}-\d\d-\d\d\.sqlite")


def newest_backup(file: Path) -> Path | None:
    """The youngest of the backups that lie beside a file of games."""
    return max((path for path in beside(file, FOLDER).glob("*") if _NAME.fullmatch(path.name)), default=None)


class Daily:
    """Makes the backup of the day, unless there is one."""

    def __init__(self, file: Path, copy: Callable[[Path], None]) -> None:
        """``copy`` makes a backup: of the name that it was told, once it is whole, or none."""
        self._file, self._copy = file, copy
        self._folder = beside(file, FOLDER)
        self._not_before = 0.0

    def work(self, today: date | None = None) -> None:
        """Make it where it is due. Raises nothing: what goes wrong is told in the log."""
        backup = self._folder / f"{today or date.today()}.sqlite"
        if backup.exists() or not self._file.exists() or time.monotonic() < self._not_before:
            return
        self._not_before = time.monotonic() + AGAIN
        try:
            needed = 2 * self._file.stat().st_size + LEAST_LEFT
            if shutil.disk_usage(self._file.parent).free < needed:
                LOG.warning("no backup of %s was made today: the disk has no room for it", self._file)
                return
            self._folder.mkdir(exist_ok=True)
            self._copy(backup)
            self._clear(backup)
        except (OSError, StoreError, sqlite3.Error) as error:
            LOG.warning("no backup of %s was made today: %s", self._file, error)
        else:
            self._not_before = 0.0

    def _clear(self, newest: Path) -> None:
        """Delete those that are too many, and what a process that was killed has left. In: the one made just now.

        It stays, whatever the clock says.
        """
        others = sorted(path for path in self._folder.iterdir() if _NAME.fullmatch(path.name) and path != newest)
        halves = [path for path in self._folder.glob("*.part*") if path.stat().st_mtime < time.time() - AGAIN]
        for path in [*others[: 1 - DAYS], *halves]:
            path.unlink()
