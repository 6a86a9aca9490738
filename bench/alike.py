"""Whether games are played as before: a line for each, with a hash of what was decided, told and came of it.

python -m bench.alike [--games 300] [--seed N] [--jobs J] [--logs FOLDER] (--write FILE | --against FILE)

The games are those of `hive proof --options random`. `--write` keeps their lines, and with `--logs` all that was
hashed; `--against` plays the games of a file again, names those that differ, with `--logs` the first entry that does,
and ends with 1 if there are any.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import unified_diff
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from hive.catalog.reading import load_tables
from hive.catalog.tables import Tables
from hive.engine.entries import Forward
from hive.engine.narration import said, words_of
from hive.engine.session import Session
from hive.engine.state import comparable
from hive.model.game import Game
from hive.simulate.game import RANDOM, Failed, Played, Setting, new_game_of, simulate
from hive.simulate.proof import settings, side_by_side
from hive.words import count, heard

KEPT = Path(__file__).parent / "alike.txt"
RENAMED: Mapping[str, str] = {}
"""Names of options, kinds, keys and fields that were changed on purpose, each with that under which it is hashed."""
# Fields that say something to people, in what a log keeps as its words and in a state; others are keys and values.
_SPOKEN = {"said", "text", "answer", "line", "label", "result", "words", "note", "columns"}
_SPOKEN_IN_STATE = {"say"}
MOST_SHOWN = 10
PARTS = ("entry", "steps", "words", "state")
"""What a line of a log is made of; the state stands on its last line alone."""
_GAME = TypeAdapter(Game)

Plain = Any
"""JSON data."""
Parts = dict[str, Plain]
"""A line of a log: each of its ``PARTS``."""


@dataclass(frozen=True)
class Row:
    """A game: what it was played with, how many entries it has, and the hashes of four things.

    ``entry``: what the table entered; ``steps``: keys and values of what was asked, drawn and told; ``words``: the
    English of that; ``state``: what came of it. Of a game that went wrong there are none.
    """

    seed: int
    level: str
    board: str
    entries: int
    entry: str = ""
    steps: str = ""
    words: str = ""
    state: str = ""

    def __str__(self) -> str:
        return " ".join(str(one) for one in asdict(self).values() if one != "")

    @classmethod
    def read(cls, line: str) -> Row:
        """A line of a file."""
        seed, level, board, entries, *hashes = line.split()
        return cls(int(seed), level, board, int(entries), *hashes)

    @property
    def name(self) -> str:
        """What the game is called, also the file of its log."""
        return f"{self.seed}-{self.level}-{self.board}"


@dataclass(frozen=True)
class Task:
    """A game to play: its setting, its line of before where there is one, and the folder of logs where there is one."""

    setting: Setting
    before: Row | None = None
    logs: Path | None = None

    @property
    def board(self) -> str:
        """On what it is played."""
        return "galaxy" if self.setting.galaxy else "plain"


def tasks(games: int, seed: int, logs: Path | None) -> list[Task]:
    """So many games, with the seeds from the first one on."""
    seeds = range(seed, seed - (-games // len(settings([seed]))))
    return [Task(one, None, logs) for one in settings(seeds, RANDOM)[:games]]


def tasks_again(rows: Iterable[Row], logs: Path | None) -> list[Task]:
    """The games of these lines, once more."""
    rows = list(rows)
    there = {row_of(Task(one)).name: one for one in settings(sorted({row.seed for row in rows}), RANDOM)}
    return [Task(there[row.name], row, logs) for row in rows]


def row_of(task: Task, log: Sequence[Parts] = ()) -> Row:
    """The line of a game. In: its log, nothing where it went wrong."""
    setting = task.setting
    hashes = [_hash([line.get(part) for line in log]) for part in PARTS] if log else []
    return Row(setting.seed, setting.difficulty, task.board, max(0, len(log) - 1), *hashes)


def play(task: Task) -> tuple[Row, list[str]]:
    """Play a game to its end. Out: its line, and in words what differs from before."""
    tables = load_tables(options=task.setting.options)
    try:
        log = list(lines(simulate(task.setting, tables, replayed=False), tables))
    except Failed as failed:
        print(failed, file=sys.stderr, flush=True)
        log = []
    row = row_of(task, log)
    file = task.logs / f"{row.name}.jsonl.gz" if task.logs else None
    if task.before:
        return row, unlike(task.before, row, log, file)
    if file:
        write_log(log, file)
    return row, []


def write_log(log: Iterable[Parts], file: Path) -> None:
    """Keep a log for later."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(file, "wt", encoding="utf-8") as written:
        written.writelines(f"{_text(line)}\n" for line in log)


