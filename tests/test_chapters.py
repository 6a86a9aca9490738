"""The chapters of the rules: floors that import only from below, and the page of the rulebook to each."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from sources import REPOSITORY, offenders, tree

RULES = REPOSITORY / "hive" / "rules"

# From the ground up. A chapter reads its own modules and those of the floors below it. When acts are done is known
# below those who have them done, what they do above.
FLOORS = (
    "options",
    "acts.core",
    "moments",
    "area",
    "deck",
    "notes",
    "board",
    "objectives",
    "diagrams",
    "criteria",
    "placing",
    "abilities",
    "laws",
    "exploration",
    "control",
    "combat",
    "tactical",
    "transactions",
    "action",
    "strategy",
    "status",
    "agenda",
    "setup",
    "acts",
    "galactic",
    "events",
)
OUTSIDE = ("__init__", "flow")


def chapter_of(module: Path) -> str:
    """The package of a module, or the module that is a chapter by itself; empty for those that lie outside."""
    name = ".".join(module.relative_to(RULES).with_suffix("").parts)
    return name if name in FLOORS else "" if name in OUTSIDE else name.partition(".")[0]


def read_chapters(module: ast.Module) -> set[str]:
    """The chapters whose modules a module imports."""
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("hive.rules"):
            name = node.module.removeprefix("hive.rules").removeprefix(".")
            found |= {name if name in FLOORS else name.partition(".")[0]} if name else {one.name for one in node.names}
    return found & set(FLOORS)


def steps_up(chapter: str, module: ast.Module) -> set[str]:
    """The chapters that a module of this one imports although they do not lie below it."""
    below = FLOORS[: FLOORS.index(chapter) + 1]
    return read_chapters(module) - set(below)


MODULES = sorted(RULES.rglob("*.py"))
IN_CHAPTERS = [module for module in MODULES if chapter_of(module)]
BOARD = sorted((REPOSITORY / "hive" / "board").rglob("*.py"))


def test_every_chapter_has_its_floor() -> None:
    assert sorted(FLOORS) == sorted({chapter_of(module) for module in IN_CHAPTERS})


def test_a_chapter_reads_only_the_floors_below() -> None:
    assert offenders(IN_CHAPTERS, lambda module: steps_up(chapter_of(module), tree(module))) == []


@pytest.mark.parametrize(
    "source",
    [
        "from hive.rules.combat.battle import resolve_system",
        "from hive.rules import combat",
        "def late():\n    from hive.rules.events import kinds",
    ],
)
def test_a_step_up_is_noticed(source: str) -> None:
    assert len(steps_up("area", ast.parse(source))) == 1
    assert steps_up("events", ast.parse(source)) == set()


# --- with the rulebook in hand

RULE_ID = re.compile(r"(?<![\w.-])(\d{1,2}(?:\.\d)?)\.[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*")
A_CHAPTER = 3
"""A page of which no chapter cites so many rules is told by its examples alone."""
ROW = re.compile(r"^\| *(\d+)(?: to (\d+))? *\|[^|]*\| *(.+?) *\|$", re.MULTILINE)


def pages_of_docs() -> dict[int, list[str]]:
    """The table of hive/rules/README.md: page of the rulebook -> the chapters in which it is found."""
    text = (REPOSITORY / "hive" / "rules" / "README.md").read_text(encoding="utf-8")
    table: dict[int, list[str]] = {}
    for first, last, places in ROW.findall(text):
        for page in range(int(first), int(last or first) + 1):
            table[page] = re.findall(r"`([a-z_]+)(?:/|\.py)`", places)
    return table


def pages_cited() -> dict[int, Counter[str]]:
    """How many rules of each page the modules of each chapter, and of the board, cite.

    What the first page says of all rules (1.scope) is cited everywhere and belongs to no chapter.
    """
    rules: dict[int, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for module in (*IN_CHAPTERS, *BOARD):
        for match in RULE_ID.finditer(module.read_text(encoding="utf-8")):
            page = int(match[1].split(".")[0])
            if not match[0].startswith("1.scope."):
                rules[page]["board" if module in BOARD else chapter_of(module)].add(match[0])
    return {page: Counter({name: len(ids) for name, ids in by.items()}) for page, by in rules.items()}


def test_the_docs_name_the_chapter_that_cites_most_of_a_page() -> None:
    table, cited = pages_of_docs(), pages_cited()
    for page, chapters in cited.items():
        own = Counter({name: number for name, number in chapters.items() if name != "events"}) or chapters
        first = {name for name, number in own.items() if number == max(own.values()) >= A_CHAPTER}
        named = set(table.get(page, []))
        assert named, f"the docs do not name page {page}"
        assert not first or first & named, f"page {page}: {own.most_common(3)}, the docs name {sorted(named)}"


def test_the_docs_name_only_chapters_that_cite_the_page() -> None:
    cited = pages_cited()
    named = {(page, name) for page, names in pages_of_docs().items() for name in names}
    assert {(page, name) for page, name in named if not cited[page][name]} == set()
