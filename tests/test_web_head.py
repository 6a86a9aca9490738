"""The head of every screen says in one sign how the Hive looks at the game, and when it lacks one point alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.pictures.playing import play
from bench.pictures.screens import LATE, Screen
from hive import keys
from serving import Table, app_in

EYES = {
    (LATE, keys.PLAYER_TURN): "rests",
    (LATE, keys.HIVE_PICKS): "looks",
    (LATE, keys.HIVE_TURN): "looks",
    (LATE, keys.VOTES): "looks",
    ("29", keys.HIVE_SCORES): "looks",
    ("11", keys.SPACE_COMBAT_ROUND): "rests",
    (LATE, keys.SPACE_COMBAT_ROUND): "hunts",
}
"""Kept games, the step to which they go on, and the Hive's look there."""


def test_the_eye_rests_looks_or_hunts(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    shown = play(table.games, [Screen("head", "the head", game=game, until=until) for game, until in EYES])
    found = {step: _eyes(table, shown[step]) for step in EYES}
    assert found == {step: {eye} for step, eye in EYES.items()}


def _eyes(table: Table, game: str) -> set[str]:
    """The looks on the table and on the wall."""
    pages = [table.client.get(f"/games/{game}{path}").get_data(as_text=True) for path in ("", "/wall")]
    return {eye for page in pages for eye in re.findall(r'<header[^>]* class="[^"]*\beye-(\w+)', page)}


@pytest.mark.parametrize(("points", "framed"), [(6, False), (7, True), (8, False)])
def test_a_point_from_winning_its_points_are_framed(tmp_path: Path, points: int, framed: bool) -> None:
    table = Table(app_in(tmp_path))
    game = table.begin()
    table.games.correct(game, table.position(game), "hive.victory_points", points)
    for path in ("", "/wall"):
        page = table.client.get(f"/games/{game}{path}").get_data(as_text=True)
        assert ('class="hive danger"' in page) == framed
