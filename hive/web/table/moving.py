"""Booking a move: from where, to where, what goes, and which planets are taken; all of it set out for one tap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hive import keys
from hive.board.edits import editables, move_changes, steps_away, storms_crossed
from hive.board.pieces import turning_tokens
from hive.board.survey import Survey
from hive.effects import effects
from hive.engine.entries import Board
from hive.engine.errors import Refused
from hive.fields import Misfit, whole_number
from hive.model.galaxy import System
from hive.model.game import PLAYERS, Game, Player
from hive.naming import system_label
from hive.web.drawing.shapes import Lit
from hive.web.table.place import BUILT, MOVED, Looking, defended
from hive.words import Name, PlanetName, Words, listed, say, sentence

_TURNS = "turn."
ALL, SHIPS, NONE = "all", "ships", "none"
FAR = 3
"""So many systems away a move is likely to go at most; the rest of the map is dim."""
_UNITS, _TAKES = "unit.", "take."
_CARRIED = ("fighter", "infantry", "mech")


@dataclass(frozen=True)
class MovedRow:
    """Units of a type that can leave: the field of their number, where they stand, how many, and how many go."""

    field: str
    unit: str
    label: Words
    number: int
    goes: int


@dataclass(frozen=True)
class TickedView:
    """What comes with the move: a planet that is taken, an ion storm that turns; and whether it does if nobody says."""

    field: str
    words: Words
    ticked: bool


@dataclass(frozen=True)
class MoveView:
    """A move that is booked, as far as it is told. ``asks`` is what is to be tapped next, ``note`` why it is."""

    do: str
    who: Player
    name: Words
    start: str
    to: str
    asks: Words
    note: Words
    lit: Mapping[str, Lit]
    start_label: Words = ""
    to_label: Words = ""
    what: str = ALL
    rows: tuple[MovedRow, ...] = ()
    ticks: tuple[TickedView, ...] = ()
    activates: bool = False

    @property
    def ready(self) -> bool:
        """Whether everything is told that has to be."""
        return bool(self.start and self.to and not self.activates)

    @property
    def carries(self) -> bool:
        """Whether something goes that needs room in a ship: how much a ship of a player carries, no table knows."""
        return any(row.goes and row.unit in _CARRIED for row in self.rows)


def move_of(game: Game, looking: Looking) -> MoveView | None:
    """The move that a look books; None if it books none. Where it is known where was built, that system is open."""
    galaxy = game.galaxy
    who = next((seat for seat in PLAYERS if seat == looking.who), None)
    if galaxy is None or who is None or looking.do not in (MOVED, BUILT):
        return None
    survey, name = Survey(galaxy, game.tables, effects(game)), game.name(who)
    if looking.do == BUILT and looking.at in galaxy.systems:
        return None
    if looking.do == BUILT:
        asks = say("Where did {who} build?", who=name)
        return MoveView(BUILT, who, name, "", "", asks, "", _ringed(docks(survey, who)))
    if looking.start in survey.positions and survey.ships(looking.start, who):
        return _under_way(game, survey, who, looking)
    note: Words = ""
    if looking.start in galaxy.systems:
        note = say("{who!c} has no ships in {system}.", who=name, system=system_label(game, looking.start))
    to, asks = looking.to if looking.to in survey.positions else "", say("From where did {who} move?", who=name)
    lit = _ringed(_starts(survey, who, to))
    return MoveView(MOVED, who, name, "", to, asks, note, lit, to_label=_short(game, to) if to else "")


def _starts(survey: Survey, who: Player, to: str) -> list[str]:
    """Where ships of a player can have come from: those in a system with their own command token stay there."""
    starts = [one for one in survey.positions if one != to and survey.ships(one, who)]
    return [one for one in starts if who not in survey.system(one).command_tokens] or starts


def _ringed(positions: Iterable[str]) -> dict[str, Lit]:
    return {position: "ring" for position in positions}


def _under_way(game: Game, survey: Survey, who: Player, looking: Looking) -> MoveView:
    """A move of which it is known where it began."""
    start, to = looking.start, looking.to if looking.to in survey.positions and looking.to != looking.start else ""
    name, label = game.name(who), _short(game, start)
    if not to:
        lit: dict[str, Lit] = {one: "half" for one, far in steps_away(survey, start).items() if far <= FAR}
        return MoveView(MOVED, who, name, start, "", say("Where to?"), "", {**lit, start: "ring"}, label)
    hive = survey.has_units(to) and to not in _activated(game)
    what = looking.what if looking.what in (SHIPS, NONE) else ALL
    note = say("[The Hive] is there: activate the system first, so that its support comes before the dice.")
    return MoveView(
        do=MOVED,
        who=who,
        name=name,
        start=start,
        to=to,
        asks=say("What goes?"),
        note=note if hive else "",
        lit={start: "ring", to: "ring"},
        start_label=label,
        to_label=_short(game, to),
        what=what,
        rows=tuple(_rows(game, start, who, what)),
        ticks=(*_takes(survey, to, who), *_turns(game, survey, start, to)),
        activates=hive,
    )


def _short(game: Game, position: str) -> Words:
    """A system as briefly as the table finds it."""
    planets = game.galaxy.systems[position].planets if game.galaxy else {}
    return listed([Name(one) for one in planets], "/") if planets else sentence(system_label(game, position))


def _activated(game: Game) -> Iterable[str]:
    """The systems that a player has activated: whoever moves there fights as it has begun."""
    galaxy = game.galaxy
    return [one for one, system in galaxy.systems.items() if {*system.command_tokens} & {*PLAYERS}] if galaxy else []


def docks(survey: Survey, who: Player) -> list[str]:
    """The systems in which a player has a space dock."""
    return [one for one in survey.positions if _has_dock(survey.system(one), who)]


def _has_dock(system: System, who: Player) -> bool:
    forces = [system.units, *(planet.units for planet in system.planets.values())]
    return any(units.get(who, {}).get("space_dock") for units in forces)


def _rows(game: Game, start: str, who: Player, what: str) -> Iterator[MovedRow]:
    """What can go, ships from the strongest first."""
    by_key, order = game.tables.units.by_key, [unit.key for unit in reversed(game.tables.units.ships)]
    own = [one for one in editables(game, start) if one.seat == who and one.group == "units" and one.value]
    moving = [one for one in own if by_key[one.unit].category != "structure"]
    for one in sorted(moving, key=lambda one: order.index(one.unit) if one.unit in order else len(order)):
        number, ship = int(one.value), one.unit in order
        label: Words = sentence(Name(by_key[one.unit].name))
        if one.planet:
            label = say("{unit} on {planet}", unit=label, planet=PlanetName(one.planet, start))
        goes = number if what == ALL or (what == SHIPS and ship) else 0
        yield MovedRow(f"{_UNITS}{one.field}", one.unit, label, number, goes)


def _takes(survey: Survey, to: str, who: Player) -> Iterator[TickedView]:
    """The planets that are not the player's yet: taken if nobody defends them, in space or on the ground."""
    system = survey.system(to)
    free = not survey.ships(to)
    for name, planet in system.planets.items():
        if planet.control != who:
            words = say("{planet} is taken", planet=PlanetName(name, to))
            yield TickedView(f"{_TAKES}{name}", words, free and not defended(system, name, who))


