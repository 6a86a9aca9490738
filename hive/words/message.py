"""A message: an English sentence with named places, and what stands in them.

``{name}`` is a place; ``{name!c}`` one whose words begin with a capital letter there, ``{name!a}`` one with "a" or
"an" before it, which another language writes without. ``[the Hive]`` marks what names the Hive: a page colours it, and
a language that declines it has it within the sentence. A bracket that is meant as one is written twice.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from hive.words.worded import Language, Piece, Worded, Words, WordsJson, first_capitalised, kept, pieces

Argument = Words | int
"""What stands in a place of a message."""

_HOME = str(Path(__file__).parent)
_PARTS = re.compile(
    r"(?P<twice>\{\{|\}\}|\[\[|\]\])|\{(?P<name>[a-z][a-z0-9_]*)(?P<how>![ac])?\}|\[(?P<mark>[^][{}]+)\]|[][{}]"
)

# Spoken with a consonant first, though written with a vowel: a unit, a one-time use.
_VOWEL = re.compile(r"(?!uni|use|eu|one\b)[aeiou]", re.IGNORECASE)


class BadMessage(ValueError):
    """A message that does not hold together; its one line says where and why."""


class Hole(NamedTuple):
    """Where an argument stands in a sentence, and how: ``!c`` with a capital letter, ``!a`` with its article."""

    name: str
    how: str


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
            parts.append(Hole(found["name"], found["how"] or ""))
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
        for part in _translated(self.sentence, language).parts:
            if isinstance(part, Hole):
                yield from _HOW[part.how](pieces(self.args[part.name], language))
            else:
                yield Piece(part.text, "hive") if isinstance(part, Mark) else Piece(part)

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
