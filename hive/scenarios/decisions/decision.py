"""The shape of a decision, and of what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hive.catalog.documents import Data
from hive.catalog.tables import Frozen
from hive.model.game import Game, Phase
from hive.reasons import Why
from hive.steps import Item, Procedure


class NoArgs(Frozen):
    """A decision that needs to know nothing more."""


@dataclass(frozen=True)
class Outcome:
    """What came of a decision: its values by name, the reason, and what hands have to do."""

    values: Mapping[str, Data] = field(default_factory=dict)
    why: Why | None = None
    items: tuple[Item, ...] = ()


class Wrong(Exception):
    """What a decision was told fits no game; ``argument`` names what is wrong of it."""

    def __init__(self, argument: str, text: str) -> None:
        super().__init__(text)
        self.argument = argument


@dataclass(frozen=True)
class Decision:
    """A decision: its name, the phase it belongs to, its arguments, its procedure, the names of what comes of it."""

    name: str
    phase: Phase
    args: type[Frozen]
    procedure: Callable[[Game, Any], Procedure[Outcome]]
    outcome: tuple[str, ...] = ()


def because(why: Why) -> str | None:
    """The rule of the row that decided: the last of them."""
    decided = [row.rule for row in why.rows if row.decided]
    return decided[-1] if decided else None
