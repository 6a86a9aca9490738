"""The decisions of the agenda phase."""

from __future__ import annotations

from hive.catalog.tables import Agenda, Frozen
from hive.catalog.wording import near
from hive.model.game import Game
from hive.rules.agenda import phase as agenda
from hive.scenarios.decisions.decision import Decision, Outcome, Wrong
from hive.steps import Procedure


class AgendaArgs(Frozen):
    """The name of the revealed agenda."""

    agenda: str


def _vote(game: Game, args: AgendaArgs) -> Procedure[Outcome]:
    ballot, votes = yield from agenda.vote(game, _agenda(game, args))
    return Outcome(
        {
            "outcome": ballot.outcome.value,
            "because": ballot.rule,
            "influence_cards": len(votes.icons),
            "multiplier": votes.multiplier,
            "votes": votes.total,
        }
    )


def _resolve(game: Game, args: AgendaArgs) -> Procedure[Outcome]:
    yield from agenda.vote_and_resolve(game, _agenda(game, args))
    return Outcome()


def _agenda(game: Game, args: AgendaArgs) -> Agenda:
    known = game.tables.agendas.by_name
    if args.agenda not in known:
        raise Wrong("agenda", f"no agenda is called '{args.agenda}'.{near(args.agenda, list(known))}")
    return known[args.agenda]


DECISIONS = (
    Decision("vote", "agenda", AgendaArgs, _vote, ("outcome", "because", "influence_cards", "multiplier", "votes")),
    Decision("agenda", "agenda", AgendaArgs, _resolve),
)
