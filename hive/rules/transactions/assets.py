"""What the two asset cards of an arms transaction bring the Hive and the player. Rules: page 26, Gained assets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hive.model.game import Game, Player
from hive.naming import items
from hive.rules.abilities.construction import build
from hive.rules.abilities.outcome import Outcome, without_questions
from hive.rules.abilities.technology import research
from hive.rules.abilities.warfare import place_ships
from hive.rules.area.funds import tokens_in_reinforcements
from hive.rules.area.planets import in_reinforcements
from hive.steps import Card, Item, Procedure
from hive.words import Words, count, say


@dataclass(frozen=True)
class HiveAssets:
    """What the Hive gains by an action symbol: in words, by which rule, and how."""

    words: Words
    rule: str
    gain: Callable[[Game], Procedure[Outcome]]


@without_questions
def _tokens(game: Game) -> Outcome:
    """As far as the reinforcements go, the tactic pool first (Q40). Rule: 26.hive.blue-arrow."""
    figures, rule = game.tables.figures, "26.hive.blue-arrow"
    tactic = min(figures.arms_tactic_tokens.value, tokens_in_reinforcements(game))
    game.hive.tokens.tactic += tactic
    strategy = min(figures.arms_strategy_tokens.value, tokens_in_reinforcements(game))
    game.hive.tokens.strategy += strategy
    gained = (
        (tactic, say("tactic"), game.hive.tokens.tactic),
        (strategy, say("strategy"), game.hive.tokens.strategy),
    )
    lines = [
        Item(
            say("[The Hive] gains {tokens} in its {pool} pool.", tokens=items(number, "command_tokens"), pool=pool),
            say("now {now}", now=now),
            rule,
        )
        for number, pool, now in gained
    ]
    return Outcome(tuple(lines), moves_plastic=True)


def _mech(game: Game) -> Procedure[Outcome]:
    mechs = min(game.tables.figures.arms_mechs.value, in_reinforcements(game, "mech"))
    return (yield from build(game, [("mech", mechs)], "26.hive.yellow-arrow"))


def _technology(game: Game) -> Procedure[Outcome]:
    return (yield from research(game, game.tables.figures.arms_technologies.value, "weakest", "26.hive.red-star"))


def _ship(game: Game) -> Procedure[Outcome]:
    return (yield from place_ships(game, game.tables.figures.arms_ships.value, [], "26.hive.green-compass"))


HIVE_ASSETS: dict[str, HiveAssets] = {
    "blue_arrow": HiveAssets(say("command tokens for both its pools"), "26.hive.blue-arrow", _tokens),
    "yellow_arrow": HiveAssets(say("a mech"), "26.hive.yellow-arrow", _mech),
    "red_star": HiveAssets(say("a technology and its weakest unit upgrade"), "26.hive.red-star", _technology),
    "green_compass": HiveAssets(say("its cheapest ship that is no fighter"), "26.hive.green-compass", _ship),
}
# What a player gains by an action symbol, as many as the card has icons, and by which rule.
_PLAYER_ASSETS: dict[str, tuple[Callable[[Words, int], Words], str]] = {
    "blue_arrow": (
        lambda who, icons: say("{who} gains {goods}.", who=who, goods=count(icons, "trade good")),
        "26.player.blue-arrow",
    ),
    "yellow_arrow": (
        lambda who, icons: say("{who} draws {cards}.", who=who, cards=count(icons, "action card")),
        "26.player.yellow-arrow",
    ),
    "red_star": (
        lambda who, icons: say("{who} draws {secrets}.", who=who, secrets=count(icons, "secret objective")),
        "26.player.red-star",
    ),
    "green_compass": (
        lambda who, icons: say("{who} readies {planets}.", who=who, planets=count(icons, "exhausted planet")),
        "26.player.green-compass",
    ),
}


def hive_assets(card: Card | None) -> HiveAssets | None:
    """The Hive's assets by the first asset card; None without a card."""
    return None if card is None else HIVE_ASSETS.get(card.action or "")


def player_assets(game: Game, seat: Player, card: Card | None) -> Item | None:
    """A player's assets by the second asset card, as many as it has icons; None without a card.

    Rules: 26.player.blue-arrow, 26.player.yellow-arrow, 26.player.red-star, 26.player.green-compass.
    """
    known = None if card is None else _PLAYER_ASSETS.get(card.action or "")
    if card is None or known is None:
        return None
    gains, rule = known
    icons = card.icons or 0
    return Item(
        gains(game.name(seat), icons),
        count(icons, "icon"),
        rule,
    )
