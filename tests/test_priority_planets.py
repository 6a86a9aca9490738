"""Which planet the Hive picks, and which systems and planets complete or serve a public objective."""

from __future__ import annotations

import pytest

from board_drawing import TABLES
from driving import fresh_game
from hive.board.survey import Survey
from hive.model.galaxy import Galaxy
from hive.model.game import Game, RevealedObjective
from hive.rules.board import PlanetAt
from hive.rules.diagrams.systems import (
    CONTROL,
    Arrival,
    PlanetServing,
    completing,
    completing_planets,
    decide,
    decide_planets,
    planets_serving_now,
    serving_now,
)
from hive.rules.tactical.intent import intent, sight
from hive.rules.tactical.plan import TacticalType
from whole_board import control, galaxy

INVASION = Arrival(invades=True)
PLANETS: list[PlanetAt] = [("309", "Mellon"), ("309", "Zohbat"), ("205", "Primor"), ("209", "Hope's End")]


def game_with(*objectives: str, influence: int = 8) -> Game:
    game = fresh_game()
    game.objectives = [RevealedObjective(name) for name in objectives]
    game.hive.bank.influence = influence
    return game


def left(found: Galaxy, places: list[PlanetAt], serving: PlanetServing | None = None) -> list[tuple[PlanetAt, ...]]:
    decision = decide_planets(Survey(found, TABLES), places, TABLES.priorities.positive_planet, serving or {})
    return [block.left for block in decision.blocks]


# --- planets


@pytest.mark.rule("5.2.planets")
def test_planets_of_spawning_systems_then_influence_then_resources() -> None:
    found = galaxy()
    after = left(found, PLANETS)
    assert after == [tuple(PLANETS), tuple(PLANETS[2:]), (("205", "Primor"),), (("205", "Primor"),)]
    assert left(found, [("303", "Mehar Xull"), ("307", "Rarron"), ("305", "Torkan")])[-2:] == [
        (("303", "Mehar Xull"), ("307", "Rarron"), ("305", "Torkan")),
        (("303", "Mehar Xull"),),
    ]


@pytest.mark.reading("Q04")
@pytest.mark.rule("5.2.planets")
def test_equal_planets_are_left_for_the_table() -> None:
    equal: list[PlanetAt] = [("307", "Rarron"), ("305", "Torkan")]
    assert left(galaxy(), equal)[-1] == tuple(equal)


@pytest.mark.rule("5.2.planets", "5.2.objective-first")
def test_a_planet_that_completes_an_objective_comes_first() -> None:
    assert left(galaxy(), PLANETS, {("309", "Zohbat"): (1, 0)})[0] == (("309", "Zohbat"),)


@pytest.mark.rule("5.3.use")
def test_what_is_taken_from_the_hive_is_taken_from_the_least_planet() -> None:
    survey, diagram = Survey(galaxy(), TABLES), TABLES.priorities.negative_planet
    decision = decide_planets(survey, PLANETS, diagram, {})
    assert [len(block.left) for block in decision.blocks] == [4, 2, 1, 1]
    assert decision.left == (("309", "Zohbat"),)
    assert decide_planets(survey, PLANETS, diagram, {("309", "Zohbat"): (2, 1)}).left == (("309", "Mellon"),)
    assert decide_planets(survey, [], diagram, {}).left == ()


@pytest.mark.rule("5.2.planets", "5.2.objective-first", "12.construction.objective-location")
def test_a_structure_completes_an_objective_where_no_other_stands_outside_home() -> None:
    found = galaxy()
    for position, planet in (("205", "Primor"), ("209", "Hope's End")):
        found.systems[position].planets[planet].units["hive"] = {"pds": 1}
    places: list[PlanetAt] = [("310", "Quinarra"), ("205", "Primor"), ("211", "Saudor")]
    game = game_with("Improve Infrastructure")
    assert completing_planets(game, Survey(found, TABLES), places, "mech") == {("211", "Saudor"): (1, 0)}
    found.systems["211"].planets["Saudor"].units["hive"] = {"mech": 1}
    assert completing_planets(game, Survey(found, TABLES), places, "mech") == {}
    assert planets_serving_now(game, Survey(found, TABLES), places, "mech") == {("211", "Saudor"): (1, 0)}
    assert planets_serving_now(game, Survey(found, TABLES), places, "pds") == {("205", "Primor"): (1, 0)}


