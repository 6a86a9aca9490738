"""Bytes that are hardly a request, at a real server: each is refused or answered, none breaks it."""

from __future__ import annotations

import random
import re
import socket
from collections import Counter
from contextlib import suppress

import pytest

from day import times
from hive.live.front import Bounds, Patient
from test_live import SOON, Serve, serve

__all__ = ["serve"]

SAMPLE = times(80, 2000)
PATIENCE = 0.3
"""Seconds for what never comes to its end; the rest is answered at once."""
METHODS = (
    b"GET",
    b"GET",
    b"GET",
    b"POST",
    b"POST",
    b"HEAD",
    b"PUT",
    b"DELETE",
    b"OPTIONS",
    b"TRACE",
    b"CONNECT",
    b"PRI",
    b"get",
    b"G E T",
    b"\x00",
    b"\xc3\x89",
    b"",
    b"A" * 5000,
)
TARGETS = (
    b"/",
    b"/",
    b"/new",
    b"/health",
    b"/games/x/stream",
    b"/games/%00/stream",
    b"/games//stream",
    b"/games/x",
    b"*",
    b"//",
    b"",
    b"/%ff%fe",
    b"/\xff",
    b"/../../etc/passwd",
    b"/static/../app.py",
    b"http://elsewhere/",
    b"/new?" + b"a" * 70_000,
    b"/?a=%",
    b"/\t",
    b"example:1",
)
VERSIONS = (b"HTTP/1.1",) * 8 + (b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9", b"", b"HTTP/1.1 x", b"HTTP/1.\xb2")
HEADERS = (
    b"Host: other",
    b"Host",
    b": x",
    b" folded",
    b"Content-Length: -1",
    b"Content-Length: 1e9",
    b"Content-Length: 999999999999999999999",
    b"Content-Length: 3",
    b"Content-Length: 5\r\nContent-Length: 6",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: gzip, chunked\r\nContent-Length: 3",
    b"Expect: 100-continue",
    b"Upgrade: websocket\r\nConnection: Upgrade",
    b"X: \x00",
    b"X: " + b"b" * 70_000,
    b"Connection: close",
    b"Range: bytes=-1",
    b"Cookie: session=\xff\xfe=;;;",
    b"Origin: null",
    b"X-\xe9: y",
    b"Content-Type: multipart/form-data; boundary=",
    b"If-Modified-Since: \xff",
)
BODIES = (b"", b"", b"abc", b"5\r\nabcde\r\n0\r\n\r\n", b"ZZZ\r\n", b"GET / HTTP/1.1\r\n\r\n", bytes(range(256)))
ENDS = (b"\r\n",) * 8 + (b"\n", b"\r", b"")
STATUS = re.compile(rb"^HTTP/1\.1 ([2-5]\d\d)")


def nonsense(chance: random.Random) -> bytes:
    """A request that has something wrong about it, mostly."""
    line = b" ".join(chance.choice(part) for part in (METHODS, TARGETS, VERSIONS))
    headers = [b"Host: localhost"] * (chance.random() < 0.9) + chance.sample(HEADERS, chance.choice((0, 0, 1, 1, 2, 4)))
    raw = bytearray(chance.choice(ENDS).join((line, *headers, b"", b"")) + chance.choice(BODIES))
    if chance.random() < 0.1:
        raw[chance.randrange(len(raw))] = chance.randrange(256)
    return bytes(raw[: chance.randrange(len(raw))] if chance.random() < 0.1 else raw)


def answered(port: int, raw: bytes) -> int:
    """The status of the answer; 0 where the connection is closed without one."""
    told = b""
    with socket.create_connection(("127.0.0.1", port), SOON) as one, suppress(ConnectionError):
        one.sendall(raw)
        while STATUS.match(told) is None and (part := one.recv(4096)):
            told = (told + part).removeprefix(b"HTTP/1.1 100 \r\n\r\n")
    found = STATUS.match(told)
    return int(found[1]) if found else 0


def test_no_bytes_break_a_server(
    serve: Serve, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patient, "patience", PATIENCE)
    served = serve(bounds=Bounds(1000, {}, patience=PATIENCE))
    chance, statuses = random.Random(12), Counter[int]()
    for _ in range(SAMPLE):
        raw = nonsense(chance)
        status = answered(served.port, raw)
        assert status < 500, raw[:600]
        statuses[status] += 1
    assert statuses[200] > 1 and statuses[400] > 15 and statuses[404] > 1, statuses
    assert served.get("/health")[0] == 200
    assert "Traceback" not in capfd.readouterr().err
