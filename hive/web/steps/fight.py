"""A step of a combat as it is drawn: both sides, what to take off, the dice of the Hive, and what it gives up next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from hive.model.game import Game
from hive.naming import units
from hive.rules.deck import SIDES
from hive.steps import Choice, Dice, Draw, Drawn, Item, Losses, Piece, Sides, Step, Throw, Turned
from hive.web.steps.scene import Answers, Bar, Button, Scene
from hive.web.words import language
from hive.words import Words, listed, say, sentence, told

NOBODY = Sides((), ())
LONG_TAP = 24
"""A next tap of more letters than these has three lines on a phone."""


@dataclass(frozen=True)
class Combat:
    """The pictures of a step of a combat, and the words of its units."""

    game: Game
    step: Step

    @property
    def sides(self) -> Sides:
        """Both sides as they stand; none where units are only taken off."""
        return self.step.shown.sides or NOBODY

    @property
    def _drawn(self) -> list[Drawn]:
        return [] if isinstance(self.step, Draw) else [one.drawn for one in self.step.items if one.drawn is not None]

    @cached_property
    def losses(self) -> tuple[Piece, ...]:
        """What hands take off, or turn on its side."""
        return tuple(piece for one in self._drawn if isinstance(one, Losses) for piece in one.pieces)

    @cached_property
    def rolls(self) -> tuple[Dice, ...]:
        """The rolls of the Hive."""
        return tuple(one for one in self._drawn if isinstance(one, Dice))

    @cached_property
    def throws(self) -> tuple[Throw, ...]:
        """What units of each type roll."""
        return tuple(throw for roll in self.rolls for throw in roll.throws)

    @cached_property
    def bent(self) -> tuple[Words, ...]:
        """What bends every roll that the app has rolled: it is said once for all of them."""
        if not self.rolled:
            return ()
        first, *others = (throw.bent for throw in self.throws)
        return tuple(one for one in first if all(one in bent for bent in others))

    def needed(self, throw: Throw) -> Words:
        """What hits, and what bends this roll alone."""
        low = throw.hit < SIDES
        hits = say("hits from {number}", number=throw.hit) if low else say("hits on {number}", number=SIDES)
        own = [one for one in throw.bent if one not in self.bent]
        return listed([hits, self.counted(own)], "·") if own else hits

    @staticmethod
    def counted(modifiers: Sequence[Words]) -> Words:
        """What bends a roll."""
        return say("{modifiers} counted", modifiers=listed(modifiers))

    @property
    def rolled(self) -> bool:
        """Whether the app has rolled all of it."""
        return bool(self.throws) and all(throw.shown for throw in self.throws)

    @property
    def besides(self) -> int:
        """The hits without a die."""
        return sum(roll.besides for roll in self.rolls)

    @property
    def hits(self) -> int:
        """The hits of the app's dice, and those without a die."""
        return sum(shows >= throw.hit for throw in self.throws for shows in throw.shown) + self.besides

    @property
    def on(self) -> Words:
        """The one player who takes them, if it is one."""
        seats = {seat for roll in self.rolls for seat in roll.on}
        return self.game.name(seats.pop()) if len(seats) == 1 else ""

    @property
    def symbol(self) -> str:
        """That of the card which is turned for a stratagem."""
        return next((one.symbol for one in self._drawn if isinstance(one, Turned)), "")

    def lines(self, turned: bool) -> list[Item]:
        """The lines that nothing draws, or those that stand beside a card that is ``turned``."""
        items = () if isinstance(self.step, Draw) else self.step.items
        return [one for one in items if (isinstance(one.drawn, Turned) if turned else one.drawn is None)]

    def words(self, one: Piece | Throw, named: bool = False) -> Words:
        """Units in words: those of a player with the name where both sides stand together (``named``)."""
        words: Words = units(self.game, one.number, one.unit)
        if isinstance(one, Throw):
            return words
        if named and one.seat != "hive":
            words = say("{what} of {who}", what=words, who=self.game.name(one.seat))
        return say("{units} damaged", units=words) if one.hurt else words


class Fight(Scene):
    """A step of a combat: both sides, what to take off, the dice of the Hive, and what the table answers."""

    kind = "fight"
    watched = "steps/fight_watched.html"
    is_news = False

    @cached_property
    def combat(self) -> Combat:
        """What of it is drawn."""
        return Combat(self.game, self.step)

    @property
    def looks(self) -> tuple[str, ...]:
        """Whether who lands where is asked below the losses, and the next tap says so much that the bar is higher."""
        landings = self.opening and any(number.tiles for number in self.numbers)
        go = self.answers.go
        high = go is not None and len(told(go.label, language())) > LONG_TAP
        return (*super().looks, *(("has-landings",) if landings else ()), *(("has-high-bar",) if high else ()))

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
        rolls = go is not None and self.combat.throws and self.numbers
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
