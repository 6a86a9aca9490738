"""The entries of a log, a class for each kind, written as plain JSON data and read from it.

The app's own entries have them; an import from outside is checked against them.

``New`` begins a log; ``Answer``, ``Event``, ``Correct`` and ``Board`` go forward; ``Undo``, ``Redo`` and ``Resume`` go
to an earlier or an undone entry and say everything with their tip, which the store keeps. Each may say who entered it,
as the name of a device; where that is not known, the data do not mention it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, TypeAdapter, ValidationError, model_validator
from pydantic import Field as Bounds

from hive.board.layout import Layout
from hive.catalog.tables import CARD_FIELDS, Card, CardField, RuleId
from hive.engine.errors import Json, JsonObject, LogMismatch, Refused
from hive.model.game import Settings
from hive.steps import CellHow
from hive.words import Typed, heard, say


def _readable(value: list[object]) -> list[object]:
    heard(value)
    return value


ShownWord = Annotated[str, Field(max_length=200)]
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
    key: ShownWord


class DrawWords(_StepWords):
    """A card that was drawn."""

    kind: Literal["draw"]
    purpose: ShownWord
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
    joined: bool = False


# --- the entries of a log, a class for each kind, written as plain JSON data and read from it


Word = Annotated[str, Strict(), Bounds(max_length=200)]
Whole = Annotated[int, Strict()]
Real = Annotated[float, Strict()]
Truth = Annotated[bool, Strict()]
Plain: TypeAlias = Word | Whole | Real | Truth | None
Value: TypeAlias = str | Mapping[str, Plain]
"""What a question is answered with: a choice, or a choice with numbers beside it, or the fields of a printed card."""


class EntryUnfit(Refused):
    """Data that are no entry of a log; the text says in one line why.

    ``problem``: what does not fit its kind; None if there is no such kind.
    """

    def __init__(self, kind: str, problem: ValidationError | None = None) -> None:
        """Say which kind it should have been, and where it does not fit."""
        found = problem.errors(include_url=False, include_input=False, include_context=False)[0] if problem else None
        where = ".".join(str(part)[:40] for part in found["loc"]) if found else ""
        words = say("The log has no entries of the kind “{kind}”.", kind=Typed(kind[:40]))
        if found:
            words = say(
                "An entry of the kind “{kind}” does not fit: {where}: {what}.",
                kind=Typed(kind[:40]),
                where=Typed(where),
                what=Typed(found["msg"][:150]),
            )
        super().__init__(words)
        self.problem = problem


@dataclass(frozen=True)
class Entry(ABC):
    """An entry of a log. ``by``: the name of the device that entered it, if known."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
    kind: ClassVar[str]
    by: Word = field(default="", kw_only=True)

    @abstractmethod
    def data(self) -> JsonObject:
        """What the entry says, apart from who entered it."""

    def to_json(self) -> JsonObject:
        """The entry as the log keeps it."""
        return {**self.data(), "by": self.by} if self.by else self.data()


@dataclass(frozen=True)
class New(Entry):
    """A new game: the table's choices, the seed of all shuffles, and the galaxy as it was laid out, if tracked."""

    kind: ClassVar[str] = "new"
    settings: Settings
    seed: Word
    layout: Layout | None = None

    def data(self) -> JsonObject:
        """The settings, the seed and the layout; what page 2 could not meet is told once and not kept."""
        settings: JsonObject = asdict(self.settings)
        if self.layout is None:
            return {"settings": settings, "seed": self.seed}
        homes: JsonObject = {seat: slot for seat, slot in self.layout.homes.items()}
        layout: JsonObject = {"tiles": {**self.layout.tiles}, "ion_side": self.layout.ion_side, "homes": homes}
        return {"settings": settings, "seed": self.seed, "layout": layout}


@dataclass(frozen=True)
class Answer(Entry):
    """An answer: the question's key, and a choice, or a choice with numbers, or the fields of a printed card."""

    kind: ClassVar[str] = "answer"
    key: Word
    value: Word | Annotated[Mapping[Word, Plain], Bounds(max_length=20)]

    def data(self) -> JsonObject:
        """The key and the value."""
        value: Json = {**self.value} if isinstance(self.value, Mapping) else self.value
        return {"key": self.key, "value": value}


@dataclass(frozen=True)
class Event(Entry):
    """An event, what it was told, and whether the table plays it against a rule."""

    kind: ClassVar[str] = "event"
    name: Word
    args: Annotated[Mapping[Word, Plain], Bounds(max_length=100)]
    forced: Truth = False

    def data(self) -> JsonObject:
        """The name and what was told; that it was forced only where it was."""
        data: JsonObject = {"name": self.name, "args": {**self.args}}
        return {**data, "forced": True} if self.forced else data


@dataclass(frozen=True)
class Correct(Entry):
    """A value set by hand."""

    kind: ClassVar[str] = "correct"
    field: Word
    value: Plain

    def data(self) -> JsonObject:
        """The field and its new value."""
        return {"field": self.field, "value": self.value}


@dataclass(frozen=True)
class Board(Entry):
    """The board mended by hand: a new value for each field. ``moved``: the player whose move it books, if it does."""

    kind: ClassVar[str] = "board"
    changes: Annotated[Mapping[Word, Plain], Bounds(max_length=400)]
    moved: Literal["", "p1", "p2"] = ""

    def data(self) -> JsonObject:
        """The changes, and whose move they are where they are one."""
        data: JsonObject = {"changes": {**self.changes}}
        return {**data, "moved": self.moved} if self.moved else data


@dataclass(frozen=True)
class _Jump(Entry):
    def data(self) -> JsonObject:
        """Nothing: the tip says it all."""
        return {}


@dataclass(frozen=True)
class Undo(_Jump):
    """The game goes back to an earlier entry."""

    kind: ClassVar[str] = "undo"


@dataclass(frozen=True)
class Redo(_Jump):
    """The game goes forward to an undone entry."""

    kind: ClassVar[str] = "redo"


@dataclass(frozen=True)
class Resume(_Jump):
    """The game goes on from its last snapshot alone, because the rules have changed."""

    kind: ClassVar[str] = "resume"


Forward: TypeAlias = Answer | Event | Correct | Board
Jump: TypeAlias = Undo | Redo | Resume
AnyEntry: TypeAlias = New | Forward | Jump

_KINDS: tuple[type[AnyEntry], ...] = get_args(AnyEntry)
_READERS: dict[str, TypeAdapter[AnyEntry]] = {one.kind: TypeAdapter(one) for one in _KINDS}


def from_json(kind: str, data: object) -> AnyEntry:
    """The entry of a log. Raises EntryUnfit if there is no such kind, or if the data do not fit it."""
    reader = _READERS.get(kind)
    if reader is None:
        raise EntryUnfit(kind)
    try:
        return reader.validate_python(data)
    except ValidationError as error:
        raise EntryUnfit(kind, error) from error


def from_log(lines: Iterable[tuple[str, JsonObject]]) -> list[AnyEntry]:
    """The entries of a stored log. Raises LogMismatch if this version does not know one of them."""
    try:
        return [from_json(kind, data) for kind, data in lines]
    except EntryUnfit as error:
        raise LogMismatch(error.words) from error
