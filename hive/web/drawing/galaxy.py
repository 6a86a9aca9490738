"""The map of the galaxy as the pages draw it, with what an open step points out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from hive.board.adjacency import wormholes_in
from hive.board.layout import KIND_WORDS, new_galaxy
from hive.board.survey import zone_of, zone_of_system
from hive.catalog.remembered import Remembered
from hive.catalog.tables import Anomaly, Owner, Seat, SpawningSystem, Tables, Wormhole, Zone
from hive.model.galaxy import Galaxy, System, anomalies_in
from hive.model.game import OWNERS, Game
from hive.naming import ANOMALIES, system_label, where_words
from hive.steps import Ask, Choice, Draw, Item, Marks, Step
from hive.web.drawing.shapes import (
    Disc,
    HexView,
    Lit,
    MapView,
    Mark,
    Way,
    at_a_glance,
    at_the_ends,
    box,
    chips,
    fleets_in,
    lines,
    places,
    plates,
    split,
)
from hive.web.drawing.words import GREEK, SEATS, Board, position_words, short_words, system_words, title_of
from hive.words import Name, Words, listed, say, sentence

NAMED = 4
"""So many places are named that would be an answer."""


def places_of(game: Game, step: Step | None) -> dict[str, list[Choice]]:
    """The answers that are places, by the position of their system; a planet's answer is its position and its name."""
    return places_among(game, step.choices) if isinstance(step, Ask) else {}


def places_among(game: Game, choices: Iterable[Choice], parted: str = "/") -> dict[str, list[Choice]]:
    """Those of some choices that are places, by the position of their system, with which their value begins.

    ``parted``: the sign after the position.
    """
    found: dict[str, list[Choice]] = {}
    for choice in choices if game.galaxy is not None else ():
        position = choice.value.partition(parted)[0]
        if game.galaxy and position in game.galaxy.systems:
            found.setdefault(position, []).append(choice)
    return found


def no_answer(game: Game, answers: Mapping[str, object], position: str) -> Words:
    """What would be an answer, where a place that was tapped is none; nothing where it is one, or nothing is asked."""
    if not answers or position in answers:
        return ""
    labels: list[Words] = [system_label(game, one) for one in answers]
    more, named = len(labels) - NAMED, listed(labels[:NAMED], ";")
    if more > 0:
        return say(
            "This is no answer here. One of these is, ringed on the map: {places}; {number} more.",
            places=named,
            number=more,
        )
    return say("This is no answer here. One of these is, ringed on the map: {places}.", places=named)


# --- what lies in a system: a row of discs, planets first, large where nobody stands below them


# How far above the middle the row lies, how large it is, and how wide it can be: with nobody there, with ground forces
# alone, and with one, two or three fleets.
_ROWS = {0: (-5, 1.25, 98), 1: (-22, 1.12, 88), 2: (-30, 1.08, 83), 3: (-33.5, 0.8, 76), 4: (-39, 0.6, 66)}
# The same above one fleet that takes two belts.
_ABOVE_TWO_BELTS = (-33.5, 0.99, 82)
# Below this size a planet's values could not be read: they are left to the panel.
_LEAST_FOR_TEXT, _SMALLEST = 0.97, 0.5
_PLANET, _SIGN, _WIDEST_GAP, _ALONE = 28, 25, 6, 1.45


def discs(board: Board, system: System) -> Iterator[Disc]:
    """The planets of a system, its wormholes, and what else is printed or placed there, from left to right."""
    found = list(
        chain(_planets(board, system), _station(board, system), _wormholes(board, system), _others(board, system))
    )
    if not found:
        return
    y, size, room = _ABOVE_TWO_BELTS if split(system, board.tables) else _ROWS[_row(system)]
    if size > 1.2 and not system.planets:
        size = _ALONE if len(found) == 1 else size
    widths: list[float] = [_PLANET if item.kind in ("planet", "station") else _SIGN for item in found]
    size = max(min(size, room / sum(widths)), _SMALLEST)
    gap = max(0, min(_WIDEST_GAP, (room / size - sum(widths)) / len(found)))
    widths = [(width + gap) * size for width in widths]
    x = -sum(widths) / 2
    for item, width in zip(found, widths, strict=True):
        text = "" if item.kind in ("planet", "station") and size < _LEAST_FOR_TEXT else item.text
        yield replace(item, x=round(x + width / 2, 1), y=y, size=round(size, 2), text=text)
        x += width


