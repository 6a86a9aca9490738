"""The Hive's own primary and secondary abilities for the eight strategy cards. Rules: pages 11 to 13.

Each card has a ``primary(game, icons)`` and a ``secondary(game)``: procedures that return an :class:`Outcome`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from hive import keys
from hive.catalog.tables import StrategyCard
from hive.model.game import Game
from hive.naming import items
from hive.rules.abilities import area, board
from hive.rules.abilities.area import Outcome
from hive.rules.abilities.board import room_for_structures
from hive.rules.area import controlled_spawning_systems, in_reinforcements, tokens_in_reinforcements, weakest_ships
from hive.rules.criteria import criteria_established, judge
from hive.rules.deck import discard_used, draw
from hive.rules.objectives.public import rule_of_the_first_rounds
from hive.steps import Item, Procedure, Row, Shown, Tell, Why
from hive.words import Name, Words, say


@dataclass(frozen=True)
class Ability:
    """What the Hive does with a strategy card of its own, by the icons of its card, and with one of a player."""

    primary: Callable[[Game, int], Procedure[Outcome]]
    secondary: Callable[[Game], Procedure[Outcome]]


ABILITIES: dict[str, Ability] = {
    "leadership": Ability(area.leadership_primary, area.leadership_secondary),
    "diplomacy": Ability(board.diplomacy_primary, board.diplomacy_secondary),
    "politics": Ability(area.politics_primary, area.politics_secondary),
    "construction": Ability(board.construction_primary, board.construction_secondary),
    "trade": Ability(area.trade_primary, area.trade_secondary),
    "warfare": Ability(board.warfare_primary, board.warfare_secondary),
    "technology": Ability(area.technology_primary, area.technology_secondary),
    "imperial": Ability(area.imperial_primary, area.imperial_secondary),
}


# --- the secondary ability of a player's card


@dataclass(frozen=True)
class Secondary:
    """Whether the Hive resolves the secondary, and why."""

    resolved: bool
    why: Why


def hive_secondary(game: Game, number: int) -> Procedure[Secondary]:
    """Decide on the secondary of a player's card and resolve it. Rules: 11.secondary.when, 11.secondary.cost."""
    card = game.tables.strategy_cards.by_number[number]
    decision = yield from _decide(game, card)
    if decision.resolved and not _can_pay(game, card):
        # The table may have taken the token by hand while the decision was open.
        decision = _decision(False, say("no command token in the strategy pool"), "11.secondary.cost")
    if decision.resolved:
        decision = yield from _resolve(game, card, decision.why)
    else:
        rule, shown = decision.why.rows[-1].rule, Shown(say("Secondary ability"))
        yield Tell(_not_used(card), rule, key=keys.SECONDARY, why=decision.why, shown=shown)
    discard_used(game)
    return decision


def free_secondary(game: Game, card: StrategyCard, source: Words) -> Procedure[None]:
    """Resolve a secondary without a command token, which helps the Hive most. Rule: 1.scope.most-helpful."""
    for why, rule in _gives_nothing(game, card):
        yield Tell(say("{reason!c}.", reason=why), rule)
        return
    keep = list(game.deck.in_use)
    free = say("{source}: no command token is spent", source=source)
    yield from _resolve(game, card, _decision(True, free, "1.scope.most-helpful").why, paid=False)
    discard_used(game, keep)


def _can_pay(game: Game, card: StrategyCard) -> bool:
    """Rules: 11.secondary.cost, 11.secondary.leadership."""
    cost = game.tables.figures.secondary_cost.value
    return card.key == "leadership" or game.hive.tokens.strategy >= cost


def _gives_nothing(game: Game, card: StrategyCard) -> Iterator[tuple[Words, str]]:
    """Why a secondary can give the Hive nothing, and the rule: it is not resolved then, and costs nothing (Q82, Q135).

    Rules: 12.diplomacy.secondary, 12.construction.one-per-planet, 12.warfare.ship-condition, 3.1.depleted.
    """
    if card.key == "technology" and game.deck.depleted:
        yield say("no research card is left"), "3.1.depleted"
    if card.key in ("diplomacy", "warfare") and not controlled_spawning_systems(game):
        rule = "12.diplomacy.secondary" if card.key == "diplomacy" else "12.warfare.ship-condition"
        yield say("[the Hive] controls no planet in a spawning system"), rule
    if card.key == "warfare" and not weakest_ships(game, 1):
        yield say("no ship is left in [the Hive]'s reinforcements"), "12.warfare.secondary"
    if card.key == "construction" and not in_reinforcements(game, "mech"):
        yield say("no mech is left in [the Hive]'s reinforcements"), "12.construction.secondary"
    if card.key == "construction" and not room_for_structures(game):
        yield say("every planet of [the Hive] has a structure"), "12.construction.one-per-planet"


