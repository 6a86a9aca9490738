"""What it brings the Hive to move into The Fracture, and what the table is told of it. Rules: page 35."""

from __future__ import annotations

from hive.board.sides import Tracked
from hive.model.game import Game
from hive.naming import items
from hive.rules.area.funds import gain_tokens
from hive.rules.tactical.booking import Plan
from hive.rules.tactical.moves import TacticalType
from hive.steps import Item, Procedure, Tell
from hive.words import count, say


def token_of_the_fracture(board: Tracked, plan: Plan) -> Procedure[None]:
    """A command token into the tactic pool once units have moved into an active system of The Fracture."""
    if board.game.tables.galaxy.fracture.tokens and plan.moves and board.survey.in_the_fracture(plan.destination):
        yield moved_in(board.game)


def moved_in(game: Game) -> Tell:
    """Book the command tokens that come for units that have moved there. Rule: 35.void.command-token."""
    gained = gain_tokens(game, game.tables.galaxy.fracture.tokens)
    text = say("[The Hive] gains {tokens} for The Fracture.", tokens=items(gained, "command_tokens"))
    return Tell(text, "35.void.command-token")


def fracture_told(game: Game, action: TacticalType) -> tuple[Item, ...]:
    """What counts of The Fracture for an action, where the table goes by it. Rules: 35.void.accessible and its own."""
    found = game.tables.galaxy.fracture
    if not found.accessible:
        return ()
    if action == "infest" and not found.infested:
        return (Item(say("No system in The Fracture is a target of this action."), rule="35.void.no-infest"),)
    ships = count(found.most_ships or 0, "ship other than fighters", "ships other than fighters")
    return (
        Item(
            say("The Fracture is open: at most {ships} may be there.", ships=ships),
            say(
                "zone {zone}; ships that go there have {bonus} more move value",
                zone=found.zone or 0,
                bonus=found.move_bonus,
            ),
            "35.void.maximum",
        ),
    )
