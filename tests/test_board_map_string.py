"""Map strings: written, read back, and every misfit named."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from board_drawing import TABLES
from hive.board.adjacency import labels_up_to
from hive.board.layout import lay_out
from hive.board.map_string import MapRead, read_map_string, write_map_string
from hive.catalog.documents import LOADER

LAYOUT = lay_out(TABLES, ["base", "pok"], {"p1": "1", "p2": "17"}, "a seed")
TEXT = write_map_string(LAYOUT.tiles)
NUMBERS = TEXT.split()
WILD: list[dict[str, Any]] = yaml.load((Path(__file__).parent / "map_strings.yaml").read_text(), LOADER)["strings"]


def read(text: str) -> MapRead:
    return read_map_string(text, TABLES)


def changed(**words: str) -> tuple[str, ...]:
    """What is wrong with a good string after some slots (``s101``) were changed."""
    slots = labels_up_to(3)[1:]
    return read(" ".join(words.get(f"s{slot}", number) for slot, number in zip(slots, NUMBERS, strict=True))).errors


def test_a_map_string_goes_ring_by_ring_clockwise_from_straight_above() -> None:
    tiles = {slot: str(number) for number, slot in enumerate(labels_up_to(3), start=18)}
    assert write_map_string(tiles) == " ".join(str(number) for number in range(19, 55))
    assert [LAYOUT.tiles[slot] for slot in labels_up_to(3)[1:]] == NUMBERS


def test_another_tile_in_the_middle_stands_in_front() -> None:
    assert write_map_string({"000": "112", "101": "19"}) == "{112} 19 -1 -1 -1 -1 -1"


def test_gaps_are_kept_and_systems_beside_the_map_left_out() -> None:
    assert write_map_string({"000": "18", "102": "19", "nexus": "82A"}) == "-1 19 -1 -1 -1 -1"
    assert write_map_string({}) == "{-1}"


@given(st.text(max_size=6), st.booleans())
def test_what_was_written_is_read_as_it_was(seed: str, thunders_edge: bool) -> None:
    boxes = ["base", "pok", *(["te"] if thunders_edge else [])]
    tiles = lay_out(TABLES, boxes, {"p1": "96B", "p2": "94"}, seed).tiles  # type: ignore[arg-type]
    assert read(write_map_string(tiles)) == MapRead(tiles, (), {})


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"{{18}} {TEXT}",
        f"{{18}}{TEXT}",
        f"  {TEXT}\n",
        TEXT.replace(" ", "\n\t"),
        f"{TEXT} -1 -1 0",
        f"18 {TEXT}",
        TEXT.replace(" ", ", "),
    ],
)
def test_a_map_string_may_be_written_in_several_ways(text: str) -> None:
    assert read(text) == MapRead(LAYOUT.tiles, (), {})


def test_faces_may_be_written_small() -> None:
    small = ["96b" if number == LAYOUT.tiles["316"] else number for number in NUMBERS]
    assert read(" ".join(small)) == MapRead({**LAYOUT.tiles, "316": "96B"}, (), {})


@pytest.mark.parametrize(
    ("words", "errors"),
    [
        ({"s101": "999"}, ("At 101 stands '999', but no tile has that number.",)),
        ({"s101": "4253"}, ("At 101 stands '4253', but no tile has that number.",)),
        ({"s101": "41C"}, ("At 101 stands '41C', but no tile has that number.",)),
        ({"s101": "41B"}, ("At 101 stands '41B', but no tile has that number.",)),
        ({"s101": "x" * 50}, ("At 101 stands 'xxxxxxxxxxxxxxxxxxxx...', but no tile has that number.",)),
        ({"s101": "13"}, ("Tile 13 stands at 101 and 310, but there is only one.",)),
        ({"s101": "18"}, ("Mecatol Rex stands at 101; here it lies in the middle, at 000.",)),
        ({"s304": "96A", "s316": "96B"}, ("Tile 96 stands at 304 and 316, but there is only one.",)),
        ({"s101": "0"}, ("No tile lies at 101.",)),
        ({"s101": "-1", "s318": "-1"}, ("No tile lies at 101 and 318.",)),
        ({"s101": "_", "s102": "X", "s103": "-1"}, ("No tile lies at 101 to 103.",)),
        (
            {"s304": "P2", "s316": "P1", "s310": "0"},
            ("The map keeps 304 and 316 for your homes. Name your factions, or choose these tiles slot by slot.",),
        ),
    ],
)
def test_a_tile_that_is_unknown_doubled_or_missing_is_named(words: dict[str, str], errors: tuple[str, ...]) -> None:
    assert changed(**words) == errors


def test_a_string_that_ends_too_early_names_the_slots_without_tile() -> None:
    assert read(" ".join(NUMBERS[:-2])).errors == ("No tile lies at 317 and 318.",)


def test_a_map_with_more_rings_is_for_others() -> None:
    unused = next(str(tile) for tile in range(19, 80) if str(tile) not in LAYOUT.tiles.values())
    found = read(f"{TEXT} {unused}")
    assert found.errors == (
        "This map is for another number of players: it has 4 rings around its middle, and this galaxy has 3.",
    )
    assert found.tiles == LAYOUT.tiles


@pytest.mark.parametrize("lane", ["83A3", "85A-2", "85a2", "87", "83:120", "83B", "121"])
def test_a_map_with_hyperlanes_is_for_others_however_they_are_written(lane: str) -> None:
    assert changed(s101=lane) == (
        "This map is for another number of players: it has 1 hyperlane, and this galaxy has none.",
    )


@pytest.mark.parametrize("wild", WILD, ids=[wild["source"] for wild in WILD])
def test_each_map_string_that_people_share_gets_the_answer_that_helps(wild: dict[str, Any]) -> None:
    found = read(wild["string"])
    assert list(found.errors) == wild["says"]
    assert len(found.tiles) == wild["tiles"]


@pytest.mark.parametrize(
    "link",
    [
        "https://keeganw.github.io/ti4/?settings=T60006155FFF&tiles=18,{commas}",
        "https://keeganw.github.io/ti4/?settings=T60006155FFF&tiles=18%2C{escaped}&lang=en#top",
        "tiles=18,{commas}",
        "https://tidraft.com/map-generator?map={commas}",
        "https://tidraft.com/map-generator?map={escaped}",
    ],
)
def test_links_of_map_tools_are_read(link: str) -> None:
    text = link.format(commas=",".join(NUMBERS), escaped="%2C".join(NUMBERS))
    assert read(text) == MapRead(LAYOUT.tiles, (), {})


@pytest.mark.parametrize("link", ["https://milty.shenanigans.be/d/5f3e1c", "https://tidraft.com/draft/a-b-c"])
def test_a_link_without_tiles_says_what_to_paste(link: str) -> None:
    assert read(link).errors == ("This link names no tiles. Open it, and paste the map string that stands there.",)


def test_numbers_may_have_noughts_in_front_and_lack_their_face() -> None:
    numbers = ["09" if number == LAYOUT.tiles["316"] else number for number in NUMBERS]
    assert read(" ".join(numbers)).tiles["316"] == "9"
    assert read(f"82 {' '.join(NUMBERS[1:])}").tiles["101"] == "82A"
    assert read(f"96 {' '.join(NUMBERS[1:])}").tiles["101"] == "96A"


def test_mecatol_rex_on_another_slot_is_read_where_another_tile_lies_in_the_middle() -> None:
    whole = [NUMBERS[0], "18", *NUMBERS[1:]]
    for text in (" ".join(whole), f"{{{whole[0]}}} {' '.join(whole[1:])}"):
        found = read(text)
        assert (found.tiles["000"], found.tiles["101"], found.errors) == (NUMBERS[0], "18", ())


def test_places_kept_for_homes_take_the_homes_that_are_named() -> None:
    homes = {"s304": "P2", "s316": "P1", "s310": "0"}
    words = [homes.get(f"s{slot}", number) for slot, number in zip(labels_up_to(3)[1:], NUMBERS, strict=True)]
    found = read_map_string(" ".join(words), TABLES, (LAYOUT.tiles["316"], LAYOUT.tiles["304"]))
    assert found == MapRead(LAYOUT.tiles, (), {"316": "1", "304": "2"})


def test_several_things_that_are_wrong_are_all_named() -> None:
    assert len(changed(s101="none", s102="13", s103="0")) == 3


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_string_is_no_map(text: str) -> None:
    assert read(text).errors == ("The map string is empty; paste the tile numbers ring by ring, from 101 on.",)


def test_a_string_without_end_is_no_map() -> None:
    assert read("1 " * 271).errors == ("A map string has at most 270 tiles, this one has 271.",)
    assert read("1" * 5000).errors == ("This is too long for a map string.",)


def test_a_template_without_a_middle_needs_no_tile_there() -> None:
    kinds = {**TABLES.galaxy.template.kinds, "REX": ["401"]}
    template = TABLES.galaxy.template.model_copy(update={"kinds": kinds})
    galaxy = TABLES.galaxy.model_copy(update={"template": template})
    galaxy.__dict__.pop("kind_of", None)
    tables = TABLES.model_copy(update={"galaxy": galaxy})
    assert read_map_string(f"{TEXT} 18", tables).errors == ()
    assert read_map_string(f"{{18}} {TEXT} 112", tables).errors == (
        "Tile 18 stands at 000, which is no slot of the template.",
    )


WORDS = st.sampled_from(["18", "13", "0", "-1", "{18}", "82A", "999", "18}", "{", "٣", "1" * 30]) | st.text(max_size=4)


@given(st.lists(WORDS, max_size=50).map(" ".join) | st.text(max_size=80))
def test_no_text_whatever_breaks_the_reading(text: str) -> None:
    found = read(text)
    assert found.errors
    assert all(re.fullmatch(r"[A-Z0-9].*[.]", error, re.DOTALL) for error in found.errors)
    assert set(found.tiles.values()) <= set(TABLES.tiles.by_number)
