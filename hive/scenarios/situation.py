"""From what a scenario gives to the game that it stands for, and to what lies and stands on its board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hive.board import pieces
from hive.board.adjacency import hex_at
from hive.board.edits import apply_edits
from hive.board.growing import add_fracture
from hive.board.layout import Layout
from hive.catalog.documents import Document, Keys, TableError, near, unknown
from hive.catalog.options import misfits
from hive.catalog.reading import load_options, load_tables, patched
from hive.catalog.tables import Seat, Tables, Tile
from hive.fields import Misfit
from hive.model.galaxy import Galaxy, TokenPlaced, places
from hive.model.game import (
    OWNERS,
    PLAYERS,
    Game,
    Phase,
    Player,
    PlayerSetup,
    Settings,
)
from hive.model.laws import broken_laws
from hive.rules.objectives.confirming import all_is_heard
from hive.rules.setup.new_game import new_game
from hive.scenarios.given import STATED, Stated, value_at
from hive.scenarios.schema import Given, GivenGalaxy, GivenPlanet, GivenPlayer, GivenUnits, Wrong

SEED = "scenario"
FIRST_STAGE: dict[Phase, str] = {"strategy": "begin"}


def situation(document: Document, given: Given, phase: Phase, tables: Tables | None = None) -> Game:
    """Return the game in which the decision is made; its cards are told as from a printed deck.

    In: the file, what it gives, the phase of a file that names none, and other tables than our own.
    Errors: TableError naming the field that fits no game.
    """
    tables = _with_options(document, given, tables or load_tables())
    layout = layout_of(document, given, tables)
    homes = {player: faction_at_home(layout, tables, player) if layout else None for player in PLAYERS}
    settings = Settings(
        p1=_player_setup(tables, given.players.p1, 0, homes["p1"]),
        p2=_player_setup(tables, given.players.p2, 1, homes["p2"]),
        left=given.left,
        difficulty=given.difficulty,
        boxes=list(given.boxes),
        draws="table",
        advanced=list(given.advanced),
        options=tuple(given.options),
    )
    game = new_game(settings, tables, SEED, layout)
    _fill(document, game, given, phase)
    if given.galaxy is not None:
        _Board(document, game).fill(given.galaxy)
    for law in broken_laws(game):
        raise TableError([document.message(("given",), law)])
    return game


def _with_options(document: Document, given: Given, tables: Tables) -> Tables:
    """The tables as the options of a scenario patch them. Errors: TableError naming the field."""
    for text in misfits(given.options, load_options(), given.boxes):
        raise TableError([document.message(("given", "options"), text)])
    return patched(tables, given.options)


def _player_setup(tables: Tables, given: GivenPlayer, index: int, at_home: str | None) -> PlayerSetup:
    """The player as given; the faction follows from the home system on the board, where that is given."""
    return PlayerSetup(
        name=given.name or f"Player {index + 1}",
        faction=given.faction or at_home or tables.factions.factions[index].name,
        colour=given.colour or tables.factions.colours[index].key,
    )


def _fill(document: Document, game: Game, given: Given, phase: Phase) -> None:
    """Fill a freshly set-up game with what is given."""
    found = given.model_dump(exclude_unset=True)
    game.phase = given.phase or phase
    game.stage = FIRST_STAGE.get(game.phase, "")
    for stated in STATED:
        value = value_at(found, stated.key)
        if stated.give is None or value is None:
            continue
        here: Keys = ("given", *stated.key.split("."))
        if stated.on_board and given.galaxy is not None:
            raise _wrong(document, here, "with a galaxy the board tells this; say under given.galaxy what stands there")
        _check_known(document, stated, value, game.tables, here)
        try:
            stated.give(game, value)
        except Wrong as wrong:
            raise _wrong(document, here, str(wrong)) from wrong
    _not_said(document, game, found)


def _check_known(document: Document, stated: Stated, value: Any, tables: Tables, here: Keys) -> None:
    noun, names = stated.known or ("", lambda tables: ())
    known = list(names(tables))
    for index, one in enumerate(value if noun else ()):
        name = one["name"] if isinstance(one, dict) else one
        if name not in known:
            raise _wrong(document, (*here, index), unknown(noun, name, known))


def _not_said(document: Document, game: Game, found: Any) -> None:
    """What follows from the numbers that are given, where it is not."""
    units = value_at(found, "hive.units") or {}
    if value_at(found, "hive.structures") is not None and ("pds" in units or "mech" in units):
        text = "'units' names PDS or mechs as well; give one of the two"
        raise _wrong(document, ("given", "hive", "structures"), text)
    if value_at(found, "hive.relic_scored") is None:
        game.hive.relic_scored = game.hive.relics > 0
    for seat in PLAYERS:
        area = game.players[seat]
        if value_at(found, f"players.{seat}.reached_six") is None:
            area.reached_six = area.victory_points >= game.tables.figures.counters_points_threshold.value


# --- what stands on the board: units, control, attachments, command tokens and other tokens

SEATS: tuple[Seat, ...] = ("hive", "p1", "p2")


class _Board:
    """Puts on the board of a freshly set-up game what is given; the Hive's counts follow from it.

    Errors: TableError naming a system, a planet or a number that fits no board.
    """

    def __init__(self, document: Document, game: Game) -> None:
        self.document = document
        self.game = game
        self.galaxy: Galaxy = pieces.galaxy_of(game)

    def fill(self, given: GivenGalaxy) -> None:
        self._beside_the_map(given.tiles)
        if given.fracture:
            add_fracture(self.game)
        if given.empty:
            for place in places(self.galaxy):
                place.units = {}
        self._control(given)
        for name, planet in given.planets.items():
            self._planet(name, planet)
        for key, forces in (("units", given.units), ("damaged", given.damaged)):
            for position, by_side in forces.items():
                self._position(position, (*_GALAXY, key, position))
                self._units(key, position, by_side, (*_GALAXY, key, position))
        self._command_tokens(given)
        for position, tokens in given.tokens.items():
            self._tokens(position, tokens)
        self._frontier(given.frontier)
        pieces.recount(self.game)
        self.galaxy.touched = []
        if given.heard:
            all_is_heard(self.game)
        else:
            self.game.heard = {}

    def _beside_the_map(self, tiles: Mapping[str, str]) -> None:
        """Other tiles for the systems beside the map, such as the active side of the wormhole nexus."""
        for position, number in tiles.items():
            self._position(position, (*_GALAXY, "tiles", position))
            self.galaxy.systems[position].tile = number

    def _control(self, given: GivenGalaxy) -> None:
        for seat in (*SEATS, "nobody"):
            for index, name in enumerate(getattr(given.control, seat)):
                here: Keys = (*_GALAXY, "control", seat, index)
                system = self.galaxy.systems.get(name)
                if system is not None and not system.planets:
                    raise self._wrong(here, f"there is no planet in {name}")
                for planet in system.planets if system else [name]:
                    self._edit(f"{self._where(planet, here)}/planet/{planet}/control", seat, here)

    def _planet(self, name: str, given: GivenPlanet) -> None:
        here: Keys = (*_GALAXY, "planets", name)
        position = self._where(name, here)
        path = f"{position}/planet/{name}"
        if given.control is not None:
            self._edit(f"{path}/control", given.control, (*here, "control"))
        self._units("units", path, given.units, (*here, "units"))
        self._units("damaged", path, given.damaged, (*here, "damaged"))
        for index, seat in enumerate(given.coexisting):
            self._edit(f"{path}/coexisting/{seat}", 1, (*here, "coexisting", index))
        known = self.game.tables.tiles.attachments_by_key
        for index, key in enumerate(given.attachments):
            if key not in known:
                raise self._wrong((*here, "attachments", index), unknown("attachment", key, known))
            self.galaxy.systems[position].planets[name].attachments.append(key)

    def _units(self, key: str, path: str, given: GivenUnits, keys: Keys) -> None:
        """All units of each side that is named, and no others of that side there."""
        position, _, planet = path.partition("/planet/")
        place = pieces.place_of(self.galaxy, position, planet or None)
        for seat in OWNERS:
            units: Mapping[str, int] | None = getattr(given, seat)
            if units is None:
                continue
            (place.units if key == "units" else place.damaged).pop(seat, None)
            for unit, number in units.items():
                self._edit(f"{path}/{key}/{seat}/{unit}", number, (*keys, seat, unit))

    def _command_tokens(self, given: GivenGalaxy) -> None:
        for seat in SEATS:
            for index, position in enumerate(getattr(given.command_tokens, seat)):
                self._position(position, (*_GALAXY, "command_tokens", seat, index))
                pieces.put_command_token(self.game, seat, position)

    def _tokens(self, position: str, tokens: Iterable[str]) -> None:
        self._position(position, (*_GALAXY, "tokens", position))
        known = self.game.tables.tiles.tokens_by_key
        for index, key in enumerate(tokens):
            here: Keys = (*_GALAXY, "tokens", position, index)
            if key not in known:
                raise self._wrong(here, unknown("token", key, known))
            if known[key].sides:
                raise self._wrong(here, "the ion storm lies in its system; given.galaxy.ion_side says which side is up")
            pieces.lay_token(self.game, position, TokenPlaced(key))

    def _frontier(self, given: list[str] | None) -> None:
        """The systems with a frontier token: those given and no others, if any are."""
        for index, position in enumerate(given or ()):
            self._position(position, (*_GALAXY, "frontier", index))
        for position in self.galaxy.systems if given is not None else ():
            pieces.set_frontier(self.game, position, position in (given or ()))

    def _where(self, planet: str, keys: Keys) -> str:
        """The position of a planet."""
        at = {name: system.position for system in self.galaxy.systems.values() for name in system.planets}
        if planet not in at:
            raise self._wrong(keys, unknown("planet on this board", planet, at))
        return at[planet]

    def _position(self, position: str, keys: Keys) -> None:
        if position not in self.galaxy.systems:
            known = list(self.galaxy.systems)
            raise self._wrong(keys, f"this board has no system '{position}'.{near(position, known)}")

    def _edit(self, field: str, value: str | int, keys: Keys) -> None:
        try:
            apply_edits(self.game, {field: value})
        except Misfit as error:
            raise self._wrong(keys, str(error)) from error

    def _wrong(self, keys: Keys, text: str) -> TableError:
        return _wrong(self.document, keys, text)


# --- which tile lies where, and which factions have their homes there

_GALAXY: Keys = ("given", "galaxy")


def layout_of(document: Document, given: Given, tables: Tables) -> Layout | None:
    """The layout that a scenario gives; None if it gives no galaxy. Errors: TableError naming what fits no board."""
    if given.galaxy is None:
        return None
    homes = _homes(document, given.galaxy)
    placed = _with_homes(given, homes, tables)
    for slot, number in given.galaxy.tiles.items():
        keys: Keys = (*_GALAXY, "tiles", slot)
        _known_tile(document, given, tables, keys, number)
        if hex_at(slot) is not None:
            check_slot(document, slot, keys)
            _lay(placed, slot, number)
    for slot, number in given.galaxy.tiles.items():
        if placed.get(slot, number) != number:
            raise _wrong(document, (*_GALAXY, "tiles", slot), f"tile {number} is named for two slots")
    return Layout(placed, given.galaxy.ion_side, homes)


def faction_at_home(layout: Layout, tables: Tables, player: Player) -> str | None:
    """The faction to which the tile in a player's home slot belongs; None for a tile that is nobody's home."""
    tile = tables.tiles.by_number[layout.tiles[layout.homes[player]]]
    return tile.home_of or tile.faction


def check_slot(document: Document, slot: str, keys: Keys) -> None:
    """Errors: TableError where the board has no such slot."""
    if slot not in TILES:
        text = f"no slot is called '{slot}'; there are 000, 101 to 106, 201 to 212 and 301 to 318"
        raise _wrong(document, keys, text)


def _homes(document: Document, given: GivenGalaxy) -> dict[Player, str]:
    homes = dict(HOMES)
    named: dict[Player, str | None] = {"p1": given.homes.p1, "p2": given.homes.p2}
    for player, slot in named.items():
        if slot is not None:
            check_slot(document, slot, (*_GALAXY, "homes", player))
            homes[player] = slot
    if homes["p1"] == homes["p2"]:
        raise _wrong(document, (*_GALAXY, "homes"), "the players have their homes in two different slots")
    return homes


def _with_homes(given: Given, homes: Mapping[Player, str], tables: Tables) -> dict[str, str]:
    """The default tiles, but with the home of a player's faction, or the gate to it, where one is named."""
    placed = dict(TILES)
    for player in PLAYERS:
        _lay(placed, homes[player], TILES[HOMES[player]])
    factions: dict[Player, str | None] = {"p1": given.players.p1.faction, "p2": given.players.p2.faction}
    for player, faction in factions.items():
        number = _tile_of(faction, tables) if faction is not None else None
        if number is not None:
            _lay(placed, homes[player], number)
    return placed


