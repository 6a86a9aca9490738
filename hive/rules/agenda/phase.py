"""The agenda phase: two agendas, each revealed, voted on and resolved, then the end of the phase.

Rules: 1.scope.unchanged-rules, 29.votes.influence-cards, Q110, 14.counter.fleet-removal, page 29.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from hive import keys
from hive.catalog.tables import Agenda, AgendaReplaced, AgendaType, NoVote
from hive.catalog.tables.effects import VoteDemanded
from hive.effects import effects
from hive.effects import end as end_effects
from hive.model.game import PLAYERS, Game
from hive.naming import term
from hive.rules.acts.core import UNCHANGED
from hive.rules.agenda.judging import QUASH
from hive.rules.agenda.measures import unseen
from hive.rules.agenda.votes import (
    AGAINST,
    FOR,
    MOST_TILES,
    OUTCOMES,
    Ballot,
    Votes,
    cast_words,
    choose_outcome,
    counted,
    draw_votes,
    order_words,
    outcomes,
    planet_elected,
    so_far,
    tell_votes,
    votes_of_players,
    voting_order,
    why_votes,
)
from hive.rules.area import fleet_token_lost
from hive.rules.deck import discard_used
from hive.rules.laws import ANY_PHASE, AS_ITS_CARD_SAYS, UNLISTED, duty, elects_hive, enact, opportunity, repeal
from hive.rules.moments import AgendaResolved, AgendaRevealed, VoteBegins, done_by_themselves, happen, moment
from hive.rules.objectives.confirming import replenishing_confirmed
from hive.rules.status import begin_round, realigned, replenish
from hive.steps import (
    Choice,
    Confirmed,
    Item,
    Mended,
    Peak,
    Procedure,
    Row,
    Shown,
    Tallied,
    Tell,
    anew,
    filled,
    question,
)
from hive.words import Name, Words, count, listed, say


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
    yield Confirmed(
        text,
        "29.votes.influence-cards",
        key=keys.PLAYERS_VOTE,
        detail=listed([order_words(game), say("[The Hive]'s cards are drawn at its turn to vote.")], " "),
    )


def kept_from_voting(game: Game) -> Procedure[bool]:
    """Whether an effect keeps the Hive from voting, and by what. Rule: 1.scope.unchanged-rules."""
    for one in effects(game).of(NoVote):
        yield Tell(say("{effect}.", effect=one.words), UNCHANGED)
        return True
    return False


# --- players who demand how the Hive votes


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
            undecided = (row for row in ballot.rows if not row.decided)
            row = Row(label, asked_for.label, UNCHANGED, decided=True)
            ballot = Ballot(asked_for, UNCHANGED, (*undecided, row))
    return ballot


# --- what comes of a vote: laws enacted and repealed, directives carried out by the table


def resolve(game: Game, agenda: Agenda, won: Choice, voted: str = "") -> Procedure[Agenda | None]:
    """Put the outcome into effect as far as the app tracks it. Out: a law that is voted on again at once, or None.

    ``voted``: what the Hive voted for, empty if it did not.

    Rules: 29.outcome.quash, 29.elected-laws.
    """
    if won.value == QUASH:
        yield Tell(say("{agenda} is quashed: discard it.", agenda=Name(agenda.name)), "29.outcome.quash")
        return None
    found = AgendaResolved(agenda.name, won.value, voted)
    lines = [*_law(game, agenda, won), *_repealed(game, agenda, won), *happen(game, found)]
    if agenda.points and not agenda.acts and agenda.name not in done_by_themselves():
        lines.append(Item(say("Enter victory points that change under “Something happened”."), rule=UNCHANGED))
    yield Tell(_what_won(agenda, won), UNCHANGED, items=tuple(lines), shown=Shown(peak=_law_peak(game, agenda, won)))
    yield from moment(game, found)
    if agenda.effect != "votes_again":
        return None
    return game.tables.agendas.by_name.get(won.value)


def _what_won(agenda: Agenda, won: Choice) -> Words:
    if won.value in (FOR, AGAINST):
        return say("{agenda}: {outcome}.", agenda=Name(agenda.name), outcome=won.label)
    return say("{agenda}: {outcome} is elected.", agenda=Name(agenda.name), outcome=won.label)


def _law_peak(game: Game, agenda: Agenda, won: Choice) -> Peak | None:
    """That a law stays in play from now on."""
    if agenda.type != "law" or won.value == AGAINST:
        return None
    return Peak("law", say("{agenda} is law", agenda=Name(agenda.name)), ((len(game.laws), say("laws in play")),))


def _law(game: Game, agenda: Agenda, won: Choice) -> list[Item]:
    """A law stays in play, but for one that was voted down; everything else is done now."""
    if agenda.type != "law" or won.value == AGAINST:
        return [Item(say("Do what the card says for “{outcome}”, and discard it.", outcome=won.label), rule=UNCHANGED)]
    brought = enact(game, agenda.name, "" if won.value == FOR else won.label)
    law = game.laws[-1]
    lines = [Item(say("The law stays in play until it is repealed."), rule=UNCHANGED), *brought]
    return [*lines, duty(game, law)] if elects_hive(game, law) else lines


def _repealed(game: Game, agenda: Agenda, won: Choice) -> list[Item]:
    """The laws that the outcome takes out of play."""
    if agenda.effect in ("repeals_the_elected", "votes_again"):
        gone = [won.value]
    elif agenda.effect == "repeals_all" and won.value == FOR:
        gone = [law.name for law in game.laws]
    else:
        return []
    left = [line for name in gone for line in repeal(game, name)]
    return [Item(say("Out of play: {laws}.", laws=listed([Name(name) for name in gone])), rule=UNCHANGED), *left]


# --- the agenda phase: two agendas, each revealed, voted on and resolved, then the end of the phase


ANOTHER = "another"


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
            ballot = yield from _elects_alone(game, again)
        elif not replaced(game) and (yield from takes_part(game, again)):
            ballot, votes = yield from _at_its_turn(game, again)
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


def _elects_alone(game: Game, agenda: Agenda) -> Procedure[Ballot]:
    """Nobody votes: the Hive elects by its priorities. Rule: 29.elected-laws."""
    return (yield from anew(lambda: choose_outcome(game, agenda, outcomes(game, agenda), alone=True)))


def _at_its_turn(game: Game, agenda: Agenda) -> Procedure[tuple[Ballot | None, Votes | None]]:
    """The Hive votes once the players before it have; nothing if it is kept from it, or the agenda is replaced.

    What it judges by itself it says in the same step.
    """
    if agenda.weighs is None:
        yield from players_before(game, agenda)
    while not replaced(game) and not (yield from kept_from_voting(game)):
        try:
            return (yield from vote(game, agenda))
        except Mended:
            continue
    return None, None


def replaced(game: Game) -> bool:
    """Whether a card or an ability has the agenda replaced by another one. Rule: 1.scope.unchanged-rules."""
    return bool(effects(game).of(AgendaReplaced))


def _discarded(game: Game, agenda: Agenda) -> Tell:
    source = effects(game).of(AgendaReplaced)[-1].source
    end_effects(game, "agenda")
    text = say("{source}: discard {agenda}, and reveal another.", source=Name(source), agenda=Name(agenda.name))
    return Tell(text, UNCHANGED)


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

    What an interference transaction has calmed ends with it. Raises Mended, before any card is drawn.
    Rules: 29.votes.total, 25.interference.option-calm.
    """
    game.active = "hive"
    keep = list(game.deck.in_use)
    candidates = outcomes(game, agenda)
    ballot = yield from choose_outcome(game, agenda, candidates)
    ballot = yield from demanded(game, ballot, candidates)
    votes = yield from draw_votes(game)
    yield tell_votes(game, ballot, votes, confirmed=agenda.weighs is not None)
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
        answer = yield from question(keys.AGENDA, number=int(game.stage or 0) + 1, choices=_hidden(game))
        if answer == ANOTHER:
            return (yield from _unlisted())
        # An event may have brought the same one into play meanwhile.
        agenda = game.tables.agendas.by_name[answer]
        game.agendas.append(agenda.name)
        if outcomes(game, agenda):
            return agenda
        text = say("{agenda} finds nothing to elect: discard it, reveal another.", agenda=Name(agenda.name))
        yield Tell(text, UNCHANGED)


