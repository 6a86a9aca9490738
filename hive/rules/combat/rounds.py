"""A combat of the Hive, round by round.

Rules: 1.scope.unchanged-rules, 5.4.damage-space, 5.4.damage-ground, 21.combat.no-retreat.
"""

from __future__ import annotations

from dataclasses import replace

from hive import keys
from hive.catalog.tables import AbilitiesOff, NoSustain
from hive.effects import effects
from hive.rules.combat.asides import ask
from hive.rules.combat.by_hand import told_by_hand
from hive.rules.combat.clash import BY_HAND, Clash, Winner
from hive.rules.combat.losses import damaged_in, hits_on_hive, take_hits
from hive.rules.combat.units import hits_when_sustaining, upgrades
from hive.rules.diagrams.damage import Hits, unit_words
from hive.steps import Ask, Choice, Filled, Item, Number, Procedure, Shown
from hive.words import Name, count, say

CLEARED = "cleared"
RETREAT = "retreat"


def combat(clash: Clash) -> Procedure[Winner]:
    """Fight a combat in the way that the table has chosen; return who has won. The Hive's losses are booked.

    The players in it are noted for their counters (14.gain.combat).
    """
    clash.fight.join(clash.fight.players)
    return (yield from (told_by_hand(clash) if clash.fight.way == BY_HAND else fight_rounds(clash)))


def fight_rounds(clash: Clash) -> Procedure[Winner]:
    """Fight round after round until one side is gone; return who has won. The Hive's losses are booked.

    Rules: 21.combat.no-retreat, 1.scope.unchanged-rules.
    """
    fight, number = clash.fight, 1
    while clash.hive():
        answer = yield from _round(clash, number)
        if answer is None:
            break
        if answer.choice == BY_HAND:
            clash.card_told()
            return (yield from told_by_hand(clash))
        hits = answer.numbers["hits"]
        taken = take_hits(fight, clash.planet, clash.hive(), hits - _cancelled(clash, hits))
        fight.tell(*_answers(clash, taken, hits))
        if answer.choice == CLEARED:
            return "hive" if clash.hive() else "nobody"
        # From a system without Hive ships nobody has to retreat.
        if answer.choice == RETREAT and clash.hive():
            return "retreated"
        number += 1
        clash.next_round()
    return "players"


def _round(clash: Clash, number: int) -> Procedure[Filled | None]:
    """One question a round: the Hive's dice, the hits on the Hive, and whether it goes on."""

    def build() -> Ask | None:
        units = clash.hive()
        if not units:
            return None
        before = [(kind, there) for kind, there in clash.before if there]
        dice = [*clash.dice.items(*before), *clash.dice.combat(clash.key, units, clash.stratagem)]
        return Ask(
            key=keys.SPACE_COMBAT_ROUND if clash.planet is None else keys.GROUND_COMBAT_ROUND,
            text=say("Round {number} of the {clash}", number=number, clash=Name(clash.name)),
            choices=(*_endings(clash), *clash.fight.roll_choice(dice), Choice(BY_HAND, say("Finished by hand"))),
            rule="1.scope.unchanged-rules",
            detail=say("[The Hive]: {units}. It never retreats.", units=unit_words(clash.fight.game, units)),
            items=(*dice, *_reminders(clash, units), *_bent(clash, units)),
            numbers=(_hits(clash, units),),
            shown=Shown(clash.heading),
        )

    return ask(clash, build, direct_hits=True)


def _hits(clash: Clash, units: dict[str, int]) -> Number:
    """The stepper for the hits of the round, with room for those that a stratagem cancels. Rule: 22.green-compass."""
    number = hits_on_hive(clash.fight, "hits", say("Hits on [the Hive] in this round"), clash.planet, units)
    cancels = clash.stratagem.cancels if clash.stratagem else 0
    if not cancels:
        return number
    return replace(
        number, maximum=number.maximum + cancels, note=say("the stratagem cancels {cancels} of them", cancels=cancels)
    )


def _cancelled(clash: Clash, hits: int) -> int:
    """The hits that a stratagem has cancelled, told with the next step. Rule: 22.green-compass."""
    cancelled = min(hits, clash.stratagem.cancels if clash.stratagem else 0)
    if cancelled:
        clash.fight.tell(
            Item(say("{hits} cancelled.", hits=count(cancelled, "hit")), say("by the stratagem"), "22.green-compass")
        )
    return cancelled


def _endings(clash: Clash) -> tuple[Choice, ...]:
    on = Choice(
        "on",
        say("Fight on"),
        say("or [the Hive] has lost its last ship")
        if clash.planet is None
        else say("or [the Hive] has lost its last ground force"),
    )
    cleared = Choice(
        CLEARED, say("No {theirs} is left", theirs=clash.theirs), say("after the hits of this round"), beside=True
    )
    retreat = (Choice(RETREAT, say("They retreat"), say("after this round")),) if clash.may_retreat else ()
    return (on, cleared, *retreat)


def _reminders(clash: Clash, units: dict[str, int]) -> list[Item]:
    """Hits that the Hive produces once it is hit, told in advance: they count in the same round."""
    if clash.planet is None:
        return []
    game, lines = clash.fight.game, []
    for key, number in units.items():
        hits = hits_when_sustaining(game, key)
        if hits and number > damaged_in(clash.fight, clash.planet).get(key, 0):
            name = game.tables.units.by_key[key].name
            lines.append(
                Item(
                    say("A {unit} that sustains damage produces {hits}.", unit=Name(name), hits=count(hits, "hit")),
                    rule="1.setup.faction",
                )
            )
    for upgrade in upgrades(game):
        if upgrade.answers_hits:
            text = say(
                "{upgrade}: {more_hits} if [the Hive] is hit in this round.",
                upgrade=Name(upgrade.name),
                more_hits=count(upgrade.answers_hits, "more hit"),
            )
            lines.append(Item(text, rule=upgrade.rule))
    return lines


def _bent(clash: Clash, units: dict[str, int]) -> list[Item]:
    """What the units in the combat cannot do, and by what. Rule: 1.scope.unchanged-rules."""
    there = {*units, *(unit for seat in clash.fight.players for unit in clash.units(seat))}
    found = effects(clash.fight.game)
    bends = [*found.of(NoSustain), *(found.of(AbilitiesOff) if clash.planet is not None else ())]
    return [
        Item(say("{words}.", words=one.words), rule="1.scope.unchanged-rules")
        for one in bends
        if there & {*one.effect.units}
    ]


def _answers(clash: Clash, taken: Hits, hits: int) -> list[Item]:
    """The hits that the Hive has produced by being hit in ground combat."""
    if clash.planet is None or not hits:
        return []
    game = clash.fight.game
    answered = sum(hits_when_sustaining(game, key) * number for key, number in taken.sustained.items())
    answered += sum(upgrade.answers_hits for upgrade in upgrades(game))
    if not answered:
        return []
    return [
        Item(
            say("[The Hive] has produced {more_hits} in this round.", more_hits=count(answered, "more hit")),
            say("by being hit"),
        )
    ]
