"""The table mends the board: all that can be set by hand in a system, as fields; and a move of a player is booked.

A field is a path: ``205/units/p1/cruiser``, ``205/planet/Quann/units/hive/infantry``, ``205/planet/Quann/control``,
``205/planet/Quann/coexisting/p1``, ``205/planet/Quann/attachment/mining_world``, ``205/station``,
``205/command_token/p1``, ``205/token/ion_storm``, ``205/frontier``, ``205/tile``, ``205/place``,
``205/planet/Quann/destroyed``, ``311/discovered/415``.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from hive.board import pieces
from hive.board.adjacency import turned
from hive.board.editable import (
    NO,
    Edit,
    Editable,
    Group,
    attachments,
    coexisting,
    control,
    damaged_words,
    there_or_not,
    units_words,
)
from hive.board.editable import NOBODY as NOBODY
from hive.board.editable import SEATS as SEATS
from hive.board.growing import discoveries, exchanges
from hive.board.pieces import galaxy_of
from hive.board.survey import Survey
from hive.catalog.tables import Owner, Seat, SystemToken, UnitType
from hive.fields import Choice, Misfit, Number, OneOf
from hive.model.galaxy import System, TokenPlaced
from hive.model.game import Game, Player
from hive.naming import system_label, units
from hive.words import Name, PlanetName, Typed, Words, listed, say, sentence

HIGHEST = 40


# What is set after the rest: damage among the units that are there, and what changes the system itself.
_LATE: dict[Group, int] = {"damaged": 1, "exchanges": 2}


class BadEdit(Misfit):
    """A change of the board that cannot be made. Its text is for the table."""


def editables(game: Game, position: str) -> list[Edit]:
    """Everything in a system that the table may set. Raises BadEdit if the galaxy has no such system."""
    return list(_offered(game, position))


def _offered(game: Game, position: str, wanted: Collection[str] | None = None) -> Iterator[Edit]:
    """The same one after another: units first, which are what is set most, what is seldom set last.

    Of units only those that are wanted, where somebody says which: there are many.
    """
    galaxy = game.galaxy
    if galaxy is None:
        raise BadEdit(say("This game is played without a galaxy."))
    system = galaxy.systems.get(position)
    if system is None:
        raise BadEdit(say("The galaxy has no system “{typed}”. Choose one on the map.", typed=Typed(position[:20])))
    yield from _places(game, system, wanted)
    yield from control(game, system)
    yield from coexisting(game, system)
    yield from attachments(game, system)
    yield from _command_tokens(game, system)
    yield from _tokens(game, system)
    yield _frontier(system)
    yield from exchanges(game, system)
    yield from discoveries(game, system)


def named(game: Game, fields: Collection[str]) -> dict[str, Edit]:
    """Those of the fields that there are, by their paths. Raises BadEdit if the galaxy has no such system."""
    by_system: dict[str, set[str]] = {}
    for field in fields:
        by_system.setdefault(field.partition("/")[0], set()).add(field)
    return {
        one.field: one
        for position, paths in by_system.items()
        # What comes after the last of them is not made at all.
        for one in islice((one for one in _offered(game, position, paths) if one.field in paths), len(paths))
    }


def apply_edits(game: Game, changes: Mapping[str, object]) -> None:
    """Set fields of the board, all or none. Raises Misfit naming the first that cannot be set."""
    if not changes:
        raise BadEdit(say("Nothing was changed."))
    wanted = _checked(game, changes)
    for field, one in sorted(wanted.items(), key=lambda pair: _LATE.get(pair[1].group, 0)):
        one.set(game, changes[field])


def words_of_edits(game: Game, changes: Mapping[str, object]) -> Words:
    """What changes of the board say, in one line; it never raises."""
    by_system: dict[Words, list[Words]] = {}
    try:
        wanted = _checked(game, changes)
    except Misfit:
        return say("The board corrected")
    for field, one in wanted.items():
        system = system_label(game, field.partition("/")[0])
        by_system.setdefault(system, []).append(words_of_edit(one, changes[field]))
    lines = [say("{system!c}: {changes}", system=system, changes=listed(words)) for system, words in by_system.items()]
    return listed(lines, ";")


def words_of_edit(one: Edit, value: object) -> Words:
    """What one change of the board says, without its system."""
    before, after = one.entered.words(one.value), one.entered.words(one.check(value))
    return say("{what} {before} to {after}", what=one.label, before=before, after=after)


def as_on_the_sheet(game: Game, changes: Mapping[str, object], told: str) -> list[str]:
    """The fields of changes in the order in which the sheet has them, those before that a text tells, in its order.

    Raises Misfit as :func:`apply_edits` does.
    """
    wanted = _checked(game, changes)
    at = {field: told.find(str(words_of_edit(one, changes[field]))) for field, one in wanted.items()}
    return sorted(named(game, changes), key=lambda field: at[field] if at[field] >= 0 else len(told))


def _checked(game: Game, changes: Mapping[str, object]) -> dict[str, Edit]:
    """What is to be set, by its field. Raises BadEdit if there is no such thing, Misfit if a value does not fit it."""
    found = named(game, changes)
    for field, value in changes.items():
        if field not in found:
            system, typed = system_label(game, field.partition("/")[0]), Typed(field[:60])
            raise BadEdit(say("Nothing in {system} is called “{typed}”.", system=system, typed=typed))
        found[field].check(value)
    return {field: found[field] for field in changes}


# --- units


def _places(game: Game, system: System, wanted: Collection[str] | None) -> Iterator[Editable[int]]:
    for seat in game.owners:
        yield from _units(game, system, seat, None, wanted)
        for planet in system.planets:
            yield from _units(game, system, seat, planet, wanted)


def _units(
    game: Game, system: System, seat: Owner, planet: str | None, wanted: Collection[str] | None
) -> Iterator[Editable[int]]:
    place = system if planet is None else system.planets[planet]
    path = f"{system.position}/" if planet is None else f"{system.position}/planet/{planet}/"
    for unit in game.tables.units.units:
        most = most_units(unit, seat)
        if not most or not _stands_there(unit, planet):
            continue
        field = f"{path}units/{seat}/{unit.key}"
        if wanted is None or field in wanted:
            yield Editable(
                Number(field, units_words(game, seat, unit, planet), maximum=most),
                partial(_write_units, seat=seat, unit=unit.key, position=system.position, planet=planet),
                "units",
                place.units.get(seat, {}).get(unit.key, 0),
                planet or "",
                seat,
                unit.key,
            )
        field = f"{path}damaged/{seat}/{unit.key}"
        if unit.sustain_damage and (wanted is None or field in wanted):
            yield Editable(
                Number(field, damaged_words(game, seat, unit, planet), maximum=most),
                partial(_write_damaged, seat=seat, unit=unit.key, position=system.position, planet=planet),
                "damaged",
                place.damaged.get(seat, {}).get(unit.key, 0),
                planet or "",
                seat,
                unit.key,
            )


def most_units(unit: UnitType, seat: Owner) -> int:
    """How many units of a type a side can have at all: its plastic; what has tokens as well goes up to 40.

    Neutral units have one set of plastic, as each player has.
    """
    plastic = unit.players_plastic
    if seat == "hive":
        plastic = None if unit.plastic is None else unit.plastic + unit.pink
    return HIGHEST if plastic is None else plastic


def _stands_there(unit: UnitType, planet: str | None) -> bool:
    """Ships stand in space, structures on planets; ground forces, and the Saar's docks, in both."""
    if planet is None:
        return unit.category != "structure" or unit.key == "space_dock"
    return unit.category != "ship"


