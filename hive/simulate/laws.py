"""Laws of the course of a game: what must hold of every entry, between how the game stood before it and after it.

What must hold of every state stands in :mod:`hive.model.laws`. These are judged without the rules that they watch: from
the state, the log and what the table was told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.engine.entries import Answer, Correct, Event, Forward
from hive.engine.session import Session
from hive.model.game import PLAYERS, Game
from hive.steps import Draw, Item, Step, Tell
from hive.words import Amount, Listed, Message, PlayerName, Words

# --- Total War: what lies on the Hive's home planets is what the table was told, and 15 of it make a point

# How a line begins that tells of special commodities that come; all others tell of some that go.
_COME = "The Hive gains"


def lying(game: Game) -> int:
    """How many special commodities lie there."""
    return sum(game.event_cards.special_commodities.values())


@dataclass
class Commodities:
    """How many should lie there: what lay there at the last turn that began, and what was told since.

    ``shown``: the step that waited last, which is told once more when it is over.
    """

    expected: int = 0
    shown: Step | None = None

    def broken(self, session: Session, entry: Forward, before: int) -> str:
        """What is wrong as a turn begins, or nothing: lines can be told with a later step of the same turn.

        In: how many lay there before the entry. A correction changes what is expected as well.
        """
        if isinstance(entry, Correct):
            self.expected += lying(session.game) - before
        pending = session.pending
        steps = [told.step for told in session.news if told.step is not self.shown]
        steps += [pending] if pending is not None and pending is not self.shown else []
        self.shown = pending
        lines = [line for step in steps if not isinstance(step, Draw) for line in step.items]
        self.expected += sum(map(_told, lines))
        needed = session.game.tables.figures.war_point_commodities.value
        discarded = [-_told(line) for line in lines if line.rule == "37.war.victory-point"]
        if any(number != needed for number in discarded):
            self.expected = lying(session.game)
            return f"{discarded} were discarded for a point, not {needed}"
        if pending is None or pending.key not in (keys.PLAYER_TURN, keys.HIVE_TURN):
            return ""
        expected, self.expected = self.expected, lying(session.game)
        return "" if expected == self.expected else f"{self.expected} lie there, and {expected} were told of"


def _told(line: Item) -> int:
    """How many special commodities a line tells to come, or to go."""
    amount = line.text.args.get("commodities") if isinstance(line.text, Message) else None
    if not isinstance(amount, Amount) or amount.singular != "special commodity":
        return 0
    return amount.number if line.text.startswith(_COME) else -amount.number


# --- every entry

# What is told or asked only in a combat, its barrage included, after space cannons and bombardment (Q107, Q115).
_OF_A_COMBAT = (
    keys.STRATAGEM,
    keys.BARRAGE,
    keys.ROUND_BEGINS,
    keys.SPACE_COMBAT_ROUND,
    keys.SPACE_COMBAT_RESULT,
    keys.GROUND_COMBAT_ROUND,
    keys.GROUND_COMBAT_RESULT,
)
# Dice of a combat lie on the table while these are asked.
_ROUNDS = (keys.SPACE_COMBAT_ROUND, keys.GROUND_COMBAT_ROUND)
# Who carries for whom.
_SIDES: Mapping[str, tuple[Seat, ...]] = {"the Hive": ("hive",), "players": PLAYERS}
# Once a system is activated, only what is fought there counts.
_ACTIVATES = (keys.ACTIVATE, keys.TACTICAL_ACTION)
_BEGINS_A_TURN = (keys.PLAYER_TURN, keys.HIVE_TURN)
# How it is told that an announced action has lost its last target.
_CANCELLED = "10.definition.other-type"
# So many public objectives of each stage are in the game, as the base game lays them out.
OF_EACH_STAGE = 5
# How a line begins that has the table put plastic on the board.
_PLACED = ("Place ", "Put ", "Also put ", "Placed ", "Built ")


@dataclass(frozen=True)
class BrokenLaw:
    """A law that an entry broke: its name, and what was found."""

    law: str
    found: str


@dataclass(frozen=True)
class Noted:
    """What the laws compare: how many notes have passed, the Hive's plastic at hand by unit, and who is adrift where.

    A side is adrift that has ground forces in space and no ship there; the players carry for each other. ``special``:
    how many special commodities lie on the Hive's home planets.
    """

    notes: int = 0
    at_hand: Mapping[str, int] = field(default_factory=dict)
    adrift: frozenset[tuple[str, str]] = frozenset()
    special: int = 0


def standing(game: Game) -> Noted:
    """How a game stands."""
    units = [unit for unit in game.tables.units.units if unit.plastic is not None]
    return Noted(
        notes=len(game.hive.notes) + sum(len(game.players[seat].notes) for seat in PLAYERS),
        at_hand={unit.name: (unit.plastic or 0) - game.hive.units.get(unit.key, 0) for unit in units},
        adrift=frozenset(_adrift(game)),
        special=lying(game),
    )


def _adrift(game: Game) -> Iterator[tuple[str, str]]:
    """Each system and side with ground forces in space that nothing carries."""
    if not game.tracked:
        return
    by_key = game.tables.units.by_key
    for position, system in pieces.galaxy_of(game).systems.items():
        for words, seats in _SIDES.items() if system.units else ():
            there = [unit for seat in seats for unit, number in system.units.get(seat, {}).items() if number]
            kinds = {by_key[unit].category for unit in there}
            if "ground_force" in kinds and "ship" not in kinds:
                yield position, words


@dataclass
class Watch:
    """What was seen of a game so far: how it stood last, and when the turn began; whether a combat was fought lately.

    ``cards``: transaction cards that were drawn, and for which no note has passed yet. ``confirmed``: how often the
    table has said that the board is so, in this phase, and in its action phase in this turn: ``span``.
    """

    before: Noted
    turn: Noted = field(init=False)
    fought: bool = False
    cards: int = 0
    confirmed: int = 0
    span: tuple[object, ...] = ()
    decides_by: tuple[object, ...] = ()
    commodities: Commodities = field(default_factory=Commodities)

    def __post_init__(self) -> None:
        self.turn = self.before
        self.commodities.expected = self.before.special

    def broken(self, session: Session, entry: Forward) -> list[BrokenLaw]:
        """The laws that an entry has broken; the session stands after it."""
        before, self.before = self.before, standing(session.game)
        found = [
            *self._counters(session, entry),
            *_objectives(session.game),
            *self._notes(session, before, entry),
            *_reserve(session, self.turn, before, self.before),
            *self._asked_once(session, entry),
            *_carried(entry, before, self.before),
        ]
        wrong = self.commodities.broken(session, entry, before.special)
        found += [BrokenLaw("what Total War brings is told, and 15 of it make a point", wrong)] if wrong else []
        if session.pending is not None and session.pending.key in _BEGINS_A_TURN:
            self.fought, self.turn = False, self.before
        else:
            # A ship that is lost within a turn is at hand for what comes later in it.
            most = {unit: max(there, self.turn.at_hand[unit]) for unit, there in self.before.at_hand.items()}
            self.turn = replace(self.turn, at_hand=most)
        return found

    def _counters(self, session: Session, entry: Forward) -> Iterator[BrokenLaw]:
        """Only a combat that was fought since the activation brings its counter: 14.gain.combat (Q107).

        Without a galaxy the table says whether one was, and by an event it can say so with one.
        """
        if not session.game.tracked:
            return
        said = isinstance(entry, Event) and entry.name == "combat"
        for step in (told.step for told in session.news):
            if step.key in _ACTIVATES:
                self.fought = False
            elif step.key in _OF_A_COMBAT:
                self.fought = True
            elif isinstance(step, Tell) and step.rule == "14.gain.combat" and not (self.fought or said):
                yield BrokenLaw("a counter only with a combat", str(step.text))
        # What players use before they answer can end it there.
        self.fought = self.fought or (session.pending is not None and session.pending.key in _ROUNDS)
        # What acts at the start of a combat belongs to it, even where nobody is left to fight.
        self.fought = self.fought or bool(session.game.told_early)

    def _notes(self, session: Session, before: Noted, entry: Forward) -> Iterator[BrokenLaw]:
        """A note passes by a card that was drawn for it: none from an empty deck. Corrections are free."""
        self.cards += sum(isinstance(told.step, Draw) and told.step.purpose == "transaction" for told in session.news)
        passed = max(0, self.before.notes - before.notes)
        if passed > self.cards and not isinstance(entry, Correct):
            yield BrokenLaw("no note from an empty deck", f"{passed} passed without a card for it")
        self.cards = max(0, self.cards - passed)

    def _asked_once(self, session: Session, entry: Forward) -> Iterator[BrokenLaw]:
        """Whether the board is so is asked at most once in a turn of the Hive, a strategy phase, a status phase.

        Once more where counters or its priority change in the Hive's turn, where an action has lost its last target
        (Q99), and for the additional action by a law (Q132).
        """
        decides_by, self.decides_by = self.decides_by, _decides_by(session.game)
        another = isinstance(entry, Answer) and entry.key == keys.ELECTED_LAW
        if (
            another
            or decides_by != self.decides_by
            or any(getattr(told.step, "rule", "") == _CANCELLED for told in session.news)
        ):
            self.confirmed = 0
        if isinstance(entry, Answer) and entry.key == keys.FACTS:
            self.confirmed += 1
            if self.confirmed > 1:
                yield BrokenLaw("the board is confirmed once", f"{self.confirmed} times in {self.span}")
        game = session.game
        span = (game.round, game.phase, game.active)
        if span != self.span or (session.pending is not None and session.pending.key in _BEGINS_A_TURN):
            self.confirmed, self.span = 0, span


def _decides_by(game: Game) -> tuple[object, ...]:
    """What players can change in the Hive's turn of all that it decides by, the board aside."""
    counters = [(player.counters, player.calmed) for player in game.players.values()]
    return (game.hive.negative_priority, *counters)


