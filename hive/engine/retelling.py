"""The words of an entry read back from the log, to show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hive.steps import Item, Row, Why
from hive.words import Words, heard_or_plain


@dataclass(frozen=True)
class Retold:
    """A step that is over, as the log tells of it; ``data`` is all that the log keeps of it."""

    kind: str
    text: Words
    rule: str
    why: Why | None
    items: tuple[Item, ...]
    data: Mapping[str, Any]


def retold(words: Mapping[str, Any] | None) -> tuple[Retold, ...]:
    """The steps of an entry; those of earlier versions have plain words."""
    return tuple(_step(step) for step in (words or {}).get("steps", ()))


def said_of(words: Mapping[str, Any] | None) -> Words:
    """What the table said with an entry."""
    return _words(words or {}, "said")


def _step(step: Mapping[str, Any]) -> Retold:
    items = tuple(
        Item(_words(line, "text"), _words(line, "note"), str(line["rule"])) for line in step.get("items") or ()
    )
    why = _why(step["why"]) if step.get("why") else None
    return Retold(str(step.get("kind")), _words(step, "text"), str(step.get("rule", "")), why, items, step)


def _why(why: Mapping[str, Any]) -> Why:
    rows = tuple(
        Row(_words(row, "label"), _words(row, "result"), str(row["rule"]), bool(row["decided"])) for row in why["rows"]
    )
    return Why(_words(why, "line"), rows)


def _words(kept: Mapping[str, Any], name: str) -> Words:
    return heard_or_plain(kept.get(name, ""))
