"""What is told once a combat or a whole battle is over, and what stands above it. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from hive import keys
from hive.model.game import PLAYERS
from hive.rules.combat.allies import player_ships
from hive.rules.combat.clash import Winner
from hive.rules.combat.fight import Fight
from hive.steps import Procedure, Shown, Tell
from hive.words import Words, listed, say


def heading(fight: Fight) -> Words:
    """What stands above what is left to do."""
    return say("After the battle") if _battled(fight) else say("After the move")


def _battled(fight: Fight) -> bool:
    """Whether anybody has fought: nobody has where nothing was fired, and no combat begun."""
    return bool(fight.way or fight.combats or fight.tolls)


def who_has_won(fight: Fight, winner: Winner) -> Procedure[None]:
    """Tell who has won a space combat: the next screen shows it."""
    where, won = fight.label, [seat for seat in fight.players if player_ships(fight, seat)] or fight.players
    names = [fight.game.name(seat) for seat in won]
    standing = [seat for seat in PLAYERS if seat not in fight.players and player_ships(fight, seat)]
    if winner in ("hive", "retreated"):
        text = say("[The Hive] has won the space combat in {system}.", system=where)
    elif (winner == "nobody" or not names) and standing:
        text = say(
            "Of those who fought nobody is left after the space combat in {system}; {names} stood aside.",
            system=where,
            names=listed([fight.game.name(seat) for seat in standing]),
        )
    elif winner == "nobody" or not names:
        text = say("Nobody is left after the space combat in {system}.", system=where)
    elif len(names) == 1:
        text = say("{who!c} has won the space combat in {system}.", who=names[0], system=where)
    else:
        text = say("{names} have won the space combat in {system}.", names=listed(names), system=where)
    yield Tell(text, "1.scope.unchanged-rules")


def close(fight: Fight) -> Procedure[None]:
    """Tell what has not been told yet."""
    if not fight.untold:
        return
    where = fight.label
    text = say("After the battle in {system}", system=where) if _battled(fight) else say("In {system}", system=where)
    yield Tell(
        text,
        "1.scope.unchanged-rules",
        keys.BATTLE_OVER,
        "done",
        items=fight.take_untold(),
        systems=(fight.position,),
        shown=Shown(text) if _battled(fight) else Shown(heading(fight)),
    )
