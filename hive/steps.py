"""The steps that a procedure yields: frozen values, plain data to compare, print and log; their reasons and pictures.

Plain data, as the steps are. Nothing of it counts: the words of the step say the same.

A procedure is a generator. It changes the game between its yields and yields three kinds of steps:

``Draw`` the Hive Mind draws a card; answered with a :class:`Card` ``Ask`` the table must say something; answered with
the value of one of the choices, and numbers where it names some ``Tell`` the table is told something; where it has to
act, it confirms that it has done so
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, TypeAlias, TypeVar

from hive import keys
from hive.catalog.reading import load_questions
from hive.catalog.tables import ActionSymbol, Owner
from hive.catalog.tables import Card as Card
from hive.catalog.tables import CardField as CardField
from hive.fields import Choice as Choice
from hive.fields import Number as Number
from hive.words import Argument, Words, printed, say, sentence


@dataclass(frozen=True)
class Piece:
    """Units of one type of a side. ``hurt``: they have sustained damage, and lie on their side."""

    seat: Owner
    unit: str
    number: int
    hurt: bool = False


@dataclass(frozen=True)
class Losses:
    """What a line has hands take off the board, or turn on its side (``hurt``)."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Throw:
    """What units of one type roll: how many dice, the lowest that hits, and what bends it, in words.

    ``shown`` is what the dice show; nothing where the table rolls them.
    """

    unit: str
    number: int
    dice: int
    hit: int
    bent: tuple[Words, ...] = ()
    shown: tuple[int, ...] = ()


@dataclass(frozen=True)
class Dice:
    """All dice of a roll of the Hive. ``besides`` are hits without a die; ``on``: who takes the hits."""

    throws: tuple[Throw, ...]
    besides: int = 0
    on: tuple[Owner, ...] = ()


@dataclass(frozen=True)
class Turned:
    """A card that is turned for what a line tells, by the symbol that counts on it."""

    symbol: str


Drawn = Losses | Dice | Turned
ELSEWHERE = Losses(())
"""For a line that says what another picture of its step draws."""


@dataclass(frozen=True)
class Sides:
    """Both sides of a combat as they stand. ``gives_up`` is the Hive's order: a unit is hurt, or is lost.

    ``seats`` are those in it, the Hive first: of a player who has activated the system no unit need be known.
    ``lost``: what of the pieces the hits so far are expected to have cost the players.
    """

    seats: tuple[Owner, ...]
    pieces: tuple[Piece, ...]
    gives_up: tuple[Piece, ...] = ()
    lost: tuple[Piece, ...] = ()


# --- why the Hive does what it does: what was tested, what came of it, and what decided


@dataclass(frozen=True)
class Row:
    """One criterion or block of a decision: what was tested, what came of it, and whether it decided."""

    label: Words
    result: Words
    rule: str
    decided: bool = False


CellHow = Literal["stays", "falls", "decides"]
CELL_HOW: dict[str, CellHow] = {"stays": "stays", "falls": "falls", "decides": "decides"}
"""How a candidate came through a block."""


@dataclass(frozen=True)
class Cell:
    """How much a candidate was worth to a block, and whether it stayed with that; ``decides``: that chose it."""

    words: Words
    how: CellHow


@dataclass(frozen=True)
class Weighed:
    """A block through which candidates went: a cell for each, None for those that had fallen out before.

    ``left`` is how many were left after it, those without a column included.
    """

    label: Words
    rule: str
    left: int
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class Compared:
    """A decision as a table: a column for each candidate, the chosen one first, and a row for each block.

    ``others`` is how many more candidates there were, who fell out before those that have a column. ``keys`` are those
    of the candidates that have one (:class:`Rival`); a log does not keep them.
    """

    columns: tuple[Words, ...]
    rows: tuple[Weighed, ...]
    others: int = 0
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rival:
    """A candidate of a decision, and in one sentence where it fell out; ``chosen``: it did not.

    ``key`` tells the candidates of a decision apart: the position of a system, the number of a card, a name.
    """

    key: str
    label: Words
    words: Words
    rule: str
    chosen: bool = False


