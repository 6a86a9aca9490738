"""How many taps an action of the Hive costs, printed and bounded: an infest that explores two planets."""

from __future__ import annotations

import pytest
from played import EXPLORES, PlayedGame, PlayedGames
from playing import headline, tap_next
from playwright.sync_api import expect

from conftest import PHONE, OpenPage
from hive import keys

# Besides the names of the cards: draw, the board is so, the ships have moved, they have landed, the turn ends.
INFEST_BOUND, EXPLORED = 5, 2
MOST_TAPS = 20


def an_infest(game: PlayedGame) -> int:
    """Where the first turn of the Hive begins in which it explores two planets and nothing ties."""
    turn, named = 0, 0
    for line, step in sorted(game.steps.items()):
        if step.key == keys.HIVE_TURN:
            turn, named = line, 0
        elif step.key in (keys.TIED_PLACES, keys.RIFT):
            turn = 0
        named += step.key == keys.EXPLORATION
        if turn and named == EXPLORED:
            return turn
    raise AssertionError("the Hive never explores two planets in a turn")


def test_an_infest_with_two_explored_planets_costs_five_taps_besides_the_cards_names(
    open_page: OpenPage, played: PlayedGames, capsys: pytest.CaptureFixture[str]
) -> None:
    game, page = played.game(EXPLORES).copy(), open_page("/", PHONE, address=played.address)
    game.at(page, an_infest(game))
    taps, names = [], 0
    while "The Hive's turn" in page.locator("header.top").inner_text():
        said = headline(page)
        if "explores" in said:
            names += 1
        else:
            taps.append(said)
            if names == EXPLORED:
                # What the last card brought is read with the next step.
                expect(page.locator(".just")).to_have_count(1)
        assert len(taps) < MOST_TAPS
        tap_next(page)
    with capsys.disabled():
        print(f"\ntaps of an infest with {names} explored planets, besides the cards' names: {len(taps)}")
    assert names == EXPLORED
    assert len(taps) <= INFEST_BOUND, taps
