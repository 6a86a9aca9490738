"""What stands before the pages: streams of news stay open here; and the server that runs it.

The pages are asked about a stream as well: they say whether this visitor may follow this game, and where it stands; a
refusal is theirs, word for word. So whatever guards the pages guards the streams.
"""

from __future__ import annotations

import asyncio
import gc
import re
import signal
import socket
import threading
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from types import FrameType
from typing import cast

import uvicorn
from asgiref.typing import (
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    ASGISendEvent,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    HTTPScope,
    Scope,
)
from uvicorn.protocols.http.h11_impl import H11Protocol

from hive.live.hub import Hub, News
from hive.live.pages import Answer, Pages

ENDING = (signal.SIGINT, signal.SIGTERM)


def before_the_end(done: Callable[[], None]) -> None:
    """Have this done first when the server is interrupted. In other threads than the main one there are no signals."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in ENDING:
        then = signal.getsignal(number)

        def ending(told: int, frame: FrameType | None, then: object = then) -> None:
            done()
            if callable(then):
                then(told, frame)

        signal.signal(number, ending)


# --- who asks, as far as addresses tell


A_HOME = 64
"""So many bits of an address of IPv6 are a household's; the rest its devices choose as they like."""
FORWARDED = b"x-forwarded-for"


def household(address: str) -> str:
    """What the devices of one household have in common; the address itself where there is no more to be known.

    An address of IPv4 stands for itself, also where it is written as one of IPv6.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), A_HOME), strict=False))


def visitor_of(scope: HTTPScope, proxies: int = 0) -> str:
    """Who asks: the other end of the connection, or whom the last so many proxies name."""
    told = b",".join(value for name, value in scope["headers"] if name == FORWARDED).decode("latin1").split(",")
    if proxies and len(told) >= proxies and told[-proxies].strip():
        return household(told[-proxies].strip())
    return household(scope["client"][0]) if scope["client"] else ""


# --- what a request may bring


CLOSES = ((b"connection", b"close"),)


@dataclass(frozen=True)
class Bounds:
    """The most bytes of a request; seconds for each part of it, and bytes a second at least.

    At some addresses ``more`` bytes may come from those who are ``trusted`` with so many.
    """

    most: int
    more: Mapping[str, int]
    patience: float = 15.0
    pace: int = 64 * 1024
    trusted: Callable[[str], bool] = lambda visitor: True

    def of(self, path: str, visitor: str) -> int:
        """The most bytes that may come to an address from a visitor."""
        return self.more[path] if path in self.more and self.trusted(visitor) else self.most


class UploadRefused(Exception):
    """A request whose body is not waited for any longer."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.answer = Answer.plain(status, text, CLOSES)


class Upload:
    """The body of a request as it comes in. Of one that says to be too large the pages see nothing but that."""

    def __init__(self, scope: HTTPScope, receive: ASGIReceiveCallable, bounds: Bounds) -> None:
        self.receive, self._patience = receive, bounds.patience
        headers = dict(scope["headers"])
        if b"transfer-encoding" in headers:
            raise UploadRefused(411, "The app has to know beforehand how much is sent, from a Content-Length.")
        told = headers.get(b"content-length", b"0")
        size = int(told) if told.isdigit() else 0
        self._skips = size > bounds.of(scope["path"], scope["client"][0] if scope["client"] else "")
        self._until = asyncio.get_running_loop().time() + bounds.patience + size / bounds.pace

    async def __call__(self) -> ASGIReceiveEvent:
        """The next part. Raises UploadRefused if it comes too late, ConnectionError if it never will."""
        if self._skips:
            return {"type": "http.request", "body": b"", "more_body": False}
        left = self._until - asyncio.get_running_loop().time()
        try:
            part = await asyncio.wait_for(self.receive(), max(0.0, min(left, self._patience)))
        except TimeoutError as error:
            raise UploadRefused(408, "What was sent did not arrive in time. Send it again.") from error
        if part["type"] == "http.disconnect":
            raise ConnectionError
        return part


# --- what a stream says, compressed


GZIP = b"gzip"
_BEGINS = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
_ENDS = b"\x03\x00"