@dataclass(frozen=True)
class Why:
    """The reason for a step: one line with the numbers that decided, and every row of the decision.

    ``compared``: the candidates that were weighed, beside one another; ``rivals``: where each of them fell out, the
    chosen one among them. ``more``: what else was decided for the same step, each with a reason of its own.
    """

    line: Words
    rows: tuple[Row, ...] = ()
    compared: Compared | None = None
    rivals: tuple[Rival, ...] = ()
    more: tuple[Why, ...] = ()

    @property
    def decisions(self) -> tuple[Why, ...]:
        """The decisions whose candidates can be asked about."""
        return tuple(one for one in (self, *self.more) if one.rivals)


@dataclass(frozen=True)
class Balance:
    """What an outcome of an agenda brings the Hive, and both players together, or costs them.

    ``says``: what is counted. ``each``: whose that is of the players. ``chosen``: the Hive votes for it.
    """

    outcome: Words
    hive: Words
    players: Words
    says: Words = ""
    each: Words = ""
    chosen: bool = False


@dataclass(frozen=True)
class Tallied:
    """An outcome of an agenda where votes are counted: its value and its words, also where it wins, and the Hive's."""

    value: str
    outcome: Words
    wins: Words
    hive: int = 0


# --- the steps that a procedure yields: frozen values, plain data to compare, print and log


T = TypeVar("T")
V = TypeVar("V", bound=str)


@dataclass(frozen=True)
class Marks:
    """What the map points out for a step, by the positions of systems.

    ``targets``, ``candidates`` (possible destinations) and ``left`` (who was left after the blocks) narrow down to the
    ``winner``. Each of the ``paths`` leads from where ships come from to where they go, system by system.
    """

    targets: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    winner: str = ""
    paths: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Filled:
    """The answer to a question with numbers: the choice, and every number by its name."""

    choice: str
    numbers: Mapping[str, int]


@dataclass(frozen=True)
class Again:
    """What a question with ``anew`` is sent by itself, once the table has mended what it rests on.

    ``hit``: nothing was mended, but the Hive has taken hits meanwhile.
    """

    hit: bool = False


AGAIN, HIT = Again(), Again(hit=True)


@dataclass(frozen=True)
class Item:
    """One line of what hands have to do, with its reason in small type and its rule.

    ``system`` is the position of the system of which the line tells, ``there`` what it tells of it; ``drawn`` says the
    same as a picture. ``sign`` is what hands take: a type of unit, or ``token``; ``path`` the way that it goes on the
    map. An ``aside`` is worth knowing, but nothing for hands.
    """

    text: Words
    note: Words = ""
    rule: str = ""
    system: str = ""
    there: Words = ""
    drawn: Drawn | None = field(default=None, compare=False)
    sign: str = ""
    path: tuple[str, ...] = ()
    aside: bool = False


@dataclass(frozen=True)
class Undertaking:
    """A tactical action that is announced: by this it can be thought over why it goes nowhere else.

    ``icons`` are those of its definition card, ``destination`` is where it goes.
    """

    action: Literal["engage", "infest"]
    icons: int
    destination: str


EnteredKind = Literal["told", "ask", "search", "cards", "facts", "setup", "card"]
PlayedKind = Literal["player", "turn", "action", "fight", "result", "score", "judge", "count", "ships"]
Kind = Literal[EnteredKind, PlayedKind]
"""What kind of screen a step is: something told, a question with tiles, a list to be searched, strategy cards, facts to
confirm, a part of the set-up, a printed card; a player's turn, the Hive's turn as it begins, its action, a step of a
combat, how one ended that was fought by hand, what players score; how the Hive judges an agenda, and what won; the
ships that the Hive produces.
"""


PeakKind = Literal["scores", "danger", "mecatol_rex", "won", "lost", "law"]


@dataclass(frozen=True)
class Peak:
    """What the whole table should see once: its one sentence, and up to two figures, each with what it counts.

    The Hive scores, or is a point from winning for the first time; Mecatol Rex changes hands; the Hive has won or lost
    a battle; a law passes. ``points``: those that the Hive has, and with how many it wins.
    """

    kind: PeakKind
    words: Words
    figures: tuple[tuple[int, Words], ...] = ()
    points: tuple[int, int] | None = None


