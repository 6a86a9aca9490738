"""How the Hive resolves each kind of exploration card. Rules: page 23, P. 13, 5.5, 28.5."""

from __future__ import annotations

from collections.abc import Callable

from hive.catalog.tables import ExplorationCard, ExplorationDeck, ExplorationKind
from hive.catalog.tables.galaxy import Attachment, Worth
from hive.model.game import Game
from hive.naming import items, units
from hive.rules.abilities.outcome import without_questions
from hive.rules.abilities.technology import gain_technology
from hive.rules.abilities.trade import gain_commodities
from hive.rules.area.funds import gain_trade_goods
from hive.rules.area.planets import worth_of
from hive.rules.board.sides import board_of
from hive.rules.exploration.cards import adds, has_specialty, yields_of
from hive.rules.exploration.relics import gain_fragment
from hive.rules.exploration.sites import Site, active_system
from hive.rules.moments.calling import happen
from hive.rules.moments.kinds import PlanetGained
from hive.steps import Item, Procedure
from hive.words import Name, count, say


def resolve(game: Game, site: Site, card: ExplorationCard) -> Procedure[list[Item]]:
    """Resolve a card; return all that hands have to do. A frontier token that is explored leaves the board.

    Rules: 23.card.gamma-wormhole, 23.card.mirage, 23.card.resource-influence, 23.card.technology-specialty,
    23.other.discard.
    """
    lines = []
    if site.deck == "frontier":
        text = say("Take the frontier token out of {active_system}.", active_system=active_system(game, site))
        lines.append(Item(text, rule="1.scope.unchanged-rules"))
        board_of(game).take_frontier(site.position)
    return lines + (yield from _BY_KIND[card.kind](game, site, card))


# --- what is kept or laid on the board


@without_questions
def _fragment(game: Game, _: Site, card: ExplorationCard) -> list[Item]:
    """Rule: 23.fragment.keep."""
    return gain_fragment(game, card.fragment) if card.fragment is not None else []


@without_questions
def _gamma_wormhole(game: Game, site: Site, card: ExplorationCard) -> list[Item]:
    """Rule: 23.card.gamma-wormhole."""
    board_of(game).lay_token(site.position, str(card.token))
    rule = "23.card.gamma-wormhole"
    return [
        Item(
            say("Put a gamma wormhole token into {active_system}.", active_system=active_system(game, site)), rule=rule
        ),
        _purge(card, rule),
    ]


@without_questions
def _mirage(game: Game, site: Site, card: ExplorationCard) -> list[Item]:
    """The Hive gains a planet by it. Rule: 23.card.mirage."""
    rule, where = "23.card.mirage", active_system(game, site)
    board = board_of(game)
    board.lay_token(site.position, str(card.token))
    board.give((site.position, card.name), "hive")
    return [
        Item(say("Put the planet {card} into {where}.", card=Name(card.name), where=where), rule=rule),
        Item(say("Put a Hive control token on {card}.", card=Name(card.name)), rule=rule),
        *happen(game, PlanetGained("hive")),
        _purge(card, rule),
    ]


@without_questions
def _resource_influence(game: Game, site: Site, card: ExplorationCard) -> list[Item]:
    """Rule: 23.card.resource-influence."""
    return _for_a_trade_good(game, site, card, _attached(game, site, card), "23.card.resource-influence")


def _tech_specialty(game: Game, site: Site, card: ExplorationCard) -> Procedure[list[Item]]:
    """Rules: 23.card.technology-specialty, 23.card.technology-specialty-present."""
    present = yield from has_specialty(game, site)
    attachment = _attached(game, site, card)
    if present:
        other_side = attachment.instead or Worth()
        return _for_a_trade_good(game, site, card, other_side, "23.card.technology-specialty-present")
    rule = "23.card.technology-specialty"
    gained = yield from gain_technology(game, attachment.specialty, rule)
    token = Item(
        say("Attach {card} to {site}.", card=Name(card.name), site=Name(site.name)),
        say("with its {colour} side up", colour=Name(attachment.specialty or "")),
        rule,
    )
    return [token, *gained.items, _common_area(card, rule)]


