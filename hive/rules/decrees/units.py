"""Agendas that take units of the Hive off the board, or put some on it. Rules: page 29, 5.4.negative-effects."""

from __future__ import annotations

from hive import keys
from hive.model.game import Game
from hive.naming import by_now, items
from hive.rules.abilities.technology import basic_technologies
from hive.rules.agenda.outcomes import AGAINST, FOR
from hive.rules.area.funds import gain_trade_goods
from hive.rules.deck.hive_mind import discard_used
from hive.rules.decrees.board import board_of
from hive.rules.decrees.tokens import told
from hive.rules.moments.calling import Handler, at
from hive.rules.moments.kinds import AgendaResolved
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked
from hive.words import say

_RULE = "1.scope.unchanged-rules"


@at(AgendaResolved, agenda="Enforced Travel Ban", outcome=AGAINST)
def pds_near_wormholes(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each PDS in or next to a system with a wormhole is destroyed."""
    yield from told(resolved, (yield from board_of(game).lose_all(["pds"], "near_wormholes")))


@at(AgendaResolved, agenda="Homeland Defense Act", outcome=AGAINST)
def pds_of_each_side(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each side destroys PDS of its own."""
    number = game.tables.laws.amount(resolved.agenda, "pds")
    lines = yield from board_of(game).give_up(["pds"], number)
    yield from told(resolved, [*lines, *(yield from board_of(game).players_give_up(["pds"], number))])


@at(AgendaResolved, agenda="Arms Reduction", outcome=FOR)
def fleets_reduced(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each side keeps so many dreadnoughts and cruisers, and destroys the others."""
    lines: list[Item] = []
    for key in ("dreadnought", "cruiser"):
        kept = game.tables.laws.amount(resolved.agenda, key)
        too_many = game.hive.units.get(key, 0) - kept
        if too_many > 0:
            lines += yield from board_of(game).give_up([key], too_many)
        lines += yield from board_of(game).players_keep(key, kept)
    yield from told(resolved, lines)


@at(AgendaResolved, agenda="Swords to Plowshares", outcome=FOR)
def infantry_halved(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each side destroys half of its infantry on each planet, rounded up, and gains trade goods for it."""
    lines, gone = yield from board_of(game).halve_infantry()
    yield from told(resolved, [*lines, *_goods(game, resolved, gone)])


@at(AgendaResolved, agenda="Swords to Plowshares", outcome=AGAINST)
def infantry_everywhere(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each side places infantry on each of its planets."""
    number = game.tables.laws.amount(resolved.agenda, "infantry")
    yield from told(resolved, (yield from board_of(game).add_infantry(number)))


@at(AgendaResolved, agenda="Rearmament Agreement", outcome=FOR)
def mech_at_home(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each side places a mech in its home system."""
    yield from told(resolved, (yield from board_of(game).mech_at_home()))


@at(AgendaResolved, agenda="Rearmament Agreement", outcome=AGAINST)
def mechs_replaced(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each mech is replaced by infantry."""
    number = game.tables.laws.amount(resolved.agenda, "infantry")
    yield from told(resolved, (yield from board_of(game).replace_mechs(number)))


@at(AgendaResolved, agenda="Wormhole Research", outcome=FOR)
def ships_at_wormholes(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """A side with a ship at a wormhole researches; then all ships at alpha and beta wormholes are destroyed."""
    lines: list[Item] = []
    if (yield from board_of(game).ship_at_a_wormhole()):
        lines += yield from _researched(game, resolved)
    ships = [unit.key for unit in game.tables.units.units if unit.category == "ship"]
    lines += yield from board_of(game).lose_all(ships, "alpha_or_beta")
    yield from told(resolved, lines)


def _researched(game: Game, resolved: AgendaResolved) -> Procedure[list[Item]]:
    """The Hive researches as many basic technologies as it may: that helps it most. Rule: 1.scope.most-helpful."""
    keep = list(game.deck.in_use)
    number = game.tables.laws.amount(resolved.agenda, "technologies")
    gained = yield from basic_technologies(game, number, "13.technology.primary")
    discard_used(game, keep)
    return list(gained.items)


@at(AgendaResolved, agenda="Compensated Disarmament")
def disarmed(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """All ground forces on the elected planet are destroyed; its owner gains trade goods for them."""
    forces = [unit.key for unit in game.tables.units.units if unit.category == "ground_force"]
    lines, gone = yield from board_of(game).lose_on(resolved.outcome, forces)
    yield from told(resolved, [*lines, *_goods(game, resolved, gone)])


@at(AgendaResolved, agenda="Colonial Redistribution")
def redistributed(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """All units on the elected planet are destroyed, and a side with fewest victory points lands there."""
    yield from board_of(game).redistribute(resolved.outcome, game.tables.laws.amount(resolved.agenda, "infantry"))


@at(AgendaResolved, agenda="Ixthian Artifact", outcome=FOR)
def artifact(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """A die decides between technologies and losses around Mecatol Rex."""
    answer = yield from asked(
        Ask(
            key=keys.DECREE_DIE,
            text=say("The Speaker rolls a die for the Ixthian Artifact: what does it show?"),
            choices=(Choice("high", say("6 or more")), Choice("low", say("5 or less"))),
            rule=_RULE,
            shown=Shown(expects=False),
        )
    )
    if answer == "high":
        yield from told(resolved, (yield from _researched(game, resolved)))
    else:
        number = game.tables.laws.amount(resolved.agenda, "units")
        yield from told(resolved, (yield from board_of(game).losses_around_mecatol_rex(number)))


def _goods(game: Game, resolved: AgendaResolved, units: int) -> list[Item]:
    """Trade goods for each unit that the Hive has lost."""
    goods = units * game.tables.laws.amount(resolved.agenda, "trade_goods")
    gain_trade_goods(game, goods)
    text = say("[The Hive] gains {goods}.", goods=items(goods, "trade_goods"))
    return [Item(text, by_now(game.hive.trade_goods), _RULE)] if goods else []


HANDLERS: tuple[Handler, ...] = (
    pds_near_wormholes,
    pds_of_each_side,
    fleets_reduced,
    infantry_halved,
    infantry_everywhere,
    mech_at_home,
    mechs_replaced,
    ships_at_wormholes,
    disarmed,
    redistributed,
    artifact,
)
