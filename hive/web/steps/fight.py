"""A step of a combat as it is drawn: both sides, what to take off, the dice of the Hive, and what it gives up next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from hive.catalog.tables import Owner
from hive.model.game import Game
from hive.naming import units
from hive.rules.deck import SIDES
from hive.steps import Ask, Choice, Dice, Draw, Item, Losses, Piece, Sides, Step, Tell, Throw, Turned
from hive.web.steps.scene import Answers, Bar, Button, Scene
from hive.words import Words, say, sentence


@dataclass(frozen=True)
class PieceView:
    """Units of one type as silhouettes, and in words."""

    seat: Owner
    unit: str
    number: int
    hurt: bool
    words: Words


@dataclass(frozen=True)
class FleetView:
    """One side: its name, its units, and those that it has lost: for sure just now, or as is to be expected."""

    seat: Owner
    name: Words
    pieces: tuple[PieceView, ...]
    lost: tuple[PieceView, ...]
    expected: tuple[PieceView, ...]


@dataclass(frozen=True)
class DieView:
    """A die: what it shows, nothing where the table rolls it, and whether that hits."""

    shows: str
    hits: bool
    words: Words


@dataclass(frozen=True)
class ThrowView:
    """What units of one type roll."""

    unit: str
    words: Words
    needed: Words
    bent: Words
    dice: tuple[DieView, ...]


@dataclass(frozen=True)
class CombatView:
    """A step of a combat. ``hits`` are those of the app's dice, ``on`` the one player who takes them, if it is one.

    ``told`` are the lines that nothing draws, ``stratagem`` those that stand beside its card, turned to ``symbol``.
    """

    fleets: tuple[FleetView, ...]
    losses: tuple[PieceView, ...]
    throws: tuple[ThrowView, ...]
    hits: int | None
    besides: int
    on: Words
    told: tuple[Item, ...]
    order: tuple[PieceView, ...]
    symbol: str
    stratagem: tuple[Item, ...]


def combat_of(game: Game, step: Step) -> CombatView | None:
    """How a step of a combat is drawn; None where the step is of no combat."""
    if isinstance(step, Draw):
        return None
    sides, lost = step.shown.sides, _losses(step)
    if sides is None and not lost:
        return None
    rolls = [item.drawn for item in step.items if isinstance(item.drawn, Dice)]
    throws, besides = [throw for roll in rolls for throw in roll.throws], sum(roll.besides for roll in rolls)
    rolled = bool(throws) and all(throw.shown for throw in throws)
    on = list({seat for roll in rolls for seat in roll.on})
    return CombatView(
        fleets=tuple(_fleet(game, seat, sides, lost) for seat in sides.seats) if sides else (),
        losses=tuple(_piece(game, piece, named=True) for piece in lost),
        throws=tuple(_throw(game, throw) for throw in throws),
        hits=sum(_hits(throw) for throw in throws) + besides if rolled else None,
        besides=besides,
        on=game.name(on[0]) if len(on) == 1 else "",
        told=tuple(item for item in step.items if item.drawn is None),
        order=tuple(_piece(game, piece) for piece in sides.gives_up) if sides else (),
        symbol=next((item.drawn.symbol for item in step.items if isinstance(item.drawn, Turned)), ""),
        stratagem=tuple(item for item in step.items if isinstance(item.drawn, Turned)),
    )


class Fight(Scene):
    """A step of a combat: both sides, what to take off, the dice of the Hive, and what the table answers."""

    kind = "fight"
    is_news = False

    @cached_property
    def combat(self) -> CombatView:
        """What of it is drawn."""
        found = combat_of(self.game, self.step)
        assert found is not None
        return found

    @property
    def looks(self) -> tuple[str, ...]:
        """Whether who lands where is asked below the losses."""
        landings = self.opening and any(number.tiles for number in self.numbers)
        return (*super().looks, *(("has-landings",) if landings else ()))

    @property
    def opening(self) -> bool:
        """Whether nothing is rolled yet: how it is fought is chosen."""
        return not self.combat.throws

    def many(self, large: bool) -> bool:
        """Whether more is asked as it opens than has room beside the losses: of ``large`` type, less has."""
        return self.opening and len(self.numbers) > (1 if large else 2)

    def wide(self, large: bool) -> bool:
        """Dice, and many landings."""
        return bool(self.combat.throws) or self.many(large)

    def button(self, choice: Choice) -> Button:
        """Below both sides an answer names neither."""
        label = choice.short if self.step.shown.sides and choice.short else choice.label
        return super().button(choice)._replace(label=sentence(label))

    @property
    def bar(self) -> Bar:
        """The next tap alone: all else is answered where it is drawn."""
        go = self.answers.go
        rolls = go is not None and go.value == "on" and self.combat.throws and self.numbers
        return Bar(go, all_hit=say("Go on") if rolls else "")


class Result(Fight):
    """How a combat ended that is fought by hand: what is chosen goes with the numbers beside it, by one tap for all."""

    kind = "result"
    opening = False

    def wide(self, large: bool) -> bool:
        """Its tiles stand in a row."""
        return True

    @property
    def answers(self) -> Answers:
        """All are tiles to choose from."""
        ask = self.ask
        return Answers(Button("", say("Book it")), None, tuple(self.button(one) for one in ask.choices) if ask else ())


def _losses(step: Ask | Tell) -> tuple[Piece, ...]:
    drawn = [item.drawn for item in step.items if isinstance(item.drawn, Losses)]
    return tuple(piece for one in drawn for piece in one.pieces)


def _fleet(game: Game, seat: Owner, sides: Sides, lost: Sequence[Piece]) -> FleetView:
    gone = (piece for piece in lost if not piece.hurt)
    mine, lost_here, expected = (
        tuple(_piece(game, one) for one in some if one.seat == seat) for some in (sides.pieces, gone, sides.lost)
    )
    return FleetView(seat, sentence(game.name(seat)), mine, lost_here, expected)


def _piece(game: Game, piece: Piece, named: bool = False) -> PieceView:
    """Units in words: those of a player with the name where both sides stand together (``named``)."""
    words: Words = units(game, piece.number, piece.unit)
    if named and piece.seat != "hive":
        words = say("{units} of {who}", units=words, who=game.name(piece.seat))
    if piece.hurt:
        words = say("{units}: damaged", units=words)
    return PieceView(piece.seat, piece.unit, piece.number, piece.hurt, words)


def _throw(game: Game, throw: Throw) -> ThrowView:
    needed = (
        say("hits on {number} or more", number=throw.hit)
        if throw.hit < SIDES
        else say("hits on {number}", number=SIDES)
    )
    dice = [_die(throw, one) for one in throw.shown] or [DieView("", False, say("a die to roll"))] * throw.dice
    return ThrowView(throw.unit, units(game, throw.number, throw.unit), needed, throw.bent, tuple(dice))


def _die(throw: Throw, shows: int) -> DieView:
    hits = shows >= throw.hit
    words = say("{number}, a hit", number=shows) if hits else say("{number}, no hit", number=shows)
    return DieView(str(shows), hits, words)


def _hits(throw: Throw) -> int:
    return sum(shows >= throw.hit for shows in throw.shown)
