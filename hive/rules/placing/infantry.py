"""The Hive's infantry on the planets of its spawning systems. Rules: pages 12 and 28."""

from __future__ import annotations

from collections.abc import Sequence

from hive.board import pieces
from hive.board.survey import Survey
from hive.model.game import Game
from hive.naming import by_now, planet_label, units
from hive.rules.board.sides import Tracked, board_of
from hive.rules.diagrams.planets import Place, decide_planets
from hive.rules.diagrams.serving import completing_planets
from hive.rules.objectives.confirming import held_confirmed
from hive.rules.placing.places import planet_labels, settle, with_placed
from hive.steps import Item, Procedure, anew
from hive.words import say


def spawning_planets(survey: Survey) -> list[Place]:
    """The planets of the Hive in spawning systems, homes and Mecatol Rex. Rule: 4.1.counts-as-spawning."""
    return [(position, name) for position in sorted(survey.spawning) for name in survey.controlled(position)]


def infantry_on(survey: Survey, place: Place) -> int:
    """How many of the Hive's infantry are on a planet."""
    return survey.system(place[0]).planets[place[1]].units.get("hive", {}).get("infantry", 0)


def with_fewest_infantry(board: Tracked, number: int) -> Procedure[list[Place]]:
    """So many spawning system planets of the Hive, those with the fewest infantry first, each at most once.

    Where no unit of the Hive is left in a system, players may have taken it unheard: the table confirms what it has not
    just chosen itself. Ties go by the planet list (Q49, Q96), whose first block is objectives that the infantry would
    complete (Q113).
    Rules: 12.diplomacy.primary, 12.diplomacy.secondary, 5.2.objective-first.
    """

    def confirmed() -> Procedure[list[Place]]:
        chosen, by_the_table = yield from _chosen(board, number)
        unseen = [position for position, name in chosen if (position, name) not in by_the_table]
        yield from held_confirmed(board, unseen, say("what Diplomacy readies"))
        return chosen

    return (yield from anew(confirmed))


def _chosen(board: Tracked, number: int) -> Procedure[tuple[list[Place], list[Place]]]:
    """All that are readied, and those of them that the table has chosen."""
    game, survey = board.game, board.survey
    most = game.tables.figures.infantry_refill.value
    waiting = spawning_planets(survey)
    chosen: list[Place] = []
    by_the_table: list[Place] = []
    while waiting and len(chosen) < number:
        least = min(infantry_on(survey, place) for place in waiting)
        equal = [place for place in waiting if infantry_on(survey, place) == least]
        serving = completing_planets(game, survey, equal, "infantry") if least < most else {}
        left = decide_planets(survey, equal, game.tables.priorities.positive_planet, serving).left
        if len(left) > number - len(chosen):
            place = yield from settle(game, say("Ready a planet"), planet_labels(game, left), "12.diplomacy.primary")
            left = (place,)
            by_the_table.append(place)
        chosen += left
        for place in left:
            for _ in range(most - infantry_on(survey, place)):
                survey = with_placed(survey, "infantry", *place)
        waiting = [place for place in waiting if place not in left]
    return chosen, by_the_table


def refill_spawning(game: Game, rule: str) -> list[Item]:
    """Refill the infantry on the Hive's planets in spawning systems. Rule: 28.5.spawning-infantry."""
    board = board_of(game)
    if isinstance(board, Tracked):
        return refill(board, spawning_planets(board.survey), rule)
    most = game.tables.figures.infantry_refill.value
    return [
        Item(say("Refill the infantry to {most} on each spawning system planet of [the Hive].", most=most), rule=rule)
    ]


def refill(board: Tracked, places: Sequence[Place], rule: str) -> list[Item]:
    """Refill the infantry on planets and say where how many come. Rules: 28.5.spawning-infantry, 12.diplomacy.infantry.

    What is above stays, and nothing comes to a planet that is closed (Q141).
    """
    game, maximum = board.game, board.game.tables.figures.infantry_refill.value
    lines = []
    for place in places:
        position, planet = place
        missing = maximum - infantry_on(board.survey, place)
        if missing > 0 and not board.survey.is_closed(*place):
            pieces.put(game, "hive", "infantry", missing, position, planet)
            text = say(
                "Put {units} on {planet}.",
                units=units(game, missing, "infantry"),
                planet=planet_label(game, position, planet),
            )
            lines.append(Item(text, by_now(maximum), rule))
    return lines
