"""Players invade planets of the Hive in a system that they have activated. Rules: 1.scope.unchanged-rules, Q29."""

from __future__ import annotations

from hive import keys
from hive.model.game import PLAYERS
from hive.rules.combat.allies import ally_number, hear_of_the_ally
from hive.rules.combat.clash import Clash, ways
from hive.rules.combat.control import lose_planet
from hive.rules.combat.fight import Dice, Fight, Section
from hive.rules.combat.landing import not_bombarded
from hive.rules.combat.losses import clear_ground_forces, hits_on_hive, take_hits
from hive.rules.combat.rounds import CLEARED, combat
from hive.rules.combat.units import cannons_on, ground_forces, shielded
from hive.rules.diagrams.damage import unit_words
from hive.steps import Ask, Choice, Filled, Item, Number, Procedure, Shown
from hive.words import Words, say, sentence

BOMBARDMENT = "bombardment_hits"
NO_INVASION, INVADE = "none", "invade"


def defend(fight: Fight) -> Procedure[None]:
    """Ask which planets of the Hive the players invade, and fight for each.

    Nothing is invaded by those who say that they invade, but no planet: they are asked which.
    """
    answer = yield from _invasion(fight, "")
    while answer is not None and answer.choice == INVADE and not _named(fight, answer):
        answer = yield from _invasion(fight, say("Say which: 1 for each planet on which they land."))
    if answer is None or answer.choice == NO_INVASION:
        return
    hear_of_the_ally(fight, answer.numbers)
    fight.players = [seat for seat in PLAYERS if seat == fight.active or fight.allied]
    for planet in _named(fight, answer):
        yield from _fight_for(fight, planet)


def _hive_planets(fight: Fight) -> list[str]:
    """The planets here that the Hive controls, or stands on."""
    planets = fight.survey.system(fight.position).planets
    return [name for name, planet in planets.items() if planet.control == "hive" or planet.units.get("hive")]


def _named(fight: Fight, answer: Filled) -> list[str]:
    """The planets that an answer names; a single one is not asked for."""
    return [planet for planet in _hive_planets(fight) if answer.numbers.get(planet, 1)]


def _landed_on(fight: Fight, planet: str) -> bool:
    """Whether the map shows ground forces of players there already."""
    return any(ground_forces(fight.game, fight.units(seat, planet)) for seat in PLAYERS)


def _invasion(fight: Fight, detail: Words) -> Procedure[Filled | None]:
    return fight.ask(lambda: _invaded(fight, detail))


def _invaded(fight: Fight, detail: Words) -> Ask | None:
    """Of several planets the table says which; those where players stand, as last known, are set in advance."""
    planets = _hive_planets(fight)
    if not planets:
        return None
    several = planets if len(planets) > 1 else []
    which = [
        Number(name, fight.planet(name), 1, value=int(_landed_on(fight, name)), note=say("0 no, 1 yes"))
        for name in several
    ]
    there = [_hives_on(fight, name) for name in planets]
    return Ask(
        key=keys.INVASION,
        text=say("Do players invade planets of [the Hive] in {system}?", system=fight.label),
        choices=(Choice(INVADE, say("They invade")), Choice(NO_INVASION, say("No invasion"))),
        rule="1.scope.unchanged-rules",
        detail=detail,
        items=tuple(there),
        numbers=(*which, *ally_number(fight, known=False)),
        shown=Shown(say("Invasion")),
    )


def _fight_for(fight: Fight, planet: str) -> Procedure[None]:
    firing = cannons_on(fight.game, fight.units("hive", planet))
    before: tuple[Section, ...] = (("space_cannon", firing),) if firing else ()
    clash = Clash(fight, planet, before)
    answer = yield from fight.ask(lambda: _opening(clash))
    if answer is not None:
        fight.way = answer.choice
        take_hits(fight, planet, clash.hive(), answer.numbers.get(BOMBARDMENT, 0))
    if not clash.hive():
        if not firing or (yield from _cannons_fire(clash)):
            yield from lose_planet(fight, planet)
        else:
            clear_ground_forces(fight, planet)
        return
    winner = yield from combat(clash)
    if winner == "players":
        yield from lose_planet(fight, planet)
        return
    clear_ground_forces(fight, planet)
    if winner == "nobody":
        fight.tell(
            Item(say("{planet} stays with [the Hive].", planet=fight.planet(planet)), say("nobody is left to take it"))
        )


def _hives_on(fight: Fight, planet: str) -> Item:
    units = unit_words(fight.game, fight.units("hive", planet))
    return Item(say("{planet}: {units}.", planet=fight.planet(planet), units=units or say("nothing")))


def _opening(clash: Clash) -> Ask | None:
    """How it is fought, and the players' bombardment; None if no ground force of the Hive stands there."""
    fight, planet, mine = clash.fight, clash.planet, clash.hive()
    if not mine or planet is None:
        return None
    safe = not_bombarded(fight, planet)
    shield = shielded(fight.game, fight.units("hive", planet))
    noted = safe or (say("planetary shield: only with a war sun") if shield else "")
    hits = hits_on_hive(fight, BOMBARDMENT, say("Hits of the bombardment"), planet, mine)
    return Ask(
        key=keys.GROUND_COMBAT,
        text=sentence(clash.name),
        choices=tuple(ways(fight)),
        rule="1.scope.unchanged-rules",
        detail=say("[The Hive]: {units}.", units=unit_words(fight.game, mine)),
        items=(Item(say("{noted!c}.", noted=noted)),) if noted else (),
        numbers=() if safe else (hits,),
        shown=Shown(say("Ground combat")),
    )


def _cannons_fire(clash: Clash) -> Procedure[bool]:
    """The Hive's space cannons fire at what lands on a planet without ground forces; whether anything is left."""
    fight, dice = clash.fight, Dice(clash.fight)

    def build() -> Ask:
        rolls = dice.items(*clash.before)
        return Ask(
            key=keys.SPACE_CANNON_DEFENCE,
            text=say("Space cannons on {planet}", planet=fight.planet(clash.planet or "")),
            choices=(
                Choice("landed", say("They land")),
                Choice(CLEARED, say("No {theirs} is left", theirs=clash.theirs), beside=True),
                *fight.roll_choice(rolls),
            ),
            rule="1.scope.unchanged-rules",
            items=tuple(rolls),
            shown=Shown(say("Space cannon")),
        )

    answer: Filled | None = yield from fight.ask(build)
    return answer is None or answer.choice != CLEARED
