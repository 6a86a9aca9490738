"""A message: an English sentence with named places, what stands in them, and errors whose text is for the table.

``{name}`` is a place; ``{name!c}`` one whose words begin with a capital letter there, ``{name!a}`` one with "a" or "an"
before it, which another language writes without. ``{name:dat}`` is a place of a translation whose words stand there in
the form that its catalog calls ``dat``. ``[the Hive]`` marks what names the Hive: a page colours it, and a
language that declines it has it within the sentence. A bracket that is meant as one is written twice.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from hive.words.worded import (
    ENGLISH,
    Language,
    Piece,
    Whose,
    Worded,
    Words,
    WordsJson,
    capitalised,
    first_capitalised,
    joined,
    kept,
    pieces,
)

Argument = Words | int
"""What stands in a place of a message."""

_HOME = str(Path(__file__).parent)
_PARTS = re.compile(
    r"(?P<twice>\{\{|\}\}|\[\[|\]\])|\{(?P<name>[a-z][a-z0-9_]*)(:(?P<form>[a-z]+))?(?P<how>![ac])?\}|\[(?P<mark>[^][{}]+)\]|[][{}]"
)

# Spoken with a consonant first, though written with a vowel: a unit, a one-time use.
_VOWEL = re.compile(r"(?!uni|use|eu|one\b)[aeiou]", re.IGNORECASE)


class BadMessage(ValueError):
    """A message that does not hold together; its one line says where and why."""


class Hole(NamedTuple):
    """Where an argument stands in a sentence, and how: ``!c`` with a capital letter, ``!a`` with its article. In a
    translation also in which form.
    """

    name: str
    how: str
    form: str = ""


class Mark(NamedTuple):
    """Text that names the Hive."""

    text: str


class Template(NamedTuple):
    """A sentence in its parts, and the names of its places."""

    parts: tuple[str | Hole | Mark, ...]
    names: frozenset[str]


@lru_cache(maxsize=4096)
def template(sentence: str) -> Template:
    """Take a sentence of ours, not yet told, into its parts. Raises BadMessage if a bracket does not close."""
    parts: list[str | Hole | Mark] = []
    end = 0
    for found in _PARTS.finditer(sentence):
        parts.append(sentence[end : found.start()])
        end = found.end()
        if found["name"]:
            parts.append(Hole(found["name"], found["how"] or "", found["form"] or ""))
        elif found["mark"]:
            parts.append(Mark(found["mark"]))
        elif found["twice"]:
            parts.append(found["twice"][0])
        else:
            raise BadMessage(f"“{sentence}” has a “{found[0]}” that is no place and no mark")
    parts.append(sentence[end:])
    names = frozenset(part.name for part in parts if isinstance(part, Hole))
    return Template(tuple(part for part in parts if part != ""), names)


class Message(Worded):
    """A sentence with its arguments; as text it is its English. Raises BadMessage if they do not fit one another."""

    __slots__ = ("args", "sentence")
    sentence: str
    args: Mapping[str, Argument]

    def __new__(cls, sentence: str, args: Mapping[str, Argument]) -> Message:
        """A sentence, and an argument for each of its places."""
        made = template(sentence)
        if made.names != args.keys():
            raise BadMessage(_misfit(sentence, made.names, args))
        self = super().__new__(cls, "".join([_english(part, args) for part in made.parts]))
        self.sentence, self.args = sentence, args
        return self

    def kept(self) -> WordsJson:
        """The sentence as it is where that says everything; else with its arguments."""
        if not self.args:
            return self.sentence if self.sentence == self else ["say", self.sentence]
        return ["say", self.sentence, {name: kept(value) for name, value in self.args.items()}]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The sentence in the language; in English if what the language has for it names other places."""
        pairs = language.joined()
        return joined(self._parts(language), pairs) if pairs and self.args else self._parts(language)

    def _parts(self, language: Language) -> Iterator[Piece]:
        for part in _translated(self.sentence, language).parts:
            if isinstance(part, Hole):
                yield from _HOW[part.how](pieces(self.args[part.name], language.form(part.form)))
            else:
                yield Piece(part.text, "hive") if isinstance(part, Mark) else Piece(part)

    def told(self, language: Language) -> str:
        """As of every words; without places it is told the same each time."""
        return super().told(language) if self.args else _told_alone(self.sentence, language)

    def _made_of(self) -> tuple[Any, ...]:
        return self.sentence, dict(self.args)


