"""The whole battle for an active system, from the support of the Hive to the last planet. Rules: page 21."""

from __future__ import annotations

from dataclasses import dataclass, field

from hive.catalog.tables import NoUnitAbilities, Seat
from hive.effects import begin, effects, end
from hive.model.game import PLAYERS, Game, Player
from hive.rules.area.points import angered
from hive.rules.combat.after import close
from hive.rules.combat.allies import there
from hive.rules.combat.capacity import take_uncarried
from hive.rules.combat.control import alone, take_over
from hive.rules.combat.defence import defend
from hive.rules.combat.fight import Fight, Fought
from hive.rules.combat.invasion import fight_coexisting, invade
from hive.rules.combat.space import Holder, space_combat
from hive.rules.combat.support import Support, bring_support
from hive.rules.combat.survivors import survivors, survivors_in_space
from hive.rules.control.tracked import TrackedPlanets
from hive.rules.moments.calling import moment
from hive.rules.moments.kinds import BattleOver
from hive.steps import Card, Item, Procedure

SCAR = "Entropic scar"


def abilities_fade(fight: Fight) -> None:
    """In an entropic scar no unit has its unit abilities, and none is used against it from outside.

    The Hive's keep theirs where it ignores that anomaly. Rules: 1.scope.unchanged-rules, 32.higher.anomalies.
    """
    end(fight.game, "battle")
    if "entropic_scar" in fight.survey.anomalies(fight.position):
        spared = "entropic_scar" in fight.game.tables.units.ignored_anomalies
        fading = NoUnitAbilities(kind="no_unit_abilities", say="units have no unit abilities")
        begin(fight.game, SCAR, fading, "battle", PLAYERS if spared else fight.game.seats)
        told = [one.words for one in effects(fight.game).of(NoUnitAbilities, PLAYERS[0])]
        fight.tell(*(Item(words, rule="1.scope.unchanged-rules", aside=True) for words in told))


@dataclass(frozen=True)
class Battle:
    """What came of it: players in combat with the Hive, who holds the space, planets taken and lost, each combat.

    ``destroyed``: the units of players that it is known to have cost.
    """

    fought: tuple[Player, ...]
    space: Holder
    taken: tuple[str, ...]
    lost: tuple[str, ...]
    combats: tuple[Fought, ...] = field(default=(), compare=False)
    destroyed: tuple[tuple[str, int], ...] = field(default=(), compare=False)


def resolve_system(
    board: TrackedPlanets,
    position: str,
    cards: list[Card],
    active: Seat,
    told: Support | None = None,
    joined: bool = False,
) -> Procedure[Battle]:
    """Resolve an active system once all ships have moved: support, space combat, invasion.

    In: the galaxy with its planets; the support cards; which side has activated it; the support that the table has put
    there already, if it was told; whether it has said that the active player's ally acts as well (31.action.joint). The
    counters of those who fought, and the end of the turn, are for the caller
    (14.gain.combat, :mod:`hive.rules.combat.tracked`). Players land where they hold the space, and where neither side
    has ships on the board: theirs may not be booked. Rules: 21.units.placement, 21.combat.no-retreat,
    21.invasion.distribution, Q29, Q107, Q139.
    """
    fight = Fight(board, position, cards, active, joined=joined)
    board.game.battle = position
    fight.players, coexisting = there(fight) if joined else [], alone(fight)
    abilities_fade(fight)
    bring_support(fight, told)
    space = yield from space_combat(fight)
    if active == "hive":
        while space == "hive" and not (yield from invade(fight)):
            space = yield from space_combat(fight)
        if space == "hive":
            yield from fight_coexisting(fight)
    elif not fight.stopped and (space == "players" or (space is None and not fight.fought)):
        yield from survivors_in_space(fight)
        yield from take_uncarried(fight)
        yield from defend(fight)
    yield from survivors(fight)
    yield from take_uncarried(fight)
    yield from take_over(fight, coexisting)
    yield from close(fight)
    end(board.game, "roll", "combat_round", "combat", "battle")
    board.game.battle, board.game.battle_step, board.game.beside, board.game.told_early = "", "", {}, []
    fallen = tuple(fight.destroyed.items())
    return Battle(tuple(fight.fought), space, tuple(fight.taken), tuple(fight.lost), tuple(fight.combats), fallen)


def anger_fighters(game: Game, battle: Battle) -> Procedure[None]:
    """Each player who was in combat with the Hive gains a counter, and the battle is over. Rule: 14.gain.combat."""
    for seat in PLAYERS:
        if seat in battle.fought:
            yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")
    if battle.fought or battle.destroyed:
        yield from moment(game, BattleOver(battle.destroyed))
