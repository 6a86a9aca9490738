"""What the log tells, as the pages show it: the reason for a step, its lines, and what an entry brought unasked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from hive import keys
from hive.catalog.remembered import Remembered
from hive.engine.narration import DONE, Retold, plainly, retold, said_of
from hive.games.present import Present
from hive.model.game import PLAYERS, Game
from hive.steps import Compared, Item, Row, Why
from hive.web.door import games
from hive.web.steps.cards import card_views, drawn_cards
from hive.web.words import Run, clock, code, runs
from hive.words import Words, sentence


@dataclass(frozen=True)
class Part:
    """Rows of a reason that belong together. ``chain``: they are blocks, each leaving fewer than the one before.

    ``decided`` holds the rows that decided; of a chain that is the last block that left fewer.
    """

    rows: tuple[Row, ...]
    chain: bool
    decided: tuple[Row, ...]


@dataclass(frozen=True)
class Reason:
    """One line with the numbers that decided, the rows of the decision part by part, and its candidates.

    ``decision`` is its number among those of the step whose candidates can be asked about; None for no such one.
    """

    line: Words
    parts: tuple[Part, ...] = ()
    compared: Compared | None = None
    decision: int | None = None
    more: tuple[Reason, ...] = ()

    @property
    def opens(self) -> bool:
        """Whether there is more of it than its line."""
        return bool(self.parts or self.compared or self.more)

    @property
    def many(self) -> bool:
        """Whether the rows are too many to stand with their rules in words."""
        return sum(len(part.rows) for part in self.parts) > FEW


FEW = 7


def reason_of(game: Game, why: Why | None) -> Reason | None:
    """A reason for the pages."""
    if why is None:
        return None
    return _reason(_block_rules(game), why, why.decisions)


def _reason(blocks: frozenset[str], why: Why, decisions: tuple[Why, ...]) -> Reason:
    rows = tuple(row for row in why.rows if not _tabled(row, why.compared, blocks))
    runs = groupby(rows, lambda row: row.rule in blocks)
    return Reason(
        why.line,
        tuple(_part(some, of_blocks) for of_blocks, some in runs),
        why.compared,
        next((number for number, one in enumerate(decisions) if one is why), None),
        tuple(_reason(blocks, one, decisions) for one in why.more),
    )


def _tabled(row: Row, table: Compared | None, blocks: frozenset[str]) -> bool:
    """Whether a row need not be told once more, as it stands in the table: of a block, or of a candidate."""
    if table is None:
        return False
    return row.rule in blocks or row.rule in {one.rule for one in table.rows} or row.label in table.columns


def _part(rows: Iterable[Row], of_blocks: bool) -> Part:
    found = tuple(rows)
    decided = tuple(row for row in found if row.decided)
    chain = of_blocks and len(found) > 1
    return Part(found, chain, decided[-1:] if chain else decided)


def _block_rules(game: Game) -> frozenset[str]:
    priorities = game.tables.priorities
    diagrams = (priorities.positive, priorities.negative, priorities.positive_planet, priorities.negative_planet)
    return frozenset(block.rule for diagram in diagrams for block in diagram.blocks)


# --- lines of the log, and what an entry brought without asking the table anything


@dataclass(frozen=True)
class Happening:
    """A step that is over and needed nothing from the table. ``note``: of a step that is one line, the line's note."""

    text: tuple[Run, ...]
    lines: tuple[Item, ...]
    why: Reason | None
    rule: str
    key: str = ""
    note: Words = ""


MOST_BESIDE = 6
"""So many lines for hands have room beside the map."""


def fits_a_line(news: Sequence[Happening]) -> bool:
    """Whether what just happened is said in one line: nothing of it is for hands, or it would fill the screen.

    Of a strategy card that was played the lines are reminders.
    """
    lines = [line for one in news if one.key != keys.CARD_PLAYED for line in one.lines]
    for_hands = any(not line.aside for line in lines)
    return not for_hands or max(len(one.lines) for one in news) > MOST_BESIDE


