"""The pages around the games: the list, a new game, import and export, and the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from hive.board.fitting import KIND_WORDS
from hive.board.map_string import write_map_string
from hive.catalog.reading import StoredTablesUnfit, load_rulebook, load_tables
from hive.catalog.tables import Box, Level, Rule, Tables
from hive.example import start_example
from hive.games import GameBroken
from hive.rules.options.advanced import PAGES
from hive.store import MAX_DOCUMENT_BYTES, ImportRefused, NameRefused, StoreError, read_document
from hive.web.addresses import known_game
from hive.web.forms import NEW_GAME_DEFAULTS
from hive.web.messages import message
from hive.web.page import lobby_rows
from hive.web.page_map import template_view
from hive.web.page_reminders import shown_as_reminder
from hive.web.views import games

UNPROCESSABLE = 422
YEAR = 365 * 24 * 3600

View = str | BaseResponse | tuple[str, int]


def register(app: Flask) -> None:
    """Give the app its lobby."""
    for rule, view, methods in (
        ("/", index, ["GET"]),
        ("/example", example, ["POST"]),
        ("/import", import_game, ["POST"]),
        ("/games/<game_id>/menu", game_menu, ["GET"]),
        ("/games/<game_id>/rename", rename, ["POST"]),
        ("/games/<game_id>/copy", copy, ["POST"]),
        ("/games/<game_id>/delete", delete, ["POST"]),
        ("/games/<game_id>/export.json", export, ["GET"]),
        ("/theme", change_theme, ["POST"]),
        ("/tables", tables, ["GET"]),
        ("/rules", rules, ["GET"]),
        ("/rules/<rule_id>", rule_page, ["GET"]),
    ):
        app.add_url_rule(rule, view.__name__.removesuffix("_page"), view, methods=methods)


def index() -> View:
    """The games, and how to begin one."""
    return render_template("index.html", games=lobby_rows(games()))


def new_game_page(tables: Tables, chosen: Mapping[str, Any], errors: dict[str, str]) -> str:
    """The form of a new game. In: what was chosen other than the defaults, and a sentence for each wrong field."""
    # What was too long to accept is not shown again in full.
    shown = {field: value[:200] if isinstance(value, str) else value for field, value in chosen.items()}
    form = {**NEW_GAME_DEFAULTS, **shown}
    return render_template(
        "new.html",
        form=form,
        left_out=[page for page in PAGES if form[f"advanced_{page}"] != "yes"],
        errors=errors,
        factions=tables.factions.factions,
        colours=tables.factions.colours,
        levels=[(key, tables.level(key)) for key in get_args(Level)],
        boxes=get_args(Box),
        pages=PAGES,
    )


def example() -> View:
    """Begin the ready-made example game, in its second round."""
    return redirect(url_for("table", game_id=start_example(games())), code=303)


def import_game() -> View:
    """Add a game from an exported file."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return message("No file chosen", "Choose the file of a game that was exported before.", UNPROCESSABLE)
    try:
        document = read_document(file.stream.read(MAX_DOCUMENT_BYTES + 1))
        game_id = games().import_game(document)
    except (ImportRefused, GameBroken) as error:
        return message("This file cannot be imported", str(error), UNPROCESSABLE)
    return redirect(url_for("table", game_id=game_id), code=303)


def game_menu(game_id: str) -> View:
    """Rename, copy, export or delete a game."""
    return _menu(game_id)


def _menu(game_id: str, **about: Any) -> str:
    game = games().store.game(game_id)
    return render_template("menu.html", game=game, map_string=_map_string(game_id), **{"errors": {}, **about})


def _map_string(game_id: str) -> str:
    """The galaxy of a game as a map string; empty if it tracks none, or cannot be read."""
    try:
        galaxy = games().present(game_id).session.game.galaxy
    except (GameBroken, StoreError, StoredTablesUnfit):
        return ""
    return write_map_string({slot: system.tile for slot, system in galaxy.systems.items()}) if galaxy else ""


def rename(game_id: str) -> View:
    """Give a game another name."""
    return _named(game_id, lambda name: _renamed(game_id, name))


def copy(game_id: str) -> View:
    """Copy a game with its whole log."""
    return _named(game_id, lambda name: games().store.copy(game_id, name))


def _renamed(game_id: str, name: str) -> str:
    games().store.rename(game_id, name)
    return game_id


def _named(game_id: str, act: Callable[[str], str]) -> View:
    """Give a game or its copy the posted name, and go on in it."""
    try:
        named = act(" ".join(request.form.get("name", "").split()))
    except NameRefused as error:
        return _menu(game_id, errors={"name": str(error)}), UNPROCESSABLE
    return redirect(url_for("table", game_id=named), code=303)


def delete(game_id: str) -> View:
    """Delete a game, once the table has said so twice."""
    if request.form.get("sure") != "yes":
        return _menu(game_id, asking=True)
    games().store.delete(game_id)
    games().forget(game_id)
    return redirect(url_for("index"), code=303)


def export(game_id: str) -> Response:
    """A game as one JSON file."""
    response = jsonify(games().store.export_game(game_id))
    response.headers["Content-Disposition"] = f'attachment; filename="hive-wars-{game_id}.json"'
    return response


def change_theme() -> View:
    """Swap dark and light on this device, and go back to where the browser came from in this app."""
    came_from = urlsplit(request.referrer or "")
    inside = came_from.netloc == request.host and not came_from.path.startswith("//")
    back = f"{came_from.path}?{came_from.query}" if inside else url_for("index")
    response = redirect(back, code=303)
    response.set_cookie("theme", "dark" if theme() == "light" else "light", max_age=YEAR, samesite="Lax")
    return response


def theme() -> str:
    """How this device shows the app: dark, unless somebody chose light."""
    return "light" if request.cookies.get("theme") == "light" else "dark"


def tables() -> View:
    """The tables of new games, and which of them are our defaults, to be checked against the table's own copy."""
    found = games().tables()
    return render_template(
        "tables.html", tables=found, map=template_view(found), kinds=KIND_WORDS, game_id=_came_from()
    )


def _came_from() -> str:
    """The game that a page about rules was opened from; empty if it names none that there is."""
    return known_game(request.args.get("back", ""))


def rules() -> View:
    """The rules, to be searched."""
    query = request.args.get("q", "")[:80].casefold().strip()
    found = [rule for rule in load_rulebook().rules if query in _searched(rule)]
    sections: dict[str, list[Rule]] = {}
    for rule in found:
        sections.setdefault(rule.section, []).append(rule)
    return render_template("rules.html", sections=sections, q=query, count=len(found), game_id=_came_from())


def _searched(rule: Rule) -> str:
    """All the words that a rule is found by: the ledger's, and those of its reminders."""
    reminders = " ".join(shown.text for shown in shown_as_reminder(load_tables(), rule.id))
    return f"{rule.id} {rule.section} {rule.gist} {reminders}".casefold()


def rule_page(rule_id: str) -> View:
    """One rule in the ledger's words, and where it is shown as a reminder."""
    rule = load_rulebook().by_id.get(rule_id)
    if rule is None:
        return message("No such rule", "The rule ledger has no entry of this name.", 404)
    shown = shown_as_reminder(load_tables(), rule_id)
    return render_template("rule.html", rule=rule, shown=shown, game_id=_came_from())
