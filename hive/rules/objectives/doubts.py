"""What the Hive's public objectives could come to by what nobody has booked. Rule: 28.1.public.

Players take planets, and come and go, without a word. What the Hive does is booked, and players who go where it has
units say so: only systems without Hive units are in doubt, and whether a player's units are still in one of its own.
What a player is known to hold is held, by one player or the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from hive.board.survey import Survey
from hive.catalog.tables import Objective, Seat
from hive.model.galaxy import PlanetState, System
from hive.model.game import PLAYERS
from hive.rules.objectives.on_board import met_on_board, standing

# The objectives that the board judges, in the order of scoring, and one behind them that is met in any case.
Rivals = Callable[[], tuple[Sequence[Objective], Objective | None]]
# Something that is hardly there at all.
_PRESENT = {"fighter": 1}


@dataclass(frozen=True)
class Doubt:
    """An objective that only the board judges: whether it is met as the board is known, and whether it might be."""

    objective: Objective
    met: bool
    can_be_met: bool
    can_be_unmet: bool


def doubtful(survey: Survey, position: str) -> bool:
    """Whether planets of a system can change hands unheard."""
    return not survey.has_units(position, "hive")


def doubtful_planets(survey: Survey, owner: Seat | None) -> dict[str, list[str]]:
    """By system the planets that a side controls, or nobody, as last known, and that can change hands unheard."""
    found: dict[str, list[str]] = {}
    for position in survey.positions:
        planets = [name for name, planet in survey.system(position).planets.items() if planet.control == owner]
        if planets and doubtful(survey, position):
            found[position] = planets
    return found


def boards_that_might_be(survey: Survey) -> Iterator[Survey]:
    """The extremes: all planets in doubt to one player, or to the other; players everywhere, or nowhere near.

    Between these lies whatever the players may have done, as far as an objective can tell.
    """
    for seat in PLAYERS:
        yield _everywhere(survey, lambda system, seat=seat: _taken(system, seat))  # type: ignore[misc]
    yield _everywhere(survey, lambda system: replace(system, units={**system.units, "p1": _PRESENT, "p2": _PRESENT}))
    gone = _everywhere(survey, _left_by_players)
    own = [position for position in survey.positions if not doubtful(survey, position)]
    yield _changed(gone, (_left_by_players(survey.system(position), keeps=True) for position in own))


def with_free_planets_taken(survey: Survey) -> Iterator[Survey]:
    """All planets that nobody is known to hold in the hands of one player, or of the other."""
    free = doubtful_planets(survey, None)
    for seat in PLAYERS:
        yield _changed(survey, (_given(survey.system(one), free[one], seat) for one in free))


def doubts(survey: Survey, objectives: Sequence[Objective]) -> list[Doubt]:
    """How far each of some objectives that the board judges is in doubt."""
    boards = list(boards_that_might_be(survey))
    found = []
    for objective in objectives:
        met = bool(met_on_board(objective, survey))
        might = {met, *(bool(met_on_board(objective, board)) for board in boards)}
        found.append(Doubt(objective, met, True in might, False in might))
    return found


def home_in_doubt(survey: Survey) -> bool:
    """Whether a planet of the Hive's home could have been lost unheard (Q102)."""
    home = survey.home("hive")
    return home is not None and bool(survey.controlled(home)) and doubtful(survey, home)


def counted_planets(survey: Survey, objectives: Iterable[Objective]) -> dict[str, list[str]]:
    """By system the Hive's planets in doubt that one of some objectives counts, or that its home consists of."""
    wanted = list(objectives)
    found = {}
    for position, planets in doubtful_planets(survey, "hive").items():
        lost = survey.with_system(_taken(survey.system(position), "p1"))
        if position == survey.home("hive") or any(_counts(survey, lost, position, one) for one in wanted):
            found[position] = planets
    return found


def looks_around(objective: Objective, survey: Survey) -> bool:
    """Whether an objective counts the planets of players and where they are."""
    come = standing(objective, survey)
    return come is not None and come.requirement.looks_around


def _counts(survey: Survey, lost: Survey, position: str, objective: Objective) -> bool:
    come = standing(objective, survey)
    return come is not None and come.after(lost, position).total != come.total


def _everywhere(survey: Survey, change: Callable[[System], System]) -> Survey:
    return _changed(survey, (change(survey.system(one)) for one in survey.positions if doubtful(survey, one)))


def _changed(survey: Survey, systems: Iterable[System]) -> Survey:
    for system in systems:
        survey = survey.with_system(system)
    return survey


def _taken(system: System, seat: Seat) -> System:
    return replace(system, planets={name: _held(planet, seat) for name, planet in system.planets.items()})


def _given(system: System, planets: Sequence[str], seat: Seat) -> System:
    given = {name: replace(planet, control=seat) for name, planet in system.planets.items() if name in planets}
    return replace(system, planets={**system.planets, **given})


def _held(planet: PlanetState, seat: Seat | None) -> PlanetState:
    return replace(planet, control=seat, units={seat: {"infantry": 1}} if seat else {})


def _left_by_players(system: System, keeps: bool = False) -> System:
    """Without players' units in space and, but for one where they ``keeps`` their planets, without them on planets."""
    units = {seat: there for seat, there in system.units.items() if seat not in PLAYERS}
    planets = system.planets
    if not keeps:
        planets = {
            name: _held(planet, None) if planet.control in PLAYERS else planet for name, planet in planets.items()
        }
    return replace(system, units=units, planets=planets)
