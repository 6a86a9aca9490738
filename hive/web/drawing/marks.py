"""The map of a running game, with what its open step points out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hive import keys
from hive.model.game import Game
from hive.steps import Ask, Draw, Item, Marks, Step
from hive.web.drawing.asking import lit_of
from hive.web.drawing.galaxy import laid_out, map_view
from hive.web.drawing.shapes import Lit, MapView, lines

_TILES = "2.board.template"
"""The rule of that part of the checklist which lays out the tiles."""


def game_map(game: Game, pending: Step | None, at: str = "") -> MapView:
    """The map of a game with a galaxy, a system open on it. Raises ValueError if it tracks none.

    Where the step asks of places, or rests on what is known of some, these are lit. Else it says itself what to point
    out. If it only names systems, those that can be answered are possible, and any others are what it asks about.
    While the tiles are laid out, their numbers stand on the map.
    """
    return replace(_marked(game, pending), lit=lit_of(game, pending), at=at)


def _marked(game: Game, pending: Step | None) -> MapView:
    if pending is not None and pending.key == keys.SET_UP and pending.rule == _TILES:
        return laid_out(game)
    if pending is None or isinstance(pending, Draw):
        return map_view(game, game.tables)
    if pending.marks is not None:
        return map_view(game, game.tables, pending.marks, pending.systems, numbers_of(pending.items))
    answers = {choice.value for choice in pending.choices} if isinstance(pending, Ask) else set()
    possible = tuple(position for position in pending.systems if position in answers)
    return map_view(game, game.tables, Marks(candidates=possible), pending.systems)


def with_way(view: MapView, lit: Mapping[str, Lit], start: str, to: str) -> MapView:
    """A map that lights some systems, with the way of a move from one to another."""
    middles = {one.position: (one.x, one.y) for one in view.hexes}
    return replace(view, lit=lit, paths=lines([(start, to)] if start and to else [], middles))


def numbers_of(items: Sequence[Item]) -> dict[tuple[str, ...], str]:
    """The numbers of the steps that go along each path, as the list for hands counts them."""
    found: dict[tuple[str, ...], list[str]] = {}
    for number, item in enumerate((item for item in items if not item.aside), start=1):
        if item.path:
            found.setdefault(item.path, []).append(str(number))
    return {path: "·".join(numbers) for path, numbers in found.items()}
