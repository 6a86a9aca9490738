"""Hive Mind cards as the pages draw them, and the tiles on which a table says what its printed card shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hive.catalog.tables import CARD_FIELDS
from hive.engine.replies import card_choices
from hive.model.game import Game
from hive.present import Present
from hive.rules.deck.defined import BY_SYMBOL, SYMBOL_WORDS
from hive.steps import Card, CardField, Choice, Draw

ACTION_WORDS: dict[str, str] = {symbol: action.removeprefix("strategic_") for symbol, action in BY_SYMBOL.items()}
"""An action symbol in a word, where its picture stands beside it: high, low, engage, infest."""
SYMBOL_TITLES: dict[str, str] = {symbol: f"{words} · {ACTION_WORDS[symbol]}" for symbol, words in SYMBOL_WORDS.items()}
"""An action symbol with what it stands for."""
SYSTEM_WORDS: dict[str, str] = {"main": "MAIN", "aux1": "AUX 1", "aux2": "AUX 2"}
SUPPORT_PLACES = ("space", "ground")


@dataclass(frozen=True)
class CardView:
    """A drawn card: every field in the words that stand on it, and which fields the decision reads.

    A field that nobody knows is empty (``icons`` 0, ``choice`` None).
    """

    caption: str
    spoken: str
    reads: frozenset[str]
    action: str
    action_words: str
    icons: int
    initiative: str
    choice: bool | None
    ships: tuple[str, str]
    system: str
    technology: str
    note: str

    def dims(self, field: str) -> bool:
        """Whether the decision leaves a field unread."""
        return field not in self.reads


@dataclass(frozen=True)
class Tile:
    """One value that a field of a printed card can show."""

    value: str
    label: str
    note: str = ""
    symbol: str = ""
    repeat: int = 1


@dataclass(frozen=True)
class DrawField:
    """A field of a printed card that the decision needs, with its tiles."""

    name: str
    label: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Drawn:
    """A drawn card with the decision that it was drawn for."""

    purpose: str
    fields: tuple[str, ...]
    card: Mapping[str, Any]


def shown_cards(present: Present) -> tuple[CardView, ...]:
    """The cards of the running decision, or else those of the last entry."""
    session = present.session
    in_use = session.game.deck.in_use
    drawn = [
        Drawn(told.step.purpose, told.step.fields, vars(told.reply))
        for told in session.told
        if isinstance(told.step, Draw) and isinstance(told.reply, Card) and told.step.card in in_use
    ]
    if not drawn:
        drawn = list(drawn_cards(present.words))
    return card_views(session.game, drawn)


def drawn_cards(words: Mapping[str, Any] | None) -> Iterable[Drawn]:
    """The cards in the words of an entry."""
    for step in (words or {}).get("steps", ()):
        card = step.get("card")
        if step.get("kind") == "draw" and card:
            yield Drawn(str(step.get("purpose", "")), tuple(step.get("fields", ())), card)


def card_views(game: Game, drawn: list[Drawn]) -> tuple[CardView, ...]:
    """Cards with their captions, numbered where a decision draws several."""
    purposes = [one.purpose for one in drawn]
    return tuple(
        _view(game, one, _caption(one.purpose, purposes[:place].count(one.purpose), purposes.count(one.purpose)))
        for place, one in enumerate(drawn)
    )


def _caption(purpose: str, nth: int, total: int) -> str:
    if purpose == "support" and total == len(SUPPORT_PLACES):
        return f"support {nth + 1} · {SUPPORT_PLACES[nth]}"
    return f"{purpose} {nth + 1}" if total > 1 else purpose


def _view(game: Game, drawn: Drawn, caption: str) -> CardView:
    card = drawn.card
    action = str(card.get("action") or "")
    note = str(card.get("promissory_note") or "").replace("_", " ")
    spoken = [_spoken(game, field, card[field]) for field in drawn.fields if card.get(field) is not None]
    return CardView(
        caption=caption,
        spoken=f"{caption} card: {', '.join(spoken)}",
        reads=frozenset(drawn.fields),
        action=action,
        action_words=ACTION_WORDS.get(action, ""),
        icons=int(card.get("icons") or 0),
        initiative=" / ".join(str(number) for number in card.get("initiative") or ()),
        choice=card.get("choice"),
        ships=(_short(game, card.get("standard_ship")), _short(game, card.get("advanced_ship"))),
        system=SYSTEM_WORDS.get(str(card.get("spawning_system") or ""), ""),
        technology=str(card.get("technology") or ""),
        note=note,
    )


def _spoken(game: Game, field: str, value: Any) -> str:
    if field == "choice":
        return "green check" if value else "no green check"
    if field == "icons":
        return f"{value} faction icon{'s' if value != 1 else ''}"
    if field == "initiative":
        return f"initiative {' or '.join(map(str, value))}"
    if field == "spawning_system":
        return SYSTEM_WORDS.get(str(value), str(value))
    return str(value).replace("_", " ")


def _short(game: Game, ship: Any) -> str:
    unit = game.tables.units.by_key.get(str(ship)) if ship else None
    return unit.short if unit else ""


def draw_fields(game: Game, step: Draw) -> tuple[DrawField, ...]:
    """What the table is asked about its printed card, as tiles."""
    return tuple(
        DrawField(
            f"card.{field}",
            CARD_FIELDS[field],
            tuple(_tile(game, field, choice) for choice in card_choices(game, field)),
        )
        for field in step.fields
    )


def _tile(game: Game, field: CardField, choice: Choice) -> Tile:
    if field == "action":
        return Tile(choice.value, ACTION_WORDS.get(choice.value, ""), choice.label, choice.value)
    if field == "icons":
        return Tile(choice.value, choice.label, symbol="faction", repeat=int(choice.value))
    if field == "choice":
        return Tile(choice.value, choice.label, symbol="check" if choice.value == "true" else "ring")
    if field in ("standard_ship", "advanced_ship"):
        return Tile(choice.value, _short(game, choice.value), choice.label)
    if field == "technology":
        return Tile(choice.value, choice.label, symbol=f"tech-{choice.value}")
    return Tile(choice.value, choice.label)
