"""Events of combat: support, hits, losses. Rules: 5.4, 14.gain.combat, 21.draw.player-activation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hive import keys
from hive.fields import AnyField, Number
from hive.model.game import PLAYERS, Game
from hive.rules.area.counters import angered
from hive.rules.area.reinforcements import remove
from hive.rules.combat.board import board_of
from hive.rules.diagrams import damage
from hive.rules.events import losses_on_board
from hive.rules.events.kinds import Args, Event, who, who_or_both
from hive.steps import Item, Procedure, Shown, Tell
from hive.words import count, sentence


def _combat(game: Game, args: Args) -> Procedure[None]:
    """Rule: 14.gain.combat."""
    for seat in PLAYERS if args["who"] == "both" else (args["who"],):
        yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")


def _unit_fields(game: Game, types: tuple[str, ...], label: str, prefix: str) -> list[Number]:
    by_key = game.tables.units.by_key
    most = {key: game.hive.units.get(key, 0) if by_key[key].plastic is not None else HIGHEST for key in types}
    fields = [Number(f"{prefix}{key}", f"{sentence(by_key[key].plural)}{label}", most[key]) for key in types]
    return [field for field in fields if field.maximum]


HIGHEST = 40
SPACE = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war_sun")
GROUND = ("infantry", "mech")


def _hit_fields(arena: damage.Arena) -> Callable[[Game], tuple[AnyField, ...]]:
    def fields(game: Game) -> tuple[AnyField, ...]:
        if game.galaxy is not None:
            return (losses_on_board.where(game, arena), Number("hits", "Hits on the Hive", 40, minimum=1))
        types = SPACE if arena == "space" else GROUND
        sustaining = tuple(key for key in types if game.tables.units.by_key[key].sustain_damage)
        return (
            Number("hits", "Hits on the Hive", 40, minimum=1),
            *_unit_fields(game, types, " of the Hive there", ""),
            *_unit_fields(game, sustaining, " already damaged", "damaged_"),
        )

    return fields


def _hits(arena: damage.Arena) -> Callable[[Game, Args], Procedure[damage.Hits]]:
    def procedure(game: Game, args: Args) -> Procedure[damage.Hits]:
        rule = (game.tables.damage.space if arena == "space" else game.tables.damage.ground).rule
        if game.galaxy is not None:
            return (yield from losses_on_board.hits(game, arena, args, rule, _whose_diagram(game, arena)))
        types = SPACE if arena == "space" else GROUND
        present = {key: int(args.get(key, 0)) for key in types}
        damaged = {key: int(args.get(f"damaged_{key}", 0)) for key in types}
        hits = damage.assign_hits(game, arena, present, damaged, int(args["hits"]))
        lines = damage.hit_lines(game, arena, hits)
        text = f"The Hive takes {count(int(args['hits']), 'hit')} {'in space' if arena == 'space' else 'on the ground'}"
        yield Tell(
            text,
            rule,
            key=keys.HITS,
            confirm="done",
            detail=_whose_diagram(game, arena),
            items=tuple(lines),
            shown=Shown("Hits on the Hive"),
        )
        _book_losses(game, hits.destroyed)
        return hits

    return procedure


def _whose_diagram(game: Game, arena: damage.Arena) -> str:
    diagram = game.tables.damage.space if arena == "space" else game.tables.damage.ground
    return "The order is our default: check it against your copy of the diagram." if diagram.default_of_ours else ""


def _book_losses(game: Game, lost: Mapping[str, int]) -> None:
    for key, number in lost.items():
        if game.tables.units.by_key[key].plastic is not None:
            remove(game, key, number)


def _weakest(game: Game, args: Args) -> Procedure[dict[str, int]]:
    """Rule: 5.4.negative-effects."""
    if game.galaxy is not None:
        return (yield from losses_on_board.weakest(game, args))
    present = {key: int(args.get(key, 0)) for key in (*SPACE, *GROUND, "pds")}
    chosen = damage.weakest_units(game, present, int(args["number"]))
    lines = (
        Item(
            f"The Hive gives up {damage.unit_words(game, chosen) or 'nothing'}.",
            "weakest first",
            "5.4.negative-effects",
        ),
    )
    yield Tell(
        "An effect harms units of the Hive", "5.4.negative-effects", key=keys.WEAKEST, confirm="done", items=lines
    )
    _book_losses(game, chosen)
    return chosen


def _weakest_fields(game: Game) -> tuple[AnyField, ...]:
    number = Number("number", "Units harmed", 40, minimum=1)
    if game.galaxy is not None:
        return (losses_on_board.where(game), number)
    return (number, *_unit_fields(game, (*SPACE, *GROUND, "pds"), " it can hit", ""))


def _units_lost(game: Game, args: Args) -> Procedure[None]:
    if game.galaxy is not None:
        yield from losses_on_board.units_lost(game, args)
        return
    lost = {key: int(args.get(key, 0)) for key in game.hive.units if int(args.get(key, 0))}
    _book_losses(game, lost)
    yield Tell(f"The Hive has lost {damage.unit_words(game, lost) or 'nothing'}.", "2.hive.components")


def _units_lost_fields(game: Game) -> tuple[AnyField, ...]:
    if game.galaxy is not None:
        return (losses_on_board.where(game),)
    return tuple(
        Number(key, sentence(game.tables.units.by_key[key].plural), number, firm=False)
        for key, number in game.hive.units.items()
        if number
    )


def _no_plastic(game: Game) -> str:
    if game.galaxy is not None:
        return losses_on_board.nowhere()(game)
    return "" if any(game.hive.units.values()) else "No Hive plastic is on the board."


def _support(game: Game, args: Args) -> Procedure[None]:
    """Rule: 21.draw.player-activation."""
    yield from board_of(game).activation(args["who"] if game.galaxy is not None else "p1")


def _no_activation(game: Game) -> str:
    return board_of(game).no_activation()


EVENTS: tuple[Event, ...] = (
    Event(
        "support",
        "We activate a system with Hive units",
        "Combat",
        "21.draw.player-activation",
        _support,
        lambda game: () if game.galaxy is None else who(game),
        impossible=_no_activation,
    ),
    Event("combat", "Combat with the Hive ended", "Combat", "14.gain.combat", _combat, who_or_both),
    Event(
        "hits_space",
        "The Hive takes hits in space",
        "Combat",
        "5.4.damage-space",
        _hits("space"),
        _hit_fields("space"),
        impossible=losses_on_board.nowhere("space"),
    ),
    Event(
        "hits_ground",
        "The Hive takes hits on the ground",
        "Combat",
        "5.4.damage-ground",
        _hits("ground"),
        _hit_fields("ground"),
        impossible=losses_on_board.nowhere("ground"),
    ),
    Event(
        "weakest",
        "An effect harms Hive units",
        "Combat",
        "5.4.negative-effects",
        _weakest,
        _weakest_fields,
        impossible=losses_on_board.nowhere(),
    ),
    Event(
        "units_lost",
        "Hive plastic left the board",
        "Combat",
        "2.hive.components",
        _units_lost,
        _units_lost_fields,
        impossible=_no_plastic,
    ),
)
