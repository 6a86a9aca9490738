"""Zealous Orthodoxy: the first side with two scored secret objectives gains a point, and the Hive an ability.

Rules: page 38. That the ability lets it perform a stratagem twice stands in :mod:`hive.rules.combat.stratagem`.
"""

from __future__ import annotations

from hive.model.game import Game, Player
from hive.rules.area.points import gain_points_told
from hive.rules.moments.calling import Handler, on
from hive.rules.moments.kinds import ObjectiveScored
from hive.rules.objectives.scoring import change_points
from hive.steps import Item, Procedure, Tell
from hive.words import count, say

_EVENT = "35.scope"


def lies_there(game: Game, seat: Player) -> Procedure[None]:
    """A player's alliance reference card goes on the event card, and the Hive gains its ability.

    Rules: 38.zealous.no-purge, 38.zealous.twice.
    """
    game.event_cards.zealous = seat
    who = game.name(seat)
    text = say("The alliance reference card of {who} lies on Zealous Orthodoxy.", who=who)
    kept = Item(say("{who!c} does not purge the Alliance note.", who=who), rule="38.zealous.no-purge")
    ability = say("From now on [the Hive] may perform a stratagem twice in a row, with a card each.")
    yield Tell(text, "38.zealous.no-purge", items=(kept, Item(ability, rule="38.zealous.twice")))
    yield from change_points(game, seat, game.tables.figures.zealous_points.value)


@on(ObjectiveScored)
def first_of_all(game: Game, scored: ObjectiveScored) -> list[Item]:
    """The Hive can be the first itself; then only its point is gained (M61)."""
    needed, figures = game.tables.figures.zealous_secrets.value, game.tables.figures
    first = bool(needed) and game.event_cards.zealous is None
    if scored.by != "hive" or not first or game.hive.scored_secrets < needed:
        return []
    game.event_cards.zealous = "hive"
    lines = gain_points_told(game, "hive", figures.zealous_points.value)
    points = count(figures.zealous_points.value, "victory point")
    text = say("Zealous Orthodoxy: [the Hive] gains {points}; put its alliance reference card there.", points=points)
    return [Item(text, say("the first with {number} scored secret objectives", number=needed), _EVENT), *lines]


HANDLERS: tuple[Handler, ...] = (first_of_all,)
