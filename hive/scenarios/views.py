"""The state of a game in the words of ``given``: what ``expect`` is compared with."""

from __future__ import annotations

from dataclasses import asdict
from typing import get_args

from hive.catalog.documents import Data
from hive.catalog.tables import Fragment
from hive.model.game import PLAYERS, SPAWNING_SYSTEMS, Game, Player
from hive.model.hive_area import HiveArea
from hive.rules.area.planets import structures
from hive.scenarios.galaxy_view import galaxy_state

STATE_KEYS = (
    "round",
    "phase",
    "stage",
    "speaker",
    "active",
    "winner",
    "agenda_unlocked",
    "custodians",
    "agendas",
    "laws",
    "tyrant",
    "expedition",
    "owned",
    "spent",
    "hive",
    "players",
    "strategy_cards_taken",
    "trade_goods_on_cards",
    "objectives",
    "deck",
    "event_cards",
    "galaxy",
)


def state_of(game: Game) -> dict[str, Data]:
    """Return the state under the same keys as ``given``, every key filled."""
    stage = game.stage or ("score" if game.phase == "status" else "")
    return {
        "round": game.round,
        "phase": game.phase,
        "stage": stage or None,
        "speaker": game.speaker,
        "active": game.active,
        "winner": game.winner,
        "agenda_unlocked": game.agenda_unlocked,
        "custodians": game.custodians,
        "agendas": list(game.agendas),
        "laws": [{"name": law.name, "elected": law.elected} for law in game.laws],
        "tyrant": game.tyrant,
        "expedition": [game.expedition.get(one, "nobody") for one in range(len(game.tables.setup.expedition))],
        "owned": {doing: owners[0] if len(owners) == 1 else [*owners] for doing, owners in game.owned.items()},
        "spent": {one.doing: one.until for one in game.spent},
        "hive": _hive(game),
        "players": {player: _player(game, player) for player in PLAYERS},
        "strategy_cards_taken": _taken(game),
        "trade_goods_on_cards": {game_card(game, n): card.trade_goods for n, card in game.strategy_cards.items()},
        "objectives": [
            {"name": one.name, "scored_by": list(one.scored_by), "besides": one.besides} for one in game.objectives
        ],
        "deck": _deck(game),
        "event_cards": asdict(game.event_cards),
        "galaxy": galaxy_state(game),
    }


def game_card(game: Game, number: int) -> str:
    """The key of a strategy card."""
    return game.tables.strategy_cards.by_number[number].key


def _hive(game: Game) -> Data:
    hive = game.hive
    stockpile, tokens = hive.stockpile, hive.tokens
    technologies: dict[str, Data] = {colour: level for colour, level in hive.technologies.items()}
    planets: dict[str, Data] = {system: hive.spawning_planets.get(system, 0) for system in SPAWNING_SYSTEMS}
    return {
        "bank": {"resources": hive.bank.resources, "influence": hive.bank.influence},
        "stockpile": {
            "resources": stockpile.resources,
            "influence": stockpile.influence,
            "trade_goods": stockpile.trade_goods,
            "command_tokens": stockpile.command_tokens,
        },
        "tokens": asdict(tokens),
        "trade_goods": hive.trade_goods,
        "commodities": hive.commodities,
        "action_cards": hive.action_cards,
        "secrets": hive.secrets,
        "scored_secrets": hive.scored_secrets,
        "victory_points": hive.victory_points,
        "technologies": technologies,
        "upgrades": list(hive.upgrades),
        "purged": list(hive.purged),
        "ability_lost": hive.ability_lost,
        "units": {**hive.units},
        "structures": structures(game),
        "planets": {**planets, "standard": hive.standard_planets},
        "fragments": {kind: hive.fragments.get(kind, 0) for kind in get_args(Fragment)},
        "notes": [{"kind": note.kind, "owner": note.owner} for note in hive.notes],
        "activating": hive.activating,
        "negative_priority": hive.negative_priority,
        "drew_primary": hive.drew_primary,
        "meddled": hive.meddled,
        "strategy_cards": _hive_cards(game),
        "speaker": game.speaker == "hive",
        "relics": hive.relics,
        "relic_scored": hive.relic_scored,
        "passed": hive.passed,
        **_lost(hive),
    }


def _lost(hive: HiveArea) -> dict[str, Data]:
    """Plastic that the Hive cannot use, its stations, and planets that replenish nothing."""
    return {
        "stations": hive.stations,
        "captured": {**hive.captured},
        "barren_spawning": hive.barren_spawning,
        "barren_standard": hive.barren_standard,
        "home_purged": hive.home_purged,
        "fallen": {**hive.fallen},
    }


def _hive_cards(game: Game) -> Data:
    """All cards, None for those that the Hive does not have."""
    return {
        game_card(game, number): ("exhausted" if card.exhausted else "readied") if card.owner == "hive" else None
        for number, card in game.strategy_cards.items()
    }


def _taken(game: Game) -> Data:
    """All cards, None for those that no player has."""
    return {
        game_card(game, number): card.owner if card.owner in PLAYERS else None
        for number, card in game.strategy_cards.items()
    }


def _player(game: Game, player: Player) -> Data:
    area = game.players[player]
    return {
        "name": game.name(player),
        "victory_points": area.victory_points,
        "counters": area.counters,
        "reached_six": area.reached_six,
        "calmed": area.calmed,
        "traded": area.traded,
        "notes": [*area.notes],
        "passed": area.passed,
        "mercenaries": area.mercenaries,
    }


def _deck(game: Game) -> Data:
    deck = game.deck
    return {
        "primary": len(deck.primary),
        "secondary": len(deck.secondary),
        "in_use": len(deck.in_use),
        "discard": len(deck.discard),
    }
