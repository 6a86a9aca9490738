"""What stands on the board of a scenario: units, control, attachments, command tokens and other tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hive.board import pieces
from hive.board.edits import apply_edits
from hive.board.growing import add_fracture
from hive.catalog.documents import Document, Keys, TableError
from hive.catalog.tables import Seat
from hive.catalog.wording import near
from hive.fields import Misfit
from hive.model.board_counts import places
from hive.model.galaxy import Galaxy, TokenPlaced
from hive.model.game import OWNERS, Game
from hive.scenarios.galaxy_layout import KEYS
from hive.scenarios.galaxy_schema import GivenGalaxy, GivenPlanet, GivenUnits
from hive.scenarios.schema import GivenHive

SEATS: tuple[Seat, ...] = ("hive", "p1", "p2")


def fill_galaxy(document: Document, game: Game, given: GivenGalaxy, hive: GivenHive) -> None:
    """Put on the board what a scenario gives; the Hive's counts follow from it.

    Errors: TableError naming a system, a planet or a number that fits no board, or a count that the board tells.
    """
    _refuse_counts(document, hive)
    _Board(document, game).fill(given)


def _refuse_counts(document: Document, hive: GivenHive) -> None:
    """With a galaxy these numbers follow from the board, so they cannot be given beside it."""
    keys: Keys = ("given", "hive")
    told = [(*keys, name) for name in ("units", "structures", "planets") if name in hive.model_fields_set]
    if hive.tokens.board is not None:
        told.append((*keys, "tokens", "board"))
    if told:
        text = "with a galaxy the board tells this; say under given.galaxy what stands there"
        raise TableError([document.message(told[0], text)])


class _Board:
    """Fills the galaxy of a freshly set-up game with what is given."""

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
                self._position(position, (*KEYS, key, position))
                self._units(key, position, by_side, (*KEYS, key, position))
        self._command_tokens(given)
        for position, tokens in given.tokens.items():
            self._tokens(position, tokens)
        self._frontier(given.frontier)
        pieces.recount(self.game)
        self.galaxy.touched = []

    def _beside_the_map(self, tiles: Mapping[str, str]) -> None:
        """Other tiles for the systems beside the map, such as the active side of the wormhole nexus."""
        for position, number in tiles.items():
            self._position(position, (*KEYS, "tiles", position))
            self.galaxy.systems[position].tile = number

    def _control(self, given: GivenGalaxy) -> None:
        for seat in (*SEATS, "nobody"):
            for index, name in enumerate(getattr(given.control, seat)):
                here: Keys = (*KEYS, "control", seat, index)
                system = self.galaxy.systems.get(name)
                if system is not None and not system.planets:
                    raise self._wrong(here, f"there is no planet in {name}")
                for planet in system.planets if system else [name]:
                    self._edit(f"{self._where(planet, here)}/planet/{planet}/control", seat, here)

    def _planet(self, name: str, given: GivenPlanet) -> None:
        here: Keys = (*KEYS, "planets", name)
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
                text = f"no attachment is called '{key}'.{near(key, list(known))}"
                raise self._wrong((*here, "attachments", index), text)
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
                self._position(position, (*KEYS, "command_tokens", seat, index))
                pieces.put_command_token(self.game, seat, position)

    def _tokens(self, position: str, tokens: Iterable[str]) -> None:
        self._position(position, (*KEYS, "tokens", position))
        known = self.game.tables.tiles.tokens_by_key
        for index, key in enumerate(tokens):
            here: Keys = (*KEYS, "tokens", position, index)
            if key not in known:
                raise self._wrong(here, f"no token is called '{key}'.{near(key, list(known))}")
            if known[key].sides:
                raise self._wrong(here, "the ion storm lies in its system; given.galaxy.ion_side says which side is up")
            pieces.lay_token(self.game, position, TokenPlaced(key))

    def _frontier(self, given: list[str] | None) -> None:
        """The systems with a frontier token: those given and no others, if any are."""
        for index, position in enumerate(given or ()):
            self._position(position, (*KEYS, "frontier", index))
        for position in self.galaxy.systems if given is not None else ():
            pieces.set_frontier(self.game, position, position in (given or ()))

    def _where(self, planet: str, keys: Keys) -> str:
        """The position of a planet."""
        at = {name: system.position for system in self.galaxy.systems.values() for name in system.planets}
        if planet not in at:
            raise self._wrong(keys, f"no planet on this board is called '{planet}'.{near(planet, list(at))}")
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
        return TableError([self.document.message(keys, text)])
