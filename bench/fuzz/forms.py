"""The forms and links of a page, as a browser could send them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

Fields = list[tuple[str, str]]
"""Names and values in their order."""

TAG = re.compile(r"<(form|a|select|input|button|textarea|option)\b((?:[^>\"]|\"[^\"]*\")*)>")
ATTRIBUTE = re.compile(r"([\w-]+)=\"([^\"]*)\"")


@dataclass
class Form:
    """A form on a page: where it goes, and what it sends by itself."""

    action: str
    method: str
    fields: Fields = field(default_factory=list)


class Page:
    """The forms and links of a page. What names a form elsewhere counts for the last one.

    It reads what our templates write, with quotes around each value: a parser for everybody's pages takes longer than
    the app takes to answer.
    """

    def __init__(self, page: str) -> None:
        self.forms: list[Form] = []
        self.links: list[str] = []
        select = ""
        for found in TAG.finditer(page):
            tag = found[1]
            of = {name: unescape(value) for name, value in ATTRIBUTE.findall(found[2])}
            if tag == "form":
                self.forms.append(Form(of.get("action", ""), of.get("method", "get").upper()))
            elif tag == "a":
                self.links += [of["href"]] if of.get("href", "").startswith("/") else []
            elif tag == "select":
                select = of.get("name", "")
            elif self.forms and (name := select if tag == "option" else of.get("name")):
                self.forms[-1].fields.append((name, of.get("value", "")))
