"""How far the Hive has come with what public objectives ask of the board. Rule: 28.1.public.

On a survey of the galaxy each system adds its part, and the parts of all systems together say how far the Hive has
come. So what changes in one system is judged without going over the whole galaxy again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hive.board.survey import Survey
from hive.catalog.tables import Objective
from hive.model.game import Game
from hive.rules.area.planets import structures
from hive.rules.board.sides import Tracked, board_of
from hive.rules.objectives.requirements import OUTSIDE_HOME, REQUIREMENTS, Requirement, Tally
from hive.words import Name, Words, count, say


@dataclass(frozen=True)
class Standing:
    """How far the Hive has come with an objective: what it asks for, how many, what each system adds to the total."""

    requirement: Requirement
    needed: int
    parts: Mapping[str, Tally]
    total: Tally

    @property
    def reached(self) -> int:
        """How many of what the objective asks for the Hive has."""
        return self.requirement.reached(self.total)

    @property
    def met(self) -> bool:
        """Whether the Hive meets the objective."""
        return self.reached >= self.needed

    def after(self, changed: Survey, position: str) -> Standing:
        """The same after a change in one system. In: the survey that shows it, and the system's position."""
        places = changed.in_and_adjacent(position) if self.requirement.looks_around else (position,)
        parts = {place: self.requirement.part(changed, place) for place in places}
        others = {place: part for place, part in parts.items() if part != self.parts[place]}
        if not others:
            return self
        total = Counter(self.total)
        for place, part in others.items():
            total.subtract(self.parts[place])
            total.update(part)
        return replace(self, parts={**self.parts, **others}, total=total)


def standing(objective: Objective, survey: Survey) -> Standing | None:
    """How far the Hive has come with an objective; None where no board can tell."""
    for name, needed in objective.of_the_board.items():
        outside = name == "structures" and objective.outside_home_system
        requirement = REQUIREMENTS[OUTSIDE_HOME if outside else name]
        parts = {position: requirement.part(survey, position) for position in survey.positions}
        total: Counter[str] = Counter()
        for part in parts.values():
            total.update(part)
        return Standing(requirement, needed, parts, total)
    return None


def met_on_board(objective: Objective, survey: Survey) -> bool | None:
    """Whether the Hive meets an objective on this board; None where no board can tell."""
    found = standing(objective, survey)
    return None if found is None else found.met


def met(game: Game, objective: Objective) -> bool | None:
    """Whether the Hive meets an objective about the board now; None where only the table can tell."""
    board = board_of(game)
    return met_on_board(objective, board.survey) if isinstance(board, Tracked) else _met_by_numbers(game, objective)


def come(game: Game, objective: Objective) -> tuple[int, int] | None:
    """How many of what an objective asks of the board the Hive has, and how many it needs; None if nobody knows."""
    board = board_of(game)
    if not isinstance(board, Tracked):
        return _come_by_numbers(game, objective)
    found = standing(objective, board.survey)
    return None if found is None else (found.reached, found.needed)


def lacking(game: Game, objective: Objective) -> Words:
    """What the Hive lacks of the structures that an objective asks for, in words."""
    board, name = board_of(game), Name(objective.name)
    if not isinstance(board, Tracked):
        built, wanted = count(structures(game), "structure"), objective.structures or 0
        return say("{structures}; {objective} asks for {wanted}", structures=built, objective=name, wanted=wanted)
    found = standing(objective, board.survey)
    if found is None:
        return ""
    return say("{objective} has {reached} of {needed}", objective=name, reached=found.reached, needed=found.needed)


def _met_by_numbers(game: Game, objective: Objective) -> bool | None:
    """None where the numbers leave it open: so are structures outside the home system, once there are as many."""
    if objective.structures is not None:
        # A planet holds at most one Hive structure (12.construction.one-per-planet), so structures are planets, too.
        if structures(game) < objective.structures:
            return False
        return None if objective.outside_home_system else True
    found = _come_by_numbers(game, objective)
    return None if found is None else found[0] >= found[1]


def _come_by_numbers(game: Game, objective: Objective) -> tuple[int, int] | None:
    """Structures, planets outside of home systems, the great ships."""
    hive = game.hive
    if objective.structures is not None and not objective.outside_home_system:
        return structures(game), objective.structures
    if objective.planets_outside_home_systems is not None:
        outside = sum(hive.spawning_planets.get(system, 0) for system in ("aux1", "aux2", "mecatol_rex"))
        return outside + hive.standard_planets, objective.planets_outside_home_systems
    if objective.flagship_or_war_sun_anywhere:
        return int(bool(hive.units.get("flagship") or hive.units.get("war_sun"))), 1
    return None
