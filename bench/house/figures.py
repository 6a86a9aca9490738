"""The figures of the house: what each counts, what it is today at most, and what it aims at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from bench.house import counts
from bench.house.plain_words import plain_words
from bench.house.source import Module, circles, modules
from bench.house.style_sheets import names_of_two_blocks, style_sheets

BOUNDS = Path(__file__).parent / "bounds.yaml"
HEADING = """\
# What the figures of `python -m bench.house` are today. They can only get better: a test fails where a figure lies
# above its bound, and also where it lies below: then `python -m bench.house --lower` writes the better figures down.
"""
House = tuple[Module, ...]


@dataclass(frozen=True)
class Given:
    """What is counted: the modules, the functions that choose a side of a pair, a report of mypy where there is one."""

    house: House
    choosing: tuple[str, ...] = ()
    report: str | None = None


@dataclass(frozen=True)
class Counted:
    """A figure as it is found: its value, and the places where it comes from."""

    value: int
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kind:
    """A figure: its name, what it counts in words, what it aims at, and how it is counted; None where it cannot be."""

    name: str
    words: str
    goal: int
    count: Callable[[Given], Counted | None]


@dataclass(frozen=True)
class HouseFigure:
    """A figure beside its bound of today; None where it is only told."""

    kind: Kind
    counted: Counted
    bound: int | None

    @property
    def better(self) -> bool:
        """Whether it is better than its bound, and the bound not yet at its goal."""
        return self.bound is not None and self.counted.value < self.bound and self.bound > self.kind.goal

    @property
    def trouble(self) -> str:
        """Why the figure does not stand, or nothing."""
        value, name = self.counted.value, self.kind.name
        if self.bound is not None and value > self.bound:
            return f"{name} is {value} and was {self.bound}: {', '.join(self.counted.places) or self.kind.words}"
        return f"{name} is down to {value}: lower the bound ({self.bound}) with --lower" if self.better else ""


def _places(count: Callable[[House], Sequence[str]]) -> Callable[[Given], Counted]:
    def counted(given: Given) -> Counted:
        places = count(given.house)
        return Counted(len(places), tuple(places))

    return counted


def _largest(count: Callable[[House], tuple[int, str]]) -> Callable[[Given], Counted]:
    def counted(given: Given) -> Counted:
        value, place = count(given.house)
        return Counted(value, (place,))

    return counted


def _any(*parts: str) -> Callable[[Given], Counted | None]:
    def counted(given: Given) -> Counted | None:
        return None if given.report is None else Counted(counts.any_expressions(given.report, parts))

    return counted


def _galaxy_reads(given: Given) -> Counted:
    places = counts.galaxy_reads(given.house, given.choosing)
    return Counted(len(places), tuple(places))


def _galaxy_forks(given: Given) -> Counted:
    places = counts.galaxy_forks(given.house, given.choosing)
    return Counted(len(places), tuple(places))


def _circles(house: House) -> list[str]:
    return [" - ".join(group) for group in circles(house)]


def _two_blocks(house: House) -> list[str]:
    return names_of_two_blocks(style_sheets())


def _plain_words(given: Given) -> Counted:
    """In hundreds, rounded up: so the bound does not change with each sentence while there are many."""
    places = plain_words(given.house)
    return Counted(-(-len(places) // 100), tuple(places))


KINDS = (
    Kind("galaxy_reads", "reads of .galaxy in rules outside the pairs", 0, _galaxy_reads),
    Kind("galaxy_forks", "conditions on a tracked galaxy in rules, engine and model", 0, _galaxy_forks),
    Kind("pairs", "chapters with a side for the galaxy and one for the table", 10, _places(counts.pairs)),
    Kind("sentences_apart", "sentences taken apart", 0, _places(counts.sentences_taken_apart)),
    Kind("plain_words", "hundreds of literals for the table that are no messages yet", 0, _plain_words),
    Kind("modules_in_rules", "modules directly in hive/rules", 8, _places(counts.modules_directly_in_rules)),
    Kind("import_circles", "groups of modules that import each other", 0, _places(_circles)),
    Kind("two_blocks", "class names that are a block of their own in two style sheets", 0, _places(_two_blocks)),
    Kind(
        "long_modules",
        "modules of more than 600 lines: look whether each has one subject",
        0,
        _places(counts.long_modules),
    ),
    Kind("longest_function", "lines of the longest function", 40, _largest(counts.longest_function)),
    Kind(
        "any_inside",
        "any-exprs in rules, board, model, steps and reasons",
        0,
        _any("rules", "board", "model", "steps", "reasons"),
    ),
    Kind("any_engine", "any-exprs in engine", 30, _any("engine")),
)


def read_bounds() -> dict[str, Any]:
    """What the figures are today, and the functions that choose a side."""
    read: dict[str, Any] = yaml.safe_load(BOUNDS.read_text(encoding="utf-8"))
    return read


def the_house(report: str | None = None) -> list[HouseFigure]:
    """The figures of the source as it stands. In: a report of mypy, where there is one."""
    bounds = read_bounds()
    return measure(Given(modules(), tuple(bounds["choosing"]), report), bounds["figures"])


def measure(given: Given, bounds: Mapping[str, int]) -> list[HouseFigure]:
    """Every figure that can be counted beside its bound; those of mypy only where its report is given."""
    found = [(kind, kind.count(given)) for kind in KINDS]
    return [HouseFigure(kind, counted, bounds.get(kind.name)) for kind, counted in found if counted is not None]


def lower(figures: Sequence[HouseFigure]) -> None:
    """Write down the figures that have become better, never below their goal."""
    read = read_bounds()
    better = {one.kind.name: max(one.kind.goal, one.counted.value) for one in figures if one.better}
    changed = {**read, "figures": {**read["figures"], **better}}
    BOUNDS.write_text(HEADING + yaml.safe_dump(changed, sort_keys=False), encoding="utf-8")
