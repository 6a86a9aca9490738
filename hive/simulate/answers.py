"""Answers to all questions that are neither a player's turn nor a battle: mostly what is expected, drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hive.engine.replies import card_choices
from hive.model.game import PLAYERS, Game
from hive.simulate.booking import Entry
from hive.steps import Ask, Choice, Draw, Number, Step

# How often the expected answer is given where there are others.
EXPECTED = 0.85
# What of the players' objectives is scored.
_SCORED_NOTHING, _SECRET = 0.25, 0.4
_EVEN = (
    *("player_picks", "speaker", "discard_source", "secret_phase", "retreat", "destination", "tied_places", "rift"),
    *("exploration", "explores", "specialty_present"),
    *("agenda", "agenda_kind", "agenda_rewards", "agenda_penalties", "voted"),
)


def answer(game: Game, step: Step, rng: Random) -> Entry:
    """An entry that answers a step."""
    return "answer", {"key": step.key, "value": _value(game, step, rng)}


def _value(game: Game, step: Step, rng: Random) -> Any:
    if isinstance(step, Draw):
        return {field: rng.choice(card_choices(game, field)).value for field in step.fields}
    if not isinstance(step, Ask):
        return "done"
    choice = _CHOOSERS.get(step.key, _even if step.key in _EVEN else _expected)(game, step, rng)
    if not step.numbers:
        return choice
    return {"choice": choice, **{number.name: _number(number, rng) for number in step.numbers}}


def _expected(_: Game, step: Ask, rng: Random) -> str:
    first, *others = [choice.value for choice in step.choices]
    return first if not others or rng.random() < EXPECTED else rng.choice(others)


def _even(_: Game, step: Ask, rng: Random) -> str:
    return rng.choice(step.choices).value


def _reveal(_: Game, step: Ask, rng: Random) -> str:
    """Any objective; "none is left" only where that is so."""
    return rng.choice([choice.value for choice in step.choices if choice.value != "none"] or ["none"])


def _none_left(_: Game, step: Ask, __: Random) -> str:
    return step.choices[-1].value


def _scores(game: Game, step: Ask, rng: Random) -> str:
    done, *others = step.choices
    possible = [choice for choice in others if _can_score(game, choice, rng)]
    return done.value if not possible or rng.random() < _SCORED_NOTHING else rng.choice(possible).value


def _can_score(game: Game, choice: Choice, rng: Random) -> bool:
    seat, _, what = choice.value.partition(".")
    if what == "secret":
        return rng.random() < _SECRET
    galaxy = game.galaxy
    if what == "rex" and galaxy is not None:
        planets = galaxy.systems[galaxy.spawning["mecatol_rex"]].planets.values()
        return seat in PLAYERS and any(planet.control == seat for planet in planets)
    return True


def _number(number: Number, rng: Random) -> int:
    """Mostly what is expected; else anything within the bounds."""
    return number.value if rng.random() < EXPECTED else rng.randint(number.minimum, number.maximum)


_CHOOSERS: dict[str, Callable[[Game, Ask, Random], str]] = {
    "reveal": _reveal,
    "none_left": _none_left,
    "players_score": _scores,
    "imperial_scores": _scores,
}
