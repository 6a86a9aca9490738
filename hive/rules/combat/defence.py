"""Players invade planets of the Hive in a system that they have activated. Rules: 1.scope.unchanged-rules, Q29."""

from __future__ import annotations

from hive.rules.combat.clash import Clash, ways
from hive.rules.combat.control import lose_planet
from hive.rules.combat.fight import Dice, Fight, Section
from hive.rules.combat.losses import clear_ground_forces, hits_on_hive, take_hits
from hive.rules.combat.rounds import CLEARED, combat
from hive.rules.combat.space import ALLY, ally_of
from hive.rules.combat.units import cannons_on, shielded
from hive.rules.damage import unit_words
from hive.steps import Ask, Choice, Filled, Item, Number, Procedure
from hive.words import sentence

BOMBARDMENT = "bombardment_hits"
NO_INVASION, INVADE = "none", "invade"


def defend(fight: Fight) -> Procedure[None]:
    """Ask which planets of the Hive the players invade, and fight for each."""
    if not fight.players:
        fight.players = [seat for seat in ("p1", "p2") if seat == fight.active]
    answer = yield from fight.ask(lambda: _invaded(fight))
    if answer is None or answer.choice == NO_INVASION:
        return
    fight.players = [seat for seat in ("p1", "p2") if seat == fight.active or answer.numbers.get(ALLY)]
    for planet in _hive_planets(fight):
        if answer.choice == INVADE and answer.numbers.get(planet, 1):
            yield from _fight_for(fight, planet)


def _hive_planets(fight: Fight) -> list[str]:
    """The planets here that the Hive controls, or stands on."""
    planets = fight.survey.system(fight.position).planets
    return [name for name, planet in planets.items() if planet.control == "hive" or planet.units.get("hive")]


def _invaded(fight: Fight) -> Ask | None:
    planets = _hive_planets(fight)
    if not planets:
        return None
    which = tuple(Number(name, f"{name} (1: yes, 0: no)", 1, value=1) for name in planets if len(planets) > 1)
    game = fight.game
    there = [f"{name}: {unit_words(game, fight.units('hive', name)) or 'nothing'}" for name in planets]
    return Ask(
        key="invasion",
        text=f"Do players invade planets of the Hive in {fight.label}?",
        choices=(Choice(NO_INVASION, "No invasion"), Choice(INVADE, "They invade")),
        rule="1.scope.unchanged-rules",
        items=tuple(Item(f"{line}.") for line in there),
        numbers=(*which, ally_of(fight)),
    )


def _fight_for(fight: Fight, planet: str) -> Procedure[None]:
    firing = cannons_on(fight.game, fight.units("hive", planet))
    before: tuple[Section, ...] = (("space_cannon", firing),) if firing else ()
    clash = Clash(fight, planet, before)
    answer = yield from fight.ask(lambda: _opening(clash))
    if answer is not None:
        fight.way = answer.choice
        take_hits(fight, planet, clash.hive(), answer.numbers[BOMBARDMENT])
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
        fight.tell(Item(f"{planet} stays with the Hive.", "nobody is left to take it"))


def _opening(clash: Clash) -> Ask | None:
    """How it is fought, and the players' bombardment; None if no ground force of the Hive stands there."""
    fight, planet, mine = clash.fight, clash.planet, clash.hive()
    if not mine or planet is None:
        return None
    shield = "planetary shield: only with a war sun" if shielded(fight.game, fight.units("hive", planet)) else ""
    hits = hits_on_hive(fight, BOMBARDMENT, "Hits of the bombardment", planet, mine)
    return Ask(
        key="ground_combat",
        text=sentence(clash.name),
        choices=tuple(ways(fight)),
        rule="1.scope.unchanged-rules",
        detail=f"The Hive: {unit_words(fight.game, mine)}.",
        items=(Item(f"{sentence(shield)}."),) if shield else (),
        numbers=(hits,),
    )


def _cannons_fire(clash: Clash) -> Procedure[bool]:
    """The Hive's space cannons fire at what lands on a planet without ground forces; whether anything is left."""
    fight, dice = clash.fight, Dice(clash.fight)

    def build() -> Ask:
        rolls = dice.items(*clash.before)
        return Ask(
            key="space_cannon_defence",
            text=f"Space cannons on {clash.planet}",
            choices=(
                Choice("landed", "They land"),
                Choice(CLEARED, f"No {clash.theirs} is left"),
                *fight.roll_choice(rolls),
            ),
            rule="1.scope.unchanged-rules",
            items=tuple(rolls),
        )

    answer: Filled | None = yield from fight.ask(build)
    return answer is None or answer.choice != CLEARED
