"""The entries of a log: each kind is a class, written as plain JSON data and read from it, and nothing else is read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import fresh_session, layout, legal_entry, settings
from hive.catalog.reading import load_tables
from hive.engine.entries import (
    Answer,
    AnyEntry,
    Board,
    Correct,
    EntryUnfit,
    Event,
    New,
    Redo,
    Resume,
    Undo,
    from_json,
    from_log,
)
from hive.engine.errors import LogMismatch
from hive.engine.session import replay
from hive.engine.state import dump
from hive.games.beginning import fresh, game_of

WRITTEN: list[tuple[AnyEntry, str, object]] = [
    (Answer("hive_turn", "done"), "answer", {"key": "hive_turn", "value": "done"}),
    (
        Answer("rift", {"choice": "done", "cruiser": 1}),
        "answer",
        {"key": "rift", "value": {"choice": "done", "cruiser": 1}},
    ),
    (Event("reveal", {}), "event", {"name": "reveal", "args": {}}),
    (Event("note", {"who": "p1"}, forced=True), "event", {"name": "note", "args": {"who": "p1"}, "forced": True}),
    (Correct("round", "3"), "correct", {"field": "round", "value": "3"}),
    (Board({"101/frontier": 1}), "board", {"changes": {"101/frontier": 1}}),
    (Undo(), "undo", {}),
    (Redo(by="Ada's phone"), "redo", {"by": "Ada's phone"}),
    (Resume(), "resume", {}),
]


@pytest.mark.parametrize(("entry", "kind", "data"), WRITTEN)
def test_an_entry_is_written_in_plain_words_and_read_again(entry: AnyEntry, kind: str, data: object) -> None:
    assert (entry.kind, entry.to_json()) == (kind, data)
    assert from_json(kind, json.loads(json.dumps(data))) == entry


def test_every_kind_of_entry_is_written_and_read() -> None:
    assert {type(entry) for entry, _, _ in WRITTEN} | {New} == set(get_args(AnyEntry))


def test_a_new_game_is_written_with_its_settings_and_its_galaxy() -> None:
    new = New(settings(), "test", layout())
    data = json.loads(json.dumps(new.to_json()))
    assert set(data) == {"settings", "seed", "layout"} and set(data["layout"]) == {"tiles", "ion_side", "homes"}
    assert from_json("new", data) == new
    assert set(New(settings(), "test").to_json()) == {"settings", "seed"}


@pytest.mark.parametrize("entry", [entry for entry, _, _ in WRITTEN])
def test_who_entered_it_is_kept_only_where_it_is_known(entry: AnyEntry) -> None:
    known = replace(entry, by="The tablet")
    assert known.to_json() == {**entry.to_json(), "by": "The tablet"}
    assert from_json(entry.kind, known.to_json()) == known
    assert "by" not in replace(entry, by="").to_json()


UNFIT: list[tuple[str, object]] = [
    ("dance", {}),
    ("answer", {}),
    ("answer", None),
    ("answer", []),
    ("answer", {"key": "k"}),
    ("answer", {"key": "k", "value": 5}),
    ("answer", {"key": "k", "value": "x" * 201}),
    ("answer", {"key": "k", "value": {"choice": ["done"]}}),
    ("answer", {"key": "k", "value": {str(n): n for n in range(21)}}),
    ("answer", {"key": "k", "value": "done", "more": 1}),
    ("answer", {"key": "k", "value": "done", "by": 3}),
    ("event", {"name": "e", "args": ["p1"]}),
    ("event", {"name": "e", "args": {}, "forced": "yes"}),
    ("correct", {"value": 1}),
    ("correct", {"field": "round", "value": [1]}),
    ("board", {"changes": {str(n): n for n in range(401)}}),
    ("undo", {"to": 3}),
    ("new", {"settings": {}, "seed": "s"}),
    ("new", {"settings": None, "seed": "s"}),
]


@pytest.mark.parametrize(("kind", "data"), UNFIT)
def test_what_is_no_entry_is_refused_in_one_line(kind: str, data: object) -> None:
    with pytest.raises(EntryUnfit) as refused:
        from_json(kind, data)
    line = str(refused.value)
    assert f"“{kind}”" in line and line.endswith(".") and "\n" not in line and len(line) < 300
    with pytest.raises(LogMismatch):
        from_log([(kind, data)])


@given(st.lists(st.integers(0, 10**6), max_size=20))
def test_a_log_read_again_leads_to_the_same_game(numbers: list[int]) -> None:
    new = New(settings(), "test")
    log: list[AnyEntry] = [new]
    session = fresh(new, load_tables())
    for number in numbers:
        step = session.pending
        entry = legal_entry(session, number - number % 8) if step is not None else None
        if entry is not None:
            session.apply(entry)
            log.append(entry)
    first, *rest = from_log((one.kind, json.loads(json.dumps(one.to_json()))) for one in log)
    assert isinstance(first, New)
    again = replay(game_of(first, load_tables()), rest)
    assert dump(again.game) == dump(session.game)


@pytest.mark.parametrize("entry", [New(settings(), "test"), Undo(), Redo(), Resume()])
def test_only_what_goes_forward_is_replayed_on_a_game(entry: AnyEntry) -> None:
    with pytest.raises(LogMismatch, match=entry.kind):
        replay(fresh_session().game, [entry])


def test_a_correction_of_the_settings_leaves_the_first_entry_as_it_was() -> None:
    new = New(settings(), "test")
    session = fresh(new, load_tables())
    session.apply(Correct("settings.draws", "table"))
    assert (session.game.settings.draws, new.settings.draws) == ("table", "app")
