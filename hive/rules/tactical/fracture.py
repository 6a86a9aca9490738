"""What it brings the Hive to move into The Fracture. Rule: 35.void.command-token."""

from __future__ import annotations

from hive.board.sides import Tracked
from hive.naming import items
from hive.rules.area.funds import gain_tokens
from hive.rules.tactical.booking import Plan
from hive.steps import Procedure, Tell
from hive.words import say


def token_of_the_fracture(board: Tracked, plan: Plan) -> Procedure[None]:
    """A command token into the tactic pool once units have moved into an active system of The Fracture."""
    game = board.game
    number = game.tables.galaxy.fracture.tokens
    if not number or not plan.moves or not board.survey.in_the_fracture(plan.destination):
        return
    gained = gain_tokens(game, number)
    text = say("[The Hive] gains {tokens} for The Fracture.", tokens=items(gained, "command_tokens"))
    yield Tell(text, "35.void.command-token")
