"""What comes before the Hive's turn to vote: what keeps it from voting, and the players who vote before it.

Rules: 1.scope.unchanged-rules, 29.votes.influence-cards, Q110.
"""

from __future__ import annotations

from itertools import takewhile

from hive import keys
from hive.catalog.tables import Agenda, NoVote
from hive.effects import effects
from hive.model.game import Game
from hive.rules.agenda.votes import order_words, voting_order
from hive.rules.moments.calling import moment
from hive.rules.moments.kinds import VoteBegins
from hive.steps import Procedure, Tell
from hive.words import Name, listed, say


def takes_part(game: Game, agenda: Agenda) -> Procedure[bool]:
    """Whether the Hive votes on an agenda. Rules: 1.scope.unchanged-rules, 27.given.political-secret."""
    if (yield from kept_from_voting(game)):
        return False
    yield from moment(game, VoteBegins(agenda.name))
    return not silenced(game)


def silenced(game: Game) -> bool:
    """Whether an effect keeps the Hive from voting. Rule: 1.scope.unchanged-rules."""
    return bool(effects(game).of(NoVote))


def players_before(game: Game, agenda: Agenda) -> Procedure[None]:
    """The players who vote before the Hive have done so before its cards are drawn (Q110).

    Rule: 29.votes.influence-cards.
    """
    first = [game.name(seat) for seat in takewhile(lambda seat: seat != "hive", voting_order(game))]
    if not first:
        return
    who = listed(first)
    text = say("{who} votes on {agenda}, before [the Hive]", who=who, agenda=Name(agenda.name))
    if len(first) > 1:
        text = say("{players} vote on {agenda}, before [the Hive]", players=who, agenda=Name(agenda.name))
    yield Tell(
        text,
        "29.votes.influence-cards",
        key=keys.PLAYERS_VOTE,
        confirm="done",
        detail=listed([order_words(game), say("[The Hive]'s cards are drawn at its turn to vote.")], " "),
    )


def kept_from_voting(game: Game) -> Procedure[bool]:
    """Whether an effect keeps the Hive from voting, and by what. Rule: 1.scope.unchanged-rules."""
    for one in effects(game).of(NoVote):
        yield Tell(say("{effect}.", effect=one.words), "1.scope.unchanged-rules")
        return True
    return False