@pytest.mark.rule("5.3.use", "5.3.objective-avoid")
def test_losing_a_planet_can_undo_an_objective() -> None:
    found = galaxy()
    for position in ("101", "203", "317"):
        control(found, position, "hive")
    game = game_with("Found Research Outposts")
    places: list[PlanetAt] = [("317", "Centauri"), ("317", "Gral"), ("205", "Primor")]
    assert planets_serving_now(game, Survey(found, TABLES), places, CONTROL) == {("317", "Gral"): (1, 0)}
    assert serving_now(game, Survey(found, TABLES), ["205", "317"], CONTROL) == {"317": (1, 0)}
    assert completing_planets(game, Survey(found, TABLES), places, CONTROL) == {}
    control(found, "317", None)
    assert completing_planets(game, Survey(found, TABLES), places, CONTROL) == {("317", "Gral"): (1, 0)}


# --- the "suppose" parts of the destination examples


def choose(game: Game, found: Galaxy, action: TacticalType = "infest") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The possible destinations, and who is left of them."""
    come_to = intent(game, sight(game, found), action, icons=3)
    return come_to.decision.candidates, come_to.left


@pytest.mark.rule("5.2.objective-first", "16.objective.only-if-completed")
@pytest.mark.parametrize(("controlled", "prefers"), [(("101",), False), (("101", "203"), True)])
def test_example_1_suppose_an_objective_that_is_not_completed_counts_for_nothing(
    controlled: tuple[str, ...], prefers: bool
) -> None:
    """Found Research Outposts asks for 3 planets with a specialty; the system below the supernova brings one."""
    found = galaxy(h209={"carrier": 3}, h314={"carrier": 1})
    for position in (*controlled, "317"):
        control(found, position, "hive")
    found.systems["317"].planets["Gral"].control = None
    game = game_with("Found Research Outposts")
    candidates, chosen = choose(game, found)
    serving = completing(game, Survey(found, TABLES), candidates, INVASION)
    assert "105" in candidates and "313" in candidates
    assert (serving == {"105": (1, 0)}) is prefers
    assert bool(serving) is prefers
    assert (chosen == ("105",)) is prefers


@pytest.mark.rule("5.2.objective-first")
def test_example_2_suppose_the_nebula_below_mecatol_rex_completes_intimidate_council() -> None:
    """No target is in reach: an alpha wormhole, a beta wormhole and the nebula lie next to one."""
    tiles = {"207": "13", "206": "39", "208": "40", "104": "42", "103": "20", "105": "19", "000": "18", "101": "46"}
    found = galaxy(tiles, h207={"carrier": 1, "cruiser": 2}, h101={"cruiser": 1})
    control(found, "207", "hive")
    found.systems["101"].command_tokens = ["hive"]
    plain = choose(game_with(influence=13), found)
    assert plain == (("104", "206", "208"), ("206",))
    game = game_with("Intimidate Council", influence=13)
    assert choose(game, found) == (plain[0], ("104",))
    found.systems["101"].units = {}
    assert choose(game, found) == plain


@pytest.mark.rule("5.2.objective-first", "18.destination.own-spawning")
def test_example_3_suppose_the_empty_space_on_the_edge_completes_populate_the_outer_rim() -> None:
    """Mecatol Rex and auxiliary spawning system #2 are candidates, but the edge completes the objective."""
    found = galaxy(h308={"cruiser": 1}, h314={"destroyer": 1}, h310={"carrier": 1})
    candidates = ["205", "000", "306", "104", "206"]
    survey, game = Survey(found, TABLES), game_with("Populate the Outer Rim", influence=15)
    serving = completing(game, Survey(found, TABLES), candidates, INVASION)
    assert serving == {"306": (1, 0)}
    positive = TABLES.priorities.positive
    assert decide(survey, candidates, positive, serving).left == ("306",)
    assert decide(survey, candidates, positive, {}).left == ("000",)


@pytest.mark.rule("5.2.objective-first", "19.objective.assume-success")
def test_example_4_suppose_winning_the_planets_below_the_blue_home_completes_rule_distant_lands() -> None:
    """The players hold all that is to be won; the Hive already controls a planet next to the green home."""
    found = galaxy(a305={"cruiser": 3, "dreadnought": 1}, a207={"cruiser": 1})
    for position, seat in (("211", "hive"), ("305", "p2"), ("207", "p1"), ("303", "p2")):
        control(found, position, seat)
    found.systems["305"].planets["Torkan"].units["p2"] = {"infantry": 4, "pds": 1}
    game = game_with("Rule Distant Lands", influence=19)
    candidates = ["207", "305", "309", "311"]
    serving = completing(game, Survey(found, TABLES), candidates, INVASION)
    assert serving == {"305": (2, 0)}
    survey, positive = Survey(found, TABLES), TABLES.priorities.positive
    assert decide(survey, candidates, positive, serving).left == ("305",)
    assert decide(survey, candidates, positive, {}).left != ("305",)
    assert completing(game, Survey(found, TABLES), candidates, Arrival(invades=False)) == {}
    assert found.systems["305"].planets["Torkan"].control == "p2", "the board stays as it is"


