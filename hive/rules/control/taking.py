"""What it means that the Hive takes a planet that nobody controlled. Rule: 36.wilds.ignore."""

from __future__ import annotations

from hive.board.survey import Survey
from hive.rules.diagrams.planets import Place
from hive.rules.moments.kinds import UncontrolledTaken


def uncontrolled(survey: Survey, place: Place) -> UncontrolledTaken:
    """The moment of it, with the resources of a hazardous planet."""
    planet = survey.planet(*place)
    return UncontrolledTaken(planet.resources if "hazardous" in planet.traits else None)
