"""What the table calls the things of a game: systems, units, items of its funds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from hive.catalog.reading import load_terms
from hive.catalog.tables import ActionSymbol, Anomaly, ItemType, SpawningSystem, Tables
from hive.model.galaxy import System, anomalies_in
from hive.model.game import PLAYERS, Game, Phase, known_galaxy
from hive.words import Amount, Argument, Name, PlanetName, SystemName, Worded, Words, count, listed, printed, say

PHASES: dict[Phase, Words] = {
    "setup": say("Set-up"),
    "strategy": say("Strategy phase"),
    "action": say("Action phase"),
    "status": say("Status phase"),
    "agenda": say("Agenda phase"),
}
"""As the head of each screen says them."""
ONE: dict[ItemType, Amount] = {
    "resources": count(1, "resource"),
    "influence": count(1, "influence", "influence"),
    "trade_goods": count(1, "trade good"),
    "command_tokens": count(1, "command token"),
}
"""One item of each type."""
PURPOSES: dict[str, Words] = {
    "definition": say("definition"),
    "selection": say("selection"),
    "production": say("production"),
    "research": say("research"),
    "support": say("support"),
    "influence": say("influence"),
    "multiplier": say("multiplier"),
    "transaction": say("transaction"),
    "asset": say("asset"),
    "expedition": say("expedition"),
}
"""What cards of the Hive Mind are drawn for."""
ACTION_WORDS = {"engage": say("engage"), "infest": say("infest")}
"""The two types of tactical actions, as the rulebook calls them."""
ANOMALIES: dict[Anomaly, Words] = {
    "asteroid_field": say("asteroid field"),
    "nebula": say("nebula"),
    "supernova": say("supernova"),
    "gravity_rift": say("gravity rift"),
    "entropic_scar": say("entropic scar"),
}
"""The anomalies."""
HINDERING: dict[Anomaly, Words] = {
    "asteroid_field": say("asteroid fields"),
    "nebula": say("nebulae"),
    "supernova": say("supernovas"),
    "gravity_rift": say("gravity rifts"),
}
"""Those that can hinder ships on their way."""
ROLES: dict[SpawningSystem, Words] = {
    "main": say("main spawning system"),
    "aux1": say("AUX 1"),
    "aux2": say("AUX 2"),
    "home_p1": say("home system of player 1"),
    "home_p2": say("home system of player 2"),
}
"""The spawning systems that are more than their planets; Mecatol Rex is named by its planet."""


def term(field: str, word: str, **places: Argument) -> Words:
    """What a word of another table means, by decks/terms.yaml. In: its list there, and what stands in its places."""
    return printed(load_terms().words[field, word], places)


def purpose_words(purpose: str) -> Words:
    """What a card is drawn for, as it stands before "card"; a purpose of another version as the log names it."""
    return PURPOSES.get(purpose, Name(purpose))


def by_now(number: int) -> Words:
    """How many there are once a change is booked, as the note of its line."""
    return say("now {number}", number=number)


def hive_gains(what: Words) -> Words:
    """What the Hive gains, as a line of its own."""
    return say("[The Hive] gains {items}.", items=what)


def hive_loses(what: Words) -> Words:
    """What the Hive loses, as the headline of a step or the beginning of a line."""
    return say("[The Hive] loses {items}", items=what)


def on_planet(what: Words | int, planet: Words) -> Words:
    """Units, or whatever else stands there."""
    return say("{what} on {planet}", what=what, planet=planet)


def items(number: int, item: ItemType) -> Amount:
    """``1 trade good``, ``5 influence``."""
    return ONE[item].of(number)


def units(game: Game, number: int, key: str) -> Amount:
    """``1 cruiser``, ``2 PDS``."""
    unit = game.tables.units.by_key[key]
    return Amount(number, unit.name, unit.plural)


def unit_name(game: Game, key: str) -> Name:
    """A type of unit."""
    return Name(game.tables.units.by_key[key].name)


def system_name(game: Game, system: SpawningSystem) -> SystemName:
    """How the table calls a spawning system."""
    position = known_galaxy(game).spawning.get(system, "")
    return SystemName(position, _spawning_words(game, system))


def _spawning_words(game: Game, system: SpawningSystem) -> Worded:
    if system == "main":
        return say("the main spawning system")
    if system == "home_p1" or system == "home_p2":
        return say("{player}'s home system", player=game.name("p1" if system == "home_p1" else "p2"))
    if system == "mecatol_rex":
        return Name("Mecatol Rex")
    return say("AUX 1") if system == "aux1" else say("AUX 2")


def system_label(game: Game, position: str) -> SystemName:
    """How the table finds a system, everywhere alike: ``Primor, tile 65 (AUX 2)``."""
    system = known_galaxy(game).systems.get(position)
    if system is None:
        return SystemName("", Name(position[:20]))
    return SystemName(position, place_words(game.tables, system, _role(game, position)))


def system_short(game: Game, position: str) -> SystemName:
    """A system as briefly as it can be found on the map: ``Vefut II``, ``Arinam/Meer``, ``empty space (tile 49)``."""
    system = known_galaxy(game).systems.get(position)
    if system is None:
        return system_label(game, position)
    if system.planets:
        return SystemName(position, listed([Name(one) for one in system.planets], "/"))
    what = _role(game, position) or tile_words(game.tables, system)
    return SystemName(position, say("{what} (tile {tile})", what=what, tile=Name(system.tile)))


def system_tile(game: Game, position: str) -> Words:
    """What stands beside the short name of a system: ``tile 66 · AUX 1``, without what that name says."""
    system = known_galaxy(game).systems.get(position)
    if system is None:
        return ""
    role, beside = _role(game, position), [] if position.isdigit() else [where_words(position)]
    if not system.planets:
        return listed(beside)
    return listed([say("tile {tile}", tile=Name(system.tile)), *([role] if role else []), *beside], "·")


def system_labels(game: Game, positions: Sequence[str]) -> Words:
    """Several systems in a row."""
    return listed([system_label(game, position) for position in positions], ";")


def planet_label(game: Game, position: str, name: str) -> SystemName:
    """How the table finds a planet: ``Quinarra, tile 13 (main spawning system)``."""
    system = known_galaxy(game).systems[position]
    return SystemName(position, place_words(game.tables, system, _role(game, position), name))


def place_words(tables: Tables, system: System, role: Words = "", planet: str = "") -> Words:
    """Where something lies: its planets, or what it is where no planet names it, then its tile.

    In: the system; what it is beside that, if it is a spawning system; the planet, if only one of them is meant.
    """
    if planets := (planet,) if planet else tuple(system.planets):
        place = _by_planets(planets, system.tile)
        return say("{place} ({role})", place=place, role=role) if role else place
    what, tile = role or tile_words(tables, system), Name(system.tile)
    if system.position.isdigit():
        return say("{what}, tile {tile}", what=what, tile=tile)
    return say("{what}, tile {tile} ({where})", what=what, tile=tile, where=where_words(system.position))


@lru_cache(maxsize=1024)
def _by_planets(planets: tuple[str, ...], tile: str) -> Words:
    return say("{what}, tile {tile}", what=listed([Name(one) for one in planets], "/"), tile=Name(tile))


def where_words(position: str) -> Words:
    """A position of the map, by the numbers that the community gives its slots."""
    return say("at {slot}", slot=Name(position)) if position.isdigit() else say("beside the map")


def position_name(position: str) -> SystemName:
    """A slot of the map by its number, where a tile is laid out, and in scenarios, which number all systems."""
    return SystemName(position, Name(position))


def _role(game: Game, position: str) -> Words:
    spawning = next((key for key, where in known_galaxy(game).spawning.items() if where == position), None)
    return role_words(spawning, game) if spawning else ""


def role_words(system: SpawningSystem, game: Game | None = None) -> Words:
    """What a system is beside its planets, as a spawning system; nothing where its planet says it."""
    if game is not None and system in ("home_p1", "home_p2"):
        return _spawning_words(game, system)
    return ROLES.get(system, "")


def planet(game: Game, name: str) -> PlanetName:
    """A planet of the galaxy, with the system in which it lies where that is known."""
    systems = known_galaxy(game).systems.items()
    return PlanetName(name, next((position for position, system in systems if name in system.planets), ""))


def tile_words(tables: Tables, system: System) -> Words:
    """What a system without planets is: its anomalies and printed wormholes, or empty space."""
    tile = tables.tiles.by_number[system.tile]
    if tile.role == "gate":
        return say("gate of the {faction}", faction=Name(tile.faction or ""))
    wormholes = [say("wormhole {kind}", kind=Name(kind)) for kind in tile.wormholes]
    what = [*(ANOMALIES[anomaly] for anomaly in anomalies_in(system, tables.tiles)), *wormholes]
    return listed(what) if what else say("empty space")


# --- the strategy cards of the Hive, and its actions


BY_WORDS: dict[str, Words] = {
    "critical": say("critical"),
    "objective": say("objective"),
    "standard": say("standard"),
    "first available": say("first still free"),
    "the table": say("the table"),
}
"""By which criteria a strategy card is selected."""
CRITERIA: dict[str, Words] = {
    "critical": say("critical criterion"),
    "objective": say("objective criterion"),
    "standard": say("standard criterion"),
}
"""The kinds of criteria."""


SYMBOL_WORDS: dict[ActionSymbol, Words] = {
    "blue_arrow": say("Blue arrow"),
    "yellow_arrow": say("Yellow arrow"),
    "red_star": say("Red star"),
    "green_compass": say("Green compass"),
}
TYPE_WORDS: dict[str, Words] = {
    "strategic_high": say("its higher strategy card"),
    "strategic_low": say("its lower strategy card"),
    "engage": say("attack (engage)"),
    "infest": say("spread (infest)"),
}
ONE_MORE: dict[str, Words] = {
    "strategic": say("strategic again, one more card"),
    "tactical": say("tactical again, one more card"),
}
"""Why one more card is drawn, by the basic action that the card showed once more."""
PLAYED: dict[str, Words] = {
    "strategic_high": say("[The Hive] has played its higher strategy card already."),
    "strategic_low": say("[The Hive] has played its lower strategy card already."),
}
"""Why a strategic action is not to be had, by its type."""


# --- whom a tactical action goes for, and what it takes from whom


Tactical = Literal["engage", "infest"]
How = Literal["moves_closer", "gathers", "nothing_moves"]
CAN_IT: dict[Tactical, Words] = {"engage": say("Can [the Hive] attack?"), "infest": say("Can [the Hive] spread?")}
TARGET_IS: dict[Tactical, Words] = {
    "engage": say(
        "A target holds no Hive command token, and units of players whose counters together reach its zone's threshold."
    ),
    "infest": say("A target holds no Hive command token, and a planet that [the Hive] does not control."),
}
NO_TARGET: dict[Tactical, Words] = {
    "engage": say("where players have units, the counters are too few"),
    "infest": say("there is no planet left that it may take"),
}
"""Why there is no target, as part of a sentence."""
WHICH: dict[Tactical, Words] = {
    "engage": say("Where does [the Hive] attack?"),
    "infest": say("Where does [the Hive] spread?"),
}
SPREADS = say("[The Hive] spreads")
GOES: dict[Tactical, Words] = {
    "engage": say("to the nearest target that a carrier, or another ship that carries, gets to"),
    "infest": say("to the nearest planet not its own that a carrier, or another ship that carries, gets to"),
}
"""Where an action goes, where the table sees it alone."""
LEAVES: dict[Tactical, Callable[[Words], Words]] = {
    "engage": lambda ships: say(
        "No ship leaves a spawning system, a home or Mecatol Rex unless {ships} stay and [the Hive] holds its planets.",
        ships=ships,
    ),
    "infest": lambda ships: say(
        "No ship leaves a system with planets unless {ships} stay and [the Hive] holds all of them.", ships=ships
    ),
}
"""What its ships leave behind, where the table moves them."""
GIVEN_UP = say("Its support cards are discarded, and the definition goes on.")
"""What becomes of an action that has lost its last target before it began."""
SEVERAL: dict[int, Words] = {2: say("two"), 3: say("three")}
"""So many planets of one owner."""
UNDERWAY: dict[tuple[Tactical, How], Callable[[Words], Words]] = {
    ("engage", "moves_closer"): lambda prey: say("[The Hive] hunts {whom}, moves closer", whom=prey),
    ("engage", "gathers"): lambda prey: say("[The Hive] hunts {whom}, gathers", whom=prey),
    ("engage", "nothing_moves"): lambda prey: say("[The Hive] hunts {whom}, but nothing moves", whom=prey),
    ("infest", "moves_closer"): lambda aim: say("[The Hive] wants {planets}, moves closer", planets=aim),
    ("infest", "gathers"): lambda aim: say("[The Hive] wants {planets}, gathers", planets=aim),
    ("infest", "nothing_moves"): lambda aim: say("[The Hive] wants {planets}, but nothing moves", planets=aim),
}
"""For whom or what the Hive makes with a type of action where it meets nobody yet, and how."""
CANNOT: dict[Tactical, Callable[[Words], Words]] = {
    "engage": lambda reason: say("[The Hive] cannot attack: {reason}.", reason=reason),
    "infest": lambda reason: say("[The Hive] cannot spread: {reason}.", reason=reason),
}
"""That an action cannot be performed."""
DECIDES: dict[Tactical, Callable[[Words], Words]] = {
    "engage": lambda icons: say("whom [the Hive] attacks, with {icons} on the card", icons=icons),
    "infest": lambda icons: say("where [the Hive] spreads, with {icons} on the card", icons=icons),
}
"""What facts decide that an action rests on."""
MOST_NAMED = 2
"""So many targets are named; of more it is said how many they are."""


def at_place(game: Game, position: str) -> Words:
    """Where somebody is, as it stands after who that is."""
    where = system_short(game, position)
    if known_galaxy(game).systems[position].planets:
        return say("at {system}", system=where)
    return say("in {system}", system=where)


def aims_named(game: Game, aims: Sequence[str]) -> Words:
    """Target systems in a row; of many how many they are."""
    if len(aims) > MOST_NAMED:
        return count(len(aims), "target")
    return listed([system_short(game, one) for one in aims])


def carriers_named(game: Game) -> Words:
    """The types of ships of the Hive on the board that carry others: ``carrier or dreadnought``."""
    systems = known_galaxy(game).systems.values()
    there = {unit for one in systems for unit, number in one.units.get("hive", {}).items() if number}
    types = [one.key for one in game.tables.units.ships if one.capacity_ship and one.key in there]
    return listed([unit_name(game, key) for key in types], "or") if types else say("ship that carries")


def whose_planet(game: Game, position: str, name: str) -> Words:
    """A planet by its name, and the player who controls it."""
    control, planet = known_galaxy(game).systems[position].planets[name].control, PlanetName(name, position)
    return say("{who}'s {what}", who=game.name(control), what=planet) if control in PLAYERS else planet


def from_whom(game: Game, position: str, planets: Sequence[str]) -> tuple[list[Words], list[PlanetName]]:
    """Planets of a system that players control, as they are taken from each of them, and the others."""
    there = known_galaxy(game).systems[position].planets
    held = {seat: [PlanetName(one, position) for one in planets if there[one].control == seat] for seat in PLAYERS}
    taken: list[Words] = [
        say("{planets} from {who}", planets=listed(theirs), who=game.name(seat))
        for seat, theirs in held.items()
        if theirs
    ]
    return taken, [PlanetName(one, position) for one in planets if there[one].control not in PLAYERS]


def have_enough(players: Sequence[Words], counters: int, threshold: int) -> Words:
    """That the counters of those who are somewhere reach the threshold there."""
    has = count(counters, "counter")
    have = say("{players} have {counters} together", players=listed(players), counters=has)
    if len(players) == 1:
        have = say("{who} has {items}", who=players[0], items=has)
    return say("{have}, {enough}.", have=have, enough=enough(threshold))


def enough(threshold: int) -> Words:
    """So many counters make a target of a system."""
    if threshold == 1:
        return say("{number} is enough here", number=threshold)
    return say("{number} are enough here", number=threshold)


# --- what the outcomes of an agenda are about


COUNTED_FOR: dict[str, Words] = {
    "action_cards": say("action cards go"),
    "at_wormhole": say("a technology for a ship at a wormhole"),
    "beyond": say("ships beyond the limits go"),
    "cards_of_owners": say("hands of those who own war suns go"),
    "command_tokens": say("command tokens go"),
    "cost_at_wormholes": say("ships at alpha and beta wormholes go"),
    "gamma_ships": say("gamma wormholes lead to Mecatol Rex"),
    "ground_forces": say("ground forces go"),
    "at_home": say("planets at home are exhausted"),
    "hand": say("action cards go"),
    "in_play": say("units lose an ability"),
    "infantry": say("half of the infantry goes"),
    "laws": say("laws leave"),
    "lost": say("a trade good for each unit"),
    "mechs": say("mechs on the board"),
    "mechs_placed": say("a mech for each, at home"),
    "nexus": say("ships in the nexus cannot leave"),
    "pds_near": say("PDS near wormholes go"),
    "per_technology": say("a planet exhausted for each technology"),
    "planets": say("infantry on each planet"),
    "rex_losses": say("a bad die costs units around Mecatol Rex"),
    "sheltered": say("cultural planets with ground forces"),
    "ships_at": say("ships at wormholes cannot pass"),
    "sides_with_pds": say("a PDS of each goes"),
    "strategy_tokens": say("fleet tokens go"),
    "systems": say("systems with a wormhole and own ships"),
    "token_at_home": say("a command token comes home"),
    "trade_goods": say("trade goods go"),
    "voted_for": say("for those who voted For"),
    "with_specialty": say("planets with a specialty are exhausted"),
}
"""What an outcome is counted by, where that is not plain from its unit."""
STAKES: dict[str, Words] = {
    "action_card": say("action cards"),
    "command_token": say("command tokens"),
    "election": say("elections decided alone"),
    "extra_objective": say("a new objective"),
    "planet": say("a planet"),
    "relic": say("a relic"),
    "secret_objective": say("a secret objective"),
    "side_bound": say("a lasting limit"),
    "side_freed": say("a lasting benefit"),
    "strategy_card": say("a strategy card"),
    "technology": say("a technology"),
    "trade_good": say("trade goods"),
    "turn": say("a turn"),
    "unit_ability": say("a unit ability"),
    "unit_cost": say("units"),
    "victory_point": say("victory points"),
}
"""What it is about, by the unit, where nothing is counted by."""
AMOUNTS_OF: dict[str, Callable[[int], Words]] = {
    "action_card": lambda number: count(number, "action card"),
    "command_token": lambda number: count(number, "command token"),
    "commodity": lambda number: count(number, "commodity", "commodities"),
    "election": lambda number: count(number, "election"),
    "exhausted_planet": lambda number: count(number, "exhausted planet"),
    "extra_objective": lambda number: count(number, "new objective"),
    "infantry": lambda number: count(number, "infantry", "infantry"),
    "mech": lambda number: count(number, "mech"),
    "pds": lambda number: count(number, "PDS", "PDS"),
    "planet": lambda number: count(number, "planet"),
    "relic": lambda number: count(number, "relic"),
    "secret_objective": lambda number: count(number, "secret objective"),
    "sheltered_planet": lambda number: count(number, "sheltered planet"),
    "ship_hampered": lambda number: count(number, "hampered ship"),
    "side_bound": lambda number: count(number, "lasting limit"),
    "side_freed": lambda number: count(number, "lasting benefit"),
    "speaker": lambda number: count(number, "Speaker token"),
    "strategy_card": lambda number: count(number, "strategy card"),
    "system_way": lambda number: count(number, "open way"),
    "technology": lambda number: count(number, "technology", "technologies"),
    "token_on_board": lambda number: count(number, "blocked system"),
    "trade_good": lambda number: count(number, "trade good"),
    "turn": lambda number: count(number, "turn"),
    "unit_ability": lambda number: count(number, "unit ability", "unit abilities"),
    "victory_point": lambda number: count(number, "victory point"),
}
