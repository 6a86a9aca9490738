"""The checklist of the set-up where the galaxy is known: tiles, starting units. Rules: 2.board.*, 2.hive.*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hive import keys
from hive.board import pieces
from hive.board.growing import refill_wilds
from hive.board.layout import ION_STORM
from hive.board.sides import Tracked
from hive.catalog.tables import Seat, SetupItem, SpawningSystem
from hive.model.galaxy import System
from hive.model.game import NEUTRAL, PLAYERS
from hive.naming import planet, planet_label, system_label, units
from hive.rules.area.planets import STANDARD, worth_of
from hive.rules.control.taking import leaving, uncontrolled
from hive.rules.diagrams.planets import Place
from hive.rules.setup.mobilizing import SCOPE, passages, stationed
from hive.rules.setup.neighbours import EXTRA_YIELD, Neighbours, yields_besides
from hive.rules.setup.tiles import RANDOM_SIDE, Placed
from hive.steps import Item, Procedure, Tell
from hive.words import Name, Words, listed, say


class TrackedSetup(Tracked):
    """The side that knows which tile lies where."""

    def text_of(self, item: SetupItem) -> str:
        """What an item of the checklist says; empty where it is left out."""
        return item.text if item.known is None else item.known

    def placed(self, item: SetupItem) -> tuple[Placed, ...]:
        """The tiles that lie on the slots of an item; those of Minor Factions only where it names them.

        Rule: 36.minor.systems.
        """
        minor, kinds = self.game.tables.galaxy.minor_factions, self.game.tables.galaxy.template.kinds
        of_kinds = (slot for kind in item.kinds for slot in kinds.get(kind, []))
        slots = [slot for slot in of_kinds if minor is None or slot not in minor.slots]
        return tuple(self._placed(slot) for slot in (*slots, *item.slots) if slot in self.galaxy.systems)

    def standing(self, systems: Sequence[SpawningSystem]) -> tuple[Words, ...]:
        """What stands in some spawning systems and homes, a sentence for each that there still is."""
        return tuple(self._standing(system) for system in systems if system in self.galaxy.spawning)

    def gains_neighbours(self, infantry: int) -> Procedure[Neighbours]:
        """Rule: 37.mobilization.extra-yield (M56)."""
        yield from ()
        places = self._free_neighbours("hive")
        taken = [uncontrolled(self.survey, place) for place in places]
        lines = [line for place in places for line in self._begins_on("hive", place, infantry, EXTRA_YIELD)]
        kinds = [pieces.spawning_system_at(self.galaxy, position) or STANDARD for position, _ in places]
        worth = sum(worth_of(self.game, kind) for kind in kinds)
        return Neighbours([*lines, *yields_besides(self.game, worth)], taken)

    def players_mobilize(self, infantry: int) -> Procedure[None]:
        """The players gain the planets next to their homes after the Hive, then say where the rest stands."""
        for seat in PLAYERS:
            places = self._free_neighbours(seat)
            lines = [line for place in places for line in self._begins_on(seat, place, infantry, SCOPE)]
            if lines:
                text = say("Rapid Mobilization: {who} gains planets next to the home system", who=self.game.name(seat))
                yield Tell(text, SCOPE, key=keys.SET_UP, confirm="done", items=tuple(lines))
            yield from stationed(self, seat)

    def _free_neighbours(self, seat: Seat) -> list[Place]:
        """The planets next to a side's home that nobody controls, and not in The Fracture (M11)."""
        home = self.survey.home(seat)
        near = sorted(self.survey.adjacent[home]) if home is not None else []
        return [
            (position, name)
            for position in near
            if not self.survey.in_the_fracture(position)
            for name, state in self.galaxy.systems[position].planets.items()
            if state.control is None
        ]

    def _begins_on(self, seat: Seat, place: Place, infantry: int, rule: str) -> Iterator[Item]:
        """Book that a side begins the game with a planet, and say what hands do."""
        game = self.game
        yield from leaving(game, NEUTRAL, place, self.units(NEUTRAL, *place))
        pieces.set_control(game, *place, seat)
        pieces.put(game, seat, "infantry", infantry, *place)
        text = say(
            "Put {units} and a control token of {who} on {planet}.",
            units=units(game, infantry, "infantry"),
            who=game.name(seat),
            planet=planet_label(game, *place),
        )
        yield Item(text, rule=rule)

    def mobilized(self) -> Procedure[None]:
        """It lies beside the map, and the players say where the tokens go. Rule: 37.mobilization.ingress."""
        yield from passages(self)

    def wilds_refilled(self) -> Procedure[None]:
        """As many as are missing. Rule: 35.scope (M49)."""
        lines, came = [], refill_wilds(self.game)
        for (position, name), number in came.items():
            there, where = units(self.game, number, "infantry"), planet_label(self.game, position, name)
            lines.append(Item(say("Put {units} of the neutral side on {planet}.", units=there, planet=where)))
        if lines:
            text, systems = say("Dangerous Wilds: neutral infantry comes back"), tuple(one for one, _ in came)
            yield Tell(text, "35.scope", keys.WILDS, "done", items=tuple(lines), systems=systems)

    def ion_side(self) -> Words:
        """The side that the ion storm token shows."""
        for system in self.galaxy.systems.values():
            for token in system.tokens:
                if token.key == ION_STORM and token.side:
                    return Name(token.side)
        return RANDOM_SIDE

    def _placed(self, slot: str) -> Placed:
        """The tile that lies at a slot, a player's home with its owner."""
        return Placed(slot, self.galaxy.systems[slot].tile, self._owner(slot))

    def _owner(self, slot: str) -> Words:
        """Whose home lies at a slot, or behind the gate there; empty for any other."""
        tile = self.game.tables.tiles.by_number[self.galaxy.systems[slot].tile]
        behind = self.game.tables.tiles.homes_of(tile.faction) if tile.role == "gate" and tile.faction else []
        for seat in PLAYERS:
            home = self.survey.home(seat)
            if home is not None and (home == slot or self.galaxy.systems[home].tile in behind):
                return self.game.name(seat)
        return ""

    def _standing(self, name: SpawningSystem) -> Words:
        """What stands in a spawning system of the Hive, or in a player's home, as a sentence."""
        position = self.galaxy.spawning[name]
        owner: Seat = "p1" if name == "home_p1" else "p2" if name == "home_p2" else "hive"
        forces = listed(list(self._forces(self.galaxy.systems[position], owner)))
        where = system_label(self.game, position)
        return say("{system!c}: {units}.", system=where, units=forces or say("nothing"))

    def _forces(self, system: System, owner: Seat) -> Iterator[Words]:
        for unit, number in system.units.get(owner, {}).items():
            yield units(self.game, number, unit)
        for name, state in system.planets.items():
            for unit, number in state.units.get(owner, {}).items():
                there = units(self.game, number, unit)
                yield say("{units} on {planet}", units=there, planet=planet(self.game, name))
