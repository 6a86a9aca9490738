"""Many whole games of bold players on each level, with and without a galaxy: what came of them, as a table.

Each game is a line of a file as soon as it is over, so that the same command goes on where it was stopped.
"""

from __future__ import annotations

import gc
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import get_args

from hive.catalog.reading import load_tables
from hive.catalog.tables import Level
from hive.simulate.game import Failed, simulate
from hive.simulate.start import Setting

# A game makes many small things that go by themselves; to look for those that hold each other takes an eighth of it.
YOUNG = 100_000
LEVELS: tuple[Level, ...] = get_args(Level)
_HEAD = (
    "| level | galaxy | games | crashes | broken laws | the Hive wins | the players win | rounds |",
    "|---|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True)
class Row:
    """A game that is over: what it was played with, who has won, or what went wrong and which law that broke."""

    seed: int
    level: Level
    galaxy: bool
    winner: str = ""
    rounds: int = 0
    failed: str = ""
    law: str = ""

    @property
    def game(self) -> tuple[int, str, bool]:
        """Which game it is."""
        return self.seed, self.level, self.galaxy


def prove(seeds: Iterable[int], kept: Path, jobs: int) -> Iterator[Row]:
    """Play the games of these seeds on each level, with and without a galaxy, those in the file left out.

    What goes wrong is printed as it comes. Yields a row for each game, those of the file first.
    """
    wanted = [
        Setting(seed, None, level, galaxy, bold=True) for seed in seeds for level in LEVELS for galaxy in (True, False)
    ]
    games = {(one.seed, one.difficulty, one.galaxy) for one in wanted}
    over = {row.game: row for row in _read(kept) if row.game in games}
    yield from over.values()
    left = [one for one in wanted if (one.seed, one.difficulty, one.galaxy) not in over]
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file, get_context("spawn").Pool(jobs, gc.set_threshold, (YOUNG,)) as pool:
        for row in pool.imap_unordered(play, left):
            print(json.dumps(asdict(row)), file=file, flush=True)
            if row.failed:
                print(row.failed, file=sys.stderr, flush=True)
            yield row


def play(setting: Setting) -> Row:
    """Play a game to its end."""
    try:
        game = simulate(setting, load_tables()).game
    except Failed as failed:
        return Row(setting.seed, setting.difficulty, setting.galaxy, failed=str(failed), law=failed.law)
    return Row(setting.seed, setting.difficulty, setting.galaxy, game.winner or "nobody", game.round)


def _read(kept: Path) -> Iterator[Row]:
    """The rows of a file; a line that was cut off while it was written is played again."""
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []:
        with suppress(json.JSONDecodeError):
            yield Row(**json.loads(line))


def as_table(rows: Sequence[Row]) -> str:
    """The games by level and galaxy, in Markdown; below it how often each law was broken."""
    lines = list(_HEAD)
    for level in LEVELS:
        for galaxy in (True, False):
            among = [row for row in rows if (row.level, row.galaxy) == (level, galaxy)]
            lines += [_line(level, galaxy, among)] if among else []
    laws = Counter(row.law for row in rows if row.law)
    return "\n".join([*lines, *(f"\n{number} times broken: {law}" for law, number in laws.most_common())])


def _line(level: str, galaxy: bool, rows: Sequence[Row]) -> str:
    ended = Counter(row.winner for row in rows if not row.failed)
    broken = sum(bool(row.law) for row in rows)
    crashes = sum(bool(row.failed) for row in rows) - broken
    rounds = f"{mean(row.rounds for row in rows if not row.failed):.1f}" if ended else ""
    won = [f"{100 * ended[side] / ended.total():.0f} %" if ended else "" for side in ("hive", "players")]
    cells = [level, "yes" if galaxy else "no", len(rows), crashes, broken, *won, rounds]
    return f"| {' | '.join(map(str, cells))} |"
