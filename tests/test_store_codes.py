"""The codes of a game: made when they are first asked for, found, changed, and gone with their game."""

from __future__ import annotations

import json

import pytest

from hive.store import CODE_LENGTH, LETTERS, OPENS, Door, GameUnknown, Store, told_code, typed_code
from storing import new_game, where

pytestmark = pytest.mark.both_stores

CONFUSED = ("0OQ", "1IL", "2Z", "5S", "8B", "UV")


def test_a_game_has_a_code_for_everything_that_can_be_opened(store: Store) -> None:
    game, _ = new_game(store)
    codes = store.codes(game)
    assert set(codes) == set(OPENS)
    assert {opens: store.opened_by(code) for opens, code in codes.items()} == {
        opens: Door(game, opens) for opens in OPENS
    }


def test_the_codes_stay_as_they_are(store: Store) -> None:
    game, _ = new_game(store)
    codes = store.codes(game)
    assert store.codes(game) == codes
    store.close()
    again = Store(where(store))
    assert again.codes(game) == codes
    again.close()


def test_no_two_games_share_a_code(store: Store) -> None:
    codes = [code for _ in range(20) for code in store.codes(new_game(store)[0]).values()]
    assert len(set(codes)) == len(codes)


def test_codes_that_nobody_asked_for_are_not_made(store: Store) -> None:
    game, _ = new_game(store)
    assert store.known_codes(game) == {}
    store.codes(game)
    assert store.known_codes(game) == store.codes(game)


def test_changed_codes_open_nothing_any_more(store: Store) -> None:
    game, _ = new_game(store)
    other, _ = new_game(store)
    before, beside = store.codes(game), store.codes(other)
    after = store.change_codes(game)
    assert set(before.values()).isdisjoint(after.values())
    assert [store.opened_by(code) for code in before.values()] == [None] * len(OPENS)
    assert store.opened_by(after["p2"]) == Door(game, "p2")
    assert store.codes(other) == beside


def test_codes_can_be_changed_before_there_are_any(store: Store) -> None:
    game, _ = new_game(store)
    assert store.change_codes(game) == store.codes(game)


def test_codes_go_with_their_game(store: Store) -> None:
    game, _ = new_game(store)
    code = store.codes(game)["table"]
    store.delete(game)
    assert store.opened_by(code) is None
    assert store.known_codes(game) == {}


def test_a_copy_and_an_import_have_codes_of_their_own(store: Store) -> None:
    game, _ = new_game(store)
    codes = set(store.codes(game).values())
    for other in (store.copy(game, "Copy"), store.import_game(store.export_game(game))):
        assert codes.isdisjoint(store.codes(other).values())


def test_no_export_holds_a_code(store: Store) -> None:
    game, _ = new_game(store)
    codes = store.codes(game)
    exported = json.dumps(store.export_game(game))
    assert not any(code in exported for code in codes.values())


def test_a_game_that_is_not_there_has_no_codes(store: Store) -> None:
    for ask in (store.codes, store.change_codes):
        with pytest.raises(GameUnknown):
            ask("nowhere1")
    assert store.known_codes("nowhere1") == {}
    assert store.opened_by("A" * CODE_LENGTH) is None


def test_two_programs_that_ask_first_get_the_same_codes(store: Store) -> None:
    one, two = store, Store(where(store))
    game, _ = new_game(one)
    assert one.codes(game) == two.codes(game)
    two.close()


def test_a_code_cannot_be_guessed_in_a_lifetime() -> None:
    a_try_each_second_for_a_year = 365 * 24 * 3600
    assert len(LETTERS) ** CODE_LENGTH > 1_000_000 * a_try_each_second_for_a_year


@pytest.mark.parametrize("alike", CONFUSED)
def test_no_two_letters_of_codes_look_alike(alike: str) -> None:
    assert len(set(alike) & set(LETTERS)) <= 1


def test_a_code_is_read_as_it_was_meant() -> None:
    assert typed_code(" km4tx-9pqrw ") == "KM4TX9PQRW"
    assert typed_code("zsbu") == "258V"
    assert typed_code(told_code("KM4TX9PQRW")) == "KM4TX9PQRW"
    assert len(typed_code("K" * 5000)) == CODE_LENGTH + 1
