"""The map of the galaxy, the sheets of its systems, and the text list: what they show, and what they refuse."""

from __future__ import annotations

import gzip
import html
import re
import xml.etree.ElementTree as ET
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from flask import render_template_string
from hypothesis import given
from hypothesis import strategies as st

from driving import fresh_game, settings
from driving import layout as galaxy_layout
from hive.board.layout import Layout, lay_out, new_galaxy, spawning_positions
from hive.catalog.reading import load_tables
from hive.catalog.tables import Box, Seat
from hive.files import FILES
from hive.model.galaxy import Galaxy, PlanetState, System, TokenPlaced
from hive.steps import Ask, Choice, Marks, Tell
from hive.web.drawing.galaxy import game_map, layout_view, map_view, template_view
from hive.web.drawing.shapes import Chip, HexView, MapView, at_a_glance, chips, lines
from hive.web.drawing.words import Board, planet_words, system_words
from hive.web.factory import HTMX_FILE
from hive.words import Worded
from hive.words.worded import languages
from serving import Table, app_in, without_spans

TABLES = load_tables()
BOXES: Collection[Box] = ("base", "pok")


def layout(p1: str = "17", p2: str = "1") -> Layout:
    return lay_out(TABLES, BOXES, {"p1": p1, "p2": p2}, "test")


@pytest.fixture
def galaxy() -> Galaxy:
    """A galaxy in which the Ghosts of Creuss and Sol play, with a few units."""
    laid = layout()
    galaxy = new_galaxy(TABLES, laid.tiles, BOXES, laid.ion_side)
    galaxy.spawning = spawning_positions(TABLES, laid.tiles, laid.homes)
    aux = galaxy.systems["205"]
    aux.units = {"hive": {"cruiser": 2, "carrier": 1}, "p1": {"fighter": 1}}
    aux.damaged = {}
    aux.command_tokens = ["p2"]
    planet = next(iter(aux.planets.values()))
    planet.control, planet.units = "hive", {"hive": {"infantry": 3, "pds": 1}}
    return galaxy


def hex_of(view: MapView, position: str) -> HexView:
    return next(one for one in view.hexes if one.position == position)


def drawn(view: MapView, tmp_path: Path, sheets: str = "/games/x/systems/") -> str:
    with app_in(tmp_path).test_request_context():
        return render_template_string('{% include "drawing/_map.html" %}', map=view, sheets=sheets)


def test_every_system_has_a_hex_of_its_own_and_neighbours_touch(galaxy: Galaxy) -> None:
    view = map_view(galaxy, TABLES)
    assert len({(one.x, one.y) for one in view.hexes}) == len(galaxy.systems) == 39
    assert (hex_of(view, "101").x, hex_of(view, "101").y) == (0, -104)
    assert (hex_of(view, "103").x, hex_of(view, "103").y) == (90, 52)
    for one in view.hexes:
        assert view.left <= one.x - 60 and one.x + 60 <= view.left + view.width
        assert view.top <= one.y - 52 and one.y + 52 <= view.top + view.height


def test_systems_beside_the_map_lie_in_its_free_corners(galaxy: Galaxy) -> None:
    view = map_view(galaxy, TABLES)
    on_map = [one for one in view.hexes if one.position.isdigit()]
    for name in ("nexus", "creuss"):
        beside = hex_of(view, name)
        assert all(abs(one.x - beside.x) >= 90 or abs(one.y - beside.y) >= 104 for one in on_map)
        assert not beside.colour


def told(chip: Chip) -> str:
    """A chip in words: each silhouette with its number, an exclamation mark for what is damaged."""
    return " ".join(f"{part.text or 1}{' ' + part.unit if part.unit else ''}{'!' * part.hurt}" for part in chip.parts)


def test_a_hex_shows_who_is_there_and_who_controls_what(galaxy: Galaxy) -> None:
    one = hex_of(map_view(galaxy, TABLES), "205")
    assert [(chip.seat, chip.where, told(chip)) for chip in one.chips] == [
        ("hive", "space", "1 carrier 2 cruiser"),
        ("p1", "space", "1 fighter"),
        ("hive", "ground", "3 infantry 1 pds"),
    ]
    assert [(chip.seat, told(chip)) for chip in one.glance] == [("hive", "1 carrier +2"), ("p1", "1 fighter")]
    assert [item.seat for item in one.items if item.kind == "planet"] == ["hive"]
    assert one.command_tokens == ("p2",)
    assert (one.colour, one.pin, one.nest) == ("yellow", "2", "hive")


