"""The tiles at which the players score: every bar says whose it is, and has room beside the names of three sides."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from playing import import_game, speak
from playwright.sync_api import Page, expect

from conftest import LAPTOP, PHONE, TABLET, OpenPage
from driving import answers_to, expected_answer, layout, settings
from hive import keys
from hive.board import pieces
from hive.games.service import Games
from hive.steps import Ask
from hive.store import Store

SHORTEST_BAR = 40
LEFT = 2
"""Answers where one thing is left to score: it, and that it is not."""
WIDTHS = "(bars) => bars.map((bar) => bar.offsetWidth)"
LINES = "(texts) => texts.map((text) => Math.round(text.offsetHeight / parseFloat(getComputedStyle(text).lineHeight)))"
OVER_THE_EDGE = """(tiles) => tiles.filter((tile) => [...tile.querySelectorAll(".tick, .way *")].some(
  (one) => one.getBoundingClientRect().right > tile.getBoundingClientRect().right)).length"""


def scoring(folder: Path, first: str, second: str) -> Path:
    """A game that asks what the players score, of what the Hive has scored one; both have booked a planet."""
    store = Store(folder / "games.sqlite")
    games = Games(store)
    told = settings()
    told.p1.name, told.p2.name = first, second
    game_id = games.create("Scoring", told, seed="test", layout=layout())
    while (step := (present := games.present(game_id)).session.pending) is not None and step.key != keys.PLAYERS_SCORE:
        cards = [one for one in answers_to(present.session.game, step) if str(one).startswith("card.")]
        expected = "pass" if step.key == keys.PLAYER_TURN else expected_answer(present.session.game, step)
        games.answer(game_id, present.position, step.key, cards[0] if cards else expected)
    game = present.session.game
    free = [
        f"{position}/planet/{planet}/control"
        for position, system in pieces.galaxy_of(game).systems.items()
        for planet, state in system.planets.items()
        if state.control is None and position != pieces.galaxy_of(game).spawning["mecatol_rex"]
    ]
    present = games.board(game_id, present.position, {free[0]: "p1", free[1]: "p2"})
    about_the_board = [one.name for one in game.objectives if game.tables.objectives.by_name[one.name].of_the_board]
    games.event(game_id, present.position, "scored", {"who": "hive", "objective": about_the_board[0]})
    file = folder / "game.json"
    file.write_text(json.dumps(store.export_game(game_id)))
    store.close()
    return file


def apart_on_the_tile_of_three(page: Page) -> bool:
    """Whether neither the bars of the tile that the Hive has scored nor its ticks lie over the others."""
    tile = page.locator(".goal.scored")
    expect(tile.locator(".tick")).to_have_count(3)
    bars, ticks = tile.locator(".bars").bounding_box(), tile.locator(".ticks").bounding_box()
    assert bars is not None and ticks is not None
    beside = bars["x"] + bars["width"] <= ticks["x"]
    return beside or bars["y"] + bars["height"] <= ticks["y"] or ticks["y"] + ticks["height"] <= bars["y"]


def to_the_last_secret(file: Path, folder: Path) -> Path:
    """The same game once all that is left to score is a secret objective of one player; an answer was taken back."""
    store = Store(folder / "left.sqlite")
    games = Games(store)
    game_id = games.import_game(json.loads(file.read_text()))
    while isinstance(step := (present := games.present(game_id)).session.pending, Ask) and len(step.choices) > LEFT:
        games.answer(game_id, present.position, step.key, step.choices[1].value)
    present = games.answer(game_id, present.position, keys.PLAYERS_SCORE, "done")
    games.undo(game_id, present.position)
    left = folder / "left.json"
    left.write_text(json.dumps(store.export_game(game_id)))
    store.close()
    return left


def test_the_bar_holds_its_answer_where_one_secret_objective_is_left(
    open_page: OpenPage, tmp_path: Path, address: str
) -> None:
    """With redo in the bar; the secret objective stands on its tile, the first of all."""
    page = open_page("", PHONE)
    game = import_game(page, to_the_last_secret(scoring(tmp_path, "Ada", "Ben"), tmp_path))
    for code, letters in (("de", "normal"), ("en", "normal"), ("en", "large"), ("en", "larger")):
        speak(page, code)
        page.context.add_cookies([{"name": "text", "value": letters, "url": address}])
        page.goto(game)
        expect(page.locator("html")).to_have_attribute("data-text", letters)
        expect(page.locator("#redo")).to_be_visible()
        expect(page.locator("#second")).to_have_count(0)
        assert page.locator("#go span").evaluate_all(LINES)[0] <= (1 if letters == "normal" else 2)
        buttons = [one.bounding_box() for one in page.locator(".acts button").all()]
        ends = [(box["x"], box["x"] + box["width"]) for box in buttons if box]
        assert all(end <= begin for (_, end), (begin, _) in pairwise(ends)) and ends[-1][1] <= PHONE[0]
        first = page.locator(".goal").first
        assert first.locator("button.tick").count() == 1
    assert "secret objective" in first.inner_text()


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Maximiliane", "Bartholomew of the Hills")], ids=["short", "long"])
def test_every_bar_says_whose_it_is_and_none_is_broken(
    open_page: OpenPage, tmp_path: Path, names: tuple[str, str]
) -> None:
    page = open_page("", PHONE)
    import_game(page, scoring(tmp_path, *names))
    told = page.locator(".goal .way.hive small").all_inner_texts()
    assert told and all(words.startswith("Hive: ") for words in told)
    end, bar = page.locator(".goal").last.bounding_box(), page.locator(".acts").bounding_box()
    assert end is not None and bar is not None and end["y"] + end["height"] <= bar["y"]
    for code, size in (("en", PHONE), ("en", TABLET), ("en", LAPTOP), ("de", LAPTOP), ("de", TABLET), ("de", PHONE)):
        if page.locator("html").get_attribute("lang") != code:
            speak(page, code)
            page.reload()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert apart_on_the_tile_of_three(page), size
        assert min(page.locator(".goal .bar").evaluate_all(WIDTHS)) >= SHORTEST_BAR, size
        assert set(page.locator(".goal .way b").evaluate_all(LINES)) == {1}, size
        assert page.locator(".goal").evaluate_all(OVER_THE_EDGE) == 0, size
