"""The shapes of what an entry of the log holds: its data, and its words as :mod:`hive.engine.narration` writes them.

The app's own entries have them; an import from outside is checked against them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from hive.catalog.tables import CARD_FIELDS, Card, CardField, RuleId
from hive.words import heard


def _readable(value: list[Any]) -> list[Any]:
    heard(value)
    return value


Word = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=2000)] | Annotated[list[Any], AfterValidator(_readable)]
"""Words as the log keeps them: plain text, or what :func:`hive.words.heard` reads."""
Rule = RuleId | Literal[""]
Plain = Word | int | float | bool | None


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


# --- data


class LayoutData(_Strict):
    """The galaxy as it was laid out: the tile of each slot, the ion storm's side, the slots of the players' homes."""

    tiles: Annotated[dict[Word, Word], Field(max_length=300)]
    ion_side: Word | None
    homes: Annotated[dict[Word, Word], Field(max_length=2)]


class NewData(_Strict):
    """A new game: the table's choices, which the engine reads, the seed of all shuffles, and the galaxy if any."""

    settings: dict[str, Any]
    seed: Word
    layout: LayoutData | None = None


class AnswerData(_Strict):
    """An answer: the question's key, and a choice or the fields of a printed card."""

    key: Word
    value: Word | Annotated[dict[Word, Plain], Field(max_length=20)]


class EventData(_Strict):
    """An event, what it was told, and whether the table plays it against a rule."""

    name: Word
    args: Annotated[dict[Word, Plain], Field(max_length=100)]
    forced: bool = False


class CorrectData(_Strict):
    """A value set by hand."""

    field: Word
    value: Plain


class BoardData(_Strict):
    """The board mended by hand: a new value for each field."""

    changes: Annotated[dict[Word, Plain], Field(max_length=400)]


class JumpData(_Strict):
    """Undo, redo and resume say everything with their tip."""


FORWARD: dict[str, type[BaseModel]] = {
    "new": NewData,
    "answer": AnswerData,
    "event": EventData,
    "correct": CorrectData,
    "board": BoardData,
}
"""The kinds of entries that go forward. The first of a log, and no other, is a new game."""
JUMPS: dict[str, type[BaseModel]] = {"undo": JumpData, "redo": JumpData, "resume": JumpData}
"""The kinds of entries that go to an earlier or an undone one."""


# --- words


class RowWords(_Strict):
    """A row of a decision."""

    label: Text
    result: Text
    rule: Rule
    decided: bool


class WhyWords(_Strict):
    """The reason for a step."""

    line: Text
    rows: Annotated[list[RowWords], Field(max_length=200)]


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
