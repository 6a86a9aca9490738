"""Players retreat from a space combat, each for themselves; the Hive never does.

Rules: 21.combat.no-retreat, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from hive import keys
from hive.board import pieces
from hive.model.game import NEUTRAL, PLAYERS, Player, other_player
from hive.naming import system_label
from hive.rules.combat.allies import player_ships
from hive.rules.combat.capacity import look_before
from hive.rules.combat.fight import Fight
from hive.rules.combat.losses import clear_space
from hive.steps import Ask, Choice, Number, Procedure, Shown
from hive.words import say, sentence

_RETREATS = "retreat_"
GONE = "gone"


def retreat_numbers(fight: Fight) -> tuple[Number, ...]:
    """Whether each player in the combat retreats, neutral units never; none where no system is open to them."""
    if not _open_neighbours(fight):
        return ()
    return tuple(
        Number(
            f"{_RETREATS}{seat}",
            say("{who!c} retreats", who=fight.game.name(seat)),
            maximum=1,
            yes_no=True,
            named=(say("Stays"), say("Retreats")),
        )
        for seat in fight.players
        if seat in PLAYERS
    )


def retreating(fight: Fight, numbers: Mapping[str, int]) -> list[Player]:
    """Who has said so."""
    return [seat for seat in PLAYERS if seat in fight.players and numbers.get(f"{_RETREATS}{seat}")]


def retreat(fight: Fight, leaving: Iterable[Player]) -> Procedure[None]:
    """Ask where each of some players retreats to, and move their ships there with what they carry.

    Whoever has retreated is no longer in the combat. What a player has in space without a ship stays with the ships of
    the ally, and goes along with the last ones (31.action.transport).
    """
    for seat in leaving:
        answer = yield from fight.ask(partial(_where, fight, seat))
        if answer is None:
            continue
        fight.players = [one for one in fight.players if one != seat]
        if answer.choice == GONE:
            clear_space(fight, [seat])
            continue
        if player_ships(fight, seat) or not player_ships(fight, other_player(seat)):
            _move(fight, seat, answer.choice)
        pieces.put_command_token(fight.game, seat, answer.choice)
        if not any(player_ships(fight, one) for one in PLAYERS):
            _move(fight, other_player(seat), answer.choice)
        look_before(fight, answer.choice)


def _move(fight: Fight, seat: Player, position: str) -> None:
    """Move whatever the board knows of a player in space there."""
    if fight.units(seat):
        fight.away[seat] = position
    for unit, number in fight.units(seat).items():
        for _ in range(number):
            pieces.move(fight.game, seat, unit, fight.position, position)


def _where(fight: Fight, seat: Player) -> Ask | None:
    neighbours = _open_neighbours(fight)
    if not neighbours:
        return None
    known = {position for position in neighbours if _is_theirs(fight, seat, position)}
    theirs = say("a unit or a planet of {who} is there", who=fight.game.name(seat))
    return Ask(
        key=keys.RETREAT,
        text=say("Where does {who} retreat to?", who=fight.game.name(seat)),
        choices=(
            *(
                Choice(position, sentence(system_label(fight.game, position)), theirs if position in known else "")
                for position in sorted(neighbours, key=lambda position: (position not in known, position))
            ),
            Choice(GONE, say("Nobody is left to retreat"), say("the last ship is lost"), beside=True),
        ),
        rule="1.scope.unchanged-rules",
        detail=say(
            "One with a unit or a planet of {who}; a command token of {who} goes there. Elsewhere: correct the map.",
            who=fight.game.name(seat),
        ),
        shown=Shown(say("Space combat"), expects=False),
    )


def _is_theirs(fight: Fight, seat: Player, position: str) -> bool:
    """Whether a player has a unit or a planet in a system, as last known."""
    survey = fight.survey
    return seat in survey.players_with_units(position) or bool(survey.controlled(position, seat))


def _open_neighbours(fight: Fight) -> list[str]:
    """Neighbours without ships of the Hive or neutral ones (M13), but for asteroid fields, supernovas and nebulae.

    None of them is active.
    """
    survey, seen = fight.survey, fight.board.chart()
    barred = seen.closed | seen.nebulae
    return [
        position
        for position in sorted(seen.adjacent[fight.position])
        if position not in barred and not any(survey.ship_count(position, side) for side in ("hive", NEUTRAL))
    ]
