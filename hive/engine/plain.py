"""Plain JSON data: what logs, snapshots and exports hold."""

from __future__ import annotations

from typing import TypeAlias

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = dict[str, Json]
