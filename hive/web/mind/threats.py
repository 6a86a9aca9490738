"""What threatens us: the map with the targets of an engage lit, and why, with the counters as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hive.catalog.tables import Seat
from hive.games.present import Present
from hive.model.game import PLAYERS, Game
from hive.naming import system_short, system_tile
from hive.naming import units as unit_words
from hive.rules.area.points import counters
from hive.rules.tactical import intent
from hive.rules.tactical.intent import Threat
from hive.steps import Marks
from hive.web.drawing.galaxy import map_view
from hive.web.drawing.shapes import MapView
from hive.web.frame import GamePage, framed
from hive.words import Words, count, listed, say, sentence


@dataclass(frozen=True)
class ThreatView:
    """A system with units of players: what an engage would come to there."""

    position: str
    label: Words
    place: Words
    counters: Words
    ships: Words


@dataclass(frozen=True)
class Group:
    """Systems that are threatened alike."""

    kind: str
    heading: Words
    threats: tuple[ThreatView, ...]


@dataclass(frozen=True)
class Anger:
    """The counters of a player as they count now, and the most there can be."""

    seat: Seat
    name: Words
    counters: int
    most: int


@dataclass(frozen=True)
class ZoneView:
    """An aggression zone, and the counters from which on systems in it are targets."""

    zone: int
    colour: str
    threshold: int


@dataclass(frozen=True)
class ThreatPage(GamePage):
    """The page: counters, zones, systems in groups, and the map; the last two only where a galaxy is tracked."""

    anger: tuple[Anger, ...]
    zones: tuple[ZoneView, ...]
    groups: tuple[Group, ...]
    map: MapView | None


_HEADINGS: dict[str, Words] = {
    "now": say("It can be attacked now"),
    "far": say("A target, but no capacity ship gets there"),
    "soon": say("One more counter makes it a target"),
    "safe": say("No target yet"),
}


def threat_page(present: Present) -> ThreatPage:
    """What threatens the players, as the game stands."""
    game = present.session.game
    found = intent.threats(game)
    return ThreatPage(
        *framed(present),
        anger=tuple(
            Anger(seat, sentence(game.name(seat)), counters(game, seat), game.level.counter_maximum) for seat in PLAYERS
        ),
        zones=tuple(ZoneView(one.zone, one.colour, one.threshold) for one in game.tables.galaxy.zones.zones),
        groups=groups_of(game, found),
        map=_map(game, found) if game.tracked else None,
    )


def _kind(threat: Threat) -> str:
    if threat.missing == 0:
        return "now" if threat.comes else "far"
    return "soon" if threat.missing == 1 else "safe"


def groups_of(game: Game, found: Sequence[Threat]) -> tuple[Group, ...]:
    """The systems by how they are threatened, what presses most first."""
    of_kind = {kind: tuple(_view(game, one) for one in found if _kind(one) == kind) for kind in _HEADINGS}
    return tuple(Group(kind, _HEADINGS[kind], threats) for kind, threats in of_kind.items() if threats)


def _view(game: Game, threat: Threat) -> ThreatView:
    players = listed([game.name(seat) for seat in threat.seats])
    if threat.missing is None:
        told = say("{players}: it cannot be a target now", players=players)
    else:
        told = say(
            "{players}: {counters}, its zone asks {threshold}",
            players=players,
            counters=count(threat.counters, "counter"),
            threshold=threat.threshold or 0,
        )
    label = sentence(system_short(game, threat.position))
    return ThreatView(threat.position, label, system_tile(game, threat.position), told, _ships(game, threat))


def _ships(game: Game, threat: Threat) -> Words:
    """The capacity ships that can come, or are there already."""
    coming: list[Words] = [
        say("{unit} from {origin}", unit=unit_words(game, 1, unit), origin=system_short(game, origin))
        for unit, origin in threat.ships
    ]
    there: list[Words] = [say("a capacity ship is there")] if threat.standing else []
    ships = listed([*there, *coming], ",")
    return say("in reach: {ships}", ships=ships) if ships else say("no capacity ship gets there")


def _map(game: Game, found: Sequence[Threat]) -> MapView:
    by_kind = {kind: tuple(one.position for one in found if _kind(one) == kind) for kind in _HEADINGS}
    return map_view(game, game.tables, Marks(targets=by_kind["far"], candidates=by_kind["now"]), by_kind["soon"])
