"""With whom the Hive was in combat, and attrition and maneuver warfare of the allies.

Rules: 14.gain.combat, page 31.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from hive import keys
from hive.catalog.tables import Foe
from hive.model.game import PLAYERS, Game
from hive.rules.area.points import angered
from hive.rules.combat.fight import Fought
from hive.rules.moments import BattleOver, moment
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import PlanetName, Words, count, say

FIGHTERS: dict[str, tuple[str, ...]] = {"done": (), "fought_p1": ("p1",), "fought_p2": ("p2",), "fought_both": PLAYERS}


def fight_choices(game: Game) -> tuple[Choice, ...]:
    """How a tactical action ended: without combat, or with combat between the Hive and whom."""
    p1, p2 = game.name("p1"), game.name("p2")
    return (
        Choice("done", say("Done"), say("no combat with [the Hive]")),
        Choice("fought_p1", say("Fought {p1}", p1=p1), say("[the Hive] in combat with this player")),
        Choice("fought_p2", say("Fought {p2}", p2=p2), say("[the Hive] in combat with this player")),
        Choice("fought_both", say("Fought both"), say("[the Hive] in combat with both players")),
    )


def after_fight(game: Game, answer: str) -> Procedure[None]:
    """Each player in combat with the Hive gains a counter, however many there were; then they are over.

    Rule: 14.gain.combat.
    """
    for seat in PLAYERS:
        if seat in FIGHTERS[answer]:
            yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")
    if FIGHTERS[answer]:
        yield from moment(game, BattleOver())


# --- attrition and maneuver warfare of the allies: when it is offered, and what it takes from the Hive


Warfare = Literal["attrition", "maneuver"]
KINDS: tuple[Warfare, ...] = ("attrition", "maneuver")
NO = "no"
_NAMES: dict[Warfare, Words] = {"attrition": say("Attrition warfare"), "maneuver": say("Maneuver warfare")}


def nothing_to_win(game: Game, kind: Warfare) -> Words:
    """Why a kind of warfare brings nothing, or nothing."""
    if kind == "attrition":
        return say("The Hive Mind deck is depleted.") if game.deck.depleted else ""
    return "" if game.hive.secrets else say("[The Hive] holds no secret objectives.")


def not_won(combat: Fought, nothing_left: Collection[Foe]) -> Words:
    """Why a combat was not won by both players, or nothing; in: who has nothing left that fought in it (Q122)."""
    if combat.winner == "players" and {*combat.players} - {*nothing_left} >= {*PLAYERS}:
        return ""
    where = say("in space") if combat.planet is None else say("on {planet}", planet=PlanetName(combat.planet))
    return say("You have not both won {where}, with a unit of each of you left.", where=where)


def won_together(combats: Sequence[Fought], failed: Sequence[Words]) -> tuple[Warfare, ...]:
    """What can have been won by these combats of one tactical action, of which some have ``failed`` (Q122, Q134).

    Both players were in each of them, and won it; maneuver warfare has no space combat, and at least one on the ground.
    Rules: 31.attrition.reward, 31.maneuver.reward.
    """
    if not combats or failed:
        return ()
    return ("attrition",) if any(one.planet is None for one in combats) else ("maneuver",)


def offer_warfare(game: Game, kinds: Sequence[Warfare]) -> Procedure[bool]:
    """Ask whether the players have conducted warfare together; whether they have.

    Rules: 31.attrition.start, 31.maneuver.start.
    """
    kinds = [kind for kind in kinds if not nothing_to_win(game, kind)]
    if not kinds:
        return False
    answer = yield from asked(
        Ask(
            key=keys.WARFARE,
            text=say("Have you fought this as warfare together?"),
            choices=(
                Choice(NO, say("No")),
                *(Choice(kind, _NAMES[kind], say("won, and a unit of each of you is left")) for kind in kinds),
            ),
            rule=f"31.{kinds[0]}.reward",
            items=tuple(Item(_BEGUN[kind], rule=f"31.{kind}.start", aside=True) for kind in kinds),
            shown=Shown(say("After the battle"), expects=False),
        )
    )
    for kind in kinds:
        if answer == kind:
            yield from reward(game, kind)
    return answer != NO


_BEGUN: dict[Warfare, Words] = {
    "attrition": say("Attrition warfare: each of you has placed a command token of the tactic pool for it."),
    "maneuver": say("Maneuver warfare: each of you has placed a command token of the tactic pool for it."),
}


def reward(game: Game, kind: Warfare) -> Procedure[None]:
    """What the players win. Rules: 31.attrition.reward, 31.maneuver.reward."""
    yield from (_cards(game) if kind == "attrition" else _secrets(game))


def _cards(game: Game) -> Procedure[None]:
    """Cards leave the active deck unseen (Q57)."""
    wanted = game.tables.figures.attrition_cards.value
    discarded = 0
    while discarded < wanted and not game.deck.depleted:
        active = game.deck.secondary if game.deck.secondary_active else game.deck.primary
        game.deck.discard.append(active.pop(0))
        discarded += 1
    text = say("{cards} of the Hive Mind deck discarded, unseen", cards=count(discarded, "card"))
    note = say("{number} left to draw", number=game.deck.left)
    line = Item(
        say("Discard {cards} from the top of the active deck.", cards=count(discarded, "card")),
        note,
        "31.attrition.reward",
    )
    yield Tell(text, "31.attrition.reward", key=keys.ATTRITION_WON, confirm="done", items=(line,))


def _secrets(game: Game) -> Procedure[None]:
    """Secret objectives of the Hive go back unseen."""
    drawn = min(game.tables.figures.maneuver_secrets.value, game.hive.secrets)
    game.hive.secrets -= drawn
    secrets = count(drawn, "secret objective")
    text = say(
        "Draw {secrets} of [the Hive] unseen, at random, and shuffle what was drawn into the deck.", secrets=secrets
    )
    line = Item(text, say("[the Hive] keeps {number}", number=game.hive.secrets), "31.maneuver.reward")
    yield Tell(
        say("[The Hive] loses {secrets}", secrets=secrets),
        "31.maneuver.reward",
        key=keys.MANEUVER_WON,
        confirm="done",
        items=(line,),
    )
