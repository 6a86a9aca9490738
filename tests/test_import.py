"""Games from elsewhere: an export comes back as it was, and whatever else comes is refused and leaves no game."""

from __future__ import annotations

import copy
import io
import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import expected_answer, legal_entry, settings
from hive.catalog.raising import RAISED
from hive.catalog.reading import load_tables, tables_from_json, tables_to_json
from hive.engine.errors import Refused
from hive.engine.session import Session
from hive.engine.state import dump
from hive.games.example import start_example
from hive.games.importing import LONGEST_LOG
from hive.games.keeping import AS_IT_STANDS
from hive.games.present import Present
from hive.games.service import Games
from hive.model.game import Draws
from hive.store import ImportRefused, Store
from serving import Table, app_in, without_spans
from storing import new_file

Document = dict[str, Any]
Spoil = Callable[[Document], object]
HALF = "\ud800"
SPOILT = ("figures", "hive_mind", "strategy_cards", "units")
SHORTEST = {"kind": "tell", "text": "", "rule": "", "key": "", "answer": "", "why": None, "items": []}


# --- a genuine export


def enter(games: Games, present: Present, number: int) -> Present:
    """The entry that a number stands for, undo and redo among them; the same game where it is refused."""
    try:
        if number % 11 == 9:
            return games.undo(present.id, present.position)
        if number % 11 == 10:
            return games.redo(present.id, present.position)
        entry = legal_entry(cast(Session, present.session), number // 11)
        if entry is None:
            return present
        return games.enter(present.id, present.position, entry)
    except Refused:
        return games.present(present.id)


def exported(games: Games, game_id: str) -> Document:
    """What the file of an exported game holds."""
    document: Document = json.loads(json.dumps(games.store.export_game(game_id)))
    return document


def assert_comes_back(games: Games, game_id: str) -> None:
    document = exported(games, game_id)
    again = games.import_game(copy.deepcopy(document))
    assert exported(games, again) == document
    before, after = games.present(game_id), games.present(again)
    assert dump(after.session.game) == dump(before.session.game)
    lines = tuple({**line, "game": game_id} for line in after.lines)
    assert (after.session.pending, lines, after.undo, after.redo, after.notice) == (
        before.session.pending,
        before.lines,
        before.undo,
        before.redo,
        before.notice,
    )


@given(st.sampled_from(["app", "table"]), st.lists(st.integers(0, 10**6), max_size=60))
def test_every_exported_game_comes_back_as_it_was(draws: Draws, numbers: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(new_file(Path(folder)))
        games = Games(store)
        present = games.present(games.create("Export", settings(draws=draws), seed="test"))
        for _ in range(8):
            step = present.session.pending
            assert step is not None
            answer = expected_answer(present.session.game, step)
            present = games.answer(present.id, present.position, step.key, answer)
        for number in numbers:
            present = enter(games, present, number)
        assert_comes_back(games, present.id)
        store.close()


@pytest.mark.parametrize("winner", ["hive", "p1"])
def test_a_won_game_comes_back_and_can_be_undone(store: Store, winner: str) -> None:
    games = Games(store)
    present = games.present(games.create("Won", settings(), seed="test"))
    sides = ["hive"] if winner == "hive" else ["players.p1", "players.p2"]
    for side in sides:
        present = games.correct(present.id, present.position, f"{side}.victory_points", "14")
    assert present.session.game.winner is not None
    assert_comes_back(games, present.id)
    again = games.present(games.import_game(exported(games, present.id)))
    assert games.undo(again.id, again.position).session.game.winner is None


def test_the_example_game_comes_back(store: Store) -> None:
    games = Games(store)
    assert_comes_back(games, start_example(games))


def test_a_snapshot_of_other_rules_that_no_longer_fits_is_left_out(store: Store) -> None:
    games = Games(store)
    present = games.present(begun(games))
    document = exported(games, present.id)
    document["snapshot"] |= {"rules_version": "0", "state": {"round": "many"}}
    again = games.present(games.import_game(document))
    assert dump(again.session.game) == dump(present.session.game)
    assert exported(games, again.id)["snapshot"] is None


# --- a hostile document


def begun(games: Games) -> str:
    """A game in its first action phase, with objectives, drawn cards, an event, a correction, undo and redo."""
    present = games.present(games.create("Test", settings(), seed="test"))
    while present.session.game.phase != "action" or not drawn(present):
        step = present.session.pending
        assert step is not None
        answer = expected_answer(present.session.game, step)
        present = games.answer(present.id, present.position, step.key, answer)
    present = games.event(present.id, present.position, "combat", {"who": "p1"})
    present = games.correct(present.id, present.position, "speaker", "p1")
    present = games.undo(present.id, present.position)
    return games.redo(present.id, present.position).id


def drawn(present: Present) -> bool:
    return any(step["kind"] == "draw" for step in (present.words or {}).get("steps", ()))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(app_in(tmp_path_factory.mktemp("import")))


@pytest.fixture(scope="module")
def complete(table: Table) -> str:
    """An exported game as text; its game is gone again."""
    game_id = begun(table.games)
    text = json.dumps(exported(table.games, game_id))
    table.games.store.delete(game_id)
    return text


@pytest.fixture(scope="module")
def genuine(complete: str) -> str:
    """The same with the tables alone that are spoilt here, a small part of it: the others are filled from ours."""
    document = json.loads(complete)
    return json.dumps(document | {"tables": {name: document["tables"][name] for name in (*SPOILT, RAISED)}})


def entry_of(document: Document, kind: str) -> Document:
    found: Document = next(entry for entry in document["entries"] if entry["kind"] == kind)
    return found


def step_of(document: Document, kind: str) -> Document:
    steps = (step for entry in document["entries"] for step in (entry["words"] or {}).get("steps", ()))
    found: Document = next(step for step in steps if step["kind"] == kind)
    return found


def why_of(document: Document) -> Document:
    steps = (step for entry in document["entries"] for step in (entry["words"] or {}).get("steps", ()))
    found: Document = next(step["why"] for step in steps if step.get("why") and step["why"]["rows"])
    return found


def with_items(document: Document) -> Document:
    steps = (step for entry in document["entries"] for step in (entry["words"] or {}).get("steps", ()))
    found: Document = next(step for step in steps if step.get("items"))
    return found


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def whole(**changes: object) -> Spoil:
    return lambda document: document.update(changes)


def entry(kind: str, /, **changes: object) -> Spoil:
    return lambda document: entry_of(document, kind).update(changes)


def data(kind: str, /, **changes: object) -> Spoil:
    return lambda document: entry_of(document, kind)["data"].update(changes)


def player(**changes: object) -> Spoil:
    return lambda document: entry_of(document, "new")["data"]["settings"]["p1"].update(changes)


def step(kind: str, /, **changes: object) -> Spoil:
    return lambda document: step_of(document, kind).update(changes)


def card(**changes: object) -> Spoil:
    return lambda document: step_of(document, "draw")["card"].update(changes)


def state(**changes: object) -> Spoil:
    return lambda document: document["snapshot"]["state"].update(changes)


def hive(**changes: object) -> Spoil:
    return lambda document: document["snapshot"]["state"]["hive"].update(changes)


def figure(name: str, value: object) -> Spoil:
    return lambda document: document["tables"]["figures"][name].update(value=value)


def undone_too_far(document: Document) -> None:
    last = document["entries"][-1]
    further = last | {"position": last["position"] + 1, "parent": last["tip"], "tip": 0, "redo": None}
    document["entries"].append(further | {"kind": "undo"})
    document["snapshot"] = None


HOSTILE: dict[str, Spoil] = {
    "a name that is no text": whole(name=HALF),
    "a table's name that is no text": lambda document: document["tables"]["units"]["units"][0].update(name=HALF),
    "a seed that is no text": data("new", seed=HALF),
    "a seed that is a list": data("new", seed=[1] * 1000),
    "a player's name that is no text": player(name=HALF),
    "words that are no text": entry("answer", words={"said": HALF, "steps": []}),
    "a key that is no text": entry("answer", data={HALF: 1}),
    "a snapshot's seed that is no text": state(seed=HALF),
    "an endless text": entry("answer", words={"said": "x" * 10**5, "steps": []}),
    "a long line": entry("answer", words={"said": "x" * 3000, "steps": []}),
    "words in a string": entry("answer", words="words"),
    "words in a list": entry("answer", words=["words"]),
    "words with more": entry("answer", words={"said": "", "steps": [], "more": 1}),
    "no steps": entry("answer", words={"said": ""}),
    "steps in a string": entry("answer", words={"said": "", "steps": "steps"}),
    "steps that are numbers": entry("answer", words={"said": "", "steps": [1, 2]}),
    "a step of an unknown kind": step("draw", kind="dance"),
    "too many steps": entry("answer", words={"said": "", "steps": [SHORTEST] * 501}),
    "a purpose that is a number": step("draw", purpose=1),
    "fields in a string": step("draw", fields="icons"),
    "an unknown field": step("draw", fields=["icons", "weather"]),
    "a card that is a number": step("draw", card=5),
    "a card without fields": step("draw", card={}),
    "ten million icons": card(icons=10_000_000),
    "icons in words": card(icons="many"),
    "an initiative that is a number": card(initiative=5),
    "initiatives without end": card(initiative=[1] * 1000),
    "an unknown technology": card(technology=["blue"]),
    "a reason that is a text": step("tell", why="because"),
    "a reason without rows": lambda document: why_of(document).pop("rows"),
    "a row without its fields": lambda document: why_of(document).update(rows=[{"label": "x"}]),
    "a row with more fields": lambda document: why_of(document)["rows"][0].update(more=1),
    "an item without its fields": lambda document: with_items(document).update(items=[{"text": "x"}]),
    "items that are numbers": lambda document: with_items(document).update(items=[1]),
    "a rule that is no address": step("tell", rule="../../games"),
    "words nested without end": entry("answer", words=nested(900)),
    "data nested without end": entry("answer", data={"key": nested(900)}),
    "tables nested without end": whole(tables={"units": nested(900)}),
    "a snapshot nested without end": state(stage=nested(900)),
    "the year one": entry("answer", made_at="0001-01-01T00:00:00+00:00"),
    "the year one beyond the clocks": entry("answer", made_at="0001-01-01T00:00:00+14:00"),
    "the last year of all": entry("answer", made_at="9999-12-31T23:59:59-14:00"),
    "the 99th of a month": entry("answer", made_at="2026-01-99T00:00:00+00:00"),
    "a made-up time": whole(created_at="Z"),
    "a kind that there is not": entry("answer", kind="dance"),
    "a second new game": entry("answer", kind="new"),
    "a jump that goes forward": entry("answer", kind="undo"),
    "an answer that goes back": entry("undo", kind="answer"),
    "a log without a new game": lambda document: document["entries"][0].update(kind="answer"),
    "an undo before the game": undone_too_far,
    "an undo with data": entry("undo", data={"x": 1}),
    "an answer that is a number": data("answer", value=5),
    "an answer that nobody asked for": lambda document: (
        whole(snapshot=None)(document),
        data("answer", value="dance")(document),
    ),
    "an event told a list": data("event", args=["p1"]),
    "an event told nothing": data("event", args=None),
    "an event told too deep": data("event", args={"who": {"p1": 1}}),
    "an event without a name": entry("event", data={"args": {}}),
    "a correction of a list": data("correct", value=["yes"]),
    "a correction without a field": entry("correct", data={"value": 1}),
    "an empty name of a player": player(name=" "),
    "an endless name of a player": player(name="x" * 25),
    "a name that cannot be shown": player(name="a\x00b"),
    "a name of two lines": player(name="a\nb"),
    "an unknown faction": player(faction="Borg"),
    "an unknown colour": player(colour="octarine"),
    "no settings": data("new", settings=None),
    "a player without a name": lambda document: entry_of(document, "new")["data"]["settings"]["p1"].pop("name"),
    "an unknown level": lambda document: entry_of(document, "new")["data"]["settings"].update(difficulty="x"),
    "a thousand boxes": lambda document: entry_of(document, "new")["data"]["settings"].update(boxes=["pok"] * 1000),
    "an unknown objective": state(objectives=[{"name": "Dance", "scored_by": []}]),
    "an objective twice": lambda document: document["snapshot"]["state"]["objectives"].append(
        document["snapshot"]["state"]["objectives"][0]
    ),
    "an unknown unit": hive(units={"cruiser": 1, "bicycle": 2}),
    "an unknown upgrade": hive(upgrades=["Bicycle II"]),
    "no technologies": hive(technologies={}),
    "an unknown technology of the Hive": hive(technologies={"octarine": 1}),
    "no players": state(players={}),
    "one player": lambda document: document["snapshot"]["state"]["players"].pop("p2"),
    "a third player": lambda document: document["snapshot"]["state"]["players"].update(
        p3=document["snapshot"]["state"]["players"]["p2"]
    ),
    "no strategy cards": state(strategy_cards={}),
    "a ninth strategy card": lambda document: document["snapshot"]["state"]["strategy_cards"].update(
        {"9": {"owner": None, "exhausted": False, "trade_goods": 0}}
    ),
    "an unknown phase": state(phase="dance"),
    "a long name in the snapshot": lambda document: document["snapshot"]["state"]["settings"]["p1"].update(
        name="x" * 25
    ),
    "a colour in the snapshot": lambda document: document["snapshot"]["state"]["settings"]["p1"].update(colour="x"),
    "no deck": state(deck={}),
    "a number that no game reaches": lambda document: document["snapshot"]["state"]["hive"]["bank"].update(
        influence=10**12
    ),
    "negative points": hive(victory_points=-1),
    "negative points of a player": lambda document: document["snapshot"]["state"]["players"]["p1"].update(
        victory_points=-3
    ),
    "a negative round": state(round=-1),
    "no round yet": state(round=0),
    "negative rolls": state(rolls=-4),
    "another seed": state(seed="another"),
    "another name of a player": lambda document: document["snapshot"]["state"]["settings"]["p1"].update(name="Eve"),
    "another level": lambda document: document["snapshot"]["state"]["settings"].update(difficulty="expert"),
    "a galaxy in a game without": state(galaxy={"systems": {}, "spawning": {}, "touched": []}),
    "points that the log does not lead to": hive(victory_points=7),
    "a turn that the log does not lead to": state(active="p2"),
    "goods that the log does not lead to": hive(trade_goods=9),
    "a snapshot of an earlier line": lambda document: document["snapshot"].update(position=1),
    "an entry of these rules that does not play before a snapshot": data("answer", value="dance"),
    "a snapshot that does not say anything": lambda document: document["snapshot"].update(state={}),
    "an endless number": entry("correct", data={"field": "round", "value": 10**300}),
    "a divisor of nothing": figure("influence_per_produced_ship", 0),
    "another divisor of nothing": figure("transfer_divisor", 0),
    "a figure in words": figure("hive_victory", "ten"),
    "a figure without its rule": lambda document: document["tables"]["figures"]["hive_victory"].update(rule="no.such"),
    "a card twice": lambda document: document["tables"]["hive_mind"]["cards"][0].update(
        id=document["tables"]["hive_mind"]["cards"][1]["id"]
    ),
    "a strategy card twice": lambda document: document["tables"]["strategy_cards"]["cards"][0].update(number=2),
    "a unit that is missing": lambda document: document["tables"]["units"]["units"].pop(0),
    "tables in a list": whole(tables=[]),
    "an unknown table": lambda document: document["tables"].update(weather={}),
}


def post_import(table: Table, document: Document | str) -> Any:
    content = document if isinstance(document, str) else json.dumps(document)
    return table.post("/import", file=(io.BytesIO(content.encode()), "game.json"))


def sentence_of(response: Any) -> str:
    text = without_spans(response.get_data(as_text=True))
    return text.split('<p class="detail">')[1].split("</p>")[0]


def test_the_game_that_is_spoilt_here_can_be_imported(table: Table, genuine: str, complete: str) -> None:
    for text in (genuine, complete):
        response = post_import(table, text)
        assert response.status_code == 303
        table.games.store.delete(response.location.rsplit("/", 1)[1])


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_document_is_refused_in_a_sentence_and_leaves_nothing_behind(
    table: Table, genuine: str, what: str
) -> None:
    document = json.loads(genuine)
    HOSTILE[what](document)
    response = post_import(table, document)
    assert response.status_code == 422
    sentence = sentence_of(response)
    assert sentence.startswith("This file cannot be imported: ")
    assert len(sentence) < 500 and "\n" not in sentence
    assert table.games.store.games() == []
    assert table.client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (
            lambda document: entry_of(document, "answer").update(kind="new", data=document["entries"][0]["data"]),
            "cannot be of the kind “new”",
        ),
        (HOSTILE["an undo before the game"], "goes back before the game"),
        (HOSTILE["no players"], "the players are not those of the tables"),
        (HOSTILE["words nested without end"], "nested too deep"),
        (HOSTILE["tables nested without end"], "nested too deep"),
        (HOSTILE["a card twice"], "is taken"),
        (
            lambda document: entry_of(document, "answer")["data"].pop("key"),
            r"entry \d+ of its log, key: it is missing\. ",
        ),
        (HOSTILE["a key that is no text"], "the text holds half characters"),
        (HOSTILE["an unknown table"], "its tables are of another version of the app"),
    ],
)
def test_the_sentence_says_what_is_wrong(store: Store, genuine: str, spoil: Spoil, sentence: str) -> None:
    document = json.loads(genuine)
    spoil(document)
    with pytest.raises(ImportRefused, match=sentence):
        Games(store).import_game(document)


