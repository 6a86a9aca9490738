"""What players own and do to units and planets of the Hive: at a place of a map, else as the table says.

Rules: 5.4.damage-space, 5.4.damage-ground, 5.4.negative-effects, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from hive import keys
from hive.board import pieces
from hive.catalog.tables.acts import Exhausts, Hits, Loses
from hive.fields import AnyField, Choice, Number, OneOf
from hive.model.game import SPAWNING_SYSTEMS
from hive.naming import system_label, system_name, term
from hive.rules.acts.core import Places, Verb, Verbs
from hive.rules.area import STANDARD, capture, controlled_planets, discard_worth
from hive.rules.board import Place, plastic_left
from hive.rules.combat.units import upgrades
from hive.rules.control.changing import exhausted, hives, planet_exhausted
from hive.rules.diagrams import damage
from hive.rules.events.combat import (
    carried_with,
    fall_at,
    hit_fields,
    hits,
    label,
    loss_fields,
    numbers,
    struck,
    units_lost,
    units_there,
)
from hive.rules.events.kinds import lost_words, no_planet_held
from hive.rules.events.limits import (
    Reach,
    Used,
    at_places,
    in_battle,
    no_place,
    systems_on_map,
    told_where,
    where_of,
)
from hive.steps import Confirmed, Item, Procedure, question, which_of
from hive.words import Name, Words, count, say, sentence

NUMBER = "number"
MOST = 40
_RULE = "5.4.negative-effects"


# --- at a place of a map


def _places_hit(reach: Reach, act: Hits) -> Places:
    return _places_with(reach, act.arena, lambda place: bool(_hit_at(reach, act, place)))


def _places_losing(reach: Reach, act: Loses) -> Places:
    """Where such units are; a planet that is exhausted besides need not have any."""
    survey = reach.survey
    rex = survey.mecatol_rex
    near = () if rex is None else (rex,) if act.around == "mecatol_rex" else survey.adjacent[rex]

    def there(place: Place) -> bool:
        bare = act.exhausts and place[1] in survey.controlled(place[0])
        return (not act.around or place[0] in near) and (bare or bool(_lost_at(reach, act, place)))

    return _places_with(reach, act.arena, there)


def _places_with(reach: Reach, arena: str, there: Callable[[Place], bool]) -> Places:
    """The places of the Hive where something is, with their words; in a battle only those of its system, if any."""
    found: Places = {}
    for position, planet in reach.board.places():
        fits = arena in ("anywhere", "system") or (arena == "space") == (planet is None)
        if fits and there((position, planet)):
            value = position if planet is None or arena == "system" else f"{position}/{planet}"
            whole = arena == "system"
            found[value] = system_label(reach.game, position) if whole else label(reach.board, position, planet)
    return reach.reached(in_battle(reach, found))


def _hit_at(reach: Reach, act: Hits, place: Place) -> dict[str, int]:
    """The units at a place that can take the hits: those that fight there, or those that are named."""
    arena = None if act.units else _arena(place)
    return _meant(reach, units_there(reach.board, *place, arena), act.units)


def _lost_at(reach: Reach, act: Loses, place: Place) -> dict[str, int]:
    """The units at a place that can be lost."""
    there = reach.board.damaged("hive", *place) if act.damaged else units_there(reach.board, *place)
    if act.becomes == "damaged":
        there = {unit: n for unit, n in there.items() if damage.can_sustain(reach.game, unit)}
    return _meant(reach, there, act.units)


def _meant(use: Used, there: Mapping[str, int], types: Sequence[str]) -> dict[str, int]:
    """Those of some units that are of these types, if any are said, and not spared."""
    kind_of, hardened = use.game.tables.units.kind_of, _hardened(use)
    fitting = (unit for unit in there if not types or kind_of(unit) in types)
    return {unit: there[unit] for unit in fitting if unit != "dreadnought" or not hardened}


def _hardened(use: Used) -> bool:
    """Whether dreadnoughts of the Hive are spared. Rule: 13.technology.exotrireme-ii."""
    upgraded = any(one.unit == "dreadnought" for one in upgrades(use.game))
    return upgraded and "dreadnought_with_exotrireme_ii" in use.doing.not_against


def _arena(place: Place) -> damage.Arena:
    return "space" if place[1] is None else "ground"


def _nothing_to_hit(reach: Reach, act: Hits | Loses) -> Words:
    return no_place(reach, act) if reach.doing.where else say("[The Hive] has no such unit on the board.")


def _losses_told(reach: Reach, act: Loses) -> tuple[AnyField, ...]:
    """How many, where that is open; where the table names them by their types it says so there."""
    if act.number or act.every or act.half or (act.chosen_by == "player" and len(act.units) != 1):
        return ()
    if act.becomes != "gone":
        return _number(say("Units harmed"))
    if len(act.units) != 1:
        return _number(say("Units lost"))
    return _number(say("{plural!c} lost", plural=Name(reach.game.tables.units.by_key[act.units[0]].plural)))


def _number(words: Words) -> tuple[AnyField, ...]:
    return (Number(NUMBER, words, maximum=MOST, minimum=1),)


def _hit(reach: Reach, act: Hits, position: str, planet: str | None) -> Procedure[None]:
    """Hits on some of the Hive's units, assigned by its diagram, or by the player who says on which."""
    place = position, planet
    present, number = _hit_at(reach, act, place), act.number or int(reach.args[NUMBER])
    hurt = reach.board.damaged("hive", position, planet)
    if act.assign == "player":
        chosen = yield from _picked(reach, present, number, position)
        able = {unit: chosen[unit] for unit in chosen if damage.can_sustain(reach.game, unit)}
        sustained = {unit: min(n, max(0, present[unit] - hurt.get(unit, 0))) for unit, n in able.items()}
        gone = {unit: n - sustained.get(unit, 0) for unit, n in chosen.items()}
        taken = damage.Damage(Counter(_some(sustained)), Counter(_some(gone)), 0)
    else:
        taken = damage.assign_hits(reach.game, _arena(place), present, hurt, number)
    where, counted = label(reach.board, position, planet), count(number, "hit")
    text = say("{source}: [the Hive] takes {hits}: {place}", source=reach.called, hits=counted, place=where)
    yield from struck(reach.board, _arena(place), text, taken, place)
    # It is bombarded before ground forces fight for it.
    if act.exhausts and not reach.game.battle_on:
        yield from exhausted(reach.board, _planets([place]))


