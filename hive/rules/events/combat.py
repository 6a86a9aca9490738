"""Events of combat, those that bring a countermeasure, and the Hive's plastic at a place.

On a tracked galaxy the table says where, and what stands there is known; else it says how many units there are.

Rules: 5.4, 2.hive.components, 14.gain.combat, 21.draw.player-activation, page 24.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from hive import keys
from hive.fields import AnyField, Number, OneOf
from hive.model.game import PLAYERS, Game
from hive.naming import planet_label, system_label
from hive.rules.action.turns import clean_up_board, players_turn
from hive.rules.area import angered, out_of_the_game
from hive.rules.board import NOWHERE, Board, Place, Tracked, board_of, tracked
from hive.rules.combat.activation import activate, activated, no_activation, support_told
from hive.rules.combat.countermeasures import (
    BEGINS,
    OTHER_SHIP,
    Target,
    direct_hit,
    no_card_of,
    no_countermeasure,
    no_sabotage,
    sabotage,
    sabotage_name,
    sustaining_ships,
)
from hive.rules.combat.survivors import adrift
from hive.rules.combat.units import ships
from hive.rules.diagrams import damage
from hive.rules.events.kinds import (
    Args,
    event,
    gives_up_words,
    lost_words,
    nobody_may,
    who,
    who_may,
    who_or_both,
)
from hive.rules.moments import UnitsDestroyed, happen
from hive.steps import Ask, Choice, Confirmed, Item, Procedure, Shown, Tell, filled, question
from hive.words import Name, Words, count, say, sentence

HIGHEST = 40
GROUND = ("infantry", "mech")
WHERE = "where"


# The categories of units that a place is offered for; without any, all units count.
ARENAS: dict[damage.Arena, str] = {"space": "ship", "ground": "ground_force"}


def hit_fields(game: Game, arena: damage.Arena) -> tuple[AnyField, ...]:
    """What hits on the Hive have to know: where, and how often; without a galaxy on which units."""
    board, number = board_of(game), Number("hits", say("Hits on [the Hive]"), maximum=HIGHEST, minimum=1)
    if isinstance(board, Tracked):
        return (_where(board, arena), number)
    types = _types(game, arena)
    sustaining = tuple(key for key in types if game.tables.units.by_key[key].sustain_damage)
    return (
        number,
        *_unit_fields(game, types, lambda units: say("{units!c} of [the Hive] there", units=units), ""),
        *_unit_fields(game, sustaining, lambda units: say("{units!c} already damaged", units=units), "damaged_"),
    )


def hits(game: Game, arena: damage.Arena, args: Args) -> Procedure[damage.Damage]:
    """The Hive takes hits. Rules: 5.4.damage-space, 5.4.damage-ground."""
    board, number, place = board_of(game), int(args["hits"]), NOWHERE
    hits = count(number, "hit")
    if isinstance(board, Tracked):
        place = place_of(args[WHERE])
        present, damaged = units_there(board, *place, arena), board.damaged("hive", *place)
        text = say("[The Hive] takes {hits}: {place}", hits=hits, place=label(board, *place))
    else:
        present = {key: int(args.get(key, 0)) for key in _types(game, arena)}
        damaged = {key: int(args.get(f"damaged_{key}", 0)) for key in present}
        text = say("[The Hive] takes {hits} in space", hits=hits)
        if arena == "ground":
            text = say("[The Hive] takes {hits} on the ground", hits=hits)
    taken = damage.assign_hits(game, arena, present, damaged, number)
    yield from struck(board, arena, text, taken, place)
    return taken


def struck(board: Board, arena: damage.Arena, text: Words, taken: damage.Damage, place: Place) -> Procedure[None]:
    """Tell how the Hive takes hits at a place, then book it. Rules: 5.4.damage-space, 5.4.damage-ground."""
    carried, diagram = carried_with(board, taken.destroyed, place), damage.diagram_of(board.game, arena)
    default = say("The order is our default: check it against your copy of the diagram.")
    yield Confirmed(
        text,
        diagram.rule,
        key=keys.HITS,
        detail=default if diagram.default_of_ours else "",
        items=(*damage.hit_lines(board.game, arena, taken), *_lost_in_space(board.game, carried)),
        systems=_systems(place),
        shown=Shown(say("Hits on [the Hive]")),
    )
    board.damage("hive", taken.sustained, place)
    yield from fall_at(board, taken.destroyed, carried, place)


def harm_fields(game: Game) -> tuple[AnyField, ...]:
    """What an effect that harms units has to know: where, and how many; without a galaxy what it can hit."""
    board, number = board_of(game), Number("number", say("Units harmed"), maximum=HIGHEST, minimum=1)
    if isinstance(board, Tracked):
        return (_where(board), number)
    return (number, *_unit_fields(game, _types(game), lambda units: say("{units!c} it can hit", units=units), ""))


@event("weakest", harm_fields)
def weakest(game: Game, args: Args) -> Procedure[dict[str, int]]:
    """An effect harms units, the weakest of those that it can hit. Rule: 5.4.negative-effects."""
    board, rule, place, note = board_of(game), "5.4.negative-effects", NOWHERE, say("weakest first")
    if isinstance(board, Tracked):
        place = place_of(args[WHERE])
        can_hit, where = units_there(board, *place), label(board, *place)
        if len(can_hit) > 1:
            ask = question(keys.WEAKEST_UNITS, place=where, systems=(place[0],))
            can_hit = yield from numbers(board, ask, can_hit, can_hit)
        note = say("weakest first; {place}", place=where)
    else:
        can_hit = {key: int(args.get(key, 0)) for key in _types(game)}
    chosen = yield from damage.given_up(game, can_hit, int(args["number"]))
    carried = carried_with(board, chosen, place)
    items = (Item(gives_up_words(game, chosen), note, rule), *_lost_in_space(game, carried))
    text, systems = say("An effect harms units of [the Hive]"), _systems(place)
    yield Confirmed(text, rule, key=keys.WEAKEST, items=items, systems=systems)
    yield from fall_at(board, chosen, carried, place)
    return chosen


def loss_fields(game: Game) -> tuple[AnyField, ...]:
    """What plastic that left the board has to know: where, or how many units of each type."""
    if (board := tracked(game)) is not None:
        return (_where(board),)
    plural: dict[str, Words] = {unit.key: sentence(Name(unit.plural)) for unit in game.tables.units.units}
    there = {key: number for key, number in game.hive.units.items() if number}
    return tuple(Number(key, plural[key], maximum=number, firm=False) for key, number in there.items())


@event("units_lost", loss_fields)
def units_lost(game: Game, args: Args) -> Procedure[None]:
    """Hive plastic left the board; at a place the table says which. Rule: 2.hive.components."""
    board, rule, place = board_of(game), "2.hive.components", NOWHERE
    gone = {key: number for key in game.hive.units if (number := int(args.get(key, 0)))}
    if isinstance(board, Tracked):
        place = place_of(args[WHERE])
        ask = question(keys.UNITS_LOST, place=label(board, *place), systems=(place[0],))
        gone = yield from numbers(board, ask, units_there(board, *place), {})
    carried = carried_with(board, gone, place)
    yield Tell(lost_words(game, gone), rule, items=tuple(_lost_in_space(game, carried)))
    yield from fall_at(board, gone, carried, place)


def _systems(place: Place) -> tuple[str, ...]:
    return () if place == NOWHERE else (place[0],)


def _types(game: Game, arena: damage.Arena | None = None) -> tuple[str, ...]:
    """The units of the Hive that can be hit, in an arena or by any effect."""
    ships = tuple(unit.key for unit in game.tables.units.ships)
    return GROUND if arena == "ground" else ships if arena == "space" else (*ships, *GROUND, "pds")


def _unit_fields(game: Game, types: tuple[str, ...], label: Callable[[Name], Words], prefix: str) -> list[Number]:
    by_key = game.tables.units.by_key
    most = {key: game.hive.units.get(key, 0) if by_key[key].plastic is not None else HIGHEST for key in types}
    fields = [Number(f"{prefix}{key}", label(Name(by_key[key].plural)), maximum=most[key]) for key in types]
    return [field for field in fields if field.maximum]


def _places_of(board: Tracked, arena: damage.Arena | None = None) -> tuple[Choice, ...]:
    """Where the Hive has units: space areas and planets; for an arena, where it has units that fight there."""
    return tuple(
        Choice(position if planet is None else f"{position}/{planet}", sentence(label(board, position, planet)))
        for position, planet in board.places()
        if units_there(board, position, planet, arena)
    )


def _where(board: Tracked, arena: damage.Arena | None = None) -> OneOf:
    """The place that an event has to know."""
    return OneOf(WHERE, say("Where"), _places_of(board, arena))


def numbers(
    board: Tracked, ask: Ask, present: Mapping[str, int], expected: Mapping[str, int]
) -> Procedure[dict[str, int]]:
    """How many of the units there, with a stepper for each type. In: the question without numbers."""
    plural: dict[str, Words] = {unit.key: sentence(Name(unit.plural)) for unit in board.game.tables.units.units}
    steppers = (Number(key, plural[key], maximum=most, value=expected.get(key, 0)) for key, most in present.items())
    answer = yield from filled(replace(ask, numbers=tuple(steppers)))
    return {unit: number for unit, number in answer.numbers.items() if number}


def units_there(board: Tracked, position: str, planet: str | None, arena: damage.Arena | None = None) -> dict[str, int]:
    """The Hive's units at a place; for an arena, those that fight there, and none in the other one."""
    if arena is not None and (arena == "space") != (planet is None):
        return {}
    by_key = board.game.tables.units.by_key
    present = board.units("hive", position, planet)
    return {key: number for key, number in present.items() if not arena or by_key[key].category == ARENAS[arena]}


