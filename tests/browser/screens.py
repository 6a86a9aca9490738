"""The screens of which pictures are taken, on games that stand where each is shown."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.pictures.playing import play
from bench.pictures.screens import SCREENS, Screen
from hive.games.service import Games
from hive.store import Store

KINDS = {screen.name: screen for screen in SCREENS if not screen.empty}
LATE, TURNED = "facts", "hive-moves"


@dataclass(frozen=True)
class Screens:
    """Where the app is served that has them, the folder of its file, and the game of each."""

    address: str
    folder: Path
    games: dict[tuple[str, str], str]

    def of(self, name: str) -> str:
        """The address of a screen."""
        screen = KINDS[name]
        table = f"/games/{self.games[screen.table]}" if screen.game else ""
        return f"{self.address}{table}{screen.path}"

    @property
    def all(self) -> dict[str, str]:
        """Every screen: its name, and its address."""
        return {name: self.of(name) for name in KINDS}

    @property
    def tables(self) -> dict[str, str]:
        """The table screens among them, each at another step."""
        return {name: self.of(name) for name, screen in KINDS.items() if is_table(screen)}


def is_table(screen: Screen) -> bool:
    """Whether this is the table screen with nothing open over it."""
    return bool(screen.game) and not screen.path


def make_games(file: Path) -> dict[tuple[str, str], str]:
    """Write all the games, and a copy of the rulebook, into a file of games; return their ids."""
    store = Store(file)
    made = play(Games(store), KINDS.values())
    store.close()
    return made


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One worker at a time makes what all of them take from this folder."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
