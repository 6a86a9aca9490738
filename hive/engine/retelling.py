"""The words of an entry read back from the log, to show them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


def retold(words: Mapping[str, object] | None) -> tuple[Retold, ...]:
    """The steps of an entry; those of earlier versions have plain words."""
    return tuple(_step(step) for step in _each(words or {}, "steps"))


def said_of(words: Mapping[str, object] | None) -> Words:
    """What the table said with an entry."""
    return _words(words or {}, "said")


def _step(step: Mapping[str, object]) -> Retold:
    items = tuple(Item(_words(line, "text"), _words(line, "note"), str(line["rule"])) for line in _each(step, "items"))
    reason = step.get("why")
    why = _why(reason) if isinstance(reason, Mapping) else None
    return Retold(str(step.get("kind")), _words(step, "text"), str(step.get("rule", "")), why, items, step)


def _why(why: Mapping[str, object]) -> Why:
    rows = tuple(
        Row(_words(row, "label"), _words(row, "result"), str(row["rule"]), bool(row["decided"]))
        for row in _each(why, "rows")
    )
    return Why(_words(why, "line"), rows)


def _each(kept: Mapping[str, object], name: str) -> Iterator[Mapping[str, object]]:
    """The lines of a list among what is kept."""
    lines = kept.get(name)
    return iter(lines if isinstance(lines, list) else ())


def _words(kept: Mapping[str, object], name: str) -> Words:
    return heard_or_plain(kept.get(name, ""))
