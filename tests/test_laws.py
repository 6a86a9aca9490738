"""Laws: whatever the table answers, reports or corrects, the game stays sound, and the log stays the truth."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import expected_answer, fresh_game, fresh_session, play, play_on, settings
from hive.catalog.tables import Level
from hive.engine.entries import Answer
from hive.engine.session import replay
from hive.engine.state import dump, load
from hive.games.present import Present
from hive.games.service import Games
from hive.model.game import Draws
from hive.model.laws import broken_laws
from hive.rules.area import yields
from hive.store import Store

LEVELS = st.sampled_from(["easy", "standard", "expert"])
DRAWS = st.sampled_from(["app", "table"])
NUMBERS = st.lists(st.integers(0, 10**6), max_size=80)


@given(LEVELS, DRAWS, NUMBERS)
def test_every_sequence_of_legal_entries_keeps_the_laws(level: Level, draws: Draws, numbers: list[int]) -> None:
    session, _ = play_on(lambda: fresh_game(level, draws), numbers)
    assert broken_laws(session.game) == []


@given(LEVELS, DRAWS, NUMBERS)
def test_a_replayed_log_equals_the_live_game(level: Level, draws: Draws, numbers: list[int]) -> None:
    session, log = play_on(lambda: fresh_game(level, draws), numbers)
    again = replay(fresh_game(level, draws), log)
    assert dump(again.game) == dump(session.game)
    assert again.pending == session.pending


@given(LEVELS, DRAWS, NUMBERS)
def test_a_snapshot_goes_on_like_the_game_that_it_was_taken_of(level: Level, draws: Draws, numbers: list[int]) -> None:
    session = fresh_session(level, draws)
    boundary, rest = session.boundary, []
    for entry in play_on(lambda: fresh_game(level, draws), numbers)[1]:
        session.apply(entry)
        rest.append(entry)
        if session.boundary is not None:
            boundary, rest = session.boundary, []
    assert boundary is not None
    again = replay(load(json.loads(boundary), session.game.tables), rest)
    assert dump(again.game) == dump(session.game)
    assert again.pending == session.pending


def seen(present: Present) -> tuple[dict[str, Any], Any]:
    return dump(present.session.game), present.session.pending


@given(DRAWS, st.lists(st.integers(0, 10**6), min_size=1, max_size=40), st.integers(1, 40))
def test_undo_and_then_redo_is_the_identity_also_after_a_restart(draws: Draws, numbers: list[int], times: int) -> None:
    _, log = play_on(lambda: fresh_game("standard", draws), numbers)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "games.sqlite")
        games = Games(store)
        present = games.present(games.create("Laws", settings("standard", draws), seed="test"))
        states = [seen(present)]
        for entry in log:
            present = games.enter(present.id, present.position, entry)
            states.append(seen(present))
        times = min(times, len(log))
        for back in range(1, times + 1):
            present = games.undo(present.id, present.position)
            assert seen(present) == states[-1 - back]
        games = Games(store)
        for forth in range(times, 0, -1):
            present = games.redo(present.id, present.position)
            assert seen(present) == states[-forth]
        assert present.redo == ""
        games.forget(present.id)
        assert seen(games.present(present.id)) == states[-1]
        store.close()


@pytest.mark.rule("28.5.bank-maximum")
@given(LEVELS, st.integers(0, 30), st.integers(0, 30), st.integers(0, 12))
def test_replenishing_never_lifts_the_bank_above_its_maximum(
    level: Level, resources: int, influence: int, planets: int
) -> None:
    from hive.rules.status import replenish

    game = fresh_game(level)
    game.hive.bank.resources, game.hive.bank.influence = resources, influence
    game.hive.standard_planets = planets
    replenish(game)
    assert game.hive.bank.resources == max(resources, yields(game))
    assert game.hive.bank.influence == max(influence, yields(game))


@pytest.mark.rule("3.2.realignment", "3.1.discard-after-decision")
@given(NUMBERS)
def test_the_hive_mind_deck_keeps_its_36_cards(numbers: list[int]) -> None:
    session = fresh_session()
    for number in numbers:
        step = session.pending
        if step is None:
            break
        session.apply(Answer(step.key, expected_answer(session.game, step)))
        play(session, [number // 8 * 8])
        assert sorted(session.game.deck.cards) == list(range(1, 37))


@pytest.mark.rule("37.war.distribution")
def test_special_commodities_lie_somewhere_and_only_where_they_are_played_with() -> None:
    game = fresh_game()
    assert broken_laws(game) == []
    game.event_cards.special_commodities["Nestphar"] = 1
    assert broken_laws(game) == ["There are no special commodities in this game."]
    game.event_cards.special_commodities["Nestphar"] = -1
    assert "There can be no negative number of special commodities on a planet." in broken_laws(game)
