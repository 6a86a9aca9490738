"""A measured figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """A figure and what it may be at most, or at least; without a bound it is only told."""

    name: str
    value: float
    unit: str
    bound: float | None = None
    least: bool = False

    @property
    def met(self) -> bool:
        if self.bound is None:
            return True
        return self.value >= self.bound if self.least else self.value <= self.bound

    def as_row(self) -> dict[str, Any]:
        return {"name": self.name, "value": round(self.value, 3), "unit": self.unit, "bound": self.bound}
