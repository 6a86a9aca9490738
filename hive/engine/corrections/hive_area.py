"""Corrections of the Hive's play area."""

from __future__ import annotations

from hive.engine.corrections.kinds import Correctable, Correction, a_choice, a_flag, a_number, an_entry
from hive.fields import NO_YES
from hive.model.game import SPAWNING_SYSTEMS, Game
from hive.naming import system_name
from hive.words import sentence


def funds() -> list[Correctable[int]]:
    """The Hive's bank, trade goods and commodities."""
    return [
        a_number("Funds", "Resources", lambda game: game.hive.bank, "resources", "hive.bank.resources"),
        a_number("Funds", "Influence", lambda game: game.hive.bank, "influence", "hive.bank.influence"),
        a_number("Funds", "Trade goods", lambda game: game.hive, "trade_goods", "hive.trade_goods"),
        a_number("Funds", "Commodities", lambda game: game.hive, "commodities", "hive.commodities"),
    ]


def stockpile() -> list[Correctable[int]]:
    """The Hive's stockpile."""
    names = ("resources", "influence", "trade_goods", "command_tokens")
    return [
        a_number(
            "Stockpile",
            sentence(name.replace("_", " ")),
            lambda game: game.hive.stockpile,
            name,
            f"hive.stockpile.{name}",
        )
        for name in names
    ]


def tokens(game: Game) -> list[Correctable[int]]:
    """The Hive's command tokens."""
    supply = game.tables.figures.command_token_supply.value
    labels = {"tactic": "Tactic pool", "strategy": "Strategy pool"}
    if not game.tracked:
        labels["board"] = "On the board"
    return [
        a_number("Command tokens", label, lambda game: game.hive.tokens, name, f"hive.tokens.{name}", supply)
        for name, label in labels.items()
    ]


def cards_in_hand() -> list[Correctable[int]]:
    """The Hive's hands of cards, and its victory points."""
    labels = {
        "action_cards": "Action cards",
        "secrets": "Secret objectives",
        "scored_secrets": "Scored secret objectives",
        "victory_points": "Victory points",
    }
    return [a_number("The Hive", label, lambda game: game.hive, name, f"hive.{name}") for name, label in labels.items()]


def technologies(game: Game) -> list[Correction]:
    """The Hive's technology levels and unit upgrades."""
    maximum = game.tables.technologies.maximum_level
    levels = [
        an_entry(
            "Technology",
            f"{colour.capitalize()} level",
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

    return a_choice("Technology", name, f"hive.upgrades.{name}", NO_YES, read, write)


def exploration(game: Game) -> list[Correction]:
    """The Hive's relic fragments and relics."""
    group = "Exploration"
    fragments = [
        an_entry(
            group,
            f"{card.fragment.capitalize()} relic fragments",
            f"hive.fragments.{card.fragment}",
            lambda game: game.hive.fragments,
            card.fragment,
            card.count,
        )
        for card in game.tables.exploration.cards
        if card.fragment is not None
    ]
    relics = a_number(group, "Relics", lambda game: game.hive, "relics", "hive.relics")
    words = "The first relic has brought its point"
    return [*fragments, relics, a_flag(group, words, lambda game: game.hive, "relic_scored", "hive.relic_scored")]


def units(game: Game) -> list[Correctable[int]]:
    """The Hive's plastic on the board, where no galaxy is tracked."""
    return [
        an_entry(
            "Plastic on the board",
            sentence(unit.plural),
            f"hive.units.{unit.key}",
            lambda game: game.hive.units,
            str(unit.key),
            unit.plastic,
        )
        for unit in game.tables.units.units
        if unit.plastic
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
            "Planets",
            sentence(system_name(game, system)),
            f"hive.spawning_planets.{system}",
            lambda game: game.hive.spawning_planets,
            system,
            most,
        )
        for system in SPAWNING_SYSTEMS
    ]
    return [
        *spawning,
        a_number("Planets", "Standard planets", lambda game: game.hive, "standard_planets", "hive.standard_planets"),
    ]
