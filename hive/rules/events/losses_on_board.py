"""Events that take plastic of the Hive off a tracked galaxy: the table says where, the board knows what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hive import keys
from hive.board import pieces
from hive.fields import OneOf
from hive.model.game import Game
from hive.naming import system_label
from hive.rules.diagrams import damage
from hive.rules.events.kinds import Args
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, Tell, filled
from hive.words import count, sentence

WHERE = "where"
# The categories of units that a place is offered for; without any, all units count.
ARENAS: dict[damage.Arena, str] = {"space": "ship", "ground": "ground_force"}


def places(game: Game, arena: damage.Arena | None = None) -> tuple[Choice, ...]:
    """Where the Hive has units: space areas and planets; for an arena, where it has units that fight there."""
    return tuple(
        Choice(position if planet is None else f"{position}/{planet}", _label(game, position, planet))
        for position, planet in _places(game)
        if _units_there(game, position, planet, arena)
    )


def nowhere(arena: damage.Arena | None = None) -> Callable[[Game], str]:
    """Why an event about units somewhere cannot happen: the tracked galaxy holds none."""
    words = {"space": "The Hive has no ships on the board.", "ground": "The Hive has no ground forces on planets."}
    reason = words[arena] if arena else "No Hive plastic is on the board."
    return lambda game: reason if game.galaxy is not None and not places(game, arena) else ""


def where(game: Game, arena: damage.Arena | None = None) -> OneOf:
    """The place that an event has to know."""
    return OneOf(WHERE, "Where", places(game, arena))


def hits(game: Game, arena: damage.Arena, args: Args, rule: str, detail: str) -> Procedure[damage.Hits]:
    """The Hive's units at a place take hits; who has sustained damage there is known.

    Rules: 5.4.damage-space, 5.4.damage-ground.
    """
    position, planet = _place(args)
    damaged = pieces.damaged_at(pieces.galaxy_of(game), "hive", position, planet)
    present = _units_there(game, position, planet, arena)
    taken = damage.assign_hits(game, arena, present, damaged, int(args["hits"]))
    text = f"The Hive takes {count(int(args['hits']), 'hit')}: {_label(game, position, planet)}"
    lines = tuple(damage.hit_lines(game, arena, taken))
    yield Tell(
        text,
        rule,
        key=keys.HITS,
        confirm="done",
        detail=detail,
        items=lines,
        systems=(position,),
        shown=Shown("Hits on the Hive"),
    )
    for key, number in taken.sustained.items():
        pieces.damage(game, "hive", key, number, position, planet)
    _take(game, taken.destroyed, position, planet)
    return taken


def weakest(game: Game, args: Args) -> Procedure[dict[str, int]]:
    """An effect harms units at a place, the weakest of those that it can hit. Rule: 5.4.negative-effects."""
    position, planet = _place(args)
    can_hit = _units_there(game, position, planet)
    if len(can_hit) > 1:
        text = f"Which units can it hit: {_label(game, position, planet)}?"
        can_hit = yield from _numbers(
            game, keys.WEAKEST_UNITS, text, can_hit, can_hit, "5.4.negative-effects", position
        )
    chosen = damage.weakest_units(game, can_hit, int(args["number"]))
    text = f"The Hive gives up {damage.unit_words(game, chosen) or 'nothing'}."
    yield Tell(
        "An effect harms units of the Hive",
        "5.4.negative-effects",
        key=keys.WEAKEST,
        confirm="done",
        items=(Item(text, f"weakest first; {_label(game, position, planet)}", "5.4.negative-effects"),),
        systems=(position,),
    )
    _take(game, chosen, position, planet)
    return chosen


def units_lost(game: Game, args: Args) -> Procedure[None]:
    """Hive plastic left a place; the table says which. Rule: 2.hive.components."""
    position, planet = _place(args)
    text = f"What left the board: {_label(game, position, planet)}?"
    present = _units_there(game, position, planet)
    lost = yield from _numbers(game, keys.UNITS_LOST, text, present, {}, "2.hive.components", position)
    _take(game, lost, position, planet)
    yield Tell(f"The Hive has lost {damage.unit_words(game, lost) or 'nothing'}.", "2.hive.components")


def _numbers(
    game: Game, key: str, text: str, present: Mapping[str, int], expected: Mapping[str, int], rule: str, position: str
) -> Procedure[dict[str, int]]:
    """How many of the units there, with a stepper for each type."""
    plural: dict[str, str] = {unit.key: sentence(unit.plural) for unit in game.tables.units.units}
    answer = yield from filled(
        Ask(
            key=key,
            text=text,
            choices=(Choice("done", "Done"),),
            rule=rule,
            numbers=tuple(
                Number(unit, plural[unit], most, value=expected.get(unit, 0)) for unit, most in present.items()
            ),
            systems=(position,),
        )
    )
    return {unit: number for unit, number in answer.numbers.items() if number}


def _places(game: Game) -> Iterator[tuple[str, str | None]]:
    galaxy = pieces.galaxy_of(game)
    for position in sorted(galaxy.systems):
        yield position, None
        yield from ((position, planet) for planet in galaxy.systems[position].planets)


def _units_there(game: Game, position: str, planet: str | None, arena: damage.Arena | None = None) -> dict[str, int]:
    """The Hive's units at a place; for an arena, those that fight there, and none in the other one."""
    if arena is not None and (arena == "space") != (planet is None):
        return {}
    by_key = game.tables.units.by_key
    present = pieces.units_at(pieces.galaxy_of(game), "hive", position, planet)
    return {key: number for key, number in present.items() if not arena or by_key[key].category == ARENAS[arena]}


def _take(game: Game, lost: Mapping[str, int], position: str, planet: str | None) -> None:
    for key, number in lost.items():
        pieces.take(game, "hive", key, number, position, planet)


def _place(args: Args) -> tuple[str, str | None]:
    position, _, planet = str(args[WHERE]).partition("/")
    return position, planet or None


def _label(game: Game, position: str, planet: str | None) -> str:
    return f"{planet} in {position}" if planet else f"Space of {system_label(game, position)}"
