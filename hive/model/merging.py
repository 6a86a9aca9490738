"""What has been changed since a state, applied to another state: numbers by so much, and else what came and went."""

from __future__ import annotations

from copy import copy
from dataclasses import is_dataclass


def parts(whole: object) -> dict[str, object]:
    """The fields of an object by their names; what is changed there is changed in the object."""
    return vars(whole)


def merged(ours: object, base: object, theirs: object) -> object:
    """Return ``ours`` with what has changed from ``base`` to ``theirs``; none of the three is changed itself.

    A number becomes so much more or less, and never less than nothing. What stands in a dictionary or a list comes,
    goes, or changes by itself; anything else is as in ``theirs`` if it has changed at all.
    """
    if base == theirs:
        return ours
    if _is_number(ours, base, theirs):
        return max(0, _number(ours) + _number(theirs) - _number(base))
    if isinstance(ours, dict) and isinstance(base, dict) and isinstance(theirs, dict):
        return _dictionaries(ours, base, theirs)
    if isinstance(ours, list) and isinstance(base, list) and isinstance(theirs, list):
        return _lists(ours, base, theirs)
    if is_dataclass(ours) and type(ours) is type(base) is type(theirs):
        whole = copy(theirs)
        parts(whole).update(merged_parts(parts(ours), parts(base), parts(theirs)))
        return whole
    return theirs


def merged_parts(ours: dict[str, object], base: dict[str, object], theirs: dict[str, object]) -> dict[str, object]:
    """The same for each of several parts, all of which are in each of the three."""
    return {name: merged(one, base[name], theirs[name]) for name, one in ours.items()}


def _is_number(*them: object) -> bool:
    return all(isinstance(one, int) and not isinstance(one, bool) for one in them)


def _number(one: object) -> int:
    return one if isinstance(one, int) else 0


def _dictionaries(
    ours: dict[object, object], base: dict[object, object], theirs: dict[object, object]
) -> dict[object, object]:
    result: dict[object, object] = {}
    for key in (*ours, *(one for one in theirs if one not in ours)):
        three = [side.get(key) for side in (ours, base, theirs)]
        known = next(one for one in three if one is not None)
        value = merged(*(_nothing(known) if one is None else one for one in three))
        if value != _nothing(known) or None not in three:
            result[key] = value
    return result


def _nothing(known: object) -> object:
    """What counts as missing where its like is known: no pieces of a kind, or nothing of several kinds."""
    if _is_number(known):
        return 0
    return {} if isinstance(known, dict) else None


def _lists(ours: list[object], base: list[object], theirs: list[object]) -> list[object]:
    """Things with a name are the same by it, whatever has changed about them; others are the same if they are alike."""
    if all(_name(one) for one in (*ours, *base, *theirs)):
        named = _dictionaries(*({_name(one): one for one in side} for side in (ours, base, theirs)))
        return list(named.values())
    result = list(ours)
    for gone in _without(base, theirs):
        if gone in result:
            result.remove(gone)
    return result + _without(theirs, base)


def _without(them: list[object], others: list[object]) -> list[object]:
    """What is in a list more often than in another one."""
    rest, left = list(others), []
    for one in them:
        if one in rest:
            rest.remove(one)
        else:
            left.append(one)
    return left


def _name(one: object) -> object:
    return parts(one).get("name") if is_dataclass(one) else None