def _write_units(game: Game, value: int, seat: Owner, unit: str, position: str, planet: str | None) -> None:
    pieces.set_units(game, seat, unit, value, position, planet)


def _write_damaged(game: Game, value: int, seat: Owner, unit: str, position: str, planet: str | None) -> None:
    pieces.set_damaged(game, seat, unit, value, position, planet)


# --- tokens


def _command_tokens(game: Game, system: System) -> Iterator[Editable[int]]:
    for seat in SEATS:
        yield Editable(
            there_or_not(f"{system.position}/command_token/{seat}", say("{who}'s command token", who=game.name(seat))),
            partial(_write_command_token, position=system.position, seat=seat),
            "command_tokens",
            int(seat in system.command_tokens),
            seat=seat,
        )


def _write_command_token(game: Game, value: int, position: str, seat: Seat) -> None:
    change = pieces.put_command_token if value else pieces.take_command_token
    change(game, seat, position)


def _tokens(game: Game, system: System) -> Iterator[Editable[str]]:
    lying = {placed.key: placed.side or "yes" for placed in system.tokens}
    for token in game.tables.tiles.tokens:
        closed = token.ingress and _auxiliary(game, system)
        if (token.box in game.settings.boxes and not closed) or token.token in lying:
            yield Editable(
                OneOf(
                    f"{system.position}/token/{token.token}", Name(token.name), (Choice(NO, say("No")), *_sides(token))
                ),
                partial(_write_token, position=system.position, token=token),
                "tokens",
                lying.get(token.token, NO),
            )