@lru_cache(64)
def _packed(said: bytes) -> bytes:
    """A piece of a stream that a browser unpacks as soon as it comes, whatever came before."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(said) + packer.flush(zlib.Z_SYNC_FLUSH)


class Says:
    """What one stream says, as it is sent. What several say alike is compressed once for all."""

    def __init__(self, packs: bool) -> None:
        """``packs``: whether the browser takes gzip, and it is worth it."""
        self._packs = packs
        self._sum, self._size = 0, 0

    def piece(self, said: bytes, more: bool = True) -> bytes:
        """A piece of it; the last one if there is no ``more``."""
        if not self._packs:
            return said
        begins = b"" if self._size else _BEGINS
        self._sum, self._size = zlib.crc32(said, self._sum), (self._size + len(said)) % 2**32
        ends = b"" if more else _ENDS + self._sum.to_bytes(4, "little") + self._size.to_bytes(4, "little")
        return begins + (_packed(said) if said else b"") + ends


# --- what stands before the pages: streams of news stay open here, all other requests go on to the pages


STREAM = re.compile(r"/games/([^/]+)/stream")
EVENTS = b"text/event-stream"
ALIKE = "alike"
"""The header by which the pages say which streams are brought the same drawings; it goes no further than here."""
NOSNIFF = b"x-content-type-options"
HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is there; proxies close what is silent for longer, often at 30."""
STREAMS_OF_ONE = 1024
"""The most streams to one address: a whole convention may be behind one."""
STILL = b"event: still\ndata: .\n\n"
"""What a silent stream says. A script hears events alone, and knows by them that it is not alone."""
TOO_MANY_SCREENS = "So many screens follow games from your address that this host opens no more. Close some of them."
RETRY_AFTER = ((b"retry-after", b"60"),)