def _row(system: System) -> int:
    fleets = fleets_in(system)
    landed = any(any(units.values()) for planet in system.planets.values() for units in planet.units.values())
    return fleets + 1 if fleets else int(landed)


def _planets(board: Board, system: System) -> Iterator[Disc]:
    for name, planet in system.planets.items():
        worth = board.survey.planet(system.position, name)
        yield Disc("planet", f"{worth.resources}/{worth.influence}", seat=planet.control)


def _station(board: Board, system: System) -> Iterator[Disc]:
    tile = board.tables.tiles.by_number[system.tile]
    if tile.space_station is not None:
        yield Disc("station", f"{tile.space_station.resources}/{tile.space_station.influence}", seat=system.station)


def _wormholes(board: Board, system: System) -> Iterator[Disc]:
    """The wormholes of a system; those that a token brings look like a token."""
    printed = board.tables.tiles.by_number[system.tile].wormholes
    for kind in wormholes_in(system, board.tables.tiles):
        token = any(_brings(board, placed.key, placed.side, kind) for placed in system.tokens)
        yield Disc("token" if token or kind not in printed else "wormhole", GREEK[kind])


def _brings(board: Board, key: str, side: Wormhole | None, kind: Wormhole) -> bool:
    return kind == side or kind in board.tables.tiles.tokens_by_key[key].wormholes


def _others(board: Board, system: System) -> Iterator[Disc]:
    for anomaly in anomalies_in(system, board.tables.tiles):
        yield Disc("anomaly", "", symbol=anomaly)
    if board.tables.tiles.by_number[system.tile].egress:
        yield Disc("wormhole", "Eg")
    for placed in system.tokens:
        token = board.tables.tiles.tokens_by_key[placed.key]
        if token.sides:
            yield Disc("anomaly", "", symbol="storm")
        elif not token.wormholes and not token.anomalies and token.planet is None:
            yield Disc("token", token.name[:2])
    if system.frontier:
        yield Disc("frontier", "")


# --- the map of the galaxy as the pages draw it: a game's, a layout's before the game, and the template's


_NO_MARKS = Marks()
CLOSE_LINES = 2
"""So many lines of names have room below the pieces of a system that is seen closer."""
_NO_NUMBERS: Mapping[tuple[str, ...], str] = {}
# Most systems stay as they were from one page to the next.
_DRAWN, _PLACED = Remembered[HexView](kept=16384), Remembered[HexView](kept=16384)
# The signs that the Hive's spawning systems have on the map.
_PINS: dict[SpawningSystem, str] = {"main": "M", "aux1": "1", "aux2": "2"}
_NESTS: dict[SpawningSystem, Seat] = {"main": "hive", "aux1": "hive", "aux2": "hive", "home_p1": "p1", "home_p2": "p2"}


def map_view(
    of: Game | Galaxy,
    tables: Tables,
    marks: Marks = _NO_MARKS,
    asked: Sequence[str] = (),
    numbers: Mapping[tuple[str, ...], str] = _NO_NUMBERS,
) -> MapView:
    """The map of a game that tracks a galaxy, or of a galaxy by itself, with what was touched last.

    In: what to draw, the tables, what a decision points out, what else a question is about, and the numbers of the
    steps that go along its paths. Raises ValueError if the game tracks no galaxy.
    """
    board = drawing_of(of, tables)
    middles = places(board.galaxy.systems)
    ends = at_the_ends(marks.paths)
    sides = [str(board.side(seat)) for seat in SEATS] if board.game else None
    hexes = tuple(
        _hex(board, sides, position, middles[position], _mark(position, marks, asked), position in ends)
        for position in board.galaxy.systems
    )
    return MapView(
        say("Map of the galaxy"),
        *box(middles.values()),
        hexes,
        paths=lines(marks.paths, middles, numbers, [one.position for one in hexes if one.pin]),
        zones=_zones(tables),
        sides=_sides(board),
        units=tuple((unit.key, Name(unit.name)) for unit in tables.units.units),
        anomalies=tuple((key, ANOMALIES[key]) for key in _anomalies(board)),
    )


def _sides(board: Board) -> tuple[tuple[Owner, Words], ...]:
    owners = board.game.owners if board.game else ()
    return tuple((seat, sentence(board.side(seat))) for seat in OWNERS if seat in owners)


def _anomalies(board: Board) -> list[Anomaly]:
    """The anomalies that are in the galaxy, each once."""
    found = (anomalies_in(system, board.tables.tiles) for system in board.galaxy.systems.values())
    return list(dict.fromkeys(key for keys in found for key in keys))