def lines(game: Played, tables: Tables) -> Iterator[Parts]:
    """A game, entry after entry, replayed from its beginning; the state that it came to is the last."""
    session = Session(new_game_of(game.begins, tables))
    session.settle()
    yield _line({"kind": game.begins.kind, **game.begins.to_json()}, words_of("", session.news))
    for entry in game.log:
        yield _entered(session, entry)
    words: list[str] = []
    yield {"state": _apart(comparable(told_state(session.game)), _SPOKEN_IN_STATE, words), "words": words}


def _entered(session: Session, entry: Forward) -> Parts:
    spoken = said(session, entry)
    session.apply(entry)
    return _line({"kind": entry.kind, **entry.to_json()}, words_of(spoken, session.news))


def _line(entry: Plain, told: Plain) -> Parts:
    words: list[str] = []
    return {"entry": _apart(entry, set(), []), "steps": _apart(told, _SPOKEN, words), "words": words}


def told_state(game: Game) -> Plain:
    """The state of a game without its tables: all that differs from what goes without saying."""
    return _GAME.dump_python(game, mode="json", exclude={"tables"}, exclude_defaults=True)


def _apart(value: Plain, spoken: set[str], words: list[str]) -> Plain:
    """Data under the names that they had before, without what they say. Out: ``words``, with that in English."""
    if isinstance(value, dict):
        words += [_english(name, one) for name, one in value.items() if name in spoken]
        return {_before(name): _apart(one, spoken, words) for name, one in value.items() if name not in spoken}
    if isinstance(value, list):
        return [_apart(one, spoken, words) for one in value]
    return _before(value) if isinstance(value, str) else value


def _before(name: str) -> str:
    return RENAMED.get(name, name)


def _english(name: str, kept: Plain) -> str:
    """Words as a log keeps them; the heads of a table are several."""
    return str(heard([",", kept] if name == "columns" else kept))


def _text(value: Plain, indent: int | None = None) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=indent)


def _hash(value: Plain) -> str:
    return sha256(_text(value).encode()).hexdigest()[:12]


def unlike(before: Row, now: Row, log: Sequence[Parts], file: Path | None = None) -> list[str]:
    """What differs in a game, in words; nothing if it was played as before. In: the file with its log of before."""
    ours, theirs = asdict(before), asdict(now)
    differs = [name for name in ours if ours[name] != theirs[name]]
    if not differs:
        return []
    entries = f"{before.entries} entries before, {now.entries} now"
    return [f"{before.name}: other {', '.join(differs)} ({entries})", *(_first_unlike(log, file) if file else [])]


def _first_unlike(log: Sequence[Parts], file: Path) -> list[str]:
    """The first line of a log that differs from that of before, and how."""
    if not file.exists():
        return [f"  no log of before: {file}"]
    with gzip.open(file, "rt", encoding="utf-8") as kept:
        old = [json.loads(line) for line in kept]
    new = [json.loads(_text(line)) for line in log]
    nothing: Parts = {}
    for number, (was, now) in enumerate(zip_longest(old, new, fillvalue=nothing)):
        if was != now:
            return [f"  at entry {number} of {len(old) - 1}:", *_differences(was, now)]
    return []


def _differences(was: Parts, now: Parts) -> Iterator[str]:
    for part in PARTS:
        if was.get(part) != now.get(part):
            before, after = (_text(one.get(part), indent=1).splitlines() for one in (was, now))
            found = [*unified_diff(before, after, n=0, lineterm="")][2:]
            yield f"  {part}:"
            for sign in "-+":
                yield from (f"    {line}" for line in [one for one in found if one.startswith(sign)][:MOST_SHOWN])


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games, side by side; write their lines, or print what differs from those of a file."""
    parser = argparse.ArgumentParser(prog="python -m bench.alike", description="Whether games are played as before.")
    parser.add_argument("--games", type=int, default=300, metavar="K", help="else %(default)s")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first one, else %(default)s")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J")
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="where whole logs are written or were written")
    kept = parser.add_mutually_exclusive_group(required=True)
    kept.add_argument("--write", type=Path, metavar="FILE", help="keep a line for each game")
    kept.add_argument("--against", type=Path, metavar="FILE", help="play the first K games of a file again")
    asked = parser.parse_args(arguments)
    wanted = tasks(asked.games, asked.seed, asked.logs)
    if asked.against:
        wanted = tasks_again(read(asked.against)[: asked.games], asked.logs)
    with side_by_side(asked.jobs) as pool:
        done = [*_told(pool.imap(play, wanted))]
    if asked.write:
        asked.write.write_text("".join(f"{row}\n" for row, _ in done), encoding="utf-8")
    differ = sum(bool(found) for _, found in done)
    print(count(len(done), "game") + (f", {differ} of them otherwise than before" if asked.against else ""))
    return 1 if differ else 0


def _told(done: Iterable[tuple[Row, list[str]]]) -> Iterator[tuple[Row, list[str]]]:
    for row, found in done:
        for line in found:
            print(line, flush=True)
        yield row, found


def read(file: Path) -> list[Row]:
    """The games of a file."""
    return [Row.read(line) for line in file.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    sys.exit(main())
