"""Abilities for what lies in the Hive area: (1) Leadership, (3) Politics, (5) Trade, (8) Imperial.

Rules: pages 12 and 13.
"""

from __future__ import annotations

from hive import keys
from hive.model.game import Game
from hive.naming import by_now, items
from hive.rules.abilities.outcome import Outcome, without_questions
from hive.rules.area import (
    convert_commodities,
    gain_points,
    gain_tokens,
    gain_trade_goods,
    redistribute_tokens,
    stations_pay,
)
from hive.rules.moments import CommoditiesGained, happen
from hive.rules.notes import back_to_hive, holder
from hive.rules.objectives.confirming import rex_confirmed
from hive.rules.objectives.public import score_public_objective, scoring_established
from hive.rules.objectives.scoring import attempt_secret, draw_secrets
from hive.steps import Ask, Choice, Item, Procedure, Shown
from hive.words import Words, count, listed, say


@without_questions
def leadership_primary(game: Game, icons: int) -> Outcome:
    """Gain a token for every full 4 influence in the bank, whatever the icons. Rule: 12.leadership.primary."""
    return _gain(game, game.tables.figures.leadership_primary_influence.value, "12.leadership.primary")


@without_questions
def leadership_secondary(game: Game) -> Outcome:
    """Gain a token for every full 8 influence in the bank. Rule: 12.leadership.secondary."""
    return _gain(game, game.tables.figures.leadership_secondary_influence.value, "12.leadership.secondary")


def _gain(game: Game, influence_per_token: int, rule: str) -> Outcome:
    influence = game.hive.bank.influence
    due = influence // influence_per_token
    gained = gain_tokens(game, due)
    redistribute_tokens(game)
    note: Words = say("1 for every {share} of {influence} influence", share=influence_per_token, influence=influence)
    if gained < due:
        lack = say("{tokens} due, the reinforcements hold no more", tokens=due)
        note = listed([note, lack], ";")
    tokens = game.hive.tokens
    gains = Item(say("[The Hive] gains {tokens}.", tokens=items(gained, "command_tokens")), note, rule)
    now = say("Its pools: {tactic} tactic, {strategy} strategy.", tactic=tokens.tactic, strategy=tokens.strategy)
    return Outcome((gains, Item(now, say("spread evenly, an odd one to tactic"), "12.leadership.redistribute")))


# --- (3) Politics: the Speaker token and action cards


@without_questions
def politics_primary(game: Game, icons: int) -> Outcome:
    """Take or keep the Speaker token, then draw action cards. Rules: 12.politics.speaker, 12.politics.cards."""
    text = say("[The Hive] keeps the Speaker token.")
    if game.speaker != "hive":
        text, game.speaker = say("Give the Speaker token to [the Hive]."), "hive"
    speaker = Item(text, rule="12.politics.speaker")
    return Outcome((speaker, _draw(game, icons, "12.politics.cards")), moves_plastic=True)


@without_questions
def politics_secondary(game: Game) -> Outcome:
    """Draw one action card. Rule: 12.politics.secondary."""
    cards = game.tables.figures.politics_secondary_cards.value
    return Outcome((_draw(game, cards, "12.politics.secondary"),), moves_plastic=True)


def _draw(game: Game, number: int, rule: str) -> Item:
    """There is no limit to the Hive's hand. Rules: 5.5.no-limits, 5.5.face-down."""
    game.hive.action_cards += number
    text = say("Draw {cards} face down for [the Hive].", cards=count(number, "action card"))
    return Item(text, by_now(game.hive.action_cards), rule)


# --- (5) Trade: trade goods and commodities


