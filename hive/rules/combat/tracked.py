"""Combat on a tracked galaxy: what leaves the board by itself, and which ships can sustain damage. Rules: p. 21."""

from __future__ import annotations

from collections.abc import Sequence

from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.board_counts import places
from hive.model.game import NEUTRAL, PLAYERS
from hive.naming import system_label, units
from hive.rules.combat.activation import TrackedActivation
from hive.rules.combat.countermeasures import Target, sustaining_units
from hive.rules.combat.units import ships
from hive.rules.diagrams.damage import unit_words
from hive.steps import Item
from hive.words import PlanetName, Words, say

_DOCK = "space_dock"


class TrackedCombat(TrackedActivation):
    """The side that knows where the Hive's units are, and books what comes of a battle."""

    # --- what leaves the board by itself

    def cleanup(self, position: str | None = None) -> list[Item]:
        """Take off the Hive's fighters, its infantry in space, what is too much on its planets, and docks left alone.

        In all systems, or in one. Rules: 21.cleanup.fighters, 21.cleanup.infantry, Q32.
        """
        lines = []
        for one in sorted(self.galaxy.systems) if position is None else [position]:
            lines += self._fighters(one)
            lines += self._infantry(one)
            lines += self._docks(one)
        return lines

    def _fighters(self, position: str) -> list[Item]:
        gone = self.units("hive", position).get("fighter", 0)
        if not gone:
            return []
        pieces.take(self.game, "hive", "fighter", gone, position)
        text = say(
            "Remove {units} in {system}.",
            units=units(self.game, gone, "fighter"),
            system=system_label(self.game, position),
        )
        return [Item(text, say("fighters leave at the end of every turn"), "21.cleanup.fighters")]

    def _infantry(self, position: str) -> list[Item]:
        """Infantry in space has no planet to stay on (Q32)."""
        game, maximum = self.game, self.game.tables.figures.planet_infantry_maximum.value
        lines = []
        for name in (None, *self.galaxy.systems[position].planets):
            there = self.units("hive", position, name).get("infantry", 0)
            excess = there - (0 if name is None else maximum)
            if excess > 0:
                pieces.take(game, "hive", "infantry", excess, position, name)
                where = (
                    say("in space in {system}", system=system_label(game, position))
                    if name is None
                    else say("on {planet}", planet=PlanetName(name, position))
                )
                note = (
                    say("no infantry stays in space")
                    if name is None
                    else say("a planet keeps at most {maximum}", maximum=maximum)
                )
                lines.append(
                    Item(
                        say("Remove {units} {where}.", units=units(game, excess, "infantry"), where=where),
                        note,
                        "21.cleanup.infantry",
                    )
                )
        return lines

    def _docks(self, position: str) -> list[Item]:
        """A space dock in space is destroyed once nothing but ships of others is with it, as those of the Saar are.

        Rule: 1.scope.unchanged-rules.
        """
        survey = self.survey
        others = any(survey.ship_count(position, side) for side in ("hive", NEUTRAL))
        if not others or any(survey.ship_count(position, seat) for seat in PLAYERS):
            return []
        lines = []
        for seat in PLAYERS:
            docks = self.units(seat, position).get(_DOCK, 0)
            if docks:
                pieces.take(self.game, seat, _DOCK, docks, position)
                lost, where = units(self.game, docks, _DOCK), system_label(self.game, position)
                text = say("{who!c} loses {units} in {system}.", who=self.game.name(seat), units=lost, system=where)
                lines.append(Item(text, say("only ships of others are with it"), "1.scope.unchanged-rules"))
        return lines

    def repairs(self) -> list[Item]:
        """Repair all damaged units, neutral ones too, as the base game does now. Rule: 1.scope.unchanged-rules."""
        if not any(place.damaged for place in places(self.galaxy)):
            return []
        for place in places(self.galaxy):
            place.damaged.clear()
        return [Item(say("Repair all damaged units."), rule="1.scope.unchanged-rules")]

    # --- ships that an event can name

    def sustaining_ships(self) -> list[tuple[Target, Words]]:
        """The players' ships on the board that can have sustained damage, with their words."""
        targets = [
            Target(seat, unit, position)
            for position in sorted(self.galaxy.systems)
            for seat in PLAYERS
            for unit in sustaining_units(self.game, seat)
            if self.units(seat, position).get(unit)
        ]
        game = self.game
        return [
            (target, say("{words} in {system}", words=target.words(game), system=system_label(game, target.position)))
            for target in targets
        ]

    def adrift(self, position: str, side: Sequence[Seat] = PLAYERS) -> list[Item]:
        """Take what stands in space off the board where no ship of its side is left, and say whose it was.

        Rules: 1.scope.unchanged-rules, 31.action.transport, Q116.
        """
        there = {seat: self.units(seat, position) for seat in side}
        if any(ships(self.game, found) for found in there.values()):
            return []
        lines = []
        for seat, found in there.items():
            for unit, number in found.items():
                pieces.take(self.game, seat, unit, number, position)
            if found:
                lost = unit_words(self.game, found)
                text = say("{who!c} loses {units} in space.", who=self.game.name(seat), units=lost)
                lines.append(Item(text, rule="1.scope.unchanged-rules"))
        return lines
