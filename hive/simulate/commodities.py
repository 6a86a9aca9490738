"""A law of Total War: what lies on the Hive's home planets is what the table was told, and 15 of it make a point.

It is judged from the state and from what was told, without the rules that it watches.
"""

from __future__ import annotations

from dataclasses import dataclass

from hive import keys
from hive.engine.entries import Correct, Forward
from hive.engine.session import Session
from hive.model.game import Game
from hive.steps import Draw, Item, Step
from hive.words import Amount, Message

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
