"""Questions with numbers, the systems that a step is about, sheets of facts, and reasons as chains of blocks."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import render_template

from driving import expected_answer, layout, settings
from hive import keys
from hive.games.present import Present
from hive.naming import system_label
from hive.steps import Ask, Choice, Item, Number, Row, Shown, Step, Tell, Why
from hive.web.door import posted_answer
from hive.web.steps import Facts, scene_of
from hive.web.steps.asking import HIGHEST_TILE
from hive.web.steps.scene import Button, Scene
from hive.web.table.page import table_page
from hive.web.table.place import Looking
from hive.words import PlayerName, count, listed, say
from serving import Table, app_in, without_spans


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


@pytest.fixture
def battle(table: Table) -> str:
    """A game in which Ada activates a system of the Hive: its space combat asks for numbers."""
    game_id = begin(table)
    table.until(game_id, "player_turn")
    answer(table, game_id, "activate")
    table.until(game_id, "space_combat")
    return game_id


def begin(table: Table) -> str:
    return table.games.create("The galaxy", settings(), seed="test", layout=layout())


def answer(table: Table, game_id: str, value: Any) -> None:
    present = table.games.present(game_id)
    table.games.answer(game_id, present.position, asked(table, game_id).key, value)


def asked(table: Table, game_id: str) -> Ask:
    step = table.games.present(game_id).session.pending
    assert isinstance(step, Ask)
    return step


def posted(table: Table, game_id: str, htmx: bool = False, **fields: Any) -> Any:
    position = fields.pop("position", table.position(game_id))
    key = asked(table, game_id).key
    return table.post(f"/games/{game_id}/answer", htmx=htmx, position=position, key=key, **fields)


def text(response: Any) -> str:
    return html.unescape(response.get_data(as_text=True))


def ships_of_hive(table: Table, game_id: str, position: str) -> int:
    galaxy = table.games.present(game_id).session.game.galaxy
    assert galaxy is not None
    return sum(galaxy.systems[position].units["hive"].values())


def filled(page: str, name: str) -> str:
    """What stands in a number of the page: the tile that is chosen, or what is in its stepper."""
    inputs = re.findall(rf'<input[^>]* name="number\.{name}"[^>]*>', page)
    chosen = [one for one in inputs if 'type="number"' in one or " checked" in one]
    assert len(chosen) == 1, inputs
    return str(re.findall(r' value="([^"]*)"', chosen[0])[0])


def standing(table: Table, game_id: str, step: Step) -> Present:
    """The game as if it stood at a step made by hand."""
    present = table.games.present(game_id)
    return replace(present, session=replace(present.session, pending=step))


def page_of(table: Table, present: Present) -> str:
    with table.app.test_request_context():
        asked = {"page": table_page(present, Looking()), "hints": False, "hint": "", "pause": None}
        return html.unescape(render_template("table/_table.html", **asked))


def scene(table: Table, step: Step) -> Scene:
    return scene_of(standing(table, begin(table), step))


# --- numbers


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"value": "done"}, "done"),
        ({"card.icons": "2"}, {"icons": "2"}),
        ({"value": "on", "number.hits": "3", "position": "4"}, {"choice": "on", "hits": 3}),
        ({"value": "on", "number.Mecatol Rex": "0"}, {"choice": "on", "Mecatol Rex": 0}),
        ({"value": "on", "number.hits": "many"}, {"choice": "on", "hits": "many"}),
        ({"number.hits": ""}, {"choice": "", "hits": ""}),
        ({}, ""),
    ],
)
def test_an_answer_is_posted_as_the_log_keeps_it(form: dict[str, str], said: Any) -> None:
    assert posted_answer(form) == said


@pytest.mark.parametrize("htmx", [False, True])
def test_numbers_are_posted_with_the_answer_and_booked(table: Table, battle: str, htmx: bool) -> None:
    names = [number.name for number in asked(table, battle).numbers]
    assert names, "this step has no numbers"
    fields = {f"number__{name}": "0" for name in names}
    assert posted(table, battle, htmx, value="dice", **fields).status_code == (200 if htmx else 303)
    hits = asked(table, battle)
    assert [number.name for number in hits.numbers] == ["hits"]
    there = ships_of_hive(table, battle, hits.systems[0])
    posted(table, battle, htmx, value="on", number__hits="2")
    assert ships_of_hive(table, battle, hits.systems[0]) == there - 2
    said = table.games.present(battle).lines[0]["said"]
    assert said.endswith(f"{hits.choices[0].label}, {hits.numbers[0].label} 2")


def test_a_low_number_has_tiles_and_a_high_one_a_stepper(table: Table) -> None:
    numbers = (
        Number("few", "Few", maximum=HIGHEST_TILE, value=1),
        Number("many", "Many", maximum=HIGHEST_TILE + 1, note="of them"),
    )
    step = Ask("hits", "How many?", (Choice("on", "Go on"),), "5.4.damage-space", numbers=numbers)
    few, many = scene(table, step).numbers
    assert ([value for value, _ in few.tiles], few.value) == (["0", "1", "2", "3", "4", "5"], "1")
    assert (many.tiles, many.value) == ((), "0")
    page = page_of(table, standing(table, begin(table), step))
    assert filled(page, "few") == "1"
    assert re.search(r'<input type="number"[^>]*name="number.many" value="0" min="0" max="6"[^>]*form="answer"', page)
    assert "of them" in page


def test_the_next_tap_stands_beside_few_numbers_and_below_many(table: Table) -> None:
    numbers = tuple(Number(f"n{number}", "Ships", maximum=3) for number in range(3))
    step = Ask("hits", "How many?", (Choice("on", "Go on"), Choice("roll", "Roll here")), "5.4", numbers=numbers)
    assert not scene(table, step).bar.numbers
    few = replace(step, numbers=numbers[:2])
    assert scene(table, few).bar.numbers
    assert not scene(table, replace(few, shown=Shown(expects=False))).bar.numbers
    foot = page_of(table, standing(table, begin(table), few)).partition('class="foot')[2]
    assert foot.count('name="number.n0"') == 4
    assert foot.index('name="number.n1"') < foot.index('id="go"')


@pytest.mark.parametrize("wrong", ["-1", "9999", "two", ""])
@pytest.mark.parametrize("htmx", [False, True])
def test_a_wrong_number_is_told_and_the_others_stay_as_typed(table: Table, battle: str, wrong: str, htmx: bool) -> None:
    posted(table, battle, value="by_hand")
    first, second, *_ = asked(table, battle).numbers
    position = table.position(battle)
    fields = {f"number__{first.name}": wrong, f"number__{second.name}": "0"}
    assert second.value != 0
    response = posted(table, battle, htmx, value="hive", **fields)
    assert response.status_code == 422
    assert f"{first.label}: enter a whole number from {first.minimum} to {first.maximum}." in text(response)
    assert filled(text(response), second.name) == "0"
    assert table.position(battle) == position


def test_a_wrong_number_in_a_stepper_stays_to_be_mended(table: Table, battle: str) -> None:
    posted(table, battle, value="dice")
    table.until(battle, "space_combat_round")
    response = posted(table, battle, value="on", number__hits="9999")
    assert response.status_code == 422
    assert filled(text(response), "hits") == "9999"
    assert 'class="asked wrong"' in text(response)


def test_an_unknown_number_and_a_number_out_of_place_are_refused(table: Table, battle: str) -> None:
    position = table.position(battle)
    response = posted(table, battle, value="dice", number__fish="1")
    assert response.status_code == 422
    assert "does not ask for “fish”" in without_spans(text(response))
    assert table.position(battle) == position
    posted(table, battle, value="dice")
    assert posted(table, battle, value="nonsense", number__hits="1").status_code == 422


def test_a_slower_screen_is_shown_the_present_and_not_what_it_typed(table: Table, battle: str) -> None:
    was = table.position(battle)
    posted(table, battle, value="dice")
    response = posted(table, battle, position=was, value="on", number__hits="4")
    assert response.status_code == 409
    assert filled(text(response), "hits") == "0"


def test_who_has_won_by_hand_is_chosen_and_booked_together_with_what_is_left(table: Table, battle: str) -> None:
    posted(table, battle, value="by_hand")
    shown = scene_at(table, battle)
    assert shown.bar.go == Button("", say("Book it")) and shown.bar.second is None
    assert [button.value for button in shown.answers.choices] == ["hive", "players", "nobody"]
    assert 'name="value" value=""' not in text(table.client.get(f"/games/{battle}"))
    position = table.position(battle)
    assert posted(table, battle, value="").status_code == 422
    assert table.position(battle) == position


def test_how_a_combat_is_fought_with_ships_that_nobody_knows_of_has_no_likely_answer(table: Table, battle: str) -> None:
    shown = scene_at(table, battle)
    assert shown.answers.go is None
    assert [button.value for button in shown.answers.choices] == ["fight", "dice", "by_hand", "none"]


def scene_at(table: Table, game_id: str) -> Scene:
    with table.app.app_context():
        return scene_of(table.games.present(game_id))


def test_a_none_for_what_is_no_longer_asked_still_replays(table: Table, battle: str) -> None:
    key = scene_at(table, battle).key
    table.games.answer(battle, table.position(battle), key, {"choice": "by_hand", "ally": 0, "p2.Tar'mann": 0})
    assert scene_at(table, battle).key == "space_combat_result"


def test_how_a_combat_is_fought_is_explained_and_stands_below_what_is_to_be_done(table: Table, battle: str) -> None:
    shown = scene_at(table, battle)
    assert [number.name for number in shown.numbers] == ["number.ally"]
    page = table.client.get(f"/games/{battle}").get_data(as_text=True)
    assert "say only who has won, and what is left of" in page and "takes its hits" in page
    assert 'class="block mine opening' in page
    posted(table, battle, value="dice")
    page = table.client.get(f"/games/{battle}").get_data(as_text=True)
    assert 'class="block mine' in page and 'class="block mine opening' not in page


def test_the_end_of_a_tactical_action_without_a_fight_leaves_no_empty_row(table: Table) -> None:
    done = (Choice("done", "Done"), Choice("other", "Elsewhere"))
    step = Ask("tactical_action", "The Hive infests 103", done, "15.infest.target")
    assert "These end the action" not in page_of(table, standing(table, begin(table), step))


# --- systems


def test_the_systems_of_a_step_lead_to_their_sheets_and_back(table: Table, battle: str) -> None:
    position = asked(table, battle).systems[0]
    page = text(table.client.get(f"/games/{battle}"))
    sheet = f"/games/{battle}/systems/{position}"
    label = system_label(table.games.present(battle).session.game, position)
    assert (
        f'<a class="button" href="/games/{battle}?at={position}"><span>{html.escape(label, quote=False)}</span></a>'
        in page
    )
    assert f'href="{sheet}"' in text(table.client.get(f"/games/{battle}?at={position}"))
    opened = text(table.client.get(sheet))
    assert f'href="/games/{battle}?at={position}">' in opened
    fields: dict[str, Any] = {f"{position}/units/p1/cruiser": "1"}
    saved = table.post(sheet, position=table.position(battle), back="table", **fields)
    assert saved.location == f"/games/{battle}?at={position}"
    assert asked(table, battle).key == "space_combat"


def test_systems_without_a_sheet_are_not_offered(table: Table) -> None:
    step = Tell("Done", "15.move.source", confirm="done", systems=("205", "999", "205"))
    assert [one.position for one in scene(table, step).systems] == ["205"]
    without = replace(table.games.present(table.begin()))
    assert scene_of(replace(without, session=replace(without.session, pending=step))).systems == ()


def test_systems_that_are_answers_of_a_list_stand_there_alone(table: Table) -> None:
    choices = (Choice("205", "205 AUX 2"), Choice("none", "None"))
    step = Ask("activate", "Which system?", choices, "21", systems=("205", "209"), shown=Shown(kind="search"))
    assert [one.position for one in scene(table, step).systems] == ["209"]


# --- facts


@pytest.fixture
def sheet(table: Table) -> Ask:
    """Facts to be confirmed: one system with units, and two without."""
    label = system_label(table.games.present(begin(table)).session.game, "313")
    ada = say("{who} {units}", who=PlayerName("p1", "Ada"), units=count(2, "cruiser"))
    ben = say("{who} {units}", who=PlayerName("p2", "Ben"), units=count(1, "carrier"))
    there = listed([ada, ben], ";")
    known = Item(say("{system}: {there}", system=label, there=there), system="313", there=there)
    return Ask(
        keys.FACTS,
        "Is the board so?",
        (Choice("right", "All right"),),
        "1.scope.unchanged-rules",
        items=(known, Item("No units of players in 103 and 105.")),
        anew=True,
        systems=("313", "103", "105"),
        shown=Shown(kind="facts"),
    )


def test_each_fact_is_a_row_that_opens_its_system_and_one_tap_confirms_all(table: Table, sheet: Ask) -> None:
    shown = scene(table, sheet)
    assert isinstance(shown, Facts)
    assert [one.position for one in shown.rows] == ["313"]
    assert (shown.rows[0].there[0].text, shown.rows[0].there[0].seat) == ("Ada", "p1")
    assert [line.text for line in shown.lines] == ["No units of players in 103 and 105."]
    assert [one.position for one in shown.systems] == ["103", "105"]
    assert shown.bar.go is not None and shown.bar.go.label == "All right"
    page = page_of(table, standing(table, begin(table), sheet))
    facts = page[page.index('class="facts pictured"') : page.index("</ul>", page.index('class="facts pictured"'))]
    assert "?at=313" in facts and "No units of players" in facts
    assert page.count("No units of players in 103") == 1


# --- reasons


def test_the_blocks_of_a_diagram_are_a_chain_and_the_last_to_leave_fewer_decides(table: Table) -> None:
    diagram = table.games.house.tables().priorities.positive
    rows = (
        Row("Target systems", "205, 207", "15.infest.target", True),
        Row(diagram.blocks[0].say, "205, 207 and 209 left", diagram.blocks[0].rule),
        Row(diagram.blocks[1].say, "205 and 207 left", diagram.blocks[1].rule, True),
        Row(diagram.blocks[2].say, "205 left", diagram.blocks[2].rule, True),
        Row("Ships at most", "1", "15.move.maximum"),
    )
    step = Tell("The Hive infests 205", "15.infest.target", confirm="done", why=Why("205 it is.", rows))
    why = scene(table, step).why
    assert why is not None
    assert [(part.chain, len(part.rows)) for part in why.parts] == [(False, 1), (True, 3), (False, 1)]
    assert why.parts[0].decided == rows[:1]
    assert why.parts[1].decided == rows[3:4]
    page = page_of(table, standing(table, begin(table), step))
    assert page.count('class="rows chain"') == 1
    chain = page[page.index('class="rows chain"') :]
    assert chain.index("205, 207 and 209 left") < chain.index("205 and 207 left") < chain.index(">205 left")
    assert re.search(r'<li class="decided"><b>[^<]*</b><span>205 left', chain)


def test_a_single_block_stays_a_row_of_the_list(table: Table) -> None:
    block = table.games.house.tables().priorities.positive.blocks[3]
    why = Why("Most planets.", (Row(block.say, "205", block.rule, True),))
    shown = scene(table, Tell("Place it", "5.2", why=why)).why
    assert shown is not None
    assert [part.chain for part in shown.parts] == [False]


def test_every_page_of_a_battle_can_be_shown(table: Table, battle: str) -> None:
    for _ in range(6):
        assert table.client.get(f"/games/{battle}").status_code == 200
        step = asked(table, battle)
        answer(table, battle, expected_answer(table.games.present(battle).session.game, step))


def listed_in(page: str, kind: str) -> list[str]:
    """The words of each line of the lists of a class."""
    lists = re.findall(rf'<[ou]l class="{kind}(?: has-[a-z]+)*">(.*?)</[ou]l>', page, re.DOTALL)
    lines = [
        re.sub(r"<[^>]+>", "", line) for found in lists for line in re.findall(r"<li>(.*?)</li>", found, re.DOTALL)
    ]
    return [" ".join(html.unescape(line).split()) for line in lines]


@pytest.fixture
def landing(table: Table, battle: str) -> str:
    """A game in which Ada has won the space combat, and the table says who lands on a planet of the Hive."""
    numbers = {number.name: number.value for number in asked(table, battle).numbers}
    answer(table, battle, {"choice": "by_hand", **numbers} if numbers else "by_hand")
    numbers = {number.name: number.value for number in asked(table, battle).numbers}
    answer(table, battle, {"choice": "players", **numbers})
    assert asked(table, battle).key == keys.INVASION
    return battle


def test_who_stands_on_the_planets_is_no_numbered_thing_to_do(table: Table, landing: str) -> None:
    """Below what is to be done it stands without a number: on the table, and on the wall."""
    known = "Hope's End: 4 infantry."
    page = text(table.client.get(f"/games/{landing}"))
    assert known in listed_in(page, "asides") and known not in listed_in(page, "do")
    page = text(table.client.get(f"/games/{landing}/wall"))
    assert listed_in(page, "watch-known") == [known]
    assert len(listed_in(page, "watch-do")) == 1 and "loses" in listed_in(page, "watch-do")[0]


def test_who_fights_whom_is_no_numbered_thing_to_do_on_the_wall(table: Table, battle: str) -> None:
    page = text(table.client.get(f"/games/{battle}/wall"))
    assert not any(line.startswith("The Hive: ") for line in listed_in(page, "watch-do"))
    assert listed_in(page, "watch-known")[0].startswith("The Hive: ")


def test_lines_without_anything_to_do_follow_those_for_hands_without_a_number(table: Table) -> None:
    lines = (Item("It rains.", "a fact", aside=True), Item("Take it."), Item("Put it there."))
    page = page_of(table, standing(table, begin(table), Tell("Something happens", "5.2", confirm="done", items=lines)))
    assert listed_in(page, "do") == ["Take it.", "Put it there."]
    assert listed_in(page, "asides") == ["It rains. a fact"]
    assert page.index('<ol class="do">') < page.index('<ul class="asides">')


def test_after_the_battle_is_said_once(table: Table) -> None:
    text = say("After the battle in {system}", system="Lodor")
    step = Tell(text, "5.2", keys.BATTLE_OVER, "done", items=(Item("Take it."),), shown=Shown(text))
    page = page_of(table, standing(table, begin(table), step))
    now_part = page[page.index('id="answer"') : page.index("</form>", page.index('id="answer"'))]
    assert now_part.count("After the battle") == 1 and "kicker" not in now_part


@pytest.mark.parametrize(("typed", "shown"), [({}, "0"), ({"lands": 1}, "1")])
def test_a_number_is_filled_in_by_its_preset_until_it_is_typed(table: Table, typed: dict[str, int], shown: str) -> None:
    numbers = (Number("lands", "Ada lands", maximum=1, value=1, preset=0, yes_no=True),)
    step = Ask("invasion", "Who lands?", (Choice("on", "Go on"),), "1.scope.unchanged-rules", numbers=numbers)
    assert [view.value for view in scene_of(standing(table, begin(table), step), typed).numbers] == [shown]
