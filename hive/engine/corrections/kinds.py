"""What can be corrected, and the shapes that most of it has: a number, an entry of a table, yes or no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hive.model.game import Game
from hive.steps import Choice

HIGHEST = 99
ACTIVE_SIDE = "active"


@dataclass(frozen=True)
class Correctable:
    """Something tracked that the table may correct: a number up to ``maximum``, or one of some choices."""

    field: str
    label: str
    group: str
    read: Callable[[Game], int | str]
    write: Callable[[Game, Any], None]
    maximum: int = HIGHEST
    choices: tuple[Choice, ...] = ()
    minimum: int = 0


def a_number(
    group: str,
    label: str,
    owner: Callable[[Game], Any],
    name: str,
    field: str,
    maximum: int = HIGHEST,
    minimum: int = 0,
) -> Correctable:
    """A number that is an attribute of something in the game."""
    return Correctable(
        field=field,
        label=label,
        group=group,
        read=lambda game: int(getattr(owner(game), name)),
        write=lambda game, value: setattr(owner(game), name, value),
        maximum=maximum,
        minimum=minimum,
    )


def an_entry(
    group: str, label: str, field: str, place: Callable[[Game], dict[Any, int]], key: Any, maximum: int
) -> Correctable:
    """A number that stands in a table of the game by its key."""

    def write(game: Game, value: int) -> None:
        place(game)[key] = value

    return Correctable(field, label, group, lambda game: place(game).get(key, 0), write, maximum)


def a_flag(group: str, label: str, owner: Callable[[Game], Any], name: str, field: str) -> Correctable:
    """Something that is so or not."""
    return Correctable(
        field,
        label,
        group,
        lambda game: "yes" if getattr(owner(game), name) else "no",
        lambda game, value: setattr(owner(game), name, value == "yes"),
        choices=(Choice("no", "No"), Choice("yes", "Yes")),
    )
