"""The exploration cards, and how the Hive resolves them."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from hive.catalog.tables.base import Box, Fragment, Frozen, Name
from hive.catalog.tables.galaxy import Trait

TRAITS: tuple[Trait, ...] = get_args(Trait)

ExplorationDeck = Literal["cultural", "hazardous", "industrial", "frontier"]
ExplorationKind = Literal[
    "relic_fragment",
    "attachment_resources_influence",
    "attachment_tech_specialty",
    "gamma_wormhole",
    "mirage",
    "ion_storm",
    "other",
]

# What a card of a kind has to name.
_NAMES: dict[ExplorationKind, str] = {
    "relic_fragment": "fragment",
    "attachment_resources_influence": "attachment",
    "attachment_tech_specialty": "attachment",
    "gamma_wormhole": "token",
    "mirage": "token",
}


class ExplorationCard(Frozen):
    """An exploration card: its deck, how many of it there are, how the Hive resolves it, and what it brings.

    ``attachment`` and ``token`` are keys of decks/tiles.yaml.
    """

    name: Name
    deck: ExplorationDeck
    count: Annotated[int, Field(ge=1, le=20)]
    box: Box
    kind: ExplorationKind
    fragment: Fragment | None = None
    attachment: Name | None = None
    token: Name | None = None

    @model_validator(mode="after")
    def _names_what_it_brings(self) -> ExplorationCard:
        needed = _NAMES.get(self.kind)
        for name in ("fragment", "attachment", "token"):
            if name == needed and getattr(self, name) is None:
                raise ValueError(f"a card of the kind '{self.kind}' needs '{name}'")
            if name != needed and getattr(self, name) is not None:
                raise ValueError(f"a card of the kind '{self.kind}' has no '{name}'")
        return self


class Exploration(Frozen):
    """decks/exploration.yaml: the exploration cards."""

    table: Literal["exploration"]
    cards: list[ExplorationCard]

    def of(self, deck: ExplorationDeck, boxes: list[Box]) -> list[ExplorationCard]:
        """The cards of a deck that belong to some boxes."""
        return [card for card in self.cards if card.deck == deck and card.box in boxes]
