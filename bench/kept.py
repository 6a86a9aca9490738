"""A file in which a long measurement keeps what it has, line by line, so that it goes on where it was stopped."""

from __future__ import annotations

import json
import signal
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Row = TypeVar("Row", bound="DataclassInstance")


class Kept(Generic[Row]):
    """The rows of a file, or of none: then nothing is kept."""

    def __init__(self, file: Path | None, kind: type[Row]) -> None:
        self._file = file
        self.rows: list[Row] = []
        for line in file.read_text(encoding="utf-8").splitlines() if file is not None and file.exists() else []:
            # A line that was cut off while it was written is measured again.
            with suppress(json.JSONDecodeError):
                self.rows.append(kind(**json.loads(line)))

    def keep(self, row: Row) -> None:
        """Write a row at the end."""
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                print(json.dumps(asdict(row)), file=file)


def stoppable() -> None:
    """Whoever stops it with a signal stops it in order: what it has started ends with it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
