"""With whom the Hive was in combat, as the table says it, and the counters that brings. Rule: 14.gain.combat."""

from __future__ import annotations

from hive.model.game import PLAYERS, Game
from hive.rules.area.points import angered
from hive.rules.moments.calling import moment
from hive.rules.moments.kinds import BattleOver
from hive.steps import Choice, Procedure
from hive.words import say

FIGHTERS: dict[str, tuple[str, ...]] = {"done": (), "fought_p1": ("p1",), "fought_p2": ("p2",), "fought_both": PLAYERS}


def fight_choices(game: Game) -> tuple[Choice, ...]:
    """How a tactical action ended: without combat, or with combat between the Hive and whom."""
    p1, p2 = game.name("p1"), game.name("p2")
    return (
        Choice("done", say("Done"), say("no combat with [the Hive]")),
        Choice("fought_p1", say("Fought {p1}", p1=p1), say("[the Hive] in combat with this player")),
        Choice("fought_p2", say("Fought {p2}", p2=p2), say("[the Hive] in combat with this player")),
        Choice("fought_both", say("Fought both"), say("[the Hive] in combat with both players")),
    )


def after_fight(game: Game, answer: str) -> Procedure[None]:
    """Each player in combat with the Hive gains a counter, however many there were; then they are over.

    Rule: 14.gain.combat.
    """
    for seat in PLAYERS:
        if seat in FIGHTERS[answer]:
            yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")
    if FIGHTERS[answer]:
        yield from moment(game, BattleOver())
