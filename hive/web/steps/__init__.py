"""Each kind of step as a page shows it: a class here or beside it, and the template of its name in ``templates/steps``.

A step says its kind where it is yielded (:class:`hive.steps.Shown`). A new kind is its name there, its class, and its
template; its styles stand in a sheet of ``static/`` (``SOME_PAGES`` of ``factory``) under ``.kind-`` and its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from hive import keys
from hive.games.present import BESIDE, Coming, Present
from hive.model.galaxy import holds_units
from hive.model.game import PLAYERS, Game
from hive.naming import purpose_words, system_short, system_tile, units
from hive.rules.tactical.intent import nobody_in, threats
from hive.steps import Ask, Balance, Choice, Draw, Item, Number, Row, Step, kind_of
from hive.web.drawing.galaxy import laid_out
from hive.web.drawing.shapes import Lit, MapView, placed_on
from hive.web.steps.asking import (
    NOTHING,
    ROUNDS,
    Entered,
    NumberView,
    SystemView,
    Together,
    fact_of,
    ships_of,
    together_of,
    tracked_systems,
)
from hive.web.steps.cards import CardView, DrawField, draw_fields
from hive.web.steps.fight import Fight, Result
from hive.web.steps.scene import MANY, Answers, Bar, Button, Ends, Head, Scene
from hive.web.steps.scoring import Over, Score
from hive.web.steps.telling import MOST_BESIDE, Happening, Reason, fits_a_line, last_turn, reason_of
from hive.web.words import runs
from hive.words import Name, Words, count, listed, say, sentence

MOST_ASKED = 7
"""So many lines of what just happened and of what is asked, two answers in each, have room there."""


BEGIN_CARDS = (keys.TAKE_TOKENS, keys.PLACE_SHIPS, keys.PLACE_STRUCTURES)
"""With these Warfare and Construction begin."""


class Told(Scene):
    """The table is told something, and says that it is done."""

    kind = "told"
    on_the_map = True

    def wide(self, large: bool) -> bool:
        """A long list has two columns."""
        return len(self.hands) > MOST_BESIDE


class Asked(Scene):
    """A question whose answers are tiles."""

    kind = "ask"

    @property
    def turned(self) -> CardView | None:
        """The card by which the Hive plays a strategy card that begins with this question."""
        return defining(self.cards) if self.key in BEGIN_CARDS else None

    def wide(self, large: bool) -> bool:
        """A long list has two columns, and so has much that just happened above much that is asked."""
        news = sum(1 + len(one.lines) for one in self.news)
        asked = len(self.lines) + len(self.numbers) + (len(self.answers.choices) + 1) // 2
        return len(self.hands) > MOST_BESIDE or news + asked + self.head.very_long > MOST_ASKED

    @property
    def on_the_map(self) -> bool:
        """Where nothing but the next tap is asked."""
        return not self.answers.choices and not self.numbers

    @cached_property
    def answers(self) -> Answers:
        """Below what hands have to do with either of two answers, both stand in the bar."""
        plain = super().answers
        if self.together is None or plain.go is not None or len(plain.choices) != 2:
            return plain
        second, go = plain.choices
        return Answers(go, second)


class SetUp(Scene):
    """A part of the checklist by which the table is set up."""

    kind = "setup"

    def wide(self, large: bool) -> bool:
        """A long list has two columns, unless it is read beside the map."""
        return len(self.hands) > MANY and not self.lays_out

    @property
    def lays_out(self) -> bool:
        """Whether the tiles are laid out by a map."""
        return self.game.tracked and self.step.rule == TILES

    @property
    def bar(self) -> Bar:
        """Who has set everything up goes past all of it by one tap."""
        return super().bar._replace(undo=say("Back"), also="steps/_all_set_up.html")

    @property
    def more_phones(self) -> bool:
        """Whether it is the time to say how others join: with the last part."""
        return self.step.rule == self.game.tables.setup.pages(self.game.tables.played_with.galactic)[-1].rule

    def layer(self, at: str = "") -> MapView:
        """While the tiles are laid out, their numbers stand on the map."""
        return replace(laid_out(self.game), at=at) if self.lays_out else super().layer(at)


TILES = "2.board.template"
"""The rule of that part of the checklist which lays out the tiles."""


class Search(Scene):
    """A question with many answers, in a list that is searched."""

    kind = "search"
    one_is_next = False

    def wide(self, large: bool) -> bool:
        """What is not found on the map has columns."""
        return self.ask is not None and not set(self.named_apart) & {*tracked_systems(self.game, self.ask)}

    @cached_property
    def news(self) -> tuple[Happening, ...]:
        """What just happened, but for what its heading says already."""
        heading = runs(self.step.shown.heading or "")
        return tuple(one for one in super().news if one.text != heading)

    @property
    def named_apart(self) -> Sequence[str]:
        """The answers themselves."""
        return [choice.value for choice in self.ask.choices] if self.ask else []

    @property
    def more_phones(self) -> bool:
        """Whether it is the time to say how others join: as the first objectives are revealed."""
        return self.game.phase == "setup" and self.key == keys.REVEAL

    def button(self, choice: Choice) -> Button:
        """An objective with its stage and what it wants."""
        objective = self.game.tables.objectives.by_name.get(choice.value)
        plain = super().button(choice)
        return plain._replace(note=Name(objective.wants), number="I" * objective.stage) if objective else plain


class Cards(Scene):
    """A choice among strategy cards."""

    kind = "cards"
    one_is_next = False

    def button(self, choice: Choice) -> Button:
        """A strategy card by its number and name."""
        plain, card = super().button(choice), choice.value.removeprefix(TAKEN)
        if not card.isdigit():
            return plain
        note = say("play this card") if choice.value.startswith(TAKEN) else choice.note
        return plain._replace(
            label=sentence(Name(self.game.card_name(int(card)))), note=note, number=card, kind="strategy"
        )


TAKEN = "card."
"""Begins the values of strategy cards that a player holds."""


class Player(Cards):
    """A player's turn."""

    kind = "player"
    watched = "steps/player_watched.html"
    folds_events = True
    dense = False
    small_cards = True
    # The news with its reason says what was drawn.
    beside = ()

    @cached_property
    def answers(self) -> Answers:
        """All of them as tiles, however long their notes are; last what is allowed only later, with no value yet."""
        plain, active = super().answers, self.game.active
        cards = [] if active is None or active == "hive" else self.game.readied_cards_of(active)
        after = say("only after {cards}", cards=listed([Name(self.game.card_name(one)) for one in cards]))
        later = [Button("", say("Passes"), after, kind="not-yet")] if cards else []
        return plain._replace(choices=(*plain.choices, *later), in_a_list=False)

    @property
    def bar(self) -> Bar:
        """Whose turn ends is plain on each device."""
        active = self.game.active
        if active is None or active == "hive":
            return super().bar
        who = self.game.name(active)
        ends = Ends(active, say("End {who}'s turn", who=who), say("Yes, {who}'s turn ends", who=who))
        return super().bar._replace(ends=ends)

    @property
    def lines(self) -> tuple[Item, ...]:
        """What to know on it: hands have nothing to do."""
        return tuple(replace(line, aside=True) for line in super().lines)

    @property
    def in_a_line(self) -> bool:
        """Whether what just happened is said in one line."""
        return fits_a_line(self.news)

    @cached_property
    def last_turn(self) -> Happening | None:
        """What the Hive did before, for who looks at a wall meanwhile."""
        return last_turn(self.present)

    @cached_property
    def struck(self) -> Struck | None:
        """What the Hive could attack; None where no galaxy is tracked, or it has passed and attacks nothing more."""
        if not self.game.tracked or self.game.hive.passed:
            return None
        found = threats(self.game)
        now = [one.position for one in found if one.missing == 0 and one.comes]
        soon = [one.position for one in found if one.missing == 1]
        return Struck(len(now), _names(self.game, now), _names(self.game, soon))


