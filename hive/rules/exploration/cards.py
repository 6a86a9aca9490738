"""The exploration cards that can be drawn for a site, and what each brings in a few words. Rules: page 23."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import ExplorationCard, ExplorationDeck
from hive.catalog.tables.galaxy import Worth
from hive.model.game import Game
from hive.naming import items, system_label, units
from hive.rules.area.planets import worth_of
from hive.words import count, listed

OTHER = "other"


@dataclass(frozen=True)
class Site:
    """What the Hive explores: the deck of its card, its name, and where it counts (:func:`worth_of`).

    ``position`` and ``planet`` say where it lies on a tracked galaxy; a frontier token lies on no planet.
    """

    deck: ExplorationDeck
    name: str
    worth: str
    position: str = ""
    planet: str = ""

    @property
    def systems(self) -> tuple[str, ...]:
        """The position of its system, where one is tracked."""
        return (self.position,) if self.position else ()


def active_system(game: Game, site: Site) -> str:
    """How the table finds the system of a site."""
    return system_label(game, site.position) if site.position else "the active system"


def card_choices(game: Game, site: Site) -> dict[str, ExplorationCard]:
    """The cards that can be drawn for a site, by the value of their answer; all that are resolved alike as one.

    What there is only once, and lies on the board already, is left out; so is the ion storm, whose card lies in the
    common area from the set-up on.
    """
    cards = [card for card in game.tables.exploration.of(site.deck, game.settings.boxes) if not _gone(game, card)]
    named = {card.name: card for card in cards if card.kind != "other"}
    others = [card for card in cards if card.kind == "other"]
    return named | ({OTHER: others[0]} if others else {})


def _gone(game: Game, card: ExplorationCard) -> bool:
    systems = game.galaxy.systems.values() if game.galaxy is not None else ()
    if card.kind == "mirage":
        return any(placed.key == card.token for system in systems for placed in system.tokens)
    attached = (key for system in systems for planet in system.planets.values() for key in planet.attachments)
    return card.kind == "ion_storm" or (card.attachment is not None and card.attachment in attached)


def note_of(game: Game, site: Site, card: ExplorationCard) -> str:
    """What a card brings, in a few words: a note beside its answer."""
    if card.fragment is not None:
        return f"the Hive has {game.hive.fragments.get(card.fragment, 0)}"
    if card.attachment is not None:
        attachment = game.tables.tiles.attachments_by_key[card.attachment]
        return adds(attachment) or f"{attachment.specialty} technology specialty"
    return _note_of_others(game, site) if card.kind == "other" else ""


def _note_of_others(game: Game, site: Site) -> str:
    figures = game.tables.figures
    if site.deck == "cultural":
        return f"{yields_of(game, site)} to the stockpile"
    if site.deck == "frontier":
        return count(figures.frontier_commodities.value, "commodity", "commodities")
    if site.deck == "hazardous":
        return f"{units(game, figures.hazardous_infantry.value, 'infantry')} more"
    return count(figures.industrial_action_cards.value, "action card")


def yields_of(game: Game, site: Site) -> str:
    """What a planet replenishes, in words."""
    worth = worth_of(game, site.worth)
    return listed([items(worth, "resources"), items(worth, "influence")])


def adds(worth: Worth) -> str:
    """What an attachment adds to its planet, in words; empty if it adds neither resources nor influence."""
    resources, influence = items(worth.resources, "resources"), items(worth.influence, "influence")
    return listed([f"+{words}" for words in (resources, influence) if not words.startswith("0 ")])
