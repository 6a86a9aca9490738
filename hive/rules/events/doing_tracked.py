"""What players own and do on a tracked galaxy: where it can be done, and the units of the Hive that it costs.

Rules: 5.4.damage-space, 5.4.damage-ground, 5.4.negative-effects, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from hive import keys
from hive.board import pieces
from hive.board.adjacency import slots_around, wormholes_in
from hive.catalog.tables.acts import BoardAct, Exhausts, Hits, Loses
from hive.fields import AnyField, Choice, Number
from hive.model.game import Player
from hive.naming import system_label
from hive.rules.area.planets import capture
from hive.rules.combat.units import upgrades
from hive.rules.control.board import board_of as planets_of
from hive.rules.diagrams import damage
from hive.rules.diagrams.planets import invadable
from hive.rules.events.doing_map import Remaking
from hive.rules.events.kinds import Args, lost
from hive.steps import Ask, Item, Procedure, Shown, Tell, asked
from hive.words import Name, Words, count, say, sentence

WHERE, NUMBER = "where", "number"
MOST = 40
_RULE = "5.4.negative-effects"


class TrackedDoings(Remaking):
    """The side that knows what stands where."""

    def act_fields(self, act: BoardAct) -> tuple[AnyField, ...]:
        """What the table has to say of an act; what can be in one place alone is not asked."""
        if (isinstance(act, Loses) and act.around) or (isinstance(act, Exhausts) and act.of == "side"):
            return ()
        if isinstance(act, Hits | Loses):
            number = (Number(NUMBER, self._counted(act), maximum=MOST, minimum=1),) if _told(act) else ()
            return (*self._where_of(self._hit_places(act)), *number)
        return self.rearranging_fields(act)

    def _counted(self, act: Hits | Loses) -> Words:
        """What the number of an act counts."""
        if isinstance(act, Hits):
            return say("Hits on [the Hive]")
        if act.becomes != "gone":
            return say("Units harmed")
        if len(act.units) != 1:
            return say("Units lost")
        return say("{plural!c} lost", plural=Name(self.game.tables.units.by_key[act.units[0]].plural))

    def spots(self, act: BoardAct) -> Collection[str]:
        """The places where it can be done."""
        return self._hit_places(act) if isinstance(act, Hits | Loses) else self._spots_of(act)

    def no_act(self, act: BoardAct) -> Words:
        """Why an act changes nothing now, or nothing."""
        if isinstance(act, Loses) and act.around:
            return ""
        if isinstance(act, Hits | Loses):
            return "" if self._hit_places(act) else self._nothing_to_hit()
        return self.nothing_to_rearrange(act)

    def _nothing_to_hit(self) -> Words:
        return self.no_place() if self.where else say("[The Hive] has no such unit on the board.")

    def exhaust(self) -> Procedure[None]:
        """A planet of the Hive that is not spared is exhausted. Rule: 4.2.loss-trigger."""
        yield from planets_of(self.game).planet_exhausted(lambda spot: not self.reached({spot: ""}))

    def unhurt(self, seat: Player, unit: str) -> bool:
        """Whether such a unit of a player stands undamaged in the space area of the battle."""
        at = self.game.battle
        return bool(at) and self.units(seat, at).get(unit, 0) > self.damaged(seat, at).get(unit, 0)

    def sustain(self, seat: Player, unit: str) -> None:
        """One that stands there sustains damage."""
        if self.unhurt(seat, unit):
            pieces.damage(self.game, seat, unit, 1, self.game.battle)

    def standing(self, seat: Player, position: str, planet: str = "") -> dict[str, int]:
        """The units of a player in a system, or on one planet."""
        found: dict[str, int] = {}
        for at, name in self._places():
            if at == position and (not planet or name == planet):
                for unit, number in self.units(seat, at, name).items():
                    found[unit] = found.get(unit, 0) + number
        return found

    @property
    def sees(self) -> bool:
        """It does."""
        return True

    def no_battle(self) -> Words:
        """Why nothing can be done to a battle now, or nothing."""
        return "" if self.game.battle else say("The app fights no battle now.")

    def landing_places(self) -> dict[str, Words]:
        """The planets of the battle that the Hive can invade."""
        at = self.game.battle
        planets = invadable(self.game, self.survey, at) if at else []
        return {f"{at}/{name}": self._label(at, name) for name in planets}

    def systems(self) -> tuple[Choice, ...]:
        """All systems of the map."""
        return tuple(Choice(at, sentence(system_label(self.game, at))) for at in sorted(self.survey.positions))

    def wormholes(self) -> tuple[Choice, ...]:
        """The systems with wormholes other than delta ones."""
        kinds = {at: {*wormholes_in(self.survey.system(at), self.game.tables.tiles)} for at in self.survey.positions}
        return tuple(one for one in self.systems() if kinds[one.value] - {"delta"})

    def side_by_side(self, one: str, other: str) -> bool:
        """Whether two systems lie side by side."""
        return other in slots_around(one)

    def do(self, source: Name, act: BoardAct, args: Args, who: Callable[[], Player]) -> Procedure[None]:
        """Do it on the board."""
        if isinstance(act, Hits):
            yield from self._hit(source, act, args)
        elif isinstance(act, Loses) and act.around:
            for position in self._hit_places(act):
                yield from self._lose(source, act, {WHERE: position}, who)
        elif isinstance(act, Loses):
            yield from self._lose(source, act, args, who)
        elif isinstance(act, Exhausts):
            spots = [*self._spots_of(act)] if act.of == "side" else [self._told_where(args, self._spots_of(act))]
            yield from self._exhausted([place for place in self._places() if _among(place, spots)])
        else:
            yield from self.rearrange(source, act, args, who)

    # --- where the Hive has what can be hit

    def _hit_places(self, act: Hits | Loses) -> dict[str, Words]:
        """The places with such units of the Hive, with their words; in a battle only those of its system, if any."""
        found: dict[str, Words] = {}
        for position, planet in self._places():
            if isinstance(act, Loses) and not self._lies_around(act, position):
                continue
            fits = act.arena in ("anywhere", "system") or (act.arena == "space") == (planet is None)
            bare = isinstance(act, Loses) and act.exhausts and planet in self.survey.controlled(position)
            if fits and (bare or self._fitting(act, (position, planet))):
                value = position if planet is None or act.arena == "system" else f"{position}/{planet}"
                found[value] = (
                    system_label(self.game, position) if act.arena == "system" else self._label(position, planet)
                )
        return self._in_battle(self.reached(found))

    def _lies_around(self, act: Loses, position: str) -> bool:
        """Whether a system lies where alone the act is done."""
        rex = self.survey.mecatol_rex
        near = () if rex is None else (rex,) if act.around == "mecatol_rex" else self.survey.adjacent[rex]
        return not act.around or position in near

    def _fitting(self, act: Hits | Loses, place: tuple[str, str | None]) -> dict[str, int]:
        position, planet = place
        there = self._units_there(position, planet)
        if isinstance(act, Loses) and act.damaged:
            there = self.damaged("hive", position, planet)
        if isinstance(act, Loses) and act.becomes == "damaged":
            there = {unit: n for unit, n in there.items() if damage.can_sustain(self.game, unit)}
        arena = "space" if planet is None else "ground"
        if "dreadnought_with_exotrireme_ii" in self.spared and any(
            one.unit == "dreadnought" for one in upgrades(self.game)
        ):
            there.pop("dreadnought", None)
        category = {"space": "ship", "ground": "ground_force"}[arena]
        by_key, kind_of = self.game.tables.units.by_key, self.game.tables.units.kind_of
        return {
            unit: number
            for unit, number in there.items()
            if (
                kind_of(unit) in act.units
                if act.units
                else not isinstance(act, Hits) or by_key[unit].category == category
            )
        }

    def _spots(self, act: Hits | Loses, args: Args) -> Iterator[tuple[str, str | None]]:
        """The places that an act is about: one, or all of a system."""
        value = self._told_where(args, self._hit_places(act))
        position, _, planet = value.partition("/")
        if act.arena == "system":
            yield from ((one, name) for one, name in self._places() if one == position)
        else:
            yield position, planet or None

    # --- hits

    def _hit(self, source: Name, act: Hits, args: Args) -> Procedure[None]:
        """Hits on some of the Hive's units, assigned by its diagram, or by the player who says on which."""
        ((position, planet),) = self._spots(act, args)
        arena: damage.Arena = "space" if planet is None else "ground"
        present, number = self._fitting(act, (position, planet)), act.number or int(args[NUMBER])
        hurt = self.damaged("hive", position, planet)
        if act.assign == "player":
            chosen = yield from self._picked(source, present, number, position)
            able = {unit: chosen[unit] for unit in chosen if damage.can_sustain(self.game, unit)}
            sustained = {unit: min(n, max(0, present[unit] - hurt.get(unit, 0))) for unit, n in able.items()}
            gone = {unit: n - sustained.get(unit, 0) for unit, n in chosen.items()}
            taken = damage.Hits(_some(sustained), _some(gone), 0)
        else:
            taken = damage.assign_hits(self.game, arena, present, hurt, number)
        text = say(
            "{source}: [the Hive] takes {hits}: {place}",
            source=source,
            hits=count(number, "hit"),
            place=self._label(position, planet),
        )
        yield from self._struck(text, taken, position, planet)
        # It is bombarded before ground forces fight for it.
        if act.exhausts and not self.game.battle_on:
            yield from self._exhausted([(position, planet)])

    # --- units that leave without a hit

    def _lose(self, source: Name, act: Loses, args: Args, who: Callable[[], Player]) -> Procedure[None]:
        spots = list(self._spots(act, args))
        present: dict[str, int] = {}
        for spot in spots:
            for unit, n in self._fitting(act, spot).items():
                present[unit] = present.get(unit, 0) + n
        number = sum(present.values()) if act.every else act.number or int(args.get(NUMBER, MOST))
        if act.half:
            number = -(-sum(present.values()) // 2)
        if act.chosen_by == "hive":
            chosen = yield from damage.given_up(self.game, present, number)
        else:
            chosen = yield from self._picked(source, present, number, spots[0][0])
        yield Tell(
            self._words_of(source, act, chosen),
            _RULE,
            key=keys.WEAKEST,
            confirm="done",
            items=(Item(lost(self.game, chosen)),) if act.becomes != "damaged" else (),
            systems=(spots[0][0],),
        )
        for position, planet in spots:
            here = {unit: min(n, self._fitting(act, (position, planet)).get(unit, 0)) for unit, n in chosen.items()}
            chosen = {unit: n - here[unit] for unit, n in chosen.items()}
            yield from self._change(act, _some(here), position, planet, who)
        if act.exhausts:
            yield from self._exhausted(spots)

    def _exhausted(self, spots: Sequence[tuple[str, str | None]]) -> Procedure[None]:
        planets = [(position, planet) for position, planet in spots if planet is not None]
        yield from self.exhausted(planets)

    def _change(
        self, act: Loses, here: Mapping[str, int], position: str, planet: str | None, who: Callable[[], Player]
    ) -> Procedure[None]:
        game = self.game
        if act.becomes == "damaged":
            for unit, n in here.items():
                pieces.damage(game, "hive", unit, n, position, planet)
            return
        carried = self._carried(here, position, planet)
        if act.becomes == "gone":
            yield from self._fall(here, carried, position, planet)
            return
        self._take(here, position, planet)
        self._take(carried, position, planet)
        plastic = {unit.key for unit in game.tables.units.larger_ships}
        for unit, n in here.items():
            if act.becomes == "replaced":
                pieces.put(game, who(), unit, min(n, self._left(who(), unit)), position, planet)
            elif act.becomes == "captured" and unit in plastic:
                capture(game, unit, n)

    def _words_of(self, source: Name, act: Loses, chosen: Mapping[str, int]) -> Words:
        units = damage.unit_words(self.game, chosen)
        if not chosen:
            return say("{source}: [the Hive] loses nothing.", source=source)
        told: dict[str, Words] = {
            "gone": say("{source}: [the Hive] loses {units}.", source=source, units=units),
            "captured": say("{source}: {units} of [the Hive] captured.", source=source, units=units),
            "damaged": say("{source}: {units} of [the Hive] damaged.", source=source, units=units),
            "replaced": say("{source}: {units} of [the Hive] replaced.", source=source, units=units),
        }
        return told[act.becomes]

    def _picked(self, source: Name, present: Mapping[str, int], number: int, at: str) -> Procedure[dict[str, int]]:
        """Which units of the Hive a player chooses; not asked where there is nothing to choose."""
        there_are = sum(present.values())
        if there_are == 1 or (number != MOST and number >= there_are):
            return dict(present)
        if len(present) == 1 and number != MOST:
            return {unit: min(number, there) for unit, there in present.items()}
        text = say("{source}: which units of [the Hive]?", source=source)
        if number > 1:
            return (yield from self._numbers(keys.WEAKEST_UNITS, text, present, {}, _RULE, at))
        by_key = self.game.tables.units.by_key
        choices = tuple(Choice(unit, sentence(Name(by_key[unit].name))) for unit in present)
        unit = yield from asked(Ask(keys.WEAKEST_TIED, text, choices, _RULE, systems=(at,), shown=Shown(expects=False)))
        return {unit: 1}


def _told(act: Hits | Loses) -> bool:
    """Whether the table says how many; where it names them by their types it says so there."""
    if act.number or (isinstance(act, Loses) and (act.every or act.half)):
        return False
    return isinstance(act, Hits) or act.chosen_by == "hive" or len(act.units) == 1


def _among(place: tuple[str, str | None], spots: Collection[str]) -> bool:
    """Whether a planet, or its system, is one of some places."""
    return place[0] in spots or "/".join(part for part in place if part) in spots


def _some(units: Mapping[str, int]) -> dict[str, int]:
    return {unit: number for unit, number in units.items() if number}
