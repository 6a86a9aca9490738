"""A game as one JSON document: what is exported comes back the same, and anything else is refused in a sentence."""

from __future__ import annotations

import copy
import dataclasses
import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from day import times
from hive.store import MAX_DOCUMENT_BYTES, Head, ImportRefused, Store, read_document
from storing import TABLES, answer, jump, new_game, positions

Document = dict[str, Any]


def branched_game(store: Store) -> str:
    """1 - 2 - 3, undone to 1, and 5 after it; undone to 1 again, to be redone to 5."""
    game, head = new_game(store, answer(2), answer(3), jump(1, redo=3), answer("other"))
    store.append(game, head, jump(1, redo=5), snapshot=(1, {"round": 1}))
    return game


@pytest.fixture
def document(store: Store) -> Document:
    exported: Document = json.loads(json.dumps(store.export_game(branched_game(store))))
    return exported


@pytest.mark.both_stores
def test_an_exported_game_comes_back_as_it_was(store: Store, document: Document) -> None:
    game = store.import_game(document)
    assert store.export_game(game) == document
    assert store.head(game) == Head(6, 1, 5)
    assert json.loads(store.tables_json(game)) == json.loads(TABLES)
    assert store.path_positions(game, 1, 5) == [5]
    assert store.append(game, store.head(game), answer("goes on")).head == Head(7, 7, None)
    assert len(store.games()) == 2


@pytest.mark.both_stores
def test_only_the_snapshot_that_is_in_force_is_exported(store: Store) -> None:
    game = branched_game(store)
    store.append(game, store.head(game), answer("after all"), snapshot=(3, {"of": "a lost branch"}))
    assert store.export_game(game)["snapshot"] == {"position": 1, "rules_version": "1", "state": {"round": 1}}


@pytest.mark.both_stores
def test_who_made_an_entry_is_exported_where_it_is_known(store: Store) -> None:
    game, head = new_game(store)
    store.append(game, head, dataclasses.replace(answer(2), made_by="p1"))
    document = store.export_game(game)
    assert [line.get("made_by") for line in document["entries"]] == [None, "p1"]
    again = store.import_game(document)
    assert [line.made_by for line in store.lines(again, 2, limit=2)] == ["p1", ""]
    assert store.export_game(again)["entries"] == document["entries"]


@pytest.mark.both_stores
def test_an_imported_game_is_first_in_the_list(store: Store, document: Document) -> None:
    new_game(store)
    game = store.import_game(document)
    assert store.games()[0].id == game


def test_an_exported_text_is_read_again(store: Store, document: Document) -> None:
    assert read_document(json.dumps(document).encode()) == document


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "not JSON"),
        (b"PK\x03\x04", "not JSON"),
        (b"\xff\xfe{}", "not JSON"),
        (b"[" * 100_000, "it holds too much"),
        (b'{"format": ' + b"9" * 5000 + b"}", "not JSON"),
        (b"[]", "not an exported game"),
        (b"null", "not an exported game"),
        (gzip.compress(b"{}", mtime=0), "it is compressed.* unpack it, and import what is in it"),
        (b" " * (MAX_DOCUMENT_BYTES + 1), "larger than 32 MiB"),
    ],
)
def test_a_file_that_is_no_document_is_refused(text: bytes, why: str) -> None:
    with pytest.raises(ImportRefused, match=why):
        read_document(text)


def nested(depth: int) -> Document:
    value: Document = {}
    for _ in range(depth):
        value = {"a": value}
    return value


def entry(number: int, **changes: object) -> Callable[[Document], None]:
    return lambda document: document["entries"][number - 1].update(changes)


def field(**changes: object) -> Callable[[Document], None]:
    return lambda document: document.update(changes)


