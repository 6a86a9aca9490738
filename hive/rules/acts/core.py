"""When the acts of a card are done, and in which order; what each of them is, its verb knows.

A verb stands in the chapter of what it does, among the ``VERBS`` of its module, below the kind of scene that it is done
in. The modules are listed here by name: what they do may use any chapter, those that have cards done included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Never, cast

from hive import keys
from hive.catalog.tables import ExplorationDeck, Figure, Seat
from hive.catalog.tables.acts import CardAct, Only
from hive.catalog.tables.base import Frozen
from hive.fields import AnyField
from hive.model.game import PLAYERS, Game
from hive.steps import Item, Procedure, Tell
from hive.words import Name, Words, say

MODULES = (
    "hive.rules.exploration.exploring",
    "hive.rules.acts.belongings",
    "hive.rules.acts.units",
    "hive.rules.events.belongings",
    "hive.rules.events.harm",
    "hive.rules.events.rearranging",
    "hive.rules.events.doings",
)
UNCHANGED = "1.scope.unchanged-rules"


@dataclass(frozen=True)
class Site:
    """What the Hive explores: the deck of its card, its name, and where it counts (``area.planets.worth_of``).

    ``position`` and ``planet`` say where it lies on a tracked galaxy; a frontier token lies on no planet.
    """

    deck: ExplorationDeck = "frontier"
    name: Words = ""
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
    args: Mapping[str, int | str] = field(default_factory=dict)
    taken: bool = False

    @property
    def called(self) -> Name:
        """The name of the card, to be told."""
        return Name(self.source)


Places = dict[str, Words]
"""Places by their names in the log, a system or a planet of it, with their words."""


@dataclass(frozen=True)
class Verb:
    """What an act is: how it is done, and what players who use it are asked and told.

    It is either ``plain``, and never asks, or ``asking``; both return the lines that tell what it has changed, but for
    what is told in steps of its own. ``heading``: what stands above the lines where players use it; else each is told
    alone. ``note``: what it brings, beside the name of its card. ``fields``: what the table has to say; ``hindered``:
    why it changes nothing now. ``spots``: the places of a map where it can be done, if it is done at one. ``by_whom``:
    whether it matters who uses it. Each takes the scene and the act of its own kind: :func:`verb_of` finds it by them.
    """

    plain: Callable[[Never, Never], list[Item]] | None = None
    asking: Callable[[Never, Never], Procedure[list[Item] | None]] | None = None
    heading: Words = ""
    note: Callable[[Never, Never], Words] = lambda scene, act: ""
    fields: Callable[[Never, Never], tuple[AnyField, ...]] = lambda scene, act: ()
    hindered: Callable[[Never, Never], Words] = lambda scene, act: ""
    spots: Callable[[Never, Never], Places] | None = None
    by_whom: Callable[[Never], bool] = lambda act: False


Verbs = Mapping[type[Scene], Mapping[type[Frozen], Verb]]


@cache
def verbs() -> Mapping[tuple[type[Scene], type[Frozen]], Verb]:
    """What all modules say, by the kinds of the scene and the act."""
    said: list[Verbs] = [getattr(import_module(name), "VERBS", {}) for name in MODULES]
    return {(scene, act): verb for each in said for scene, of_it in each.items() for act, verb in of_it.items()}


def verb_of(scene: type[Scene], act: Frozen) -> Verb:
    """The verb of an act in a kind of scene, or in what that is a kind of."""
    return next(verb for kind in scene.__mro__ if (verb := verbs().get((kind, type(act)))) is not None)


def do(scene: Scene, act: Frozen) -> Procedure[list[Item]]:
    """Do an act; out come the lines that tell it."""
    verb = verb_of(type(scene), act)
    if verb.asking is not None:
        return (yield from verb.asking(cast(Never, scene), cast(Never, act))) or []
    return _plainly(scene, act)


def _plainly(scene: Scene, act: Frozen) -> list[Item]:
    plain = verb_of(type(scene), act).plain
    return plain(cast(Never, scene), cast(Never, act)) if plain is not None else []


def brings(scene: Scene, act: Frozen) -> Words:
    """What an act brings, in a few words."""
    return verb_of(type(scene), act).note(cast(Never, scene), cast(Never, act))


def asks(scene: Scene, acts: Iterable[CardAct]) -> bool:
    """Whether one of some acts may ask the table something, so that it is not done in the middle of something else."""
    return any(verb_of(type(scene), act).asking is not None for act in acts)


def due(scene: Scene, acts: Iterable[CardAct]) -> Iterator[CardAct]:
    """Those that are done as things are."""
    return (act for act in acts if _holds(scene, act.only) and sides(scene, act))


def at_once(scene: Scene, acts: Iterable[CardAct]) -> list[Item]:
    """Do what asks nothing; out come the lines that tell it."""
    return [line for act in due(scene, acts) for line in _plainly(scene, act)]


def perform(scene: Scene, acts: Iterable[CardAct]) -> Procedure[list[Item]]:
    """Do one act after the other; out come the lines that tell it."""
    lines: list[Item] = []
    for act in due(scene, acts):
        lines += yield from do(scene, act)
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
        points = {seat: game.area(seat).victory_points for seat in game.seats}
        wanted = max(points.values()) if act.only.points == "most" else min(points.values())
        found = [seat for seat in found if points[seat] == wanted]
    return found


def _holds(scene: Scene, only: Only) -> bool:
    if only.outcome not in ("", scene.outcome) or only.voted not in ("", scene.voted):
        return False
    hive = scene.game.hive
    return only.owns is None or scene.game.tables.units.by_key[only.owns].needs_upgrade in hive.upgrades
