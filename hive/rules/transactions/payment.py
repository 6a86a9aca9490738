"""Transactions with the Hive: who may begin one, what is paid, what passes, and who pillages it.

Rules: pages 25, 26, 27 and 30 (Q13, Q51, Q63, Q95).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hive import keys
from hive.catalog.tables import Note, UnitType
from hive.model.game import Game, NoteHeld, Player
from hive.naming import by_now, hive_gains, items, units
from hive.rules.area import gain_trade_goods, release
from hive.rules.deck import draw, no_card
from hive.rules.notes import KINDS, effect_given, effect_received, givable, name_of, note_words, receivable
from hive.rules.objectives.confirming import may_be_neighbor
from hive.rules.objectives.scoring import change_points
from hive.rules.options import VUIL_RAITH, names_of, players_of
from hive.steps import Ask, Choice, Confirmed, Item, Number, Procedure, Tell, filled, question
from hive.words import Name, Words, count, listed, say, sentence


def refusal(game: Game, seat: Player) -> Words:
    """Why a player cannot begin a transaction with the Hive now, or nothing.

    The real counters count, even while the player is calmed (Q95). Every transaction draws a card (Q100).
    Rules: 30.transaction.once-per-round, 30.transaction.counter-limit, 30.transaction.point-limit,
    34.transaction.notes, 3.1.depleted.
    """
    player, figures, name = game.players[seat], game.tables.figures, game.name(seat)
    counters, points = figures.transaction_counter_limit.value, figures.transaction_point_limit.value
    if not game.tables.setup.promissory_notes:
        return say("There are no promissory notes in this game, and a transaction with [the Hive] needs one.")
    if player.traded:
        return say("{who} has begun a transaction with [the Hive] in this round.", who=name)
    if player.counters >= counters:
        return say(
            "{who} has {have}; a transaction with [the Hive] needs fewer than {most}.",
            who=name,
            have=count(player.counters, "aggression counter"),
            most=counters,
        )
    if player.victory_points >= points:
        return say(
            "{who} has {have}; a transaction with [the Hive] needs fewer than {most}.",
            who=name,
            have=count(player.victory_points, "victory point"),
            most=points,
        )
    if not receivable(game, seat):
        return say("[The Hive] has received every promissory note of {who}: none is left to pay with.", who=name)
    return say("{reason} A transaction needs a card of it.", reason=no_card(game)) if no_card(game) else ""


# --- what a player pays the Hive in goods, one for each aggression counter


CARDS, CAPTURED = "action_cards", "captured_"
EXACT, SURPLUS = "exact", "surplus"


@dataclass(frozen=True)
class Paid:
    """What the Hive has received: trade goods (commodities among them), and action cards."""

    goods: int
    cards: int = 0


def pay_counters(game: Game, seat: Player, rule: str) -> Procedure[Paid | None]:
    """A player pays the Hive as many goods as they have aggression counters; None if they cannot.

    Commodities become trade goods at once (Q51). The Hive takes no card and no unit that is not needed for the price
    (Q131). Rules: 25.interference.payment, 26.counteroffer.hive, 30.transaction.hacan, 30.transaction.vuil-raith.
    """
    price = game.players[seat].counters
    if not price:
        return Paid(0)
    answer = yield from filled(_ask(game, seat, price, rule))
    if answer.choice == "cannot":
        return None
    each = game.tables.figures.hacan_cards_per_good.value
    cards = min(answer.numbers.get(CARDS, 0) // each, price) * each
    offered: dict[str, int] = {unit.key: answer.numbers.get(f"{CAPTURED}{unit.key}", 0) for unit in capturable(game)}
    returned = yield from _returned(game, price, offered)
    paid = Paid(max(0, price - cards // each - _worth(game, returned)), cards)
    gain_trade_goods(game, paid.goods)
    game.hive.action_cards += cards
    for unit, number in returned.items():
        release(game, unit, number)
    yield Tell(
        say("{who} has paid.", who=game.name(seat)), rule, items=tuple(_lines(game, price, paid, returned, rule))
    )
    return paid


def _returned(game: Game, price: int, offered: Mapping[str, int]) -> Procedure[Mapping[str, int]]:
    """Which of the offered captured units go to the Hive: exactly for the price, else with the smallest surplus.

    Where some of them and goods make it exact, the table says whether the player has these goods. Rule:
    30.transaction.vuil-raith, Q131.
    """
    sums = _sums(game, price, offered)
    covering = min((worth for worth in sums if worth >= price), default=None)
    if covering is None or covering == price:
        return sums[max(sums) if covering is None else covering]
    below = max(worth for worth in sums if worth < price)
    goods = items(price - below, "trade_goods")
    exact = listed([*_unit_words(game, sums[below]), goods]) if below else goods
    chosen = yield from question(
        keys.PAYMENT_SURPLUS,
        choices=(
            Choice(EXACT, sentence(exact), _worth_of(price, price)),
            Choice(SURPLUS, sentence(listed(_unit_words(game, sums[covering]))), _worth_of(covering, price)),
        ),
    )
    return sums[below if chosen == EXACT else covering]


def _sums(game: Game, price: int, offered: Mapping[str, int]) -> dict[int, dict[str, int]]:
    """What the offered units can be worth together, and by which of them; none is added to what is enough."""
    sums: dict[int, dict[str, int]] = {0: {}}
    for key, number in offered.items():
        worth = worth_captured(game, game.tables.units.by_key[key])
        for _ in range(number):
            for before, units_of_it in list(sums.items()):
                if before < price and before + worth not in sums:
                    sums[before + worth] = {**units_of_it, key: units_of_it.get(key, 0) + 1}
    return {total: made for total, made in sums.items() if all(made[key] <= offered[key] for key in made)}


def _worth(game: Game, returned: Mapping[str, int]) -> int:
    by_key = game.tables.units.by_key
    return sum(worth_captured(game, by_key[key]) * number for key, number in returned.items())


def _worth_of(worth: int, price: int) -> Words:
    return say("worth {worth} of {price}", worth=worth, price=price)


def _unit_words(game: Game, made: Mapping[str, int]) -> list[Words]:
    return [units(game, number, key) for key, number in made.items() if number]


def shuffled_hand(game: Game, paid: Paid) -> list[Item]:
    """What is left to do after a payment in action cards. Rule: 30.transaction.hacan-shuffle."""
    hand = count(game.hive.action_cards, "action card")
    text = say("Shuffle [the Hive]'s {hand} together and lay them down again.", hand=hand)
    return [Item(text, rule="30.transaction.hacan-shuffle")] if paid.cards else []


def worth_captured(game: Game, unit: UnitType) -> int:
    """What a returned captured unit is worth in trade goods. Rule: 30.transaction.vuil-raith."""
    return int(unit.cost // game.tables.figures.captured_worth_divisor.value)


def capturable(game: Game) -> list[UnitType]:
    """The units that bring anything when the Vuil'raith return them. Rule: 30.transaction.vuil-raith."""
    units = game.tables.units.units
    return [unit for unit in units if unit.plastic and unit.counts_as is None and worth_captured(game, unit)]