def _hidden(game: Game) -> list[Choice]:
    """The agendas of the boxes on the table that have not been revealed, by name. Rule: 1.setup.purge-agendas."""
    return [Choice(one.name, Name(one.name), _note(one)) for one in sorted(unseen(game), key=lambda one: one.name)]


def _note(agenda: Agenda) -> Words:
    return say("{type}, {outcome}", type=term("type", agenda.type), outcome=term("outcome", agenda.outcome))


def _unlisted() -> Procedure[Agenda]:
    """A card that is not in the tables: the table says what kind of card it is."""
    types: tuple[AgendaType, AgendaType] = ("law", "directive")
    elects = [outcome for outcome in OUTCOMES if outcome != "hidden_agenda"]
    kinds = {f"{kind}.{outcome}": (kind, outcome) for kind in types for outcome in elects}
    answer = yield from question(
        keys.AGENDA_KIND,
        choices=(
            Choice(key, say("{type!c}, {outcome}", type=term("type", kind), outcome=term("outcome", one)))
            for key, (kind, one) in kinds.items()
        ),
    )
    kind, outcome = kinds[answer]
    phases = list(ANY_PHASE) if kind == "law" else []
    matters = str(AS_ITS_CARD_SAYS) if kind == "law" else None
    return Agenda(name=str(UNLISTED[kind]), type=kind, outcome=outcome, box="base", phases=phases, matters=matters)


COUNTED = Choice("counted", say("Count the votes"))
"""The answer by which the votes of the players are counted with those of the Hive."""


