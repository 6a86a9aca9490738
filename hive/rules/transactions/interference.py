"""Interference: a player pays the Hive to meddle with its turn. Rules: page 25, Interference transactions."""

from __future__ import annotations

from hive import keys
from hive.model.game import Game, Player
from hive.rules.area.points import calm, meddle
from hive.rules.deck import discard_used, no_card
from hive.rules.notes import givable
from hive.rules.transactions.payment import give_note, offered, pay, receive_note, shuffled_hand
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked, told_alone
from hive.words import Words, say

NOTE, NEGATIVE, CALM = "note", "negative", "calm"


def not_now(game: Game) -> Words:
    """Why no interference can begin at this point of the game, or nothing. Rule: 25.interference.when.

    Its turn in the agenda phase is its turn to vote (Q129).
    """
    in_its_turn = game.phase in ("action", "agenda") and game.active == "hive"
    return "" if in_its_turn else say("It is not [the Hive]'s turn.")


def interference(game: Game, seat: Player) -> Procedure[None]:
    """The price first, then one of three options; nothing happens if the player cannot pay all of it (Q63).

    Rules: 25.interference.note, 25.interference.payment, 30.transaction.once-per-round.
    """
    keep = list(game.deck.in_use)
    paid = yield from pay(game, seat, "25.interference.payment")
    if paid is None:
        yield Tell(say("There is no transaction with {who}.", who=game.name(seat)), "25.interference.payment")
        return
    game.players[seat].traded = True
    yield from receive_note(game, seat)
    option = yield from asked(_which_option(game, seat))
    if option == NOTE:
        yield from give_note(game, seat)
    else:
        yield told_alone(_negative(game) if option == NEGATIVE else _calm(game, seat))
    hand = shuffled_hand(game, paid)
    if hand:
        yield Tell(say("The transaction is over"), hand[0].rule, key=keys.HAND, confirm="done", items=tuple(hand))
    discard_used(game, keep)
    game.hive.goods_came = True
    yield from offered(game)


def _which_option(game: Game, seat: Player) -> Ask:
    """Without a card left to draw there is no note of the Hive (Q100).

    Rules: 25.interference.option-note, 25.interference.option-negative, 25.interference.option-calm, 3.1.depleted.
    """
    name = game.name(seat)
    note = (Choice(NOTE, say("A promissory note of [the Hive]"), say("for {who}", who=name)),)
    away = say("the destination by negative system priority")
    negative = (Choice(NEGATIVE, say("[The Hive] turns away"), away),) if game.hive.activating else ()
    calm = Choice(
        CALM,
        say("Calm"),
        say("{who} counts as having no aggression counters for the rest of [the Hive]'s turn", who=name),
    )
    return Ask(
        key=keys.INTERFERENCE,
        text=say("What does {who} get from [the Hive]?", who=name),
        choices=(*(note if givable(game) and not no_card(game) else ()), *negative, calm),
        rule="25.interference.when",
        detail=no_card(game),
        shown=Shown(expects=False),
    )


def _negative(game: Game) -> Item:
    game.hive.negative_priority = True
    meddle(game)
    text = say("[The Hive] chooses the destination of this tactical action by negative system priority.")
    return Item(text, rule="25.interference.option-negative")


def _calm(game: Game, seat: Player) -> Item:
    calm(game, seat)
    text = say("{who} counts as having no aggression counters for the rest of [the Hive]'s turn.", who=game.name(seat))
    return Item(text, rule="25.interference.option-calm")
