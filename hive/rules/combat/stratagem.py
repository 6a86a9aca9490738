"""The Hive's stratagem in a combat of a battle: whether it profits, its card, its words, and who takes it back.

Rules: page 22, 30.cancel.stratagem, 38.wild.stratagem-face-up, 38.zealous.twice, Q34, Q115.
"""

from __future__ import annotations

from dataclasses import replace

from hive import keys
from hive.model.game import NEUTRAL, Game
from hive.pictures import Turned
from hive.rules.combat.cards import (
    EFFECTS,
    PLAYER_BY_PLAYER,
    Stratagem,
    defined,
    no_card,
    no_card_line,
    of_both_cards,
    performances,
    play_card,
    stratagem,
)
from hive.rules.combat.clash import Clash
from hive.rules.combat.rolls import hive_roll
from hive.rules.diagrams.damage import able_to_sustain, unit_words, weakest_units
from hive.steps import Ask, Choice, Item, Procedure
from hive.words import Words, count, listed, say

CANCELLED, NO_PROFIT, BOTH = "stratagem_cancelled", "no_stratagem", "both_effects"
Stratagems = tuple[Stratagem, ...]


def begin(clash: Clash) -> Procedure[None]:
    """Play an action card for the stratagem of a combat as its first round begins, if it profits; once in a combat.

    That is after space cannons and bombardment have fired, and before any die of the combat is rolled. A cancelled one
    has cost its card all the same; one that is not played has not. Rules: 22.play, 22.discard, 22.requirement,
    22.no-waste, 22.first-round-only, 22.per-combat, 30.cancel.stratagem (Q107, Q115). An event can let it perform more
    than one in a row, a card each: 38.zealous.twice, 38.zealous.card-each, 38.zealous.no-waste.
    """
    for _ in range(performances(clash.fight.game)):
        if not (yield from _performed(clash)):
            return


def _performed(clash: Clash) -> Procedure[bool]:
    """Play one card, unless the Hive gains nothing or has none; whether it was played."""
    game = clash.fight.game
    answer = yield from clash.fight.ask(lambda: _question(clash))
    alone, both = _stratagems(clash)
    if not alone and not both:
        return False
    if answer is None:
        clash.notes = clash.notes or (no_card_line(game, clash.arena),)
        return False
    if answer.choice == NO_PROFIT:
        return False
    play_card(game)
    if answer.choice != CANCELLED:
        found = both if answer.choice == BOTH else alone
        clash.notes = (*clash.notes, *(_line(clash, one) for one in found))
        clash.stratagem += found
    return True


def _stratagems(clash: Clash) -> tuple[Stratagems, Stratagems]:
    """What the Hive would perform in a combat; and with a card that lies face up and begins with ACTION.

    Nothing if its support card brings none, or where it gains nothing by it.
    """
    game, cards = clash.fight.game, clash.fight.cards
    symbol, players = defined(game, clash.arena, cards), len(clash.fight.players)
    if symbol is None:
        return (), ()
    alone = (symbol,) if profits(clash, symbol) else ()
    both = [one for one in of_both_cards(game, cards) if profits(clash, one)]
    return (
        tuple(stratagem(game, one, players) for one in alone),
        tuple(stratagem(game, one, players) for one in both),
    )


def _question(clash: Clash) -> Ask | None:
    """The card that is played, what it does, and what the table can say against it; None if none is played."""
    game, (alone, both) = clash.fight.game, _stratagems(clash)
    symbol = defined(game, clash.arena, clash.fight.cards)
    if not (alone or both) or no_card(game) or symbol is None:
        return None
    drawn = Turned(symbol)
    lines = (_card(game, symbol), *(_line(clash, one) for one in alone), *_if_both(clash, both))
    return Ask(
        key=keys.STRATAGEM,
        text=say("Stratagem in the {clash}", clash=clash.name),
        choices=(*_done(game), *_against(clash, (*alone, *both))),
        rule=EFFECTS[symbol][1],
        items=tuple(replace(line, drawn=drawn) for line in lines),
        shown=clash.shown(expects=not _face_up(game)),
    )


