"""Which systems are adjacent: each kind of wormhole by hand, and whole boards against a plain definition."""

from __future__ import annotations

import pytest
from hypothesis import given

from board_drawing import GAMMA, ION_ALPHA, ION_BETA, TABLES, board, boards, touch
from hive.board.adjacency import adjacency, wormholes_in
from hive.model.galaxy import Galaxy, System, TokenPlaced

TILES = TABLES.tiles
# Two slots that do not touch.
FAR = ("101", "104")


def adjacent(galaxy: Galaxy) -> dict[str, tuple[str, ...]]:
    return dict(adjacency(galaxy, TILES))


def test_the_six_systems_around_a_system_are_adjacent() -> None:
    tiles = dict.fromkeys(["000", "101", "102", "103", "104", "105", "106", "201"], "46")
    found = adjacent(board(tiles))
    assert found["000"] == ("101", "102", "103", "104", "105", "106")
    assert found["201"] == ("101",)
    assert found["101"] == ("000", "102", "106", "201")


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        pytest.param("39", "26", True, id="alpha and alpha"),
        pytest.param("40", "25", True, id="beta and beta"),
        pytest.param("39", "40", False, id="alpha and beta"),
        pytest.param("17", "51", True, id="delta: the gate and the home of the Creuss"),
        pytest.param("94", "118", True, id="epsilon: the gate and the home of the Rebellion"),
        pytest.param("17", "94", False, id="delta and epsilon"),
        pytest.param("82B", "39", True, id="the active nexus and alpha"),
        pytest.param("82B", "40", True, id="the active nexus and beta"),
        pytest.param("82A", "39", False, id="the inactive nexus and alpha"),
        pytest.param("82A", "82B", True, id="gamma and gamma"),
        pytest.param("46", "47", False, id="no wormhole"),
    ],
)
def test_systems_with_one_kind_of_wormhole_are_adjacent(one: str, other: str, joined: bool) -> None:
    found = adjacent(board(dict(zip(FAR, (one, other), strict=True))))
    assert found == ({FAR[0]: (FAR[1],), FAR[1]: (FAR[0],)} if joined else {FAR[0]: (), FAR[1]: ()})


def test_a_gamma_token_joins_its_system_with_the_nexus_beside_the_map() -> None:
    galaxy = board({"101": "46", "nexus": "82A"})
    assert adjacent(galaxy)["nexus"] == ()
    galaxy.systems["101"].tokens = [GAMMA]
    assert adjacent(galaxy) == {"101": ("nexus",), "nexus": ("101",)}


def test_two_gamma_tokens_join_their_systems() -> None:
    assert adjacent(board({"101": "46", "104": "19"}, s101=[GAMMA], s104=[GAMMA]))["101"] == ("104",)


def test_wormhole_tokens_of_the_creuss_are_wormholes() -> None:
    tokens = {"creuss_alpha": "39", "creuss_beta": "40", "creuss_gamma": "82A", "creuss_flagship": "17"}
    for key, tile in tokens.items():
        assert adjacent(board({"101": "46", "104": tile}, s101=[TokenPlaced(key)]))["101"] == ("104",)


@pytest.mark.reading("M22")
def test_an_ingress_joins_nothing_and_active_breaches_join_each_other() -> None:
    for key, joined in (("ingress", ()), ("active_breach", ("104",))):
        galaxy = board({"101": "46", "104": "118", "nexus": "82B"}, s101=[TokenPlaced(key)], s104=[TokenPlaced(key)])
        assert adjacent(galaxy)["101"] == joined


@pytest.mark.rule("2.board.ion-token")
@pytest.mark.parametrize(
    ("printed", "token", "shown"),
    [("26", ION_BETA, "beta"), ("26", ION_ALPHA, "alpha"), ("25", ION_ALPHA, "alpha"), ("64", ION_BETA, "beta")],
)
def test_the_ion_storm_covers_the_printed_wormhole_and_shows_one_side(
    printed: str, token: TokenPlaced, shown: str
) -> None:
    assert wormholes_in(System("101", printed, tokens=[token]), TILES) == (shown,)
    alpha_and_beta = {"101": printed, "104": "39", "nexus": "40"}
    assert adjacent(board(alpha_and_beta, s101=[token]))["101"] == (("104",) if shown == "alpha" else ("nexus",))


def test_the_ion_storm_covers_no_token() -> None:
    system = System("101", "26", tokens=[ION_BETA, GAMMA])
    assert wormholes_in(system, TILES) == ("beta", "gamma")


def test_no_system_is_adjacent_to_itself() -> None:
    galaxy = board({"101": "82B"}, s101=[GAMMA, ION_ALPHA])
    assert adjacent(galaxy) == {"101": ()}


def test_systems_beside_the_map_have_no_sides() -> None:
    assert adjacent(board({"000": "18", "nexus": "82A", "creuss": "51"})) == {"000": (), "nexus": (), "creuss": ()}


_BY_TOKEN = {"gamma_wormhole": ["gamma"], "creuss_beta": ["beta"], "active_breach": ["breach"]}


def printed_or_token(system: System) -> set[str]:
    """The wormholes of a system, read off the table row by row, and its active breach."""
    kinds = [str(kind) for tile in TILES.tiles if tile.tile == system.tile for kind in tile.wormholes]
    if any(token.key == "ion_storm" for token in system.tokens):
        kinds = []
    for token in system.tokens:
        kinds += _BY_TOKEN.get(token.key, [])
        kinds += [token.side] if token.side else []
    return set(kinds)


@given(boards())
def test_adjacency_is_what_touches_or_shares_a_kind_of_wormhole(galaxy: Galaxy) -> None:
    for position, found in adjacent(galaxy).items():
        here = galaxy.systems[position]
        expected = [
            other
            for other, there in galaxy.systems.items()
            if other != position and (touch(position, other) or printed_or_token(here) & printed_or_token(there))
        ]
        assert list(found) == sorted(expected)


@given(boards())
def test_adjacency_goes_both_ways(galaxy: Galaxy) -> None:
    found = adjacent(galaxy)
    assert all(here in found[there] for here in found for there in found[here])
