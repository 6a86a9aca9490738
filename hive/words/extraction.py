"""Finds the words of the app for catalogs of other languages: in the source, in the tables and in the templates."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract

from hive.files import FILES

Found = tuple[int, str | tuple[str, str]]
"""A line, and a sentence, or an amount in its two forms."""

TEMPLATE_WORDS: dict[str, tuple[int, ...] | None] = {"_": None, "named": None, "gettext": None, "ngettext": (1, 2)}
SENTENCES, AMOUNTS = {"say", "Name"}, {"count", "Amount"}
TABLE_TEXTS = {
    *("name", "short", "plural", "say", "gist", "section", "text", "known", "title", "wants", "words", "effect"),
    *(
        "variable_benefit",
        "note",
        "event",
        "modular",
        "matters",
        "nothing_for_hive",
        "anomalies",
        "wormholes",
        "traits",
        "specialties",
    ),
    *("colour", "colours", "fragment", "deck", "tokens", "changes", "group", "home_of"),
}
"""The fields of the tables that are read aloud."""
LETTERS = re.compile(r"[^\W\d_]{2}")
PLACES = re.compile(r"\{[a-z0-9_!]*\}")


def template_of_words(root: Path = FILES) -> Catalog:
    """Every text of the app that another language can have in its own words, as a catalog without translations."""
    catalog = Catalog(project="Hive Wars companion", charset="utf-8", locale="en")
    for path in sorted((root / "hive").rglob("*.py")):
        _add(catalog, path.relative_to(root), in_source(path.read_text(encoding="utf-8")))
    for path in sorted((root / "decks").glob("**/*.yaml")):
        _add(catalog, path.relative_to(root), in_table(yaml.safe_load(path.read_text(encoding="utf-8"))))
    for path in sorted((root / "templates").rglob("*.html")):
        _add(catalog, path.relative_to(root), in_template(path))
    return catalog


def in_source(source: str) -> Iterator[Found]:
    """The literals of messages, names, amounts and effects in a module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        for one in node.keywords:
            # An effect has its sentence under the name that it has in the tables.
            if one.arg == "say" and isinstance(one.value, ast.Constant):
                yield node.lineno, str(one.value.value)
        texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if node.func.id in SENTENCES and texts:
            yield node.lineno, texts[0]
        if node.func.id in AMOUNTS and texts:
            yield node.lineno, amount_of(texts[0], *texts[1:])


def in_table(row: Any) -> Iterator[Found]:
    """The texts of a table, and what it counts in both forms."""
    if isinstance(row, list):
        for one in row:
            yield from in_table(one)
    if not isinstance(row, dict):
        return
    if isinstance(row.get("name"), str) and isinstance(row.get("plural"), str):
        yield 0, amount_of(row["name"], row["plural"])
    for field, value in row.items():
        texts = value if isinstance(value, list) else [value]
        if field in TABLE_TEXTS:
            yield from ((0, _read_aloud(text)) for text in texts if isinstance(text, str))
        yield from in_table(value)


def _read_aloud(text: str) -> str:
    """A key of one word as it is told; a sentence stays as it is, places and all."""
    return text if " " in text else text.replace("_", " ")


def in_template(path: Path) -> Iterator[Found]:
    """The texts of a template: ``_("...")``, ``named("...")``, ``count(n, "...")`` and ``{% trans %}``."""
    with path.open("rb") as file:
        for line, message, _, _ in extract("jinja2", file, TEMPLATE_WORDS, options={"trimmed": "true"}):
            yield line, message if isinstance(message, str) else (message[0], message[1])
        file.seek(0)
        for line, message, _, _ in extract("jinja2", file, {"count": (2,)}):
            yield line, amount_of(str(message))


def amount_of(singular: str, plural: str = "") -> tuple[str, str]:
    """An amount in both its forms, as :class:`hive.words.Amount` looks it up."""
    return f"{{number}} {singular}", f"{{number}} {plural or singular + 's'}"


def _add(catalog: Catalog, path: Path, found: Iterator[Found]) -> None:
    for line, text in found:
        if LETTERS.search(PLACES.sub("", text if isinstance(text, str) else text[0])):
            catalog.add(text, locations=[(path.as_posix(), line)])
