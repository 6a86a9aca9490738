"""What the steps of a combat draw: both sides as they stand, and in which order the Hive gives up its units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hive.catalog.tables import Foe, Owner
from hive.pictures import Piece, Sides
from hive.rules.combat.expected import expected
from hive.rules.combat.fight import Fight
from hive.rules.combat.units import ground_forces, ships
from hive.rules.diagrams.damage import Arena, assign_hits


def sides(fight: Fight, planet: str | None, players: Sequence[Foe] | None = None) -> Sides:
    """Both sides of a combat, as far as the board knows: their ships in space, or their ground forces on a planet.

    ``players`` are those in it, where the battle does not know them yet.
    """
    game, kind = fight.game, ships if planet is None else ground_forces
    seats: tuple[Owner, ...] = ("hive", *(fight.players if players is None else players))
    there = {seat: kind(game, fight.units(seat, planet)) for seat in seats}
    damaged = {seat: fight.board.damaged(seat, fight.position, planet) for seat in seats}
    drawn = tuple(piece for seat in seats for piece in _pieces(seat, there[seat], damaged[seat]))
    lost = () if players is not None else _lost(fight, planet)
    return Sides(seats, _but(drawn, lost), _gives_up(fight, planet, there["hive"], damaged["hive"]), lost)


def _lost(fight: Fight, planet: str | None) -> tuple[Piece, ...]:
    """What the hits so far are expected to have cost the players."""
    return tuple(
        Piece(seat, unit, number)
        for seat, hits in expected(fight, planet).items()
        for unit, number in reversed(list(hits.destroyed.items()))
    )


def _but(drawn: Sequence[Piece], lost: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces without those that are lost, whole ones of a type first."""
    gone = Counter({(one.seat, one.unit): one.number for one in lost})
    found = []
    for piece in reversed(drawn):
        taken = min(piece.number, gone[piece.seat, piece.unit])
        gone[piece.seat, piece.unit] -= taken
        found.append(replace(piece, number=piece.number - taken))
    return tuple(piece for piece in reversed(found) if piece.number)


def _pieces(seat: Owner, units: Mapping[str, int], damaged: Mapping[str, int]) -> list[Piece]:
    """Units of a side, the strongest first, damaged ones before whole ones of their type."""
    found = []
    for unit, number in reversed(list(units.items())):
        hurt = min(number, damaged.get(unit, 0))
        found += [Piece(seat, unit, hurt, hurt=True), Piece(seat, unit, number - hurt)]
    return [piece for piece in found if piece.number]


def _gives_up(
    fight: Fight, planet: str | None, units: Mapping[str, int], damaged: Mapping[str, int]
) -> tuple[Piece, ...]:
    """What each further hit costs the Hive, hit by hit, equal ones together. Rules: 5.4."""
    arena: Arena = "space" if planet is None else "ground"
    order: list[Piece] = []
    before = assign_hits(fight.game, arena, units, damaged, 0)
    for hits in range(1, 2 * sum(units.values()) + 1):
        taken = assign_hits(fight.game, arena, units, damaged, hits)
        if taken.left_over:
            break
        for unit in units:
            for hurt, now, was in (
                (True, taken.sustained, before.sustained),
                (False, taken.destroyed, before.destroyed),
            ):
                if now.get(unit, 0) > was.get(unit, 0):
                    order.append(Piece("hive", unit, 1, hurt))
        before = taken
    return _together(order)


def _together(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Equal ones in a row as one."""
    found: list[Piece] = []
    for piece in pieces:
        if found and (found[-1].unit, found[-1].hurt) == (piece.unit, piece.hurt):
            found[-1] = Piece(piece.seat, piece.unit, found[-1].number + 1, piece.hurt)
        else:
            found.append(piece)
    return tuple(found)
