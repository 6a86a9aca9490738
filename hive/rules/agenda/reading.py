"""What the Hive makes of an agenda, in words: what each outcome comes to, the tests in their order, and one reason.

Rules: 29.outcome.rewards, 29.outcome.penalties, 29.outcome.quash.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hive.catalog.tables import Worth
from hive.model.game import Game
from hive.naming import AMOUNTS_OF, COUNTED_FOR, STAKES
from hive.rules.agenda.judging import PENALTIES, QUASHES, REWARDS, Answer, Doubt, Judgement, Verdict
from hive.rules.agenda.weighing import Outcome
from hive.steps import Balance, Choice, Row
from hive.words import Name, Words, listed, say

UNKNOWN = say("not known")


def amount(number: float, unit: Worth | None) -> Words:
    """So many of one kind of thing; or what unlike ones are worth together, in resources."""
    if number == int(number) and unit in AMOUNTS_OF:
        return AMOUNTS_OF[unit](int(number))
    return say("{number} in worth", number=figure(number))


def figure(number: float) -> Words | int:
    """A plain number."""
    return int(number) if number == int(number) else Name(f"{number:g}")


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
    judgement: Judgement,
    passed: bool,
    by: Callable[[Outcome], float],
    words: Callable[[Outcome], tuple[float, float]],
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
        players=_signed(players) if known else UNKNOWN,
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
    return [Choice(value, span(doubt, answers), votes[value]) for value, answers in doubt.by_outcome.items()]


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
