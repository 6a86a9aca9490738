"""The story of a game: its plots, and a walk through its log that changes nothing."""

from __future__ import annotations

from flask import Blueprint, render_template

from hive.engine.errors import Refused
from hive.web.door import NOT_FOUND, View, games
from hive.web.messages import message
from hive.web.story.page import HEIGHT, WIDTH, story_page, walk_page
from hive.words import say

pages = Blueprint("story", __name__)


@pages.get("/games/<game_id>/story")
def story(game_id: str) -> View:
    """How the game went so far, round by round."""
    return render_template("story/story.html", page=story_page(games().present(game_id)), width=WIDTH, height=HEIGHT)


@pages.get("/games/<game_id>/story/<int:line>")
def walk(game_id: str, line: int) -> View:
    """The game as it stood at a line of its log."""
    try:
        then = games().at(game_id, line)
    except Refused as error:
        return message(say("No such line"), error.words, NOT_FOUND)
    return render_template("story/walk.html", walk=walk_page(then))
