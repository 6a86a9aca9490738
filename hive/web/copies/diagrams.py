"""The diagrams of a copy, block by block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from hive.catalog.copying import with_patch
from hive.catalog.reading import load_tables
from hive.catalog.tables import DiagramName, PriorityBlock, Tables
from hive.web.copies.kept import DIAGRAMS, BadCopy, Copy, blocks_of
from hive.web.paper.reference import damage_words
from hive.words import Name, Words, say


@dataclass(frozen=True)
class Block:
    """A block of a diagram: its key, and its words."""

    key: str
    words: Words


@dataclass(frozen=True)
class Diagram:
    """A diagram with its blocks in order, and those that could be added."""

    key: str
    title: Words
    blocks: tuple[Block, ...]
    others: tuple[Block, ...]


def diagrams(copy: Copy) -> tuple[Diagram, ...]:
    """All diagrams of the copy."""
    return tuple(_diagram(copy, name) for name in DIAGRAMS)


def _diagram(copy: Copy, name: str) -> Diagram:
    known = _known(copy.tables, name)
    there = blocks_of(copy.tables, name)
    others = tuple(Block(key, words) for key, words in known.items() if key not in there)
    return Diagram(name, DIAGRAMS[name], tuple(Block(key, known[key]) for key in there), others)


def _blocks(tables: Tables, name: str) -> dict[str, PriorityBlock]:
    """Every block of the priority diagrams that can stand in one of them, by what it keeps."""
    named: list[DiagramName] = list(get_args(DiagramName))
    # What was taken out here stands in ours.
    ours = load_tables().priorities
    every = {block.keep: block for one in named for block in (*ours.of(one).blocks, *tables.priorities.of(one).blocks)}
    own: list[DiagramName] = [one for one in named if one == name]
    every.update({block.keep: block for one in own for block in tables.priorities.of(one).blocks})
    return {keep: block for keep, block in every.items() if any(tables.priorities.takes(one, keep) for one in own)}


def _known(tables: Tables, name: str) -> dict[str, Words]:
    if name in ("space", "ground"):
        return {f"{one.action}.{one.unit}": damage_words(tables, one) for one in getattr(tables.damage, name).blocks}
    return {keep: Name(block.say) for keep, block in _blocks(tables, name).items()}


def diagram_changed(copy: Copy, name: str, form: Mapping[str, str]) -> str:
    """The text of the copy with a block of a diagram moved, taken out or added. Raises BadCopy."""
    there, known = blocks_of(copy.tables, name), _known(copy.tables, name)
    what, _, key = form.get("change", "").partition(":")
    if what == "add" and (added := form.get("block", "")) in known and added not in there:
        there = [*there, added]
    elif what in ("up", "down") and key in there:
        at = there.index(key)
        to = max(0, min(len(there) - 1, at + (1 if what == "down" else -1)))
        there[at], there[to] = there[to], there[at]
    elif what == "out" and key in there and name not in ("space", "ground") and len(there) > 1:
        there = [one for one in there if one != key]
    else:
        raise BadCopy(say("Nothing of this diagram is changed by that."))
    return with_patch(copy.read, *_patch(copy.tables, name, there))


def _patch(tables: Tables, name: str, order: list[str]) -> tuple[str, list[Any], Any]:
    if name in ("space", "ground"):
        blocks = [dict(zip(("action", "unit"), key.split("."), strict=True)) for key in order]
        whole = getattr(tables.damage, name).model_dump(mode="json")
        return "damage", [name], {**whole, "blocks": blocks, "default_of_ours": False}
    known = _blocks(tables, name)
    whole = getattr(tables.priorities, name).model_dump(mode="json")
    kept = [known[key].model_dump(mode="json") for key in order]
    return "priorities", [name], {**whole, "blocks": kept, "default_of_ours": False}
