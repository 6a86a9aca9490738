"""A game written out as a scenario: the situation in full, for ``resolve`` and for whoever looks into a decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import yaml

from hive.board.growing import fracture_lies
from hive.model.event_cards import EventCards
from hive.model.galaxy import Forces, Galaxy, PlanetState, System
from hive.model.game import PLAYERS, Game, Player, PlayerSetup

# What a scenario gives of the Hive's area as it stands there.
_PLAIN = (
    "trade_goods",
    "commodities",
    "action_cards",
    "secrets",
    "scored_secrets",
    "victory_points",
    "upgrades",
    "purged",
    "ability_lost",
    "captured",
    "fallen",
    "relics",
    "relic_scored",
    "activating",
    "negative_priority",
    "drew_primary",
    "meddled",
    "barren_spawning",
    "barren_standard",
    "home_purged",
    "passed",
)
_PLAYERS = ("victory_points", "counters", "reached_six", "calmed", "traded", "notes", "passed", "mercenaries")
_ION_STORM = "ion_storm"
LONGEST_TITLE = 200


def written(game: Game, title: str, do: Mapping[str, Any], expect: Mapping[str, Any]) -> str:
    """A scenario file: the situation of a game, a decision to be resolved in it, and what is expected to come of it."""
    document = {"title": title[:LONGEST_TITLE], "given": situation_of(game), "do": dict(do), "expect": dict(expect)}
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=120)


def situation_of(game: Game) -> dict[str, Any]:
    """What stands under ``given``: all of a game that a scenario can give."""
    settings = game.settings
    found: dict[str, Any] = {
        "round": max(1, game.round),
        "phase": game.phase,
        "difficulty": settings.difficulty,
        "boxes": list(settings.boxes),
        "advanced": list(settings.advanced),
        "options": list(settings.options),
        "left": settings.left,
        "players": {seat: _player(game, seat) for seat in PLAYERS},
        "speaker": game.speaker,
        "active": game.active,
        "hive": _hive(game),
        "strategy_cards_taken": {_key(game, number): one.owner for number, one in _cards(game) if one.owner in PLAYERS},
        "trade_goods_on_cards": {
            _key(game, number): one.trade_goods for number, one in _cards(game) if one.trade_goods
        },
        "objectives": [asdict(objective) for objective in game.objectives],
        "deck": {"primary": len(game.deck.primary), "secondary": len(game.deck.secondary)},
        "agenda_unlocked": game.agenda_unlocked,
        "custodians": game.custodians,
        "agendas": list(game.agendas),
        "laws": [{"name": law.name, "elected": law.elected} for law in game.laws],
        "tyrant": game.tyrant,
        "expedition": [game.expedition.get(one, "nobody") for one in range(len(game.tables.setup.expedition))],
        "event_cards": asdict(game.event_cards) if game.event_cards != EventCards() else None,
        "owned": {doing: owners[0] if len(owners) == 1 else [*owners] for doing, owners in game.owned.items()},
        "spent": {one.doing: one.until for one in game.spent},
        "galaxy": _galaxy(game, game.galaxy) if game.galaxy is not None else None,
    }
    return {name: value for name, value in found.items() if value is not None and value != [] and value != {}}


def _cards(game: Game) -> list[tuple[int, Any]]:
    return sorted(game.strategy_cards.items())


def _key(game: Game, number: int) -> str:
    return game.tables.strategy_cards.by_number[number].key


def _player(game: Game, seat: Player) -> dict[str, Any]:
    setup, area = _setup(game, seat), asdict(game.players[seat])
    who = {"name": setup.name, "faction": setup.faction, "colour": setup.colour}
    return who | {name: area[name] for name in _PLAYERS}


def _setup(game: Game, seat: Player) -> PlayerSetup:
    return game.settings.p1 if seat == "p1" else game.settings.p2


def _hive(game: Game) -> dict[str, Any]:
    hive, area = game.hive, asdict(game.hive)
    tokens = {"tactic": hive.tokens.tactic, "strategy": hive.tokens.strategy}
    if hive.tokens.captured:
        tokens["captured"] = hive.tokens.captured
    counts: dict[str, Any] = {}
    if game.galaxy is None:
        tokens["board"] = hive.tokens.board
        counts = {"units": dict(hive.units), "planets": {**hive.spawning_planets, "standard": hive.standard_planets}}
        counts["stations"] = hive.stations
    return {
        "bank": area["bank"],
        "stockpile": area["stockpile"],
        "tokens": tokens,
        "technologies": dict(hive.technologies),
        "fragments": dict(hive.fragments),
        "notes": [{"kind": note.kind, "owner": note.owner} for note in hive.notes],
        "strategy_cards": {
            _key(game, number): "exhausted" if one.exhausted else "readied"
            for number, one in _cards(game)
            if one.owner == "hive"
        },
        **{name: area[name] for name in _PLAIN},
        **counts,
    }


# --- the board


def _galaxy(game: Game, galaxy: Galaxy) -> dict[str, Any]:
    systems = galaxy.systems
    tokens = {at: [one.key for one in system.tokens if one.key != _ION_STORM] for at, system in systems.items()}
    sides = [one.side for system in systems.values() for one in system.tokens if one.key == _ION_STORM]
    return {
        "tiles": {at: system.tile for at, system in systems.items() if at.isdigit() or at == "nexus"},
        "ion_side": next((side for side in sides if side), "alpha"),
        "homes": {seat: _home(game, galaxy, seat) for seat in PLAYERS},
        "empty": True,
        "units": {at: _forces(system.units) for at, system in systems.items() if _forces(system.units)},
        "damaged": {at: _forces(system.damaged) for at, system in systems.items() if _forces(system.damaged)},
        "planets": {name: _planet(planet) for system in systems.values() for name, planet in system.planets.items()},
        "command_tokens": {seat: _with_token(systems, seat) for seat in ("hive", *PLAYERS)},
        "tokens": {at: keys for at, keys in tokens.items() if keys},
        "fracture": fracture_lies(galaxy),
        "frontier": [at for at, system in systems.items() if system.frontier],
    }


def _home(game: Game, galaxy: Galaxy, seat: Player) -> str:
    """The slot of a player's home system, or of the gate that leads to it."""
    gate = game.tables.tiles.gate_of(_setup(game, seat).faction)
    at_gate = next((at for at, system in galaxy.systems.items() if gate is not None and system.tile == gate), None)
    return at_gate or galaxy.spawning["home_p1" if seat == "p1" else "home_p2"]


def _with_token(systems: Mapping[str, System], seat: str) -> list[str]:
    return [at for at, system in systems.items() if seat in system.command_tokens]


def _planet(planet: PlanetState) -> dict[str, Any]:
    found: dict[str, Any] = {"control": planet.control or "nobody", "attachments": list(planet.attachments)}
    found["coexisting"] = list(planet.coexisting)
    found |= {"units": _forces(planet.units), "damaged": _forces(planet.damaged)}
    return {name: value for name, value in found.items() if value}


def _forces(forces: Forces) -> dict[str, dict[str, int]]:
    found = {seat: {unit: number for unit, number in units.items() if number} for seat, units in forces.items()}
    return {seat: units for seat, units in found.items() if units}
