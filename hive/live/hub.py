"""Which streams are open on which game, and how news reaches them, also of what other processes enter.

A file of games tells nothing, and news of a database can get lost. So once a second one looks where the games stand
that somebody follows; the more there are, the more seldom, so that it takes no more than a part of the time.

While a post is answered, news of its game wait: its answer is drawn anyway, and goes with them to the screens that
would be drawn the same.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class Told(NamedTuple):
    """Where a game stands: the last line of its log, and how much was entered beside it (0: nothing is told of that).

    For some streams with what a screen shows there: ``drawn``, on one line.
    """

    position: int
    shares: int = 0
    drawn: bytes = b""

    @property
    def event(self) -> bytes:
        """It as a stream says it."""
        stands = as_told(self.position, self.shares).encode()
        return (
            b"event: drawn\ndata: %b\ndata: %b\n\n" % (stands, self.drawn) if self.drawn else b"data: %b\n\n" % stands
        )


class Drawing(NamedTuple):
    """What a screen shows at a line of the log, for all streams that are alike; on one line."""

    position: int
    alike: str
    drawn: bytes


class News(asyncio.Queue[Told | None]):
    """What a stream waits for: where its game stands now; nothing once the server ends. It has room for one.

    Streams that are ``alike`` may be brought the same drawing; a stream that is like none is brought none.
    """

    def __init__(self) -> None:
        super().__init__(1)
        self.alike = ""


@dataclass
class _Held:
    """The posts to a game that are being answered, and what came of it meanwhile."""

    posts: int = 0
    news: list[Told] = field(default_factory=list)


ANEW = -1
"""Less than 0 is no line: the game is gone, or its codes are others, and each screen has to ask anew."""


def as_told(position: int, shares: int = 0) -> str:
    """Where a game stands, as screens read it."""
    return f"{position}.{shares}" if shares else str(position)


class Hub:
    """The open streams of this process. What is said to be for any thread is so; the rest is for its event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._streams: dict[str, set[News]] = {}
        self._visitors: Counter[str] = Counter()
        self._held: dict[str, _Held] = {}
        self._guard = threading.Lock()
        self._ends = False

    def open(self) -> None:
        """From now on this thread's event loop has the streams."""
        self._loop, self._ends = asyncio.get_running_loop(), False

    def close(self) -> None:
        """End all streams, and those that come yet. From any thread, and from within a signal."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._close)

    def tell(self, game_id: str, position: int, shares: int = 0) -> None:
        """A game stands at another line of its log, or more was entered beside it.

        From any thread, at any time; without a server nobody listens. While a post to it is answered, that waits.
        """
        told = Told(position, shares)
        with self._guard:
            held = self._held.get(game_id)
            if held is not None:
                held.news.append(told)
        if held is None:
            self._send(game_id, told)

    def hold(self, game_id: str) -> None:
        """A post to a game is being answered, until ``release``. From any thread."""
        with self._guard:
            self._held.setdefault(game_id, _Held()).posts += 1

    def release(self, game_id: str, drawing: Drawing | None = None) -> None:
        """A post to a game is answered: tell what has come of it, with its drawing. From any thread."""
        with self._guard:
            held = self._held[game_id]
            news, held.news, held.posts = held.news, [], held.posts - 1
            if not held.posts:
                del self._held[game_id]
        if news:
            anew = [one for one in news if one.position < 0]
            self._send(game_id, anew[0] if anew else max(news), drawing)

    def _send(self, game_id: str, told: Told, drawing: Drawing | None = None) -> None:
        loop = self._loop
        if loop is None or game_id not in self._streams:
            return
        try:
            loop.call_soon_threadsafe(self._tell, game_id, told, drawing)
        except RuntimeError:
            # The loop is over.
            self._loop = None

    def games(self) -> list[str]:
        """The games that somebody follows. From any thread."""
        return list(self._streams)

    def follows(self, game_id: str) -> bool:
        """Whether somebody follows a game. From any thread."""
        return game_id in self._streams

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return sum(list(self._visitors.values()))

    def streams_of(self, visitor: str) -> int:
        """How many streams go to an address."""
        return self._visitors[visitor]

    @contextmanager
    def follow(self, game_id: str, visitor: str) -> Iterator[News]:
        """News of a game, as long as the stream lasts."""
        news = News()
        if self._ends:
            _put(news, None)
        streams = self._streams.setdefault(game_id, set())
        streams.add(news)
        self._visitors[visitor] += 1
        try:
            yield news
        finally:
            streams.discard(news)
            if not streams and self._streams.get(game_id) is streams:
                del self._streams[game_id]
            self._visitors -= Counter([visitor])

    def _close(self) -> None:
        self._ends = True
        for streams in self._streams.values():
            for news in streams:
                _put(news, None)

    def _tell(self, game_id: str, told: Told, drawing: Drawing | None) -> None:
        drawn, alike = told, ""
        if drawing is not None and drawing.position == told.position:
            drawn, alike = told._replace(drawn=drawing.drawn), drawing.alike
        for news in self._streams.get(game_id, ()):
            _put(news, drawn if alike and news.alike == alike else told)


def _put(news: News, told: Told | None) -> None:
    """Whoever has not read the last news yet reads these instead, but no end is ever taken back, nor later news."""
    before = news.get_nowait() if news.full() else told
    if before is None or told is None:
        told = None
    elif before.position < 0:
        told = before
    elif told.position >= 0:
        told = max(before, told)
    news.put_nowait(told)


# --- what other processes enter in the same games


EVERY = 1.0
"""Seconds between two looks, if each takes little."""
SHARE = 50
"""A pause is so many times as long as the processor was busy before it: looking takes two hundredths at most."""


class Listening(Protocol):
    """What a store says of its own accord."""

    def stop(self) -> None:
        """Say nothing any more."""


Heard = Callable[[str | None, int], None]
Stand = tuple[int, str | None, str | None, int]
"""Where a game stands: the last line of its log, a code that opens it and its rematch, if there are such, and how much
was entered beside it."""


class Watch:
    """Tells the hub what other processes enter, from ``start`` to ``stop``."""

    def __init__(
        self, hub: Hub, stands: Callable[[str], Stand | None], listen: Callable[[Heard], Listening | None]
    ) -> None:
        """``stands`` looks up where a game stands, None if that cannot be found out now; ``listen`` begins the news."""
        self._hub, self._stands, self._listen = hub, stands, listen
        self._wakes = threading.Event()
        self._ends = False
        self._seen: dict[str, Stand] = {}
        self._news: Listening | None = None
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Begin to hear and to look."""
        self._thread.start()
        self._news = self._listen(self.heard)

    def stop(self) -> None:
        """End both."""
        self._ends = True
        self._wakes.set()
        if self._news is not None:
            self._news.stop()
        self._thread.join()

    def heard(self, game_id: str | None, position: int) -> None:
        """News from the store; without a game, that news may have been lost."""
        if game_id is None:
            self._wakes.set()
        else:
            self._hub.tell(game_id, position)

    def _run(self) -> None:
        while not self._ends:
            # What it takes from others is the processor: to wait for games that cannot be reached takes nothing.
            began = time.thread_time()
            self._look()
            self._wakes.wait(max(EVERY, SHARE * (time.thread_time() - began)))
            self._wakes.clear()

    def _look(self) -> None:
        seen: dict[str, Stand] = {}
        for game_id in self._hub.games():
            stand = self._stands(game_id)
            if stand is None:
                continue
            seen[game_id] = stand
            position, code, rematch, shares = stand
            known, opened, rematched, entered = self._seen.get(game_id, (None, None, rematch, None))
            if opened not in (None, code) or rematched != rematch:
                self._hub.tell(game_id, ANEW)
            elif (known, entered) != (position, shares):
                self._hub.tell(game_id, position, shares)
        self._seen = seen
