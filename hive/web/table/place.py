"""A system that is open on the table screen: what stands there, each tap booked at once, and what is usual there."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from hive import keys
from hive.board.editable import Edit
from hive.board.edits import NOBODY, editables, most_units
from hive.board.survey import Survey
from hive.catalog.tables import Owner, Seat
from hive.effects import effects
from hive.model.galaxy import System, count_units
from hive.model.game import NEUTRAL, PLAYERS, Game
from hive.naming import system_label, system_short
from hive.steps import Step
from hive.web.drawing.galaxy import no_answer, places_of
from hive.web.table.by_hand import Button
from hive.words import Name, PlanetName, Words, say, sentence

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


_UNOPENED: dict[str, str] = asdict(Looking())


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


def units_of(game: Game, system: System, seat: Owner) -> Units:
    """The ships and ground forces of a side in a system, by type, ships from the strongest first."""
    places = [system.units, *(planet.units for planet in system.planets.values())]
    found: Counter[str] = Counter()
    for units in places:
        found.update(units.get(seat, {}))
    ships = [unit.key for unit in reversed(game.tables.units.ships)]
    ground = [unit.key for unit in game.tables.units.units if unit.category == "ground_force"]
    return {unit: found[unit] for unit in (*ships, *ground) if found[unit]}


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
        answers=tuple(Button(one.value, sentence(one.label), one.note) for one in answers.get(position, ())),
        wrong=no_answer(game, answers, position),
        moved_on=step is not None and looking.on not in ("", step.key),
        asks=asks if built else "",
        ends=_ends(game, step),
    )


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
    unit, ground = game.tables.units.by_key[one.unit], one.unit in ("infantry", "mech")
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
        words = say("{who!c} holds {planet}", who=game.name(seat), planet=Name(station.name))
        yield HeldView(station.name, words, has, written({f"{position}/station": NOBODY if has else seat}))
    for name, planet in survey.system(position).planets.items():
        held = planet.control == seat
        words = say("{who!c} holds {planet}", who=game.name(seat), planet=PlanetName(name, position))
        yield HeldView(name, words, held, written({f"{position}/planet/{name}/control": NOBODY if held else seat}))
