"""Answers to all questions that are neither a player's turn nor a battle: mostly what is expected, drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from hive import keys
from hive.engine.entries import Answer, Forward, Value
from hive.engine.replies import card_choices
from hive.model.game import Game
from hive.rules.agenda.phase import ANOTHER
from hive.rules.exploration.cards import OTHER
from hive.rules.objectives.reveal import NONE_LEFT
from hive.simulate.scores import scores
from hive.steps import Ask, Draw, Number, Step

# How often the expected answer is given where there are others, and where a vote goes as the Hive votes.
EXPECTED, AS_THE_HIVE = 0.85, 0.5
# A random action card of the Hive: so often it begins with ACTION, so often it does not; else the rest.
_ACTION, _NO_ACTION = 0.35, 0.5
# So seldom an agenda is not in the list, and so often somebody controlled an explored planet before.
_UNLISTED, _NOT_EXPLORED = 0.02, 0.1
_EVEN = (
    keys.PLAYER_PICKS,
    keys.SPEAKER,
    keys.DIPLOMACY_SYSTEM,
    keys.DISCARD_SOURCE,
    keys.SECRET_PHASE,
    keys.RETREAT,
    keys.DESTINATION,
    keys.TIED_PLACES,
    keys.RIFT,
    keys.EXPLORES,
    keys.SPECIALTY_PRESENT,
    keys.EXPLORED_PLANET,
    keys.EXPLORED_FRONTIER,
    keys.SUSTAINED_SHIP,
    keys.PLANET_TAKEN_BY,
    keys.PLANET_GAINED,
    keys.INTERFERENCE,
    keys.COUNTEROFFER,
    keys.AGENDA_KIND,
    keys.AGENDA_REWARDS,
    keys.AGENDA_PENALTIES,
    keys.POLITICAL_SECRET,
    keys.TRADE_AGREEMENT,
    keys.ATTRITION,
    keys.MANEUVER,
    keys.WARFARE,
)


def answer(game: Game, step: Step, rng: Random) -> Forward:
    """An entry that answers a step."""
    return Answer(step.key, _value(game, step, rng))


def _value(game: Game, step: Step, rng: Random) -> Value:
    if isinstance(step, Draw):
        return {field: rng.choice(card_choices(game, field)).value for field in step.fields}
    if not isinstance(step, Ask):
        return "done"
    choice = _CHOOSERS.get(step.key, _even if step.key in _EVEN else _expected)(game, step, rng)
    if not step.numbers:
        return choice
    return {"choice": choice, **{number.name: _number(number, rng) for number in step.numbers}}


def _expected(_: Game, step: Ask, rng: Random) -> str:
    return _first(step, EXPECTED, rng)


def _first(step: Ask, often: float, rng: Random) -> str:
    first, *others = [choice.value for choice in step.choices]
    return first if not others or rng.random() < often else rng.choice(others)


def _even(_: Game, step: Ask, rng: Random) -> str:
    return rng.choice(step.choices).value


def _reveal(_: Game, step: Ask, rng: Random) -> str:
    """Any objective; "none is left" only where that is so."""
    return rng.choice([choice.value for choice in step.choices if choice.value != NONE_LEFT] or [NONE_LEFT])


def _none_left(_: Game, __: Ask, ___: Random) -> str:
    """Nobody finds another one where the app knows of none."""
    return NONE_LEFT


def _agenda(_: Game, step: Ask, rng: Random) -> str:
    """Any agenda that is left, or a card that the app does not know."""
    named = [choice.value for choice in step.choices if choice.value != ANOTHER]
    return ANOTHER if not named or rng.random() < _UNLISTED else rng.choice(named)


def _voted(_: Game, step: Ask, rng: Random) -> str:
    return _first(step, AS_THE_HIVE, rng)


def _turned_over(_: Game, step: Ask, rng: Random) -> str:
    """What the Hive's random action card shows."""
    action, no_action, *others = [choice.value for choice in step.choices]
    drawn = rng.random()
    return (
        action if drawn < _ACTION else no_action if drawn < _ACTION + _NO_ACTION or not others else rng.choice(others)
    )


def _explored(game: Game, step: Ask, rng: Random) -> str:
    """A card drawn from the deck, as often as there are copies of it; the answer after the cards is that none is."""
    *cards, nothing = [choice.value for choice in step.choices]
    if not cards or rng.random() < _NOT_EXPLORED:
        return nothing
    copies: Counter[str] = Counter()
    for card in game.tables.exploration.cards:
        if card.box in game.settings.boxes and f" {card.deck} card" in step.text:
            copies[OTHER if card.kind == "other" else card.name] += card.count
    return rng.choices(cards, [copies[card] for card in cards])[0]


def _number(number: Number, rng: Random) -> int:
    """Mostly what is expected; else anything within the bounds."""
    return number.value if rng.random() < EXPECTED else rng.randint(number.minimum, number.maximum)


_CHOOSERS: dict[str, Callable[[Game, Ask, Random], str]] = {
    keys.REVEAL: _reveal,
    keys.NONE_LEFT: _none_left,
    keys.PLAYERS_SCORE: scores,
    keys.IMPERIAL_SCORES: scores,
    keys.AGENDA: _agenda,
    keys.VOTED: _voted,
    keys.SABOTAGE: _turned_over,
    keys.DIRECT_HIT: _turned_over,
    keys.EXPLORATION: _explored,
}