def fall_at(board: Board, gone: Mapping[str, int], carried: Mapping[str, int], place: Place) -> Procedure[None]:
    """Units of the Hive are destroyed, and what they carried goes with them. Rule: 35.fighters.pink-last."""
    board.lose("hive", gone, place)
    board.lose("hive", carried, place)
    yield from out_of_the_game(board.game, gone)


def carried_with(board: Board, gone: Mapping[str, int], place: Place) -> dict[str, int]:
    """What else stands in space where no Hive ship is left once some units are gone: it goes with the last one.

    Rules: 1.scope.unchanged-rules, Q116.
    """
    if not isinstance(board, Tracked) or place[1] is not None:
        return {}
    left = {unit: number - gone.get(unit, 0) for unit, number in units_there(board, *place).items()}
    left = {unit: number for unit, number in left.items() if number > 0}
    return {} if ships(board.game, left) else left


def _lost_in_space(game: Game, units: Mapping[str, int]) -> list[Item]:
    """Say what goes because nothing carries it."""
    if not units:
        return []
    text = say("{who!c} loses {units} in space.", who=game.name("hive"), units=damage.unit_words(game, units))
    return [Item(text, rule="1.scope.unchanged-rules", drawn=damage.leaving("hive", units))]


def label(board: Tracked, position: str, name: str | None) -> Words:
    """A planet, or the space area of a system, in words."""
    if name is None:
        return say("space in {system}", system=system_label(board.game, position))
    return planet_label(board.game, position, name)


