"""What all words of the app have in common: they read as English, and can be told in another language.

Every text stands in brackets, has accents on its letters, and is a third longer; its places stay as they are.
"""

from __future__ import annotations

import logging
import os
import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Any, Literal, NamedTuple

from yaml import safe_load

from hive.files import FILES

WordsJson = str | int | list[Any]
"""Words as the log keeps them, in JSON: plain text or a number, or a list that begins with what it is."""
Whose = Literal["hive", "p1", "p2", ""]


class Piece(NamedTuple):
    """A piece of told words: its text, and what it is, for a page to show.

    ``seat``: whose name it is; ``typed``: people typed it, and it stays as it is in any language; ``system``: the
    position of the system that it names; ``rule``: the id of the rule; ``strong``: it is what decides; ``english``: it
    is a name that a page in another language has in English.
    """

    text: str
    seat: Whose = ""
    typed: bool = False
    system: str = ""
    rule: str = ""
    strong: bool = False
    english: bool = False


@dataclass(frozen=True, eq=False)
class Language:
    """A language: where a sentence of ours is looked up, and an amount in its two English forms.

    Both answer with what they were given where they know no better. ``in_form`` gives the same language with its texts
    in a form of its own, such as a case, where it has them: ``{units:dat}`` in a sentence of the language asks for it.
    """

    sentence: Callable[[str], str]
    amount: Callable[[str, str, int], str]
    in_form: Callable[[str], Language] | None = None
    untold: set[str] = field(default_factory=set)
    """Texts that were asked for and that its catalog does not have, as far as they have been noted."""
    figure: Callable[[float], str] = "{:g}".format
    """How a number that need not be whole is written."""
    joined: Callable[[], Mapping[str, str]] = dict
    """Two words that become one where they meet at the edge of a place: ``de el``, ``del``."""

    def form(self, name: str) -> Language:
        """The language with its texts in a form; as it is where it has no forms."""
        return self.in_form(name) if self.in_form is not None and name else self


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

    def told(self, language: Language) -> str:
        """These words in a language, as plain text."""
        return "".join([piece.text for piece in self.pieces(language)])

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
        """What the language has for it, the Hive marked where it is named, or the text as it stands."""
        told = language.sentence(str(self))
        for number, text in enumerate(_MARKS.split(told) if told != self else (told,)):
            if text or not told:
                yield Piece(text, "hive" if number % 2 else "")

    def _made_of(self) -> tuple[Any, ...]:
        return (str(self),)


_MARKS = re.compile(r"\[([^][]+)\]")

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
    if language is ENGLISH or isinstance(words, int):
        return str(words)
    return words.told(language) if isinstance(words, Worded) else language.sentence(words)


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


def joined(found: Iterator[Piece], pairs: Mapping[str, str]) -> Iterator[Piece]:
    """The pieces; where the last word of one and the first of the next are such a pair, they are one word."""
    before = next(found, Piece(""))
    for piece in found:
        last, first = _LAST.search(before.text), _FIRST.match(piece.text)
        one = pairs.get(f"{last[1]} {first[0]}") if last and first else None
        if last is None or first is None or one is None:
            yield before
            before = piece
        else:
            yield before._replace(text=f"{before.text[: last.start()]}{one}")
            before = piece._replace(text=piece.text[first.end() :])
    yield before


_LAST, _FIRST = re.compile(r"(\w+) $"), re.compile(r"\w+")


# --- one text for what is the same but for its ends


class Plainer(NamedTuple):
    """A text that is another one but for the capital letter at its start, the full stop at its end, or both."""

    text: str
    capital: bool
    stop: bool

    def made_whole(self, told: str) -> str:
        """What a language has for the plainer text, with what that lacks."""
        begun = _BEGINNING.sub(_begun, told) if self.capital else told
        return begun + "." * self.stop


def plainer(text: str) -> Iterator[Plainer]:
    """The plainer texts that this one can be told by, the plainest first."""
    small = _CAPITAL.sub(lambda found: found["place"] or found[0].casefold(), text)
    if text[-1:] == "." and text[-2:] != "..":
        if small != text:
            yield Plainer(small[:-1], True, True)
        yield Plainer(text[:-1], False, True)
    if small != text:
        yield Plainer(small, True, False)


def _begun(found: re.Match[str]) -> str:
    return f"{found[0]}!c" if found["place"] else found[0].upper()


def with_places_of(text: str, today: str, told: str) -> str:
    """What is told for a text of today, with the names that its places had in the text of an earlier day.

    Where the names are the same, their order does not count; else they stand in the same order.
    """
    before, now = ([*dict.fromkeys(_PLACES.findall(one))] for one in (text, today))
    if set(before) == set(now):
        return told
    names = dict(zip(now, before, strict=False))
    return _PLACES.sub(lambda found: names.get(found[0], found[0]), told)


_CAPITAL = re.compile(r"^(?P<place>\{\w+)!c(?=\})|^\[?\w")
_PLACES = re.compile(r"(?<=\{)[a-z][a-z0-9_]*")
_BEGINNING = re.compile(r"^(?P<place>\{\w+(:\w+)?)(?=\})|^[\[¿¡“]*\w")


# --- the languages that the app can speak


