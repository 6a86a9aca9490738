"""An agenda that players have voted on at once, outside the agenda phase. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from hive.model.game import Game, Player
from hive.rules.agenda.phase import reveal, vote_and_resolve
from hive.steps import Procedure, Tell
from hive.words import Name, say


def agenda_now(game: Game, source: Name, seat: Player) -> Procedure[None]:
    """Reveal an agenda and vote on it as if the player were the Speaker; then everything goes on as it was.

    Who was calmed until the turn ends stays so: the turn goes on (Q62).
    """
    phase, stage, active = game.phase, game.stage, game.active
    calmed = [one for one in game.players.values() if one.calmed]
    yield Tell(
        say("{source}: an agenda is voted on now; {who} is the Speaker for it.", source=source, who=game.name(seat)),
        "1.scope.unchanged-rules",
    )
    game.phase, game.stage, game.chair = "agenda", "", seat
    while not (yield from vote_and_resolve(game, (yield from reveal(game)))):
        # It was replaced: another one is revealed in its place.
        pass
    game.phase, game.stage, game.active, game.chair = phase, stage, active, None
    for one in calmed:
        one.calmed = True
