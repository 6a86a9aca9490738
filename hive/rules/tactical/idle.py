"""A tactical action in which nothing happens but that its command token is placed. Rules: pages 15 and 21.

Fighters and infantry are placed "as required", and leave the board at the end of the turn: where nothing moves, and
nothing there can be fought, fired at or invaded, none are required, and none are put there for the next tap to remove.
"""

from __future__ import annotations

from collections.abc import Sequence

from hive.board.sides import Tracked
from hive.model.game import FOES
from hive.naming import items
from hive.rules.combat.support import unit_support
from hive.rules.combat.units import cannons, cannons_in_reach, ships
from hive.rules.diagrams.planets import invadable, too_little_influence
from hive.rules.tactical.booking import Plan
from hive.steps import Card, Item
from hive.words import PlanetName, say


def only_the_token(board: Tracked, plan: Plan, cards: Sequence[Card]) -> bool:
    """Whether placing the token is all that an action comes to; a frontier token may still be explored.

    Rules: 15.move.source, 21.units.placement, 21.invasion.mecatol-rex, 1.scope.unchanged-rules.
    """
    if plan.moves:
        return False
    game, survey, position = board.game, board.survey, plan.destination
    mine = ships(game, board.units("hive", position))
    met = any(ships(game, board.units(seat, position)) for seat in FOES)
    fought = met and (mine or cannons(game, survey, "hive", position))
    fired_at = mine and cannons_in_reach(game, survey, position)
    invades = _can_land(board, plan, cards) and invadable(game, survey, position)
    return not (fought or fired_at or invades)


def _can_land(board: Tracked, plan: Plan, cards: Sequence[Card]) -> bool:
    """Whether there would be infantry to land."""
    standing = board.units("hive", plan.destination).get("infantry", 0)
    return bool(standing or unit_support(board.game, board.survey, plan.destination, cards).infantry)


def nothing_else(board: Tracked, plan: Plan, cards: Sequence[Card]) -> tuple[Item, ...]:
    """Why no more than the token is placed, and why the Hive does not land on Mecatol Rex."""
    game, survey = board.game, board.survey
    text = say("No ship moves, and nothing there is fought or invaded: no fighters and no infantry come.")
    lines = [Item(text, say("if players are there, correct it first"), "21.units.placement", aside=True)]
    if plan.destination == survey.mecatol_rex and _can_land(board, plan, cards):
        lines += [
            Item(
                say("[The Hive] does not land on {planet}.", planet=PlanetName(planet, plan.destination)),
                say(
                    "it has {influence} in its bank, and needs {needed}",
                    influence=items(game.hive.bank.influence, "influence"),
                    needed=game.tables.figures.mecatol_rex_influence.value,
                ),
                "21.invasion.mecatol-rex",
                aside=True,
            )
            for planet in too_little_influence(game, survey)
        ]
    return tuple(lines)
