"""What can come up beside the answer to a question of a battle in space: a ship of a player that sustains damage.

Rule: 24.1.trigger.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from hive.model.game import PLAYERS
from hive.rules.combat.bent import as_typed
from hive.rules.combat.countermeasures import (
    BEGINS,
    OTHER_SHIP,
    Target,
    direct_hit,
    hit_name,
    no_countermeasure,
    sustaining_units,
    which_ship,
)
from hive.rules.combat.fight import Fight
from hive.rules.combat.losses import clear_carried
from hive.rules.combat.units import ships
from hive.steps import Ask, Choice, Filled, Procedure
from hive.words import say

SUSTAINED = "sustained"


def ask(fight: Fight, build: Callable[[], Ask | None]) -> Procedure[Filled | None]:
    """Ask a question in which ships take hits, and once more after each direct hit; numbers stay as they were typed.

    Wherever a player's ship can sustain damage the Hive can try one: in a round, by its space cannons, in a combat that
    the table fights by hand. Rules: 24.any-time, 24.1.trigger.
    """
    typed: Mapping[str, int] = {}

    def whole() -> Ask | None:
        asked = build()
        if asked is None:
            return None
        return replace(asked, choices=(*asked.choices, *_sustained(fight)), numbers=as_typed(asked.numbers, typed))

    while True:
        answer = yield from fight.ask(whole)
        if answer is None or answer.choice != SUSTAINED:
            return answer
        typed = answer.numbers
        yield from _direct_hit(fight)


def _sustained(fight: Fight) -> tuple[Choice, ...]:
    """Offered where the Hive can try a direct hit at all. Rules: 24.requirement, 24.1.trigger."""
    possible = not no_countermeasure(fight.game) and _targets(fight)
    return (
        (
            Choice(
                SUSTAINED,
                say("A ship of ours sustained damage"),
                say("[the Hive] may try {hit!a}", hit=hit_name(fight.game)),
            ),
        )
        if possible
        else ()
    )


def _targets(fight: Fight) -> list[Target]:
    """The ships in the combat that can sustain damage; of a player whose ships are not on the board every type."""
    found = []
    for seat in fight.players:
        there, able = ships(fight.game, fight.units(seat)), sustaining_units(fight.game, seat)
        found += [Target(seat, unit, fight.position) for unit in able if unit in there or not there]
    return found


def _direct_hit(fight: Fight) -> Procedure[None]:
    targets = _targets(fight)
    target = targets[0] if len(targets) == 1 else (yield from which_ship(fight.game, targets))
    known = bool(ships(fight.game, fight.units(target.owner)))
    outcome = yield from direct_hit(fight.game, target)
    if outcome == BEGINS and target.unit != OTHER_SHIP:
        fight.destroyed[target.unit] = fight.destroyed.get(target.unit, 0) + 1
    if known:
        clear_carried(fight, PLAYERS)
