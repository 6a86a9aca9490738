"""Players who demand how the Hive votes. Rules: 1.scope.unchanged-rules, 14.counter.fleet-removal."""

from __future__ import annotations

from collections.abc import Sequence

from hive.catalog.tables.effects import VoteDemanded
from hive.effects import effects
from hive.model.game import PLAYERS, Game
from hive.reasons import Row
from hive.rules.agenda.votes import Ballot
from hive.rules.area.points import fleet_token_lost
from hive.steps import Choice, Procedure
from hive.words import Name, say

_RULE = "1.scope.unchanged-rules"


def demanded(game: Game, ballot: Ballot, outcomes: Sequence[Choice]) -> Procedure[Ballot]:
    """The Hive votes by its own rules, and pays with a token where that is not what a player demands.

    Without a token it cannot pay, and votes for what is demanded. In and out: what it votes for.
    """
    for one in effects(game).of(VoteDemanded):
        if one.effect.outcome == ballot.outcome.value:
            continue
        asked_for = next((choice for choice in outcomes if choice.value == one.effect.outcome), None)
        if game.hive.tokens.strategy or asked_for is None:
            yield from fleet_token_lost(game, next((seat for seat in PLAYERS if seat == one.owner), None))
        else:
            label = say("{source} demands it, and no token is left to pay with", source=Name(one.source))
            rows = (*(row for row in ballot.rows if not row.decided), Row(label, asked_for.label, _RULE, decided=True))
            ballot = Ballot(asked_for, _RULE, rows)
    return ballot
