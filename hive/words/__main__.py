"""Finds the words of the app and brings its catalogs up to date: ``python -m hive.words [FOLDER]``.

In the folder (``translations``), ``hive.pot`` gets every text of the app, each ``<code>/LC_MESSAGES/hive.po`` the texts
that are new, and the language that nobody speaks its own. What has no words yet, with its words of before if it has
changed, and what does not fit its English is printed, with the exit code 1.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import yaml
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from hive.files import FILES
from hive.words.message import PLAYER, BadMessage, Mark, Template, template
from hive.words.worded import CODE, DOMAIN, JOINED, plainer, pseudo

Found = tuple[int, str | tuple[str, str]]
"""A line, and a sentence, or an amount in its two forms."""

TEMPLATE_WORDS = ("_", "named", "gettext", "ngettext", "count")
_READER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SENTENCES, AMOUNTS = {"say", "Name"}, {"count", "Amount"}
TABLE_TEXTS = {
    *(
        "name",
        "short",
        "plural",
        "say",
        "gist",
        "section",
        "text",
        "known",
        "title",
        "wants",
        "words",
        "effect",
        "while_received",
        "while_given",
        "more",
        "tie",
        "apart",
        "holds",
        "fails",
        "announced",
        "supposed",
        "cast",
    ),
    *(
        "variable_benefit",
        "note",
        "event",
        "modular",
        "matters",
        "nothing",
        "nothing_for_hive",
        "anomalies",
        "wormholes",
        "traits",
        "specialties",
    ),
    *("detail", "heading", "label"),
    *("colour", "colours", "fragment", "deck", "tokens", "changes", "group", "home_of"),
}
"""The fields of the tables that are read aloud."""
LETTERS = re.compile(r"[^\W\d_]")
PLACES = re.compile(r"\{[a-z0-9_!]*\}")


@cache
def template_of_words(root: Path = FILES) -> Catalog:
    """The texts of the app that another language needs words for, as a catalog without translations.

    One of our own that is another one but for a capital letter and a full stop is told by that; what tables print is
    a name more often than not, and stays by itself.
    """
    catalog = Catalog(project="Hive Wars companion", charset="utf-8", locale="en")
    for message in every_text(root):
        if message.id:
            text = _plain_text(message, root)
            catalog.add(text or message.id, locations=message.locations)
    return catalog


def _plain_text(message: Message, root: Path) -> str:
    if isinstance(message.id, str) and not any(path.startswith("decks") for path, _ in message.locations):
        return next((plain.text for plain in plainer(message.id) if plain.text in every_text(root)), "")
    return ""


@cache
def every_text(root: Path = FILES) -> Catalog:
    """Every text of the app that another language can have in its own words, with the places where it stands."""
    catalog = Catalog(project="Hive Wars companion", charset="utf-8", locale="en")
    for path in sorted((root / "hive").rglob("*.py")):
        _add(catalog, path.relative_to(root), in_source(path.read_text(encoding="utf-8")))
    for path in sorted((root / "decks").glob("**/*.yaml")):
        _add(catalog, path.relative_to(root), in_table(yaml.load(path.read_text(encoding="utf-8"), _READER)))
    for path in sorted((root / "templates").rglob("*.html")):
        _add(catalog, path.relative_to(root), in_template(path))
    return catalog


def in_source(source: str) -> Iterator[Found]:
    """The literals of messages, names, amounts and effects in a module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        for one in node.keywords:
            # An effect and an option have their sentences under the names that they have in the tables.
            if one.arg in ("say", "changes") and isinstance(one.value, ast.Constant):
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
        for line, called, words, _ in _extractor()(file, TEMPLATE_WORDS, (), {"trimmed": "true"}):
            texts = words if isinstance(words, tuple) else (words,)
            if called == "count":
                yield line, amount_of(str(texts[1]))
            elif called == "ngettext":
                yield line, (str(texts[0]), str(texts[1]))
            elif texts[0]:
                yield line, texts[0]


@cache
def _extractor() -> Any:
    (templates,) = entry_points(group="babel.extractors", name="jinja2")  # where Babel looks for it, too
    return templates.load()


def amount_of(singular: str, plural: str = "") -> tuple[str, str]:
    """An amount in both its forms, as :class:`hive.words.Amount` looks it up."""
    return f"{{number}} {singular}", f"{{number}} {plural or singular + 's'}"


