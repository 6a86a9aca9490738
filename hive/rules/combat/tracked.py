"""Combat on a tracked galaxy: what a player activates, the battle there, and what leaves the board. Rules: p. 21."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Condition, Seat, SpawningSystem
from hive.model.board_counts import holds_units, places
from hive.model.game import PLAYERS, Player
from hive.naming import planet, system_label, units
from hive.rules.abilities.diplomacy import lock
from hive.rules.combat.battle import Battle, anger_fighters, resolve_system
from hive.rules.combat.countermeasures import Target, sustaining_units
from hive.rules.combat.support_cards import draw_support
from hive.rules.combat.units import neighbouring_cannons
from hive.rules.control.tracked import TrackedPlanets
from hive.rules.deck.hive_mind import discard_used
from hive.rules.laws.elected import RESOLVED
from hive.rules.laws.turn_ends import enders, turn_ended
from hive.steps import Ask, Choice, Item, Procedure, Shown, anew, asked
from hive.words import Name, PlanetName, Words, listed, say

NONE = "none"
ACTIVATE = "activate"
SIDES: tuple[Seat, ...] = ("hive", "p1", "p2")


class TrackedCombat(TrackedPlanets):
    """The side that knows where the Hive's units are, and books what comes of a battle."""

    # --- a player activates a system

    def fights(self) -> tuple[Choice, ...]:
        """Combat with the Hive begins here. Rule: 21.draw.player-activation."""
        system = Choice(
            ACTIVATE, say("Activates a Hive system"), say("one with Hive units: their support, then the battle")
        )
        return (system,) if self.hive_systems() else ()

    def hive_systems(self) -> list[str]:
        """The systems with units of the Hive, and those that its space cannons reach from next to them.

        Rules: 21.draw.player-activation, 13.technology.pds-ii.
        """
        survey = self.survey
        return sorted(
            position
            for position, system in self.galaxy.systems.items()
            if holds_units(system, "hive") or neighbouring_cannons(self.game, survey, position)
        )

    def open_systems(self) -> list[str]:
        """The systems with units of the Hive, or in reach of its cannons, that players may activate now."""
        closed = self.closed_systems()
        return [position for position in self.hive_systems() if position not in closed]

    def closed_systems(self) -> set[str]:
        """The spawning systems of the Hive that players may not activate now.

        Rules: 32.higher.mecatol-rex-first, 32.higher.auxiliary-first.
        """
        return {position for condition in self._unmet() for position in self._positions(condition.systems)}

    def _unmet(self) -> list[Condition]:
        """What players must control first, and do not: one of them each planet (M3)."""
        return [condition for condition in self.game.tables.galaxy.conditions if self._lacking(condition)]

    def _lacking(self, condition: Condition) -> list[str]:
        """The planets of a condition that no player controls."""
        places = [self.galaxy.systems[position] for position in self._positions(condition.control)]
        return [name for place in places for name, one in place.planets.items() if one.control not in PLAYERS]

    def _positions(self, systems: Sequence[SpawningSystem]) -> list[str]:
        spawning = self.galaxy.spawning
        return [spawning[name] for name in systems if name in spawning]

    def _barred(self) -> Iterator[Item]:
        """Why systems with Hive units are missing among those that a player can activate."""
        game = self.game
        for condition in self._unmet():
            closed = [one for one in self._positions(condition.systems) if one in self.hive_systems()]
            if closed:
                text = say(
                    "Before you may activate {systems}, one of you must control {planets}.",
                    systems=listed([system_label(game, position) for position in closed], "or"),
                    planets=listed([planet(game, name) for name in self._lacking(condition)]),
                )
                yield Item(text, say("mend the map if you do"), condition.rule)

    def activation(self, seat: Player) -> Procedure[Battle | None]:
        """Ask which system with Hive units a player activates, and go on there; None if it was none after all."""
        position = yield from anew(lambda: asked(self._which_system(seat)))
        return None if position == NONE else (yield from self.activate(seat, position))

    def _which_system(self, seat: Player) -> Ask:
        """The systems to choose from; asked anew, as the table may book that the Hive's units have come or gone."""
        game, systems = self.game, self.open_systems()
        return Ask(
            key=keys.ACTIVATE,
            text=say("Which system does {who} activate?", who=game.name(seat)),
            choices=(
                *(Choice(position, system_label(game, position)) for position in systems),
                Choice(NONE, say("None")),
            ),
            rule="21.draw.player-activation",
            detail=say("Systems with Hive units, or within reach of its space cannons. Move your ships first."),
            items=(*lock(game), *self._barred()),
            shown=Shown(say("Activation"), expects=False, layout="search"),
            anew=True,
            systems=tuple(systems),
        )

    def activate(self, seat: Player, position: str) -> Procedure[Battle]:
        """A player activates a system with Hive units: support cards, units, the battle, and a counter for who fought.

        Rules: 21.draw.player-activation, 14.gain.combat.
        """
        keep = list(self.game.deck.in_use)
        pieces.put_command_token(self.game, seat, position)
        held = holds_units(self.galaxy.systems[position], "hive")
        if held and (yield from self._hive_ends_it(seat, position)):
            return Battle((), None, (), ())
        cards = (yield from draw_support(self.game)) if held else []
        battle = yield from resolve_system(self, position, cards, seat)
        discard_used(self.game, keep)
        yield from anger_fighters(self.game, battle)
        return battle

    def _hive_ends_it(self, seat: Player, position: str) -> Procedure[bool]:
        """Whether the Hive ends the turn of a player by a law that elects it. Rule: 29.elected-laws."""
        game = self.game
        for source in enders(game, seat):
            answer = yield from asked(
                Ask(
                    key=keys.ELECTED_LAW,
                    text=say(
                        "[The Hive] resolves {source} now: the turn of {who} ends",
                        source=Name(source),
                        who=game.name(seat),
                    ),
                    choices=(
                        Choice(RESOLVED, say("Done"), say("discard the law")),
                        Choice("later", say("Not possible"), say("[the Hive] keeps it"), beside=True),
                    ),
                    rule="29.elected-laws",
                    systems=(position,),
                )
            )
            if answer == RESOLVED:
                yield turn_ended(game, seat, source, system_label(game, position))
                return True
        return False

    def no_activation(self) -> Words:
        """Why nobody can activate a system with Hive units, or nothing."""
        return "" if self.hive_systems() else say("[The Hive] has no units on the board.")

    # --- what leaves the board by itself

    def cleanup(self) -> list[Item]:
        """Take off the Hive's fighters, its infantry in space, and what is too much on its planets; say what went.

        Rules: 21.cleanup.fighters, 21.cleanup.infantry, Q32.
        """
        lines = []
        for position in sorted(self.galaxy.systems):
            lines += self._fighters(position)
            lines += self._infantry(position)
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

    def repairs(self) -> list[Item]:
        """Repair all damaged units of all sides, as the base game does now. Rule: 1.scope.unchanged-rules."""
        if not any(place.damaged for place in places(self.galaxy)):
            return []
        for place in places(self.galaxy):
            for seat in SIDES:
                place.damaged.pop(seat, None)
        return [Item(say("Repair all damaged units."), rule="1.scope.unchanged-rules")]

    # --- ships that an event can name

    def sustaining_ships(self) -> list[tuple[Target, Words]]:
        """The players' ships on the board that can have sustained damage, with their words."""
        able = sustaining_units(self.game)
        targets = [
            Target(seat, unit, position)
            for position in sorted(self.galaxy.systems)
            for seat in PLAYERS
            for unit in able
            if self.units(seat, position).get(unit)
        ]
        game = self.game
        return [
            (target, say("{words} in {system}", words=target.words(game), system=system_label(game, target.position)))
            for target in targets
        ]