class Struck(NamedTuple):
    """How many systems of players the Hive could attack at once, which, and which with one counter more."""

    number: int
    now: Words
    soon: Words


NAMED = 2
"""So many systems have room on a tile."""


def _names(game: Game, positions: Sequence[str]) -> Words:
    named: list[Words] = [system_short(game, one) for one in positions[:NAMED]]
    more = len(positions) - NAMED
    return listed([*named, say("{number} more", number=more)]) if more > 0 else listed(named)


class Facts(Scene):
    """The facts on which a decision rests, to be confirmed: a system in each row."""

    kind = "facts"
    watched = "steps/facts_watched.html"
    one_is_next = False

    @property
    def turned(self) -> CardView | None:
        """The card whose deed hangs on them: it is seen before anything is asked."""
        return defining(self.cards)

    @cached_property
    def rows(self) -> tuple[SystemView, ...]:
        """The facts."""
        tracked = tracked_systems(self.game, self.step)
        return tuple(fact_of(self.game, one.system, one.there) for one in super().lines if one.system in tracked)

    @property
    def named_apart(self) -> Sequence[str]:
        """Those with a row of their own."""
        return [row.position for row in self.rows]

    @property
    def lines(self) -> tuple[Item, ...]:
        """What is known besides."""
        return tuple(item for item in super().lines if item.system not in self.named_apart)

    @staticmethod
    def summed_up(line: Item, longest: int = 240) -> Words:
        """A line that names systems where nobody is; with more letters than these it says how many they are."""
        return nobody_in(line.note) if line.note and len(line.text) > longest else line.text

    @property
    def short(self) -> ShortFacts:
        """What of it is shown where nothing is tapped."""
        rows = sorted(self.rows, key=lambda row: not row.forces)
        room = max(0, ROOM - len(rows))
        more = max(0, len(rows) + len(self.hands) - ROOM)
        nobody = tuple(self.summed_up(line, 80) for line in self.asides)
        return ShortFacts(tuple(rows[:ROOM]), self.hands[:room], more, nobody)

    @property
    def looks(self) -> tuple[str, ...]:
        """Whether what a wall shows of it is written smaller."""
        rows, lines, _, nobody = self.short
        many = len(rows) + len(lines) + len(nobody) > MANY
        return ("dense", *(("has-many",) if many else ()), *(("has-card",) if self.turned else ()))

    def layer(self, at: str = "") -> MapView:
        """Ringed where anybody is known to be; half lit where nobody is, but could be: a wrong "nobody" is seen too."""
        lit: dict[str, Lit] = {
            one: "ring" if _somebody(self.game, one) else "half" for one in tracked_systems(self.game, self.step)
        }
        drawn = super().layer(at)
        return drawn if drawn.lit else replace(drawn, lit=lit)


