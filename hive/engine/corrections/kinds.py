"""What can be corrected, and the shapes that most of it has: a number, an entry of a table, yes or no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from hive.fields import NO_YES, Choice, Number, OneOf, Settable, V
from hive.model.game import Game
from hive.words import Words

HIGHEST = 999
ACTIVE_SIDE = "active"

K = TypeVar("K")


@dataclass(frozen=True)
class Correctable(Settable[V]):
    """Something tracked that the table may correct: its group on the page, and how it stands now."""

    group: Words
    read: Callable[[Game], V]


Correction = Correctable[int] | Correctable[str]


def a_number(
    group: Words,
    label: Words,
    owner: Callable[[Game], object],
    name: str,
    field: str,
    maximum: int = HIGHEST,
    minimum: int = 0,
) -> Correctable[int]:
    """A number that is an attribute of something in the game."""

    def read(game: Game) -> int:
        value: int = getattr(owner(game), name)
        return value

    def write(game: Game, value: int) -> None:
        setattr(owner(game), name, value)

    return Correctable(Number(field, label, maximum=maximum, minimum=minimum), write, group, read)


def an_entry(
    group: Words, label: Words, field: str, place: Callable[[Game], dict[K, int]], key: K, maximum: int
) -> Correctable[int]:
    """A number that stands in a table of the game by its key."""

    def write(game: Game, value: int) -> None:
        place(game)[key] = value

    return Correctable(Number(field, label, maximum=maximum), write, group, lambda game: place(game).get(key, 0))


def a_choice(
    group: Words,
    label: Words,
    field: str,
    choices: tuple[Choice, ...],
    read: Callable[[Game], str],
    write: Callable[[Game, str], None],
) -> Correctable[str]:
    """One of some choices."""
    return Correctable(OneOf(field, label, choices), write, group, read)


def a_flag(group: Words, label: Words, owner: Callable[[Game], object], name: str, field: str) -> Correctable[str]:
    """Something that is so or not."""

    def read(game: Game) -> str:
        return "yes" if getattr(owner(game), name) else "no"

    def write(game: Game, value: str) -> None:
        setattr(owner(game), name, value == "yes")

    return a_choice(group, label, field, NO_YES, read, write)