def say(sentence: str, /, **args: Argument) -> Message:
    """A message. Raises BadMessage, which says where, if a place has no argument or an argument no place."""
    try:
        return Message(sentence, args) if args else _alone(sentence)
    except BadMessage as error:
        raise BadMessage(f"{_caller()}: {error}") from None


@lru_cache(maxsize=4096)
def _alone(sentence: str) -> Message:
    """A sentence without places: the same message each time."""
    return Message(sentence, {})


@lru_cache(maxsize=8192)
def _told_alone(sentence: str, language: Language) -> str:
    return "".join([piece.text for piece in _alone(sentence).pieces(language)])


def asks(words: Words) -> bool:
    """Whether a sentence is a question, so that its answer follows without a colon."""
    return words.sentence[-1:] == "?" if isinstance(words, Message) else words[-1:] == "?"


def printed(sentence: str, args: Mapping[str, Argument]) -> Message:
    """A sentence out of a table, with those arguments that it names. Raises BadMessage if it names another."""
    names = template(sentence).names
    return Message(sentence, {name: value for name, value in args.items() if name in names})


def _english(part: str | Hole | Mark, args: Mapping[str, Argument]) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Mark):
        return part.text
    value = args[part.name]
    if not isinstance(value, (str, int)):
        raise BadMessage(f"{{{part.name}}} is neither words nor a number")
    if not part.how:
        return f"{value}"
    return "".join(piece.text for piece in _HOW[part.how](iter([Piece(f"{value}")])))


def _with_article(found: Iterator[Piece]) -> Iterator[Piece]:
    """The words with "a" or "an" before them, by the letter that they begin with."""
    all_of_it = list(found)
    yield Piece("an " if _VOWEL.match("".join(piece.text for piece in all_of_it)) else "a ")
    yield from all_of_it


_HOW: Mapping[str, Callable[[Iterator[Piece]], Iterator[Piece]]] = {
    "": iter,
    "!c": first_capitalised,
    "!a": _with_article,
}


def _named(name: str, language: Language) -> Piece:
    """A proper name; where the language has none of its own, it is read in English, unless it is a number."""
    told = language.sentence(str(name))
    return Piece(told, english=language is not ENGLISH and told == name and not name.isdigit())


@lru_cache(maxsize=16384)
def _translated(sentence: str, language: Language) -> Template:
    ours = template(sentence)
    theirs = language.sentence(sentence)
    if theirs == sentence:
        return ours
    try:
        made = template(theirs)
    except BadMessage:
        return ours
    return made if made.names == ours.names else ours


def _misfit(sentence: str, names: frozenset[str], args: Mapping[str, Argument]) -> str:
    lacking, idle = sorted(names - args.keys()), sorted(args.keys() - names)
    reasons = [f"nothing stands for {{{name}}}" for name in lacking] + [f"it has no place {{{name}}}" for name in idle]
    return f"“{sentence}”: {', '.join(reasons)}"


def _caller() -> str:
    """File and line outside of this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and str(Path(frame.f_code.co_filename).parent) == _HOME:
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


# --- what a message can tell of. Each kind knows its English of the day, so that English needs no tables


Last = Literal["and", "or", ",", ";", "/", "·", " "]


class Name(Worded):
    """A proper name out of the tables, which another language may have another name for: a card, a unit, a law."""

    __slots__ = ()

    def kept(self) -> WordsJson:
        """The name."""
        return ["name", str(self)]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The name that the language has for it."""
        yield _named(self, language)

    def _made_of(self) -> tuple[Any, ...]:
        return (str(self),)


