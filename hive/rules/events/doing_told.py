"""What players own and do without a galaxy: the table says what leaves the board, and moves its own pieces."""

from __future__ import annotations

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
from hive.fields import NO_YES, AnyField, Choice, Number, OneOf
from hive.model.game import SPAWNING_SYSTEMS, Player
from hive.naming import system_name
from hive.rules.abilities.board import chosen_by_player
from hive.rules.area.planets import STANDARD, controlled_planets, discard_worth
from hive.rules.combat.units import upgrades
from hive.rules.control.changing import lost_told, planet_exhausted, planet_lost
from hive.rules.diagrams import damage
from hive.rules.events.combat import hit_fields, hits, loss_fields, units_lost
from hive.rules.events.doing_where import Limits
from hive.rules.events.kinds import Args
from hive.steps import Procedure, Tell
from hive.words import Name, Words, count, say, sentence


def act_fields(limits: Limits, act: BoardAct) -> tuple[AnyField, ...]:
    """What the table has to say of an act."""
    if isinstance(act, Hits):
        return tuple(field for field in hit_fields(limits.game, _arena(act)) if not act.number or field.name != "hits")
    if isinstance(act, Exhausts):
        return _planet_fields(limits)
    if isinstance(act, LaysTile):
        return (*loss_fields(limits.game), *_planet_fields(limits))
    if isinstance(act, TakesPlanet) and act.coexisting:
        return _planet_fields(limits)
    if isinstance(act, DestroysPlanet):
        by_key = limits.game.tables.units.by_key
        there = (field for field in loss_fields(limits.game) if by_key[field.name].category != "ship")
        return (*there, *_one_planet(limits))
    if isinstance(act, TakesPlanet):
        return _one_planet(limits)
    if _takes_control(act) and controlled_planets(limits.game):
        return (OneOf(_LOSES, say("[The Hive] loses that planet"), NO_YES),)
    if isinstance(act, Loses):
        units, kind_of = act.units, limits.game.tables.units.kind_of
        named = (field for field in loss_fields(limits.game) if not units or kind_of(field.name) in units)
        return tuple(field for field in named if field.name != "dreadnought" or not _hardened(limits))
    return ()


def _planet_fields(limits: Limits) -> tuple[AnyField, ...]:
    """How many of the Hive's planets, by their worth and place."""
    return tuple(
        Number(_PLANETS + kind, _kind_words(limits, kind), maximum=number) for kind, number in _reached(limits).items()
    )


def _one_planet(limits: Limits) -> tuple[AnyField, ...]:
    """Which planet of the Hive it is, if it is one."""
    found = [Choice(kind, _kind_words(limits, kind, one=True)) for kind in _reached(limits)]
    words = say("Which planet does [the Hive] lose?")
    return (OneOf(_PLANET, words, (Choice(_NONE, say("None")), *found), untold=_NONE),) if found else ()


def _kind_words(limits: Limits, kind: str, one: bool = False) -> Words:
    system = next((name for name in SPAWNING_SYSTEMS if name == kind), None)
    if system is not None:
        return sentence(system_name(limits.game, system))
    return say("A standard planet") if one else say("Standard planets")


def _reached(limits: Limits) -> dict[str, int]:
    """How many planets the Hive has of each kind against which it can be used."""
    hive, safe = limits.game.hive, _safe(limits)
    held: dict[str, int] = {STANDARD: hive.standard_planets} | {one: n for one, n in hive.spawning_planets.items()}
    return {kind: held[kind] for kind in _KINDS if held.get(kind) and kind not in safe}


def _safe(limits: Limits) -> set[str]:
    """Where the Hive's planets are spared. Rule: 30.ability.protected-systems."""
    safe = {*_HOMES} if "home" in limits.spared else set[str]()
    if "own_home" in limits.where:
        safe |= {*_KINDS} - {f"home_{seat}" for seat in limits.users}
    if "mecatol_rex" in limits.spared:
        safe.add("mecatol_rex")
    return safe | _PROTECTED if {"mecatol_rex", "wormhole_nexus"} & {*limits.spared} else safe


def _hardened(limits: Limits) -> bool:
    """Whether dreadnoughts of the Hive are spared. Rule: 13.technology.exotrireme-ii."""
    upgraded = any(one.unit == "dreadnought" for one in upgrades(limits.game))
    return upgraded and "dreadnought_with_exotrireme_ii" in limits.spared


def no_act(limits: Limits, act: BoardAct) -> Words:
    """Why an act changes nothing now, or nothing."""
    if isinstance(act, Exhausts) or (isinstance(act, Loses) and act.exhausts):
        return "" if controlled_planets(limits.game) else say("[The Hive] controls no planet.")
    if isinstance(act, Loses) and not act_fields(limits, act):
        return say("[The Hive] has no such unit on the board.")
    if isinstance(act, Token) and act.change == "lift" and not limits.game.hive.tokens.board:
        return say("[The Hive] has no command token on the board.")
    return ""


def no_way(limits: Limits, args: Args) -> Words:
    """Why it cannot be used against the planets that are said, or nothing; the table sees the rest."""
    lost, reached = _lost(args), _reached(limits)
    return "" if all(kind in reached for kind in lost) else say("It cannot be used against these planets.")


def exhaust(limits: Limits) -> Procedure[None]:
    """A planet of the Hive that is not spared is exhausted. Rule: 4.2.loss-trigger."""
    safe = _safe(limits)
    yield from planet_exhausted(limits.game, lambda where: where in safe)


def do(limits: Limits, source: Name, act: BoardAct, args: Args, who: Player) -> Procedure[None]:
    """Do what the app tracks, and say the rest."""
    if isinstance(act, Hits):
        yield from hits(limits.game, _arena(act), {"hits": act.number, **args})
        if act.exhausts and controlled_planets(limits.game):
            yield from exhaust(limits)
    elif isinstance(act, Loses) and act.around == "next_to_mecatol_rex":
        # What it costs all around has been told at once.
        return
    elif isinstance(act, Loses):
        yield from units_lost(limits.game, args)
        if act.exhausts:
            yield from exhaust(limits)
    elif isinstance(act, Exhausts):
        if planets := _lost(args):
            number = count(len(planets), "planet")
            yield from discard_worth(limits.game, say("Exhausted: {planets}", planets=number), *planets)
    elif isinstance(act, Token) and act.change == "put":
        yield from chosen_by_player(limits.game, source, who)
    elif isinstance(act, Token):
        tokens = limits.game.hive.tokens
        tokens.board = max(0, tokens.board - 1)
        yield Tell(say("{source}: take a command token of [the Hive] off the board.", source=source), _RULE)
    else:
        yield Tell(say("{source}: do what it says on your board.", source=source), _RULE)
        gone = isinstance(act, LaysTile | DestroysPlanet)
        if gone and any(args.get(unit.key) for unit in limits.game.tables.units.units):
            yield from units_lost(limits.game, args)
        for kind in _lost(args):
            yield from lost_told(limits.game, kind, who if isinstance(act, TakesPlanet) else None)
        if args.get(_LOSES) == "yes":
            yield from planet_lost(limits.game)


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
