"""What threatens the players: the targets of an engage as counters stand, and what reaches them. Rules: p. 14, 15."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import Seat
from hive.model.game import Game
from hive.rules.tactical.moves import counters_of, is_target
from hive.rules.tactical.sight import Come, Sight


@dataclass(frozen=True)
class Threat:
    """A system with units of players: their counters against its zone's threshold, and what could come.

    ``missing`` is how many counters more would make it a target, 0 for one that is; None where it cannot be one: a
    command token of the Hive lies there, no way leads in, or it lies in no zone. ``ships`` are the types of capacity
    ships that can come with where they begin, ``standing``: one is there already.
    """

    position: str
    seats: tuple[Seat, ...]
    counters: int
    threshold: int | None
    missing: int | None
    ships: tuple[Come, ...]
    standing: bool

    @property
    def comes(self) -> bool:
        """Whether a capacity ship can be there, so that an engage can go there at once."""
        return bool(self.ships) or self.standing


def threats(game: Game, seen: Sight) -> tuple[Threat, ...]:
    """Every system with units of players: targets that can be reached first, then those that lack least.

    Rules: 15.engage.target, 15.engage.threshold, 15.destination.capacity-ship.
    """
    positions = (one for one in seen.survey.positions if seen.survey.players_with_units(one))
    return tuple(sorted((_threat(game, seen, one) for one in positions), key=_pressing))


def _threat(game: Game, seen: Sight, position: str) -> Threat:
    survey, by_key = seen.survey, game.tables.units.by_key
    zone, counters = survey.zone(position), counters_of(game, survey, position)
    able = seen.come(game, "engage").get(position, ())
    return Threat(
        position,
        tuple(survey.players_with_units(position)),
        counters,
        zone.threshold if zone else None,
        _missing(game, seen, position, counters),
        tuple((unit, origin) for unit, origin in able if by_key[unit].capacity_ship),
        position in seen.standing(),
    )


def _missing(game: Game, seen: Sight, position: str, counters: int) -> int | None:
    """How many counters more would make a system a target. Rule: 15.engage.threshold."""
    zone = seen.survey.zone(position)
    if zone is None or position in seen.chart.held or not seen.chart.accessible(position):
        return None
    if is_target(game, seen.survey, seen.chart, "engage", position):
        return 0
    return zone.threshold - counters


def _pressing(threat: Threat) -> tuple[bool, int, bool, str]:
    """The order in which they press: what cannot be a target last."""
    return threat.missing is None, threat.missing or 0, not threat.comes, threat.position
