"""The side of the player whose device shows the table: what is theirs, what they can book, what they have scored."""

from __future__ import annotations

from dataclasses import dataclass

from hive.model.game import PLAYERS, Game
from hive.store import Opens
from hive.web.table.players import PlayerView, players_view


@dataclass(frozen=True)
class OwnObjective:
    """A public objective, and whether this player has scored it."""

    name: str
    points: int
    wants: str
    scored: bool


@dataclass(frozen=True)
class MineView:
    """A player's own side of the table. ``books``: their move can be booked at this step."""

    player: PlayerView
    books: bool
    objectives: tuple[OwnObjective, ...]


def mine_of(game: Game, opened: Opens | None, books: str | None) -> MineView | None:
    """The side of the player who has opened the game by a code of theirs; None on any other screen.

    In: as what the screen has the game open, and whose move can be booked.
    """
    seat = next((one for one in PLAYERS if one == opened), None)
    if seat is None:
        return None
    player = next(one for one in players_view(game) if one.seat == seat)
    by_name = game.tables.objectives.by_name
    known = [(by_name[revealed.name], seat in revealed.scored_by) for revealed in game.objectives]
    objectives = (OwnObjective(one.name, one.points, one.wants, scored) for one, scored in known)
    # What is still to be scored comes first.
    return MineView(player, books == seat, tuple(sorted(objectives, key=lambda one: one.scored)))
