"""The accompanied game: one sentence at each new kind of step, gone after it was seen, off with one tap.

A device keeps in a cookie of the game's own which kinds it has seen; the only game of a machine is accompanied unasked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hive import keys
from hive.games.present import Present
from hive.model.game import Game
from hive.words import Words, say

COOKIE = "guide"
OFF, ON = "off", "on"
_DRAW = "draw."
_BATTLE = say("Roll your own dice; the app rolls or asks for [the Hive]'s, and says who takes its hits.")

SENTENCES: dict[str, Words] = {
    keys.SET_UP: say(
        "Do what the list says, then tap the amber button: it is always the next step, at the same place."
    ),
    keys.REVEAL: say("What lies on your table the app has to be told: tap the card that you turned up."),
    keys.HIVE_PICKS: say(
        "[The Hive] decides by drawing a card; bright on it is what this decision read. Why? tells all."
    ),
    keys.PLAYER_PICKS: say("You take your cards as always, and tap which."),
    keys.UNPICKED: say("What hands have to do stands in a numbered list. Tap on when it is done."),
    keys.PLACE_SHIPS: say("[The Hive] has paid for this already; you put its plastic where the list says."),
    keys.PLAYER_TURN: say("Play your turn; you need not book your moves. Tap what you did to [the Hive], or End turn."),
    keys.CARD_PLAYED: say("When you play a strategy card, [the Hive] decides on its secondary ability."),
    keys.SECONDARY: say("[The Hive] uses a secondary ability if it helps an objective; else a card decides."),
    keys.HIVE_TURN: say(
        "The symbol on the card is its action: an arrow plays a strategy card, star and compass move ships."
    ),
    keys.STRATEGIC_ACTION: say("[The Hive] ignores the text of strategy cards: its own abilities stand here."),
    keys.FACTS: say("Before it moves, look whether the map is right where it matters; tap a system to correct it."),
    keys.TACTICAL_ACTION: say("Move its ships as listed. Not possible falls to its next best plan."),
    keys.ACTIVATE: say("Tap the system that you activate before your ships move: [the Hive]'s support comes first."),
    keys.SUPPORT: say("Each capacity ship brings fighters and infantry; they leave again when the turn ends."),
    keys.SPACE_COMBAT: _BATTLE,
    keys.GROUND_COMBAT: _BATTLE,
    keys.PLAYERS_SCORE: say("Say what you score; what is tapped wrong, Undo takes back."),
    keys.HIVE_SCORES: say("[The Hive] scores the oldest of its best objectives by itself."),
    keys.STATUS: say("[The Hive]'s part of the status phase is counted already; your own you do as always."),
    keys.AGENDA: say("Tap the agenda that you revealed; [the Hive] weighs it with you, and draws its votes."),
    _DRAW: say("You draw from the printed deck: say only what is asked of the card."),
}
"""A sentence for each kind of step that newcomers meet."""


@dataclass(frozen=True)
class Guided:
    """What to say at the open step (empty: nothing), whether the game is accompanied, and what the cookie keeps."""

    sentence: Words
    on: bool
    cookie: str


def guided(present: Present, cookie: str | None, first_game: Callable[[], bool]) -> Guided:
    """What a device is told at the open step. In: its cookie, and what finds out whether it has no other game."""
    game = present.session.game
    if cookie is None:
        cookie = ON if _begins(game) and first_game() else OFF
    if cookie == OFF:
        return Guided("", on=False, cookie=OFF)
    kind = _kind(present)
    at, seen = _read(cookie)
    if kind not in SENTENCES or (kind in seen and (kind, str(present.position)) != (seen[-1], at)):
        return Guided("", on=True, cookie=cookie)
    kinds = [*(one for one in seen if one != kind), kind]
    return Guided(SENTENCES[kind], on=True, cookie="-".join([str(present.position), *kinds]))


def _begins(game: Game) -> bool:
    return game.phase == "setup" and game.round == 1


def _kind(present: Present) -> str:
    pending = present.session.pending
    key = pending.key if pending is not None else ""
    return _DRAW if key.startswith(_DRAW) else key


def _read(cookie: str) -> tuple[str, list[str]]:
    at, *seen = cookie.split("-")
    return at, [one for one in seen if one in SENTENCES]
