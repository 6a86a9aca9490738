"""The exploration cards that can be drawn for a site, and what each brings in a few words. Rules: page 23."""

from __future__ import annotations

from hive.catalog.tables import ExplorationCard
from hive.catalog.tables.galaxy import Worth
from hive.model.game import Game
from hive.naming import items, units
from hive.rules.area.planets import worth_of
from hive.rules.exploration.board import board_of
from hive.rules.exploration.sites import Site
from hive.words import Name, Words, count, listed, say

OTHER = "other"


def card_choices(game: Game, site: Site) -> dict[str, ExplorationCard]:
    """The cards that can be drawn for a site, by the value of their answer; all that are resolved alike as one.

    What there is only once, and lies on the board already, is left out; so is the ion storm, whose card lies in the
    common area from the set-up on.
    """
    board = board_of(game)
    of_the_deck = game.tables.exploration.of(site.deck, game.settings.boxes)
    cards = [card for card in of_the_deck if card.kind != "ion_storm" and not board.lies_there(card)]
    named = {card.name: card for card in cards if card.kind != "other"}
    others = [card for card in cards if card.kind == "other"]
    return named | ({OTHER: others[0]} if others else {})


def note_of(game: Game, site: Site, card: ExplorationCard) -> Words:
    """What a card brings, in a few words: a note beside its answer."""
    if card.fragment is not None:
        return say("[the Hive] has {number}", number=game.hive.fragments.get(card.fragment, 0))
    if card.attachment is not None:
        attachment = game.tables.tiles.attachments_by_key[card.attachment]
        return adds(attachment) or say("{colour} technology specialty", colour=Name(attachment.specialty or ""))
    return _note_of_others(game, site) if card.kind == "other" else ""


def _note_of_others(game: Game, site: Site) -> Words:
    figures = game.tables.figures
    if site.deck == "cultural":
        return say("{yields} to the stockpile", yields=yields_of(game, site))
    if site.deck == "frontier":
        return count(figures.frontier_commodities.value, "commodity", "commodities")
    if site.deck == "hazardous":
        return say("{units} more", units=units(game, figures.hazardous_infantry.value, "infantry"))
    return count(figures.industrial_action_cards.value, "action card")


def yields_of(game: Game, site: Site) -> Words:
    """What a planet replenishes, in words."""
    worth = worth_of(game, site.worth)
    return listed([items(worth, "resources"), items(worth, "influence")])


def adds(worth: Worth) -> Words:
    """What an attachment adds to its planet, in words; empty if it adds neither resources nor influence."""
    resources, influence = items(worth.resources, "resources"), items(worth.influence, "influence")
    adds = [say("+{amount}", amount=amount) for amount in (resources, influence) if amount.number]
    return listed(adds) if adds else ""
