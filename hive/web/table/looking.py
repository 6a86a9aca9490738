"""What a look at the table screen is of: its tab, and a system or a move that is open on it, as the address says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

MOVED, BUILT = "moved", "built"


@dataclass(frozen=True)
class Looking:
    """A look at the table screen.

    ``at`` is the system that is open, ``who`` the side whose units its panel shows, ``on`` the step at which it was
    opened. ``near`` is the system around which the map shows seven hexes. ``do`` is what a player books, step by step:
    a move from ``start`` ``to`` a system, of ``what``, or where something was built. ``rows`` are those of the panel
    that were in sight at the last tap in it: they stay where they are.
    """

    tab: str = "now"
    at: str = ""
    who: str = ""
    on: str = ""
    do: str = ""
    start: str = ""
    to: str = ""
    what: str = ""
    near: str = ""
    rows: str = ""

    @property
    def args(self) -> dict[str, Any]:
        """It as an address or a form carries it, without the tab."""
        if not self.at and not self.do and not self.near:
            return {}
        return {name: value for name, value in asdict(self).items() if value and name != "tab"}


def looking_at(values: Mapping[str, str]) -> Looking:
    """The look that a request asks for."""
    return Looking(**{name: values.get(name, default) for name, default in _UNOPENED.items()})


_UNOPENED: dict[str, str] = asdict(Looking())
