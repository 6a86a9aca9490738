"""How long a tap takes to stand on the other screens, in browsers: python -m bench.screens [--taps N] [--screens K].

Prints one JSON object: the 95th of a hundred times in milliseconds, from the tap to the change on another screen.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Page

from bench.figure import Figure
from bench.pictures.taking import browser

ROOT = Path(__file__).resolve().parents[1]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
BOUND = 250
GO = "#go, #answer .choices button, #answer .found button"
WATCHES = """() => {
  window.shownAt = {};
  new MutationObserver(() => {
    const position = document.querySelector("#table")?.dataset.position;
    if (position) window.shownAt[position] ??= Date.now();
  }).observe(document.body, { childList: true, subtree: true });
}"""
TAPS = f"""() => {{
  const position = Number(document.querySelector("#table").dataset.position);
  document.querySelector({json.dumps(GO)}).click();
  return [position + 1, Date.now()];
}}"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The app by its own command."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "PORT": str(port), "HIVE_DB": str(folder / "games.sqlite"), "HIVE_TAP_PAUSE": "0"}
    with subprocess.Popen(
        [sys.executable, str(ROOT / "app.py")], env=environment, stdout=subprocess.PIPE, text=True
    ) as app:
        try:
            assert app.stdout is not None
            found = ADDRESS.search(app.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            app.terminate()


def times(address: str, taps: int, screens: int) -> list[float]:
    """The milliseconds from each tap to each of the other screens."""
    with browser() as chromium:
        pages = [chromium.new_context(base_url=address).new_page() for _ in range(screens)]
        pages[0].goto("/")
        pages[0].get_by_role("button", name="example").click()
        pages[0].wait_for_selector("#headline")
        for page in pages[1:]:
            page.goto(pages[0].url)
        for page in pages:
            page.wait_for_selector("#headline")
            page.evaluate(WATCHES)
        return [took for number in range(taps) for took in one_tap(pages[number % screens], pages)]


def one_tap(tapped: Page, pages: list[Page]) -> list[float]:
    """Tap on one screen, and see when each of the others shows it."""
    tapped.wait_for_selector(GO)
    position, at = tapped.evaluate(TAPS)
    shown = f"() => window.shownAt[{position}]"
    for page in pages:
        page.wait_for_function(shown)
    return [page.evaluate(shown) - at for page in pages if page is not tapped]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.screens", description=__doc__)
    parser.add_argument("--taps", type=int, default=60)
    parser.add_argument("--screens", type=int, default=6)
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder, served(Path(folder)) as address:
        took = times(address, chosen.taps, chosen.screens)
    figure = Figure(f"a tap on {chosen.screens - 1} other screens, p95", quantiles(took, n=20)[-1], "ms", BOUND)
    print(json.dumps(figure.as_row()))
    return 0 if figure.met else 1


if __name__ == "__main__":
    sys.exit(main())
