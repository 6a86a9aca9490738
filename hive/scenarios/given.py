"""The state in the words of scenarios: what may be given of it, what is expected of it, and a game written out so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from types import GenericAlias
from typing import Annotated, Any, Literal

import yaml
from pydantic import Field, create_model

from hive.board.growing import fracture_lies
from hive.board.layout import ION_STORM, player_of
from hive.catalog.documents import Data, unknown
from hive.catalog.tables import Colour, Count, Fragment, Frozen, Name, Note, Seat, SpawningSystem, Tables, Unit
from hive.catalog.tables.base import StrategyCardKey
from hive.engine.facts import FACTS, HIGHEST, KEYS, AnyFact, Counted, put, stands, yes_no
from hive.model.galaxy import Forces, Galaxy
from hive.model.game import (
    OWNERS,
    PLAYERS,
    SPAWNING_SYSTEMS,
    Duration,
    Game,
    Law,
    NoteHeld,
    Player,
    RevealedObjective,
    Spent,
    StrategyCardState,
)
from hive.rules.area import structures
from hive.rules.board import Board
from hive.scenarios.schema import (
    Given,
    GivenDeck,
    GivenNote,
    GivenPlayer,
    HivesCards,
    Laws,
    Objectives,
    Owned,
    ScenarioFile,
    TakenCards,
    Wrong,
)

Known = tuple[str, Callable[[Tables], Iterable[str]]]
"""What names are called, and which there are."""


@dataclass(frozen=True)
class Stated:
    """A part of the state under its key in scenarios: what may stand there, how it is told, what giving it does.

    Without ``give`` it is only told. ``follows`` from other parts, ``on_board`` from a tracked galaxy: a game that is
    written out leaves it out. ``keys``: those of a table that stand in every game. ``known``: what it can name.
    """

    key: str
    shape: Any
    tell: Callable[[Game], Any]
    give: Callable[[Game, Any], None] | None = None
    follows: bool = False
    on_board: bool = False
    keys: Callable[[Game], Iterable[str]] = lambda game: ()
    known: Known | None = None


def kept(key: str, shape: Any, row: Callable[..., object] | None = None, **about: Any) -> Stated:
    """What scenarios give as the model keeps it: a value, rows, or a table, which keeps what is not named."""

    def give(game: Game, value: Any) -> None:
        there = stands(game, key)
        if isinstance(there, dict):
            value = {**there, **value}
        put(game, key, value if row is None else [row(**one) for one in value])

    return Stated(key, shape, lambda game: _plain(stands(game, key)), give, **about)


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [asdict(one) if isinstance(one, Law | NoteHeld | RevealedObjective) else one for one in value]
    return dict(value) if isinstance(value, dict) else value


# --- the facts that the table can mend, by the names that corrections know

_KEYS: dict[str, Any] = {"colour": Colour, "unit": Unit, "ship": Unit, "fragment": Fragment, "planet": Name}


def _fact(fact: AnyFact) -> Iterator[Stated]:
    if isinstance(fact, Counted):
        shape: Any = Annotated[int, Field(ge=fact.least, le=HIGHEST)]
    else:
        shape = bool if fact.choices is yes_no else Seat
    if fact.keyed == "seat":
        yield from (kept(fact.name(seat), shape) for seat in PLAYERS)
    elif fact.keyed:
        family = GenericAlias(dict, (_KEYS[fact.keyed], shape))
        yield kept(fact.path.partition(".{")[0], family, keys=KEYS[fact.keyed], on_board=fact.on_board)
    else:
        yield kept(fact.path, shape, on_board=fact.on_board)


# --- what scenarios say in other words than the model

Stage = Literal["begin", "pick", "score", "clean_up", "1", "2"]
Goods = dict[StrategyCardKey, Count]
Planets = dict[Literal[SpawningSystem, "standard"], Count]
_FLAGS = ("ability_lost", "activating", "negative_priority", "drew_primary", "meddled")


def _cards(told: Callable[[StrategyCardState], object]) -> Callable[[Game], dict[str, object]]:
    """What is told of each strategy card, by its key; None of one that a side does not have."""

    def tell(game: Game) -> dict[str, object]:
        known = game.tables.strategy_cards.by_number
        return {known[number].key: told(card) for number, card in sorted(game.strategy_cards.items())}

    return tell


def _hives_card(card: StrategyCardState) -> str | None:
    return ("exhausted" if card.exhausted else "readied") if card.owner == "hive" else None


def _card(game: Game, key: str) -> StrategyCardState:
    return game.strategy_cards[game.tables.strategy_cards.number_of[key]]


def _give_hives_cards(game: Game, cards: dict[str, str]) -> None:
    for key, state in cards.items():
        _card(game, key).owner, _card(game, key).exhausted = "hive", state == "exhausted"


def _give_taken(game: Game, cards: dict[str, Player]) -> None:
    for key, player in cards.items():
        if _card(game, key).owner == "hive":
            raise Wrong("", f"the Hive has '{key}' already")
        _card(game, key).owner = player


def _goods(game: Game) -> dict[str, object]:
    return {key: goods for key, goods in _cards(lambda card: card.trade_goods)(game).items() if goods}


def _give_goods(game: Game, goods: dict[str, int]) -> None:
    for key, number in goods.items():
        _card(game, key).trade_goods = number


def _side(key: str) -> Stated:
    def give(game: Game, name: str) -> None:
        seats = {"hive": "hive", **{word: seat for seat in PLAYERS for word in (seat, str(game.name(seat)))}}
        if name not in seats:
            raise Wrong("", unknown("side", name, seats))
        put(game, key, seats[name])

    return Stated(key, Name, lambda game: stands(game, key), give)


def _hive_speaks(game: Game, value: bool) -> None:
    game.speaker = "hive"


def _stage(game: Game) -> str | None:
    return game.stage or ("score" if game.phase == "status" else None)


def _give_stage(game: Game, stage: str) -> None:
    game.stage = "" if stage == "score" else stage


def _expedition(game: Game) -> list[str]:
    return [game.expedition.get(one, "nobody") for one in range(len(game.tables.setup.expedition))]


def _give_expedition(game: Game, slices: list[Any]) -> None:
    game.expedition = {number: seat for number, seat in enumerate(slices) if seat != "nobody"}


def _owned(game: Game) -> dict[str, Any]:
    return {doing: owners[0] if len(owners) == 1 else [*owners] for doing, owners in game.owned.items()}


def _spent(game: Game) -> dict[str, str]:
    return {one.doing: one.until for one in game.spent}


def _give_spent(game: Game, spent: dict[str, Duration]) -> None:
    game.spent = [Spent(doing, until) for doing, until in spent.items()]


def _give_structures(game: Game, number: int) -> None:
    """A plain number of structures: PDS as far as they go, then mechs."""
    Board(game).put("hive", {"pds": number})
    Board(game).put("hive", {"mech": number - game.hive.units["pds"]})
    if game.hive.units["pds"] + game.hive.units["mech"] < number:
        raise Wrong("", f"the Hive has not the plastic for {number} structures")


def _planets(game: Game) -> dict[str, int]:
    spawning = {str(system): game.hive.spawning_planets.get(system, 0) for system in SPAWNING_SYSTEMS}
    return {**spawning, "standard": game.hive.standard_planets}


def _give_planets(game: Game, planets: dict[Any, int]) -> None:
    game.hive.standard_planets = planets.pop("standard", game.hive.standard_planets)
    game.hive.spawning_planets |= planets


def _deck(game: Game) -> dict[str, int]:
    return {"primary": len(game.deck.primary), "secondary": len(game.deck.secondary)}


def _give_deck(game: Game, given: dict[str, int]) -> None:
    deck = game.deck
    cards = deck.cards
    primary, secondary = given.get("primary", len(deck.primary)), given.get("secondary", len(deck.secondary))
    if primary + secondary > len(cards):
        raise Wrong("", f"the Hive Mind deck has {len(cards)} cards, not {primary} and {secondary}")
    deck.primary, deck.secondary = cards[:primary], cards[primary : primary + secondary]
    deck.discard = cards[primary + secondary :]


_UPGRADES: Known = ("upgrade", lambda tables: tables.technologies.by_name)
_DOINGS: Known = ("doing", lambda tables: tables.doings.by_key)

STATED: tuple[Stated, ...] = (
    *(stated for fact in FACTS.values() if fact.given for stated in _fact(fact)),
    Stated("phase", None, lambda game: game.phase),
    Stated("stage", Stage, _stage, _give_stage, follows=True),
    Stated("winner", None, lambda game: game.winner),
    _side("speaker"),
    _side("active"),
    Stated("hive.speaker", Literal[True], lambda game: game.speaker == "hive", _hive_speaks, follows=True),
    kept("agendas", list[Name], known=("agenda", lambda tables: tables.agendas.by_name)),
    kept("laws", Laws, Law, known=("law", lambda tables: tables.agendas.by_name)),
    kept("objectives", Objectives, RevealedObjective, known=("objective", lambda tables: tables.objectives.by_name)),
    Stated("expedition", list[Seat | Literal["nobody"]], _expedition, _give_expedition),
    replace(kept("owned", Owned, known=_DOINGS), tell=_owned),
    Stated("spent", dict[Name, Duration], _spent, _give_spent, known=_DOINGS),
    Stated("deck", GivenDeck, _deck, _give_deck),
    Stated("deck.in_use", None, lambda game: len(game.deck.in_use)),
    Stated("deck.discard", None, lambda game: len(game.deck.discard)),
    Stated("hive.strategy_cards", HivesCards, _cards(_hives_card), _give_hives_cards),
    Stated(
        "strategy_cards_taken",
        TakenCards,
        _cards(lambda card: card.owner if card.owner in PLAYERS else None),
        _give_taken,
    ),
    Stated("trade_goods_on_cards", Goods, _goods, _give_goods, keys=lambda game: game.tables.strategy_cards.number_of),
    Stated("hive.planets", Planets, _planets, _give_planets, on_board=True),
    Stated("hive.structures", Count, structures, _give_structures, follows=True, on_board=True),
    kept("hive.upgrades", list[Name], known=_UPGRADES),
    kept("hive.purged", list[Name], known=_UPGRADES),
    kept("hive.captured", dict[Unit, Count]),
    kept("hive.notes", list[GivenNote], NoteHeld),
    *(kept(f"hive.{name}", bool) for name in _FLAGS),
    *(kept(f"hive.{name}", Count, on_board=True) for name in ("barren_spawning", "barren_standard", "home_purged")),
    *(kept(f"players.{seat}.notes", list[Note]) for seat in PLAYERS),
    *(kept(f"players.{seat}.mercenaries", Count) for seat in PLAYERS),
    kept("event_cards.monuments", list[SpawningSystem]),
    kept("event_cards.beneath", dict[Name, Count]),
    Stated("galaxy", None, lambda game: game.galaxy and galaxy_state(game, game.galaxy)),
)


def _model(under: str, base: type[Frozen]) -> type[Frozen]:
    """The model of what may stand under a key."""
    fields: dict[str, Any] = {}
    for stated in STATED:
        name, _, rest = stated.key.removeprefix(under).partition(".")
        if stated.give is None or not stated.key.startswith(under) or name in fields:
            continue
        if not rest:
            fields[name] = (stated.shape, None)
            continue
        inner: Any = base.model_fields[name].annotation if name in base.model_fields else Frozen
        model = _model(f"{under}{name}.", inner)
        fields[name] = (model, model())
    return create_model(base.__name__, __base__=base, **fields)


GIVEN = _model("", Given)
FILE = create_model("ScenarioFile", __base__=ScenarioFile, given=(GIVEN, GIVEN()))


# --- how it stands

STATE_KEYS = tuple(dict.fromkeys(stated.key.partition(".")[0] for stated in STATED))


def state_of(game: Game, only: str | None = None) -> dict[str, Data]:
    """Return the state under the same keys as ``given``, every key filled, or one of :data:`STATE_KEYS` alone."""
    found: dict[str, Any] = {"players": {seat: {"name": game.name(seat)} for seat in PLAYERS}}
    for stated in STATED:
        if only not in (None, stated.key.partition(".")[0]):
            continue
        value = stated.tell(game)
        _lay(found, stated.key, {**dict.fromkeys(stated.keys(game), 0), **value} if isinstance(value, dict) else value)
    return found


def _lay(found: dict[str, Any], key: str, value: Any) -> None:
    *way, last = key.split(".")
    for name in way:
        found = found.setdefault(name, {})
    found[last] = value


def value_at(found: Any, key: str) -> Any:
    """What stands under a key in what was given; None where nothing does."""
    for name in key.split("."):
        found = found.get(name) if isinstance(found, dict) else None
    return found


# --- a whole game as a scenario, for ``resolve`` and for whoever looks into a decision

LONGEST_TITLE = 200


def written(game: Game, title: str, do: Mapping[str, Any], expect: Mapping[str, Any]) -> str:
    """A scenario file: the situation of a game, a decision to be resolved in it, and what is expected to come of it."""
    document = {"title": title[:LONGEST_TITLE], "given": situation_of(game), "do": dict(do), "expect": dict(expect)}
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=120)


def situation_of(game: Game) -> dict[str, Any]:
    """What stands under ``given``: all of a game that a scenario can give."""
    settings = game.settings
    found: dict[str, Any] = {
        "round": game.round,
        "phase": game.phase,
        "difficulty": settings.difficulty,
        "boxes": list(settings.boxes),
        "advanced": list(settings.advanced),
        "options": list(settings.options),
        "left": settings.left,
        "players": {
            seat: {name: getattr(player_of(settings, seat), name) for name in GivenPlayer.model_fields}
            for seat in PLAYERS
        },
    }
    for stated in STATED:
        value = stated.tell(game)
        if isinstance(value, dict):
            value = {key: one for key, one in value.items() if one is not None}
        empty = value is None or ("." not in stated.key and value in ([], {}))
        if stated.give is not None and not (stated.follows or empty or (stated.on_board and game.tracked)):
            _lay(found, stated.key, value)
    found["round"] = max(1, game.round)
    return found if game.galaxy is None else {**found, "galaxy": _galaxy(game, game.galaxy)}


def _galaxy(game: Game, galaxy: Galaxy) -> dict[str, Any]:
    """Its board: what stands there, and nothing else."""
    found: dict[str, Any] = {**galaxy_state(game, galaxy)}
    del found["control"]
    found["tiles"] = {at: tile for at, tile in found["tiles"].items() if at.isdigit() or at == "nexus"}
    found["homes"] = {seat: _home(game, galaxy, seat) for seat in PLAYERS}
    found["tokens"] = {at: [key for key in keys if key != ION_STORM] for at, keys in found["tokens"].items()}
    return {**_there(found), "empty": True, "frontier": found["frontier"]}


def _there(value: Any) -> Any:
    """Without what is not there."""
    if not isinstance(value, dict):
        return value
    return {key: there for key, one in value.items() if (there := _there(one))}


def _home(game: Game, galaxy: Galaxy, seat: Player) -> str:
    """The slot of a player's home system, or of the gate that leads to it."""
    gate = game.tables.tiles.gate_of(player_of(game.settings, seat).faction)
    at_gate = next((at for at, system in galaxy.systems.items() if gate is not None and system.tile == gate), None)
    return at_gate or galaxy.spawning["home_p1" if seat == "p1" else "home_p2"]


