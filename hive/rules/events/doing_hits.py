"""What players own and do on a tracked galaxy: where it can be done, and the units of the Hive that it costs.

Rules: 5.4.damage-space, 5.4.damage-ground, 5.4.negative-effects, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from hive import keys
from hive.board import pieces
from hive.catalog.tables.acts import BoardAct, Exhausts, Hits, Loses
from hive.fields import AnyField, Choice, Number
from hive.model.game import Player
from hive.naming import system_label
from hive.rules.area.planets import capture
from hive.rules.combat.units import upgrades
from hive.rules.control.changing import exhausted, planet_exhausted
from hive.rules.diagrams import damage
from hive.rules.events import doing_told
from hive.rules.events.combat import carried_with, fall_at, label, numbers, struck, take_at, units_there
from hive.rules.events.doing_pieces import (
    in_battle,
    no_place,
    no_way_there,
    nothing_to_rearrange,
    plastic_left,
    rearrange,
    rearranging_fields,
    spots_of,
    told_where,
    where_of,
)
from hive.rules.events.doing_where import Limits, Reach
from hive.rules.events.kinds import Args, lost
from hive.steps import Ask, Item, Procedure, Shown, Tell, asked
from hive.words import Name, Words, count, say, sentence

WHERE, NUMBER = "where", "number"
MOST = 40
_RULE = "5.4.negative-effects"


def act_fields(limits: Limits, act: BoardAct) -> tuple[AnyField, ...]:
    """What the table has to say of what players own and do."""
    return _fields_there(limits, act) if isinstance(limits, Reach) else doing_told.act_fields(limits, act)


def spots(limits: Limits, act: BoardAct) -> Collection[str]:
    """The places where it can be done, as far as they are known."""
    if not isinstance(limits, Reach):
        return ()
    return _hit_places(limits, act) if isinstance(act, Hits | Loses) else spots_of(limits, act)


def no_act(limits: Limits, act: BoardAct) -> Words:
    """Why it changes nothing on the board now, or nothing."""
    return _no_act_there(limits, act) if isinstance(limits, Reach) else doing_told.no_act(limits, act)


def no_way(limits: Limits, args: Args) -> Words:
    """Why it cannot be used against the planets that are said, or go from one told place to the other; or nothing."""
    return no_way_there(limits, args) if isinstance(limits, Reach) else doing_told.no_way(limits, args)


def exhaust(limits: Limits) -> Procedure[None]:
    """A planet of the Hive against which it can be used is exhausted. Rule: 4.2.loss-trigger."""
    if isinstance(limits, Reach):
        return planet_exhausted(limits.game, lambda spot: not limits.reached({spot: ""}))
    return doing_told.exhaust(limits)


def do(limits: Limits, source: Name, act: BoardAct, args: Args, who: Player) -> Procedure[None]:
    """What players own and do to the board; in: its name, and who it is, where that matters."""
    if isinstance(limits, Reach):
        return _done_there(limits, source, act, args, who)
    return doing_told.do(limits, source, act, args, who)


def _fields_there(reach: Reach, act: BoardAct) -> tuple[AnyField, ...]:
    """What the table has to say of an act; what can be in one place alone is not asked."""
    if (isinstance(act, Loses) and act.around) or (isinstance(act, Exhausts) and act.of == "side"):
        return ()
    if isinstance(act, Hits | Loses):
        number = (Number(NUMBER, _counted(reach, act), maximum=MOST, minimum=1),) if _told(act) else ()
        return (*where_of(_hit_places(reach, act)), *number)
    return rearranging_fields(reach, act)


def _counted(reach: Reach, act: Hits | Loses) -> Words:
    """What the number of an act counts."""
    if isinstance(act, Hits):
        return say("Hits on [the Hive]")
    if act.becomes != "gone":
        return say("Units harmed")
    if len(act.units) != 1:
        return say("Units lost")
    return say("{plural!c} lost", plural=Name(reach.game.tables.units.by_key[act.units[0]].plural))


def _no_act_there(reach: Reach, act: BoardAct) -> Words:
    """Why an act changes nothing now, or nothing."""
    if isinstance(act, Loses) and act.around:
        return ""
    if isinstance(act, Hits | Loses):
        return "" if _hit_places(reach, act) else _nothing_to_hit(reach)
    return nothing_to_rearrange(reach, act)


def _nothing_to_hit(reach: Reach) -> Words:
    return no_place(reach) if reach.where else say("[The Hive] has no such unit on the board.")


def _done_there(reach: Reach, source: Name, act: BoardAct, args: Args, who: Player) -> Procedure[None]:
    """Do it on the board."""
    if isinstance(act, Hits):
        yield from _hit(reach, source, act, args)
    elif isinstance(act, Loses) and act.around:
        for position in _hit_places(reach, act):
            yield from _lose(reach, source, act, {WHERE: position}, who)
    elif isinstance(act, Loses):
        yield from _lose(reach, source, act, args, who)
    elif isinstance(act, Exhausts):
        spots = [*spots_of(reach, act)] if act.of == "side" else [told_where(args, spots_of(reach, act))]
        yield from _exhausted_at(reach, [place for place in reach.board.places() if _among(place, spots)])
    else:
        yield from rearrange(reach, source, act, args, who)


def _hit_places(reach: Reach, act: Hits | Loses) -> dict[str, Words]:
    """The places with such units of the Hive, with their words; in a battle only those of its system, if any."""
    found: dict[str, Words] = {}
    for position, planet in reach.board.places():
        if isinstance(act, Loses) and not _lies_around(reach, act, position):
            continue
        fits = act.arena in ("anywhere", "system") or (act.arena == "space") == (planet is None)
        bare = isinstance(act, Loses) and act.exhausts and planet in reach.survey.controlled(position)
        if fits and (bare or _fitting(reach, act, (position, planet))):
            value = position if planet is None or act.arena == "system" else f"{position}/{planet}"
            found[value] = (
                system_label(reach.game, position) if act.arena == "system" else label(reach.board, position, planet)
            )
    return in_battle(reach, reach.reached(found))


def _lies_around(reach: Reach, act: Loses, position: str) -> bool:
    """Whether a system lies where alone the act is done."""
    rex = reach.survey.mecatol_rex
    near = () if rex is None else (rex,) if act.around == "mecatol_rex" else reach.survey.adjacent[rex]
    return not act.around or position in near


def _fitting(reach: Reach, act: Hits | Loses, place: tuple[str, str | None]) -> dict[str, int]:
    position, planet = place
    there = units_there(reach.board, position, planet)
    if isinstance(act, Loses) and act.damaged:
        there = reach.board.damaged("hive", position, planet)
    if isinstance(act, Loses) and act.becomes == "damaged":
        there = {unit: n for unit, n in there.items() if damage.can_sustain(reach.game, unit)}
    arena = "space" if planet is None else "ground"
    if "dreadnought_with_exotrireme_ii" in reach.spared and any(
        one.unit == "dreadnought" for one in upgrades(reach.game)
    ):
        there.pop("dreadnought", None)
    category = {"space": "ship", "ground": "ground_force"}[arena]
    by_key, kind_of = reach.game.tables.units.by_key, reach.game.tables.units.kind_of
    return {
        unit: number
        for unit, number in there.items()
        if (kind_of(unit) in act.units if act.units else not isinstance(act, Hits) or by_key[unit].category == category)
    }


def _spots(reach: Reach, act: Hits | Loses, args: Args) -> Iterator[tuple[str, str | None]]:
    """The places that an act is about: one, or all of a system."""
    value = told_where(args, _hit_places(reach, act))
    position, _, planet = value.partition("/")
    if act.arena == "system":
        yield from ((one, name) for one, name in reach.board.places() if one == position)
    else:
        yield position, planet or None


def _hit(reach: Reach, source: Name, act: Hits, args: Args) -> Procedure[None]:
    """Hits on some of the Hive's units, assigned by its diagram, or by the player who says on which."""
    ((position, planet),) = _spots(reach, act, args)
    arena: damage.Arena = "space" if planet is None else "ground"
    present, number = _fitting(reach, act, (position, planet)), act.number or int(args[NUMBER])
    hurt = reach.board.damaged("hive", position, planet)
    if act.assign == "player":
        chosen = yield from _picked(reach, source, present, number, position)
        able = {unit: chosen[unit] for unit in chosen if damage.can_sustain(reach.game, unit)}
        sustained = {unit: min(n, max(0, present[unit] - hurt.get(unit, 0))) for unit, n in able.items()}
        gone = {unit: n - sustained.get(unit, 0) for unit, n in chosen.items()}
        taken = damage.Hits(_some(sustained), _some(gone), 0)
    else:
        taken = damage.assign_hits(reach.game, arena, present, hurt, number)
    text = say(
        "{source}: [the Hive] takes {hits}: {place}",
        source=source,
        hits=count(number, "hit"),
        place=label(reach.board, position, planet),
    )
    yield from struck(reach.board, text, taken, position, planet)
    # It is bombarded before ground forces fight for it.
    if act.exhausts and not reach.game.battle_on:
        yield from _exhausted_at(reach, [(position, planet)])


