"""Corrections of the Hive's play area."""

from __future__ import annotations

from hive.engine.corrections.kinds import HIGHEST, Correctable, Correction, a_choice, a_flag, a_number, an_entry
from hive.fields import NO_YES
from hive.model.game import SPAWNING_SYSTEMS, Game
from hive.naming import system_name
from hive.rules.area.planets import most_fallen
from hive.rules.exploration.exploring import FRAGMENTS
from hive.rules.options import players_of
from hive.words import Name, say, sentence

_FUNDS, _TECHNOLOGY = say("Funds"), say("Technology")


def funds() -> list[Correctable[int]]:
    """The Hive's bank, trade goods and commodities."""
    return [
        a_number(_FUNDS, say("Resources"), lambda game: game.hive.bank, "resources", "hive.bank.resources"),
        a_number(_FUNDS, say("Influence"), lambda game: game.hive.bank, "influence", "hive.bank.influence"),
        a_number(_FUNDS, say("Trade goods"), lambda game: game.hive, "trade_goods", "hive.trade_goods"),
        a_number(_FUNDS, say("Commodities"), lambda game: game.hive, "commodities", "hive.commodities"),
    ]


def stockpile() -> list[Correctable[int]]:
    """The Hive's stockpile."""
    labels = {
        "resources": say("Resources"),
        "influence": say("Influence"),
        "trade_goods": say("Trade goods"),
        "command_tokens": say("Command tokens"),
    }
    return [
        a_number(say("Stockpile"), label, lambda game: game.hive.stockpile, name, f"hive.stockpile.{name}")
        for name, label in labels.items()
    ]


def tokens(game: Game) -> list[Correctable[int]]:
    """The Hive's command tokens."""
    supply = game.tables.figures.command_token_supply.value
    labels = {"tactic": say("Tactic pool"), "strategy": say("Strategy pool")}
    if not game.tracked:
        labels["board"] = say("On the board")
    if game.hive.tokens.captured or players_of(game, game.tables.doings.capturing):
        labels["captured"] = say("Captured by a player")
    return [
        a_number(say("Command tokens"), label, lambda game: game.hive.tokens, name, f"hive.tokens.{name}", supply)
        for name, label in labels.items()
    ]


def cards_in_hand() -> list[Correctable[int]]:
    """The Hive's hands of cards, and its victory points."""
    labels = {
        "action_cards": say("Action cards"),
        "secrets": say("Secret objectives"),
        "scored_secrets": say("Scored secret objectives"),
        "victory_points": say("Victory points"),
    }
    return [
        a_number(say("[The Hive]"), label, lambda game: game.hive, name, f"hive.{name}")
        for name, label in labels.items()
    ]


def technologies(game: Game) -> list[Correction]:
    """The Hive's technology levels and unit upgrades."""
    maximum = game.tables.technologies.maximum_level
    levels = [
        an_entry(
            _TECHNOLOGY,
            say("{colour!c} level", colour=Name(colour)),
            f"hive.technologies.{colour}",
            lambda game: game.hive.technologies,
            colour,
            maximum,
        )
        for colour in game.tables.technologies.colours
    ]
    return [*levels, *(_upgrade(upgrade.name) for upgrade in game.tables.technologies.upgrades)]


def _upgrade(name: str) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        others = [upgrade for upgrade in game.hive.upgrades if upgrade != name]
        game.hive.upgrades = [*others, name] if value == "yes" else others

    def read(game: Game) -> str:
        return "yes" if name in game.hive.upgrades else "no"

    return a_choice(_TECHNOLOGY, Name(name), f"hive.upgrades.{name}", NO_YES, read, write)


def exploration(game: Game) -> list[Correction]:
    """The Hive's relic fragments and relics. Who has entered too many gains on, beyond what cards there are."""
    group = say("Exploration")
    fragments = [
        an_entry(
            group,
            say("{fragment!c} relic fragments", fragment=Name(kind)),
            f"hive.fragments.{kind}",
            lambda game: game.hive.fragments,
            kind,
            HIGHEST,
        )
        for kind in FRAGMENTS
    ]
    relics = a_number(group, say("Relics"), lambda game: game.hive, "relics", "hive.relics")
    words = say("The first relic has brought its point")
    return [*fragments, relics, a_flag(group, words, lambda game: game.hive, "relic_scored", "hive.relic_scored")]


def units(game: Game) -> list[Correctable[int]]:
    """The Hive's plastic on the board, where no galaxy is tracked."""
    return [
        an_entry(
            say("Plastic on the board"),
            sentence(Name(unit.plural)),
            f"hive.units.{unit.key}",
            lambda game: game.hive.units,
            str(unit.key),
            most_fallen(unit) - game.hive.fallen.get(unit.key, 0),
        )
        for unit in game.tables.units.units
        if unit.plastic
    ]


def fallen(game: Game) -> list[Correctable[int]]:
    """The Hive's ships that are out of the game, where ships fall for good. Rule: 35.fighters.pink-last."""
    if not game.tables.figures.ships_fall.value:
        return []
    return [
        an_entry(
            say("Out of the game"),
            sentence(Name(unit.plural)),
            f"hive.fallen.{unit.key}",
            lambda game: game.hive.fallen,
            str(unit.key),
            most_fallen(unit) - game.hive.units.get(unit.key, 0) - game.hive.captured.get(unit.key, 0),
        )
        for unit in game.tables.units.larger_ships
    ]


def _most_planets(game: Game) -> int:
    """More planets than these no system can hold: those of the fullest tile, and those that tokens bring."""
    tiles = game.tables.tiles
    return max(len(tile.planets) for tile in tiles.tiles) + sum(token.planet is not None for token in tiles.tokens)


def planets(game: Game) -> list[Correctable[int]]:
    """The Hive's planets, where no galaxy is tracked."""
    most = _most_planets(game)
    spawning = [
        an_entry(
            say("Planets"),
            sentence(system_name(game, system)),
            f"hive.spawning_planets.{system}",
            lambda game: game.hive.spawning_planets,
            system,
            most,
        )
        for system in SPAWNING_SYSTEMS
    ]
    standard = a_number(
        say("Planets"), say("Standard planets"), lambda game: game.hive, "standard_planets", "hive.standard_planets"
    )
    stations = a_number(say("Planets"), say("Space stations"), lambda game: game.hive, "stations", "hive.stations")
    return [*spawning, standard, *([stations] if game.tables.figures.station_trade_goods.value else [])]
