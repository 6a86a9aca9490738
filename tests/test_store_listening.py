"""News of what other processes keep, through PostgreSQL: after it counts, never before, and again after a break."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Queue

import pytest

from bench.postgres import TEMPLATE, Server
from hive.store import EntryUnknown, Head, StalePosition, Store
from storing import answer, jump, new_game, where

pytestmark = pytest.mark.postgres
WITHIN = 20
"""Seconds in which even a slow machine hears of it."""
ALL = (None, 0)


class Ear:
    """Hears, in the order in which it was said."""

    def __init__(self, store: Store) -> None:
        self._said: Queue[tuple[str | None, int]] = Queue()
        self.news = store.listen(lambda game_id, position: self._said.put((game_id, position)))

    def next(self) -> tuple[str | None, int]:
        return self._said.get(timeout=WITHIN)


@pytest.fixture
def ear(postgres_store: Store) -> Iterator[Ear]:
    ear = Ear(postgres_store)
    assert ear.next() == ALL
    yield ear
    assert ear.news is not None
    ear.news.stop()


def test_a_file_has_no_news(sqlite_store: Store) -> None:
    assert sqlite_store.listen(lambda game_id, position: None) is None


def test_another_process_is_heard(postgres_store: Store, ear: Ear) -> None:
    other = Store(where(postgres_store))
    game, head = new_game(other)
    other.append(game, head, answer(2))
    assert ear.next() == (game, 2)
    other.delete(game)
    assert ear.next() == (game, -1)
    other.close()


def test_what_does_not_count_is_not_heard(postgres_store: Store, ear: Ear) -> None:
    game, head = new_game(postgres_store)
    with pytest.raises(StalePosition):
        postgres_store.append(game, Head(7, 7, None), answer("late"))
    with pytest.raises(EntryUnknown):
        postgres_store.append(game, head, answer("lost"), after=jump(9, redo=None))
    postgres_store.append(game, head, answer("counts"))
    assert ear.next() == (game, 2)


def test_a_listener_that_was_cut_off_says_that_all_may_be_new(
    postgres: Server, postgres_store: Store, ear: Ear
) -> None:
    game, head = new_game(postgres_store)
    postgres.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hive-wars news'")
    assert ear.next() == ALL
    postgres_store.append(game, head, answer(2))
    assert ear.next() == (game, 2)


def test_a_restart_of_the_database_loses_no_post_and_no_news(postgres: Server, postgres_store: Store, ear: Ear) -> None:
    game, head = new_game(postgres_store)
    postgres.stop()
    postgres.start()
    head = postgres_store.append(game, head, answer(2)).head
    assert head == Head(2, 2, None)
    heard = [ear.next()]
    if heard != [ALL]:
        heard.append(ear.next())
    assert ALL in heard


def test_what_others_say_there_is_no_news(postgres: Server, postgres_store: Store, ear: Ear) -> None:
    for nonsense in ("", "game", "game x", "1 2 3 "):
        postgres.ask(f"NOTIFY hive_games, '{nonsense}'", TEMPLATE)
    game, head = new_game(postgres_store)
    postgres_store.append(game, head, answer(2))
    assert ear.next() == (game, 2)


def test_one_who_hears_badly_does_not_end_the_news(postgres_store: Store) -> None:
    said: Queue[tuple[str | None, int]] = Queue()

    def heard(game_id: str | None, position: int) -> None:
        said.put((game_id, position))
        raise RuntimeError("astray")

    news = postgres_store.listen(heard)
    assert said.get(timeout=WITHIN) == ALL
    game, head = new_game(postgres_store)
    postgres_store.append(game, head, answer(2))
    assert said.get(timeout=WITHIN) == (game, 2)
    assert news is not None
    news.stop()
