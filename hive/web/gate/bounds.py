"""How much a form or an address brings to the pages, whichever page it is, and how large the answer may be.

What is carried from page to page stands on each of them several times. So it is cut before a page sees it: a name has
as many values as the forms of the app have of it, and none is longer than any that they take. One character and one
value more than that still come through, so that a page says in its own words that it is too much.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import IO, Any, NamedTuple, get_args

from flask import Flask, Request, Response, request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from hive.board.map_string import LONGEST_TEXT
from hive.catalog.copying import LONGEST_HOMEBREW, MOST_HOMEBREW
from hive.catalog.tables import Box
from hive.web.messages import message
from hive.words import say

LARGEST_ANSWER = 2_000_000
"""Bytes, before they are compressed. Ten times what the largest page takes; a larger one is a mistake of the app."""
LARGER = {"lobby.export", "lobby.backup", "lobby.index", "copies.export", "mind.note"}
"""What may be larger: files of games and copies, and the host's list of all games."""
LOG = logging.getLogger(__name__)


class Bound(NamedTuple):
    """So many values a name has at most, and so many characters each of them."""

    most: int = 1
    longest: int = 200


USUAL = Bound()
BOUNDS = {
    "boxes": Bound(most=len(get_args(Box)) + 1),
    "homebrew": Bound(MOST_HOMEBREW + 1, LONGEST_HOMEBREW + 1),
    "map": Bound(longest=LONGEST_TEXT + 1),
    "options": Bound(most=200),
    "pool": Bound(longest=LONGEST_TEXT + 1),
    "said": Bound(longest=1000),
    "set": Bound(longest=4000),
    "tile": Bound(most=200),
}
"""The names that have more; of a name with dots, the part before the first."""


class Cut(ImmutableMultiDict[str, Any]):
    """What a form or an address brings, cut to its bounds."""

    def __init__(self, brought: Iterable[tuple[str, Any]] = ()) -> None:
        """In: the names and values in their order, as they came."""
        super().__init__(list(_cut(brought)))


def _cut(brought: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    seen = Counter[str]()
    for name, value in brought:
        bound = bound_of(name)
        seen[name] += 1
        # A part of a form may have no name at all.
        if seen[name] <= bound.most and len(name or "") <= USUAL.longest:
            yield name, value[: bound.longest] if isinstance(value, str) else value


def bound_of(name: str) -> Bound:
    """How much may come under a name."""
    return BOUNDS.get((name or "").partition(".")[0], USUAL)


class FormParser(FormDataParser):
    """Forms of both kinds have so many parts and no more: Werkzeug counts those of one kind alone."""

    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, options: dict[str, str] | None = None
    ) -> tuple[IO[bytes], MultiDict[str, str], MultiDict[str, Any]]:
        """The form in a stream. Raises RequestEntityTooLarge."""
        if mimetype == "application/x-www-form-urlencoded":
            body = stream.read()
            if self.max_form_parts is not None and body.count(b"&") >= self.max_form_parts:
                raise RequestEntityTooLarge
            stream = BytesIO(body)
        return super().parse(stream, mimetype, content_length, options)


class Asked(Request):
    """A request as the pages see it."""

    form_data_parser_class = FormParser
    parameter_storage_class = Cut


def register_bounds(app: Flask) -> None:
    """Cut what each request brings, and send no answer that is too large.

    Of what is done after a request, the last that was registered comes first: so this is measured uncompressed.
    """
    app.request_class = Asked
    app.after_request(hold_back)


def hold_back(response: Response) -> Response:
    """The answer, or what is said in its place where it has become too large."""
    size = response.calculate_content_length() or response.content_length or 0
    if size <= LARGEST_ANSWER or request.endpoint in LARGER:
        return response
    LOG.error("an answer of %d bytes was held back: %s", size, request.endpoint)
    text = say(
        "The app sends no page as large as this one would be. What was entered before is safe. Go back, and choose or "
        "type less at once."
    )
    return message(say("Too large a page"), text, 500)
