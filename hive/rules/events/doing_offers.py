"""What players own or do is offered by its name where it can be used now, without a question and without a tap.

Rule: 1.scope.unchanged-rules.
"""

from __future__ import annotations

from hive import keys
from hive.catalog.tables.doings import Doing
from hive.effects import on_the_planet
from hive.model.game import Game, Player
from hive.rules.events.doing_where import owners
from hive.rules.events.doings import at_this_table, by_the_app
from hive.steps import Step

# On a turn of their own players think of what they have by themselves, and find it among all that can happen.
_BY_LINK = (keys.PLAYER_TURN,)
_PIECES = ("flagship", "mech")


def at_its_moment(game: Game, step: Step) -> list[Doing]:
    """All that can be used at a step, in the order of the table."""
    now = game.tables.moments.at_step.get(step.key, set())
    known = (one for one in game.tables.doings.doings if one.when in now)
    return [one for one in known if at_this_table(game, one) and not by_the_app(game, one)]


def offered(game: Game, step: Step) -> list[Doing]:
    """What a faction at this table brings to a step, and takes part in what goes on there.

    In Twilight's Fall that is what a player is known to have: whoever has used a spliced card once has it.
    """
    if step.key in _BY_LINK:
        return []
    known = [one for one in at_its_moment(game, step) if does_something(one)]
    return [one for one in known if any(_takes_part(game, one, seat) for seat in _having(game, one))]


def _having(game: Game, doing: Doing) -> list[Player]:
    """Who is known to have it: of a faction from the beginning, or spliced."""
    if game.tables.doings.mode != "standard":
        return game.owned.get(doing.doing, [])
    return owners(game, doing) if doing.faction is not None else []


def does_something(doing: Doing) -> bool:
    """Whether it changes the game now, and neither only says what the table does nor holds from now on."""
    return not {act.kind for act in doing.does} & {"says", "elsewhere", "stands"}


def _takes_part(game: Game, doing: Doing, seat: Player) -> bool:
    """Whether a player has units in the battle, and the one that does it; without a battle nobody is left out."""
    if not game.battle:
        return True
    there = game.beside.get(seat, [])
    if doing.kind in _PIECES:
        return doing.kind in there or on_the_planet(doing.kind) in there
    kinds = game.tables.units.by_key
    return any(unit in kinds for unit in there)