def drawing_of(of: Game | Galaxy, tables: Tables) -> Board:
    """A galaxy with what its words need. Raises ValueError if the game tracks none."""
    if isinstance(of, Galaxy):
        return Board(of, tables)
    if of.galaxy is None:
        raise ValueError("This game tracks no galaxy.")
    return Board(of.galaxy, tables, of)


def layout_view(tables: Tables, tiles: Mapping[str, str], ion_side: Wormhole | None) -> MapView:
    """The map of a galaxy that is to be laid out: the number of each tile stands out."""
    galaxy = new_galaxy(tables, tiles, (), ion_side)
    board, middles = Board(galaxy, tables), places(galaxy.systems)
    hexes = tuple(_laid_out(board, system, middles[position]) for position, system in galaxy.systems.items())
    return MapView(say("The tiles to lay out"), *box(middles.values()), hexes, zones=_zones(tables))


def laid_out(game: Game) -> MapView:
    """The map of a game's tiles as they are to be laid out. Raises ValueError if it tracks no galaxy."""
    galaxy = drawing_of(game, game.tables).galaxy
    sides = (token.side for system in galaxy.systems.values() for token in system.tokens)
    tiles = {position: system.tile for position, system in galaxy.systems.items()}
    return layout_view(game.tables, tiles, next((side for side in sides if side is not None), None))


def template_view(tables: Tables) -> MapView:
    """The map of the template: kind and zone of each slot, and no tiles. Rules: 2.board.template, 14.zone.board."""
    middles = places(tables.galaxy.kind_of)
    hexes = []
    for slot, kind in tables.galaxy.kind_of.items():
        zone = zone_of(tables, slot)
        belongs: list[Words] = [Name(kind), KIND_WORDS[kind]]
        if zone:
            belongs.append(say("zone {number}", number=Name(str(zone.zone))))
        words = say("{slot}: {belongs}", slot=Name(slot), belongs=listed(belongs, ","))
        x, y = middles[slot]
        hexes.append(HexView(slot, x, y, _colour(zone), top=Name(slot), middle=Name(kind), title=words))
    return MapView(say("The template of the galaxy"), *box(middles.values()), tuple(hexes), zones=_zones(tables))


def slots_view(tables: Tables, tiles: Mapping[str, str], ion_side: Wormhole | None, at: str) -> MapView:
    """The map of a galaxy that is laid out slot by slot: tiles where they lie, else the place; one slot is open."""
    template = template_view(tables)
    laid = {one.position: one for one in layout_view(tables, tiles, ion_side).hexes} if tiles else {}
    hexes = tuple(laid.get(one.position) or replace(one, top="", middle=one.top) for one in template.hexes)
    lit: dict[str, Lit] = {one.position: "half" for one in hexes if one.position not in laid}
    return replace(template, label=say("The galaxy so far"), hexes=hexes, lit=lit, at=at)


def _zones(tables: Tables) -> tuple[tuple[int, str], ...]:
    return tuple((one.zone, one.colour) for one in tables.galaxy.zones.zones)


def _colour(zone: Zone | None) -> str:
    return zone.colour if zone else ""


def _hex(
    board: Board, sides: list[str] | None, position: str, middle: tuple[int, int], mark: Mark, ends: bool
) -> HexView:
    """A system in its place. The very same as on the page before, if nothing of it has changed."""
    system, touched = board.galaxy.systems[position], position in board.galaxy.touched
    spawning = next((name for name, at in board.galaxy.spawning.items() if at == position), None)

    def placed() -> HexView:
        drawn = _DRAWN.get(board.tables, (system, spawning, sides), lambda: _drawn(board, system, spawning))
        free = () if ends else drawn.plates
        return replace(drawn, x=middle[0], y=middle[1], mark=mark, touched=touched, plates=free)

    return _PLACED.get(board.tables, (system, spawning, sides, middle, mark, touched, ends), placed)


def _drawn(board: Board, system: System, spawning: SpawningSystem | None) -> HexView:
    """A system as it stands, wherever it lies on the map and whatever points to it."""
    items, full, glance = tuple(discs(board, system)), chips(system, board.tables), at_a_glance(system, board.tables)
    return HexView(
        position=system.position,
        x=0,
        y=0,
        colour=_colour(zone_of_system(board.tables, system)),
        top=Name(system.tile),
        pin=_PINS.get(spawning, "") if spawning else "",
        nest=_NESTS.get(spawning) if spawning else None,
        names=_names(board, system),
        items=items,
        chips=full,
        glance=glance,
        command_tokens=tuple(system.command_tokens),
        title=system_words(board, system.position).plain,
        plates=tuple(plates(system.tile, full, glance, max((one.y + 14 * one.size for one in items), default=-30))),
        close=_close(board, system),
    )