# --- the board

_SEATS: tuple[Seat, ...] = ("hive", "p1", "p2")


def galaxy_state(game: Game, galaxy: Galaxy) -> dict[str, Any]:
    """The board under the keys of ``given.galaxy``, every system, planet, side and unit filled in."""
    systems = galaxy.systems.items()
    return {
        "tiles": {position: system.tile for position, system in systems},
        "ion_side": next((one.side for _, system in systems for one in system.tokens if one.key == ION_STORM), None),
        "homes": {"p1": galaxy.spawning.get("home_p1"), "p2": galaxy.spawning.get("home_p2")},
        "units": {position: _forces(game, system.units) for position, system in systems},
        "damaged": {position: _forces(game, system.damaged) for position, system in systems},
        "planets": _planets_there(game, galaxy),
        "control": {seat or "nobody": _controlled(galaxy, seat) for seat in (*_SEATS, None)},
        "command_tokens": {
            seat: [*sorted(position for position, system in systems if seat in system.command_tokens)]
            for seat in _SEATS
        },
        "tokens": {position: [one.key for one in system.tokens] for position, system in systems},
        "fracture": fracture_lies(galaxy),
        "frontier": [position for position, system in systems if system.frontier],
    }


def _forces(game: Game, forces: Forces) -> Data:
    units = [unit.key for unit in game.tables.units.units]
    return {seat: {unit: forces.get(seat, {}).get(unit, 0) for unit in units} for seat in OWNERS}


def _planets_there(game: Game, galaxy: Galaxy) -> Data:
    return {
        name: {
            "control": planet.control or "nobody",
            "units": _forces(game, planet.units),
            "damaged": _forces(game, planet.damaged),
            "attachments": list(planet.attachments),
            "coexisting": list(planet.coexisting),
        }
        for system in galaxy.systems.values()
        for name, planet in system.planets.items()
    }


def _controlled(galaxy: Galaxy, seat: Seat | None) -> Data:
    planets = ((name, planet) for system in galaxy.systems.values() for name, planet in system.planets.items())
    return [*sorted(name for name, planet in planets if planet.control == seat)]
