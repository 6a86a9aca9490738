"""Corrections of what lies on the cards of galactic events, as far as the game is played with them."""

from __future__ import annotations

from hive.catalog.tables import SpawningSystem
from hive.engine.corrections.course import seat_of
from hive.engine.corrections.kinds import HIGHEST, Correctable, Correction, a_choice, a_number, an_entry
from hive.fields import NO_YES, Choice
from hive.model.game import Game
from hive.naming import system_name
from hive.rules.galactic.war import home_names
from hive.words import PlanetName, Words, say, sentence

_GROUP = say("Galactic events")
_NOBODY = "nobody"


def event_cards(game: Game) -> list[Correction]:
    """Whose card lies on Zealous Orthodoxy, the Hive's tokens on Stellar Atomics, what Total War brought."""
    figures = game.tables.figures
    return [
        *([_zealous(game)] if figures.zealous_secrets.value else []),
        *([_atomics()] if figures.atomics_tokens.value else []),
        *(_monument(system, system_name(game, system)) for system in game.tables.setup.monuments),
        *(_commodities(name) for name in (home_names(game) if figures.war_point_commodities.value else ())),
    ]


def _zealous(game: Game) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        game.event_cards.zealous = None if value == _NOBODY else seat_of(value)

    seats = tuple(Choice(seat, sentence(game.name(seat))) for seat in game.seats)
    return a_choice(
        _GROUP,
        say("The alliance card on Zealous Orthodoxy"),
        "event_cards.zealous",
        (*seats, Choice(_NOBODY, say("Nobody"))),
        lambda game: game.event_cards.zealous or _NOBODY,
        write,
    )


def _monument(system: SpawningSystem, where: Words) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        others = [one for one in game.event_cards.monuments if one != system]
        game.event_cards.monuments = [*others, system] if value == "yes" else others

    def read(game: Game) -> str:
        return "yes" if system in game.event_cards.monuments else "no"

    label = say("A monument of [the Hive] stands in {system}", system=where)
    return a_choice(_GROUP, label, f"event_cards.monuments.{system}", NO_YES, read, write)


def _commodities(name: str) -> Correctable[int]:
    return an_entry(
        _GROUP,
        say("Special commodities on {planet}", planet=PlanetName(name)),
        f"event_cards.special_commodities.{name}",
        lambda game: game.event_cards.special_commodities,
        name,
        HIGHEST,
    )


def _atomics() -> Correctable[int]:
    label = say("[The Hive]'s tokens on Stellar Atomics")
    return a_number(_GROUP, label, lambda game: game.event_cards, "atomics", "event_cards.atomics")
