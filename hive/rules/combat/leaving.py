"""What leaves the board by itself, as a turn ends or with the last ship, and what is repaired. Rules: page 21.

Only on a tracked galaxy: else the table takes it off by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import NEUTRAL, PLAYERS, Game
from hive.naming import system_label, units
from hive.rules.board import Tracked, board_of
from hive.rules.combat.units import ships
from hive.rules.diagrams.damage import unit_words
from hive.steps import Item
from hive.words import PlanetName, say

_DOCK = "space_dock"


def cleanup(game: Game, position: str | None = None) -> list[Item]:
    """Take off the Hive's fighters, its infantry in space, what is too much on its planets, and docks left alone.

    In all systems, or in one. Rules: 21.cleanup.fighters, 21.cleanup.infantry, Q32.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return []
    lines = []
    for one in sorted(board.survey.positions) if position is None else [position]:
        lines += _fighters(board, one)
        lines += _infantry(board, one)
        lines += _docks(board, one)
    return lines


def repairs(game: Game) -> list[Item]:
    """Repair all damaged units, neutral ones too, as the base game does now. Rule: 1.scope.unchanged-rules."""
    return [Item(say("Repair all damaged units."), rule="1.scope.unchanged-rules")] if board_of(game).repair() else []


def adrift(game: Game, position: str, side: Sequence[Seat] = PLAYERS) -> list[Item]:
    """Take what stands in space off the board where no ship of a side is left, and say whose it was.

    Allies carry for each other.

    Rules: 1.scope.unchanged-rules, 31.action.transport, Q116.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return []
    there = {seat: board.units(seat, position) for seat in side}
    if any(ships(game, found) for found in there.values()):
        return []
    lines = []
    for seat, found in there.items():
        for unit, number in found.items():
            pieces.take(game, seat, unit, number, position)
        if found:
            lost = unit_words(game, found)
            text = say("{who!c} loses {units} in space.", who=game.name(seat), units=lost)
            lines.append(Item(text, rule="1.scope.unchanged-rules"))
    return lines


def _fighters(board: Tracked, position: str) -> list[Item]:
    gone = board.units("hive", position).get("fighter", 0)
    if not gone:
        return []
    pieces.take(board.game, "hive", "fighter", gone, position)
    text = say(
        "Remove {units} in {system}.",
        units=units(board.game, gone, "fighter"),
        system=system_label(board.game, position),
    )
    return [Item(text, say("fighters leave at the end of every turn"), "21.cleanup.fighters")]


def _infantry(board: Tracked, position: str) -> list[Item]:
    """Infantry in space has no planet to stay on (Q32)."""
    game, maximum = board.game, board.game.tables.figures.planet_infantry_maximum.value
    lines = []
    for name in (None, *board.survey.system(position).planets):
        there = board.units("hive", position, name).get("infantry", 0)
        excess = there - (0 if name is None else maximum)
        if excess > 0:
            pieces.take(game, "hive", "infantry", excess, position, name)
            where = (
                say("in space in {system}", system=system_label(game, position))
                if name is None
                else say("on {planet}", planet=PlanetName(name, position))
            )
            note = (
                say("no infantry stays in space")
                if name is None
                else say("a planet keeps at most {maximum}", maximum=maximum)
            )
            lines.append(
                Item(
                    say("Remove {units} {where}.", units=units(game, excess, "infantry"), where=where),
                    note,
                    "21.cleanup.infantry",
                )
            )
    return lines


def _docks(board: Tracked, position: str) -> list[Item]:
    """A space dock in space is destroyed once nothing but ships of others is with it, as those of the Saar are.

    Rule: 1.scope.unchanged-rules.
    """
    survey = board.survey
    others = any(survey.ship_count(position, side) for side in ("hive", NEUTRAL))
    if not others or any(survey.ship_count(position, seat) for seat in PLAYERS):
        return []
    lines = []
    for seat in PLAYERS:
        docks = board.units(seat, position).get(_DOCK, 0)
        if docks:
            pieces.take(board.game, seat, _DOCK, docks, position)
            lost, where = units(board.game, docks, _DOCK), system_label(board.game, position)
            text = say("{who!c} loses {units} in {system}.", who=board.game.name(seat), units=lost, system=where)
            lines.append(Item(text, say("only ships of others are with it"), "1.scope.unchanged-rules"))
    return lines