@pytest.mark.parametrize(
    "later",
    [
        lambda tables: tables["figures"].update(later_number={"value": 3, "rule": "37.war.victory-point"}),
        lambda tables: tables["doings"].update(mode="a_later_mode"),
        lambda tables: tables["units"]["units"][0].update(later_colour=10),
    ],
)
def test_a_game_with_options_of_a_later_version_asks_for_that_version(
    store: Store, complete: str, later: Callable[[dict[str, Any]], None]
) -> None:
    document = json.loads(complete)
    document["entries"][0]["data"]["settings"]["options"] = ["a_later_event"]
    later(document["tables"])
    with pytest.raises(ImportRefused, match=r"another version .* bring this app up to date"):
        Games(store).import_game(document)
    assert store.games() == []


@pytest.fixture(scope="module")
def tracked(table: Table) -> str:
    """An exported game of these rules that tracks its galaxy, as text; its game is gone again."""
    game_id = start_example(table.games)
    text = json.dumps(exported(table.games, game_id))
    table.games.store.delete(game_id)
    return text


def systems_of(document: Document) -> Document:
    systems: Document = document["snapshot"]["state"]["galaxy"]["systems"]
    return systems


def swapped(document: Document) -> None:
    systems = systems_of(document)
    one, other = [slot for slot, system in systems.items() if not system["units"]][-2:]
    systems[one], systems[other] = systems[other], systems[one]


