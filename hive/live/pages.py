"""The pages, which know nothing of event loops, asked from one: a few threads answer, and each in its turn.

A post waits for the file of games while another program writes to it. If each had a thread, nobody else would be
answered. So posts fill only some of the threads, one for each game, and looks at a game wait until its post is through.
An import replays a whole log: all imports together have one thread as well, so that the steps of other games go on.

So nobody who reads slowly holds a thread. Nor do all threads wait for the file of games: some are kept for who looks.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast
from weakref import WeakValueDictionary

from asgiref.typing import ASGIReceiveCallable, HTTPScope
from asgiref.wsgi import WsgiToAsgiInstance

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


# --- the pages


THREADS = 4
"""Steps are work for the processor, of which Python uses one at a time: more threads help what waits for a file."""
IN_MEMORY = 1 << 20
"""What is larger waits in a file until it has come in."""

NOT_REACHED = 503
REFUSED = "hive.refused"
"""Under this name in what WSGI hands on, which no header can set, the pages learn that a post has waited in vain."""

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class Answer:
    """An answer as a whole."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    def is_of(self, kind: bytes) -> bool:
        """Whether it went well and is of a type."""
        return self.status == 200 and any(
            name == b"content-type" and value.startswith(kind) for name, value in self.headers
        )

    def said(self, name: str) -> str:
        """What a header says; nothing where there is none."""
        return next((value.decode("latin1") for known, value in self.headers if known == name.encode()), "")

    @classmethod
    def plain(cls, status: int, text: str, headers: Iterable[tuple[bytes, bytes]] = ()) -> Answer:
        """A sentence, where no page can be asked."""
        body = f"{text}\n".encode()
        common = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(body))]
        return cls(status, [*common, *headers], body)


class Pages:
    """A WSGI app, as its answers."""

    def __init__(self, app: Wsgi, threads: int = THREADS) -> None:
        """``threads`` of them answer at the same time, half of them posts at most."""
        self._app = app
        self._turns = Turns(max(1, threads // 2))
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="page")

    async def answer(self, scope: HTTPScope, receive: ASGIReceiveCallable) -> Answer:
        """The answer to a request, once it has come in. Raises ConnectionError if it never does."""
        with SpooledTemporaryFile(IN_MEMORY) as body:
            await _gathered(body, receive)
            request, loop = _Request(self._app, scope), asyncio.get_running_loop()
            try:
                async with self._turns.turn(scope["method"], scope["path"]) as line:
                    answer = await loop.run_in_executor(self._pool, request.answer, body)
                    if answer.status == NOT_REACHED:
                        line.refuse()
                    return answer
            except Busy:
                return await loop.run_in_executor(self._pool, request.answer, body, True)


class _Request(WsgiToAsgiInstance):
    """One request in the words of WSGI, answered in the thread that asks."""

    def __init__(self, app: Wsgi, scope: HTTPScope) -> None:
        super().__init__(app)  # type: ignore[no-untyped-call]
        # In the words of WSGI X_Forwarded_For reads as X-Forwarded-For, which a proxy sets. No browser sends it.
        self.scope = cast(HTTPScope, {**scope, "headers": [one for one in scope["headers"] if b"_" not in one[0]]})

    def answer(self, body: IO[bytes], refused: bool = False) -> Answer:
        try:
            environ = {**self.build_environ(self.scope, body), REFUSED: refused}  # type: ignore[no-untyped-call]
        except ValueError:
            return Answer.plain(400, "The app could not read that.")
        begun: list[tuple[int, list[tuple[bytes, bytes]]]] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
            begun[:] = [(int(status[:3]), [(name.lower().encode(), value.encode("latin1")) for name, value in headers])]

        parts = self.wsgi_application(environ, start)
        try:
            whole = b"".join(parts)
        finally:
            if (close := getattr(parts, "close", None)) is not None:
                close()
        return Answer(*begun[0], whole)


async def _gathered(body: IO[bytes], receive: ASGIReceiveCallable) -> None:
    while True:
        part = await receive()
        if part["type"] != "http.request":
            raise ConnectionError
        body.write(part["body"])
        if not part["more_body"]:
            body.seek(0)
            return
