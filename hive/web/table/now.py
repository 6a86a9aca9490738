"""What to do now: the open step in words, its reason, its one next tap, and what happened just before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from hive import keys
from hive.catalog.remembered import Remembered
from hive.engine.narration import DONE, Retold, plainly, retold, said_of
from hive.games.present import Present
from hive.model.game import PLAYERS, Game
from hive.naming import purpose_words
from hive.rules.area import victory
from hive.rules.deck import BY_SYMBOL
from hive.rules.events.doings import at_its_moment
from hive.rules.options import NOTHING, Reminded, reminded
from hive.rules.tactical.intent import nobody_in
from hive.steps import Ask, Compared, Draw, Item, Row, Step, Tell, Why
from hive.web.table.asked import IN_THE_BAR, Entered, NumberView, SystemView, facts_of, numbers_of, systems_of
from hive.web.table.asked import NOTHING as NONE_ENTERED
from hive.web.table.by_hand import Arranged, Button, answers, quick
from hive.web.table.cards import (
    ACTION_WORDS,
    SYMBOL_TITLES,
    CardView,
    DrawField,
    card_views,
    draw_fields,
    drawn_cards,
    shown_cards,
)
from hive.web.table.combat import CombatView, combat_of
from hive.web.table.scoring import EndView, ObjectiveTile, end_of, scoring_of, short_of, without_home
from hive.web.words import Run, clock, code, phase_words, runs
from hive.words import Words, count, say, sentence


def heading_of(game: Game, step: Step) -> Words:
    """The symbol of the running action, or what the step says of itself, or the phase.

    Nothing where the headline is that already: once is enough.
    Where the Hive announces the other type of tactical action, the symbol's own was not possible
    (10.definition.other-type).
    """
    symbol = step.shown.symbol
    if not symbol:
        heading = step.shown.heading or phase_words(game)
        return "" if not isinstance(step, Draw) and step.text == heading else heading
    announced = step.undertaking if isinstance(step, Ask) else None
    if announced is not None and announced.action != BY_SYMBOL[symbol]:
        # The symbol itself stands beside it, as a picture.
        return say("{own!c} was not possible", own=ACTION_WORDS[symbol])
    return SYMBOL_TITLES[symbol]


# --- the reason for a step as the pages show it


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
        outcome=unasked[0].text if unasked else (Run(cards[0]),) if cards else (),
        cards=cards,
        steps=told,
        news=news,
    )


def happened(present: Present) -> tuple[Happening, ...]:
    """The steps of the last entry that told the table something, without the step that it answered.

    Its cards are drawn elsewhere.
    """
    news = log_line(present.session.game, present.lines[0]).news if present.lines else ()
    # A move that was booked is read once more, as it stands nowhere else on the next step.
    moved = present.words is not None and bool(present.words.get("moved"))
    return (Happening(runs(said_of(present.words)), (), None, ""), *news) if moved else news


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


# --- what to do now: the open step in words, its one next tap, and what happened just before


LONGEST = 240
SHORT_NEWS = 6
# A headline of more letters than these takes smaller type, and of so many a smaller one still.
LONG, VERY_LONG = 28, 48


@dataclass(frozen=True)
class Now:
    """The first thing on the table screen.

    ``go`` is the one next tap, ``second`` the quieter one beside it, ``choices`` the big buttons in the page.
    ``facts`` are those of its lines that tell of one system; ``systems`` are others to look at and mend. ``uses``:
    players may own something that can be used just now. ``entered``: the latest of what people have entered for the
    numbers.
    """

    key: str
    kicker: Words
    symbol: str
    plain: Words
    headline: tuple[Run, ...]
    detail: Words = ""
    rule: str = ""
    lines: tuple[Item, ...] = ()
    numbers: tuple[NumberView, ...] = ()
    facts: tuple[SystemView, ...] = ()
    systems: tuple[SystemView, ...] = ()
    why: Reason | None = None
    layout: Arranged = "tiles"
    choices: tuple[Button, ...] = ()
    fields: tuple[DrawField, ...] = ()
    go: Button | None = None
    second: Button | None = None
    cards: tuple[CardView, ...] = ()
    happened: tuple[Happening, ...] = ()
    quick: tuple[Button, ...] = ()
    uses: bool = False
    reminders: Reminded = NOTHING
    combat: CombatView | None = None
    scoring: tuple[ObjectiveTile, ...] = ()
    over: str = ""
    end: EndView | None = None
    entered: int = 0

    @property
    def hands(self) -> tuple[Item, ...]:
        """What hands have to do, in this order."""
        return tuple(line for line in self.lines if not line.aside)

    @property
    def asides(self) -> tuple[Item, ...]:
        """What is worth knowing besides, with nothing to do for hands."""
        return tuple(line for line in self.lines if line.aside)

    @staticmethod
    def summed_up(line: Item, longest: int = LONGEST) -> Words:
        """A line that names systems where nobody is; with more letters than these it says how many they are."""
        return nobody_in(line.note) if line.note and len(line.text) > longest else line.text

    @property
    def turned(self) -> CardView | None:
        """The card that defines what the Hive does, where its action is announced."""
        return self.cards[self._defining] if self.symbol and self._defining >= 0 else None

    @property
    def beside(self) -> tuple[CardView, ...]:
        """The other cards of the running decision."""
        others = enumerate(self.cards)
        return tuple(card for number, card in others if not self.turned or number != self._defining)

    @property
    def _defining(self) -> int:
        """Which of the cards is the last that was drawn for the definition; -1 for none."""
        return max((number for number, card in enumerate(self.cards) if card.purpose == "definition"), default=-1)

    @property
    def main_news(self) -> Happening | None:
        """The step that says most about what just happened; it is never folded away."""
        return max(self.happened, key=lambda one: (len(one.lines), one.why is not None), default=None)

    @property
    def other_news(self) -> tuple[Happening, ...]:
        """What else happened, in its order."""
        return tuple(one for one in self.happened if one is not self.main_news)

    @property
    def folded(self) -> bool:
        """Whether what else happened is too long to stand open."""
        return bool(self.other_news) and sum(1 + len(one.lines) for one in self.happened) > SHORT_NEWS

    @property
    def is_news(self) -> bool:
        """Whether what just happened stands in the headline's place: neither in a battle, nor where the Hive acts."""
        return self.combat is None and self.end is None and self.turned is None

    @property
    def more_reminders(self) -> Words:
        """The words of the link behind which the reminders stand that are not open."""
        number = len(self.reminders.rest)
        return count(number, "more reminder") if self.reminders.open else count(number, "reminder")

    @property
    def long(self) -> bool:
        """Whether the headline is too long for large type beside the map."""
        return len(self.plain) > LONG

    @property
    def very_long(self) -> bool:
        """Whether the headline would take most of the screen in the type of others, on the wall as well."""
        return len(self.plain) > VERY_LONG

    @property
    def in_bar(self) -> bool:
        """Whether the numbers stand in the bar, beside the next tap."""
        return self.combat is None and self.go is not None and 0 < len(self.numbers) <= IN_THE_BAR


