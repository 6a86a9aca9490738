"""What players own and do without a galaxy: the table says what leaves the board, and moves its own pieces."""

from __future__ import annotations

from collections.abc import Callable, Collection

from hive.catalog.tables.acts import (
    BoardAct,
    DestroysPlanet,
    Exhausts,
    Hits,
    LaysTile,
    Loses,
    Pieces,
    TakesPlanet,
    Token,
)
from hive.catalog.tables.doings import Only, Spared
from hive.fields import NO_YES, AnyField, Choice, Number, OneOf
from hive.model.game import PLAYERS, SPAWNING_SYSTEMS, Player
from hive.naming import system_name
from hive.rules.abilities.diplomacy import chosen_by_player
from hive.rules.area.planets import STANDARD, controlled_planets, discard_worth
from hive.rules.combat.units import upgrades
from hive.rules.control.asked import AskedPlanets
from hive.rules.control.board import board_of as planets_of
from hive.rules.diagrams import damage
from hive.rules.events.asked import AskedEvents
from hive.rules.events.kinds import Args
from hive.steps import Procedure, Tell
from hive.words import Name, Words, count, say, sentence


class AskedDoings(AskedEvents):
    """The side on which the table says what is there, and knows itself against what it cannot be used."""

    spared: tuple[Spared, ...] = ()
    where: tuple[Only, ...] = ()
    users: tuple[Player, ...] = PLAYERS

    def act_fields(self, act: BoardAct) -> tuple[AnyField, ...]:
        """What the table has to say of an act."""
        if isinstance(act, Hits):
            return tuple(field for field in self.hit_fields(_arena(act)) if not act.number or field.name != "hits")
        if isinstance(act, Exhausts):
            return self._planet_fields()
        if isinstance(act, LaysTile):
            return (*self.loss_fields(), *self._planet_fields())
        if isinstance(act, TakesPlanet) and act.coexisting:
            return self._planet_fields()
        if isinstance(act, DestroysPlanet):
            by_key = self.game.tables.units.by_key
            there = (field for field in self.loss_fields() if by_key[field.name].category != "ship")
            return (*there, *self._one_planet())
        if isinstance(act, TakesPlanet):
            return self._one_planet()
        if _takes_control(act) and controlled_planets(self.game):
            return (OneOf(_LOSES, say("[The Hive] loses that planet"), NO_YES),)
        if isinstance(act, Loses):
            units, kind_of = act.units, self.game.tables.units.kind_of
            named = (field for field in self.loss_fields() if not units or kind_of(field.name) in units)
            return tuple(field for field in named if field.name != "dreadnought" or not self._hardened())
        return ()

    def _planet_fields(self) -> tuple[AnyField, ...]:
        """How many of the Hive's planets, by their worth and place."""
        return tuple(
            Number(_PLANETS + kind, self._kind_words(kind), maximum=number) for kind, number in self._reached().items()
        )

    def _one_planet(self) -> tuple[AnyField, ...]:
        """Which planet of the Hive it is, if it is one."""
        found = [Choice(kind, self._kind_words(kind, one=True)) for kind in self._reached()]
        words = say("Which planet does [the Hive] lose?")
        return (OneOf(_PLANET, words, (Choice(_NONE, say("None")), *found), untold=_NONE),) if found else ()

    def _kind_words(self, kind: str, one: bool = False) -> Words:
        system = next((name for name in SPAWNING_SYSTEMS if name == kind), None)
        if system is not None:
            return sentence(system_name(self.game, system))
        return say("A standard planet") if one else say("Standard planets")

    def _reached(self) -> dict[str, int]:
        """How many planets the Hive has of each kind against which it can be used."""
        hive, safe = self.game.hive, self._safe()
        held: dict[str, int] = {STANDARD: hive.standard_planets} | {one: n for one, n in hive.spawning_planets.items()}
        return {kind: held[kind] for kind in _KINDS if held.get(kind) and kind not in safe}

    def _safe(self) -> set[str]:
        """Where the Hive's planets are spared. Rule: 30.ability.protected-systems."""
        safe = {*_HOMES} if "home" in self.spared else set[str]()
        if "own_home" in self.where:
            safe |= {*_KINDS} - {f"home_{seat}" for seat in self.users}
        if "mecatol_rex" in self.spared:
            safe.add("mecatol_rex")
        return safe | _PROTECTED if {"mecatol_rex", "wormhole_nexus"} & {*self.spared} else safe

    def _hardened(self) -> bool:
        """Whether dreadnoughts of the Hive are spared. Rule: 13.technology.exotrireme-ii."""
        upgraded = any(one.unit == "dreadnought" for one in upgrades(self.game))
        return upgraded and "dreadnought_with_exotrireme_ii" in self.spared

    def spots(self, act: BoardAct) -> Collection[str]:
        """Nobody knows them."""
        return ()

    def no_act(self, act: BoardAct) -> Words:
        """Why an act changes nothing now, or nothing."""
        if isinstance(act, Exhausts) or (isinstance(act, Loses) and act.exhausts):
            return "" if controlled_planets(self.game) else say("[The Hive] controls no planet.")
        if isinstance(act, Loses) and not self.act_fields(act):
            return say("[The Hive] has no such unit on the board.")
        if isinstance(act, Token) and act.change == "lift" and not self.game.hive.tokens.board:
            return say("[The Hive] has no command token on the board.")
        return ""

    def no_way(self, args: Args) -> Words:
        """Why it cannot be used against the planets that are said, or nothing; the table sees the rest."""
        lost, reached = _lost(args), self._reached()
        return "" if all(kind in reached for kind in lost) else say("It cannot be used against these planets.")

    def exhaust(self) -> Procedure[None]:
        """A planet of the Hive that is not spared is exhausted. Rule: 4.2.loss-trigger."""
        safe = self._safe()
        yield from planets_of(self.game).planet_exhausted(lambda where: where in safe)

    def unhurt(self, seat: Player, unit: str) -> bool:
        """Nobody knows."""
        return True

    def sustain(self, seat: Player, unit: str) -> None:
        """Nothing that is known changes."""

    def monument_places(self) -> tuple[Choice, ...]:
        """The players see to their monuments themselves."""
        return ()

    def no_monument(self) -> Words:
        """Nothing that is known would change."""
        return say("Without a galaxy you see to your monuments yourselves.")

    def build_monument(self, where: str) -> Procedure[None]:
        """Nothing that is known changes."""
        yield from ()

    def standing(self, seat: Player, position: str, planet: str = "") -> dict[str, int]:
        """Nobody knows them."""
        return {}

    @property
    def sees(self) -> bool:
        """The table says it each time."""
        return False

    def no_battle(self) -> Words:
        """Nobody knows whether there is one."""
        return ""

    def landing_places(self) -> dict[str, Words]:
        """Nobody knows them."""
        return {}

    def systems(self) -> tuple[Choice, ...]:
        """Nobody knows them."""
        return ()

    def wormholes(self) -> tuple[Choice, ...]:
        """Nobody knows them."""
        return ()

    def side_by_side(self, one: str, other: str) -> bool:
        """The table sees it."""
        return True

    def do(self, source: Name, act: BoardAct, args: Args, who: Callable[[], Player]) -> Procedure[None]:
        """Do what the app tracks, and say the rest."""
        if isinstance(act, Hits):
            yield from self.hits(_arena(act), {"hits": act.number, **args})
            if act.exhausts and controlled_planets(self.game):
                yield from self.exhaust()
        elif isinstance(act, Loses) and act.around == "next_to_mecatol_rex":
            # What it costs all around has been told at once.
            return
        elif isinstance(act, Loses):
            yield from self.units_lost(args)
            if act.exhausts:
                yield from self.exhaust()
        elif isinstance(act, Exhausts):
            if planets := _lost(args):
                number = count(len(planets), "planet")
                yield from discard_worth(self.game, say("Exhausted: {planets}", planets=number), *planets)
        elif isinstance(act, Token) and act.change == "put":
            yield from chosen_by_player(self.game, source, who())
        elif isinstance(act, Token):
            tokens = self.game.hive.tokens
            tokens.board = max(0, tokens.board - 1)
            yield Tell(say("{source}: take a command token of [the Hive] off the board.", source=source), _RULE)
        else:
            yield Tell(say("{source}: do what it says on your board.", source=source), _RULE)
            gone = isinstance(act, LaysTile | DestroysPlanet)
            if gone and any(args.get(unit.key) for unit in self.game.tables.units.units):
                yield from self.units_lost(args)
            for kind in _lost(args):
                yield from AskedPlanets(self.game).lost(kind, who() if isinstance(act, TakesPlanet) else None)
            if args.get(_LOSES) == "yes":
                yield from planets_of(self.game).planet_lost()


_PLANETS, _PLANET, _LOSES, _NONE = "planets_", "planet", "loses", "none"
_KINDS = (STANDARD, *SPAWNING_SYSTEMS)
_HOMES = ("main", "home_p1", "home_p2")
_PROTECTED = {"main", "aux1", "aux2"}
_RULE = "1.scope.unchanged-rules"


def _lost(args: Args) -> list[str]:
    """The planets of the Hive that the table has named, by their worth and place."""
    one = [kind for kind in _KINDS if args.get(_PLANET) == kind]
    return one or [kind for kind in _KINDS for _ in range(int(args.get(_PLANETS + kind, 0)))]


def _takes_control(act: BoardAct) -> bool:
    """Whether neutral units take a planet."""
    return isinstance(act, Pieces) and act.neutral and act.arena == "ground"


def _arena(act: Hits) -> damage.Arena:
    return "ground" if act.arena == "ground" else "space"
