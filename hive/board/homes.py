"""Which tile stands on the map for a player's home, and whose home lies in which slot. Rule: 2.board.player-homes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from hive.board.layout import LayoutError, shuffled
from hive.catalog.tables import Box, Tables
from hive.model.game import PLAYERS, Player, PlayerSetup, Settings
from hive.words import Name, PlayerName, Typed, Words, say

Homes = Mapping[Player, str]


def home_tiles(tables: Tables, boxes: Collection[Box], faction: str) -> list[str]:
    """The tiles that can stand on the map for a player's home, a gate in place of the home that it leads to.

    In: the boxes on the table; the faction, or an empty text if the table has not said: then those of every faction
    in these boxes.
    """
    if faction:
        gate = tables.tiles.gate_of(faction)
        return [gate] if gate else tables.tiles.homes_of(faction)
    known = [one.name for one in tables.factions.at_set_up if one.box in boxes]
    own = {tile.home_of for tile in tables.tiles.tiles if tile.home_of}
    return [tile for name in known if name in own for tile in home_tiles(tables, boxes, name)]


def home_owner(tables: Tables, tile: str) -> str:
    """The faction whose home or gate a tile is; empty if it is neither."""
    found = tables.tiles.by_number[tile]
    return found.home_of or (found.faction if found.role == "gate" else None) or ""


def begins_as(tables: Tables, tile: str) -> str:
    """The faction with which a player begins whose home or gate a tile is; empty if no faction of ours does.

    Two faces of a tile are two factions, of which one becomes the other in the course of a game.
    """
    faction = tables.factions.by_name.get(home_owner(tables, tile))
    return (faction.after or faction.name) if faction else ""


def choose_homes(tables: Tables, settings: Settings, chosen: Homes, seed: str) -> dict[Player, str]:
    """The tile of each player's home: the one chosen, or else a random one of those that their faction can have.

    Who has fewer to choose from comes first. Out: the same for the same seed. Raises LayoutError if a chosen tile
    cannot be that player's home, or if both would have the same.
    """
    options = {seat: home_tiles(tables, settings.boxes, player_of(settings, seat).faction) for seat in PLAYERS}
    found: dict[Player, str] = {}
    for seat in sorted(PLAYERS, key=lambda seat: (seat not in chosen, len(options[seat]))):
        if seat in chosen and chosen[seat] not in options[seat]:
            raise LayoutError(
                say(
                    "Tile {tile} cannot be the home system of {who}. Choose another.",
                    tile=Typed(chosen[seat][:10]),
                    who=PlayerName(seat, player_of(settings, seat).name),
                )
            )
        free = [tile for tile in options[seat] if not any(_same_tile(tile, other) for other in found.values())]
        wanted = [chosen[seat]] if seat in chosen else shuffled(free, f"{seed}/home of {seat}")[:1]
        if not wanted or wanted[0] not in free:
            raise LayoutError(
                say("Both players would have the same home system. Choose another faction or home for one.")
            )
        found[seat] = wanted[0]
    return {seat: found[seat] for seat in PLAYERS}


def player_of(settings: Settings, seat: Player) -> PlayerSetup:
    """What a player chose."""
    return settings.p1 if seat == "p1" else settings.p2


def one_face_of_each(tiles: Collection[str], lying: Collection[str]) -> list[str]:
    """The tiles in their order, without other faces of those before, or of those that lie on the map."""
    found: list[str] = []
    for tile in tiles:
        if not any(_same_tile(tile, other) for other in (*found, *lying)):
            found.append(tile)
    return found


def _same_tile(one: str, other: str) -> bool:
    """Two faces of one tile are that tile."""
    return one.rstrip("AB") == other.rstrip("AB")


def home_slots(tables: Tables, settings: Settings, tiles: Mapping[str, str]) -> dict[Player, str] | None:
    """The slot of each player's home, by their factions; None if these do not tell. In: the tile of each slot."""
    first, second = tables.galaxy.template.kinds["PL1"][0], tables.galaxy.template.kinds["PL2"][0]
    ways: list[dict[Player, str]] = [{"p1": first, "p2": second}, {"p1": second, "p2": first}]
    fits = [sum(_is_home(tables, settings, seat, tiles.get(way[seat])) for seat in PLAYERS) for way in ways]
    return None if fits[0] == fits[1] else ways[fits.index(max(fits))]


def _is_home(tables: Tables, settings: Settings, seat: Player, tile: str | None) -> bool:
    faction = player_of(settings, seat).faction
    return bool(faction) and tile in home_tiles(tables, settings.boxes, faction)


def strange_homes(tables: Tables, settings: Settings, tiles: Mapping[str, str], slots: Homes) -> Iterator[Words]:
    """A sentence for each home that is not one of the faction that its player plays."""
    for seat, slot in slots.items():
        player = player_of(settings, seat)
        if player.faction and not _is_home(tables, settings, seat, tiles.get(slot)):
            yield say(
                "{who} plays {faction}, whose home system does not lie at {slot}.",
                who=PlayerName(seat, player.name),
                faction=Name(player.faction),
                slot=Name(slot),
            )