def _add(catalog: Catalog, path: Path, found: Iterator[Found]) -> None:
    for line, text in found:
        if LETTERS.search(PLACES.sub("", text if isinstance(text, str) else text[0])):
            catalog.add(text, locations=[(path.as_posix(), line)])


# --- brings catalogs up to date: ``python -m hive.words [FOLDER]``


def main(arguments: list[str]) -> int:
    """Bring everything up to date; return the exit code."""
    folder = Path(arguments[0]) if arguments else FILES / "translations"
    words = template_of_words()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{DOMAIN}.pot").open("wb") as file:
        write_po(file, words, include_lineno=False, width=120)
    paths = [path for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")) if path.parts[-3] != CODE]
    in_pseudo(words, folder)
    troubles = [trouble for path in paths for trouble in brought_up(path, words)]
    print(f"{len(words)} texts in {folder / DOMAIN}.pot", *troubles, sep="\n")
    return 1 if troubles else 0


def in_pseudo(words: Catalog, folder: Path) -> None:
    """Write the catalog of the language that nobody speaks."""
    told = Catalog(locale="en", charset="utf-8")
    for message in words:
        if message.id:
            several = isinstance(message.id, tuple)
            told.add(message.id, tuple(map(pseudo, message.id)) if several else pseudo(str(message.id)))
    _write(told, folder / CODE / "LC_MESSAGES" / f"{DOMAIN}.po")


def brought_up(path: Path, words: Catalog) -> list[str]:
    """Bring a language's texts up to date; return what is missing or has changed, and what does not fit."""
    with path.open("rb") as file:
        told = read_po(file, locale=path.parts[-3])
    forms = [message for message in told if message.context]
    own = [
        message for message in told if message.id in every_text() and message.id not in words and _is_own(message, told)
    ]
    told.update(words, no_fuzzy_matching=True)
    for message in own:
        told.add(message.id, message.string)
    for form in forms:
        if form.id in words or form.id == PLAYER or form.context == JOINED:
            told.add(form.id, form.string, context=form.context)
    told.obsolete = {
        key: message for key, message in told.obsolete.items() if not message.context and message.id not in every_text()
    }
    _write(told, path)
    gone = [_english(message) for message in told.obsolete.values()]
    texts = [message for message in told if message.id]
    return [
        *(f"{path}: {_untold(_english(message), gone)}" for message in texts if not any(message.string or ())),
        *(f"{path}: {trouble}" for message in texts for trouble in misfits(message)),
    ]


def _is_own(message: Message, told: Catalog) -> bool:
    """Whether a language tells a text otherwise than the plainer one, which it then keeps beside it."""
    plain = next((one for one in plainer(_english(message)) if one.text in told), None)
    return plain is None or message.string != plain.made_whole(str(told[plain.text].string))


def _untold(text: str, gone: list[str]) -> str:
    """What to do for a text without words, which may be one of earlier days that has changed a little."""
    before = get_close_matches(text, gone, n=1, cutoff=0.8)
    return f"untold: “{text}”" + (f", before: “{before[0]}”" if before else "")


def misfits(message: Message) -> Iterator[str]:
    """Why what a language has for a text does not fit it: it names other places, or not the Hive. Untold texts fit."""
    ours = template(_english(message))
    theirs = [message.string] if isinstance(message.string, str) else message.string or ()
    for text in filter(None, theirs):
        try:
            made = template(str(text))
        except BadMessage as error:
            yield str(error)
            continue
        if made.names != ours.names:
            yield f"“{text}” names other places than “{_english(message)}”"
        if _marks(made) != _marks(ours):
            yield f"“{text}” marks what names the Hive otherwise than “{_english(message)}”"


def _english(message: Message) -> str:
    return str(message.id if isinstance(message.id, str) else message.id[0])


def _marks(made: Template) -> bool:
    return any(isinstance(part, Mark) for part in made.parts)


_HEAD = """# Words of the app: docs/languages.md.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def _write(told: Catalog, path: Path) -> None:
    """Write a catalog with a head that names neither days nor people: it changes when its words do."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(_HEAD.format(language=path.parts[-3], plurals=told.plural_forms).encode())
        write_po(file, told, include_lineno=False, omit_header=True, width=120)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