@pytest.mark.rule("19.objective.assume-success", "18.mecatol-rex.no-invasion")
@pytest.mark.parametrize(("influence", "owner", "completes"), [(15, None, False), (16, None, True), (0, "p1", True)])
def test_mecatol_rex_is_won_only_where_it_may_be_invaded(influence: int, owner: str | None, completes: bool) -> None:
    found = galaxy()
    control(found, "000", owner)
    for position in ("101", "103", "211"):
        control(found, position, "hive")
    game = game_with("Expand Borders", influence=influence)
    assert (completing(game, Survey(found, TABLES), ["000"], INVASION) == {"000": (1, 0)}) is completes


# --- which objective counts


@pytest.mark.reading("Q03", "Q88")
@pytest.mark.rule("5.2.objective-first")
def test_more_points_come_first_then_the_older_objective() -> None:
    found = galaxy(h103={"cruiser": 1}, h308={"cruiser": 1}, h102={"cruiser": 1}, h314={"cruiser": 1})
    game = game_with("Intimidate Council", "Populate the Outer Rim", "Conquer the Weak")
    found.systems["102"].units = {}
    serving = completing(game, Survey(found, TABLES), ["101", "306", "316", "202"], INVASION)
    assert serving == {"101": (1, 2), "306": (1, 1), "316": (2, 0)}
    positive = TABLES.priorities.positive
    assert decide(Survey(found, TABLES), ["101", "306", "316"], positive, serving).left == ("316",)
    assert decide(Survey(found, TABLES), ["101", "306"], positive, serving).left == ("101",)


@pytest.mark.reading("Q03")
@pytest.mark.rule("5.2.objective-first")
def test_scored_and_completed_objectives_draw_nobody() -> None:
    found = galaxy(h103={"cruiser": 1})
    game = game_with("Intimidate Council")
    assert completing(game, Survey(found, TABLES), ["104"], INVASION) == {"104": (1, 0)}
    game.objectives[0].scored_by = ["p1"]
    assert completing(game, Survey(found, TABLES), ["104"], INVASION) == {"104": (1, 0)}
    game.objectives[0].scored_by = ["hive"]
    assert completing(game, Survey(found, TABLES), ["104"], INVASION) == {}
    game.objectives[0].scored_by = []
    found.systems["101"].units["hive"] = {"cruiser": 1}
    assert completing(game, Survey(found, TABLES), ["104"], INVASION) == {}


@pytest.mark.rule("5.2.objective-first", "15.move.capacity-first")
def test_a_flagship_draws_the_hive_only_where_it_comes_among_the_first() -> None:
    game = game_with("Achieve Supremacy")
    found = galaxy(h212={"flagship": 1, "carrier": 1, "cruiser": 1})
    found.spawning["home_p1"] = "211"

    def drawn(action: TacticalType, icons: int) -> bool:
        decision = intent(game, sight(game, found), action, icons).decision
        return decision.blocks[0].left == ("211",) and len(decision.candidates) > 1

    for position in ("101", "211"):
        found.systems[position].units["p1"] = {"destroyer": 1}
    game.players["p1"].counters = 6
    assert drawn("engage", 1)
    game.players["p1"].counters = 0
    assert not drawn("infest", 2)
    assert drawn("infest", 3)


# --- what serves an objective


@pytest.mark.rule("5.3.objective-avoid")
def test_ships_whose_leaving_would_undo_an_objective_are_avoided() -> None:
    found = galaxy(h103={"cruiser": 1}, h101={"cruiser": 2}, h310={"cruiser": 1})
    game = game_with("Intimidate Council")
    serving = serving_now(game, Survey(found, TABLES), ["103", "101", "310"], "cruiser")
    assert serving == {"103": (1, 0)}
    survey, negative = Survey(found, TABLES), TABLES.priorities.negative
    assert decide(survey, ["103", "101"], negative, serving).left == ("101",)
    assert decide(survey, ["103", "310"], negative, {}).left == ("103",)
    assert decide(survey, ["103", "310"], negative, serving).left == ("310",)


@pytest.mark.rule("5.3.objective-avoid")
def test_nothing_serves_an_objective_that_is_scored_or_not_completed() -> None:
    found = galaxy(h103={"cruiser": 1}, h101={"cruiser": 1})
    game = game_with("Intimidate Council", "Raise a Fleet")
    game.objectives[0].scored_by = ["hive"]
    assert serving_now(game, Survey(found, TABLES), ["103", "101"], "cruiser") == {}
    assert serving_now(game_with("Raise a Fleet"), Survey(found, TABLES), ["103"], "cruiser") == {}
    assert serving_now(game_with("Intimidate Council"), Survey(found, TABLES), ["103"], "command_token") == {}
    assert serving_now(game_with("Intimidate Council"), Survey(found, TABLES), ["103"], "destroyer") == {}
