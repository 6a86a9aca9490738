"""Whose home stands on the map: gates, factions that choose or are not named, and homes recognised by their owners."""

from __future__ import annotations

import pytest

from board_drawing import TABLES
from hive.board.layout import LayoutError, choose_homes, home_owner, home_slots, home_tiles, strange_homes
from hive.catalog.tables import Box
from hive.model.game import PlayerSetup, Settings

POK: list[Box] = ["base", "pok"]
SEEDS = [str(number) for number in range(40)]


def settings(p1: str = "", p2: str = "", boxes: list[Box] = POK) -> Settings:
    return Settings(PlayerSetup("Ada", p1, "blue"), PlayerSetup("Ben", p2, "green"), boxes=boxes)


def test_a_gate_stands_on_the_map_for_a_home_beside_it() -> None:
    assert home_tiles(TABLES, POK, "Ghosts of Creuss") == ["17"]
    assert home_tiles(TABLES, POK, "Crimson Rebellion") == ["94"]
    assert (home_owner(TABLES, "17"), home_owner(TABLES, "51"), home_owner(TABLES, "40")) == (
        "Ghosts of Creuss",
        "Ghosts of Creuss",
        "",
    )


def test_a_player_without_a_faction_can_have_any_home_of_the_boxes_but_the_hives() -> None:
    base, more = home_tiles(TABLES, ["base"], ""), home_tiles(TABLES, POK, "")
    assert len(base) == 16 and len(more) == 23
    assert "13" not in more and "51" not in more and "17" in more
    assert all(TABLES.tiles.by_number[tile].box in POK for tile in more)


@pytest.mark.rule("2.board.player-homes")
def test_homes_that_nobody_chose_are_drawn_and_never_the_same_twice() -> None:
    drawn = [choose_homes(TABLES, settings(), {}, seed) for seed in SEEDS]
    assert all(homes["p1"] != homes["p2"] for homes in drawn)
    assert len({homes["p1"] for homes in drawn}) > 10
    assert drawn == [choose_homes(TABLES, settings(), {}, seed) for seed in SEEDS]


def test_a_home_that_the_other_player_has_is_not_drawn() -> None:
    """The Keleres take one of three homes, of which the Mentak have one."""
    for seed in SEEDS:
        homes = choose_homes(TABLES, settings("Council Keleres", "Mentak Coalition"), {}, seed)
        assert homes["p2"] == "2" and homes["p1"] in ("14", "58")


def test_the_tables_own_choice_is_kept() -> None:
    keleres = settings("Council Keleres", "")
    assert choose_homes(TABLES, keleres, {"p1": "58", "p2": "2"}, "x") == {"p1": "58", "p2": "2"}
    assert {choose_homes(TABLES, keleres, {"p2": "58"}, seed)["p1"] for seed in SEEDS} == {"2", "14"}


@pytest.mark.parametrize(
    ("p1", "p2", "chosen", "message"),
    [
        ("Federation of Sol", "", {"p1": "2"}, "Tile 2 cannot be the home system of Ada"),
        ("", "", {"p2": "13"}, "Tile 13 cannot be the home system of Ben"),
        ("", "", {"p1": "2", "p2": "2"}, "Both players would have the same home system"),
        ("Firmament", "Obsidian", {}, "Both players would have the same home system"),
    ],
)
def test_homes_that_cannot_be_are_refused(p1: str, p2: str, chosen: dict[str, str], message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        choose_homes(TABLES, settings(p1, p2), chosen, "x")  # type: ignore[arg-type]


@pytest.mark.rule("2.board.player-homes")
@pytest.mark.parametrize(
    ("p1", "p2", "left", "right", "p1_at"),
    [
        ("Federation of Sol", "Emirates of Hacan", "1", "16", "316"),
        ("Federation of Sol", "Emirates of Hacan", "16", "1", "304"),
        ("", "Emirates of Hacan", "16", "1", "304"),
        ("Ghosts of Creuss", "", "17", "1", "316"),
        ("Council Keleres", "Mentak Coalition", "2", "14", "304"),
        ("Federation of Sol", "Emirates of Hacan", "5", "16", "316"),
        ("", "", "1", "16", None),
        ("Winnu", "Arborec", "1", "16", None),
        ("Council Keleres", "", "2", "14", None),
    ],
)
def test_homes_are_recognised_by_their_factions(p1: str, p2: str, left: str, right: str, p1_at: str | None) -> None:
    found = home_slots(TABLES, settings(p1, p2), {"316": left, "304": right})
    assert (found["p1"] if found else None) == p1_at


def test_a_home_of_another_faction_is_named() -> None:
    tiles = {"316": "5", "304": "16"}
    found = list(strange_homes(TABLES, settings("Federation of Sol", "Emirates of Hacan"), tiles, {"p1": "316"}))
    assert found == ["Ada plays Federation of Sol, whose home system does not lie at 316."]
    assert not list(strange_homes(TABLES, settings("", "Emirates of Hacan"), tiles, {"p1": "316", "p2": "304"}))