def emptied(document: Document) -> None:
    systems = systems_of(document)
    systems.pop(
        next(slot for slot in systems if slot not in document["snapshot"]["state"]["galaxy"]["spawning"].values())
    )


def doubled(document: Document) -> None:
    one, other = [system for system in systems_of(document).values() if system["planets"]][-2:]
    one["planets"] = {**one["planets"], **{name: {} for name in other["planets"]}}


def mistaken(document: Document) -> None:
    """Tile and planets of a system in the place of another's."""
    one, other = [system for system in systems_of(document).values() if not system["units"]][-2:]
    for field in ("tile", "planets"):
        one[field], other[field] = other[field], one[field]


BOARDS: dict[str, tuple[Spoil, str]] = {
    "systems under each other's names": (swapped, "stands under another's name"),
    "a system that is missing": (emptied, "its settings, seed or galaxy are not"),
    "a planet in two systems": (doubled, "stands in several systems"),
    "tiles in each other's place": (mistaken, "is not what its log leads to"),
}


@pytest.mark.parametrize("what", BOARDS)
def test_a_board_that_is_not_its_logs_is_refused(store: Store, tracked: str, what: str) -> None:
    spoil, sentence = BOARDS[what]
    document = json.loads(tracked)
    spoil(document)
    with pytest.raises(ImportRefused, match=sentence):
        Games(store).import_game(document)
    assert store.games() == []


