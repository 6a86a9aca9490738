"""The languages that the app can speak: English, and each for which a catalog lies in the folder of translations."""

from __future__ import annotations

from gettext import GNUTranslations
from pathlib import Path

from hive.words.worded import ENGLISH, Language

DOMAIN = "hive"
SOURCE_LANGUAGE = "en"


def languages(folder: Path) -> dict[str, Language]:
    """The languages by their codes, English first. In: the folder with ``<code>/LC_MESSAGES/hive.mo``."""
    found = {SOURCE_LANGUAGE: ENGLISH}
    for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")):
        with path.open("rb") as file:
            found[path.parts[-3]] = _language(GNUTranslations(file))
    return found


def _language(catalog: GNUTranslations) -> Language:
    # An empty text stands for the head of a catalog.
    return Language(lambda sentence: catalog.gettext(sentence) if sentence else "", catalog.ngettext)
