"""The games of this machine as they lie in the file: listed, renamed, copied, exported, without playing any."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from hive.beginning import rematch
from hive.store import (
    Door,
    Entry,
    GameRow,
    GameUnknown,
    Head,
    JsonObject,
    NewEntry,
    Opens,
    Question,
    Share,
    Stand,
    Store,
    StoreError,
    Written,
)
from hive.store.database import ANEW, News
from hive.store.keeper import newest_backup

SUMMARIES = 5_000

T = TypeVar("T")


class Summaries(Generic[T]):
    """What was made of a game as it stood at its last line, so that a list of games plays none of them once more."""

    def __init__(self) -> None:
        """Begin with none."""
        self._made: OrderedDict[str, tuple[int, T]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, what: str, position: int, make: Callable[[], T]) -> T:
        """What was made of a game at this position; where that is not known, ``make`` makes it. In: its name."""
        with self._lock:
            found = self._made.get(what)
        if found is not None and found[0] == position:
            return found[1]
        made = make()
        with self._lock:
            self._made[what] = (position, made)
            self._made.move_to_end(what)
            while len(self._made) > SUMMARIES:
                self._made.popitem(last=False)
        return made


Told = Callable[[str, int, int], None]
"""Hears of a game: the last line of its log, and how much was entered beside it; 0 where there is no news of that."""


class Shelf:
    """All games in one file. Whatever names a game raises GameUnknown where there is none of that id."""

    def __init__(self, store: Store, told: Told | None = None) -> None:
        """``store`` is the file. ``told`` hears of each entry that counts: the game, and the last line of its log."""
        self.store = store
        self._told: Told = told or (lambda game_id, position, shares: None)
        self.summaries: Summaries[Any] = Summaries()

    def reach(self) -> None:
        """Look whether the games can be reached. Raises StoreError where they cannot."""
        self.store.check()

    def close(self) -> None:
        """Close the file for every thread; it is opened again when it is asked for."""
        self.store.close()

    def backup(self, to: Path) -> None:
        """Copy all games into a file, also while somebody plays. Raises BackupRefused where that is not its work."""
        self.store.backup(to)

    def missing(self) -> tuple[Path, Path] | None:
        """The file of games and the newest backup beside it, where only that is left; ask before they are reached."""
        file = self.store.file
        backup = newest_backup(file) if file and not file.exists() else None
        return (file, backup) if file and backup else None

    def keep_backups(self) -> None:
        """From now on keep a backup of each day, where the games lie in a file."""
        self.store.keep_backups()

    @property
    def can_back_up(self) -> bool:
        """Whether the games lie in a file of their own."""
        return self.store.file is not None

    def rows(self) -> list[GameRow]:
        """All games, the one that changed last first."""
        return self.store.games()

    def row(self, game_id: str) -> GameRow:
        """A game as the list has it."""
        return self.store.game(game_id)

    def position(self, game_id: str) -> int:
        """The last line of a game's log; it grows with whatever is entered."""
        return self.store.head(game_id).position

    def stands(self, game_id: str) -> Stand | None:
        """Where a game stands, its last line as ``told`` names it; None while the file cannot be read."""
        try:
            return self.store.stands(game_id)
        except GameUnknown:
            return Stand(ANEW)
        except StoreError:
            return None

    def listen(self, heard: Callable[[str | None, int], None]) -> News | None:
        """Hear of what other processes enter, where the store tells of it."""
        return self.store.listen(heard)

    def kept(self, game_id: str) -> dict[str, Any] | None:
        """A game's state as its last snapshot has it, without playing what came after; None if there is no snapshot."""
        snapshot, _ = self.store.chain(game_id, self.store.head(game_id).tip)
        return snapshot.state if snapshot is not None else None

    def lines(self, game_id: str, before: int | None, limit: int = 60) -> list[Entry]:
        """The log backwards from the present, or from the line before ``before``."""
        return self.store.lines(game_id, self.store.head(game_id).tip, limit, before)

    def rename(self, game_id: str, name: str) -> None:
        """Give a game another name. Raises NameRefused."""
        self.store.rename(game_id, name)

    def copy(self, game_id: str, name: str) -> str:
        """Copy a game with its whole log; returns the id of the copy. Raises NameRefused."""
        return self.store.copy(game_id, name)

    def rematch(self, game_id: str) -> str:
        """Begin a game anew as another one did, or find what was begun; returns its id. Raises NoRematch."""
        again = rematch(self.store, game_id)
        self._told(game_id, ANEW, 0)
        return again

    def rematch_of(self, game_id: str) -> str:
        """The id of the rematch of a game; empty where none was begun."""
        return self.stand_of(game_id).rematch or ""

    def stand_of(self, game_id: str) -> Stand:
        """Where a game stands for who follows it."""
        return self.store.stands(game_id)

    def export(self, game_id: str) -> JsonObject:
        """A game as one document, to be imported anywhere."""
        return self.store.export_game(game_id)

    def shares(self, game_id: str) -> dict[Question, tuple[Share, ...]]:
        """What people have entered, by the question that it is for, the latest last."""
        return self.store.shares(game_id)

    def enter_shares(
        self, game_id: str, position: int, question: Question, who: str, numbers: Mapping[str, int], age: float = 0.0
    ) -> None:
        """Keep what somebody has entered for the question that is open at a position, so many seconds ago."""
        self._told(game_id, position, self.store.keep_shares(game_id, question, who, numbers, age))

    def codes(self, game_id: str) -> dict[Opens, str]:
        """The codes that open a game, by what they open."""
        return self.store.codes(game_id)

    def known_codes(self, game_id: str) -> dict[Opens, str]:
        """Those of them that anybody has asked for; none where there is no such game."""
        return self.store.known_codes(game_id)

    def opened_by(self, code: str) -> Door | None:
        """What a code opens; None if it opens nothing, or nothing any more."""
        return self.store.opened_by(code)

    def change_codes(self, game_id: str) -> None:
        """Give a game other codes: those it had open nothing any more."""
        self.store.change_codes(game_id)
        self._told(game_id, ANEW, 0)

    def copies(self) -> dict[str, str]:
        """The texts of the options that the table has made of its copy of the rulebook, by their ids."""
        return self.store.copies()

    def keep_copy(self, copy_id: str, text: str) -> None:
        """Keep the text of such an option."""
        self.store.keep_copy(copy_id, text)

    def delete_copy(self, copy_id: str) -> None:
        """Delete one for good; games that were begun with it keep their tables."""
        self.store.delete_copy(copy_id)

    def _append(
        self,
        game_id: str,
        expected: Head,
        entry: NewEntry,
        snapshot: tuple[int, str] | None = None,
        room: NewEntry | None = None,
    ) -> Written:
        kept = self.store.append(game_id, expected, entry, snapshot, room)
        self._told(game_id, kept.entry.position, 0)
        return kept
