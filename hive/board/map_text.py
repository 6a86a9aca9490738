"""The text of a map string taken apart: a bare list of tiles, one with braces, or a link of a map tool."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import unquote_plus

from hive.board.hexes import LAST_RING, labels_up_to

_WHOLE_RINGS = frozenset(len(labels_up_to(number)) for number in range(1, LAST_RING + 1))
# What the map tools call the tiles in their links. Only behind `tiles` does the middle come first.
_IN_A_LINK = re.compile(r"(?:^|[?&#\s])(tiles|map|mapstring)=([^&#\s]*)", re.IGNORECASE)


class MapText(NamedTuple):
    """The word for the middle, if the text has one, and the words for the slots after it; a link without tiles."""

    middle: str | None
    words: list[str]
    bare_link: bool = False


def taken_apart(text: str, rexes: Collection[str]) -> MapText:
    """Take a map string apart. In: the text, and the tiles that are Mecatol Rex, if it lies in the middle.

    The middle stands in braces, or is the first of whole rings with Mecatol Rex somewhere among them, or it is Mecatol
    Rex and the first of all.
    """
    link = _IN_A_LINK.search(text)
    if link is None and "://" in text:
        return MapText(None, [], bare_link=True)
    whole = unquote_plus(link[2]) if link else text
    braces = re.match(r"\s*\{([^{}]*)\}", whole)
    words = [word for word in re.split(r"[\s,;]+", whole[braces.end() if braces else 0 :]) if word]
    if braces is not None:
        return MapText(braces[1].strip(), words)
    in_front = bool(words) and words[0] in rexes and len(words) + 1 not in _WHOLE_RINGS
    rings = len(words) in _WHOLE_RINGS and any(word in rexes for word in words)
    if words and (in_front or rings or (link is not None and link[1].lower() == "tiles")):
        return MapText(words[0], words[1:])
    return MapText(None, words)
