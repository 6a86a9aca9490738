"""The galaxy set up at random: what page 2 asks holds for every seed, and the same seed gives the same galaxy."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_drawing import TABLES, empty_space, touch
from day import times
from hive.board.adjacency import labels_up_to
from hive.board.layout import (
    Layout,
    LayoutError,
    equal_wormholes,
    lay_out,
    misfits,
    new_galaxy,
    planet_totals,
    spawning_positions,
    unmet,
)
from hive.catalog.tables import Box, Tables
from hive.model.galaxy import TokenPlaced

POK: list[Box] = ["base", "pok"]
ALL: list[Box] = ["base", "pok", "te"]
KINDS = TABLES.galaxy.template.kinds
TILES = TABLES.tiles.by_number
BOXES = pytest.mark.parametrize("boxes", [POK, ALL], ids=["PoK", "Thunder's Edge"])
SEEDS = [f"seed {number}" for number in range(60)]


def laid_out(boxes: list[Box], seed: str, tables: Tables = TABLES) -> Layout:
    """With the homes of Sol and of the Creuss, whose gate stands on the map."""
    return lay_out(tables, boxes, {"p1": "1", "p2": "17"}, seed)


LAYOUTS = {tuple(boxes): [laid_out(boxes, seed) for seed in SEEDS] for boxes in (POK, ALL)}


def at(layout: Layout, kind: str) -> list[str]:
    return [layout.tiles[slot] for slot in KINDS[kind]]  # type: ignore[index]


def owned(boxes: Iterable[Box], *tiles: int) -> set[str]:
    return {str(tile) for tile in tiles if TILES[str(tile)].box in boxes}


# --- What page 2 asks, seed by seed


@BOXES
def test_every_slot_has_a_tile_of_the_boxes_and_no_tile_is_there_twice(boxes: list[Box]) -> None:
    for layout in LAYOUTS[tuple(boxes)]:
        assert list(layout.tiles) == list(TABLES.galaxy.kind_of)
        assert sorted(layout.tiles) == labels_up_to(3)
        assert len(set(layout.tiles.values())) == 37
        assert {TILES[tile].box for tile in layout.tiles.values()} <= set(boxes)


@BOXES
def test_nothing_is_left_to_wish_for(boxes: list[Box]) -> None:
    for layout in LAYOUTS[tuple(boxes)]:
        assert list(unmet(TABLES, layout)) == []
        assert misfits(TABLES, layout.tiles, boxes, layout.ion_side) == []


@pytest.mark.rule("2.board.rex-and-main")
def test_mecatol_rex_is_in_the_middle_and_the_hives_home_at_the_bottom() -> None:
    """With Thunder's Edge its own tile of Mecatol Rex is used."""
    for boxes, rex in ((POK, "18"), (ALL, "112")):
        for layout in LAYOUTS[tuple(boxes)]:
            assert (layout.tiles["000"], layout.tiles["310"]) == (rex, "13")


@pytest.mark.rule("2.board.player-homes")
def test_the_players_homes_are_at_random() -> None:
    found = set()
    for layout in LAYOUTS[tuple(POK)]:
        assert {layout.tiles[layout.homes["p1"]], layout.tiles[layout.homes["p2"]]} == {"1", "17"}
        assert layout.tiles[layout.homes["p1"]] == "1"
        found.add((*at(layout, "PL1"), *at(layout, "PL2")))
    assert found == {("1", "17"), ("17", "1")}


@pytest.mark.reading("Q76")
@BOXES
@pytest.mark.rule("2.board.auxiliary")
def test_the_auxiliary_systems_are_two_of_their_pool_and_the_others_are_out(boxes: list[Box]) -> None:
    pool = owned(boxes, 65, 66, 97, 98, 99, 100)
    found = set()
    for layout in LAYOUTS[tuple(boxes)]:
        pair = (*at(layout, "AS1"), *at(layout, "AS2"))
        assert pool & set(layout.tiles.values()) == set(pair)
        found.add(pair)
    assert {tile for pair in found for tile in pair} == pool
    assert (("65", "66") in found) == (("66", "65") in found)


