"""The exploration cards that can be drawn for a site, and what each brings in a few words. Rules: page 23."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import ExplorationCard
from hive.catalog.tables.galaxy import Worth
from hive.model.game import Game
from hive.naming import items, units
from hive.rules.area.planets import worth_of
from hive.rules.board.sides import Tracked, board_of
from hive.rules.exploration.sites import Site
from hive.rules.objectives.public import YES_NO
from hive.steps import Ask, Procedure, Shown, asked
from hive.words import Name, Words, count, listed, say

OTHER = "other"


def card_choices(game: Game, site: Site) -> dict[str, ExplorationCard]:
    """The cards that can be drawn for a site, by the value of their answer; all that are resolved alike as one.

    What there is only once, and lies on the board already, is left out; so is the ion storm, whose card lies in the
    common area from the set-up on.
    """
    lying = board_of(game).lying()
    of_the_deck = game.tables.exploration.of(site.deck, game.settings.boxes)
    cards = [card for card in of_the_deck if card.kind != "ion_storm" and _laid_down(card) not in lying]
    named = {card.name: card for card in cards if card.kind != "other"}
    others = [card for card in cards if card.kind == "other"]
    return named | ({OTHER: others[0]} if others else {})


def _laid_down(card: ExplorationCard) -> str | None:
    """The key of what a card puts on the board, and what there is only once."""
    return card.token if card.kind == "mirage" else card.attachment


def has_specialty(game: Game, site: Site) -> Procedure[bool]:
    """Whether a planet has a technology specialty. Rule: 23.card.technology-specialty-present."""
    board = board_of(game)
    if isinstance(board, Tracked):
        return bool(board.survey.planet(site.position, site.planet).specialties)
    answer = yield from asked(
        Ask(
            key=keys.SPECIALTY_PRESENT,
            text=say("Does the planet have a technology specialty already?"),
            choices=YES_NO,
            rule="23.card.technology-specialty-present",
            shown=Shown(say("Exploration"), expects=False),
        )
    )
    return bool(answer == "yes")


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
