"""The same game once more: the same players, tables and galaxy, with cards that are shuffled anew."""

from __future__ import annotations

import secrets
from dataclasses import replace

from hive.beginning import fresh
from hive.catalog.reading import StoredTablesUnfit, tables_from_json
from hive.engine.entries import EntryUnfit, New, from_json
from hive.engine.errors import LogMismatch
from hive.engine.narration import words_of
from hive.rules import RULES_VERSION
from hive.store import NAME_LENGTH, NewEntry, Store
from hive.words import Spoken, Typed, say, words_of_error

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
