"""The shapes of the words of an entry, as :mod:`hive.engine.narration` writes them.

The app's own entries have them; an import from outside is checked against them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from hive.catalog.tables import CARD_FIELDS, Card, CardField, RuleId
from hive.reasons import CellHow
from hive.words import heard


def _readable(value: list[object]) -> list[object]:
    heard(value)
    return value


Word = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=2000)] | Annotated[list[object], AfterValidator(_readable)]
"""Words as the log keeps them: plain text, or what :func:`hive.words.heard` reads."""
Rule = RuleId | Literal[""]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class RowWords(_Strict):
    """A row of a decision."""

    label: Text
    result: Text
    rule: Rule
    decided: bool


class CellWords(_Strict):
    """How a candidate came through a block."""

    words: Text
    how: CellHow


class WeighedWords(_Strict):
    """A block with its candidates."""

    label: Text
    rule: Rule
    left: int
    cells: Annotated[list[CellWords | None], Field(max_length=20)]


class ComparedWords(_Strict):
    """The candidates of a decision beside one another."""

    columns: Annotated[list[Text], Field(max_length=20)]
    rows: Annotated[list[WeighedWords], Field(max_length=50)]
    others: int


class WhyWords(_Strict):
    """The reason for a step."""

    line: Text
    rows: Annotated[list[RowWords], Field(max_length=200)]
    compared: ComparedWords | None = None


class ItemWords(_Strict):
    """A line of what hands had to do."""

    text: Text
    note: Text
    rule: Rule


class _StepWords(_Strict):
    text: Text
    rule: Rule
    key: Word


class DrawWords(_StepWords):
    """A card that was drawn."""

    kind: Literal["draw"]
    purpose: Word
    fields: Annotated[list[CardField], Field(max_length=len(CARD_FIELDS))]
    card: Card | None

    @model_validator(mode="after")
    def _tells_what_was_drawn_for(self) -> DrawWords:
        if self.card is not None and not {*self.fields} <= self.card.model_fields_set:
            raise ValueError("a card tells the fields that it was drawn for")
        return self


class ToldWords(_StepWords):
    """A question with its answer, or what the table was told."""

    kind: Literal["ask", "tell"]
    answer: Text
    why: WhyWords | None
    items: Annotated[list[ItemWords], Field(max_length=200)]


class Words(_Strict):
    """The words of an entry."""

    said: Text
    steps: Annotated[
        list[Annotated[DrawWords | ToldWords, Field(discriminator="kind")]],
        Field(max_length=500),
    ]
    moved: bool = False
