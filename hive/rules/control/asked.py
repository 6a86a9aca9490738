"""Planets that change hands or are exhausted, as the table says it. Rules: 4.1, 4.2, 14.gain.mecatol-rex."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hive import keys
from hive.board.sides import Asked
from hive.catalog.tables import Agenda, Seat, SpawningSystem
from hive.model.game import PLAYERS, SPAWNING_SYSTEMS, Player
from hive.naming import items, system_name
from hive.rules.area.planets import STANDARD, controlled_spawning_systems, discard_worth, planets_in, worth_of
from hive.rules.area.points import custodians_line, hive_takes_custodians, takes_mecatol_rex
from hive.rules.control.mended import Stood
from hive.rules.control.purging import MARKER, WHICH, kinds, lost_with_its_mark, purge_told
from hive.rules.control.taking import none_spared
from hive.rules.exploration.exploring import explore_unplaced
from hive.rules.moments.calling import happen, moment
from hive.rules.moments.kinds import PlanetGained, PlanetTaken, UncontrolledTaken
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Words, say

NOBODY = "nobody"


class AskedPlanets(Asked):
    """The side that counts the Hive's planets by spawning system and elsewhere."""

    def planet_gained(self) -> Procedure[None]:
        """The Hive takes control of a planet; the table says where, and whether a standard planet is explored.

        Rules: 4.1.yield-spawning, 4.1.yield-standard, 21.invasion.custodians, 23.trigger.planet.
        """
        game = self.game
        worth = worth_of(game, STANDARD)
        note = say(
            "worth {resources} and {influence}",
            resources=items(worth, "resources"),
            influence=items(worth, "influence"),
        )
        standard = Choice(STANDARD, say("A standard planet"), note)
        free = [one for one in SPAWNING_SYSTEMS if game.hive.spawning_planets.get(one, 0) < planets_in(game, one)]
        choices = (standard, *(self._choice(system) for system in free))
        text, shown = say("Which planet does [the Hive] take?"), Shown(expects=False)
        where = yield from asked(Ask(keys.PLANET_GAINED, text, choices, "4.1.yield-standard", shown=shown))
        self._change(where, 1)
        brought = [*self._custodians(where), *happen(game, PlanetGained("hive"))]
        text = say("[The Hive] takes {planet}.", planet=self._planet_words(where))
        yield Tell(text, "4.1.yield-standard", items=tuple(brought))
        if where == STANDARD:
            yield from explore_unplaced(game)
            yield from moment(game, UncontrolledTaken(known=False))

    def planet_lost(self) -> Procedure[None]:
        """The Hive loses control of a planet and discards its worth; of Mecatol Rex the table says who has it now.

        Rules: 4.2.loss-trigger, 4.2.loss-source, 14.gain.mecatol-rex.
        """
        where = yield from self._which_planet(keys.PLANET_LOST, say("Which planet does [the Hive] lose?"))
        if where is None:
            return
        taker = (yield from asked(self._who_takes_mecatol_rex())) if where == "mecatol_rex" else NOBODY
        yield from self._lose(where)
        yield from moment(self.game, PlanetTaken(where))
        for seat in PLAYERS:
            if seat == taker:
                yield from takes_mecatol_rex(self.game, seat, "hive")

    def lost(self, where: str, taker: Player | None) -> Procedure[None]:
        """The Hive loses a planet of a kind that is known: to a player, or because it is gone.

        Rules: 4.2.loss-trigger, 4.2.loss-source, 14.gain.mecatol-rex.
        """
        yield from self._lose(where)
        if taker is not None:
            yield from moment(self.game, PlanetTaken(where))
            if where == "mecatol_rex":
                yield from takes_mecatol_rex(self.game, taker, "hive")

    def planet_exhausted(self, spared: Callable[[str], bool] = none_spared) -> Procedure[None]:
        """An effect exhausts or purges the card of a planet that the Hive controls. Rule: 4.2.loss-trigger."""
        text = say("Which planet of [the Hive] is exhausted?")
        where = yield from self._which_planet(keys.PLANET_EXHAUSTED, text, spared)
        if where is not None:
            yield from discard_worth(self.game, say("Exhausted: {planet}", planet=self._planet_words(where)), where)

    def planet_purged(self) -> Procedure[None]:
        """The card of a planet is purged; the table says where it lies. Rule: 36.conventions.marker."""
        ask = Ask(keys.PLANET_PURGED, WHICH, kinds(self.game), MARKER, shown=Shown(expects=False))
        yield from purge_told(self.game, (yield from asked(ask)))

    def rex_taken(self, seat: Player) -> Procedure[None]:
        """A player takes Mecatol Rex, from the Hive if that holds it. Rules: 14.gain.mecatol-rex, 4.2.loss-trigger."""
        owner: Seat | None = "hive" if self.rex_held() else None
        if owner == "hive":
            return (yield from self.lost("mecatol_rex", seat))
        yield from takes_mecatol_rex(self.game, seat, owner)

    def rex_held(self) -> bool:
        """Of the Hive the app knows."""
        return bool(self.game.hive.spawning_planets.get("mecatol_rex"))

    def stood(self) -> Stood:
        """The table knows."""
        return Stood()

    def mended(self, before: Stood, sure: bool) -> Procedure[None] | None:
        """No map is mended."""
        return None

    def hand_over(self) -> Procedure[None]:
        """The table does it by itself. Rule: 31.control.exchange-planets."""
        yield from ()

    def electable(self, agenda: Agenda) -> tuple[Choice, ...]:
        """A planet of one side or another; the table knows which of them it is."""
        return tuple(Choice(seat, say("A planet of {who}", who=self.game.name(seat))) for seat in self.game.seats)

    def elected(self, planet: str) -> Procedure[None]:
        """It is known by its owner alone."""
        yield from ()

    def influence(self, seats: Sequence[Seat]) -> int:
        """The table counts."""
        return 0

    def held(self) -> dict[Seat, list[str]]:
        """No system is known."""
        return {}

    def monuments(self) -> dict[str, Seat | None]:
        """The players see to them."""
        return {}

    def home_planets(self) -> list[str]:
        """As many as it has there: which of them the table knows."""
        pool, tiles = self.game.tables.galaxy.pool_of("MS"), self.game.tables.tiles.by_number
        names = [one.name for tile in (pool.tiles[:1] if pool else ()) for one in tiles[tile].planets]
        return names[: self.game.hive.spawning_planets.get("main", 0)]

    def _who_takes_mecatol_rex(self) -> Ask:
        """Who takes it gains counters; of other planets it makes no difference."""
        choices = (*(Choice(seat, self.game.name(seat)) for seat in PLAYERS), Choice(NOBODY, say("Nobody")))
        text = say("Who controls {planet} now?", planet=self._planet_words("mecatol_rex"))
        return Ask(keys.PLANET_TAKEN_BY, text, choices, "14.gain.mecatol-rex", shown=Shown(expects=False))

    def _lose(self, where: str) -> Procedure[None]:
        yield from lost_with_its_mark(self.game, where)
        self._change(where, -1)
        yield from discard_worth(self.game, say("[The Hive] loses {planet}", planet=self._planet_words(where)), where)

    def _custodians(self, where: str) -> list[Item]:
        """They stay on Mecatol Rex until the first ground forces come; then the agenda phase is unlocked (Q35)."""
        if where != "mecatol_rex" or self.game.agenda_unlocked:
            return []
        hive_takes_custodians(self.game)
        return [custodians_line(self.game)]

    def _which_planet(
        self, key: str, text: Words, spared: Callable[[str], bool] = none_spared
    ) -> Procedure[str | None]:
        standard = [Choice(STANDARD, say("A standard planet"))] if self.game.hive.standard_planets else []
        spawning = [self._choice(system) for system in controlled_spawning_systems(self.game)]
        choices = tuple(one for one in (*standard, *spawning) if not spared(one.value))
        if not choices:
            yield Tell(say("[The Hive] controls no planet."), "4.2.loss-trigger")
            return None
        return (yield from asked(Ask(key, text, choices, "4.2.loss-trigger", shown=Shown(expects=False))))

    def _choice(self, system: SpawningSystem) -> Choice:
        name = system_name(self.game, system)
        return Choice(system, name if system == "mecatol_rex" else say("In {system}", system=name))

    def _planet_words(self, where: str) -> Words:
        if where == STANDARD:
            return say("a standard planet")
        system = next(system for system in SPAWNING_SYSTEMS if system == where)
        name = system_name(self.game, system)
        return name if system == "mecatol_rex" else say("a planet in {system}", system=name)

    def _change(self, where: str, by: int) -> None:
        hive = self.game.hive
        if where == STANDARD:
            hive.standard_planets = max(0, hive.standard_planets + by)
            return
        system = next(system for system in SPAWNING_SYSTEMS if system == where)
        hive.spawning_planets[system] = max(0, hive.spawning_planets.get(system, 0) + by)
