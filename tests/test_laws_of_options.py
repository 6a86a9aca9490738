"""Laws with any options that may stand together: the game stays sound, and its log stays the truth."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from driving import legal_entry
from driving import settings as of_the_table
from hive.catalog.reading import load_tables
from hive.engine.entries import Forward
from hive.engine.errors import Refused
from hive.engine.session import Session, replay
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
    session = Session(game_with(options))
    session.settle()
    log: list[Forward] = []
    for number in numbers:
        entry = legal_entry(session, number)
        if entry is None:
            continue
        try:
            session.apply(entry)
            log.append(entry)
        except (Refused, ValueError):
            session = replay(game_with(options), log)
    assert broken_laws(session.game) == []
    again = replay(game_with(options), log)
    assert (dump(again.game), again.pending) == (dump(session.game), session.pending)
