"""The games in a file and in a database: entries, undo and redo, restarts, changed rules, other people's posts."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from driving import expected_answer, settings
from hive.catalog.checking import DECKS
from hive.engine.errors import Refused
from hive.engine.state import dump
from hive.games.present import Present
from hive.games.service import GameBroken, Games, Stale
from hive.model.game import Draws
from hive.rules.action import hive_turn
from hive.steps import Ask
from hive.store import GameUnknown, ImportRefused, Store, StoreLocked
from storing import behind

pytestmark = pytest.mark.both_stores


@pytest.fixture
def games(store: Store) -> Games:
    return Games(store)


def begun(games: Games, draws: Draws = "app", seed: str = "test") -> Present:
    return games.present(games.create("Test", settings(draws=draws), seed=seed))


def go_on(games: Games, present: Present, until: str) -> Present:
    """Answer as expected until a question of this key is open."""
    for _ in range(300):
        step = present.session.pending
        assert step is not None
        if step.key == until:
            return present
        present = games.answer(present.id, present.position, step.key, expected_answer(present.session.game, step))
    raise AssertionError(f"{until} was never asked")


def answer(games: Games, present: Present, value: Any = None) -> Present:
    step = present.session.pending
    assert step is not None
    value = expected_answer(present.session.game, step) if value is None else value
    return games.answer(present.id, present.position, step.key, value)


def test_who_tapped_stands_in_the_log_and_in_an_export(games: Games, store: Store) -> None:
    present = begun(games)
    step = present.session.pending
    assert step is not None
    value = expected_answer(present.session.game, step)
    now = games.answer(present.id, present.position, step.key, value, by="p1")
    now = games.correct(now.id, now.position, "hive.victory_points", 3, by="table")
    now = games.undo(now.id, now.position, by="p2")
    now = games.redo(now.id, now.position, by="p1")
    now = games.event(now.id, now.position, "realign", {}, by="p2")
    made_by = [line.get("made_by", "") for line in store.export_game(now.id)["entries"]]
    assert made_by == ["", "p1", "table", "p2", "p1", "p2"]
    again = games.import_game(store.export_game(now.id))
    assert store.export_game(again)["entries"] == store.export_game(now.id)["entries"]


def test_a_game_begins_with_its_set_up(games: Games) -> None:
    present = begun(games)
    assert present.session.pending is not None
    assert present.session.pending.key == "set_up"
    assert present.undo == "" and present.redo == ""


def test_undo_names_what_it_takes_back_and_redo_what_it_brings_back(games: Games) -> None:
    present = go_on(games, begun(games), "player_turn")
    after = answer(games, present)
    assert after.undo == "Ada's turn: End turn" or after.undo == "Ben's turn: End turn"
    back = games.undo(after.id, after.position)
    assert back.redo == after.undo
    assert back.session.pending == present.session.pending


def test_after_undo_the_same_card_is_drawn_again(games: Games) -> None:
    present = go_on(games, begun(games), "hive_turn")
    first = answer(games, present)
    assert first.words is not None
    drawn = [step["card"] for step in first.words["steps"] if step["kind"] == "draw"]
    back = games.undo(first.id, first.position)
    again = answer(games, back)
    assert again.words is not None
    assert [step["card"] for step in again.words["steps"] if step["kind"] == "draw"] == drawn
    assert drawn


def test_undo_reaches_back_over_a_round_and_a_restart(games: Games, store: Store) -> None:
    present = go_on(games, begun(games), "player_turn")
    early, state = present.position, dump(present.session.game)
    present = play_to_round(games, present, 3)
    games = Games(store)
    back = games.undo(present.id, present.position, to=early)
    assert dump(back.session.game) == state
    assert back.session.game.round == 1


def play_to_round(games: Games, present: Present, number: int) -> Present:
    """The players use their cards and pass; the Hive finds no targets once its cards are used."""
    for _ in range(400):
        game, step = present.session.game, present.session.pending
        if game.round == number or step is None:
            return present
        value = None
        if isinstance(step, Ask) and step.key == "player_turn":
            values = [choice.value for choice in step.choices]
            value = next((one for one in values if one.startswith("card.")), "pass")
        if step.key == "any_target":
            value = "no"
        present = answer(games, present, value)
    raise AssertionError(f"round {number} was never reached")


def test_the_lines_that_were_read_before_are_those_of_the_file_after_undo_and_a_post_elsewhere(
    games: Games, store: Store
) -> None:
    present = go_on(games, begun(games), "player_turn")
    other = Games(store)

    def same(present: Present) -> Present:
        assert present.lines == Games(store).present(present.id).lines
        return present

    present = same(answer(games, same(answer(games, same(present)))))
    back = same(games.undo(present.id, present.position))
    here = same(games.undo(back.id, back.position, present.lines[4]["position"]))
    here = same(answer(games, here))
    there = same(answer(other, other.present(here.id)))
    same(answer(games, same(games.present(there.id))))


def test_a_post_at_an_older_position_changes_nothing(games: Games) -> None:
    present = go_on(games, begun(games), "player_turn")
    answer(games, present)
    now = games.present(present.id)
    with pytest.raises(Stale, match="the game has gone on"):
        answer(games, present)
    with pytest.raises(Stale):
        games.undo(present.id, present.position)
    assert games.present(present.id).position == now.position


@pytest.mark.parametrize("value", ["nonsense", "", None, 7, {"choice": "done"}, "x" * 10_000])
def test_an_answer_that_is_no_choice_is_refused(games: Games, value: Any) -> None:
    present = go_on(games, begun(games), "player_turn")
    with pytest.raises(Refused):
        games.answer(present.id, present.position, "player_turn", value)
    assert games.present(present.id).position == present.position


def test_an_answer_to_another_question_is_refused(games: Games) -> None:
    present = go_on(games, begun(games), "player_turn")
    with pytest.raises(Refused, match="no longer open"):
        games.answer(present.id, present.position, "hive_turn", "draw")


def test_an_event_during_the_hives_turn_lets_the_turn_go_on_after_it(games: Games) -> None:
    present = go_on(games, begun(games), "hive_turn")
    during = games.event(present.id, present.position, "planet_lost", {})
    assert during.session.pending is not None and during.session.pending.key == "planet_lost"
    during = answer(games, during, "aux1")
    assert during.session.pending == present.session.pending
    bank = during.session.game.hive.bank
    before = present.session.game.hive.bank
    assert (bank.resources, bank.influence) == (max(0, before.resources - 2), before.influence - 2)


@pytest.mark.parametrize(
    ("event", "args", "said"),
    [
        ("scored", {"who": "p1", "objective": "secret"}, "A side scored an objective (Ada, A secret objective)"),
        ("points", {"who": "p2", "change": "gain"}, "Victory points changed (Ben, +1 point)"),
        ("rex_taken", {"who": "p2"}, "A player took Mecatol Rex (Ben)"),
        ("reveal", {}, "A public objective is revealed"),
    ],
)
def test_undo_and_whoever_was_slower_read_who_and_what_an_event_was_about(
    games: Games, event: str, args: dict[str, str], said: str
) -> None:
    present = begun(games)
    after = games.event(present.id, present.position, event, args)
    assert after.undo == said
    with pytest.raises(Stale) as slower:
        games.undo(present.id, present.position)
    assert str(slower.value).startswith(f"Somebody was faster with “{said}”: the game has gone on.")
    back = games.undo(present.id, after.position)
    assert back.redo == said
    with pytest.raises(Stale) as slower:
        games.undo(present.id, after.position)
    assert str(slower.value).startswith(f"Somebody was faster and took back “{said}”.")


def test_an_event_that_cannot_happen_is_refused_with_its_reason(games: Games) -> None:
    present = begun(games)
    with pytest.raises(Refused, match="Objective: choose one of A secret objective"):
        games.event(present.id, present.position, "scored", {"who": "p1", "objective": "Amass Wealth"})
    with pytest.raises(Refused, match="no such event"):
        games.event(present.id, present.position, "rain", {})
    with pytest.raises(Refused, match="Who: choose one of"):
        games.event(present.id, present.position, "combat", {"who": "p3"})
    with pytest.raises(Refused, match="not from 1 to 40"):
        games.event(present.id, present.position, "hits_space", {"hits": "41"})


def test_a_number_can_be_corrected_in_the_middle_of_a_step(games: Games) -> None:
    present = go_on(games, begun(games), "production_site")
    corrected = games.correct(present.id, present.position, "hive.bank.resources", "0")
    assert corrected.session.pending == present.session.pending
    assert corrected.session.game.hive.bank.resources == 0
    after = answer(games, corrected, "done")
    assert after.session.game.hive.bank.resources == 0


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("hive.bank.resources", "-1", "not from 0 to 999"),
        ("hive.bank.resources", "many", "a whole number"),
        ("hive.bank.resources", "1e9", "a whole number"),
        ("hive.tokens.tactic", "16", "A faction has 16 command tokens"),
        ("hive.units.cruiser", "9", "not from 0 to 8"),
        ("speaker", "p9", "choose one of"),
        ("seed", "1", "no such number"),
        ("players.p1.counters", "5", "not from 0 to 4"),
    ],
)
def test_a_wrong_correction_is_refused_and_changes_nothing(games: Games, field: str, value: str, sentence: str) -> None:
    present = begun(games)
    with pytest.raises(Refused, match=sentence):
        games.correct(present.id, present.position, field, value)
    assert dump(games.present(present.id).session.game) == dump(present.session.game)


def test_whose_turn_it_is_can_be_corrected_before_the_turn_begins(games: Games) -> None:
    present = go_on(games, begun(games), "player_turn")
    corrected = games.correct(present.id, present.position, "active", "hive")
    assert corrected.session.pending is not None and corrected.session.pending.key == "hive_turn"
    present = go_on(games, begun(games, seed="other"), "player_picks")
    with pytest.raises(Refused, match="only while a turn has not begun"):
        games.correct(present.id, present.position, "active", "p1")


@pytest.mark.rule("3.1.decisions")
def test_who_draws_can_change_in_the_middle_of_a_draw(games: Games) -> None:
    asked = go_on(games, begun(games, draws="table"), "draw.definition")
    drawn = games.correct(asked.id, asked.position, "settings.draws", "app")
    assert drawn.session.pending is not None and drawn.session.pending.key != "draw.definition"


def test_an_unknown_line_to_undo_to_is_refused(games: Games) -> None:
    present = go_on(games, begun(games), "player_turn")
    with pytest.raises(Exception, match="no line 999"):
        games.undo(present.id, present.position, to=999)
    with pytest.raises(Refused, match="stands there already"):
        games.undo(present.id, present.position, to=present.position)
    assert games.present(present.id).position == present.position


def test_there_is_nothing_to_undo_in_a_new_game_and_nothing_to_redo(games: Games) -> None:
    present = begun(games)
    with pytest.raises(Refused, match="nothing to undo"):
        games.undo(present.id, present.position)
    with pytest.raises(Refused, match="nothing to redo"):
        games.redo(present.id, present.position)


def test_an_exported_game_comes_back_the_same(games: Games) -> None:
    present = play_to_round(games, begun(games), 2)
    document = json.loads(json.dumps(games.store.export_game(present.id)))
    again = games.present(games.import_game(document))
    assert again.id != present.id
    assert dump(again.session.game) == dump(present.session.game)
    assert again.session.pending == present.session.pending
    back = games.undo(again.id, again.position)
    assert dump(back.session.game) == dump(games.undo(present.id, present.position).session.game)


def test_an_import_that_cannot_be_replayed_leaves_no_game_behind(games: Games) -> None:
    document = games.store.export_game(begun(games).id)
    document["entries"][0]["data"] = {"settings": {"p1": "nobody"}, "seed": "x"}
    before = len(games.store.games())
    with pytest.raises((GameBroken, ImportRefused)):
        games.import_game(document)
    assert len(games.store.games()) == before


def test_a_game_keeps_the_tables_that_it_was_started_with(store: Store, tmp_path: Path) -> None:
    house = tmp_path / "decks"
    house.mkdir()
    ours = (DECKS / "figures.yaml").read_text()
    changed = ours.replace("start_resources: {value: 8", "start_resources: {value: 11")
    assert changed != ours
    (house / "figures.yaml").write_text(changed)
    present = begun(Games(store, house))
    assert present.session.game.hive.bank.resources == 11
    without = Games(store)
    assert without.present(present.id).session.game.hive.bank.resources == 11
    assert begun(without).session.game.hive.bank.resources == 8


def test_an_old_log_goes_on_from_the_last_line_that_plays(
    games: Games, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = go_on(games, begun(games), "hive_turn")
    snapshot = dump(present.session.game)
    answer(games, present)
    original = hive_turn.question

    def renamed(key: str, *case: str, **said: Any) -> Ask:
        asked = original(key, *case, **said)
        return replace(asked, key="the_new_name") if key == "hive_turn" else asked

    monkeypatch.setattr(hive_turn, "question", renamed)
    later = Games(store)
    resumed = later.present(present.id)
    assert "goes on from the last line that still plays" in resumed.notice
    assert dump(resumed.session.game) == snapshot
    assert resumed.session.pending is not None and resumed.session.pending.key == "the_new_name"
    went_on = answer(later, resumed)
    assert went_on.notice == ""
    assert Games(store).present(present.id).session.pending == went_on.session.pending


def test_a_snapshot_that_no_longer_fits_is_replayed_from_the_beginning(games: Games, store: Store) -> None:
    present = play_to_round(games, begun(games), 2)
    behind(store, 'UPDATE snapshots SET state = \'{"round": "many"}\', packed = NULL')
    assert dump(Games(store).present(present.id).session.game) == dump(present.session.game)


def test_a_log_that_fits_nothing_any_more_says_so(games: Games, store: Store) -> None:
    present = go_on(games, begun(games), "player_turn")
    behind(store, "DELETE FROM snapshots", "UPDATE entries SET data = '{}' WHERE position = 1")
    with pytest.raises(GameBroken, match="cannot go on"):
        Games(store).present(present.id)


def test_two_posts_of_the_same_step_at_once_make_one_entry(games: Games) -> None:
    present = go_on(games, begun(games), "player_turn")
    for _ in range(100):
        results: list[str] = []
        gate = threading.Barrier(2)

        def post(at: Present = present, results: list[str] = results, gate: threading.Barrier = gate) -> None:
            gate.wait()
            try:
                answer(games, at)
                results.append("entered")
            except Stale:
                results.append("stale")

        threads = [threading.Thread(target=post) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(results) == ["entered", "stale"]
        after = games.present(present.id)
        assert after.position == present.position + 1
        present = after


def test_the_log_tells_a_printed_card_and_an_answered_question_in_words(games: Games) -> None:
    present = go_on(games, begun(games, draws="table"), "draw.definition")
    card = {"action": "red_star", "icons": "2"}
    assert answer(games, present, card).lines[0]["said"] == (
        "Drew a definition card: action symbol red star, faction icons 2"
    )
    present = go_on(games, begun(games), "reveal")
    revealed = answer(games, present, "Amass Wealth")
    assert revealed.undo == "Which public objective is revealed? (1 of 2): Amass Wealth"


def test_undo_reaches_past_lines_that_other_rules_made(
    games: Games, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line before lies inside a procedure that has changed, so the nearest line before it is taken."""
    present = go_on(games, begun(games, draws="table"), "draw.definition")
    opening = games.undo(present.id, present.position)
    assert opening.session.pending is not None and opening.session.pending.key == "hive_turn"
    present = games.redo(opening.id, opening.position)
    card = {"action": "red_star", "icons": "2"}
    present = answer(games, present, card)
    original = hive_turn.question

    def renamed(key: str, *case: str, **said: Any) -> Ask:
        asked = original(key, *case, **said)
        return replace(asked, key="the_new_name") if key == "hive_turn" else asked

    present = go_on(games, answer(games, present, "yes"), "player_turn")
    monkeypatch.setattr(hive_turn, "question", renamed)
    later = Games(store)
    back = later.undo(present.id, later.present(present.id).position)
    assert back.session.pending is not None and back.session.pending.key == "the_new_name"
    with pytest.raises(Refused, match="cannot go back there"):
        later.undo(back.id, back.position, to=present.position - 1)


