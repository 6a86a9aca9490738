"""The table of moments: where doings and reminders are offered, where what acts by itself acts, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal, get_args

from pydantic import field_validator

from hive.catalog.tables.base import Frozen, Key, Name

HOOK_AT = "HookAt"
"""The hook that has the key of its moment with it: doings act there by themselves."""
Acting = Literal["rulebook", "doings", "agendas", "laws", "notes", "options"]
"""What acts by itself at a moment."""


class Moment(Frozen):
    """A moment by its key, and how pages say it.

    ``steps``: the keys of the steps at which the table meets it, all of which lie in its ``phase`` if it has one.
    ``hook``: the class of :mod:`hive.rules.moments` that a procedure names there, so that things act by
    themselves.
    """

    moment: Key
    words: Name
    steps: list[Name] = []
    phase: Literal["strategy", "action", "status", "agenda"] | None = None
    hook: Name | None = None


class Moments(Frozen):
    """decks/moments.yaml: all moments, and the order in which what acts at the same one does."""

    table: Literal["moments"]
    order: list[Acting]
    moments: list[Moment]

    @field_validator("order")
    @classmethod
    def _all_of_them(cls, order: list[Acting]) -> list[Acting]:
        if sorted(order) != sorted(get_args(Acting)):
            raise ValueError(f"each of these stands here once: {', '.join(get_args(Acting))}")
        return order

    @cached_property
    def by_key(self) -> dict[str, Moment]:
        """The moments by their key."""
        return {one.moment: one for one in self.moments}

    @cached_property
    def by_hook(self) -> dict[str, str]:
        """The key of the moment of each hook, by the name of its class; HookAt has its key with it."""
        return {one.hook: one.moment for one in self.moments if one.hook and one.hook != HOOK_AT}

    @cached_property
    def at_step(self) -> dict[str, set[str]]:
        """The keys of the moments at each step, by its key."""
        found: dict[str, set[str]] = {}
        for one in self.moments:
            for step in one.steps:
                found.setdefault(step, set()).add(one.moment)
        return found

    @cached_property
    def phase_of(self) -> dict[str, str]:
        """The phase in which a step lies, by its key, of those steps that lie in one alone."""
        return {step: one.phase for one in self.moments if one.phase for step in one.steps}

    def steps_of(self, keys: Iterable[str]) -> frozenset[str]:
        """The keys of all steps of some moments."""
        return frozenset(step for key in keys for step in self.by_key[key].steps)
