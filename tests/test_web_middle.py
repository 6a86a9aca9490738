"""A game that begins in the middle: one guided pass of pages, and then its round."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from driving import fresh_game, layout
from hive import keys
from hive.board.map_string import write_map_string
from hive.model.game import Game
from hive.rules.objectives.scoring import hidden_objectives, left_to_reveal
from hive.rules.setup.set_up import objectives_by_now
from serving import Table, app_in, without_spans

LAST = 4


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def begin(table: Table, **fields: Any) -> str:
    """A new game that is said to begin in the middle; returns its id."""
    response = table.post("/new", p1_name="Ada", p2_name="Ben", galaxy="none", begins="middle", **fields)
    assert response.status_code == 303 and response.location.endswith("/middle/1")
    return str(response.location.split("/")[2])


def shown(table: Table, game_id: str, number: int) -> tuple[str, dict[str, str]]:
    """A page of the pass, and its form as it would be posted."""
    html = unescape(table.client.get(f"/games/{game_id}/middle/{number}").get_data(as_text=True))
    numbers = dict(re.findall(r'<input type="number"[^>]* name="([^"]*)" value="([^"]*)"', html))
    chosen = re.findall(r'<select name="([^"]*)".*?<option value="([^"]*)" selected>', html, re.S)
    return html, {**numbers, **dict(chosen)}


def posted(table: Table, game_id: str, number: int, **changed: Any) -> Any:
    """Post a page of the pass with some numbers changed."""
    _, form = shown(table, game_id, number)
    fields = {**form, **{f"value.{field.replace('__', '.')}": value for field, value in changed.items()}}
    data = {"csrf_token": table.token, "position": table.games.position(game_id), **fields}
    return table.client.post(f"/games/{game_id}/middle/{number}", data=data)


def game_of(table: Table, game_id: str) -> Game:
    return table.games.present(game_id).session.game


@pytest.mark.rule("1.scope.unchanged-rules", "28.1.public")
def test_a_game_begins_in_its_fourth_round_in_one_pass(table: Table) -> None:
    game_id = begin(table)
    first = {"round": 4, "players__p1__victory_points": 3, "players__p2__counters": 3, "agenda_unlocked": "yes"}
    response = posted(table, game_id, 1, **first, hive__victory_points=4, custodians="p2")
    assert response.location.endswith("/middle/2")
    posted(table, game_id, 2, hive__bank__influence=9, hive__tokens__tactic=1)
    posted(table, game_id, 3, deck__primary=10, deck__secondary=7)
    assert "round 4 begins" in shown(table, game_id, LAST)[0]
    response = posted(table, game_id, LAST, hive__units__cruiser=5)
    assert response.location == f"/games/{game_id}"
    for name, by in (("Amass Wealth", "hive_p1"), ("Centralize Galactic Trade", "none")):
        assert table.games.present(game_id).session.pending.key == keys.OPEN_OBJECTIVE
        for key, value in ((keys.OPEN_OBJECTIVE, name), (keys.SCORED_BEFORE, by)):
            table.games.answer(game_id, table.games.position(game_id), key, value)
    table.games.answer(game_id, table.games.position(game_id), keys.OPEN_OBJECTIVE, "none")
    game = game_of(table, game_id)
    assert (game.round, game.phase, game.agenda_unlocked) == (4, "strategy", True)
    assert (game.players["p1"].victory_points, game.hive.victory_points, game.players["p2"].counters) == (3, 4, 3)
    assert (len(game.deck.primary), len(game.deck.secondary), game.hive.units["cruiser"]) == (10, 7, 5)
    assert [(one.name, one.scored_by) for one in game.objectives] == [
        ("Amass Wealth", ["hive", "p1"]),
        ("Centralize Galactic Trade", []),
    ]


@pytest.mark.rule("28.1.public")
def test_an_objective_more_than_its_stage_has_came_by_a_card() -> None:
    """The game is set up with five of the first stage; the sixth is none of those that the Hive must reveal."""
    game = fresh_game()
    first = [one.name for one in hidden_objectives(game, (1,))][:6]
    procedure = objectives_by_now(game)
    next(procedure)
    for name in first:
        procedure.send(name)
        procedure.send("none")
    assert [one.besides for one in game.objectives] == [False] * 5 + [True]
    assert left_to_reveal(game) == {1: 0, 2: 5}


def test_a_number_that_breaks_a_law_is_told_and_what_was_typed_is_kept(table: Table) -> None:
    game_id = begin(table)
    response = posted(table, game_id, 2, hive__tokens__tactic=12, hive__tokens__strategy=12, hive__bank__influence=9)
    html = unescape(response.get_data(as_text=True))
    assert response.status_code == 422
    assert "A faction has 16 command tokens" in html
    assert re.search(r'name="value.hive.tokens.strategy" value="12"', html)
    assert posted(table, game_id, 2, hive__tokens__strategy=2).location.endswith("/middle/3")


def test_two_numbers_that_fit_only_together_are_set_in_either_order(table: Table) -> None:
    game_id = begin(table)
    posted(table, game_id, 2, hive__tokens__tactic=1, hive__tokens__strategy=14)
    assert posted(table, game_id, 2, hive__tokens__tactic=14, hive__tokens__strategy=1).location.endswith("/middle/3")
    assert game_of(table, game_id).hive.tokens.tactic == 14


ON_THE_TABLE = {
    **{"p1_name": "Ada", "p1_faction": "Federation of Sol", "p2_faction": "Emirates of Hacan"},
    **{"begins": "middle", "galaxy": "string", "ion_side": "alpha", "regardless": "yes"},
}


def test_a_game_in_the_middle_is_offered_no_galaxy_at_random(table: Table) -> None:
    fields = {"csrf_token": table.token, "p1_name": "Ada", "begins": "middle"}
    for page in ("/new", "/new/galaxy"):
        response = table.client.post(page, data={**fields, "galaxy": "random", "seed": "x"})
        html = unescape(response.get_data(as_text=True))
        assert response.status_code == 422
        assert "In the middle of a game its galaxy lies on the table" in html
        assert 'value="random"' not in html and 'name="galaxy" value="hand"' in html
    assert 'value="random"' in table.client.get("/new").get_data(as_text=True)
    assert table.client.post("/new", data={**fields, "galaxy": "hand"}).status_code == 303


def test_the_board_of_a_tracked_game_is_said_on_the_map(table: Table) -> None:
    response = table.client.post(
        "/new/galaxy", data={"csrf_token": table.token, **ON_THE_TABLE, "map": write_map_string(layout().tiles)}
    )
    game_id = response.location.split("/")[2]
    html, form = shown(table, game_id, LAST)
    assert f'href="/games/{game_id}/middle/{LAST}?at=310"' in html and form == {}
    opened = unescape(table.client.get(f"/games/{game_id}/middle/{LAST}?at=310").get_data(as_text=True))
    assert f'action="/games/{game_id}/middle/{LAST}/systems/310"' in opened
    assert f'href="/games/{game_id}/systems/310?back=middle"' in opened
    sheet = f"/games/{game_id}/systems/310"
    data = {"csrf_token": table.token, "position": table.position(game_id), "back": "middle"}
    saved = table.client.post(sheet, data={**data, "310/units/p1/cruiser": "1"})
    assert saved.location == f"/games/{game_id}/middle/{LAST}?at=310"


def tapped(table: Table, game_id: str, at: str, sent: str, **fields: Any) -> Any:
    data = {"csrf_token": table.token, "position": table.position(game_id), "who": "p2", "set": sent, **fields}
    return table.client.post(f"/games/{game_id}/middle/{LAST}/systems/{at}", data=data)


def test_a_tap_beside_the_map_is_booked_at_once_and_the_system_stays_open(table: Table) -> None:
    game_id = table.games.create("Tracked", fresh_game().settings, seed="test", layout=layout())
    answer = tapped(table, game_id, "204", "204/units/p2/cruiser=2")
    assert answer.status_code == 303 and answer.location == f"/games/{game_id}/middle/{LAST}?at=204&who=p2"
    galaxy = game_of(table, game_id).galaxy
    assert galaxy is not None and galaxy.systems["204"].units == {"p2": {"cruiser": 2}}


@pytest.mark.parametrize(
    ("sent", "fields", "status", "words"),
    [
        ("205/units/p2/cruiser=2", {}, 422, "This sheet has no field"),
        ("204/units/p2/cruiser=900", {}, 422, "cruiser"),
        ("204/units/p2/cruiser=2", {"position": 99}, 409, "Somebody was faster"),
    ],
)
def test_a_tap_that_does_not_fit_says_why_and_changes_nothing(
    table: Table, sent: str, fields: dict[str, Any], status: int, words: str
) -> None:
    game_id = table.games.create("Tracked", fresh_game().settings, seed="test", layout=layout())
    line = table.position(game_id)
    answer = tapped(table, game_id, "204", sent, **fields)
    assert answer.status_code == status and words in unescape(answer.get_data(as_text=True))
    assert table.position(game_id) == line


def test_a_pass_over_something_entered_meanwhile_looks_again(table: Table) -> None:
    game_id = begin(table)
    data = {"csrf_token": table.token, "position": 99, "value.round": "3"}
    response = table.client.post(f"/games/{game_id}/middle/1", data=data)
    assert response.status_code == 422 and "entered meanwhile" in response.get_data(as_text=True)
    assert game_of(table, game_id).round == 1


def test_a_game_that_has_begun_has_no_pass_any_more(table: Table) -> None:
    game_id = begin(table)
    assert f"/games/{game_id}/middle/1" in table.client.get(f"/games/{game_id}/corrections").get_data(as_text=True)
    posted(table, game_id, 1, round=2)
    posted(table, game_id, LAST)
    table.games.answer(game_id, table.games.position(game_id), keys.OPEN_OBJECTIVE, "none")
    assert table.client.get(f"/games/{game_id}/middle/1").location == f"/games/{game_id}"
    data = {"csrf_token": table.token, "position": table.games.position(game_id), "value.round": "3"}
    assert table.client.post(f"/games/{game_id}/middle/1", data=data).location == f"/games/{game_id}"
    assert game_of(table, game_id).round == 2
    assert "/middle/" not in table.client.get(f"/games/{game_id}/corrections").get_data(as_text=True)
    assert table.client.get(f"/games/{game_id}/middle/99").status_code == 303


@pytest.mark.rule("21.invasion.custodians")
def test_whoever_took_the_custodians_has_unlocked_the_agenda_phase(table: Table) -> None:
    game_id = begin(table)
    assert posted(table, game_id, 1, custodians="p1").location.endswith("/middle/2")
    assert game_of(table, game_id).agenda_unlocked


@pytest.mark.rule("21.invasion.custodians")
@pytest.mark.parametrize(
    ("first", "said", "mended"),
    [
        (
            {"agenda_unlocked": "no"},
            "Ada took the custodians, which unlocks the agenda phase",
            {"custodians": "nobody"},
        ),
        ({"custodians": "nobody"}, "say who took them, or that it is locked", {"custodians": "hive"}),
    ],
)
def test_custodians_and_the_agenda_phase_fit_together_before_the_pass_goes_on(
    table: Table, first: dict[str, str], said: str, mended: dict[str, str]
) -> None:
    game_id = begin(table)
    posted(table, game_id, 1, custodians="p1")
    response = posted(table, game_id, 1, **first)
    assert response.status_code == 422 and said in unescape(without_spans(response.get_data(as_text=True)))
    assert posted(table, game_id, 1, **mended).location.endswith("/middle/2")


@pytest.mark.rule("28.6.deck-agenda")
def test_where_mecatol_rex_is_held_the_agenda_phase_is_unlocked_once_the_game_begins(table: Table) -> None:
    game_id = begin(table)
    posted(table, game_id, 1, round=3)
    posted(table, game_id, LAST, hive__spawning_planets__mecatol_rex=1)
    game = game_of(table, game_id)
    assert (game.agenda_unlocked, game.custodians, game.hive.victory_points) == (True, None, 0)


@pytest.mark.rule("28.1.public")
def test_that_all_objectives_are_named_is_the_answer_at_its_fixed_place(table: Table) -> None:
    game_id = begin(table)
    posted(table, game_id, 1, round=3)
    posted(table, game_id, LAST)

    def go() -> str:
        page = unescape(table.client.get(f"/games/{game_id}").get_data(as_text=True))
        (found,) = re.findall(r'name="value" value="none" class="go" id="go"><span>([^<]*)<', page)
        return str(found)

    assert go() == "None lies open"
    table.games.answer(game_id, table.games.position(game_id), keys.OPEN_OBJECTIVE, "Amass Wealth")
    table.games.answer(game_id, table.games.position(game_id), keys.SCORED_BEFORE, "none")
    assert go() == "That is all"


def test_the_last_page_shows_the_map_where_the_galaxy_is_tracked(table: Table) -> None:
    game_id = table.games.create("Tracked", fresh_game().settings, seed="test", layout=layout())
    page = shown(table, game_id, LAST)[0]
    assert 'class="galaxy' in page and f"/games/{game_id}/middle/{LAST}?at=204" in page
    assert 'class="galaxy' not in shown(table, game_id, 1)[0]


def test_while_the_objectives_are_asked_the_bar_says_the_round(table: Table) -> None:
    game_id = begin(table)
    posted(table, game_id, 1, round=3)
    posted(table, game_id, 2)
    posted(table, game_id, 3)
    posted(table, game_id, LAST)
    page = unescape(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    assert "<b>Round 3</b>" in page and "begins in the middle" in page and "<b>Set-up</b>" not in page
    assert table.games.present(game_id).session.pending.text == "Which public objective lies open?"
    table.games.answer(game_id, table.games.position(game_id), keys.OPEN_OBJECTIVE, "Amass Wealth")
    table.games.answer(game_id, table.games.position(game_id), keys.SCORED_BEFORE, "none")
    assert "Which other public objective lies open?" in table.games.present(game_id).session.pending.text
