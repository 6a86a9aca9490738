"""How a log begins: the first entry, and the same game once more."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

from hive.catalog.copying import read_copies
from hive.catalog.documents import TableError
from hive.catalog.options import Options, with_options
from hive.catalog.reading import StoredTablesUnfit, load_options, load_rulebook, load_tables, tables_from_json
from hive.catalog.tables import Tables
from hive.engine.entries import EntryUnfit, New, from_json
from hive.engine.errors import LogMismatch
from hive.engine.narration import words_of
from hive.engine.session import Session, replay
from hive.engine.state import check_layout, check_settings
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules import RULES_VERSION
from hive.rules.setup.new_game import new_game
from hive.store import NAME_LENGTH, NewEntry, Store
from hive.words import Spoken, Typed, say, words_of_error


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


# --- the same game once more: the same players, tables and galaxy, with cards that are shuffled anew


FIRST = 1


class NoRematch(Spoken):
    """A game that cannot be begun anew: the rules or the tables of today do not know what it began with."""


def rematch(store: Store, game_id: str) -> str:
    """Begin a game anew as another one did, with a seed of its own; returns its id. Raises GameUnknown, NoRematch.

    Whoever asks again is led to the same one.
    """
    entry, kept = store.lines(game_id, FIRST, 1)[0], store.tables_json(game_id)
    try:
        begun = from_json(entry.kind, entry.data)
        if not isinstance(begun, New):
            raise LogMismatch(say("the log does not begin with a new game"))
        new = replace(begun, seed=secrets.token_hex(16), by="")
        words = words_of(say("New game"), fresh(new, tables_from_json(kept)).news)
    except (EntryUnfit, LogMismatch, StoredTablesUnfit) as error:
        why = words_of_error(error)
        raise NoRematch(say("This game was begun with other rules: {why}.", why=why)) from error
    first = NewEntry(new.kind, new.to_json(), RULES_VERSION, words)
    return store.create_game(_name(store.game(game_id).name), kept, first, rematch_of=game_id)


def _name(name: str) -> str:
    """The name of the first game, which says that it is played again."""
    told = str(say("{game}, rematch", game=Typed(name)))
    again = told.removeprefix(name)
    return name if name.endswith(again) or len(told) > NAME_LENGTH else told
