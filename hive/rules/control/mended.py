"""Mecatol Rex changes hands on its sheet: was it taken, or was the map wrong? Rules: 14.gain.mecatol-rex, page 21."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import Game
from hive.rules.diagrams.planets import Place
from hive.steps import Ask, Choice, Shown
from hive.words import PlanetName, Words, say

TAKEN, MENDED = "taken", "mended"


def was_it_taken(game: Game, rex: Place, now: Seat) -> Ask:
    """Whether Mecatol Rex was taken by who controls it from now on, as its sheet says."""
    planet = PlanetName(rex[1], rex[0])
    return Ask(
        key=keys.REX_SET,
        text=say("Has {who} taken {planet} now?", who=game.name(now), planet=planet),
        choices=(
            Choice(TAKEN, say("Taken"), _brings(game, now)),
            Choice(MENDED, say("Not now"), say("only the map was wrong"), beside=True),
        ),
        rule="14.gain.mecatol-rex",
        systems=(rex[0],),
        shown=Shown(planet),
    )


def _brings(game: Game, seat: Seat) -> Words:
    """What comes of it."""
    if game.agenda_unlocked:
        return say("brings aggression counters")
    if seat == "hive":
        return say("brings the point for the custodians, and the agenda phase")
    return say("brings aggression counters, the point for the custodians, and the agenda phase")
