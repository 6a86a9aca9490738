"""Games that earlier versions exported: each opens, goes on, and goes back; tests/exports/README.md tells of them."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from driving import expected_answer
from hive.engine.errors import Refused
from hive.engine.state import dump
from hive.games.example import start_example
from hive.games.present import PASSED_BACK, PASSED_ON, Present
from hive.games.service import RESUMED, Games
from hive.rules import RULES_VERSION
from hive.steps import Ask
from hive.store import ImportRefused, Store
from hive.words import BadMessage, heard
from kept import (
    EXPORTS,
    LATER,
    STATES,
    Document,
    carried_on,
    comes_to_its_state,
    document_of,
    name_of,
    sections,
    states,
    tip,
)
from serving import Table, app_in

MEGABYTE = 1024 * 1024
# Combats have another order of dice by now: these two stopped in the middle of one, and go on from where it begins.
PLAYS_TO = {"11_in_space_combat": 159, "12_in_ground_combat": 496}
# A game without a galaxy, which is replayed quickly: its last snapshot stands behind line DAMAGED.
PLAIN = "23_printed_deck_in_a_draw"
DAMAGED, BEYOND = 30, 60


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    store = Store(tmp_path / "games.sqlite")
    yield Games(store)
    store.close()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    """A file into which all kept games come, one after the other."""
    store = Store(tmp_path_factory.mktemp("shelf") / "games.sqlite")
    yield Games(store)
    store.close()


def imported(games: Games, document: Document) -> Present:
    return games.present(games.import_game(document))


def test_the_exports_are_thirty_and_small() -> None:
    assert len(EXPORTS) == 30
    assert sum(file.stat().st_size for file in EXPORTS) < 4 * MEGABYTE


def test_the_later_exports_are_few_small_and_show_what_has_come_since() -> None:
    assert len(LATER) == 7
    assert sum(file.stat().st_size for file in LATER) < MEGABYTE
    entries = [entry for file in LATER for entry in document_of(file)["entries"]]
    assert {entry["rules_version"] for entry in entries} == {"7"}
    assert {entry.get("made_by", "") for entry in entries} == {"", "p1", "p2", "table"}
    assert {entry["kind"] for entry in entries} == {"new", "answer", "event", "correct", "board", "undo", "redo"}
    options = {option for entry in entries if entry["kind"] == "new" for option in entry["data"]["settings"]["options"]}
    assert {"thunders_edge", "twilights_fall", "total_war", "our_box"} <= options


@pytest.mark.parametrize("file", [*EXPORTS, *LATER], ids=name_of)
def test_a_game_of_an_earlier_version_comes_to_its_state_goes_on_and_goes_back(shelf: Games, file: Path) -> None:
    document = document_of(file)
    present = imported(shelf, document)
    plays_to = PLAYS_TO.get(name_of(file))
    assert present.notice == ("" if plays_to is None else RESUMED)
    assert plays_to in (None, tip(present))
    assert present.lines[0]["said"] == as_text(document["entries"][tip(present) - 1]["words"]["said"])
    comes_to_its_state(shelf, present, states()[name_of(file)])


def test_kept_games_are_backed_up_moved_and_archived_whole(shelf: Games, tmp_path: Path) -> None:
    """All that were opened here, and at least one that is played without a galaxy."""
    imported(shelf, document_of(next(file for file in EXPORTS if name_of(file) == PLAIN)))
    carried_on(shelf, tmp_path)


@pytest.mark.parametrize("file", STATES, ids=lambda file: file.parent.name)
def test_another_state_has_its_version_of_the_rules_and_its_reason(file: Path) -> None:
    """The first section has all games; those behind it what later rules bring to another state, or have written."""
    first, *later = sections(file)
    versions = [int(section["rules"]) for section in (first, *later)]
    assert versions == sorted(set(versions))
    assert versions[-1] <= int(RULES_VERSION)
    for section in later:
        kept_since = {name for name in section["games"] if name.startswith(f"rules_{section['rules']}: ")}
        assert set(section["games"]) - kept_since == set(section.get("why", {})) <= set(first["games"])
        assert all(len(why.split()) > 5 for why in section.get("why", {}).values())


def test_each_export_has_its_state() -> None:
    assert set(sections(STATES[0])[0]["games"]) == {name_of(file) for file in (*EXPORTS, *LATER)}


@pytest.mark.parametrize("file", STATES, ids=lambda file: file.parent.name)
def test_a_state_that_was_written_once_is_not_written_over(file: Path) -> None:
    """Each version of the file that was ever kept is the beginning of the next one."""
    commits = git(file.parent, "log", "--format=%H", "--", file.name).split()
    text = file.read_text(encoding="utf-8")
    assert [one for one in commits if not text.startswith(git(file.parent, "show", f"{one}:./{file.name}"))] == []


def git(folder: Path, *command: str) -> str:
    """What git says; nothing where the source lies without its history."""
    return subprocess.run(["git", *command], cwd=folder, capture_output=True, text=True, check=False).stdout


def test_an_import_keeps_the_states_on_its_way_as_play_does(games: Games) -> None:
    played = games.present(start_example(games))
    again = imported(games, json.loads(json.dumps(games.store.export_game(played.id))))
    kept = games.store.snapshots_between(played.id, 0, tip(played))
    assert len(kept) > 10
    assert games.store.snapshots_between(again.id, 0, tip(again)) == kept
    for line in kept:
        assert games.store.chain(again.id, line)[0] == games.store.chain(played.id, line)[0]


# --- a log that no longer plays


@pytest.fixture
def plain() -> Document:
    return document_of(next(file for file in EXPORTS if file.name.startswith(PLAIN)))


def damaged(document: Document, line: int = DAMAGED) -> Document:
    """The log with a line that answers what no rules ask."""
    entries = document["entries"]
    lines = [one for one in entries if one["kind"] == "answer" and one["position"] >= line]
    lines[0]["data"]["key"] = "never_asked"
    return document


def line_before(games: Games, present: Present, line: int) -> int:
    return [one for one in games.store.path_positions(present.id, 1, tip(present)) if one < line][-1]


def test_undo_passes_over_lines_that_no_longer_play_and_says_so(games: Games, plain: Document) -> None:
    whole = imported(games, json.loads(json.dumps(plain)))
    before = games.undo(whole.id, whole.position, to=line_before(games, whole, DAMAGED))
    present = imported(games, damaged(plain))
    assert (dump(present.session.game), present.notice) == (dump(whole.session.game), "")
    snapshot = plain["snapshot"]["position"]
    back = games.undo(present.id, present.position, to=BEYOND)
    assert (tip(back), back.notice) == (tip(before), PASSED_BACK)
    assert dump(back.session.game) == dump(before.session.game)
    assert games.present(present.id).notice == PASSED_BACK
    onwards = games.redo(back.id, back.position)
    assert (tip(onwards), onwards.notice) == (snapshot, PASSED_ON)
    first = games.undo(onwards.id, onwards.position, to=1)
    assert (tip(first), first.notice) == (1, "")


def test_one_undo_passes_over_lines_that_no_longer_play(games: Games, plain: Document) -> None:
    present = imported(games, damaged(plain))
    snapshot = plain["snapshot"]["position"]
    while tip(present) > snapshot:
        present = games.undo(present.id, present.position)
        assert present.notice == ""
    with pytest.raises(Refused, match="cannot go back there"):
        games.at(present.id, BEYOND)
    back = games.undo(present.id, present.position)
    assert back.notice == PASSED_BACK
    assert tip(back) <= line_before(games, present, DAMAGED)


def test_undo_stops_at_the_first_state_that_fits_where_nothing_before_plays(games: Games, plain: Document) -> None:
    present = imported(games, plain)
    with sqlite3.connect(games.store.file) as connection:
        connection.execute("UPDATE entries SET data = '{}' WHERE position = 1")
        connection.execute("DELETE FROM snapshots WHERE position < ?", (BEYOND,))
    fits = games.store.snapshots_between(present.id, 0, present.position)[0]
    back = games.undo(present.id, present.position, to=1)
    assert (tip(back), back.notice) == (fits, PASSED_ON)
    with pytest.raises(Refused, match="cannot go back there"):
        games.undo(back.id, back.position)


def test_a_game_of_earlier_rules_goes_on_from_the_last_line_that_plays(games: Games, plain: Document) -> None:
    for line in plain["entries"]:
        line["rules_version"] = "0"
    plain["snapshot"] = None
    present = imported(games, damaged(plain))
    assert "goes on from the last line that still plays" in present.notice
    assert present.position == len(plain["entries"]) + 1
    assert tip(present) < DAMAGED <= tip(present) + 5
    step = present.session.pending
    assert step is not None and present.redo
    with pytest.raises(Refused, match="rules have changed"):
        games.redo(present.id, present.position)
    went_on = games.answer(present.id, present.position, step.key, expected_answer(present.session.game, step))
    assert went_on.notice == ""


def test_a_log_of_these_rules_that_does_not_play_is_no_game(games: Games, plain: Document) -> None:
    plain["snapshot"] = None
    for line in plain["entries"]:
        line["rules_version"] = RULES_VERSION
    with pytest.raises(ImportRefused, match="does not fit the rules"):
        games.import_game(damaged(plain))
    assert games.store.games() == []


# --- how large they are

LARGEST_GROWTH = 1.5


def as_text(words: Any) -> Any:
    """Words of a log as earlier versions kept them: each message as its text."""
    if isinstance(words, dict):
        return {key: as_text(value) for key, value in words.items()}
    if isinstance(words, list):
        try:
            return str(heard(words))
        except (BadMessage, ValueError):
            return [as_text(value) for value in words]
    return words


def test_an_export_with_messages_is_not_much_larger_than_one_with_plain_words(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    for _ in range(250):
        present = table.games.present(game_id)
        step = present.session.pending
        assert step is not None
        table.games.answer(game_id, present.position, step.key, expected_answer(present.session.game, step))
    exported = table.games.store.export_game(game_id)
    entries = [{**entry, "words": as_text(entry["words"])} for entry in exported["entries"]]
    before = len(json.dumps({**exported, "entries": entries}))
    after = len(json.dumps(exported))
    assert after < LARGEST_GROWTH * before
    assert entries != exported["entries"]


@pytest.mark.parametrize(("won", "left"), [("hive", True), ("players", False), ("nobody", False)])
def test_what_is_left_of_the_hive_is_said_only_where_it_has_won(games: Games, won: str, left: bool) -> None:
    present = imported(games, document_of(next(file for file in EXPORTS if file.name.startswith("13_"))))
    step = present.session.pending
    assert isinstance(step, Ask)
    shown = {number.name: number.value for number in step.numbers if number.name != "retreat_p2"}
    present = games.answer(present.id, present.position, step.key, {"choice": won, **shown, "retreat_p2": 1})
    said = heard(present.undo)
    assert (" left " in said) == left
