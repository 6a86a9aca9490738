"""The source of the app, each module read and parsed once however many tests look at it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog

from hive.words.__main__ import template_of_words

REPOSITORY = Path(__file__).parent.parent
HIVE = REPOSITORY / "hive"
MODULES = sorted(HIVE.rglob("*.py"))


@cache
def tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


def words_of_the_app() -> Catalog:
    """Every text of the app; nobody changes it."""
    return template_of_words()


def offenders(modules: Iterable[Path], found: Callable[[Path], Iterable[object]]) -> list[str]:
    """What is found in some modules, each with the module it stands in."""
    return [f"{module.relative_to(REPOSITORY)}: {one}" for module in modules for one in sorted(map(str, found(module)))]
