"""What can come up beside the answer to a question of a combat: a stratagem cancelled, a ship that sustains damage.

Rules: 30.cancel.stratagem, 24.1.trigger.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from hive.rules.combat.clash import Clash
from hive.rules.combat.countermeasures import Target, direct_hit, no_countermeasure, sustaining_units, which_ship
from hive.rules.combat.fight import as_typed
from hive.rules.combat.stratagem import CANCELLED, NO_PROFIT, begin, choices, settle
from hive.steps import Ask, Choice, Filled, Procedure
from hive.words import say

SUSTAINED = "sustained"


def ask(clash: Clash, build: Callable[[], Ask | None], direct_hits: bool = False) -> Procedure[Filled | None]:
    """Ask a question of a combat, and once more after whatever came up beside it; numbers stay as they were typed.

    The stratagem of its first round stands first there. With ``direct_hits`` players can say that a ship of theirs has
    sustained damage.
    """
    typed: Mapping[str, int] = {}

    def whole() -> Ask | None:
        begin(clash)
        asked = build()
        if asked is None:
            return None
        besides = (*(_sustained(clash) if direct_hits else ()), *choices(clash))
        choices_now, items = (*asked.choices, *besides), (*clash.notes, *asked.items)
        return replace(asked, choices=choices_now, items=items, numbers=as_typed(asked.numbers, typed))

    while True:
        answer = yield from clash.fight.ask(whole)
        if answer is None or answer.choice not in (CANCELLED, NO_PROFIT, SUSTAINED):
            return answer
        typed = answer.numbers
        if answer.choice == SUSTAINED:
            yield from _direct_hit(clash)
        else:
            settle(clash, answer.choice)


def _sustained(clash: Clash) -> tuple[Choice, ...]:
    """Offered where the Hive can try a direct hit at all. Rules: 24.requirement, 24.1.trigger."""
    possible = clash.planet is None and not no_countermeasure(clash.fight.game) and _targets(clash)
    return (
        (Choice(SUSTAINED, say("A ship of ours sustained damage"), say("[the Hive] may try a direct hit")),)
        if possible
        else ()
    )


def _targets(clash: Clash) -> list[Target]:
    """The ships in the combat that can sustain damage; of a player whose ships are not on the board every type."""
    able, found = sustaining_units(clash.fight.game), []
    for seat in clash.fight.players:
        there = clash.units(seat)
        found += [Target(seat, unit, clash.fight.position) for unit in able if unit in there or not there]
    return found


def _direct_hit(clash: Clash) -> Procedure[None]:
    targets = _targets(clash)
    target = targets[0] if len(targets) == 1 else (yield from which_ship(clash.fight.game, targets))
    yield from direct_hit(clash.fight.game, target)
