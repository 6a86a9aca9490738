"""The pages to print. Each is drawn on the screen as it comes out on paper, on A4 or Letter."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from hive.catalog.reading import load_rulebook
from hive.catalog.tables import Tables
from hive.web.devices import known_game
from hive.web.door import NOT_FOUND, View, games
from hive.web.messages import message
from hive.web.paper.faces import faces
from hive.web.paper.formats import PAPERS, leaves, paper_of
from hive.web.paper.layout import layout_sheet
from hive.web.paper.reference import reference
from hive.web.paper.sheet import sheet_of
from hive.words import say

pages = Blueprint("paper", __name__)


def _paper(template: str, game_id: str, **shown: object) -> str:
    paper = paper_of(request.args.get("paper", ""))
    return render_template(f"paper/{template}.html", paper=paper, papers=PAPERS, game_id=game_id, **shown)


def _tables_of() -> tuple[str, Tables]:
    """The game that the address names and its tables; without one, those of new games."""
    game_id = known_game(request.args.get("game", ""))
    return game_id, games().present(game_id).session.game.tables if game_id else games().house.tables()


@pages.get("/paper")
def index() -> View:
    """All that can be printed."""
    game_id, _ = _tables_of()
    tracked = bool(game_id) and games().present(game_id).session.game.tracked
    return _paper("index", game_id, tracked=tracked)


@pages.get("/paper/deck")
def deck() -> View:
    """The 36 cards of the Hive Mind deck with marks to cut along, with or without their backs."""
    game_id, tables = _tables_of()
    backs = request.args.get("backs") == "yes"
    return _paper("deck", game_id, leaves=leaves(faces(tables)), backs=backs, deck=tables.hive_mind)


@pages.get("/paper/reference")
def quick_reference() -> View:
    """What a table looks up most, on one page."""
    game_id, tables = _tables_of()
    return _paper("reference", game_id, page=reference(tables, load_rulebook()))


@pages.get("/games/<game_id>/layout")
def layout(game_id: str) -> View:
    """The galaxy of a game to lay out, and the tiles to take out of the boxes."""
    present = games().present(game_id)
    if not present.session.game.tracked:
        return message(
            say("No galaxy"), say("This game is played without a galaxy, so there is nothing to lay out."), NOT_FOUND
        )
    settings = present.session.game.settings
    colours = {"p1": settings.p1.colour, "p2": settings.p2.colour}
    return _paper("layout", game_id, page=layout_sheet(present.session.game), name=present.name, **colours)


@pages.get("/games/<game_id>/sheet")
def sheet(game_id: str) -> View:
    """The table as it stands."""
    return _paper("sheet", game_id, page=sheet_of(games().present(game_id)))
