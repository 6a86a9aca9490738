"""Planets that change hands in a battle. Rules: 21.invasion.custodians, 4.2.loss-trigger, 14.gain.mecatol-rex."""

from __future__ import annotations

from collections.abc import Mapping

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Player
from hive.rules.combat.fight import Fight
from hive.rules.control.taking import uncontrolled
from hive.rules.exploration.exploring import explore_planet, sites_of
from hive.rules.moments.calling import moment
from hive.steps import Ask, Choice, Item, Procedure, Shown
from hive.words import Words, say


def control_lines(fight: Fight, planet: str) -> list[Item]:
    """What hands have to do when the Hive takes a planet, and who loses it. Rule: 21.invasion.custodians."""
    owner = _owner(fight, planet)
    loses: Words = say("{who} loses the planet", who=fight.game.name(owner)) if owner in PLAYERS else ""
    taken = Item(say("[The Hive] takes {planet}.", planet=fight.planet(planet)), loses, "21.invasion.distribution")
    return [taken, *fight.board.taking_lines((fight.position, planet))]


def take_control(fight: Fight, planet: str) -> Procedure[None]:
    """Book what :func:`control_lines` tells, then explore the planet if nobody controlled it before.

    What has not been told stands before the exploration. Rules: 21.invasion.custodians, 23.trigger.planet, Q35.
    """
    place = (fight.position, planet)
    owner = _owner(fight, planet)
    fight.tell(*fight.board.hive_takes(place))
    fight.taken.append(planet)
    if owner is None and sites_of(fight.game, place):
        yield from explore_planet(fight.game, place, fight.take_untold())
    if owner is None:
        yield from moment(fight.game, uncontrolled(fight.survey, place))


def lose_planet(fight: Fight, planet: str) -> Procedure[None]:
    """Players take a planet of the Hive: its units leave, its worth is discarded.

    Rules: 4.2.loss-trigger, 4.2.loss-source, 14.gain.mecatol-rex.
    """
    if _owner(fight, planet) == "hive":
        fight.lost.append(planet)
    seat = yield from _who_takes(fight, planet)
    yield from fight.board.player_takes((fight.position, planet), seat)


def alone(fight: Fight) -> dict[str, Player]:
    """The planets here on which nobody but one player has units, which coexist; the players' monuments are none."""
    found = {}
    for name, planet in fight.survey.system(fight.position).planets.items():
        there = [seat for seat in fight.game.seats if any(planet.units.get(seat, {}).values())]
        if len(there) == 1 and there[0] in planet.coexisting and there[0] != "hive":
            found[name] = there[0]
    return found


def take_over(fight: Fight, before: Mapping[str, Player]) -> Procedure[None]:
    """Whose coexisting units are the only ones that a battle has left on a planet controls it from now on.

    ``before``: where it was so already. Rules: 33.scope, 4.2.loss-trigger.
    """
    for planet, seat in alone(fight).items():
        if planet not in before:
            if _owner(fight, planet) == "hive":
                fight.lost.append(planet)
            yield from fight.board.player_takes((fight.position, planet), seat)


def _owner(fight: Fight, planet: str) -> Seat | None:
    return fight.board.control((fight.position, planet))


def _who_takes(fight: Fight, planet: str) -> Procedure[Player]:
    """Who of those who have won a planet controls it: the table says, the active player is proposed (Q121)."""
    won = [seat for seat in PLAYERS if seat in fight.players]
    if len(won) == 1:
        return won[0]
    winners = sorted(won, key=lambda seat: seat != fight.active)
    ask = Ask(
        key=keys.PLANET_TAKEN_BY,
        text=say("Who takes {planet}?", planet=fight.planet(planet)),
        choices=tuple(Choice(seat, fight.game.name(seat)) for seat in winners),
        rule="31.control.exchange-planets",
        shown=Shown(say("Invasion"), expects=False),
    )
    answer = yield from fight.ask(lambda: ask)
    return next((seat for seat in winners if answer is not None and answer.choice == seat), winners[0])
