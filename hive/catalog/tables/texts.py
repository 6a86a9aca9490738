"""Tables of texts and options: the set-up checklist, the rule ledger, reminders, and what a game can be played with."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from hive.catalog.tables.base import (
    AdvancedPage,
    Box,
    Frozen,
    Key,
    Name,
    Note,
    ReadingId,
    RuleId,
    Seat,
    SpawningSystem,
    Table,
    Text,
    check_braces,
)
from hive.catalog.tables.cards import MostTold
from hive.catalog.tables.galaxy import Kind, Slot
from hive.words import say

OptionId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{1,39}$")]
# A field by its name; a row of a list by its first field, or by any of its fields.
Step = str | dict[str, Any]

_WAYS = ("set", "add", "remove", "replace")


class Patch(Frozen):
    """One change of a table: where, and exactly one of the four ways.

    ``set`` gives a field another value; ``add`` puts a row behind the others of a list; ``remove`` takes a row out;
    ``replace`` puts another in its place.
    """

    table: Name
    path: Annotated[list[Step], Field(min_length=1, max_length=12)]
    set: Any = None
    add: Any = None
    remove: Literal[True] | None = None
    replace: Any = None

    @model_validator(mode="after")
    def _one_way(self) -> Patch:
        found = [way for way in _WAYS if way in self.model_fields_set]
        if len(found) != 1:
            raise ValueError(f"a patch has exactly one of {', '.join(_WAYS)}; here {_listed(found)}")
        return self

    @property
    def way(self) -> str:
        """Which of the four ways it is."""
        return next(way for way in _WAYS if way in self.model_fields_set)

    @property
    def value(self) -> Any:
        """What is set, added, or put in place of a row."""
        return getattr(self, self.way)


GALACTIC_EVENTS = "Galactic events"
"""The heading below which the set-up offers the galactic events."""


class PlayedOption(Frozen):
    """An option that a game is played with, in words: they stay with the game.

    ``group`` is the heading below which the set-up offers it; games of earlier days have not kept it.
    """

    option: OptionId
    group: Name | Literal[""] = ""
    name: Name
    changes: Text
    rule: RuleId


class PlayedWith(Frozen):
    """The options of a game, in the order in which they patched its tables."""

    options: list[PlayedOption] = []

    @property
    def ids(self) -> list[str]:
        """Their ids."""
        return [option.option for option in self.options]

    @property
    def galactic(self) -> bool:
        """Whether a galactic event is among them."""
        return any(option.group == GALACTIC_EVENTS for option in self.options)


class Option(PlayedOption):
    """A file of decks/options/.

    ``changes`` says in a line what it changes. It can need a ``box`` on the table, or other options, and exclude
    others.
    """

    table: Literal["option"]
    group: Name
    box: Box | None = None
    needs: list[OptionId] = []
    excludes: list[OptionId] = []
    patches: Annotated[list[Patch], Field(min_length=1, max_length=100)]

    @property
    def played(self) -> PlayedOption:
        """What a game that is played with it keeps of it."""
        return PlayedOption(option=self.option, group=self.group, name=self.name, changes=self.changes, rule=self.rule)


def _listed(ways: list[str]) -> str:
    return f"are {' and '.join(ways)}" if len(ways) > 1 else "is none"


# --- tables of texts: the set-up checklist, the rule ledger, and reminders of what no app plays


SETUP_WORDS = (
    "starting_carriers",
    "primary_cards",
    "secondary_cards",
    "resources",
    "influence",
    "tactic",
    "strategy",
    "counters",
    "secrets",
    "stockpile",
    "speaker",
    "boxes",
    "left_player",
    "right_player",
    "cruisers",
    "destroyers",
    "infantry",
    "objectives",
    "ion_side",
)


class SetupItem(Frozen):
    """One line of the set-up checklist.

    ``text`` may name SETUP_WORDS in braces, filled in with ``str.format`` for the table's choices; nothing else may
    stand in braces. Where the app knows the galaxy, ``known`` stands in its place (an empty one leaves the line out);
    the tiles of ``kinds`` and at ``slots``, and what stands in ``systems`` at first, are listed below it. With
    ``factions`` the line stands only where a player plays one of them, with ``unless`` only where none does.
    """

    text: Text
    rule: RuleId
    known: Text | Literal[""] | None = None
    kinds: list[Kind] = []
    slots: list[Slot] = []
    systems: list[SpawningSystem] = []
    factions: list[Name] = []
    unless: list[Name] = []

    @field_validator("text", "known")
    @classmethod
    def _known_words(cls, text: str | None) -> str | None:
        return None if text is None else check_braces(text, SETUP_WORDS)


class SetupGroup(Frozen):
    """One page of the checklist."""

    title: Name
    rule: RuleId
    items: Annotated[list[SetupItem], Field(min_length=1)]


_EVENTS = say("Galactic events")
_SCOPE = SetupItem(
    text=say("All that a galactic event says holds for the Hive too, unless it is told otherwise here."),
    rule="35.scope",
)


class ExpeditionSlice(Frozen):
    """A slice of an expedition token, called after what it costs a player; ``short`` fits on the drawn token."""

    name: Name
    short: Name


class Called(Frozen):
    """What something is called, one of it and several."""

    name: Name
    plural: Name


class Countermeasures(Frozen):
    """What the Hive's countermeasures are called."""

    direct_hit: Called = Called(name="direct hit", plural="direct hits")
    sabotage: Called = Called(name="sabotage", plural="sabotages")


