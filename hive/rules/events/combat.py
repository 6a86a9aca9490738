"""Events of combat, those that bring a countermeasure, and the Hive's plastic at a place.

On a tracked galaxy the table says where, and what stands there is known; else it says how many units there are.

Rules: 5.4, 2.hive.components, 14.gain.combat, 21.draw.player-activation, page 24.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hive import keys
from hive.board import pieces
from hive.fields import AnyField, Number, OneOf
from hive.model.game import PLAYERS, Game
from hive.naming import planet_label, system_label
from hive.rules.action.turns import clean_up_board, players_turn
from hive.rules.area.planets import out_of_the_game, remove
from hive.rules.area.points import angered
from hive.rules.board import Place, Tracked, board_of
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
    Event,
    damage_rule,
    given_up,
    lost,
    nobody_may,
    who,
    who_may,
    who_or_both,
    whose_diagram,
)
from hive.rules.moments import UnitsDestroyed, happen
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, filled
from hive.words import Name, Words, count, say, sentence

HIGHEST = 40
GROUND = ("infantry", "mech")
WHERE = "where"
# The categories of units that a place is offered for; without any, all units count.
ARENAS: dict[damage.Arena, str] = {"space": "ship", "ground": "ground_force"}
_NONE: dict[damage.Arena | None, Words] = {
    "space": say("[The Hive] has no ships on the board."),
    "ground": say("[The Hive] has no ground forces on planets."),
    None: say("No Hive plastic is on the board."),
}


def hit_fields(game: Game, arena: damage.Arena) -> tuple[AnyField, ...]:
    """What hits on the Hive have to know: where, and how often."""
    board = board_of(game)
    if not isinstance(board, Tracked):
        return _hit_fields_told(game, arena)
    return (_where(board, arena), Number("hits", say("Hits on [the Hive]"), maximum=40, minimum=1))


def hits(game: Game, arena: damage.Arena, args: Args) -> Procedure[damage.Hits]:
    """The Hive takes hits. Rules: 5.4.damage-space, 5.4.damage-ground."""
    board = board_of(game)
    return (yield from (_hits_at(board, arena, args) if isinstance(board, Tracked) else _hits_told(game, arena, args)))


def harm_fields(game: Game) -> tuple[AnyField, ...]:
    """What an effect that harms units has to know: where, and how many."""
    board = board_of(game)
    if not isinstance(board, Tracked):
        return _harm_fields_told(game)
    return (_where(board), Number("number", say("Units harmed"), maximum=40, minimum=1))


def weakest(game: Game, args: Args) -> Procedure[dict[str, int]]:
    """An effect harms units, the weakest of those that it can hit. Rule: 5.4.negative-effects."""
    board = board_of(game)
    return (yield from (_weakest_at(board, args) if isinstance(board, Tracked) else _weakest_told(game, args)))


def loss_fields(game: Game) -> tuple[AnyField, ...]:
    """What plastic that left the board has to know: where, or how many units of each type."""
    board = board_of(game)
    return (_where(board),) if isinstance(board, Tracked) else _loss_fields_told(game)


def units_lost(game: Game, args: Args) -> Procedure[None]:
    """Hive plastic left the board; at a place the table says which. Rule: 2.hive.components."""
    board = board_of(game)
    yield from (_lost_at(board, args) if isinstance(board, Tracked) else _lost_told(game, args))


def no_units(game: Game, arena: damage.Arena | None = None) -> Words:
    """Why no units can be hit, or nothing; in: where they fight, if that matters. Without a galaxy nobody knows."""
    board = board_of(game)
    return _NONE[arena] if isinstance(board, Tracked) and not _places_of(board, arena) else ""


def no_plastic(game: Game) -> Words:
    """Why no plastic can leave the board, or nothing."""
    if isinstance(board_of(game), Tracked):
        return no_units(game)
    return "" if any(game.hive.units.values()) else _NONE[None]


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


def _hits_at(board: Tracked, arena: damage.Arena, args: Args) -> Procedure[damage.Hits]:
    """Who has sustained damage there is known."""
    position, planet = place_of(args[WHERE])
    damaged = board.damaged("hive", position, planet)
    present = units_there(board, position, planet, arena)
    taken = damage.assign_hits(board.game, arena, present, damaged, int(args["hits"]))
    hits, place = count(int(args["hits"]), "hit"), label(board, position, planet)
    yield from struck(board, say("[The Hive] takes {hits}: {place}", hits=hits, place=place), taken, position, planet)
    return taken


def struck(board: Tracked, text: Words, taken: damage.Hits, position: str, planet: str | None) -> Procedure[None]:
    """Tell how the Hive takes hits at a place, then book it. Rules: 5.4.damage-space, 5.4.damage-ground."""
    arena: damage.Arena = "space" if planet is None else "ground"
    carried = carried_with(board, taken.destroyed, position, planet)
    yield Tell(
        text,
        damage_rule(board.game, arena),
        key=keys.HITS,
        confirm="done",
        detail=whose_diagram(board.game, arena),
        items=(*damage.hit_lines(board.game, arena, taken), *lost_in_space(board, carried)),
        systems=(position,),
        shown=Shown(say("Hits on [the Hive]")),
    )
    for key, number in taken.sustained.items():
        pieces.damage(board.game, "hive", key, number, position, planet)
    yield from fall_at(board, taken.destroyed, carried, position, planet)


def _weakest_at(board: Tracked, args: Args) -> Procedure[dict[str, int]]:
    position, planet = place_of(args[WHERE])
    can_hit = units_there(board, position, planet)
    if len(can_hit) > 1:
        text = say("Which units can it hit: {place}?", place=label(board, position, planet))
        can_hit = yield from numbers(
            board, keys.WEAKEST_UNITS, text, can_hit, can_hit, "5.4.negative-effects", position
        )
    chosen = yield from damage.given_up(board.game, can_hit, int(args["number"]))
    place = say("weakest first; {place}", place=label(board, position, planet))
    carried = carried_with(board, chosen, position, planet)
    line = Item(given_up(board.game, chosen), place, "5.4.negative-effects")
    yield Tell(
        say("An effect harms units of [the Hive]"),
        "5.4.negative-effects",
        key=keys.WEAKEST,
        confirm="done",
        items=(line, *lost_in_space(board, carried)),
        systems=(position,),
    )
    yield from fall_at(board, chosen, carried, position, planet)
    return chosen


def _lost_at(board: Tracked, args: Args) -> Procedure[None]:
    position, planet = place_of(args[WHERE])
    text = say("What left the board: {place}?", place=label(board, position, planet))
    present = units_there(board, position, planet)
    gone = yield from numbers(board, keys.UNITS_LOST, text, present, {}, "2.hive.components", position)
    carried = carried_with(board, gone, position, planet)
    yield Tell(lost(board.game, gone), "2.hive.components", items=tuple(lost_in_space(board, carried)))
    yield from fall_at(board, gone, carried, position, planet)


def numbers(
    board: Tracked,
    key: str,
    text: Words,
    present: Mapping[str, int],
    expected: Mapping[str, int],
    rule: str,
    position: str,
) -> Procedure[dict[str, int]]:
    """How many of the units there, with a stepper for each type."""
    plural: dict[str, Words] = {unit.key: sentence(Name(unit.plural)) for unit in board.game.tables.units.units}
    answer = yield from filled(
        Ask(
            key=key,
            text=text,
            choices=(Choice("done", say("Done")),),
            rule=rule,
            numbers=tuple(
                Number(unit, plural[unit], maximum=most, value=expected.get(unit, 0)) for unit, most in present.items()
            ),
            systems=(position,),
        )
    )
    return {unit: number for unit, number in answer.numbers.items() if number}


def units_there(board: Tracked, position: str, planet: str | None, arena: damage.Arena | None = None) -> dict[str, int]:
    """The Hive's units at a place; for an arena, those that fight there, and none in the other one."""
    if arena is not None and (arena == "space") != (planet is None):
        return {}
    by_key = board.game.tables.units.by_key
    present = board.units("hive", position, planet)
    return {key: number for key, number in present.items() if not arena or by_key[key].category == ARENAS[arena]}


