"""Events that only some factions bring. Rules: page 30, Abilities."""

from __future__ import annotations

from hive import keys
from hive.fields import AnyField, Number, OneOf
from hive.model.game import Game
from hive.naming import items
from hive.rules.events.kinds import Args, Event
from hive.rules.options.factions import players_of
from hive.steps import Choice, Item, Procedure, Tell
from hive.words import listed

KELERES = ("Council Keleres",)
MENTAK = ("Mentak Coalition",)
YSSARIL = ("Yssaril Tribes",)
FUNDS, STOCKPILE = "funds", "stockpile"
MOST_INFLUENCE = 40


def _names(game: Game, factions: tuple[str, ...]) -> str:
    return listed([game.name(seat) for seat in players_of(game, factions)])


# --- the Keleres


def _influence_spent(game: Game, args: Args) -> Procedure[None]:
    """The Hive pays from its bank, and what is missing with trade goods. Rule: 30.ability.keleres."""
    asked = int(args["number"])
    influence = min(asked, game.hive.bank.influence)
    goods = min(asked - influence, game.hive.trade_goods)
    game.hive.bank.influence -= influence
    game.hive.trade_goods -= goods
    rule = "30.ability.keleres"
    bank, funds = f"now {game.hive.bank.influence}", f"now {game.hive.trade_goods}"
    paid = [
        *([Item(f"Take {items(influence, 'influence')} from the Hive's bank.", bank, rule)] if influence else []),
        *([Item(f"Take {items(goods, 'trade_goods')} from the Hive's funds.", funds, rule)] if goods else []),
    ]
    short = asked - influence - goods
    missing = [Item(f"The Hive cannot pay the other {items(short, 'influence')}.", rule=rule)] if short else []
    text = f"The Hive spends {items(asked - short, 'influence')} for {_names(game, KELERES)}"
    yield Tell(text, rule, key=keys.INFLUENCE_SPENT, confirm="done", items=(*paid, *missing))


def _influence_fields(_: Game) -> tuple[AnyField, ...]:
    return (Number("number", "Influence", MOST_INFLUENCE, minimum=1),)


# --- the Mentak


def _pillaged(game: Game, args: Args) -> Procedure[None]:
    """Trade goods of the Hive go to the Mentak, from where they like. Rule: 30.ability.mentak."""
    owner = game.hive if args["source"] == FUNDS else game.hive.stockpile
    taken = min(int(args["number"]), owner.trade_goods)
    owner.trade_goods -= taken
    place = "funds" if args["source"] == FUNDS else "stockpile"
    name, rule = _names(game, MENTAK), "30.ability.mentak"
    line = Item(
        f"{name} takes {items(taken, 'trade_goods')} from the Hive's {place}.", f"now {owner.trade_goods}", rule
    )
    yield Tell(f"{name} pillages the Hive", rule, key=keys.PILLAGED, confirm="done", items=(line,))


def _pillage_fields(game: Game) -> tuple[AnyField, ...]:
    goods = ((FUNDS, "Funds", game.hive.trade_goods), (STOCKPILE, "Stockpile", game.hive.stockpile.trade_goods))
    choices = tuple(Choice(value, label, f"{number} there") for value, label, number in goods if number)
    most = max(game.hive.trade_goods, game.hive.stockpile.trade_goods)
    return (OneOf("source", "From where", choices), Number("number", "Trade goods", most, minimum=1))


def _nothing_to_pillage(game: Game) -> str:
    return "" if game.hive.trade_goods or game.hive.stockpile.trade_goods else "The Hive has no trade goods."


# --- the Yssaril


def _hands_seen(game: Game, _: Args) -> Procedure[None]:
    """Each hand is shuffled before it goes back. Rule: 30.ability.yssaril-look."""
    hands = ((game.hive.action_cards, "action cards"), (game.hive.secrets, "secret objectives"))
    rule = "30.ability.yssaril-look"
    lines = tuple(
        Item(f"Shuffle the Hive's {number} {words} and put them back, face down.", rule=rule)
        for number, words in hands
        if number
    )
    text = f"{_names(game, YSSARIL)} has looked at the Hive's cards"
    yield Tell(text, rule, key=keys.HANDS_SEEN, confirm="done", items=lines)


def _no_hand(game: Game) -> str:
    return "" if game.hive.action_cards or game.hive.secrets else "The Hive holds no cards."


EVENTS: tuple[Event, ...] = (
    Event(
        "influence_spent",
        "The Keleres force the Hive to spend influence",
        "Players",
        "30.ability.keleres",
        _influence_spent,
        _influence_fields,
        factions=KELERES,
    ),
    Event(
        "pillaged",
        "The Mentak pillage the Hive",
        "Players",
        "30.ability.mentak",
        _pillaged,
        _pillage_fields,
        impossible=_nothing_to_pillage,
        factions=MENTAK,
    ),
    Event(
        "hands_seen",
        "The Yssaril have looked at the Hive's cards",
        "Players",
        "30.ability.yssaril-look",
        _hands_seen,
        impossible=_no_hand,
        factions=YSSARIL,
    ),
)