REFUSED: list[tuple[Callable[[Document], object], str]] = [
    (lambda document: document.clear(), "not an exported game"),
    (field(format="another"), "not an exported game"),
    (field(version=2), "another format"),
    (field(version="1"), "another format"),
    (field(extra=1), "extra: no game of this app has it"),
    (lambda document: document.pop("tables"), "tables: it is missing"),
    (field(name=5), "name: what stands there does not fit"),
    (field(name="x" * 10_000), "name of its game"),
    (field(name="\ud83d"), "name"),
    (field(tables={"a": float("nan")}), "cannot be written as JSON"),
    (lambda document: document.update(tables=nested(100_000)), "cannot be written as JSON"),
    (field(created_at="yesterday"), "created_at"),
    (field(created_at="2026-13-01T00:00:00+00:00"), "created_at"),
    (field(created_at="2026-11-01T00:00:00"), "created_at"),
    (field(entries=[]), "entries"),
    (field(entries={}), "entries"),
    (
        lambda document: document.update(entries=document["entries"][:1] * 100_001),
        "entries: what stands there does not fit",
    ),
    (entry(2, made_by=7), "entry 2 of its log, made_by: "),
    (entry(2, made_by="x" * 201), "entry 2 of its log, made_by: "),
    (entry(2, position="2"), "entry 2 of its log, position: "),
    (entry(2, position=True), "entry 2 of its log, position: "),
    (entry(2, position=10**30), "entry 2 of its log, position: "),
    (entry(2, position=7), "has the position 7"),
    (lambda document: document["entries"].pop(0), "has the position 2"),
    (entry(2, parent=0), "does not follow"),
    (entry(2, parent=2), "does not follow"),
    (entry(2, tip=99_999), "goes to a later one"),
    (entry(2, tip=-1), "entry 2 of its log, tip: "),
    (entry(2, redo=1), "cannot reach"),
    (entry(2, data=[]), "entry 2 of its log, data: "),
    (entry(2, data={"a": float("inf")}), "cannot be written as JSON"),
    (lambda document: document["entries"][1].update(data=nested(100_000)), "cannot be written as JSON"),
    (entry(2, words=float("nan")), "cannot be written as JSON"),
    (entry(2, kind=""), "entry 2 of its log, kind: "),
    (entry(2, kind="<script>" * 20), "entry 2 of its log, kind: "),
    (entry(2, kind="two\nlines"), "entry 2 of its log, kind: "),
    (entry(2, kind="\ud83d"), "entry 2 of its log, kind: "),
    (entry(2, rules_version=None), "entry 2 of its log, rules_version: "),
    (entry(2, made_at="now"), "entry 2 of its log, made_at: "),
    (entry(6, tip=4, redo=None), "cannot reach"),
    (entry(6, redo=3, tip=5), "cannot reach"),
    (entry(6, tip=2), "cannot reach"),
    (entry(6, redo=4), "cannot reach"),
    (entry(6, redo=6), "cannot reach"),
    (entry(6, redo=1), "cannot reach"),
    (entry(6, redo=9), "cannot reach"),
    (field(snapshot={}), "snapshot"),
    (field(snapshot={"position": 3, "rules_version": "1", "state": {}}), "not of the game's present"),
    (field(snapshot={"position": 4, "rules_version": "1", "state": {}}), "not of the game's present"),
    (field(snapshot={"position": 9, "rules_version": "1", "state": {}}), "not of the game's present"),
    (field(snapshot={"position": 1, "rules_version": "1", "state": []}), "snapshot.state"),
    (
        lambda document: document.update(snapshot={"position": 1, "rules_version": "1", "state": nested(100_000)}),
        "cannot be written as JSON",
    ),
]


@pytest.mark.parametrize(("spoil", "why"), REFUSED)
def test_a_document_that_no_export_wrote_is_refused(
    store: Store, document: Document, spoil: Callable[[Document], object], why: str
) -> None:
    before = store.games()
    spoil(document)
    with pytest.raises(ImportRefused, match=why) as refused:
        store.import_game(document)
    assert len(str(refused.value)) < 300
    assert store.games() == before


def test_a_log_of_very_many_entries_is_read(store: Store, document: Document) -> None:
    first = document["entries"][0]
    length = times(20_000, 100_000)
    document["entries"] = [first | {"position": n, "parent": n - 1, "tip": n} for n in range(1, length + 1)]
    game = store.import_game(document)
    assert store.head(game) == Head(length, length, None)
    assert positions(store.lines(game, length, limit=2)) == [length, length - 1]


def test_the_document_given_is_left_as_it_was(store: Store, document: Document) -> None:
    before = copy.deepcopy(document)
    store.import_game(document)
    assert document == before
