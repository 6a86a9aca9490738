"""Games that have played themselves: the table as it stood at any of their steps, on a page."""

from __future__ import annotations

import gzip
import json
import pickle
from collections import defaultdict
from copy import copy
from pathlib import Path

from playing import at_the_table
from playwright.sync_api import Page
from screens import locked

from hive.catalog.reading import load_tables
from hive.games.service import Games
from hive.simulate.game import Setting, simulate
from hive.steps import Step
from hive.store import Store

# Fights of several rounds with stratagems, invasions, and a choice of upgrades; and a game with agendas.
FIGHTS, AGENDAS = Setting(15, 4), Setting(2, 4)
# The Hive infests two planets that it explores.
EXPLORES = Setting(13, 4)
EXPORTS = Path(__file__).parents[1] / "exports"
PAUSED = "26"
"""A game that was exported long ago, in a player's turn."""


class PlayedGame:
    """A game of the server's file, with the lines after which each kind of step was open."""

    def __init__(self, games: Games, setting: Setting) -> None:
        # That its log can be replayed is held where games are simulated.
        played = simulate(setting, load_tables(), replayed=False)
        begins = played.begins
        self.games = games
        self.id = games.create(setting.command, begins.settings, begins.seed, begins.layout)
        self.lines: dict[str, list[int]] = defaultdict(list)
        self.steps: dict[int, Step] = {}
        for entry in played.log:
            before = games.present(self.id).position
            present = games.enter(self.id, before, entry)
            step = present.session.pending
            if games.lines(self.id, None, 1)[0].parent != before:
                # Joined with the edit before it, whose line is no longer in force.
                self.steps.pop(before, None)
            if step is not None:
                self.steps[present.position] = step
        # From an earlier line redo leads to the end, not the way back that leads to all others.
        self.steps.pop(games.present(self.id).position, None)
        for line, step in self.steps.items():
            self.lines[step.key].append(line)

    def kept(self) -> bytes:
        """All of it, for another worker."""
        return pickle.dumps((self.games.store.export_game(self.id), self.lines, self.steps))

    @classmethod
    def of(cls, games: Games, kept: bytes) -> PlayedGame:
        """The game that another worker has played, in the file of this one."""
        game = cls.__new__(cls)
        document, game.lines, game.steps = pickle.loads(kept)
        game.games, game.id = games, games.import_game(document)
        return game

    def copy(self) -> PlayedGame:
        """The same game once more, for a test that answers: the lines after its answers are no longer those here."""
        again = copy(self)
        again.id = self.games.import_game(self.games.store.export_game(self.id))
        return again

    def at(self, page: Page, line: int) -> Step:
        """Show the table as it stood after a line; returns its open step. A test that answers takes a copy."""
        present = self.games.present(self.id)
        if present.lines[0]["position"] != line:
            self.games.undo(self.id, present.position, to=line)
        page.goto(f"/games/{self.id}")
        at_the_table(page)
        return self.steps[line]


class PlayedGames:
    """The games of one server, each played when the first worker asks for it; what it has played lies in a folder."""

    def __init__(self, address: str, folder: Path, shared: Path) -> None:
        self.address = address
        self._games, self._shared = Games(Store(folder / "games.sqlite")), shared
        self._played: dict[Setting, PlayedGame] = {}

    def game(self, setting: Setting) -> PlayedGame:
        """The game of a setting."""
        if setting not in self._played:
            file = self._shared / f"{setting.seed}.game"
            with locked(self._shared):
                if file.exists():
                    self._played[setting] = PlayedGame.of(self._games, file.read_bytes())
                else:
                    self._played[setting] = PlayedGame(self._games, setting)
                    file.write_bytes(self._played[setting].kept())
        return self._played[setting]

    def after_a_pause(self, page: Page) -> None:
        """Show a game to which the table comes back."""
        (file,) = EXPORTS.glob(f"{PAUSED}_*")
        page.goto(f"/games/{self._games.import_game(json.loads(gzip.decompress(file.read_bytes())))}")
        at_the_table(page)

    def close(self) -> None:
        """Close the file of games."""
        self._games.store.close()
