"""A player's move booked on the map: from, to, what goes, planets taken; one line of the log, and refused in words."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

from driving import layout, settings
from hive import keys
from hive.board import pieces
from hive.board.edits import move_changes, storms_crossed
from hive.board.survey import Survey
from hive.engine.entries import Board, from_json
from hive.engine.state import dump
from hive.fields import Misfit
from hive.model.galaxy import Galaxy
from hive.model.game import Game
from hive.web.table.place import Looking, MoveView, move_of
from serving import Table, app_in

HOME, TO, TWO = "316", "317", "211"
"""Ada's home, the system beside it with two planets, and another with two."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


@pytest.fixture
def game_id(table: Table) -> str:
    game_id = table.games.create("Galaxy", settings(), seed="test", layout=layout())
    table.until(game_id, keys.PLAYER_TURN)
    return game_id


@pytest.fixture
def game(table: Table, game_id: str) -> Game:
    return table.games.present(game_id).session.game


def galaxy(game: Game) -> Galaxy:
    assert game.galaxy is not None
    return game.galaxy


def moving(game: Game, **told: str) -> MoveView:
    move = move_of(game, Looking(do="moved", who="p1", **told))
    assert move is not None
    return move


def map_links(page: str) -> list[str]:
    return [html.unescape(link) for link in re.findall(r'<a [^>]*href="([^"]*)"', page)]


def text_of(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", page))


def fields_of(page: str, action: str) -> dict[str, str]:
    """What a form of a page sends hidden, without the token and the position that every form has."""
    form = next(one for one in re.findall(r"<form .*?</form>", page, re.S) if f"/{action}" in one.partition(">")[0])
    found = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form))
    return {name: value for name, value in found.items() if name not in ("csrf_token", "position")}


def booked(table: Table, game_id: str, **fields: Any) -> Any:
    units = {"unit." + name: value for name, value in fields.pop("units", {}).items()}
    data = {"who": "p1", "start": HOME, "to": TO, **fields, **units}
    return table.post(f"/games/{game_id}/moved", position=table.position(game_id), **data)


def test_a_move_is_asked_step_by_step_on_the_map(game: Game) -> None:
    first = moving(game)
    assert set(first.lit) == {HOME} and not first.ready
    assert "has no ships" in moving(game, start=TO).note
    second = moving(game, start=HOME)
    assert "half" in second.lit.values() and second.lit[TO] == "half" and not second.to
    third = moving(game, start=HOME, to=TO)
    assert third.ready and all(row.goes == row.number for row in third.rows)
    assert [one.ticked for one in third.ticks] == [True, True]
    ships = moving(game, start=HOME, to=TO, what="ships")
    assert [(row.unit, row.goes) for row in ships.rows if row.goes == 0] == [("infantry", 0)]
    assert not any(row.goes for row in moving(game, start=HOME, to=TO, what="none").rows)


def test_from_the_map_a_known_destination_goes_along(table: Table, game_id: str, game: Game) -> None:
    first = moving(game, to=TO)
    assert first.to == TO and first.to_label and first.asks == moving(game).asks and not first.ready
    page = table.client.get(f"/games/{game_id}?do=moved&who=p1&to={TO}").get_data(as_text=True)
    link = next(link for link in map_links(page) if link.endswith(f"start={HOME}") or f"start={HOME}&" in link)
    assert f"to={TO}" in link
    assert page.count("<b>…</b>") == 2, "the destination stands there, from where and what do not yet"
    then = html.unescape(table.client.get(link).get_data(as_text=True))
    assert "What goes?" in then and "Where to?" not in then


@pytest.mark.parametrize(("what", "told"), [("all", True), ("ships", False), ("none", False)])
def test_where_something_is_carried_the_room_is_left_to_the_table(
    table: Table, game_id: str, what: str, told: bool
) -> None:
    game = table.games.present(game_id).session.game
    galaxy(game).systems[HOME].units["p1"] = {"carrier": 1}
    page = table.client.get(f"/games/{game_id}?do=moved&who=p1&start={HOME}&to={TO}&what={what}").get_data(as_text=True)
    assert ("take off what has no room" in page) is told


def test_ships_that_a_command_token_holds_are_not_offered(game: Game) -> None:
    galaxy(game).systems[TO].units = {"p1": {"cruiser": 1}}
    assert set(moving(game).lit) == {HOME, TO}
    assert set(moving(game, to=TO).lit) == {HOME}
    galaxy(game).systems[TO].command_tokens.append("p1")
    assert set(moving(game).lit) == {HOME}
    assert moving(game, start=TO).asks == "Where to?"
    galaxy(game).systems[HOME].command_tokens.append("p1")
    assert set(moving(game).lit) == {HOME, TO}


