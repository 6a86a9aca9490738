"""Laws with any options that may stand together: the game stays sound, and its log stays the truth."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from driving import play_on
from driving import settings as of_the_table
from hive.catalog.reading import load_tables
from hive.engine.session import replay
from hive.engine.state import dump
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules.setup.new_game import new_game
from hive.simulate.options import all_options, boxes_for, random_set

SETS = st.integers(0, 10**6).map(lambda seed: random_set(seed, all_options()))
NUMBERS = st.lists(st.integers(0, 10**6), max_size=60)


def game_with(options: tuple[str, ...]) -> Game:
    table = of_the_table()
    chosen = replace(table, options=options, boxes=[*boxes_for(options, tuple(table.boxes))])
    return new_game(chosen, load_tables(options=options), "test")


@settings(max_examples=40)
@given(SETS, NUMBERS)
def test_any_options_keep_the_laws_and_replay_to_the_same_game(options: tuple[str, ...], numbers: list[int]) -> None:
    session, log = play_on(lambda: game_with(options), numbers)
    assert broken_laws(session.game) == []
    again = replay(game_with(options), log)
    assert (dump(again.game), again.pending) == (dump(session.game), session.pending)