def _decide(game: Game, card: StrategyCard) -> Procedure[Secondary]:
    if card.key == "leadership":
        return _decision(True, say("always resolved, at no cost"), "11.secondary.leadership")
    if not _can_pay(game, card):
        return _decision(False, say("no command token in the strategy pool"), "11.secondary.cost")
    for why, rule in _gives_nothing(game, card):
        return _decision(False, why, rule)
    rows: list[Row] = []
    met = yield from _meets_objective_criterion(game, card, rows)
    if met:
        return Secondary(True, Why(say("{card}: {result}.", card=Name(card.name), result=rows[-1].result), tuple(rows)))
    return (yield from _by_choice_icon(game, card, rows))


def _meets_objective_criterion(game: Game, card: StrategyCard, rows: list[Row]) -> Procedure[bool]:
    """Rules: 11.secondary.objective, 11.secondary.first-round."""
    if not criteria_established(game):
        rule = rule_of_the_first_rounds(game, "11.secondary.first-round")
        rows.append(Row(say("Objective criterion"), say("none in round {round}", round=game.round), rule))
        return False
    criterion = next((row for row in game.tables.criteria.objective if row.card == card.key), None)
    if criterion is None:
        rows.append(Row(say("Objective criterion"), say("{card} has none", card=Name(card.name)), "11.secondary.draw"))
        return False
    verdict = yield from judge(game, criterion)
    rows.append(Row(say("Objective criterion"), verdict.because, "11.secondary.objective", verdict.met))
    return verdict.met


def _by_choice_icon(game: Game, card: StrategyCard, rows: list[Row]) -> Procedure[Secondary]:
    """Rules: 11.secondary.draw, 11.secondary.choice-icon."""
    selection = yield from draw(game, "selection", ("choice",), "11.secondary.draw")
    if selection is None:
        return _decision(False, say("the Hive Mind deck is depleted"), "3.1.depleted", rows)
    for why, rule in _gives_nothing(game, card) if selection.choice else ():
        return _decision(False, why, rule, rows)
    icon = say("green check on the selection card") if selection.choice else say("no green check on the selection card")
    return _decision(bool(selection.choice), icon, "11.secondary.choice-icon", rows)


def _decision(resolved: bool, because: Words, rule: str, rows: Sequence[Row] = ()) -> Secondary:
    decided = Row(say("Decision"), because, rule, True)
    return Secondary(resolved, Why(say("{reason!c}.", reason=because), (*rows, decided)))


def _resolve(game: Game, card: StrategyCard, why: Why, paid: bool = True) -> Procedure[Secondary]:
    """Pay for a secondary and resolve it; what gives the Hive nothing after all costs nothing (Q135)."""
    lines = []
    cost = game.tables.figures.secondary_cost.value if paid and card.key != "leadership" else 0
    if cost:
        game.hive.tokens.strategy -= cost
        note = say("strategy pool now {tokens}", tokens=game.hive.tokens.strategy)
        paying = say("[The Hive] pays {tokens}.", tokens=items(cost, "command_tokens"))
        lines.append(Item(paying, note, "11.secondary.cost"))
    outcome = yield from ABILITIES[card.key].secondary(game)
    if outcome.nothing:
        game.hive.tokens.strategy += min(cost, tokens_in_reinforcements(game))
        none = outcome.items[-1]
        why = Why(none.text, (*why.rows, Row(say("Place"), none.text, none.rule, True)))
        text, shown = _not_used(card), Shown(say("Secondary ability"))
        yield Tell(text, none.rule, key=keys.SECONDARY, why=why, items=outcome.items, shown=shown)
        return Secondary(False, why)
    yield Tell(
        text=say("[The Hive] uses the secondary of {card}", card=Name(card.name)),
        rule="11.secondary.when",
        key=keys.SECONDARY,
        confirm="done" if outcome.moves_plastic and not outcome.confirmed else "nothing",
        why=replace(why, more=outcome.whys),
        items=(*lines, *outcome.items),
        shown=Shown(say("Secondary ability")),
    )
    return Secondary(True, why)


def _not_used(card: StrategyCard) -> Words:
    return say("[The Hive] does not use the secondary of {card}.", card=Name(card.name))
