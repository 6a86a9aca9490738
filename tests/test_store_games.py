"""Whole games in the file: listed, named, copied, deleted; and the connections that read and write them."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from hive.store import GamePage, GameUnknown, Head, NameRefused, NewEntry, Store
from storing import TABLES, answer, behind, driver_of, new_game, positions

pytestmark = pytest.mark.both_stores


def test_the_game_that_changed_last_is_first_in_the_list(store: Store) -> None:
    (one, head), (two, _) = new_game(store), new_game(store)
    assert [row.id for row in store.games()] == [two, one]
    store.append(one, head, answer())
    assert [(row.id, row.position) for row in store.games()] == [(one, 2), (two, 1)]
    store.rename(two, "Saturday")
    assert [(row.id, row.name) for row in store.games()] == [(two, "Saturday"), (one, "Friday")]


def test_a_page_has_the_games_with_all_words_the_one_that_changed_last_first(store: Store) -> None:
    def begun(name: str, *players: str) -> str:
        data = {"settings": {f"p{number}": {"name": player} for number, player in enumerate(players, 1)}}
        return store.create_game(name, TABLES, NewEntry("new", data, rules_version="1"))

    friday, sunday = begun("Friday 100%", "Ada", "Özge"), begun("Sunday", "ADA", "Ben")
    nobody, _ = new_game(store)

    def found(search: str, **more: Any) -> list[str]:
        return [row.id for row in store.page(9, search=search, **more).rows]

    assert found("") == [nobody, sunday, friday]
    assert found("ada") == [sunday, friday] and found("ada BEN") == [sunday] and found("Özge") == [friday]
    assert (
        found("100%") == [friday]
        and found("%") == [friday]
        and found("_") == []
        and found("\0 ada\0") == [sunday, friday]
    )
    assert found("friday") == [nobody, friday], "names of a game and of its players alike"
    assert found("ada", only=[friday, nobody]) == [friday] and found("", only=[]) == []
    second = store.page(1, 1)
    assert [row.id for row in second.rows] == [sunday] and second.number == 3
    store.append(friday, store.head(friday), answer())
    assert [(row.id, row.position) for row in store.page(1).rows] == [(friday, 2)]
    assert store.page(1, 10**10) == GamePage((), 3)


def test_a_search_steps_over_what_is_damaged(store: Store) -> None:
    game, _ = new_game(store)
    if store.file is not None:
        behind(store, "UPDATE entries SET data = '{'", "UPDATE games SET name = CAST(x'4672ff646179' AS TEXT)")
        assert [row.id for row in store.page(9, search="fr day".replace(" ", "\ufffd")).rows] == [game]
    assert store.page(9, search="saturday").rows == ()


def test_an_id_is_short_and_fits_into_an_address(store: Store) -> None:
    game, _ = new_game(store)
    assert len(game) == 8
    assert game.isalnum()
    assert game == game.lower()


def test_a_copy_goes_its_own_way(store: Store) -> None:
    game, head = new_game(store)
    head = store.append(game, head, answer(2), snapshot=(2, {"round": 2})).head
    copy = store.copy(game, "What if")
    assert store.game(copy).name == "What if"
    assert store.tables_json(copy) == store.tables_json(game)
    assert store.chain(copy, 2) == store.chain(game, 2)
    assert store.chain(copy, 2, before=1) == store.chain(game, 2, before=1)
    store.append(copy, head, answer("other"))
    assert store.head(game) == head
    store.delete(game)
    assert positions(store.lines(copy, 3, limit=9)) == [3, 2, 1]


def rows_in(store: Store, table: str) -> int:
    count: int = driver_of(store).execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return count


def test_a_deleted_game_leaves_nothing_behind(store: Store) -> None:
    game, head = new_game(store)
    store.append(game, head, answer(2), snapshot=(2, {}))
    store.delete(game)
    assert [rows_in(store, table) for table in ("games", "entries", "snapshots", "tables")] == [0, 0, 0, 0]


def test_games_share_the_tables_that_are_the_same(store: Store) -> None:
    one, two = (store.create_game("Friday", TABLES, answer()) for _ in range(2))
    three = store.create_game("House rules", '{"deck": []}', answer())
    assert rows_in(store, "tables") == 2
    assert json.loads(store.tables_json(two)) == json.loads(TABLES)
    assert json.loads(store.tables_json(three)) == {"deck": []}
    store.delete(one)
    assert json.loads(store.tables_json(two)) == json.loads(TABLES)
    store.delete(two)
    assert rows_in(store, "tables") == 1


@pytest.mark.parametrize("name", ["", "   ", "x" * 101, "two\nlines", "nul\0", "half of a pair \ud83d"])
def test_a_name_that_cannot_be_shown_is_refused(store: Store, name: str) -> None:
    game, _ = new_game(store)
    for attempt in (
        lambda: store.create_game(name, TABLES, answer()),
        lambda: store.rename(game, name),
        lambda: store.copy(game, name),
    ):
        with pytest.raises(NameRefused):
            attempt()
    assert [row.name for row in store.games()] == ["Friday"]


@pytest.mark.parametrize("name", ["x" * 100, "<b>Röde Hund & Söhne</b>", "👨‍👩‍👧", "'; DROP TABLE games; --"])
def test_any_line_of_text_is_a_name(store: Store, name: str) -> None:
    game = store.create_game(f" {name} ", TABLES, answer())
    assert store.game(game).name == name


def test_every_call_says_when_there_is_no_such_game(store: Store) -> None:
    new_game(store)
    nobody = "nobody00"
    for call in (
        lambda: store.game(nobody),
        lambda: store.tables_json(nobody),
        lambda: store.head(nobody),
        lambda: store.append(nobody, Head(1, 1, None), answer()),
        lambda: store.chain(nobody, 1),
        lambda: store.chain(nobody, 0),
        lambda: store.path_positions(nobody, 0, 1),
        lambda: store.lines(nobody, 1, limit=1),
        lambda: store.rename(nobody, "Saturday"),
        lambda: store.copy(nobody, "Saturday"),
        lambda: store.delete(nobody),
        lambda: store.export_game(nobody),
    ):
        with pytest.raises(GameUnknown, match="no such game"):
            call()


# --- connections ---


def test_every_connection_waits_for_the_disk_and_for_other_writers(sqlite_store: Store) -> None:
    store = sqlite_store
    new_game(store)
    asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    found = [driver_of(store).execute(f"PRAGMA {name}").fetchone()[0] for name in asked]
    assert found == ["wal", 2, 1, 2000]


def test_threads_that_come_after_one_another_share_a_connection(store: Store) -> None:
    used = []
    for _ in range(5):
        thread = threading.Thread(target=lambda: used.append(driver_of(store)))
        thread.start()
        thread.join()
    assert len(set(map(id, used))) == 1


def test_a_closed_store_opens_again_when_it_is_used(store: Store) -> None:
    game, head = new_game(store)
    store.close()
    assert store.head(game) == head
