"""Words of the pages: who is meant in a sentence, names of phases, times, anchors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from hive.catalog.tables import Seat
from hive.model.game import Game, Phase
from hive.rules.strategy.phase import next_picker

PHASES: dict[Phase, str] = {
    "setup": "Set-up",
    "strategy": "Strategy phase",
    "action": "Action phase",
    "status": "Status phase",
    "agenda": "Agenda phase",
}


@dataclass(frozen=True)
class Run:
    """A piece of a sentence; ``seat`` says whose name it is, so that it gets that side's colour."""

    text: str
    seat: Seat | Literal[""] = ""


def runs(game: Game, text: str) -> tuple[Run, ...]:
    """A sentence in pieces, with the names of the three sides marked."""
    names: dict[str, Seat] = {
        game.settings.p1.name: "p1",
        game.settings.p2.name: "p2",
        "The Hive": "hive",
        "the Hive": "hive",
    }
    longest_first = sorted(filter(None, names), key=len, reverse=True)
    pattern = rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w| Mind)"
    pieces = re.split(pattern, text)
    return tuple(Run(piece, names[piece] if number % 2 else "") for number, piece in enumerate(pieces) if piece)


def phase_words(game: Game) -> str:
    """The phase as the top bar says it."""
    return PHASES[game.phase]


def whose_turn(game: Game, hive_picks: bool = False) -> tuple[Run, ...]:
    """Whose turn it is, or who picks; empty outside of turns.

    ``hive_picks``: the Hive's own pick waits to be confirmed, so that the next picker is not the one to name yet.
    """
    if game.winner is not None:
        return ()
    if game.phase == "action" and game.active is not None:
        return runs(game, f"{game.name(game.active)}'s turn")
    picking = game.phase == "strategy" and game.stage == "pick"
    picker: Seat | None = "hive" if hive_picks else next_picker(game) if picking else None
    return runs(game, f"{game.name(picker)} picks") if picker is not None else ()


def anchor(field: str) -> str:
    """The name of a correctable field as an anchor of the page of corrections."""
    return re.sub(r"[^A-Za-z0-9]+", "-", field)


def clock(made_at: str) -> str:
    """When something happened, by the clock of this machine; the day as well if it was not today."""
    try:
        moment = datetime.fromisoformat(made_at).astimezone()
    except ValueError:
        return ""
    if moment.date() == datetime.now().astimezone().date():
        return f"{moment:%H:%M}"
    return f"{moment.day} {moment:%B, %H:%M}"
