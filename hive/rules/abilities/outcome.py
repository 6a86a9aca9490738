"""What an ability of the Hive has done."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import ParamSpec, TypeVar

from hive.model.game import Game
from hive.naming import unit_name
from hive.rules.area import in_reinforcements, place
from hive.rules.placing.places import placed_choices
from hive.steps import Ask, Item, Procedure, Step, Why
from hive.words import Words, listed, say

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Outcome:
    """The lines of an ability, and whether hands must still act on them.

    ``confirmed`` is true where the table has just answered a question that told it all of these lines.
    ``moves_plastic`` is true where a line moves plastic, cards or tokens on the table. ``whys`` says of what was chosen
    on the way why it was, and where the others fell out. ``nothing``: it gives the Hive nothing, as its last line says.
    """

    items: tuple[Item, ...]
    moves_plastic: bool = False
    confirmed: bool = False
    whys: tuple[Why, ...] = ()
    nothing: bool = False


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
    none = Item(say("No {types} is left in [the Hive]'s reinforcements.", types=types), rule=rule)
    return Outcome((none,), nothing=True)


def no_planet_free() -> Outcome:
    """No structure can be built: no planet is free. Rule: 12.construction.one-per-planet."""
    none = Item(say("Every planet of [the Hive] has a structure."), rule="12.construction.one-per-planet")
    return Outcome((none,), nothing=True)


def no_ship_placed(before: Sequence[Item], why: Words, rule: str) -> Outcome:
    """No ship is placed, and why, after what the table is told first. Rule: 12.warfare.ship-condition."""
    return Outcome((*before, Item(why, rule=rule)), moves_plastic=bool(before), nothing=not before)


def no_ship_found_place(before: Sequence[Item]) -> Outcome:
    """The same where the table has just said so. Rule: 12.warfare.ship-condition."""
    none = no_ship_placed(before, say("No ship finds a place."), "12.warfare.ship-condition")
    return replace(none, confirmed=True)


def without_questions(ability: Callable[P, T]) -> Callable[P, Generator[Step, object, T]]:
    """Make a procedure of an ability that needs no card and no answer."""

    @wraps(ability)
    def procedure(*args: P.args, **kwargs: P.kwargs) -> Generator[Step, object, T]:
        yield from ()
        return ability(*args, **kwargs)

    return procedure


def placed(game: Game, question: Ask, wanted: Mapping[str, int]) -> Procedure[dict[str, int]]:
    """How many of the wanted units the table could place, one after the other, by the rule that the question tells.

    They are counted from then on; empty if none could be. Rules: 12.construction.placement, 12.warfare.ship-location.
    """
    left = int((yield from replace(question, choices=placed_choices(sum(wanted.values())))))
    if not left:
        return {}
    found = {}
    for key, number in wanted.items():
        found[key] = min(left, number)
        left -= found[key]
        place(game, key, found[key])
    return found
