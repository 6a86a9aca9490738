"""(2) Diplomacy: readied spawning system planets. Rules: page 12."""

from __future__ import annotations

from hive.board.survey import Survey
from hive.model.game import Game
from hive.naming import items, system_label
from hive.rules.abilities.outcome import Outcome
from hive.rules.diagrams.planets import Place
from hive.rules.placing.infantry import refill, with_fewest_infantry
from hive.rules.placing.places import survey_of
from hive.steps import Item, Procedure
from hive.words import count, listed


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Ready as many spawning system planets as there are icons. Rules: 12.diplomacy.primary, 12.diplomacy.lock."""
    readied = yield from _ready(game, icons, "12.diplomacy.primary")
    return Outcome((*readied.items, *lock(game)), moves_plastic=readied.moves_plastic)


def lock(game: Game) -> tuple[Item, ...]:
    """What the players may not do while Diplomacy lies exhausted with the Hive; nothing otherwise.

    Rules: 12.diplomacy.lock, 12.diplomacy.lock-rex.
    """
    card = game.strategy_cards[game.tables.strategy_cards.number_of["diplomacy"]]
    if card.owner != "hive" or not card.exhausted:
        return ()
    where = "a system with a Hive planet and no Hive capacity ship"
    if game.galaxy is not None:
        locked = [system_label(game, position) for position in locked_systems(survey_of(game))]
        where = listed(locked, "or") if locked else f"{where}; now there is none"
    return (
        Item(
            f"Players may not activate {where}.",
            "while Diplomacy lies exhausted with the Hive",
            "12.diplomacy.lock",
        ),
        Item("Mecatol Rex stays open to them.", rule="12.diplomacy.lock-rex"),
    )


def locked_systems(survey: Survey) -> list[str]:
    """The systems that the lock closes to the players. Rules: 12.diplomacy.lock, 12.diplomacy.lock-rex."""
    return [
        position
        for position in sorted(survey.galaxy.systems)
        if position != survey.mecatol_rex and survey.controlled(position) and not survey.capacity_ships([position])
    ]


def secondary(game: Game) -> Procedure[Outcome]:
    """Ready one spawning system planet. Rule: 12.diplomacy.secondary."""
    number = game.tables.figures.diplomacy_secondary_planets.value
    return (yield from _ready(game, number, "12.diplomacy.secondary"))


def _ready(game: Game, number: int, rule: str) -> Procedure[Outcome]:
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
    if game.galaxy is not None:
        places = yield from with_fewest_infantry(game, planets)
        return Outcome((stockpile, *_infantry_on_board(game, places)), moves_plastic=True)
    planet = "spawning system planet"
    infantry = Item(
        f"Refill the infantry to {figures.infantry_refill.value} on the {count(planets, planet)} with the fewest.",
        "ties: influence, then resources, then what helps the Hive most",
        "12.diplomacy.infantry",
    )
    return Outcome((stockpile, infantry), moves_plastic=True)


def _infantry_on_board(game: Game, places: list[Place]) -> list[Item]:
    """Rules: 12.diplomacy.primary, 12.diplomacy.infantry."""
    names = listed([f"{planet} in {position}" for position, planet in places])
    readied = Item(f"Readied: {names}.", "the fewest infantry", "12.diplomacy.primary")
    return [readied, *refill(game, places, "12.diplomacy.infantry")]
