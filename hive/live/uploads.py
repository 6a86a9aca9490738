"""What a request may bring: so much, and within some time. Whoever is slower holds nobody up, and is cut off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from asgiref.typing import ASGIReceiveCallable, ASGIReceiveEvent, HTTPScope

from hive.live.pages import Answer

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
