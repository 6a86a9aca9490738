"""Whether a table's pages are as before: every one of them along four kept games and four that play themselves.

python -m tests.same_pages (--write FILE | --against FILE) [GAME ...]

`--write` keeps the pages, `--against` compares with pages that were kept, names those that differ, shows the first, and
ends with 1 if there are any. For a change that must change none: write them at the commit before, compare after it.
White space, tokens, times, names of games, and classes that say how a step is drawn are left out.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from flask.testing import FlaskClient

from hive import keys
from hive.catalog.reading import load_tables
from hive.games.service import Games
from hive.simulate.game import Setting, simulate
from hive.steps import Ask
from hive.web.factory import create_app

EXPORTS = Path(__file__).parent / "exports"
KEPT = ("07", "17", "24", "30")
PLAYED = {
    "galaxy": Setting(3, 2),
    "plain": Setting(4, 2, galaxy=False),
    "total war": Setting(5, 2, "expert", options=("thunders_edge", "total_war", "age_of_commerce"), bold=True),
    "twilights fall": Setting(6, 2, "easy", options=("twilights_fall",), bold=True),
}
PHONE = {"REMOTE_ADDR": "192.168.7.23"}
SHOWN = 40
"""So many lines of the first difference are shown."""
_LEFT_OUT = (
    (re.compile(r'(name="csrf_token" value=")[^"]*'), r"\1"),
    (re.compile(r"<time>.*?</time>", re.S), "<time>"),
    (re.compile(r' (?:hx-headers|data-mark)="[^"]*"'), ""),
    (re.compile(r"\?v=[^\"'&]*"), ""),
    # A step's kind, and what it takes of the page, for the style sheets.
    (re.compile(r'(?<=[" ])(?:(?:at|kind|has)-[\w-]+|loud\b) ?(?=[^<>]*">|[^<>]*" )'), ""),
    (re.compile(r' class="\s*"'), ""),
    (re.compile(r"\s+"), " "),
    (re.compile(r" ?(<[^>]*>) ?"), r"\n\1\n"),
    (re.compile(r"\n+"), "\n"),
)


def plainly(page: str, game_id: str) -> str:
    """A page without what is another each time, a line for each tag and each text."""
    page = page.replace(game_id, "GAME")
    for pattern, instead in _LEFT_OUT:
        page = pattern.sub(instead, page)
    return page.replace(' "', '"').strip()


class Pages:
    """All pages of one game as it stands: the host's, a player's phone's, and those that only look on."""

    def __init__(self, folder: Path) -> None:
        self.app = create_app({"INSTANCE": str(folder), "SECRET_KEY": "pages", "RATE_LIMITS": False})
        self.games: Games = self.app.extensions["games"]
        self.game_id = ""
        self.host, self.own = self.app.test_client(), self.app.test_client()

    def of(self, game_id: str) -> None:
        """Look at this game, and join it as a player's phone."""
        self.game_id = game_id
        code = self.games.store.codes(game_id)["p1"]
        self.own.get(f"/join/{code}", environ_base=PHONE)

    def shown(self) -> Iterator[tuple[str, str]]:
        """Each page with what it is called."""
        present = self.games.present(self.game_id)
        step, tracked = present.session.pending, present.session.game.tracked
        name = f"{present.position} {step.key if step else 'over'}"
        yield f"{name} table", self._page(self.host, "")
        yield f"{name} own side", self._page(self.own, "?tab=players")
        yield f"{name} wall", self._page(self.host, "/wall")
        yield f"{name} spectator", self._page(self.host, "/watch")
        yield f"{name} sheet", self._page(self.host, "/sheet")
        if tracked:
            yield f"{name} system", self._page(self.host, f"?at={_place(step)}")
        if tracked and step is not None and step.key == keys.PLAYER_TURN:
            yield f"{name} moved", self._page(self.host, "?do=moved&who=p1")
        if isinstance(step, Ask) and step.numbers:
            yield f"{name} refused", self._refused(step)

    def _page(self, client: FlaskClient, path: str) -> str:
        there = PHONE if client is self.own else {}
        return client.get(f"/games/{self.game_id}{path}", environ_base=there).get_data(as_text=True)

    def _refused(self, step: Ask) -> str:
        """What comes of an answer whose numbers are none: the step with what was typed."""
        token = re.search(r'name="csrf_token" value="([^"]+)"', self._page(self.host, ""))
        assert token is not None
        numbers = {f"number.{one.name}": "none" for one in step.numbers}
        data = {"csrf_token": token[1], "position": self.games.position(self.game_id), "key": step.key, **numbers}
        data |= {"value": step.choices[0].value} if step.choices else {}
        return self.host.post(f"/games/{self.game_id}/answer", data=data).get_data(as_text=True)


