"""Template and zones of a copy, slot by slot. Rules: 2.board.template, 14.zone.board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from hive.board.layout import KIND_WORDS
from hive.catalog.copying import with_patch
from hive.catalog.tables import Kind
from hive.web.copies.kept import BadCopy, Copy
from hive.words import Name, Typed, Words, say

ONCE: tuple[Kind, ...] = ("REX", "MS", "PL1", "PL2", "AS1", "AS2")
"""The kinds of which a galaxy has one."""


@dataclass(frozen=True)
class KindTile:
    """A kind that a slot can have: its sign, and its words."""

    key: Kind
    words: Words


def kind_tiles() -> tuple[KindTile, ...]:
    """All kinds, to be tapped."""
    return tuple(KindTile(kind, KIND_WORDS[kind]) for kind in get_args(Kind))


def slot_changed(copy: Copy, slot: str, form: Mapping[str, str]) -> str:
    """The text of the copy with a slot of another zone or kind. Raises BadCopy."""
    if slot not in copy.tables.galaxy.kind_of:
        raise BadCopy(say("There is no slot {slot}.", slot=Typed(slot[:10])))
    if zone := form.get("zone", ""):
        return _zoned(copy, slot, zone)
    return _of_kind(copy, slot, form.get("kind", ""))


def _zoned(copy: Copy, slot: str, zone: str) -> str:
    zones: dict[str, Any] = copy.tables.galaxy.zones.model_dump(mode="json")
    if zone not in [str(one["zone"]) for one in zones["zones"]]:
        raise BadCopy(say("There is no zone {zone}.", zone=Typed(zone[:10])))
    for one in zones["zones"]:
        one["slots"] = [at for at in one["slots"] if at != slot]
        one["slots"] += [slot] if str(one["zone"]) == zone else []
        if not one["slots"]:
            raise BadCopy(
                say(
                    "{slot} is the last system of zone {zone}: give that zone another one first.",
                    slot=Name(slot),
                    zone=one["zone"],
                )
            )
    return with_patch(copy.read, "galaxy", ["zones"], {**zones, "default_of_ours": False})


def _of_kind(copy: Copy, slot: str, wanted: str) -> str:
    """A kind that there is once changes places with the slot that gets it; of the others there can be more or less."""
    template: dict[str, Any] = copy.tables.galaxy.template.model_dump(mode="json")
    before, kinds = copy.tables.galaxy.kind_of[slot], template["kinds"]
    kind = next((one for one in get_args(Kind) if one == wanted), None)
    if kind is None:
        raise BadCopy(say("Choose the zone of {slot}, or what belongs there.", slot=Name(slot)))
    if kind not in ONCE and before in ONCE:
        raise BadCopy(
            say(
                "{slot} is the only place for {kind}: tap the place where that belongs, and give it {kind} there.",
                slot=Name(slot),
                kind=Name(before),
            )
        )
    moved = {slot: kind, kinds[kind][0]: before} if kind in ONCE else {slot: kind}
    at = {one: now for now, slots in kinds.items() for one in slots} | moved
    found = {one: [place for place in at if at[place] == one] for one in get_args(Kind)}
    kept = {one: slots for one, slots in found.items() if slots}
    return with_patch(copy.read, "galaxy", ["template"], {**template, "kinds": kept, "default_of_ours": False})
