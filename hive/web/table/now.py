"""What to do now: the open step in words, its one next tap, and what happened just before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hive import keys
from hive.games.present import Present
from hive.naming import purpose_words
from hive.rules.area.points import victory
from hive.rules.events import at_its_moment
from hive.rules.options import NOTHING, Reminded, reminded
from hive.rules.tactical.intent import nobody_in
from hive.steps import Ask, Draw, Item, Step, Tell
from hive.web.table.asked import IN_THE_BAR, NumberView, SystemView, facts_of, numbers_of, systems_of
from hive.web.table.buttons import Arranged, Button, answers, quick
from hive.web.table.cards import CardView, DrawField, draw_fields, shown_cards
from hive.web.table.combat import CombatView, combat_of
from hive.web.table.end import EndView, end_of, short_of
from hive.web.table.entered import NOTHING as NONE_ENTERED
from hive.web.table.entered import Entered
from hive.web.table.heading import heading_of
from hive.web.table.log import Happening, happened
from hive.web.table.reasons import Reason, reason_of
from hive.web.table.scoring import ObjectiveTile, scoring_of, without_home
from hive.web.words import Run, runs
from hive.words import Words, count, say

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
