"""A system open on the table screen: what its panel offers, what a tap books, and the answer that a place is."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from driving import layout, settings
from hive import keys
from hive.board import pieces
from hive.board.edits import editables
from hive.board.survey import Survey
from hive.model.galaxy import System
from hive.model.game import Game
from hive.steps import Ask, Choice, Shown
from hive.web.drawing.galaxy import places_of
from hive.web.table.place import Arrangement, Looking, PlaceView, arrangements, place_of, read
from serving import Table, app_in, scene_at

HERE = "105"
"""A system with one planet, and nobody in it or next to it."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


@pytest.fixture
def game_id(table: Table) -> str:
    return table.games.create("Galaxy", settings(), seed="test", layout=layout())


@pytest.fixture
def game(table: Table, game_id: str) -> Game:
    return table.games.present(game_id).session.game


def system(table: Table, game_id: str, position: str = HERE) -> System:
    return pieces.galaxy_of(table.games.present(game_id).session.game).systems[position]


def offered(game: Game, position: str = HERE) -> list[Arrangement]:
    survey = Survey(pieces.galaxy_of(game), game.tables)
    return arrangements(game, survey, position, "p1", editables(game, position))


def opened(game: Game, step: Ask | None = None, at: str = HERE, who: str = "p1", on: str = "") -> PlaceView:
    place = place_of(game, step, Looking(at=at, who=who, on=on))
    assert place is not None
    return place


def where(*values: str) -> Ask:
    return Ask(keys.DESTINATION, "Where?", tuple(Choice(one, one) for one in values), "15", shown=Shown(expects=False))


# --- presets


def test_the_fleets_beside_a_system_come_first_and_nobody_last(game: Game) -> None:
    galaxy = pieces.galaxy_of(game)
    beside = Survey(galaxy, game.tables).adjacent[HERE][0]
    galaxy.systems[beside].units = {"p1": {"dreadnought": 1, "fighter": 2}}
    found = offered(game)
    assert dict(found[0].units) == {"dreadnought": 1, "fighter": 2}
    assert found[-1].units == () and found[-1].chosen and not found[0].chosen
    assert len(found) == 3


def test_infantry_of_a_preset_lands_and_takes_the_planet(game: Game) -> None:
    pieces.galaxy_of(game).systems[HERE].units = {}
    planet = next(iter(pieces.galaxy_of(game).systems[HERE].planets))
    carrier = next(one for one in offered(game) if dict(one.units) == {"carrier": 1, "infantry": 2})
    assert read(carrier.sets) == {
        f"{HERE}/units/p1/carrier": "1",
        f"{HERE}/planet/{planet}/units/p1/infantry": "2",
        f"{HERE}/planet/{planet}/control": "p1",
    }


def test_a_preset_that_there_is_no_plastic_for_is_not_offered(game: Game) -> None:
    pieces.galaxy_of(game).systems["101"].units = {"p1": {"carrier": 2}}
    assert all("carrier" not in dict(one.units) for one in offered(game))


def test_ships_that_have_gone_leave_who_stands_on_planets(game: Game) -> None:
    here = pieces.galaxy_of(game).systems[HERE]
    planet = next(iter(here.planets))
    here.units, here.planets[planet].units = {"p1": {"cruiser": 1}}, {"p1": {"infantry": 1}}
    gone = next(one for one in offered(game) if dict(one.units) == {"ships": 0})
    assert read(gone.sets) == {f"{HERE}/units/p1/cruiser": "0"}
    assert read(offered(game)[-1].sets).keys() == {
        f"{HERE}/units/p1/cruiser",
        f"{HERE}/planet/{planet}/units/p1/infantry",
    }


# --- the panel


def test_the_panel_shows_the_player_who_is_there(game: Game) -> None:
    pieces.galaxy_of(game).systems[HERE].units = {"p2": {"cruiser": 1}}
    place = opened(game, who="")
    assert place.who == "p2"
    assert [one.there for one in place.seats] == [False, True, False]
    assert [(one.unit, one.number) for one in place.rows if one.number] == [("cruiser", 1)]


def test_a_tap_books_at_once_and_the_panel_stays(table: Table, game_id: str) -> None:
    sent = f"{HERE}/units/p1/cruiser=1"
    page = table.post(
        f"/games/{game_id}/systems/{HERE}/tap",
        htmx=True,
        position=table.position(game_id),
        set=sent.replace("/", "%2F"),
        who="p1",
        on="x",
    )
    assert page.status_code == 200
    assert system(table, game_id).units == {"p1": {"cruiser": 1}}
    told = html.unescape(page.get_data(as_text=True))
    assert 'class="panel place-panel"' in told and "More<" not in told[: told.index("place-panel")].split("tabs")[0]
    assert re.search(r'name="who" value="p1"', told)


