"""Which players take part in a battle in space: who is there, and whether the ally of the active player comes along.

Who fights on a planet is said planet by planet: :mod:`hive.rules.combat.defence`. Rules: 31.action.joint,
31.combat.joint, Q106, Q120.
"""

from __future__ import annotations

from collections.abc import Mapping

from hive.catalog.tables import Foe
from hive.model.game import FOES, PLAYERS
from hive.rules.combat.fight import Fight
from hive.rules.combat.losses import clear, clear_space
from hive.rules.combat.units import ships
from hive.steps import Number
from hive.words import Words, say

ALLY = "ally"
_GONE = "gone_"


def player_ships(fight: Fight, seat: Foe) -> dict[str, int]:
    """The ships of a player, or neutral ones, in the system, as far as the board knows."""
    return ships(fight.game, fight.units(seat))


def there(fight: Fight) -> list[Foe]:
    """Who may have ships there: those on the board, the player who has activated the system, the ally who acts too.

    Neutral ships defend against the Hive; where a player attacks it they are not in the way (M13).
    """
    came = {fight.active, *([fight.ally] if fight.joined else [])}
    foes = FOES if fight.active == "hive" else PLAYERS
    return [seat for seat in foes if seat in came or player_ships(fight, seat)]


def fighters_in_space(fight: Fight) -> list[Foe]:
    """Who fights in space: all who have ships there, if the Hive attacks; the active player, and the ally who wants to.

    Where nobody has asked, that is the ally who acts too. Rule: 31.combat.joint (Q118, Q120).
    """
    if fight.active == "hive":
        return there(fight)
    beside = fight.joined if fight.allied is None else fight.allied
    return [seat for seat in PLAYERS if seat == fight.active or beside]


def ally_number(fight: Fight) -> tuple[Number, ...]:
    """Whether the ally takes part as well: the ally who is there chooses. Asked once in a battle of a player (Q120)."""
    if fight.ally is None or fight.allied is not None:
        return ()
    value = 1 if fight.ally in there(fight) else 0
    label = say("{ally} fights beside {who}", ally=fight.game.name(fight.ally), who=fight.game.name(fight.active))
    return (Number(ALLY, label, maximum=1, value=value, yes_no=True),)


def hear_of_the_ally(fight: Fight, numbers: Mapping[str, int]) -> None:
    """Keep what the table has said of the ally for the rest of the battle. Rule: 31.action.joint."""
    if ALLY in numbers:
        fight.allied = bool(numbers[ALLY])


# --- who is gone before a combat begins


def gone_numbers(fight: Fight, theirs: Words) -> tuple[Number, ...]:
    """Of each of two players, whether what is fired before a combat has left nothing: then it is none of theirs (Q107).

    One player alone, or both together, are told by an answer.
    """
    if len(fight.players) < len(PLAYERS):
        return ()
    return tuple(
        Number(
            f"{_GONE}{seat}",
            say("No {theirs} of {who} is left", theirs=theirs, who=fight.game.name(seat)),
            maximum=1,
            yes_no=True,
        )
        for seat in fight.players
    )


def take_gone(fight: Fight, planet: str | None, numbers: Mapping[str, int], all_gone: bool) -> None:
    """Take off whoever is gone; they take no part in the combat that follows. Rule: 14.gain.combat (Q107)."""
    gone = [seat for seat in fight.players if all_gone or numbers.get(f"{_GONE}{seat}")]
    fight.players = [seat for seat in fight.players if seat not in gone]
    if planet is None:
        clear_space(fight, gone)
        return
    for seat in gone:
        clear(fight, seat, planet)
