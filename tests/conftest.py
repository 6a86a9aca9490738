"""What every test file may use."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from werkzeug.routing import Rule

from bench.chromium import find_browser
from bench.postgres import TEMPLATE, Server, program
from day import times
from hive.store import Store
from storing import new_file

# What Python has compiled is kept even where the environment forbids it: else each worker compiles all tests anew, and
# each process that a test starts the whole app, which is a third of what it takes to start one.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Commands speak English to tests, whatever the terminal speaks.
os.environ["LC_ALL"] = "C.UTF-8"

# Nothing here is judged by the clock: a slow machine must not fail. On CI the examples are the same every time.
settings.register_profile(
    "hive",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=os.environ.get("CI") == "true",
    max_examples=times(16, 400),
)
settings.load_profile("hive")
# What fails there is told as in a test.
pytest.register_assert_rewrite("kept")

# Each app has the same addresses, and Werkzeug compiles how each is built anew: half of what it took to make an app.
_Builder = Callable[..., tuple[str, str]]
_compile_builder: Callable[[Rule, bool], _Builder] = Rule._compile_builder
_builders: dict[tuple[object, ...], _Builder] = {}


def _compiled_once(rule: Rule, append_unknown: bool = True) -> _Builder:
    sign = (rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown)
    if sign not in _builders:
        _builders[sign] = _compile_builder(rule, append_unknown)
    return _builders[sign]


Rule._compile_builder = _compiled_once  # type: ignore[method-assign]


def pytest_collection_finish() -> None:
    """What is there by now stays: looked through for garbage again and again it took a fifth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser of the browser tests, as `make test` found it; pytest on its own looks in the usual places."""
    if found := find_browser():
        return found
    pytest.fail("There is no Chromium. Install one (sudo apt-get install chromium), or choose -m 'not browser'.")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked so on a file of SQLite and on a database of PostgreSQL."""
    if "store" in metafunc.fixturenames and metafunc.definition.get_closest_marker("both_stores"):
        kinds = ["sqlite_store", pytest.param("postgres_store", marks=pytest.mark.postgres)]
        metafunc.parametrize("store", kinds, indirect=True, ids=["sqlite", "postgres"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever asks for PostgreSQL can be left out where there is none."""
    for item in items:
        if "postgres" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.postgres)


@pytest.fixture
def store(request: pytest.FixtureRequest) -> Store:
    """A store without games: in a file, or in both kinds one after the other."""
    found: Store = request.getfixturevalue(getattr(request, "param", "sqlite_store"))
    return found


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[Store]:
    """An empty file of games."""
    store = Store(new_file(tmp_path))
    yield store
    store.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL of this run's own, with a database of the tables, to copy or to use."""
    if program("initdb") is None:
        pytest.fail(
            "There is no PostgreSQL. Install it (sudo apt-get install postgresql), or choose -m 'not postgres'."
        )
    server = Server()
    try:
        server.ask(f"CREATE DATABASE {TEMPLATE}")
        store = Store(server.address(TEMPLATE))
        store.check()
        store.close()
        yield server
    finally:
        server.remove()


@pytest.fixture
def postgres_store(postgres: Server) -> Iterator[Store]:
    """A database without games; making a new one each time would take longer than the tests."""
    for table in ("games", "tables", "copies"):
        postgres.ask(f"DELETE FROM {table}", TEMPLATE)
    store = Store(postgres.address(TEMPLATE))
    yield store
    store.close()