def trade_primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Gain 3 trade goods, then as many commodities as there are icons.

    Rules: 12.trade.trade-goods, 12.trade.commodities.
    """
    goods = game.tables.figures.trade_primary_goods.value
    gain_trade_goods(game, goods)
    line = Item(say("[The Hive] gains {goods}.", goods=items(goods, "trade_goods")), rule="12.trade.trade-goods")
    commodities = yield from gain_commodities(game, icons, "12.trade.commodities")
    return Outcome((line, *commodities))


def trade_secondary(game: Game) -> Procedure[Outcome]:
    """Gain one commodity. Rule: 12.trade.secondary."""
    number = game.tables.figures.trade_secondary_commodities.value
    return Outcome(tuple((yield from gain_commodities(game, number, "12.trade.secondary"))))


def gain_commodities(game: Game, number: int, rule: str) -> Procedure[list[Item]]:
    """Gain commodities without a limit, then convert what no Trade Agreement takes.

    Rules: 5.5.no-limits, 12.trade.conversion, 27.given.trade-agreement, 33.station.trade-good,
    35.commerce.conversion.
    """
    figures = game.tables.figures
    game.hive.commodities += number
    text = say("[The Hive] gains {commodities}.", commodities=count(number, "commodity", "commodities"))
    gained = Item(text, by_now(game.hive.commodities), rule)
    lines = [gained, *happen(game, CommoditiesGained("hive"))]
    taken = yield from _trade_agreement(game, gained)
    if taken:
        return [*lines, *taken]
    converted = convert_commodities(game)
    if not converted:
        return lines
    rule = figures.conversion_all.rule if figures.conversion_all.value else figures.conversion_trade_goods.rule
    note = say("{commodities} left", commodities=count(game.hive.commodities, "commodity", "commodities"))
    become = Item(say("They become {goods}.", goods=items(converted, "trade_goods")), note, rule)
    return [*lines, become, *_from_stations(game)]


def _from_stations(game: Game) -> list[Item]:
    """Rule: 33.station.trade-good."""
    goods = stations_pay(game)
    if not goods:
        return []
    stations = count(game.hive.stations, "space station")
    text = say("[The Hive] gains {goods} more.", goods=items(goods, "trade_goods"))
    return [Item(text, say("{stations} of its own", stations=stations), "33.station.trade-good")]


def _trade_agreement(game: Game, gained: Item) -> Procedure[list[Item]]:
    """A player who holds the Hive's Trade Agreement may take all its commodities; the note then goes back.

    Rule: 27.given.trade-agreement.
    """
    seat = holder(game, "trade_agreement")
    if seat is None or not game.hive.commodities:
        return []
    commodities, who = count(game.hive.commodities, "commodity", "commodities"), game.name(seat)
    takes = say("takes {commodities}", commodities=commodities)
    answer = yield from Ask(
        key=keys.TRADE_AGREEMENT,
        text=say("Does {who} use [the Hive]'s Trade Agreement?", who=who),
        choices=(Choice("no", say("No")), Choice("yes", say("Yes"), takes)),
        rule="27.given.trade-agreement",
        items=(gained,),
        shown=Shown(expects=False),
    )
    back = back_to_hive(game, seat, "trade_agreement") if answer == "yes" else []
    if not back:
        return []
    game.hive.commodities = 0
    text = say("[The Hive] gives {who} {commodities}.", who=who, commodities=commodities)
    return [Item(text, rule="27.given.trade-agreement"), *back]


# --- (8) Imperial: objectives and secret objectives


def imperial_primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Score a public objective; gain a point for Mecatol Rex or draw secrets; attempt a secret (Q54). A win ends it.

    Rules: 13.imperial.score, 13.imperial.rex, 13.imperial.secrets, 13.imperial.secret-attempt.
    """
    points = game.hive.victory_points
    lines = yield from score_public_objective(game, rex=True)
    if game.winner is not None:
        return Outcome(tuple(lines), moves_plastic=True)
    yield from rex_confirmed(game, say("what Imperial brings [the Hive]"))
    drawn: list[Item] = []
    if game.hive.spawning_planets.get("mecatol_rex", 0):
        gained = game.tables.figures.imperial_rex_points.value
        gain_points(game, "hive", gained)
        text = say("[The Hive] gains {points} for Mecatol Rex.", points=count(gained, "victory point"))
        lines.append(Item(text, rule="13.imperial.rex"))
    else:
        drawn.append(draw_secrets(game, icons, "13.imperial.secrets"))
    if scoring_established(game) and game.winner is None:
        brought = lines if game.hive.victory_points != points else []
        drawn.extend((yield from attempt_secret(game, "action", brought)))
    return Outcome((*lines, *drawn), moves_plastic=True)


@without_questions
def imperial_secondary(game: Game) -> Outcome:
    """Draw one secret objective, without an attempt to score (Q81). Rule: 13.imperial.secondary."""
    number = game.tables.figures.imperial_secondary_secrets.value
    return Outcome((draw_secrets(game, number, "13.imperial.secondary"),), moves_plastic=True)