ROOM = 5
"""So many of the systems and lines that a decision rests on have room on a wall."""


class ShortFacts(NamedTuple):
    """Facts as far as there is room: systems with units first, where nobody is last; ``more`` have none."""

    rows: tuple[SystemView, ...]
    lines: tuple[Item, ...]
    more: int
    nobody: tuple[Words, ...]


def _somebody(game: Game, position: str) -> bool:
    """Whether players have units there, or anybody holds a planet."""
    if game.galaxy is None:
        return False
    system = game.galaxy.systems[position]
    return any(planet.control for planet in system.planets.values()) or holds_units(system, *PLAYERS)


# --- the Hive's turn, and its cards


def defining(cards: Sequence[CardView]) -> CardView | None:
    """The card that defines an action of the Hive, among those of a decision: the last that was drawn for that."""
    return next((card for card in reversed(cards) if card.purpose == "definition"), None)


class Turn(Scene):
    """The Hive's turn begins: its card lies face down."""

    kind = "turn"
    looks = ("dense", "has-card")

    @property
    def in_a_line(self) -> bool:
        """Whether what just happened is said in one line."""
        return fits_a_line(self.news)


class Action(Scene):
    """What the Hive does, below the card that defines it."""

    kind = "action"
    watched = "steps/action_watched.html"
    on_the_map = True

    @property
    def turned(self) -> CardView | None:
        """The card that defines what the Hive does."""
        return defining(self.cards)

    @property
    def looks(self) -> tuple[str, ...]:
        """Whether its card is there, and hands have something to do below."""
        here = ("has-card", "has-hands") if self.hands else ("has-card",)
        return (*super().looks, *(here if self.turned else ()))


