"""What the Hive has against a player who activates a system with its units: the turn ends, or nothing moves in.

In this order, before support cards are drawn (Q109). Rules: 29.elected-laws, 27.received.resolve.
"""

from __future__ import annotations

from hive import keys
from hive.model.game import Game, Player
from hive.rules.laws.elected import RESOLVED
from hive.rules.laws.turn_ends import enders, turn_ended
from hive.rules.notes.notes import back_from_hive, name_of
from hive.steps import Ask, Choice, Procedure, Shown, Tell, asked
from hive.words import Name, Words, say

THE_SYSTEM = say("the system")


def hive_ends_it(game: Game, seat: Player, where: Words = THE_SYSTEM, systems: tuple[str, ...] = ()) -> Procedure[bool]:
    """Whether the Hive ends the turn of a player by a law that elects it. Rule: 29.elected-laws."""
    for source in enders(game, seat):
        answer = yield from asked(
            Ask(
                key=keys.ELECTED_LAW,
                text=say(
                    "[The Hive] resolves {source} now: the turn of {who} ends",
                    source=Name(source),
                    who=game.name(seat),
                ),
                choices=(
                    Choice(RESOLVED, say("Done"), say("discard the law")),
                    Choice("later", say("Not possible"), say("[the Hive] keeps it"), beside=True),
                ),
                rule="29.elected-laws",
                systems=systems,
            )
        )
        if answer == RESOLVED:
            yield turn_ended(game, seat, source, where)
            return True
    return False


def kept_out(game: Game, seat: Player, where: Words = THE_SYSTEM, systems: tuple[str, ...] = ()) -> Procedure[bool]:
    """Whether the player's Ceasefire, which the Hive has, keeps the player out. Rule: 27.received.resolve."""
    back = back_from_hive(game, seat, "ceasefire")
    if back:
        yield Tell(
            say(
                "{note}: {who} moves no units into {system}",
                note=name_of(game, seat, "ceasefire"),
                who=game.name(seat),
                system=where,
            ),
            "27.received.resolve",
            key=keys.CEASEFIRE,
            confirm="done",
            items=tuple(back),
            systems=systems,
            shown=Shown(say("Activation")),
        )
    return bool(back)