@pytest.mark.parametrize("what", ["a negative round", "negative points", "another seed", "another name of a player"])
def test_a_snapshot_of_other_rules_is_within_bounds_as_well(store: Store, genuine: str, what: str) -> None:
    document = json.loads(genuine)
    HOSTILE[what](document)
    for one in (*document["entries"], document["snapshot"]):
        one["rules_version"] = "0"
    with pytest.raises(ImportRefused, match="its snapshot is not of this game"):
        Games(store).import_game(document)
    assert store.games() == []


def test_a_snapshot_of_other_rules_counts_where_these_lead_elsewhere(store: Store, genuine: str) -> None:
    games = Games(store)
    document = json.loads(genuine)
    hive(victory_points=7)(document)
    for one in (*document["entries"], document["snapshot"]):
        one["rules_version"] = "0"
    assert games.present(games.import_game(document)).session.game.hive.victory_points == 7


def test_a_log_without_its_snapshot_goes_on_from_what_it_leads_to(store: Store, genuine: str) -> None:
    games = Games(store)
    document = json.loads(genuine)
    hive(victory_points=7)(document)
    with pytest.raises(ImportRefused, match=r"not what its log leads to.* “as far as its log leads”"):
        games.import_game(document)
    again = games.present(games.import_game(document, as_far=True))
    assert again.session.game.hive.victory_points != 7
    document["snapshot"] = None
    assert dump(games.present(games.import_game(document)).session.game) == dump(again.session.game)


