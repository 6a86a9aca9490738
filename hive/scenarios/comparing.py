"""Whether a value is what was expected: exactly, within bounds, or, of a state, in all that is named."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeGuard

from hive.catalog.documents import Data, Keys

BOUNDS: dict[str, Callable[[float, float], bool]] = {
    "at_least": operator.ge,
    "at_most": operator.le,
    "less_than": operator.lt,
    "more_than": operator.gt,
}
CONDITIONS = (*BOUNDS, "not")


@dataclass(frozen=True)
class Mismatch:
    """Something that came out otherwise: where it stands in the file, what was expected and what was found.

    ``unknown`` is true where the file names something that a state does not have at all.
    """

    keys: Keys
    expected: Data
    found: Data
    unknown: bool = False


def compare(expected: Data, found: Data, keys: Keys, *, subset: bool) -> Iterator[Mismatch]:
    """Yield what does not hold. With ``subset`` a mapping is compared in the keys that are expected only."""
    if isinstance(expected, dict) and expected and all(key in CONDITIONS for key in expected):
        for name, bound in expected.items():
            if not _holds(name, bound, found):
                yield Mismatch((*keys, name), {name: bound}, found)
    elif subset and isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key in found:
                yield from compare(value, found[key], (*keys, key), subset=True)
            else:
                yield Mismatch((*keys, key), value, list(found), unknown=True)
    elif subset and isinstance(expected, list):
        yield from _compare_lists(expected, _as_list(found), keys)
    elif not same(expected, found):
        yield Mismatch(keys, expected, found)


def same(one: Data, other: Data) -> bool:
    """Whether two values are equal; true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def _holds(name: str, bound: Data, found: Data) -> bool:
    if name == "not":
        return not same(bound, found)
    return _is_number(bound) and _is_number(found) and BOUNDS[name](found, bound)


def _is_number(value: Data) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _as_list(found: Data) -> Data:
    """A mapping of which only the keys that hold something are listed, such as strategy cards."""
    return [key for key, value in found.items() if value] if isinstance(found, dict) else found


def _compare_lists(expected: list[Data], found: Data, keys: Keys) -> Iterator[Mismatch]:
    """Lists are of one length; an entry that has a name can be expected by it alone."""
    if not isinstance(found, list) or len(found) != len(expected):
        yield Mismatch(keys, expected, found)
        return
    for index, (value, one) in enumerate(zip(expected, found, strict=True)):
        by_name = isinstance(value, str) and isinstance(one, dict)
        yield from compare(
            value, one.get("name") if by_name and isinstance(one, dict) else one, (*keys, index), subset=True
        )