class Ship(NamedTuple):
    """A ship among those that are placed together: what and where, its price, why, what is known, other answers."""

    unit: str
    text: Words
    detail: Words
    why: Reason | None
    known: tuple[Item, ...]
    others: tuple[Button, ...]


class Ships(Asked):
    """Ships that the Hive produces: as many in one view as follow each other without a question that is open."""

    kind = "ships"

    def wide(self, large: bool) -> bool:
        """Each has its number on the map."""
        return False

    @property
    def on_the_map(self) -> bool:
        """Also while each ship has answers of its own."""
        return bool(self.ships) or super().on_the_map

    @cached_property
    def coming(self) -> tuple[Coming, ...]:
        """This ship and those after it; none where it stands alone."""
        found = ships_of(self.present)
        return found if len(found) > 1 else ()

    @cached_property
    def ships(self) -> tuple[Ship, ...]:
        """Them as they are shown. Of each system it is said once that players are there, and what is known of it."""
        shown, told, known = [], set[str](), dict[Item, None]()
        for number, one in enumerate(self.coming):
            others = [choice for choice in one.step.choices[1:] if choice.value not in told]
            told.update(choice.value for choice in others if one.at)
            buttons = tuple(self.button(choice)._replace(after=number) for choice in others)
            detail = listed([system_tile(self.game, one.at), one.step.detail], "·") if one.at else one.step.detail
            new = tuple(replace(item, aside=True) for item in one.step.items if item not in known)
            known.update(dict.fromkeys(one.step.items))
            why = reason_of(self.game, one.step.why)
            shown.append(Ship(one.unit, self._placed(one), detail, why, new, buttons))
        return tuple(shown)

    def _placed(self, one: Coming) -> Words:
        """What goes where, as briefly as it is found on the map."""
        if not one.at:
            return one.step.text
        return say("{what} in {system}", what=units(self.game, 1, one.unit), system=system_short(self.game, one.at))

    @property
    def head(self) -> Head:
        """How many they are."""
        plain = super().head
        if not self.ships:
            return plain
        number = count(len(self.ships), "ship")
        return plain._replace(text=say("Place {units}", units=number), detail="")

    @property
    def lines(self) -> tuple[Item, ...]:
        """Each ship, and below what that rests on."""
        if not self.ships:
            return tuple(replace(line, aside=True) for line in super().lines)
        placed = [Item(one.text, one.detail, sign=one.unit) for one in self.ships]
        known = dict.fromkeys(replace(item, aside=True) for one in self.coming for item in one.step.items)
        return (*placed, *known)

    @property
    def systems(self) -> tuple[SystemView, ...]:
        """The map and the list lead to each."""
        return () if self.ships else super().systems

    @cached_property
    def answers(self) -> Answers:
        """Amber places all of them."""
        plain = super().answers
        if not self.ships or plain.go is None:
            return plain
        return Answers(plain.go._replace(after=len(self.ships) - 1))

    def layer(self, at: str = "") -> MapView:
        """Where each goes, with its number as in the list."""
        drawn = super().layer(at)
        numbers: dict[str, list[str]] = {}
        for number, one in enumerate(self.coming, start=1):
            numbers.setdefault(one.at, []).append(str(number))
        return placed_on(drawn, {at: "·".join(found) for at, found in numbers.items()})