def test_a_snapshot_is_kept_as_the_app_writes_it(store: Store, genuine: str) -> None:
    games = Games(store)
    document = json.loads(genuine)
    state = document["snapshot"]["state"]
    state |= {"round": str(state["round"]), "weather": ["x"] * 1000}
    del state["winner"]
    again = exported(games, games.import_game(document))
    assert again == json.loads(genuine)


def test_settings_in_a_log_that_no_form_accepts_break_only_their_game(fresh: Table) -> None:
    game_id = fresh.begin()
    with sqlite3.connect(fresh.games.store.file) as connection:
        connection.execute("UPDATE entries SET data = replace(data, 'Ada', ?)", ("A" * 25,))
    fresh.games.forget(game_id)
    assert fresh.client.get(f"/games/{game_id}").status_code == 409
    assert "cannot be read" in fresh.client.get("/").get_data(as_text=True)


def test_a_log_that_takes_too_long_to_replay_is_refused(store: Store) -> None:
    games = Games(store)
    document = exported(games, games.create("Long", settings()))
    first = document["entries"][0]
    correction = first | {"kind": "correct", "data": {"field": "round", "value": 1}, "words": None}
    places = range(2, LONGEST_LOG + 2)
    document["entries"] += [correction | {"position": n, "parent": n - 1, "tip": n} for n in places]
    with pytest.raises(ImportRefused, match="more than"):
        games.import_game(document)


