"""The story of a game: its plots, and a walk through its log that changes nothing."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for

from hive.engine.errors import Refused
from hive.store import Entry
from hive.web.door import NOT_FOUND, View, games
from hive.web.messages import message
from hive.web.story.page import HEIGHT, WIDTH, story_page
from hive.web.story.walking import line_at, walk_page
from hive.words import say

MOST_LINES = 100_000
LONGEST_INDEX = 6

pages = Blueprint("story", __name__)


@pages.get("/games/<game_id>/story")
def story(game_id: str) -> View:
    """How the game went so far, round by round."""
    return render_template("story/story.html", page=story_page(games().present(game_id)), width=WIDTH, height=HEIGHT)


@pages.get("/games/<game_id>/story/<int:line>")
def walk(game_id: str, line: int) -> View:
    """The game as it stood at a line of its log; where the rules have changed since, what its words tell."""
    log, then, refused = _log(game_id), None, None
    try:
        then = games().at(game_id, line).present
    except Refused as error:
        refused = error
    if refused is not None and all(entry.position != line for entry in log):
        return message(say("No such line"), refused.words, NOT_FOUND)
    return render_template("story/walk.html", walk=walk_page(line, then, games().present(game_id), log))


@pages.get("/games/<game_id>/story/at")
def at(game_id: str) -> View:
    """The line to which the slider was moved."""
    typed = request.args.get("at", "")
    index = int(typed) if typed.isdecimal() and len(typed) <= LONGEST_INDEX else 0
    return redirect(url_for("story.walk", game_id=game_id, line=line_at(_log(game_id), index)), code=303)


def _log(game_id: str) -> list[Entry]:
    """The lines in force, oldest first."""
    return games().lines(game_id, None, MOST_LINES)[::-1]
