"""Whether what players own and do fits factions, moments and the tokens of the board."""

from __future__ import annotations

from collections.abc import Iterator

from hive.catalog.documents import Keys, Problem
from hive.catalog.tables import Tables
from hive.catalog.tables.acts import Attaches, LaysTile, LaysToken
from hive.catalog.tables.doings import Doing
from hive.catalog.tables.moments import HOOK_AT
from hive.catalog.wording import near


def doing_problems(tables: Tables) -> Iterator[Problem]:
    """Yield what does not fit in the table of doings: table, place, what is wrong there."""
    for index, doing in enumerate(tables.doings.doings):
        for field, text in _wrong(doing, tables):
            yield "doings", ("doings", index, *field), text


def _wrong(doing: Doing, tables: Tables) -> Iterator[tuple[Keys, str]]:
    moments, factions = tables.moments.by_key, list(tables.factions.by_name)
    if doing.when not in moments:
        yield ("when",), f"no moment is called '{doing.when}'.{near(doing.when, list(moments))}"
    elif doing.each_time and moments[doing.when].hook != HOOK_AT:
        known = [key for key, one in moments.items() if one.hook == HOOK_AT]
        text = f"nothing acts by itself at '{doing.when}'.{near(doing.when, known)}"
        yield ("each_time",), text
    # The kings of Twilight's Fall are no factions.
    if doing.box != "tf" and doing.faction is not None and doing.faction not in factions:
        yield ("faction",), f"no faction is called '{doing.faction}'.{near(doing.faction, factions)}"
    known = list(tables.tiles.tokens_by_key)
    for place, act in enumerate(doing.does):
        for token in act.tokens if isinstance(act, LaysToken) else ():
            if token not in known:
                yield ("does", place, "tokens"), f"no token is called '{token}'.{near(token, known)}"
        if isinstance(act, Attaches) and act.attachment not in tables.tiles.attachments_by_key:
            there = list(tables.tiles.attachments_by_key)
            text = f"no attachment is called '{act.attachment}'.{near(act.attachment, there)}"
            yield ("does", place, "attachment"), text
        if isinstance(act, LaysTile) and act.tile and act.tile not in tables.tiles.by_number:
            yield ("does", place, "tile"), f"no tile has the number {act.tile}."