@BOXES
@pytest.mark.rule("2.board.wormhole-planets")
def test_the_wormholes_with_planets_are_one_alpha_and_one_beta(boxes: list[Box]) -> None:
    firsts = set()
    for layout in LAYOUTS[tuple(boxes)]:
        tiles = at(layout, "WH1")
        assert set(tiles) <= owned(boxes, 25, 26, 64, 102)
        assert sorted(TILES[tile].wormholes[0] for tile in tiles) == ["alpha", "beta"]
        firsts.add(tiles[0])
    assert firsts == owned(boxes, 25, 26, 64, 102)


@BOXES
@pytest.mark.rule("2.board.ion-system")
def test_the_ion_storm_system_is_one_of_those_left_and_the_last_is_out(boxes: list[Box]) -> None:
    pool = owned(boxes, 25, 26, 64, 102)
    found = set()
    for layout in LAYOUTS[tuple(boxes)]:
        (ion,) = at(layout, "ION")
        assert ion in pool - set(at(layout, "WH1"))
        assert pool & set(layout.tiles.values()) == {ion, *at(layout, "WH1")}
        found.add(ion)
    assert found == (pool if "te" in boxes else {"25", "64"})


@pytest.mark.rule("2.board.wormhole-basic")
def test_the_plain_wormholes_are_at_random() -> None:
    assert {tuple(at(layout, "WH2")) for layout in LAYOUTS[tuple(POK)]} == {("39", "40"), ("40", "39")}


@pytest.mark.rule("2.board.empty-space")
def test_empty_space_is_empty() -> None:
    for layout in LAYOUTS[tuple(POK)]:
        assert all(empty_space(TILES[tile]) for tile in at(layout, "ES"))


@pytest.mark.reading("Q76")
@BOXES
@pytest.mark.rule("2.board.anomalies")
def test_the_anomalies_are_of_their_pool_at_random(boxes: list[Box]) -> None:
    pool = owned(boxes, 41, 42, 43, 44, 45, 79, 80, 113, 114)
    first = set()
    for layout in LAYOUTS[tuple(boxes)]:
        assert set(at(layout, "AN1")) <= pool
        first.add(layout.tiles["206"])
    assert first == pool


@BOXES
@pytest.mark.rule("2.board.anomaly-planet")
def test_the_anomaly_with_a_planet_is_of_its_pool_at_random(boxes: list[Box]) -> None:
    assert {layout.tiles["201"] for layout in LAYOUTS[tuple(boxes)]} == owned(boxes, 67, 68, 115, 116, 117)


@BOXES
@pytest.mark.rule("2.board.blue-backed")
def test_the_other_slots_have_blue_backed_tiles_that_are_in_no_pool(boxes: list[Box]) -> None:
    blue = {tile.tile for tile in TILES.values() if tile.back == "blue" and tile.box in boxes}
    blue -= owned(boxes, 65, 66, 97, 98, 99, 100, 25, 26, 64, 102)
    found = set()
    for layout in LAYOUTS[tuple(boxes)]:
        found |= set(at(layout, "X"))
    assert found == blue


def planets(layout: Layout, *zones: int) -> int:
    """The planets of some zones, counted with the finger: not at home, in spawning systems and on Mecatol Rex."""
    counted = [kind for kind in KINDS if kind not in ("REX", "MS", "PL1", "PL2", "AS1", "AS2")]
    slots = [slot for zone in TABLES.galaxy.zones.zones if zone.zone in zones for slot in zone.slots]
    return sum(len(TILES[layout.tiles[slot]].planets) for slot in slots if TABLES.galaxy.kind_of[slot] in counted)


@BOXES
@pytest.mark.rule("2.board.planets-zone-1")
@pytest.mark.rule("2.board.replace-until-met")
def test_zone_1_holds_12_to_14_planets(boxes: list[Box]) -> None:
    assert {planets(layout, 1) for layout in LAYOUTS[tuple(boxes)]} == {12, 13, 14}


@pytest.mark.reading("Q16")
@BOXES
@pytest.mark.rule("2.board.planets-zones-2-3")
@pytest.mark.rule("2.board.replace-until-met")
def test_zones_2_and_3_together_hold_12_to_14_planets(boxes: list[Box]) -> None:
    assert {planets(layout, 2, 3) for layout in LAYOUTS[tuple(boxes)]} == {12, 13, 14}


