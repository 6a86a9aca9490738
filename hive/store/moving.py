"""Carries all games of one store into another, also of the other kind, and looks at each line there."""

from __future__ import annotations

from dataclasses import dataclass

from hive.store import queries
from hive.store.errors import StoreError
from hive.store.log import Store
from hive.store.queries import Row, Session, Statement, Value
from hive.store.rows import ENTRY_COLUMNS
from hive.words import Typed, Words, count, say

OF_A_GAME: tuple[tuple[Statement, Statement, tuple[str, ...]], ...] = (
    (queries.ALL_ENTRIES, queries.ADD_ENTRY, ENTRY_COLUMNS),
    (queries.ALL_SNAPSHOTS, queries.ADD_SNAPSHOT, ("position", "rules_version", "state")),
    (queries.CODES_OF_GAME, queries.ADD_CODE, ("opens", "code")),
)
"""How the rows of a game are read, in a fixed order, how they are added, and their columns."""
GAME_COLUMNS = ("name", "created_at", "changed_at", "tables_hash")


@dataclass(frozen=True)
class Moved:
    """What was carried over: how many games, lines of their logs, and copies of the rulebook."""

    games: int
    lines: int
    copies: int

    @property
    def words(self) -> Words:
        """The same as a sentence."""
        return say(
            "Carried over: {games} with {lines}, and {copies}.",
            games=count(self.games, "game"),
            lines=count(self.lines, "line"),
            copies=count(self.copies, "copy of the rulebook", "copies of the rulebook"),
        )


class MoveRefused(StoreError):
    """The other store holds something already, or does not hold what was written to it; it is as it was before."""


def move(source: Store, target: Store) -> Moved:
    """Copy everything, under the same addresses and codes, all of it or nothing. The source stays as it is.

    Each row is read back and held against the one that it came from. Raises MoveRefused.
    """
    lines = 0
    with source._transaction("read") as old, target._transaction("write") as new:
        if new.row(queries.ANY_GAME) or new.row(queries.WHOLE_COPIES):
            raise MoveRefused(
                say("There are games in {place} already. Nothing was changed.", place=Typed(target.place.shown))
            )
        games = [str(game_id) for (game_id, *_) in old.rows(queries.GAMES)]
        for game_id in games:
            lines += _move_game(old, new, game_id)
        copies = old.rows(queries.WHOLE_COPIES)
        new.change_each(queries.KEEP_COPY, [_values(("id", "text", "now"), row) for row in copies])
        _check(copies, new.rows(queries.WHOLE_COPIES))
    return Moved(len(games), lines, len(copies))


def _move_game(old: Session, new: Session, game_id: str) -> int:
    """Carry one game over; returns the length of its log."""
    (row,) = old.rows(queries.WHOLE_GAME, game=game_id)
    json = old.rows(queries.TABLES, game=game_id)
    new.change(queries.ADD_TABLES, hash=row[-1], json=json[0][0])
    new.change(queries.ADD_GAME, game=game_id, **_values(GAME_COLUMNS, row))
    _check([row], new.rows(queries.WHOLE_GAME, game=game_id))
    _check(json, new.rows(queries.TABLES, game=game_id))
    for read, add, columns in OF_A_GAME:
        rows = old.rows(read, game=game_id)
        new.change_each(add, [{"game": game_id, **_values(columns, one)} for one in rows])
        _check(rows, new.rows(read, game=game_id))
    return len(new.rows(queries.ALL_ENTRIES, game=game_id))


def _values(columns: tuple[str, ...], row: Row) -> dict[str, Value]:
    return dict(zip(columns, row, strict=True))


def _check(wanted: list[Row], found: list[Row]) -> None:
    if [tuple(row) for row in wanted] != [tuple(row) for row in found]:
        raise MoveRefused(say("What was read back is not what was written. Nothing was changed."))
