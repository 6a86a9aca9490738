"""A player's Trade Agreement that the Hive has received, once that player replenishes commodities. Rules: page 27."""

from __future__ import annotations

from hive import keys
from hive.model.game import Game, Player
from hive.naming import by_now, items
from hive.rules.area.funds import gain_trade_goods
from hive.rules.notes.notes import back_from_hive, received
from hive.rules.options.factions import faction_of
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, Tell, filled
from hive.words import count, say

MOST_COMMODITIES = 99
"""More than a player can ever have, where the tables know no commodity value."""
RULE = "27.received.resolve"
REPLENISHED = "replenished"


def agreements_resolved(game: Game) -> Procedure[None]:
    """With Trade, whoever plays it, players may replenish commodities: those of an agreement all go to the Hive.

    Rule: 27.received.resolve.
    """
    for seat in received(game, "trade_agreement"):
        answer = yield from filled(_replenishes(game, seat))
        if answer.choice != REPLENISHED:
            continue
        lines = [*back_from_hive(game, seat, "trade_agreement"), *goods_gained(game, answer.numbers["commodities"])]
        number = count(answer.numbers["commodities"], "commodity", "commodities")
        text = say("{who} gives [the Hive] {commodities}", who=game.name(seat), commodities=number)
        yield Tell(text, RULE, items=tuple(lines))


def goods_gained(game: Game, number: int) -> list[Item]:
    """Commodities that come from a player are trade goods for the Hive (Q51)."""
    gain_trade_goods(game, number)
    text = say("[The Hive] gains {goods}.", goods=items(number, "trade_goods"))
    return [Item(text, by_now(game.hive.trade_goods), RULE)] if number else []


def most_commodities(game: Game, seat: Player) -> int:
    """The most commodities that a player can have: the faction's value with all that can raise it.

    For a faction of which nothing is known, the highest value that one has.
    """
    factions, faction = game.tables.factions, game.tables.factions.by_name.get(faction_of(game, seat))
    known = [one.commodities for one in factions.factions if one.commodities is not None]
    if faction is not None and faction.commodities is not None:
        known = [faction.commodities]
    raised = sum(number for box, number in factions.commodities_raised.items() if box in game.settings.boxes)
    return max(known) + raised if known else MOST_COMMODITIES


def _value(game: Game, seat: Player) -> int:
    """What a player replenishes to, as far as it is known."""
    faction = game.tables.factions.by_name.get(faction_of(game, seat))
    return (faction.commodities if faction else None) or 1


def _replenishes(game: Game, seat: Player) -> Ask:
    who = game.name(seat)
    return Ask(
        key=keys.AGREEMENT,
        text=say("Does {who} replenish commodities with Trade?", who=who),
        choices=(
            Choice(REPLENISHED, say("All go to the Hive")),
            Choice("not", say("Not now"), say("[the Hive] keeps the note"), beside=True),
        ),
        rule=RULE,
        detail=say("[The Hive] has received the Trade Agreement of {who}.", who=who),
        numbers=(
            Number(
                "commodities",
                say("Commodities of {who}", who=who),
                maximum=most_commodities(game, seat),
                value=_value(game, seat),
            ),
        ),
        shown=Shown(say("Trade Agreement")),
    )