class SetUp(Table):
    """decks/setup.yaml: the set-up of pages 1 and 2 as a checklist.

    ``speakers``: who can begin with the Speaker token; where it is more than one, the table says who does.
    ``events``: what the galactic events of a game add, a page of its own where there are any. ``upgrades``: the unit
    upgrades that the Hive has at first.
    ``expedition``: the slices of the expedition token beside the board, clockwise from the one at its top.
    ``countermeasures``: what the Hive's countermeasures are called. ``tyranny``: a side can be the Tyrant.
    ``promissory_notes``: there are any. ``monuments``: the spawning systems in which a monument of the Hive stands at
    first. ``mobilized``: what each player begins with besides, on and above a planet of the own, by unit.
    """

    table: Literal["setup"]
    speakers: Annotated[list[Seat], Field(min_length=1)] = ["hive"]
    expedition: list[ExpeditionSlice] = []
    countermeasures: Countermeasures = Countermeasures()
    tyranny: bool = False
    promissory_notes: bool = True
    groups: Annotated[list[SetupGroup], Field(min_length=1)]
    events: list[SetupItem] = []
    upgrades: list[Name] = []
    monuments: list[SpawningSystem] = []
    mobilized: dict[Name, int] = {}

    def pages(self, galactic: bool) -> list[SetupGroup]:
        """The groups, and behind them what galactic events add: that holds of any, whatever else. Rule: 35.scope."""
        if not galactic and not self.events:
            return self.groups
        return [*self.groups, SetupGroup(title=_EVENTS, rule=_SCOPE.rule, items=[_SCOPE, *self.events])]


class Rule(Frozen):
    """An entry of the rule ledger."""

    id: RuleId
    page: Annotated[int, Field(ge=1, le=38)] | None
    section: Name
    gist: Text
    support: Literal["automate", "ask", "tell", "remind"]
    inputs: list[str]
    modes: list[str | dict[str, str]]


class Reading(Frozen):
    """How we read what the rulebook leaves open, and the entries of the rule ledger that it touches."""

    reading: ReadingId
    gist: Text
    rules: Annotated[list[RuleId], Field(min_length=1)]


