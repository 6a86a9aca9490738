"""A measured figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    unit: str
    bound: float

    @property
    def met(self) -> bool:
        return self.value <= self.bound

    def as_row(self) -> dict[str, Any]:
        return {"name": self.name, "value": round(self.value, 3), "unit": self.unit, "bound": self.bound}
