"""Where the Hive places units: systems and planets in the order of the diagrams, and infantry on them.

A decision is made on surveys, unit by unit; nothing stands on the board before the table has said Done.

Rules: pages 12 and 28.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from hive import keys
from hive.board import pieces
from hive.board.pieces import put, touch
from hive.board.survey import Survey
from hive.model.game import FOES, Game
from hive.naming import by_now, on_planet, planet_label, system_label, system_labels, system_short, units
from hive.naming import planet as planet_name
from hive.rules.board import PlanetAt, Tracked, tracked
from hive.rules.diagrams.deciding import Telling, block_words
from hive.rules.diagrams.systems import Walk, completing_planets, decide_planets, plus
from hive.rules.objectives.confirming import doubtful_planets, held_confirmed
from hive.steps import Ask, Choice, Item, Procedure, Row, anew, meant, question
from hive.words import PlanetName, Words, count, listed, say, sentence

DONE = "done"
PLAYERS_THERE = "players."
LATER = keys.ASKED_SINCE[keys.SHIPS_CAME]
LAST_KNOWN = say("as last known")

_Place = TypeVar("_Place", str, tuple[str, str])


@dataclass(frozen=True)
class Placement:
    """A unit of the Hive and the place that was found for it: a system, on a planet or in space; and why."""

    unit: str
    position: str
    planet: str | None
    because: Words


def with_placed(survey: Survey, unit: str, position: str, planet: str | None = None) -> Survey:
    """The galaxy as it would be with one more Hive unit at a place."""
    system = survey.system(position)
    if planet is None:
        return survey.with_system(replace(system, units=plus(system.units, unit)))
    state = system.planets[planet]
    changed = replace(state, units=plus(state.units, unit))
    return survey.with_system(replace(system, planets={**system.planets, planet: changed}))


def book(game: Game, placements: Sequence[Placement]) -> None:
    """Put units on the board where places were found for them."""
    for one in placements:
        put(game, "hive", one.unit, 1, one.position, one.planet)


def placement_items(game: Game, placements: Sequence[Placement], rule: str) -> list[Item]:
    """Each unit with its place and why, for the table."""
    return [Item(say("{unit}.", unit=place_words(game, one)), one.because, rule) for one in placements]


def unit_words_of(game: Game, placements: Sequence[Placement]) -> Words:
    """What is placed in all: ``1 PDS and 2 mechs``."""
    numbers = Counter(one.unit for one in placements)
    return listed([units(game, number, key) for key, number in numbers.items()])


def place_words(game: Game, one: Placement) -> Words:
    """``1 PDS on Quann, tile 25``, ``1 destroyer in Tren'lak/Quinarra, tile 13 (main spawning system)``."""
    unit = units(game, 1, one.unit)
    if one.planet is None:
        return say("{what} in {system}", what=unit, system=system_label(game, one.position))
    return on_planet(unit, planet_label(game, one.position, one.planet))


# --- which systems, and what the players have there


def spawning_positions_held(survey: Survey) -> list[str]:
    """The spawning systems, homes and Mecatol Rex with an open planet of the Hive, by position.

    Rules: 4.1.counts-as-spawning, 8.advanced.counts-as-spawning.
    """
    return [position for position in sorted(survey.spawning) if survey.open_planets(position)]


def open_spawning_systems(survey: Survey, closed: Collection[str] = ()) -> list[str]:
    """Those that can take ships: a planet of the Hive there, and no player ships, as far as anybody knows.

    ``closed``: where the table has said that player ships are. Rules: 8.where, 12.warfare.ship-condition.
    """
    systems = spawning_positions_held(survey)
    return [position for position in systems if position not in closed and not has_player_ships(survey, position)]


def has_player_ships(survey: Survey, position: str) -> bool:
    """Whether others than the Hive have ships in a system, as last known: players, or neutral ones (M13)."""
    return any(survey.ship_count(position, seat) for seat in FOES)


def ships_known(game: Game, survey: Survey, positions: Sequence[str], closed: Collection[str] = ()) -> list[Item]:
    """What a decision rests on: who has ships in these systems, and in which of them no player has any."""
    known = [position for position in positions if has_player_ships(survey, position)]
    told = [position for position in positions if position in closed and position not in known]
    empty = [position for position in positions if position not in (*told, *known)]
    mended = say("as you say; set which ones on its sheet")
    lines = [Item(say("Player ships in {system}.", system=system_label(game, one)), mended, "8.where") for one in told]
    for position in known:
        owners = listed([game.name(seat) for seat in FOES if survey.ship_count(position, seat)])
        ships = say("Ships of {players} in {system}.", players=owners, system=system_label(game, position))
        lines.append(Item(ships, LAST_KNOWN, "8.where"))
    if empty:
        text = say("No player ships in {systems}.", systems=system_labels(game, empty))
        lines.append(Item(text, LAST_KNOWN, "8.where"))
    return lines


