"""The server: the front run by uvicorn, on sockets that are bound already. It ends at Ctrl+C, open streams or not."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Sequence

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from hive.live.front import Front

AT_THE_END = 5
"""Seconds that a server which ends waits for its last answers."""
OPEN_FILES = 16_384
SELDOM = (50_000, 10, 10)
"""So many new things let Python search them for what is of no use, so many searches let it search older ones, too."""


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

    To search the whole program and its tables takes an eighth of a second, and whoever has tapped just then waits. What
    comes after is searched seldom: a step makes thousands of small things, and nearly all go by themselves.
    """
    gc.freeze()
    gc.set_threshold(*SELDOM)


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
