"""A player's move on a tracked galaxy: what it changes on the board, and how the log tells it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence

from hive.board.adjacency import turned
from hive.board.edits import editables
from hive.board.pieces import galaxy_of
from hive.board.survey import Survey
from hive.fields import Misfit
from hive.model.game import Game, Player
from hive.naming import system_label, units
from hive.words import PlanetName, Words, listed, say

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