def now_of(present: Present, typed: Mapping[str, Any] | None = None, entered: Entered = NONE_ENTERED) -> Now:
    """What the table has to do now. ``typed`` are numbers that were posted and refused: they are shown once more."""
    step = present.session.pending
    if step is None:
        return _over(present)
    if isinstance(step, Draw):
        return _draw(present, step)
    return _ask(present, step, typed or {}, entered) if isinstance(step, Ask) else _tell(present, step)


def _base(present: Present, step: Step, text: Words) -> dict[str, Any]:
    game = present.session.game
    return {
        "key": step.key,
        "kicker": heading_of(game, step),
        "symbol": step.shown.symbol or "",
        "plain": text,
        "headline": runs(text),
        "rule": step.rule,
        "systems": systems_of(game, step),
        "cards": shown_cards(present),
        "happened": happened(present),
        "quick": quick(game, step),
        # On a turn of their own players find it under all that can happen.
        "uses": step.key != keys.PLAYER_TURN and bool(at_its_moment(game, step)),
        "reminders": reminded(game, step),
        "combat": combat_of(game, step),
        "scoring": scoring_of(game, step),
    }


def _tell(present: Present, step: Tell) -> Now:
    return Now(
        **_base(present, step, step.text),
        detail=step.detail,
        lines=step.items,
        why=reason_of(present.session.game, step.why),
        go=Button("done", say("Done")),
    )


def _ask(present: Present, step: Ask, typed: Mapping[str, Any], entered: Entered) -> Now:
    game = present.session.game
    found, facts = answers(game, step), facts_of(game, step)
    told_apart = {fact.position for fact in facts}
    return Now(
        **_base(present, step, step.text),
        detail=step.detail,
        lines=(*(item for item in step.items if item.system not in told_apart), *without_home(game, step)),
        numbers=numbers_of(game, step, typed, entered),
        entered=entered.last,
        facts=facts,
        why=reason_of(game, step.why),
        layout=found.layout,
        choices=found.choices,
        go=found.go,
        second=found.second,
    )


_FROM: dict[str, Words] = {
    "primary": say("From the primary deck. Say what it shows; the app needs no more of it."),
    "secondary": say("From the secondary deck. Say what it shows; the app needs no more of it."),
}


def _draw(present: Present, step: Draw) -> Now:
    game = present.session.game
    fields = draw_fields(game, step)
    text = say("Draw {purpose!a} card", purpose=purpose_words(step.purpose))
    told = _FROM[step.deck]
    return Now(
        **_base(present, step, text),
        detail=say("{detail} {told}", detail=step.detail, told=told) if step.detail else told,
        fields=fields,
        go=Button("drawn", say("Drawn")) if len(fields) > 1 else None,
    )


def _over(present: Present) -> Now:
    game = present.session.game
    won = victory(game)
    text = won.text if won else say("The game is over")
    return Now(
        key="over",
        kicker=say("The game is over · round {number}", number=game.round),
        symbol="",
        plain=text,
        headline=runs(text),
        detail=short_of(game),
        happened=tuple(one for one in happened(present) if one.key != keys.WON),
        over=game.winner or "hive",
        end=end_of(game),
    )
