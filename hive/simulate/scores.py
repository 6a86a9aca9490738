"""What simulated players score: more the more planets they hold, and Mecatol Rex's point only while they hold it."""

from __future__ import annotations

from random import Random

from hive.board.sides import survey_of
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game
from hive.steps import Ask, Choice

# How likely it is that a player meets a revealed objective: the least, more for each planet, and the most.
_LEAST, _EACH_PLANET, _MOST = 0.2, 0.03, 0.6
_SECOND_STAGE, _SECRET = 0.6, 0.5
# What players hold where no galaxy is tracked, and how likely Mecatol Rex is among it.
_PLANETS_UNTRACKED, _REX_UNTRACKED = 6, 0.3


def scores(game: Game, step: Ask, rng: Random) -> str:
    """One of the scores that are offered, or that this is all."""
    done, *offered = step.choices
    possible = [choice for choice in offered if rng.random() < _likely(game, choice)]
    return (rng.choice(possible) if possible else done).value


def _likely(game: Game, choice: Choice) -> float:
    seat, _, what = choice.value.partition(".")
    if what == "secret":
        return _SECRET
    if what == "rex":
        return _REX_UNTRACKED if not game.tracked else float(_holds_rex(game, seat))
    held = min(_MOST, _LEAST + _EACH_PLANET * _planets(game, seat))
    return held if game.tables.objectives.by_name[what].stage == 1 else held * _SECOND_STAGE


def _planets(game: Game, seat: str) -> int:
    if not game.tracked:
        return _PLANETS_UNTRACKED
    survey = survey_of(game)
    return sum(len(survey.controlled(position, _player(seat))) for position in survey.positions)


def _holds_rex(game: Game, seat: str) -> bool:
    survey = survey_of(game)
    return survey.mecatol_rex is not None and bool(survey.controlled(survey.mecatol_rex, _player(seat)))


def _player(seat: str) -> Seat:
    return PLAYERS[1] if seat == PLAYERS[1] else PLAYERS[0]
