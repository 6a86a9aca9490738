"""What laws and directives do to the board without a galaxy: the table does it, and the numbers follow."""

from __future__ import annotations

from collections.abc import Collection

from hive.board.sides import Asked
from hive.rules.area.reinforcements import remove
from hive.rules.diagrams.damage import unit_words, weakest_units
from hive.steps import Item, Procedure
from hive.words import say

_RULE = "5.4.negative-effects"


class AskedDecrees(Asked):
    """The side that knows the numbers alone."""

    def give_up(self, units: Collection[str], number: int) -> Procedure[list[Item]]:
        """The weakest go; the table knows where one can best be done without."""
        yield from ()
        present = {key: there for key, there in self.game.hive.units.items() if key in units}
        lost = weakest_units(self.game, present, number)
        for key, gone in lost.items():
            remove(self.game, key, gone)
        where = say("where [the Hive] can best do without, by negative priority")
        words = unit_words(self.game, lost)
        return [Item(say("Remove {units} of [the Hive].", units=words), where, _RULE)] if lost else []