def fall_at(
    board: Tracked, gone: Mapping[str, int], carried: Mapping[str, int], position: str, planet: str | None
) -> Procedure[None]:
    """Units of the Hive are destroyed, and what they carried goes with them. Rule: 35.fighters.pink-last."""
    take_at(board, gone, position, planet)
    take_at(board, carried, position, planet)
    yield from out_of_the_game(board.game, gone)


def take_at(board: Tracked, units: Mapping[str, int], position: str, planet: str | None) -> None:
    """Units of the Hive leave a place."""
    for key, number in units.items():
        pieces.take(board.game, "hive", key, number, position, planet)


def carried_with(board: Tracked, gone: Mapping[str, int], position: str, planet: str | None) -> dict[str, int]:
    """What else stands in space where no Hive ship is left once some units are gone: it goes with the last one.

    Rules: 1.scope.unchanged-rules, Q116.
    """
    left = {unit: number - gone.get(unit, 0) for unit, number in units_there(board, position, planet).items()}
    left = {unit: number for unit, number in left.items() if number > 0}
    return {} if planet is not None or ships(board.game, left) else left


def lost_in_space(board: Tracked, units: Mapping[str, int]) -> list[Item]:
    """Say what goes because nothing carries it."""
    if not units:
        return []
    who, words = board.game.name("hive"), damage.unit_words(board.game, units)
    text = say("{who!c} loses {units} in space.", who=who, units=words)
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


