"""(2) Diplomacy: readied spawning system planets. Rules: page 12."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.abilities.outcome import Outcome, without_questions
from hive.steps import Item
from hive.words import count, items, listed


@without_questions
def primary(game: Game, icons: int) -> Outcome:
    """Ready as many spawning system planets as there are icons. Rules: 12.diplomacy.primary, 12.diplomacy.lock."""
    readied = _ready(game, icons, "12.diplomacy.primary")
    return Outcome((*readied.items, *lock(game)), moves_plastic=readied.moves_plastic)


def lock(game: Game) -> tuple[Item, ...]:
    """What the players may not do while Diplomacy lies exhausted with the Hive; nothing otherwise.

    Rules: 12.diplomacy.lock, 12.diplomacy.lock-rex.
    """
    card = game.strategy_cards[game.tables.strategy_cards.number_of["diplomacy"]]
    if card.owner != "hive" or not card.exhausted:
        return ()
    return (
        Item(
            "Players may not activate a system with a Hive planet and no Hive capacity ship.",
            "while Diplomacy lies exhausted with the Hive",
            "12.diplomacy.lock",
        ),
        Item("Mecatol Rex stays open to them.", rule="12.diplomacy.lock-rex"),
    )


@without_questions
def secondary(game: Game) -> Outcome:
    """Ready one spawning system planet. Rule: 12.diplomacy.secondary."""
    return _ready(game, game.tables.figures.diplomacy_secondary_planets.value, "12.diplomacy.secondary")


def _ready(game: Game, number: int, rule: str) -> Outcome:
    """Each planet is readied at most once (Q49). Rules: 12.diplomacy.to-stockpile, 12.diplomacy.infantry."""
    figures = game.tables.figures
    planets = min(number, sum(game.hive.spawning_planets.values()))
    if not planets:
        return Outcome((Item("The Hive controls no spawning system planet to ready.", rule=rule),))
    gain = planets * figures.yield_spawning.value
    game.hive.stockpile.resources += gain
    game.hive.stockpile.influence += gain
    stockpile = Item(
        f"{listed([items(gain, 'resources'), items(gain, 'influence')])} to the stockpile.",
        f"{count(planets, 'spawning system planet')} readied",
        "12.diplomacy.to-stockpile",
    )
    planet = "spawning system planet"
    infantry = Item(
        f"Refill the infantry to {figures.infantry_refill.value} on the {count(planets, planet)} with the fewest.",
        "ties: influence, then resources, then what helps the Hive most",
        "12.diplomacy.infantry",
    )
    return Outcome((stockpile, infantry), moves_plastic=True)