class Readings(Table):
    """decks/readings.yaml: our readings."""

    table: Literal["readings"]
    readings: list[Reading]

    @cached_property
    def by_id(self) -> dict[str, Reading]:
        """The readings by their number."""
        return {reading.reading: reading for reading in self.readings}


class Headings(Table):
    """decks/headings.yaml: the headings of the form of a new game, in their order."""

    table: Literal["headings"]
    options: list[Name]


class EventRow(Frozen):
    """An event as the table says it: its ``title`` below the heading of its ``group``, and a ``note`` on it.

    ``nothing``: why it cannot happen where nothing is left to choose for it. There is such an event only where the
    advanced ``page`` is played, a player plays one of the ``factions``, and the game is played with the ``option``, as
    far as they are said.
    """

    event: Key
    title: Text
    group: Name
    rule: RuleId
    note: Text | Literal[""] = ""
    nothing: Text | Literal[""] = ""
    page: AdvancedPage | None = None
    factions: list[Name] = []
    option: OptionId | Literal[""] = ""


class Events(Table):
    """decks/events.yaml: what the table can tell of itself."""

    table: Literal["events"]
    events: list[EventRow]


class AnswerRow(Frozen):
    """An answer that a question always has, as :class:`hive.fields.Choice` has it."""

    value: Key
    label: Text
    note: Text | Literal[""] = ""
    short: Name | Literal[""] = ""
    beside: bool = False


class QuestionRow(Frozen):
    """A question by the key of its step, and the ``case`` where several have the same.

    The rest stands as in :class:`hive.steps.Ask` and :class:`hive.steps.Shown`; ``answers`` are those that it always
    has. What the rules say themselves is empty here.
    """

    asks: Key
    case: Key | Literal[""] = ""
    text: Text
    detail: Text | Literal[""] = ""
    rule: RuleId | Literal[""] = ""
    heading: Name | Literal[""] = ""
    kind: Literal["cards", "facts", "search", "ships", "turn"] | None = None
    expects: bool = True
    anew: bool = False
    opens: bool = False
    answers: list[AnswerRow] = []


class OpenAnswer(Frozen):
    """An answer to what only the table knows in a vote, and how many of what is counted it ``told`` of whom."""

    words: Name
    told: dict[Key, int] = {}


class OpenQuestion(Frozen):
    """What only the table knows of what an agenda counts: its answers, or the ``most`` that is told of both players.

    Without either it is asked who has more. ``before``: where so many players vote before the Hive; ``on_the_map``: a
    tracked galaxy shows it.
    """

    by: Key
    text: Text
    known: Text | Literal[""] = ""
    most: MostTold | Literal["players"] | None = None
    answers: list[OpenAnswer] = []
    before: Literal[1, 2] | None = None
    on_the_map: bool = False


class Questions(Table):
    """decks/questions.yaml: what the table is asked."""

    table: Literal["questions"]
    questions: list[QuestionRow]
    open_in_a_vote: list[OpenQuestion]

    @cached_property
    def by_key(self) -> dict[tuple[str, str], QuestionRow]:
        """Each question by its key and case."""
        return {(one.asks, one.case): one for one in self.questions}


class Term(Frozen):
    """A word of another table, as it is told."""

    term: Key
    words: Text


class CountedTerm(Frozen):
    """A block that counts: what ``more`` of it is called, and what candidates ``tie`` on."""

    term: Key
    more: Text
    tie: Text


class DecidedTerm(Frozen):
    """A block that holds or not: how ``{one}`` stands ``apart`` from the ``{other}``, and what a table has for both."""

    term: Key
    apart: Text
    holds: Text
    fails: Text


class VotedTerm(Frozen):
    """What the Hive votes for in an agenda: before its cards are drawn, as long as it is open, and with its votes."""

    term: Key
    announced: Text
    supposed: Text
    cast: Text


