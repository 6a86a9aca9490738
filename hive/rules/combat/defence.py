"""Players invade planets of the Hive in a system that they have activated, planet by planet, each who lands there.

Rules: 1.scope.unchanged-rules, 31.action.transport, Q29, Q106, Q107.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import cycle

from hive import keys
from hive.board import pieces
from hive.model.game import NEUTRAL, PLAYERS, Player
from hive.rules.combat.clash import (
    CLEARED,
    Clash,
    bombarded,
    clear,
    clear_players,
    drawn_sides,
    gone_numbers,
    hits_on_hive,
    how_on_the_ground,
    take_gone,
    take_hits,
)
from hive.rules.combat.fight import Dice, Fight, Landed, Section
from hive.rules.combat.invasion import lose_planet, not_bombarded
from hive.rules.combat.rounds import combat
from hive.rules.combat.units import cannons_on, ground_forces, shielded, units_without
from hive.rules.diagrams.damage import unit_words
from hive.steps import Ask, Choice, Filled, Item, Number, Procedure, Shown, question
from hive.words import Words, say

BOMBARDMENT = "bombardment_hits"
NO_INVASION, INVADE = "none", "invade"


def defend(fight: Fight) -> Procedure[None]:
    """Ask which planets of the Hive are invaded, and by whom, and fight for each.

    Nothing is invaded by those who say that they invade, but no planet: they are asked which.
    """
    answer = yield from _invasion(fight, "")
    while answer is not None and answer.choice == INVADE and not _landings(fight, answer):
        answer = yield from _invasion(fight, say("Say who lands where: Yes for each planet that is landed on."))
    if answer is None or answer.choice == NO_INVASION:
        return
    landings = _landings(fight, answer)
    _land(fight, landings)
    for planet, players in landings.items():
        yield from _fight_for(fight, planet, players)


def _hive_planets(fight: Fight) -> list[str]:
    """The planets here that the Hive controls, or stands on."""
    planets = fight.survey.system(fight.position).planets
    return [name for name, planet in planets.items() if planet.control == "hive" or planet.units.get("hive")]


def _free_planets(fight: Fight) -> list[str]:
    """The planets here that nobody controls and nobody defends, Mecatol Rex too, where ground forces came along."""
    planets = fight.survey.system(fight.position).planets
    came = any(ground_forces(fight.game, fight.units(seat, at)) for seat in _invaders(fight) for at in (None, *planets))
    free = [name for name, one in planets.items() if one.control is None and not {"hive", NEUTRAL} & {*one.units}]
    return free if came else []


def _landings(fight: Fight, answer: Filled) -> dict[str, list[Player]]:
    """The planets that an answer names, and who lands on each, the active player first."""
    landing = {
        planet: [seat for seat in _invaders(fight) if answer.numbers.get(f"{seat}.{planet}")]
        for planet in (*_hive_planets(fight), *_free_planets(fight))
    }
    return {planet: players for planet, players in landing.items() if players}


def _land(fight: Fight, landings: Mapping[str, Sequence[Player]]) -> None:
    """Book what lands: all ground forces in space, in turn on the planets, unless the table has booked some there."""
    for seat in PLAYERS:
        planets = [planet for planet, players in landings.items() if seat in players]
        aboard = Counter(ground_forces(fight.game, fight.units(seat)))
        if not planets or any(ground_forces(fight.game, fight.units(seat, planet)) for planet in planets):
            continue
        damaged = tuple(fight.board.damaged(seat, fight.position, None))
        for unit, planet in zip(aboard.elements(), cycle(planets), strict=False):
            pieces.transfer(fight.game, seat, unit, 1, (fight.position, None), (fight.position, planet))
        fight.landed[seat] = Landed(aboard, tuple(planets), damaged)


def _invaders(fight: Fight) -> list[Player]:
    """The active player, then the ally: whichever ships bring their ground forces (31.action.transport, Q106).

    An ally who does not fight here, as the table has said, and has no units in the system, is not asked about (Q120).
    """
    survey, may = fight.survey, fight.allied is not False
    there = [seat for seat in PLAYERS if seat != fight.ally or may or survey.has_units(fight.position, seat)]
    return sorted(there, key=lambda seat: seat != fight.active)


def _invasion(fight: Fight, detail: Words) -> Procedure[Filled | None]:
    return fight.ask(lambda: _invaded(fight, detail))


def _invaded(fight: Fight, detail: Words) -> Ask | None:
    """The table says who lands where; what the map shows on the planets, or in space beside one alone, is preset."""
    planets, free = _hive_planets(fight), _free_planets(fight)
    if not planets and not free:
        return None
    numbers = tuple(
        Number(
            f"{seat}.{planet}",
            say("{who!c} lands on {planet}", who=fight.game.name(seat), planet=fight.planet(planet)),
            maximum=1,
            value=int(_lands(fight, seat, planet, only=[planet] == planets)),
            yes_no=True,
            of=INVADE,
            preset=int(_is_seen_to_land(fight, seat, planet, only=[planet] == (planets or free))),
        )
        for planet in (*planets, *free)
        for seat in _invaders(fight)
    )
    return question(
        keys.INVASION,
        "" if planets else "free",
        system=fight.label,
        detail=detail,
        items=(
            *(_hives_on(fight, name) for name in planets),
            *(Item(say("{planet}: nobody controls it.", planet=fight.planet(name)), aside=True) for name in free),
        ),
        numbers=numbers,
        shown=Shown(say("Invasion"), expects=any(number.filled_in for number in numbers)),
    )


def _lands(fight: Fight, seat: Player, planet: str, only: bool) -> bool:
    """Whether a log means that a player lands on a planet where it does not say so.

    That is who is seen to; and where nobody has ground forces on the board, the active player, who books none.
    """
    carried = any(ground_forces(fight.game, fight.units(one)) for one in PLAYERS)
    return _is_seen_to_land(fight, seat, planet, only) or (only and not carried and seat == fight.active)


def _is_seen_to_land(fight: Fight, seat: Player, planet: str, only: bool) -> bool:
    """Whether the board shows that a player lands on a planet: by those who have, or who can mean no other."""
    return bool(
        ground_forces(fight.game, fight.units(seat, planet)) or (only and ground_forces(fight.game, fight.units(seat)))
    )


def _fight_for(fight: Fight, planet: str, players: list[Player]) -> Procedure[None]:
    """Bombardment, space cannon defence, and a combat if both sides have ground forces then (Q107)."""
    fight.players, fight.game.told_early = [*players], []
    clash = Clash(fight, planet)
    answer = yield from fight.ask(lambda: _opening(clash))
    if answer is not None:
        fight.way = answer.choice
        take_hits(fight, planet, clash.hive(), bombarded(fight, answer.numbers.get(BOMBARDMENT, 0)))
    clash.fired = yield from _cannons_fire(clash)
    if not fight.players:
        return
    winner = (yield from combat(clash)) if clash.hive() else "players"
    if winner == "players":
        yield from lose_planet(fight, planet)
        return
    clear_players(fight, planet)
    if winner == "nobody":
        clear(fight, "hive", planet)
        text = say("{planet} stays with [the Hive].", planet=fight.planet(planet))
        fight.tell(Item(text, say("nobody is left to take it"), aside=True))


def _hives_on(fight: Fight, planet: str) -> Item:
    units = unit_words(fight.game, fight.units("hive", planet))
    return Item(say("{planet}: {units}.", planet=fight.planet(planet), units=units or say("nothing")), aside=True)


def _opening(clash: Clash) -> Ask | None:
    """How it is fought, and the players' bombardment; None if no ground force of the Hive stands there."""
    fight, planet, mine = clash.fight, clash.planet, clash.hive()
    if not mine or planet is None:
        return None
    safe = not_bombarded(fight, planet)
    shield = shielded(fight.game, fight.units("hive", planet), "hive")
    noted = safe or (say("planetary shield: only with a war sun") if shield else "")
    hits = hits_on_hive(fight, BOMBARDMENT, say("Your bombardment: hits"), planet, mine)
    known = say("[The Hive]: {units}.", units=unit_words(fight.game, mine))
    told = (Item(say("{noted!c}.", noted=noted), aside=True),) if noted else ()
    return replace(how_on_the_ground(clash, known), items=told, numbers=() if safe else (hits,))


