"""What the table may set by hand on the board: its field, its group on the sheet, and what setting it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal

from hive.catalog.tables import Seat
from hive.fields import Field, V
from hive.model.game import Game
from hive.words import Words

Group = Literal["units", "damaged", "control", "attachments", "command_tokens", "tokens", "exchanges"]
NO = "no"


@dataclass(frozen=True)
class Editable(Generic[V]):
    """Something in a system that the table may set: what is entered, what stands there now, and what setting it does.

    ``planet`` is empty for the space area; ``seat`` and ``unit`` say whose units it counts, where it does.
    """

    entered: Field[V]
    group: Group
    value: V
    write: Callable[[Game, V], None]
    planet: str = ""
    seat: Seat | None = None
    unit: str = ""

    @property
    def field(self) -> str:
        """Its path."""
        return self.entered.name

    @property
    def label(self) -> Words:
        """Its words."""
        return self.entered.label

    def check(self, value: object) -> V:
        """What a form or a log names, as it counts. Raises Misfit."""
        return self.entered.check(value, sheet=True)

    def set(self, game: Game, value: object) -> None:
        """Set it to what a form or a log names. Raises Misfit."""
        self.write(game, self.check(value))


Edit = Editable[int] | Editable[str]
