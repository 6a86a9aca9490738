"""What a look at the table screen is of: its tab, and a system that is open on it, as the address says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Looking:
    """A look at the table screen.

    ``at`` is the system that is open, ``who`` the side whose units its panel shows, ``on`` the step at which it was
    opened.
    """

    tab: str = "now"
    at: str = ""
    who: str = ""
    on: str = ""

    @property
    def args(self) -> dict[str, Any]:
        """It as an address or a form carries it, without the tab."""
        named = {"at": self.at, "who": self.who, "on": self.on}
        return {name: value for name, value in named.items() if value} if self.at else {}


def looking_at(values: Mapping[str, str]) -> Looking:
    """The look that a request asks for."""
    return Looking(
        *(values.get(name, default) for name, default in (("tab", "now"), ("at", ""), ("who", ""), ("on", "")))
    )
