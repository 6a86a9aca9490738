"""The map of the galaxy, the sheets of its systems, and the text list: what they show, and what they refuse."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Collection

import pytest
from flask import render_template_string

from hive.board.layout import Layout, lay_out, new_galaxy, spawning_positions
from hive.catalog.reading import load_tables
from hive.catalog.tables import Box
from hive.model.galaxy import Galaxy, TokenPlaced
from hive.web.page_map import layout_view, map_view, template_view
from hive.web.page_map_chips import chips
from hive.web.page_map_shapes import HexView, MapView, Marks
from hive.web.page_map_words import Board, system_words
from serving import app_in

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


def drawn(view: MapView, tmp_path: object, sheets: str = "/games/x/systems/") -> str:
    with app_in(tmp_path).test_request_context():  # type: ignore[arg-type]
        return render_template_string('{% include "_map.html" %}', map=view, sheets=sheets)


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
        assert not beside.zone


def test_a_hex_shows_who_is_there_and_who_controls_what(galaxy: Galaxy) -> None:
    one = hex_of(map_view(galaxy, TABLES), "205")
    assert [(chip.seat, chip.where, chip.text) for chip in one.chips] == [
        ("hive", "space", "CA 2CR +4"),
        ("p1", "space", "FI"),
    ]
    assert [item.seat for item in one.items if item.kind == "planet"] == ["hive"]
    assert one.command_tokens == ("p2",)
    assert (one.zone, one.colour, one.bottom, one.bottom_seat) == ("1", "yellow", "AUX 2", "hive")


def test_units_in_space_and_on_planets_have_chips_of_their_own_as_long_as_there_is_room(galaxy: Galaxy) -> None:
    system = galaxy.systems["205"]
    system.units = {"hive": {"dreadnought": 2}}
    system.damaged = {"hive": {"dreadnought": 1}}
    found = chips(system, TABLES, (17, 33))
    assert [(chip.where, chip.text) for chip in found] == [("space", "2DR!"), ("ground", "3IN PDS")]


def test_all_three_sides_keep_a_row_each(galaxy: Galaxy) -> None:
    system = galaxy.systems["310"]
    fleet = {"fighter": 9, "destroyer": 2, "cruiser": 2, "carrier": 3, "dreadnought": 1, "flagship": 1, "war_sun": 1}
    system.units = {"hive": fleet, "p1": fleet, "p2": fleet}
    found = chips(system, TABLES, (17, 33))
    assert [chip.seat for chip in found] == ["hive", "p1", "p2"]
    for chip in found:
        shown, left = chip.text.rsplit(" +", 1)
        counts = [int(re.match(r"\d*", code).group() or 1) for code in shown.split()]  # type: ignore[union-attr]
        assert sum(counts) + int(left) == sum(fleet.values())


def test_the_narrowest_mark_holds(galaxy: Galaxy) -> None:
    marks = Marks(
        touched=["310"], targets=["101", "103", "105", "207"], candidates=["103", "105", "207"], left=["105", "207"]
    )
    view = map_view(galaxy, TABLES, Marks(**{**vars(marks), "winner": "207", "paths": [["310", "207"], ["nowhere"]]}))
    found = {one.position: one.mark for one in view.hexes if one.mark}
    assert found == {"101": "target", "103": "candidate", "105": "left", "207": "winner"}
    assert [one.position for one in view.hexes if one.touched] == ["310"]
    assert view.paths == ("0,276 0,244",)


@pytest.mark.rule("14.zone.board", "2.board.template")
def test_the_template_shows_kind_and_zone_of_every_slot(tmp_path: object) -> None:
    view = template_view(TABLES)
    assert {one.position: one.middle for one in view.hexes} == TABLES.galaxy.kind_of
    for zone in TABLES.galaxy.zones.zones:
        assert {one.position for one in view.hexes if one.zone == str(zone.zone)} == set(zone.slots)
    assert "<a " not in drawn(view, tmp_path, sheets="")


def test_a_layout_shows_the_number_of_every_tile() -> None:
    laid = layout()
    view = layout_view(TABLES, laid.tiles, laid.ion_side)
    assert {one.position: one.middle for one in view.hexes if one.position != "creuss"} == laid.tiles
    storm = hex_of(view, "301")
    assert "token" in {item.kind for item in storm.items} and "storm" in {item.symbol for item in storm.items}


def test_the_drawing_is_well_formed_and_every_system_is_a_link_with_words(galaxy: Galaxy, tmp_path: object) -> None:
    galaxy.systems["101"].tokens.append(TokenPlaced("gamma_wormhole"))
    root = ET.fromstring(drawn(map_view(galaxy, TABLES, Marks(winner="205", paths=[["310", "205"]])), tmp_path))
    links = root.findall("a")
    assert [link.get("href") for link in links] == [f"/games/x/systems/{position}" for position in galaxy.systems]
    titles = {link.get("href"): link.findtext("title") for link in links}
    assert "the Hive has 2 cruisers and 1 carrier in space" in str(titles["/games/x/systems/205"])
    uses = {use.get("href") for use in root.iter("use")}
    names = {f"#{one.get('id')}" for one in root.iter() if one.get("id")}
    assert uses <= names


def test_a_system_in_words(galaxy: Galaxy) -> None:
    words = system_words(Board(galaxy, TABLES), "205").plain
    planet = next(iter(galaxy.systems["205"].planets))
    assert words.startswith(f"205 AUX 2 ({planet}): zone 1 (yellow)")
    assert "controlled by the Hive" in words and "command token of player 2" in words
    assert f"the Hive has 3 infantry and 1 PDS on {planet}" in words
    assert "player 1 has 1 fighter in space" in words
