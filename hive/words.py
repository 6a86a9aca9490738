"""Words that several chapters need: numbers with their nouns, lists, names of systems and items."""

from __future__ import annotations

from collections.abc import Sequence

from hive.catalog.tables import ItemType, SpawningSystem
from hive.model.game import Game

ITEM_WORDS: dict[ItemType, tuple[str, str]] = {
    "resources": ("resource", "resources"),
    "influence": ("influence", "influence"),
    "trade_goods": ("trade good", "trade goods"),
    "command_tokens": ("command token", "command tokens"),
}


def count(number: int, singular: str, plural: str = "") -> str:
    """``1 ship``, ``2 ships``."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def items(number: int, item: ItemType) -> str:
    """``1 trade good``, ``5 influence``."""
    return count(number, *ITEM_WORDS[item])


def units(game: Game, number: int, key: str) -> str:
    """``1 cruiser``, ``2 PDS``."""
    unit = game.tables.units.by_key[key]
    return count(number, unit.name, unit.plural)


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def system_name(game: Game, system: SpawningSystem) -> str:
    """How the table calls a spawning system."""
    names: dict[SpawningSystem, str] = {
        "main": "the main spawning system",
        "aux1": "AUX 1",
        "aux2": "AUX 2",
        "home_p1": f"{game.settings.p1.name}'s home system",
        "home_p2": f"{game.settings.p2.name}'s home system",
        "mecatol_rex": "Mecatol Rex",
    }
    return names[system]


def system_label(game: Game, position: str) -> str:
    """How the table finds a system: its position, and the names of its planets or what else it is known by."""
    system = game.galaxy.systems.get(position) if game.galaxy else None
    if system is None:
        return position[:20]
    spawning = (
        next((key for key, where in game.galaxy.spawning.items() if where == position), None) if game.galaxy else None
    )
    if spawning is not None and spawning != "mecatol_rex":
        return f"{position} {system_name(game, spawning)}"
    planets = "/".join(system.planets)
    return f"{position} {planets or tile_words(game, system.tile)}"


def tile_words(game: Game, number: str) -> str:
    """What a tile without planets is: its anomalies and wormholes, or empty space."""
    tile = game.tables.tiles.by_number[number]
    anomalies = [anomaly.replace("_", " ") for anomaly in tile.anomalies]
    wormholes = [f"wormhole {kind}" for kind in tile.wormholes]
    return listed([*anomalies, *wormholes]) or "empty space"


def sentence(text: str) -> str:
    """The text with a capital letter at its start."""
    return text[:1].upper() + text[1:]
