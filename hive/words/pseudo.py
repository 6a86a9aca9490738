"""A language that nobody speaks, to see on a page which words are not told in the language of the page.

Every text stands in brackets, has accents on its letters, and is a third longer; its places stay as they are.
"""

from __future__ import annotations

import re

CODE = "pseudo"
PLAIN = "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz"
MARKED = "ÅåßƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀɱÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž"
ACCENTS = str.maketrans(PLAIN, MARKED)
# Places of a sentence of ours or of a template's, tags and entities of HTML, brackets that mark the Hive.
_KEPT = re.compile(r"(\{[a-z0-9_!]*\}|\{\{|\}\}|%\(\w+\)s|%%|<[^>]*>|&\w+;|[][])")


def pseudo(text: str) -> str:
    """A text in that language."""
    parts = _KEPT.split(text)
    told = "".join(part if number % 2 else part.translate(ACCENTS) for number, part in enumerate(parts))
    return f"⟦{told}{'·' * (len(text) // 3)}⟧"
