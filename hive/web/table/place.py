"""What is open over the step: a system, with what stands there and what is usual, or a move that is booked.

Each tap in a system is booked at once. A move is told from where, to where, what goes, and which planets are taken; all
of it is set out for one tap.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from hive import keys
from hive.board.editable import Edit
from hive.board.edits import NOBODY, editables, most_units, move_changes, steps_away, storms_crossed
from hive.board.pieces import turning_tokens
from hive.board.survey import Survey
from hive.catalog.tables import Owner, Seat
from hive.effects import effects
from hive.engine.entries import Board
from hive.engine.errors import Refused
from hive.fields import Misfit, whole_number
from hive.model.galaxy import System, count_units
from hive.model.game import NEUTRAL, PLAYERS, Game, Player
from hive.naming import on_planet, system_label, system_short
from hive.steps import Choice, Step
from hive.web.drawing.galaxy import no_answer, places_of
from hive.web.drawing.shapes import Lit
from hive.web.steps.asking import units_of
from hive.web.steps.scene import Button
from hive.words import Name, PlanetName, Typed, Words, listed, say, sentence

MOVED, BUILT = "moved", "built"


@dataclass(frozen=True)
class Looking:
    """A look at the table screen.

    ``at`` is the system that is open, ``who`` the side whose units its panel shows, ``on`` the step at which it was
    opened. ``near`` is the system around which the map shows seven hexes. ``do`` is what a player books, step by step:
    a move from ``start`` ``to`` a system, of ``what``, or where something was built. ``rows`` are those of the panel
    that were in sight at the last tap in it: they stay where they are.
    """

    tab: str = "now"
    at: str = ""
    who: str = ""
    on: str = ""
    do: str = ""
    start: str = ""
    to: str = ""
    what: str = ""
    near: str = ""
    rows: str = ""

    @property
    def args(self) -> dict[str, Any]:
        """It as an address or a form carries it, without the tab."""
        if not self.at and not self.do and not self.near:
            return {}
        return {name: value for name, value in asdict(self).items() if value and name != "tab"}


def looking_at(values: Mapping[str, str]) -> Looking:
    """The look that a request asks for."""
    return Looking(**{name: values.get(name, default) for name, default in _UNOPENED.items()})


UNOPENED = Looking()
_UNOPENED: dict[str, str] = asdict(UNOPENED)


# --- what a side usually has in a system


Units = Mapping[str, int]

OFFERED = 2
SHIPS = "ships"
"""Stands for all ships of a side, where an arrangement is that they have gone."""
_KINDS_AT_MOST = 4
# Where nothing is near: what goes out alone, and a carrier with what it carries.
_USUAL: tuple[Units, ...] = ({"carrier": 1, "infantry": 2}, {"cruiser": 1}, {"destroyer": 1}, {"dreadnought": 1})


@dataclass(frozen=True)
class Arrangement:
    """Units of a side that could stand in a system, and what a tap sends; ``chosen`` where they stand there now."""

    units: tuple[tuple[str, int], ...]
    sets: str
    chosen: bool


def written(changes: Mapping[str, int | str]) -> str:
    """Changes of fields in one value, as a button sends them."""
    return urlencode([*changes.items()])


def read(sent: str) -> dict[str, str]:
    """Changes of fields out of the value of a button; what is nonsense is left out."""
    return dict(parse_qsl(sent))


def changes_of(at: str, changes: Mapping[str, str]) -> Mapping[str, str]:
    """The changes, all of them of this system. Raises Refused."""
    for field in changes:
        if field.partition("/")[0] != at:
            raise Refused(say("This sheet has no field “{field}”. Reload it and try again.", field=Typed(field[:60])))
    return changes


def arrangements(game: Game, survey: Survey, position: str, seat: Owner, fields: Sequence[Edit]) -> list[Arrangement]:
    """What the side could well have in a system, last that its ships have gone, and that nobody is there.

    In: what can be set there.
    """
    system = survey.system(position)
    own = [one for one in fields if one.group == "units" and one.seat == seat and _goes(game, one.unit)]
    now = {one.field: int(one.value) for one in own}
    landed = next((name for name in system.planets if not defended(system, name, seat)), "")
    nobody = dict.fromkeys(now, 0)
    offered = [(units, _placed(units, own, landed)) for units in _offered(game, survey, position, seat)]
    if any(number for field, number in now.items() if "/planet/" in field):
        offered.append(({SHIPS: 0}, _placed({}, own, landed)))
    found = []
    for units, there in [*offered, ({}, nobody)]:
        changes: dict[str, int | str] = {field: number for field, number in there.items() if now[field] != number}
        changes |= taken(system, seat, {field: number for field, number in there.items() if field in changes})
        found.append(Arrangement(tuple(units.items()), written(changes), there == now))
    return found


def taken(system: System, seat: Owner, there: Units) -> dict[str, str]:
    """Whose planets become with these units there: infantry on a planet that nobody defends takes it."""
    lands = [
        name
        for name in system.planets
        if any(
            number and field.startswith(f"{system.position}/planet/{name}/units/") for field, number in there.items()
        )
    ]
    return {
        f"{system.position}/planet/{name}/control": seat
        for name in lands
        if seat != NEUTRAL and system.planets[name].control != seat and not defended(system, name, seat)
    }


def defended(system: System, planet: str, seat: Owner) -> bool:
    """Whether another side has units on a planet; neutral ones are gone once a side is there."""
    return any(units for owner, units in system.planets[planet].units.items() if owner not in (seat, NEUTRAL))


def _offered(game: Game, survey: Survey, position: str, seat: Owner) -> list[Units]:
    """Fleets of the side beside the system first, then what usually goes out, as far as it has plastic for them."""
    if seat in ("hive", NEUTRAL):
        return []
    here = units_of(game, survey.system(position), seat)
    near = [units_of(game, survey.system(one), seat) for one in survey.adjacent[position] if survey.ships(one, seat)]
    spare = _spare(game, survey, seat, here)
    offered: list[Units] = []
    for units in [*sorted(near, key=lambda one: -sum(one.values())), *_by_use(game, survey, seat)]:
        fits = units and len(units) <= _KINDS_AT_MOST and all(number <= spare[unit] for unit, number in units.items())
        if fits and units not in offered:
            offered.append(units)
    return offered[:OFFERED]


def _by_use(game: Game, survey: Survey, seat: Owner) -> list[Units]:
    """What usually goes out, that of which the side has most on the board first."""
    have = count_units(survey.galaxy, seat)
    return sorted(_USUAL, key=lambda units: -have.get(next(iter(units)), 0))


def _spare(game: Game, survey: Survey, seat: Owner, here: Units) -> Counter[str]:
    """How many units of each type the side can have in a system beside all that stand elsewhere."""
    have = count_units(survey.galaxy, seat)
    return Counter(
        {
            unit.key: most_units(unit, seat) - have.get(unit.key, 0) + here.get(unit.key, 0)
            for unit in game.tables.units.units
        }
    )


def _placed(units: Units, own: Sequence[Edit], landed: str) -> dict[str, int]:
    """Each field of the side with its number where these units came: who can land is on a planet, others stay there."""
    lands = {one.unit for one in own if one.planet}
    there = {}
    for one in own:
        if one.planet and (one.planet != landed or not lands & units.keys()):
            there[one.field] = int(one.value)
        else:
            there[one.field] = units.get(one.unit, 0) if bool(one.planet) == bool(landed and one.unit in lands) else 0
    return there


def _goes(game: Game, unit: str) -> bool:
    return game.tables.units.by_key[unit].category != "structure"


# --- a system that is open on the table screen


ROWS = 4
_OFTEN = ("carrier", "cruiser", "destroyer", "fighter")


@dataclass(frozen=True)
class SeatView:
    """A side to choose, and whether it is in the system."""

    seat: Owner
    name: Words
    there: bool


@dataclass(frozen=True)
class UnitRow:
    """Units of a type at one place: how many, and what one less or one more sends; empty where there can be none."""

    unit: str
    planet: str
    label: Words
    where: Words
    number: int
    less: str
    more: str

    @property
    def name(self) -> str:
        """It among the rows of its system."""
        return f"{self.unit}-{self.planet}"


@dataclass(frozen=True)
class HeldView:
    """A planet of the system: whether the side holds it, and what a tap sends that changes that."""

    planet: str
    words: Words
    held: bool
    sets: str


@dataclass(frozen=True)
class PlaceView:
    """The panel of an open system. ``answers`` are those to the open question; ``wrong`` says what would be one.

    ``asks`` is what was built there, where that is booked: units come to what stands there, and nothing replaces it.
    ``ends`` is what the next step says of itself where it ends the turn of a player.
    """

    position: str
    title: Words
    who: Owner
    seats: tuple[SeatView, ...]
    presets: tuple[Arrangement, ...]
    rows: tuple[UnitRow, ...]
    others: tuple[UnitRow, ...]
    held: tuple[HeldView, ...]
    answers: tuple[Button, ...] = ()
    wrong: Words = ""
    moved_on: bool = False
    asks: Words = ""
    ends: Words = ""


def place_of(game: Game, step: Step | None, looking: Looking) -> PlaceView | None:
    """The system that a look has open; None if it has none, or one that the galaxy does not have."""
    galaxy = game.galaxy
    if galaxy is None or looking.at not in galaxy.systems:
        return None
    position, fields = looking.at, editables(game, looking.at)
    survey = Survey(galaxy, game.tables, effects(game))
    who = next((seat for seat in game.owners if seat == looking.who), _whose(game, survey, position))
    rows = list(_rows(game, survey, position, who, fields))
    kept = looking.rows.split(",")
    shown = [one for one in rows if one.name in kept] or _shown(game, survey, who, rows)
    answers = places_of(game, step)
    built = looking.do == BUILT and who in PLAYERS
    asks = say("What did {who} build at {system}?", who=game.name(who), system=system_short(game, position))
    return PlaceView(
        position=position,
        title=sentence(system_label(game, position)),
        who=who,
        seats=tuple(SeatView(one, sentence(game.name(one)), _is_there(survey, position, one)) for one in game.owners),
        presets=() if built else tuple(arrangements(game, survey, position, who, fields)),
        rows=tuple(one for one in rows if one in shown),
        others=tuple(one for one in rows if one not in shown),
        held=tuple(_held(game, survey, position, who)),
        answers=tuple(_answer(game, step, position, one) for one in answers.get(position, ())),
        wrong=no_answer(game, answers, position),
        moved_on=step is not None and looking.on not in ("", step.key),
        asks=asks if built else "",
        ends=_ends(game, step),
    )


def _answer(game: Game, step: Step | None, position: str, choice: Choice) -> Button:
    """The answer that is this place: beside units that could be set, the next tap says what it does."""
    if step is not None and step.key == keys.ACTIVATE:
        return Button(choice.value, say("Activate {system}", system=system_short(game, position)))
    return Button(choice.value, sentence(choice.label), choice.note)


def _ends(game: Game, step: Step | None) -> Words:
    """Beside an open system the plain word for it could as well close the panel."""
    if step is None or step.key != keys.PLAYER_TURN or game.active is None:
        return ""
    return say("{who}'s turn is done", who=game.name(game.active))


def _is_there(survey: Survey, position: str, seat: Owner) -> bool:
    return survey.has_units(position, seat) or bool(survey.controlled(position, seat))


def _whose(game: Game, survey: Survey, position: str) -> Seat:
    """Whose units the table means first: the player's who is there, whose turn it is, or who is nearest."""
    there = [seat for seat in PLAYERS if _is_there(survey, position, seat)]
    if len(there) == 1:
        return there[0]
    active = next((seat for seat in PLAYERS if seat == game.active), None)
    return active or _nearest(survey, position)


