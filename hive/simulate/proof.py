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
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import get_args

from hive.catalog.reading import load_tables
from hive.catalog.tables import Level
from hive.simulate.game import Failed, simulate
from hive.simulate.options import by_option, named
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
    options: tuple[str, ...] = ()

    @property
    def game(self) -> tuple[int, str, bool, tuple[str, ...]]:
        """Which game it is."""
        return self.seed, self.level, self.galaxy, self.options


def prove(seeds: Iterable[int], kept: Path, jobs: int, options: str = "") -> Iterator[Row]:
    """Play the games of these seeds on each level, with and without a galaxy, those in the file left out.

    In: ``options`` as on the command line. What goes wrong is printed as it comes. Yields a row for each game, those of
    the file first.
    """
    wanted = [
        Setting(seed, None, level, galaxy, named(options, seed), bold=True)
        for seed in seeds
        for level in LEVELS
        for galaxy in (True, False)
    ]
    games = {(one.seed, one.difficulty, one.galaxy, one.options) for one in wanted}
    over = {row.game: row for row in _read(kept) if row.game in games}
    yield from over.values()
    left = [one for one in wanted if (one.seed, one.difficulty, one.galaxy, one.options) not in over]
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file, get_context("spawn").Pool(jobs, gc.set_threshold, (YOUNG,)) as pool:
        for row in pool.imap_unordered(play, left):
            print(json.dumps(asdict(row)), file=file, flush=True)
            if row.failed:
                print(row.failed, file=sys.stderr, flush=True)
            yield row


def play(setting: Setting) -> Row:
    """Play a game to its end."""
    row = Row(setting.seed, setting.difficulty, setting.galaxy, options=setting.options)
    try:
        game = simulate(setting, load_tables(options=setting.options)).game
    except Failed as failed:
        return replace(row, failed=str(failed), law=failed.law)
    return replace(row, winner=game.winner or "nobody", rounds=game.round)


def _read(kept: Path) -> Iterator[Row]:
    """The rows of a file; a line that was cut off while it was written is played again."""
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []:
        with suppress(json.JSONDecodeError):
            row = json.loads(line)
            yield Row(**{**row, "options": tuple(row.get("options", ()))})


def as_table(rows: Sequence[Row]) -> str:
    """The games by level and galaxy, in Markdown; below it who won with which option, and the broken laws."""
    lines = list(_HEAD)
    for level in LEVELS:
        for galaxy in (True, False):
            among = [row for row in rows if (row.level, row.galaxy) == (level, galaxy)]
            lines += [_line(level, galaxy, among)] if among else []
    laws = Counter(row.law for row in rows if row.law)
    compared = by_option((row.winner, row.options) for row in rows if not row.failed)
    return "\n".join(
        [
            *lines,
            *(["", *compared] if compared else []),
            *(f"\n{number} times broken: {law}" for law, number in laws.most_common()),
        ]
    )


def _line(level: str, galaxy: bool, rows: Sequence[Row]) -> str:
    ended = Counter(row.winner for row in rows if not row.failed)
    broken = sum(bool(row.law) for row in rows)
    crashes = sum(bool(row.failed) for row in rows) - broken
    rounds = f"{mean(row.rounds for row in rows if not row.failed):.1f}" if ended else ""
    won = [f"{100 * ended[side] / ended.total():.0f} %" if ended else "" for side in ("hive", "players")]
    cells = [level, "yes" if galaxy else "no", len(rows), crashes, broken, *won, rounds]
    return f"| {' | '.join(map(str, cells))} |"
