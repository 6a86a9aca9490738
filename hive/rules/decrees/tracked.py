"""What laws and directives do to the board where a galaxy is tracked. Rules: page 29, 5.4.negative-effects, 5.3.use."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from hive.board import pieces
from hive.board.sides import Tracked
from hive.naming import planet, system_label, units
from hive.rules.diagrams.damage import weakest_units
from hive.rules.diagrams.systems import decide
from hive.rules.placing.places import because, labels, settle
from hive.steps import Item, Procedure, anew
from hive.words import Words, say

_RULE = "5.4.negative-effects"
# A system, and one of its planets or None for its space area.
Place = tuple[str, str | None]


class TrackedDecrees(Tracked):
    """The side that knows what stands where."""

    def give_up(self, keys: Collection[str], number: int) -> Procedure[list[Item]]:
        """One after the other: the weakest type that is left, from the system that negative priority names."""
        lines: list[Item] = []
        while len(lines) < number:
            present: dict[str, int] = {}
            for place in self._places():
                for key, there in pieces.units_at(self.galaxy, "hive", *place).items():
                    if key in keys:
                        present[key] = present.get(key, 0) + there
            weakest = next(iter(weakest_units(self.game, present, 1)), None)
            if weakest is None:
                break
            place, why = yield from anew(partial(self._best_lost, weakest))
            pieces.take(self.game, "hive", weakest, 1, *place)
            lines.append(
                Item(
                    say("Remove {units} from {place}.", units=self._one(weakest), place=self._named(place)), why, _RULE
                )
            )
        return lines

    def _best_lost(self, key: str) -> Procedure[tuple[Place, Words]]:
        """From where a unit of a type is best taken, and why there. Raises Mended."""
        holding = [place for place in self._places() if pieces.units_at(self.galaxy, "hive", *place).get(key)]
        systems = list(dict.fromkeys(position for position, _ in holding))
        found = decide(self.survey, systems, self.game.tables.priorities.negative, {})
        what = say("Remove {units}", units=self._one(key))
        position = yield from settle(self.game, what, labels(self.game, found.left), _RULE)
        on = next(on for where, on in holding if where == position)
        return (position, on), because("the weakest", found)

    def _one(self, key: str) -> Words:
        return units(self.game, 1, key)

    def _named(self, place: Place) -> Words:
        position, on = place
        system = system_label(self.game, position)
        return say("{planet} in {system}", planet=planet(self.game, on), system=system) if on else system

    def _places(self) -> Iterator[Place]:
        for position in sorted(self.galaxy.systems):
            yield position, None
            yield from ((position, planet) for planet in self.galaxy.systems[position].planets)
