"""What every test file may use."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hive.store import Store

# Nothing here is judged by the clock: a slow machine must not fail. On CI the examples are the same every time.
settings.register_profile(
    "hive", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=os.environ.get("CI") == "true"
)
settings.load_profile("hive")


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser of the browser tests, as `make test` found it; pytest on its own looks in the usual places."""
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else ["chromium", "chromium-browser", "google-chrome"]
    for name in names:
        if found := shutil.which(name):
            return found
    pytest.fail("There is no Chromium. Install one (sudo apt-get install chromium), or choose -m 'not browser'.")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty file of games."""
    store = Store(tmp_path / "games.sqlite")
    yield store
    store.close()
