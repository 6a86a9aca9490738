"""Anti-fighter barrage of both sides, before the first round of a space combat. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from hive import keys
from hive.rules.combat.cannons import after_the_fire, barrage_on_hive, fighters, hive_barrage
from hive.rules.combat.clash import CLEARED, Clash
from hive.rules.combat.fight import Dice, Fight
from hive.rules.combat.losses import hits_on_hive, take_hits
from hive.steps import Ask, Item, Procedure
from hive.words import say


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
