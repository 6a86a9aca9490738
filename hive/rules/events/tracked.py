"""What events know and change on a tracked galaxy: the table says where, the board knows what is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hive import keys
from hive.board import pieces
from hive.board.growing import fracture_lies
from hive.fields import AnyField, OneOf
from hive.model.game import Player
from hive.naming import planet_label, system_label
from hive.rules.action.turns import clean_up_board, players_turn
from hive.rules.area.planets import out_of_the_game
from hive.rules.combat.tracked import TrackedCombat
from hive.rules.combat.units import ships
from hive.rules.control.exchange import exchangeable, hand_over, handing_over, planets_to_hand_over
from hive.rules.diagrams import damage
from hive.rules.diagrams.planets import Place
from hive.rules.events.growing import bring_the_fracture, hive_discovers
from hive.rules.events.kinds import Args, damage_rule, given_up, lost, who, whose_diagram
from hive.rules.exploration.exploring import explore_planet, frontier_systems, sites_of
from hive.rules.galactic.atomics import Fallout
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, Tell, filled
from hive.words import Name, Words, count, say, sentence

WHERE, ELSEWHERE = "where", "elsewhere"
# The categories of units that a place is offered for; without any, all units count.
ARENAS: dict[damage.Arena, str] = {"space": "ship", "ground": "ground_force"}
_NONE: dict[damage.Arena | None, Words] = {
    "space": say("[The Hive] has no ships on the board."),
    "ground": say("[The Hive] has no ground forces on planets."),
    None: say("No Hive plastic is on the board."),
}


class TrackedEvents(TrackedCombat):
    """The side that knows what stands where."""

    def support_fields(self) -> tuple[AnyField, ...]:
        """Who activates a system."""
        return who(self.game)

    def support(self, args: Args) -> Procedure[None]:
        """A player activates a system with Hive units. In no player's turn what came along leaves at once.

        Rules: 21.draw.player-activation, 21.cleanup.fighters, 21.cleanup.infantry.
        """
        position = yield from self.activated(args["who"])
        if position is not None:
            yield from self.activate(args["who"], position)
            if not players_turn(self.game):
                yield from clean_up_board(self.game, say("The activation is over: take off the board"), position)

    # --- plastic that leaves a place

    def hit_fields(self, arena: damage.Arena) -> tuple[AnyField, ...]:
        """Where the Hive is hit, and how often."""
        return (self._where(arena), Number("hits", say("Hits on [the Hive]"), maximum=40, minimum=1))

    def harm_fields(self) -> tuple[AnyField, ...]:
        """Where an effect harms units, and how many."""
        return (self._where(), Number("number", say("Units harmed"), maximum=40, minimum=1))

    def loss_fields(self) -> tuple[AnyField, ...]:
        """Where plastic has left the board."""
        return (self._where(),)

    def no_units(self, arena: damage.Arena | None = None) -> Words:
        """Why no units can be hit, or nothing."""
        return "" if self._places_of(arena) else _NONE[arena]

    def no_plastic(self) -> Words:
        """Why no plastic can leave the board, or nothing."""
        return self.no_units()

    def _places_of(self, arena: damage.Arena | None = None) -> tuple[Choice, ...]:
        """Where the Hive has units: space areas and planets; for an arena, where it has units that fight there."""
        return tuple(
            Choice(position if planet is None else f"{position}/{planet}", sentence(self._label(position, planet)))
            for position, planet in self._places()
            if self._units_there(position, planet, arena)
        )

    def _where(self, arena: damage.Arena | None = None) -> OneOf:
        """The place that an event has to know."""
        return OneOf(WHERE, say("Where"), self._places_of(arena))

    def hits(self, arena: damage.Arena, args: Args) -> Procedure[damage.Hits]:
        """The Hive's units at a place take hits; who has sustained damage there is known.

        Rules: 5.4.damage-space, 5.4.damage-ground.
        """
        position, planet = _place(args)
        damaged = self.damaged("hive", position, planet)
        present = self._units_there(position, planet, arena)
        taken = damage.assign_hits(self.game, arena, present, damaged, int(args["hits"]))
        hits, place = count(int(args["hits"]), "hit"), self._label(position, planet)
        yield from self._struck(
            say("[The Hive] takes {hits}: {place}", hits=hits, place=place), taken, position, planet
        )
        return taken

    def _struck(self, text: Words, taken: damage.Hits, position: str, planet: str | None) -> Procedure[None]:
        """Tell how the Hive takes hits at a place, then book it. Rules: 5.4.damage-space, 5.4.damage-ground."""
        arena: damage.Arena = "space" if planet is None else "ground"
        carried = self._carried(taken.destroyed, position, planet)
        yield Tell(
            text,
            damage_rule(self.game, arena),
            key=keys.HITS,
            confirm="done",
            detail=whose_diagram(self.game, arena),
            items=(*damage.hit_lines(self.game, arena, taken), *self._lost_in_space(carried)),
            systems=(position,),
            shown=Shown(say("Hits on [the Hive]")),
        )
        for key, number in taken.sustained.items():
            pieces.damage(self.game, "hive", key, number, position, planet)
        yield from self._fall(taken.destroyed, carried, position, planet)

    def weakest(self, args: Args) -> Procedure[dict[str, int]]:
        """An effect harms units at a place, the weakest of those that it can hit. Rule: 5.4.negative-effects."""
        position, planet = _place(args)
        can_hit = self._units_there(position, planet)
        if len(can_hit) > 1:
            text = say("Which units can it hit: {place}?", place=self._label(position, planet))
            can_hit = yield from self._numbers(
                keys.WEAKEST_UNITS, text, can_hit, can_hit, "5.4.negative-effects", position
            )
        chosen = yield from damage.given_up(self.game, can_hit, int(args["number"]))
        place = say("weakest first; {place}", place=self._label(position, planet))
        carried = self._carried(chosen, position, planet)
        line = Item(given_up(self.game, chosen), place, "5.4.negative-effects")
        yield Tell(
            say("An effect harms units of [the Hive]"),
            "5.4.negative-effects",
            key=keys.WEAKEST,
            confirm="done",
            items=(line, *self._lost_in_space(carried)),
            systems=(position,),
        )
        yield from self._fall(chosen, carried, position, planet)
        return chosen

    def units_lost(self, args: Args) -> Procedure[None]:
        """Hive plastic left a place; the table says which. Rule: 2.hive.components."""
        position, planet = _place(args)
        text = say("What left the board: {place}?", place=self._label(position, planet))
        present = self._units_there(position, planet)
        gone = yield from self._numbers(keys.UNITS_LOST, text, present, {}, "2.hive.components", position)
        carried = self._carried(gone, position, planet)
        yield Tell(lost(self.game, gone), "2.hive.components", items=tuple(self._lost_in_space(carried)))
        yield from self._fall(gone, carried, position, planet)

    def _numbers(
        self, key: str, text: Words, present: Mapping[str, int], expected: Mapping[str, int], rule: str, position: str
    ) -> Procedure[dict[str, int]]:
        """How many of the units there, with a stepper for each type."""
        plural: dict[str, Words] = {unit.key: sentence(Name(unit.plural)) for unit in self.game.tables.units.units}
        answer = yield from filled(
            Ask(
                key=key,
                text=text,
                choices=(Choice("done", say("Done")),),
                rule=rule,
                numbers=tuple(
                    Number(unit, plural[unit], maximum=most, value=expected.get(unit, 0))
                    for unit, most in present.items()
                ),
                systems=(position,),
            )
        )
        return {unit: number for unit, number in answer.numbers.items() if number}

    def _places(self) -> Iterator[tuple[str, str | None]]:
        for position in sorted(self.galaxy.systems):
            yield position, None
            yield from ((position, planet) for planet in self.galaxy.systems[position].planets)

    def _units_there(self, position: str, planet: str | None, arena: damage.Arena | None = None) -> dict[str, int]:
        """The Hive's units at a place; for an arena, those that fight there, and none in the other one."""
        if arena is not None and (arena == "space") != (planet is None):
            return {}
        by_key = self.game.tables.units.by_key
        present = self.units("hive", position, planet)
        return {key: number for key, number in present.items() if not arena or by_key[key].category == ARENAS[arena]}

    def _fall(
        self, gone: Mapping[str, int], carried: Mapping[str, int], position: str, planet: str | None
    ) -> Procedure[None]:
        """Units of the Hive are destroyed, and what they carried goes with them. Rule: 35.fighters.pink-last."""
        self._take(gone, position, planet)
        self._take(carried, position, planet)
        yield from out_of_the_game(self.game, gone)

    def _take(self, units: Mapping[str, int], position: str, planet: str | None) -> None:
        for key, number in units.items():
            pieces.take(self.game, "hive", key, number, position, planet)

    def _carried(self, gone: Mapping[str, int], position: str, planet: str | None) -> dict[str, int]:
        """What else stands in space where no Hive ship is left once some units are gone: it goes with the last one.

        Rules: 1.scope.unchanged-rules, Q116.
        """
        left = {unit: number - gone.get(unit, 0) for unit, number in self._units_there(position, planet).items()}
        left = {unit: number for unit, number in left.items() if number > 0}
        return {} if planet is not None or ships(self.game, left) else left

    def _lost_in_space(self, units: Mapping[str, int]) -> list[Item]:
        if not units:
            return []
        who, words = self.game.name("hive"), damage.unit_words(self.game, units)
        text = say("{who!c} loses {units} in space.", who=who, units=words)
        return [Item(text, rule="1.scope.unchanged-rules", drawn=damage.leaving("hive", units))]

    def _label(self, position: str, name: str | None) -> Words:
        if name is None:
            return say("space in {system}", system=system_label(self.game, position))
        return planet_label(self.game, position, name)

    # --- planets

    def explores_planet(self) -> Procedure[None]:
        """The Hive explores one of its planets; the table says which. Rule: 23.draw."""
        text = say("Which planet does [the Hive] explore?")
        place = yield from self.which(
            keys.EXPLORED_PLANET, text, self._explorable(), "23.trigger.planet", say("Exploration")
        )
        if place is not None:
            yield from explore_planet(self.game, place)

    def _explorable(self) -> list[Place]:
        """The Hive's planets that have a trait."""
        survey = self.survey
        places = [(position, name) for position in sorted(survey.positions) for name in survey.controlled(position)]
        return [place for place in places if sites_of(self.game, place)]

    def nothing_to_explore(self) -> bool:
        """Whether the Hive controls no planet with a trait."""
        return not self._explorable()

    def no_frontier(self) -> bool:
        """Whether no Hive ship stands with a frontier token."""
        return not frontier_systems(self.game)

    def exchange_fields(self) -> tuple[AnyField, ...]:
        """The planets that can be handed over."""
        return (OneOf("planet", say("Which planet"), planets_to_hand_over(self)),)

    def exchange(self, args: Args) -> tuple[Words, Item] | None:
        """What happens when a planet is handed over, and what hands do; None if it cannot be."""
        return handing_over(self, str(args["planet"]))

    def book_exchange(self, args: Args) -> None:
        """The ally controls the planet, if it still can be handed over."""
        hand_over(self, str(args["planet"]))

    def no_exchange(self) -> bool:
        """Whether no planet of one player holds a ground force or a structure of the other."""
        return next(exchangeable(self), None) is None

    def atomics_fields(self) -> tuple[AnyField, ...]:
        """Which planet was hit: of the Hive's those outside its home system that have something to lose."""
        hit = tuple(
            Choice(f"{position}/{name}", sentence(self._label(position, name)))
            for position, name in Fallout(self.game, self.galaxy).hit_planets()
        )
        return (OneOf(WHERE, say("Which planet was hit"), (*hit, Choice(ELSEWHERE, say("None of [the Hive]")))),)

    def atomics_hit(self, args: Args) -> Procedure[None]:
        """All ground forces and structures leave the planet of the Hive."""
        position, planet = _place(args)
        if planet is not None:
            lines = Fallout(self.game, self.galaxy).destroy((position, planet))
            text = say("Stellar Atomics: {planet}", planet=self._label(position, planet))
            yield Tell(text, "35.scope", items=tuple(lines), systems=(position,))

    def retaliates(self, seat: Player) -> Procedure[list[Item] | None]:
        """The fullest planet of the player is hit. Rules: 37.atomics.retaliation, 37.atomics.retaliation-target."""
        return (yield from Fallout(self.game, self.galaxy).retaliates(seat))

    # --- systems that come during the game

    def fracture(self) -> Procedure[None]:
        """The Fracture comes into play. Rule: 33.fracture.ingress."""
        yield from bring_the_fracture(self)

    def fracture_lies(self) -> bool:
        """Whether it is in play."""
        return fracture_lies(self.galaxy)

    def discover(self) -> Procedure[None]:
        """The Hive tries to discover a system. Rules: 35.exploration.hive-discovers, 35.exploration.hive-systems."""
        yield from hive_discovers(self)


def _place(args: Args) -> tuple[str, str | None]:
    position, _, planet = str(args[WHERE]).partition("/")
    return position, planet or None
