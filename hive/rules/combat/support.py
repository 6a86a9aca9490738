"""Fighters and infantry that come to an active system on a tracked galaxy. Rules: page 21, Q29, Q30."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hive.board import pieces
from hive.board.survey import Survey
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, Player
from hive.naming import units
from hive.reasons import Why
from hive.rules.area.points import counters, counters_in
from hive.rules.combat.cards import icons_that_count
from hive.rules.combat.fight import Fight
from hive.steps import Card, Item, Procedure, Tell
from hive.words import count, listed, say, sentence


@dataclass(frozen=True)
class Support:
    """The fighters and infantry that come to a system, with the words for the table."""

    fighters: int
    infantry: int
    items: tuple[Item, ...] = ()


def unit_support(
    game: Game,
    survey: Survey,
    position: str,
    cards: Sequence[Card],
    active: Seat = "hive",
    joining: Sequence[Player] = (),
) -> Support:
    """The fighters and infantry that the Hive receives in an active system, once all ships have moved.

    A player who is ``active`` or ``joining`` counts as having units there, whether or not the board shows them yet.
    With no card left to draw nothing comes. Rules: 3.1.depleted, 21.units.condition, 21.units.per-capacity-ship,
    21.units.icons, 21.units.aggression, 33.coexist.counter.
    """
    ships = survey.capacity_ships([position]) if cards else 0
    coming: set[Seat] = {active, *joining}
    present = {*survey.players_with_units(position), *coming}
    angry = sum(
        counters(game, seat) if seat in coming else counters_in(game, survey, seat, position)
        for seat in PLAYERS
        if seat in present
    )
    icons = icons_that_count(cards)
    number = ships * game.level.units_per_capacity_ship + max(icons, angry) if ships else 0
    if not number:
        return Support(0, 0, _nothing_comes(bool(cards)))
    both = listed([units(game, number, "fighter"), units(game, number, "infantry")])
    text = say("Put {units} into space.", units=both)
    besides = (
        say("{number} more for counters", number=angry)
        if angry > icons
        else say("{number} more for icons", number=icons)
    )
    note = say(
        "{capacity_ships}, {units_per_capacity_ship} each, and {besides}",
        capacity_ships=count(ships, "capacity ship"),
        units_per_capacity_ship=game.level.units_per_capacity_ship,
        besides=besides,
    )
    return Support(number, number, (Item(text, note, "21.units.placement", sign="fighter"),))


def _nothing_comes(drawn: bool) -> tuple[Item, ...]:
    """Why no support comes. Rules: 21.units.condition, 3.1.depleted."""
    text = say("No fighters and no infantry come.")
    if drawn:
        return (Item(text, say("no capacity ship is there"), "21.units.condition", aside=True),)
    return (Item(text, say("no Hive Mind card is left"), "3.1.depleted", aside=True),)


def support_missing(
    game: Game, survey: Survey, position: str, cards: Sequence[Card], active: Player
) -> Procedure[None]:
    """Where a player has activated a system and no support comes, tell why. Rules: 21.units.condition, 3.1.depleted."""
    found = unit_support(game, survey, position, cards, active)
    if not found.fighters:
        for item in found.items:
            yield Tell(item.text, item.rule, why=Why(sentence(item.note)))


def place_support(game: Game, position: str, support: Support) -> None:
    """Put the support into the space area of the active system. Rule: 21.units.placement."""
    for unit, number in (("fighter", support.fighters), ("infantry", support.infantry)):
        if number:
            pieces.put(game, "hive", unit, number, position)


def bring_support(fight: Fight, told: Support | None = None) -> None:
    """Put what comes to the active system there, as far as it has not come yet, and have the table told.

    Whoever takes part in the battle counts, so more can come once the table has said who does. ``told``: the support
    that the table has put there already. Rules: 21.units.placement, 21.units.aggression.
    """
    game, position = fight.game, fight.position
    in_it = [seat for seat in PLAYERS if seat in fight.players]
    whole = unit_support(game, fight.survey, position, fight.cards, fight.active, in_it)
    more = whole.fighters - fight.supported
    if more <= 0:
        return
    support = whole if not fight.supported else _besides(game, more, whole)
    fight.supported += more
    place_support(game, position, support)
    if support != told:
        fight.tell(*support.items)


def _besides(game: Game, more: int, whole: Support) -> Support:
    text = say(
        "Also put {list} into space.", list=listed([units(game, more, "fighter"), units(game, more, "infantry")])
    )
    return Support(
        more,
        more,
        (Item(text, say("in all: {note}", note=whole.items[0].note), "21.units.aggression", sign="fighter"),),
    )
