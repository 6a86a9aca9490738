"""A law of whole games: a counter for a combat comes only where one has taken place. Rule: 14.gain.combat (Q107)."""

from __future__ import annotations

from collections.abc import Iterable

from hive import keys
from hive.engine.entries import Event, Forward
from hive.engine.session import Told
from hive.steps import Tell

GAINED = "14.gain.combat"
_BEGINS = (keys.ACTIVATE, keys.TACTICAL_ACTION)
# What is asked in a combat alone, after space cannons and bombardment have fired.
_FOUGHT = (
    keys.STRATAGEM,
    keys.BARRAGE,
    keys.ROUND_BEGINS,
    keys.SPACE_COMBAT_ROUND,
    keys.SPACE_COMBAT_RESULT,
    keys.GROUND_COMBAT_ROUND,
    keys.GROUND_COMBAT_RESULT,
)


class UnearnedCounter(Exception):
    """A counter for a combat that has not taken place."""


def combat_told(fought: bool, news: Iterable[Told], entry: Forward) -> bool:
    """Whether a combat has taken place since the last activation on a tracked galaxy, once an entry is told.

    In: whether it had before, and the steps of the entry. The table can say by an event that it has fought. Raises
    UnearnedCounter.
    """
    said = isinstance(entry, Event) and entry.name == "combat"
    for told in news:
        step = told.step
        if step.key in _BEGINS:
            fought = False
        elif step.key in _FOUGHT:
            fought = True
        elif isinstance(step, Tell) and step.rule == GAINED and not fought and not said:
            raise UnearnedCounter(f"a counter without a combat: {step.text}")
    return fought
