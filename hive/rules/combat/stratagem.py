"""The Hive's stratagem in a combat of a battle: whether it profits, its card, its words, and who takes it back.

Rules: page 22, 30.cancel.stratagem, Q34.
"""

from __future__ import annotations

from hive.rules.combat.clash import Clash
from hive.rules.combat.rolls import hive_roll
from hive.rules.combat.stratagem_cards import PLAYER_BY_PLAYER, defined, no_card, no_card_line, play_card, stratagem
from hive.rules.diagrams.damage import unit_words, weakest_units
from hive.steps import Choice, Item
from hive.words import Words, count, listed, say

CANCELLED, NO_PROFIT = "stratagem_cancelled", "no_stratagem"


def begin(clash: Clash) -> None:
    """Play an action card for the stratagem of a combat as its first round begins, if it profits; once in a combat.

    Rules: 22.play, 22.discard, 22.requirement, 22.no-waste, 22.first-round-only, 22.per-combat.
    """
    game = clash.fight.game
    symbol = defined(game, clash.arena, clash.fight.cards)
    if clash.settled or symbol is None or not profits(clash, symbol):
        return
    if no_card(game):
        clash.notes = (no_card_line(game, clash.arena),)
        return
    clash.stratagem, clash.settled = stratagem(game, symbol, len(clash.fight.players)), True
    play_card(game)
    left = count(game.hive.action_cards, "action card")
    clash.notes = (
        Item(
            say("Discard 1 random action card of [the Hive] face down."),
            say("for its stratagem; {left} left", left=left),
            "22.play",
        ),
        Item(say("Stratagem: {effect}.", effect=clash.stratagem.words), _whose(clash, symbol), clash.stratagem.rule),
    )


def profits(clash: Clash, symbol: str) -> bool:
    """Whether a stratagem gains the Hive anything, as far as the board knows. Rules: 22.no-waste, Q34."""
    hive = clash.hive()
    if not hive:
        return False
    if symbol == "blue_arrow":
        return bool(hive_roll(clash.fight.game, clash.key, hive))
    if symbol == PLAYER_BY_PLAYER:
        return _uncertain(clash) or bool(_losing_a_die(clash))
    return symbol == "green_compass" or _uncertain(clash) or any(clash.units(seat) for seat in clash.fight.players)


def choices(clash: Clash) -> tuple[Choice, ...]:
    """What the table can say against the stratagem that is played. Rules: 30.cancel.stratagem, 22.no-waste, Q34."""
    if clash.stratagem is None:
        return ()
    cancelled = Choice(CANCELLED, say("They cancel the stratagem"), say("by what cancels an action card"))
    wasted = Choice(NO_PROFIT, say("No stratagem"), say("it gains [the Hive] nothing: it keeps the card"))
    # What is rolled before the first round can leave nobody to fight, and the board may not know the players' units.
    doubtful = not clash.stratagem.cancels and (clash.before or _uncertain(clash))
    return (cancelled, wasted) if doubtful else (cancelled,)


def settle(clash: Clash, choice: str) -> None:
    """Take the stratagem back. A cancelled one has cost its card all the same; one not played has not.

    Rules: 30.cancel.stratagem, 22.discard, 22.no-waste.
    """
    if choice == NO_PROFIT and clash.stratagem is not None:
        clash.fight.game.hive.action_cards += 1
        clash.notes = (Item(say("[The Hive] keeps its action card."), say("no stratagem"), "22.no-waste"),)
    else:
        clash.notes = (
            Item(say("The stratagem is cancelled."), say("its card stays discarded"), "30.cancel.stratagem"),
        )
    clash.stratagem = None


def _uncertain(clash: Clash) -> bool:
    """Whether a player may fight with more than the board shows: those who have activated the system themselves."""
    return clash.fight.active != "hive" and any(not clash.units(seat) for seat in clash.fight.players)


def _losing_a_die(clash: Clash) -> dict[Words, Words]:
    """The weakest unit of each player that has a die to lose, by the player's name; of equals the worse one (Q33)."""
    game = clash.fight.game
    found: dict[Words, Words] = {}
    for seat in clash.fight.players:
        for unit in weakest_units(game, clash.units(seat), 1):
            if game.tables.units.by_key[unit].combat is not None:
                found[game.name(seat)] = unit_words(game, {unit: 1})
    return found


def _whose(clash: Clash, symbol: str) -> Words:
    """Who rolls fewer dice, or how many players it counts."""
    if symbol == PLAYER_BY_PLAYER:
        losing = _losing_a_die(clash).items()
        return listed([say("{who}: {unit}", who=name, unit=unit) for name, unit in losing], ";")
    return say("in the first round; {players} in the combat", players=count(len(clash.fight.players), "player"))
