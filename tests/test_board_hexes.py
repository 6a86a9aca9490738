"""Hexes and the slots that the community numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_drawing import point, touch
from hive.board.adjacency import (
    CENTRE,
    Hex,
    distance,
    hex_at,
    label_of,
    labels_up_to,
    neighbours,
    number_of,
    ring,
    slots_around,
)
from hive.catalog.reading import load_tables

HEXES = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))
THREE_RINGS = labels_up_to(3)


def test_the_slots_are_numbered_as_the_community_does() -> None:
    assert [
        "000",
        *(f"1{place:02}" for place in range(1, 7)),
        *(f"2{place:02}" for place in range(1, 13)),
        *(f"3{place:02}" for place in range(1, 19)),
    ] == THREE_RINGS
    assert [number_of(label) for label in THREE_RINGS] == list(range(37))


def test_a_ring_begins_straight_above_and_goes_clockwise() -> None:
    """With flat tops straight above is a neighbour, and so are the four to the right and left of it."""
    assert hex_at("101") == Hex(0, -1)
    assert hex_at("102") == Hex(1, -1)
    assert hex_at("104") == Hex(0, 1)
    assert hex_at("201") == Hex(0, -2)
    assert hex_at("204") == Hex(2, -1)
    assert hex_at("310") == Hex(0, 3)


@pytest.mark.parametrize("label", THREE_RINGS)
def test_the_slots_around_a_slot_are_those_that_touch_it_on_paper(label: str) -> None:
    around = [other for other in labels_up_to(4) if touch(label, other)]
    assert sorted(slots_around(label)) == around
    above = point(slots_around(label)[0])
    here = point(label)
    assert above is not None and here is not None
    assert math.isclose(above[1] - here[1], 1) and math.isclose(above[0], here[0], abs_tol=1e-9)


def test_the_default_template_fits_what_the_examples_of_the_rulebook_say() -> None:
    """Q14 lists what the text of the examples tells about the board."""
    kinds = load_tables().galaxy.kind_of

    def below(slot: str) -> str:
        return kinds[slots_around(slot)[3]]

    def around(slot: str) -> list[str]:
        return sorted(kinds[other] for other in slots_around(slot) if other in kinds)

    slots = {kind: [slot for slot in kinds if kinds[slot] == kind] for kind in set(kinds.values())}
    assert around("000") == ["AN1"] * 3 + ["X"] * 3
    assert [below(slot) for slot in slots["AS1"] + slots["AS2"]] == ["ES", "ES"]
    assert [below(slot) for slot in slots["PL1"] + slots["PL2"]] == ["X", "X"]
    assert "X" in around(slots["AS1"][0])
    assert below("000") == "AN1"
    wormholes = [*slots["WH1"], *slots["WH2"], *slots["ION"]]
    assert not any(touch(one, other) for one in wormholes for other in wormholes)
    corners = [hex_at(slots[kind][0]) for kind in ("MS", "PL1", "PL2")]
    assert {distance(one, other) for one in corners for other in corners if one and other and one != other} == {6}


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_distance(one: Hex, other: Hex, third: Hex) -> None:
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, third) <= distance(one, other) + distance(other, third)
    assert {distance(one, around) for around in neighbours(one)} == {1}
    assert len(set(neighbours(one))) == 6


@given(st.integers(0, 9))
def test_a_ring_has_the_hexes_at_its_distance_each_once(number: int) -> None:
    assert len(ring(number)) == len(set(ring(number))) == max(1, 6 * number)
    assert {distance(CENTRE, cell) for cell in ring(number)} == {number}


@given(st.integers(0, 270))
def test_label_number_and_hex_of_a_slot_tell_the_same(number: int) -> None:
    label = labels_up_to(9)[number]
    cell = hex_at(label)
    assert cell is not None
    assert (number_of(label), label_of(cell)) == (number, label)


@pytest.mark.parametrize("name", ["nexus", "creuss", "", "001", "100", "107", "213", "319", "1000", "-01", "1０1"])
def test_what_is_no_slot_has_no_hex(name: str) -> None:
    assert hex_at(name) is None
    assert slots_around(name) == ()
    with pytest.raises(ValueError, match="No slot of the map is called"):
        number_of(name)


def test_slots_end_at_the_ninth_ring() -> None:
    with pytest.raises(ValueError, match="this hex lies in ring 10"):
        label_of(Hex(10, 0))
    assert len(slots_around("901")) == 3
