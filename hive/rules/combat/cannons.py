"""Before the first round in space: space cannons of both sides, and anti-fighter barrage.

Rules: 13.technology.pds-ii, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from hive import keys
from hive.model.game import PLAYERS, Player
from hive.rules.combat.fight import Dice, Fight, Section
from hive.rules.combat.losses import hits_on_hive, in_combat, take_hits
from hive.rules.combat.units import cannons, neighbouring_cannons, ships, with_ability
from hive.steps import Ask, Choice, Procedure, Shown
from hive.words import say


def player_ships(fight: Fight, seat: Player) -> dict[str, int]:
    """A player's ships in the system, as far as the board knows."""
    return ships(fight.game, fight.units(seat))


def may_have(fight: Fight, unit: str) -> bool:
    """Whether the players may fight with such a unit: a player whose ships are not on the board may have any."""
    return any(unit in there or not there for there in (player_ships(fight, seat) for seat in fight.players))


def cannons_of_players(fight: Fight) -> bool:
    """Whether players have space cannons here, or next to it: those may reach it, if they are upgraded."""
    survey = fight.survey
    near = (fight.position, *survey.adjacent[fight.position])
    return any(cannons(fight.game, survey, seat, position) for seat in PLAYERS for position in near)


def hive_cannons(fight: Fight) -> tuple[Section, ...]:
    """The Hive's space cannons that fire at player ships; from next to it only if players activated the system."""
    survey = fight.survey
    firing = dict(cannons(fight.game, survey, "hive", fight.position))
    if fight.active != "hive":
        for key, number in neighbouring_cannons(fight.game, survey, fight.position).items():
            firing[key] = firing.get(key, 0) + number
    return (("space_cannon", firing),) if firing else ()


def hive_barrage(fight: Fight) -> tuple[Section, ...]:
    """The Hive's anti-fighter barrage, if there may be fighters to fire at."""
    firing = with_ability(fight.game, in_combat(fight, None), "anti_fighter_barrage")
    return (("anti_fighter_barrage", firing),) if firing and may_have(fight, "fighter") else ()


def barrage_on_hive(fight: Fight) -> bool:
    """Whether there are Hive fighters, and players may have units with anti-fighter barrage."""
    barraging = [unit.key for unit in fight.game.tables.units.units if unit.anti_fighter_barrage]
    return bool(fighters(fight)) and any(may_have(fight, key) for key in barraging)


def fighters(fight: Fight) -> dict[str, int]:
    """The Hive's fighters in the system."""
    return {key: number for key, number in in_combat(fight, None).items() if key == "fighter"}


def cannon_fire(fight: Fight) -> Procedure[None]:
    """Space cannons where no space combat follows: the players' at Hive ships, the Hive's at ships that come."""
    dice = Dice(fight)

    def build() -> Ask | None:
        mine = in_combat(fight, None)
        rolls = dice.items(*hive_cannons(fight)) if fight.active != "hive" else []
        hits = hits_on_hive(fight, "hits", say("Hits on [the Hive]'s ships"), None, mine)
        numbers = (hits,) if mine and cannons_of_players(fight) else ()
        if not numbers and not rolls:
            return None
        return Ask(
            key=keys.SPACE_CANNON,
            text=say("Space cannons in {system}", system=fight.label),
            choices=(Choice("on", say("Go on")), *fight.roll_choice(rolls)),
            rule="13.technology.pds-ii" if rolls else "1.scope.unchanged-rules",
            items=tuple(rolls),
            numbers=numbers,
            shown=Shown(say("Space cannon")),
        )

    answer = yield from fight.ask(build)
    if answer is not None and answer.numbers:
        take_hits(fight, None, in_combat(fight, None), answer.numbers["hits"])
