"""Deficient items and their transfer into the stockpile. Rules: 4.2."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import ItemType, Objective
from hive.model.game import ITEM_TYPES, Game
from hive.naming import items
from hive.rules.area.funds import take_tokens_evenly, tokens_in_pools
from hive.rules.objectives.public import scoring_established, unscored
from hive.steps import Item
from hive.words import Name, Words, say


@dataclass(frozen=True)
class Deficit:
    """A deficient item: what the stockpile holds of it, and what the reference objective asks for."""

    item: ItemType
    have: int
    need: int
    objective: Objective

    @property
    def words(self) -> Words:
        """The deficit with its numbers."""
        return say(
            "{have} of {goods} for {objective}",
            have=self.have,
            goods=items(self.need, self.item),
            objective=Name(self.objective.name),
        )


def reference_objective(game: Game, item: ItemType) -> Objective | None:
    """The objective that an item type is saved for; each type has its own (Q37). Rule: 4.2.reference-objective."""
    return next((objective for objective in unscored(game) if objective.spend.get(item)), None)


def deficit(game: Game, item: ItemType) -> Deficit | None:
    """What the stockpile lacks of an item type, or None; trade goods in the funds do not count (Q39).

    Rule: 4.2.deficient.
    """
    objective = reference_objective(game, item)
    if objective is None:
        return None
    have, need = game.hive.stockpile.of(item), objective.spend[item]
    return Deficit(item, have, need, objective) if have < need else None


def transfer(game: Game) -> list[Item]:
    """Move tokens of every deficient type into the stockpile; return one line for each type that moved.

    Rules: 4.2.transfer, 4.2.transfer-half, 4.2.transfer-no-excess, 4.2.transfer-command-tokens,
    6.transfer.not-first-round.
    """
    if not scoring_established(game):
        return []
    lines = []
    for lack in filter(None, [deficit(game, item) for item in ITEM_TYPES]):
        number = transfer_size(game, lack)
        if number:
            _move(game, lack.item, number)
            note = say(
                "{number} of {need} for {objective}",
                number=lack.have + number,
                need=lack.need,
                objective=Name(lack.objective.name),
            )
            lines.append(Item(say("{goods} to the stockpile", goods=items(number, lack.item)), note, "4.2.transfer"))
    return lines


def transfer_size(game: Game, lack: Deficit) -> int:
    """How many tokens one transfer moves: at most half of the whole requirement, rounded up (Q38)."""
    half = -(-lack.need // game.tables.figures.transfer_divisor.value)
    return min(_in_funds(game, lack.item), half, lack.need - lack.have)


def _in_funds(game: Game, item: ItemType) -> int:
    hive = game.hive
    in_funds: dict[ItemType, int] = {
        "resources": hive.bank.resources,
        "influence": hive.bank.influence,
        "trade_goods": hive.trade_goods,
        "command_tokens": tokens_in_pools(game),
    }
    return in_funds[item]


def _move(game: Game, item: ItemType, number: int) -> None:
    hive = game.hive
    if item == "resources":
        hive.bank.resources -= number
    elif item == "influence":
        hive.bank.influence -= number
    elif item == "trade_goods":
        hive.trade_goods -= number
    else:
        take_tokens_evenly(game, number)
    hive.stockpile.add(item, number)
