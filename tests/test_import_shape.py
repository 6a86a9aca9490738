"""An upload of nonsense is refused for its shape, before it takes memory or time."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from pathlib import Path

import pytest

from hive.store import MAX_DOCUMENT_BYTES, ImportRefused, read_document
from hive.store.shape import DEEPEST_NESTING, LONGEST_WIDE_TEXT
from serving import Table, app_in

EXPORTS = sorted((Path(__file__).parent / "exports").glob("*.json.gz"))
SIZE = 4 * 1024 * 1024
TIMES = 12
"""At most so many times its size a document takes while it is read; a genuine one takes seven."""
BESIDE = 2 * 1024 * 1024


def filled(unit: bytes, size: int = SIZE) -> bytes:
    return b'{"entries":[' + unit * (size // len(unit)) + b"0]}"


NONSENSE: dict[str, bytes] = {
    "lists": filled(b"[],"),
    "mappings": filled(b"{},"),
    "lists in lists": filled(b"[[[[[[[[[[]]]]]]]]]],"),
    "small mappings": filled(b'{"a":1},'),
    "larger mappings": filled(b'{"a":1,"b":2,"c":3,"d":4,"e":5},'),
    "numbers": filled(b"1,"),
    "broken numbers": filled(b"1.5,"),
    "texts": filled(b'"",'),
    "letters": filled(b'"abcdef",'),
    "escaped quotes": filled(rb'"\"\"\"",'),
    "brackets alone": b"[" * SIZE,
    "brackets that close": b"]" * SIZE,
    "a text without end": b'{"entries":"' + b"\\\\" * (SIZE // 2),
    "quotes alone": b'"' * SIZE,
    "a number without end": b'{"entries":' + b"9" * SIZE + b"}",
    "nothing but zeros": bytes(SIZE),
    "wide letters": b'{"entries":["' + "\U0001f41d".encode() * (LONGEST_WIDE_TEXT // 4) + b'"]}',
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
    document = NONSENSE[what]
    assert peak_of(document) < TIMES * len(document) + BESIDE


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
    assert table.games.rows() == []
