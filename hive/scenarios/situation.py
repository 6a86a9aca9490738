"""From what a scenario gives to the game that it stands for, and to what lies and stands on its board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from hive.board import pieces
from hive.board.adjacency import hex_at
from hive.board.edits import apply_edits
from hive.board.growing import add_fracture
from hive.board.layout import Layout
from hive.catalog.documents import Document, Keys, TableError, near
from hive.catalog.reading import load_options, load_tables, misfits, patched
from hive.catalog.tables import Seat, Tables, Tile
from hive.fields import Misfit
from hive.model.galaxy import Galaxy, TokenPlaced, places
from hive.model.game import (
    OWNERS,
    PLAYERS,
    SPAWNING_SYSTEMS,
    Game,
    Law,
    NoteHeld,
    Phase,
    Player,
    PlayerSetup,
    RevealedObjective,
    Settings,
    Spent,
)
from hive.model.laws import broken_laws
from hive.rules.area import place
from hive.rules.setup.new_game import new_game
from hive.scenarios.schema import Given, GivenGalaxy, GivenHive, GivenPlanet, GivenPlayer, GivenUnits

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
    _Situation(document, game).fill(given, phase)
    if given.galaxy is not None:
        fill_galaxy(document, game, given.galaxy, given.hive)
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


class _Situation:
    """Fills a freshly set-up game with what is given."""

    def __init__(self, document: Document, game: Game) -> None:
        self.document = document
        self.game = game

    def fill(self, given: Given, phase: Phase) -> None:
        self._course(given, phase)
        self._hive(given.hive)
        for seat, player in zip(PLAYERS, (given.players.p1, given.players.p2), strict=True):
            self._player(seat, player)
        self._strategy_cards(given)
        self._objectives(given)
        self._deck(given)
        _set(self.game.event_cards, given.event_cards.model_dump(exclude_none=True))

    def _course(self, given: Given, phase: Phase) -> None:
        game = self.game
        game.round = given.round
        game.phase = given.phase or phase
        stage = given.stage or FIRST_STAGE.get(game.phase, "")
        game.stage = "" if stage == "score" else stage
        game.agenda_unlocked, game.custodians = given.agenda_unlocked, given.custodians
        self._agendas(given)
        game.tyrant = given.tyrant
        game.expedition = {number: seat for number, seat in enumerate(given.expedition) if seat != "nobody"}
        if given.speaker is not None:
            game.speaker = self._seat(given.speaker, ("given", "speaker"))
        if given.hive.speaker:
            game.speaker = "hive"
        if given.active is not None:
            game.active = self._seat(given.active, ("given", "active"))

    def _agendas(self, given: Given) -> None:
        game, known = self.game, self.game.tables.agendas.by_name
        self._known("agenda", given.agendas, known, ("given", "agendas"))
        self._known("law", [law.name for law in given.laws], known, ("given", "laws"))
        game.agendas = list(given.agendas)
        game.laws = [Law(law.name, law.elected) for law in given.laws]
        self._known("doing", list(given.owned), game.tables.doings.by_key, ("given", "owned"))
        game.owned = {doing: [*owners] for doing, owners in given.owned.items()}
        self._known("doing", list(given.spent), game.tables.doings.by_key, ("given", "spent"))
        game.spent = [Spent(doing, until) for doing, until in given.spent.items()]

    def _hive(self, given: GivenHive) -> None:
        hive = self.game.hive
        for part in ("bank", "stockpile", "tokens"):
            _set(getattr(hive, part), getattr(given, part).model_dump(exclude_none=True))
        plain = {"trade_goods", "commodities", "action_cards", "secrets", "scored_secrets", "victory_points", "passed"}
        plain |= {"activating", "negative_priority", "drew_primary", "meddled"}
        if self.game.galaxy is None:
            plain |= {"barren_spawning", "barren_standard", "home_purged"}
        _set(hive, given.model_dump(include=plain, exclude_none=True))
        hive.fragments.update(given.fragments)
        self._known("unit", list(given.captured), self.game.tables.units.by_key, ("given", "hive", "captured"))
        hive.captured = dict(given.captured)
        self._known("unit", list(given.fallen), self.game.tables.units.by_key, ("given", "hive", "fallen"))
        hive.fallen = dict(given.fallen)
        hive.relics = given.relics
        hive.relic_scored = bool(given.relics) if given.relic_scored is None else given.relic_scored
        hive.notes = [NoteHeld(note.kind, note.owner) for note in given.notes]
        hive.technologies.update(given.technologies)
        known = self.game.tables.technologies.by_name
        if given.upgrades is not None:
            self._known("upgrade", given.upgrades, known, ("given", "hive", "upgrades"))
            hive.upgrades = list(given.upgrades)
        self._known("upgrade", given.purged, known, ("given", "hive", "purged"))
        hive.purged, hive.ability_lost = list(given.purged), given.ability_lost
        hive.units.update({unit: number for unit, number in given.units.items()})
        self._structures(given)
        for system in SPAWNING_SYSTEMS:
            hive.spawning_planets[system] = given.planets.get(system, hive.spawning_planets[system])
        hive.stations = given.stations
        hive.standard_planets = given.planets.get("standard", hive.standard_planets)

    def _structures(self, given: GivenHive) -> None:
        """A plain number of structures: PDS as far as they go, then mechs."""
        if given.structures is None:
            return
        keys: Keys = ("given", "hive", "structures")
        if "pds" in given.units or "mech" in given.units:
            raise self._wrong(keys, "'units' names PDS or mechs as well; give one of the two")
        place(self.game, "pds", given.structures)
        place(self.game, "mech", given.structures - self.game.hive.units["pds"])
        if self.game.hive.units["pds"] + self.game.hive.units["mech"] < given.structures:
            raise self._wrong(keys, f"the Hive has not the plastic for {given.structures} structures")

    def _player(self, seat: Player, given: GivenPlayer) -> None:
        player = self.game.players[seat]
        plain = {"victory_points", "counters", "calmed", "traded", "passed", "mercenaries"}
        _set(player, given.model_dump(include=plain, exclude_none=True))
        player.notes = list(given.notes)
        threshold = self.game.tables.figures.counters_points_threshold.value
        reached = given.victory_points >= threshold
        player.reached_six = reached if given.reached_six is None else given.reached_six

    def _strategy_cards(self, given: Given) -> None:
        cards, number_of = self.game.strategy_cards, self.game.tables.strategy_cards.number_of
        for key, state in given.hive.strategy_cards.items():
            cards[number_of[key]].owner = "hive"
            cards[number_of[key]].exhausted = state == "exhausted"
        for key, player in given.strategy_cards_taken.items():
            if key in given.hive.strategy_cards:
                raise self._wrong(("given", "strategy_cards_taken"), f"the Hive has '{key}' already")
            cards[number_of[key]].owner = player
        for key, goods in given.trade_goods_on_cards.items():
            cards[number_of[key]].trade_goods = goods

    def _objectives(self, given: Given) -> None:
        known = self.game.tables.objectives.by_name
        self._known("objective", [objective.name for objective in given.objectives], known, ("given", "objectives"))
        self.game.objectives = [
            RevealedObjective(objective.name, list(objective.scored_by), objective.besides)
            for objective in given.objectives
        ]

    def _deck(self, given: Given) -> None:
        deck = self.game.deck
        cards = deck.cards
        primary = len(deck.primary) if given.deck.primary is None else given.deck.primary
        secondary = len(deck.secondary) if given.deck.secondary is None else given.deck.secondary
        if primary + secondary > len(cards):
            text = f"the Hive Mind deck has {len(cards)} cards, not {primary} and {secondary}"
            raise self._wrong(("given", "deck"), text)
        deck.primary, deck.secondary = cards[:primary], cards[primary : primary + secondary]
        deck.discard = cards[primary + secondary :]

    def _seat(self, name: str, keys: Keys) -> Seat:
        game = self.game
        seats: dict[str, Seat] = {"hive": "hive", "p1": "p1", "p2": "p2", game.name("p1"): "p1", game.name("p2"): "p2"}
        self._known("side", [name], seats, keys)
        return seats[name]

    def _known(self, noun: str, names: Collection[str], known: Mapping[str, object], keys: Keys) -> None:
        for index, name in enumerate(names):
            if name not in known:
                here = (*keys, index) if noun != "side" else keys
                raise self._wrong(here, f"no {noun} is called '{name}'.{near(name, list(known))}")

    def _wrong(self, keys: Keys, text: str) -> TableError:
        return TableError([self.document.message(keys, text)])


def _set(owner: object, values: Mapping[str, object]) -> None:
    for name, value in values.items():
        setattr(owner, name, value)


# --- what stands on the board: units, control, attachments, command tokens and other tokens

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
                self._position(position, (*_GALAXY, key, position))
                self._units(key, position, by_side, (*_GALAXY, key, position))
        self._command_tokens(given)
        for position, tokens in given.tokens.items():
            self._tokens(position, tokens)
        self._frontier(given.frontier)
        pieces.recount(self.game)
        self.galaxy.touched = []

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
                self._position(position, (*_GALAXY, "command_tokens", seat, index))
                pieces.put_command_token(self.game, seat, position)

    def _tokens(self, position: str, tokens: Iterable[str]) -> None:
        self._position(position, (*_GALAXY, "tokens", position))
        known = self.game.tables.tiles.tokens_by_key
        for index, key in enumerate(tokens):
            here: Keys = (*_GALAXY, "tokens", position, index)
            if key not in known:
                raise self._wrong(here, f"no token is called '{key}'.{near(key, list(known))}")
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
        raise _wrong(document, keys, f"no tile has the number '{number}'.{near(number, list(tables.tiles.by_number))}")
    if tile.box not in given.boxes:
        raise _wrong(document, keys, f"tile {number} comes with the box '{tile.box}'; name it under given.boxes")
    return tile


def _wrong(document: Document, keys: Keys, text: str) -> TableError:
    return TableError([document.message(keys, text)])


# --- the board of a scenario that names no tiles

# A wormhole in 204 and 202, 210 and 212; 301 holds the ion storm. Around the Hive: Primor (AUX 2), Hope's End (AUX 1).
TILES: dict[str, str] = {
    "000": "18",
    "101": "19",
    "102": "41",
    "103": "20",
    "104": "42",
    "105": "27",
    "106": "43",
    "201": "67",
    "202": "39",
    "203": "21",
    "204": "25",
    "205": "65",
    "206": "44",
    "207": "22",
    "208": "45",
    "209": "66",
    "210": "26",
    "211": "23",
    "212": "40",
    "301": "64",
    "302": "46",
    "303": "24",
    "304": "1",
    "305": "28",
    "306": "47",
    "307": "29",
    "308": "48",
    "309": "30",
    "310": "13",
    "311": "31",
    "312": "49",
    "313": "32",
    "314": "50",
    "315": "33",
    "316": "16",
    "317": "34",
    "318": "77",
}
HOMES: dict[Player, str] = {"p1": "316", "p2": "304"}