@BOXES
@pytest.mark.rule("2.board.wormholes-apart")
def test_no_equal_wormholes_lie_side_by_side(boxes: list[Box]) -> None:
    for layout in LAYOUTS[tuple(boxes)]:
        found = {slot: set(TILES[tile].wormholes) for slot, tile in layout.tiles.items()}
        found["301"] = {layout.ion_side}
        assert not [(a, b) for a, b in permutations(found, 2) if touch(a, b) and found[a] & found[b]]


@pytest.mark.rule("2.board.ion-token")
def test_the_ion_storm_lies_with_a_random_side_up() -> None:
    for layout in LAYOUTS[tuple(POK)]:
        galaxy = new_galaxy(TABLES, layout.tiles, POK, layout.ion_side)
        placed = {slot: system.tokens for slot, system in galaxy.systems.items() if system.tokens}
        assert placed == {"301": [TokenPlaced("ion_storm", layout.ion_side)]}
    assert {layout.ion_side for layout in LAYOUTS[tuple(POK)]} == {"alpha", "beta"}


# --- The seed

KNOWN = "18 21 41 22 43 38 44 67 40 31 64 65 42 37 80 66 26 59 39"
KNOWN_SIDE = "alpha"


def test_the_same_seed_gives_the_same_galaxy_whatever_the_machine() -> None:
    assert laid_out(POK, "a seed") == laid_out(POK, "a seed")
    assert laid_out(POK, "a seed") != laid_out(POK, "another")
    known = laid_out(POK, "known")
    assert " ".join(known.tiles[slot] for slot in labels_up_to(2)) == KNOWN
    assert known.ion_side == KNOWN_SIDE


# --- What cannot be met


def with_template(**kinds: list[str]) -> Tables:
    """Our tables with other slots for some kinds. The zones stay as they are."""
    template = TABLES.galaxy.template.model_copy(update={"kinds": {**KINDS, **kinds}})
    galaxy = TABLES.galaxy.model_validate({**TABLES.galaxy.model_dump(), "template": template.model_dump()})
    return TABLES.model_copy(update={"galaxy": galaxy})


def with_counts(minimum: int, maximum: int) -> Tables:
    """Our tables with another planet total for zone 1."""
    data = TABLES.galaxy.model_dump()
    data["planet_counts"]["counts"][1] |= {"minimum": minimum, "maximum": maximum}
    return TABLES.model_copy(update={"galaxy": TABLES.galaxy.model_validate(data)})


@pytest.mark.rule("2.board.replace-until-met")
@pytest.mark.parametrize("total", [10, 15, 17])
def test_other_totals_are_met_as_well(total: int) -> None:
    tables = with_counts(total, total)
    for seed in SEEDS[:10]:
        layout = laid_out(POK, seed, tables)
        assert (planets(layout, 1), list(unmet(tables, layout))) == (total, [])


def test_totals_that_cannot_be_met_are_noted_and_as_near_as_can_be() -> None:
    """Seven slots with at most two planets, but for two tiles that have three, and two wormholes with one each."""
    tables = with_counts(30, 40)
    layout = laid_out(POK, "seed", tables)
    assert planets(layout, 1) == 5 * 2 + 2 * 3 + 2
    assert list(unmet(tables, layout)) == [
        "Zone 1: 18 planets; there must be 30 to 40. The tiles in these boxes do not allow it.",
    ]


def test_equal_wormholes_that_cannot_be_kept_apart_are_noted() -> None:
    """Both wormholes with planets lie next to both of those without."""
    x_slots = [*KINDS["X"][3:], "202", "210", "212"]
    anomalies = ["104", "106", "206", "208", "105"]
    tables = with_template(WH1=["101", "103"], WH2=["102", "000"], REX=["204"], AN1=anomalies, X=x_slots)
    for seed in SEEDS[:5]:
        layout = laid_out(POK, seed, tables)
        assert len(equal_wormholes(tables, layout.tiles, layout.ion_side)) == 2
        notes = list(unmet(tables, layout))
        assert [note for note in notes if "both have the wormhole" in note and "not be avoided" in note]


