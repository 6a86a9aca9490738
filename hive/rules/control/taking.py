"""What it means that a planet is taken: what nobody controlled, and whose units leave. Rule: 36.wilds.ignore."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from hive.board import pieces
from hive.board.survey import Survey
from hive.catalog.tables import Foe, Owner, Seat
from hive.model.game import FOES, NEUTRAL, PLAYERS, Game
from hive.model.seats import MONUMENT
from hive.rules.area.planets import discard_worth
from hive.rules.area.points import custodians_line, hive_takes_custodians, takes_mecatol_rex
from hive.rules.board.sides import Tracked
from hive.rules.diagrams.damage import unit_words
from hive.rules.diagrams.planets import Place
from hive.rules.moments.calling import happen, moment
from hive.rules.moments.kinds import HookAt, PlanetGained, PlanetTaken, UncontrolledTaken, UnitsDestroyed
from hive.steps import Item, Procedure, Tell
from hive.words import PlanetName, say


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


def destroyed(game: Game, sides: Iterable[Mapping[str, int]]) -> list[Item]:
    """What it brings that the Hive has destroyed what stood on a planet of which the table says that it took it.

    Rule: 37.war.distribution (M58).
    """
    fallen = sum((Counter(units) for units in sides), Counter())
    fallen.pop(MONUMENT, None)
    return happen(game, UnitsDestroyed(tuple(fallen.items()))) if fallen else []


def player_takes(board: Tracked, place: Place, seat: Seat | None) -> Procedure[None]:
    """A player, or nobody, controls a planet from now on; the Hive pays if it was its own.

    Hive and neutral units leave what a player takes. Mecatol Rex brings counters, but not when an ally hands
    it on (Q60), nor to whom the map shows in control already. Rules: 4.2.loss-trigger, 14.gain.mecatol-rex.
    """
    position, planet = place
    owner = board.control(place)
    if seat in PLAYERS:
        yield from moment(board.game, HookAt("control_gained", position, planet, by=seat))
    neutral = neutral_leaving(board.game, place, board.units(NEUTRAL, *place))
    left = [*take_off(board, "hive", place), *neutral] if seat in PLAYERS else []
    pieces.set_control(board.game, position, planet, seat)
    if seat is not None:
        yield Tell(
            say("{who!c} takes {planet}.", who=board.game.name(seat), planet=PlanetName(place[1], place[0])),
            "4.2.loss-trigger",
            items=tuple(left),
        )
    if owner == "hive":
        text = say("[The Hive] loses {place}", place=board.named(place))
        yield from discard_worth(board.game, text, board.kind(position))
        if seat in PLAYERS:
            yield from moment(board.game, PlanetTaken(board.kind(position)))
    if seat in PLAYERS and place == board.mecatol_rex and owner not in PLAYERS:
        yield from takes_mecatol_rex(board.game, seat, owner)


def taking_lines(board: Tracked, place: Place) -> list[Item]:
    """What hands do beside the control token when the Hive takes a planet. Rule: 21.invasion.custodians."""
    lines = [line for seat in give_way(board, place) for line in _leaving(board, seat, place)]
    if _has_custodians(board, place):
        lines.append(custodians_line(board.game))
    return lines


def hive_takes(board: Tracked, place: Place) -> list[Item]:
    """Book what :func:`taking_lines` tells; out comes what else it brings. Rules: 21.invasion.custodians, Q35."""
    custodians, gained = _has_custodians(board, place), board.control(place) != "hive"
    for seat in give_way(board, place):
        take_off(board, seat, place)
    pieces.set_control(board.game, *place, "hive")
    if custodians:
        hive_takes_custodians(board.game)
    return happen(board.game, PlanetGained("hive", place[0], not board.survey.not_hives(place[0]))) if gained else []


def _has_custodians(board: Tracked, place: Place) -> bool:
    """They stay on Mecatol Rex until the first ground forces come; then the agenda phase is unlocked (Q35)."""
    return place == board.mecatol_rex and board.control(place) is None and not board.game.agenda_unlocked


def give_way(board: Tracked, place: Place) -> list[Foe]:
    """Whose units leave a planet that the Hive takes: those that coexist stay. Rule: 33.coexist.order."""
    beside = board.survey.system(place[0]).planets[place[1]].coexisting
    return [seat for seat in FOES if seat not in beside]


def take_off(board: Tracked, seat: Owner, place: Place) -> list[Item]:
    """Take a side's units off a planet and say so."""
    lines = _leaving(board, seat, place)
    for key, number in board.units(seat, *place).items():
        pieces.take(board.game, seat, key, number, *place)
    return lines


def _leaving(board: Tracked, seat: Owner, place: Place) -> list[Item]:
    return leaving(board.game, seat, place, board.units(seat, *place))
