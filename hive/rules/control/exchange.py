"""Planets that one player hands over to the ally. Rule: 31.control.exchange-planets."""

from __future__ import annotations

from collections.abc import Iterator

from hive import keys
from hive.board import pieces
from hive.model.game import PLAYERS, Game, Player, other_player
from hive.naming import planet_label
from hive.rules.board import Tracked, board_of
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, anew, asked
from hive.words import Words, say

RULE = "31.control.exchange-planets"
NONE = "none"
# With one of these on a planet, the ally can be handed it.
_HOLDS = ("infantry", "mech", "pds", "space_dock")


def exchangeable(board: Tracked) -> Iterator[tuple[Player, str, str]]:
    """Each planet of a player on which the ally has a ground force or a structure: the ally, its system, its name."""
    survey = board.survey
    for position in sorted(survey.positions):
        for seat in PLAYERS:
            for name in survey.controlled(position, seat):
                there = board.units(other_player(seat), position, name)
                if any(there.get(key) for key in _HOLDS):
                    yield other_player(seat), position, name


def planets_to_hand_over(board: Tracked) -> tuple[Choice, ...]:
    """The planets that can be handed over."""
    return tuple(
        Choice(
            f"{position}/{name}", planet_label(board.game, position, name), say("to {who}", who=board.game.name(seat))
        )
        for seat, position, name in exchangeable(board)
    )


def handing_over(board: Tracked, value: str) -> tuple[Words, Item] | None:
    """What happens when a planet is handed over, and what hands do; None if it cannot be."""
    for seat, position, name in exchangeable(board):
        if value == f"{position}/{name}":
            giver, taker = board.game.name(other_player(seat)), board.game.name(seat)
            text = say("{taker} takes the planet card.", taker=taker)
            line = Item(text, rule=RULE)
            there = planet_label(board.game, position, name)
            return say("{giver} hands {planet} over to {taker}", giver=giver, planet=there, taker=taker), line
    return None


def hand_over(board: Tracked, value: str) -> tuple[Words, Item] | None:
    """Hand a planet over: what happens, and what hands do; None if it cannot be."""
    told = handing_over(board, value)
    for seat, position, name in list(exchangeable(board)):
        if value == f"{position}/{name}":
            pieces.set_control(board.game, position, name, seat)
    return told


def offer_hand_over(game: Game) -> Procedure[None]:
    """Ask which planets players hand over, one after the other, as long as there is one.

    Without a galaxy the table does it by itself. Rule: 31.control.exchange-planets.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return
    while next(exchangeable(board), None) is not None:
        answer = yield from anew(lambda: asked(_which(board)))
        told = hand_over(board, answer)
        if told is None:
            return
        yield Tell(told[0], RULE, items=(told[1],))


def _which(board: Tracked) -> Ask:
    return Ask(
        key=keys.HAND_OVER,
        text=say("Do you hand a planet over to the ally?"),
        choices=(Choice(NONE, say("No")), *planets_to_hand_over(board)),
        rule=RULE,
        anew=True,
        shown=Shown(say("Command tokens redistributed"), expects=False),
    )
