"""What laws and directives do to the board where a galaxy is tracked. Rules: page 29, 5.4.negative-effects, 5.3.use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial

from hive import keys
from hive.board import pieces
from hive.board.sides import Tracked
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS
from hive.naming import planet, planet_label, system_label, units
from hive.rules.area.funds import tokens_in_reinforcements
from hive.rules.area.planets import STANDARD, worth_of
from hive.rules.area.reinforcements import in_reinforcements
from hive.rules.control.tracked import TrackedPlanets
from hive.rules.decrees.words import (
    RULE,
    Gone,
    Where,
    Which,
    fewest_points,
    put,
    removed,
    technologies,
    token_put,
    token_taken,
)
from hive.rules.diagrams.damage import given_up, unit_words
from hive.rules.diagrams.systems import decide
from hive.rules.placing.places import because, labels, planet_labels, settle
from hive.rules.placing.tokens import tokens_to_remove
from hive.steps import Ask, Choice, Item, Procedure, Tell, anew, meant
from hive.words import Words, listed, say, sentence

_NEGATIVE = "5.4.negative-effects"
# A system, and one of its planets or None for its space area.
Place = tuple[str, str | None]


class TrackedDecrees(Tracked):
    """The side that knows what stands where."""

    def give_up(self, types: Collection[str], number: int) -> Procedure[list[Item]]:
        """One after the other: the weakest type that is left, from the system that negative priority names."""
        lines: list[Item] = []
        while len(lines) < number:
            present: dict[str, int] = {}
            for place in self._places():
                for key, there in self._there(place, types).items():
                    present[key] = present.get(key, 0) + there
            weakest = next(iter((yield from given_up(self.game, present, 1))), None)
            if weakest is None:
                break
            place, why = yield from anew(partial(self._best_lost, weakest))
            lines.append(self._take(place, {weakest: 1}, why, _NEGATIVE))
        return lines

    def _best_lost(self, key: str) -> Procedure[tuple[Place, Words]]:
        """From where a unit of a type is best taken, and why there. Raises Mended."""
        holding = [place for place in self._places() if self._there(place, [key])]
        systems = list(dict.fromkeys(position for position, _ in holding))
        found = decide(self.survey, systems, self.game.tables.priorities.negative, {})
        what = say("Remove {units}", units=units(self.game, 1, key))
        position = yield from settle(self.game, what, labels(self.game, found.left), _NEGATIVE)
        on = next(on for where, on in holding if where == position)
        return (position, on), because(self.game, say("the weakest"), found)

    def lose_all(self, types: Collection[str], where: Where) -> Procedure[list[Item]]:
        """What stands in these systems goes."""
        yield from ()
        systems = self._systems(where)
        places = [place for place in self._places() if place[0] in systems]
        return [self._take(place, there) for place in places if (there := self._there(place, types))]

    def lose_on(self, name: str, types: Collection[str]) -> Procedure[Gone]:
        """Those of the players go as well, without a word: they are at the table."""
        yield from ()
        place = next((place for place in self._places() if place[1] == name), None)
        if place is None:
            return [], 0
        owner = self.galaxy.systems[place[0]].planets[name].control
        there = self._there(place, types)
        for seat in PLAYERS:
            for key in self._there(place, types, seat):
                pieces.set_units(self.game, seat, key, 0, *place)
        lines = [self._take(place, there)] if there else []
        return lines, sum(there.values()) if owner == "hive" else 0

    def halve_infantry(self) -> Procedure[Gone]:
        """On planets alone: infantry in space stays."""
        yield from ()
        lines, gone = [], 0
        for place in self._places():
            there = self._there(place, ["infantry"]).get("infantry", 0) if place[1] else 0
            half = (there + 1) // 2
            if half:
                lines.append(self._take(place, {"infantry": half}))
                gone += half
        return lines, gone

    def add_infantry(self, number: int) -> Procedure[list[Item]]:
        """On every planet that the Hive controls."""
        yield from ()
        return [self._put(place, "infantry", number) for place in self._planets()]

    def mech_at_home(self) -> Procedure[list[Item]]:
        """On a planet without a structure, if there is one; a tie goes to the table."""
        if not in_reinforcements(self.game, "mech"):
            return []
        place = yield from anew(self._home_planet)
        return [self._put(place, "mech", 1)] if place is not None else []

    def _home_planet(self) -> Procedure[tuple[str, str] | None]:
        home = self.survey.home("hive")
        planets = [(position, name) for position, name in self._planets() if position == home]
        structures = self.survey.structures(home) if home is not None else {}
        free = [place for place in planets if not structures.get(place[1])] or planets
        if not free:
            return None
        what = say("Put {units}", units=units(self.game, 1, "mech"))
        return (yield from settle(self.game, what, planet_labels(self.game, free), "12.construction.placement"))

    def replace_mechs(self, number: int) -> Procedure[list[Item]]:
        """Wherever they stand."""
        yield from ()
        lines = []
        for place in list(self._places()):
            mechs = self._there(place, ["mech"])
            if mechs:
                lines += [self._take(place, mechs), self._put(place, "infantry", number * mechs["mech"])]
        return lines

    def token_at_home(self) -> Procedure[list[Item]]:
        """None where one lies already."""
        yield from ()
        home = self.survey.home("hive")
        return self._tokens([home] if home is not None else [])

    def tokens_at_wormholes(self) -> Procedure[list[Item]]:
        """As far as the reinforcements go."""
        yield from ()
        survey = self.survey
        return self._tokens(one for one in sorted(self.galaxy.systems) if survey.wormholes(one) and survey.ships(one))

    def redistribute(self, name: str, number: int) -> Procedure[None]:
        """The side is named by whoever controls the planet; the Hive names itself where it can."""
        place = next(((position, on) for position, on in self._places() if on == name), None)
        if place is None or place[1] is None:
            return
        at, owner = (place[0], place[1]), self.galaxy.systems[place[0]].planets[name].control
        for seat in self.game.seats:
            for key in pieces.units_at(self.galaxy, seat, *at):
                pieces.set_units(self.game, seat, key, 0, *at)
        sides = fewest_points(self.game)
        taker: Seat = "hive" if owner == "hive" and "hive" in sides else sides[0]
        if taker != "hive" and len(sides) > 1:
            taker = yield from meant(self._which_side(name, sides), {seat: seat for seat in sides})
        planets = TrackedPlanets(self.game, self.galaxy)
        lines = planets.hive_takes(at) if taker == "hive" and owner != "hive" else []
        if taker in PLAYERS and taker != owner:
            yield from planets.player_takes(at, taker)
        pieces.put(self.game, taker, "infantry", number, *at)
        who, infantry = self.game.name(taker), units(self.game, number, "infantry")
        text = say("{who!c} places {units} on {planet}.", who=who, units=infantry, planet=planet(self.game, name))
        yield Tell(text, RULE, key=keys.DECREE, confirm="done", items=tuple(lines))

    def _which_side(self, name: str, sides: list[Seat]) -> Ask:
        game = self.game
        return Ask(
            key=keys.DECREE_SIDE,
            text=say("Which side places infantry on {planet}?", planet=planet(self.game, name)),
            choices=tuple(Choice(seat, sentence(self.game.name(seat))) for seat in sides),
            rule="1.scope.most-helpful",
            detail=say(
                "{sides!c} have fewest victory points; who controls {planet} names one of them.",
                sides=listed([game.name(seat) for seat in sides]),
                planet=planet(game, name),
            ),
        )

    def losses_around_mecatol_rex(self, number: int) -> Procedure[list[Item]]:
        """In each system the weakest go. What the players lose they see to themselves."""
        yield from ()
        rex = self.survey.mecatol_rex
        if rex is None:
            return []
        lines = []
        for position in self.survey.in_and_adjacent(rex):
            places = [place for place in self._places() if place[0] == position]
            present: dict[str, int] = {}
            for place in places:
                for key, there in self._all(place).items():
                    present[key] = present.get(key, 0) + there
            left = present if position == rex else (yield from given_up(self.game, present, number))
            for place in places:
                gone = {key: min(there, left[key]) for key, there in self._all(place).items() if left.get(key)}
                left = {key: most - gone.get(key, 0) for key, most in left.items()}
                lines += [self._take(place, gone, rule=_NEGATIVE)] if gone else []
        return lines

    def token_off(self) -> Procedure[list[Item]]:
        """From the system that negative priority names."""
        for position in (yield from tokens_to_remove(self, 1)).positions:
            pieces.take_command_token(self.game, "hive", position)
            return [token_taken(system_label(self.game, position))]
        return []

    def exhausted(self, which: Which) -> Procedure[list[str]]:
        """Of those that the Hive may choose itself, the ones that are worth least."""
        yield from ()
        survey, planets = self.survey, self._planets()
        if which == "with_specialty":
            planets = [place for place in planets if survey.planet(*place).specialties]
        if which == "at_home":
            planets = [place for place in planets if place[0] == survey.home("hive")]
        kinds = [pieces.spawning_system_at(self.galaxy, position) or STANDARD for position, _ in planets]
        kinds.sort(key=lambda kind: worth_of(self.game, kind))
        return kinds[: technologies(self.game)] if which == "per_technology" else kinds

    # --- what stands where

    def _places(self) -> Iterator[Place]:
        for position in sorted(self.galaxy.systems):
            yield position, None
            yield from ((position, name) for name in self.galaxy.systems[position].planets)

    def _planets(self) -> list[tuple[str, str]]:
        """The planets that the Hive controls."""
        survey = self.survey
        return [(position, name) for position in sorted(self.galaxy.systems) for name in survey.controlled(position)]

    def _systems(self, where: Where) -> set[str]:
        survey = self.survey
        if where == "alpha_or_beta":
            return {one for one in self.galaxy.systems if {"alpha", "beta"} & {*survey.wormholes(one)}}
        return {near for one in self.galaxy.systems if survey.wormholes(one) for near in survey.in_and_adjacent(one)}

    def _there(self, place: Place, types: Collection[str], seat: Seat = "hive") -> dict[str, int]:
        return {key: there for key, there in pieces.units_at(self.galaxy, seat, *place).items() if key in types}

    def _all(self, place: Place) -> dict[str, int]:
        return pieces.units_at(self.galaxy, "hive", *place)

    def _named(self, place: Place) -> Words:
        position, on = place
        return planet_label(self.game, position, on) if on else system_label(self.game, position)

    # --- what changes

    def _take(self, place: Place, gone: Mapping[str, int], why: Words = "", rule: str = "") -> Item:
        for key, number in gone.items():
            pieces.take(self.game, "hive", key, number, *place)
        words, where = unit_words(self.game, gone), self._named(place)
        return removed(words, where, rule, why) if rule else removed(words, where)

    def _put(self, place: Place, key: str, number: int) -> Item:
        pieces.put(self.game, "hive", key, number, *place)
        return put(units(self.game, number, key), self._named(place))

    def _tokens(self, systems: Iterable[str]) -> list[Item]:
        lines = []
        for position in systems:
            if "hive" not in self.galaxy.systems[position].command_tokens and tokens_in_reinforcements(self.game):
                pieces.put_command_token(self.game, "hive", position)
                lines.append(token_put(system_label(self.game, position)))
        return lines
