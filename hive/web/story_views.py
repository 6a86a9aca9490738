"""The story of a game: its plots, and a walk through its log that changes nothing."""

from __future__ import annotations

from flask import Flask, render_template

from hive.engine.errors import Refused
from hive.web.messages import message
from hive.web.page_story import HEIGHT, WIDTH, story_page, walk_page
from hive.web.views import View, games

NOT_FOUND = 404


def register(app: Flask) -> None:
    """Give the app the pages of a game's story."""
    app.add_url_rule("/games/<game_id>/story", "story", story)
    app.add_url_rule("/games/<game_id>/story/<int:line>", "walk", walk)


def story(game_id: str) -> View:
    """How the game went so far, round by round."""
    return render_template("story.html", page=story_page(games().present(game_id)), width=WIDTH, height=HEIGHT)


def walk(game_id: str, line: int) -> View:
    """The game as it stood at a line of its log."""
    try:
        then = games().at(game_id, line)
    except Refused as error:
        return message("No such line", str(error), NOT_FOUND)
    return render_template("walk.html", walk=walk_page(then))
