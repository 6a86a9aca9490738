"""The style sheets of the pages, read apart: their rules, and which class names they style as a block of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "static"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"\s*([^{}]+?)\s*\{")
# One class, and perhaps a part of its element: no context, and no further class or state to which it is adapted.
ALONE = re.compile(r"\.([\w-]+)(?:::[\w-]+)?")
OVER_ALL = "large.css"
"""Lays the blocks of all other sheets anew where text is large, and has none of its own."""
LISTED = re.compile(r",\s*(?![^()]*\))")


@dataclass(frozen=True)
class StyleRule:
    """A rule of a style sheet, and the conditions within which it stands, such as a query of the screen."""

    sheet: str
    within: tuple[str, ...]
    selector: str
    body: str


def style_sheets() -> dict[str, str]:
    """The style sheets that the app serves, by name."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css"))}


def style_rules(sheet: str, text: str) -> list[StyleRule]:
    """The rules of a style sheet in its order."""
    return list(_rules(sheet, COMMENT.sub("", text), ()))


def _rules(sheet: str, text: str, within: tuple[str, ...]) -> Iterator[StyleRule]:
    at = 0
    while found := RULE.match(text, at):
        head, start = found.group(1), found.end()
        at = _end_of(text, start)
        inner = text[start : at - 1]
        if "{" in inner:
            yield from _rules(sheet, inner, (*within, head))
        else:
            yield StyleRule(sheet, within, head, inner)


def _end_of(text: str, start: int) -> int:
    depth, at = 1, start
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return at


def blocks_of(rules: list[StyleRule]) -> set[str]:
    """The class names that rules style as a block of their own, without naming what it stands in."""
    parts = (part for rule in rules for part in LISTED.split(rule.selector))
    return {found.group(1) for part in parts if (found := ALONE.fullmatch(part.strip()))}


def names_of_two_blocks(sheets: dict[str, str]) -> list[str]:
    """The class names that are a block of their own in two style sheets: there the same name means two things."""
    own = {sheet: text for sheet, text in sheets.items() if sheet != OVER_ALL}
    blocks = {sheet: blocks_of(style_rules(sheet, text)) for sheet, text in own.items()}
    named = {name for names in blocks.values() for name in names}
    at = {name: [sheet for sheet, names in blocks.items() if name in names] for name in named}
    return [f"{name}: {', '.join(where)}" for name, where in sorted(at.items()) if len(where) > 1]
