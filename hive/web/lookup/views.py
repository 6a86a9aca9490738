"""The pages to look things up in: the rules, and the tables of new games."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template, request

from hive.board.layout import KIND_WORDS
from hive.catalog.reading import load_rulebook, load_tables
from hive.catalog.tables import Rule
from hive.rules.options import PAGES, changed_by_options
from hive.rules.options import played as is_played
from hive.web.devices import known_game
from hive.web.differing import changed_tables
from hive.web.door import NOT_FOUND, View, games, wants_fragment
from hive.web.drawing.galaxy import template_view
from hive.web.lookup.doings import by_switch
from hive.web.lookup.reminders import shown_as_reminder
from hive.web.messages import message
from hive.words import say

pages = Blueprint("lookup", __name__)


@pages.get("/tables")
def tables() -> View:
    """The tables of new games, and which of them are our defaults, to be checked against the table's own copy."""
    found = games().house.tables()
    return render_template(
        "lookup/tables.html", tables=found, map=template_view(found), kinds=KIND_WORDS, game_id=_came_from()
    )


@pages.get("/doings")
def doings() -> View:
    """What players own and do to the Hive, by what it changes: where that acts, and how the app plays it."""
    found = by_switch(games().house.tables())
    return render_template("lookup/doings.html", switches=found, game_id=_came_from())


def _came_from() -> str:
    """The game that a page about rules was opened from; empty if it names none that there is."""
    return known_game(request.args.get("back", ""))


@pages.get("/games/<game_id>/played")
def played(game_id: str) -> View:
    """How a game is played: its level, the advanced pages, and each option with what it changes."""
    present = games().present(game_id)
    game = present.session.game
    pages_played = [(words, number, is_played(game, page)) for page, (words, number) in PAGES.items()]
    return render_template(
        "lookup/played.html",
        game_id=present.id,
        name=present.name,
        game=game,
        changed=changed_by_options(game),
        pages_played=pages_played,
        differing=changed_tables(game.tables),
    )


@pages.get("/rules")
def rules() -> View:
    """The rules, to be searched by parts of words as one types."""
    query = request.args.get("q", "")[:80].strip()
    words = query.casefold().split()
    found = [rule for rule in load_rulebook().rules if all(word in _searched(rule) for word in words)]
    sections: dict[str, list[Rule]] = {}
    for rule in found:
        sections.setdefault(rule.section, []).append(rule)
    template = "lookup/_found.html" if wants_fragment() else "lookup/rules.html"
    page = render_template(template, sections=sections, q=query, count=len(found), game_id=_came_from())
    response = make_response(page)
    response.headers["Vary"] = "HX-Request"
    return response


def _searched(rule: Rule) -> str:
    """All the words that a rule is found by: the ledger's, and those of its reminders."""
    reminders = " ".join(shown.text for shown in shown_as_reminder(load_tables(), rule.id))
    return f"{rule.id} {rule.section} {rule.gist} {reminders}".casefold()


@pages.get("/rules/<rule_id>")
def rule(rule_id: str) -> View:
    """One rule in the ledger's words, and where it is shown as a reminder."""
    found = load_rulebook().by_id.get(rule_id)
    if found is None:
        return message(say("No such rule"), say("No rule has this name. Look for it among the rules."), NOT_FOUND)
    shown = shown_as_reminder(load_tables(), rule_id)
    return render_template("lookup/rule.html", rule=found, shown=shown, game_id=_came_from())