def planets_known(survey: Survey, positions: Iterable[str], rule: str) -> list[Item]:
    """The Hive's planets in these systems that can have been lost unheard, as no unit of it is left there."""
    held = doubtful_planets(survey, "hive")
    names = [PlanetName(name, position) for position in positions for name in held.get(position, ())]
    return [Item(say("[The Hive] holds {planets}.", planets=listed(names)), LAST_KNOWN, rule)] if names else []


def somebody_there(game: Game) -> Words:
    """That a player has ships where the question says."""
    return say("{p1} or {p2} is there", p1=game.name("p1"), p2=game.name("p2"))


def players_there(game: Game, positions: Sequence[str], named: bool = False) -> Iterator[Choice]:
    """The choices by which the table says that the board is out of date: player ships in a system.

    ``named``: the question names the one system, so that its answer need not.
    """
    for position in dict.fromkeys(positions):
        where = system_label(game, position)
        there = say("{p1} or {p2} is in {system}", p1=game.name("p1"), p2=game.name("p2"), system=where)
        yield Choice(f"{PLAYERS_THERE}{position}", somebody_there(game) if named else there, say("it goes elsewhere"))


def hears_of_players(board: Tracked, answer: str, closed: set[str]) -> Procedure[bool]:
    """Whether the table has answered that player ships are in a system; it is then closed, and they can be booked."""
    if not answer.startswith(PLAYERS_THERE):
        return False
    position = answer.removeprefix(PLAYERS_THERE)
    closed.add(position)
    touch(board.game, position)
    yield from anew(lambda: _have_them_booked(board, position))
    return True


def _have_them_booked(board: Tracked, position: str) -> Procedure[None]:
    """Ask which player ships there are, until some stand on the board or the table goes on. Rule: 8.where."""
    if not has_player_ships(board.survey, position):
        where = system_label(board.game, position)
        yield from question(keys.SHIPS_CAME, system=where, systems=(position,))


# --- who is chosen


def fewest(candidates: Sequence[str], number: Callable[[str], int]) -> list[str]:
    """Those of the candidates with the lowest number."""
    numbers = {position: number(position) for position in candidates}
    return [position for position in candidates if numbers[position] == min(numbers.values())]


def because(first: Words, *decided: Words) -> Words:
    """Why a place was chosen: the first reason, and what decided in each diagram that was walked through."""
    return listed([first, *(one for one in decided if one)], ";")


def system_decided(game: Game, found: Walk[str], chosen: str) -> Words:
    """What decided between systems, by the numbers of both. Rule: 5.2.block-order."""
    return Telling(game, found, partial(system_short, game)).decided(chosen)


def planet_decided(game: Game, found: Walk[PlanetAt], chosen: PlanetAt) -> Words:
    """What decided between planets, by the numbers of both. Rule: 5.2.planets."""
    return Telling(game, found, lambda place: planet_name(game, place[1])).decided(chosen)


def block_rows(game: Game, found: Walk[str], words: Callable[[str], Words]) -> list[Row]:
    """The blocks of a diagram that split those who were left, for the reason of a step."""
    return [
        Row(sentence(block_words(game, block)), listed([words(one) for one in block.left]), block.rule, True)
        for block in found.deciding
    ]


def settle(game: Game, what: Words, left: Mapping[_Place, Words], rule: str) -> Procedure[_Place]:
    """The one place that is left, or the one that the table chooses. Raises Mended.

    In: what goes there, in words; the places left with their words. Rule: 1.scope.most-helpful.
    """
    places = list(left)
    if len(places) == 1:
        return places[0]
    return (yield from meant(which_place(what, left, rule), {_value(place): place for place in places}))


def which_place(what: Words, left: Mapping[_Place, Words], rule: str) -> Ask:
    """The question which of the places that are left it is; a planet's value is its position and name."""
    return question(
        keys.TIED_PLACES,
        task=what,
        places=count(len(left), "place"),
        choices=(Choice(_value(place), words) for place, words in left.items()),
        systems=(_value(place).partition("/")[0] for place in left),
        items=(Item(say("Tied after the last block."), rule=rule, aside=True),),
    )


def _value(place: str | tuple[str, str]) -> str:
    return place if isinstance(place, str) else "/".join(place)