def test_an_entry_that_is_kept_is_not_called_lost_when_the_page_cannot_be_made(
    games: Games, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = go_on(games, begun(games), "player_turn")

    def locked(*_: Any, **__: Any) -> None:
        raise StoreLocked(store.place)

    monkeypatch.setattr(store, "look", locked)
    after = games.undo(present.id, present.position)
    assert "Your entry is kept" in after.notice
    monkeypatch.undo()
    assert games.present(present.id).position == present.position + 1


def test_what_another_process_made_stale_is_told_as_such_and_not_as_a_mistake(games: Games, store: Store) -> None:
    present = go_on(games, begun(games), "player_turn")
    answer(Games(store), present)
    with pytest.raises(Stale):
        games.answer(present.id, present.position, "player_turn", "nonsense")
    with pytest.raises(Stale):
        answer(games, present)
    assert games.present(present.id).position == present.position + 1


def test_a_game_renamed_by_another_process_has_its_new_name(games: Games, store: Store) -> None:
    present = go_on(games, begun(games), "player_turn")
    store.rename(present.id, "Sunday")
    assert answer(games, present).name == games.present(present.id).name == "Sunday"


def test_an_entry_that_would_break_a_law_is_refused(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    present = go_on(games, begun(games), "player_turn")
    monkeypatch.setattr("hive.games.service.broken_laws", lambda game: ["The Hive has each unit upgrade once."])
    with pytest.raises(Refused, match="each unit upgrade once"):
        answer(games, present)
    monkeypatch.undo()
    assert games.present(present.id).position == present.position


def test_addresses_that_are_made_up_leave_no_locks_behind(games: Games) -> None:
    for number in range(50):
        with pytest.raises(GameUnknown):
            games.present(f"made-up-{number}")
    assert len(games._locks) == 0
