"""Watches the repository itself: imports point one way, modules explain themselves, versions are pinned."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from sources import HIVE, MODULES, REPOSITORY, offenders, tree

WEB = HIVE / "web"
PAGES = sorted(WEB.rglob("*.py"))

INWARDS = (
    *("engine", "rules", "board", "effects", "naming", "steps"),
    *("fields", "model", "catalog", "words", "keys", "files"),
)
CORE = set(INWARDS)

# What each part of hive/ may read, from the innermost outwards.
READS: dict[str, set[str]] = {
    "__init__": set(),
    **{part: set(INWARDS[place + 1 :]) for place, part in enumerate(INWARDS)},
    "simulate": CORE,
    "scenarios": CORE,
    "store": {"words"},
    "games": CORE | {"store"},
    "live": set(),
    "web": CORE | {"games", "live", "scenarios", "store"},
    "__main__": CORE | {"games", "scenarios", "simulate", "web"},
}
# The same for the parts of hive/web/: what all pages share, then the Blueprints.
SHARED_PAGES = {
    "door",
    "words",
    "messages",
    "drawing",
    "devices",
    "gate",
    "steps",
}
READS_OF_THE_WEB: dict[str, set[str]] = {
    "__init__": set(),
    "door": set(),
    "words": set(),
    "devices": {"door"},
    "messages": {"door", "devices"},
    "gate": {"door", "devices", "messages"},
    "drawing": {"words"},
    "steps": {"door", "words", "drawing", "devices"},
    "table": SHARED_PAGES,
    "map": SHARED_PAGES | {"table"},
    "story": SHARED_PAGES | {"table"},
    "paper": SHARED_PAGES | {"table"},
    "copies": SHARED_PAGES | {"table", "paper"},
    "setup": SHARED_PAGES,
    "lobby": SHARED_PAGES,
    "screens": SHARED_PAGES | {"table"},
    "mind": SHARED_PAGES,
    "lookup": SHARED_PAGES,
    "hosting": SHARED_PAGES,
    "factory": SHARED_PAGES
    | {"table", "map", "mind", "story", "paper", "copies", "setup", "lobby", "lookup"}
    | {"hosting", "screens"},
    "serve": {"factory", "devices", "gate", "hosting", "screens"},
}
OF_THE_SERVER = {"asgiref", "uvicorn"}
OF_THE_STORE = {"alembic", "psycopg", "sqlalchemy", "sqlite3"}
OF_THE_WEB = {
    "brotli",
    "flask",
    "flask_babel",
    "flask_compress",
    "flask_htmx",
    "flask_wtf",
    "itsdangerous",
    "jinja2",
    "limits",
    "prometheus_client",
    "markupsafe",
    "segno",
    "werkzeug",
    "wtforms",
}


def part_of(module: Path, of: Path = HIVE) -> str:
    return module.relative_to(of).parts[0].removesuffix(".py")


def imports(module: ast.Module) -> set[str]:
    """The full names of what a module imports, also within functions. The house writes no relative imports."""
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def wrong_imports(part: str, module: ast.Module) -> set[str]:
    """The imports that a module of this part of hive/ may not have."""
    allowed = READS[part] | {part}
    foreign = {
        module
        for modules, owner in ((OF_THE_STORE, "store"), (OF_THE_WEB, "web"), (OF_THE_SERVER, "live"))
        for module in modules
        if owner != part
    }
    wrong = set()
    for name in imports(module):
        top, _, rest = name.partition(".")
        inward = top != "hive" or rest.split(".")[0] in allowed
        at_home = part != "model" or top == "hive" or top in sys.stdlib_module_names
        if not inward or not at_home or top in foreign:
            wrong.add(name)
    return wrong


def test_a_module_imports_only_what_lies_further_in() -> None:
    assert offenders(MODULES, lambda module: wrong_imports(part_of(module), tree(module))) == []


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("rules", "from hive.engine import log"),
        ("rules", "from hive import web"),
        ("rules", "def late():\n    import hive.store"),
        ("board", "from flask import request"),
        ("engine", "import sqlite3"),
        ("games", "from sqlalchemy import text"),
        ("engine", "from hive.store import Store"),
        ("catalog", "from hive.model.game import Game"),
        ("model", "import pydantic"),
        ("model", "from hive.steps import Ask"),
        ("store", "from hive.rules import funds"),
        ("store", "import werkzeug.exceptions"),
        ("scenarios", "from hive.games.service import Games"),
        ("engine", "from hive.store import Store"),
        ("games", "from flask import g"),
        ("games", "import hive.web"),
        ("games", "import sqlite3"),
        ("web", "from hive.simulate.game import simulate"),
        ("web", "import uvicorn"),
        ("live", "from hive.games.service import Games"),
    ],
)
def test_an_import_that_points_outwards_is_noticed(part: str, source: str) -> None:
    assert len(wrong_imports(part, ast.parse(source))) == 1


def wrong_pages(part: str, module: ast.Module) -> set[str]:
    """The parts of hive/web/ that a module of this one may not import."""
    read = {name.split(".")[2] for name in imports(module) if name.startswith("hive.web.")}
    return read - READS_OF_THE_WEB[part] - {part}


def test_every_part_has_its_place_in_the_order() -> None:
    assert {part_of(module) for module in MODULES} == set(READS)
    assert {part_of(module, WEB) for module in PAGES} == set(READS_OF_THE_WEB)


def test_a_part_of_the_web_imports_only_what_lies_further_in() -> None:
    assert offenders(PAGES, lambda module: wrong_pages(part_of(module, WEB), tree(module))) == []


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("table", "from hive.web.map import system_page"),
        ("drawing", "from hive.web.table import page"),
        ("lobby", "def late():\n    import hive.web.setup.views"),
        ("door", "from hive.web import messages"),
    ],
)
def test_an_import_between_pages_that_points_outwards_is_noticed(part: str, source: str) -> None:
    assert len(wrong_pages(part, ast.parse(source))) == 1


OF_THE_STORE_ALONE = {
    *("check", "backup", "keep_backups", "listen", "games", "page", "game", "stands", "rename", "copy", "export_game"),
    *("codes", "known_codes", "opened_by", "copies", "keep_copy", "delete_copy", "shares"),
}


def test_what_changes_a_game_goes_through_the_games() -> None:
    """A page asks the store for nothing but what is no matter of one game's log."""

    def reaching(module: Path) -> list[str]:
        nodes = [node for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute)]
        asked = [node.attr for node in nodes if isinstance(node.value, ast.Attribute) and node.value.attr == "store"]
        handed_on = [node.attr for node in nodes if node.attr == "store"]
        return [name for name in asked if name not in OF_THE_STORE_ALONE] + handed_on[len(asked) :]

    assert offenders(PAGES, reaching) == []


def test_a_module_says_what_it_is_for() -> None:
    assert [str(module) for module in MODULES if not ast.get_docstring(tree(module))] == []


def test_nothing_is_put_off_in_a_comment() -> None:
    put_off = re.compile(r"\b(TODO|FIXME)\b")
    assert offenders(MODULES, lambda module: put_off.findall(module.read_text(encoding="utf-8"))) == []


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
        "itsdangerous",
        "jinja2",
        "markupsafe",
        "segno",
        "babel",
        "pydantic_core",
        "js_lib_htmx",
    }  # other names, or brought along
    sources = [*MODULES, *REPOSITORY.glob("*.py")]
    tops = {name.split(".")[0] for source in sources for name in imports(tree(source))}
    assert tops - set(sys.stdlib_module_names) - {"hive", "app"} <= named
