"""A game in the words of ``given``: what ``expect`` is compared with, and a game written out as a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, get_args

import yaml

from hive.board.growing import fracture_lies
from hive.board.layout import ION_STORM
from hive.catalog.documents import Data
from hive.catalog.tables import Fragment, Seat
from hive.model.galaxy import Forces, Galaxy, PlanetState, System
from hive.model.game import OWNERS, PLAYERS, SPAWNING_SYSTEMS, EventCards, Game, HiveArea, Player, PlayerSetup
from hive.rules.area import structures

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


# --- the board

_SEATS: tuple[Seat, ...] = ("hive", "p1", "p2")


def galaxy_state(game: Game) -> Data:
    """The board under the keys of ``given.galaxy``, every system, planet, side and unit filled in; None without one."""
    galaxy = game.galaxy
    if galaxy is None:
        return None
    systems = galaxy.systems.items()
    return {
        "tiles": {position: system.tile for position, system in systems},
        "ion_side": next((one.side for _, system in systems for one in system.tokens if one.key == ION_STORM), None),
        "homes": {"p1": galaxy.spawning.get("home_p1"), "p2": galaxy.spawning.get("home_p2")},
        "units": {position: _forces(game, system.units) for position, system in systems},
        "damaged": {position: _forces(game, system.damaged) for position, system in systems},
        "planets": _planets(game, galaxy),
        "control": {seat or "nobody": _controlled(galaxy, seat) for seat in (*_SEATS, None)},
        "command_tokens": {
            seat: [*sorted(position for position, system in systems if seat in system.command_tokens)]
            for seat in _SEATS
        },
        "tokens": {position: [one.key for one in system.tokens] for position, system in systems},
        "fracture": fracture_lies(galaxy),
        "frontier": [position for position, system in systems if system.frontier],
    }


def _forces(game: Game, forces: Forces) -> Data:
    units = [unit.key for unit in game.tables.units.units]
    return {seat: {unit: forces.get(seat, {}).get(unit, 0) for unit in units} for seat in OWNERS}


def _planets(game: Game, galaxy: Galaxy) -> Data:
    return {
        name: {
            "control": planet.control or "nobody",
            "units": _forces(game, planet.units),
            "damaged": _forces(game, planet.damaged),
            "attachments": list(planet.attachments),
            "coexisting": list(planet.coexisting),
        }
        for system in galaxy.systems.values()
        for name, planet in system.planets.items()
    }


def _controlled(galaxy: Galaxy, seat: Seat | None) -> Data:
    planets = ((name, planet) for system in galaxy.systems.values() for name, planet in system.planets.items())
    return [*sorted(name for name, planet in planets if planet.control == seat)]


# --- a whole game as a scenario, for ``resolve`` and for whoever looks into a decision

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
        "players": {seat: _given_player(game, seat) for seat in PLAYERS},
        "speaker": game.speaker,
        "active": game.active,
        "hive": _given_hive(game),
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


def _given_player(game: Game, seat: Player) -> dict[str, Any]:
    setup, area = _setup(game, seat), asdict(game.players[seat])
    who = {"name": setup.name, "faction": setup.faction, "colour": setup.colour}
    return who | {name: area[name] for name in _PLAYERS}


def _setup(game: Game, seat: Player) -> PlayerSetup:
    return game.settings.p1 if seat == "p1" else game.settings.p2


def _given_hive(game: Game) -> dict[str, Any]:
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


# --- its board


def _galaxy(game: Game, galaxy: Galaxy) -> dict[str, Any]:
    systems = galaxy.systems
    tokens = {at: [one.key for one in system.tokens if one.key != _ION_STORM] for at, system in systems.items()}
    sides = [one.side for system in systems.values() for one in system.tokens if one.key == _ION_STORM]
    return {
        "tiles": {at: system.tile for at, system in systems.items() if at.isdigit() or at == "nexus"},
        "ion_side": next((side for side in sides if side), "alpha"),
        "homes": {seat: _home(game, galaxy, seat) for seat in PLAYERS},
        "empty": True,
        "units": {at: _given_forces(system.units) for at, system in systems.items() if _given_forces(system.units)},
        "damaged": {
            at: _given_forces(system.damaged) for at, system in systems.items() if _given_forces(system.damaged)
        },
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
    found |= {"units": _given_forces(planet.units), "damaged": _given_forces(planet.damaged)}
    return {name: value for name, value in found.items() if value}


def _given_forces(forces: Forces) -> dict[str, dict[str, int]]:
    found = {seat: {unit: number for unit, number in units.items() if number} for seat, units in forces.items()}
    return {seat: units for seat, units in found.items() if units}
