"""What an ability of the Hive has done."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar

from hive.model.game import Game
from hive.naming import unit_name
from hive.reasons import Why
from hive.rules.area.planets import in_reinforcements
from hive.steps import Item, Step
from hive.words import listed, say

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Outcome:
    """The lines of an ability, and whether hands must still act on them.

    ``confirmed`` is true where the table has just answered a question that told it all of these lines.
    ``moves_plastic`` is true where a line moves plastic, cards or tokens on the table. ``whys`` says of what was chosen
    on the way why it was, and where the others fell out.
    """

    items: tuple[Item, ...]
    moves_plastic: bool = False
    confirmed: bool = False
    whys: tuple[Why, ...] = ()


@dataclass(frozen=True)
class Taken:
    """Command tokens that left the board: how many, a line for each, and whether the table has taken them off."""

    number: int
    lines: list[Item]
    confirmed: bool = False


@dataclass(frozen=True)
class Readied:
    """Planets that were readied: how many, how many of them give anything, and a line for what hands do."""

    number: int
    giving: int
    lines: list[Item]


def none_left(game: Game, wanted: Iterable[str], rule: str) -> Outcome:
    """No structure can be built: of the types that would be, none is left."""
    types = listed([unit_name(game, key) for key in wanted if not in_reinforcements(game, key)], "or")
    return Outcome((Item(say("No {types} is left in [the Hive]'s reinforcements.", types=types), rule=rule),))


def no_planet_free() -> Outcome:
    """No structure can be built: no planet is free. Rule: 12.construction.one-per-planet."""
    return Outcome((Item(say("Every planet of [the Hive] has a structure."), rule="12.construction.one-per-planet"),))


def without_questions(ability: Callable[P, T]) -> Callable[P, Generator[Step, object, T]]:
    """Make a procedure of an ability that needs no card and no answer."""

    @wraps(ability)
    def procedure(*args: P.args, **kwargs: P.kwargs) -> Generator[Step, object, T]:
        yield from ()
        return ability(*args, **kwargs)

    return procedure
