"""The map of the galaxy as the pages draw it: a game's, a layout's before the game, and the template's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hive.board.layout import KIND_WORDS, new_galaxy
from hive.board.survey import zone_of, zone_of_system
from hive.catalog.remembered import Remembered
from hive.catalog.tables import Anomaly, Owner, Seat, SpawningSystem, Tables, Wormhole
from hive.model.galaxy import Galaxy, System, anomalies_in
from hive.model.game import OWNERS, Game
from hive.naming import ANOMALIES, where_words
from hive.steps import Marks
from hive.web.drawing.chips import at_a_glance, chips
from hive.web.drawing.discs import discs
from hive.web.drawing.plates import at_the_ends, plates
from hive.web.drawing.shapes import Disc, HexView, Lit, MapView, Mark, box, lines, places
from hive.web.drawing.words import SEATS, Board, position_words, short_words, system_words, title_of
from hive.words import Name, Words, listed, say, sentence

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
    left, top, width, height = box(middles.values())
    return MapView(
        label=say("Map of the galaxy"),
        left=left,
        top=top,
        width=width,
        height=height,
        hexes=hexes,
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
    left, top, width, height = box(middles.values())
    hexes = tuple(_laid_out(board, system, middles[position]) for position, system in galaxy.systems.items())
    return MapView(say("The tiles to lay out"), left, top, width, height, hexes, zones=_zones(tables))


def laid_out(game: Game) -> MapView:
    """The map of a game's tiles as they are to be laid out. Raises ValueError if it tracks no galaxy."""
    galaxy = drawing_of(game, game.tables).galaxy
    sides = (token.side for system in galaxy.systems.values() for token in system.tokens)
    tiles = {position: system.tile for position, system in galaxy.systems.items()}
    return layout_view(game.tables, tiles, next((side for side in sides if side is not None), None))


def template_view(tables: Tables) -> MapView:
    """The map of the template: kind and zone of each slot, and no tiles. Rules: 2.board.template, 14.zone.board."""
    middles = places(tables.galaxy.kind_of)
    left, top, width, height = box(middles.values())
    hexes = []
    for slot, kind in tables.galaxy.kind_of.items():
        zone, colour = _zone(tables, slot)
        belongs: list[Words] = [Name(kind), KIND_WORDS[kind]]
        if zone:
            belongs.append(say("zone {number}", number=Name(zone)))
        words = say("{slot}: {belongs}", slot=Name(slot), belongs=listed(belongs, ","))
        x, y = middles[slot]
        hexes.append(HexView(slot, x, y, colour, zone, top=Name(slot), middle=Name(kind), title=words))
    return MapView(
        say("The template of the galaxy"),
        left,
        top,
        width,
        height,
        tuple(hexes),
        zones=_zones(tables),
    )


def slots_view(tables: Tables, tiles: Mapping[str, str], ion_side: Wormhole | None, at: str) -> MapView:
    """The map of a galaxy that is laid out slot by slot: tiles where they lie, else the place; one slot is open."""
    template = template_view(tables)
    laid = {one.position: one for one in layout_view(tables, tiles, ion_side).hexes} if tiles else {}
    hexes = tuple(laid.get(one.position) or replace(one, top="", middle=one.top) for one in template.hexes)
    lit: dict[str, Lit] = {one.position: "half" for one in hexes if one.position not in laid}
    return replace(template, label=say("The galaxy so far"), hexes=hexes, lit=lit, at=at)


def _zones(tables: Tables) -> tuple[tuple[int, str], ...]:
    return tuple((one.zone, one.colour) for one in tables.galaxy.zones.zones)


def _zone(tables: Tables, position: str) -> tuple[str, str]:
    zone = zone_of(tables, position)
    return (str(zone.zone), zone.colour) if zone else ("", "")


def _zone_of(tables: Tables, system: System) -> tuple[str, str]:
    zone = zone_of_system(tables, system)
    return (str(zone.zone), zone.colour) if zone else ("", "")


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
    zone, colour = _zone_of(board.tables, system)
    items, full, glance = tuple(discs(board, system)), chips(system, board.tables), at_a_glance(system, board.tables)
    return HexView(
        position=system.position,
        x=0,
        y=0,
        colour=colour,
        zone=zone,
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
    zone, colour = _zone(board.tables, system.position)
    return HexView(
        position=system.position,
        x=middle[0],
        y=middle[1],
        colour=colour,
        zone=zone,
        top=position_words(system.position),
        middle=Name(system.tile),
        items=tuple(_above(item) for item in discs(board, replace(system, frontier=False))),
        title=say("{system}, {where}", system=title_of(board, system), where=where_words(system.position))
        if system.planets
        else title_of(board, system),
    )
