"""The games as a list: begun, named, copied, deleted, carried in and out as documents; and the table's copies."""

from __future__ import annotations

import json

from hive.store import queries, records, transfer
from hive.store.codes import Codes
from hive.store.database import ANEW
from hive.store.errors import GameUnknown, StoreFull
from hive.store.reading import read_chain, read_entries, read_tables
from hive.store.rows import GameRow, Head, JsonObject, NewEntry, to_text


class GameList(Codes):
    """All games of a store, each as a whole."""

    def create_game(self, name: str, tables_json: str, first: NewEntry, rematch_of: str = "") -> str:
        """Begin a game with its tables and its first entry (a forward one); returns its id.

        A game has one rematch: where that was begun before, nothing is written. Raises NameRefused; ValueError if the
        tables are no JSON.
        """
        name = records.checked_name(name)
        tables = to_text(json.loads(tables_json))
        game_id, now = records.rematch_id(rematch_of) if rematch_of else self._new_id(), records.now()

        def create(unsure: bool) -> None:
            with self._transaction("write") as session:
                if (unsure or rematch_of) and session.row(queries.GAME_IS, game=game_id):
                    return
                records.add_game(session, game_id, name, tables, created_at=now, changed_at=now)
                records.add_entry(session, game_id, records.numbered(first, Head(0, 0, None), now))
                if rematch_of:
                    self._database.tell(session, rematch_of, ANEW)

        self._database.again(create)
        return game_id

    def games(self) -> list[GameRow]:
        """All games, the one that changed last first."""
        with self._transaction("read") as session, session.names_as_they_are():
            return [GameRow(*row) for row in session.rows(queries.GAMES)]

    def game(self, game_id: str) -> GameRow:
        """One game's line in the list of games."""
        with self._transaction("read") as session:
            return records.game(session, game_id)

    def tables_json(self, game_id: str) -> str:
        """The tables that the game was started with, as JSON text."""
        with self._transaction("read") as session:
            return records.tables(session, game_id)

    def rename(self, game_id: str, name: str) -> None:
        """Give the game another name. Raises NameRefused."""
        name = records.checked_name(name)
        with self._transaction("write") as session:
            if not session.change(queries.RENAME, name=name, now=records.now(), game=game_id):
                raise GameUnknown(game_id)

    def copy(self, game_id: str, new_name: str) -> str:
        """Copy the game with its whole log under another name; returns the copy's id. Raises NameRefused."""
        new_name = records.checked_name(new_name)
        with self._transaction("write") as session:
            records.check_game(session, game_id)
            new = records.new_id(session)
            session.change(queries.COPY_GAME, new=new, name=new_name, now=records.now(), game=game_id)
            for statement in (queries.COPY_ENTRIES, queries.COPY_SNAPSHOTS):
                session.change(statement, new=new, game=game_id)
        return new

    def delete(self, game_id: str, changed_at: str | None = None) -> None:
        """Delete the game and its log for good; with ``changed_at`` only if it was changed last then.

        Raises StalePosition if it was changed since.
        """

        def delete(unsure: bool) -> None:
            with self._transaction("write") as session:
                if unsure and not session.row(queries.GAME_IS, game=game_id):
                    return
                records.delete_game(session, game_id, changed_at)
                self._database.tell(session, game_id, ANEW)

        try:
            self._database.again(delete)
        except StoreFull:
            with self._database.room():
                self._database.again(delete)

    # --- one game as a file ---

    def export_game(self, game_id: str) -> JsonObject:
        """The game as one JSON document: its name, its tables, its whole log, and its newest snapshot in force."""
        with self._transaction("read") as session:
            game = records.game(session, game_id)
            tip = records.head(session, game_id).tip
            entries = read_entries(self.place, session.rows(queries.ALL_ENTRIES, game=game_id))
            snapshot, _ = read_chain(self.place, session, game_id, tip)
            tables = read_tables(self.place, records.tables(session, game_id))
        return transfer.to_document(game.name, game.created_at, tables, entries, snapshot)

    def import_game(self, document: JsonObject) -> str:
        """Add a game from an exported document; returns its new id. Raises ImportRefused."""
        found = transfer.from_document(document)
        game_id, now = self._new_id(), records.now()

        def add(unsure: bool) -> None:
            with self._transaction("write") as session:
                if unsure and session.row(queries.GAME_IS, game=game_id):
                    return
                records.add_game(
                    session, game_id, found.name, found.tables_json, created_at=found.created_at, changed_at=now
                )
                session.change_each(queries.ADD_ENTRY, [{"game": game_id, **values} for values in found.entry_values])
                if found.snapshot is not None:
                    kept = found.snapshot
                    records.add_snapshot(session, game_id, kept.position, kept.rules_version, to_text(kept.state))

        self._database.again(add)
        return game_id

    # --- the table's own copy of the rulebook ---

    def copies(self) -> dict[str, str]:
        """The texts of the options that the table keeps, by their ids; what was kept last comes last."""
        with self._transaction("read") as session:
            return {copy_id: text for copy_id, text in session.rows(queries.ALL_COPIES)}

    def keep_copy(self, copy_id: str, text: str) -> None:
        """Keep the text of an option, in place of the one that was kept under its id."""
        with self._transaction("write") as session:
            session.change(queries.KEEP_COPY, id=copy_id, text=text, now=records.now())

    def delete_copy(self, copy_id: str) -> None:
        """Delete a kept option; games that were begun with it keep their tables."""
        with self._transaction("write") as session:
            session.change(queries.DELETE_COPY, id=copy_id)

    def _new_id(self) -> str:
        with self._transaction("read") as session:
            return records.new_id(session)