def _tile_of(faction: str, tables: Tables) -> str | None:
    """The tile that a faction has on the map: its gate, if it has one; None for a faction without a home."""
    return tables.tiles.gate_of(faction) or next(iter(tables.tiles.homes_of(faction)), None)


def _lay(placed: dict[str, str], slot: str, number: str) -> None:
    """Lay a tile; if it lies elsewhere, the two change places."""
    before = next((other for other, tile in placed.items() if tile == number), None)
    if before is not None:
        placed[before] = placed[slot]
    placed[slot] = number


def _known_tile(document: Document, given: Given, tables: Tables, keys: Keys, number: str) -> Tile:
    tile = tables.tiles.by_number.get(number)
    if tile is None:
        raise _wrong(document, keys, f"no tile has the number '{number}'.{near(number, tables.tiles.by_number)}")
    if tile.box not in given.boxes:
        raise _wrong(document, keys, f"tile {number} comes with the box '{tile.box}'; name it under given.boxes")
    return tile


def _wrong(document: Document, keys: Keys, text: str) -> TableError:
    return TableError([document.message(keys, text)])


# --- the board of a scenario that names no tiles

# Ring by ring. A wormhole in 204 and 202, 210 and 212; 301 holds the ion storm. Around the Hive: Primor (AUX 2), Hope's
# End (AUX 1).
_RINGS = (
    "18",
    "19 41 20 42 27 43",
    "67 39 21 25 65 44 22 45 66 26 23 40",
    "64 46 24 1 28 47 29 48 30 13 31 49 32 50 33 16 34 77",
)
TILES: dict[str, str] = {
    f"{ring}{slot:02}": tile
    for ring, tiles in enumerate(_RINGS)
    for slot, tile in enumerate(tiles.split(), start=min(ring, 1))
}
HOMES: dict[Player, str] = {"p1": "316", "p2": "304"}
