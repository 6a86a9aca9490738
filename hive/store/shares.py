"""Numbers that people have entered for an open question, before it is answered: each has a share of it.

They lie beside the game, for all processes, and are no part of its log: a copy or an export has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from hive.store import queries, records
from hive.store.errors import GameUnknown
from hive.store.gamelist import GameList
from hive.store.session import Value


class Question(NamedTuple):
    """An open question: its key, and the line after which it is asked."""

    key: str
    asked: int


class Share(NamedTuple):
    """A number of a question as somebody has entered it: a player, or a device that is no player's.

    ``nth`` counts what was entered in the game, so the greatest is the latest.
    """

    name: str
    who: str
    value: int
    nth: int


class Shares(GameList):
    """What people have entered."""

    def shares(self, game_id: str) -> dict[Question, tuple[Share, ...]]:
        """What was entered so far, by the question that it is for, the latest last."""
        with self._transaction("read") as session:
            rows = session.rows(queries.SHARES, game=game_id)
        found: dict[Question, tuple[Share, ...]] = {}
        for key, asked, *share in rows:
            question = Question(key, asked)
            found[question] = (*found.get(question, ()), Share(*share))
        return found

    def keep_shares(
        self, game_id: str, question: Question, who: str, numbers: Mapping[str, int], age: float = 0.0
    ) -> int:
        """Keep what somebody has entered, so many seconds ago; returns which it is of all that was entered.

        What the same one has entered later stands. Those of questions that no undo of a table leads back to are
        dropped. Raises GameUnknown.
        """
        entered_at = (datetime.now(UTC) - timedelta(seconds=age)).isoformat(timespec="microseconds")
        with self._transaction("write") as session:
            # In PostgreSQL this holds the game, as whoever writes a line does: two shares are never the same one.
            if not session.change(queries.HOLD, game=game_id):
                raise GameUnknown(game_id)
            row = session.row(queries.NEXT_SHARE, game=game_id)
            nth = int(row[0]) if row else 1
            of_all: dict[str, Value] = {"game": game_id, "asked": question.asked, "question": question.key, "who": who}
            of_all |= {"entered_at": entered_at, "nth": nth}
            rows = [{**of_all, "name": name, "value": value} for name, value in numbers.items()]
            session.change_each(queries.KEEP_SHARE, rows)
            session.change(queries.DROP_SHARES, game=game_id, first=question.asked - records.DENSE)
        return nth