@dataclass(frozen=True)
class LogLine:
    """A line of the log: what the table said, what came of it in one sentence, and everything when opened.

    ``by`` names the player on whose phone it was entered; what the table itself enters has nobody's name. ``news`` are
    those of its steps that the table did not answer itself: no line shows them, and the step after it does.
    """

    position: int
    said: tuple[Run, ...]
    outcome: tuple[Run, ...]
    cards: tuple[str, ...]
    steps: tuple[Happening, ...]
    time: str = ""
    by: Words = ""
    news: tuple[Happening, ...] = field(default=(), compare=False)


_READ = Remembered[LogLine](kept=8192)
"""Lines by their games and positions: what stands there never changes."""


def log_line(game: Game, line: Mapping[str, Any]) -> LogLine:
    """A line of the log from the words of its entry. All but its time and a name stays as it is, and is remembered."""
    read = _READ.get(game.tables, (code(), line["game"], line["position"]), lambda: _read(game, line))
    seat = next((one for one in PLAYERS if one == line["by"]), None)
    return replace(read, time=clock(str(line["made_at"])), by=game.name(seat) if seat else "")


def _read(game: Game, line: Mapping[str, Any]) -> LogLine:
    steps = retold(line)
    told = tuple(_happening(game, step) for step in steps if step.kind == "tell")
    # A step that the table confirmed says no more than what it was answered with.
    answered = bool(steps) and said_of(line) == f"{steps[0].text}: {DONE}"
    news = told[1:] if answered and steps[0].kind == "tell" else told
    # That the game is won says more than whatever led there.
    unasked = tuple(one for one in news if one.key == keys.WON) or news
    cards = tuple(sentence(card.spoken) for card in card_views(game, list(drawn_cards(line))))
    return LogLine(
        position=int(line["position"]),
        said=runs(plainly(line["said"])),
        outcome=unasked[0].text if unasked else runs(cards[0]) if cards else (),
        cards=cards,
        steps=told,
        news=news,
    )


def happened(present: Present) -> tuple[Happening, ...]:
    """The steps that told the table something since the last tap, without those that it answered.

    Its cards are drawn elsewhere.
    """
    news = tuple(one for line in reversed(present.of_one_tap) for one in log_line(present.session.game, line).news)
    # A move that was booked is read once more, as it stands nowhere else on the next step.
    moved = present.words is not None and bool(present.words.get("moved"))
    return (Happening(runs(said_of(present.words)), (), None, ""), *news) if moved else news


HIVE_ACTIONS = (keys.TACTICAL_ACTION, keys.STRATEGIC_ACTION, keys.PASS)
"""What the Hive does on its turn, and what tells the most of it."""
LOOKED_BACK = 60
"""So many more lines are looked through for it: a turn with a long battle has half as many."""


def last_turn(present: Present) -> Happening | None:
    """What the Hive did on its last turn with the reason; None where it is long ago."""
    found = next((step for step in _backwards(present) if step.data.get("key") in HIVE_ACTIONS), None)
    return None if found is None else _happening(present.session.game, found)


def _backwards(present: Present) -> Iterator[Retold]:
    """The steps of the lines that a present shows, the latest first; and then of those before."""
    for line in present.lines:
        yield from reversed(retold(line))
    if present.lines:
        before = int(present.lines[-1]["position"])
        for entry in games().lines(present.id, before, LOOKED_BACK):
            yield from reversed(retold(entry.words))


def _happening(game: Game, step: Retold) -> Happening:
    only = len(step.items) == 1 and step.items[0].text == step.text
    return Happening(
        text=runs(step.text),
        # A step that says the same as its only line says it once.
        lines=() if only else step.items,
        why=reason_of(game, step.why),
        rule=step.rule,
        key=str(step.data.get("key", "")),
        note=step.items[0].note if only else "",
    )
