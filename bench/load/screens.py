"""Screens of tables, as browsers are: each follows its stream, takes what it brings or fetches it, and one posts."""

from __future__ import annotations

import asyncio
import gzip
import html
import json
import re
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlencode

from bench.load.prepared import Prepared
from hive.web.table.shared import COOKIE as HINTS
from hive.web.table.shared import ON

TOKEN = re.compile(rb'name="csrf_token" value="([^"]+)"')
SHOWS = re.compile(rb'id="table"[^>]* hx-headers="([^"]+)"')
STANDS = re.compile(rb"/since\?position=(\d+)")
NEWS = re.compile(rb"data: (\d+)")
MARK = re.compile(rb'id="table"[^>]* data-mark="([\w-]+)"(?: data-seen="([^"]*)")?')
LENGTH = re.compile(rb"content-length: (\d+)", re.I)
COOKIE = re.compile(rb"set-cookie: ([^=;\r]+)=([^;\r]*)", re.I)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
ASKS_EACH = 3.0
"""A screen without a stream asks so often."""


class Failed(Exception):
    """An answer that no screen can use. ``status``: that of a post that was refused."""

    def __init__(self, what: str, status: int = 0) -> None:
        super().__init__(what)
        self.status = status


async def connected(ports: Sequence[int]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the first of some servers that is there, as a proxy finds one. Raises OSError if none is."""
    for port in ports[:-1]:
        with suppress(OSError):
            return await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    return await asyncio.open_connection("127.0.0.1", ports[-1], limit=1 << 20)


class Line:
    """One connection that is kept open, as a browser's; to another server while its own is away."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = ports
        self._lock = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> tuple[int, bytes, bytes]:
        """Send a request; its status, head and body."""
        async with self._lock:
            idle = self._streams is not None
            try:
                return await self._asked(method, path, headers, body)
            except (OSError, asyncio.IncompleteReadError) as error:
                self.close()
                # A server closes what is idle; browsers then ask once more, if no byte of an answer came.
                if not idle or (isinstance(error, asyncio.IncompleteReadError) and error.partial):
                    raise
                return await self._asked(method, path, headers, body)

    async def _asked(self, method: str, path: str, headers: dict[str, str], body: str) -> tuple[int, bytes, bytes]:
        if self._streams is None:
            self._streams = await connected(self.ports)
        reader, writer = self._streams
        writer.write(request(method, path, self.ports[0], headers, body))
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        length = LENGTH.search(head)
        content = await reader.readexactly(int(length[1])) if length else b""
        if b"content-encoding: gzip" in head.lower():
            content = gzip.decompress(content)
        return status, head, content

    def close(self) -> None:
        """Cut the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def request(method: str, path: str, port: int, headers: dict[str, str], body: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept-Encoding: gzip"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + f"\r\n\r\n{body}").encode()


class Table:
    """A game and its screens; ``taken`` are the seconds from a tap until another screen shows it."""

    def __init__(self, prepared: Prepared, ports: list[int], screens: int = 3, others: Sequence[int] = ()) -> None:
        """``ports``: the servers that its screens ask in turn; ``others``: those that they ask while theirs is away."""
        self.prepared = prepared
        self.address = f"/games/{prepared.game_id}"
        self.tapped: dict[int, float] = {}
        self.taken: list[float] = []
        self.posts: list[float] = []
        self.screens = [Screen(self, [ports[number % len(ports)], *others]) for number in range(screens)]

    async def open(self) -> None:
        """Open the page on all screens, and their streams."""
        for screen in self.screens:
            await screen.open()

    def close(self) -> None:
        """Close all screens."""
        for screen in self.screens:
            screen.close()

    async def step(self, number: int) -> None:
        """Post the next entry on one of the screens."""
        entry = self.prepared.ahead[number]
        screen = self.screens[number % len(self.screens)]
        # Whoever taps has seen the step before, however long that takes.
        await screen.fetch(max(self.tapped, default=screen.stands))
        begun = time.perf_counter()
        self.tapped[screen.stands + 1] = begun
        await screen.post(entry.path, entry.fields)
        self.posts.append(time.perf_counter() - begun)


class Screen:
    """One browser at a table."""

    def __init__(self, table: Table, ports: Sequence[int]) -> None:
        self.table, self.line = table, Line(ports)
        self.stands = 0
        self.streams = True
        # It has the hints of a first game, and has read none of them yet.
        self._cookies = {HINTS: ON}
        self.headers = {"Cookie": f"{HINTS}={ON}"}
        self.token = ""
        self.mark, self.seen = "", [""]
        self.brought = 0
        self._following: asyncio.Task[None] | None = None
        self._fetching = asyncio.Lock()
        self._stream_of: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        """Load the page, and follow its game."""
        status, page = await self._ask("GET", self.table.address)
        if status != 200:
            raise Failed(f"the page was answered with {status}")
        self.headers |= {"HX-Request": "true", "HX-Target": "table"}
        token = TOKEN.search(page)
        self.token = html.unescape(token[1].decode()) if token else ""
        self._read(page)
        if self._following is None:
            self._following = asyncio.create_task(self._follow())

    def close(self) -> None:
        """Close the page."""
        if self._following is not None:
            self._following.cancel()
        self.line.close()

    def cut(self) -> None:
        """Cut all connections, as a broken network does; the screen comes back by itself."""
        self.line.close()
        if self._stream_of is not None:
            self._stream_of.transport.abort()

    async def post(self, path: str, fields: dict[str, str]) -> int:
        """Post a form at the position that is shown; returns the status."""
        data = {"csrf_token": self.token, "position": str(self.stands), **fields}
        # Who follows meanwhile must not fetch what this very answer brings.
        async with self._fetching:
            status, page = await self._ask("POST", f"{self.table.address}/{path}", urlencode(data))
            if status not in (200, 409):
                raise Failed(f"{path} was answered with {status}", status)
            self._read(page)
        return status

    async def fetch(self, known: int = 0) -> None:
        """Fetch what has changed, unless a position that is told is shown already."""
        async with self._fetching:
            if known and known <= self.stands:
                return
            path = f"{self.table.address}/since?position={self.stands}&tab=now"
            status, page = await self._ask("GET", path)
            if status == 200:
                self._show(page)
            elif status != 204:
                raise Failed(f"a look was answered with {status}")

    async def take(self, event: bytes) -> None:
        """What an event of the stream tells or brings; what does not fit this screen is fetched."""
        told, *drawn = event.partition(b"data: ")[2].split(b"\ndata: ")
        mark, kind, _, text = json.loads(drawn[0]) if drawn else ("", "", [], "")
        if self._fetching.locked() or mark != self.mark or kind not in self.seen:
            await self.fetch(int(told.partition(b".")[0]))
            return
        self.brought += 1
        self._show(text.replace("<seen>", " ".join(self.seen)).encode())

    def _show(self, page: bytes) -> None:
        self._read(page)
        if begun := self.table.tapped.get(self.stands):
            self.table.taken.append(time.perf_counter() - begun)

    async def _ask(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        """Send a request with what was told to keep; its status and body."""
        form = FORM if method == "POST" else {}
        status, head, page = await self.line.ask(method, path, {**self.headers, **form}, body)
        self._cookies |= {name.decode(): value.decode() for name, value in COOKIE.findall(head)}
        self.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return status, page

    def _read(self, page: bytes) -> None:
        shows, stands, mark = SHOWS.search(page), STANDS.search(page), MARK.search(page)
        if shows is None or stands is None or mark is None:
            raise Failed("the page does not say what it shows")
        self.mark, self.seen = mark[1].decode(), (mark[2] or b"-").decode().split(" ")
        self.headers |= json.loads(html.unescape(shows[1].decode()))
        self.stands = int(stands[1])

    async def _follow(self) -> None:
        while self.streams:
            # What failed is tried again, as browsers do.
            with suppress(OSError, asyncio.IncompleteReadError, Failed):
                await self._stream()
            if self.streams:
                await asyncio.sleep(0.5)
        while True:
            await asyncio.sleep(ASKS_EACH)
            with suppress(OSError, asyncio.IncompleteReadError, Failed):
                await self.fetch()

    async def _stream(self) -> None:
        reader, writer = await connected(self.line.ports)
        self._stream_of = writer
        try:
            stream = f"{self.table.address}/stream?draws=yes"
            writer.write(request("GET", stream, self.line.ports[0], self.headers))
            head = await reader.readuntil(b"\r\n\r\n")
            if (status := int(head[9:12])) >= 500:
                raise Failed(f"the stream was answered with {status}")
            if status != 200 or b"text/event-stream" not in head:
                # This server has no streams: ask, as a browser then does.
                self.streams = False
                return
            unpacks = zlib.decompressobj(zlib.MAX_WBITS | 16) if b"content-encoding: gzip" in head.lower() else None
            while size := int(await reader.readuntil(b"\r\n"), 16):
                said = (await reader.readexactly(size + 2))[:-2]
                for event in (unpacks.decompress(said) if unpacks else said).split(b"\n\n"):
                    if NEWS.search(event):
                        await self.take(event)
        finally:
            writer.close()
