"""The words that tables share, and what all their models have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from hive.words import Words, say

Seat = Literal["hive", "p1", "p2"]
# Whose units there can be: all who sit at the table, and neutral units, which are nobody's.
Owner = Literal["hive", "p1", "p2", "neutral"]
# Against whom the Hive fights.
Foe = Literal["p1", "p2", "neutral"]
Box = Literal["base", "pok", "codex", "te"]
BOX_WORDS: dict[Box, Words] = {
    "base": say("the base game"),
    "pok": say("Prophecy of Kings"),
    "codex": say("the codices"),
    "te": say("Thunder's Edge"),
}
Colour = Literal["blue", "green", "red", "yellow"]
ActionSymbol = Literal["blue_arrow", "yellow_arrow", "red_star", "green_compass"]
SpawningSystem = Literal["main", "aux1", "aux2", "home_p1", "home_p2", "mecatol_rex"]
Ship = Literal["fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war_sun"]
Unit = Literal[
    "fighter",
    "pink_fighter",
    "destroyer",
    "cruiser",
    "carrier",
    "dreadnought",
    "flagship",
    "war_sun",
    "infantry",
    "mech",
    "pds",
    "space_dock",
]
StrategyCardKey = Literal[
    "leadership", "diplomacy", "politics", "construction", "trade", "warfare", "technology", "imperial"
]
ItemType = Literal["resources", "influence", "trade_goods", "command_tokens"]
Category = Literal["ship", "ground_force", "structure"]
Note = Literal["alliance", "faction", "support_for_the_throne", "political_secret", "trade_agreement", "ceasefire"]
Level = Literal["easy", "standard", "expert"]
# The pages of the rulebook that a table may leave out, each by itself (32.complexity.optional-pages).
AdvancedPage = Literal["stratagems", "exploration", "countermeasures", "special_transactions", "arms_transactions"]
ADVANCED_PAGES: tuple[AdvancedPage, ...] = get_args(AdvancedPage)
Fragment = Literal["cultural", "hazardous", "industrial", "unknown"]

Count = Annotated[int, Field(ge=0, le=1000)]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Key = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,60}$")]
Text = Annotated[str, Field(min_length=1, max_length=2000)]
ReadingId = Annotated[str, Field(pattern=r"^(Q[0-9]{2,3}|M[1-9][0-9]?)$")]
RuleId = Annotated[str, Field(pattern=r"^[0-9a-z][0-9a-z.-]{1,79}$")]


class Frozen(BaseModel):
    """The common base: frozen, strict, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Table(Frozen):
    """A file of decks/, which says which ``table`` it is."""

    table: str


def check_braces(text: str, known: Iterable[str]) -> str:
    """A text with words in braces that stand for others. Raises ValueError if one is unknown, or a brace alone."""
    for word in re.findall(r"\{([^{}]*)\}", text):
        if word not in known:
            raise ValueError(f"nothing is called '{{{word}}}'. Choose one of: {', '.join(known)}")
    if re.search(r"[{}]", re.sub(r"\{[a-z_]+\}", "", text)):
        raise ValueError("a brace has no partner")
    return text
