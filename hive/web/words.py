"""Words of the pages: who is meant in a sentence, names of phases, times, anchors."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from babel.dates import format_datetime
from flask import request, url_for

from hive import keys
from hive.catalog.tables import Seat
from hive.games.present import Present
from hive.model.game import Game, Phase
from hive.rules.strategy import next_picker
from hive.web.language import language, locale
from hive.words import Piece, Words, pieces, say

PHASES: dict[Phase, Words] = {
    "setup": say("Set-up"),
    "strategy": say("Strategy phase"),
    "action": say("Action phase"),
    "status": say("Status phase"),
    "agenda": say("Agenda phase"),
}


Run = Piece


class Excerpt(NamedTuple):
    """Pieces of words that belong together, and the address that they lead to; empty if to none."""

    href: str
    pieces: tuple[Piece, ...]


def shown(words: Words | tuple[Piece, ...], linked: bool = False) -> list[Excerpt]:
    """Words in the language of the page, for the macro ``worded``.

    ``linked``: systems and rules lead to their pages, where the page is one of a game.
    """
    told = words if isinstance(words, tuple) else tuple(pieces(words, language()))
    game_id = (request.view_args or {}).get("game_id") if linked else None
    if game_id is None:
        return [Excerpt("", told)]
    groups = groupby(told, lambda piece: (piece.system, piece.rule))
    return [Excerpt(_address(game_id, *where), tuple(group)) for where, group in groups]


def _address(game_id: str, system: str, rule: str) -> str:
    if rule:
        return url_for("lookup.rule", rule_id=rule, back=game_id)
    return url_for("map.system_sheet", game_id=game_id, at=system) if system else ""


def runs(text: Words) -> tuple[Run, ...]:
    """Words in pieces, in the language of the page, for the macro ``worded``."""
    return tuple(pieces(text, language()))


def phase_words(game: Game) -> Words:
    """The phase as the top bar says it."""
    return PHASES[game.phase]


def whose_turn(present: Present) -> tuple[Run, ...]:
    """Whose turn it is, or who picks; empty outside of turns."""
    game, pending = present.session.game, present.session.pending
    if game.winner is not None:
        return ()
    if game.phase == "action" and game.active is not None:
        return runs(say("{who!c}'s turn", who=game.name(game.active)))
    picking = game.phase == "strategy" and game.stage == "pick"
    # The Hive's own pick waits to be confirmed: the next picker is not the one to name yet.
    hive_picks = pending is not None and pending.key == keys.HIVE_PICKS
    picker: Seat | None = "hive" if hive_picks else next_picker(game) if picking else None
    return runs(say("{who!c} picks", who=game.name(picker))) if picker is not None else ()


def hive_acts(game: Game, key: str) -> bool:
    """Whether a step of this key is one of the Hive's own: on its turn, or where it picks."""
    return (game.phase == "action" and game.active == "hive") or key in (keys.HIVE_TURN, keys.HIVE_PICKS)


def anchor(field: str) -> str:
    """The name of a correctable field as an anchor of the page of corrections."""
    return re.sub(r"[^A-Za-z0-9]+", "-", field)


def clock(made_at: str) -> str:
    """When something happened, by the clock of this machine; the day as well if it was not today."""
    try:
        moment = datetime.fromisoformat(made_at).astimezone()
    except (ValueError, OverflowError, OSError):  # some machines cannot show a time before 1970
        return ""
    if moment.date() == datetime.now().astimezone().date():
        return f"{moment:%H:%M}"
    return format_datetime(moment, "d MMMM, HH:mm", locale=locale())