def _lose(reach: Reach, act: Loses, position: str, planet: str | None) -> Procedure[None]:
    places = [*reach.board.places([position])] if act.arena == "system" else [(position, planet)]
    present: dict[str, int] = {}
    for place in places:
        for unit, n in _lost_at(reach, act, place).items():
            present[unit] = present.get(unit, 0) + n
    number = sum(present.values()) if act.every else act.number or int(reach.args.get(NUMBER, MOST))
    if act.half:
        number = -(-sum(present.values()) // 2)
    if act.chosen_by == "hive":
        chosen = yield from damage.given_up(reach.game, present, number)
    else:
        chosen = yield from _picked(reach, present, number, position, act.alike)
    lines = (Item(lost_words(reach.game, chosen)),) if act.becomes != "damaged" else ()
    text = _words_of(reach, act, chosen)
    yield Confirmed(text, _RULE, key=keys.WEAKEST, items=lines, systems=(position,))
    for place in places:
        there = _lost_at(reach, act, place)
        here = {unit: min(n, there.get(unit, 0)) for unit, n in chosen.items()}
        chosen = {unit: n - here[unit] for unit, n in chosen.items()}
        yield from _change(reach, act, _some(here), place)
    if act.exhausts:
        yield from exhausted(reach.board, _planets(places))


def _planets(places: Sequence[Place]) -> list[tuple[str, str]]:
    return [(position, planet) for position, planet in places if planet is not None]


def _change(reach: Reach, act: Loses, here: Mapping[str, int], place: Place) -> Procedure[None]:
    game = reach.game
    if act.becomes == "damaged":
        reach.board.damage("hive", here, place)
        return
    carried = carried_with(reach.board, here, place)
    if act.becomes == "gone":
        yield from fall_at(reach.board, here, carried, place)
        return
    reach.board.lose("hive", here, place)
    reach.board.lose("hive", carried, place)
    plastic = {unit.key for unit in game.tables.units.larger_ships}
    for unit, n in here.items():
        if act.becomes == "replaced":
            pieces.put(game, reach.user, unit, min(n, plastic_left(reach.board, reach.user, unit)), *place)
        elif act.becomes == "captured" and unit in plastic:
            capture(game, unit, n)


def _words_of(reach: Reach, act: Loses, chosen: Mapping[str, int]) -> Words:
    if not chosen:
        return say("{source}: [the Hive] loses nothing.", source=reach.called)
    return term("becomes", act.becomes, source=reach.called, units=damage.unit_words(reach.game, chosen))


def _picked(
    reach: Reach, present: Mapping[str, int], number: int, at: str, alike: bool = False
) -> Procedure[dict[str, int]]:
    """Which units of the Hive a player chooses; not asked where there is nothing to choose.

    Where it has to be ``alike``, the only type there need not be the one that was lost.
    """
    there_are, settled = sum(present.values()), not (alike and present)
    if settled and (there_are == 1 or (number != MOST and number >= there_are)):
        return dict(present)
    if settled and len(present) == 1 and number != MOST:
        return {unit: min(number, there) for unit, there in present.items()}
    if number > 1:
        ask = question(keys.WEAKEST_UNITS, "of_players", source=reach.called, systems=(at,))
        return (yield from numbers(reach.board, ask, present, {}))
    by_key = reach.game.tables.units.by_key
    left = {unit: Name(by_key[unit].name) for unit in present} | ({_NONE: say("none of these")} if alike else {})
    ask = question(keys.WEAKEST_TIED, "alike" if alike else "of_players", source=reach.called, systems=(at,))
    chosen = yield from which_of(ask, left)
    return {} if chosen == _NONE else {chosen: 1}


def _some(units: Mapping[str, int]) -> dict[str, int]:
    return {unit: number for unit, number in units.items() if number}


def _places_to_exhaust(reach: Reach, act: Exhausts) -> Places:
    survey = reach.survey
    if act.of == "side":
        return reach.reached({"/".join(place): label(reach.board, *place) for place in hives(reach.board)})
    return reach.reached({at: words for at, words in systems_on_map(reach).items() if survey.controlled(at)})


def _exhaust(reach: Reach, act: Exhausts) -> Procedure[None]:
    """All at once."""
    spots = _places_to_exhaust(reach, act)
    meant = {*spots} if act.of == "side" else {told_where(reach, spots)}
    planets = _planets([*reach.board.places()])
    yield from exhausted(reach.board, [place for place in planets if {place[0], "/".join(place)} & meant])


def exhaust(use: Used) -> Procedure[None]:
    """A planet of the Hive against which it can be used is exhausted. Rule: 4.2.loss-trigger."""
    if isinstance(use, Reach):
        return planet_exhausted(use.game, lambda spot: not use.reached({spot: ""}))
    safe = _safe(use)
    return planet_exhausted(use.game, lambda where: where in safe)


# --- without a map


_PLANETS, _PLANET, _NONE = "planets_", "planet", "none"
_KINDS = (STANDARD, *SPAWNING_SYSTEMS)
_HOMES = ("main", "home_p1", "home_p2")
_PROTECTED = {"main", "aux1", "aux2"}


def _safe(use: Used) -> set[str]:
    """Where the Hive's planets are spared. Rule: 30.ability.protected-systems."""
    spared = use.doing.not_against
    safe = {*_HOMES} if "home" in spared else set[str]()
    if "own_home" in use.doing.where:
        safe |= {*_KINDS} - {f"home_{seat}" for seat in use.users}
    if "mecatol_rex" in spared:
        safe.add("mecatol_rex")
    return safe | _PROTECTED if {"mecatol_rex", "wormhole_nexus"} & {*spared} else safe


def planet_fields(use: Used) -> tuple[AnyField, ...]:
    """How many of the Hive's planets, by their worth and place."""
    found = _reached(use).items()
    return tuple(Number(_PLANETS + kind, _kind_words(use, kind), maximum=number) for kind, number in found)


def one_planet(use: Used) -> tuple[AnyField, ...]:
    """Which planet of the Hive it is, if it is one."""
    found = [Choice(kind, _kind_words(use, kind, one=True)) for kind in _reached(use)]
    words = say("Which planet does [the Hive] lose?")
    return (OneOf(_PLANET, words, (Choice(_NONE, say("None")), *found), untold=_NONE),) if found else ()


def _kind_words(use: Used, kind: str, one: bool = False) -> Words:
    system = next((name for name in SPAWNING_SYSTEMS if name == kind), None)
    if system is not None:
        return sentence(system_name(use.game, system))
    return say("A standard planet") if one else say("Standard planets")


def _reached(use: Used) -> dict[str, int]:
    """How many planets the Hive has of each kind against which it can be used."""
    hive, safe = use.game.hive, _safe(use)
    held: dict[str, int] = {STANDARD: hive.standard_planets} | {one: n for one, n in hive.spawning_planets.items()}
    return {kind: held[kind] for kind in _KINDS if held.get(kind) and kind not in safe}


def planets_told(use: Used) -> list[str]:
    """The planets of the Hive that the table has named, by their worth and place."""
    one = [kind for kind in _KINDS if use.args.get(_PLANET) == kind]
    return one or [kind for kind in _KINDS for _ in range(int(use.args.get(_PLANETS + kind, 0)))]


def not_these(use: Used) -> Words:
    """Why it cannot be used against the planets that are said, or nothing; the table sees the rest."""
    reached = _reached(use)
    return "" if all(kind in reached for kind in planets_told(use)) else say("It cannot be used against these planets.")


def _arena_told(act: Hits) -> damage.Arena:
    return "ground" if act.arena == "ground" else "space"


def _hits_there(use: Used, act: Hits) -> tuple[AnyField, ...]:
    return tuple(one for one in hit_fields(use.game, _arena_told(act)) if not act.number or one.name != "hits")


def _take_hits(use: Used, act: Hits) -> Procedure[None]:
    yield from hits(use.game, _arena_told(act), {"hits": act.number, **use.args})
    if act.exhausts and controlled_planets(use.game):
        yield from exhaust(use)


def _losses_there(use: Used, act: Loses) -> tuple[AnyField, ...]:
    meant = _meant(use, use.game.hive.units, act.units)
    return tuple(field for field in loss_fields(use.game) if field.name in meant)


def _none_to_lose(use: Used, act: Loses) -> Words:
    if act.exhausts:
        return no_planet_held(use.game)
    return "" if _losses_there(use, act) else say("[The Hive] has no such unit on the board.")


def _take_losses(use: Used, act: Loses) -> Procedure[None]:
    """What it costs all around is told at once."""
    if act.around != "next_to_mecatol_rex":
        yield from units_lost(use.game, use.args)
        if act.exhausts:
            yield from exhaust(use)


def _exhaust_told(use: Used, _: Exhausts) -> Procedure[None]:
    if planets := planets_told(use):
        number = count(len(planets), "planet")
        yield from discard_worth(use.game, say("Exhausted: {planets}", planets=number), *planets)


VERBS: Verbs = {
    Reach: {
        Hits: at_places(
            _hit,
            _places_hit,
            more=lambda _, act: () if act.number else _number(say("Hits on [the Hive]")),
            nothing=_nothing_to_hit,
        ),
        Loses: at_places(
            _lose,
            _places_losing,
            all_over=lambda act: bool(act.around),
            more=_losses_told,
            nothing=lambda reach, act: "" if act.around else _nothing_to_hit(reach, act),
            by_whom=lambda act: act.becomes == "replaced",
        ),
        Exhausts: Verb(
            asking=_exhaust,
            fields=lambda reach, act: () if act.of == "side" else where_of(_places_to_exhaust(reach, act)),
            hindered=lambda reach, act: "" if _places_to_exhaust(reach, act) else no_place(reach, act),
            spots=_places_to_exhaust,
        ),
    },
    Used: {
        Hits: Verb(asking=_take_hits, fields=_hits_there),
        Loses: Verb(asking=_take_losses, fields=_losses_there, hindered=_none_to_lose),
        Exhausts: Verb(
            asking=_exhaust_told,
            fields=lambda use, _: planet_fields(use),
            hindered=lambda use, _: no_planet_held(use.game),
        ),
    },
}
