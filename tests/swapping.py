"""A screen as htmx keeps it: what an update leaves out stays as it stood."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser

from werkzeug.test import TestResponse

from serving import HTMX

PLACE = re.compile(r'<(\w+) id="([\w-]+)" hx-preserve></\1>')
SHOWS = re.compile(r'id="table"[^>]* hx-headers="([^"]+)"')
TOKEN = re.compile(r'(name="csrf_token" value=")[^"]+')
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})


class Screen:
    """The table screen of one device: its text, and what it says of it with each request."""

    def __init__(self, whole: TestResponse) -> None:
        self.text = _told(whole)
        assert not PLACE.search(self.text), "a page that shows nothing yet has to get all"
        self.kept: set[str] = set()

    @property
    def headers(self) -> dict[str, str]:
        found = SHOWS.search(self.text)
        assert found is not None
        return {**HTMX, **json.loads(html.unescape(found[1]))}

    def swap(self, update: TestResponse) -> None:
        """Take an update in: each place in it holds what stood there."""
        parts = parts_of(self.text)
        sent = _told(update)
        self.kept = {place[2] for place in PLACE.finditer(sent)}
        assert self.kept <= parts.keys(), "an update keeps what the screen does not show"
        self.text = PLACE.sub(lambda place: parts[place[2]], sent)

    def shows(self, whole: TestResponse) -> bool:
        """Whether it shows the same as one that was opened anew."""
        return self.text == _told(whole)


def parts_of(text: str) -> dict[str, str]:
    """The text of each element that has an id."""
    reader = _Reader(text)
    reader.feed(text)
    reader.close()
    return reader.parts


def _told(response: TestResponse) -> str:
    """The table on a page, without the tokens, which are other ones each time."""
    text = response.get_data(as_text=True)
    begins = text.index('<div id="table"')
    ends = text.rindex("</div>") + len("</div>")
    return TOKEN.sub(r"\1", text[begins:ends])


class _Reader(HTMLParser):
    """Where each element with an id begins and ends."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.parts: dict[str, str] = {}
        self._text, self._lines, self._open = text, [0], list[tuple[str, str, int]]()
        for line in text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append((tag, dict(attrs).get("id") or "", self._here()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that ends where it begins holds no part."""

    def handle_endtag(self, tag: str) -> None:
        opened, name, begins = self._open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"
        if name:
            assert name not in self.parts, f"two elements are called {name}"
            self.parts[name] = self._text[begins : self._here() + len(f"</{tag}>")]

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column