def fewest_possible(tables: Tables, boxes: list[Box], layout: Layout) -> int:
    """How few equal wormholes lie side by side in the best of all ways to place them."""
    kinds = tables.galaxy.template.kinds
    plain = {
        slot: set(TILES[tile].wormholes) for slot, tile in layout.tiles.items() if tables.galaxy.kind_of[slot] == "PL"
    }
    plain[kinds["ION"][0]] = {layout.ion_side}
    anomalies = [set(TILES[tile].wormholes) for tile in owned(boxes, 79, 113)]
    places = [*kinds["AN1"], *(f"undrawn {number}" for number in range(len(anomalies)))]
    counts = []
    for first, second in product(permutations([{"alpha"}, {"beta"}]), repeat=2):
        for where in permutations(places, len(anomalies)):
            found = plain | dict(zip(kinds["WH1"] + kinds["WH2"], first + second, strict=True))
            found |= dict(zip(where, anomalies, strict=True))
            slots = [slot for slot in found if slot.isdigit()]
            pairs = [(a, b) for a in slots for b in slots if a < b and touch(a, b)]
            counts.append(sum(len(found[a] & found[b]) for a, b in pairs))
    return min(counts)


@settings(max_examples=times(16, 240))
@given(st.permutations(labels_up_to(2)), st.sampled_from([POK, ALL]), st.text(max_size=3))
def test_equal_wormholes_are_apart_whatever_the_template_if_they_can_be(
    order: list[str], boxes: list[Box], seed: str
) -> None:
    """The kinds with wormholes take any slots of the two inner rings, the X slots all that are left."""
    taken = iter(order)
    kinds = {kind: [next(taken) for _ in KINDS[kind]] for kind in ("WH1", "WH2", "ION", "AN1")}  # type: ignore[index]
    others = {slot for kind in KINDS if kind not in (*kinds, "X") for slot in KINDS[kind]}
    moved = dict(zip(sorted(others & {s for slots in kinds.values() for s in slots}), taken, strict=False))
    kinds |= {kind: [moved.get(slot, slot) for slot in KINDS[kind]] for kind in KINDS if kind not in (*kinds, "X")}
    used = {slot for slots in kinds.values() for slot in slots}
    tables = with_template(**kinds, X=[slot for slot in labels_up_to(3) if slot not in used])
    layout = lay_out(tables, boxes, {"p1": "1", "p2": "2"}, seed)
    assert len(equal_wormholes(tables, layout.tiles, layout.ion_side)) == fewest_possible(tables, boxes, layout)


def test_boxes_with_too_few_tiles_are_told() -> None:
    with pytest.raises(LayoutError) as refused:
        laid_out(["base"], "seed")
    assert str(refused.value) == (
        "For AS1 and AS2 (an auxiliary spawning system) the galaxy takes 2 tiles; the boxes on the table have 0."
    )
    pools = [pool for pool in TABLES.galaxy.model_dump()["pools"] if pool["kinds"] != ["AS1", "AS2"]]
    kept = {**TABLES.galaxy.model_dump(), "pools": pools}
    tables = TABLES.model_copy(update={"galaxy": TABLES.galaxy.model_validate(kept)})
    with pytest.raises(LayoutError, match=r"WH1 and ION .* the galaxy takes 3 tiles; the boxes on the table have 2"):
        laid_out(["base"], "seed", tables)


def test_a_pool_without_one_kind_of_wormhole_is_told() -> None:
    data = TABLES.galaxy.model_dump()
    data["pools"][3]["tiles"] = ["25", "64", "20"]
    tables = TABLES.model_copy(update={"galaxy": TABLES.galaxy.model_validate(data)})
    with pytest.raises(LayoutError, match="too few tiles with the wormhole alpha for WH1"):
        laid_out(POK, "seed", tables)


# --- Misfits


def sentences(boxes: list[Box] = ALL, **changes: str) -> list[str]:
    """What is wrong with a good galaxy after some changes, the planet totals left out."""
    tiles = LAYOUTS[tuple(POK)][0].tiles | {slot.removeprefix("s"): tile for slot, tile in changes.items()}
    return [text for text in misfits(TABLES, tiles, boxes) if not text.startswith("Zone")]