class DrawnCard(Scene):
    """A card of the printed deck that the table draws: it says what it shows."""

    kind = "card"
    # It says its fields.
    fills_in = True

    @property
    def draw(self) -> Draw:
        """The step."""
        assert isinstance(self.step, Draw)
        return self.step

    @property
    def head(self) -> Head:
        """For what it is drawn, and from which deck."""
        step, told = self.draw, FROM[self.draw.deck]
        detail = say("{detail} {told}", detail=step.detail, told=told) if step.detail else told
        text = say("Draw {purpose!a} card", purpose=purpose_words(step.purpose))
        return super().head._replace(text=text, detail=detail)

    @cached_property
    def fields(self) -> tuple[DrawField, ...]:
        """What the decision needs of it."""
        return draw_fields(self.game, self.draw)

    @property
    def answers(self) -> Answers:
        """One field is answered by its tile."""
        return Answers(Button("drawn", say("Drawn")) if len(self.fields) > 1 else None)


FROM: dict[str, Words] = {
    "primary": say("From the primary deck. Say what it shows; the app needs no more of it."),
    "secondary": say("From the secondary deck. Say what it shows; the app needs no more of it."),
}


# --- an agenda


class VotesFor(NamedTuple):
    """An outcome and its votes: all of them, what part of the most that is, and those that each player enters.

    ``hives``: the Hive has voted for it.
    """

    outcome: Words
    wins: Words
    total: int
    share: int
    hives: bool
    numbers: tuple[tuple[Words, NumberView], ...]