def _auxiliary(game: Game, system: System) -> bool:
    """Whether a system is an auxiliary spawning system: no ingress token goes there. Rule: 33.fracture.ingress."""
    spawning = pieces.galaxy_of(game).spawning
    return system.position in (spawning.get("aux1"), spawning.get("aux2"))


def _sides(token: SystemToken) -> tuple[Choice, ...]:
    return tuple(Choice(side, sentence(Name(side))) for side in token.sides) or (Choice("yes", say("Yes")),)


def _write_token(game: Game, value: str, position: str, token: SystemToken) -> None:
    if value == NO:
        pieces.remove_token(game, position, token.token)
        return
    side = next((side for side in token.sides if side == value), None)
    pieces.lay_token(game, position, TokenPlaced(token.token, side))


def _frontier(system: System) -> Editable[int]:
    return Editable(
        there_or_not(f"{system.position}/frontier", say("frontier token")),
        partial(_write_frontier, position=system.position),
        "tokens",
        int(system.frontier),
    )


def _write_frontier(game: Game, value: int, position: str) -> None:
    pieces.set_frontier(game, position, bool(value))


# --- a player's move on a tracked galaxy: what it changes on the board, and how the log tells it


Changes = dict[str, int | str]

_LANDS = ("infantry", "mech")


def move_changes(
    game: Game,
    who: Player,
    start: str,
    to: str,
    units: Mapping[str, int],
    takes: Sequence[str],
    turns: Collection[str] = (),
) -> Changes:
    """The fields of the board that a move sets.

    In: how many leave each field of units in the system where it begins; the planets that are taken; the systems whose
    ion storm turns. One ground force lands on each of these planets, the rest on the first; without any they stay in
    space. Raises BadEdit, Misfit.
    """
    here = {one.field: one for one in editables(game, start)}
    there = {one.field: int(one.value) for one in editables(game, to) if one.group in ("units", "damaged")}
    changes: Changes = {}
    landing: Counter[str] = Counter()
    for field, number in units.items():
        one = here.get(field)
        if one is None or one.seat != who or one.group != "units" or not 0 < number <= int(one.value):
            raise Misfit(say("{system}: no such units stand there.", system=system_label(game, start)))
        left = int(one.value) - number
        changes[field] = left
        if one.unit in _LANDS and takes:
            landing[one.unit] += number
            continue
        arrived = f"{to}/units/{who}/{one.unit}"
        changes[arrived] = int(changes.get(arrived, there.get(arrived, 0))) + number
        hurt_here, hurt_there = field.replace("/units/", "/damaged/"), arrived.replace("/units/", "/damaged/")
        hurt = int(here[hurt_here].value) - left if hurt_here in here else 0
        if hurt > 0:
            changes[hurt_there] = int(changes.get(hurt_there, there.get(hurt_there, 0))) + hurt
    changes |= _landed(to, who, landing, takes, there)
    changes |= {f"{to}/planet/{planet}/control": who for planet in takes}
    changes[f"{to}/command_token/{who}"] = 1
    return changes | _turned(game, turns)