def place_of(spot: object) -> Place:
    """A place by its name in the log: a system, or a planet of it."""
    position, _, planet = str(spot).partition("/")
    return position, planet or None


# --- events of combat: support, hits, losses


@event("combat", who_or_both)
def _combat(game: Game, args: Args) -> Procedure[None]:
    """Rule: 14.gain.combat."""
    for seat in PLAYERS if args["who"] == "both" else (args["who"],):
        yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")


@event("support", lambda game: who(game) if isinstance(board_of(game), Tracked) else (), impossible=no_activation)
def _support(game: Game, args: Args) -> Procedure[None]:
    """A system with Hive units is activated. In no player's turn what came along leaves at once.

    Rules: 21.draw.player-activation, 21.cleanup.fighters, 21.cleanup.infantry.
    """
    if (board := tracked(game)) is None:
        return (yield from support_told(game, None))
    position = yield from activated(board, args["who"])
    if position is not None:
        yield from activate(board, args["who"], position)
        if not players_turn(game):
            yield from clean_up_board(game, say("The activation is over: take off the board"), position)


# --- events to which the Hive answers with a countermeasure: a ship sustained damage, an action card


DIRECTLY, INDIRECTLY, SABOTAGE, NOT_AT_ALL = "directly", "indirectly", "sabotage", "not"


