"""What a planet is worth with all that is attached to it."""

from __future__ import annotations

from collections.abc import Sequence

from hive.catalog.tables import Planet, Tiles


def with_attachments(planet: Planet, attached: Sequence[str], tiles: Tiles) -> Planet:
    """The planet with its attachments, by their keys in the order in which they came.

    A planet never gets a second technology specialty from an attachment; it gets what stands on the other side.
    Raises KeyError for an attachment that decks/tiles.yaml does not have.
    Rules: 5.2.block.highest-influence, 5.2.block.highest-resources.
    """
    for key in attached:
        attachment = tiles.attachments_by_key[key]
        other_side = attachment.instead if planet.specialties else None
        worth = other_side or attachment
        gained = [attachment.specialty] if attachment.specialty is not None and other_side is None else []
        changes = {
            "resources": planet.resources + worth.resources,
            "influence": planet.influence + worth.influence,
            "traits": [*planet.traits, *(trait for trait in attachment.traits if trait not in planet.traits)],
            "specialties": [*planet.specialties, *gained],
            "legendary": planet.legendary or attachment.legendary,
        }
        planet = planet.model_copy(update=changes)
    return planet