class Terms(Table):
    """decks/terms.yaml: how words of other tables are told."""

    table: Literal["terms"]
    assets: list[Term]
    item: list[Term]
    where: list[Term]
    spared: list[Term]
    becomes: list[Term]
    spent: list[Term]
    type: list[Term]
    outcome: list[Term]
    opportunity: list[Term]
    which: list[Term]
    counted: list[CountedTerm]
    decided: list[DecidedTerm]
    voted: list[VotedTerm]

    @cached_property
    def votes(self) -> dict[str, VotedTerm]:
        """What the Hive votes for, by the value of an outcome; any other one as well."""
        return {one.term: one for one in self.voted}

    @cached_property
    def words(self) -> dict[tuple[str, str], str]:
        """What the words of single fields mean, by the list and the word."""
        return {(field, one.term): one.words for field, terms in self for one in terms if isinstance(one, Term)}

    @cached_property
    def counts(self) -> dict[str, CountedTerm]:
        """The blocks that count something, by their keys."""
        return {one.term: one for one in self.counted}

    @cached_property
    def decides(self) -> dict[str, DecidedTerm]:
        """The blocks that hold or do not, by their keys."""
        return {one.term: one for one in self.decided}


class NoteRow(Frozen):
    """A promissory note: its name, and what it does while the Hive has a player's, or a player that of the Hive.

    ``{who}`` is the player.
    """

    note: Note
    name: Name
    while_received: Text
    received_rule: RuleId = "27.received.resolve"
    while_given: Text
    given_rule: RuleId = "27.given.printed"


class Notes(Table):
    """decks/notes.yaml: the promissory notes."""

    table: Literal["notes"]
    notes: list[NoteRow]

    @cached_property
    def by_key(self) -> dict[Note, NoteRow]:
        """The notes by their keys."""
        return {row.note: row for row in self.notes}


class Rulebook(Table):
    """decks/rulebook.yaml: the rule ledger."""

    table: Literal["rulebook"]
    rules: list[Rule]

    @cached_property
    def by_id(self) -> dict[str, Rule]:
        """The rules by their id."""
        return {rule.id: rule for rule in self.rules}


# --- the table of reminders: rules that the app cannot play for the table, and where it shows them


REMINDER_WORDS = ("who", "ally", "players")
InBattle = Literal["with_own_units", "with_own_planet"]
"""Where a reminder matters, in words that doings have for it (:data:`hive.catalog.tables.doings.Only`)."""


class HeldNotes(Frozen):
    """Promissory notes, received by the Hive or given to a player; all kinds if none is named."""

    lies: Literal["received", "given"]
    kinds: list[Note] = []


class Reminder(Frozen):
    """A rule in one sentence, and when it is shown: everything that is said has to hold.

    ``turning_token``: one with two sides lies on the tracked board. ``turn``: whose turn it is. ``where`` holds of the
    system of a battle, which is fought or announced, for the player whom the reminder concerns, or for some player, or
    for ``both``; without a battle, or a galaxy, it does not matter.
    ``text`` may name REMINDER_WORDS in braces. ``option`` is the one that changes this for players.
    """

    rule: RuleId
    text: Text
    moments: Annotated[list[Key], Field(min_length=1)]
    strategy_card: Name | None = None
    factions: list[Name] = []
    beside: list[Name] = []
    note: HeldNotes | None = None
    pages: list[AdvancedPage] = []
    law: Name | None = None
    turning_token: bool = False
    option: Name | None = None
    turn: Literal["hive", "player"] | None = None
    where: list[InBattle] = []
    both: bool = False

    @field_validator("text")
    @classmethod
    def _known_words(cls, text: str) -> str:
        return check_braces(text, REMINDER_WORDS)


class Reminders(Table):
    """decks/reminders.yaml: what the table is reminded of, and when."""

    table: Literal["reminders"]
    reminders: list[Reminder]

    def of_rule(self, rule: str) -> list[Reminder]:
        """The reminders of a rule."""
        return [reminder for reminder in self.reminders if reminder.rule == rule]
