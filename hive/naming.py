"""What the table calls the things of a game: systems, units, items of its funds."""

from __future__ import annotations

from collections.abc import Sequence

from hive.catalog.tables import Anomaly, ItemType, SpawningSystem, Tables
from hive.model.galaxy import System, anomalies_in
from hive.model.game import Game, known_galaxy
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
    "expedition": say("expedition"),
}
"""What cards of the Hive Mind are drawn for."""
ACTION_WORDS = {"engage": say("engage"), "infest": say("infest")}
"""The two types of tactical actions."""
ANOMALIES: dict[Anomaly, Words] = {
    "asteroid_field": say("asteroid field"),
    "nebula": say("nebula"),
    "supernova": say("supernova"),
    "gravity_rift": say("gravity rift"),
    "entropic_scar": say("entropic scar"),
}
"""The anomalies."""
ROLES: dict[SpawningSystem, Words] = {
    "main": say("main spawning system"),
    "aux1": say("AUX 1"),
    "aux2": say("AUX 2"),
    "home_p1": say("home system of player 1"),
    "home_p2": say("home system of player 2"),
}
"""The spawning systems that are more than their planets; Mecatol Rex is named by its planet."""


def purpose_words(purpose: str) -> Words:
    """What a card is drawn for, as it stands before "card"; a purpose of another version as the log names it."""
    return PURPOSES.get(purpose, Name(purpose))


def by_now(number: int) -> Words:
    """How many there are once a change is booked, as the note of its line."""
    return say("now {number}", number=number)


def items(number: int, item: ItemType) -> Amount:
    """``1 trade good``, ``5 influence``."""
    return ONE[item].of(number)


def units(game: Game, number: int, key: str) -> Amount:
    """``1 cruiser``, ``2 PDS``."""
    unit = game.tables.units.by_key[key]
    return Amount(number, unit.name, unit.plural)


def unit_name(game: Game, key: str) -> Name:
    """A type of unit."""
    return Name(game.tables.units.by_key[key].name)


def system_name(game: Game, system: SpawningSystem) -> SystemName:
    """How the table calls a spawning system."""
    position = known_galaxy(game).spawning.get(system, "")
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
    """How the table finds a system, everywhere alike: ``Primor, tile 65 (AUX 2)``."""
    system = known_galaxy(game).systems.get(position)
    if system is None:
        return SystemName("", Name(position[:20]))
    return SystemName(position, place_words(game.tables, system, _role(game, position)))


def system_short(game: Game, position: str) -> SystemName:
    """A system as briefly as it can be found on the map: ``Vefut II``, ``Arinam/Meer``, ``empty space (tile 49)``."""
    system = known_galaxy(game).systems.get(position)
    if system is None:
        return system_label(game, position)
    if system.planets:
        return SystemName(position, listed([Name(one) for one in system.planets], "/"))
    what = _role(game, position) or tile_words(game.tables, system)
    return SystemName(position, say("{what} (tile {tile})", what=what, tile=Name(system.tile)))


def system_tile(game: Game, position: str) -> Words:
    """What stands beside the short name of a system: ``tile 66 · AUX 1 · at 309``, without what that name says."""
    system = known_galaxy(game).systems.get(position)
    if system is None:
        return ""
    if not system.planets:
        return where_words(position)
    role, tile = _role(game, position), say("tile {tile}", tile=Name(system.tile))
    return listed([tile, *([role] if role else []), where_words(position)], "·")


def system_labels(game: Game, positions: Sequence[str]) -> Words:
    """Several systems in a row."""
    return listed([system_label(game, position) for position in positions], ";")


def planet_label(game: Game, position: str, name: str) -> SystemName:
    """How the table finds a planet: ``Quinarra, tile 13 (main spawning system)``."""
    system = known_galaxy(game).systems[position]
    return SystemName(position, place_words(game.tables, system, _role(game, position), name))


def place_words(tables: Tables, system: System, role: Words = "", planet: str = "") -> Words:
    """Where something lies: its planets, then its tile; where no planet names a system, what it is, and its position.

    In: the system; what it is beside that, if it is a spawning system; the planet, if only one of them is meant.
    """
    tile, planets = Name(system.tile), [planet] if planet else list(system.planets)
    if planets:
        place = say("{planets}, tile {tile}", planets=listed([Name(one) for one in planets], "/"), tile=tile)
        return say("{place} ({role})", place=place, role=role) if role else place
    what = role or tile_words(tables, system)
    return say("{what}, tile {tile} ({where})", what=what, tile=tile, where=where_words(system.position))


def where_words(position: str) -> Words:
    """A position of the map, by the numbers that the community gives its slots."""
    return say("at {slot}", slot=Name(position)) if position.isdigit() else say("beside the map")


def position_name(position: str) -> SystemName:
    """A slot of the map by its number, where a tile is laid out, and in scenarios, which number all systems."""
    return SystemName(position, Name(position))


def _role(game: Game, position: str) -> Words:
    spawning = next((key for key, where in known_galaxy(game).spawning.items() if where == position), None)
    return role_words(spawning, game) if spawning else ""


def role_words(system: SpawningSystem, game: Game | None = None) -> Words:
    """What a system is beside its planets, as a spawning system; nothing where its planet says it."""
    if game is not None and system in ("home_p1", "home_p2"):
        return _spawning_words(game, system)
    return ROLES.get(system, "")


def planet(game: Game, name: str) -> PlanetName:
    """A planet of the galaxy, with the system in which it lies where that is known."""
    systems = known_galaxy(game).systems.items()
    return PlanetName(name, next((position for position, system in systems if name in system.planets), ""))


def tile_words(tables: Tables, system: System) -> Words:
    """What a system without planets is: its anomalies and printed wormholes, or empty space."""
    tile = tables.tiles.by_number[system.tile]
    if tile.role == "gate":
        return say("gate of the {faction}", faction=Name(tile.faction or ""))
    wormholes = [say("wormhole {kind}", kind=Name(kind)) for kind in tile.wormholes]
    what = [*(ANOMALIES[anomaly] for anomaly in anomalies_in(system, tables.tiles)), *wormholes]
    return listed(what) if what else say("empty space")
