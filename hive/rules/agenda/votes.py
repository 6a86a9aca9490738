"""The Hive's vote on an agenda: for which outcome, and how many votes. Rules: page 29."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hive import keys
from hive.catalog.tables import RuleId
from hive.model.game import Game
from hive.rules.agenda.outcomes import QUASH
from hive.rules.area.points import counters
from hive.rules.deck.hive_mind import draw
from hive.steps import Ask, Choice, Procedure, Row, Shown, Tell, Why, asked
from hive.words import count, listed

NEITHER = "neither"
QUASHES = Choice(QUASH, "Quash it")
# More outcomes than these, planets for example, are a list to search.
MOST_TILES = 8


@dataclass(frozen=True)
class Ballot:
    """What the Hive votes for, the rule that says so, and the rows of its decision."""

    outcome: Choice
    rule: RuleId
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Votes:
    """The cards drawn for a vote: the icons of the influence cards, those of the multiplier, and what counts for it."""

    icons: tuple[int, ...] = ()
    multiplier_icons: int | None = None
    multiplier: int = 0

    @property
    def total(self) -> int:
        """How many votes the Hive casts. Rule: 29.votes.total."""
        return sum(self.icons) * self.multiplier


@dataclass(frozen=True)
class Priority:
    """What the Hive looks for in an outcome: the question to the table, and the words of its row."""

    key: str
    question: str
    detail: str
    row: str
    rule: RuleId


_PRIORITIES = (
    Priority(
        key=keys.AGENDA_REWARDS,
        question="which outcome rewards the Hive more?",
        detail="Its rewards against those of both players together.",
        row="Rewards the Hive more than both players",
        rule="29.outcome.rewards",
    ),
    Priority(
        key=keys.AGENDA_PENALTIES,
        question="which outcome penalizes the players more?",
        detail="The penalties of both players together against those of the Hive.",
        row="Penalizes both players more than the Hive",
        rule="29.outcome.penalties",
    ),
)


def choose_outcome(game: Game, name: str, outcomes: Sequence[Choice]) -> Procedure[Ballot]:
    """For which outcome the Hive votes: by priorities that only the table can judge.

    Rules: 29.outcome.rewards, 29.outcome.penalties, 29.outcome.quash, Q65.
    """
    rows: list[Row] = []
    for priority in _PRIORITIES:
        answer = yield from asked(_question(game, name, priority, outcomes))
        found = next((one for one in outcomes if one.value == answer), None)
        if found is not None:
            return Ballot(found, priority.rule, (*rows, Row(priority.row, found.label, priority.rule, decided=True)))
        rows.append(Row(priority.row, "none" if answer == NEITHER else "hard to tell", priority.rule))
        if answer == QUASH:
            break
    row = Row("No outcome is clearly better", "quash", "29.outcome.quash", decided=True)
    return Ballot(QUASHES, "29.outcome.quash", (*rows, row))


def _question(game: Game, name: str, priority: Priority, outcomes: Sequence[Choice]) -> Ask:
    hard = Choice(QUASH, "Hard to tell", "the Hive votes to quash")
    return Ask(
        key=priority.key,
        text=f"{name}: {priority.question}",
        choices=(*outcomes, Choice(NEITHER, "None of them"), hard),
        rule=priority.rule,
        detail=f"{priority.detail} {order_words(game)}",
        shown=Shown(expects=False, layout="search" if len(outcomes) > MOST_TILES else "tiles"),
    )


def order_words(game: Game) -> str:
    """Who votes when: clockwise from the left of the Speaker, who is last. Rule: 1.scope.unchanged-rules."""
    start = game.seats.index(game.speaker) + 1
    order = [*game.seats[start:], *game.seats[:start]]
    return f"The votes go {listed([game.name(seat) for seat in order])}."


def draw_votes(game: Game) -> Procedure[Votes]:
    """Draw a group of influence cards and a multiplier card. The bank keeps its influence (Q66).

    Below one card's worth of influence the multiplier is drawn all the same (Q83); where the deck runs out there are
    fewer cards, and without a multiplier no votes (Q56). Rules: 29.votes.influence-cards, 29.votes.multiplier-card.
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
    return Votes(tuple(icons), shown, max(shown, _anger_of_the_speaker(game)))


def _anger_of_the_speaker(game: Game) -> int:
    """The aggression counters of a player who is the Speaker. Rule: 29.votes.speaker-aggression."""
    return 0 if game.speaker == "hive" else counters(game, game.speaker)


def tell_votes(game: Game, ballot: Ballot, votes: Votes) -> Tell:
    """The step that tells what the Hive votes, with the cards behind it."""
    cast = count(votes.total, "vote")
    what = "to quash" if ballot.outcome.value == QUASH else f"for {ballot.outcome.label}"
    if ballot.outcome.value in ("for", "against"):
        what = ballot.outcome.label.upper()
    return Tell(
        text=f"The Hive votes {what}: {cast}",
        rule="29.votes.total",
        key=keys.VOTES,
        confirm="done",
        why=Why(_line(game, votes), (*ballot.rows, *_rows(game, votes))),
    )


def _line(game: Game, votes: Votes) -> str:
    if votes.multiplier_icons is None:
        return "No card is left for the multiplier, so no votes are cast."
    icons = " + ".join(map(str, votes.icons)) or "no influence card"
    return f"{icons}, times {votes.multiplier}"


def _rows(game: Game, votes: Votes) -> list[Row]:
    each = game.tables.figures.influence_per_card.value
    influence = game.hive.bank.influence
    drawn = f"{count(len(votes.icons), 'card')} for {influence} influence, 1 for every full {each}"
    rows = [Row("Influence cards", f"{drawn}: {count(sum(votes.icons), 'icon')}", "29.votes.influence-cards")]
    shown = "no card is left" if votes.multiplier_icons is None else count(votes.multiplier_icons, "icon")
    rows.append(Row("Multiplier card", shown, "29.votes.multiplier-card"))
    if votes.multiplier_icons is not None and votes.multiplier > votes.multiplier_icons:
        angry = f"{game.name(game.speaker)} is the Speaker and has {count(votes.multiplier, 'counter')}"
        rows.append(Row("Multiplier", angry, "29.votes.speaker-aggression"))
    rows.append(Row("Votes", f"{sum(votes.icons)} × {votes.multiplier} = {votes.total}", "29.votes.total"))
    return rows
