"""Players who demand how the Hive votes. Rules: 1.scope.unchanged-rules, 14.counter.fleet-removal."""

from __future__ import annotations

from hive.catalog.tables.laws import VoteDemanded
from hive.effects import effects
from hive.model.game import PLAYERS, Game
from hive.rules.agenda.votes import Ballot
from hive.rules.area.counters import fleet_token_lost
from hive.steps import Procedure


def demanded(game: Game, ballot: Ballot) -> Procedure[None]:
    """The Hive votes by its own rules, and pays with a token where that is not what a player demands."""
    for one in effects(game).of(VoteDemanded):
        if one.effect.outcome != ballot.outcome.value:
            yield from fleet_token_lost(game, next((seat for seat in PLAYERS if seat == one.owner), None))
