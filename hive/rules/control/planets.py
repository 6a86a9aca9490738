"""Planets that change hands or are exhausted on a tracked galaxy. Rules: 4.1, 4.2, 14.gain.mecatol-rex, page 21."""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game
from hive.naming import items, system_label
from hive.rules.area.counters import takes_mecatol_rex
from hive.rules.area.planets import STANDARD, discard_worth, worth_of
from hive.rules.area.points import gain_points
from hive.rules.diagrams.damage import unit_words
from hive.rules.diagrams.planets import Place
from hive.rules.exploration.exploring import explore_planet
from hive.rules.moments.calling import happen
from hive.rules.moments.kinds import PlanetGained
from hive.rules.placing.places import survey_of
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import count, sentence

# More planets than these are searched for rather than read through.
_FEW = 12
NOBODY = "nobody"


def planet_lost(game: Game, place: Place | None = None) -> Procedure[None]:
    """The Hive loses a planet: who took it, what leaves it, and its worth. Without a planet the table says which.

    Rules: 4.2.loss-trigger, 4.2.loss-source, 14.gain.mecatol-rex.
    """
    if place is None:
        text = "Which planet does the Hive lose?"
        place = yield from which(game, keys.PLANET_LOST, text, _hives(survey_of(game)), "4.2.loss-trigger")
    if place is None:
        return
    choices = (*(Choice(seat, game.name(seat)) for seat in PLAYERS), Choice(NOBODY, "Nobody"))
    taker = yield from asked(
        Ask(
            keys.PLANET_TAKEN_BY,
            f"Who controls {place[1]} now?",
            choices,
            "4.2.loss-trigger",
            shown=Shown("Invasion", expects=False),
        )
    )
    seat: Seat | None = next((seat for seat in PLAYERS if seat == taker), None)
    yield from player_takes(game, place, seat)


def player_takes(game: Game, place: Place, seat: Seat | None) -> Procedure[None]:
    """A player, or nobody, controls a planet from now on; the Hive pays if it was its own.

    The Hive's units leave a planet that a player takes. Mecatol Rex brings counters, but not when an ally hands it on
    (Q60). Rules: 4.2.loss-trigger, 14.gain.mecatol-rex.
    """
    position, planet = place
    owner = _control(game, place)
    was_hives, was_allys = owner == "hive", owner in PLAYERS and owner != seat
    left = _take_off(game, "hive", place) if seat in PLAYERS else []
    pieces.set_control(game, position, planet, seat)
    if seat is not None:
        yield Tell(f"{sentence(game.name(seat))} takes {planet}.", "4.2.loss-trigger", items=tuple(left))
    if was_hives:
        yield from discard_worth(game, _kind(game, position), f"The Hive loses {planet} in {position}")
    if seat in PLAYERS and place == mecatol_rex(game) and not was_allys:
        yield from takes_mecatol_rex(game, seat)


def planet_gained(game: Game, place: Place | None = None) -> Procedure[None]:
    """The Hive takes a planet; the players' units leave it. Without a planet the table says which.

    It is explored if nobody controlled it before. Rules: 4.1.yield-spawning, 4.1.yield-standard,
    21.invasion.custodians, 23.trigger.planet.
    """
    if place is None:
        text = "Which planet does the Hive take?"
        place = yield from which(game, keys.PLANET_GAINED, text, _others(survey_of(game)), "4.1.yield-standard")
    if place is None:
        return
    owner, lines = _control(game, place), taking_lines(game, place)
    lines += hive_takes(game, place)
    loser = f" from {game.name(owner)}" if owner in PLAYERS else ""
    yield Tell(f"The Hive takes {place[1]} in {place[0]}{loser}.", "4.1.yield-standard", items=tuple(lines))
    if owner is None:
        yield from explore_planet(game, place)


def taking_lines(game: Game, place: Place) -> list[Item]:
    """What hands do beside the control token when the Hive takes a planet. Rule: 21.invasion.custodians."""
    lines = [line for seat in PLAYERS for line in _leaving(game, seat, place)]
    if _has_custodians(game, place):
        points = count(game.tables.figures.custodians_points.value, "victory point")
        text = f"The custodians leave: the Hive pays nothing and gains {points}."
        lines.append(Item(text, "the agenda phase is unlocked", "21.invasion.custodians"))
    return lines


