"""Which public objectives the Hive completes, judged by whole boards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from board_drawing import TABLES
from driving import fresh_game
from hive.board.survey import Survey
from hive.catalog.tables import Objective
from hive.model.galaxy import Galaxy, PlanetState, TokenPlaced
from hive.model.game import RevealedObjective
from hive.rules.criteria import judge
from hive.rules.objectives.on_board import holding_of, met_on_board
from hive.rules.objectives.public import is_completed, score_public_objective
from whole_board import control, galaxy

Change = Callable[[Galaxy], None]


def objective(name: str) -> Objective:
    return TABLES.objectives.by_name[name]


def met(name: str, found: Galaxy) -> bool | None:
    return met_on_board(objective(name), Survey(found, TABLES))


def reached(name: str, found: Galaxy) -> int:
    come = holding_of(objective(name), Survey(found, TABLES))
    assert come is not None
    return come.reached


def units(position: str, planet: str | None = None, seat: str = "hive", **number: int) -> Change:
    def change(found: Galaxy) -> None:
        system = found.systems[position]
        place = system if planet is None else system.planets[planet]
        place.units[seat] = dict(number)  # type: ignore[index]

    return change


def controls(*positions: str, seat: str = "hive") -> Change:
    def change(found: Galaxy) -> None:
        for position in positions:
            control(found, position, seat)

    return change


def attached(position: str, planet: str, *keys: str) -> Change:
    def change(found: Galaxy) -> None:
        found.systems[position].planets[planet].attachments = list(keys)

    return change


def ships(*positions: str) -> list[Change]:
    return [units(position, cruiser=1) for position in positions]


def changed(*changes: Change) -> Galaxy:
    found = galaxy()
    for change in changes:
        change(found)
    return found


# Each with what the Hive has, which is one too few, and with the change that brings the last one.
LAST_ONES: dict[str, tuple[str, list[Change], Change]] = {
    "a trait": ("Corner the Market", [controls("204", "210", "211")], controls("309")),
    "a trait, terraformed": (
        "Corner the Market",
        [controls("315", "211")],
        attached("211", "Saudor", "terraform"),
    ),
    "six planets outside home systems": ("Expand Borders", [controls("101", "105", "304")], controls("000")),
    "eleven planets outside home systems": (
        "Subdue the Galaxy",
        [controls("105", "305", "307", "309", "316")],
        controls("211"),
    ),
    "six planets of one trait": ("Unify the Colonies", [controls("204", "210", "315")], controls("309")),
    "a specialty": ("Found Research Outposts", [controls("101", "203")], controls("317")),
    "a research facility": (
        "Found Research Outposts",
        [controls("101", "203", "210")],
        attached("210", "Lodor", "biotic_research_facility"),
    ),
    "five specialties": ("Form Galactic Brain Trust", [controls("101", "203", "317", "105")], controls("207")),
    "an attachment": (
        "Discover Lost Outposts",
        [attached("205", "Primor", "rich_world"), attached("210", "Lodor", "demilitarized_zone")],
        controls("210"),
    ),
    "three attachments": (
        "Reclaim Ancient Monuments",
        [attached("205", "Primor", "rich_world", "mining_world"), attached("209", "Hope's End", "paradise_world")],
        attached("310", "Quinarra", "dyson_sphere"),
    ),
    "a player's home": ("Conquer the Weak", [controls("000", "315")], controls("316")),
    "near two homes": ("Rule Distant Lands", [controls("315", "211", "316")], controls("303")),
    "ships next to Mecatol Rex": (
        "Intimidate Council",
        [*ships("101", "201"), controls("103")],
        units("104", cruiser=1),
    ),
    "units on the edge": (
        "Populate the Outer Rim",
        [*ships("310", "314", "210"), units("311", "Lazar", infantry=1)],
        units("304", fighter=1),
    ),
    "five systems on the edge": (
        "Control the Borderlands",
        [*ships("310", "314", "311", "312", "313")],
        units("316", "Kamdorn", pds=1),
    ),
    "landmarks": ("Make History", [*ships("102", "310", "202")], units("205", "Primor", mech=1)),
    "four landmarks": ("Become a Legend", [*ships("102", "104", "000")], units("209", cruiser=1)),
    "a flagship at a home": ("Achieve Supremacy", [units("310", flagship=1)], units("304", war_sun=1)),
    "a flagship with Mecatol Rex": ("Achieve Supremacy", [units("101", war_sun=2)], units("000", flagship=1)),
    "a flagship anywhere": ("Engineer a Marvel", [], units("310", flagship=1)),
    "systems without planets": ("Explore Deep Space", [*ships("302", "306", "310")], units("102", cruiser=1)),
    "five systems without planets": (
        "Patrol Vast Territories",
        [*ships("302", "306", "310", "102", "104")],
        units("202", cruiser=1),
    ),
    "a fleet": (
        "Raise a Fleet",
        [units("102", cruiser=4, fighter=9), *ships("104")],
        units("102", cruiser=4, carrier=1),
    ),
    "an armada": ("Command an Armada", [units("102", cruiser=7)], units("102", cruiser=7, dreadnought=1)),
    "four structures": (
        "Build Defenses",
        [units("310", "Quinarra", pds=1), units("205", "Primor", mech=1), units("209", "Hope's End", pds=1)],
        units("210", mech=1),
    ),
    "seven structures": (
        "Construct Massive Cities",
        [units("310", "Quinarra", pds=3), units("205", "Primor", mech=3)],
        units("209", "Hope's End", pds=1),
    ),
    "structures on three planets": (
        "Improve Infrastructure",
        [
            units("310", "Quinarra", pds=1),
            units("210", mech=1),
            units("205", "Primor", mech=1, pds=1),
            units("307", "Rarron", pds=1),
        ],
        units("307", "Qucen'n", mech=1),
    ),
    "structures on five planets": (
        "Protect the Border",
        [units(place, planet, pds=1) for place, planet in (("205", "Primor"), ("000", "Mecatol Rex"), ("304", "Jord"))]
        + [units("307", "Rarron", mech=1)],
        units("307", "Qucen'n", mech=1),
    ),
    "more planets than both neighbors": (
        "Push Boundaries",
        [controls("303", "305", "205"), controls("103", "315", "317", seat="p1")],
        controls("211", "210", "207"),
    ),
}


@pytest.mark.rule("28.1.public")
@pytest.mark.parametrize(("name", "before", "last"), LAST_ONES.values(), ids=LAST_ONES)
def test_the_board_tells_when_the_hive_meets_an_objective(name: str, before: list[Change], last: Change) -> None:
    assert met(name, changed(*before)) is False
    assert reached(name, changed(*before)) == standing_needed(name) - 1
    assert met(name, changed(*before, last)) is True


def standing_needed(name: str) -> int:
    (needed,) = objective(name).of_the_board.values()
    return needed


def test_every_objective_of_control_presence_and_structures_is_told_by_the_board() -> None:
    untold = [one.name for one in TABLES.objectives.objectives if not one.of_the_board]
    groups = {TABLES.objectives.by_name[name].group for name in untold}
    assert groups == {"spend", "technology"}
    assert {name for name, _, _ in LAST_ONES.values()} == set(TABLES.objectives.by_name) - set(untold)
    assert met("Erect a Monument", galaxy()) is None


def test_players_units_and_planets_count_for_nobody_else() -> None:
    found = changed(
        controls("316", "315", "303", seat="p1"),
        *[units(position, seat="p1", war_sun=1) for position in ("000", "101", "104", "301", "302", "303")],
    )
    for name in ("Conquer the Weak", "Rule Distant Lands", "Achieve Supremacy", "Intimidate Council", "Make History"):
        assert reached(name, found) == 0
    assert reached("Populate the Outer Rim", found) == 0


def test_one_planet_next_to_both_homes_stands_for_one_of_them() -> None:
    """A wormhole in the home joins it to another system; two planets there stand for two homes."""
    found = changed(controls("210"))
    found.systems["304"].tokens = [TokenPlaced("creuss_alpha")]
    found.systems["316"].tokens = [TokenPlaced("creuss_alpha")]
    assert reached("Rule Distant Lands", found) == 1
    found.systems["210"].planets["Avernus"] = PlanetState("hive")
    assert reached("Rule Distant Lands", found) == 2


def test_players_out_of_reach_are_no_neighbors() -> None:
    alone = galaxy()
    assert reached("Push Boundaries", alone) == 0
    next_door = changed(units("307", seat="p2", cruiser=1))
    assert reached("Push Boundaries", next_door) == 1
    by_control = changed(controls("307", seat="p2"))
    assert reached("Push Boundaries", by_control) == 1, "4 planets against 3"
    as_many = changed(controls("307", "103", seat="p2"))
    assert reached("Push Boundaries", as_many) == 0, "4 planets against 4"


def test_a_second_specialty_is_not_attached_but_its_other_side() -> None:
    found = changed(attached("101", "Wellon", "biotic_research_facility"))
    planet = Survey(found, TABLES).planet("101", "Wellon")
    assert (planet.specialties, planet.resources, planet.influence) == (["yellow"], 2, 3)
    twice = changed(attached("210", "Lodor", "biotic_research_facility", "warfare_research_facility"))
    planet = Survey(twice, TABLES).planet("210", "Lodor")
    assert (planet.specialties, planet.resources, planet.influence) == (["green"], 4, 2)


@pytest.mark.rule("5.2.block.highest-influence", "5.2.block.highest-resources")
def test_attachments_count_for_the_totals_of_a_system() -> None:
    plain = Survey(galaxy(), TABLES)
    found = Survey(changed(attached("315", "Corneeq", "dyson_sphere", "nano_forge")), TABLES)
    assert found.total_resources("315") == plain.total_resources("315") + 4
    assert found.total_influence("315") == plain.total_influence("315") + 3
    assert found.planet("315", "Corneeq").legendary and not plain.planet("315", "Corneeq").legendary


def test_the_edge_of_the_board_has_a_side_that_touches_nothing() -> None:
    found = galaxy()
    edge = Survey(found, TABLES).edge
    assert edge == {position for position in found.systems if position[0] == "3"} | {"nexus"}
    del found.systems["301"]
    assert Survey(found, TABLES).edge - edge == {"201"}


# --- in a game with a galaxy, nobody is asked


@pytest.mark.rule("28.1.public")
def test_with_a_galaxy_the_hive_scores_without_a_question() -> None:
    game = fresh_game()
    game.round = 3
    game.objectives = [RevealedObjective("Corner the Market"), RevealedObjective("Intimidate Council")]
    assert is_completed(game, objective("Intimidate Council")) is None
    game.galaxy = changed(*ships("103", "104", "310"))
    assert is_completed(game, objective("Intimidate Council")) is True
    with pytest.raises(StopIteration) as end:
        next(score_public_objective(game))
    assert "Intimidate Council" in end.value.value[0].text


@pytest.mark.rule("6.objective.construction")
def test_with_a_galaxy_a_structure_objective_is_judged_by_the_places_of_the_structures() -> None:
    game = fresh_game()
    game.objectives = [RevealedObjective("Improve Infrastructure")]
    criterion = next(one for one in game.tables.criteria.objective if one.test == "structure_objective_incomplete")
    game.galaxy = changed(
        units("310", "Quinarra", pds=1), units("310", "Tren'lak", pds=1), units("205", "Primor", pds=1)
    )
    game.hive.units["pds"] = 3
    with pytest.raises(StopIteration) as end:
        next(judge(game, criterion))
    assert end.value.value.met
    assert end.value.value.because == "Improve Infrastructure has 1 of 3"


# --- counting one system anew is as good as counting all


@given(st.data())
def test_a_change_in_one_system_is_counted_as_a_new_survey_counts_it(data: st.DataObject) -> None:
    positions = st.sampled_from(sorted(galaxy().systems))
    sides = st.sampled_from(["hive", "p1", "p2"])
    found = galaxy()
    for _ in range(data.draw(st.integers(0, 12))):
        control(found, data.draw(positions), data.draw(sides))
        units(data.draw(positions), seat=data.draw(sides), cruiser=1, flagship=1, mech=1)(found)
    before = Survey(found, TABLES)
    position = data.draw(positions)
    later = galaxy()
    later.systems = {**found.systems, position: galaxy().systems[position]}
    units(position, seat=data.draw(sides), cruiser=3)(later)
    control(later, position, data.draw(sides))
    after = before.with_system(later.systems[position])
    for one in TABLES.objectives.objectives:
        come, anew = holding_of(one, before), holding_of(one, Survey(later, TABLES))
        assert (come is None) == (anew is None)
        if come is not None and anew is not None:
            assert come.after(after, position).reached == anew.reached


# --- the table of objectives


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"edge_systems": 3}, "one thing of the board, not for planets_of_one_trait and edge_systems"),
        ({"group": "presence"}, "'planets_of_one_trait' goes with the group 'control', not with 'presence'"),
        ({"planets_of_one_trait": "four"}, "valid integer"),
    ],
)
def test_an_objective_asks_for_one_thing_and_belongs_to_its_group(changes: dict[str, object], says: str) -> None:
    row = objective("Corner the Market").model_dump()
    with pytest.raises(ValidationError, match=says):
        Objective.model_validate({**row, **changes})
