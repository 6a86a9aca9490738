"""The Hive's vote on an agenda: what it can come to, for which outcome, and how many votes.

Rules: 1.scope.unchanged-rules, page 29.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from hive import keys
from hive.catalog.reading import load_terms
from hive.catalog.tables import Agenda, AgendaOutcome, RuleId, Seat
from hive.catalog.tables.effects import NoVote, VotesFirst, VotesReversed
from hive.effects import effects
from hive.model.game import PLAYERS, Game
from hive.rules.agenda.judging import QUASH, Verdict, balances, judge, reason, rows, span, thresholds
from hive.rules.area import counters
from hive.rules.board import Tracked, known_board, tracked
from hive.rules.control.taking import hive_takes, player_takes, taking_lines
from hive.rules.deck import draw
from hive.rules.laws import elected, scored_secret
from hive.steps import Ask, Choice, Number, Procedure, Row, Shown, Tell, Why, question, which_of
from hive.words import Name, PlanetName, Words, count, listed, printed, say, sentence

FOR, AGAINST = "for", "against"


def outcomes(game: Game, agenda: Agenda) -> tuple[Choice, ...]:
    """The outcomes that can be voted for; none where nothing can be elected or repealed.

    Such a card is discarded, and another one revealed.
    """
    if agenda.effect == "repeals_all" and not game.laws:
        return ()
    return OUTCOMES[agenda.outcome](game, agenda)


def _planets(game: Game, agenda: Agenda) -> tuple[Choice, ...]:
    """Planets that a side controls; without a galaxy the table knows which planet of a side it is."""
    if (board := tracked(game)) is not None:
        return _by_name(board, agenda)
    return tuple(Choice(seat, say("A planet of {who}", who=game.name(seat))) for seat in game.seats)


def _by_name(board: Tracked, agenda: Agenda) -> tuple[Choice, ...]:
    """The planets that an agenda can elect, each by its name; last those that nobody has booked."""
    seats = board.game.seats
    booked = tuple(
        Choice(one, PlanetName(one), sentence(board.game.name(seat)))
        for seat in seats
        for one in _planets_of(board, agenda, seat)
    )
    nobodys = say("whose it is, is not on the map")
    return (*booked, *(Choice(one, PlanetName(one), nobodys) for one in _planets_of(board, agenda, None)))


def _planets_of(board: Tracked, agenda: Agenda, seat: Seat | None) -> list[str]:
    """The planets of a side, or of nobody, that an agenda can elect."""
    survey = board.survey
    ruled_out = {survey.mecatol_rex, survey.home("hive"), *survey.other_homes} if agenda.no_home_or_rex else set()
    return sorted(
        name
        for position in survey.positions
        if position not in ruled_out
        for name, planet in survey.system(position).planets.items()
        if planet.control == seat and agenda.trait in (None, *survey.planet(position, name).traits)
    )


def _laws(game: Game, _: Agenda) -> tuple[Choice, ...]:
    return tuple(Choice(law.name, Name(law.name), sentence(elected(game, law))) for law in game.laws)


OUTCOMES: dict[AgendaOutcome, Callable[[Game, Agenda], tuple[Choice, ...]]] = {
    "for_against": lambda _, __: (Choice(FOR, say("For")), Choice(AGAINST, say("Against"))),
    "elect_player": lambda game, _: tuple(Choice(seat, game.name(seat)) for seat in game.seats),
    "elect_planet": _planets,
    "elect_law": _laws,
    "elect_strategy_card": lambda game, _: tuple(
        Choice(one.key, Name(one.name)) for one in game.tables.strategy_cards.cards
    ),
    "elect_scored_secret_objective": lambda game, _: tuple(
        Choice(seat, scored_secret(game, seat)) for seat in game.seats
    ),
    "hidden_agenda": lambda _, __: (Choice("something_else", say("What the players choose")),),
}


def planet_elected(game: Game, planet: str) -> Procedure[None]:
    """Only a planet that a side controls can be elected, so the table says whose it is if nobody has booked it.

    Without a galaxy it is known by its owner alone.
    """
    board = known_board(game)
    place = next((place for place in board.planets() if place[1] == planet), None)
    if place is None or board.control(place) is not None:
        return
    left: dict[Seat, Words] = {"p1": game.name("p1"), "p2": game.name("p2"), "hive": game.name("hive")}
    seat = yield from which_of(question(keys.ELECTED_OF, planet=PlanetName(place[1], place[0])), left)
    if seat in PLAYERS:
        yield from player_takes(board, place, seat)
    elif board.control(place) is None:
        lines = [*taking_lines(board, place), *hive_takes(board, place)]
        text = say("[The Hive] takes {planets}.", planets=board.named(place))
        yield Tell(text, "4.1.yield-standard", items=tuple(lines))


# --- the Hive's vote on an agenda: for which outcome, and how many votes


NEITHER = "neither"
QUASHES = Choice(QUASH, say("Quash it"))
# More outcomes than these, planets for example, are a list to search.
MOST_TILES = 8
# Of so many outcomes it is shown at once what each of them comes to.
MOST_WEIGHED = 3


@dataclass(frozen=True)
class Ballot:
    """What the Hive votes for, the rule that says so, and the rows of its decision."""

    outcome: Choice
    rule: RuleId
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Votes:
    """The cards drawn for a vote: the icons of the influence cards, those of the multiplier, and what counts for it.

    ``lowered``: by how many icons an event lowers the multiplier card.
    """

    icons: tuple[int, ...] = ()
    multiplier_icons: int | None = None
    multiplier: int = 0
    lowered: int = 0

    @property
    def total(self) -> int:
        """How many votes the Hive casts. Rule: 29.votes.total."""
        return sum(self.icons) * self.multiplier


def choose_outcome(game: Game, agenda: Agenda, outcomes: Sequence[Choice], alone: bool = False) -> Procedure[Ballot]:
    """For which outcome the Hive votes: as it judges, or by what the table judges where the card's row weighs nothing.

    ``alone``: nobody else votes. Raises Mended where the table has changed meanwhile what it judges by.
    Rules: 29.outcome.rewards, 29.outcome.penalties, 29.outcome.quash, Q65, Q143.
    """
    if agenda.weighs is None:
        return (yield from _judged_by_the_table(game, agenda.name, outcomes))
    order = () if alone else voting_order(game)
    verdict = judge(game, agenda, [one.value for one in outcomes], order)
    asking = _proposed if verdict.doubt is None else _in_doubt
    return (yield from asking(game, agenda, outcomes, verdict))


def _proposed(game: Game, agenda: Agenda, outcomes: Sequence[Choice], verdict: Verdict) -> Procedure[Ballot]:
    """The Hive says what it votes for and why, before its cards are drawn; the table may judge otherwise."""
    judgement, every = verdict.judgement, (*outcomes, QUASHES)
    labels = {one.value: one.label for one in outcomes}
    told = next(one for one in every if one.value == judgement.value)
    agreed = QUASHES if told is QUASHES else Choice(told.value, say("{outcome} it is", outcome=told.label), told.note)
    answer = yield from Ask(
        key=keys.HIVE_VOTES,
        text=_told(told, "announced"),
        choices=(agreed, *(one for one in every if one is not told)),
        rule=judgement.rule,
        detail=_before(game),
        why=Why(reason(game, judgement, labels), rows(judgement)),
        anew=True,
        shown=Shown(
            heading=Name(agenda.name),
            kind="search" if len(every) > MOST_TILES else "judge",
            balances=balances(game, verdict, labels) if len(outcomes) <= MOST_WEIGHED else (),
        ),
    )
    if answer == told.value:
        return Ballot(told, judgement.rule, rows(judgement))
    return _otherwise(next(one for one in every if one.value == answer), rows(judgement))


def _in_doubt(game: Game, agenda: Agenda, outcomes: Sequence[Choice], verdict: Verdict) -> Procedure[Ballot]:
    """What only the table knows is asked by what the Hive votes for with each answer; any other outcome is the table's.

    Rule: Q143.
    """
    doubt, every = verdict.doubt, (*outcomes, QUASHES)
    assert doubt is not None
    turned = thresholds(doubt, {one.value: _told(one, "supposed") for one in every})
    others = [one for one in every if one.value not in doubt.by_outcome]
    answer = yield from Ask(
        key=keys.HIVE_VOTES,
        text=doubt.question.text,
        choices=(*turned, *(Choice(one.value, one.label, say("whatever the answer")) for one in others)),
        rule="29.outcome.rewards",
        detail=listed([doubt.question.known, _before(game)], " ") if doubt.question.known else _before(game),
        anew=True,
        shown=Shown(heading=Name(agenda.name), expects=False),
    )
    told = next(one for one in every if one.value == answer)
    if answer not in doubt.by_outcome:
        return _otherwise(told, ())
    rule = doubt.rules[answer]
    said = span(doubt, doubt.by_outcome[answer])
    return Ballot(told, rule, (Row(doubt.question.text, said, rule, decided=True),))


def _otherwise(told: Choice, tested: Sequence[Row]) -> Ballot:
    """The table judges otherwise: what cannot easily be told is its own to say. Rule: 29.outcome.quash."""
    undecided = (Row(one.label, one.result, one.rule) for one in tested)
    row = Row(say("You judge otherwise"), told.label, "29.outcome.quash", decided=True)
    return Ballot(told, "29.outcome.quash", (*undecided, row))


def _before(game: Game) -> Words:
    """Who votes before the Hive, so that its cards are drawn at its turn (Q110). Rule: 29.votes.influence-cards."""
    first = [game.name(seat) for seat in takewhile(lambda seat: seat != "hive", voting_order(game))]
    if not first or "hive" not in voting_order(game):
        return ""
    if len(first) > 1:
        return say("{who} vote before it.", who=listed(first))
    return say("{who} votes before it.", who=first[0])


def _told(outcome: Choice, how: Literal["announced", "supposed", "cast"], votes: int = 0) -> Words:
    """What the Hive votes for, by decks/terms.yaml: before its cards are drawn, if it comes so, or with its votes."""
    terms = load_terms().votes
    row = terms.get(outcome.value, terms["other"])
    text = {"announced": row.announced, "supposed": row.supposed, "cast": row.cast}[how]
    return printed(text, {"outcome": outcome.label, "votes": count(votes, "vote")})


def _judged_by_the_table(game: Game, name: str, outcomes: Sequence[Choice]) -> Procedure[Ballot]:
    """By priorities that only the table can judge. Rules: 29.outcome.rewards, 29.outcome.penalties, Q65."""
    rewards = question(keys.AGENDA_REWARDS, agenda=Name(name), choices=outcomes)
    penalties = question(keys.AGENDA_PENALTIES, agenda=Name(name), choices=outcomes)
    shown = Shown(expects=False, kind="search" if len(outcomes) > MOST_TILES else "ask")
    rows: list[Row] = []
    for ask, priority in (
        (rewards, say("Rewards [the Hive] more than both players")),
        (penalties, say("Penalizes both players more than [the Hive]")),
    ):
        answer = yield from replace(ask, detail=listed([ask.detail, order_words(game)], " "), shown=shown)
        found = next((one for one in outcomes if one.value == answer), None)
        if found is not None:
            return Ballot(found, ask.rule, (*rows, Row(priority, found.label, ask.rule, decided=True)))
        rows.append(Row(priority, say("none") if answer == NEITHER else say("it cannot tell"), ask.rule))
        if answer == QUASH:
            break
    row = Row(say("No outcome is clearly better"), say("quash"), "29.outcome.quash", decided=True)
    return Ballot(QUASHES, "29.outcome.quash", (*rows, row))


def order_words(game: Game) -> Words:
    """Who votes when: clockwise from the left of the Speaker, who is last. Rule: 1.scope.unchanged-rules."""
    names = [game.name(seat) for seat in voting_order(game)]
    if len(names) == 1:
        return say("Only {who} casts votes.", who=names[0])
    return (
        say("The votes are cast in this order: {order}.", order=listed(names)) if names else say("Nobody casts votes.")
    )


def voting_order(game: Game) -> tuple[Seat, ...]:
    """Clockwise from the left of the Speaker, who is last, unless somebody bends it; without those who cast no votes.

    Rules: 1.scope.unchanged-rules, 36.hidden.last.
    """
    start, bending = game.seats.index(game.presiding) + 1, effects(game)
    order = (*game.seats[start:], *game.seats[:start])
    if bending.of(VotesReversed):
        order = (*order[-2::-1], order[-1])
    if game.tables.figures.hive_votes_last.value:
        order = (*(seat for seat in order if seat != "hive"), "hive")
    order = tuple(seat for seat in order if not bending.of(NoVote, seat))
    return tuple(sorted(order, key=lambda seat: not bending.of(VotesFirst, seat)))


def draw_votes(game: Game) -> Procedure[Votes]:
    """Draw a group of influence cards and a multiplier card. The bank keeps its influence (Q66).

    Below one card's worth of influence the multiplier is drawn all the same (Q83); where the deck runs out there are
    fewer cards, and without a multiplier no votes (Q56). The multiplier is lowered before it is compared with counters
    (Q127). Rules: 29.votes.influence-cards, 29.votes.multiplier-card, 37.atomics.votes.
    """
    icons = []
    for _ in range(game.hive.bank.influence // game.tables.figures.influence_per_card.value):
        card = yield from draw(game, "influence", ("icons",), "29.votes.influence-cards")
        if card is None:
            break
        icons.append(card.icons or 0)
    card = yield from draw(game, "multiplier", ("icons",), "29.votes.multiplier-card")
    if card is None:
        return Votes(tuple(icons))
    shown = card.icons or 0
    lowered = min(shown, game.event_cards.atomics)
    return Votes(tuple(icons), shown, max(shown - lowered, _anger_of_the_speaker(game)), lowered)


def _anger_of_the_speaker(game: Game) -> int:
    """The aggression counters of a player who is the Speaker. Rule: 29.votes.speaker-aggression."""
    return 0 if game.presiding == "hive" else counters(game, game.presiding)


def tell_votes(game: Game, ballot: Ballot, votes: Votes, confirmed: bool) -> Tell:
    """The step that tells what the Hive votes, with the cards behind it.

    ``confirmed``: the table has agreed to what it votes for, and sees its votes where it tells what won.
    """
    return Tell(
        text=_told(ballot.outcome, "cast", votes.total),
        rule="29.votes.total",
        key=keys.VOTES,
        confirm="nothing" if confirmed else "done",
        why=why_votes(game, ballot, votes),
        shown=Shown(loud=True),
    )


def why_votes(game: Game, ballot: Ballot, votes: Votes) -> Why:
    """Why the Hive casts so many votes for that: the rows of its decision, and where each of its votes comes from."""
    return Why(_line(game, votes), (*ballot.rows, *_rows(game, votes)))


def votes_of_players(game: Game, outcomes: Sequence[Choice]) -> tuple[Number, ...]:
    """The votes of each player for each outcome, where they are few enough to be entered. Rule: 29.votes.total."""
    if len(outcomes) > MOST_WEIGHED:
        return ()
    voting, board = voting_order(game), known_board(game)
    return tuple(
        Number(
            name=f"{seat}.{one.value}",
            label=say("{who}: {outcome}", who=game.name(seat), outcome=one.label),
            maximum=99,
            note=say("{influence} by ready planets at most", influence=influence) if influence else "",
        )
        for one in outcomes
        for seat in PLAYERS
        if seat in voting
        for influence in [board.influence([seat])]
    )


def counted(numbers: Mapping[str, int], ballot: Ballot | None, votes: Votes | None) -> dict[str, int]:
    """All votes by what they were cast for. In: those of the players by side and outcome."""
    totals: dict[str, int] = {}
    for name, number in numbers.items():
        value = name.partition(".")[2]
        totals[value] = totals.get(value, 0) + number
    if ballot is not None and votes is not None:
        totals[ballot.outcome.value] = totals.get(ballot.outcome.value, 0) + votes.total
    return totals


def so_far(game: Game, votes: Votes) -> Words:
    """What the Hive has cast for an outcome, beside which the players count their own."""
    return say("so far {votes} of {who}", votes=count(votes.total, "vote"), who=game.name("hive"))


def cast_words(ballot: Ballot | None, votes: Votes | None) -> Words:
    """What the Hive has cast, to be counted with the votes of the players; nothing where it has not voted."""
    return _told(ballot.outcome, "cast", votes.total) if ballot is not None and votes is not None else ""


def _line(game: Game, votes: Votes) -> Words:
    """Where the votes come from, in one sentence. Rule: 29.votes.total."""
    if votes.multiplier_icons is None:
        return say("No card is left for the multiplier, so no votes are cast.")
    cards, icons = count(len(votes.icons), "card"), count(sum(votes.icons), "icon")
    drawn = say(
        "{icons} on {cards} for {influence} influence", icons=icons, cards=cards, influence=game.hive.bank.influence
    )
    if votes.multiplier > votes.multiplier_icons - votes.lowered:
        return say(
            "{drawn}, times {multiplier}: {who} is the Speaker and has {counters}.",
            drawn=drawn,
            multiplier=votes.multiplier,
            who=game.name(game.presiding),
            counters=count(votes.multiplier, "counter"),
        )
    return say("{drawn}, times {multiplier} by the last card.", drawn=drawn, multiplier=votes.multiplier)


def _rows(game: Game, votes: Votes) -> list[Row]:
    each = game.tables.figures.influence_per_card.value
    influence = game.hive.bank.influence
    drawn = say(
        "{cards} for {influence} influence, 1 for every full {each}: {icons}",
        cards=count(len(votes.icons), "card"),
        influence=influence,
        each=each,
        icons=count(sum(votes.icons), "icon"),
    )
    rows = [Row(say("Influence cards"), drawn, "29.votes.influence-cards")]
    shown = say("no card is left") if votes.multiplier_icons is None else count(votes.multiplier_icons, "icon")
    rows.append(Row(say("Multiplier card"), shown, "29.votes.multiplier-card"))
    if votes.lowered:
        tokens = say("{number} less, for [the Hive]'s tokens on Stellar Atomics", number=votes.lowered)
        rows.append(Row(say("Multiplier"), tokens, "37.atomics.votes"))
    if votes.multiplier_icons is not None and votes.multiplier > votes.multiplier_icons - votes.lowered:
        has = count(votes.multiplier, "counter")
        angry = say("{who} is the Speaker and has {counters}", who=game.name(game.presiding), counters=has)
        rows.append(Row(say("Multiplier"), angry, "29.votes.speaker-aggression"))
    icons, times = sum(votes.icons), votes.multiplier
    product = say("{icons} × {multiplier} = {votes}", icons=icons, multiplier=times, votes=votes.total)
    rows.append(Row(say("Votes"), product, "29.votes.total"))
    return rows
