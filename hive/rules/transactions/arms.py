"""Arms and Interference: a player and the Hive equip each other, or a player pays it to meddle with its turn.

Rules: pages 25 and 26.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hive import keys
from hive.catalog.tables import ActionSymbol, Figures, Fragment
from hive.model.game import Game, Player
from hive.naming import by_now, items, term
from hive.rules.abilities.area import Outcome, research
from hive.rules.abilities.board import build, place_ships
from hive.rules.area import calm, in_reinforcements, meddle, tokens_in_reinforcements
from hive.rules.deck import discard_used, draw, no_card, symbol_rule
from hive.rules.exploration.exploring import FRAGMENT, held_fragments, lose_fragment
from hive.rules.notes import givable
from hive.rules.transactions.payment import Paid, give_note, offer_pillage, pay_counters, receive_note, shuffled_hand
from hive.steps import Ask, Card, CardField, Choice, Confirmed, Item, Procedure, Tell, question, told_alone
from hive.words import THE_HIVE, Words, count, say


def _tokens(game: Game, figures: Figures) -> Procedure[Outcome]:
    """As far as the reinforcements go, the tactic pool first (Q40). Rule: 26.hive.blue-arrow."""
    yield from ()
    tactic = min(figures.arms_tactic_tokens.value, tokens_in_reinforcements(game))
    game.hive.tokens.tactic += tactic
    strategy = min(figures.arms_strategy_tokens.value, tokens_in_reinforcements(game))
    game.hive.tokens.strategy += strategy
    pools, lines = game.hive.tokens, []
    for number, pool, now in ((tactic, say("tactic"), pools.tactic), (strategy, say("strategy"), pools.strategy)):
        tokens = items(number, "command_tokens")
        text = say("[The Hive] gains {tokens} in its {pool} pool.", tokens=tokens, pool=pool)
        lines.append(Item(text, by_now(now), "26.hive.blue-arrow"))
    return Outcome(tuple(lines), moves_plastic=True)


def _mech(game: Game, figures: Figures) -> Procedure[Outcome]:
    mechs = min(figures.arms_mechs.value, in_reinforcements(game, "mech"))
    return (yield from build(game, [("mech", mechs)], "26.hive.yellow-arrow"))


HIVE_ASSETS: dict[ActionSymbol, Callable[[Game, Figures], Procedure[Outcome]]] = {
    "blue_arrow": _tokens,
    "yellow_arrow": _mech,
    "red_star": lambda game, of: research(game, of.arms_technologies.value, "weakest", "26.hive.red-star"),
    "green_compass": lambda game, of: place_ships(
        game, of.arms_ships.value, [], "26.hive.green-compass", say("Ship production")
    ),
}
"""What the Hive gains by an action symbol."""


def player_assets(game: Game, seat: Player, card: Card | None) -> Item | None:
    """A player's assets by the second asset card, as many as it has icons; None without a card.

    Rules: 26.player.blue-arrow, 26.player.yellow-arrow, 26.player.red-star, 26.player.green-compass.
    """
    if card is None or card.action is None:
        return None
    who, icons = game.name(seat), card.icons or 0
    gains: dict[str, Words] = {
        "blue_arrow": say("{who} gains {items}.", who=who, items=count(icons, "trade good")),
        "yellow_arrow": say("{who} draws {cards}.", who=who, cards=count(icons, "action card")),
        "red_star": say("{who} draws {cards}.", who=who, cards=count(icons, "secret objective")),
        "green_compass": say("{who} readies {planets}.", who=who, planets=count(icons, "exhausted planet")),
    }
    return Item(gains[card.action], count(icons, "icon"), symbol_rule("26.player.*", card.action))


# --- arms: a player and the Hive equip each other


AGREED, PAY = "agreed", "pay"


@dataclass
class Offer:
    """What both sides gain, and the counteroffer, if there is one: a payment, or a relic fragment.

    ``assets``: the symbol of those of the Hive.
    """

    assets: ActionSymbol | None
    gained: Item | None
    paid: Paid = field(default_factory=lambda: Paid(0))
    fragment: Fragment | None = None


def no_arms_now(game: Game, seat: Player) -> Words:
    """Why a player cannot begin an arms transaction at this point of the game, or nothing. Rule: 26.when."""
    own = game.phase == "action" and game.active == seat
    return "" if own else say("It is not {who}'s turn.", who=game.name(seat))


def arms_transaction(game: Game, seat: Player) -> Procedure[None]:
    """A note, two asset cards, at most one counteroffer, and what comes of them. Rules: 26.note, 26.draw."""
    keep = list(game.deck.in_use)
    game.players[seat].traded = True
    yield from receive_note(game, seat)
    cards = yield from _draw_assets(game, seat)
    first, second = [*cards, None, None][:2]
    offer = Offer(first.action if first else None, player_assets(game, seat, second))
    yield from _counteroffer(game, seat, offer)
    gained = (yield from HIVE_ASSETS[offer.assets](game, game.tables.figures)).items if offer.assets else ()
    lines = (*gained, *_player_gains(game, seat, offer), *shuffled_hand(game, offer.paid))
    text = say("The arms transaction with {who}", who=game.name(seat))
    yield Confirmed(text, "26.draw", key=keys.ARMS, items=lines)
    discard_used(game, keep)
    game.hive.goods_came = True
    yield from offer_pillage(game)


def _draw_assets(game: Game, seat: Player) -> Procedure[list[Card]]:
    """As many as the deck still holds (Q56). Rule: 26.draw."""
    cards: list[Card] = []
    for number in range(game.tables.figures.arms_asset_cards.value):
        fields: tuple[CardField, ...] = ("action", "icons") if number else ("action",)
        whose = say("For the assets of {who}.", who=game.name(seat) if number else THE_HIVE)
        card = yield from draw(game, "asset", fields, "26.draw", whose)
        if card is not None:
            cards.append(card)
    return cards


# --- counteroffers


def _counteroffer(game: Game, seat: Player, offer: Offer) -> Procedure[None]:
    """The player agrees, or makes one of the counteroffers. Rule: 26.counteroffer.one."""
    able = True
    while True:
        answer = yield from _ask(game, seat, offer, able)
        if answer == AGREED:
            return
        if answer == PAY:
            paid = yield from pay_counters(game, seat, "26.counteroffer.hive")
            able = paid is not None
            if paid is not None:
                # In a counteroffer for the Hive's assets the player still gets their own (Q63).
                offer.paid, offer.assets = paid, None
                return
        else:
            offer.fragment = next((kind for kind in held_fragments(game) if kind == answer), None)
            if offer.fragment is not None:
                return


def _ask(game: Game, seat: Player, offer: Offer, able: bool) -> Ask:
    """Rules: 26.counteroffer.hive, 26.counteroffer.player."""
    name, price = game.name(seat), items(game.players[seat].counters, "trade_goods")
    hives = offer.assets
    lines = [Item(say("No card is left for [the Hive]'s assets."), rule="3.1.depleted")]
    if hives:
        gets = say("[The Hive] gets {assets}.", assets=term("assets", hives))
        lines = [Item(gets, rule=symbol_rule("26.hive.*", hives))]
    pays = Choice(PAY, say("Pay {price} instead of [the Hive]'s assets", price=price), say("commodities count as well"))
    fragments = tuple(
        Choice(
            kind,
            say("Take {fragment} instead", fragment=FRAGMENT[kind]),
            say("of [the Hive], in place of {who}'s assets", who=name),
        )
        for kind in held_fragments(game)
    )
    return question(
        keys.COUNTEROFFER,
        who=name,
        choices=(
            Choice(AGREED, say("Agreed")),
            *([pays] if able and hives else ()),
            *(fragments if offer.gained else ()),
        ),
        items=(*lines, offer.gained) if offer.gained else tuple(lines),
    )


# --- what both gain


def _player_gains(game: Game, seat: Player, offer: Offer) -> list[Item]:
    if offer.fragment is None:
        return [offer.gained] if offer.gained else []
    # The table may have corrected the fragments while the Hive's assets were placed.
    lose_fragment(game, offer.fragment)
    fragment, who = FRAGMENT[offer.fragment], game.name(seat)
    text = say("{who} takes {fragment} from [the Hive]'s play area.", who=who, fragment=fragment)
    return [Item(text, rule="26.counteroffer.player")]


# --- interference: a player pays the Hive to meddle with its turn


NOTE, NEGATIVE, CALM = "note", "negative", "calm"


def no_interference_now(game: Game) -> Words:
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
    paid = yield from pay_counters(game, seat, "25.interference.payment")
    if paid is None:
        yield Tell(say("There is no transaction with {who}.", who=game.name(seat)), "25.interference.payment")
        return
    game.players[seat].traded = True
    yield from receive_note(game, seat)
    option = yield from _which_option(game, seat)
    if option == NOTE:
        yield from give_note(game, seat)
    else:
        yield told_alone(_negative(game) if option == NEGATIVE else _calm(game, seat))
    hand = shuffled_hand(game, paid)
    if hand:
        yield Confirmed(say("The transaction is over"), hand[0].rule, key=keys.HAND, items=tuple(hand))
    discard_used(game, keep)
    game.hive.goods_came = True
    yield from offer_pillage(game)


def _which_option(game: Game, seat: Player) -> Ask:
    """Without a card left to draw there is no note of the Hive (Q100).

    Rules: 25.interference.option-note, 25.interference.option-negative, 25.interference.option-calm, 3.1.depleted.
    """
    name = game.name(seat)
    note = (Choice(NOTE, say("A promissory note of [the Hive]"), say("for {what}", what=name)),)
    away = say("the destination by negative system priority")
    negative = (Choice(NEGATIVE, say("[The Hive] turns away"), away),) if game.hive.activating else ()
    calm = Choice(
        CALM,
        say("Calm"),
        say("{who} counts as having no aggression counters for the rest of [the Hive]'s turn", who=name),
    )
    return question(
        keys.INTERFERENCE,
        who=name,
        choices=(*(note if givable(game) and not no_card(game) else ()), *negative, calm),
        detail=no_card(game),
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
