"""Tiles to lay out, and what stands there at first, where the galaxy is known. Rules: 2.board.*, 2.hive.*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hive.board.layout import ION_STORM
from hive.catalog.tables import Seat, SetupItem, SpawningSystem
from hive.model.galaxy import System
from hive.model.game import PLAYERS, Game
from hive.naming import planet, position_name, system_label, units
from hive.rules.board.sides import Tracked, board_of
from hive.words import Name, Words, listed, say

RANDOM_SIDE = say("a random side")
"""The side of a token that nobody has chosen."""


@dataclass(frozen=True)
class Placed:
    """A tile to lay out: its slot, its number, and whose home it is, if it is a player's."""

    slot: str
    tile: str
    owner: Words = ""

    @property
    def words(self) -> Words:
        """What hands do, without the verb."""
        tile, slot = Name(self.tile), position_name(self.slot)
        if self.owner:
            return say("{tile} at {slot} ({who})", tile=tile, slot=slot, who=self.owner)
        return say("{tile} at {slot}", tile=tile, slot=slot)


def known(board: Tracked, item: SetupItem) -> tuple[str, tuple[Placed, ...], tuple[Words, ...]]:
    """What an item of the checklist says, empty where it is left out; its tiles, and what stands in its systems.

    The tiles are those on its slots; those of Minor Factions only where it names them. Rule: 36.minor.systems.
    """
    minor, kinds = board.game.tables.galaxy.minor_factions, board.game.tables.galaxy.template.kinds
    of_kinds = (slot for kind in item.kinds for slot in kinds.get(kind, []))
    slots = [slot for slot in of_kinds if minor is None or slot not in minor.slots]
    placed = tuple(_placed(board, slot) for slot in (*slots, *item.slots) if slot in board.survey.positions)
    standing = (_standing(board, system) for system in item.systems)
    return item.text if item.known is None else item.known, placed, tuple(words for words in standing if words)


def ion_side(game: Game) -> Words:
    """The side that the ion storm token shows."""
    board = board_of(game)
    if isinstance(board, Tracked):
        for position in board.survey.positions:
            for token in board.survey.system(position).tokens:
                if token.key == ION_STORM and token.side:
                    return Name(token.side)
    return RANDOM_SIDE


def _placed(board: Tracked, slot: str) -> Placed:
    """The tile that lies at a slot, a player's home with its owner."""
    return Placed(slot, board.survey.system(slot).tile, _owner(board, slot))


def _owner(board: Tracked, slot: str) -> Words:
    """Whose home lies at a slot, or behind the gate there; empty for any other."""
    survey, tiles = board.survey, board.game.tables.tiles
    tile = tiles.by_number[survey.system(slot).tile]
    behind = tiles.homes_of(tile.faction) if tile.role == "gate" and tile.faction else []
    for seat in PLAYERS:
        home = survey.home(seat)
        if home is not None and (home == slot or survey.system(home).tile in behind):
            return board.game.name(seat)
    return ""


def _standing(board: Tracked, name: SpawningSystem) -> Words:
    """What stands in a spawning system of the Hive, or in a player's home, as a sentence; empty if it is not there."""
    position = board.survey.where(name)
    if position is None:
        return ""
    owner: Seat = "p1" if name == "home_p1" else "p2" if name == "home_p2" else "hive"
    forces = listed(list(_forces(board.game, board.survey.system(position), owner)))
    where = system_label(board.game, position)
    return say("{system!c}: {units}.", system=where, units=forces or say("nothing"))


def _forces(game: Game, system: System, owner: Seat) -> Iterator[Words]:
    for unit, number in system.units.get(owner, {}).items():
        yield units(game, number, unit)
    for name, state in system.planets.items():
        for unit, number in state.units.get(owner, {}).items():
            there = units(game, number, unit)
            yield say("{units} on {planet}", units=there, planet=planet(game, name))
