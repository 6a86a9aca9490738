"""The state of a freshly set-up game. Rules: pages 1 to 3 and 32."""

from __future__ import annotations

from hive.catalog.tables import SpawningSystem, Tables
from hive.model.deck import Deck
from hive.model.game import (
    PLAYERS,
    Bank,
    CommandTokens,
    Game,
    HiveArea,
    PlayerArea,
    Settings,
    StrategyCardState,
)
from hive.rules.hive_mind import realign

START_PLANETS: dict[SpawningSystem, int] = {
    "main": 2,
    "aux1": 1,
    "aux2": 1,
    "home_p1": 0,
    "home_p2": 0,
    "mecatol_rex": 0,
}


def new_game(settings: Settings, tables: Tables, seed: str) -> Game:
    """Return a game as it stands before its first round.

    ``seed`` is any text; it fixes every shuffle of the game. Rules: 1.setup.*, 32.easy.*, 32.expert.*.
    """
    figures = tables.figures
    game = Game(
        settings=settings,
        tables=tables,
        seed=seed,
        hive=HiveArea(
            bank=Bank(figures.start_resources.value, figures.start_influence.value),
            tokens=CommandTokens(figures.start_tactic_tokens.value, figures.start_strategy_tokens.value),
            action_cards=figures.start_action_cards.value,
            secrets=figures.start_secrets.value,
            technologies=dict.fromkeys(tables.technologies.colours, 0),
            spawning_planets=dict(START_PLANETS),
        ),
        players={player: PlayerArea(counters=figures.start_counters.value) for player in PLAYERS},
        deck=Deck(discard=[card.id for card in tables.hive_mind.cards]),
        strategy_cards={card.number: StrategyCardState() for card in tables.strategy_cards.cards},
    )
    game.hive.units = starting_units(game)
    realign(game)
    return game


def starting_units(game: Game) -> dict[str, int]:
    """The Hive's starting plastic: a cruiser and a destroyer in each spawning system, and carriers by difficulty.

    Infantry is not counted: there is no limit to it (Q31). Rules: 2.hive.*, 32.easy.starting-carrier,
    32.expert.starting-carrier.
    """
    units: dict[str, int] = {unit.key: 0 for unit in game.tables.units.units if unit.plastic is not None}
    return {**units, "cruiser": 3, "destroyer": 3, "carrier": len(game.level.starting_carriers)}
