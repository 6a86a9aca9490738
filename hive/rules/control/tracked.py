"""Planets that change hands or are exhausted on a tracked galaxy. Rules: 4.1, 4.2, 14.gain.mecatol-rex, page 21."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hive import keys
from hive.board import pieces
from hive.board.sides import Tracked
from hive.catalog.tables import Agenda, Foe, Owner, Seat
from hive.model.board_counts import systems_held
from hive.model.game import FOES, NEUTRAL, PLAYERS, Player
from hive.naming import items, planet_label
from hive.rules.area.planets import STANDARD, discard_worth, worth_of
from hive.rules.area.points import custodians_line, hive_takes_custodians, takes_mecatol_rex
from hive.rules.control.exchange import offer_hand_over
from hive.rules.control.mended import Held, Stood, follows, held, off_the_map
from hive.rules.control.purging import MARKER, OTHER, WHICH, purge_on_board, purgeable
from hive.rules.control.taking import destroyed, leaving, monuments, neutral_leaving, none_spared, uncontrolled
from hive.rules.diagrams.planets import Place
from hive.rules.exploration.exploring import explore_planet
from hive.rules.moments.calling import happen, moment
from hive.rules.moments.kinds import HookAt, PlanetGained, PlanetTaken
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked, meant
from hive.words import PlanetName, Words, listed, say, sentence

# More planets than these are searched for rather than read through.
_FEW = 12
NOBODY = "nobody"


class TrackedPlanets(Tracked):
    """The side that knows each planet, whose it is and what stands there."""

    def planet_lost(self) -> Procedure[None]:
        """The Hive loses a planet: which, who took it, what leaves it, and its worth.

        Rules: 4.2.loss-trigger, 4.2.loss-source, 14.gain.mecatol-rex.
        """
        text = say("Which planet does [the Hive] lose?")
        place = yield from self.which(keys.PLANET_LOST, text, self._hives(), "4.2.loss-trigger")
        if place is None:
            return
        nobody = Choice(NOBODY, say("Nobody"), say("no unit of [the Hive] is left there"))
        choices = (*(Choice(seat, self.game.name(seat)) for seat in PLAYERS), nobody)
        text, shown = say("Who controls {planet} now?", planet=_planet(place)), Shown(say("Invasion"), expects=False)
        taker = yield from asked(Ask(keys.PLANET_TAKEN_BY, text, choices, "4.2.loss-trigger", shown=shown))
        seat: Seat | None = next((seat for seat in PLAYERS if seat == taker), None)
        left = self._take_off("hive", place) if seat is None else []
        if left:
            yield Tell(left[0].text, left[0].rule, items=tuple(left))
        yield from self.player_takes(place, seat)

    def player_takes(self, place: Place, seat: Seat | None) -> Procedure[None]:
        """A player, or nobody, controls a planet from now on; the Hive pays if it was its own.

        Hive and neutral units leave what a player takes. Mecatol Rex brings counters, but not when an ally hands
        it on (Q60), nor to whom the map shows in control already. Rules: 4.2.loss-trigger, 14.gain.mecatol-rex.
        """
        position, planet = place
        owner = self.control(place)
        if seat in PLAYERS:
            yield from moment(self.game, HookAt("control_gained", position, planet, by=seat))
        neutral = neutral_leaving(self.game, place, self.units(NEUTRAL, *place))
        left = [*self._take_off("hive", place), *neutral] if seat in PLAYERS else []
        pieces.set_control(self.game, position, planet, seat)
        if seat is not None:
            yield Tell(
                say("{who!c} takes {planet}.", who=self.game.name(seat), planet=_planet(place)),
                "4.2.loss-trigger",
                items=tuple(left),
            )
        if owner == "hive":
            text = say("[The Hive] loses {place}", place=self._words(place))
            yield from discard_worth(self.game, text, self._kind(position))
            if seat in PLAYERS:
                yield from moment(self.game, PlanetTaken(self._kind(position)))
        if seat in PLAYERS and place == self.mecatol_rex and owner not in PLAYERS:
            yield from takes_mecatol_rex(self.game, seat, owner)

    def planet_gained(self) -> Procedure[None]:
        """The Hive takes a planet; the players' units leave it. It is explored if nobody controlled it before.

        Rules: 4.1.yield-spawning, 4.1.yield-standard, 21.invasion.custodians, 23.trigger.planet.
        """
        text = say("Which planet does [the Hive] take?")
        place = yield from self.which(keys.PLANET_GAINED, text, self._others(), "4.1.yield-standard")
        if place is None:
            return
        owner, lines = self.control(place), self.taking_lines(place)
        fallen = [self.units(seat, *place) for seat in self._give_way(place)]
        lines += [*self.hive_takes(place), *destroyed(self.game, fallen)]
        yield Tell(
            say("[The Hive] takes {place} from {who}.", place=self._words(place), who=self.game.name(owner))
            if owner in PLAYERS
            else say("[The Hive] takes {place}.", place=self._words(place)),
            "4.1.yield-standard",
            items=tuple(lines),
        )
        if owner is None:
            yield from explore_planet(self.game, place)
            yield from moment(self.game, uncontrolled(self.survey, place))

    def taking_lines(self, place: Place) -> list[Item]:
        """What hands do beside the control token when the Hive takes a planet. Rule: 21.invasion.custodians."""
        lines = [line for seat in self._give_way(place) for line in self._leaving(seat, place)]
        if self._has_custodians(place):
            lines.append(custodians_line(self.game))
        return lines

    def hive_takes(self, place: Place) -> list[Item]:
        """Book what :meth:`taking_lines` tells; out comes what else it brings. Rules: 21.invasion.custodians, Q35."""
        custodians, gained = self._has_custodians(place), self.control(place) != "hive"
        for seat in self._give_way(place):
            self._take_off(seat, place)
        pieces.set_control(self.game, *place, "hive")
        if custodians:
            hive_takes_custodians(self.game)
        return happen(self.game, PlanetGained("hive", place[0], not self.survey.not_hives(place[0]))) if gained else []

    def planet_exhausted(self, spared: Callable[[str], bool] = none_spared) -> Procedure[None]:
        """An effect exhausts or purges the card of a planet that the Hive controls. Rule: 4.2.loss-trigger."""
        text = say("Which planet of [the Hive] is exhausted?")
        places = [place for place in self._hives() if not spared("/".join(place))]
        place = yield from self.which(keys.PLANET_EXHAUSTED, text, places, "4.2.loss-trigger")
        if place is not None:
            yield from self.exhausted([place])

    def exhausted(self, places: Sequence[Place]) -> Procedure[None]:
        """Those of some planets that the Hive controls are exhausted, all at once. Rule: 4.2.loss-trigger (Q140)."""
        hives = [place for place in places if self.control(place) == "hive"]
        if hives:
            text = say("Exhausted: {places}", places=listed([self._words(place) for place in hives]))
            yield from discard_worth(self.game, text, *(self._kind(position) for position, _ in hives))

    def planet_purged(self) -> Procedure[None]:
        """The card of a planet is purged; the table says which. Rule: 36.conventions.marker."""
        place = yield from self.which(keys.PLANET_PURGED, WHICH, purgeable(self.galaxy), MARKER)
        if place is not None:
            where = self._kind(place[0]) if self.control(place) == "hive" else OTHER
            yield from purge_on_board(self.game, place, where)

    def rex_taken(self, seat: Player) -> Procedure[None]:
        """A player takes Mecatol Rex, which need not be in the galaxy. Rule: 14.gain.mecatol-rex."""
        rex = self.mecatol_rex
        yield from (self.player_takes(rex, seat) if rex is not None else takes_mecatol_rex(self.game, seat, None))

    def rex_held(self) -> bool:
        """Whether the map shows a side in control of it."""
        return self.mecatol_rex is not None and self.control(self.mecatol_rex) is not None

    @property
    def mecatol_rex(self) -> Place | None:
        """The planet Mecatol Rex, where it lies; None if it is not in the galaxy."""
        position = self.survey.mecatol_rex
        if position is None:
            return None
        return next(((position, planet) for planet in self.galaxy.systems[position].planets), None)

    def stood(self) -> Stood:
        """How planets stand before the table mends the map."""
        rex = self.mecatol_rex
        return Stood(self.control(rex) if rex is not None else None, tuple(held(self.galaxy)))

    def mended(self, before: Stood, sure: bool) -> Procedure[None] | None:
        """What follows when the table has mended the map; None if nothing. Rule: 4.2.loss-trigger."""
        return follows(self, before, sure)

    def off_the_map(self, before: Iterable[Held]) -> list[Held]:
        """Those planets of the Hive that are gone with their tile, or are destroyed. Rule: 4.2.loss-trigger."""
        return off_the_map(self.game, self.galaxy, before)

    def lies_there(self, place: Place) -> bool:
        """Whether the planet lies there still."""
        return place[0] in self.galaxy.systems and place[1] in self.galaxy.systems[place[0]].planets

    # --- which planet

    def which(
        self, key: str, text: Words, places: Sequence[Place], rule: str, heading: Words = ""
    ) -> Procedure[Place | None]:
        """Which of some planets the table means; None, and a word about it, where there is none."""
        by_value = {"/".join(place): place for place in places}
        if not by_value:
            yield Tell(say("There is no such planet in the galaxy."), rule)
            return None
        choices = tuple(Choice(value, self._words(place), self._note(place)) for value, place in by_value.items())
        shown = Shown(heading, expects=False, layout="search" if len(by_value) > _FEW else "tiles")
        return (yield from meant(Ask(key, text, choices, rule, shown=shown), by_value))

    def _hives(self) -> list[Place]:
        """The Hive's planets: those of spawning systems first."""
        survey = self.survey
        systems = sorted(survey.positions, key=lambda position: (position not in survey.spawning, position))
        return [(position, name) for position in systems for name in survey.controlled(position)]

    def _others(self) -> list[Place]:
        """The planets that the Hive does not control: those where it has units first."""
        survey = self.survey
        systems = sorted(survey.positions, key=lambda position: (not survey.has_units(position), position))
        return [(position, name) for position in systems for name in survey.not_hives(position)]

    def _note(self, place: Place) -> Words:
        """Whose it is and what it is worth; where it lies, if that has a name of its own."""
        worth = worth_of(self.game, self._kind(place[0]))
        owner = self.control(place)
        both = items(worth, "resources"), items(worth, "influence")
        words = say("worth {resources} and {influence}", resources=both[0], influence=both[1])
        return say("{who}'s; {worth}", who=self.game.name(owner), worth=words) if owner in PLAYERS else words

    def _words(self, place: Place) -> Words:
        return planet_label(self.game, *place)

    # --- what is known of planets

    def control(self, place: Place) -> Seat | None:
        """Who controls a planet."""
        return self.galaxy.systems[place[0]].planets[place[1]].control

    def hand_over(self) -> Procedure[None]:
        """Ask for the planets that players hand over, if there are any. Rule: 31.control.exchange-planets."""
        yield from offer_hand_over(self)

    def electable(self, agenda: Agenda) -> tuple[Choice, ...]:
        """The planets that an agenda can elect, each by its name; last those that nobody has booked."""
        seats = self.game.seats
        booked = tuple(
            Choice(one, PlanetName(one), sentence(self.game.name(seat)))
            for seat in seats
            for one in self._of(agenda, seat)
        )
        nobodys = say("whose it is, is not on the map")
        return (*booked, *(Choice(one, PlanetName(one), nobodys) for one in self._of(agenda, None)))

    def elected(self, planet: str) -> Procedure[None]:
        """Only a planet that a side controls can be elected, so the table says whose it is."""
        place = next(
            ((one, planet) for one in self.survey.positions if planet in self.survey.system(one).planets), None
        )
        if place is None or self.control(place) is not None:
            return
        choices = tuple(Choice(seat, sentence(self.game.name(seat))) for seat in (*PLAYERS, self.game.seats[0]))
        text = say("Who controls {planet}?", planet=_planet(place))
        ask = Ask(keys.ELECTED_OF, text, choices, "1.scope.unchanged-rules", shown=Shown(expects=False))
        seat = yield from meant(ask, {seat: seat for seat in self.game.seats})
        if seat in PLAYERS:
            yield from self.player_takes(place, seat)
        elif self.control(place) is None:
            lines = [*self.taking_lines(place), *self.hive_takes(place)]
            text = say("[The Hive] takes {place}.", place=self._words(place))
            yield Tell(text, "4.1.yield-standard", items=tuple(lines))

    def _of(self, agenda: Agenda, seat: Seat | None) -> list[str]:
        """The planets of a side, or of nobody, that an agenda can elect."""
        survey = self.survey
        ruled_out = {survey.mecatol_rex, survey.home("hive"), *survey.other_homes} if agenda.no_home_or_rex else set()
        return sorted(
            name
            for position in survey.positions
            if position not in ruled_out
            for name, planet in survey.system(position).planets.items()
            if planet.control == seat and agenda.trait in (None, *survey.planet(position, name).traits)
        )

    def influence(self, seats: Sequence[Seat]) -> int:
        """The influence of all planets that these sides control. Rule: 35.society.tie-hive."""
        held = ((at, name) for at in self.galaxy.systems for seat in seats for name in self.survey.controlled(at, seat))
        return sum(self.survey.planet(at, name).influence for at, name in held)

    def held(self) -> dict[Seat, list[str]]:
        """The systems in which each side has units or controls a planet."""
        return {seat: systems_held(self.galaxy, seat) for seat in self.game.seats}

    def home_planets(self) -> list[str]:
        """Those in its main spawning system."""
        return list(self.survey.controlled(home)) if (home := self.survey.home("hive")) is not None else []

    def monuments(self) -> dict[str, Seat | None]:
        """Each planet with a monument of the players, and who controls it. Rule: 37.monuments.players."""
        return monuments(self.galaxy)

    def _kind(self, position: str) -> str:
        """Where a planet counts: its spawning system, or as a standard planet. Rule: 4.1.counts-as-spawning."""
        return pieces.spawning_system_at(self.galaxy, position) or STANDARD

    def _has_custodians(self, place: Place) -> bool:
        """They stay on Mecatol Rex until the first ground forces come; then the agenda phase is unlocked (Q35)."""
        return place == self.mecatol_rex and self.control(place) is None and not self.game.agenda_unlocked

    def _give_way(self, place: Place) -> list[Foe]:
        """Whose units leave a planet that the Hive takes: those that coexist stay. Rule: 33.coexist.order."""
        beside = self.galaxy.systems[place[0]].planets[place[1]].coexisting
        return [seat for seat in FOES if seat not in beside]

    def _take_off(self, seat: Owner, place: Place) -> list[Item]:
        """Take a side's units off a planet and say so."""
        lines = self._leaving(seat, place)
        for key, number in pieces.units_at(self.galaxy, seat, *place).items():
            pieces.take(self.game, seat, key, number, *place)
        return lines

    def _leaving(self, seat: Owner, place: Place) -> list[Item]:
        return leaving(self.game, seat, place, pieces.units_at(self.galaxy, seat, *place))


def _planet(place: Place) -> PlanetName:
    return PlanetName(place[1], place[0])
