"""Hits on Hive units, page 5: the order of the damage diagrams, hit by hit."""

from __future__ import annotations

import pytest

from driving import fresh_game
from hive.rules.diagrams.damage import Arena, assign_hits

SPACE = {"fighter": 1, "destroyer": 1, "cruiser": 1, "carrier": 1, "dreadnought": 1, "flagship": 1, "war_sun": 1}
GROUND = {"infantry": 1, "mech": 1}
SUSTAINING = ("dreadnought", "flagship", "war_sun")


def order_of(arena: Arena, present: dict[str, int]) -> list[str]:
    """What each further hit does: the unit with a plus where it sustains damage, with a minus where it falls."""
    order: list[str] = []
    for hits in range(1, 2 * sum(present.values()) + 1):
        taken = assign_hits(fresh_game(), arena, present, {}, hits)
        done = [f"{unit} +" for unit in taken.sustained] + [f"{unit} -" for unit in taken.destroyed]
        order.extend(one for one in done if one not in order)
        if taken.left_over:
            break
    return order


@pytest.mark.reading("Q05")
@pytest.mark.rule("5.4.damage-space")
def test_hits_in_space_follow_the_diagram_block_by_block() -> None:
    sustained = [f"{ship} +" for ship in SUSTAINING]
    assert order_of("space", SPACE) == [*sustained, *(f"{ship} -" for ship in SPACE)]


@pytest.mark.reading("Q06")
@pytest.mark.rule("5.4.damage-ground")
def test_hits_on_the_ground_follow_the_diagram_block_by_block() -> None:
    assert order_of("ground", GROUND) == ["mech +", "infantry -", "mech -"]