def test_the_rows_of_a_panel_stay_where_they_are_while_it_is_open(game: Game) -> None:
    def in_sight(rows: str = "") -> list[str]:
        place = place_of(game, None, Looking(at=HERE, who="p1", rows=rows))
        assert place is not None
        return [one.name for one in place.rows]

    before = in_sight()
    pieces.galaxy_of(game).systems[HERE].units = {"p1": {"carrier": 1, "dreadnought": 1, "fighter": 2, "war_sun": 1}}
    assert in_sight() != before
    assert in_sight(",".join(before)) == before
    assert in_sight("nonsense,") == in_sight()


def test_a_tap_carries_which_rows_are_in_sight(table: Table, game_id: str) -> None:
    page = html.unescape(table.client.get(f"/games/{game_id}?at={HERE}&who=p1").get_data(as_text=True))
    (rows,) = re.findall(r'<input type="hidden" name="rows" value="([^"]*)"', page)
    sent = {"who": "p1", "rows": rows, "position": table.position(game_id)}
    tapped = table.post(f"/games/{game_id}/systems/{HERE}/tap", set=f"{HERE}/units/p1/destroyer=1", **sent)
    assert tapped.status_code == 303
    again = html.unescape(table.client.get(tapped.headers["Location"]).get_data(as_text=True))
    assert {*re.findall(r'<input type="hidden" name="rows" value="([^"]*)"', again)} == {rows}
    assert re.findall(r'id="more-([^"]*)"', again) == re.findall(r'id="more-([^"]*)"', page)


def test_without_a_script_a_tap_comes_back_to_the_open_system(table: Table, game_id: str) -> None:
    answer = table.post(
        f"/games/{game_id}/systems/{HERE}/tap",
        position=table.position(game_id),
        set=f"{HERE}/units/p1/cruiser=1",
        who="p1",
        tab="map",
    )
    assert answer.status_code == 303
    assert f"at={HERE}" in answer.location and "tab=map" in answer.location


@pytest.mark.parametrize(
    ("sent", "status", "sentence"),
    [
        ("205/units/p1/cruiser=1", 422, "This sheet has no field"),
        (f"{HERE}/units/p1/cruiser=99", 422, "enter a whole number from 0 to 8"),
        ("nonsense", 422, "Nothing was changed"),
        ("", 422, "Nothing was changed"),
    ],
)
def test_a_tap_that_cannot_be_booked_is_told_and_changes_nothing(
    table: Table, game_id: str, sent: str, status: int, sentence: str
) -> None:
    before = table.position(game_id)
    page = table.post(f"/games/{game_id}/systems/{HERE}/tap", htmx=True, position=before, set=sent)
    assert page.status_code == status
    assert sentence in html.unescape(page.get_data(as_text=True))
    assert table.position(game_id) == before
    late = table.post(f"/games/{game_id}/systems/{HERE}/tap", htmx=True, position=0, set=f"{HERE}/units/p1/cruiser=1")
    assert late.status_code == 409


def test_an_address_of_no_system_shows_the_table(table: Table, game_id: str, game: Game) -> None:
    assert place_of(game, None, Looking(at="999")) is None
    page = table.client.get(f"/games/{game_id}?at=999").get_data(as_text=True)
    assert "place-panel" not in page and 'id="headline"' in page


# --- answers on the map


def test_places_that_answer_are_lit_and_the_rest_says_what_would(game: Game) -> None:
    planet = next(iter(pieces.galaxy_of(game).systems[HERE].planets))
    step = where(f"{HERE}/{planet}", "101", "none")
    assert scene_at(game, step).layer().lit == {HERE: "ring", "101": "ring"}
    assert [choice.value for choice in places_of(game, step)[HERE]] == [f"{HERE}/{planet}"]
    assert [one.value for one in opened(game, step).answers] == [f"{HERE}/{planet}"]
    assert not opened(game, step).wrong
    other = opened(game, step, at="102")
    assert other.answers == () and "This is no answer here" in other.wrong


def test_facts_are_ringed_where_somebody_is_and_half_lit_where_nobody_is(game: Game) -> None:
    pieces.galaxy_of(game).systems[HERE].units = {"p2": {"cruiser": 1}}
    right = (Choice("right", "Yes, as shown"),)
    step = Ask(keys.FACTS, "So?", right, "1", systems=(HERE, "302"), shown=Shown(kind="facts"))
    assert scene_at(game, step).layer().lit == {HERE: "ring", "302": "half"}
    assert scene_at(game, Ask(keys.SUPPORT, "Which?", right, "1", systems=(HERE,))).layer().lit == {}


def test_a_tap_that_has_answered_the_question_shows_what_came_of_it_before_the_next_answer(game: Game) -> None:
    assert opened(game, where("101"), on=keys.FACTS).moved_on
    assert not opened(game, where("101"), on=keys.DESTINATION).moved_on
    assert not opened(game, where("101")).moved_on
