"""What people enter for an open question: kept beside the game for all processes, and never a part of it."""

from __future__ import annotations

import pytest

from hive.store import GameUnknown, Question, Share, Store
from hive.store.records import DENSE
from storing import answer, new_game, where

pytestmark = pytest.mark.both_stores
ROUND = Question("space_combat_round", 7)
NEXT = Question("space_combat_round", 9)


def entered(store: Store, game: str, question: Question = ROUND) -> list[tuple[str, str, int]]:
    return [(one.name, one.who, one.value) for one in store.shares(game).get(question, ())]


def test_each_has_a_share_of_a_number_and_the_last_one_counts(store: Store) -> None:
    game, _ = new_game(store)
    store.keep_shares(game, ROUND, "p1", {"hits": 1})
    store.keep_shares(game, ROUND, "p2", {"hits": 2})
    store.keep_shares(game, ROUND, "p1", {"hits": 3})
    store.keep_shares(game, NEXT, "p1", {"hits": 1})
    assert store.shares(game) == {
        ROUND: (Share("hits", "p2", 2, 2), Share("hits", "p1", 3, 3)),
        NEXT: (Share("hits", "p1", 1, 4),),
    }
    assert store.stands(game).shares == 4


def test_what_comes_late_takes_the_place_of_nothing_newer(store: Store) -> None:
    game, _ = new_game(store)
    store.keep_shares(game, ROUND, "p1", {"hits": 3}, age=5)
    store.keep_shares(game, ROUND, "p1", {"hits": 1}, age=60)
    assert entered(store, game) == [("hits", "p1", 3)]
    store.keep_shares(game, ROUND, "p1", {"hits": 2})
    assert entered(store, game) == [("hits", "p1", 2)]


def test_another_process_finds_it(store: Store) -> None:
    game, _ = new_game(store)
    store.keep_shares(game, ROUND, "p1", {"hits": 1})
    other = Store(where(store))
    other.keep_shares(game, ROUND, "p2", {"hits": 2})
    other.close()
    assert entered(store, game) == [("hits", "p1", 1), ("hits", "p2", 2)]


def test_what_no_undo_leads_back_to_is_dropped(store: Store) -> None:
    game, _ = new_game(store)
    store.keep_shares(game, ROUND, "p1", {"hits": 1})
    store.keep_shares(game, Question("invasion", ROUND.asked + DENSE), "p1", {"lands": 1})
    assert entered(store, game) == [("hits", "p1", 1)]
    store.keep_shares(game, Question("invasion", ROUND.asked + DENSE + 1), "p1", {"lands": 1})
    assert entered(store, game) == []


def test_it_is_no_part_of_the_game(store: Store) -> None:
    game, head = new_game(store, answer())
    before = store.export_game(game)
    store.keep_shares(game, ROUND, "p1", {"hits": 1})
    assert store.export_game(game) == before
    assert store.head(game) == head
    assert store.games()[0].changed_at == store.game(game).changed_at
    assert entered(store, store.copy(game, "Copy")) == []
    store.delete(game)
    assert entered(store, game) == []
    with pytest.raises(GameUnknown):
        store.keep_shares(game, ROUND, "p1", {"hits": 1})