def _objectives(game: Game) -> Iterator[BrokenLaw]:
    """No more public objectives lie there than there are, those apart that a card has revealed besides."""
    by_name = game.tables.objectives.by_name
    stages = Counter(by_name[one.name].stage for one in game.objectives if not one.besides)
    for stage, number in sorted(stages.items()):
        if number > OF_EACH_STAGE:
            yield BrokenLaw("no more objectives out than there are", f"{number} of stage {stage} lie there")


def _carried(entry: Forward, before: Noted, after: Noted) -> Iterator[BrokenLaw]:
    """Ground forces go with the last ship that carried them. What the table puts on the map itself is its own."""
    if isinstance(entry, Answer | Event) and len(after.adrift) > len(before.adrift):
        for position, side in sorted(after.adrift - before.adrift):
            yield BrokenLaw("what nothing carries is lost", f"{side}: ground forces without a ship in {position}")


def _reserve(session: Session, *stood: Noted) -> Iterator[BrokenLaw]:
    """What the table is told to place was at hand in this turn, before it was booked; later steps may tell it again."""
    steps = [told.step for told in session.news]
    for step in [*steps, *([session.pending] if session.pending is not None else [])]:
        for unit, number in _placed(step).items():
            most = max(standing.at_hand.get(unit, number) for standing in stood)
            if number > most:
                text = f"{number} {unit}, at hand {most}: {_text(step)}"
                yield BrokenLaw("what is told to be placed is at hand", text)


def _placed(step: Step) -> Counter[str]:
    """The units of the Hive that a step has the table place, by name."""
    if isinstance(step, Draw):
        return Counter()
    lines: list[Words] = [item.text for item in step.items if item.text.startswith(_PLACED)]
    lines = lines or ([step.text] if step.text.startswith(_PLACED) else [])
    found: Counter[str] = Counter()
    for line in lines:
        for amount in () if _of_a_player(line) else amounts(line):
            found[amount.singular] += amount.number
    return found


def _of_a_player(words: Words) -> bool:
    """Whether a line is about a player's plastic."""
    return isinstance(words, Message) and isinstance(words.args.get("who"), PlayerName)


def amounts(words: object) -> Iterator[Amount]:
    """Every amount that words tell of."""
    if isinstance(words, Amount):
        yield words
    elif isinstance(words, Message):
        for argument in words.args.values():
            yield from amounts(argument)
    elif isinstance(words, Listed):
        for item in words.items:
            yield from amounts(item)


def _text(step: Step) -> Words:
    return step.detail if isinstance(step, Draw) else step.text
