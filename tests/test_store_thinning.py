"""Snapshots are kept where undo needs them, and no state that the table can reach changes by that."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast
from unittest.mock import patch

from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

from day import times
from driving import legal_entry, settings
from hive.engine.errors import Refused
from hive.engine.session import Session
from hive.engine.state import dump
from hive.games.present import Present
from hive.games.service import Games
from hive.store import EntryUnknown, Store, records
from storing import answer, new_game


@contextmanager
def games(dense: int, sparse: int) -> Iterator[Games]:
    """Games of which so many snapshots are kept."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(records, "DENSE", dense),
        patch.object(records, "SPARSE", sparse),
    ):
        store = Store(Path(folder) / "games.sqlite")
        yield Games(store)
        store.close()


def played(games: Games, numbers: list[int]) -> list[object]:
    """What the table sees on its way: after entries, undo, redo and jumps, and of each line that it looks at."""
    present = games.present(games.create("Game", settings(), seed="test"))
    seen: list[object] = []
    for number in numbers:
        try:
            present = entered(games, present, number)
        except (Refused, EntryUnknown) as error:
            seen.append(str(error))
            present = games.present(present.id)
        if number % 5 == 0:
            games.forget(present.id)
            present = games.present(present.id)
        seen.append((dump(present.session.game), present.session.pending, present.undo, present.redo, present.notice))
    for line in games.lines(present.id, None, limit=200):
        seen.append(dump(games.at(present.id, line.position).present.session.game))
    return seen


def entered(games: Games, present: Present, number: int) -> Present:
    if number % 7 == 5:
        return games.undo(
            present.id, present.position, to=max(1, present.position - number % 40) if number % 2 else None
        )
    if number % 7 == 6:
        return games.redo(present.id, present.position)
    entry = legal_entry(cast(Session, present.session), number // 7)
    return present if entry is None else games.enter(present.id, present.position, entry)


@limits(max_examples=times(6, 60))
@given(st.lists(st.integers(0, 10**6), min_size=20, max_size=70))
def test_thinning_changes_no_state_that_undo_redo_or_the_story_reaches(numbers: list[int]) -> None:
    with games(10**6, 1) as all_kept:
        expected = played(all_kept, numbers)
    with games(3, 4) as thinned:
        assert played(thinned, numbers) == expected


def snapshots(store: Store, game: str) -> list[int]:
    return store.snapshots_between(game, 0, 10**6)


def test_old_snapshots_grow_thin_and_new_ones_stay(store: Store) -> None:
    game, head = new_game(store)
    for _ in range(400):
        head = store.append(game, head, answer(), snapshot=(head.position + 1, {})).head
    kept = snapshots(store, game)
    assert kept[-records.DENSE :] == list(range(head.position - records.DENSE + 1, head.position + 1))
    old = [position for position in kept if position < head.position - records.DENSE - records.SPARSE]
    assert len(old) <= head.position // records.SPARSE + 1
    assert all(later - earlier <= 2 * records.SPARSE for earlier, later in zip([0, *old], old, strict=False))


def test_snapshots_of_earlier_rules_all_stay(store: Store) -> None:
    game, head = new_game(store)
    earlier = range(2, 60)
    store.keep_snapshots(game, "0", [])
    for position in earlier:
        head = store.append(game, head, answer()).head
        store.keep_snapshots(game, "0", [(position, "{}")])
    for _ in range(200):
        head = store.append(game, head, answer(), snapshot=(head.position + 1, {})).head
    assert set(earlier) <= set(snapshots(store, game))
