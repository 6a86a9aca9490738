"""What the table may set by hand on the board: its field, its group on the sheet, and what setting it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hive.catalog.tables import Owner
from hive.fields import Settable, V

Group = Literal["units", "damaged", "control", "attachments", "command_tokens", "tokens", "exchanges"]
NO = "no"


@dataclass(frozen=True)
class Editable(Settable[V]):
    """Something in a system that the table may set; its field is its path, ``value`` what stands there now.

    ``planet`` is empty for the space area; ``seat`` and ``unit`` say whose units it counts, where it does.
    """

    group: Group
    value: V
    planet: str = ""
    seat: Owner | None = None
    unit: str = ""

    def check(self, value: object) -> V:
        """What a form or a log names, as it counts; the sheet still shows it. Raises Misfit."""
        return self.entered.check(value, sheet=True)


Edit = Editable[int] | Editable[str]
