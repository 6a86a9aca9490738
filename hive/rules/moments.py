"""Hooks and happenings: what a procedure names so that laws, agendas and notes can act there.

The module of a law, a note or an option says in one place what it does at which moment, with ``at`` and ``on``; most
agendas and laws say it in their rows (``does`` in decks/agendas.yaml). The modules are named here: what they do may use
any chapter, those that name the moments included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Literal, Never, TypeVar, cast

from hive import keys
from hive.catalog.tables import Acting, Note, Seat
from hive.catalog.tables.acts import CardAct
from hive.effects import laws_in_force, owner_of
from hive.model.game import Game, Law, Player
from hive.naming import by_now
from hive.rules.acts.core import UNCHANGED, Scene, asks, at_once, due, perform, told
from hive.rules.options import chosen
from hive.steps import Item, Procedure, Tell
from hive.words import listed, say


class Hook:
    """A point of a procedure at which others may act, and ask the table something."""


class Happening:
    """A plain change of the game: others may change numbers and add lines, never ask."""


@dataclass(frozen=True)
class TechnologyResearched(Hook):
    """The Hive has researched a technology; ``lines`` tell of it, with what is told first."""

    lines: tuple[Item, ...]


class HivePassed(Hook):
    """The Hive has passed for this round."""


@dataclass(frozen=True)
class SpeakerChanged(Hook):
    """A strategic action has made another side the Speaker."""

    speaker: Seat


class StatusPhaseBegins(Hook):
    """The status phase begins; nobody has scored yet."""


class StatusPhaseEnds(Hook):
    """The Hive's status phase is over; what comes next has not begun."""


@dataclass(frozen=True)
class UncontrolledTaken(Hook):
    """The Hive has taken a planet that nobody controlled; ``hazardous``: its resources, if it is of that trait.

    Where no galaxy is tracked that is not ``known``, nor whether somebody controlled it.
    """

    hazardous: int | None = None
    known: bool = True


class StrategyPhaseBegins(Hook):
    """A new round has begun, and its strategy phase."""


class TableSetUp(Hook):
    """The checklist of the set-up is done; no objective is revealed yet."""


@dataclass(frozen=True)
class PlanetTaken(Hook):
    """A planet of the Hive is lost to a player: where it counts, a spawning system or a standard planet."""

    where: str


class HivesTurnBegins(Hook):
    """The Hive's turn in the action phase begins."""