def _ask(game: Game, seat: Player, price: int, rule: str) -> Ask:
    name, numbers = game.name(seat), _numbers(game, seat, price)
    return question(
        keys.PAYMENT,
        who=name,
        goods=items(price, "trade_goods"),
        counters=count(price, "aggression counter"),
        choices=(Choice("paid", say("Paid"), _worth_of(price, price)),),
        rule=rule,
        numbers=numbers,
    )


def _numbers(game: Game, seat: Player, price: int) -> tuple[Number, ...]:
    """What a faction may pay with besides. Rules: 30.transaction.hacan, 30.transaction.vuil-raith."""
    faction = (game.settings.p1 if seat == "p1" else game.settings.p2).faction
    if faction == "Emirates of Hacan":
        each = game.tables.figures.hacan_cards_per_good.value
        return (
            Number(
                CARDS, say("Action cards"), maximum=price * each, note=say("{each} are worth 1 trade good", each=each)
            ),
        )
    if faction == VUIL_RAITH:
        return tuple(
            Number(
                f"{CAPTURED}{unit.key}",
                say("Captured {units}", units=Name(unit.plural)),
                maximum=min(unit.plastic or 0, -(-price // worth_captured(game, unit))),
                note=say("{goods} each", goods=items(worth_captured(game, unit), "trade_goods")),
            )
            for unit in capturable(game)
        )
    return ()


def _lines(game: Game, price: int, paid: Paid, returned: Mapping[str, int], rule: str) -> list[Item]:
    text = hive_gains(items(paid.goods, "trade_goods"))
    lines = [Item(text, by_now(game.hive.trade_goods), rule)]
    if paid.cards:
        cards = count(paid.cards, "action card")
        worth = _worth_of(paid.cards // game.tables.figures.hacan_cards_per_good.value, price)
        note = listed([worth, by_now(game.hive.action_cards)], ";")
        lines.append(Item(hive_gains(cards), note, "30.transaction.hacan"))
    back = _unit_words(game, returned)
    if back:
        text = say("Return {back} to [the Hive]'s reinforcements.", back=listed(back))
        lines.append(Item(text, _worth_of(_worth(game, returned), price), "30.transaction.vuil-raith"))
    return lines


# --- the Mentak pillage the Hive when goods come to it


MENTAK = ("Mentak Coalition",)
NO, FUNDS, STOCKPILE, COMMODITIES = "no", "funds", "stockpile", "commodities"
RULE = "30.ability.mentak"


def offer_pillage(game: Game) -> Procedure[None]:
    """Ask whether the Mentak pillage the Hive, if goods have come to it and their ability allows it."""
    if pillage_comes_up(game):
        yield from asks_whether_pillaged(game)


def pillage_comes_up(game: Game) -> bool:
    """Whether the Mentak may pillage now; each gain is looked at once.

    A neighbor of theirs has gained trade goods or resolved a transaction, and has enough of them: the Hive in its funds
    and its stockpile together, as they may take from both. Rule: 30.ability.mentak.
    """
    came, game.hive.goods_came = game.hive.goods_came, False
    enough = game.hive.all_trade_goods >= game.tables.figures.pillage_trade_goods.value
    return came and enough and any(may_be_neighbor(game, seat) for seat in players_of(game, MENTAK))


def asks_whether_pillaged(game: Game) -> Procedure[None]:
    """Ask whether they do, and from where they take. Rule: 30.ability.mentak."""
    goods = count(game.hive.all_trade_goods, "trade good")
    answer = yield from question(
        keys.PILLAGE, who=names_of(game, MENTAK), goods=goods, choices=(Choice(NO, say("No")), *sources(game))
    )
    if answer != NO:
        yield from pillage(game, answer)


def pillage(game: Game, source: str) -> Procedure[None]:
    """A trade good of the Hive goes to the Mentak, from where they like, or a commodity. Rule: 30.ability.mentak."""
    who, number = names_of(game, MENTAK), 1
    if source == COMMODITIES:
        game.hive.commodities -= number
        goods, left = count(number, "commodity", "commodities"), game.hive.commodities
        text = say("{who} takes {goods} from [the Hive].", who=who, goods=goods)
    else:
        owner = game.hive if source == FUNDS else game.hive.stockpile
        owner.trade_goods -= number
        goods, left = count(number, "trade good"), owner.trade_goods
        if source == FUNDS:
            text = say("{who} takes {goods} from [the Hive]'s funds.", who=who, goods=goods)
        else:
            text = say("{who} takes {goods} from [the Hive]'s stockpile.", who=who, goods=goods)
    line = Item(text, by_now(left), RULE)
    yield Confirmed(say("{who} pillages [the Hive]", who=who), RULE, key=keys.PILLAGED, items=(line,))


def sources(game: Game) -> tuple[Choice, ...]:
    """From where they can take something."""
    goods = (
        (FUNDS, say("Funds"), game.hive.trade_goods),
        (STOCKPILE, say("Stockpile"), game.hive.stockpile.trade_goods),
        (COMMODITIES, say("Its commodities"), game.hive.commodities),
    )
    return tuple(Choice(value, label, say("{number} there", number=number)) for value, label, number in goods if number)


# --- a promissory note passes to the Hive or from it; a transaction card names its kind


def receive_note(game: Game, owner: Player) -> Procedure[None]:
    """A player gives the Hive a note; it lies face up in front of its owner.

    What has gone to the ally meanwhile the app does not know, so the table may name another note.
    Rules: 27.draw, 27.unavailable, 27.received.display, 27.received.support.
    """
    name = game.name(owner)
    lay = Item(say("Lay it face up in {who}'s play area as a reminder.", who=name), rule="27.received.display")
    kind = yield from _kind(
        game, say("{who} gives [the Hive]", who=name), lambda: receivable(game, owner), lay, others=True
    )
    if kind is None:
        return
    game.hive.notes.append(NoteHeld(kind, owner))
    effect = effect_received(game, owner, kind)
    yield Tell(
        say("[The Hive] has received {note}.", note=name_of(game, owner, kind)), "27.received.display", items=(effect,)
    )
    if kind == "support_for_the_throne":
        yield from change_points(game, "hive", game.tables.figures.support_points.value)


def give_note(game: Game, player: Player) -> Procedure[None]:
    """The Hive gives a player one of its notes. Rules: 27.draw, 27.unavailable, 27.given.support."""
    name = game.name(player)
    use = Item(say("{who} uses it as printed, but for what page 27 changes.", who=name), rule="27.given.printed")
    kind = yield from _kind(game, say("[The Hive] gives {who}", who=name), lambda: givable(game), use, others=False)
    if kind is None:
        return
    game.players[player].notes.append(kind)
    effect = effect_given(game, player, kind)
    yield Tell(say("{who} has {items}.", who=name, items=name_of(game, "hive", kind)), effect.rule, items=(effect,))
    if kind == "support_for_the_throne":
        yield from change_points(game, player, game.tables.figures.support_points.value)


def _kind(
    game: Game, passes: Words, available: Callable[[], list[Note]], item: Item, others: bool
) -> Procedure[Note | None]:
    """Draw a transaction card; the table confirms its kind, or picks one of those at hand. None if there is none.

    Without a card no note passes (Q100). ``others``: the table may know that the drawn note is not at hand.
    Rules: 27.draw, 27.unavailable, 3.1.depleted, Q13.
    """
    card = yield from draw(game, "transaction", ("promissory_note",), "27.draw", say("It names the kind of note."))
    if card is None:
        yield Tell(say("No card is left to draw: no promissory note passes."), "3.1.depleted")
        return None
    drawn = next((kind for kind in KINDS if kind == card.promissory_note), None)
    while possible := available():
        answer = yield from _ask_which(passes, drawn, possible, item, others)
        # The table may have corrected where a note lies while it was asked.
        kind = next((kind for kind in available() if kind == answer), None)
        if kind is not None:
            return kind
    yield Tell(say("No promissory note is left for it."), "27.unavailable")
    return None


def _ask_which(passes: Words, drawn: Note | None, possible: list[Note], item: Item, others: bool) -> Ask:
    as_drawn = drawn is not None and drawn in possible
    if drawn is not None and as_drawn:
        rest = [kind for kind in possible if kind != drawn] if others else []
        return question(
            keys.NOTE,
            "drawn",
            passes=passes,
            note=note_words(drawn),
            choices=(
                Choice(drawn, say("Done")),
                *(Choice(kind, note_words(kind), say("if the drawn note is not at hand")) for kind in rest),
            ),
            items=(item,),
        )
    why = (
        say("{note} was drawn, and is not at hand.", note=note_words(drawn))
        if drawn
        else say("The card names no note.")
    )
    return question(
        keys.NOTE,
        "which",
        passes=passes,
        choices=(Choice(kind, note_words(kind)) for kind in possible),
        detail=why,
        items=(item,),
    )
