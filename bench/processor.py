"""The processor time of a process with all that it has started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
_TIMES = 20


def processor_time(pid: int) -> float:
    """The seconds that processors have worked for a process, what it has started, and what those have.

    What has ended counts as long as somebody has waited for its end. Its time goes over to who waited just then: where
    one ends while all are read, it counts twice or not at all, so they are read again.
    """
    for _ in range(_TIMES):
        there = [pid, *_started_by(pid)]
        ticks = sum(_ticks(one) for one in there)
        if there == [pid, *_started_by(pid)]:
            break
    return ticks / TICKS


def _started_by(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                for child in (thread / "children").read_text().split():
                    yield int(child)
                    yield from _started_by(int(child))


def _ticks(pid: int) -> int:
    """A process's own, and of those that it has waited for; none, once it has gone."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(int(field) for field in fields[11:15])
    return 0
