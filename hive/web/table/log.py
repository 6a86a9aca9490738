"""Lines of the log, and what an entry brought without asking the table anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hive import keys
from hive.catalog.remembered import Remembered
from hive.engine.narration import DONE, Retold, plainly, retold, said_of
from hive.games.present import Present
from hive.model.game import PLAYERS, Game
from hive.steps import Item
from hive.web.language import code
from hive.web.table.cards import card_views, drawn_cards
from hive.web.table.reasons import Reason, reason_of
from hive.web.words import Run, clock, runs
from hive.words import Words, sentence


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
