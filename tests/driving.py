"""Drives a game through legal answers: what tests of laws, of the log and of the web have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from hive.board.layout import Layout, lay_out
from hive.catalog.reading import load_tables
from hive.catalog.tables import Level
from hive.engine.entries import Answer, Correct, Event, Forward
from hive.engine.errors import Refused
from hive.engine.facts import correctables
from hive.engine.replies import CHOICE, card_choices
from hive.engine.session import Session, replay
from hive.fields import Field, Number, OneOf
from hive.games.service import Games
from hive.model.game import Draws, Game, PlayerSetup, Settings
from hive.rules.events.doings import events_of
from hive.rules.events.kinds import stands_against
from hive.rules.setup.new_game import new_game
from hive.steps import Ask, Draw, Step


@lru_cache
def layout(seed: str = "test") -> Layout:
    """A galaxy set up at random for Ada of Sol and Ben of Hacan."""
    return lay_out(load_tables(), ("base", "pok"), {"p1": "1", "p2": "16"}, seed)


def settings(difficulty: Level = "standard", draws: Draws = "app") -> Settings:
    ada = PlayerSetup("Ada", "Federation of Sol", "blue")
    ben = PlayerSetup("Ben", "Emirates of Hacan", "green")
    return Settings(p1=ada, p2=ben, difficulty=difficulty, draws=draws)


def fresh_game(
    difficulty: Level = "standard", draws: Draws = "app", seed: str = "test", galaxy: Layout | None = None
) -> Game:
    """A game of which the table has said nothing since: a test puts on the board what it likes."""
    game = new_game(settings(difficulty, draws), load_tables(), seed, galaxy)
    game.heard = {}
    return game


def fresh_session(
    difficulty: Level = "standard", draws: Draws = "app", seed: str = "test", galaxy: Layout | None = None
) -> Session:
    session = Session(fresh_game(difficulty, draws, seed, galaxy))
    session.settle()
    return session


def answers_to(game: Game, step: Step) -> list[Any]:
    """All answers that the table can give to a step; for a card, one for each value of each field."""
    if isinstance(step, Ask) and step.numbers:
        return [{CHOICE: choice.value, **numbers} for choice in step.choices for numbers in _numbers(step)]
    if isinstance(step, Ask):
        return [choice.value for choice in step.choices]
    if isinstance(step, Draw):
        fields = {field: [choice.value for choice in card_choices(game, field)] for field in step.fields}
        longest = max(len(values) for values in fields.values())
        return [{field: values[n % len(values)] for field, values in fields.items()} for n in range(longest)]
    return ["done"]


def _numbers(step: Ask) -> list[dict[str, int]]:
    """What to expect, the least and the most of every number."""
    return [
        {number.name: number.value for number in step.numbers},
        {number.name: number.minimum for number in step.numbers},
        {number.name: number.maximum for number in step.numbers},
    ]


def expected_answer(game: Game, step: Step) -> Any:
    """The answer to expect: the first choice."""
    return answers_to(game, step)[0]


def answer_until(games: Games, game_id: str, *keys: str) -> None:
    """Answer as expected until a question of one of these keys is open."""
    for _ in range(300):
        present = games.present(game_id)
        step = present.session.pending
        assert step is not None
        if step.key in keys:
            return
        games.answer(game_id, present.position, step.key, expected_answer(present.session.game, step))
    raise AssertionError(f"{keys} were never asked")


def legal_entry(session: Session, number: int) -> Forward | None:
    """The entry that a number stands for: mostly an answer, sometimes an event or a correction."""
    kind, pick = number % 8, number // 8
    if kind == 6:
        return _event(session.game, pick)
    if kind == 7:
        return _correction(session.game, pick)
    step = session.pending
    if step is None:
        return None
    answers = answers_to(session.game, step)
    # Objectives run out in a blink if "none is left" is drawn as often as any other.
    index = pick % max(1, len(answers) - (step.key == "reveal"))
    return Answer(step.key, answers[index])


def fitting(field: Field[Any], pick: int, most: int = 100) -> int | str:
    """The value that fits a field and that a number stands for: one of its choices, or of so many lowest numbers."""
    if isinstance(field, OneOf):
        return field.choices[pick % len(field.choices)].value
    assert isinstance(field, Number)
    return field.minimum + pick % min(most, field.maximum - field.minimum + 1)


def _event(game: Game, pick: int) -> Forward | None:
    possible = [event for event in events_of(game).values() if not stands_against(game, event)[0]]
    event = possible[pick % len(possible)]
    args: dict[str, Any] = {}
    for field in event.fields(game):
        args[field.name] = fitting(field, pick, 4)
    return Event(event.name, args)


def _correction(game: Game, pick: int) -> Forward | None:
    rows = correctables(game)
    row = rows[pick % len(rows)]
    return Correct(row.field, fitting(row.entered, pick, 9))


def play_on(anew: Callable[[], Game], numbers: Sequence[int]) -> tuple[Session, list[Forward]]:
    """Play the numbers in a game that begins ``anew``, replaying after a refusal as the app does; out: also its log."""
    session, log = replay(anew(), []), list[Forward]()
    for number in numbers:
        entry = legal_entry(session, number)
        if entry is None:
            continue
        try:
            session.apply(entry)
            log.append(entry)
        except (Refused, ValueError):
            session = replay(anew(), log)
    return session, log


def play(session: Session, numbers: Sequence[int]) -> list[Forward]:
    """Apply the entries that the numbers stand for, and return them. A number may stand for none."""
    applied = []
    for number in numbers:
        entry = legal_entry(session, number)
        if entry is None:
            continue
        applied.append(entry)
        session.apply(entry)
    return applied