def unanswered(game: Game) -> dict[str, tuple[Words, str]]:
    """Why the Hive does not answer an action card, and the rule."""
    cannot = say("[The Hive] cannot cancel {sabotage!a}.", sabotage=sabotage_name(game))
    return {
        SABOTAGE: (cannot, "24.2.not-sabotage"),
        NOT_AT_ALL: (say("The card does not harm [the Hive] at once: [the Hive] does nothing."), "24.2.trigger"),
    }


def _ships_of_players(game: Game) -> tuple[AnyField, ...]:
    ships = tuple(Choice(target.value, words) for target, words in _ships_to_name(game))
    return (OneOf("ship", say("Which ship"), ships),)


@event("sustained", _ships_of_players, impossible=no_countermeasure)
def _sustained(game: Game, args: Args) -> Procedure[str]:
    """What the last ship carried goes with it, where the board knows. Rules: 24.1.trigger, 1.scope.unchanged-rules."""
    named = next(target for target, _ in _ships_to_name(game) if target.value == args["ship"])
    outcome = yield from direct_hit(game, named)
    lost = adrift(game, named.position) if outcome == BEGINS and named.position else []
    if lost:
        text = say("Nothing carries what is left in space there.")
        yield Tell(text, "1.scope.unchanged-rules", items=tuple(lost))
    brought = happen(game, UnitsDestroyed(((named.unit, 1),))) if outcome == BEGINS and named.unit != OTHER_SHIP else []
    if brought:
        yield Tell(say("[The Hive] has destroyed {ship}.", ship=named.words(game)), "35.scope", items=tuple(brought))
    return outcome


def _ships_to_name(game: Game) -> list[tuple[Target, Words]]:
    """The ships that may have sustained damage, with their words: those that are known; then any other."""
    others = [Target(seat, OTHER_SHIP) for seat in PLAYERS]
    return [
        *sustaining_ships(game),
        *((target, say("Another ship of {who}", who=game.name(target.owner))) for target in others),
    ]


def _action_card_fields(game: Game) -> tuple[AnyField, ...]:
    sabotaged = say("It is {sabotage!a}", sabotage=sentence(sabotage_name(game)))
    effects = (
        Choice(DIRECTLY, say("It harms [the Hive]"), say("at once: its planets, units, or anything in its play area")),
        Choice(INDIRECTLY, say("It helps us, and so harms [the Hive]"), say("at once as well")),
        Choice(NOT_AT_ALL, say("It does not harm [the Hive]"), say("or only later")),
        Choice(SABOTAGE, sabotaged, say("[the Hive] cannot cancel it")),
    )
    return (who_may(game, no_card_of), OneOf("effect", say("What it does"), effects))


@event("action_card", _action_card_fields, impossible=no_sabotage, against=lambda game: nobody_may(game, no_card_of))
def _action_card(game: Game, args: Args) -> Procedure[None]:
    """Rules: 24.2.trigger, 24.2.not-sabotage, 24.2.directly, 24.2.indirectly."""
    why_not = unanswered(game)
    if args["effect"] in why_not:
        text, rule = why_not[args["effect"]]
        yield Tell(text, rule)
    elif safe := no_sabotage(game, args["who"]):
        yield Tell(safe, "24.2.trigger")
    else:
        yield from sabotage(game, args["who"])


# --- events that are played as another chapter says


event("hits_space", lambda game: hit_fields(game, "space"))(lambda game, args: hits(game, "space", args))
event("hits_ground", lambda game: hit_fields(game, "ground"))(lambda game, args: hits(game, "ground", args))
