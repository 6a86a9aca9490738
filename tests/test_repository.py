"""Watches the repository itself: imports point one way, modules explain themselves, versions are pinned."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
HIVE = REPOSITORY / "hive"
MODULES = sorted(HIVE.rglob("*.py"))

# What each part of hive/ may read, from the innermost outwards. A part that is not named here (the web, the command
# line) is outermost: it may read everything, and no part named here may read it.
READS: dict[str, set[str]] = {
    "catalog": set(),
    "model": {"catalog"},
    "fields": set(),
    "steps": {"catalog", "model", "fields"},
    "words": {"catalog", "model", "steps"},
    "effects": {"catalog", "model"},
    "board": {"catalog", "model", "steps", "words", "effects", "fields"},
    "rules": {"catalog", "model", "steps", "words", "effects", "fields", "board"},
    "engine": {"catalog", "model", "steps", "words", "effects", "fields", "board", "rules"},
    "simulate": {"catalog", "model", "steps", "words", "effects", "fields", "board", "rules", "engine"},
    "store": set(),
}
OF_THE_WEB = {"flask", "flask_compress", "flask_htmx", "flask_wtf", "jinja2", "waitress", "werkzeug", "wtforms"}


def part_of(module: Path) -> str:
    return module.relative_to(HIVE).parts[0].removesuffix(".py")


def imports(source: str) -> set[str]:
    """The full names of what a module imports, also within functions. The house writes no relative imports."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def wrong_imports(part: str, source: str) -> set[str]:
    """The imports that a module of this part of hive/ may not have."""
    if part not in READS:
        return set()
    allowed = READS[part] | {part}
    foreign = OF_THE_WEB if part == "store" else OF_THE_WEB | {"sqlite3"}
    wrong = set()
    for name in imports(source):
        top, _, rest = name.partition(".")
        inward = top != "hive" or rest.split(".")[0] in allowed
        at_home = part != "model" or top == "hive" or top in sys.stdlib_module_names
        if not inward or not at_home or top in foreign:
            wrong.add(name)
    return wrong


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(REPOSITORY)))
def test_a_module_imports_only_what_lies_further_in(module: Path) -> None:
    assert wrong_imports(part_of(module), module.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("rules", "from hive.engine import log"),
        ("rules", "from hive import web"),
        ("rules", "def late():\n    import hive.store"),
        ("board", "from flask import request"),
        ("engine", "import sqlite3"),
        ("engine", "from hive.store import Store"),
        ("catalog", "from hive.model.game import Game"),
        ("model", "import pydantic"),
        ("model", "from hive.steps import Ask"),
        ("store", "from hive.rules import funds"),
        ("store", "import werkzeug.exceptions"),
    ],
)
def test_an_import_that_points_outwards_is_noticed(part: str, source: str) -> None:
    assert len(wrong_imports(part, source)) == 1


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(REPOSITORY)))
def test_a_module_says_what_it_is_for(module: Path) -> None:
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8")))
    assert docstring, "the module has no docstring"


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(REPOSITORY)))
def test_nothing_is_put_off_in_a_comment(module: Path) -> None:
    assert re.findall(r"\b(TODO|FIXME)\b", module.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "constraints.txt"])
def test_every_dependency_is_pinned_and_comes_from_no_named_place(name: str) -> None:
    lines = (REPOSITORY / name).read_text(encoding="utf-8").splitlines()
    for line in lines:
        assert re.fullmatch(r"#.*|-[rc] [a-z-]+\.txt|[A-Za-z0-9_.-]+==[0-9.]+", line), line


def test_the_requirements_name_every_library_that_the_app_imports() -> None:
    requirements = (REPOSITORY / "requirements.txt").read_text(encoding="utf-8")
    named = {line.split("==")[0].lower().replace("-", "_") for line in requirements.splitlines() if "==" in line}
    named |= {
        "yaml",
        "werkzeug",
        "wtforms",
        "jinja2",
        "pydantic_core",
        "markupsafe",
        "js_lib_htmx",
    }  # other names, or brought along
    sources = [*MODULES, *REPOSITORY.glob("*.py")]
    tops = {name.split(".")[0] for source in sources for name in imports(source.read_text(encoding="utf-8"))}
    assert tops - set(sys.stdlib_module_names) - {"hive", "app"} <= named
