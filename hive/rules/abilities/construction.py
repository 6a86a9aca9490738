"""(4) Construction: PDS and mechs. Rules: page 12."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.abilities.board import board_of
from hive.rules.abilities.outcome import Outcome, none_left
from hive.rules.area.planets import in_reinforcements
from hive.steps import Procedure


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Build as many PDS as there are icons, and mechs when no PDS is left.

    Rules: 12.construction.primary, 12.construction.mechs.
    """
    pds = min(icons, in_reinforcements(game, "pds"))
    mechs = min(icons - pds, in_reinforcements(game, "mech"))
    return (yield from build(game, [("pds", pds), ("mech", mechs)], "12.construction.primary"))


def secondary(game: Game) -> Procedure[Outcome]:
    """Build one mech. Rule: 12.construction.secondary."""
    wanted = game.tables.figures.construction_secondary_mechs.value
    mechs = min(wanted, in_reinforcements(game, "mech"))
    return (yield from build(game, [("mech", mechs)], "12.construction.secondary"))


def build(game: Game, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
    """Build structures in this order, as many as find a free planet; the table may know of fewer (Q50).

    Rules: 12.construction.placement, 12.construction.one-per-planet, 12.construction.objective-location.
    """
    if not sum(number for _, number in wanted):
        return none_left(game, (key for key, _ in wanted), rule)
    return (yield from board_of(game).build(wanted, rule))
