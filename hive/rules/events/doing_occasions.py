"""What players own that acts by itself whenever its moment comes: nobody has to say so.

Rules: 1.scope.unchanged-rules, 14.counter.fleet-removal, 30.ability.keleres.
"""

from __future__ import annotations

from collections import Counter

from hive import keys
from hive.catalog.tables.doings import Doing
from hive.catalog.tables.effects import LostEachStatus
from hive.effects import effects
from hive.model.game import PLAYERS, Game, Player
from hive.rules.acts.units import give_up
from hive.rules.board import Tracked, board_of
from hive.rules.events import EVENTS, doings_of
from hive.rules.events.doing_repairs import hurt_before
from hive.rules.events.doings import RULE, STARTS, acts, no_act, now
from hive.rules.moments import HookAt, StatusPhaseBegins, at
from hive.rules.options import players_of
from hive.steps import Procedure, Tell
from hive.words import Name, say


@at(HookAt, doings=True)
def told_early(game: Game, hook: HookAt) -> Procedure[None]:
    """What was told before a combat acts as it begins, unless nothing is left for it. Rule: 1.scope.unchanged-rules."""
    begins = next((step for step, moments in STARTS.items() if moments[0] == hook.moment), "")
    due = [one for one in game.told_early if game.tables.doings.by_key[one.doing].when in STARTS.get(begins, ())]
    for one in due:
        game.told_early.remove(one)
        doing = game.tables.doings.by_key[one.doing]
        if words := no_act(game, doing, one.args, EVENTS):
            yield Tell(say("{source}: {reason}", source=Name(doing.name), reason=words), RULE)
        else:
            yield from now(game, doing, one.args, EVENTS)


@at(HookAt, doings=True)
def by_itself(game: Game, hook: HookAt) -> Procedure[None]:
    """Each thing whose moment it is acts, where its owner has what it takes. Rule: 1.scope.unchanged-rules."""
    for doing in game.tables.doings.each_time.get(hook.moment, ()):
        for seat in _owners(game, doing):
            where = f"{hook.system}/{hook.planet}".rstrip("/")
            args = {"who": seat, "where": where, **hurt_before(game, hook.hurt.get(seat, {}))}
            if _has_it(game, doing, seat, hook) and not no_act(game, doing, args, EVENTS):
                yield from acts(game, doing, args, EVENTS)


def _owners(game: Game, doing: Doing) -> list[Player]:
    """Who has it: by the faction from the beginning, or because the table has said so."""
    if not doing.inborn:
        return [seat for seat in PLAYERS if seat in game.owned.get(doing.doing, ())]
    return players_of(game, (doing.faction or "",)) if doing in doings_of(game) else []


def _has_it(game: Game, doing: Doing, seat: Player, hook: HookAt) -> bool:
    """Whether the owner has the units there on which it hangs, or has brought the moment about."""
    if hook.by is not None:
        return hook.by == seat
    there = _standing(game, seat, hook.system, hook.planet)
    by_key = game.tables.units.by_key
    ships = {unit: number for unit, number in there.items() if by_key[unit].category == "ship"}
    large = {unit.key for unit in game.tables.units.larger_ships}
    if doing.fleet:
        return sum(number for unit, number in ships.items() if unit in large) >= doing.fleet
    if doing.beside:
        return any(unit in there for unit in doing.beside)
    return bool(there if hook.planet else ships)


def _standing(game: Game, seat: Player, position: str, planet: str) -> Counter[str]:
    """The units of a player in a system, or on one planet, as far as they are known."""
    board = board_of(game)
    if not isinstance(board, Tracked):
        return Counter()
    places = board.places([position]) if position in board.survey.positions else ()
    units = (Counter(board.units(seat, *place)) for place in places if not planet or place[1] == planet)
    return sum(units, Counter())


@at(StatusPhaseBegins, doings=True)
def lost_each_status(game: Game, _: StatusPhaseBegins) -> Procedure[None]:
    """What costs the Hive units in each status phase does so now. Rule: 5.4.negative-effects."""
    for one in effects(game).of(LostEachStatus):
        lines = yield from give_up(game, one.effect.units, one.effect.number)
        if lines:
            text = say("{words}.", words=one.words)
            yield Tell(text, "1.scope.unchanged-rules", key=keys.DECREE, confirm="done", items=tuple(lines))
