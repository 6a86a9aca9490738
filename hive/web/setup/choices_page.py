"""The page of a new game's choices, with the options by their groups, and a galactic event drawn at random."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, get_args

from flask import render_template

from hive.catalog.options import Options, misfits
from hive.catalog.reading import load_headings, load_rulebook
from hive.catalog.tables import GALACTIC_EVENTS, Box, Level, Option, Rulebook, Tables
from hive.rules.options import PAGES
from hive.web.differing import changed_tables
from hive.web.door import games
from hive.web.setup.choices import NEW_GAME_DEFAULTS
from hive.web.setup.plan import CARRIED, State
from hive.words import Words, say

NO_EVENT = say("No other galactic event fits what you have chosen: most need Thunder's Edge among the boxes.")
_ALWAYS: tuple[Box, ...] = ("base", "pok")


def choices_page(tables: Tables, chosen: Mapping[str, Any], errors: Mapping[str, Words]) -> str:
    """The form of a new game. In: what was chosen other than the defaults, and a sentence for each wrong field."""
    form = {**NEW_GAME_DEFAULTS, **chosen}
    options = games().house.options()
    return render_template(
        "setup/new.html",
        form=form,
        galaxy={field: str(chosen[field]) for field in CARRIED if chosen.get(field)},
        left_out=[page for page in PAGES if form[f"advanced_{page}"] != "yes"],
        errors=errors,
        factions=tables.factions.at_set_up,
        colours=tables.factions.colours,
        kings=tables.factions.kings,
        levels=[(key, tables.level(key)) for key in get_args(Level)],
        boxes=get_args(Box),
        pages=PAGES,
        options=option_groups(options, load_headings().options, load_rulebook()),
        option_names={key: read.option.name for key, read in options.items()},
        events=GALACTIC_EVENTS,
        changed=changed_tables(games().house.tables()),
    )


def option_groups(options: Options, headings: list[str], rulebook: Rulebook) -> list[tuple[str, list[Option]]]:
    """The options below their headings in the order of these, other headings behind; within one as in the rulebook."""
    order = {rule.id: place for place, rule in enumerate(rulebook.rules)}
    groups: dict[str, list[Option]] = {}
    for read in sorted(options.values(), key=lambda read: order.get(read.option.rule, len(order))):
        groups.setdefault(read.option.group, []).append(read.option)
    known = {heading: place for place, heading in enumerate(headings)}
    return sorted(groups.items(), key=lambda group: known.get(group[0], len(known)))


def drawn_event(state: State, options: Options) -> str | None:
    """A galactic event at random, of those that fit the boxes and options of a new game; None if none does."""
    chosen: list[str] = [one for one in state.get("options", []) if one in options]
    boxes = [box for box in get_args(Box) if box in (*_ALWAYS, *state.get("boxes", []))]
    fitting = [
        key
        for key, read in options.items()
        if read.option.group == GALACTIC_EVENTS and key not in chosen
        if not misfits([*chosen, key], options, boxes)
    ]
    return secrets.choice(fitting) if fitting else None
