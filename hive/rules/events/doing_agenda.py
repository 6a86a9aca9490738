"""An agenda that players have voted on at once, outside the agenda phase. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from hive.model.game import Game, Player
from hive.rules.agenda.phase import reveal, vote_and_resolve
from hive.steps import Procedure, Tell
from hive.words import Name, say


def agenda_now(game: Game, source: Name, seat: Player) -> Procedure[None]:
    """Reveal an agenda and vote on it as if the player were the Speaker; then everything goes on as it was."""
    phase, stage, active, speaker = game.phase, game.stage, game.active, game.speaker
    yield Tell(
        say("{source}: an agenda is voted on now; {who} is the Speaker for it.", source=source, who=game.name(seat)),
        "1.scope.unchanged-rules",
    )
    game.phase, game.stage, game.speaker = "agenda", "", seat
    while not (yield from vote_and_resolve(game, (yield from reveal(game)))):
        # It was replaced: another one is revealed in its place.
        pass
    made_speaker = game.speaker
    game.phase, game.stage, game.active = phase, stage, active
    # An outcome can make somebody the Speaker for good.
    game.speaker = speaker if made_speaker == seat else made_speaker