def hive_takes(game: Game, place: Place) -> list[Item]:
    """Book what :func:`taking_lines` tells; out comes what else it brings. Rules: 21.invasion.custodians, Q35."""
    custodians = _has_custodians(game, place)
    for seat in PLAYERS:
        _take_off(game, seat, place)
    pieces.set_control(game, *place, "hive")
    if custodians:
        game.agenda_unlocked = True
        gain_points(game, "hive", game.tables.figures.custodians_points.value)
    return happen(game, PlanetGained("hive"))


def planet_exhausted(game: Game) -> Procedure[None]:
    """An effect exhausts or purges the card of a planet that the Hive controls. Rule: 4.2.loss-trigger."""
    text = "Which planet of the Hive is exhausted?"
    place = yield from which(game, keys.PLANET_EXHAUSTED, text, _hives(survey_of(game)), "4.2.loss-trigger")
    if place is not None:
        yield from discard_worth(game, _kind(game, place[0]), f"Exhausted: {place[1]} in {place[0]}")


def mecatol_rex(game: Game) -> Place | None:
    """The planet Mecatol Rex, where it lies; None if it is not in the galaxy."""
    position = survey_of(game).mecatol_rex
    if position is None:
        return None
    return next(((position, planet) for planet in pieces.galaxy_of(game).systems[position].planets), None)


# --- which planet


def which(
    game: Game, key: str, text: str, places: Sequence[Place], rule: str, heading: str = ""
) -> Procedure[Place | None]:
    """Which of some planets the table means; None, and a word about it, where there is none."""
    by_value = {"/".join(place): place for place in places}
    if not by_value:
        yield Tell("There is no such planet in the galaxy.", rule)
        return None
    answer = yield from asked(
        Ask(
            key=key,
            text=text,
            choices=tuple(Choice(value, _words(place), _note(game, place)) for value, place in by_value.items()),
            rule=rule,
            shown=Shown(heading, expects=False, layout="search" if len(by_value) > _FEW else "tiles"),
        )
    )
    return by_value[answer]


def _hives(survey: Survey) -> list[Place]:
    """The Hive's planets: those of spawning systems first."""
    systems = sorted(survey.galaxy.systems, key=lambda position: (position not in survey.spawning, position))
    return [(position, name) for position in systems for name in survey.controlled(position)]


def _others(survey: Survey) -> list[Place]:
    """The planets that the Hive does not control: those where it has units first."""
    systems = sorted(survey.galaxy.systems, key=lambda position: (not survey.has_units(position), position))
    return [(position, name) for position in systems for name in survey.not_hives(position)]


def _words(place: Place) -> str:
    return f"{place[1]} in {place[0]}"


def _note(game: Game, place: Place) -> str:
    """Whose it is and what it is worth; where it lies, if that has a name of its own."""
    worth = worth_of(game, _kind(game, place[0]))
    owner = _control(game, place)
    words = f"worth {items(worth, 'resources')} and {items(worth, 'influence')}"
    if place[0] in survey_of(game).spawning and place != mecatol_rex(game):
        words = f"{system_label(game, place[0])}; {words}"
    return f"{game.name(owner)}'s; {words}" if owner in PLAYERS else words


# --- what holds of it


def _kind(game: Game, position: str) -> str:
    """Where a planet counts: its spawning system, or as a standard planet. Rule: 4.1.counts-as-spawning."""
    return pieces.spawning_system_at(pieces.galaxy_of(game), position) or STANDARD


def _control(game: Game, place: Place) -> Seat | None:
    return pieces.galaxy_of(game).systems[place[0]].planets[place[1]].control


def _has_custodians(game: Game, place: Place) -> bool:
    """They stay on Mecatol Rex until the first ground forces come; then the agenda phase is unlocked (Q35)."""
    return place == mecatol_rex(game) and _control(game, place) is None and not game.agenda_unlocked


def _take_off(game: Game, seat: Seat, place: Place) -> list[Item]:
    """Take a side's units off a planet and say so."""
    lines = _leaving(game, seat, place)
    for key, number in pieces.units_at(pieces.galaxy_of(game), seat, *place).items():
        pieces.take(game, seat, key, number, *place)
    return lines


def _leaving(game: Game, seat: Seat, place: Place) -> list[Item]:
    units = pieces.units_at(pieces.galaxy_of(game), seat, *place)
    text = f"Remove {game.name(seat)}'s {unit_words(game, units)} from {place[1]}."
    return [Item(text, rule="1.scope.unchanged-rules")] if units else []
