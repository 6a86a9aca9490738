"""Factions and tiles that no box holds, named by the table with their values; they join the tables of one game."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from hive.catalog.checking import first_misfit
from hive.catalog.reading import load_rulebook
from hive.catalog.tables import Faction, Factions, Tables, Tile, Tiles
from hive.catalog.tables.base import Frozen
from hive.words import Name, Spoken, Typed, Words, say

MOST_HOMEBREW, LONGEST_HOMEBREW = 8, 1000
"""So many factions and tiles a game has at most, and the longest so many characters as forms carry it."""


class BadHomebrew(Spoken, ValueError):
    """What the table has named cannot join the tables. Its text is for the table."""


class Homebrew(Frozen):
    """A tile that the table has named, and the faction whose home system it is, if it is one."""

    tile: Tile
    faction: Faction | None = None


Brewed = Sequence[Homebrew]
"""All that a table has named for a game."""


def homebrew_of(text: str) -> Homebrew:
    """Read what a form has kept as JSON text. Raises BadHomebrew."""
    try:
        return Homebrew.model_validate_json(text)
    except ValidationError as error:
        raise BadHomebrew(
            say("This is no faction or tile: {what}.", what=Typed(error.errors()[0]["msg"][:150]))
        ) from error


def with_homebrew(tables: Tables, named: Brewed) -> Tables:
    """The tables with factions and tiles of the table's own. Raises BadHomebrew where they do not fit."""
    if not named:
        return tables
    for number, one in enumerate(named):
        if taken := _taken(tables, one, named[:number]):
            raise BadHomebrew(taken)
    tiles, factions = tables.tiles, tables.factions
    brewed = [one.faction for one in named if one.faction is not None]
    parts = {part: getattr(tables, part) for part in Tables.model_fields}
    parts["tiles"] = Tiles.model_construct(
        **{field: getattr(tiles, field) for field in Tiles.model_fields if field != "tiles"},
        tiles=[*tiles.tiles, *(one.tile for one in named)],
    )
    parts["factions"] = Factions.model_construct(
        **{field: getattr(factions, field) for field in Factions.model_fields if field != "factions"},
        factions=[*factions.factions, *brewed],
    )
    whole = Tables.model_construct(**parts)
    if misfit := first_misfit(whole, load_rulebook()):
        raise BadHomebrew(say("This does not fit: {what}.", what=Typed(misfit[:200])))
    return whole


def _taken(tables: Tables, one: Homebrew, before: Brewed) -> Words:
    """What of its names there is already; empty if all of them are new."""
    numbers = {number.rstrip("AB") for number in [*tables.tiles.by_number, *(other.tile.tile for other in before)]}
    if one.tile.tile.rstrip("AB") in {*numbers, *tables.tiles.hyperlanes, *tables.tiles.without_tile}:
        return say("There is a tile {tile} already. Give yours another number.", tile=Name(one.tile.tile))
    planets = {*tables.tiles.planets, *(planet.name for other in before for planet in other.tile.planets)}
    for planet in one.tile.planets:
        if planet.name in planets:
            return say("There is a planet {planet} already. Give yours another name.", planet=Typed(planet.name))
        planets.add(planet.name)
    factions = {*tables.factions.by_name, *(other.faction.name for other in before if other.faction)}
    if one.faction is not None and one.faction.name in factions:
        return say("There is a faction {faction} already. Give yours another name.", faction=Typed(one.faction.name))
    return ""
