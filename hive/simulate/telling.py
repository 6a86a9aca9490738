"""A simulated game as text: its log in words, as the web keeps it beside each entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hive.catalog.tables import CARD_FIELDS, Tables
from hive.engine.narration import said, words_of
from hive.engine.replies import card_shows
from hive.engine.retelling import Retold, retold
from hive.engine.session import Session
from hive.model.game import Game
from hive.simulate.game import Played
from hive.simulate.report import as_words
from hive.simulate.start import new_game_of
from hive.steps import CardField


def in_words(played: Played, tables: Tables) -> Iterator[str]:
    """The game line by line: how to play it again, each entry with the steps that followed, and how it ended."""
    yield played.setting.command
    session = Session(new_game_of(played.begins, tables))
    session.settle()
    for number, entry in enumerate(played.log, 1):
        text = said(session, entry)
        round_before = session.game.round, session.game.phase
        session.apply(entry)
        yield f"{number}. {text}"
        yield from (f"   {line}" for line in _lines(session.game, text, retold(words_of("", session.news))))
        if (session.game.round, session.game.phase) != round_before:
            yield f"== Round {session.game.round}, {session.game.phase} phase"
    yield as_words(played)


def _lines(game: Game, text: str, steps: tuple[Retold, ...]) -> Iterator[str]:
    """What followed from an entry. What is answered stands in the text of the entry; its reasons stand here."""
    for step in steps:
        if step.kind == "draw":
            card = step.data["card"] or {}
            yield f"{step.text}: {', '.join(_shown(game, card, field) for field in step.data['fields'])}"
        if step.kind == "tell" and not text.startswith(step.text):
            yield step.text
        if step.why:
            yield f"because: {step.why.line}"
        for item in (one for one in step.items if one.text != step.text):
            yield f"- {item.text}" + (f" ({item.note})" if item.note else "")


def _shown(game: Game, card: dict[str, Any], field: CardField) -> str:
    """What a field of a card shows."""
    shown = card.get(field)
    if isinstance(shown, bool):
        return f"{CARD_FIELDS[field].lower()} {card_shows(game, field)[str(shown).lower()]}"
    words = " ".join(map(str, shown)) if isinstance(shown, tuple | list) else str(shown).replace("_", " ")
    return f"{CARD_FIELDS[field].lower()} {words}"