def test_a_planet_is_what_its_own_tile_shows_where_another_tile_has_one_of_its_name(galaxy: Galaxy) -> None:
    board = Board(galaxy, TABLES)
    assert galaxy.systems["000"].tile == "18" and not board.survey.planet("000", "Mecatol Rex").legendary
    galaxy.systems["000"].tile = "112"
    assert Board(galaxy, TABLES).survey.planet("000", "Mecatol Rex").legendary


def test_names_stand_ready_with_the_number_of_the_tile(galaxy: Galaxy) -> None:
    view = map_view(galaxy, TABLES)
    for one in view.hexes:
        system = galaxy.systems[one.position]
        assert one.top == system.tile
        assert [str(name) for name in one.names] == list(system.planets) or (len(one.names) == 1 and not system.planets)


def test_damaged_units_lie_beside_the_whole_ones(galaxy: Galaxy) -> None:
    system = galaxy.systems["205"]
    system.units = {"hive": {"dreadnought": 3}}
    system.damaged = {"hive": {"dreadnought": 1}}
    found = chips(system, TABLES)
    assert [(chip.where, told(chip)) for chip in found] == [
        ("space", "2 dreadnought 1 dreadnought!"),
        ("ground", "3 infantry 1 pds"),
    ]


def test_a_wide_fleet_takes_two_rows_and_what_has_no_room_is_a_number(galaxy: Galaxy) -> None:
    system = galaxy.systems["310"]
    system.units = {"p1": {"fighter": 9, "destroyer": 2, "cruiser": 2, "carrier": 3, "dreadnought": 1, "flagship": 1}}
    found = [chip for chip in chips(system, TABLES) if chip.where == "space"]
    assert [told(chip) for chip in found] == ["1 flagship 1 dreadnought 3 carrier", "2 cruiser 2 destroyer +9"]


def test_all_three_sides_keep_a_row_each_and_nobody_is_forgotten(galaxy: Galaxy) -> None:
    system = galaxy.systems["310"]
    fleet = {"fighter": 9, "destroyer": 2, "cruiser": 2, "carrier": 3, "dreadnought": 1, "flagship": 1, "war_sun": 1}
    system.units = {"hive": fleet, "p1": fleet, "p2": fleet}
    for planet in system.planets.values():
        planet.units = {seat: {"infantry": 4, "mech": 1, "pds": 2} for seat in ("hive", "p1", "p2")}
    found = chips(system, TABLES)
    assert [(chip.seat, chip.where) for chip in found] == [
        (seat, where) for where in ("space", "ground") for seat in ("hive", "p1", "p2")
    ]
    for chip in found[:3]:
        assert sum(int(part.text or 1) for part in chip.parts) == sum(fleet.values())
    assert [told(chip) for chip in found[3:]] == [str(5 * len(system.planets))] * 3


HALF_WIDTH = 60
FLEETS = st.dictionaries(
    st.sampled_from([unit.key for unit in TABLES.units.ships]), st.integers(1, 12), min_size=0, max_size=7
)
LANDED = st.dictionaries(st.sampled_from(["infantry", "mech", "pds", "space_dock"]), st.integers(1, 12), max_size=4)


@given(st.fixed_dictionaries({seat: st.tuples(FLEETS, LANDED) for seat in ("hive", "p1", "p2")}))
def test_chips_stay_within_their_hex_and_apart(forces: dict[Seat, tuple[dict[str, int], dict[str, int]]]) -> None:
    planet = PlanetState(units={seat: landed for seat, (_, landed) in forces.items()})
    fleets = {seat: ships for seat, (ships, _) in forces.items()}
    system = System("310", "13", planets={"Quinarra": planet}, units=fleets)
    for found in (chips(system, TABLES), at_a_glance(system, TABLES)):
        for number, chip in enumerate(found):
            assert abs(chip.x) + chip.width / 2 + (abs(chip.y) + chip.height / 4) * 0.577 <= HALF_WIDTH + 8
            for other in found[number + 1 :]:
                beside = abs(chip.x - other.x) >= (chip.width + other.width) / 2
                assert beside or abs(chip.y - other.y) >= (chip.height + other.height) / 2


def test_the_narrowest_mark_holds(galaxy: Galaxy) -> None:
    galaxy.touched = ["310"]
    marks = Marks(
        targets=("101", "103", "105", "207"),
        candidates=("103", "105", "207"),
        left=("105", "207"),
        winner="207",
        paths=(("310", "207"), ("nowhere",)),
    )
    view = map_view(galaxy, TABLES, marks, asked=("306", "207"))
    found = {one.position: one.mark for one in view.hexes if one.mark}
    assert found == {"101": "target", "103": "candidate", "105": "left", "207": "winner", "306": "asked"}
    assert list(view.marks) == ["winner", "left", "candidate", "target", "asked"]
    assert [one.position for one in view.hexes if one.touched] == ["310"]
    assert [way.points for way in view.paths] == ["0,268 0,246"]


