"""Words as the log keeps them, read back; what comes from outside may be anything."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_args

from hive.words.message import (
    Amount,
    Argument,
    BadMessage,
    Capital,
    Figure,
    Last,
    Listed,
    Message,
    Name,
    PlanetName,
    PlayerName,
    RuleName,
    Strong,
    SystemName,
    Typed,
)
from hive.words.worded import Plain, Words

LONGEST = 2000
MOST = 200
DEEPEST = 12
HIGHEST = 10**9


def heard(value: object) -> Words:
    """The words that :func:`hive.words.kept` wrote. Raises BadMessage, in one line, if nothing of ours wrote them."""
    found = _heard(value, DEEPEST)
    if isinstance(found, int):
        raise BadMessage("a number stands where words belong")
    return found


def heard_or_plain(value: object) -> Words:
    """The words that the log keeps; what cannot be read is shown as it is."""
    try:
        return heard(value)
    except BadMessage:
        return Plain(str(value))


def _heard(value: object, deep: int) -> Argument:
    if isinstance(value, str):
        return Plain(_text(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return _number(value)
    if not isinstance(value, list) or not value or not isinstance(value[0], str) or deep == 0:
        raise BadMessage("words are text, or a list that begins with what it is, no deeper than twelve within another")
    kind, *made_of = value
    if kind not in _READ:
        raise BadMessage(f"there are no words of the kind “{kind[:40]}”")
    try:
        return _READ[kind](deep - 1, *made_of)
    except TypeError as error:
        raise BadMessage(f"words of the kind “{kind}” are made of something else") from error


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise BadMessage(f"text of words has at most {LONGEST} characters")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > HIGHEST:
        raise BadMessage("a number among words is whole and of a sensible size")
    return value


def _figure(_: int, number: object) -> Figure:
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not abs(number) <= HIGHEST:
        raise BadMessage("a figure among words is a number of a sensible size")
    return Figure(number)


def _words(value: object, deep: int) -> Words:
    found = _heard(value, deep)
    if isinstance(found, int):
        raise BadMessage("a number stands where words belong")
    return found


def _message(deep: int, sentence: object, args: object = None) -> Message:
    known = {} if args is None else args
    if not isinstance(known, dict) or len(known) > MOST:
        raise BadMessage(f"the arguments of a message are at most {MOST}, by their names")
    return Message(_text(sentence), {_text(name): _heard(value, deep) for name, value in known.items()})


def _listed(last: Any) -> Callable[..., Listed]:
    def read(deep: int, items: object) -> Listed:
        if not isinstance(items, list) or len(items) > MOST:
            raise BadMessage(f"a list among words has at most {MOST} items")
        return Listed([_words(item, deep) for item in items], last)

    return read


def _player(_: int, seat: object, name: object) -> PlayerName:
    if seat not in ("p1", "p2"):
        raise BadMessage("a player among words sits at p1 or p2")
    return PlayerName("p1" if seat == "p1" else "p2", _text(name))


def _known(pattern: str, what: str, value: object) -> str:
    if not re.fullmatch(pattern, _text(value)):
        raise BadMessage(f"{what} among words has another form")
    return _text(value)


def _position(value: object) -> str:
    return _known(r"[A-Za-z0-9_]{0,20}", "the position of a system", value)


def _amount(_: int, number: object, singular: object, plural: object = "") -> Amount:
    return Amount(_number(number), _text(singular), _text(plural))


_READ: dict[str, Callable[..., Words]] = {
    "say": _message,
    "name": lambda _, name: Name(_text(name)),
    "typed": lambda _, text: Typed(_text(text)),
    "player": _player,
    "amount": _amount,
    "figure": _figure,
    "system": lambda deep, position, words: SystemName(_position(position), _words(words, deep)),
    "planet": lambda _, name, position: PlanetName(_text(name), _position(position)),
    "rule": lambda deep, id, words: RuleName(_known(r"[a-z0-9.-]{1,80}", "the id of a rule", id), _words(words, deep)),
    **{last: _listed(last) for last in get_args(Last)},
    "capital": lambda deep, words: Capital(_words(words, deep)),
    "strong": lambda deep, words: Strong(_words(words, deep)),
}
