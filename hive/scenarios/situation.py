"""From what a scenario gives to the game that it stands for."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hive.catalog.documents import Document, Keys, TableError
from hive.catalog.reading import load_options, load_tables, misfits, patched
from hive.catalog.tables import Seat, Tables
from hive.catalog.wording import near
from hive.model.game import (
    PLAYERS,
    SPAWNING_SYSTEMS,
    Game,
    Law,
    Phase,
    Player,
    PlayerSetup,
    RevealedObjective,
    Settings,
    Spent,
)
from hive.model.hive_area import NoteHeld
from hive.model.laws import broken_laws
from hive.rules.area.planets import place
from hive.rules.setup.new_game import new_game
from hive.scenarios.galaxy_layout import faction_at_home, layout_of
from hive.scenarios.galaxy_situation import fill_galaxy
from hive.scenarios.schema import Given, GivenHive, GivenPlayer

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
