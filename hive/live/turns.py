"""Who is given a thread when: what changes a game comes one after another, and waits for that without a thread.

A post waits for the file of games while another program writes to it. If each had a thread, nobody else would be
answered. So posts fill only some of the threads, one for each game, and looks at a game wait until its post is through.
An import replays a whole log: all imports together have one thread as well, so that the steps of other games go on.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

_LOOKS = ("GET", "HEAD", "OPTIONS")
_ONE_AT_A_TIME = re.compile(r"/games/[^/]+|/import$")


class Busy(Exception):
    """The post before this one in its line has waited in vain."""


class Line:
    """Those who ask about one game, or import one.

    The first of the posts holds ``first``, and ``thread`` once it has a thread.
    """

    def __init__(self) -> None:
        """Nobody asks yet."""
        self.first, self.thread = asyncio.Lock(), asyncio.Lock()
        self.refused = 0

    def refuse(self) -> None:
        """Let those who wait now wait no longer: whoever was before them could not reach the games."""
        self.refused += 1


class Turns:
    """The turns of one event loop."""

    def __init__(self, posts: int) -> None:
        """So many ``posts`` have a thread at the same time."""
        self._threads = asyncio.Semaphore(posts)
        # A game is known as long as somebody asks about it: made-up addresses leave nothing behind.
        self._lines: WeakValueDictionary[str, Line] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, method: str, path: str) -> AsyncIterator[Line]:
        """One's turn to have a thread, in the order in which posts and looks came. Raises Busy."""
        found = _ONE_AT_A_TIME.match(path)
        line = self._lines.setdefault(found[0], Line()) if found else Line()
        if method in _LOOKS:
            async with line.thread:
                pass
            yield line
            return
        refused = line.refused
        async with line.first:
            if line.refused != refused:
                raise Busy
            async with self._threads, line.thread:
                yield line
