"""Laws that do something when they come or go, or when something happens to the Hive. Rules: page 29."""

from __future__ import annotations

from hive import keys
from hive.effects import owner_of
from hive.model.game import Game, Law
from hive.rules.area.points import gain_points_told
from hive.rules.decrees.board import board_of
from hive.rules.laws.in_play import repeal
from hive.rules.moments.calling import Handler, at, on
from hive.rules.moments.kinds import LawEntered, LawLeaves, ShipsProduced, TechnologyResearched
from hive.steps import Item, Procedure, Tell
from hive.words import Name, count, say

_UNCHANGED = "1.scope.unchanged-rules"
_ELECTED = "29.elected-laws"


@on(LawEntered, law="Political Censure")
def censured(game: Game, entered: LawEntered) -> list[Item]:
    """Its owner gains a victory point."""
    return _points(game, entered.law, 1)


@on(LawLeaves, law="Political Censure")
def no_longer_censured(game: Game, left: LawLeaves) -> list[Item]:
    """Its owner loses the victory point again."""
    return _points(game, left.law, -1)


def _points(game: Game, law: Law, sign: int) -> list[Item]:
    owner = owner_of(game, law)
    if owner is None:
        return []
    points = game.tables.laws.amount(law.name, "victory_points")
    more = gain_points_told(game, owner, sign * points)
    rule = _ELECTED if owner == "hive" else _UNCHANGED
    who, number = game.name(owner), count(points, "victory point")
    text = say("{who!c} gains {points}.", who=who, points=number)
    if sign < 0:
        text = say("{who!c} loses {points}.", who=who, points=number)
    return [Item(text, Name(law.name), rule), *more]


@on(ShipsProduced, law="Prophecy of Ixth", elects="hive")
def prophecy_lost(game: Game, produced: ShipsProduced) -> list[Item]:
    """The Hive loses the card when it produces, and too few fighters among it."""
    wanted = game.tables.laws.amount("Prophecy of Ixth", "fighters")
    if produced.by != "hive" or produced.units.count("fighter") >= wanted:
        return []
    text = say(
        "Discard Prophecy of Ixth: [the Hive] has produced fewer than {fighters}.", fighters=count(wanted, "fighter")
    )
    return [Item(text, rule=_ELECTED), *repeal(game, "Prophecy of Ixth")]


@at(TechnologyResearched, law="Anti-Intellectual Revolution")
def ship_for_a_technology(game: Game, researched: TechnologyResearched) -> Procedure[None]:
    """Whoever has researched a technology destroys one of its ships that are no fighters."""
    name = "Anti-Intellectual Revolution"
    ships = [unit.key for unit in game.tables.units.larger_ships]
    lines = yield from board_of(game).give_up(ships, game.tables.laws.amount(name, "ships"))
    text, items = say("{law}: [the Hive] has researched a technology", law=Name(name)), (*researched.lines, *lines)
    yield Tell(text, "5.4.negative-effects", key=keys.DECREE, confirm="done", items=items)


HANDLERS: tuple[Handler, ...] = (censured, no_longer_censured, prophecy_lost, ship_for_a_technology)
