"""An upload of nonsense is refused for its shape, before it takes memory or time."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

import pytest

from day import times
from hive.store import MAX_DOCUMENT_BYTES, ImportRefused, read_document
from hive.store.transfer import DEEPEST_NESTING, FORMAT, LONGEST_WIDE_TEXT, from_document
from serving import Table, app_in

EXPORTS = sorted((Path(__file__).parent / "exports").glob("*.json.gz"))
SIZE = 4 * 1024 * 1024
TIMES = 12
"""At most so many times its size a document takes while it is read; a genuine one takes seven."""
BESIDE = 2 * 1024 * 1024
ROOM = 1024
MOST_SECONDS, MOST_SECONDS_DENSE = 2, 6
"""Nonsense takes a third of a second; what has the shape of a game has to be read to be refused, and takes three."""


def filled(unit: bytes, size: int) -> bytes:
    return b'{"entries":[' + unit * (size // len(unit)) + b"0]}"


def of_a_game(lines: bytes) -> bytes:
    """A document that begins as a game's does, with these as its log."""
    begins = {"format": FORMAT, "version": 1, "name": "x", "created_at": "2026-11-01T00:00:00Z", "tables": {}}
    return json.dumps({**begins, "snapshot": None}).encode()[:-1] + b',"entries":[' + lines + b"]}"


NONSENSE: dict[str, Callable[[int], bytes]] = {
    "lists": partial(filled, b"[],"),
    "mappings": partial(filled, b"{},"),
    "lists in lists": partial(filled, b"[[[[[[[[[[]]]]]]]]]],"),
    "small mappings": partial(filled, b'{"a":1},'),
    "larger mappings": partial(filled, b'{"a":1,"b":2,"c":3,"d":4,"e":5},'),
    "numbers": partial(filled, b"1,"),
    "broken numbers": partial(filled, b"1.5,"),
    "texts": partial(filled, b'"",'),
    "letters": partial(filled, b'"abcdef",'),
    "escaped quotes": partial(filled, rb'"\"\"\"",'),
    "brackets alone": lambda size: b"[" * size,
    "brackets that close": lambda size: b"]" * size,
    "a text without end": lambda size: b'{"entries":"' + b"\\\\" * (size // 2),
    "quotes alone": lambda size: b'"' * size,
    "a number without end": lambda size: b'{"entries":' + b"9" * size + b"}",
    "nothing but zeros": bytes,
    "wide letters": lambda size: b'{"entries":["' + "\U0001f41d".encode() * (LONGEST_WIDE_TEXT // 4) + b'"]}',
}
# These have the shape of a game: no more brackets and commas than one of their size, and no more lines than any.
STRANGE_FIELDS = b"{" + b",".join(b'"%c":1       ' % letter for letter in range(97, 123)) + b"},"
DENSE: dict[str, Callable[[int], bytes]] = {
    "lines of strange fields": lambda size: of_a_game(STRANGE_FIELDS * (size // len(STRANGE_FIELDS)) + b"{}"),
    "a line of many fields": lambda size: of_a_game(
        b"{%s}" % b",".join(b'"%07d": 1   ' % n for n in range(size // 16))
    ),
    "a list of wrong values": lambda size: of_a_game(b'{"data":[%s0]}' % (b'"no such box",' * (size // 14))),
    "a log that is none": lambda size: of_a_game(b"")[:-2] + b'"%s"}' % (b"x" * size),
}


def peak_of(document: bytes) -> int:
    """How much memory reading takes at its height; what is refused counts the same."""
    tracemalloc.start()
    try:
        read_document(document)
    except ImportRefused as error:
        assert len(str(error)) < 300
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return peak


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_takes_no_more_memory_than_a_game_of_its_size(what: str) -> None:
    document = NONSENSE[what](SIZE)
    assert peak_of(document) < TIMES * len(document) + BESIDE


SECONDS = {**dict.fromkeys(NONSENSE, MOST_SECONDS), **dict.fromkeys(DENSE, MOST_SECONDS_DENSE)}


@pytest.mark.parametrize("what", SECONDS)
def test_the_largest_upload_is_refused_before_it_takes_much_time(what: str) -> None:
    """Time of the processor: how much else the machine does meanwhile does not count. By day an eighth of both."""
    part = 1 if what == "wide letters" else times(8, 1)
    largest = MAX_DOCUMENT_BYTES // part
    document = {**NONSENSE, **DENSE}[what](largest - ROOM)
    assert largest / 3 < len(document) <= largest
    begun = process_time()
    with pytest.raises(ImportRefused):
        from_document(read_document(document))
    assert process_time() - begun < SECONDS[what] / part


@pytest.mark.parametrize("file", EXPORTS[::7], ids=lambda file: file.name[:2])
def test_a_genuine_game_keeps_to_the_same_bound(file: Path) -> None:
    document = gzip.decompress(file.read_bytes())
    assert peak_of(document) < TIMES * len(document) + BESIDE


def test_the_largest_upload_of_all_is_refused_without_being_copied() -> None:
    document = filled(b"[],", MAX_DOCUMENT_BYTES - 100)
    # What else the process does meanwhile counts, too.
    assert peak_of(document) < len(document) / 4


@pytest.mark.parametrize("bracket", ["[]", "{}"])
def test_the_deepest_nesting_is_read_and_one_level_more_is_not(bracket: str) -> None:
    def nested(levels: int) -> bytes:
        inner = "[" * (levels - 1) + "]" * (levels - 1)
        return f'{{"[[[[[": {inner}}}'.encode()

    assert "[[[[[" in read_document(nested(DEEPEST_NESTING))
    with pytest.raises(ImportRefused, match="nested too deep"):
        read_document(nested(DEEPEST_NESTING + 1))


def test_what_stands_in_texts_is_no_shape() -> None:
    for text in ("[" * 50_000, '\\"[{,' * 20_000, "," * 300_000):
        document = json.dumps({"name": text, "more": [text, {text: text}]}).encode()
        assert read_document(document)["more"][1] == {text: text}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1"])
def test_a_document_that_is_no_utf_8_is_refused(encoding: str) -> None:
    with pytest.raises(ImportRefused, match="it is not JSON"):
        read_document('{"name": "Bärbel"}'.encode(encoding))
    assert read_document('{"name": "Bärbel"}'.encode("utf-8-sig")) == {"name": "Bärbel"}


def test_an_upload_of_nonsense_is_a_sentence(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    # What is larger the client of the tests writes to a file, and leaves it open.
    response = table.post("/import", file=(io.BytesIO(filled(b"{},", 450_000)), "game.json"))
    assert response.status_code == 422
    assert "it holds too much" in response.get_data(as_text=True)
    assert table.games.store.games() == []