@dataclass(frozen=True)
class Shown:
    """How a step wants to be shown.

    ``heading`` says where in the game the table is; without one the phase says so, and one that is the step's own text
    stands nowhere else. ``expects``: the first choice is the one to expect, and so the next tap; else all answers are
    equal. ``kind``: see :func:`kind_of`. ``symbol`` is that of the card that defined the action, and says more than the
    heading. ``sides``: the combat that it is a step of. ``row``: what players do stands apart from the answer in a row.
    ``loud``: in large letters. ``balances``: the outcomes of an agenda as the Hive judges them; ``tally``: as
    they are counted, with the numbers that players enter, each called after its side and its outcome. ``peak``: what
    the whole table should see once.
    """

    heading: Words = ""
    expects: bool = True
    kind: Kind | None = None
    symbol: ActionSymbol | None = None
    sides: Sides | None = field(default=None, compare=False)
    row: bool = False
    loud: bool = False
    balances: tuple[Balance, ...] = field(default=(), compare=False)
    tally: tuple[Tallied, ...] = field(default=(), compare=False)
    peak: Peak | None = field(default=None, compare=False)


PLAIN = Shown()


@dataclass(frozen=True)
class Draw:
    """The Hive Mind draws a card for a decision.

    ``purpose`` is the card's name in that decision (definition, selection, production, ...), ``fields`` what the
    decision reads, ``card`` the id of the card in the app's own deck, ``deck`` the deck that it was drawn from.
    """

    purpose: str
    fields: tuple[CardField, ...]
    rule: str
    card: int
    deck: Literal["primary", "secondary"] = "primary"
    detail: Words = ""
    shown: Shown = Shown(say("Hive Mind deck"))

    @property
    def key(self) -> str:
        """The name under which the log keeps the answer."""
        return keys.draw(self.purpose)


@dataclass(frozen=True)
class Ask:
    """The table must say something. The first choice is the one to expect, if ``shown`` does not say otherwise.

    ``opens``: nothing of its procedure has happened yet, so it is asked anew when a correction or an event has changed
    what it rests on. ``anew``: its procedure can ask it anew in the middle; it is then sent :data:`AGAIN`
    (:func:`anew`).
    ``numbers`` are filled in beside the choice; the procedure is then sent a :class:`Filled`.
    ``systems`` names the positions of the systems that it is about, for the map; ``marks`` tells them apart.
    ``undertaking`` is the tactical action that it announces.
    """

    key: str
    text: Words
    choices: tuple[Choice, ...]
    rule: str
    detail: Words = ""
    why: Why | None = None
    items: tuple[Item, ...] = ()
    opens: bool = False
    anew: bool = False
    numbers: tuple[Number, ...] = ()
    systems: tuple[str, ...] = ()
    marks: Marks | None = None
    shown: Shown = PLAIN
    undertaking: Undertaking | None = None

    def __iter__(self) -> Procedure[str]:
        """Ask it: ``answer = yield from Ask(...)`` is the value of the choice. Raises Mended as :func:`asked` does."""
        return asked(self)


def question(
    key: str,
    case: str = "",
    *,
    choices: Iterable[Choice] = (),
    rule: str = "",
    detail: Words = "",
    why: Why | None = None,
    items: Iterable[Item] = (),
    numbers: Iterable[Number] = (),
    systems: Iterable[str] = (),
    shown: Shown | None = None,
    **places: Argument,
) -> Ask:
    """The question of decks/questions.yaml with this key, and what stands in the places of its words.

    ``choices`` are those before the answers that it always has. ``case`` is which one, where several have the key.
    Raises BadMessage if a place of its words has nothing.
    """
    row = load_questions().by_key[key, case]

    def told(text: str) -> Words:
        return printed(text, places) if text else ""

    answers = (Choice(one.value, told(one.label), told(one.note), told(one.short), one.beside) for one in row.answers)
    return Ask(
        key=key,
        text=told(row.text),
        choices=(*choices, *answers),
        rule=rule or row.rule,
        detail=detail or told(row.detail),
        why=why,
        items=tuple(items),
        opens=row.opens,
        anew=row.anew,
        numbers=tuple(numbers),
        systems=tuple(dict.fromkeys(systems)),
        shown=shown or Shown(told(row.heading), row.expects, row.kind),
    )