def _attached(game: Game, site: Site, card: ExplorationCard) -> Attachment:
    """Attach what a card shows, and return it."""
    key = str(card.attachment)
    board_of(game).attach((site.position, site.planet), key)
    return game.tables.tiles.attachments_by_key[key]


def _for_a_trade_good(game: Game, site: Site, card: ExplorationCard, worth: Worth, rule: str) -> list[Item]:
    """The Hive gains a trade good for an attachment that brings no technology."""
    goods = game.tables.figures.attachment_trade_goods.value
    gain_trade_goods(game, goods)
    return [
        Item(
            say("Attach {card} to {site}.", card=Name(card.name), site=Name(site.name)),
            say("the side with {adds}", adds=adds(worth)),
            rule,
        ),
        Item(
            say("[The Hive] gains {items}.", items=items(goods, "trade_goods")),
            say("now {trade_goods}", trade_goods=game.hive.trade_goods),
            rule,
        ),
        _common_area(card, rule),
    ]


def _purge(card: ExplorationCard, rule: str) -> Item:
    return Item(say("Purge the card {card}.", card=Name(card.name)), rule=rule)


def _common_area(card: ExplorationCard, rule: str) -> Item:
    return Item(say("Lay the card {card} into the common area.", card=Name(card.name)), rule=rule)


# --- any other card


def _other(game: Game, site: Site, _: ExplorationCard) -> Procedure[list[Item]]:
    """Any other card, by its deck; then it is discarded. Rule: 23.other.discard."""
    lines = yield from _OTHERS[site.deck](game, site)
    return [*lines, Item(say("Discard the card."), rule="23.other.discard")]


@without_questions
def _cultural(game: Game, site: Site) -> list[Item]:
    """What the planet replenishes goes to the stockpile. Rules: 23.other.cultural, 4.1.yield-standard."""
    worth, stockpile = worth_of(game, site.worth), game.hive.stockpile
    stockpile.resources += worth
    stockpile.influence += worth
    note = say(
        "{site} is readied; now {resources} and {influence}",
        site=Name(site.name),
        resources=stockpile.resources,
        influence=stockpile.influence,
    )
    return [
        Item(say("Put {yields} into [the Hive]'s stockpile.", yields=yields_of(game, site)), note, "23.other.cultural")
    ]


def _frontier(game: Game, _: Site) -> Procedure[list[Item]]:
    """Rules: 23.other.frontier, 5.5.no-limits, 12.trade.conversion."""
    return (yield from gain_commodities(game, game.tables.figures.frontier_commodities.value, "23.other.frontier"))


@without_questions
def _hazardous(game: Game, site: Site) -> list[Item]:
    """Rules: 23.other.hazardous, 21.cleanup.infantry."""
    number = game.tables.figures.hazardous_infantry.value
    board_of(game).put_infantry("hive", number, (site.position, site.planet))
    return [
        Item(
            say("Place {units} more on {site}.", units=units(game, number, "infantry"), site=Name(site.name)),
            rule="23.other.hazardous",
        )
    ]


@without_questions
def _industrial(game: Game, _: Site) -> list[Item]:
    """Rules: 23.other.industrial, 5.5.no-limits."""
    number = game.tables.figures.industrial_action_cards.value
    game.hive.action_cards += number
    text = say("Draw {action_cards} face down for [the Hive].", action_cards=count(number, "action card"))
    return [Item(text, say("now {action_cards}", action_cards=game.hive.action_cards), "23.other.industrial")]


_OTHERS: dict[ExplorationDeck, Callable[[Game, Site], Procedure[list[Item]]]] = {
    "cultural": _cultural,
    "frontier": _frontier,
    "hazardous": _hazardous,
    "industrial": _industrial,
}
_BY_KIND: dict[ExplorationKind, Callable[[Game, Site, ExplorationCard], Procedure[list[Item]]]] = {
    "relic_fragment": _fragment,
    "gamma_wormhole": _gamma_wormhole,
    "mirage": _mirage,
    "attachment_resources_influence": _resource_influence,
    "attachment_tech_specialty": _tech_specialty,
    "other": _other,
}