def test_tables_without_end_are_refused(store: Store) -> None:
    games = Games(store)
    document = exported(games, games.create("Large", settings()))
    for table, rows in (("objectives", "objectives"), ("technologies", "upgrades")):
        large = copy.deepcopy(document)
        large["tables"][table][rows] = large["tables"][table][rows][-1:] * 501
        with pytest.raises(ImportRefused, match="too large"):
            games.import_game(large)
    group = document["tables"]["setup"]["groups"][0]
    item = group["items"][0] | {"text": "x" * 200}
    document["tables"]["setup"]["groups"] = [group | {"title": str(n), "items": [item] * 200} for n in range(20)]
    with pytest.raises(ImportRefused, match="too large"):
        games.import_game(document)
    assert len(games.store.games()) == 1


def test_an_import_that_fails_in_an_unforeseen_way_leaves_nothing_behind(
    table: Table, genuine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(Games, "present", fail)
    response = post_import(table, genuine)
    assert response.status_code == 422
    assert table.games.store.games() == []


@pytest.mark.parametrize(("columns", "cells"), [(6, 0), (6, 9), (2, 0), (0, 2)])
def test_a_comparison_of_a_log_may_have_other_cells_than_columns(table: Table, columns: int, cells: int) -> None:
    document = exported(table.games, table.begin())
    cell = {"words": "3", "how": "stays"}
    row = {"label": "a", "rule": "8.card", "left": 1, "cells": [cell] * cells}
    compared = {"columns": ["x"] * columns, "rows": [row], "others": 0}
    step = {**SHORTEST, "why": {"line": "b", "rows": [], "compared": compared}}
    document["entries"][0]["words"] = {"said": "", "steps": [step]}
    game_id = table.games.import_game(document)
    for page in ("", "/log"):
        assert table.client.get(f"/games/{game_id}{page}").status_code == 200
    for game in table.games.store.games():
        table.games.delete(game.id)


ODD = st.sampled_from(
    [None, True, -1, 0, 7, 10**6, 10**12, 0.5, "", "hive", "p3", HALF, "x" * 500, "<b>", [], {}, [[]], [1], {"a": 1}]
)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document, tables aside: they have their own models."""
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in rows:
        if path == () and key == "tables":
            continue
        yield (*path, key)
        yield from places_in(inner, (*path, key))


def changed(document: Document, path: tuple[Any, ...], odd: Any) -> None:
    place: Any = document
    for key in path[:-1]:
        place = place[key]
    if odd == "gone":
        del place[path[-1]]
    else:
        place[path[-1]] = odd


@given(st.data())
def test_whatever_is_changed_in_a_document_no_page_breaks(table: Table, genuine: str, chosen: st.DataObject) -> None:
    document = json.loads(genuine)
    paths = list(places_in(document))
    for _ in range(chosen.draw(st.integers(1, 3))):
        path = chosen.draw(st.sampled_from(paths))
        try:
            changed(document, path, chosen.draw(ODD | st.just("gone")))
        except (LookupError, TypeError):
            continue  # an earlier change took the place away
    response = post_import(table, document)
    assert response.status_code in (303, 422)
    if response.status_code == 422:
        assert table.games.store.games() == []
        return
    game_id = response.location.rsplit("/", 1)[1]
    for page in ("", "/events", "/corrections", "/log", "/menu", "/export.json"):
        assert table.client.get(f"/games/{game_id}{page}").status_code == 200
    assert "cannot be read" not in table.client.get("/").get_data(as_text=True)
    for line in (1, 2, len(document["entries"]) - 3):
        position = table.position(game_id)
        assert table.post(f"/games/{game_id}/undo", position=position, to=line).status_code < 500
        assert table.client.get(f"/games/{game_id}").status_code == 200
    assert table.post(f"/games/{game_id}/redo", position=table.position(game_id)).status_code < 500
    table.games.store.delete(game_id)


@pytest.mark.parametrize("odd", [{}, [], {"a": 1}, [[1]], None, 10**14, True], ids=str)
@pytest.mark.parametrize("row", [("units", "units"), ("tiles", "tiles"), ("hive_mind", "cards")], ids=str)
def test_a_row_of_its_tables_whose_name_is_none_is_refused(
    table: Table, complete: str, row: tuple[str, str], odd: Any
) -> None:
    document = json.loads(complete)
    first = document["tables"][row[0]][row[1]][0]
    first["tile" if "tile" in first else "key" if "key" in first else "id"] = odd
    assert post_import(table, document).status_code == 422
    assert table.games.store.games() == []


@given(st.data())
def test_whatever_is_changed_in_its_tables_no_page_breaks(table: Table, complete: str, chosen: st.DataObject) -> None:
    document = json.loads(complete)
    kind = chosen.draw(st.sampled_from(sorted({*document["tables"]} - {RAISED})))
    path = chosen.draw(st.sampled_from(list(places_in(document["tables"][kind], ("tables", kind)))))
    changed(document, path, chosen.draw(ODD | st.just("gone")))
    response = post_import(table, document)
    assert response.status_code in (303, 422)
    if response.status_code == 303:
        assert table.client.get(response.location).status_code == 200
        table.games.delete(table.games.store.games()[0].id)
    assert table.games.store.games() == []


# --- tables of another version


def without(*path: str) -> Spoil:
    def spoil(tables: Document) -> None:
        place = tables
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return spoil


@pytest.mark.parametrize(
    "path",
    [
        *((kind,) for kind in json.loads(tables_to_json(load_tables()))),
        ("figures", "hive_victory"),
        ("figures", "first_objectives", "rule"),
        ("difficulty", "easy", "counter_maximum"),
        ("difficulty", "easy", "rules", "counter_maximum"),
        ("priorities", "negative_planet"),
        ("damage", "ground"),
    ],
)
def test_what_the_app_has_gained_since_is_filled_from_our_tables(path: tuple[str, ...]) -> None:
    ours = load_tables()
    stored = json.loads(tables_to_json(ours))
    without(*path)(stored)
    assert tables_from_json(json.dumps(stored)) == ours


def test_what_a_table_of_the_game_says_is_kept_beside_what_is_filled() -> None:
    stored = json.loads(tables_to_json(load_tables()))
    del stored["figures"]["ally_victory"]
    stored["figures"]["hive_victory"]["value"] = 99
    stored["galaxy"]["template"]["kinds"].pop("ION")
    tables = tables_from_json(json.dumps(stored))
    assert tables.figures.hive_victory.value == 99
    assert tables.figures.ally_victory == load_tables().figures.ally_victory
    assert "ION" not in tables.galaxy.template.kinds


def store_tables(table: Table, game_id: str, spoil: Spoil) -> None:
    """Change the tables that are kept with a game."""
    tables = json.loads(table.games.store.tables_json(game_id))
    spoil(tables)
    with sqlite3.connect(table.games.store.file) as connection:
        connection.execute("UPDATE tables SET json = ?", (json.dumps(tables),))
    table.games.forget(game_id)


@pytest.fixture
def fresh(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def test_a_game_from_before_a_table_and_a_figure_goes_on(fresh: Table) -> None:
    game_id = begun(fresh.games)
    before = dump(fresh.games.present(game_id).session.game)
    store_tables(fresh, game_id, lambda tables: (without("setup")(tables), without("figures", "ally_victory")(tables)))
    assert dump(fresh.games.present(game_id).session.game) == before
    assert_comes_back(fresh.games, game_id)


@pytest.mark.parametrize("page", ["", "/events", "/corrections", "/log"])
def test_tables_of_another_version_are_named_as_what_they_are(fresh: Table, page: str) -> None:
    game_id = fresh.begin()
    store_tables(fresh, game_id, lambda tables: tables.update(weather={"table": "weather"}))
    response = fresh.client.get(f"/games/{game_id}{page}")
    assert response.status_code == 409
    text = response.get_data(as_text=True)
    assert "tables are of another version of the app" in text and "export it" in text
    assert "Your own tables" not in text


def test_tables_that_are_no_json_are_of_another_version(fresh: Table) -> None:
    game_id = fresh.begin()
    for text in ("[" * 100_000, "{", "[]", "null", '{"units": 5}'):
        with sqlite3.connect(fresh.games.store.file) as connection:
            connection.execute("UPDATE tables SET json = ?", (text,))
        fresh.games.forget(game_id)
        assert fresh.client.get(f"/games/{game_id}").status_code == 409


# --- one game that cannot be read


def broken_tables(table: Table, game_id: str) -> None:
    copied = json.loads(table.games.store.tables_json(game_id)) | {"weather": {}}
    with sqlite3.connect(table.games.store.file) as connection:
        connection.execute("INSERT INTO tables (hash, json) VALUES ('broken', ?)", (json.dumps(copied),))
        connection.execute("UPDATE games SET tables_hash = 'broken' WHERE id = ?", (game_id,))


def broken(column: str, value: str) -> Callable[[Table, str], None]:
    def spoil(table: Table, game_id: str) -> None:
        with sqlite3.connect(table.games.store.file) as connection:
            connection.execute(f"UPDATE entries SET {column} = ? WHERE game_id = ?", (value, game_id))

    return spoil


BROKEN: dict[str, tuple[Callable[[Table, str], None], int, bool]] = {
    "its tables are of another version": (broken_tables, 409, True),
    "its log does not replay": (broken("data", "{}"), 409, True),
    "its log is no JSON": (broken("data", "{"), 500, False),
}


@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize("others", [1, AS_IT_STANDS])
def test_one_game_that_cannot_be_read_takes_no_other_with_it(fresh: Table, what: str, others: int) -> None:
    spoil, status, can_be_exported = BROKEN[what]
    game_id = fresh.games.create("Spoilt", settings())
    for _ in range(others):
        fresh.begin()
    spoil(fresh, game_id)
    fresh.games.forget(game_id)
    page = fresh.client.get("/")
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    assert text.count(">Test</h2>") + text.count(">Test</b>") == others
    row = text.split("Spoilt</b>")[1].split("</li>")[0]
    assert "cannot be read" in row and f"/games/{game_id}/menu" in row
    shown = fresh.client.get(f"/games/{game_id}")
    assert shown.status_code == status and 'class="message"' in shown.get_data(as_text=True)
    assert fresh.client.get(f"/games/{game_id}/menu").status_code == 200
    if can_be_exported:
        assert fresh.client.get(f"/games/{game_id}/export.json").status_code == 200
    assert fresh.post(f"/games/{game_id}/delete", sure="yes").status_code == 303
    assert "Spoilt" not in fresh.client.get("/").get_data(as_text=True)


def test_any_failure_of_one_game_stays_with_it(fresh: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.begin()

    def fail(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(Games, "present", fail)
    page = fresh.client.get("/")
    assert page.status_code == 200 and "cannot be read" in page.get_data(as_text=True)
