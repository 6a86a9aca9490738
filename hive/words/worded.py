"""What all words of the app have in common: they read as English, and can be told in another language.

Every text stands in brackets, has accents on its letters, and is a third longer; its places stay as they are.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from gettext import GNUTranslations
from pathlib import Path
from typing import Any, Literal, NamedTuple

WordsJson = str | int | list[Any]
"""Words as the log keeps them, in JSON: plain text or a number, or a list that begins with what it is."""
Whose = Literal["hive", "p1", "p2", ""]


class Piece(NamedTuple):
    """A piece of told words: its text, and what it is, for a page to show.

    ``seat``: whose name it is; ``typed``: people typed it, and it stays as it is in any language; ``system``: the
    position of the system that it names; ``rule``: the id of the rule; ``strong``: it is what decides.
    """

    text: str
    seat: Whose = ""
    typed: bool = False
    system: str = ""
    rule: str = ""
    strong: bool = False


@dataclass(frozen=True)
class Language:
    """A language: where a sentence of ours is looked up, and an amount in its two English forms.

    Both answer with what they were given where they know no better.
    """

    sentence: Callable[[str], str]
    amount: Callable[[str, str, int], str]


ENGLISH = Language(lambda sentence: sentence, lambda singular, plural, number: singular if number == 1 else plural)


class Worded(str):
    """Words that know what they mean: a message (:func:`hive.words.say`), or something that a message tells of.

    As text they are the English of this day; joined with other text, that is all that is left of them.

    Abstract for mypy alone: text is made without a look at what is abstract, and every value on a page is asked
    whether it is ``Worded``, which an ``ABCMeta`` answers six times as slowly.
    """

    __slots__ = ()

    @abstractmethod
    def kept(self) -> WordsJson:
        """These words for the log; :func:`hive.words.heard` reads them back."""

    @abstractmethod
    def pieces(self, language: Language) -> Iterator[Piece]:
        """These words in a language, piece by piece."""

    @abstractmethod
    def _made_of(self) -> tuple[Any, ...]:
        """What they were made of: the same once more makes the same words."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of()

    def __copy__(self) -> Worded:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Worded:
        return self


class Plain(Worded):
    """Text without arguments as a log keeps it: a sentence of ours, or the words of an earlier version."""

    __slots__ = ()

    def kept(self) -> WordsJson:
        """The text."""
        return str(self)

    def pieces(self, language: Language) -> Iterator[Piece]:
        """What the language has for it, or the text as it stands."""
        yield Piece(language.sentence(str(self)))

    def _made_of(self) -> tuple[Any, ...]:
        return (str(self),)


Words = Worded | Literal[""]
"""What the table reads; empty where there is nothing to read."""


def kept(words: Words | int) -> WordsJson:
    """Words for the log."""
    if isinstance(words, Worded):
        return words.kept()
    return words


def pieces(words: Words | int, language: Language = ENGLISH) -> Iterator[Piece]:
    """Words in a language, piece by piece; plain text is looked up as it stands."""
    if isinstance(words, Worded):
        yield from words.pieces(language)
    elif isinstance(words, str):
        yield Piece(language.sentence(words))
    else:
        yield Piece(str(words))


def told(words: Words | int, language: Language) -> str:
    """Words in a language, as plain text."""
    if language is ENGLISH:
        return str(words)
    return "".join(piece.text for piece in pieces(words, language))


def capitalised(text: str) -> str:
    """The text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def first_capitalised(found: Iterator[Piece]) -> Iterator[Piece]:
    """The pieces with a capital letter at their start."""
    for piece in found:
        yield piece._replace(text=capitalised(piece.text))
        if piece.text:
            break
    yield from found


# --- the languages that the app can speak


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


# --- a language that nobody speaks, to see on a page which words are not told in the language of the page


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
