"""How far the Hive has come with public objectives, counted on a survey of the galaxy. Rule: 28.1.public.

Each system adds its part, and the parts of all systems together say how far the Hive has come. So what changes in one
system is judged without going over the whole galaxy again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hive.board.survey import Survey
from hive.catalog.tables import Objective
from hive.rules.objectives.requirements import OUTSIDE_HOME, REQUIREMENTS, Requirement, Tally


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
