"""What a message can tell of. Each kind knows its English of the day, so that English needs no tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from hive.words.message import Message, say
from hive.words.worded import (
    Language,
    Piece,
    Whose,
    Worded,
    Words,
    WordsJson,
    capitalised,
    first_capitalised,
    kept,
    pieces,
)

Last = Literal["and", "or", ",", ";", "/", "·", " "]


class Name(Worded):
    """A proper name out of the tables, which another language may have another name for: a card, a unit, a law."""

    __slots__ = ()

    def kept(self) -> WordsJson:
        """The name."""
        return ["name", str(self)]

    def pieces(self, language: Language) -> Iterator[Piece]:
        """The name that the language has for it."""
        yield Piece(language.sentence(str(self)))

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
        """The name as it was typed, with whose it is."""
        yield Piece(str(self), self.seat, typed=True)

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
        yield Piece(language.sentence(str(self)), system=self.position)

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