@pytest.mark.parametrize(
    ("slot", "tile", "message"),
    [
        ("s000", "46", "000 (REX) is for Mecatol Rex (18 or 112), not for tile 46."),
        ("s310", "1", "310 (MS) is for the main spawning system (13), not for tile 1."),
        ("s316", "13", "316 (PL1) is for a player's home system, not for tile 13."),
        ("s316", "51", "316 (PL1) is for a player's home system (of Ghosts of Creuss the gate, 17), not for tile 51."),
        ("s304", "30", "304 (PL2) is for a player's home system, not for tile 30."),
        ("s302", "30", "302 (ES) is for empty space (46, 47, 48, 49, 50, 77 or 78), not for tile 30."),
        ("s101", "46", "101 (X) is for a blue-backed system that has no other place, not for tile 46."),
        ("s101", "65", "101 (X) is for a blue-backed system that has no other place, not for tile 65."),
    ],
)
def test_a_tile_in_the_wrong_kind_of_slot_is_named(slot: str, tile: str, message: str) -> None:
    assert sentences(**{slot: tile}) == [message]


def test_homes_and_gates_fit_the_players_slots() -> None:
    for tile in ("2", "17", "94", "96A", "58"):
        assert sentences(s316=tile) == []


def test_a_tile_from_a_box_that_is_not_there_is_named() -> None:
    assert sentences(POK, s205="97") == ["Tile 97 at 205 comes with Thunder's Edge, which is not on the table."]
    assert sentences(ALL, s205="97") == []


def test_two_alphas_among_the_wormholes_with_planets_are_named() -> None:
    found = sentences(s204="26", s210="102")
    assert "204 and 210 (WH1) need as many alpha as beta wormholes." in found
    assert sentences(s204="26", s210="25") == sentences(s204="64", s210="102") == []


def test_equal_wormholes_side_by_side_are_named() -> None:
    tiles = {"201": "39", "301": "25", "202": "40", "204": "46"}
    assert equal_wormholes(TABLES, tiles, "alpha") == [("201", "301", "alpha")]
    assert equal_wormholes(TABLES, tiles, "beta") == equal_wormholes(TABLES, tiles, None) == []
    assert "201 and 301 lie side by side and both have the wormhole alpha." in misfits(TABLES, tiles, ALL, "alpha")


def test_planet_totals_are_told_with_their_bounds() -> None:
    assert [total.sentence for total in planet_totals(TABLES, {"103": "75"})] == [
        "Zones 2 and 3 together: 0 planets; there must be 12 to 14.",
        "Zone 1: 3 planets; there must be 12 to 14.",
    ]
    assert [total.off_by for total in planet_totals(TABLES, {"103": "75"})] == [12, 9]


# --- The galaxy that is laid out


def test_a_new_galaxy_holds_every_system_and_those_beside_the_map() -> None:
    layout = LAYOUTS[tuple(POK)][0]
    galaxy = new_galaxy(TABLES, layout.tiles, POK, layout.ion_side)
    assert set(galaxy.systems) == {*layout.tiles, "nexus", "creuss"}
    assert (galaxy.systems["nexus"].tile, galaxy.systems["creuss"].tile) == ("82A", "51")
    assert list(galaxy.systems["creuss"].planets) == ["Creuss"]
    for position, system in galaxy.systems.items():
        assert system.position == position
        assert list(system.planets) == [planet.name for planet in TILES[system.tile].planets]
        assert system.frontier == (not system.planets)
        assert not system.units and not system.command_tokens


def test_without_gates_and_prophecy_of_kings_nothing_lies_beside_the_map() -> None:
    galaxy = new_galaxy(TABLES, {"000": "18", "301": "25"}, ["base"])
    assert list(galaxy.systems) == ["000", "301"]
    assert galaxy.systems["301"].tokens == []


def test_the_spawning_systems_are_where_the_template_puts_them() -> None:
    """The gate of the Creuss stands in their slot; their home lies beside the map."""
    layout = LAYOUTS[tuple(POK)][0]
    assert spawning_positions(TABLES, layout.tiles, layout.homes) == {
        "main": "310",
        "aux1": "209",
        "aux2": "205",
        "home_p1": layout.homes["p1"],
        "home_p2": "creuss",
        "mecatol_rex": "000",
    }
