"""Where the games of the list stand, without playing them once more: their rounds, phases and points."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hive.catalog.tables import Seat
from hive.engine.state import dump
from hive.games.keeping import Archived
from hive.games.service import GameBroken, Games
from hive.naming import PHASES
from hive.store import GameRow, StoreError
from hive.words import ENGLISH, Typed, Words, count, listed, say, told

LOG = logging.getLogger(__name__)
A_PAGE = 20
"""So many games the list shows at once."""
AS_IT_STANDS = 8
"""So many games of a page of the list, the latest, are told as they stand now."""
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
class Listed:
    """Where a game stands, the points of each side (none where it cannot be read), the colours of their plastic."""

    where: Words
    points: tuple[Score, ...] = ()
    colours: tuple[str, str] = ("blue", "green")


def listed_games(games: Games, rows: tuple[GameRow, ...]) -> list[Listed]:
    """Where these games stand; all but the first ones as when last no procedure was running.

    A game is looked at once for each line of its log, however often the list is shown. One that cannot be read takes no
    other with it.
    """
    return [_listed(games, row, number < AS_IT_STANDS) for number, row in enumerate(rows)]


def _listed(games: Games, row: GameRow, exactly: bool) -> Listed:
    def stood() -> Listed:
        try:
            return _standing(_state(games, row.id, exactly))
        except StoreError:
            raise
        except GameBroken as error:
            LOG.warning("the game %s cannot be read: %s", row.id, error)
            return Listed(UNREADABLE)
        except Exception:
            LOG.warning("the game %s cannot be read", row.id, exc_info=True)
            return Listed(UNREADABLE)

    try:
        found: Listed = games.summaries.of(row.id, row.position, stood)
    except StoreError:
        LOG.warning("the game %s cannot be read now", row.id, exc_info=True)
        return Listed(UNREADABLE)
    return Listed(MISNAMED, found.points, found.colours) if found.points and NO_TEXT in row.name else found


def _state(games: Games, game_id: str, exactly: bool) -> dict[str, Any]:
    kept = None if exactly else games.kept(game_id)
    return kept if kept is not None else dump(games.present(game_id).session.game)


def _standing(state: dict[str, Any]) -> Listed:
    settings = state["settings"]
    points = [Score("hive", say("[Hive]"), int(state["hive"]["victory_points"]))]
    for seat, area in state["players"].items():
        points.append(Score(seat, Typed(str(settings[seat]["name"])), int(area["victory_points"])))
    where = say("Round {number} · {phase}", number=int(state["round"]), phase=PHASES[state["phase"]])
    if state["winner"]:
        where = say("[The Hive] has won") if state["winner"] == "hive" else say("The players have won")
    return Listed(where, tuple(points), (str(settings["p1"]["colour"]), str(settings["p2"]["colour"])))


# --- as the command line prints them


def as_lines(games: Games, number: int, search: str) -> Iterator[Archived]:
    """A line for each game of a page, and one for how many there are."""
    page = games.store.page(A_PAGE, (number - 1) * A_PAGE, search)
    for row, stands in zip(page.rows, listed_games(games, page.rows), strict=True):
        points = listed([say("{side} {points}", side=one.name, points=one.points) for one in stands.points], ",")
        told_of = [Typed(row.id), Typed(row.changed_at[:16]), Typed(row.name), stands.where, points]
        yield Archived(listed([one for one in told_of if one], "·"))
    yield Archived(say("{shown} of {games}", shown=len(page.rows), games=count(page.number, "game")))


def as_json(games: Games, number: int, search: str) -> Iterator[Archived]:
    """The same as one JSON object."""
    page = games.store.page(A_PAGE, (number - 1) * A_PAGE, search)
    rows = [
        vars(row) | {"where": _plain(stands.where), "points": {one.seat: one.points for one in stands.points}}
        for row, stands in zip(page.rows, listed_games(games, page.rows), strict=True)
    ]
    yield Archived(Typed(json.dumps({"number": page.number, "games": rows}, indent=1, ensure_ascii=False)))


def _plain(words: Words) -> str:
    return told(words, ENGLISH)
