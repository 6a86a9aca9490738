"""The games as a list, and their codes: begun, named, copied, deleted, carried in and out as documents.

They are of this store alone: a copy or an import gets new ones, and no export holds any.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

from sqlalchemy import Connection

from hive.store import queries, records, transfer
from hive.store.database import ANEW, Database, News
from hive.store.errors import GameUnknown, Location, StoreFull, place_of
from hive.store.records import read_chain, read_entries, read_tables
from hive.store.sqlite import SqliteFile
from hive.store.tables import GamePage, GameRow, Head, JsonObject, NewEntry, entry_values, to_text
from hive.store.transfer import Moved, move


def _database(place: Location, busy_timeout: float, read_only: bool) -> Database:
    if place.file is not None:
        return SqliteFile(place, place.file, busy_timeout, read_only)
    from hive.store.postgres import Postgres  # only here: who has a file needs no more

    assert place.url is not None
    return Postgres(place, place.url, busy_timeout, read_only)


Opens = Literal["table", "p1", "p2", "spectator"]
OPENS: tuple[Opens, ...] = get_args(Opens)
LETTERS = "23456789ACDEFGHJKMNPQRTVWXY"
"""None looks like another one, whatever the hand that wrote it."""
CODE_LENGTH = 10
MOST_WORDS = 8
"""So many words of a search are looked at."""
_MEANT = str.maketrans("ZSBU", "258V", " -\t.")


@dataclass(frozen=True)
class Door:
    """What a code opens: a game, and as whom."""

    game_id: str
    opens: Opens


def typed_code(text: str) -> str:
    """A code as it was typed, read as it was meant: capitals, no gaps, and no letter that codes do not have."""
    return text.upper().translate(_MEANT)[: CODE_LENGTH + 1]


def told_code(code: str) -> str:
    """A code to be read out: two halves."""
    return f"{code[: CODE_LENGTH // 2]} {code[CODE_LENGTH // 2 :]}"


def _read(connection: Connection, game_id: str) -> dict[Opens, str]:
    return {opens: code for opens, code in connection.execute(queries.CODES_OF_GAME, {"game": game_id})}


@lru_cache(maxsize=4)
def _in_order(tables_json: str) -> str:
    """Tables as the store keeps them, the same text for the same: most games begin with those of the game before."""
    return to_text(json.loads(tables_json))


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


class GameList:
    """A place for games: all of them, each as a whole, with the codes that open it.

    Safe to share between threads; other processes may have the same place open. Whoever has a code opens its game, as
    the table, as a player, or as a spectator.
    """

    def __init__(self, where: Path | str, *, busy_timeout: float = 2.0, read_only: bool = False) -> None:
        """Name the file, or the database as ``postgresql://...``; it is opened, and made ready, at first use.

        ``busy_timeout`` is how many seconds to wait for another process that is writing. Raises AddressRefused.
        """
        self.place: Location = place_of(where)
        self._database: Database = _database(self.place, busy_timeout, read_only)

    @property
    def file(self) -> Path | None:
        """The file of the games; None if they lie in a database that several machines may share."""
        return self.place.file

    def close(self) -> None:
        """Close it for every thread. A later call opens it again."""
        self._database.close()

    def backup(self, to: Path) -> None:
        """Copy all games into a file, as they are at this moment, also while somebody plays. Raises BackupRefused."""
        self._database.backup(to)

    def examine(self) -> list[str]:
        """What is damaged in the file itself, all of which is read; a database looks after that by itself."""
        return self._database.examine()

    def keep_backups(self) -> None:
        """From now on keep a backup of each day beside the file; a database has backups of its own."""
        self._database.keep_backups()

    def check(self) -> None:
        """Raises what the store raises where the games cannot be reached now."""
        with self._database.reading():
            pass

    def listen(self, heard: Callable[[str | None, int], None]) -> News | None:
        """Hear of each line that any process keeps: ``heard(game_id, position)``, in a thread of its own.

        ``heard(None, 0)`` says that every game may have gone on: at first, and after the database was away. Of a game
        that was deleted, or whose codes were changed, the last line is ANEW. None if there is no news; what is
        returned ends by ``stop()``.
        """
        return self._database.listen(heard)

    # --- their codes

    def codes(self, game_id: str) -> dict[Opens, str]:
        """The codes of a game, by what they open; they are made when they are first asked for. Raises GameUnknown."""
        with self._database.reading() as connection:
            records.game(connection, game_id)
            known = _read(connection, game_id)
        return known or self._make(game_id)

    def known_codes(self, game_id: str) -> dict[Opens, str]:
        """The codes of a game that were ever asked for; none where there is no such game."""
        with self._database.reading() as connection:
            return _read(connection, game_id)

    def opened_by(self, code: str) -> Door | None:
        """What a code opens; None if it opens nothing, or nothing any more."""
        with self._database.reading() as connection:
            row = connection.execute(queries.GAME_OF_CODE, {"code": code}).first()
        return None if row is None else Door(*row)

    def change_codes(self, game_id: str) -> dict[Opens, str]:
        """Give the game other codes: those it had open nothing any more. Raises GameUnknown."""
        with self._database.writing() as connection:
            records.game(connection, game_id)
            connection.execute(queries.DELETE_CODES, {"game": game_id})
            self._database.tell(connection, game_id, ANEW)
        return self._make(game_id)

    def _make(self, game_id: str) -> dict[Opens, str]:
        with self._database.writing() as connection:
            records.game(connection, game_id)
            # Another process may have been quicker: its codes stand.
            new = [{"game_id": game_id, "opens": opens, "code": _new_code()} for opens in OPENS]
            connection.execute(queries.ADD_CODE, new)
            return _read(connection, game_id)

    # --- the games as a list

    def create_game(self, name: str, tables_json: str, first: NewEntry, rematch_of: str = "") -> str:
        """Begin a game with its tables and its first entry (a forward one); returns its id.

        A game has one rematch: where that was begun before, nothing is written. Raises NameRefused; ValueError if the
        tables are no JSON.
        """
        name = records.checked_name(name)
        tables = _in_order(tables_json)
        game_id, now = records.rematch_id(rematch_of) if rematch_of else self._new_id(), records.now()

        def create(unsure: bool) -> None:
            with self._database.writing() as connection:
                if (unsure or rematch_of) and connection.execute(queries.GAME_IS, {"game": game_id}).first():
                    return
                records.add_game(connection, game_id, name, tables, created_at=now, changed_at=now)
                line = records.numbered(first, Head(0, 0, None), now)
                connection.execute(queries.ADD_ENTRY, entry_values(game_id, line))
                if rematch_of:
                    self._database.tell(connection, rematch_of, ANEW)

        self._database.again(create)
        return game_id

    def games(self) -> list[GameRow]:
        """All games, the one that changed last first."""
        with self._database.reading() as connection:
            return [GameRow(*row) for row in connection.execute(queries.ALL_GAMES)]

    def page(self, most: int, skip: int = 0, search: str = "", only: Sequence[str] | None = None) -> GamePage:
        """So many games at most, after so many others, of those whose name or players' names have all these words.

        ``only``: the games that are looked at; None for all of them.
        """
        wanted = queries.page(search.replace("\0", " ").split()[:MOST_WORDS], only)
        with self._database.reading() as connection:
            found = connection.execute(wanted, {"most": most, "skip": skip}).all()
        if not found and skip:
            # Beyond the last of them nothing says how many there are.
            return GamePage((), self.page(1, 0, search, only).number)
        return GamePage(tuple(GameRow(*row) for *row, _ in found), found[0].number if found else 0)

    def game(self, game_id: str) -> GameRow:
        """One game's line in the list of games."""
        with self._database.reading() as connection:
            return records.game(connection, game_id)

    def tables_json(self, game_id: str) -> str:
        """The tables that the game was started with, as JSON text."""
        with self._database.reading() as connection:
            return records.tables(connection, game_id)

    def rename(self, game_id: str, name: str) -> None:
        """Give the game another name. Raises NameRefused."""
        name = records.checked_name(name)
        with self._database.writing() as connection:
            new = {"new_name": name, "now": records.now(), "game": game_id}
            if not connection.execute(queries.RENAME, new).rowcount:
                raise GameUnknown(game_id)

    def copy(self, game_id: str, new_name: str) -> str:
        """Copy the game with its whole log under another name; returns the copy's id. Raises NameRefused."""
        new_name = records.checked_name(new_name)
        with self._database.writing() as connection:
            records.check_game(connection, game_id)
            new = records.new_id(connection)
            both = {"new": new, "game": game_id}
            connection.execute(queries.COPY_GAME, {**both, "new_name": new_name, "now": records.now()})
            connection.execute(queries.COPY_ENTRIES, both)
            connection.execute(queries.COPY_SNAPSHOTS, both)
        return new

    def delete(self, game_id: str, changed_at: str | None = None) -> None:
        """Delete the game and its log for good; with ``changed_at`` only if it was changed last then.

        Raises StalePosition if it was changed since.
        """

        def delete(unsure: bool) -> None:
            with self._database.writing() as connection:
                if unsure and not connection.execute(queries.GAME_IS, {"game": game_id}).first():
                    return
                records.delete_game(connection, game_id, changed_at)
                self._database.tell(connection, game_id, ANEW)

        try:
            self._database.again(delete)
        except StoreFull:
            with self._database.room():
                self._database.again(delete)

    # --- one game as a file ---

    def export_game(self, game_id: str) -> JsonObject:
        """The game as one JSON document: its name, its tables, its whole log, and its newest snapshot in force."""
        with self._database.reading() as connection:
            game = records.game(connection, game_id)
            tip = records.head(connection, game_id).tip
            entries = read_entries(self.place, connection.execute(queries.ALL_ENTRIES, {"game": game_id}).all())
            snapshot, _ = read_chain(self.place, connection, game_id, tip)
            tables = read_tables(self.place, records.tables(connection, game_id))
        return transfer.to_document(game.name, game.created_at, tables, entries, snapshot)

    def import_game(self, document: JsonObject) -> str:
        """Add a game from an exported document; returns its new id. Raises ImportRefused."""
        found = transfer.from_document(document)
        game_id, now = self._new_id(), records.now()

        def add(unsure: bool) -> None:
            with self._database.writing() as connection:
                if unsure and connection.execute(queries.GAME_IS, {"game": game_id}).first():
                    return
                times = {"created_at": found.created_at, "changed_at": now}
                records.add_game(connection, game_id, found.name, found.tables_json, **times)
                connection.execute(queries.ADD_ENTRY, [entry_values(game_id, one) for one in found.entries])
                if (kept := found.snapshot) is not None:
                    values = records.snapshot_values(game_id, kept.position, kept.rules_version, to_text(kept.state))
                    connection.execute(queries.ADD_SNAPSHOT, values)

        self._database.again(add)
        return game_id

    def move_to(self, other: GameList) -> Moved:
        """Copy everything there, under the same addresses and codes, all of it or nothing. Here it stays as it is.

        Raises MoveRefused where something lies there already, or is not read back as it was written.
        """
        with self._database.reading() as old, other._database.writing() as new:
            return move(old, new, other.place)

    # --- the table's own copy of the rulebook ---

    def copies(self) -> dict[str, str]:
        """The texts of the options that the table keeps, by their ids; what was kept last comes last."""
        with self._database.reading() as connection:
            return {copy.id: copy.text for copy in connection.execute(queries.ALL_COPIES)}

    def keep_copy(self, copy_id: str, text: str) -> None:
        """Keep the text of an option, in place of the one that was kept under its id."""
        with self._database.writing() as connection:
            connection.execute(queries.KEEP_COPY, {"id": copy_id, "text": text, "kept_at": records.now()})

    def delete_copy(self, copy_id: str) -> None:
        """Delete a kept option; games that were begun with it keep their tables."""
        with self._database.writing() as connection:
            connection.execute(queries.DELETE_COPY, {"copy": copy_id})

    def _new_id(self) -> str:
        with self._database.reading() as connection:
            return records.new_id(connection)
