"""What players own that repairs their units on a tracked galaxy. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from collections.abc import Mapping

from hive import keys
from hive.board import pieces
from hive.catalog.tables.acts import Repairs
from hive.model.game import PLAYERS, Game, Player, other_player
from hive.rules.diagrams.damage import unit_words
from hive.rules.events.combat import label
from hive.rules.events.doing_where import Reach
from hive.rules.events.kinds import Args
from hive.steps import Ask, Choice, Procedure, Shown, Tell, asked
from hive.words import Name, Words, say, sentence

_RULE = "1.scope.unchanged-rules"


def hurt_before(game: Game, hurt: Mapping[str, int]) -> dict[str, int]:
    """How many units of each type had sustained damage as a round of combat began, as what an event has to know."""
    return {_before(unit.key): hurt.get(unit.key, 0) for unit in game.tables.units.units if unit.sustain_damage}


def _before(unit: str) -> str:
    return f"hurt.{unit}"


def hurt_at(reach: Reach, act: Repairs, spot: str) -> bool:
    """Whether any of them can be repaired there, whoever has it."""
    return any(_hurt(reach, act, spot, seat, {}) for seat in PLAYERS)


def repaired(reach: Reach, source: Name, act: Repairs, spot: str, args: Args, seat: Player) -> Procedure[None]:
    """Repair all of a player's units there, or one; of several types the player says which."""
    # Where nobody has said whose, it is of those who have something to repair.
    seats = [seat] if "who" in args else [seat, other_player(seat)]
    seat = next((one for one in seats if _hurt(reach, act, spot, one, args)), seat)
    hurt = _hurt(reach, act, spot, seat, args)
    if not hurt:
        return
    position, _, planet = spot.partition("/")
    if not act.every:
        hurt = {(yield from _chosen(reach, source, hurt, position)): 1}
    for unit, fewer in hurt.items():
        number = reach.board.damaged(seat, position, planet or None)[unit]
        pieces.set_damaged(reach.game, seat, unit, number - fewer, position, planet or None)
    words, where = unit_words(reach.game, hurt), label(reach.board, position, planet or None)
    yield Tell(say("{source}: {units} repaired: {where}.", source=source, units=words, where=where), _RULE)


def _chosen(reach: Reach, source: Name, hurt: Mapping[str, int], position: str) -> Procedure[str]:
    """Which type is repaired: the most costly one is expected."""
    by_key = reach.game.tables.units.by_key
    types = sorted(hurt, key=lambda unit: -by_key[unit].cost)
    if len(types) == 1:
        return types[0]
    text: Words = say("{source}: which unit is repaired?", source=source)
    choices = tuple(Choice(unit, sentence(Name(by_key[unit].name))) for unit in types)
    return (yield from asked(Ask(keys.REPAIRED, text, choices, _RULE, systems=(position,), shown=Shown())))


def _hurt(reach: Reach, act: Repairs, spot: str, seat: Player, args: Args) -> dict[str, int]:
    """The damaged units of a player there that it repairs."""
    position, _, planet = spot.partition("/")
    found = {u: n for u, n in reach.board.damaged(seat, position, planet or None).items() if u in (act.units or (u,))}
    if act.older:
        found = {unit: min(number, int(args.get(_before(unit), number))) for unit, number in found.items()}
    return {unit: number for unit, number in found.items() if number}