def test_where_the_hive_is_the_system_is_activated_first(game: Game) -> None:
    hive = galaxy(game).spawning["aux1"]
    move = moving(game, start=HOME, to=hive)
    assert move.activates and not move.ready and "activate the system first" in move.note
    galaxy(game).systems[hive].command_tokens.append("p1")
    assert moving(game, start=HOME, to=hive).ready


def test_where_ships_of_the_hive_stand_no_planet_counts_as_taken_before_the_combat(game: Game) -> None:
    there = galaxy(game).systems[TO]
    there.command_tokens.append("p1")
    assert all(tick.ticked for tick in moving(game, start=HOME, to=TO).ticks)
    there.units = {"hive": {"cruiser": 1}}
    ticks = moving(game, start=HOME, to=TO).ticks
    assert ticks and not any(tick.ticked for tick in ticks)


@pytest.mark.parametrize(("infantry", "taken"), [(1, [True, False]), (2, [True, True])])
def test_no_more_planets_are_taken_than_units_land(
    table: Table, game_id: str, game: Game, infantry: int, taken: list[bool]
) -> None:
    galaxy(game).systems[HOME].planets["Jord"].units["p1"]["infantry"] = infantry
    assert [one.ticked for one in moving(game, start=HOME, to=TO).ticks] == taken
    units = {f"{HOME}/planet/Jord/units/p1/infantry": str(infantry)}
    answer = booked(table, game_id, units=units, **{"take.New Albion": "yes", "take.Starpoint": "yes"})
    planets = galaxy(table.games.present(game_id).session.game).systems[TO].planets
    all_land = all(taken)
    assert [planets[name].control == "p1" for name in ("New Albion", "Starpoint")] == [all_land, all_land]
    assert ("untick 1." in html.unescape(answer.get_data(as_text=True))) != all_land


def test_a_booked_move_takes_planets_and_is_one_line(table: Table, game_id: str) -> None:
    units = {f"{HOME}/units/p1/carrier": "1", f"{HOME}/planet/Jord/units/p1/infantry": "3"}
    answer = booked(table, game_id, units=units, **{"take.New Albion": "yes", "take.Starpoint": "yes"})
    assert answer.status_code == 303
    present = table.games.present(game_id)
    there = galaxy(present.session.game).systems[TO]
    assert there.units == {"p1": {"carrier": 1}} and there.command_tokens == ["p1"]
    landed = {name: (one.control, one.units["p1"]["infantry"]) for name, one in there.planets.items()}
    assert landed == {"New Albion": ("p1", 2), "Starpoint": ("p1", 1)}
    said = str(present.undo)
    assert said.startswith("Ada moves 1 carrier and 3 infantry from Jord, tile 1")
    assert said.endswith("and takes New Albion and Starpoint")
    table.games.forget(game_id)
    assert dump(table.games.present(game_id).session.game) == dump(present.session.game)


def test_who_lands_nowhere_stays_in_space(game: Game) -> None:
    changes = move_changes(game, "p1", HOME, TO, {f"{HOME}/planet/Jord/units/p1/infantry": 2}, [])
    assert changes[f"{TO}/units/p1/infantry"] == 2


