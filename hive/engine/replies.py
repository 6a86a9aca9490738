"""From what the log keeps of an answer to what a procedure is sent, with every check that a form needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hive.catalog.tables import CARD_FIELDS, card_words
from hive.engine.entries import Value
from hive.engine.errors import Refused
from hive.fields import Misfit, OneOf
from hive.model.game import Game
from hive.naming import purpose_words
from hive.steps import Ask, Card, CardField, Choice, Draw, Filled, Number, Reply, Step, Tell
from hive.words import Name, Typed, Words, say, sentence

DONE = "done"
CHOICE = "choice"
"""Where the choice stands in the log among the numbers of an answer."""
_SHOWN: dict[CardField, dict[str, Words]] = {
    "action": {
        "blue_arrow": say("blue arrow"),
        "yellow_arrow": say("yellow arrow"),
        "red_star": say("red star"),
        "green_compass": say("green compass"),
    },
    "choice": {"true": say("green check"), "false": say("no check")},
    "spawning_system": {"main": say("main"), "aux1": say("aux 1"), "aux2": say("aux 2")},
    "promissory_note": {
        "alliance": say("alliance"),
        "faction": say("faction"),
        "support_for_the_throne": say("support for the throne"),
        "political_secret": say("political secret"),
        "trade_agreement": say("trade agreement"),
        "ceasefire": say("ceasefire"),
    },
}
_LABELS: dict[str, Words] = {"aux1": say("AUX 1"), "aux2": say("AUX 2")}


def reply_to(game: Game, step: Step, value: Value) -> Reply:
    """Return what the procedure is sent for a logged answer. Raises Refused if the answer does not fit the step."""
    if isinstance(step, Draw):
        return _card(game, step, value)
    if isinstance(step, Ask) and step.numbers:
        return _filled(step, value)
    if not isinstance(value, str):
        raise Refused(say("“{question}” is answered with one of its choices.", question=step.text))
    if isinstance(step, Ask):
        return _chosen(step, value)
    if value != DONE:
        raise Refused(say("“{told}” is answered with Done.", told=step.text))
    return True


def _chosen(step: Ask, value: str) -> str:
    try:
        return OneOf(CHOICE, step.text, step.choices).check(value)
    except Misfit as error:
        refusal = say(
            "“{answer}” is no answer to “{question}”. Choose one of the answers shown.",
            answer=_short(value),
            question=step.text,
        )
        raise Refused(refusal) from error


def _filled(step: Ask, value: Value) -> Filled:
    """The choice and the numbers; a number that is left out is the one to expect.

    A 0 for what is not asked says nothing: logs have some for what an earlier version asked.
    """
    told: Mapping[str, object] = {CHOICE: value} if isinstance(value, str) else value
    known = {CHOICE, *(number.name for number in step.numbers)}
    unknown = {name for name, number in told.items() if name not in known and number != 0}
    if unknown:
        raise Refused(say("“{question}” does not ask for “{name}”.", question=step.text, name=_short(min(unknown))))
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
    return tuple(Choice(value, _LABELS.get(value, sentence(words))) for value, words in card_shows(game, field).items())


def card_shows(game: Game, field: CardField) -> dict[str, Words]:
    """What can stand in a field of a card, each in the words that it has within a sentence."""
    cards = game.tables.hive_mind.cards
    if field == "icons":
        highest = max(card.icons or 0 for card in cards)
        return {str(number): say("{number}", number=number) for number in range(1, highest + 1)}
    if field == "initiative":
        kinds = sorted({card.initiative or () for card in cards}, key=lambda kind: (len(kind), kind))
        return {"/".join(map(str, kind)): Name(" / ".join(map(str, kind))) for kind in kinds}
    shown = card_words(field)
    if field in ("standard_ship", "advanced_ship"):
        return {unit.key: Name(unit.name) for unit in game.tables.units.larger_ships if unit.key in shown}
    return _SHOWN.get(field) or {word: Name(word) for word in shown}


def _card(game: Game, step: Draw, value: Value) -> Card:
    if isinstance(value, str):
        raise Refused(say("Say what the {card} card shows.", card=purpose_words(step.purpose)))
    known: dict[str, Any] = {}
    for field in step.fields:
        name = CARD_FIELDS[field]
        try:
            told = OneOf(field, sentence(name), card_choices(game, field)).check(value.get(field))
        except Misfit as error:
            refusal = say(
                "Say what the {card} card shows: {field} is missing or unknown.",
                card=purpose_words(step.purpose),
                field=name,
            )
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


def _short(text: str) -> Typed:
    return Typed(text if len(text) <= 40 else f"{text[:40]}…")