def _hit_fields_told(game: Game, arena: damage.Arena) -> tuple[AnyField, ...]:
    types = _ships(game) if arena == "space" else GROUND
    sustaining = tuple(key for key in types if game.tables.units.by_key[key].sustain_damage)
    return (
        Number("hits", say("Hits on [the Hive]"), maximum=40, minimum=1),
        *_unit_fields(game, types, lambda units: say("{units!c} of [the Hive] there", units=units), ""),
        *_unit_fields(game, sustaining, lambda units: say("{units!c} already damaged", units=units), "damaged_"),
    )


def _hits_told(game: Game, arena: damage.Arena, args: Args) -> Procedure[damage.Hits]:
    types = _ships(game) if arena == "space" else GROUND
    present = {key: int(args.get(key, 0)) for key in types}
    damaged = {key: int(args.get(f"damaged_{key}", 0)) for key in types}
    hits = damage.assign_hits(game, arena, present, damaged, int(args["hits"]))
    lines = damage.hit_lines(game, arena, hits)
    number = count(int(args["hits"]), "hit")
    in_space = say("[The Hive] takes {hits} in space", hits=number)
    on_the_ground = say("[The Hive] takes {hits} on the ground", hits=number)
    yield Tell(
        in_space if arena == "space" else on_the_ground,
        damage_rule(game, arena),
        key=keys.HITS,
        confirm="done",
        detail=whose_diagram(game, arena),
        items=tuple(lines),
        shown=Shown(say("Hits on [the Hive]")),
    )
    yield from _book_losses(game, hits.destroyed)
    return hits


def _harm_fields_told(game: Game) -> tuple[AnyField, ...]:
    types = (*_ships(game), *GROUND, "pds")
    number = Number("number", say("Units harmed"), maximum=40, minimum=1)
    return (number, *_unit_fields(game, types, lambda units: say("{units!c} it can hit", units=units), ""))


def _weakest_told(game: Game, args: Args) -> Procedure[dict[str, int]]:
    present = {key: int(args.get(key, 0)) for key in (*_ships(game), *GROUND, "pds")}
    chosen = yield from damage.given_up(game, present, int(args["number"]))
    rule = "5.4.negative-effects"
    line = Item(given_up(game, chosen), say("weakest first"), rule)
    text = say("An effect harms units of [the Hive]")
    yield Tell(text, rule, key=keys.WEAKEST, confirm="done", items=(line,))
    yield from _book_losses(game, chosen)
    return chosen


def _loss_fields_told(game: Game) -> tuple[AnyField, ...]:
    return tuple(
        Number(key, sentence(Name(game.tables.units.by_key[key].plural)), maximum=number, firm=False)
        for key, number in game.hive.units.items()
        if number
    )


def _lost_told(game: Game, args: Args) -> Procedure[None]:
    gone = {key: int(args.get(key, 0)) for key in game.hive.units if int(args.get(key, 0))}
    yield Tell(lost(game, gone), "2.hive.components")
    yield from _book_losses(game, gone)


def _ships(game: Game) -> tuple[str, ...]:
    return tuple(unit.key for unit in game.tables.units.ships)


