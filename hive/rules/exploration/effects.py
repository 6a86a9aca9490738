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
from hive.rules.area.planets import worth_of
from hive.rules.exploration.board import board_of
from hive.rules.exploration.cards import adds, yields_of
from hive.rules.exploration.relics import gain_fragment
from hive.rules.exploration.sites import Site, active_system
from hive.steps import Item, Procedure
from hive.words import count


def resolve(game: Game, site: Site, card: ExplorationCard) -> Procedure[list[Item]]:
    """Resolve a card; return all that hands have to do. A frontier token that is explored leaves the board.

    Rules: 23.card.gamma-wormhole, 23.card.mirage, 23.card.resource-influence, 23.card.technology-specialty,
    23.other.discard.
    """
    lines = []
    if site.deck == "frontier":
        text = f"Take the frontier token out of {active_system(game, site)}."
        lines.append(Item(text, rule="1.scope.unchanged-rules"))
        board_of(game).take_frontier(site)
    return lines + (yield from _BY_KIND[card.kind](game, site, card))


# --- what is kept or laid on the board


@without_questions
def _fragment(game: Game, _: Site, card: ExplorationCard) -> list[Item]:
    """Rule: 23.fragment.keep."""
    return gain_fragment(game, card.fragment) if card.fragment is not None else []


@without_questions
def _gamma_wormhole(game: Game, site: Site, card: ExplorationCard) -> list[Item]:
    """Rule: 23.card.gamma-wormhole."""
    board_of(game).lay_token(site, str(card.token))
    rule = "23.card.gamma-wormhole"
    return [Item(f"Put a gamma wormhole token into {active_system(game, site)}.", rule=rule), _purge(card, rule)]


@without_questions
def _mirage(game: Game, site: Site, card: ExplorationCard) -> list[Item]:
    """Rule: 23.card.mirage."""
    rule, where = "23.card.mirage", active_system(game, site)
    board_of(game).lay_planet(site, card)
    return [
        Item(f"Put the planet {card.name} into {where}.", rule=rule),
        Item(f"Put a Hive control token on {card.name}.", rule=rule),
        _purge(card, rule),
    ]


@without_questions
def _resource_influence(game: Game, site: Site, card: ExplorationCard) -> list[Item]:
    """Rule: 23.card.resource-influence."""
    return _for_a_trade_good(game, site, card, _attached(game, site, card), "23.card.resource-influence")


def _tech_specialty(game: Game, site: Site, card: ExplorationCard) -> Procedure[list[Item]]:
    """Rules: 23.card.technology-specialty, 23.card.technology-specialty-present."""
    present = yield from board_of(game).has_specialty(site)
    attachment = _attached(game, site, card)
    if present:
        other_side = attachment.instead or Worth()
        return _for_a_trade_good(game, site, card, other_side, "23.card.technology-specialty-present")
    rule = "23.card.technology-specialty"
    gained = yield from gain_technology(game, attachment.specialty, rule)
    token = Item(f"Attach {card.name} to {site.name}.", f"with its {attachment.specialty} side up", rule)
    return [token, *gained, _common_area(card, rule)]


def _attached(game: Game, site: Site, card: ExplorationCard) -> Attachment:
    """Attach what a card shows, and return it."""
    key = str(card.attachment)
    board_of(game).attach(site, key)
    return game.tables.tiles.attachments_by_key[key]


def _for_a_trade_good(game: Game, site: Site, card: ExplorationCard, worth: Worth, rule: str) -> list[Item]:
    """The Hive gains a trade good for an attachment that brings no technology."""
    goods = game.tables.figures.attachment_trade_goods.value
    game.hive.trade_goods += goods
    return [
        Item(f"Attach {card.name} to {site.name}.", f"the side with {adds(worth)}", rule),
        Item(f"The Hive gains {items(goods, 'trade_goods')}.", f"now {game.hive.trade_goods}", rule),
        _common_area(card, rule),
    ]


def _purge(card: ExplorationCard, rule: str) -> Item:
    return Item(f"Purge the card {card.name}.", rule=rule)


def _common_area(card: ExplorationCard, rule: str) -> Item:
    return Item(f"Lay the card {card.name} into the common area.", rule=rule)


# --- any other card


def _other(game: Game, site: Site, _: ExplorationCard) -> Procedure[list[Item]]:
    """Any other card, by its deck; then it is discarded. Rule: 23.other.discard."""
    lines = yield from _OTHERS[site.deck](game, site)
    return [*lines, Item("Discard the card.", rule="23.other.discard")]


@without_questions
def _cultural(game: Game, site: Site) -> list[Item]:
    """What the planet replenishes goes to the stockpile. Rules: 23.other.cultural, 4.1.yield-standard."""
    worth, stockpile = worth_of(game, site.worth), game.hive.stockpile
    stockpile.resources += worth
    stockpile.influence += worth
    note = f"{site.name} is readied; now {stockpile.resources} and {stockpile.influence}"
    return [Item(f"Put {yields_of(game, site)} into the Hive's stockpile.", note, "23.other.cultural")]


def _frontier(game: Game, _: Site) -> Procedure[list[Item]]:
    """Rules: 23.other.frontier, 5.5.no-limits, 12.trade.conversion."""
    return (yield from gain_commodities(game, game.tables.figures.frontier_commodities.value, "23.other.frontier"))


@without_questions
def _hazardous(game: Game, site: Site) -> list[Item]:
    """Rules: 23.other.hazardous, 21.cleanup.infantry."""
    number = game.tables.figures.hazardous_infantry.value
    board_of(game).put_infantry(site, number)
    return [Item(f"Place {units(game, number, 'infantry')} more on {site.name}.", rule="23.other.hazardous")]


@without_questions
def _industrial(game: Game, _: Site) -> list[Item]:
    """Rules: 23.other.industrial, 5.5.no-limits."""
    number = game.tables.figures.industrial_action_cards.value
    game.hive.action_cards += number
    text = f"Draw {count(number, 'action card')} face down for the Hive."
    return [Item(text, f"now {game.hive.action_cards}", "23.other.industrial")]


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