class Typed(Worded):
    """What people typed: the same in each language."""

    __slots__ = ()

    def kept(self) -> WordsJson:
        """The text."""
        return ["typed", str(self)]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The text as it was typed."""
        yield Piece(str(self), typed=True)

    def _made_of(self) -> tuple[Any, ...]:
        return (str(self),)


PLAYER = "{player}"
"""Under this text a catalog has the forms of players' names: ``von {player}`` where ``des Schwarms`` can stand too."""


class PlayerName(Worded):
    """One of the two players, by the name that was typed."""

    __slots__ = ("seat",)
    seat: Whose

    def __new__(cls, seat: Whose, name: str) -> PlayerName:
        """Where the player sits, and the name."""
        self = super().__new__(cls, name)
        self.seat = seat
        return self

    def kept(self) -> WordsJson:
        """Seat and name."""
        return ["player", self.seat, str(self)]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The name as it was typed, with whose it is, and what the language puts around a name in one of its forms."""
        for part in template(language.sentence(PLAYER)).parts:
            yield Piece(str(self), self.seat, typed=True) if isinstance(part, Hole) else Piece(f"{part}")

    def _made_of(self) -> tuple[Any, ...]:
        return self.seat, str(self)


class Amount(Worded):
    """So many of something that can be counted: ``1 ship``, ``2 ships``."""

    __slots__ = ("number", "plural", "singular")
    number: int
    singular: str
    plural: str

    def __new__(cls, number: int, singular: str, plural: str = "") -> Amount:
        """How many, and the noun in both its forms; the second ends with an s unless it is named."""
        plural = plural or f"{singular}s"
        self = super().__new__(cls, f"{number} {singular if number == 1 else plural}")
        self.number, self.singular, self.plural = number, singular, plural
        return self

    def of(self, number: int) -> Amount:
        """So many of the same."""
        return Amount(number, self.singular, self.plural)

    def kept(self) -> WordsJson:
        """The number, and the noun in both its forms."""
        regular = self.plural == f"{self.singular}s"
        return ["amount", self.number, self.singular, *([] if regular else [self.plural])]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The amount in the form that the language has for this number."""
        form = language.amount(f"{{number}} {self.singular}", f"{{number}} {self.plural}", self.number)
        yield Piece(form.replace("{number}", str(self.number)))

    def _made_of(self) -> tuple[Any, ...]:
        return self.number, self.singular, self.plural


class Figure(Worded):
    """A number that need not be whole, as the language writes it: ``15.5``, ``15,5``."""

    __slots__ = ("number",)
    number: float

    def __new__(cls, number: float) -> Figure:
        """The number."""
        self = super().__new__(cls, f"{number:g}")
        self.number = number
        return self

    def kept(self) -> WordsJson:
        """The number."""
        return ["figure", self.number]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The number as the language writes it."""
        yield Piece(language.figure(self.number))

    def _made_of(self) -> tuple[Any, ...]:
        return (self.number,)


class SystemName(Worded):
    """A system of the galaxy, by what the table calls it."""

    __slots__ = ("position", "words")
    position: str
    words: Words

    def __new__(cls, position: str, words: Words) -> SystemName:
        """Its position, empty where no galaxy is tracked, and the words for it."""
        self = super().__new__(cls, words)
        self.position, self.words = position, words
        return self

    def kept(self) -> WordsJson:
        """Position and words."""
        return ["system", self.position, kept(self.words)]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """Its words, each piece of which leads to the system."""
        for piece in pieces(self.words, language):
            yield piece._replace(system=self.position)

    def _made_of(self) -> tuple[Any, ...]:
        return self.position, self.words


class PlanetName(Worded):
    """A planet, and the position of its system where that is known."""

    __slots__ = ("position",)
    position: str

    def __new__(cls, name: str, position: str = "") -> PlanetName:
        """Its name, and where it lies."""
        self = super().__new__(cls, name)
        self.position = position
        return self

    def kept(self) -> WordsJson:
        """Name and position."""
        return ["planet", str(self), self.position]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The name that the language has for it; it leads to its system."""
        yield _named(self, language)._replace(system=self.position)

    def _made_of(self) -> tuple[Any, ...]:
        return str(self), self.position