def _cannons_fire(clash: Clash) -> Procedure[bool]:
    """The Hive's space cannons on the planet fire at what lands; whether they do. Who lands no more is gone (Q107)."""
    fight, planet, dice = clash.fight, clash.planet or "", Dice(clash.fight)

    def build() -> Ask | None:
        off = units_without(fight.game, "space_cannon", "ground")
        there = fight.units("hive", planet)
        firing = cannons_on(fight.game, {key: there[key] for key in there if key not in off}, "hive")
        sections: tuple[Section, ...] = (("space_cannon", firing),) if firing else ()
        rolls = dice.items(*sections)
        if not rolls:
            return None
        return question(
            keys.SPACE_CANNON_DEFENCE,
            planet=fight.planet(planet),
            choices=(
                Choice("landed", say("You land")),
                Choice(CLEARED, say("No {theirs} is left", theirs=clash.theirs), beside=True),
                *fight.roll_choice(rolls),
            ),
            items=rolls,
            numbers=gone_numbers(fight, clash.theirs),
            shown=Shown(say("Space cannon"), sides=drawn_sides(fight, planet)),
        )

    answer: Filled | None = yield from fight.ask(build)
    if answer is None:
        return False
    fight.struck(planet, dice.hits)
    take_gone(fight, planet, answer.numbers, answer.choice == CLEARED)
    return True
