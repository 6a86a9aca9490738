"""Where the Hive lands in a system: which planets it invades, in which order, and with how much infantry.

Rules: 21.invasion.distribution, 21.invasion.mecatol-rex, Q27, Q28.
"""

from __future__ import annotations

from collections.abc import Sequence

from hive.catalog.tables import Foe, NoBombardment, NoLanding, NoUnitAbilities
from hive.effects import effects
from hive.model.game import FOES, PLAYERS
from hive.rules.area.points import counters_in
from hive.rules.combat.fight import Fight, Section
from hive.rules.combat.losses import in_combat
from hive.rules.combat.units import breaks_shields, cannons_on, ground_forces, shielded, with_ability
from hive.rules.diagrams.planets import Place, decide_planets, invadable
from hive.rules.diagrams.serving import CONTROL, completing_planets
from hive.words import Name, Words


def landings(fight: Fight, chosen: Sequence[str]) -> dict[str, int]:
    """The infantry that lands on each invaded planet, in the order of planet priority.

    All of it is committed, in shares as equal as possible; odd ones and, where there are fewer infantry than planets,
    all of them go to the first planets; of even ones to those that the table has ``chosen``. Rules:
    21.invasion.distribution, 21.invasion.mecatol-rex, 18.mecatol-rex.no-invasion, Q28. What an effect keeps
    off a planet stays in space (1.scope.unchanged-rules).
    """
    kept_off = {one.position for one in effects(fight.game).of(NoLanding)}
    groups = _invaded(fight)
    planets = [planet for group in groups for planet in sorted(group, key=lambda one: one not in chosen)]
    share, odd = divmod(_infantry(fight), max(1, len(planets)))
    shares = {planet: share + (place < odd) for place, planet in enumerate(planets)}
    return {
        planet: number for planet, number in shares.items() if number and f"{fight.position}/{planet}" not in kept_off
    }


def tied(fight: Fight, chosen: Sequence[str]) -> list[str]:
    """The planets of which the table has to say where one of the odd infantry lands, as the diagram leaves them even.

    ``chosen``: what it has said already. Empty where it makes no difference. Rules: 1.scope.most-helpful, Q04.
    """
    groups = _invaded(fight)
    odd = _infantry(fight) % max(1, sum(map(len, groups)))
    for group in groups:
        if odd < len(group):
            left = [planet for planet in group if planet not in chosen]
            return left if len(group) - len(left) < odd else []
        odd -= len(group)
    return []


def _infantry(fight: Fight) -> int:
    return fight.units("hive").get("infantry", 0)


def _invaded(fight: Fight) -> list[list[str]]:
    """The planets that the Hive invades, by priority, in groups of even ones."""
    if not _infantry(fight):
        return []
    return by_priority(fight, invadable(fight.game, fight.survey, fight.position))


def by_priority(fight: Fight, planets: Sequence[str]) -> list[list[str]]:
    """Planets of the system by positive planet priority; even ones form a group. Rules: 5.2.planets, Q04."""
    game, survey = fight.game, fight.survey
    left: list[Place] = [(fight.position, planet) for planet in planets]
    serving = completing_planets(game, survey, left, CONTROL)
    groups = []
    while left:
        even = decide_planets(survey, left, game.tables.priorities.positive_planet, serving).left
        groups.append([planet for _, planet in even])
        left = [place for place in left if place not in even]
    return groups


def defenders(fight: Fight, planet: str) -> dict[Foe, dict[str, int]]:
    """The ground forces that are not the Hive's on a planet and do not coexist, as far as the board knows."""
    beside = fight.coexisting(planet)
    found = {seat: ground_forces(fight.game, fight.units(seat, planet)) for seat in FOES if seat not in beside}
    return {seat: units for seat, units in found.items() if units}


def fought_beside(fight: Fight, planet: str) -> list[Foe]:
    """The players whose coexisting ground forces on a planet the Hive fights: none with 0 aggression counters there.

    Rules: 33.coexist.no-combat, 33.coexist.counter.
    """
    return [
        seat
        for seat in PLAYERS
        if seat in fight.coexisting(planet)
        and ground_forces(fight.game, fight.units(seat, planet))
        and counters_in(fight.game, fight.survey, seat, fight.position)
    ]


def defending_cannons(fight: Fight, planet: str) -> bool:
    """Whether players, or neutral units, have space cannons on a planet."""
    return any(cannons_on(fight.game, fight.units(seat, planet), seat) for seat in FOES)


def bombarded_planets(fight: Fight, planets: Sequence[str]) -> list[str]:
    """The planet at which the Hive's ships fire: of those with ground forces the one with most; several are even.

    A law can forbid it; a planetary shield stops it, unless a ship there ignores shields (1.scope.unchanged-rules).
    All ships fire at one planet: the rulebook is silent, and where most stand it helps the Hive most
    (1.scope.most-helpful, Q119).
    """
    if not bombardment(fight):
        return []
    breaking = breaks_shields(fight.game, in_combat(fight, None))
    open_to_fire = [
        planet
        for planet in planets
        if defenders(fight, planet)
        and not not_bombarded(fight, planet)
        and (breaking or not any(shielded(fight.game, fight.units(seat, planet), seat) for seat in FOES))
    ]
    most = max((_strength(fight, planet) for planet in open_to_fire), default=0)
    return [planet for planet in open_to_fire if _strength(fight, planet) == most]


def not_bombarded(fight: Fight, planet: str) -> Words:
    """By what units on a planet cannot be bombarded, in words; empty if they can. Rule: 1.scope.unchanged-rules."""
    traits = fight.survey.planet(fight.position, planet).traits
    found = effects(fight.game).of(NoBombardment)
    barred = [Name(one.words) for one in found if one.effect.trait in traits]
    faded = [Name(one.words) for one in effects(fight.game).of(NoUnitAbilities, fight.active)]
    return next(iter((*barred, *faded)), "")


def bombardment(fight: Fight) -> tuple[Section, ...]:
    """The Hive's ships that bombard."""
    firing = with_ability(fight.game, in_combat(fight, None), "bombardment")
    return (("bombardment", firing),) if firing else ()


def _strength(fight: Fight, planet: str) -> int:
    return sum(sum(units.values()) for units in defenders(fight, planet).values())