def _close(board: Board, system: System) -> tuple[Words, ...]:
    """The names of a system in two lines: its planets, or what lies there with the number of its tile."""
    names = [Name(planet) for planet in system.planets]
    if not names:
        return short_words(board, system), say("tile {tile}", tile=Name(system.tile))
    if len(names) <= CLOSE_LINES:
        return tuple(names)
    half = (len(names) + 1) // 2
    return listed(names[:half], "/"), listed(names[half:], "/")


def _names(board: Board, system: System) -> tuple[Words, ...]:
    """The planets of a system a line each, or else what lies there in one."""
    return tuple(Name(planet) for planet in system.planets) or (short_words(board, system),)


def _mark(position: str, marks: Marks, asked: Sequence[str]) -> Mark:
    """The mark of a system: the narrowest that holds."""
    if position == marks.winner:
        return "winner"
    if position in marks.left:
        return "left"
    if position in marks.candidates:
        return "candidate"
    if position in marks.targets:
        return "target"
    return "asked" if position in asked else ""


def _above(item: Disc) -> Disc:
    """An item of a layout: small, with room for the number of its tile below."""
    text = "" if item.kind == "planet" else item.text
    return replace(item, x=round(item.x * 0.8, 1), y=-9, size=round(min(item.size, 1.25) * 0.72, 2), text=text)


def _laid_out(board: Board, system: System, middle: tuple[int, int]) -> HexView:
    return HexView(
        position=system.position,
        x=middle[0],
        y=middle[1],
        colour=_colour(zone_of(board.tables, system.position)),
        top=position_words(system.position),
        middle=Name(system.tile),
        items=tuple(_above(item) for item in discs(board, replace(system, frontier=False))),
        title=say("{system}, {where}", system=title_of(board, system), where=where_words(system.position))
        if system.planets
        else title_of(board, system),
    )


# --- the map of a running game, with what its open step points out


def game_map(game: Game, pending: Step | None, at: str = "") -> MapView:
    """The map of a game with a galaxy, a system open on it. Raises ValueError if it tracks none.

    Where the step asks of places, these are lit. Else it says itself what to point out. If it only names systems, those
    that can be answered are possible, and any others are what it asks about.
    """
    lit: dict[str, Lit] = dict.fromkeys(places_of(game, pending), "ring")
    return replace(_marked(game, pending), lit=lit, at=at)


def _marked(game: Game, pending: Step | None) -> MapView:
    if pending is None or isinstance(pending, Draw):
        return map_view(game, game.tables)
    if pending.marks is not None:
        return map_view(game, game.tables, pending.marks, pending.systems, numbers_of(pending.items))
    answers = {choice.value for choice in pending.choices} if isinstance(pending, Ask) else set()
    possible = tuple(position for position in pending.systems if position in answers)
    return map_view(game, game.tables, Marks(candidates=possible), pending.systems)


def with_way(view: MapView, lit: Mapping[str, Lit], start: str, to: str) -> MapView:
    """A map that lights some systems, with the way of a move from one to another."""
    middles = {one.position: (one.x, one.y) for one in view.hexes}
    return replace(view, lit=lit, paths=lines([(start, to)], middles))


def numbers_of(items: Sequence[Item]) -> dict[tuple[str, ...], str]:
    """The numbers of the steps that go along each path, as the list for hands counts them."""
    found: dict[tuple[str, ...], list[str]] = {}
    for number, item in enumerate((item for item in items if not item.aside), start=1):
        if item.path:
            found.setdefault(item.path, []).append(str(number))
    return {path: "·".join(numbers) for path, numbers in found.items()}


# --- the cut of the map that stands with a step on a phone: where the Hive goes, and from where


# As wide and high as a phone has room for beside the list, in units of the map: so its smallest text is 13 px there.
WIDTH, HEIGHT = 450, 210
_INSET, _LETTER = 16, 10
"""So far within the border the number of an arrow stands that comes from outside, and so wide is a letter beside it."""