DOMAIN = "hive"
SOURCE_LANGUAGE = "en"
LINES = ".lines"
"""What follows a language's code where each text is told with the line at which it stands in its catalog."""
JOINED = "joined"
"""The context of two words that become one where they meet."""
EARLIER = "earlier.yaml"
"""English of earlier days that kept logs still have, with the English of today."""


def languages(folder: Path) -> dict[str, Language]:
    """The languages by their codes, English first. In: the folder with ``<code>/LC_MESSAGES/hive.po``.

    A catalog is read when a page first asks for its language, which takes half a second.
    """
    paths = {path.parts[-3]: path for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))}
    return {
        SOURCE_LANGUAGE: ENGLISH,
        **{code: _language(path, with_lines=False) for code, path in paths.items()},
        **{code + LINES: _language(path, with_lines=True) for code, path in paths.items()},
    }


def _language(path: Path, with_lines: bool) -> Language:
    untold: set[str] = set()
    texts = cache(lambda: Texts(path, untold, with_lines))

    @cache
    def in_form(form: str) -> Language:
        return Language(
            lambda sentence: texts().sentence(sentence, form),
            lambda singular, plural, number: texts().amount(singular, plural, number, form),
            in_form,
            untold,
            _figures_of(path.parts[-3]),
            lambda: texts().joined,
        )

    return in_form("")


def _figures_of(code: str) -> Callable[[float], str]:
    from babel.localedata import exists  # English tables never need them
    from babel.numbers import format_decimal

    locale = code if exists(code) else SOURCE_LANGUAGE
    return lambda number: format_decimal(number, locale=locale)


def in_terminal(words: Words) -> str:
    """Words in the language of the terminal: the first of LC_ALL, LC_MESSAGES and LANG that a catalog is there for."""
    return told(words, _of_terminal(tuple(os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))))


@cache
def _of_terminal(wanted: tuple[str, ...]) -> Language:
    there = languages(FILES / "translations")
    codes = [_PLAIN_LOCALES.get(code, code) for code in (re.split("[_.@]", one)[0] for one in wanted)]
    return there[next((code for code in codes if code in there), SOURCE_LANGUAGE)]


_PLAIN_LOCALES = {"C": SOURCE_LANGUAGE, "POSIX": SOURCE_LANGUAGE}
"""What scripts set to read the same everywhere."""


LOG = logging.getLogger("hive.words")
_LETTER = re.compile(r"[^\W\d_]")
_WITHOUT = re.compile(r"\{[^{}]*\}|\b\d+[A-Z]\b|\b[A-Z]{1,3}[12]?\b|[α-ε]")
"""Places of a sentence, numbers of tiles, and the signs of slots and wormholes: they need no words."""


class Texts:
    """The texts of a language, out of its catalog; a text that it lacks is English, and is noted.

    A text of the context ``dat`` is that text in the form of this name; without one the plain text stands. Two words of
    the context ``joined`` become one where they meet at the edge of a place.
    """

    def __init__(self, path: Path, untold: set[str], with_lines: bool) -> None:
        """In: its catalog, where to note what is missing, and whether each text has its line before it."""
        from babel.messages.pofile import read_po  # English tables never need it

        with path.open("rb") as file:
            catalog = read_po(file, locale=path.parts[-3])
        self._plural = c2py(catalog.plural_expr)
        self._told: dict[tuple[str, str], tuple[str, ...]] = {}
        for message in catalog:
            told = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            if message.id and all(told) and not message.fuzzy:
                text = message.id if isinstance(message.id, str) else message.id[0]
                if with_lines:
                    told = tuple(f"{message.lineno}·{one}" for one in told)
                self._told[text, message.context or ""] = told
        self.joined = {text: told[0] for (text, context), told in self._told.items() if context == JOINED}
        earlier = path.parents[2] / EARLIER
        self._earlier: dict[str, str] = safe_load(earlier.read_text(encoding="utf-8")) if earlier.exists() else {}
        self._code, self._untold = path.parts[-3], untold

    def sentence(self, text: str, form: str) -> str:
        """A text in a form; the plain one if it has no such form."""
        found = self._in_form(text, form)
        return self._otherwise(text, form) if found is None else found[0]

    def amount(self, singular: str, plural: str, number: int, form: str) -> str:
        """An amount in the form that the language has for this number."""
        found = self._told.get((singular, form)) or self._told.get((singular, ""))
        if found is None:
            self._note(singular)
            return ENGLISH.amount(singular, plural, number)
        return found[min(self._plural(number), len(found) - 1)]

    def _in_form(self, text: str, form: str) -> tuple[str, ...] | None:
        return self._told.get((text, form)) or (self._told.get((text, "")) if form else None)

    def _otherwise(self, text: str, form: str) -> str:
        for plain in plainer(text):
            if found := self._in_form(plain.text, form):
                self._told[text, form] = (plain.made_whole(found[0]),)
                return self._told[text, form][0]
        if text in self._earlier:
            today = self._earlier[text]
            return with_places_of(text, today, self.sentence(today, form))
        self._note(text)
        return text

    def _note(self, text: str) -> None:
        if text not in self._untold and len(self._untold) < MOST_UNTOLD and _LETTER.search(_WITHOUT.sub("", text)):
            self._untold.add(text)
            LOG.info("no words in %s for “%s”", self._code, text)


MOST_UNTOLD = 2000
"""So many are noted: words of logs from the days before there were messages count among them."""


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
