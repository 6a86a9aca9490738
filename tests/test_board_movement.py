"""Where ships can move: each anomaly and hindrance by hand, and whole boards against a slow search."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_drawing import GAMMA, TABLES, board, boards, touch
from day import times
from hive.board.movement import Chart, Route, chart, distances, move_value, reachable
from hive.model.galaxy import Galaxy
from test_board_adjacency import printed_or_token

# A way straight down through the middle of the map; the tiles are those of the column, from the top.
COLUMN = ("301", "201", "101", "000", "104", "207", "310")


def column(*tiles: str) -> Galaxy:
    return board(dict(zip(COLUMN, tiles, strict=False)))


def reached(galaxy: Galaxy, move: int, origin: str = "301", ignored: Collection[str] = ()) -> list[str]:
    """The systems in which a ship can end, nearest first."""
    found = reachable(chart(galaxy, TABLES, ignored=ignored), origin, move)  # type: ignore[arg-type]
    return sorted(found, key=lambda position: (found[position].steps, position))


# --- Move values


@pytest.mark.parametrize(
    ("unit", "plain", "upgrade", "upgraded"),
    [
        ("carrier", 1, "Carrier II", 2),
        ("destroyer", 2, "Destroyer II", 2),
        ("flagship", 1, "War Sun", 1),
        ("war_sun", 2, "War Sun", 2),
        ("infantry", 0, "Infantry II", 0),
        ("pds", 0, "PDS II", 0),
        pytest.param("cruiser", 2, "Cruiser II", 3, marks=pytest.mark.rule("13.technology.cruiser-ii")),
        pytest.param("dreadnought", 1, "Exotrireme II", 2, marks=pytest.mark.rule("13.technology.exotrireme-ii")),
        pytest.param("fighter", 0, "Fighter II", 2, marks=pytest.mark.rule("13.technology.fighter-ii")),
    ],
)
def test_a_unit_moves_as_far_as_its_upgrade_says(unit: str, plain: int, upgrade: str, upgraded: int) -> None:
    assert move_value(TABLES, unit, []) == plain
    assert move_value(TABLES, unit, [upgrade]) == upgraded
    others = [one.name for one in TABLES.technologies.upgrades if one.name != upgrade]
    assert move_value(TABLES, unit, others) == plain


# --- Open space


def test_a_ship_moves_as_far_as_its_move_value() -> None:
    galaxy = column("46", "47", "48", "49", "50")
    assert reached(galaxy, 1) == ["201"]
    assert reached(galaxy, 2) == ["201", "101"]
    assert reached(galaxy, 9) == ["201", "101", "000", "104"]


def test_what_does_not_move_reaches_nothing() -> None:
    assert reached(column("46", "47"), 0) == []
    assert reached(column("41", "47"), 0) == []


def test_a_route_names_every_system_on_the_way() -> None:
    galaxy = column("46", "47", "48", "49")
    route = reachable(chart(galaxy, TABLES), "301", 3)["000"]
    assert route == Route(("301", "201", "101", "000"), ())
    assert route.steps == 3


def test_ships_move_through_wormholes_and_beside_the_map() -> None:
    galaxy = board({"101": "39", "104": "26", "nexus": "82A"}, s104=[GAMMA])
    assert reached(galaxy, 1, "101") == ["104"]
    assert reached(galaxy, 2, "101") == ["104", "nexus"]


# --- Hindrances


@pytest.mark.parametrize("ship", ["fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war_sun"])
@pytest.mark.parametrize("player", ["p1", "p2"])
def test_ships_of_players_can_be_attacked_but_not_passed(player: str, ship: str) -> None:
    galaxy = column("46", "47", "48", "49")
    galaxy.systems["201"].units = {player: {ship: 1}}  # type: ignore[dict-item]
    assert reached(galaxy, 3) == ["201"]


def test_neither_own_ships_nor_ground_forces_nor_ships_that_are_gone_block_the_way() -> None:
    galaxy = column("46", "47", "48", "49")
    galaxy.systems["201"].units = {"hive": {"cruiser": 2}, "p1": {"infantry": 3, "mech": 1, "cruiser": 0}}
    assert reached(galaxy, 3) == ["201", "101", "000"]


def test_the_hives_ships_block_the_players() -> None:
    galaxy = column("46", "47", "48")
    galaxy.systems["201"].units = {"hive": {"cruiser": 1}}
    assert list(reachable(chart(galaxy, TABLES, "p1"), "301", 2)) == ["201"]


def test_a_system_of_its_own_command_token_holds_ships_back() -> None:
    galaxy = column("46", "47", "48")
    galaxy.systems["301"].command_tokens = ["hive"]
    assert reached(galaxy, 2) == []


def test_a_system_of_its_own_command_token_is_passed_but_no_place_to_end() -> None:
    galaxy = column("46", "47", "48")
    galaxy.systems["201"].command_tokens = ["hive"]
    assert reached(galaxy, 2) == ["101"]


def test_command_tokens_of_players_do_not_matter() -> None:
    galaxy = column("46", "47", "48")
    for system in galaxy.systems.values():
        system.command_tokens = ["p1", "p2"]
    assert reached(galaxy, 2) == ["201", "101"]


def test_closed_systems_are_neither_entered_nor_passed() -> None:
    galaxy = column("46", "47", "48")
    assert reachable(chart(galaxy, TABLES, closed=["201"]), "301", 2) == {}


# --- Anomalies


@pytest.mark.parametrize("tile", ["44", "45", "79", "115"])
def test_asteroid_fields_are_closed_without_antimass_deflectors(tile: str) -> None:
    galaxy = column("46", tile, "48")
    assert reached(galaxy, 2) == []
    assert reached(galaxy, 2, ignored=["asteroid_field"]) == ["201", "101"]


@pytest.mark.parametrize("tile", ["43", "80", "81"])
def test_supernovas_are_closed_even_with_antimass_deflectors(tile: str) -> None:
    assert reached(column("46", tile, "48"), 2, ignored=["asteroid_field"]) == []


@pytest.mark.rule("32.higher.anomalies")
def test_anomalies_that_the_table_lets_the_hive_ignore_do_nothing_to_it() -> None:
    galaxy = column("46", "43", "42", "44", "46")
    ignored = ["supernova", "nebula", "asteroid_field"]
    assert reached(galaxy, 4, ignored=ignored) == ["201", "101", "000", "104"]
    for anomaly in ignored:
        assert reached(galaxy, 4, ignored=set(ignored) - {anomaly}) != ["201", "101", "000", "104"]


def test_a_ship_can_leave_what_it_could_not_enter() -> None:
    assert reached(column("44", "46"), 1) == ["201"]


@pytest.mark.parametrize("tile", ["42", "68", "56"])
def test_a_nebula_ends_the_move(tile: str) -> None:
    assert reached(column("46", tile, "48", "49"), 3) == ["201"]


@pytest.mark.parametrize("tile", ["42", "68", "56"])
def test_from_a_nebula_a_ship_moves_one_system(tile: str) -> None:
    assert reached(column(tile, "46", "48", "49"), 3) == ["201"]


@pytest.mark.parametrize("tile", ["114", "116"])
def test_an_entropic_scar_does_not_hinder_movement(tile: str) -> None:
    assert reached(column("46", tile, "48"), 2) == ["201", "101"]


@pytest.mark.rule("19.path.rift-and-wormhole")
def test_a_rift_on_the_way_adds_one_to_the_move_value() -> None:
    galaxy = column("46", "41", "48", "49")
    assert reached(galaxy, 1) == ["201", "101"]
    route = reachable(chart(galaxy, TABLES), "301", 1)["101"]
    assert route == Route(("301", "201", "101"), ("201",))


@pytest.mark.rule("19.path.rift-and-wormhole")
def test_a_way_can_lead_through_a_rift_and_a_wormhole() -> None:
    galaxy = board({"101": "46", "102": "113", "nexus": "40", "creuss": "25"})
    assert reached(galaxy, 1, "101") == ["102", "creuss", "nexus"]


def test_a_rift_adds_nothing_to_a_ship_that_ends_in_it() -> None:
    assert reached(column("46", "47", "41"), 1) == ["201"]


def test_a_ship_that_begins_in_a_rift_moves_one_further() -> None:
    galaxy = column("41", "46", "47", "48")
    assert reached(galaxy, 1) == ["201", "101"]
    assert reachable(chart(galaxy, TABLES), "301", 1)["101"].rifts == ("301",)


def test_each_rift_adds_one() -> None:
    galaxy = column("46", "41", "67", "46", "47")
    assert reached(galaxy, 1) == ["201", "101", "000"]
    assert reachable(chart(galaxy, TABLES), "301", 1)["000"].rifts == ("201", "101")


@pytest.mark.reading("Q98")
def test_a_rift_adds_to_the_one_move_from_a_nebula() -> None:
    """Q98."""
    assert reached(column("42", "41", "46", "47"), 3) == ["201", "101"]


def test_a_rift_in_an_asteroid_field_is_as_closed_as_the_field() -> None:
    galaxy = column("46", "117", "47")
    assert reached(galaxy, 1) == []
    assert reached(galaxy, 1, ignored=["asteroid_field"]) == ["201", "101"]


def test_the_way_around_a_rift_is_taken_if_the_move_value_allows() -> None:
    """Each rift left costs a roll of dice, so a longer way without is better."""
    around = board({"000": "46", "101": "41", "102": "46", "201": "47", "202": "48"})
    assert reachable(chart(around, TABLES), "000", 3)["201"].path == ("000", "102", "202", "201")
    assert reachable(chart(around, TABLES), "000", 2)["201"].path == ("000", "101", "201")


# --- Distances


def test_distances_are_steps_to_the_nearest_target() -> None:
    chart_ = chart(column("46", "47", "48", "49", "50"), TABLES)
    assert distances(chart_, ["301", "104"]) == {"301": 0, "201": 1, "101": 2, "000": 1, "104": 0}
    assert distances(chart_, []) == {}


@pytest.mark.reading("Q85")
def test_distances_pass_ships_tokens_and_nebulae() -> None:
    """Q85: none of them lengthens the way, nor does a rift shorten it."""
    galaxy = column("46", "42", "41", "47")
    galaxy.systems["201"].units = {"p1": {"cruiser": 1}}
    galaxy.systems["101"].command_tokens = ["hive"]
    assert distances(chart(galaxy, TABLES), ["000"])["301"] == 3


@pytest.mark.reading("Q85")
@pytest.mark.parametrize("tile", ["43", "44"])
def test_distances_do_not_pass_what_the_hive_cannot_enter(tile: str) -> None:
    galaxy = column("46", tile, "47")
    assert distances(chart(galaxy, TABLES), ["101"]) == {"101": 0}
    assert distances(chart(galaxy, TABLES), ["201"]) == {}


def test_distances_use_wormholes() -> None:
    galaxy = board({"101": "39", "104": "26", "207": "46"})
    assert distances(chart(galaxy, TABLES), ["207"]) == {"207": 0, "104": 1, "101": 2}


# --- Against a slow search, which knows the rules of movement from their text alone

ANOMALIES = {tile.tile: set(tile.anomalies) for tile in TABLES.tiles.tiles}
SHIPS = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war_sun")


class SlowSearch:
    """Tries every way there is, step by step, forwards and in circles; only too many steps end it."""

    def __init__(self, galaxy: Galaxy, deflectors: bool) -> None:
        self.galaxy = galaxy
        self.deflectors = deflectors

    def anomaly(self, position: str, kind: str) -> bool:
        return kind in ANOMALIES[self.galaxy.systems[position].tile]

    def may_enter(self, position: str) -> bool:
        rocks = self.anomaly(position, "asteroid_field") and not self.deflectors
        rebels_home = self.galaxy.systems[position].tile == "118"
        return not rocks and not rebels_home and not self.anomaly(position, "supernova")

    def may_pass(self, position: str) -> bool:
        units = self.galaxy.systems[position].units
        fleets = [units.get("p1", {}).get(ship, 0) + units.get("p2", {}).get(ship, 0) for ship in SHIPS]
        return sum(fleets) == 0 and not self.anomaly(position, "nebula")

    def are_adjacent(self, one: str, other: str) -> bool:
        kinds = [printed_or_token(self.galaxy.systems[position]) for position in (one, other)]
        return one != other and (touch(one, other) or bool(kinds[0] & kinds[1]))

    def onward(self, here: str) -> list[str]:
        return [there for there in self.galaxy.systems if self.are_adjacent(here, there) and self.may_enter(there)]

    def results(self, origin: str, move: int, longest: int) -> dict[str, set[tuple[int, int]]]:
        """For each system in which a ship can end, the steps and rifts left of every way there."""
        ways: set[tuple[str, int, int]] = {(origin, 0, 0)}
        new = ways
        while new:
            found = set()
            for here, steps, rifts in new:
                if steps < longest and (steps == 0 or self.may_pass(here)):
                    left = rifts + self.anomaly(here, "gravity_rift")
                    found |= {(there, steps + 1, left) for there in self.onward(here)}
            new = found - ways
            ways = ways | new
        value = 1 if self.anomaly(origin, "nebula") else move
        ends: dict[str, set[tuple[int, int]]] = {}
        for there, steps, rifts in ways:
            ends_there = there != origin and "hive" not in self.galaxy.systems[there].command_tokens
            if ends_there and steps <= value + rifts and "hive" not in self.galaxy.systems[origin].command_tokens:
                ends.setdefault(there, set()).add((steps, rifts))
        return ends


def is_legal(route: Route, search: SlowSearch, move: int) -> bool:
    value = 1 if search.anomaly(route.path[0], "nebula") else move
    rifts = tuple(position for position in route.path[:-1] if search.anomaly(position, "gravity_rift"))
    steps = list(zip(route.path, route.path[1:], strict=False))
    joined = all(search.are_adjacent(here, there) and search.may_enter(there) for here, there in steps)
    passed = all(search.may_pass(position) for position in route.path[1:-1])
    return joined and passed and route.rifts == rifts and len(steps) <= value + len(rifts)


@settings(max_examples=times(50, 1000))
@given(boards(), st.integers(1, 3), st.booleans(), st.data())
def test_a_ship_reaches_what_a_slow_search_finds(
    galaxy: Galaxy, move: int, deflectors: bool, data: st.DataObject
) -> None:
    origin = data.draw(st.sampled_from(sorted(galaxy.systems)))
    found = reachable(_chart(galaxy, deflectors), origin, move)
    search = SlowSearch(galaxy, deflectors)
    # The best way visits no system twice, so it has fewer steps than there are systems.
    ends = search.results(origin, move, len(galaxy.systems) + 1)
    assert set(found) == set(ends)
    for position, route in found.items():
        assert (route.path[0], route.path[-1]) == (origin, position)
        assert is_legal(route, search, move)
        assert (len(route.rifts), route.steps) == min((rifts, steps) for steps, rifts in ends[position])


@given(boards(), st.booleans(), st.data())
def test_distances_are_what_a_slow_search_finds(galaxy: Galaxy, deflectors: bool, data: st.DataObject) -> None:
    targets = data.draw(st.lists(st.sampled_from(sorted(galaxy.systems)), unique=True))
    search = SlowSearch(galaxy, deflectors)
    steps = {position: 0 for position in targets if search.may_enter(position)}
    for _ in galaxy.systems:
        for here in galaxy.systems:
            near = [steps[there] + 1 for there in steps if search.are_adjacent(here, there)]
            if near and search.may_enter(here):
                steps[here] = min([*near, steps.get(here, 99)])
    assert distances(_chart(galaxy, deflectors), targets) == steps


def _chart(galaxy: Galaxy, deflectors: bool) -> Chart:
    return chart(galaxy, TABLES, ignored=["asteroid_field"] if deflectors else [])