def _place(step: object) -> str:
    """A system that a step is about, or else the middle."""
    return next(iter(getattr(step, "systems", ())), "000")


def pages_of(game: str) -> Iterator[tuple[str, str]]:
    """The pages of a game at each of its lines."""
    with TemporaryDirectory() as folder:
        pages = Pages(Path(folder))
        for _ in _kept(pages, game) if game in KEPT else _played(pages, PLAYED[game]):
            for name, page in pages.shown():
                yield f"{game}: {name}", plainly(page, pages.game_id)


def _kept(pages: Pages, number: str) -> Iterator[None]:
    """A kept game from its last line back to its first."""
    (packed,) = EXPORTS.glob(f"{number}_*")
    pages.of(pages.games.import_game(json.loads(gzip.decompress(packed.read_bytes()))))
    yield
    while (present := pages.games.present(pages.game_id)).undo:
        pages.games.undo(pages.game_id, present.position)
        yield


def _played(pages: Pages, setting: Setting) -> Iterator[None]:
    """A simulated game from its first line to its last."""
    played = simulate(setting, load_tables(options=setting.options))
    begins = played.begins
    pages.of(pages.games.create("Simulated", begins.settings, begins.seed, begins.layout))
    position = pages.games.position(pages.game_id)
    yield
    for entry in played.log:
        position = pages.games.enter(pages.game_id, position, entry).position
        yield


def write(file: Path, games: list[str]) -> int:
    """Keep the pages: each line once, and of each page which lines it has."""
    lines: dict[str, int] = {}
    pages = {
        name: [lines.setdefault(line, len(lines)) for line in page.split("\n")]
        for game in games
        for name, page in pages_of(game)
    }
    with gzip.open(file, "wt", encoding="utf-8", compresslevel=3) as kept:
        json.dump({"lines": list(lines), "pages": pages}, kept)
    print(f"{len(pages)} pages")
    return 0


def compare(file: Path, games: list[str]) -> int:
    """Name the pages that are not as they were kept, and show the first difference."""
    with gzip.open(file, "rt", encoding="utf-8") as kept:
        document = json.load(kept)
    lines, before = document["lines"], document["pages"]
    pages, differ = 0, list[str]()
    for game in games:
        for name, page in pages_of(game):
            pages += 1
            was, now = [lines[one] for one in before.get(name, ())], page.split("\n")
            if was == now:
                continue
            if not differ:
                print(*list(unified_diff(was, now, name, name, lineterm=""))[:SHOWN], sep="\n")
            differ.append(name)
    print(*differ[:SHOWN], sep="\n")
    print(f"{len(differ)} of {pages} pages differ")
    return 1 if differ else 0


def main(arguments: list[str] | None = None) -> int:
    """Write the pages, or compare them."""
    parser = argparse.ArgumentParser(prog="python -m tests.same_pages", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"one of {', '.join((*KEPT, *PLAYED))}")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--write", type=Path, metavar="FILE")
    which.add_argument("--against", type=Path, metavar="FILE")
    told = parser.parse_args(arguments)
    games = told.games or [*KEPT, *PLAYED]
    return write(told.write, games) if told.write else compare(told.against, games)


if __name__ == "__main__":
    sys.exit(main())
