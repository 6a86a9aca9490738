"""Builds catalogs: ``python -m hive.words [FOLDER]``.

In the folder (``translations``), ``hive.pot`` gets every text of the app, each ``<code>/LC_MESSAGES/hive.po`` the texts
that are new, and a ``hive.mo`` beside it, for the app to read. So does the language of :mod:`hive.words.pseudo`. What
does not fit its English is printed, and the exit code is 1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from hive.files import FILES
from hive.words.extraction import template_of_words
from hive.words.languages import DOMAIN
from hive.words.message import BadMessage, template
from hive.words.pseudo import CODE, pseudo


def main(arguments: list[str]) -> int:
    """Build everything; return the exit code."""
    folder = Path(arguments[0]) if arguments else FILES / "translations"
    words = template_of_words()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{DOMAIN}.pot").open("wb") as file:
        write_po(file, words, include_lineno=False, width=120)
    in_pseudo(words, folder)
    troubles = [trouble for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")) for trouble in build(path, words)]
    print(f"{len(words)} texts in {folder / DOMAIN}.pot", *troubles, sep="\n")
    return 1 if troubles else 0


def in_pseudo(words: Catalog, folder: Path) -> None:
    """Write the catalog of the language that nobody speaks."""
    told = Catalog(locale="en", charset="utf-8")
    for message in words:
        if message.id:
            several = isinstance(message.id, tuple)
            told.add(message.id, tuple(map(pseudo, message.id)) if several else pseudo(str(message.id)))
    _compile(told, folder / CODE / "LC_MESSAGES" / f"{DOMAIN}.mo")


def build(path: Path, words: Catalog) -> list[str]:
    """Bring a language's texts up to date and compile those that fit; return what does not fit."""
    with path.open("rb") as file:
        told = read_po(file, locale=path.parts[-3])
    told.update(words, no_fuzzy_matching=True)
    with path.open("wb") as file:
        write_po(file, told, include_lineno=False, width=120)
    troubles = [f"{path}: {trouble}" for message in told if message.id for trouble in misfits(message)]
    _compile(told, path.with_suffix(".mo"))
    return troubles


def misfits(message: Message) -> Iterator[str]:
    """Why what a language has for a text does not fit it: it names other places. Untold texts fit."""
    ours = str(message.id if isinstance(message.id, str) else message.id[0])
    theirs = [message.string] if isinstance(message.string, str) else message.string or ()
    for text in filter(None, theirs):
        try:
            if template(str(text)).names != template(ours).names:
                yield f"“{text}” names other places than “{ours}”"
        except BadMessage as error:
            yield str(error)


def _compile(told: Catalog, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_mo(file, told)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