def test_damaged_ships_stay_damaged_once_no_other_is_left(game: Game) -> None:
    home = galaxy(game).systems[HOME]
    home.units["p1"]["dreadnought"], home.damaged = 2, {"p1": {"dreadnought": 1}}
    field = f"{HOME}/units/p1/dreadnought"
    assert f"{TO}/damaged/p1/dreadnought" not in move_changes(game, "p1", HOME, TO, {field: 1}, [])
    assert move_changes(game, "p1", HOME, TO, {field: 2}, [])[f"{TO}/damaged/p1/dreadnought"] == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"units": {}},
        {"units": {f"{HOME}/units/p1/carrier": "many"}},
        {"units": {f"{HOME}/units/p1/carrier": "9"}},
        {"units": {f"{HOME}/units/p1/carrier": "-1"}},
        {"units": {f"{TO}/units/p1/carrier": "1"}},
        {"units": {f"{HOME}/units/p1/carrier": "1"}, "who": "hive"},
        {"units": {f"{HOME}/units/p1/carrier": "1"}, "to": HOME},
        {"units": {f"{HOME}/units/p1/carrier": "1"}, "to": "999"},
        {"units": {f"{HOME}/units/p1/carrier": "1"}, "start": "999"},
    ],
)
def test_a_move_that_is_none_is_refused_in_words(table: Table, game_id: str, fields: dict[str, Any]) -> None:
    before = table.position(game_id)
    answer = booked(table, game_id, **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in html.unescape(answer.get_data(as_text=True))
    assert table.position(game_id) == before


def test_units_of_somebody_else_do_not_move(game: Game) -> None:
    with pytest.raises(Misfit, match="no such units"):
        move_changes(game, "p2", HOME, TO, {f"{HOME}/units/p1/carrier": 1}, [])


def test_a_move_is_kept_with_whose_it_is_and_an_edit_as_before() -> None:
    moved = Board({"101/frontier": 1}, moved="p1")
    assert moved.to_json() == {"changes": {"101/frontier": 1}, "moved": "p1"}
    assert from_json("board", moved.to_json()) == moved
    assert from_json("board", {"changes": {"101/frontier": 1}}) == Board({"101/frontier": 1})


def test_building_leads_to_the_space_dock(table: Table, game_id: str, game: Game) -> None:
    page = html.unescape(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    assert "We moved" in page and f"?at={HOME}&who=p1" in page.replace("&amp;", "&")
    built = move_of(game, Looking(do="built", who="p1"))
    assert built is not None and set(built.lit) == {HOME}
    assert move_of(game, Looking(do="built", who="p1", at=HOME)) is None


def test_what_was_built_comes_to_what_stands_there(table: Table, game_id: str) -> None:
    page = html.unescape(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    link = next(link for link in map_links(page) if "do=built" in link)
    panel = html.unescape(table.client.get(link).get_data(as_text=True))
    assert "What did Ada build at Jord?" in text_of(panel) and 'class="presets"' not in panel
    assert "Ada's turn is done" in text_of(panel) and ">Done<" not in panel
    tapped = table.post(
        f"/games/{game_id}/systems/{HOME}/tap",
        position=table.position(game_id),
        set=f"{HOME}/units/p1/fighter=4",
        **fields_of(panel, "tap"),
    )
    assert tapped.status_code == 303 and "do=built" in tapped.headers["Location"]
    assert galaxy(table.games.present(game_id).session.game).systems[HOME].units["p1"]["fighter"] == 4
    again = table.client.get(tapped.headers["Location"]).get_data(as_text=True)
    assert "What did Ada build at Jord?" in text_of(again)


def test_an_open_system_says_that_the_next_tap_ends_the_turn(table: Table, game_id: str) -> None:
    panel = html.unescape(table.client.get(f"/games/{game_id}?at={HOME}&who=p1").get_data(as_text=True))
    assert 'class="presets"' in panel and "What did Ada build" not in text_of(panel)
    assert "Ada's turn is done" in text_of(panel) and ">Done<" not in panel


def test_a_booked_move_is_read_once_more_on_the_next_step(table: Table, game_id: str) -> None:
    units = {f"{HOME}/units/p1/carrier": 1}
    assert booked(table, game_id, units=units).status_code == 303
    page = table.client.get(f"/games/{game_id}").get_data(as_text=True)
    just = text_of(page.split('class="just line"')[1].split("</p>")[0].partition(">")[2])
    assert "Ada moves 1 carrier from" in just
    table.games.answer(game_id, table.position(game_id), keys.PLAYER_TURN, "done")
    assert "moves 1 carrier" not in table.client.get(f"/games/{game_id}").get_data(as_text=True).split("history")[0]


def through_the_storm(game: Game) -> tuple[str, str]:
    """The system of the ion storm, and one to which its wormhole alone leads."""
    (storm,) = pieces.turning_tokens(game)
    survey = Survey(galaxy(game), game.tables)
    return storm, next(one for one in survey.adjacent[storm] if survey.storms_used((storm, one)))


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize("ticked", [True, False])
def test_an_ion_storm_turns_by_one_tick_with_the_move_that_used_it(table: Table, game_id: str, ticked: bool) -> None:
    game = table.games.present(game_id).session.game
    storm, beyond = through_the_storm(game)
    table.games.board(game_id, table.position(game_id), {f"{storm}/units/p1/cruiser": 1})
    game = table.games.present(game_id).session.game
    (side,) = [one.side for one in galaxy(game).systems[storm].tokens if one.side]
    asked = [(one.field, one.ticked) for one in moving(game, start=storm, to=beyond).ticks if "turn." in one.field]
    assert asked == [(f"turn.{storm}", True)]
    fields = {"start": storm, "to": beyond, "units": {f"{storm}/units/p1/cruiser": "1"}}
    booked(table, game_id, **fields, **({f"turn.{storm}": "yes"} if ticked else {}))
    (now,) = [one.side for one in galaxy(table.games.present(game_id).session.game).systems[storm].tokens if one.side]
    assert (now != side) == ticked
    told = str(table.games.present(game_id).words)
    assert ("the ion storm turns" in told) == ticked


def test_where_a_way_is_shorter_without_it_the_ion_storm_stays_unless_somebody_ticks_it(game: Game) -> None:
    survey = Survey(galaxy(game), game.tables)
    storm, beyond = through_the_storm(game)
    for near in survey.adjacent[storm]:
        if near != beyond and not survey.storms_used((storm, near)):
            assert storms_crossed(survey, storm, near, 1) == {}
            assert not any(storms_crossed(survey, storm, near, 3).values())
    assert storms_crossed(survey, storm, beyond, 1) == {storm: True}
