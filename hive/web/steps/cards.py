"""Hive Mind cards as the pages draw them, and the tiles on which a table says what its printed card shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hive.catalog.tables import CARD_FIELDS
from hive.engine.replies import card_choices, card_shows
from hive.games.present import Present
from hive.model.game import Game
from hive.naming import SYMBOL_WORDS, purpose_words
from hive.rules.deck import BY_SYMBOL, ActionType
from hive.steps import Card, CardField, Choice, Draw
from hive.words import Name, Words, count, listed, say

_TYPES: dict[ActionType, Words] = {
    "strategic_high": say("higher card"),
    "strategic_low": say("lower card"),
    "engage": say("attack"),
    # Its aim is planets, whoever holds them (15.infest.target): it may come to an attack, too.
    "infest": say("invasion"),
}
ACTION_WORDS: dict[str, Words] = {symbol: _TYPES[action] for symbol, action in BY_SYMBOL.items()}
"""An action symbol in a word or two, where its picture stands beside it."""
TERMS: dict[str, Words] = {
    "blue_arrow": say("high"),
    "yellow_arrow": say("low"),
    "red_star": say("engage"),
    "green_compass": say("infest"),
}
"""The same as the rulebook calls it, where one looks it up."""
SYMBOL_TITLES: dict[str, Words] = {
    symbol: listed([words, ACTION_WORDS[symbol]], "·") for symbol, words in SYMBOL_WORDS.items()
}
"""An action symbol with what it stands for."""
SYSTEM_WORDS: dict[str, Words] = {"main": say("MAIN"), "aux1": say("AUX 1"), "aux2": say("AUX 2")}
_DECIDING: dict[CardField, Words] = {
    "choice": say("drawn to decide: its check is a yes"),
    "initiative": say("drawn to pick: its number is tried first"),
}
_NO_CHECK = say("drawn to decide: its ring is a no")
"""What a selection card is drawn for, by the field that is read: below the card, where its name alone says nothing."""
SUPPORT_PLACES = (say("into space"), say("onto planets"))


@dataclass(frozen=True)
class CardView:
    """A drawn card: every field in the words that stand on it, and which fields the decision reads.

    A field that nobody knows is empty (``icons`` 0, ``choice`` None).
    """

    purpose: str
    caption: Words
    spoken: Words
    reads: frozenset[str]
    action: str
    action_words: Words
    icons: int
    initiative: str
    choice: bool | None
    ships: tuple[Words, Words]
    system: Words
    technology: str
    note: Words

    def dims(self, field: str) -> bool:
        """Whether the decision leaves a field unread."""
        return field not in self.reads


@dataclass(frozen=True)
class Tile:
    """One value that a field of a printed card can show."""

    value: str
    label: Words
    note: Words = ""
    symbol: str = ""
    repeat: int = 1


@dataclass(frozen=True)
class DrawField:
    """A field of a printed card that the decision needs, with its tiles."""

    name: str
    label: Words
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Drawn:
    """A drawn card with the decision that it was drawn for."""

    purpose: str
    fields: tuple[CardField, ...]
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
        _view(game, one, *_captions(one, purposes[:place].count(one.purpose), purposes.count(one.purpose)))
        for place, one in enumerate(drawn)
    )


def _captions(drawn: Drawn, nth: int, total: int) -> tuple[Words, Words]:
    """What stands below a card, and what it is called where it is read out."""
    words = purpose_words(drawn.purpose)
    if drawn.purpose == "selection" and total == 1:
        if "choice" in drawn.fields and drawn.card.get("choice") is False:
            return _NO_CHECK, words
        return next((_DECIDING[field] for field in drawn.fields if field in _DECIDING), words), words
    numbered = say("{purpose} {number}", purpose=words, number=nth + 1) if total > 1 else words
    if drawn.purpose == "support" and total == len(SUPPORT_PLACES):
        return say("card {number}: {what}", number=nth + 1, what=SUPPORT_PLACES[nth]), numbered
    return numbered, numbered


def _view(game: Game, drawn: Drawn, caption: Words, named: Words) -> CardView:
    card = drawn.card
    action = str(card.get("action") or "")
    note = card.get("promissory_note")
    spoken = [_spoken(game, field, card[field]) for field in drawn.fields if card.get(field) is not None]
    return CardView(
        purpose=drawn.purpose,
        caption=caption,
        spoken=say("{caption} card: {fields}", caption=named, fields=listed(spoken, ",")),
        reads=frozenset(drawn.fields),
        action=action,
        action_words=ACTION_WORDS.get(action, ""),
        icons=int(card.get("icons") or 0),
        initiative=" / ".join(str(number) for number in card.get("initiative") or ()),
        choice=card.get("choice"),
        ships=(_short(game, card.get("standard_ship")), _short(game, card.get("advanced_ship"))),
        system=SYSTEM_WORDS.get(str(card.get("spawning_system") or ""), ""),
        technology=str(card.get("technology") or ""),
        note=_shown(game, "promissory_note", note) if note else "",
    )


def _spoken(game: Game, field: CardField, value: Any) -> Words:
    if field == "choice":
        return say("green check") if value else say("no green check")
    if field == "icons":
        return count(int(value), "icon")
    if field == "initiative":
        return say("initiative {numbers}", numbers=listed([Name(str(number)) for number in value], "or"))
    if field == "spawning_system":
        return SYSTEM_WORDS.get(str(value), Name(str(value)))
    return _shown(game, field, value)


def _shown(game: Game, field: CardField, value: Any) -> Words:
    """What a card shows, as it stands within a sentence; what no card shows any more as the log names it."""
    return card_shows(game, field).get(str(value), Name(str(value)))


def _short(game: Game, ship: Any) -> Words:
    unit = game.tables.units.by_key.get(str(ship)) if ship else None
    return Name(unit.short) if unit else ""


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