def _nearest(survey: Survey, position: str) -> Seat:
    seen, waiting = {position}, deque([position])
    while waiting:
        at = waiting.popleft()
        for seat in PLAYERS:
            if survey.has_units(at, seat):
                return seat
        waiting += [one for one in survey.adjacent[at] if one not in seen]
        seen.update(survey.adjacent[at])
    return PLAYERS[0]


# --- units


def _rows(game: Game, survey: Survey, position: str, seat: Owner, fields: Sequence[Edit]) -> Iterator[UnitRow]:
    """A row for each type of unit at each place: ships from the strongest, then who stands on planets."""
    own = {(one.unit, one.planet): one for one in fields if one.group == "units" and one.seat == seat}
    ships = [unit.key for unit in reversed(game.tables.units.ships)]
    others = [unit.key for unit in game.tables.units.units if unit.key not in ships]
    planets = [*survey.system(position).planets]
    for unit, planet in ((unit, planet) for unit in (*ships, *others) for planet in ("", *planets)):
        if (unit, planet) in own:
            yield _row(game, survey, position, own[unit, planet], len(planets))


def _row(game: Game, survey: Survey, position: str, one: Edit, planets: int) -> UnitRow:
    number, maximum = int(one.value), getattr(one.entered, "maximum", 0)
    unit, ground = game.tables.units.by_key[one.unit], one.unit in _LANDING
    more: dict[str, int | str] = {one.field: number + 1}
    taker = one.seat if one.planet and ground and not number and one.seat != NEUTRAL else None
    if taker is not None and _free(survey, position, one.planet, taker):
        more[f"{position}/planet/{one.planet}/control"] = taker
    where: Words = say("on {planet}", planet=PlanetName(one.planet, position)) if one.planet and planets > 1 else ""
    if not one.planet and unit.category != "ship" and planets:
        where = say("in space")
    return UnitRow(
        one.unit,
        one.planet,
        sentence(Name(unit.name)),
        where,
        number,
        written({one.field: number - 1}) if number else "",
        written(more) if number < maximum else "",
    )


