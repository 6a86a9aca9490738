"""A faction or a tile that no box holds: named with its values and units, and played like the others."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from board_drawing import TABLES
from hive.catalog.copying import BadHomebrew, Homebrew, with_homebrew
from serving import Table, app_in

FACTION: dict[str, Any] = {
    "what": "faction",
    "faction": "Bentor Conglomerate",
    "tile": "4001",
    "planet1": "Benc",
    "planet1.resources": "2",
    "planet1.influence": "0",
    "planet2": "Hau",
    "planet2.influence": "2",
    "unit.carrier": "1",
    "unit.infantry": "4",
    "unit.space_dock": "1",
}
TILE: dict[str, Any] = {"what": "tile", "tile": "4253", "planet1": "Silence", "planet1.trait": "industrial"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def name(table: Table, carried: list[str], **fields: Any) -> list[str]:
    """Name a faction or a tile; returns all that are carried on."""
    data = {"csrf_token": table.token, "homebrew": carried, **fields}
    response = table.client.post("/new/homebrew", data=data)
    assert response.status_code == 303, unescape(response.get_data(as_text=True))
    html = unescape(table.client.get(response.location).get_data(as_text=True))
    found = re.findall(r'name="homebrew" value="(.*?)">', html)
    assert f"{len(found)} named" in html
    assert 'id="all-else" form="" checked' in html
    return found


def refused(table: Table, **fields: Any) -> str:
    response = table.client.post("/new/homebrew", data={"csrf_token": table.token, **fields})
    assert response.status_code == 422
    return unescape(response.get_data(as_text=True))


@pytest.mark.rule("1.scope.unchanged-rules", "2.board.player-homes")
def test_a_faction_of_the_tables_own_is_played_with_its_home_and_its_fleet(table: Table) -> None:
    carried = name(table, name(table, [], **FACTION), **TILE)
    fields = {"p1_name": "Ada", "p2_name": "Ben", "p1_faction": "Bentor Conglomerate", "homebrew": carried}
    response = table.client.post("/new", data={"csrf_token": table.token, **fields})
    assert response.status_code == 303
    response = table.client.post("/new/galaxy", data={"csrf_token": table.token, **fields, "seed": "x"})
    game_id = response.location.rsplit("/", 1)[1]
    table.games.forget(game_id)
    game = table.games.present(game_id).session.game
    assert game.galaxy is not None and game.settings.p1.faction == "Bentor Conglomerate"
    home = game.galaxy.systems[game.galaxy.spawning["home_p1"]]
    assert (home.tile, home.units["p1"]) == ("4001", {"carrier": 1})
    assert home.planets["Benc"].units["p1"] == {"infantry": 4, "space_dock": 1}
    assert game.tables.tiles.planets["Hau"].influence == 2
    assert game.tables.tiles.by_number["4253"].back == "blue"
    sheet = unescape(table.client.get(f"/games/{game_id}/layout").get_data(as_text=True))
    assert re.search(r"<dt>Your own factions and tiles .*?</dt><dd><span class=\"to-take\">4001<", sheet)


def test_what_was_named_is_listed_and_can_be_removed(table: Table) -> None:
    carried = name(table, name(table, [], **FACTION), **TILE)
    html = unescape(table.client.get("/new/homebrew", query_string={"homebrew": carried}).get_data(as_text=True))
    assert "Bentor Conglomerate: home 4001, Benc and Hau" in html and "Tile 4253: Silence" in html
    assert html.count(">Remove<") == 2
    without = {"homebrew": carried, "without": "0"}
    html = unescape(table.client.get("/new/homebrew", query_string=without).get_data(as_text=True))
    assert "Tile 4253: Silence" in html and "Bentor Conglomerate: home" not in html
    # What goes on is what is left, once in each form.
    assert html.count('name="homebrew"') == 2


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"tile": "18"}, "There is a tile 18 already."),
        ({"tile": "83"}, "There is a tile 83 already."),
        ({"tile": "x"}, "Give the tile a number from 1 to 9999"),
        ({"planet1": "Primor"}, "Primor is there already."),
        ({"planet2": "Benc"}, "Benc is there already."),
        ({"faction": "Winnu"}, "Winnu is there already."),
        ({"faction": ""}, "Give the faction a name."),
        ({"planet1": "", "planet2": ""}, "A home system has a planet."),
        ({"planet1.resources": "12"}, "Enter a whole number from 0 to 9"),
        ({"unit.carrier": "-1"}, "Enter a whole number from 0 to 12"),
        ({"faction": "x" * 41}, "A name has at most 40 characters"),
        ({"homebrew": ["{}"]}, "This is no faction or tile"),
    ],
)
def test_what_cannot_be_is_told_and_what_was_typed_is_kept(
    table: Table, changed: dict[str, Any], sentence: str
) -> None:
    html = refused(table, **{**FACTION, **changed})
    assert sentence in html
    assert 'name="unit.infantry" value="4"' in html


def test_a_broken_word_in_the_address_leads_to_the_page_that_says_so(table: Table) -> None:
    for path in ("/new", "/new/galaxy", "/new/homebrew"):
        response = table.client.get(path, query_string={"homebrew": "{"})
        assert (response.status_code == 422) == (path != "/new/homebrew")
        assert "This is no faction or tile" in response.get_data(as_text=True)


def test_the_tables_themselves_stay_as_they_are() -> None:
    tile = TABLES.tiles.by_number["41"].model_copy(update={"tile": "999"})
    more = with_homebrew(TABLES, [Homebrew(tile=tile)])
    assert "999" in more.tiles.by_number and "999" not in TABLES.tiles.by_number
    with pytest.raises(BadHomebrew, match="tile 999 already"):
        with_homebrew(TABLES, [Homebrew(tile=tile), Homebrew(tile=tile)])


def test_a_tile_has_a_free_number_in_advance_and_no_faction(table: Table) -> None:
    page = unescape(table.client.get("/new/homebrew").get_data(as_text=True))
    assert 'name="tile" value="1000"' in page
    carried = name(table, [], **{**TILE, "tile": "1000", "faction": "typed before"})
    assert "typed before" not in carried[0]
    again = table.client.get("/new/homebrew", query_string={"homebrew": carried}).get_data(as_text=True)
    assert 'name="tile" value="1001"' in again
