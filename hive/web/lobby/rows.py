"""The list of games: where each stands, and how many points each side has."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from hive.catalog.tables import Seat
from hive.engine.state import dump
from hive.games.service import Games
from hive.store import GameRow, StoreError
from hive.web.language import code
from hive.web.lobby.thumb import Thumb, thumb_of
from hive.web.words import PHASES, Run, clock, whose_turn
from hive.words import Typed, Words, say

LOG = logging.getLogger(__name__)
AS_IT_STANDS = 8
"""So many games of the list, the latest, are told as they stand now."""
UNREADABLE = say("cannot be read")
NO_TEXT = "\N{REPLACEMENT CHARACTER}"
"""What stands in a name for what is no text."""
MISNAMED = say("Its name is damaged in the file of games: give it another one, in its menu.")


@dataclass(frozen=True)
class Score:
    """A side's points."""

    seat: Seat
    name: Words
    points: int


@dataclass(frozen=True)
class LobbyRow:
    """A game in the list: where it stands, how many points each side has, and the colours of the players' plastic."""

    id: str
    name: str
    changed: str
    where: Words
    points: tuple[Score, ...]
    colours: tuple[str, str] = ("blue", "green")


@dataclass(frozen=True)
class Last:
    """The last game, with whose turn it is and its galaxy."""

    row: LobbyRow
    turn: tuple[Run, ...]
    thumb: Thumb | None


def last_game(games: Games, rows: list[LobbyRow]) -> Last | None:
    """The game with which the table goes on; None if there is none, or it cannot be read."""
    if not rows or not rows[0].points:
        return None
    game_id = rows[0].id

    def shown() -> tuple[tuple[Run, ...], Thumb | None]:
        present = games.present(game_id)
        return whose_turn(present), thumb_of(present.session.game)

    turn, thumb = games.summaries.of(f"{game_id}/{code()}", games.position(game_id), shown)
    return Last(rows[0], turn, thumb)


def lobby_rows(games: Games, rows: list[GameRow]) -> list[LobbyRow]:
    """These games, the one that changed last first; older ones as they stood when last no procedure was running.

    A game is looked at once for each line of its log, however often the list is shown.
    """
    return [_lobby_row(games, row, number < AS_IT_STANDS) for number, row in enumerate(rows)]


def _lobby_row(games: Games, row: GameRow, exactly: bool) -> LobbyRow:
    def stood() -> tuple[Words, tuple[Score, ...], tuple[str, str]] | None:
        try:
            state = _state(games, row.id, exactly)
            return *_standing(state), _colours(state)
        except StoreError:
            raise
        except Exception:
            LOG.warning("the game %s cannot be read", row.id, exc_info=True)
            return None

    # One game that cannot be read takes no other with it, and has its menu and its export all the same.
    try:
        found = games.summaries.of(row.id, row.position, stood)
    except StoreError:
        LOG.warning("the game %s cannot be read now", row.id, exc_info=True)
        found = None
    if found is None:
        return LobbyRow(row.id, row.name, clock(row.changed_at), UNREADABLE, ())
    where, points, colours = found
    if NO_TEXT in row.name:
        where = MISNAMED
    return LobbyRow(row.id, row.name, clock(row.changed_at), where, points, colours)


def _state(games: Games, game_id: str, exactly: bool) -> dict[str, Any]:
    kept = None if exactly else games.kept(game_id)
    return kept if kept is not None else dump(games.present(game_id).session.game)


def _colours(state: dict[str, Any]) -> tuple[str, str]:
    settings = state["settings"]
    return str(settings["p1"]["colour"]), str(settings["p2"]["colour"])


def _standing(state: dict[str, Any]) -> tuple[Words, tuple[Score, ...]]:
    points = [Score("hive", say("[Hive]"), int(state["hive"]["victory_points"]))]
    for seat, area in state["players"].items():
        points.append(Score(seat, Typed(str(state["settings"][seat]["name"])), int(area["victory_points"])))
    where = say("Round {number} · {phase}", number=int(state["round"]), phase=PHASES[state["phase"]])
    if state["winner"]:
        where = say("[The Hive] has won") if state["winner"] == "hive" else say("The players have won")
    return where, tuple(points)
