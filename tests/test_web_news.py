"""What just happened stands in the headline's place until the next step, and is never folded away."""

from __future__ import annotations

from pathlib import Path

import pytest

from driving import answers_to, fresh_game, layout, settings
from hive.engine.narration import words_of
from hive.engine.session import Told
from hive.steps import Item, Step, Tell
from hive.web.steps import scene_of
from hive.web.steps.cards import Drawn, card_views
from hive.web.steps.telling import log_line
from hive.words import say
from serving import Table, app_in, without_spans


@pytest.fixture
def answered(tmp_path: Path) -> tuple[Table, str]:
    """A game in which the Hive has just answered a strategy card that a player played."""
    table = Table(app_in(tmp_path))
    game_id = table.games.create("The galaxy", settings(), seed="test", layout=layout())
    play_a_card(table, game_id)
    return table, game_id


def play_a_card(table: Table, game_id: str) -> Step:
    """Go on to the next turn of a player, who plays a strategy card or passes; what comes then."""
    table.until(game_id, "player_turn")
    present = table.games.present(game_id)
    step = present.session.pending
    assert step is not None
    card = next((one for one in answers_to(present.session.game, step) if str(one).startswith("card.")), "pass")
    table.games.answer(game_id, present.position, step.key, card)
    after = table.games.present(game_id).session.pending
    assert after is not None
    return after


def test_the_hives_answer_to_a_card_is_read_first_and_open(answered: tuple[Table, str]) -> None:
    table, game_id = answered
    scene = scene_of(table.games.present(game_id))
    assert scene.main_news is not None and scene.is_news
    page = without_spans(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    news = page[page.index('class="just news"') : page.index("</section>", page.index('class="just news"'))]
    assert "".join(run.text for run in scene.main_news.text) in news.split("<details")[0]
    assert all(f"{line.text}" in news for line in scene.main_news.lines)


def test_a_players_turn_shows_no_card_of_what_came_before_it(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.games.create("The galaxy", settings(), seed="b", layout=layout())
    drawn = 0
    for _ in range(4):
        play_a_card(table, game_id)
        scene = scene_of(table.games.present(game_id))
        if scene.key == "player_turn" and scene.cards:
            drawn += 1
            assert "cards-beside" not in table.client.get(f"/games/{game_id}").get_data(as_text=True)
    assert drawn


def test_what_happened_is_gone_with_the_next_step(answered: tuple[Table, str]) -> None:
    table, game_id = answered
    scene = scene_of(table.games.present(game_id))
    assert scene.main_news is not None
    present = table.games.present(game_id)
    step = present.session.pending
    assert step is not None
    table.games.answer(game_id, present.position, step.key, answers_to(present.session.game, step)[0])
    assert scene.main_news not in scene_of(table.games.present(game_id)).news


def test_a_step_of_one_line_is_read_once_and_with_the_note_of_its_line() -> None:
    text, note = say("[The Hive] scores."), say("spends 1 trade good")
    told = Told(Tell(text, "28.1.public", items=(Item(text, note, "28.1.public"),)), None)
    line = {"game": "one line", "position": 1, "made_at": "2026-11-23T06:00:00+00:00", "by": "", "kind": "answer"}
    (step,) = log_line(fresh_game(), {**line, **words_of(say("Done"), [told])}).steps
    assert (step.lines, str(step.note)) == ((), "spends 1 trade good")


@pytest.mark.parametrize(
    ("choice", "said"),
    [("players", "Ada has won the space combat in"), ("hive", "The Hive has won the space combat in")],
)
def test_who_has_won_a_space_combat_is_read_on_the_next_screen(tmp_path: Path, choice: str, said: str) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.games.create("The galaxy", settings(), seed="test", layout=layout())
    table.until(game_id, "player_turn")
    given = [("player_turn", "activate"), ("space_combat", "by_hand"), ("space_combat_result", choice)]
    for key, value in given:
        table.until(game_id, key)
        present = table.games.present(game_id)
        table.games.answer(game_id, present.position, key, value)
    main = scene_of(table.games.present(game_id)).main_news
    assert main is not None and "".join(run.text for run in main.text).startswith(said)
    page = without_spans(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    assert f"<p>{said}" in page[page.index("main-news") :].split("</section>")[0]


def test_support_cards_say_where_they_count_and_are_told_by_their_numbers() -> None:
    views = card_views(fresh_game(), [Drawn("support", ("action",), {"action": "red_star"})] * 2)
    assert [str(one.caption) for one in views] == ["card 1: into space", "card 2: onto planets"]
    assert [str(one.spoken) for one in views] == ["support 1 card: red star", "support 2 card: red star"]


def test_a_ship_that_warfare_brings_stands_below_the_name_of_the_card(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.games.create("The galaxy", settings(), seed="b", layout=layout())
    while (step := play_a_card(table, game_id)).key != "place_ships":
        pass
    assert str(step.shown.heading) == "The Hive uses the secondary of Warfare"