@pytest.mark.rule("14.zone.board", "2.board.template")
def test_the_template_shows_kind_and_zone_of_every_slot(tmp_path: Path) -> None:
    view = template_view(TABLES)
    assert {one.position: one.middle for one in view.hexes} == TABLES.galaxy.kind_of
    for zone in TABLES.galaxy.zones.zones:
        assert {one.position for one in view.hexes if one.colour == zone.colour} == set(zone.slots)
    assert "<a " not in drawn(view, tmp_path, sheets="")


def test_a_layout_shows_the_number_of_every_tile() -> None:
    laid = layout()
    view = layout_view(TABLES, laid.tiles, laid.ion_side)
    assert {one.position: one.middle for one in view.hexes if one.position != "creuss"} == laid.tiles
    german = languages(FILES / "translations")["de"]
    told = {one.position: one.top.told(german) for one in view.hexes if isinstance(one.top, Worded)}
    assert (told["creuss"], german.untold) == ("Creuss", set())
    storm = hex_of(view, "301")
    assert "token" in {item.kind for item in storm.items} and "storm" in {item.symbol for item in storm.items}


def test_the_drawing_is_well_formed_and_every_system_is_a_link_with_words(galaxy: Galaxy, tmp_path: Path) -> None:
    galaxy.systems["101"].tokens.append(TokenPlaced("gamma_wormhole"))
    root = ET.fromstring(drawn(map_view(galaxy, TABLES, Marks(winner="205", paths=(("310", "205"),))), tmp_path))
    links = root.findall("g/a")
    assert [link.get("href") for link in links] == [f"/games/x/systems/{position}" for position in galaxy.systems]
    titles = {link.get("href"): link.findtext("g/title") for link in links}
    assert "the Hive has 2 cruisers and 1 carrier in space" in str(titles["/games/x/systems/205"])
    uses = {use.get("href") for use in root.iter("use")}
    names = {f"#{one.get('id')}" for one in root.iter() if one.get("id")}
    assert uses <= names


def test_a_system_in_words(galaxy: Galaxy) -> None:
    words = system_words(Board(galaxy, TABLES), "205").plain
    planet = next(iter(galaxy.systems["205"].planets))
    assert words.startswith(f"{planet}, tile {galaxy.systems['205'].tile} (AUX 2): at 205; zone 1 (yellow)")
    assert "controlled by the Hive" in words and "command token of player 2" in words
    assert f"the Hive has 3 infantry and 1 PDS on {planet}" in words
    assert "player 1 has 1 fighter in space" in words


def test_an_attachment_is_called_as_its_card_is(galaxy: Galaxy) -> None:
    name, planet = next(iter(galaxy.systems["205"].planets.items()))
    planet.attachments = ["nano_forge", "dyson_sphere"]
    assert "with Nano-Forge and Dyson Sphere" in planet_words(Board(galaxy, TABLES), "205", name)


def test_a_step_that_only_names_systems_marks_its_answers_as_possible() -> None:
    game = fresh_game(galaxy=galaxy_layout())
    choices = (Choice("205", "205"), Choice("other", "Elsewhere"))
    ask = Ask("which", "Which?", choices, "5.1.fully-defended", systems=("205", "310"))
    assert {one.position: one.mark for one in game_map(game, ask).hexes if one.mark} == {
        "205": "candidate",
        "310": "asked",
    }
    tell = Tell("There.", "5.1.fully-defended", systems=("205",), marks=Marks(winner="205"))
    assert hex_of(game_map(game, tell), "205").marked == "destination"
    assert game_map(game, None).marks == {}


# --- The pages of a game


FIRST_LOAD = 60_000


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


@pytest.fixture
def game_id(table: Table) -> str:
    return table.games.create("Test", settings(), seed="test", layout=galaxy_layout())


def text(response: Any) -> str:
    found: str = response.get_data(as_text=True)
    return found


def galaxy_of(table: Table, game_id: str) -> Galaxy:
    found = table.games.present(game_id).session.game.galaxy
    assert found is not None
    return found


def mend(table: Table, game_id: str, at: str, back: str = "", **fields: Any) -> Any:
    """Post a sheet; ``__`` in a field's name stands for a slash."""
    data = {"csrf_token": table.token, "position": table.position(game_id), "back": back}
    posted = {name.replace("__", "/"): value for name, value in fields.items()}
    return table.client.post(f"/games/{game_id}/systems/{at}", data={**data, **posted})


