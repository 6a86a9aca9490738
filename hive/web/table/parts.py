"""The parts of the table screen: a page that shows one already is not sent it again.

Each part is a macro, drawn of nothing but what it is given, whose first element begins with its ``id``. A page names
what it shows in a header of its requests, by a mark of each part's text, so that the app need not remember what anybody
sees. Of a part with such a mark only its place is sent, and ``hx-preserve`` keeps what stands there. A page that names
nothing, such as one that is opened anew, gets all.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import blake2b
from typing import NamedTuple

from flask import request
from jinja2.runtime import Macro
from markupsafe import Markup

from hive.web.door import wants_fragment
from hive.web.drawing.kept import Drawings

SHOWN = "Table-Shows"
_ROOT = re.compile(r'<(\w+) id="([\w-]+)"')
_MARK_BYTES = 6


class _Part(NamedTuple):
    """A part as it is sent, the mark of its text, and what keeps its place where the page shows it already."""

    drawn: Markup
    mark: str
    place: Markup


class Parts:
    """The parts of one answer: ``{{ part(macro, ...) }}`` draws one, or keeps the place of what the page shows."""

    def __init__(self, kept: Drawings) -> None:
        """In: what has been drawn before."""
        self._kept = kept
        self._shown = frozenset(request.headers.get(SHOWN, "").split()) if wants_fragment() else frozenset[str]()
        self._marks: list[str] = []

    def __call__(self, macro: Macro, *shown: object) -> Markup:
        """A part, drawn of things that are compared by their values."""
        part: _Part = self._kept.made(_part, self._kept(macro, *shown))
        self._marks.append(part.mark)
        return part.place if part.mark in self._shown else part.drawn

    @property
    def headers(self) -> dict[str, str]:
        """What a page that has these parts says with each of its requests."""
        return {SHOWN: " ".join(self._marks)}


def _part(text: str) -> _Part:
    drawn = text.strip()
    root = _ROOT.match(drawn)
    if root is None:
        raise ValueError(f"a part does not begin with its id: {drawn[:80]}")
    mark = urlsafe_b64encode(blake2b(drawn.encode(), digest_size=_MARK_BYTES).digest()).decode()
    return _Part(Markup(drawn), mark, Markup(f'<{root[1]} id="{root[2]}" hx-preserve></{root[1]}>'))
