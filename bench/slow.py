"""What a slow phone waits for: python -m bench.slow [--loads N] [--taps N].

A browser whose processor is four times slower, on a slow 4G, opens a table late in a game with a map, and taps on.
Prints one JSON object a line: when the first tap is possible, and how long a tap takes until its answer is painted; in
milliseconds, and against a page with nothing but a button and a script, in the same browser.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from bench.figure import Figure
from bench.pictures.taking import SIZES, browser
from bench.screens import GO, served
from bench.simulated import late_game
from bench.table import Table

SLOWER = 4
SLOW_4G = {"offline": False, "latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375}
"""Milliseconds that each request waits, bytes a second: what Chromium's own tools call a slow 4G."""
FIRST, TAP = 1.45, 1.5
"""The bounds, against the bare page. Its tap alone takes more than half a second there, as any request does."""
POSSIBLE = f"""
  const looks = () => document.readyState !== "loading" && window.htmx && document.querySelector({json.dumps(GO)})
    ? (window.possible = performance.now()) : requestAnimationFrame(looks);
  looks();"""
PAINTED = f"""() => new Promise((painted) => {{
  const stands = () => document.querySelector("#table").dataset.position, before = stands(), begun = performance.now();
  const looks = () => stands() === before ? requestAnimationFrame(looks)
    : requestAnimationFrame(() => setTimeout(() => painted(performance.now() - begun)));
  document.querySelector({json.dumps(GO)}).click();
  looks();
}})"""
BARE = (
    b'<!doctype html><title>Bare</title><main id="table" data-position="0"><button id="go">Go</button></main>'
    b'<script src="/script.js"></script>'
)
SCRIPT = b"""window.htmx = true;
const table = document.querySelector("#table");
document.querySelector("#go").addEventListener("click", async () => {
  table.dataset.position = await (await fetch("/", { method: "POST" })).text();
});"""


class _Bare(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    posted = 0

    def do_GET(self) -> None:
        script = self.path == "/script.js"
        self._send(SCRIPT if script else BARE, "text/javascript" if script else "text/html")

    def do_POST(self) -> None:
        _Bare.posted += 1
        self._send(str(self.posted).encode(), "text/plain")

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not told."""


@contextmanager
def bare_page() -> Iterator[str]:
    """The address of a page with a button and a script."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Bare)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def opened(chromium: Browser, address: str) -> Page:
    """A slow phone that has never been there, on a page."""
    phone = SIZES["phone"]
    context = chromium.new_context(viewport={"width": phone.width, "height": phone.height})
    page = context.new_page()
    page.add_init_script(POSSIBLE)
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW_4G)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    page.wait_for_function("window.possible")
    return page


def measured(chromium: Browser, address: str, loads: int, taps: int) -> tuple[float, float]:
    """The milliseconds until the first tap is possible, and of a tap until its answer is painted: each the median."""
    first = list[float]()
    for _ in range(loads):
        page = opened(chromium, address)
        first.append(page.evaluate("window.possible"))
        page.context.close()
    page, took = opened(chromium, address), []
    for _ in range(taps):
        page.wait_for_selector(GO)
        took.append(page.evaluate(PAINTED))
    page.context.close()
    return statistics.median(first), statistics.median(took)


def main() -> int:
    """Print the figures; ends with 1 if a bound is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.slow", description=__doc__)
    parser.add_argument("--loads", type=int, default=5)
    parser.add_argument("--taps", type=int, default=20)
    chosen = parser.parse_args()
    played = late_game()
    with TemporaryDirectory() as name:
        table = Table(Path(name), begins=played.begins)
        table.follow(played.log)
        with served(Path(name)) as address, bare_page() as bare, browser() as chromium:
            least = measured(chromium, bare, chosen.loads, chosen.taps)
            ours = measured(chromium, f"{address}/games/{table.game_id}", chosen.loads, chosen.taps)
    met = True
    for what, bound, took, alone in zip(("first_tap", "tap"), (FIRST, TAP), ours, least, strict=True):
        figures = (
            Figure(f"{what}_on_a_slow_phone", took, "ms"),
            Figure(f"{what}_against_bare", took / alone, "ratio", bound),
        )
        for figure in figures:
            print(json.dumps(figure.as_row()))
            met = met and figure.met
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