class RuleName(Worded):
    """An entry of the rule ledger, by the words that lead to it."""

    __slots__ = ("id", "words")
    id: str
    words: Words

    def __new__(cls, id: str, words: Words) -> RuleName:
        """Its id, and the words for it."""
        self = super().__new__(cls, words)
        self.id, self.words = id, words
        return self

    def kept(self) -> WordsJson:
        """Id and words."""
        return ["rule", self.id, kept(self.words)]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """Its words, each piece of which leads to the rule."""
        for piece in pieces(self.words, language):
            yield piece._replace(rule=self.id)

    def _made_of(self) -> tuple[Any, ...]:
        return self.id, self.words


_JOINTS: dict[Last, tuple[Message, Message]] = {
    "and": (say(", "), say(" and ")),
    "or": (say(", "), say(" or ")),
    ",": (say(", "), say(", ")),
    ";": (say("; "), say("; ")),
    "/": (say("/"), say("/")),
    "·": (say(" · "), say(" · ")),
    " ": (say(" "), say(" ")),
}
"""What stands between the words of a list, and before the last of them."""


class Listed(Worded):
    """Several words in a row: ``a, b and c``, or with ``last`` between all of them: ``a; b; c``."""

    __slots__ = ("items", "last")
    items: tuple[Words, ...]
    last: Last

    def __new__(cls, items: Sequence[Words], last: Last = "and") -> Listed:
        """The words, and what joins them."""
        joint, final = _JOINTS[last]
        self = super().__new__(cls, joint.join(items[:-1]) + final * (len(items) > 1) + "".join(items[-1:]))
        self.items, self.last = tuple(items), last
        return self

    def kept(self) -> WordsJson:
        """The words, and what joins them."""
        return [self.last, [kept(item) for item in self.items]]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The words, joined as the language does it."""
        for number, item in enumerate(self.items):
            if number:
                yield from pieces(_JOINTS[self.last][number == len(self.items) - 1], language)
            yield from pieces(item, language)

    def _made_of(self) -> tuple[Any, ...]:
        return self.items, self.last


class Capital(Worded):
    """Words with a capital letter at their start."""

    __slots__ = ("words",)
    words: Words

    def __new__(cls, words: Words) -> Capital:
        """The words."""
        self = super().__new__(cls, capitalised(str(words)))
        self.words = words
        return self

    def kept(self) -> WordsJson:
        """The words as they were."""
        return ["capital", kept(self.words)]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The words in the language, with a capital letter."""
        yield from first_capitalised(pieces(self.words, language))

    def _made_of(self) -> tuple[Any, ...]:
        return (self.words,)


class Strong(Worded):
    """What decides in a sentence: a page makes it stand out."""

    __slots__ = ("words",)
    words: Words

    def __new__(cls, words: Words) -> Strong:
        """The words."""
        self = super().__new__(cls, words)
        self.words = words
        return self

    def kept(self) -> WordsJson:
        """The words."""
        return ["strong", kept(self.words)]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The words in the language, each piece of them strong."""
        for piece in pieces(self.words, language):
            yield piece._replace(strong=True)

    def _made_of(self) -> tuple[Any, ...]:
        return (self.words,)


def count(number: int, singular: str, plural: str = "") -> Amount:
    """``1 ship``, ``2 ships``."""
    return Amount(number, singular, plural)


def listed(words: Sequence[Words], last: Last = "and") -> Listed:
    """``a, b and c``."""
    return Listed(words, last)


def sentence(words: Words) -> Capital:
    """The words with a capital letter at their start."""
    return Capital(words)


THE_HIVE = say("[the Hive]")
NEUTRAL_SIDE = say("the neutral side")
"""The third side, where a message tells of any of the three."""


# --- errors whose text is for the table


class Spoken(Exception):
    """An error that is told to the table: it is made of its words."""

    def __init__(self, words: Words = "") -> None:
        """What the table is told, for a page to tell in its language."""
        super().__init__(words)

    @property
    def words(self) -> Words:
        """What the table is told, for a page to tell in its language."""
        return words_of_error(self)


def words_of_error(error: Exception) -> Words:
    """What an error says: its message, or its text as it stands where it is not made for the table."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, Worded) else Typed(str(error))
