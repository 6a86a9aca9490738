"""How a log begins: the tables of a new game, and the first entry, from which it is set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from hive.catalog.copying import read_copies
from hive.catalog.documents import TableError
from hive.catalog.options import Options, with_options
from hive.catalog.reading import load_options, load_rulebook, load_tables
from hive.catalog.tables import Tables
from hive.engine.entries import New
from hive.engine.session import Session, replay
from hive.engine.state import check_layout, check_settings
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules.setup.new_game import new_game
from hive.words import Typed, say


@dataclass(frozen=True)
class House:
    """The tables and options of new games: ours, or those in the table's own folder in their place.

    ``copies`` are the texts of the options that the table has made of its copy of the rulebook, by their ids.
    """

    folder: Path | None = None
    copies: Callable[[], Mapping[str, str]] = dict

    def tables(self, options: Sequence[str] = ()) -> Tables:
        """The tables that a new game starts with. In: the options that patch them.

        Raises TableError if the table's own are broken, or an option does not exist or does not fit.
        """
        if not any(option in self.copies() for option in options):
            return load_tables(house=self._existing, options=options)
        return with_options(load_tables(house=self._existing), load_rulebook(), options, self.options())

    def options(self) -> Options:
        """The options that a new game can be played with. Raises TableError if the table's own are broken."""
        found = {**load_options(house=self._existing), **read_copies(self.copies())}
        return dict(sorted(found.items()))

    def check(self) -> None:
        """Read the table's own tables and options. Raises TableError with what is wrong in them, and what helps."""
        if self._existing is None:
            return
        try:
            self.tables()
            load_options(house=self._existing)
        except TableError as error:
            begins = say(
                "The table's own tables in {folder} cannot be read, so no new game can begin:",
                folder=Typed(str(self._existing)),
            )
            helps = say(
                "Correct the lines that are named, or move the file out of that folder: then ours counts. "
                "Games that have begun go on. “decks check” with that folder tells whether all is well."
            )
            raise TableError([begins, *error.messages, helps]) from error

    def own_copy(self) -> list[str]:
        """The copy of the rulebook that a new game takes unless the table says no: of several the one kept last."""
        known = self.options()
        return [one for one in self.copies() if one in known][-1:]

    @property
    def _existing(self) -> Path | None:
        return self.folder if self.folder is not None and self.folder.is_dir() else None


def game_of(new: New, tables: Tables) -> Game:
    """The game that a first entry begins. Raises LogMismatch if the tables do not know what it names."""
    check_settings(new.settings, tables)
    if new.layout is not None:
        check_layout(new.layout, tables)
    # A correction may change the settings of the game; the entry stays as it was made.
    return new_game(deepcopy(new.settings), tables, new.seed, new.layout)


def fresh(new: New, tables: Tables) -> Session:
    """The session of a game that has just begun. Raises LogMismatch as :func:`game_of` does.

    Raises TableError where the tables let it begin with what its laws do not allow: it would take no answer.
    """
    session = replay(game_of(new, tables), [])
    if laws := broken_laws(session.game):
        raise TableError([say("No game can begin with these tables: {law} “decks check” names the row.", law=laws[0])])
    return session
