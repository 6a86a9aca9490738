"""The agenda phase: two agendas, each revealed, voted on and resolved, then the end of the phase. Rules: page 29."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hive import keys
from hive.catalog.tables import Agenda, AgendaOutcome, AgendaReplaced, AgendaType
from hive.effects import effects
from hive.effects import end as end_effects
from hive.model.game import Game
from hive.rules.agenda.before import kept_from_voting, players_before, silenced, takes_part
from hive.rules.agenda.demands import demanded
from hive.rules.agenda.outcomes import QUASH, outcomes, planet_elected
from hive.rules.agenda.results import resolve
from hive.rules.agenda.votes import (
    MOST_TILES,
    Ballot,
    Votes,
    cast_words,
    choose_outcome,
    draw_votes,
    order_words,
    so_far,
    tell_votes,
)
from hive.rules.deck.hive_mind import discard_used
from hive.rules.laws.in_play import ANY_PHASE, AS_ITS_CARD_SAYS, UNLISTED, opportunity
from hive.rules.moments.calling import moment
from hive.rules.moments.kinds import AgendaRevealed
from hive.rules.objectives.confirming import replenishing_confirmed
from hive.rules.status.phase import begin_round, realigned, replenish
from hive.steps import Ask, Choice, Mended, Procedure, Shown, Tell, asked
from hive.words import Name, Words, listed, say

ANOTHER = "another"
_KINDS: dict[AgendaOutcome, Words] = {
    "for_against": say("For or Against"),
    "elect_player": say("elects a player"),
    "elect_planet": say("elects a planet"),
    "elect_law": say("elects a law"),
    "elect_strategy_card": say("elects a strategy card"),
    "elect_scored_secret_objective": say("elects a scored secret objective"),
    "hidden_agenda": say("elects on the next agenda"),
}
_TYPES: dict[AgendaType, Words] = {"law": say("law"), "directive": say("directive")}


def agenda_phase(game: Game) -> Procedure[object]:
    """What comes next in the agenda phase; ``game.stage`` counts the agendas that are over."""
    over = int(game.stage or 0)
    return end(game) if over >= game.tables.figures.agendas_each_round.value else next_agenda(game)


def next_agenda(game: Game) -> Procedure[None]:
    """One agenda: revealed, voted on, resolved."""
    while not (yield from vote_and_resolve(game, (yield from reveal(game)))):
        # It was replaced: another one is revealed in its place.
        pass
    game.stage = str(int(game.stage or 0) + 1)


def vote_and_resolve(game: Game, agenda: Agenda) -> Procedure[bool]:
    """The Hive votes, unless Political Secret is played; then the table tells what won, and that comes into effect.

    An agenda that has a law voted on again begins its vote in turn. Who was calmed for a vote of the Hive that was left
    out is not on the next one. Out: whether it was voted on at all; if not, it was replaced by another one.
    Rules: 27.given.political-secret, 25.interference.option-calm, 1.scope.unchanged-rules.
    """
    again: Agenda | None = agenda
    while again is not None:
        yield from moment(game, AgendaRevealed(again.name))
        ballot: Ballot | None = None
        votes: Votes | None = None
        if again.outcome == "elect_player" and (yield from opportunity(game, "player_is_elected")):
            ballot = yield from choose_outcome(game, again.name, outcomes(game, again))
        elif not replaced(game) and (yield from takes_part(game, again)):
            yield from players_before(game, again)
            if not replaced(game) and not (yield from kept_from_voting(game)):
                ballot, votes = yield from vote(game, again)
        won = None if replaced(game) else (yield from _counted(game, again, ballot, votes))
        _calm_ends(game)
        if won is None:
            yield _discarded(game, again)
            return False
        if silenced(game):
            ballot = None
        if again.outcome == "elect_planet" and won.value != QUASH:
            yield from planet_elected(game, won.value)
        again = yield from resolve(game, again, won, ballot.outcome.value if ballot is not None else "")
        end_effects(game, "agenda")
    return True


def replaced(game: Game) -> bool:
    """Whether a card or an ability has the agenda replaced by another one. Rule: 1.scope.unchanged-rules."""
    return bool(effects(game).of(AgendaReplaced))


def _discarded(game: Game, agenda: Agenda) -> Tell:
    source = effects(game).of(AgendaReplaced)[-1].source
    end_effects(game, "agenda")
    text = say("{source}: discard {agenda}, and reveal another.", source=Name(source), agenda=Name(agenda.name))
    return Tell(text, "1.scope.unchanged-rules")


def _counted(game: Game, agenda: Agenda, ballot: Ballot | None, votes: Votes | None) -> Procedure[Choice | None]:
    """What won; None where it is replaced before that is said."""
    while True:
        try:
            return (yield from result(game, agenda, ballot, votes))
        except Mended:
            if replaced(game):
                return None
            if silenced(game):
                # Its votes, which it has told already, do not count.
                ballot = votes = None


def vote(game: Game, agenda: Agenda) -> Procedure[tuple[Ballot, Votes]]:
    """The Hive's turn to vote: it chooses an outcome, draws its cards and casts its votes.

    What an interference transaction has calmed ends with it. Rules: 29.votes.total, 25.interference.option-calm.
    """
    game.active = "hive"
    keep = list(game.deck.in_use)
    candidates = outcomes(game, agenda)
    ballot = yield from choose_outcome(game, agenda.name, candidates)
    ballot = yield from demanded(game, ballot, candidates)
    votes = yield from draw_votes(game)
    yield tell_votes(game, ballot, votes)
    discard_used(game, keep)
    game.active = None
    _calm_ends(game)
    return ballot, votes


def _calm_ends(game: Game) -> None:
    for player in game.players.values():
        player.calmed = False


def reveal(game: Game) -> Procedure[Agenda]:
    """The table names the revealed agenda. One that has nothing to elect or repeal is discarded for another."""
    while True:
        answer = yield from asked(
            Ask(
                key=keys.AGENDA,
                text=say("Agenda {number}: which one is revealed?", number=int(game.stage or 0) + 1),
                choices=(*_hidden(game), Choice(ANOTHER, say("Another card"), say("not in this list"))),
                rule="1.scope.unchanged-rules",
                shown=Shown(expects=False, layout="search"),
                opens=True,
            )
        )
        if answer == ANOTHER:
            return (yield from _unlisted())
        # An event may have brought the same one into play meanwhile.
        agenda = game.tables.agendas.by_name[answer]
        game.agendas.append(agenda.name)
        if outcomes(game, agenda):
            return agenda
        text = say("{agenda} finds nothing to elect: discard it, reveal another.", agenda=Name(agenda.name))
        yield Tell(text, "1.scope.unchanged-rules")


def _hidden(game: Game) -> list[Choice]:
    """The agendas of the boxes on the table that have not been revealed, by name. Rule: 1.setup.purge-agendas."""
    return [Choice(one.name, Name(one.name), _note(one)) for one in sorted(unseen(game), key=lambda one: one.name)]


def unseen(game: Game) -> list[Agenda]:
    """The agendas that can still be revealed with the boxes on the table. Rule: 1.setup.purge-agendas."""
    boxes, shown = game.settings.boxes, {*game.agendas, *(law.name for law in game.laws)}
    return [
        agenda
        for agenda in game.tables.agendas.agendas
        if not agenda.purged and agenda.box in boxes and agenda.removed_by not in boxes and agenda.name not in shown
    ]


def _note(agenda: Agenda) -> Words:
    return say("{type}, {outcome}", type=_TYPES[agenda.type], outcome=_KINDS[agenda.outcome])


def _unlisted() -> Procedure[Agenda]:
    """A card that is not in the tables: the table says what kind of card it is."""
    types: tuple[AgendaType, AgendaType] = ("law", "directive")
    kinds = {f"{kind}.{outcome}": (kind, outcome) for kind in types for outcome in _KINDS if outcome != "hidden_agenda"}
    answer = yield from asked(
        Ask(
            key=keys.AGENDA_KIND,
            text=say("What kind of card is it?"),
            choices=tuple(
                Choice(key, say("{type!c}, {outcome}", type=_TYPES[kind], outcome=_KINDS[one]))
                for key, (kind, one) in kinds.items()
            ),
            rule="1.scope.unchanged-rules",
            shown=Shown(expects=False),
        )
    )
    kind, outcome = kinds[answer]
    phases = list(ANY_PHASE) if kind == "law" else []
    matters = str(AS_ITS_CARD_SAYS) if kind == "law" else None
    return Agenda(name=str(UNLISTED[kind]), type=kind, outcome=outcome, box="base", phases=phases, matters=matters)


def result(game: Game, agenda: Agenda, ballot: Ballot | None, votes: Votes | None = None) -> Procedure[Choice]:
    """What won: only the table counts all votes. Rules: 29.outcome.quash, Q65."""
    choices = _by_the_hive(game, outcomes(game, agenda), ballot, votes)
    answer = yield from asked(
        Ask(
            key=keys.VOTED,
            text=say("{agenda}: what won?", agenda=Name(agenda.name)),
            choices=tuple(choices),
            rule="1.scope.unchanged-rules",
            detail=listed([*cast_words(ballot, votes), order_words(game), _tie(game)], " "),
            shown=Shown(expects=False, layout="search" if len(choices) > MOST_TILES else "tiles"),
            anew=True,
        )
    )
    return next(choice for choice in choices if choice.value == answer)


def _tie(game: Game) -> Words:
    """Rule: 29.outcome.quash, Q65."""
    if game.presiding == "hive":
        return say("In a tie the outcome that [the Hive] voted for wins, or else you choose in its favour.")
    return say("A tie is decided by {who}.", who=game.name(game.presiding))


def _by_the_hive(game: Game, found: Sequence[Choice], ballot: Ballot | None, votes: Votes | None) -> list[Choice]:
    """All outcomes, quashing included; the one that the Hive voted for stands first, with its votes."""
    quashed = Choice(QUASH, say("Quashed"), say("discarded without effect"))
    hives = ballot.outcome.value if ballot is not None else ""
    told = [
        replace(choice, note=so_far(game, votes)) if votes is not None and choice.value == hives else choice
        for choice in (*found, quashed)
    ]
    return sorted(told, key=lambda choice: choice.value != hives)


def end(game: Game) -> Procedure[None]:
    """The bank is replenished, but no infantry (Q84), and the deck realigned.

    Rules: 29.end.replenish, 29.end.realign.
    """
    end_effects(game, "phase")
    yield from replenishing_confirmed(game, infantry=False)
    lines = [*replenish(game, "29.end.replenish"), realigned(game, "29.end.realign")]
    yield Tell(
        say("The agenda phase ends for [the Hive]"),
        "29.end.replenish",
        key=keys.AGENDA_END,
        confirm="done",
        items=tuple(lines),
    )
    begin_round(game)
