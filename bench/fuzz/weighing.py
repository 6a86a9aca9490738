"""What a form costs the app where it is sent with far more in it than it has: bytes out, and time of the processor."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from bench.fuzz.forms import Fields
from hive.web.gate import BOUNDS

MOST_SENT = {"GET": 50_000, "POST": 450_000}
"""So many bytes of an address a server reads, and of a form the app."""
MOST_PARTS = 990
"""Of more the app refuses a form at once."""
LONG = ("x", "1", "🐝", '"', "{", " ", "&", "é,")
BYTES, SECONDS = 6, 6
"""So many times what the form brings and takes where it is well filled, or its page."""
LEAST_BYTES, LEAST_SECONDS = 20_000, 0.25
"""What an answer brings and takes at least, to be reckoned with: the least differ by many times."""


@dataclass(frozen=True)
class Cost:
    """What an answer took: its bytes with all that it leads on to, and seconds of the processor."""

    bytes: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.bytes} bytes in {self.seconds:.2f} s"

    def is_out_of(self, *usual: Cost) -> bool:
        """Whether it is far more than is usual."""
        most = BYTES * max(LEAST_BYTES, *(one.bytes for one in usual))
        longest = SECONDS * max(LEAST_SECONDS, *(one.seconds for one in usual))
        return self.bytes > most or self.seconds > longest


NOTHING = Cost(0, 0)


def repeated(chance: random.Random, fields: Fields, most: int) -> Fields:
    """All that the form has, again and again."""
    return (fields * MOST_PARTS)[: min(MOST_PARTS, most // 60)]


def carried(chance: random.Random, fields: Fields, most: int) -> Fields:
    """One field, and all that any form carries on, as often as they can be, with what fits in then."""
    names, value = [*BOUNDS, chance.choice(fields)[0]], chance.choice(LONG) * 60
    times = min(MOST_PARTS - len(fields), most // (9 * len(value))) // len(names)
    return [*fields, *((name, value) for name in names for _ in range(times))]


def huge(chance: random.Random, fields: Fields, most: int) -> Fields:
    """Each field as long as it can be; what tells which form it is stays."""
    long = chance.choice(LONG)
    length = most // (12 * len(long) * len(fields))
    return [(name, value if name in ("csrf_token", "position") else long * length) for name, value in fields]


def many(chance: random.Random, fields: Fields, most: int) -> Fields:
    """The form, with as many fields beside its own as it can have."""
    return [*fields, *((f"{chance.choice(fields)[0]}.{number}", "x" * 40) for number in range(min(700, most // 100)))]


WAYS: tuple[Callable[[random.Random, Fields, int], Fields], ...] = (repeated, carried, huge, many)
