"""The shape of an uploaded document, seen in its bytes before anything is made of them.

A few bytes of JSON become a hundred of memory: thirty megabytes of nothing but brackets take a gigabyte. So brackets,
commas and quotes are counted first, a piece at a time, and what holds more than any game of its size is refused before
it is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hive.store.errors import ImportRefused
from hive.words import say

DEEPEST_NESTING = 30
# A game has a list or a mapping on each 67 bytes, a value on 21, a quote on 7.
BYTES_EACH = {"[": 40, "{": 40, "]": 40, "}": 40, ",": 10, '"': 5}
ALWAYS = 5_000
"""So many of each a document of any size may hold."""
LONGEST_WIDE_TEXT = 16 * 1024 * 1024
"""One letter beyond those of ASCII makes each letter of a text up to four times as large; exports have none."""

_PIECE = 256 * 1024
_OTHERS = bytes(set(range(256)) - set(b"[]{},"))


def check_shape(document: bytes) -> None:
    """Raises ImportRefused if a document is nested deeper, or holds more, than any game. Nothing of it is read."""
    size = len(document)
    if not document.isascii() and size > LONGEST_WIDE_TEXT:
        raise ImportRefused(say("it holds too much"))
    found = Counter({'"': document.count(b'"')})
    depth = 0
    for marks in _marks(document):
        found.update({mark: marks.count(mark.encode()) for mark in "[]{},"})
        if any(number > ALWAYS + size // BYTES_EACH[mark] for mark, number in found.items()):
            raise ImportRefused(say("it holds too much"))
        for bracket in marks.replace(b",", b""):
            depth += 1 if bracket in b"[{" else -1
            if depth > DEEPEST_NESTING:
                raise ImportRefused(say("it is nested too deep"))


def _marks(document: bytes) -> Iterator[bytes]:
    """The brackets and commas that stand outside of texts, piece by piece."""
    at, within = 0, False
    while at < len(document):
        piece = document[at : at + _PIECE]
        if (len(piece) - len(piece.rstrip(b"\\"))) % 2 and len(piece) > 1:
            piece = piece[:-1]  # what the backslash escapes comes with the next piece
        at += len(piece)
        # Without what is escaped, each quote begins a text or ends one.
        parts = piece.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
        yield b"".join(parts[within::2]).translate(None, _OTHERS)
        within ^= len(parts) % 2 == 0
