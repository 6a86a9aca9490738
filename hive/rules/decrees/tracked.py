"""What laws and directives do to the board where a galaxy is tracked. Rules: page 29, 5.4.negative-effects, 5.3.use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Player
from hive.naming import planet, system_label, units
from hive.rules.area.funds import tokens_in_reinforcements
from hive.rules.area.planets import STANDARD, fall, in_reinforcements, worth_of
from hive.rules.board.sides import Place, Tracked
from hive.rules.combat.leaving import adrift
from hive.rules.control.taking import hive_takes, player_takes
from hive.rules.decrees.players import TrackedPlayers
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
from hive.rules.placing.places import because, labels, planet_labels, settle, system_decided
from hive.rules.placing.tokens import tokens_to_remove
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, anew, meant
from hive.words import Words, listed, say, sentence

_NEGATIVE = "5.4.negative-effects"


class TrackedDecrees(Tracked):
    """The side that knows what stands where."""

    def give_up(self, types: Collection[str], number: int) -> Procedure[list[Item]]:
        """One after the other: the weakest type that is left, from the system that negative priority names."""
        lines: list[Item] = []
        gone: Counter[str] = Counter()
        for _ in range(number):
            present: dict[str, int] = {}
            for place in self.places():
                for key, there in self.there(place, types).items():
                    present[key] = present.get(key, 0) + there
            weakest = next(iter((yield from given_up(self.game, present, 1))), None)
            if weakest is None:
                break
            place, why = yield from anew(partial(self._best_lost, weakest))
            lines += [self._take(place, {weakest: 1}, why, _NEGATIVE), *self._adrift([place])]
            gone[weakest] += 1
        return [*lines, *fall(self.game, gone)]

    def _best_lost(self, key: str) -> Procedure[tuple[Place, Words]]:
        """From where a unit of a type is best taken, and why there. Raises Mended."""
        holding = [place for place in self.places() if self.there(place, [key])]
        systems = list(dict.fromkeys(position for position, _ in holding))
        found = decide(self.survey, systems, self.game.tables.priorities.negative, {})
        what = say("Remove {units}", units=units(self.game, 1, key))
        position = yield from settle(self.game, what, labels(self.game, found.left), _NEGATIVE)
        on = next(on for where, on in holding if where == position)
        return (position, on), because(say("the weakest"), system_decided(self.game, found, position))

    def lose_all(self, types: Collection[str], where: Where) -> Procedure[list[Item]]:
        """What stands in these systems goes."""
        yield from ()
        systems = self.systems_of(where)
        gone = {place: there for place in self.places(systems) if (there := self.there(place, types))}
        lines = [self._take(place, there) for place, there in gone.items()]
        fallen = fall(self.game, _together(gone.values()))
        return [*lines, *self._adrift(gone), *fallen, *self._players.lose_all(types, systems)]

    def lose_on(self, name: str, types: Collection[str]) -> Procedure[Gone]:
        """Those of the players go as well."""
        yield from ()
        place = next((place for place in self.places() if place[1] == name), None)
        if place is None:
            return [], 0
        owner = self.galaxy.systems[place[0]].planets[name].control
        there = self.there(place, types)
        lines = [self._take(place, there)] if there else []
        lines += self._players.lose_from(place, types)
        return lines, sum(there.values()) if owner == "hive" else 0

    def halve_infantry(self) -> Procedure[Gone]:
        """On planets alone: infantry in space stays."""
        yield from ()
        lines, gone = [], 0
        for place in self.places():
            there = self.there(place, ["infantry"]).get("infantry", 0) if place[1] else 0
            half = (there + 1) // 2
            if half:
                lines.append(self._take(place, {"infantry": half}))
                gone += half
        return [*lines, *self._players.halve_infantry()], gone

    def add_infantry(self, number: int) -> Procedure[list[Item]]:
        """On every planet that the Hive controls."""
        yield from ()
        lines = [self._put(place, "infantry", number) for place in self.planets_of("hive")]
        return [*lines, *self._players.add_infantry(number)]

    def mech_at_home(self) -> Procedure[list[Item]]:
        """On a planet without a structure, if there is one; a tie goes to the table."""
        lines: list[Item] = []
        if in_reinforcements(self.game, "mech"):
            place = yield from anew(self._home_planet)
            lines = [self._put(place, "mech", 1)] if place is not None else []
        return [*lines, *(yield from self._players.mech_at_home())]

    def _home_planet(self) -> Procedure[tuple[str, str] | None]:
        home = self.survey.home("hive")
        planets = [(position, name) for position, name in self.planets_of("hive") if position == home]
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
        for place in list(self.places()):
            mechs = self.there(place, ["mech"])
            if mechs:
                lines += [self._take(place, mechs), self._put(place, "infantry", number * mechs["mech"])]
        return [*lines, *self._players.replace_mechs(number)]

    def token_at_home(self) -> Procedure[list[Item]]:
        """None where one lies already."""
        yield from ()
        home = self.survey.home("hive")
        lines = self._tokens([home] if home is not None else [])
        homes = {seat: at for seat in PLAYERS if (at := self.survey.home(seat)) is not None}
        return [*lines, *self._players.tokens({seat: [at] for seat, at in homes.items()})]

    def tokens_at_wormholes(self) -> Procedure[list[Item]]:
        """As far as the reinforcements go."""
        yield from ()
        survey = self.survey
        wormholes = [one for one in sorted(self.galaxy.systems) if survey.wormholes(one)]
        lines = self._tokens(one for one in wormholes if survey.ships(one))
        theirs = {seat: [one for one in wormholes if survey.ships(one, seat)] for seat in PLAYERS}
        return [*lines, *self._players.tokens({seat: where for seat, where in theirs.items()})]

    def ship_at_a_wormhole(self) -> Procedure[bool]:
        """The board knows."""
        yield from ()
        survey = self.survey
        return any(survey.wormholes(one) and survey.ships(one) for one in self.galaxy.systems)

    def players_give_up(
        self, types: Collection[str], number: int, seats: Sequence[Player] = PLAYERS
    ) -> Procedure[list[Item]]:
        """Which, they say themselves where there is a choice."""
        return (yield from self._players.give_up(types, number, seats))

    def players_keep(self, key: str, number: int) -> Procedure[list[Item]]:
        """Which, they say themselves."""
        return (yield from self._players.keep(key, number))

    def redistribute(self, name: str, number: int) -> Procedure[None]:
        """The side is named by whoever controls the planet; the Hive names itself where it can."""
        place = next(((position, on) for position, on in self.places() if on == name), None)
        if place is None or place[1] is None:
            return
        at, owner = (place[0], place[1]), self.galaxy.systems[place[0]].planets[name].control
        there = self._all(place)
        gone = [self._take(place, there)] if there else []
        gone += self._players.lose_from(place, [unit.key for unit in self.game.tables.units.units])
        sides = fewest_points(self.game)
        taker: Seat = "hive" if owner == "hive" and "hive" in sides else sides[0]
        if taker != "hive" and len(sides) > 1:
            taker = yield from meant(self._which_side(name, sides), {seat: seat for seat in sides})
        lines = hive_takes(self, at) if taker == "hive" and owner != "hive" else []
        if taker in PLAYERS and taker != owner:
            yield from player_takes(self, at, taker)
        pieces.put(self.game, taker, "infantry", number, *at)
        who, infantry = self.game.name(taker), units(self.game, number, "infantry")
        text = say("{who!c} places {units} on {planet}", who=who, units=infantry, planet=planet(self.game, name))
        yield Tell(text, RULE, key=keys.DECREE, confirm="done", items=(*gone, *lines))

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
            shown=Shown(expects=False),
        )

    def losses_around_mecatol_rex(self, number: int) -> Procedure[list[Item]]:
        """In each system the weakest of the Hive go; which of their own, players say where there is a choice."""
        rex = self.survey.mecatol_rex
        if rex is None:
            return []
        lines: list[Item] = []
        before = dict(self.game.hive.units)
        for position in self.survey.in_and_adjacent(rex):
            places = [place for place in self.places() if place[0] == position]
            present: dict[str, int] = {}
            for place in places:
                for key, there in self._all(place).items():
                    present[key] = present.get(key, 0) + there
            left = present if position == rex else (yield from given_up(self.game, present, number))
            for place in places:
                gone = {key: min(there, left[key]) for key, there in self._all(place).items() if left.get(key)}
                left = {key: most - gone.get(key, 0) for key, most in left.items()}
                lines += [self._take(place, gone, rule=_NEGATIVE), *self._adrift([place])] if gone else []
            if position == rex:
                lines += self._players.lose_all([unit.key for unit in self.game.tables.units.units], [rex])
            else:
                lines += yield from self._players.lose_in(position, number)
        lost = {key: there - self.game.hive.units.get(key, 0) for key, there in before.items()}
        return [*lines, *fall(self.game, lost)]

    def token_off(self) -> Procedure[list[Item]]:
        """From the system that negative priority names."""
        for position in (yield from tokens_to_remove(self, 1)).positions:
            pieces.take_command_token(self.game, "hive", position)
            return [token_taken(system_label(self.game, position))]
        return []

    def exhausted(self, which: Which) -> Procedure[list[str]]:
        """Of those that the Hive may choose itself, the ones that are worth least."""
        yield from ()
        survey, planets = self.survey, self.planets_of("hive")
        if which == "with_specialty":
            planets = [place for place in planets if survey.planet(*place).specialties]
        if which == "at_home":
            planets = [place for place in planets if place[0] == survey.home("hive")]
        kinds = [pieces.spawning_system_at(self.galaxy, position) or STANDARD for position, _ in planets]
        kinds.sort(key=lambda kind: worth_of(self.game, kind))
        return kinds[: technologies(self.game)] if which == "per_technology" else kinds

    # --- what stands where

    @property
    def _players(self) -> TrackedPlayers:
        return TrackedPlayers(self.game, self.galaxy)

    def systems_of(self, where: Where) -> set[str]:
        """The systems that an agenda means."""
        survey = self.survey
        if where == "alpha_or_beta":
            return {one for one in self.galaxy.systems if {"alpha", "beta"} & {*survey.wormholes(one)}}
        return {near for one in self.galaxy.systems if survey.wormholes(one) for near in survey.in_and_adjacent(one)}

    def _all(self, place: Place) -> dict[str, int]:
        return pieces.units_at(self.galaxy, "hive", *place)

    # --- what changes

    def _adrift(self, places: Iterable[Place]) -> list[Item]:
        """What the Hive's last ship of a system has carried goes with it. Rules: 1.scope.unchanged-rules, Q116."""
        in_space = dict.fromkeys(position for position, planet in places if planet is None)
        return [line for position in in_space for line in adrift(self.game, position, ("hive",))]

    def _take(self, place: Place, gone: Mapping[str, int], why: Words = "", rule: str = "") -> Item:
        for key, number in gone.items():
            pieces.take(self.game, "hive", key, number, *place)
        words, where = unit_words(self.game, gone), self.named(place)
        return removed(words, where, rule, why) if rule else removed(words, where)

    def _put(self, place: Place, key: str, number: int) -> Item:
        pieces.put(self.game, "hive", key, number, *place)
        return put(units(self.game, number, key), self.named(place))

    def _tokens(self, systems: Iterable[str]) -> list[Item]:
        lines = []
        for position in systems:
            if "hive" not in self.galaxy.systems[position].command_tokens and tokens_in_reinforcements(self.game):
                pieces.put_command_token(self.game, "hive", position)
                lines.append(token_put(system_label(self.game, position)))
        return lines


def _together(losses: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Losses of several places as one."""
    return sum((Counter(one) for one in losses), Counter())
