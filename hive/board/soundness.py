"""Whether a galaxy from elsewhere can be the one of its game: begun as its log says, each thing at one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hive.board.layout import Layout
from hive.model.game import Game
from hive.words import Typed, Words, say


def began_with(game: Game, layout: Layout | None) -> bool:
    """Whether a game can have begun with this galaxy; systems may have come to it since, and homes be gone."""
    if layout is None or game.galaxy is None:
        return layout is None and game.galaxy is None
    return set(layout.tiles) - set(game.galaxy.systems) <= set(layout.homes.values())


def misplaced(game: Game) -> Iterator[Words]:
    """What stands in a game's galaxy under another's name, or twice."""
    systems = game.galaxy.systems if game.galaxy else {}
    for position, system in systems.items():
        if system.position != position:
            yield say("the system {position} stands under another's name", position=Typed(position[:40]))
    planets = Counter(name for system in systems.values() for name in system.planets)
    for name, number in planets.items():
        if number > 1:
            yield say("the planet {name} stands in several systems", name=Typed(name[:40]))
