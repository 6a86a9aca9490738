"""The figures of the house: what each counts, what it is today at most, and what it aims at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from bench.house import counts, ideas
from bench.house.plain_words import plain_words
from bench.house.source import HIVE, House, circles, modules
from bench.house.style_sheets import names_of_two_blocks, style_sheets
from hive.catalog.documents import LOADER

BOUNDS = Path(__file__).parent / "bounds.yaml"
MOST_TOLD = 10
HEADING = """\
# What the figures of `python -m bench.house` are today. They can only get better: a test fails where a figure lies
# above its bound, and also where it lies below: then `python -m bench.house --lower` writes the better figures down.
# Figures that change with much that is done (modules, lines of code) may lie below.
"""


@dataclass(frozen=True)
class Given:
    """What is counted: the modules, the functions that choose the board, a report of mypy where there is one."""

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
    """A figure: its name, what it counts in words, what it aims at, and how it is counted; None where it cannot be.

    ``often``: it changes with much that is done, so that only what is worse is noticed, and better ones are written
    down now and then.
    """

    name: str
    words: str
    goal: int
    count: Callable[[Given], Counted | None]
    often: bool = False


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
            places = self.counted.places[:MOST_TOLD]
            return f"{name} is {value} and was {self.bound}: {', '.join(places) or self.kind.words}"
        if self.better and not self.kind.often:
            return f"{name} is down to {value}: lower the bound ({self.bound}) with --lower"
        return ""


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


def _most(count: Callable[[House], Sequence[ideas.Sized]]) -> Callable[[Given], Counted]:
    """The worst of all; listed are those, and all that are about as bad."""

    def counted(given: Given) -> Counted:
        found = count(given.house)
        return Counted(found[0][0] if found else 0, _sized(found))

    return counted


def _modules(*parts: str) -> Callable[[Given], Counted]:
    def counted(given: Given) -> Counted:
        found = ideas.modules_of(given.house, *parts)
        return Counted(len(found), _sized(found))

    return counted


def _sized(found: Sequence[ideas.Sized]) -> tuple[str, ...]:
    return tuple(f"{place} ({number})" for number, place in found)


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


def _small_modules(given: Given) -> Counted:
    found = ideas.small_modules(given.house)
    return Counted(len(found), _sized(found))


def _protocol_methods(given: Given) -> Counted:
    found = ideas.protocol_methods(given.house)
    return Counted(sum(number for number, _ in found), _sized(found))


def _boards(house: House) -> list[str]:
    return ideas.functions_named(house, "board_of")


def _complexity(given: Given) -> Counted:
    found = ideas.complexity(HIVE)
    return Counted(found[0][0], _sized(found))


def _code_in_rules(given: Given) -> Counted:
    """In hundreds, rounded up."""
    found = sorted(ideas.modules_of(given.house, "rules"), reverse=True)
    return Counted(-(-sum(number for number, _ in found) // 100), _sized(found))


KINDS = (
    Kind("galaxy_reads", "reads of .galaxy in rules outside the board", 0, _galaxy_reads),
    Kind("galaxy_forks", "conditions on a tracked galaxy in rules, engine and model", 0, _galaxy_forks),
    Kind("pairs", "classes of chapters that are a side of the board themselves", 0, _places(counts.pairs)),
    Kind("sentences_apart", "sentences taken apart", 0, _places(counts.sentences_taken_apart)),
    Kind("plain_words", "hundreds of literals for the table that are no messages yet", 0, _plain_words),
    Kind(
        "modules_in_rules",
        "modules directly in hive/rules: the course of the game, and chapters of one module",
        11,
        _places(counts.modules_directly_in_rules),
    ),
    Kind("import_circles", "groups of modules that import each other", 0, _places(_circles)),
    Kind("two_blocks", "class names that are a block of their own in two style sheets", 0, _places(_two_blocks)),
    Kind(
        "long_modules",
        "modules of more than 600 lines: look whether each has one subject",
        0,
        _places(counts.long_modules),
    ),
    Kind("longest_function", "lines of the longest function", 40, _largest(counts.longest_function)),
    Kind("complexity", "cyclomatic complexity (McCabe) of a function", 12, _complexity),
    Kind("public_methods", "public methods that can be reached on a class", 40, _most(ideas.public_methods)),
    Kind("private_methods", "private methods of a class, inherited ones too", 40, _most(ideas.private_methods)),
    Kind("ancestors", "classes of ours that a class inherits from", 2, _most(ideas.most_ancestors)),
    Kind("protocol_methods", "methods declared in protocols of chapters", 0, _protocol_methods),
    Kind("boards", "functions named board_of", 1, _places(_boards)),
    Kind("imported", "modules of ours imported into one, however", 25, _most(ideas.imported), often=True),
    Kind("small_modules", "modules of under 20 lines of code that do not say why", 0, _small_modules, often=True),
    Kind("modules", "modules of hive", 230, _modules(), often=True),
    Kind("modules_rules", "modules of hive/rules", 85, _modules("rules"), often=True),
    Kind("modules_catalog", "modules of hive/catalog", 18, _modules("catalog"), often=True),
    Kind("modules_board", "modules of hive/board", 10, _modules("board"), often=True),
    Kind("modules_scenarios", "modules of hive/scenarios", 10, _modules("scenarios"), often=True),
    Kind("modules_simulate", "modules of hive/simulate", 9, _modules("simulate"), often=True),
    Kind("code_in_rules", "hundreds of lines of code of hive/rules", 150, _code_in_rules, often=True),
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
    read: dict[str, Any] = yaml.load(BOUNDS.read_text(encoding="utf-8"), LOADER)
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
