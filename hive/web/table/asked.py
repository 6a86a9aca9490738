"""What stands in a question beside its answers: numbers to fill in, systems to look at, and facts to confirm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hive.catalog.tables import Seat
from hive.fields import whole_number
from hive.model.galaxy import holds_units
from hive.model.game import PLAYERS, Game
from hive.naming import system_label
from hive.steps import Ask, Number, Step, Tell
from hive.web.table.entered import Entered
from hive.web.table.presets import units_of
from hive.web.words import Run, runs
from hive.words import Name, PlanetName, Words, listed, say, sentence

# Up to this number a row of tiles takes one tap, where a stepper may take several.
HIGHEST_TILE = 5
# So many numbers stand in the bar beside the next tap, always in reach; more of them stand in the page.
IN_THE_BAR = 2
YES_NO = (say("No"), say("Yes"))


@dataclass(frozen=True)
class ShareView:
    """What somebody has entered of a number. ``own``: on this device, or another one of its player."""

    who: str
    words: Words
    value: int
    own: bool


@dataclass(frozen=True)
class NumberView:
    """A number to fill in; ``tiles`` are the values to tap and their words where they are few, else a stepper.

    ``wrong``: it holds what was posted, and that was refused. ``was``: what stood in it before. ``shares`` are what
    people have entered of one that counts together, where more than this screen enters it; ``by`` says who else has
    entered another number.
    """

    name: str
    label: str
    note: str
    value: str
    minimum: int
    maximum: int
    tiles: tuple[tuple[str, Words], ...] = ()
    wrong: bool = False
    was: int = 0
    shares: tuple[ShareView, ...] = ()
    by: Words = ""

    @property
    def total(self) -> int:
        """What the shares come to."""
        return sum(one.value for one in self.shares)

    @property
    def beside(self) -> int:
        """What others have entered of it."""
        return sum(one.value for one in self.shares if not one.own)


@dataclass(frozen=True)
class SystemView:
    """A system that a step is about: its position, how the table finds it, and who is there as last known.

    ``forces`` are the players' units there, side by side; ``held`` says who holds its planets.
    """

    position: str
    label: str
    there: tuple[Run, ...] = ()
    forces: tuple[tuple[Seat, tuple[tuple[str, int], ...]], ...] = ()
    held: tuple[Words, ...] = ()


def numbers_of(game: Game, step: Ask, typed: Mapping[str, Any], entered: Entered) -> tuple[NumberView, ...]:
    """The numbers of a question, with what people have entered, or typed before the question was shown again."""
    hits = step.shown.sides is not None
    views = (_number(number, typed.get(number.name), hits, entered.value(number)) for number in step.numbers)
    return tuple(_with_shares(game, number, view, entered) for number, view in zip(step.numbers, views, strict=True))


def _with_shares(game: Game, number: Number, view: NumberView, entered: Entered) -> NumberView:
    """A number with who has entered what. On a player's device one that counts together is that player's alone."""
    there, own = entered.of(number.name), entered.who in PLAYERS
    if not number.together:
        others = there and there[-1].who != entered.who
        return replace(view, by=entered.name(game, there[-1].who)) if others else view
    if not own and not entered.others(number.name):
        return view
    values = {**({entered.who: 0} if own else {}), **{one.who: one.value for one in there}}
    shares = [
        ShareView(who, entered.name(game, who), value, own=who == entered.who)
        for who, value in sorted(values.items(), key=lambda one: (one[0] not in PLAYERS, one))
    ]
    label = say("{who!c}: {what}", who=entered.name(game, entered.who), what=number.label) if own else number.label
    return replace(view, label=label, shares=tuple(shares))


def _called(number: Number, value: int) -> Words:
    """What a value is called on its tile."""
    if number.named:
        return number.named[value - number.minimum]
    return YES_NO[value] if number.yes_no else Name(str(value))


def _number(number: Number, typed: Any, hits: bool, was: int) -> NumberView:
    """A number as it is asked, filled in as it ``was``.

    In a combat ``hits`` and what is left are steppers, however few there can be.
    """
    few = number.minimum >= 0 and number.maximum <= HIGHEST_TILE and not (hits and not number.yes_no)
    values = range(number.minimum, number.maximum + 1) if few else ()
    told = was if typed is None else whole_number(typed)
    return NumberView(
        name=f"number.{number.name}",
        label=number.label,
        note=number.note,
        value="" if told is None else str(told),
        minimum=number.minimum,
        maximum=number.maximum,
        tiles=tuple((str(value), _called(number, value)) for value in values),
        wrong=told is None or not number.fits(told),
        was=was,
    )


def facts_of(game: Game, step: Step) -> tuple[SystemView, ...]:
    """The facts to be confirmed, a system in each row; none where the step is no sheet of facts."""
    if step.shown.layout != "facts" or not isinstance(step, Ask):
        return ()
    tracked = _tracked(game, step)
    facts = (item for item in step.items if item.system in tracked)
    return tuple(_fact(game, one.system, one.there) for one in facts)


def _fact(game: Game, position: str, there: Words) -> SystemView:
    label = sentence(system_label(game, position))
    if game.galaxy is None:
        return SystemView(position, label, runs(there))
    system = game.galaxy.systems[position]
    seats: tuple[Seat, ...] = ("hive", *PLAYERS)
    forces = tuple((seat, tuple(units_of(game, system, seat).items())) for seat in PLAYERS if holds_units(system, seat))
    owned = {
        seat: [PlanetName(name, position) for name, one in system.planets.items() if one.control == seat]
        for seat in seats
    }
    held = tuple(
        say(
            "{who!c} holds {planets}", who=game.name(seat), planets=listed([PlanetName(one, position) for one in names])
        )
        for seat, names in owned.items()
        if names
    )
    return SystemView(position, label, runs(there), forces, held)


def systems_of(game: Game, step: Step) -> tuple[SystemView, ...]:
    """The systems that a step is about, but for those that are answers in a list or have a row of their own."""
    named = {fact.position for fact in facts_of(game, step)}
    if isinstance(step, Ask) and step.shown.layout == "search":
        named |= {choice.value for choice in step.choices}
    systems = _tracked(game, step)
    return tuple(SystemView(one, sentence(system_label(game, one))) for one in systems if one not in named)


def _tracked(game: Game, step: Step) -> list[str]:
    """The systems of a step that have a sheet."""
    if game.galaxy is None or not isinstance(step, Ask | Tell):
        return []
    return [position for position in dict.fromkeys(step.systems) if position in game.galaxy.systems]
