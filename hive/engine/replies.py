"""From what the log keeps of an answer to what a procedure is sent, with every check that a form needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hive.catalog.tables import CARD_FIELDS, card_words
from hive.engine.entries import Value
from hive.engine.errors import Refused
from hive.fields import Misfit, OneOf
from hive.model.game import Game
from hive.rules.deck.defined import SYMBOL_WORDS
from hive.steps import Ask, Card, CardField, Choice, Draw, Filled, Number, Reply, Step, Tell

DONE = "done"
CHOICE = "choice"
"""Where the choice stands in the log among the numbers of an answer."""


def reply_to(game: Game, step: Step, value: Value) -> Reply:
    """Return what the procedure is sent for a logged answer. Raises Refused if the answer does not fit the step."""
    if isinstance(step, Draw):
        return _card(game, step, value)
    if isinstance(step, Ask) and step.numbers:
        return _filled(step, value)
    if not isinstance(value, str):
        raise Refused(f"“{step.text}” is answered with one of its choices.")
    if isinstance(step, Ask):
        return _chosen(step, value)
    if value != DONE:
        raise Refused(f"“{step.text}” is answered with Done.")
    return True


def _chosen(step: Ask, value: str) -> str:
    try:
        return OneOf(CHOICE, step.text, step.choices).check(value)
    except Misfit as error:
        refusal = f"“{_short(value)}” is no answer to “{step.text}”. Choose one of the answers shown."
        raise Refused(refusal) from error


def _filled(step: Ask, value: Value) -> Filled:
    """The choice and the numbers; a number that is left out is the one to expect."""
    told: Mapping[str, object] = {CHOICE: value} if isinstance(value, str) else value
    unknown = set(told) - {CHOICE, *(number.name for number in step.numbers)}
    if unknown:
        raise Refused(f"“{step.text}” does not ask for “{_short(min(unknown))}”.")
    choice = _chosen(step, str(told.get(CHOICE)))
    return Filled(choice, {number.name: _within(number, told.get(number.name)) for number in step.numbers})


def _within(number: Number, told: object) -> int:
    try:
        return number.check(number.value if told is None else told, sheet=True)
    except Misfit as error:
        raise Refused(error.words) from error


def automatic_reply(step: Step) -> bool:
    """Whether a step needs nothing from the table, the app's own draws aside."""
    return isinstance(step, Tell) and step.confirm == "nothing"


def card_choices(game: Game, field: CardField) -> tuple[Choice, ...]:
    """What can stand in a field of a card, for the table to tap."""
    if field == "action":
        return tuple(Choice(symbol, words) for symbol, words in SYMBOL_WORDS.items())
    if field == "choice":
        return (Choice("true", "Green check"), Choice("false", "No check"))
    if field == "icons":
        highest = max(card.icons or 0 for card in game.tables.hive_mind.cards)
        return tuple(Choice(str(number), str(number)) for number in range(1, highest + 1))
    if field == "initiative":
        kinds = sorted(
            {card.initiative or () for card in game.tables.hive_mind.cards}, key=lambda kind: (len(kind), kind)
        )
        return tuple(Choice("/".join(map(str, kind)), " / ".join(map(str, kind))) for kind in kinds)
    if field == "spawning_system":
        return (Choice("main", "Main"), Choice("aux1", "AUX 1"), Choice("aux2", "AUX 2"))
    shown = card_words(field)
    if field in ("standard_ship", "advanced_ship"):
        ships = [unit for unit in game.tables.units.larger_ships if unit.key in shown]
        return tuple(Choice(unit.key, unit.name.capitalize()) for unit in ships)
    return tuple(Choice(word, word.replace("_", " ").capitalize()) for word in shown)


def _card(game: Game, step: Draw, value: Value) -> Card:
    if isinstance(value, str):
        raise Refused(f"Say what the {step.purpose} card shows.")
    known: dict[str, Any] = {}
    for field in step.fields:
        name = CARD_FIELDS[field]
        try:
            told = OneOf(field, name, card_choices(game, field)).check(value.get(field))
        except Misfit as error:
            refusal = f"Say what the {step.purpose} card shows: {name.lower()} is missing or unknown."
            raise Refused(refusal) from error
        known[field] = _field_value(field, told)
    return Card(**known)


def _field_value(field: CardField, told: str) -> bool | int | tuple[int, ...] | str:
    if field == "choice":
        return told == "true"
    if field == "icons":
        return int(told)
    if field == "initiative":
        return tuple(int(number) for number in told.split("/"))
    return told


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
