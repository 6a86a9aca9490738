"""Lines of the log, and what an entry brought without asking the table anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hive.model.game import Game
from hive.steps import Item, Row, Why
from hive.web.table.cards import card_views, drawn_cards
from hive.web.table.reasons import Reason, reason_of
from hive.web.words import Run, clock, runs
from hive.words import sentence


@dataclass(frozen=True)
class Happening:
    """A step that is over and needed nothing from the table."""

    text: tuple[Run, ...]
    lines: tuple[Item, ...]
    why: Reason | None
    rule: str


@dataclass(frozen=True)
class LogLine:
    """A line of the log: what the table said, what came of it in one sentence, and everything when opened."""

    position: int
    said: tuple[Run, ...]
    outcome: tuple[Run, ...]
    cards: tuple[str, ...]
    steps: tuple[Happening, ...]
    time: str


def log_line(game: Game, line: Mapping[str, Any]) -> LogLine:
    """A line of the log from the words of its entry."""
    steps = happened(game, line, answered=True)
    unasked = happened(game, line)
    cards = tuple(sentence(card.spoken) for card in card_views(game, list(drawn_cards(line))))
    return LogLine(
        position=int(line["position"]),
        said=runs(game, str(line["said"])),
        outcome=unasked[0].text if unasked else (Run(cards[0]),) if cards else (),
        cards=cards,
        steps=steps,
        time=clock(str(line["made_at"])),
    )


def happened(game: Game, words: Mapping[str, Any] | None, answered: bool = False) -> tuple[Happening, ...]:
    """The steps of an entry that told the table something, with or without the step that it answered.

    Its cards are drawn elsewhere.
    """
    steps = list((words or {}).get("steps", ()))
    if steps and not answered and str((words or {}).get("said", "")).startswith(f"{steps[0].get('text')}: "):
        steps = steps[1:]
    return tuple(_happening(game, step) for step in steps if step.get("kind") == "tell")


def _happening(game: Game, step: Mapping[str, Any]) -> Happening:
    text = str(step.get("text", ""))
    lines = tuple(Item(str(line["text"]), str(line["note"]), str(line["rule"])) for line in step.get("items") or ())
    why = step.get("why")
    return Happening(
        text=runs(game, text),
        # A step that says the same as its only line says it once.
        lines=() if len(lines) == 1 and lines[0].text == text and not lines[0].note else lines,
        why=reason_of(game, Why(str(why["line"]), tuple(Row(**row) for row in why["rows"])) if why else None),
        rule=str(step.get("rule", "")),
    )