def _unit_fields(game: Game, types: tuple[str, ...], label: Callable[[Name], Words], prefix: str) -> list[Number]:
    by_key = game.tables.units.by_key
    most = {key: game.hive.units.get(key, 0) if by_key[key].plastic is not None else HIGHEST for key in types}
    fields = [Number(f"{prefix}{key}", label(Name(by_key[key].plural)), maximum=most[key]) for key in types]
    return [field for field in fields if field.maximum]


def _book_losses(game: Game, lost: Mapping[str, int]) -> Procedure[None]:
    for key, number in lost.items():
        if game.tables.units.by_key[key].plastic is not None:
            remove(game, key, number)
    yield from out_of_the_game(game, lost)


# --- events of combat: support, hits, losses


def _combat(game: Game, args: Args) -> Procedure[None]:
    """Rule: 14.gain.combat."""
    for seat in PLAYERS if args["who"] == "both" else (args["who"],):
        yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")


def _support_fields(game: Game) -> tuple[AnyField, ...]:
    """Who activates a system; without a galaxy the support is the same whoever comes."""
    return who(game) if isinstance(board_of(game), Tracked) else ()


def _support(game: Game, args: Args) -> Procedure[None]:
    """A system with Hive units is activated. In no player's turn what came along leaves at once.

    Rules: 21.draw.player-activation, 21.cleanup.fighters, 21.cleanup.infantry.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
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


def _countermeasures_ships(game: Game) -> tuple[AnyField, ...]:
    ships = tuple(Choice(target.value, words) for target, words in _ships_to_name(game))
    return (OneOf("ship", say("Which ship"), ships),)


def _ships_to_name(game: Game) -> list[tuple[Target, Words]]:
    """The ships that may have sustained damage, with their words: those that are known; then any other."""
    others = [Target(seat, OTHER_SHIP) for seat in PLAYERS]
    return [
        *sustaining_ships(game),
        *((target, say("Another ship of {who}", who=game.name(target.owner))) for target in others),
    ]


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


def _action_card_fields(game: Game) -> tuple[AnyField, ...]:
    sabotaged = say("It is {sabotage!a}", sabotage=sentence(sabotage_name(game)))
    effects = (
        Choice(DIRECTLY, say("It harms [the Hive]"), say("at once: its planets, units, or anything in its play area")),
        Choice(INDIRECTLY, say("It helps us, and so harms [the Hive]"), say("at once as well")),
        Choice(NOT_AT_ALL, say("It does not harm [the Hive]"), say("or only later")),
        Choice(SABOTAGE, sabotaged, say("[the Hive] cannot cancel it")),
    )
    return (who_may(game, no_card_of), OneOf("effect", say("What it does"), effects))


EVENTS: tuple[Event, ...] = (
    Event(
        "support",
        say("We activate a system with Hive units"),
        "Combat",
        "21.draw.player-activation",
        _support,
        _support_fields,
        impossible=no_activation,
    ),
    Event("combat", say("Combat with [the Hive] ended"), "Combat", "14.gain.combat", _combat, who_or_both),
    Event(
        "hits_space",
        say("[The Hive] takes hits in space"),
        "Combat",
        "5.4.damage-space",
        lambda game, args: hits(game, "space", args),
        lambda game: hit_fields(game, "space"),
        impossible=lambda game: no_units(game, "space"),
    ),
    Event(
        "hits_ground",
        say("[The Hive] takes hits on the ground"),
        "Combat",
        "5.4.damage-ground",
        lambda game, args: hits(game, "ground", args),
        lambda game: hit_fields(game, "ground"),
        impossible=lambda game: no_units(game, "ground"),
    ),
    Event(
        "weakest",
        say("An effect harms Hive units"),
        "Combat",
        "5.4.negative-effects",
        weakest,
        harm_fields,
        impossible=no_units,
    ),
    Event(
        "units_lost",
        say("Hive plastic left the board"),
        "Combat",
        "2.hive.components",
        units_lost,
        loss_fields,
        impossible=no_plastic,
    ),
    Event(
        "sustained",
        say("A ship of ours sustained damage"),
        "Combat",
        "24.1.trigger",
        _sustained,
        _countermeasures_ships,
        impossible=no_countermeasure,
        page="countermeasures",
    ),
    Event(
        "action_card",
        say("We played an action card"),
        "Players",
        "24.2.trigger",
        _action_card,
        _action_card_fields,
        impossible=no_sabotage,
        against=lambda game: nobody_may(game, no_card_of),
        page="countermeasures",
    ),
)
