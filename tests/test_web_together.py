"""Steps that are shown as one: one form answers them, each is a line of its own, and all of it counts or nothing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from hive import keys
from hive.engine.state import dump_text
from hive.steps import Ask
from serving import Table, app_in
from test_counted_taps import BATTLES, Hand, quickly
from test_web_laws import in_the_agenda_phase

IN_SPACE = "11"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(app_in(tmp_path_factory.mktemp("together")))


def state_of(hand: Hand) -> Any:
    return json.loads(dump_text(hand.table.games.present(hand.game_id).session.game))


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def at(table: Table, number: str, key: str) -> Hand:
    hand = Hand(table, table.import_kept(number))
    quickly(hand, lambda one: one == key)
    return hand


def judged(table: Table, speaker: str, agenda: str = "Fleet Regulations") -> Hand:
    """An agenda on which the Hive has its judgement."""
    hand = Hand(table, in_the_agenda_phase(table))
    table.games.correct(hand.game_id, table.position(hand.game_id), "speaker", speaker)
    hand.tap(agenda)
    assert hand.key == keys.HIVE_VOTES
    return hand


def in_a_round(table: Table) -> Hand:
    """A round in space after which another one follows, and players may retreat."""
    hand = at(table, BATTLES, keys.SPACE_COMBAT_ROUND)
    assert "number.retreat_" in hand.page
    return hand


# --- a battle


def test_that_the_hive_never_retreats_is_said_once_as_the_combat_begins(table: Table) -> None:
    page = words(at(table, IN_SPACE, keys.SPACE_COMBAT).page)
    assert page.count("until one side has won") == 1


def test_that_a_battle_in_space_is_won_is_said_once_beside_the_log(table: Table) -> None:
    page = words(at(table, IN_SPACE, keys.BATTLE_OVER).page).split(" Log ")[0]
    assert page.count("The Hive has won the") == 1


def test_what_leaves_the_board_as_the_turn_ends_is_told_apart_from_the_card_that_is_asked_about(table: Table) -> None:
    page = words(at(table, IN_SPACE, keys.EXPLORATION).page)
    assert re.search(r"which one is it\? Besides, as the turn ends: Remove 3 fighters", page)


# --- an agenda


def test_one_tap_votes_and_counts_and_comes_to_the_same_as_two(table: Table) -> None:
    together, apart = judged(table, "hive"), judged(table, "hive")
    line = table.position(together.game_id)
    together.tap()
    assert table.position(together.game_id) == line + 2
    for key, value in ((keys.HIVE_VOTES, "for"), (keys.VOTED, "counted")):
        table.games.answer(apart.game_id, table.position(apart.game_id), key, value)
    assert state_of(together) == state_of(apart)
    assert [one.kind for one in table.games.lines(together.game_id, None, 2)] == ["answer", "answer"]


@pytest.mark.rule("29.votes.influence-cards")
def test_its_votes_are_not_seen_before_its_cards_are_drawn_at_its_turn(table: Table) -> None:
    # Until the first vote players answer an agenda by their cards; who votes before the Hive does not know its votes.
    for speaker in ("p2", "hive"):
        hand = judged(table, speaker)
        page = words(hand.page)
        assert ("Enter your votes" in page) == (speaker == "hive") and "will vote For" in page
        assert "votes FOR" not in page and "so far" not in page and "tie" not in page.split("Something else")[0]
        table.games.answer(hand.game_id, table.position(hand.game_id), keys.HIVE_VOTES, "for")
        assert "votes FOR" in words(hand.page)


@pytest.mark.rule("29.outcome.quash")
def test_the_table_overrules_it_by_a_tap_on_the_same_screen_and_is_asked_what_won(table: Table) -> None:
    hand = judged(table, "hive")
    page = hand.page
    assert re.search(r'value="against" formaction="/games/\w+/answer"', page)
    table.post(
        f"/games/{hand.game_id}/answer", position=table.position(hand.game_id), key=keys.HIVE_VOTES, value="against"
    )
    assert hand.key == keys.VOTED and "votes AGAINST" in words(hand.page)


def test_votes_of_the_players_count_on_the_same_screen(table: Table) -> None:
    hand = judged(table, "hive")
    hand.tap(**{"p1.against": 90})
    assert table.games.present(hand.game_id).session.game.laws == [] and hand.key == keys.AGENDA


def test_what_is_entered_on_the_screen_of_a_vote_is_on_the_other_screens(table: Table) -> None:
    hand = judged(table, "hive")
    asked = re.search(r'name="asked" value="(\d+)"', hand.page)
    assert asked is not None
    table.post(
        f"/games/{hand.game_id}/numbers",
        key=keys.HIVE_VOTES,
        asked=asked[1],
        **{"number.p1.against": "90", "was.number.p1.against": "0"},
    )
    assert re.search(r"<b>Against</b>.*?<b class=.total.>90</b>", hand.page, re.DOTALL)


# --- a fight


def test_who_retreats_is_said_with_the_hits_before_the_next_dice(table: Table) -> None:
    hand = in_a_round(table)
    name = next(re.finditer(r'name="number\.(retreat_p\d)"', hand.page))[1]
    line = table.position(hand.game_id)
    hand.tap("on", **{"hits": 0, name: 1})
    assert table.position(hand.game_id) == line + 2 and hand.key == keys.SPACE_COMBAT_ROUND
    assert "retreats after this round" in words(hand.page)


def test_whoever_retreats_after_a_round_is_not_asked_about_the_next_one_which_never_comes(table: Table) -> None:
    hand = in_a_round(table)
    names = re.findall(r'name="number\.(retreat_p\d)"', hand.page)
    hand.tap("on", **{"hits": 0, **dict.fromkeys(names, 1)})
    assert hand.key == keys.SPACE_COMBAT_ROUND and "number.retreat_" not in hand.page
    step, line = table.games.present(hand.game_id).session.pending, table.position(hand.game_id)
    assert isinstance(step, Ask) and "Retreat" in [str(one.short) for one in step.choices]
    hand.tap("on", hits=0)
    assert hand.key == "retreat" and table.position(hand.game_id) == line + 1


def test_what_hits_have_cost_the_hive_stands_above_the_dice_of_the_next_round(table: Table) -> None:
    hand = in_a_round(table)
    hand.tap("on", hits=1)
    assert hand.key == keys.SPACE_COMBAT_ROUND
    page = hand.page
    assert "Take off the table" in page and 'class="losses"' in page
    session = table.games.present(hand.game_id).session
    assert isinstance(session.pending, Ask) and "Take off" not in str(session.pending.items)
    table.games.correct(hand.game_id, table.position(hand.game_id), "hive.trade_goods", "7")
    assert "Take off the table" in hand.page


def test_after_the_last_round_nothing_more_is_answered(table: Table) -> None:
    hand = in_a_round(table)
    line = table.position(hand.game_id)
    hand.tap("cleared", hits=0)
    assert table.position(hand.game_id) == line + 1


def test_what_leaves_the_board_as_the_turn_ends_is_confirmed_with_the_battle(table: Table) -> None:
    hand = Hand(table, table.import_kept(BATTLES))
    hand.until(keys.BATTLE_OVER)
    line, page = table.position(hand.game_id), words(hand.page)
    assert "leave at the end of every turn" in page
    hand.tap()
    assert table.position(hand.game_id) == line + 2 and hand.key in (keys.PLAYER_TURN, keys.HIVE_TURN)


# --- all of it or nothing, and back


@pytest.mark.parametrize("wrong", [{"retreat_p1": 7, "retreat_p2": 7}, {"hits": 999}])
def test_a_form_of_which_one_answer_does_not_fit_changes_nothing(table: Table, wrong: dict[str, int]) -> None:
    hand = in_a_round(table)
    line, before = table.position(hand.game_id), state_of(hand)
    fields = {"hits": 0, "retreat_p1": 0, "retreat_p2": 0, **wrong}
    answer = table.post(
        f"/games/{hand.game_id}/answer",
        position=line,
        key=keys.SPACE_COMBAT_ROUND,
        value="on",
        then=keys.ROUND_BEGINS,
        **{f"number.{name}": str(number) for name, number in fields.items()},
    )
    assert answer.status_code == 422
    assert (table.position(hand.game_id), state_of(hand)) == (line, before)


@pytest.mark.parametrize(
    ("after", "key", "value", "status"),
    [
        ("1", keys.HIVE_VOTES, "nonsense", 422),
        ("1", keys.VOTED, "counted", 422),
        ("2", keys.HIVE_VOTES, "counted", 422),
        ("1", keys.AGENDA, "counted", 422),
    ],
)
def test_a_vote_that_does_not_fit_changes_nothing(table: Table, after: str, key: str, value: str, status: int) -> None:
    hand = judged(table, "hive")
    line, before = table.position(hand.game_id), state_of(hand)
    answer = table.post(f"/games/{hand.game_id}/answer?after={after}", position=line, key=key, value=value)
    assert answer.status_code == status
    assert (table.position(hand.game_id), state_of(hand)) == (line, before)


def test_a_stale_form_is_refused_whole(table: Table) -> None:
    hand = judged(table, "hive")
    line = table.position(hand.game_id)
    table.games.correct(hand.game_id, line, "hive.trade_goods", "7")
    answer = table.post(f"/games/{hand.game_id}/answer?after=1", position=line, key=keys.HIVE_VOTES, value="counted")
    assert answer.status_code == 409 and table.position(hand.game_id) == line + 1


def test_undo_takes_back_all_that_a_tap_has_answered_and_redo_brings_it_back(table: Table) -> None:
    hand = judged(table, "hive")
    before = state_of(hand)
    hand.tap()
    after = state_of(hand)
    table.post(f"/games/{hand.game_id}/undo", position=table.position(hand.game_id))
    assert hand.key == keys.HIVE_VOTES and state_of(hand) == before
    table.post(f"/games/{hand.game_id}/redo", position=table.position(hand.game_id))
    assert hand.key == keys.AGENDA and state_of(hand) == after


def test_a_game_with_joined_lines_is_exported_and_imported(table: Table) -> None:
    hand = judged(table, "hive")
    hand.tap()
    again = Hand(table, table.games.import_game(table.games.store.export_game(hand.game_id)))
    assert state_of(again) == state_of(hand)
    table.post(f"/games/{again.game_id}/undo", position=table.position(again.game_id))
    assert again.key == keys.HIVE_VOTES
