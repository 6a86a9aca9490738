"""The ready-made example game: played here, step by step, into its second round."""

from __future__ import annotations

from hive.games import Games, Present
from hive.model.game import PlayerSetup, Settings
from hive.steps import Ask

NAME = "Example game"
SEED = "example"
OBJECTIVES = ["Negotiate Trade Routes", "Build Defenses", "Develop Weaponry"]
PLAIN_TURNS = 2
"""So many plain turns a player takes before using the strategy cards and passing."""


def start_example(games: Games) -> str:
    """Play the example game up to the Hive's second turn of its second round; returns its id."""
    settings = Settings(
        p1=PlayerSetup("Ada", "Federation of Sol", "blue"),
        p2=PlayerSetup("Ben", "Emirates of Hacan", "green"),
    )
    game_id = games.create(NAME, settings, seed=SEED)
    present = games.present(game_id)
    turns: dict[tuple[int, str], int] = {}
    while not _is_there(present, turns):
        step = present.session.pending
        if step is None:
            break
        value = _ask(present, step, turns) if isinstance(step, Ask) else "done"
        present = games.answer(game_id, present.position, step.key, value)
    return game_id


def _is_there(present: Present, turns: dict[tuple[int, str], int]) -> bool:
    game, step = present.session.game, present.session.pending
    second_turn = turns.get((2, "hive"), 0) >= 1
    return game.round == 2 and game.phase == "action" and second_turn and step is not None and step.key == "hive_turn"


def _ask(present: Present, step: Ask, turns: dict[tuple[int, str], int]) -> str:
    values = [choice.value for choice in step.choices]
    if step.key == "reveal":
        return OBJECTIVES[len(present.session.game.objectives)]
    if step.key in ("hive_turn", "player_turn"):
        return _turn(present, values, turns)
    return values[0]


def _turn(present: Present, values: list[str], turns: dict[tuple[int, str], int]) -> str:
    game = present.session.game
    turn = (game.round, str(game.active))
    turns[turn] = turns.get(turn, 0) + 1
    if game.active == "hive" or turns[turn] <= PLAIN_TURNS:
        return values[0]
    cards = [value for value in values if value.startswith("card.")]
    return cards[0] if cards else "pass"