@dataclass(frozen=True)
class Tell:
    """The table is told something.

    ``confirm`` says what the table answers: nothing (the step folds into the summary), or "done". ``strategy_card`` is
    the number of the one that it is about.
    """

    text: Words
    rule: str
    key: str = keys.TOLD
    confirm: Literal["nothing", "done"] = "nothing"
    detail: Words = ""
    why: Why | None = None
    items: tuple[Item, ...] = ()
    systems: tuple[str, ...] = ()
    marks: Marks | None = None
    shown: Shown = PLAIN
    strategy_card: int | None = None


Confirmed = partial(Tell, confirm="done")
"""What the table is told and confirms that it has done."""


def told_alone(item: Item) -> Tell:
    """A line that the table is told by itself, and does not confirm."""
    return Tell(item.text, item.rule, items=(item,))


Step = Draw | Ask | Tell


def kind_of(step: Step) -> Kind:
    """The kind of a step: as it says itself, or else by the combat or the action of which it is a part."""
    if isinstance(step, Draw):
        return "card"
    if step.shown.kind is not None:
        return step.shown.kind
    if step.shown.sides is not None or any(isinstance(one.drawn, Losses) and one.drawn.pieces for one in step.items):
        return "fight"
    if step.shown.symbol is not None:
        return "action"
    return "ask" if isinstance(step, Ask) else "told"


Reply = Card | Filled | Again | str | bool | None
"""What a procedure is sent for a step: by :func:`drawn`, :func:`asked` and :func:`filled` it comes with its type."""
Procedure: TypeAlias = Generator[Step, Reply, T]


class Mended(Exception):
    """The table has mended what an open question rests on: what asked it begins anew (:func:`anew`).

    ``hit``: the Hive has taken hits meanwhile.
    """

    def __init__(self, hit: bool = False) -> None:
        """Say whether it was hits."""
        super().__init__(hit)
        self.hit = hit


def drawn(step: Draw) -> Procedure[Card]:
    """Draw a card; returns what is known of it."""
    reply = yield step
    if not isinstance(reply, Card):
        raise TypeError(f"a draw is answered with a card, not with {reply!r}")
    return reply


def asked(step: Ask) -> Procedure[str]:
    """Ask a question without numbers; returns the value of the choice. Raises Mended where it has to be asked anew."""
    reply = yield step
    if isinstance(reply, Again):
        raise Mended(reply.hit)
    if not isinstance(reply, str):
        raise TypeError(f"“{step.key}” is answered with a choice, not with {reply!r}")
    return reply


def meant(step: Ask, meaning: Mapping[str, T]) -> Procedure[T]:
    """Ask a question without numbers; returns what its answer means. In: the meaning of each choice's value."""
    return meaning[(yield from asked(step))]


def filled(step: Ask) -> Procedure[Filled]:
    """Ask a question that may have numbers; returns choice and numbers. Raises Mended, as :func:`asked` does."""
    reply = yield step
    if isinstance(reply, Again):
        raise Mended(reply.hit)
    if isinstance(reply, str):
        return Filled(reply, {})
    if not isinstance(reply, Filled):
        raise TypeError(f"“{step.key}” is answered with a choice and numbers, not with {reply!r}")
    return reply


def which_of(ask: Ask, left: Mapping[V, Words]) -> Procedure[V]:
    """Ask which of several it is. In: the question without choices, and the words of each."""
    choices = tuple(Choice(value, sentence(words)) for value, words in left.items())
    return (yield from meant(replace(ask, choices=choices), {value: value for value in left}))


def agreed(ask: Ask) -> Procedure[bool]:
    """Ask whether something is so."""
    return (yield from asked(ask)) == "yes"


def how_many(ask: Ask) -> Procedure[int]:
    """Ask for the one number of a question."""
    answer = yield from filled(ask)
    return answer.numbers.get(ask.numbers[0].name, 0)


def anew(attempt: Callable[[], Procedure[T]]) -> Procedure[T]:
    """Do what ``attempt`` does, from its beginning whenever the table mends meanwhile what its questions rest on.

    An attempt changes nothing before its last question is answered.
    """
    while True:
        try:
            return (yield from attempt())
        except Mended:
            continue
