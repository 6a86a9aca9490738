"""A new game: its fleets, and what everything begins with.

Rules: 1.scope.unchanged-rules, from decks/factions.yaml, pages 1 to 3 and 32.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hive.board import pieces
from hive.board.growing import lay_minor_factions, refill_wilds
from hive.board.layout import Layout, new_galaxy, player_of, shuffled, spawning_positions
from hive.catalog.tables import SpawningSystem, Tables
from hive.model.galaxy import Galaxy
from hive.model.game import (
    PLAYERS,
    SPAWNING_SYSTEMS,
    Bank,
    CommandTokens,
    Deck,
    EventCards,
    Game,
    HiveArea,
    PlayerArea,
    Settings,
    Stockpile,
    StrategyCardState,
)
from hive.rules.deck import realign
from hive.rules.objectives.confirming import all_is_heard

DOCK = "space_dock"


def starting_fleet(tables: Tables, faction: str, planets: Sequence[str]) -> Iterator[tuple[str, int, str | None]]:
    """So many units of a type on a planet, or in space, stand in a player's home system at first.

    In: the faction, empty if unknown; the planets there.

    Ships stand in space, the rest where the table of factions has it, or else on the first planet. Of a faction that
    is not known, or whose units are not, there is the space dock that each player has at home.
    """
    found = tables.factions.by_name.get(faction)
    if found is None or not found.units:
        if planets:
            yield DOCK, 1, planets[0]
        return
    for unit, number in found.units.items():
        in_space = tables.units.by_key[unit].category == "ship" or (unit == DOCK and found.dock_in_space)
        if not planets or in_space:
            yield unit, number, None
            continue
        placed = {planet: units.get(unit, 0) for planet, units in found.placed.items() if planet in planets}
        for planet, there in placed.items():
            yield unit, there, planet
        yield unit, number - sum(placed.values()), planets[0]


# --- the state of a freshly set-up game


START_SYSTEMS: tuple[SpawningSystem, ...] = ("main", "aux1", "aux2")


def new_game(settings: Settings, tables: Tables, seed: str, layout: Layout | None = None) -> Game:
    """Return a game as it stands before its first round.

    ``seed`` is any text; it fixes every shuffle of the game. ``layout`` is the galaxy that the game tracks, if any.
    Rules: 1.setup.*, 32.easy.*, 32.expert.*, 32.higher.stockpile.
    """
    figures = tables.figures
    game = Game(
        settings=settings,
        tables=tables,
        seed=seed,
        hive=HiveArea(
            bank=Bank(figures.start_resources.value, figures.start_influence.value),
            tokens=CommandTokens(figures.start_tactic_tokens.value, figures.start_strategy_tokens.value),
            action_cards=figures.start_action_cards.value,
            secrets=figures.start_secrets.value,
            stockpile=starting_stockpile(tables),
            victory_points=figures.start_points.value,
            technologies=dict.fromkeys(tables.technologies.colours, 0),
            upgrades=list(tables.setup.upgrades),
            spawning_planets=starting_planets(tables),
        ),
        players={player: PlayerArea(counters=figures.start_counters.value) for player in PLAYERS},
        deck=Deck(discard=[card.id for card in tables.hive_mind.cards]),
        strategy_cards={card.number: StrategyCardState() for card in tables.strategy_cards.cards},
        speaker=tables.setup.speakers[0],
        event_cards=EventCards(monuments=list(tables.setup.monuments)),
    )
    game.hive.units = starting_units(game)
    if layout is not None:
        set_out(game, layout)
    realign(game)
    return game


def set_out(game: Game, layout: Layout) -> None:
    """Put the galaxy into the game, with the starting units of all, and each player in control of the home planets.

    Rules: 2.hive.start-main, 2.hive.start-auxiliary, 32.easy.starting-carrier, 32.expert.starting-carrier,
    34.setup.choice, 1.scope.unchanged-rules.
    """
    galaxy = new_galaxy(game.tables, layout.tiles, game.settings.boxes, layout.ion_side)
    galaxy.spawning = spawning_positions(game.tables, layout.tiles, layout.homes)
    game.galaxy = galaxy
    for system in START_SYSTEMS:
        _start(game, galaxy, system)
    lay_minor_factions(game, lambda tiles: shuffled(tiles, f"{game.seed}/minor_factions"))
    for seat in PLAYERS:
        position = galaxy.spawning["home_p1" if seat == "p1" else "home_p2"]
        planets = list(galaxy.systems[position].planets)
        for planet in planets:
            pieces.set_control(game, position, planet, seat)
        player = player_of(game.settings, seat)
        for unit, number, planet_of_it in starting_fleet(game.tables, player.fleet or player.faction, planets):
            pieces.put(game, seat, unit, number, position, planet_of_it)
    refill_wilds(game)
    pieces.recount(game)
    galaxy.touched = []
    all_is_heard(game)


def _start(game: Game, galaxy: Galaxy, system: SpawningSystem) -> None:
    """The Hive's starting units in one of its spawning systems."""
    figures, position = game.tables.figures, galaxy.spawning[system]
    pieces.put(game, "hive", "cruiser", figures.start_cruisers_per_system.value, position)
    pieces.put(game, "hive", "destroyer", figures.start_destroyers_per_system.value, position)
    pieces.put(game, "hive", "carrier", sum(carrier == system for carrier in game.level.starting_carriers), position)
    if system == "main":
        pieces.put(game, "hive", "flagship", figures.start_flagships.value, position)
    for planet in galaxy.systems[position].planets:
        pieces.set_control(game, position, planet, "hive")
        pieces.put(game, "hive", "infantry", figures.start_infantry_per_planet.value, position, planet)


def starting_stockpile(tables: Tables) -> Stockpile:
    """What the Hive's stockpile holds at first. Rule: 32.higher.stockpile."""
    figures = tables.figures
    return Stockpile(
        figures.start_stockpile_resources.value,
        figures.start_stockpile_influence.value,
        figures.start_stockpile_trade_goods.value,
        figures.start_stockpile_command_tokens.value,
    )


def starting_planets(tables: Tables) -> dict[SpawningSystem, int]:
    """How many planets of each spawning system the Hive controls at first. Rules: 2.hive.*."""
    main, auxiliary = tables.figures.start_planets_main.value, tables.figures.start_planets_auxiliary.value
    held = {system: main if system == "main" else auxiliary for system in START_SYSTEMS}
    return {system: held.get(system, 0) for system in SPAWNING_SYSTEMS}


def starting_units(game: Game) -> dict[str, int]:
    """The Hive's starting plastic: cruisers and destroyers in each spawning system, and carriers by difficulty.

    Infantry is not counted: there is no limit to it (Q31). Rules: 2.hive.*, 32.easy.starting-carrier,
    32.expert.starting-carrier, 37.mobilization.flagship.
    """
    units: dict[str, int] = {unit.key: 0 for unit in game.tables.units.units if unit.plastic}
    figures, systems = game.tables.figures, len(START_SYSTEMS)
    return {
        **units,
        "cruiser": figures.start_cruisers_per_system.value * systems,
        "destroyer": figures.start_destroyers_per_system.value * systems,
        "carrier": len(game.level.starting_carriers),
        "flagship": figures.start_flagships.value,
    }
