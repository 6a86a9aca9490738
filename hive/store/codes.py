"""The codes of the games: whoever has one opens its game, as the table, as a player, or as a spectator.

They are of this store alone: a copy or an import gets new ones, and no export holds any.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Literal, get_args

from hive.store import queries, records
from hive.store.database import ANEW
from hive.store.opened import Opened
from hive.store.session import Session

Opens = Literal["table", "p1", "p2", "spectator"]
OPENS: tuple[Opens, ...] = get_args(Opens)
LETTERS = "23456789ACDEFGHJKMNPQRTVWXY"
"""None looks like another one, whatever the hand that wrote it."""
CODE_LENGTH = 10
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


class Codes(Opened):
    """The codes of the games."""

    def codes(self, game_id: str) -> dict[Opens, str]:
        """The codes of a game, by what they open; they are made when they are first asked for. Raises GameUnknown."""
        with self._transaction("read") as session:
            records.game(session, game_id)
            known = _read(session, game_id)
        return known or self._make(game_id)

    def known_codes(self, game_id: str) -> dict[Opens, str]:
        """The codes of a game that were ever asked for; none where there is no such game."""
        with self._transaction("read") as session:
            return _read(session, game_id)

    def opened_by(self, code: str) -> Door | None:
        """What a code opens; None if it opens nothing, or nothing any more."""
        with self._transaction("read") as session:
            row = session.row(queries.GAME_OF_CODE, code=code)
        return None if row is None else Door(*row)

    def change_codes(self, game_id: str) -> dict[Opens, str]:
        """Give the game other codes: those it had open nothing any more. Raises GameUnknown."""
        with self._transaction("write") as session:
            records.game(session, game_id)
            session.change(queries.DELETE_CODES, game=game_id)
            self._database.tell(session, game_id, ANEW)
        return self._make(game_id)

    def _make(self, game_id: str) -> dict[Opens, str]:
        with self._transaction("write") as session:
            records.game(session, game_id)
            # Another process may have been quicker: its codes stand.
            session.change_each(
                queries.ADD_CODE, [{"game": game_id, "opens": opens, "code": _new_code()} for opens in OPENS]
            )
            return _read(session, game_id)


def _read(session: Session, game_id: str) -> dict[Opens, str]:
    return {opens: code for opens, code in session.rows(queries.CODES_OF_GAME, game=game_id)}


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
