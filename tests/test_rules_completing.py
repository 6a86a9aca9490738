"""Which destinations complete an objective, against a search that moves ships on whole boards."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from day import times
from driving import fresh_game
from hive.board.survey import Survey
from hive.model.galaxy import Galaxy
from hive.model.game import Game, RevealedObjective
from hive.rules.diagrams.systems import NO_OBJECTIVE, Rank, decide, may_invade, serving_now
from hive.rules.objectives.on_board import met_on_board
from hive.rules.objectives.public import unscored
from hive.rules.tactical.intent import intent, sight
from hive.rules.tactical.plan import TacticalType, going, leaving, maximum_ships, type_order
from whole_board import control, galaxy

OBJECTIVES = (
    "Intimidate Council",
    "Populate the Outer Rim",
    "Make History",
    "Push Boundaries",
    "Expand Borders",
    "Achieve Supremacy",
    "Raise a Fleet",
    "Conquer the Weak",
    "Corner the Market",
)
PLACES = sorted(position for position in galaxy().systems if position != "nexus")
# Next to Mecatol Rex, with anomalies, or on the edge: where a ship that leaves can be missed.
WATCHED = ("101", "102", "103", "104", "201", "206", "208", "302", "306", "308", "312", "314", "318")


class Search:
    """Every way in which ships can come to a destination, each on a copy of the whole galaxy."""

    def __init__(self, game: Game, action: TacticalType, icons: int, destination: str) -> None:
        self.game, self.action, self.destination = game, action, destination
        assert game.galaxy is not None
        self.chart = sight(game, game.galaxy).chart
        self.most = maximum_ships(game, Survey(game.galaxy, game.tables), destination, icons)
        self.order = type_order(game, action)

    def boards(self, found: Galaxy) -> Iterator[Galaxy]:
        """Rules: 15.move.capacity-first, 15.move.cycle, 15.move.restart."""
        if Survey(found, self.game.tables).capacity_ships([self.destination]):
            yield from self._cycles(found, 0, 1, 0)
            return
        for unit in self.order:
            if self.game.tables.units.by_key[unit].capacity_ship and self._from(found, unit):
                for origin in self._from(found, unit):
                    yield from self._cycles(self._moved(found, unit, origin), 1, 1, 0)
                return
        yield found

    def _cycles(self, found: Galaxy, moved: int, cycle: int, turn: int) -> Iterator[Galaxy]:
        if moved == self.most or (turn == 0 and not any(self._from(found, unit) for unit in self.order)):
            yield found
            return
        if turn == len(self.order):
            yield from self._cycles(found, moved, cycle + 1, 0)
            return
        unit = self.order[turn]
        there = Survey(found, self.game.tables).ships(self.destination).get(unit, 0)
        origins = self._from(found, unit) if there < cycle else ()
        if not origins:
            yield from self._cycles(found, moved, cycle, turn + 1)
        for origin in origins:
            yield from self._cycles(self._moved(found, unit, origin), moved + 1, cycle, turn + 1)

    def _from(self, found: Galaxy, unit: str) -> tuple[str, ...]:
        survey = Survey(found, self.game.tables)
        able = sorted(
            position
            for key, position, routes in going(self.chart, leaving(self.game, survey, self.action))
            if key == unit and position != self.destination and self.destination in routes
        )
        serving = serving_now(self.game, survey, able, unit)
        return decide(survey, able, self.game.tables.priorities.negative, serving).left

    def _moved(self, found: Galaxy, unit: str, origin: str) -> Galaxy:
        after = deepcopy(found)
        leaving = after.systems[origin].units["hive"]
        leaving[unit] -= 1
        coming = after.systems[self.destination].units.setdefault("hive", {})
        coming[unit] = coming.get(unit, 0) + 1
        return after

    def won(self, found: Galaxy) -> Galaxy:
        """The same with the combat and the invasion won. Rule: 19.objective.assume-success."""
        after = deepcopy(found)
        system = after.systems[self.destination]
        system.units = {"hive": system.units.get("hive", {})}
        if may_invade(self.game, Survey(found, self.game.tables), self.destination):
            for planet in system.planets.values():
                if planet.control != "hive":
                    planet.control, planet.units = "hive", {"hive": {"infantry": 1}}
        return after


def searched(game: Game, action: TacticalType, icons: int, destination: str) -> Rank:
    """The best objective that some way of moving there completes."""
    assert game.galaxy is not None
    search = Search(game, action, icons, destination)
    ages = {objective.name: age for age, objective in enumerate(reversed(game.objectives))}
    missing = [one for one in unscored(game) if not met_on_board(one, Survey(game.galaxy, game.tables))]
    boards = [Survey(search.won(board), game.tables) for board in search.boards(deepcopy(game.galaxy))]
    met = [(one.points, ages[one.name]) for one in missing if any(met_on_board(one, board) for board in boards)]
    return max(met, default=NO_OBJECTIVE)


@pytest.mark.reading("Q108")
@pytest.mark.rule("5.2.objective-first", "16.objective.only-if-completed")
@settings(max_examples=times(16, 240), deadline=None)
@given(
    st.sampled_from(["engage", "infest"]),
    st.integers(1, 4),
    st.lists(st.sampled_from(OBJECTIVES), min_size=1, max_size=4, unique=True),
    st.lists(
        st.tuples(st.sampled_from(WATCHED), st.sampled_from(["carrier", "cruiser", "destroyer", "flagship"])),
        min_size=2,
        max_size=6,
    ),
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(["p1", "p2"])), max_size=4),
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(["hive", "p1", "p2"])), max_size=6),
)
def test_the_destinations_that_complete_an_objective_are_those_of_a_search_on_whole_boards(
    action: TacticalType,
    icons: int,
    objectives: list[str],
    fleet: list[tuple[str, str]],
    players: list[tuple[str, str]],
    held: list[tuple[str, str]],
) -> None:
    game = fresh_game()
    game.galaxy = galaxy()
    game.objectives = [RevealedObjective(name) for name in objectives]
    game.players["p1"].counters = 2
    for position, seat in held:
        control(game.galaxy, position, seat)
    for position, unit in fleet:
        hives = game.galaxy.systems[position].units.setdefault("hive", {})
        hives[unit] = hives.get(unit, 0) + 1
    for position, player in players:
        game.galaxy.systems[position].units[player] = {"destroyer": 1}  # type: ignore[index]
    found = intent(game, sight(game, game.galaxy), action, icons)
    ranks = {position: searched(game, action, icons, position) for position in found.candidates}
    best = max(ranks.values(), default=NO_OBJECTIVE)
    assert found.decision.blocks[0].left == tuple(one for one in found.candidates if ranks[one] == best)
