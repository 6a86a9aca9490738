"""Whether what goes out comes back: simulated games leave by the page and come in again, the same in every field.

`python -m bench.carried [--games K] [--seed N] [--rounds R] [--jobs J]` plays them at tables that also save sheets,
correct numbers, take back and bring back. An export that the page of earlier versions has sorted has to come back, too,
or name the line that nobody can tell the order of.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from flask import Flask

from hive.board.edits import editables
from hive.engine.entries import Board, Plain
from hive.engine.errors import Refused
from hive.engine.facts import correctables
from hive.engine.state import comparable, dump, dump_text
from hive.fields import Misfit, Number, OneOf, Settable
from hive.games.present import Present
from hive.games.service import Games
from hive.model.game import PLAYERS, Game
from hive.simulate.game import Setting, beginning, named
from hive.simulate.moves import bold_habits
from hive.simulate.players import Table
from hive.simulate.proof import LEVELS
from hive.store import ImportRefused, StoreError, read_document
from hive.web.factory import create_app

ROUNDS, MOST_LINES = 2, 600
GALAXIES = 5
"""One game of so many is played without a galaxy."""
# How often, before an entry of the table, a sheet is saved, a number corrected, something taken back; of these, how
# often it is brought back. How often what was booked on the board was a player's move.
_SHEET, _CORRECTED, _UNDONE, _REDONE, _MOVED = 0.15, 0.04, 0.03, 0.5, 0.3
_MOST_FIELDS, _MOST_UNITS = 5, 3

Seen = Counter[str]


class Tables:
    """Tables that play on one app, and look what comes back."""

    def __init__(self, app: Flask) -> None:
        self.games: Games = app.extensions["games"]
        self._client = app.test_client()

    def carried(self, seed: int, rounds: int = ROUNDS) -> tuple[Seen, list[str]]:
        """Play the game of a seed, and carry it out and in. Out: what happened in it, and what came back otherwise."""
        galaxy = bool(seed % GALAXIES)
        options = named("random", seed) if seed % 2 else ()
        setting = Setting(seed, rounds, LEVELS[seed % len(LEVELS)], galaxy, options, bold=True)
        new = beginning(setting, self.games.house.tables(options))
        game_id = self.games.create(f"Seed {seed}", new.settings, new.seed, new.layout)
        seen = Seen(games=1)
        self._play(game_id, setting, seen)
        faults = [f"seed {seed}: {fault}" for fault in self._faults(game_id, seen)]
        for row in self.games.store.games():
            self.games.delete(row.id)
        return seen, faults

    def _play(self, game_id: str, setting: Setting, seen: Seen) -> None:
        rng = Random(f"{setting.seed}/carried")
        table = Table(Random(f"{setting.seed}/table"), bold_habits(Random(f"{setting.seed}/habits")))
        while True:
            present = self._besides(self.games.present(game_id), table, rng, seen)
            game = present.session.game
            if game.winner is not None or game.round > (setting.rounds or 0) or present.position > MOST_LINES:
                return
            try:
                entry = table.next_entry(present.session)  # type: ignore[arg-type]  # a look at it is enough
                if isinstance(entry, Board) and rng.random() < _MOVED:
                    entry = replace(entry, moved=rng.choice(PLAYERS))
                if entry is None:
                    return
                self.games.enter(game_id, present.position, entry, rng.choice(("", "table", *PLAYERS)))
            except StoreError:
                raise
            except Exception:  # the players know nothing of tiles that were exchanged: the game is carried as it stands
                seen["ended by a sheet"] += 1
                return
            seen["entries"] += 1

    def _besides(self, present: Present, table: Table, rng: Random, seen: Seen) -> Present:
        """What the simulated players do not do."""
        chance, games, game = rng.random(), self.games, present.session.game
        try:
            if game.tracked and chance < _SHEET:
                changes = sheet(game, rng)
                present = games.board(present.id, present.position, changes)
                seen["sheets"] += 1
                seen.update({field.split("/")[-2 if "/token/" in field else -1] for field in changes if kind(field)})
            elif chance < _SHEET + _CORRECTED:
                one = rng.choice(correctables(game))
                present = games.correct(present.id, present.position, one.field, value_of(one, one.read(game), rng))
                seen["corrections"] += 1
            elif chance < _SHEET + _CORRECTED + _UNDONE:
                present = games.undo(present.id, present.position)
                if rng.random() < _REDONE:
                    present = games.redo(present.id, present.position)
                table.entries.clear()
                seen["taken back"] += 1
        except (Refused, Misfit):
            seen["refused"] += 1
            return games.present(present.id)
        return present

    def _out(self, game_id: str) -> bytes:
        return self._client.get(f"/games/{game_id}/export.json").get_data()

    def _faults(self, game_id: str, seen: Seen) -> Iterator[str]:
        """What came back otherwise, of the file as it is and as earlier versions sorted it."""
        content = self._out(game_id)
        self.games.forget(game_id)
        before = self.games.present(game_id).session
        try:
            again = self.games.import_game(read_document(content))
        except ImportRefused as error:
            yield str(error)
            return
        after = self.games.present(again).session
        if dump_text(after.game) != dump_text(before.game) or after.pending != before.pending:
            yield "the game that came back stands otherwise"
        if self._out(again) != content:
            yield "the game that came back has another log"
        try:
            older = self.games.import_game(json.loads(json.dumps(json.loads(content), sort_keys=True)))
        except ImportRefused as error:
            seen["sorted and in doubt"] += 1
            if "no longer tells" not in str(error):
                yield f"sorted: {error}"
            return
        if comparable(dump(self.games.present(older).session.game)) != comparable(dump(before.game)):
            yield "the game that came back sorted stands otherwise"


def sheet(game: Game, rng: Random) -> dict[str, Plain]:
    """Some changes of one system of any kind, in any order."""
    assert game.galaxy is not None
    fields = editables(game, rng.choice([*game.galaxy.systems]))
    changes: dict[str, Plain] = {}
    for _ in range(rng.randint(1, _MOST_FIELDS)):
        group = rng.choice(sorted({one.group for one in fields}))
        one = rng.choice([one for one in fields if one.group == group])
        value = value_of(one, one.value, rng)
        if value != str(one.value):
            changes[one.field] = value
    return changes


def kind(field: str) -> bool:
    """Whether a field is told apart in the count: what is no number of units."""
    return "/units/" not in field and "/damaged/" not in field


def value_of(one: Settable[int] | Settable[str], now: int | str, rng: Random) -> str:
    """Another value of something that can be set, as a form sends it."""
    if isinstance(one.entered, Number):
        most = min(one.entered.maximum, max(_MOST_UNITS, int(now) + 1))
        return str(rng.randint(one.entered.minimum, max(one.entered.minimum, most)))
    assert isinstance(one.entered, OneOf)
    return rng.choice([choice.value for choice in one.entered.choices])


def _of_seeds(told: tuple[range, int]) -> tuple[Seen, list[str]]:
    seeds, rounds = told
    seen, faults = Seen(), list[str]()
    with TemporaryDirectory() as folder:
        tables = Tables(create_app({"INSTANCE": str(Path(folder)), "SECRET_KEY": "bench"}))
        for seed in seeds:
            found = tables.carried(seed, rounds)
            seen += found[0]
            faults += found[1]
        tables.games.close()
    return seen, faults


def main(arguments: list[str] | None = None) -> int:
    """Play so many games, print what was in them, and name those that came back otherwise. Out: the exit code."""
    parser = argparse.ArgumentParser(prog="bench.carried", description=__doc__)
    parser.add_argument("--games", type=int, default=500, metavar="K")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="R")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J")
    told = parser.parse_args(arguments)
    each = [
        (range(seed, min(seed + 5, told.seed + told.games)), told.rounds)
        for seed in range(told.seed, told.seed + told.games, 5)
    ]
    seen, number = Seen(), 0
    with get_context("spawn").Pool(told.jobs) as pool:
        for more, faults in pool.imap_unordered(_of_seeds, each):
            seen += more
            number += len(faults)
            print(*faults, sep="\n", end="\n" if faults else "", flush=True)
            print(f"{seen['games']} of {told.games} games", file=sys.stderr, flush=True)
    print(*(f"{many:7} {what}" for what, many in seen.most_common()), f"{number:7} came back otherwise", sep="\n")
    return 1 if number else 0


if __name__ == "__main__":
    sys.exit(main())