def sheet_fields(page: str) -> dict[str, str]:
    """What a browser posts if nobody touches the sheet."""
    page = html.unescape(page)
    inputs = [dict(re.findall(r'([a-z]+)="([^"]*)"', one)) for one in re.findall(r"<input [^>]*>", page)]
    radios = {name for name, chosen in re.findall(r'type="radio" name="([^"]+)"[^>]*?( checked)?>', page)}
    checked = re.findall(r'type="radio" name="([^"]+)" value="([^"]+)" checked', page)
    numbers = {one["name"]: one["value"] for one in inputs if one.get("type") != "radio"}
    assert {name for name, _ in checked} == radios
    return numbers | dict(checked)


def test_the_table_shows_the_map_only_where_a_galaxy_is_tracked(table: Table, game_id: str) -> None:
    page = text(table.client.get(f"/games/{game_id}?tab=map"))
    assert 'class="galaxy"' in page and "tab-map" in page
    without = table.begin()
    page = text(table.client.get(f"/games/{without}?tab=map"))
    assert 'class="galaxy"' not in page and "tab-now" in page and ">Map<" not in page
    for path in ("map", "systems", "systems/205"):
        response = table.client.get(f"/games/{without}/{path}")
        assert response.status_code == 404 and "without a galaxy" in text(response)


def test_the_table_page_with_a_full_map_stays_small(table: Table, game_id: str) -> None:
    for at, system in galaxy_of(table, game_id).systems.items():
        fields = {f"{at}/units/{seat}/{unit}": "1" for seat in ("p1", "p2") for unit in ("fighter", "infantry")}
        fields |= {f"{at}/planet/{planet}/control": "p1" for planet in system.planets}
        assert mend(table, game_id, at, **fields).status_code == 303
    page = table.client.get(f"/games/{game_id}", headers={"Accept-Encoding": "gzip"}).get_data()
    root = Path(__file__).parent.parent / "static"
    static = sum(len(gzip.compress((root / name).read_bytes(), 5)) for name in ("style.css", "table.js"))
    htmx = len(gzip.compress(HTMX_FILE.read_bytes(), 5))
    assert len(page) + static + htmx < FIRST_LOAD


def test_the_map_page_enlarges_and_marks_what_was_touched(table: Table, game_id: str) -> None:
    mend(table, game_id, "205", **{"205__units__p1__cruiser": "2"})
    page = text(table.client.get(f"/games/{game_id}/map?zoom=2"))
    assert 'class="zoom-2"' in page and f"/games/{game_id}?tab=map&amp;at=205" in page
    assert page.count("m-corners") == 3  # its shape, the system, the legend
    assert 'class="zoom-1"' in text(table.client.get(f"/games/{game_id}/map?zoom=99"))


def test_the_text_list_tells_every_system(table: Table, game_id: str) -> None:
    page = without_spans(text(table.client.get(f"/games/{game_id}/systems")))
    for at in galaxy_of(table, game_id).systems:
        assert f'href="/games/{game_id}?at={at}"' in page
    assert "The Hive has 1 destroyer, 1 cruiser and 1 carrier in space" in page
    assert "controlled by the Hive" in page


def test_a_sheet_posts_back_what_it_shows_and_changes_nothing(table: Table, game_id: str) -> None:
    before = table.position(game_id)
    for at in galaxy_of(table, game_id).systems:
        fields = sheet_fields(text(table.client.get(f"/games/{game_id}/systems/{at}")))
        assert table.client.post(f"/games/{game_id}/systems/{at}", data=fields).status_code == 303
    assert table.position(game_id) == before


def test_a_sheet_sets_only_what_was_changed(table: Table, game_id: str) -> None:
    sheet = sheet_fields(text(table.client.get(f"/games/{game_id}/systems/103?back=tab")))
    planet = next(iter(galaxy_of(table, game_id).systems["103"].planets))
    sheet |= {"103/units/p1/cruiser": "2", f"103/planet/{planet}/control": "p1", "103/command_token/p1": "1"}
    response = table.client.post(f"/games/{game_id}/systems/103", data=sheet)
    assert (response.status_code, response.location) == (303, f"/games/{game_id}?tab=map&at=103")
    system = galaxy_of(table, game_id).systems["103"]
    assert (system.units, system.command_tokens) == ({"p1": {"cruiser": 2}}, ["p1"])
    assert system.planets[planet].control == "p1"
    changes = table.games.store.lines(game_id, table.games.store.head(game_id).tip, 1)[0].data["changes"]
    assert len(changes) == 3