def result(game: Game, agenda: Agenda, ballot: Ballot | None, votes: Votes | None = None) -> Procedure[Choice]:
    """What won: the table says it, or enters the votes of the players. Rules: 29.outcome.quash, Q65."""
    found = _by_the_hive(outcomes(game, agenda), ballot)
    hives = ballot.outcome.value if ballot is not None else ""
    numbers = votes_of_players(game, [one for one in found if one.value != QUASH]) if votes is not None else ()
    led, cast = votes is not None and votes.total > 0, so_far(game, votes) if votes is not None else ""
    answer = yield from filled(
        question(
            keys.VOTED,
            agenda=Name(agenda.name),
            choices=(*([COUNTED] if numbers else []), *(_wins(one, cast, ballot) for one in found)),
            detail=listed(_outlook(game, votes), " "),
            why=why_votes(game, ballot, votes) if ballot is not None and votes is not None else None,
            numbers=numbers,
            shown=Shown(
                heading=cast_words(ballot, votes),
                expects=led and bool(numbers),
                kind="count" if numbers else "search" if len(found) > MOST_TILES else "ask",
                tally=tuple(
                    Tallied(one.value, one.label, _most(one), votes.total if votes and one.value == hives else 0)
                    for one in found
                ),
            ),
        )
    )
    value = answer.choice
    if value == COUNTED.value:
        value = yield from _counted_out(game, found, counted(answer.numbers, ballot, votes), ballot)
    return next(choice for choice in found if choice.value == value)


def _most(found: Choice) -> Words:
    """What is said where it has most votes."""
    if found.value == QUASH:
        return found.label
    if found.value in (FOR, AGAINST):
        return say("{outcome} wins", outcome=found.label)
    return say("{outcome} is elected", outcome=found.label)


def _wins(found: Choice, cast: Words, ballot: Ballot | None) -> Choice:
    """As an answer; where nobody enters votes, with what the Hive has cast for it."""
    label = _most(found) if found.value in (FOR, AGAINST) else found.label
    hives = ballot is not None and ballot.outcome.value == found.value
    return replace(found, label=label, note=cast if hives and cast else found.note)


def _counted_out(
    game: Game, found: Sequence[Choice], totals: Mapping[str, int], ballot: Ballot | None
) -> Procedure[str]:
    """The outcome with most votes; the Speaker decides a tie, the Hive for what it has voted for. Rule: Q65."""
    best = [one for one in found if totals.get(one.value, 0) == max(totals.values())]
    hives = ballot.outcome.value if ballot is not None else ""
    if len(best) == 1 or (game.presiding == "hive" and hives in [one.value for one in best]):
        return next((one.value for one in best if one.value == hives), best[0].value)
    return (
        yield from question(keys.VOTES_TIED, votes=count(max(totals.values()), "vote"), choices=best, detail=_tie(game))
    )


def _outlook(game: Game, votes: Votes | None) -> list[Words]:
    """What the votes still come to: beside those of the Hive alone nothing wins or ties. Rule: Q65."""
    alone = votes is not None and votes.total and voting_order(game) == ("hive",)
    return [order_words(game)] if alone else [*_needed(game, votes), order_words(game), _tie(game)]


def _needed(game: Game, votes: Votes | None) -> list[Words]:
    """How many votes of the players it takes to beat those of the Hive. Rule: Q65."""
    if votes is None or not votes.total:
        return []
    if game.presiding == "hive":
        return [say("{votes} on one other outcome win.", votes=count(votes.total + 1, "vote"))]
    tie = count(votes.total, "vote")
    return [say("On one other outcome {votes} tie, {more} win.", votes=tie, more=votes.total + 1)]


def _tie(game: Game) -> Words:
    """Rule: 29.outcome.quash, Q65."""
    if game.presiding == "hive":
        return say("In a tie the outcome that [the Hive] voted for wins, or else you choose in its favour.")
    return say("A tie is decided by {who}.", who=game.name(game.presiding))


def _by_the_hive(found: Sequence[Choice], ballot: Ballot | None) -> list[Choice]:
    """All outcomes, quashing included; the one that the Hive voted for stands first."""
    quashed = Choice(QUASH, say("Quashed"), say("discarded without effect"))
    hives = ballot.outcome.value if ballot is not None else ""
    return sorted((*found, quashed), key=lambda choice: choice.value != hives)


def end(game: Game) -> Procedure[None]:
    """The bank is replenished, but no infantry (Q84), and the deck realigned.

    Rules: 29.end.replenish, 29.end.realign.
    """
    end_effects(game, "phase")
    yield from replenishing_confirmed(game, infantry=False)
    lines = [*replenish(game, "29.end.replenish"), realigned(game, "29.end.realign")]
    yield Confirmed(
        say("The agenda phase ends for [the Hive]"), "29.end.replenish", key=keys.AGENDA_END, items=tuple(lines)
    )
    begin_round(game)