@dataclass(frozen=True)
class FromOutside:
    """A step of hands that lies outside: where its arrow comes in, its number in a disc so wide, the name of its place.

    ``ends``: the name ends at the disc, otherwise it begins there.
    """

    x: int
    y: int
    number: str
    wide: int
    name: Words
    ends: bool


@dataclass(frozen=True)
class Cut:
    """A part of the map by its middle, WIDTH by HEIGHT, and the arrows that come into it."""

    x: int
    y: int
    arrows: tuple[FromOutside, ...]

    @property
    def view_box(self) -> str:
        """The box as SVG writes it."""
        return f"{self.x - WIDTH // 2} {self.y - HEIGHT // 2} {WIDTH} {HEIGHT}"

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies within it, so that a number there is seen whole."""
        return abs(x - self.x) <= WIDTH / 2 - _INSET and abs(y - self.y) <= HEIGHT / 2 - _INSET


def cut_of(view: MapView) -> Cut | None:
    """The cut around where the Hive goes, with as many of its sources as fit; None where the map shows no such place.

    Where nothing moves, it is around the only places that are pointed out.
    """
    aim = next((one for one in view.hexes if one.mark == "winner"), None)
    by_middle = {(one.x, one.y): one for one in view.hexes}
    sources = [by_middle[way.source] for way in view.paths]
    places = [*([aim] if aim else []), *sources] or [one for one in view.hexes if one.mark]
    if not places:
        return None
    middle = _middle(places)
    fitting = places if _fits(places) else [aim or places[0]]
    if not _fits(places) and aim is None:
        return None
    for place in sorted(places, key=lambda one: math.dist((one.x, one.y), middle)):
        if place not in fitting and _fits([*fitting, place]):
            fitting.append(place)
    x, y = _middle(fitting)
    cut = Cut(_within(x, view.left, view.width, WIDTH), _within(y, view.top, view.height, HEIGHT), arrows=())
    outside = [(way, one) for way, one in zip(view.paths, sources, strict=True) if not cut.holds(way.x, way.y)]
    return Cut(cut.x, cut.y, tuple(_coming(cut, way, one) for way, one in outside if way.number))


def _middle(places: Sequence[HexView]) -> tuple[int, int]:
    left, top, width, height = box((one.x, one.y) for one in places)
    return left + width // 2, top + height // 2


def _within(middle: int, least: int, length: int, room: int) -> int:
    """A middle moved so far that nothing beyond the map is shown."""
    return max(least + room // 2, min(middle, least + length - room // 2))


def _fits(places: Sequence[HexView]) -> bool:
    """Whether the middles of these hexes, with room for what stands there, lie in one cut."""
    _, _, width, height = box((one.x, one.y) for one in places)
    return width <= WIDTH and height <= HEIGHT + _INSET


def _coming(cut: Cut, way: Way, source: HexView) -> FromOutside:
    """Where an arrow comes in: the last point outside, drawn to the border on its way to the next one.

    What is placed there has no arrow: it comes straight to the middle. The name stands outwards, if there is room.
    """
    points = [_point(pair) for pair in way.points.split()] or [(way.x, way.y), (cut.x, cut.y)]
    outer, inner = next(
        ((a, b) for a, b in reversed(list(pairwise(points))) if not cut.holds(*a)),
        (points[0], points[-1]),
    )
    share = max(_beyond(outer, inner, cut.x, WIDTH, 0), _beyond(outer, inner, cut.y, HEIGHT, 1))
    x, y = (round(inner[axis] + (outer[axis] - inner[axis]) / max(share, 1)) for axis in (0, 1))
    x = max(cut.x - WIDTH // 2, min(x, cut.x + WIDTH // 2))
    y = max(cut.y - HEIGHT // 2, min(y, cut.y + HEIGHT // 2))
    name, right = source.names[0], x > cut.x
    outwards = WIDTH // 2 - abs(x - cut.x) >= way.wide + _LETTER * len(name)
    return FromOutside(x, y, way.number, way.wide, name, ends=right != outwards)


def _point(pair: str) -> tuple[float, float]:
    x, y = pair.split(",")
    return float(x), float(y)


def _beyond(outer: tuple[float, float], inner: tuple[float, float], middle: int, length: int, axis: int) -> float:
    """How many times as far the outer point lies from the inner one as the border does, along one axis."""
    side = math.copysign(1, outer[axis] - inner[axis])
    room = middle + side * (length / 2 - _INSET) - inner[axis]
    return (outer[axis] - inner[axis]) / room if room * side > 0 else math.inf if room == 0 else 1