def labels(game: Game, positions: Sequence[str]) -> dict[str, Words]:
    """Systems with their words, for :func:`settle`."""
    return {position: system_label(game, position) for position in positions}


def planet_labels(game: Game, places: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Words]:
    """Planets with their words, for :func:`settle`."""
    return {(position, planet): planet_label(game, position, planet) for position, planet in places}


# --- how many were placed


def placed_choices(number: int) -> tuple[Choice, ...]:
    """How many of a number of units were placed: all of them, or fewer."""
    fewer = (
        Choice(str(n), say("Only {number}", number=n) if n else say("Not possible"), beside=not n)
        for n in range(number - 1, -1, -1)
    )
    return (Choice(str(number), say("Done")), *fewer)


# --- the Hive's infantry on the planets of its spawning systems


def spawning_planets(survey: Survey) -> list[PlanetAt]:
    """The planets of the Hive in spawning systems, homes and Mecatol Rex. Rule: 4.1.counts-as-spawning."""
    return [(position, name) for position in sorted(survey.spawning) for name in survey.controlled(position)]


def infantry_on(survey: Survey, place: PlanetAt) -> int:
    """How many of the Hive's infantry are on a planet."""
    return survey.system(place[0]).planets[place[1]].units.get("hive", {}).get("infantry", 0)


def with_fewest_infantry(board: Tracked, number: int) -> Procedure[list[PlanetAt]]:
    """So many spawning system planets of the Hive, those with the fewest infantry first, each at most once.

    Where no unit of the Hive is left in a system, players may have taken it unheard: the table confirms what it has not
    just chosen itself. Ties go by the planet list (Q49, Q96), whose first block is objectives that the infantry would
    complete (Q113).
    Rules: 12.diplomacy.primary, 12.diplomacy.secondary, 5.2.objective-first.
    """

    def confirmed() -> Procedure[list[PlanetAt]]:
        chosen, by_the_table = yield from _chosen(board, number)
        unseen = [position for position, name in chosen if (position, name) not in by_the_table]
        yield from held_confirmed(board, unseen, say("what Diplomacy readies"))
        return chosen

    return (yield from anew(confirmed))


def _chosen(board: Tracked, number: int) -> Procedure[tuple[list[PlanetAt], list[PlanetAt]]]:
    """All that are readied, and those of them that the table has chosen."""
    game, survey = board.game, board.survey
    most = game.tables.figures.infantry_refill.value
    waiting = spawning_planets(survey)
    chosen: list[PlanetAt] = []
    by_the_table: list[PlanetAt] = []
    while waiting and len(chosen) < number:
        least = min(infantry_on(survey, place) for place in waiting)
        equal = [place for place in waiting if infantry_on(survey, place) == least]
        serving = completing_planets(game, survey, equal, "infantry") if least < most else {}
        left = decide_planets(survey, equal, game.tables.priorities.positive_planet, serving).left
        if len(left) > number - len(chosen):
            place = yield from settle(game, say("Ready a planet"), planet_labels(game, left), "12.diplomacy.primary")
            left = (place,)
            by_the_table.append(place)
        chosen += left
        for place in left:
            for _ in range(most - infantry_on(survey, place)):
                survey = with_placed(survey, "infantry", *place)
        waiting = [place for place in waiting if place not in left]
    return chosen, by_the_table


def refill_spawning(game: Game, rule: str) -> list[Item]:
    """Refill the infantry on the Hive's planets in spawning systems. Rule: 28.5.spawning-infantry."""
    if (board := tracked(game)) is not None:
        return refill(board, spawning_planets(board.survey), rule)
    most = game.tables.figures.infantry_refill.value
    text = say("Refill to {most} infantry on its planets in spawning systems, homes and Mecatol Rex.", most=most)
    return [Item(text, rule=rule)]


def refill(board: Tracked, places: Sequence[PlanetAt], rule: str) -> list[Item]:
    """Refill the infantry on planets and say where how many come. Rules: 28.5.spawning-infantry, 12.diplomacy.infantry.

    What is above stays, and nothing comes to a planet that is closed (Q141).
    """
    game, maximum = board.game, board.game.tables.figures.infantry_refill.value
    lines = []
    for place in places:
        position, planet = place
        missing = maximum - infantry_on(board.survey, place)
        if missing > 0 and not board.survey.is_closed(*place):
            pieces.put(game, "hive", "infantry", missing, position, planet)
            infantry, where = units(game, missing, "infantry"), planet_label(game, position, planet)
            text = say("Put {units} on {planet}.", units=infantry, planet=where)
            lines.append(Item(text, by_now(maximum), rule))
    return lines