class Count(Scene):
    """What won: the votes of the Hive, and those that the players enter, in one tally."""

    kind = "count"
    alone_beside = False

    def wide(self, large: bool) -> bool:
        """The tally has a column of its own."""
        return True

    @property
    def bar(self) -> Bar:
        """Votes are entered in the tally alone."""
        return super().bar._replace(numbers=())

    @property
    def head(self) -> Head:
        """What the Hive has cast comes first."""
        plain = super().head
        return plain._replace(kicker=plain.text, text=plain.kicker) if self.step.shown.heading else plain

    @property
    def is_news(self) -> bool:
        """What the Hive has cast stands in its head."""
        return False

    @cached_property
    def tally(self) -> tuple[VotesFor, ...]:
        """Each outcome that has votes or can be given some."""
        rows = [(one, self._entered_for(one.value)) for one in self.step.shown.tally]
        totals = [one.hive + sum(int(number.value or 0) for _, number in entered) for one, entered in rows]
        most = max(totals, default=0) or 1
        return tuple(
            VotesFor(one.outcome, one.wins, total, 100 * total // most, bool(one.hive), entered)
            for (one, entered), total in zip(rows, totals, strict=True)
            if entered or total
        )

    def _entered_for(self, value: str) -> tuple[tuple[Words, NumberView], ...]:
        """What each player enters for an outcome, with whose it is."""
        names = {f"number.{seat}.{value}": self.game.name(seat) for seat in PLAYERS}
        return tuple((names[number.name], number) for number in self.numbers if number.name in names)

    @cached_property
    def answers(self) -> Answers:
        """The next tap says what wins by the votes as they stand."""
        go, second, choices, in_a_list = super().answers
        best = [row for row in self.tally if row.total == max(row.total for row in self.tally)]
        if go is None or self.together is not None or not best or not best[0].total:
            return Answers(go, second, choices, in_a_list)
        label = sentence(best[0].wins if len(best) == 1 else say("A tie"))
        others = tuple(one for one in choices if one.label != label)
        return Answers(go._replace(label=label), second, others, in_a_list)


class Judge(Scene):
    """What the Hive makes of an agenda: what each outcome comes to, the tests in their order, what it votes for.

    Where the players all vote before it, the votes are counted on the same screen, and its own are not yet seen (Q110).
    """

    kind = "judge"
    alone_beside = False

    @property
    def balances(self) -> tuple[Balance, ...]:
        """What each outcome brings and costs, where they are few."""
        return self.step.shown.balances

    @property
    def tests(self) -> tuple[Row, ...]:
        """What was tested, in its order."""
        return tuple(row for part in (self.why.parts if self.why else ()) for row in part.rows)

    @cached_property
    def count(self) -> Count | None:
        """The votes as they are counted with it: those of the players alone."""
        if self.together is None or not isinstance(self.together.step, Ask):
            return None
        after = self.together.step
        tally = tuple(replace(one, hive=0) for one in after.shown.tally)
        after = replace(
            after,
            why=None,
            choices=tuple(replace(one, note="") for one in after.choices),
            shown=replace(after.shown, heading="", expects=True, tally=tally),
        )
        counted = replace(self.present, session=replace(self.present.session, pending=after))
        return Count(counted, self.typed, self.entered, self.together)

    @cached_property
    def numbers(self) -> tuple[NumberView, ...]:
        """The votes of the players, in the tally."""
        return self.count.numbers if self.count else ()

    @property
    def bar(self) -> Bar:
        """The next tap alone."""
        return super().bar._replace(numbers=())

    def wide(self, large: bool) -> bool:
        """With the votes it wants the whole width."""
        return self.count is not None

    @cached_property
    def answers(self) -> Answers:
        """The next tap counts the votes, if it can; the others overrule the Hive."""
        plain = super().answers
        if self.count is None:
            return plain
        return plain._replace(go=self.count.answers.go, choices=tuple(one for one in (plain.go, *plain.choices) if one))


# --- which kind an open step is

_HIVES = (Turn, Action, DrawnCard, Fight, Result, Score, Judge, Count, Ships)
_ALL = (Told, Asked, SetUp, Search, Cards, Player, Facts, *_HIVES)
KINDS: dict[str, type[Scene]] = {one.kind: one for one in _ALL}


def scene_of(present: Present, typed: Mapping[str, Any] | None = None, entered: Entered = NOTHING) -> Scene:
    """What the table has to do now. ``typed`` are numbers that were posted and refused: they are shown once more."""
    step = present.session.pending
    if step is None:
        return Over(present, typed or {}, entered)
    together = together_of(present)
    shown = _shown(present, step, together)
    looked_at = replace(present, session=replace(present.session, pending=shown))
    return KINDS[kind_of(shown)](looked_at, typed or {}, entered, together)


def _shown(present: Present, step: Step, together: Together | None) -> Step:
    """The open step with what is shown with it: what hands have to do after it, and the numbers that are asked then."""
    if isinstance(step, Draw):
        return step
    step = replace(step, items=(*taken_off(present), *step.items))
    if together is None:
        return step
    after = together.step
    if together.ahead:
        return step
    if isinstance(step, Ask) and isinstance(after, Ask):
        return replace(step, numbers=(*step.numbers, *_later(present.session.game, step, after)))
    if isinstance(step, Ask) and after.key == keys.CLEANUP:
        step = replace(step, detail=listed([step.detail, say("Besides, as the turn ends:")], " "))
    more = (Item(say("If so: {what}", what=item.text), item.note, item.rule, aside=True) for item in together.perhaps)
    return replace(step, items=(*step.items, *after.items, *more))


def _later(game: Game, step: Ask, after: Ask) -> Iterator[Number]:
    """Who retreats in the round that begins by the same tap: within a round it is the next one."""
    for one in after.numbers:
        who = next((game.name(seat) for seat in PLAYERS if one.name.endswith(seat)), None)
        yield replace(one, label=say("{who!c}, next round", who=who)) if who and step.key in ROUNDS else one


def taken_off(present: Present) -> tuple[Item, ...]:
    """What the tap before has cost: it answered the beginning of the round as well, which tells it otherwise."""
    lines = [line for line in present.lines if line["kind"] not in BESIDE]
    if not lines or not lines[0]["joined"]:
        return ()
    last = next((one.step for one in reversed(present.session.told) if isinstance(one.step, Ask)), None)
    return last.items if last is not None and last.key == keys.ROUND_BEGINS else ()
