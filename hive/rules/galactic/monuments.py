"""Monuments to the Ages: the Hive's monuments, those of the players, and the points that go with them.

Rules: page 37.
"""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import SpawningSystem
from hive.model.game import Game
from hive.naming import by_now, planet, system_name
from hive.rules.board.sides import board_of
from hive.rules.moments.calling import Handler, at
from hive.rules.moments.kinds import PlanetTaken, StatusPhaseBegins
from hive.rules.objectives.scoring import change_points
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import count, say

DESTROYED = "destroyed"
_RULE = "37.monuments.destroyed"
_SHOWN = say("Monuments to the Ages")


def destroyed(game: Game, system: SpawningSystem) -> Procedure[None]:
    """A player destroys a monument of the Hive: it loses a point, and never builds it again.

    Rules: 37.monuments.destroyed, 37.monuments.no-rebuild.
    """
    game.event_cards.monuments = [one for one in game.event_cards.monuments if one != system]
    points = game.tables.figures.monument_points.value
    where = system_name(game, system)
    text = say("The monument of [the Hive] in {system} is destroyed.", system=where)
    lost = Item(say("[The Hive] loses {points}.", points=count(points, "victory point")), rule=_RULE)
    for_good = Item(say("It cannot be rebuilt."), rule="37.monuments.no-rebuild")
    yield Tell(text, _RULE, items=(lost, for_good))
    yield from change_points(game, "hive", -points)


@at(PlanetTaken)
def taken_with_its_planet(game: Game, taken: PlanetTaken) -> Procedure[None]:
    """Whoever takes its planet may destroy it (M54)."""
    system = next((one for one in game.event_cards.monuments if one == taken.where), None)
    if system is None:
        return
    answer = yield from asked(
        Ask(
            key=keys.MONUMENT,
            text=say("A monument of [the Hive] stands in {system}: is it destroyed?", system=system_name(game, system)),
            choices=(
                Choice(DESTROYED, say("Destroyed"), say("[the Hive] loses its point")),
                Choice("stays", say("It stays")),
            ),
            rule=_RULE,
            shown=Shown(_SHOWN),
        )
    )
    if answer == DESTROYED:
        yield from destroyed(game, system)


@at(StatusPhaseBegins, option="monuments_to_the_ages")
def commodities_beneath(game: Game, _: StatusPhaseBegins) -> Procedure[None]:
    """A commodity goes beneath each monument of the players; with enough of them its planet brings a point (M54).

    Rules: 37.monuments.players, 37.monuments.no-commodities.
    """
    standing, needed = board_of(game).monuments(), game.tables.figures.monument_commodities.value
    beneath = game.event_cards.beneath = {name: game.event_cards.beneath.get(name, 0) + 1 for name in standing}
    lines: list[Item] = []
    for name, number in beneath.items():
        one = count(1, "commodity", "commodities")
        text = say("Put {commodity} beneath your monument on {planet}.", commodity=one, planet=planet(game, name))
        lines.append(Item(text, by_now(number), "35.scope"))
    if lines:
        text = say("Monuments to the Ages: commodities go beneath your monuments")
        yield Tell(text, "35.scope", keys.MONUMENT, "done", items=tuple(lines), shown=Shown(_SHOWN))
    for name, seat in standing.items():
        if seat is not None and beneath[name] % needed == 0:
            yield from change_points(game, seat, game.tables.figures.monument_commodity_points.value)


HANDLERS: tuple[Handler, ...] = (taken_with_its_planet, commodities_beneath)
