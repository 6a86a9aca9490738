"""Laying out a galaxy slot by slot on its map: which are open, which are no question, which is next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hive.catalog.tables import Tables, Wormhole
from hive.model.game import Settings
from hive.web.drawing.galaxy import slots_view
from hive.web.drawing.shapes import MapView
from hive.web.setup.page import SlotChoice, TileChoice, slot_choice


@dataclass(frozen=True)
class SlotPage:
    """One slot to lay a tile on: the map so far, and the tiles that fit there, those that lie elsewhere apart.

    ``open`` are the slots without a tile, ``before`` is the slot before this one, empty for the first.
    """

    choice: SlotChoice
    map: MapView
    open: tuple[str, ...]
    before: str
    slots: int

    @property
    def laid(self) -> int:
        """How many slots have a tile."""
        return self.slots - len(self.open)

    @property
    def free(self) -> tuple[TileChoice, ...]:
        """The fitting tiles that lie nowhere yet, and the one that lies here."""
        return tuple(one for one in self.choice.fitting if one.at in ("", self.choice.slot))

    @property
    def elsewhere(self) -> tuple[TileChoice, ...]:
        """The fitting tiles that lie on other slots."""
        return tuple(one for one in self.choice.fitting if one not in self.free)


def slot_page(
    tables: Tables, settings: Settings, tiles: Mapping[str, str], ion_side: Wormhole | None, slot: str
) -> SlotPage:
    """The page of one slot of the template."""
    walk = _walk(tables)
    place = walk.index(slot)
    return SlotPage(
        choice=slot_choice(tables, settings, tiles, slot, everything=True),
        map=slots_view(tables, tiles, ion_side, slot),
        open=tuple(open_slots(tables, tiles)),
        before=walk[place - 1] if place else "",
        slots=len(walk),
    )


def open_slots(tables: Tables, tiles: Mapping[str, str], after: str = "") -> list[str]:
    """The slots without a tile, ring by ring from the middle; those after a slot first, as hands go round."""
    found = [slot for slot in _walk(tables) if slot not in tiles]
    return sorted(found, key=lambda slot: (slot <= after, slot))


def no_question(tables: Tables, settings: Settings, tiles: Mapping[str, str]) -> dict[str, str]:
    """The tiles with those laid as well that are the only ones left for their slots."""
    result = dict(tiles)
    while True:
        lying = {tile.rstrip("AB") for tile in result.values()}
        for slot in open_slots(tables, result):
            fitting = [one.number for one in slot_choice(tables, settings, result, slot).fitting]
            left = [tile for tile in fitting if tile.rstrip("AB") not in lying]
            if len(left) == 1:
                result[slot] = left[0]
                break
        else:
            return result


def _walk(tables: Tables) -> list[str]:
    return sorted(tables.galaxy.kind_of)
