"""How the app plays what players own and do: how many of them by themselves, by a tap, on a sheet, or only in words."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from hive.catalog.tables import Doings
from hive.catalog.tables.acts import How
from hive.catalog.tables.doings import Switch

_HOWS: tuple[How, ...] = get_args(How)
_SWITCHES: tuple[Switch, ...] = get_args(Switch)


def as_table(doings: Doings) -> str:
    """A line for each switch, and one for all of them."""
    lines = [_line("switch", *_HOWS, "all")]
    for switch in _SWITCHES:
        lines.append(_counted(switch, Counter(one.how for one in doings.doings if one.switch == switch)))
    return "\n".join([*lines, _counted("all", Counter(one.how for one in doings.doings))])


def _counted(switch: str, found: Counter[How]) -> str:
    return _line(switch, *(str(found[how]) for how in _HOWS), str(found.total()))


def _line(switch: str, *cells: str) -> str:
    return f"{switch:<16}" + "".join(f"{cell:>8}" for cell in cells)
