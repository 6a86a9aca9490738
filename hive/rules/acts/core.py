"""When the acts of a card are done, and in which order; what each of them is, its verb knows.

A verb stands in the chapter of what it does, among the ``PLAIN`` or the ``ASKING`` of its module. The modules are
listed here by name: what they do may use any chapter, those that have cards done included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from hive import keys
from hive.catalog.tables import ExplorationDeck, Figure, Seat
from hive.catalog.tables.acts import CardAct, Only, OnTheBoard
from hive.model.game import PLAYERS, Game
from hive.steps import Item, Procedure, Tell
from hive.words import Name, say

MODULES = ("hive.rules.exploration.exploring", "hive.rules.acts.belongings", "hive.rules.acts.units")
UNCHANGED = "1.scope.unchanged-rules"


@dataclass(frozen=True)
class Site:
    """What the Hive explores: the deck of its card, its name, and where it counts (``area.planets.worth_of``).

    ``position`` and ``planet`` say where it lies on a tracked galaxy; a frontier token lies on no planet.
    """

    deck: ExplorationDeck = "frontier"
    name: str = ""
    worth: str = "standard"
    position: str = ""
    planet: str = ""

    @property
    def systems(self) -> tuple[str, ...]:
        """The position of its system, where one is tracked."""
        return (self.position,) if self.position else ()


@dataclass(frozen=True)
class Scene:
    """What an act has to know: whose card it is, what an agenda came to, and what the Hive voted for.

    ``site``: what it has explored. ``elected``: the side that it elects. ``lost``: how many units each act before has
    cost the Hive. ``named``: it is done among other things, so that its lines name the card. ``by``: who has brought
    the moment about. ``args``: what the table has told. ``taken``: players take what the Hive gives up.
    """

    game: Game
    source: str
    rule: str = UNCHANGED
    outcome: str = ""
    voted: str = ""
    elected: Seat | None = None
    named: bool = False
    by: Seat | None = None
    site: Site = Site()
    lost: list[int] = field(default_factory=list)
    args: Mapping[str, Any] = field(default_factory=dict)
    taken: bool = False


Plain = Callable[[Scene, Any], list[Item]]
Asking = Callable[[Scene, Any], Procedure[list[Item]]]


class Verbs(Protocol):
    """A module that says what some acts are: at once, or by asking the table."""

    PLAIN: Mapping[type[CardAct], Plain]
    ASKING: Mapping[type[CardAct], Asking]


@cache
def verbs() -> tuple[Mapping[type[CardAct], Plain], Mapping[type[CardAct], Asking]]:
    """The verbs by the classes of their acts: those that never ask, and those that may."""
    modules = [cast(Verbs, import_module(name)) for name in MODULES]
    plain = {kind: verb for module in modules for kind, verb in module.PLAIN.items()}
    return plain, {kind: verb for module in modules for kind, verb in module.ASKING.items()}


def asks(acts: Iterable[CardAct]) -> bool:
    """Whether one of some acts may ask the table something."""
    return any(isinstance(act, OnTheBoard) for act in acts)


def due(scene: Scene, acts: Iterable[CardAct]) -> Iterator[CardAct]:
    """Those that are done as things are."""
    return (act for act in acts if _holds(scene, act.only) and sides(scene, act))


def at_once(scene: Scene, acts: Iterable[CardAct]) -> list[Item]:
    """Do what asks nothing; out come the lines that tell it."""
    return [line for act in due(scene, acts) for line in verbs()[0][type(act)](scene, act)]


def perform(scene: Scene, acts: Iterable[CardAct]) -> Procedure[list[Item]]:
    """Do one act after the other; out come the lines that tell it."""
    plain, asking = verbs()
    lines: list[Item] = []
    for act in due(scene, acts):
        kind = type(act)
        lines += (yield from asking[kind](scene, act)) if kind in asking else plain[kind](scene, act)
    return lines


def amount(scene: Scene, number: int | str) -> int:
    """How many that are: as many as acts before have cost, a figure, or the number itself."""
    if isinstance(number, int):
        return number
    figure: Figure | None = getattr(scene.game.tables.figures, number, None)
    return figure.value if figure else sum(scene.lost)


def told(source: str, lines: Iterable[Item]) -> Procedure[None]:
    """Tell in a step of its own what an agenda does, if anything."""
    if items := tuple(lines):
        yield Tell(say("{agenda}: what it does", agenda=Name(source)), UNCHANGED, keys.DECREE, "done", items=items)


def sides(scene: Scene, act: CardAct) -> list[Seat]:
    """The sides that an act is about."""
    game = scene.game
    about = {"hive": ("hive",), "players": PLAYERS, "elected": (scene.elected,), "each": game.seats}
    found = [seat for seat in about[act.who] if seat is not None and scene.by in (None, seat)]
    if act.only.points:
        points = {seat: _points(game, seat) for seat in game.seats}
        wanted = max(points.values()) if act.only.points == "most" else min(points.values())
        found = [seat for seat in found if points[seat] == wanted]
    return found


def _points(game: Game, seat: Seat) -> int:
    return game.hive.victory_points if seat == "hive" else game.players[seat].victory_points


def _holds(scene: Scene, only: Only) -> bool:
    if only.outcome not in ("", scene.outcome) or only.voted not in ("", scene.voted):
        return False
    hive = scene.game.hive
    return only.owns is None or scene.game.tables.units.by_key[only.owns].needs_upgrade in hive.upgrades