def _turns(game: Game, survey: Survey, start: str, to: str) -> Iterator[TickedView]:
    """The ion storms that turn if ships use their wormhole on the way. Rule: 1.scope.unchanged-rules."""
    for position, needed in storms_crossed(survey, start, to, FAR).items():
        where = system_label(game, position)
        words = say("Through the wormhole of the ion storm in {system}: it turns", system=where)
        yield TickedView(f"{_TURNS}{position}", words, needed)


# --- what is posted


def move_entry(game: Game, posted: Mapping[str, str]) -> Board:
    """The entry that books a move. Raises Refused with a sentence if what was posted is none."""
    who = next((seat for seat in PLAYERS if seat == posted.get("who")), None)
    start, to = posted.get("start", ""), posted.get("to", "")
    units = {
        field.removeprefix(_UNITS): whole_number(value) for field, value in posted.items() if field.startswith(_UNITS)
    }
    going = {field: number for field, number in units.items() if number}
    if who is None or start == to or not going or None in units.values():
        raise Refused(say("Nothing moves. Say how many units go, and where to."))
    planets = game.galaxy.systems[to].planets if game.galaxy and to in game.galaxy.systems else {}
    lands = any(field.endswith(("/infantry", "/mech")) for field in going)
    takes = [name for name in planets if lands and f"{_TAKES}{name}" in posted]
    turns = [position for position in turning_tokens(game) if f"{_TURNS}{position}" in posted]
    try:
        return Board(move_changes(game, who, start, to, going, takes, turns), moved=who)
    except Misfit as error:
        raise Refused(error.words) from error


def books_moves(game: Game, key: str) -> Player | None:
    """The player whose move the table may book at a step of this key; None where there is none."""
    seat = next((seat for seat in PLAYERS if seat == game.active), None)
    return seat if game.tracked and key in (keys.PLAYER_TURN, keys.PLAYERS_MOVE) else None
