"""The Hive's stratagem in a combat of a battle: whether it profits, its card, its words, and who takes it back.

Rules: page 22, 30.cancel.stratagem, Q34, Q115.
"""

from __future__ import annotations

from dataclasses import replace

from hive import keys
from hive.pictures import Turned
from hive.rules.combat.clash import Clash
from hive.rules.combat.rolls import hive_roll
from hive.rules.combat.stratagem_cards import (
    PLAYER_BY_PLAYER,
    Stratagem,
    defined,
    no_card,
    no_card_line,
    play_card,
    stratagem,
)
from hive.rules.diagrams.damage import unit_words, weakest_units
from hive.steps import Ask, Choice, Item, Procedure
from hive.words import Words, count, listed, say

CANCELLED, NO_PROFIT = "stratagem_cancelled", "no_stratagem"


def begin(clash: Clash) -> Procedure[None]:
    """Play an action card for the stratagem of a combat as its first round begins, if it profits; once in a combat.

    That is after space cannons and bombardment have fired, and before any die of the combat is rolled. A cancelled one
    has cost its card all the same; one that is not played has not. Rules: 22.play, 22.discard, 22.requirement,
    22.no-waste, 22.first-round-only, 22.per-combat, 30.cancel.stratagem (Q107, Q115).
    """
    game = clash.fight.game
    answer = yield from clash.fight.ask(lambda: _question(clash))
    found = _stratagem(clash)
    if found is None:
        return
    if answer is None:
        clash.notes = (no_card_line(game, clash.arena),)
    elif answer.choice != NO_PROFIT:
        play_card(game)
        if answer.choice != CANCELLED:
            clash.stratagem, clash.notes = found, (_line(clash, found),)


def _stratagem(clash: Clash) -> Stratagem | None:
    """What the Hive would perform in a combat; None if its card brings none, or it gains nothing."""
    symbol = defined(clash.fight.game, clash.arena, clash.fight.cards)
    if symbol is None or not profits(clash, symbol):
        return None
    return stratagem(clash.fight.game, symbol, len(clash.fight.players))


def _question(clash: Clash) -> Ask | None:
    """The card that is played, what it does, and what the table can say against it; None if none is played."""
    game, found = clash.fight.game, _stratagem(clash)
    if found is None or no_card(game):
        return None
    left = count(game.hive.action_cards - 1, "action card")
    card = Item(
        say("Discard 1 random action card of [the Hive] face down."),
        say("for its stratagem; {left} left", left=left),
        "22.play",
        drawn=Turned(found.symbol),
    )
    return Ask(
        key=keys.STRATAGEM,
        text=say("Stratagem in the {clash}", clash=clash.name),
        choices=(Choice("on", say("Done")), *_against(clash, found)),
        rule=found.rule,
        items=(card, replace(_line(clash, found), drawn=Turned(found.symbol))),
        shown=clash.shown(),
    )


def _line(clash: Clash, found: Stratagem) -> Item:
    return Item(say("Stratagem: {effect}.", effect=found.words), _whose(clash, found.symbol), found.rule)


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


def _against(clash: Clash, found: Stratagem) -> tuple[Choice, ...]:
    """What the table can say against a stratagem. Rules: 30.cancel.stratagem, 22.no-waste, Q34."""
    cancelled = Choice(
        CANCELLED, say("They cancel the stratagem"), say("by what cancels an action card; the card stays discarded")
    )
    wasted = Choice(NO_PROFIT, say("No stratagem"), say("it gains [the Hive] nothing: it keeps the card"))
    # The board may not know the players' units, nor what was fired away before.
    doubtful = not found.cancels and (clash.fired or _uncertain(clash))
    return (cancelled, wasted) if doubtful else (cancelled,)


def _uncertain(clash: Clash) -> bool:
    """Whether a player may fight with more than the board shows: those who have activated the system themselves."""
    return clash.fight.active != "hive" and any(not clash.units(seat) for seat in clash.fight.players)


def _losing_a_die(clash: Clash) -> dict[Words, Words]:
    """The weakest unit of each player that has a die to lose, by the player's name; of equals the worse one (Q33)."""
    game = clash.fight.game
    found: dict[Words, Words] = {}
    for seat in clash.fight.players:
        for unit in weakest_units(game, clash.units(seat), 1, seat):
            if game.tables.units.by_key[unit].combat is not None:
                found[game.name(seat)] = unit_words(game, {unit: 1})
    return found


def _whose(clash: Clash, symbol: str) -> Words:
    """Who rolls fewer dice, or how many players it counts."""
    if symbol == PLAYER_BY_PLAYER:
        losing = _losing_a_die(clash).items()
        return listed([say("{who}: {unit}", who=name, unit=unit) for name, unit in losing], ";")
    return say("in the first round; {players} in the combat", players=count(len(clash.fight.players), "player"))
