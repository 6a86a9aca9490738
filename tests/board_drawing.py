"""Boards for the tests: made by hand in a line, or drawn by hypothesis."""

from __future__ import annotations

import math
from collections.abc import Mapping

from hypothesis import strategies as st

from hive.catalog.reading import load_tables
from hive.catalog.tables import Tile
from hive.model.galaxy import Galaxy, System, TokenPlaced

TABLES = load_tables()
GAMMA = TokenPlaced("gamma_wormhole")
ION_ALPHA, ION_BETA = TokenPlaced("ion_storm", "alpha"), TokenPlaced("ion_storm", "beta")


def board(tiles: Mapping[str, str], **tokens: list[TokenPlaced]) -> Galaxy:
    """A galaxy of the given tiles; tokens by position, with an ``s`` before it: ``s101=[GAMMA]``."""
    galaxy = Galaxy({position: System(position, tile) for position, tile in tiles.items()})
    for position, placed in tokens.items():
        galaxy.systems[position.removeprefix("s")].tokens = placed
    return galaxy


def empty_space(tile: Tile) -> bool:
    """Whether nothing is printed on a tile."""
    return not (tile.planets or tile.anomalies or tile.wormholes or tile.role or tile.home_of)


def point(label: str) -> tuple[float, float] | None:
    """Where the middle of a slot lies on paper, measured from the corners of its ring; None beside the map."""
    if not label.isdigit():
        return None
    ring, place = int(label[0]), int(label[1:]) - 1
    if ring == 0:
        return (0.0, 0.0)
    side, along = divmod(place, ring)
    corners = [math.radians(90 - 60 * corner) for corner in (side, side + 1)]
    (x, y), (to_x, to_y) = [(ring * math.cos(angle), ring * math.sin(angle)) for angle in corners]
    return (x + (to_x - x) * along / ring, y + (to_y - y) * along / ring)


def touch(one: str, other: str) -> bool:
    """Whether two slots lie side by side: their middles are one step apart."""
    here, there = point(one), point(other)
    return here is not None and there is not None and abs(math.dist(here, there) - 1) < 0.01


# What matters to movement and adjacency: each anomaly and wormhole, alone and together.
_TILES = ["46", "47", "19", "26", "25", "39", "40", "41", "42", "43", "44", "67", "79", "113", "117", "114", "17", "94"]
_TILES_BESIDE = ["82A", "82B", "51", "118", "56"]
_SLOTS = ["000", *(f"1{n:02}" for n in range(1, 7)), *(f"2{n:02}" for n in range(1, 13))]
_TOKENS = [GAMMA, ION_ALPHA, ION_BETA, TokenPlaced("creuss_beta"), TokenPlaced("active_breach"), TokenPlaced("ingress")]


@st.composite
def boards(draw: st.DrawFn, most: int = 10) -> Galaxy:
    """A small board with gaps, systems beside it, tokens, ships and command tokens of all sides."""
    slots = draw(st.lists(st.sampled_from(_SLOTS), min_size=2, max_size=most, unique=True))
    tiles = {slot: draw(st.sampled_from(_TILES)) for slot in slots}
    for name in draw(st.lists(st.sampled_from(["nexus", "creuss"]), max_size=2, unique=True)):
        tiles[name] = draw(st.sampled_from(_TILES_BESIDE))
    galaxy = board(tiles)
    for system in galaxy.systems.values():
        if draw(st.booleans()):
            continue
        system.tokens = draw(st.lists(st.sampled_from(_TOKENS), max_size=2, unique=True))
        system.command_tokens = draw(st.lists(st.sampled_from(["hive", "p1", "p2"]), max_size=1))
        unit = st.sampled_from(["fighter", "cruiser", "infantry", "mech"])
        system.units = draw(
            st.dictionaries(st.sampled_from(["hive", "p1", "p2"]), st.dictionaries(unit, st.integers(0, 2)))
        )
    return galaxy