def _face_up(game: Game) -> bool:
    return bool(game.tables.figures.stratagem_both_effects.value)


def _card(game: Game, symbol: str) -> Item:
    """The card that is paid for it. Rules: 22.play, 38.wild.stratagem-face-up."""
    note = say("for its stratagem; {left} left", left=count(game.hive.action_cards - 1, "action card"))
    if _face_up(game):
        text = say("Discard 1 random action card of [the Hive] face up.")
        return Item(text, note, "38.wild.stratagem-face-up")
    return Item(say("Discard 1 random action card of [the Hive] face down."), note, "22.play")


def _if_both(clash: Clash, both: Stratagems) -> list[Item]:
    """What a card that begins with ACTION brings. Rule: 38.wild.stratagem-face-up."""
    if not both:
        return []
    effects = listed([one.words for one in both], ";")
    text = say("If its text begins with ACTION: {effects}.", effects=effects)
    return [Item(text, say("the first support card's effect, then the second's"), "38.wild.stratagem-face-up")]


def _done(game: Game) -> tuple[Choice, ...]:
    """Rules: 38.wild.stratagem-face-up, 38.wild.stratagem-normal."""
    if not _face_up(game):
        return (Choice("on", say("Done")),)
    return (
        Choice(BOTH, say("It begins with ACTION"), say("both effects")),
        Choice("on", say("It does not"), say("as usual")),
    )


def _line(clash: Clash, found: Stratagem) -> Item:
    return Item(say("Stratagem: {effect}.", effect=found.words), _whose(clash, found.symbol), found.rule, aside=True)


def profits(clash: Clash, symbol: str) -> bool:
    """Whether a stratagem gains the Hive anything, or anything more, as far as the board knows.

    Rules: 22.no-waste, 38.zealous.no-waste, Q34.
    """
    hive = clash.hive()
    if not hive:
        return False
    if symbol == "blue_arrow":
        return bool(hive_roll(clash.fight.game, clash.key, hive))
    if symbol == PLAYER_BY_PLAYER:
        return _uncertain(clash) or bool(_losing_a_die(clash))
    return symbol == "green_compass" or _uncertain(clash) or _withstood(clash) > clash.stratagem.hits


def _withstood(clash: Clash) -> int:
    """How many hits the players' units can take at most."""
    game = clash.fight.game
    return sum(
        number + able_to_sustain(game, unit, number, seat)
        for seat in clash.fight.players
        for unit, number in clash.units(seat).items()
    )


def _against(clash: Clash, found: Stratagems) -> tuple[Choice, ...]:
    """What the table can say against a stratagem. Rules: 30.cancel.stratagem, 22.no-waste, 38.zealous.no-waste, Q34."""
    cancelled = Choice(
        CANCELLED, say("You cancel the stratagem"), say("by what cancels an action card; the card stays discarded")
    )
    wasted = Choice(NO_PROFIT, say("No stratagem"), say("it gains [the Hive] nothing: it keeps the card"))
    # The board may not know the players' units, nor what was fired away before.
    unknown = not any(one.cancels for one in found) and (clash.fired or _uncertain(clash))
    doubtful = unknown or bool(clash.stratagem)
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
            value = game.tables.units.by_key[unit].combat
            if value is not None and value.dice > clash.stratagem.number(PLAYER_BY_PLAYER):
                found[game.name(seat)] = unit_words(game, {unit: 1})
    return found


def _whose(clash: Clash, symbol: str) -> Words:
    """Who rolls fewer dice, or how many players it counts."""
    if symbol == PLAYER_BY_PLAYER:
        losing = _losing_a_die(clash).items()
        return listed([say("{who}: {unit}", who=name, unit=unit) for name, unit in losing], ";")
    there = len(clash.fight.players)
    sides = count(there, "side") if NEUTRAL in clash.fight.players else count(there, "player")
    return say("in the first round; {players} in the combat", players=sides)