@dataclass(frozen=True)
class Front:
    """The whole app as a server runs it. ``begins`` is called before all requests, ``ends`` after the last.

    So many ``proxies`` stand in front of it, and are believed who asks. What it answers itself has the same ``headers``
    as what the pages answer.
    """

    pages: Pages
    hub: Hub
    bounds: Bounds
    begins: Callable[[], None] = lambda: None
    ends: Callable[[], None] = lambda: None
    heartbeat: float = HEARTBEAT
    streams_of_one: int = STREAMS_OF_ONE
    proxies: int = 0
    headers: tuple[tuple[bytes, bytes], ...] = ()

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """One request, or the life of the server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            followed = STREAM.fullmatch(scope["path"]) if scope["method"] == "GET" else None
            # Whoever leaves before all is sent gets no answer.
            with suppress(ConnectionError):
                try:
                    upload = Upload(scope, receive, self.bounds)
                    if followed is None:
                        await self._sent(await self.pages.answer(scope, upload), send)
                    else:
                        await self._stream(followed[1], scope, upload, send)
                except UploadRefused as refused:
                    await self._sent(refused.answer, send)

    async def _live(self, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        await receive()
        self.hub.open()
        # A server that ends waits for its streams: they have to go first.
        before_the_end(self.hub.close)
        self.begins()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await asyncio.to_thread(self.ends)
        await send({"type": "lifespan.shutdown.complete"})

    async def _stream(self, game_id: str, scope: HTTPScope, upload: Upload, send: ASGISendCallable) -> None:
        visitor = visitor_of(scope, self.proxies)
        if self.hub.streams_of(visitor) >= self.streams_of_one:
            await self._sent(Answer.plain(429, TOO_MANY_SCREENS, RETRY_AFTER), send)
            return
        # First join, then ask where the game stands: what comes in between is news.
        with self.hub.follow(game_id, visitor) as news:
            answer = await self.pages.answer(scope, upload)
            if answer.is_of(EVENTS):
                packs = any(name == b"accept-encoding" and GZIP in value for name, value in scope["headers"])
                await self._follow(answer, news, packs, upload.receive, send)
                return
        await self._sent(answer, send)

    async def _sent(self, answer: Answer, send: ASGISendCallable) -> None:
        # What comes from the pages says all of it that it needs.
        hardened = any(name == NOSNIFF for name, _ in answer.headers)
        await send(_start(answer.status, answer.headers if hardened else [*answer.headers, *self.headers]))
        await send(_body(answer.body))

    async def _follow(
        self, answer: Answer, news: News, packs: bool, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        headers = [one for one in answer.headers if one[0] not in (b"content-length", ALIKE.encode())]
        news.alike = answer.said(ALIKE)
        # Numbers alone are shorter as they are.
        if packs := packs and news.alike != "":
            headers += [(b"content-encoding", GZIP), (b"vary", b"Accept-Encoding")]
        says = Says(packs)
        await send(_start(answer.status, headers))
        await send(_body(says.piece(answer.body), more=True))
        gone = asyncio.ensure_future(_disconnected(receive))
        try:
            await self._tell(news, gone, says, send)
        finally:
            gone.cancel()

    async def _tell(self, news: News, gone: asyncio.Future[None], says: Says, send: ASGISendCallable) -> None:
        """Send news as they come until the screen is gone, has to ask anew, or the server ends."""
        while True:
            told = asyncio.ensure_future(news.get())
            await asyncio.wait((told, gone), timeout=self.heartbeat, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                told.cancel()
                return
            if not told.done():
                told.cancel()
                await send(_body(says.piece(STILL), more=True))
            elif (stands := told.result()) is None:
                await send(_body(says.piece(b"", more=False)))
                return
            else:
                # Who has to ask anew is not told any more.
                more = stands.position >= 0
                await send(_body(says.piece(stands.event, more), more=more))
                if not more:
                    return


async def _disconnected(receive: ASGIReceiveCallable) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _start(status: int, headers: list[tuple[bytes, bytes]]) -> ASGISendEvent:
    event: HTTPResponseStartEvent = {
        "type": "http.response.start",
        "status": status,
        "headers": headers,
        "trailers": False,
    }
    return event


def _body(body: bytes, more: bool = False) -> ASGISendEvent:
    event: HTTPResponseBodyEvent = {"type": "http.response.body", "body": body, "more_body": more}
    return cast(ASGISendEvent, event)


# --- the server


AT_THE_END = 5
"""Seconds that a server which ends waits for its last answers."""
OPEN_FILES = 16_384


class Patient(H11Protocol):
    """A connection that is closed when the head of its request does not come to its end, or nobody reads the answer."""

    patience = 15.0
    """Seconds in which the head of a request has to arrive."""
    unread = 30.0
    """Seconds in which what was sent has to be read, or so many bytes for each of them."""
    pace = 4096
    _waits: asyncio.TimerHandle | None = None
    _reads: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; now they have to ask something."""
        super().connection_made(transport)
        # Writing pauses as soon as anything is not taken at once, and goes on once all is.
        transport.set_write_buffer_limits(0)
        self._wait()

    def pause_writing(self) -> None:
        """What was sent waits here until it is read."""
        super().pause_writing()
        self._look_for_readers(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """It was read, as far as can be told from here."""
        self._done_sending()
        super().resume_writing()

    def _look_for_readers(self, left: int) -> None:
        """End the connection unless enough of what is left is read in time."""

        def look() -> None:
            now = self.transport.get_write_buffer_size()
            if left - now < self.unread * self.pace:
                self.transport.abort()
            else:
                self._look_for_readers(now)

        self._reads = self.loop.call_later(self.unread, look)

    def data_received(self, data: bytes) -> None:
        """A part of a request has come."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._done_waiting()
        elif self._waits is None and (before is None or before.response_complete):
            self._wait()

    def send_400_response(self, msg: str) -> None:
        """What came is no request, or goes on as none: this is its answer, and the app's comes too late."""
        super().send_400_response(msg)
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._done_waiting()
        self._done_sending()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waits = self.loop.call_later(self.patience, self.timeout_keep_alive_handler)

    def _done_waiting(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None

    def _done_sending(self) -> None:
        if self._reads is not None:
            self._reads.cancel()
            self._reads = None


def run(front: Front, sockets: Sequence[socket.socket]) -> None:
    """Serve until interrupted. Raises KeyboardInterrupt then."""
    _allow_many_connections()
    hold_for_good()
    server(front).run(sockets=list(sockets))


def server(front: Front) -> uvicorn.Server:
    """A server of this front, to be run."""
    settings = uvicorn.Config(
        front,
        http=Patient,
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=AT_THE_END,
    )
    return uvicorn.Server(settings)


def hold_for_good() -> None:
    """Whatever is there by now stays: Python no longer searches it for objects that hold nothing but each other.

    To search the whole program and its tables takes an eighth of a second, and whoever has tapped just then waits.
    """
    gc.freeze()


def _allow_many_connections() -> None:
    """Each screen holds one file of this process open; some systems allow few unless they are asked for more."""
    try:
        import resource
    except ImportError:
        # Windows, which has no such bound.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
