"""What it means that a planet is taken: what nobody controlled, and whose units leave. Rule: 36.wilds.ignore."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from hive.board.survey import Survey
from hive.catalog.tables import Owner, Seat
from hive.model.galaxy import Galaxy
from hive.model.game import NEUTRAL, Game
from hive.model.seats import MONUMENT
from hive.rules.diagrams.damage import unit_words
from hive.rules.diagrams.planets import Place
from hive.rules.moments.calling import happen
from hive.rules.moments.kinds import UncontrolledTaken, UnitsDestroyed
from hive.steps import Item
from hive.words import PlanetName, say


def none_spared(_: str) -> bool:
    """Against which planets something cannot be used: there are none."""
    return False


def uncontrolled(survey: Survey, place: Place) -> UncontrolledTaken:
    """The moment of it, with the resources of a hazardous planet."""
    planet = survey.planet(*place)
    return UncontrolledTaken(planet.resources if "hazardous" in planet.traits else None)


def leaving(game: Game, seat: Owner, place: Place, units: Mapping[str, int]) -> list[Item]:
    """What hands take off a planet that changes hands; a monument of the players is destroyed.

    Rule: 37.monuments.hive-destroys.
    """
    where, lines = PlanetName(place[1], place[0]), []
    others = {key: number for key, number in units.items() if (seat, key) != (NEUTRAL, MONUMENT)}
    if others:
        who, words = game.name(seat), unit_words(game, others)
        text = say("Remove {who}'s {units} from {planet}.", who=who, units=words, planet=where)
        lines.append(Item(text, rule="1.scope.unchanged-rules"))
    if len(others) < len(units):
        text = say("Destroy your monument on {planet}: take the neutral space dock off.", planet=where)
        lines.append(Item(text, rule="37.monuments.hive-destroys"))
    return lines


def neutral_leaving(game: Game, place: Place, units: Mapping[str, int]) -> list[Item]:
    """The neutral units that leave a planet that a player takes; a monument stays."""
    return leaving(game, NEUTRAL, place, {key: number for key, number in units.items() if key != MONUMENT})


def monuments(galaxy: Galaxy) -> dict[str, Seat | None]:
    """Each planet with a monument of the players, and who controls it. Rule: 37.monuments.players."""
    planets = [(name, planet) for system in galaxy.systems.values() for name, planet in system.planets.items()]
    return {name: planet.control for name, planet in planets if planet.units.get(NEUTRAL, {}).get(MONUMENT)}


def destroyed(game: Game, sides: Iterable[Mapping[str, int]]) -> list[Item]:
    """What it brings that the Hive has destroyed what stood on a planet of which the table says that it took it.

    Rule: 37.war.distribution (M58).
    """
    fallen = sum((Counter(units) for units in sides), Counter())
    fallen.pop(MONUMENT, None)
    return happen(game, UnitsDestroyed(tuple(fallen.items()))) if fallen else []
