"""The tables of the galaxy: what stands in ours, and that others are refused where they do not fit."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from board_drawing import empty_space
from hive.catalog.checking import DECKS
from hive.catalog.copying import check_files
from hive.catalog.reading import load_tables, tables_from_json, tables_to_json

TABLES = load_tables()
TILES, GALAXY = TABLES.tiles, TABLES.galaxy


# --- Tiles


def test_there_are_all_tiles_of_the_boxes_without_the_hyperlanes() -> None:
    """82A and 82B, 96A and 96B are two faces of one tile; 83 to 91 are hyperlanes."""
    printed = [tile for tile in TILES.tiles if tile.role != "fracture"]
    assert Counter(tile.box for tile in printed) == {"base": 51, "pok": 32, "te": 28}
    numbers = {tile.tile.rstrip("AB") for tile in printed}
    assert numbers == {str(number) for number in [*range(1, 83), *range(92, 119)]}


def test_each_back_has_as_many_tiles_as_in_the_boxes() -> None:
    counted = Counter((tile.box, tile.back) for tile in TILES.tiles if tile.back in ("blue", "red"))
    assert counted == {
        ("base", "blue"): 20,
        ("base", "red"): 12,
        ("pok", "blue"): 16,
        ("pok", "red"): 7,
        ("te", "blue"): 15,
        ("te", "red"): 5,
    }


def test_each_anomaly_is_on_its_tiles() -> None:
    found: dict[str, list[str]] = {}
    for tile in TILES.tiles:
        for anomaly in tile.anomalies:
            found.setdefault(anomaly, []).append(tile.tile)
    assert found == {
        "gravity_rift": ["41", "67", "113", "117"],
        "nebula": ["42", "56", "68", "92"],
        "supernova": ["43", "80", "81"],
        "asteroid_field": ["44", "45", "79", "115", "117"],
        "entropic_scar": ["114", "116"],
    }


def test_each_wormhole_is_on_its_tiles() -> None:
    found: dict[str, list[str]] = {}
    for tile in TILES.tiles:
        for wormhole in tile.wormholes:
            found.setdefault(wormhole, []).append(tile.tile)
    assert found == {
        "delta": ["17", "51"],
        "beta": ["25", "40", "64", "82B", "113"],
        "alpha": ["26", "39", "79", "82B", "102"],
        "gamma": ["82A", "82B"],
        "epsilon": ["94", "118"],
    }


def test_the_tiles_without_anything_are_empty_space() -> None:
    empty = [tile.tile for tile in TILES.tiles if empty_space(tile)]
    assert empty == ["46", "47", "48", "49", "50", "77", "78"]


def test_every_faction_has_a_home_system() -> None:
    factions = [faction.name for faction in TABLES.factions.factions]
    homes = {faction: TILES.homes_of(faction) for faction in factions}
    assert {faction: tiles for faction, tiles in homes.items() if len(tiles) != 1} == {
        "Council Keleres": ["2", "14", "58"]
    }
    assert TILES.homes_of("Sardakk N'orr") == ["13"]
    assert {tile.home_of for tile in TILES.tiles if tile.home_of} - set(factions) == {"Sardakk N'orr"}
    assert TILES.homes_of("Nobody") == []


def test_two_factions_have_a_gate_on_the_map() -> None:
    gates = {faction.name: TILES.gate_of(faction.name) for faction in TABLES.factions.factions}
    assert {name: gate for name, gate in gates.items() if gate} == {
        "Ghosts of Creuss": "17",
        "Crimson Rebellion": "94",
    }


def test_the_planets_have_their_values() -> None:
    planets = TILES.planets
    assert len(planets) == 137
    assert (planets["Mecatol Rex"].resources, planets["Mecatol Rex"].influence) == (1, 6)
    assert planets["Tiamat"].specialties == ["yellow", "yellow"]
    assert planets["Olergodt"].traits == ["cultural", "hazardous"]
    assert sum(planet.resources for planet in planets.values()) == 245
    assert sum(planet.influence for planet in planets.values()) == 205
    assert {name for name, planet in planets.items() if planet.legendary} == {
        "Primor",
        "Hope's End",
        "Mallice",
        "Mirage",
        "Ordinian",
        "Styx",
        "Faunus",
        "Garbozia",
        "Emelpar",
        "Tempesta",
        "Industrex",
        "Mecatol Rex",
        "Thunder's Edge",
        "Avernus",
    }


def test_a_breach_is_no_wormhole_but_ranks_as_one() -> None:
    breach = TILES.tokens_by_key["active_breach"]
    assert (breach.wormholes, breach.priority_as) == ([], "epsilon")


# --- The template


@pytest.mark.reading("Q15")
@pytest.mark.rule("14.zone.thresholds")
def test_each_zone_has_its_threshold_and_colour() -> None:
    assert [(zone.zone, zone.colour, zone.threshold) for zone in GALAXY.zones.zones] == [
        (1, "yellow", 1),
        (2, "orange", 2),
        (3, "red", 3),
        (4, "blue", 4),
    ]
    assert len(GALAXY.zones.zones[3].slots) == 1


@pytest.mark.reading("Q14", "Q15")
def test_the_template_and_the_zones_are_the_defaults_of_our_note() -> None:
    """Q14 and Q15 number the slots from 0 to 36, ring by ring."""

    def number(slot: str) -> int:
        return (0, 0, 6, 18)[int(slot[0])] + int(slot[1:])

    assert GALAXY.template.default_of_ours and GALAXY.zones.default_of_ours and GALAXY.planet_counts.default_of_ours
    assert {kind: [number(slot) for slot in slots] for kind, slots in GALAXY.template.kinds.items()} == {
        "REX": [0],
        "MS": [28],
        "PL1": [34],
        "PL2": [22],
        "AS1": [15],
        "AS2": [11],
        "WH1": [10, 16],
        "WH2": [8, 18],
        "ION": [19],
        "AN2": [7],
        "AN1": [2, 4, 6, 12, 14],
        "ES": [20, 24, 26, 30, 32, 36],
        "X": [1, 3, 5, 9, 13, 17, 21, 23, 25, 27, 29, 31, 33, 35],
    }
    assert {zone.zone: [number(slot) for slot in zone.slots] for zone in GALAXY.zones.zones} == {
        1: [3, 4, 5, *range(10, 17), *range(24, 33)],
        2: [1, 2, 6, 7, 8, 18, 19, 20, 36],
        3: [9, 17, 21, 22, 23, 33, 34, 35],
        4: [0],
    }


def test_the_pools_are_those_of_page_2() -> None:
    assert {tuple(pool.kinds): [int(tile) for tile in pool.tiles] for pool in GALAXY.pools} == {
        ("REX",): [18, 112],
        ("MS",): [13],
        ("AS1", "AS2"): [65, 66, 97, 98, 99, 100],
        ("WH1", "ION"): [25, 26, 64, 102],
        ("WH2",): [39, 40],
        ("ES",): [46, 47, 48, 49, 50, 77, 78],
        ("AN1",): [41, 42, 43, 44, 45, 79, 80, 113, 114],
        ("AN2",): [67, 68, 115, 116, 117],
    }
    assert [tile for pool in GALAXY.pools if "ES" in pool.kinds for tile in pool.tiles] == [
        tile.tile for tile in TILES.tiles if empty_space(tile)
    ]


def test_the_planet_totals_are_those_of_page_2() -> None:
    counts = [(count.zones, count.minimum, count.maximum) for count in GALAXY.planet_counts.counts]
    assert counts == [([2, 3], 12, 14), ([1], 12, 14)]
    assert set(GALAXY.planet_counts.not_counted) == {"REX", "MS", "PL1", "PL2", "AS1", "AS2"}


# --- Move values


def test_the_ships_have_their_move_values() -> None:
    assert {unit.key: unit.move for unit in TABLES.units.units if unit.move is not None} == {
        "destroyer": 2,
        "cruiser": 2,
        "carrier": 1,
        "dreadnought": 1,
        "flagship": 1,
        "war_sun": 2,
    }
    assert {upgrade.name: upgrade.move for upgrade in TABLES.technologies.upgrades if upgrade.move is not None} == {
        "Fighter II": 2,
        "Carrier II": 2,
        "Cruiser II": 3,
        "Exotrireme II": 2,
    }


# --- Tables that do not fit


def messages_about(tmp_path: Path, table: str, *changes: tuple[str, str]) -> list[str]:
    """What the checks say about our table with a few words exchanged, without folder and line."""
    path = tmp_path / f"{table}.yaml"
    text = (DECKS / path.name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    return [message.replace(f"{path.as_posix()}:", "").partition(": ")[2] for message in check_files([path]).messages]


@pytest.mark.parametrize(
    ("table", "old", "new", "message"),
    [
        ("tiles", 'tile: "2"', 'tile: "1"', "tiles[1].tile: the tile '1' is taken: tiles[0] has it already"),
        ("tiles", 'tile: "2"', "tile: 2", "tiles[1].tile: this must be text, not the number 2; put it in quotes"),
        ("tiles", "name: Darien", "name: Jord", "tiles[2].planets[0].name: the planet 'Jord' lies in another system"),
        ("tiles", "name: Avernus, res", "name: Jord, res", "tokens[11].planet.name: the planet 'Jord' lies in a sy"),
        ("tiles", "back: home", "back: blue", "tiles[0].back: a home system has the back 'home', not 'blue'"),
        ("tiles", "[nebula]", "[nebular]", "tiles[41].anomalies[0]: no anomaly is called 'nebular'. Did you mean"),
        ("tiles", '["2", "14", "58"]', '["2", "140"]', "home_choices[0].tiles[1]: tiles.yaml has no tile 140."),
        ("exploration", "attachment: mining", "attachment: minig", "cards[10].does[0].attachment: tiles.yaml has no"),
        ("exploration", "tokens: [mirage]", "tokens: [mirages]", "cards[25].does[0].tokens: tiles.yaml has nothing"),
        ("galaxy", 'MS: ["310"]', 'MS: ["311"]', "template.kinds.X[10]: the slot 311 stands in the template already"),
        ("galaxy", 'MS: ["310"]', 'MS: ["319"]', "template.kinds: ring 3 has the slots 301 to 318, not 319"),
        ("galaxy", 'MS: ["310"]', 'MS: ["310", "401"]', "template.kinds.MS: there must be one slot for MS, not 2"),
        ("galaxy", '"306", "307",', '"306",', "zones.zones: the slot 307 lies in no zone"),
        ("galaxy", '"306", "307",', '"306", "307", "401",', "zones.zones[0].slots[12]: the template has no slot 401"),
        ("galaxy", '["101", "102"', '["101", "103", "102"', "zones.zones[1].slots[1]: the slot 103 lies in a zone alr"),
        ("galaxy", "zone: 2", "zone: 1", "zones.zones[1].zone: zone 1 stands here already"),
        ("galaxy", '"65", "66"', '"65", "666"', "pools[2].tiles[1]: tiles.yaml has no tile 666. Did you mean '66'?"),
        ("galaxy", '"65", "66"', '"65", "18"', "pools[2].tiles[1]: tile 18 lies in a pool already"),
        ("galaxy", '["39", "40"]', '["39"]', "pools[4].tiles: 2 slots are filled from this pool, but it has 1"),
        (
            "galaxy",
            '["25", "26", "64"',
            '["20", "26", "22"',
            "pools[3].tiles: 2 slots of WH1 need more",
        ),
        ("galaxy", "kinds: [AN2]", "kinds: [X]", "pools[7].kinds[0]: the slots of X are not filled from a pool"),
        ("galaxy", "kinds: [AN2]", "kinds: [AN1]", "pools[7].kinds[0]: AN1 has a pool already"),
        ("galaxy", "kinds: [WH2]", "kinds: [ES]", "pools: the pool of WH2 is missing"),
        ("galaxy", "zones: [1], min", "zones: [5], min", "planet_counts.counts[1].zones[0]: there is no zone 5"),
        ("galaxy", "zones: [1], min", "zones: [3], min", "planet_counts.counts[1].zones[0]: the planets of zone 3 are"),
        ("galaxy", "minimum: 12", "minimum: 15", "planet_counts.counts[0].minimum: the minimum 15 is more than the"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(tmp_path: Path, table: str, old: str, new: str, message: str) -> None:
    found = messages_about(tmp_path, table, (old, new))
    assert any(text.startswith(message) for text in found), found


def test_only_faces_of_one_thing_share_their_planet(tmp_path: Path) -> None:
    change = ('"112", box: te, back: none, role: mecatol_rex', '"112", box: te, back: none')
    (found,) = messages_about(tmp_path, "tiles", change)
    assert found.startswith("tiles[104].planets[0].name: the planet 'Mecatol Rex' lies in another system already")


def test_the_blue_backed_slots_need_enough_tiles(tmp_path: Path) -> None:
    """There are 51 blue-backed tiles, of which 10 lie in pools."""
    fourth_ring = [f"4{place:02}" for place in range(1, 25)]
    more = ", ".join(f'"{slot}"' for slot in fourth_ring)
    wide = [('X: ["101"', f'X: [{more}, "101"'), ('slots: ["000"]', f'slots: [{more}, "000"]')]
    assert messages_about(tmp_path, "galaxy", *wide) == []
    fifth = ", ".join(f'"5{place:02}"' for place in range(1, 5))
    wider = [('X: ["101"', f'X: [{fifth}, {more}, "101"'), ('slots: ["000"]', f'slots: [{fifth}, {more}, "000"]')]
    assert messages_about(tmp_path, "galaxy", *wider) == [
        "template.kinds.X: 42 slots need blue-backed tiles outside the pools, not 41"
    ]


def test_a_template_of_another_shape_can_be_used(tmp_path: Path) -> None:
    """Without the slot at the bottom of the third ring, and with one in a fourth."""
    shutil.copy(DECKS / "galaxy.yaml", tmp_path)
    assert messages_about(tmp_path, "galaxy", ('MS: ["310"]', 'MS: ["413"]'), ('"309", "310"', '"309", "413"')) == []


def test_a_game_from_before_the_galaxy_gets_our_tables() -> None:
    old = json.loads(tables_to_json(TABLES))
    del old["tiles"], old["galaxy"]
    assert tables_from_json(json.dumps(old)) == TABLES
