"""A moment of the game is drawn once, in place of its step's headline, and takes no tap more."""

from __future__ import annotations

from pathlib import Path

from bench.pictures.playing import play
from bench.pictures.screens import Screen
from hive import keys
from hive.web.steps import scene_of
from serving import Table, app_in


def test_that_the_hive_scores_is_a_moment_on_the_table_and_on_the_wall(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    screen = Screen("scores", "The Hive scores", game="29", until=keys.HIVE_SCORES)
    game = play(table.games, [screen])[screen.table]
    scene = scene_of(table.games.present(game))
    assert scene.peak is not None and scene.peak.kind in ("scores", "danger") and scene.peak.points is not None
    now, goal = scene.peak.points
    pages = [table.client.get(f"/games/{game}{path}").get_data(as_text=True) for path in ("", "/wall")]
    for page in pages:
        assert page.count('"peak-words"') == 1 and f'aria-label="{now} of {goal}"' in page
        assert page.count(f"<span>{goal}</span>") == 1
    assert 'id="go"' in pages[0] and "at-its-peak" in pages[1]


def test_what_is_no_moment_has_its_headline_alone(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    page = table.client.get(f"/games/{table.import_kept('17')}").get_data(as_text=True)
    assert "peak-words" not in page and 'id="headline"' in page
