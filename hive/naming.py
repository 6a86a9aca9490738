"""What the table calls the things of a game: systems, units, items of its funds."""

from __future__ import annotations

from hive.catalog.tables import ItemType, SpawningSystem
from hive.model.galaxy import System
from hive.model.game import Game
from hive.words import Amount, Name, PlanetName, SystemName, Worded, Words, count, listed, say

ONE: dict[ItemType, Amount] = {
    "resources": count(1, "resource"),
    "influence": count(1, "influence", "influence"),
    "trade_goods": count(1, "trade good"),
    "command_tokens": count(1, "command token"),
}
"""One item of each type."""
PURPOSES: dict[str, Words] = {
    "definition": say("definition"),
    "selection": say("selection"),
    "production": say("production"),
    "research": say("research"),
    "support": say("support"),
    "influence": say("influence"),
    "multiplier": say("multiplier"),
    "transaction": say("transaction"),
    "asset": say("asset"),
}
"""What cards of the Hive Mind are drawn for."""
ACTION_WORDS = {"engage": say("engage"), "infest": say("infest")}
"""The two types of tactical actions."""


def purpose_words(purpose: str) -> Words:
    """What a card is drawn for, as it stands before "card"; a purpose of another version as the log names it."""
    return PURPOSES.get(purpose, Name(purpose))


def items(number: int, item: ItemType) -> Amount:
    """``1 trade good``, ``5 influence``."""
    return ONE[item].of(number)


def units(game: Game, number: int, key: str) -> Amount:
    """``1 cruiser``, ``2 PDS``."""
    unit = game.tables.units.by_key[key]
    return Amount(number, unit.name, unit.plural)


def system_name(game: Game, system: SpawningSystem) -> SystemName:
    """How the table calls a spawning system."""
    position = _spawning(game).get(system, "")
    return SystemName(position, _spawning_words(game, system))


def _spawning_words(game: Game, system: SpawningSystem) -> Worded:
    if system == "main":
        return say("the main spawning system")
    if system == "home_p1" or system == "home_p2":
        return say("{player}'s home system", player=game.name("p1" if system == "home_p1" else "p2"))
    if system == "mecatol_rex":
        return Name("Mecatol Rex")
    return say("AUX 1") if system == "aux1" else say("AUX 2")


def system_label(game: Game, position: str) -> SystemName:
    """How the table finds a system: its position, and the names of its planets or what else it is known by."""
    system = _systems(game).get(position)
    if system is None:
        return SystemName("", Name(position[:20]))
    spawning = next((key for key, where in _spawning(game).items() if where == position), None)
    if spawning is not None and spawning != "mecatol_rex":
        what: Words = _spawning_words(game, spawning)
    elif system.planets:
        what = listed([Name(planet) for planet in system.planets], "/")
    else:
        what = tile_words(game, system.tile)
    return SystemName(position, say("{position} {what}", position=Name(position), what=what))


def position_name(position: str) -> SystemName:
    """A system by its position alone, for places named in passing."""
    return SystemName(position, Name(position))


def planet(game: Game, name: str) -> PlanetName:
    """A planet of the galaxy, with the system in which it lies where that is known."""
    systems = _systems(game).items()
    return PlanetName(name, next((position for position, system in systems if name in system.planets), ""))


def _systems(game: Game) -> dict[str, System]:
    return game.galaxy.systems if game.galaxy else {}


def _spawning(game: Game) -> dict[SpawningSystem, str]:
    return game.galaxy.spawning if game.galaxy else {}


def tile_words(game: Game, number: str) -> Words:
    """What a tile without planets is: its anomalies and wormholes, or empty space."""
    tile = game.tables.tiles.by_number[number]
    anomalies = [Name(anomaly.replace("_", " ")) for anomaly in tile.anomalies]
    wormholes = [say("wormhole {kind}", kind=Name(kind)) for kind in tile.wormholes]
    return listed([*anomalies, *wormholes]) if anomalies or wormholes else say("empty space")
