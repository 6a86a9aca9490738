"""The walk through a game: a round of its story beside the map as it stood, and a slider through all of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from hive.catalog.tables import Seat
from hive.games.present import Present, line_of
from hive.store import Entry
from hive.web.story.chapters import Chapter, LineOfGame, chapters, lines_of
from hive.web.table.log import LogLine, log_line
from hive.web.table.looking import Looking
from hive.web.table.page import TablePage, table_page

# The share of the slider, in percent, that its handle keeps free at either end.
_EDGE = 1.2


@dataclass(frozen=True)
class Dot:
    """Something on the strip below the slider, at so many percent of its width, and the line that it leads to."""

    at: float
    position: int
    seat: Seat | None = None
    round: int = 0


@dataclass(frozen=True)
class WalkPage:
    """The game as it stood at a line of its log: the table then, the round's story, and the way to other lines.

    ``before`` and ``after`` are the lines beside it (None: none), ``index`` counts it among ``number`` lines. Where the
    rules have changed since, only the words of that time are known: ``stands`` is false, and the table is that of now.
    """

    table: TablePage
    stands: bool
    line: LogLine
    round: int
    chapters: tuple[Chapter, ...]
    before: int | None
    after: int | None
    index: int
    number: int
    rounds: tuple[Dot, ...]
    turns: tuple[Dot, ...]


def walk_page(line: int, then: Present | None, now: Present, log: Sequence[Entry]) -> WalkPage:
    """The game as it stood at a line in force. In: the game then, if it can be played back to there, and as it stands
    now; its lines in force, oldest first. Raises StopIteration if the line is none of them.
    """
    game, shown = now.session.game, then or now
    walked = lines_of(game, log)
    index = next(at for at, one in enumerate(walked) if one.position == line)
    here = walked[index].round
    return WalkPage(
        table=table_page(shown, Looking()),
        stands=then is not None,
        line=log_line(shown.session.game, line_of(now.id, log[index])),
        round=here,
        chapters=tuple(chapters(game, [one for one in walked if one.round == here], line)),
        before=log[index - 1].position if index else None,
        after=log[index + 1].position if index + 1 < len(log) else None,
        index=index,
        number=len(walked),
        rounds=tuple(_rounds(walked)),
        turns=tuple(_turns(walked)),
    )


def line_at(log: Sequence[Entry], index: int) -> int:
    """The line of the log at a place of the slider; one beyond its ends is the first or the last."""
    return log[max(0, min(index, len(log) - 1))].position


def _across(index: int, number: int) -> float:
    return round(_EDGE + (100 - 2 * _EDGE) * index / max(1, number - 1), 2)


def _rounds(walked: Sequence[LineOfGame]) -> list[Dot]:
    """Where each round begins."""
    found: dict[int, Dot] = {}
    for index, one in enumerate(walked):
        found.setdefault(one.round, Dot(_across(index, len(walked)), one.position, round=one.round))
    return list(found.values())


def _turns(walked: Sequence[LineOfGame]) -> list[Dot]:
    """A dot for each turn of the action phases, where it begins."""
    numbered = [(index, one) for index, one in enumerate(walked) if one.phase == "action" and one.seat]
    found = []
    for _, run in groupby(numbered, lambda pair: (pair[1].round, pair[1].turn, pair[1].seat, pair[1].of_hives_turn)):
        index, one = next(run)
        found.append(Dot(_across(index, len(walked)), one.position, "hive" if one.of_hives_turn else one.seat))
    return found
