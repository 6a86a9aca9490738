"""What a file of games needs between the posts: work that is done once nobody writes for a moment."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

QUIET = 2.0
"""After so many seconds without a write the work is done,"""
LATEST = 20.0
"""and so many seconds after the first write in any case."""


class Keeper:
    """Does some work after writes, in a thread of its own that ends with it."""

    def __init__(self, work: Callable[[], None], quiet: float = QUIET, latest: float = LATEST) -> None:
        """``work`` raises nothing."""
        self._work = work
        self._quiet = quiet
        self._latest = latest
        self._written = 0.0
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()

    def wrote(self) -> None:
        """Something was written just now."""
        with self._lock:
            self._written = time.monotonic()
            if self._thread is None:
                self._ended = threading.Event()
                self._thread = threading.Thread(target=self._wait, args=(self._ended,), daemon=True)
                self._thread.start()

    def end(self) -> None:
        """Leave the work undone; whoever calls does it."""
        with self._lock:
            thread, self._thread = self._thread, None
            self._ended.set()
        if thread is not None:
            thread.join()

    def _wait(self, ended: threading.Event) -> None:
        begun = time.monotonic()
        while not ended.is_set():
            with self._lock:
                due = min(self._written + self._quiet, begun + self._latest)
                if due <= time.monotonic():
                    self._thread = None
                    break
            ended.wait(due - time.monotonic())
        if not ended.is_set():
            self._work()
