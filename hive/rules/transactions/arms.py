"""Arms: a player and the Hive equip each other. Rules: page 26."""

from __future__ import annotations

from dataclasses import dataclass, field

from hive import keys
from hive.catalog.tables import Fragment
from hive.model.game import Game, Player
from hive.naming import items
from hive.rules.deck.hive_mind import discard_used, draw
from hive.rules.exploration.relics import FRAGMENT
from hive.rules.transactions.assets import HiveAssets, hive_assets, player_assets
from hive.rules.transactions.passing import receive_note
from hive.rules.transactions.payment import Paid, pay, shuffled_hand
from hive.rules.transactions.pillage import offered
from hive.steps import Ask, Card, CardField, Choice, Item, Procedure, Tell, asked
from hive.words import THE_HIVE, Words, say

AGREED, PAY = "agreed", "pay"


@dataclass
class Offer:
    """What both sides gain, and the counteroffer, if there is one: a payment, or a relic fragment."""

    assets: HiveAssets | None
    gained: Item | None
    paid: Paid = field(default_factory=lambda: Paid(0))
    fragment: Fragment | None = None


def not_now(game: Game, seat: Player) -> Words:
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
    offer = Offer(hive_assets(first), player_assets(game, seat, second))
    yield from _counteroffer(game, seat, offer)
    lines = yield from _hive_gains(game, offer)
    lines.extend(_player_gains(game, seat, offer))
    lines.extend(shuffled_hand(game, offer.paid))
    text = say("The arms transaction with {who}", who=game.name(seat))
    yield Tell(text, "26.draw", key=keys.ARMS, confirm="done", items=tuple(lines))
    discard_used(game, keep)
    game.hive.goods_came = True
    yield from offered(game)


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
        answer = yield from asked(_ask(game, seat, offer, able))
        if answer == AGREED:
            return
        if answer == PAY:
            paid = yield from pay(game, seat, "26.counteroffer.hive")
            able = paid is not None
            if paid is not None:
                # In a counteroffer for the Hive's assets the player still gets their own (Q63).
                offer.paid, offer.assets = paid, None
                return
        else:
            offer.fragment = next((kind for kind in _fragments(game) if kind == answer), None)
            if offer.fragment is not None:
                return


def _ask(game: Game, seat: Player, offer: Offer, able: bool) -> Ask:
    """Rules: 26.counteroffer.hive, 26.counteroffer.player."""
    name, price = game.name(seat), items(game.players[seat].counters, "trade_goods")
    hives = offer.assets
    words = (
        say("[The Hive] gets {assets}.", assets=hives.words)
        if hives
        else say("No card is left for [the Hive]'s assets.")
    )
    items_told = [Item(words, rule=hives.rule if hives else "3.1.depleted")]
    if offer.gained is not None:
        items_told.append(offer.gained)
    pays = (
        Choice(PAY, say("Pay {price} instead of [the Hive]'s assets", price=price), say("commodities count as well")),
    )
    fragments = tuple(
        Choice(
            kind,
            say("Take {fragment} instead", fragment=FRAGMENT[kind]),
            say("of [the Hive], in place of {who}'s assets", who=name),
        )
        for kind in _fragments(game)
    )
    return Ask(
        key=keys.COUNTEROFFER,
        text=say("Does {who} agree?", who=name),
        choices=(
            Choice(AGREED, say("Agreed")),
            *(pays if able and hives else ()),
            *(fragments if offer.gained else ()),
        ),
        rule="26.counteroffer.one",
        items=tuple(items_told),
    )


def _fragments(game: Game) -> list[Fragment]:
    """The types of which the Hive has a relic fragment."""
    return [kind for kind, number in game.hive.fragments.items() if number]


# --- what both gain


def _hive_gains(game: Game, offer: Offer) -> Procedure[list[Item]]:
    if offer.assets is None:
        return []
    outcome = yield from offer.assets.gain(game)
    return [*outcome.items]


def _player_gains(game: Game, seat: Player, offer: Offer) -> list[Item]:
    if offer.fragment is None:
        return [offer.gained] if offer.gained else []
    # The table may have corrected the fragments while the Hive's assets were placed.
    game.hive.fragments[offer.fragment] = max(0, game.hive.fragments.get(offer.fragment, 0) - 1)
    text = say(
        "{who} takes {fragment} from [the Hive]'s play area.",
        who=game.name(seat),
        fragment=FRAGMENT[offer.fragment],
    )
    return [Item(text, rule="26.counteroffer.player")]