def _free(survey: Survey, position: str, planet: str, seat: Owner) -> bool:
    system = survey.system(position)
    return system.planets[planet].control != seat and not defended(system, planet, seat)


def _shown(game: Game, survey: Survey, seat: Owner, rows: Sequence[UnitRow]) -> list[UnitRow]:
    """The rows in sight: all that is there, infantry on planets, and the ships of which the side has most."""
    have = count_units(survey.galaxy, seat)
    ships = {unit.key for unit in game.tables.units.ships}
    landing = any(one.planet for one in rows)
    shown = [one for one in rows if one.number or (one.unit == "infantry" and bool(one.planet) == landing)]
    likely = sorted(
        (one for one in rows if one.unit in ships and not one.number),
        key=lambda one: (-have.get(one.unit, 0), _OFTEN.index(one.unit) if one.unit in _OFTEN else len(_OFTEN)),
    )
    return [*shown, *likely[: max(1, ROWS - len(shown))]]


def _held(game: Game, survey: Survey, position: str, seat: Owner) -> Iterator[HeldView]:
    if seat == NEUTRAL:
        return
    system = survey.system(position)
    if (station := game.tables.tiles.by_number[system.tile].space_station) is not None:
        has = system.station == seat
        words = say("{who!c} holds {planets}", who=game.name(seat), planets=Name(station.name))
        yield HeldView(station.name, words, has, written({f"{position}/station": NOBODY if has else seat}))
    for name, planet in survey.system(position).planets.items():
        held = planet.control == seat
        words = say("{who!c} holds {planets}", who=game.name(seat), planets=PlanetName(name, position))
        yield HeldView(name, words, held, written({f"{position}/planet/{name}/control": NOBODY if held else seat}))


