"""A planet whose card is purged replenishes nothing more, and the players win with the last of the Hive's home system.

Rules: page 36, Conventions of War Abandoned; 4.2.loss-trigger.
"""

from __future__ import annotations

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey
from hive.catalog.tables import SpawningSystem
from hive.fields import NO_YES
from hive.model.game import Game
from hive.naming import system_name
from hive.rules.area.planets import STANDARD, controlled_spawning_systems, discard_worth
from hive.rules.area.points import check_victory
from hive.rules.diagrams.planets import Place
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import PlanetName, Words, say, sentence

MARKER, NO_YIELD = "36.conventions.marker", "36.conventions.no-yield"
WHICH = say("The card of which planet is purged?")
OTHER = "other"
_MAIN: SpawningSystem = "main"


def purgeable(survey: Survey) -> list[Place]:
    """The planets whose cards are there yet, those of the Hive first."""
    places = [
        (planet.control != "hive", position, name)
        for position in survey.positions
        for name, planet in survey.system(position).planets.items()
        if not planet.barren
    ]
    return [(position, name) for _, position, name in sorted(places)]


def purge_on_board(game: Game, place: Place, where: str) -> Procedure[None]:
    """Book that the card of a planet is purged, and tell what follows.

    ``where``: where it counts for the Hive, or :data:`OTHER` for one that is not the Hive's.
    Rules: 36.conventions.marker, 4.2.loss-trigger.
    """
    position, name = place
    pieces.set_barren(game, *place)
    yield from _told(game, PlanetName(name, position), where)


def kinds(game: Game) -> tuple[Choice, ...]:
    """Which planets it can be where no galaxy is tracked: by where the Hive's lie, or one that is not the Hive's."""
    known = controlled_spawning_systems(game)
    found = [_MAIN, *known] if _MAIN not in known else known
    systems = [Choice(one, sentence(_of(game, one))) for one in found]
    elsewhere = Choice(STANDARD, say("Another planet of [the Hive]"))
    return (*systems, elsewhere, Choice(OTHER, say("A planet that is not the Hive's")))


def purge_told(game: Game, where: str) -> Procedure[None]:
    """The same where the Hive's planets are numbers; its home counts also while it controls nothing there."""
    hive = game.hive
    if where == _MAIN:
        hive.home_purged += 1
    lost = where if where in (STANDARD, *controlled_spawning_systems(game)) else OTHER
    if lost == STANDARD:
        hive.barren_standard += 1
    elif lost != OTHER:
        hive.barren_spawning += 1
    yield from _told(game, say("the planet"), lost)


def lost_with_its_mark(game: Game, where: str) -> Procedure[None]:
    """A planet is lost where the Hive's planets are numbers: was it one whose card is purged?

    In: where it was, while it still counts as the Hive's. The table is asked if it can be either.
    Rule: 36.conventions.no-yield.
    """
    hive, standard = game.hive, where == STANDARD
    purged = hive.barren_standard if standard else hive.barren_spawning
    if not purged:
        return
    if purged < (hive.standard_planets if standard else sum(hive.spawning_planets.values())):
        text = say("Was a trade good on that planet, because its card is purged?")
        answer = yield from asked(Ask(keys.PURGED_LOST, text, NO_YES, NO_YIELD, shown=Shown(expects=False)))
        if answer == "no":
            return
    if standard:
        hive.barren_standard -= 1
    else:
        hive.barren_spawning -= 1


def _of(game: Game, system: SpawningSystem) -> Words:
    return say("a planet in {system}", system=system_name(game, system))


def _told(game: Game, planet: Words, lost: str) -> Procedure[None]:
    """What hands do; the Hive discards the planet's worth if the planet is its own. Rule: 4.2.loss-trigger."""
    lines = (
        Item(say("Put a trade good on {planet}, as a reminder.", planet=planet), rule=MARKER),
        Item(say("[The Hive] replenishes nothing more from it."), rule=NO_YIELD),
    )
    yield Tell(say("The card of {planet} is purged.", planet=planet), MARKER, items=lines)
    check_victory(game)
    if lost != OTHER and game.winner is None:
        yield from discard_worth(game, say("The card of {planet} is purged", planet=planet), lost)