def _turned(game: Game, systems: Collection[str]) -> Changes:
    """The other side of each token with two sides in some systems."""
    tiles = game.tables.tiles
    return {
        f"{position}/token/{placed.key}": turned(placed, tiles).side or ""
        for position in systems
        for placed in galaxy_of(game).systems[position].tokens
        if placed.side is not None
    }


def storms_crossed(survey: Survey, start: str, to: str, far: int) -> dict[str, bool]:
    """The systems whose ion storm a way of at most so many steps can use; and whether the shortest one has to."""
    found = {}
    for position in survey.positions:
        through = [one for one in survey.adjacent[position] if position in survey.storms_used((position, one))]
        shut = {*((position, one) for one in through), *((one, position) for one in through)}
        first, last = steps_away(survey, start, shut), steps_away(survey, to, shut)
        ways = [first[one] + 1 + last[other] for one, other in shut if one in first and other in last]
        if min(ways, default=far + 1) <= far:
            found[position] = min(ways) < first.get(to, far + 1)
    return found


def steps_away(survey: Survey, start: str, shut: Collection[tuple[str, str]] = ()) -> dict[str, int]:
    """How many steps each system is away, nearest first, without some of them from one system to another."""
    away, waiting = {start: 0}, deque([start])
    while waiting:
        at = waiting.popleft()
        for other in survey.adjacent[at]:
            if other not in away and (at, other) not in shut:
                away[other] = away[at] + 1
                waiting.append(other)
    return away


def _landed(to: str, who: Player, landing: Counter[str], takes: Sequence[str], there: Mapping[str, int]) -> Changes:
    """One on each planet as long as there are any, the rest on the first."""
    forces = list(landing.elements())
    changes: Changes = {}
    for number, unit in enumerate(forces):
        planet = takes[number] if number < len(takes) else takes[0]
        field = f"{to}/planet/{planet}/units/{who}/{unit}"
        changes[field] = int(changes.get(field, there.get(field, 0))) + 1
    return changes


def words_of_move(game: Game, who: Player, changes: Mapping[str, object]) -> Words:
    """A move in one line; empty where the changes are none. It never raises."""
    galaxy, gone = game.galaxy, Counter[str]()
    if galaxy is None:
        return ""
    starts: list[str] = []
    now = {
        one.field: one
        for position in dict.fromkeys(field.partition("/")[0] for field in changes)
        if position in galaxy.systems
        for one in editables(game, position)
    }
    token = next((field.partition("/")[0] for field in changes if field.endswith(f"/command_token/{who}")), "")
    for field, value in changes.items():
        one = now.get(field)
        if one is not None and one.group == "units" and int(one.value) > int(str(value)):
            gone[one.unit] += int(one.value) - int(str(value))
            starts.append(field.partition("/")[0])
    if not gone or not token:
        return ""
    text = say(
        "{who!c} moves {units} from {start} to {system}",
        who=game.name(who),
        units=listed([units(game, number, unit) for unit, number in gone.items()]),
        start=listed([system_label(game, one) for one in dict.fromkeys(starts)]),
        system=system_label(game, token),
    )
    taken = [one.planet for field, one in now.items() if one.group == "control" and changes.get(field) == who]
    names = listed([PlanetName(name, token) for name in taken])
    told = say("{move} and takes {planets}", move=text, planets=names) if taken else text
    storm = any("token" in field.split("/") for field in changes)
    return say("{move}; the ion storm turns", move=told) if storm else told