@dataclass(frozen=True)
class BattleOver(Hook):
    """A battle with the Hive is over; ``destroyed``: the units of players that it is known to have cost, by type."""

    destroyed: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class HookAt(Hook):
    """A place at which what players own may act by itself; ``moment`` is its key in decks/moments.yaml.

    ``by``: whose alone can act, where a player has brought it about. ``hurt``: which units of each player had sustained
    damage there as the round of combat began.
    """

    moment: str
    system: str
    planet: str = ""
    by: Player | None = None
    hurt: Mapping[Player, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class UnitsDestroyed(Happening):
    """The Hive has destroyed units of players outside a battle, by type."""

    units: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class AgendaResolved(Hook, Happening):
    """An agenda has come to an outcome, by its value; ``voted``: what the Hive voted for, empty if it did not."""

    agenda: str
    outcome: str
    voted: str = ""


@dataclass(frozen=True)
class AgendaRevealed(Hook):
    """An agenda lies on the table; nobody has voted on it yet."""

    agenda: str


@dataclass(frozen=True)
class VoteBegins(Hook):
    """The vote on an agenda begins, and the Hive may take part in it."""

    agenda: str


@dataclass(frozen=True)
class ObjectiveScored(Happening):
    """A side has scored an objective, public or secret."""

    by: Seat


@dataclass(frozen=True)
class PlanetGained(Happening):
    """A side has gained control of a planet; ``system`` is the position of its system, where a galaxy is tracked.

    ``whole``: it controls all planets there now.
    """

    by: Seat
    system: str = ""
    whole: bool = False


@dataclass(frozen=True)
class CommoditiesGained(Happening):
    """A side has gained commodities, and not yet converted them."""

    by: Seat


@dataclass(frozen=True)
class ShipsProduced(Happening):
    """A side has produced these units."""

    by: Seat
    units: tuple[str, ...]


@dataclass(frozen=True)
class UpgradeGained(Happening):
    """The Hive has gained a unit upgrade, called by its name."""

    upgrade: str


@dataclass(frozen=True)
class LawEntered(Happening):
    """A law has come into play."""

    law: Law


@dataclass(frozen=True)
class LawLeaves(Happening):
    """A law goes out of play; as yet it is there."""

    law: Law


# --- who acts where a procedure names a hook or a happening; the order is that of decks/moments.yaml


MODULES = (
    "hive.rules.notes",
    "hive.rules.acts.single",
    "hive.rules.galactic.war",
    "hive.rules.exploration.expedition",
    "hive.rules.galactic.small_events",
    "hive.rules.events.doings",
)

M = TypeVar("M", bound=Hook)
H = TypeVar("H", bound=Happening)


@dataclass(frozen=True)
class Source:
    """What acts: a law by its name, as long as it is in play and elects the Hive, or anybody.

    An ``agenda`` acts when it comes to its ``outcome``, or to any. A ``note`` acts while the Hive has received it from
    a player, or while a player holds that of the Hive. An ``option`` acts in the games that are played with it. What
    names none of them always acts: what players own (``doings``), or the rulebook.
    """

    law: str = ""
    elects: Literal["hive", "anybody"] = "anybody"
    agenda: str = ""
    outcome: str = ""
    note: Note | None = None
    held: Literal["by_hive", "by_player"] = "by_hive"
    option: str = ""
    doings: bool = False

    @property
    def acting(self) -> Acting:
        """What it is, for the order."""
        if self.option:
            return "options"
        if self.agenda:
            return "agendas"
        if self.note is not None:
            return "notes"
        return "laws" if self.law else "doings" if self.doings else "rulebook"

    def age(self, game: Game, found: Hook | Happening) -> int | None:
        """Its place among its like; None if it does not act now.

        A law that comes or goes acts for itself alone, also while laws are blank: what it brings comes with its card.
        """
        if self.option:
            return 0 if chosen(game, self.option) else None
        if isinstance(found, AgendaResolved):
            return 0 if self.agenda == found.agenda and self.outcome in ("", found.outcome) else None
        if self.note is not None:
            return 0 if self._lies(game, self.note) else None
        if not self.law:
            return None if self.agenda else 0
        laws = laws_in_force(game)
        if isinstance(found, LawEntered | LawLeaves):
            laws = game.laws if found.law.name == self.law else []
        return next((age for age, law in enumerate(laws) if law.name == self.law and self._fits(game, law)), None)

    def _lies(self, game: Game, note: Note) -> bool:
        if self.held == "by_hive":
            return any(held.kind == note for held in game.hive.notes)
        return any(note in player.notes for player in game.players.values())

    def _fits(self, game: Game, law: Law) -> bool:
        return self.elects == "anybody" or owner_of(game, law) == "hive"


RULEBOOK = Source()


@dataclass(frozen=True)
class Handler:
    """What a source does at a kind of hook, ``asking``, or what it changes as something happens, and its lines.

    Each is called with what it is said for alone.
    """

    source: Source
    kind: type[Hook | Happening]
    asking: Callable[[Game, Never], Procedure[None]] | None = None
    plain: Callable[[Game, Never], list[Item]] | None = None


_handlers: dict[str, list[Handler]] = {}
"""By the module that says them."""


def _registered(act: Callable[..., object], handler: Handler) -> Handler:
    _handlers.setdefault(act.__module__, []).append(handler)
    return handler


def at(kind: type[M], source: Source = RULEBOOK) -> Callable[[Callable[[Game, M], Procedure[None]]], Handler]:
    """Say what a law, a note or an option does at a hook, or an agenda with its outcome."""
    return lambda act: _registered(act, Handler(source, kind, asking=act))


def on(kind: type[H], source: Source = RULEBOOK) -> Callable[[Callable[[Game, H], list[Item]]], Handler]:
    """Say what a law, a note or an option changes when something happens, or an agenda with its outcome."""
    return lambda act: _registered(act, Handler(source, kind, plain=act))


@cache
def handlers() -> tuple[Handler, ...]:
    """What the modules say, in their order and each from its top to its end."""
    for name in MODULES:
        import_module(name)
    return tuple(one for name in MODULES for one in _handlers[name])


def acting(game: Game) -> frozenset[str]:
    """The laws that act at some moment."""
    by_rows = (card.name for card in game.tables.agendas.agendas if any(act.at for act in card.acts))
    return frozenset((*(one.source.law for one in handlers() if one.source.law), *by_rows))


def done_by_themselves() -> frozenset[str]:
    """The agendas of which a handler does the Hive's part, for some outcome at least."""
    return frozenset(one.source.agenda for one in handlers() if one.source.agenda)


def moment(game: Game, found: Hook) -> Procedure[bool]:
    """Let everything act that cares for a moment, one after the other, as long as it is in play; whether any did."""
    acted = False
    for handler in _due(game, found):
        if handler.asking is not None and handler.source.age(game, found) is not None:
            yield from handler.asking(game, cast(Never, found))
            acted = True
    return acted


def happen(game: Game, found: Happening) -> list[Item]:
    """Let everything act that cares for a happening; return the lines that tell what it has changed."""
    due = [handler.plain for handler in _due(game, found) if handler.plain is not None]
    return [line for plain in due for line in plain(game, cast(Never, found))]


def _due(game: Game, found: Hook | Happening) -> Iterator[Handler]:
    order = game.tables.moments.order
    every = (*handlers(), *_of_agenda(game, found), *_of_laws(game, found))
    ages = ((one, one.source.age(game, found)) for one in every if isinstance(found, one.kind))
    acting = [(order.index(one.source.acting), age, one) for one, age in ages if age is not None]
    yield from (one for *_, one in sorted(acting, key=lambda one: one[:2]))


# --- what the rows of agendas and laws say


def _of_agenda(game: Game, found: Hook | Happening) -> Iterator[Handler]:
    """What an agenda does as it is resolved: at once, or in a step of its own where it may ask the table."""
    card = game.tables.agendas.by_name.get(found.agenda) if isinstance(found, AgendaResolved) else None
    if card is None or not isinstance(found, AgendaResolved):
        return
    elected = next((seat for seat in game.seats if seat == found.outcome), None)
    scene = Scene(game, card.name, outcome=found.outcome, voted=found.voted, elected=elected)
    acts = [*due(scene, (act for act in card.acts if not act.at))]
    yield _by_its_row(Source(agenda=card.name), scene, acts, found, asks(scene, acts))


def _of_laws(game: Game, found: Hook | Happening) -> Iterator[Handler]:
    """What laws in play do at a moment."""
    key = game.tables.moments.by_hook.get(type(found).__name__, "")
    laws = [found.law] if isinstance(found, LawEntered | LawLeaves) else game.laws
    for card, acts in game.tables.agendas.at_moment.get(key, ()):
        owner = next((owner_of(game, law) for law in laws if law.name == card.name), None)
        rule = "29.elected-laws" if owner == "hive" else UNCHANGED
        scene = Scene(game, card.name, rule, elected=owner, named=True, by=getattr(found, "by", None))
        yield _by_its_row(Source(law=card.name), scene, acts, found, not isinstance(found, Happening))


def _by_its_row(source: Source, scene: Scene, acts: list[CardAct], found: Hook | Happening, asking: bool) -> Handler:
    """What some acts of a card do: at once, or in a step of their own where they may ask the table."""

    def performed(*_: object) -> Procedure[None]:
        """Rule: 5.4.negative-effects."""
        lines = yield from perform(scene, acts)
        if isinstance(found, TechnologyResearched):
            had = by_now(sum(scene.game.hive.technologies.values()))
            text = listed([say("{law}: [the Hive] has researched a technology", law=scene.called), had], ",")
            yield Tell(text, "5.4.negative-effects", keys.DECREE, "done", items=(*found.lines, *lines))
        else:
            yield from told(scene.source, lines)

    if asking:
        return Handler(source, type(found), asking=performed)
    return Handler(source, type(found), plain=lambda *_: at_once(scene, acts))