# --- a move that is booked


_TURNS = "turn."
ALL, NONE = "all", "none"
FAR = 3
"""So many systems away a move is likely to go at most; the rest of the map is dim."""
_UNITS, _TAKES = "unit.", "take."
_LANDING = ("infantry", "mech")
_CARRIED = ("fighter", *_LANDING)


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
    far: int = FAR

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
    rows = tuple(_leaving(game, start, who, what))
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
        rows=rows,
        ticks=(*_takes(survey, to, who, rows), *_storms(game, survey, start, to)),
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


def _leaving(game: Game, start: str, who: Player, what: str) -> Iterator[MovedRow]:
    """What can go, ships from the strongest first."""
    by_key, order = game.tables.units.by_key, [unit.key for unit in reversed(game.tables.units.ships)]
    own = [one for one in editables(game, start) if one.seat == who and one.group == "units" and one.value]
    moving = [one for one in own if by_key[one.unit].category != "structure"]
    for one in sorted(moving, key=lambda one: order.index(one.unit) if one.unit in order else len(order)):
        number, ship = int(one.value), one.unit in order
        label: Words = sentence(Name(by_key[one.unit].name))
        if one.planet:
            label = on_planet(label, PlanetName(one.planet, start))
        goes = number if what == ALL or (what == SHIPS and ship) else 0
        yield MovedRow(f"{_UNITS}{one.field}", one.unit, label, number, goes)


def _takes(survey: Survey, to: str, who: Player, rows: Iterable[MovedRow]) -> Iterator[TickedView]:
    """The planets that are not the player's yet: taken if nobody defends them, as far as one lands on each."""
    system = survey.system(to)
    landing = 0 if survey.ships(to) else sum(row.number for row in rows if row.unit in _LANDING)
    for name, planet in system.planets.items():
        if planet.control != who:
            words = say("{planet} is taken", planet=PlanetName(name, to))
            taken = landing > 0 and not defended(system, name, who)
            landing -= taken
            yield TickedView(f"{_TAKES}{name}", words, taken)


def _storms(game: Game, survey: Survey, start: str, to: str) -> Iterator[TickedView]:
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
    landing = sum(number or 0 for field, number in going.items() if field.endswith(_LANDING))
    takes = [name for name in planets if landing and f"{_TAKES}{name}" in posted]
    if len(takes) > landing:
        more = len(takes) - landing
        raise Refused(say("A unit has to land on each planet that is taken: untick {number}.", number=more))
    turns = [position for position in turning_tokens(game) if f"{_TURNS}{position}" in posted]
    try:
        return Board(move_changes(game, who, start, to, going, takes, turns), moved=who)
    except Misfit as error:
        raise Refused(error.words) from error


def books_moves(game: Game, key: str) -> Player | None:
    """The player whose move the table may book at a step of this key; None where there is none."""
    seat = next((seat for seat in PLAYERS if seat == game.active), None)
    return seat if game.tracked and key in (keys.PLAYER_TURN, keys.PLAYERS_MOVE) else None
