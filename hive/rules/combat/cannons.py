"""Dice before the first round: space cannon and anti-fighter barrage of both sides.

Rules: 13.technology.pds-ii, 1.scope.unchanged-rules, Q115, Q118.
"""

from __future__ import annotations

from hive import keys
from hive.model.game import PLAYERS
from hive.rules.combat.clash import (
    CLEARED,
    Clash,
    clear_carried,
    gone_numbers,
    hits_on_hive,
    in_combat,
    player_ships,
    sides,
    take_gone,
    take_hits,
)
from hive.rules.combat.countermeasures import ask
from hive.rules.combat.fight import Dice, Fight, Section
from hive.rules.combat.units import cannons, cannons_in_reach, faded, neighbouring_cannons, units_without, with_ability
from hive.rules.diagrams.damage import as_flagships
from hive.steps import Ask, Choice, Item, Procedure, Shown
from hive.words import Words, listed, say


def may_have(fight: Fight, unit: str) -> bool:
    """Whether the players may fight with such a unit: a player whose ships are not on the board may have any."""
    return any(unit in there or not there for there in (player_ships(fight, seat) for seat in fight.players))


def hive_cannons(fight: Fight) -> tuple[Section, ...]:
    """The Hive's space cannons that fire at player ships there, on any turn; from next to it, at ships that come.

    Rule: 13.technology.pds-ii (Q118).
    """
    if not fight.players:
        return ()
    survey, off = fight.survey, units_without(fight.game, "space_cannon", "space")
    firing = dict(cannons(fight.game, survey, "hive", fight.position))
    if fight.active != "hive":
        for key, number in neighbouring_cannons(fight.game, survey, fight.position).items():
            firing[key] = firing.get(key, 0) + number
    firing = {key: number for key, number in firing.items() if key not in off}
    return (("space_cannon", firing),) if firing else ()


def hive_barrage(fight: Fight) -> tuple[Section, ...]:
    """The Hive's anti-fighter barrage, if there may be fighters to fire at."""
    firing = with_ability(fight.game, in_combat(fight, None), "anti_fighter_barrage")
    return (("anti_fighter_barrage", firing),) if firing and may_have(fight, "fighter") else ()


def barrage_on_hive(fight: Fight) -> bool:
    """Whether there are Hive fighters, and players may have units with anti-fighter barrage."""
    game = fight.game
    if not fighters(fight) or any(faded(game, seat) for seat in fight.players):
        return False
    lent = any(as_flagships(game, seat) for seat in fight.players)
    return lent or any(may_have(fight, unit.key) for unit in game.tables.units.units if unit.anti_fighter_barrage)


def fighters(fight: Fight) -> dict[str, int]:
    """The Hive's fighters in the system."""
    kind_of = fight.game.tables.units.kind_of
    return {key: number for key, number in in_combat(fight, None).items() if kind_of(key) == "fighter"}


def after_the_fire(fight: Fight, rolls: list[Item], note: Words) -> tuple[Choice, ...]:
    """How it goes on; where dice of the Hive roll they can have left no player ship, and the app can roll them."""
    cleared = Choice(CLEARED, say("No player ship is left"), note, beside=True)
    return (Choice("on", say("Go on")), *([cleared] if rolls else ()), *fight.roll_choice(rolls))


def cannon_fire(fight: Fight) -> Procedure[bool]:
    """Space cannons fire first: the players' at Hive ships, the Hive's at those of the players in it; whether any did.

    Who has lost the last ship to them is in no combat. Rules: 14.gain.combat (Q107, Q115), Q118.
    """
    dice = Dice(fight)

    def build() -> Ask | None:
        mine = in_combat(fight, None)
        rolls = dice.items(*hive_cannons(fight))
        hits = hits_on_hive(fight, "hits", say("Hits on [the Hive]'s ships"), None, mine)
        numbers = (hits,) if mine and cannons_in_reach(fight.game, fight.survey, fight.position) else ()
        if not numbers and not rolls:
            return None
        return Ask(
            key=keys.SPACE_CANNON,
            text=say("Space cannons in {system}", system=fight.label),
            choices=after_the_fire(fight, rolls, say("after these hits")),
            rule="13.technology.pds-ii" if rolls else "1.scope.unchanged-rules",
            items=(*rolls, *_fired_at(fight, rolls)),
            numbers=(*numbers, *(gone_numbers(fight, say("ship")) if rolls else ())),
            shown=Shown(say("Space cannon"), sides=sides(fight, None)),
        )

    # Only the Hive's cannons can make a player's ship sustain damage.
    answer = yield from ask(fight, build) if hive_cannons(fight) else fight.ask(build)
    if answer is None:
        return False
    fight.struck(None, dice.hits)
    take_hits(fight, None, in_combat(fight, None), answer.numbers.get("hits", 0))
    clear_carried(fight, ("hive",))
    take_gone(fight, None, answer.numbers, answer.choice == CLEARED)
    return True


def _fired_at(fight: Fight, rolls: list[Item]) -> list[Item]:
    """At whom the Hive's space cannons fire, where somebody else is there as well (Q118, Q120)."""
    others = [seat for seat in PLAYERS if seat not in fight.players and player_ships(fight, seat)]
    if not rolls or not others:
        return []
    names = listed([fight.game.name(seat) for seat in fight.players])
    return [Item(say("The hits fall on ships of {names}.", names=names), rule="31.combat.joint", aside=True)]


# --- anti-fighter barrage of both sides, before the first round of a space combat


def barrage(clash: Clash) -> Procedure[bool]:
    """Both sides fire at fighters, after the stratagem and before anybody can retreat; whether players are left (Q115).

    It is a part of the combat: that has taken place, whoever is left.
    """
    fight, dice = clash.fight, Dice(clash.fight)

    def build() -> Ask | None:
        rolls = dice.items(*hive_barrage(fight)) if clash.hive() else []
        hits = hits_on_hive(fight, "hits", say("Hits of your anti-fighter barrage"), None, fighters(fight))
        numbers = (hits,) if barrage_on_hive(fight) else ()
        if not numbers and not rolls:
            return None
        return Ask(
            key=keys.BARRAGE,
            text=say("Anti-fighter barrage in {system}", system=fight.label),
            choices=after_the_fire(fight, rolls, say("after this barrage")),
            rule="1.scope.unchanged-rules",
            items=(*rolls, *(() if numbers else _nothing_to_fire_with(fight))),
            numbers=numbers,
            shown=clash.shown(),
        )

    answer = yield from fight.ask(build)
    if answer is None:
        return True
    fight.struck(None, dice.hits, fighters=True)
    take_hits(fight, None, fighters(fight), answer.numbers.get("hits", 0))
    return answer.choice != CLEARED


def _nothing_to_fire_with(fight: Fight) -> tuple[Item, ...]:
    """Why no barrage of the players is asked about."""
    if fighters(fight):
        return (Item(say("You have no anti-fighter barrage there."), aside=True),)
    return (Item(say("[The Hive] has no fighters there for a barrage of yours."), aside=True),)