def _lose(reach: Reach, source: Name, act: Loses, args: Args, who: Player) -> Procedure[None]:
    spots = list(_spots(reach, act, args))
    present: dict[str, int] = {}
    for spot in spots:
        for unit, n in _fitting(reach, act, spot).items():
            present[unit] = present.get(unit, 0) + n
    number = sum(present.values()) if act.every else act.number or int(args.get(NUMBER, MOST))
    if act.half:
        number = -(-sum(present.values()) // 2)
    if act.chosen_by == "hive":
        chosen = yield from damage.given_up(reach.game, present, number)
    else:
        chosen = yield from _picked(reach, source, present, number, spots[0][0])
    yield Tell(
        _words_of(reach, source, act, chosen),
        _RULE,
        key=keys.WEAKEST,
        confirm="done",
        items=(Item(lost(reach.game, chosen)),) if act.becomes != "damaged" else (),
        systems=(spots[0][0],),
    )
    for position, planet in spots:
        here = {unit: min(n, _fitting(reach, act, (position, planet)).get(unit, 0)) for unit, n in chosen.items()}
        chosen = {unit: n - here[unit] for unit, n in chosen.items()}
        yield from _change(reach, act, _some(here), position, planet, who)
    if act.exhausts:
        yield from _exhausted_at(reach, spots)


def _exhausted_at(reach: Reach, spots: Sequence[tuple[str, str | None]]) -> Procedure[None]:
    planets = [(position, planet) for position, planet in spots if planet is not None]
    yield from exhausted(reach.board, planets)


def _change(
    reach: Reach, act: Loses, here: Mapping[str, int], position: str, planet: str | None, who: Player
) -> Procedure[None]:
    game = reach.game
    if act.becomes == "damaged":
        for unit, n in here.items():
            pieces.damage(game, "hive", unit, n, position, planet)
        return
    carried = carried_with(reach.board, here, position, planet)
    if act.becomes == "gone":
        yield from fall_at(reach.board, here, carried, position, planet)
        return
    take_at(reach.board, here, position, planet)
    take_at(reach.board, carried, position, planet)
    plastic = {unit.key for unit in game.tables.units.larger_ships}
    for unit, n in here.items():
        if act.becomes == "replaced":
            pieces.put(game, who, unit, min(n, plastic_left(reach, who, unit)), position, planet)
        elif act.becomes == "captured" and unit in plastic:
            capture(game, unit, n)


def _words_of(reach: Reach, source: Name, act: Loses, chosen: Mapping[str, int]) -> Words:
    units = damage.unit_words(reach.game, chosen)
    if not chosen:
        return say("{source}: [the Hive] loses nothing.", source=source)
    told: dict[str, Words] = {
        "gone": say("{source}: [the Hive] loses {units}.", source=source, units=units),
        "captured": say("{source}: {units} of [the Hive] captured.", source=source, units=units),
        "damaged": say("{source}: {units} of [the Hive] damaged.", source=source, units=units),
        "replaced": say("{source}: {units} of [the Hive] replaced.", source=source, units=units),
    }
    return told[act.becomes]


def _picked(reach: Reach, source: Name, present: Mapping[str, int], number: int, at: str) -> Procedure[dict[str, int]]:
    """Which units of the Hive a player chooses; not asked where there is nothing to choose."""
    there_are = sum(present.values())
    if there_are == 1 or (number != MOST and number >= there_are):
        return dict(present)
    if len(present) == 1 and number != MOST:
        return {unit: min(number, there) for unit, there in present.items()}
    text = say("{source}: which units of [the Hive]?", source=source)
    if number > 1:
        return (yield from numbers(reach.board, keys.WEAKEST_UNITS, text, present, {}, _RULE, at))
    by_key = reach.game.tables.units.by_key
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
