"""How the Hive judges an agenda by page 29: rewards, then penalties, else it votes to quash; and how it says so.

Each outcome is judged as if it had won. What only the table knows is asked: one thing at most, if it can turn the vote.
A number is asked for by its thresholds; two sides are compared by who has more.

Rules: 29.outcome.rewards, 29.outcome.penalties, 29.outcome.quash, 5.2.planets, Q04, Q110, Q143.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from hive.catalog.reading import load_questions
from hive.catalog.tables import Agenda, MostTold, OpenAnswer, OpenQuestion, Seat, Worth
from hive.model.game import PLAYERS, Game
from hive.naming import AMOUNTS_OF, COUNTED_FOR, STAKES, items
from hive.rules.agenda.measures import TOGETHER, Facts, Told, per_technology, planets, plays_muaat
from hive.rules.agenda.weighing import Outcome, Part, parts, weigh
from hive.rules.area import controlled_planets
from hive.rules.board import PlanetAt, Tracked, board_of, tracked
from hive.rules.diagrams.systems import CONTROL, completing_planets, decide_planets
from hive.steps import Balance, Choice, Row
from hive.words import Argument, Figure, Words, count, listed, printed, say, sentence

REWARDS, PENALTIES, QUASHES = "29.outcome.rewards", "29.outcome.penalties", "29.outcome.quash"
QUASH = "quash"


# --- what only the table knows


@dataclass(frozen=True)
class Answer:
    """An answer that the table can give: the number, or the words of one that is none, and what it tells."""

    told: Told
    number: int | None = None
    words: Words = ""


@dataclass(frozen=True)
class Question:
    """What is asked: its words, what the app knows of it already, and all answers, the least first."""

    text: Words
    known: Words
    answers: tuple[Answer, ...]


_KNOWN: dict[str, Callable[[Game], int]] = {
    "trade_goods": lambda game: game.hive.all_trade_goods,
    "per_technology": lambda game: int(per_technology(Facts(game), "hive")),
    "pools": lambda game: sum(game.tables.agendas.by_name["Armed Forces Standardization"].amounts.values()),
    "cards_of_owners": lambda game: game.hive.action_cards,
    "mechs": lambda game: game.hive.units.get("mech", 0),
    "planets": controlled_planets,
    "sides_with_pds": lambda game: game.hive.units.get("pds", 0),
}
"""The number in the words of a question: what the Hive has, or would lose, of what is counted."""
_WHO_HAS_MORE = (
    OpenAnswer(words="[the Hive]", told={"hive": 1, TOGETHER: 0}),
    OpenAnswer(words="as many"),
    OpenAnswer(words="you two", told={"hive": 0, TOGETHER: 1}),
)


def questions(game: Game, counted: Sequence[str], before: int) -> list[Question]:
    """What only the table knows of what is counted. ``before``: how many players vote before the Hive."""
    rows = (row for row in load_questions().open_in_a_vote if row.by in counted and row.before in (None, before))
    return [_question(game, row) for row in rows if tracked(game) is None or not _shown(game, row)]


def _shown(game: Game, row: OpenQuestion) -> bool:
    """Whether a tracked galaxy shows it, or that no player can own the technology for war suns yet."""
    if row.by != "cards_of_owners":
        return row.on_the_map
    owners = any(plays_muaat(game, seat) or Facts(game).number("war_sun", seat) for seat in PLAYERS)
    return not owners and "War Sun" not in game.tables.setup.upgrades


def _question(game: Game, row: OpenQuestion) -> Question:
    number = _KNOWN[row.by](game) if row.by in _KNOWN else 0
    words = dict[str, Argument](number=number, tokens=items(number, "command_tokens"), planets=count(number, "planet"))
    words |= {seat: game.name(seat) for seat in PLAYERS}
    text = printed(row.text, words)
    known: Words = printed(row.known, words) if row.known else ""
    if row.most is not None:
        return Question(text, known, _numbers(game, row.by, row.most))
    if not row.answers:
        known = say("Nobody need count: who has more is enough.")
    return Question(
        text,
        known,
        tuple(
            Answer({(row.by, who): number for who, number in one.told.items()}, words=printed(one.words, words))
            for one in row.answers or _WHO_HAS_MORE
        ),
    )


def _numbers(game: Game, by: str, what: MostTold | Literal["players"]) -> tuple[Answer, ...]:
    """How many both players have together, from none to the most; no more planets are exhausted than there are."""
    most = len(PLAYERS) if what == "players" else game.tables.votes.most_told[what]
    bounded = by == "per_technology" and tracked(game) is not None
    there = sum(planets(Facts(game), seat) for seat in PLAYERS) if bounded else most
    return tuple(Answer({(by, TOGETHER): min(number, there)}, number) for number in range(most + 1))


# --- the judgement


@dataclass(frozen=True)
class Judgement:
    """What every outcome comes to, the one that the Hive votes for, and the rule that decided.

    ``chosen`` is None where it votes to quash.
    """

    outcomes: tuple[Outcome, ...]
    chosen: Outcome | None
    rule: str

    @property
    def value(self) -> str:
        """What the Hive votes for."""
        return self.chosen.value if self.chosen else QUASH


@dataclass(frozen=True)
class Doubt:
    """What the table is asked, and by which of its answers the Hive votes for what, by which rule; the least first."""

    question: Question
    by_outcome: Mapping[str, tuple[Answer, ...]]
    rules: Mapping[str, str]


@dataclass(frozen=True)
class Verdict:
    """How the Hive judges: the judgement with what the app knows, or the ``doubt`` that it cannot settle itself.

    ``unknown``: what is not known to the app, though no answer would turn the vote.
    """

    judgement: Judgement
    doubt: Doubt | None = None
    unknown: frozenset[str] = frozenset()


def judge(game: Game, agenda: Agenda, values: Sequence[str], order: Sequence[Seat]) -> Verdict:
    """How the Hive judges the outcomes of an agenda. In: their values, and who votes in which order."""
    court = Court(game, agenda, tuple(values), tuple(parts(agenda)))
    before = 0
    if not game.tables.figures.hive_votes_last.value:
        before = sum(1 for _ in takewhile(lambda seat: seat != "hive", order))
    asked = questions(game, [f"voted_{part.voted}" if part.voted else part.by for part in court.parts], before)
    for question in asked:
        by_outcome: dict[str, tuple[Answer, ...]] = {}
        rules: dict[str, str] = {}
        for answer in question.answers:
            found = court.judgement(answer.told)
            by_outcome[found.value] = (*by_outcome.get(found.value, ()), answer)
            rules.setdefault(found.value, found.rule)
        if len(by_outcome) > 1:
            return Verdict(court.judgement({}), Doubt(question, by_outcome, rules))
    unknown = frozenset(by for question in asked for answer in question.answers for by, _ in answer.told)
    return Verdict(court.judgement({}), unknown=unknown)


@dataclass(frozen=True)
class Court:
    """An agenda with the outcomes that can be voted for, and what they bring and cost."""

    game: Game
    agenda: Agenda
    values: tuple[str, ...]
    parts: tuple[Part, ...]

    def judgement(self, told: Told) -> Judgement:
        """What the Hive votes for, if the table has told this. Rules: 29.outcome.rewards, 29.outcome.penalties."""
        every = tuple(weigh(self.agenda, facts, self.parts) for facts in self._facts(told))
        if rewards := {one: one.reward for one in every if one.reward > 0}:
            return Judgement(every, self._best(rewards), REWARDS)
        if penalties := {one: one.penalty for one in every if one.penalty > 0}:
            return Judgement(every, self._best(penalties), PENALTIES)
        return Judgement(every, None, QUASHES)

    def _facts(self, told: Told) -> list[Facts]:
        """Each outcome as if it had won; what elects a planet of nobody is not weighed."""
        board, kind = board_of(self.game), self.agenda.outcome
        if kind == "elect_planet" and isinstance(board, Tracked):
            held = {place[1]: (seat, place) for seat in self.game.seats for place in board.planets_of(seat)}
            found = ((value, *held[value]) for value in self.values if value in held)
            return [Facts(self.game, value, seat, place, told) for value, seat, place in found]
        elects = kind in ("elect_player", "elect_planet", "elect_scored_secret_objective")
        seats: dict[str, Seat] = {seat: seat for seat in self.game.seats} if elects else {}
        return [Facts(self.game, value, seats.get(value), None, told) for value in self.values]

    def _best(self, found: Mapping[Outcome, float]) -> Outcome:
        """The one by the most; then what costs the Hive less, or brings it more; then the first of them (Q143)."""
        ranks = self._ranks([one.value for one in found])

        def key(one: Outcome) -> tuple[float, ...]:
            rank, worth = ranks[one.value], (found[one], one.hive)
            return (*worth, *rank) if self.agenda.planets_by_worth or not self._elects_planet else (*rank, *worth)

        return max(found, key=key)

    @property
    def _elects_planet(self) -> bool:
        return self.agenda.outcome == "elect_planet"

    def _ranks(self, values: Sequence[str]) -> dict[str, tuple[float, ...]]:
        """How outcomes that are equal otherwise are ranked: the higher the better."""
        game, board = self.game, board_of(self.game)
        if self._elects_planet and isinstance(board, Tracked):
            return _planet_ranks(board, [place for seat in game.seats for place in board.planets_of(seat)], values)
        if self.agenda.outcome in ("elect_player", "elect_planet"):
            return {value: self._side_rank(value) for value in values}
        return {value: (-index,) for index, value in enumerate(values)}

    def _side_rank(self, value: str) -> tuple[float, ...]:
        """The Speaker, more aggression counters, more victory points, clockwise; of planets the points come first."""
        game = self.game
        player = next((seat for seat in PLAYERS if seat == value), None)
        if player is None:
            return (0, 0, 0, 0)
        area, place = game.players[player], -game.seats.index(player)
        if self._elects_planet:
            return (area.victory_points, area.counters, place, 0)
        return (int(game.presiding == player), area.counters, area.victory_points, place)


def _planet_ranks(board: Tracked, every: Sequence[PlanetAt], values: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """The planets by the positive priority of planets. Rules: 5.2.planets, Q04."""
    game, survey = board.game, board.survey
    left = [place for place in every if place[1] in values]
    ranks: dict[str, tuple[float, ...]] = {}
    while left:
        serving = completing_planets(game, survey, left, CONTROL)
        best = decide_planets(survey, left, game.tables.priorities.positive_planet, serving).left
        ranks |= {name: (-len(ranks),) for _, name in best}
        left = [place for place in left if place not in best]
    return ranks


# --- what the Hive makes of an agenda, in words: what each outcome comes to, the tests in their order, and one reason


def amount(number: float, unit: Worth | None) -> Words:
    """So many of one kind of thing; or what unlike ones are worth together, in resources."""
    if number == int(number) and unit in AMOUNTS_OF:
        return AMOUNTS_OF[unit](int(number))
    return say("{number} in worth", number=figure(number))


def figure(number: float) -> Words | int:
    """A plain number."""
    return int(number) if number == int(number) else Figure(number)


def sums(outcome: Outcome) -> tuple[float, float]:
    """What an outcome comes to for the Hive and for both players: counted if it is of one kind, else weighed."""
    if outcome.unit in (None, "worth", "unit_cost"):
        return outcome.hive, outcome.players
    return sum(one.hive for one in outcome.touching), sum(one.players for one in outcome.touching)


# --- the tests, in their order


def rows(judgement: Judgement) -> tuple[Row, ...]:
    """The tests of page 29 with the figures that decided: of those that fail, the closest."""
    chosen = judgement.chosen
    rewards = _test(judgement, judgement.rule == REWARDS, lambda one: one.reward, _rewards)
    found = [Row(say("Does it gain more than you two?"), rewards, REWARDS, decided=judgement.rule == REWARDS)]
    if judgement.rule != REWARDS:
        penalties = _test(judgement, judgement.rule == PENALTIES, lambda one: one.penalty, _penalties)
        decided = judgement.rule == PENALTIES
        found.append(Row(say("Do you two lose more than it?"), penalties, PENALTIES, decided=decided))
    if chosen is None:
        found.append(Row(say("No outcome is clearly better"), say("quash"), QUASHES, decided=True))
    return tuple(found)


def _test(
    judgement: Judgement, passed: bool, by: Callable[[Outcome], float], words: Callable[[Outcome], tuple[float, float]]
) -> Words:
    if not judgement.outcomes:
        return say("no: nothing can be elected")
    closest = max(judgement.outcomes, key=lambda one: (words(one)[0] > 0, by(one)))
    shown = judgement.chosen if passed and judgement.chosen else closest
    one, other = (figure(number) for number in words(shown))
    return (
        say("yes: {one} to {other}", one=one, other=other)
        if passed
        else say("no: {one} to {other}", one=one, other=other)
    )


def _rewards(one: Outcome) -> tuple[float, float]:
    hive, players = sums(one)
    return max(hive, 0), max(players, 0)


def _penalties(one: Outcome) -> tuple[float, float]:
    hive, players = sums(one)
    return max(-players, 0), max(-hive, 0)


# --- one reason


def reason(game: Game, judgement: Judgement, labels: Mapping[str, Words]) -> Words:
    """Why the Hive votes so, in one sentence. In: the outcomes in words."""
    chosen = judgement.chosen
    if chosen is None:
        return say("No outcome brings [the Hive] more than you two, or costs you two more than it.")
    hive, players = sums(chosen)
    subject = labels[chosen.value]
    if judgement.rule == REWARDS:
        return _brings(chosen, subject, hive, players)
    if chosen.elected is not None and chosen.elected != "hive":
        who, lost = game.name(chosen.elected), amount(-players, chosen.unit)
        return say("{outcome} elected costs {who} {lost}.", outcome=subject, who=who, lost=lost)
    lost = amount(-players, chosen.unit)
    if hive < 0:
        return say("{outcome} costs you two {lost}, and it {own}.", outcome=subject, lost=lost, own=figure(-hive))
    if hive > 0:
        return say("{outcome} costs you two {lost}, and brings it {own}.", outcome=subject, lost=lost, own=figure(hive))
    return say("{outcome} costs you two {lost}, and it nothing.", outcome=subject, lost=lost)


def _brings(chosen: Outcome, subject: Words, hive: float, players: float) -> Words:
    gained = amount(hive, chosen.unit)
    if chosen.elected == "hive":
        return say("Elected, [the Hive] gains {gained}.", gained=gained)
    if players > 0:
        return say(
            "{outcome} brings [the Hive] {gained}, and you two {other}.",
            outcome=subject,
            gained=gained,
            other=figure(players),
        )
    if players < 0:
        lost = figure(-players)
        return say(
            "{outcome} brings [the Hive] {gained}, and costs you two {lost}.", outcome=subject, gained=gained, lost=lost
        )
    return say("{outcome} brings [the Hive] {gained}, and you two nothing.", outcome=subject, gained=gained)


# --- what each outcome comes to


def balances(game: Game, verdict: Verdict, labels: Mapping[str, Words]) -> tuple[Balance, ...]:
    """What every outcome brings and costs, the one that the Hive votes for among them."""
    chosen = verdict.judgement.chosen
    return tuple(
        _balance(game, one, labels[one.value], verdict.unknown, one is chosen) for one in verdict.judgement.outcomes
    )


def _balance(game: Game, one: Outcome, label: Words, unknown: frozenset[str], chosen: bool) -> Balance:
    hive, players = sums(one)
    known = not any(part.by in unknown for part in one.amounts)
    each = [
        say("{who} {number}", who=game.name(seat), number=figure(abs(number)))
        for part in (one.touching if one.unit else ())
        for seat, number in part.each
    ]
    counted = [COUNTED_FOR[part.by] for part in one.amounts if part.by in COUNTED_FOR]
    units = [STAKES[part.unit] for part in one.amounts if part.by not in COUNTED_FOR and part.unit in STAKES]
    return Balance(
        outcome=label,
        hive=_signed(hive),
        players=_signed(players) if known else say("not known"),
        says=listed(list(dict.fromkeys([*counted, *units])), ","),
        each=listed(each, " ") if len(each) > 1 else "",
        chosen=chosen,
    )


def _signed(number: float) -> Words:
    words = figure(abs(number))
    return say("+{number}", number=words) if number > 0 else say("−{number}", number=words) if number else say("0")


# --- what only the table knows


def thresholds(doubt: Doubt, votes: Mapping[str, Words]) -> list[Choice]:
    """The answers, by what the Hive votes for with them; the least first. In: what it does by each outcome."""
    return [Choice(value, sentence(span(doubt, answers)), votes[value]) for value, answers in doubt.by_outcome.items()]


def span(doubt: Doubt, answers: Sequence[Answer]) -> Words:
    """Some answers in words: numbers from and to, or one of several."""
    every = doubt.question.answers
    numbers = [one.number for one in answers if one.number is not None]
    if not numbers:
        return listed([one.words for one in answers], "or")
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    most = every[-1].number
    return listed([_run(run[0], run[-1], most) for run in runs], "or")


def _run(least: int, most: int, highest: int | None) -> Words:
    if most == highest:
        return say("{number} or more", number=least)
    if least == most:
        return say("none") if not least else say("{number}", number=least)
    if not least:
        return say("{number} or fewer", number=most)
    return say("{least} to {most}", least=least, most=most)