@pytest.mark.parametrize(
    ("back", "location"),
    [("", "?at=205"), ("tab", "?tab=map&at=205"), ("middle", "/middle/4?at=205"), ("//evil.example", "?at=205")],
)
def test_a_saved_sheet_leads_back_to_where_it_was_opened(table: Table, game_id: str, back: str, location: str) -> None:
    response = mend(table, game_id, "205", back, **{"205__units__p1__cruiser": "1"})
    assert (response.status_code, response.location) == (303, f"/games/{game_id}{location}")


@pytest.mark.parametrize(
    ("at", "fields", "status", "sentence"),
    [
        ("999", {}, 404, "has no system"),
        ("<b>", {}, 404, "has no system"),
        ("205", {"205__units__p1__cruiser": "99"}, 422, "enter a whole number from 0 to 8"),
        ("205", {"205__units__p1__cruiser": "many"}, 422, "enter a whole number"),
        ("205", {"205__units__p3__cruiser": "1"}, 422, "is called"),
        ("205", {"310__units__p1__cruiser": "1"}, 422, "This sheet has no field"),
        ("205", {"nonsense": "1"}, 422, "This sheet has no field"),
    ],
)
def test_a_bad_sheet_is_told_in_a_sentence_and_changes_nothing(
    table: Table, game_id: str, at: str, fields: dict[str, str], status: int, sentence: str
) -> None:
    before = table.position(game_id)
    response = mend(table, game_id, at, **fields)
    assert response.status_code == status
    assert sentence in text(response)
    assert table.position(game_id) == before


def test_a_refused_sheet_keeps_what_was_typed(table: Table, game_id: str) -> None:
    page = text(mend(table, game_id, "205", **{"205__units__p1__cruiser": "99", "205__units__p2__carrier": "2"}))
    fields = sheet_fields(page)
    assert (fields["205/units/p1/cruiser"], fields["205/units/p2/carrier"]) == ("99", "2")


def test_a_stale_sheet_is_refused_and_shows_the_present(table: Table, game_id: str) -> None:
    sheet = sheet_fields(text(table.client.get(f"/games/{game_id}/systems/205")))
    mend(table, game_id, "205", **{"205__units__p1__cruiser": "2"})
    response = table.client.post(f"/games/{game_id}/systems/205", data=sheet | {"205/units/p1/carrier": "1"})
    assert response.status_code == 409 and "the game has gone on" in text(response)
    assert sheet_fields(text(response))["205/units/p1/cruiser"] == "2"
    assert galaxy_of(table, game_id).systems["205"].units["p1"] == {"cruiser": 2}


def test_htmx_gets_the_sheet_and_the_table_as_parts_of_a_page(table: Table, game_id: str) -> None:
    htmx = {"HX-Request": "true"}
    sheet = text(table.client.get(f"/games/{game_id}/systems/205", headers=htmx))
    assert sheet.lstrip().startswith('<div id="table"') and "<html" not in sheet
    data = sheet_fields(sheet) | {"205/units/p2/cruiser": "1"}
    response = table.client.post(f"/games/{game_id}/systems/205", data=data, headers=htmx)
    assert response.status_code == 200 and 'id="now"' in text(response) and "<html" not in text(response)


def test_a_system_in_which_something_has_changed_is_drawn_anew(table: Table, game_id: str) -> None:
    """What stays is drawn once; what has changed, and what points to a system, is seen at once, and undone as well."""

    def drawn() -> dict[str, str]:
        page = text(table.client.get(f"/games/{game_id}"))
        return {link.split('"', 1)[0]: link for link in page.split("?at=")[1:]}

    before = drawn()
    mend(table, game_id, "205", **{"205__units__p1__cruiser": "2"})
    after = drawn()
    assert [at for at in after if at.isdigit() and after[at] != before[at]] == ["205"]
    assert "2 cruisers" in after["205"] and "2 cruisers" not in before["205"]
    table.games.undo(game_id, table.position(game_id))
    assert drawn()["205"] == before["205"]


def test_the_number_of_a_way_up_to_the_left_stands_beside_the_sign_of_a_spawning_system() -> None:
    """The sign stands in the upper half of the hex, at its left: the number goes to its left, a little higher."""
    way = ("a", "b")
    middles = {"a": (0, 0), "b": (-90, -52)}
    (free,) = lines([way], middles, {way: "1"})
    (beside,) = lines([way], middles, {way: "1"}, pinned=["a"])
    assert (beside.x, beside.y) == (-57, -6) != (free.x, free.y)
    (down,) = lines([way], {"a": (0, 0), "b": (90, 52)}, {way: "1"}, pinned=["a"])
    assert down == lines([way], {"a": (0, 0), "b": (90, 52)}, {way: "1"})[0]
