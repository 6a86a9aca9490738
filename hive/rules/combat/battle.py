"""The whole battle for an active system, from its space area to the last planet.

Rules: 1.scope.unchanged-rules, 13.technology.pds-ii, 21.combat.no-retreat, Q107, Q115, page 21.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hive import keys
from hive.board import pieces
from hive.catalog.tables import NoUnitAbilities, Seat
from hive.effects import begin, effects, end
from hive.model.game import FOES, PLAYERS, Game, Player
from hive.pictures import ELSEWHERE
from hive.rules.area.points import angered
from hive.rules.board import Tracked
from hive.rules.combat.cannons import cannon_fire
from hive.rules.combat.clash import (
    Clash,
    Winner,
    ally_number,
    clear_space,
    close,
    fighters_in_space,
    hear_of_the_ally,
    in_combat,
    player_ships,
    sides,
    there,
    ways,
)
from hive.rules.combat.defence import defend
from hive.rules.combat.fight import Fight, Fought
from hive.rules.combat.invasion import alone, fight_coexisting, invade, take_over
from hive.rules.combat.rounds import combat
from hive.rules.combat.support import Support, bring_support
from hive.rules.combat.survivors import look_before, survivors, survivors_in_space, take_uncarried
from hive.rules.diagrams.damage import unit_words
from hive.rules.moments import BattleOver, moment
from hive.steps import Ask, Card, Choice, Item, Procedure, Shown
from hive.words import say

Holder = Literal["hive", "players"] | None
NO_SHIPS = "none"


def space_combat(fight: Fight) -> Procedure[Holder]:
    """Resolve all that happens in space; return who holds it. What leaves the board is booked.

    A combat takes place where both sides have ships left once space cannons have fired (Q107).
    Rules: 21.combat.no-retreat, 1.scope.unchanged-rules.
    """
    answer = yield from fight.ask(lambda: _opening(fight))
    if answer is not None and answer.choice == NO_SHIPS:
        _nobody_came(fight)
        return "hive"
    if answer is not None:
        hear_of_the_ally(fight, answer.numbers)
        fight.way = answer.choice
    fight.players = fighters_in_space(fight)
    bring_support(fight)
    look_before(fight, fight.position)
    came = bool(fight.players)
    fired = yield from cannon_fire(fight)
    fight.stopped = came and not fight.players and not any(player_ships(fight, seat) for seat in PLAYERS)
    if not _both_left(fight):
        return holder(fight)
    clash = Clash(fight, fired=fired)
    winner = yield from combat(clash)
    return _settle(fight, winner)


def _both_left(fight: Fight) -> bool:
    """Whether both sides have ships for a combat; those of a player who is active need not be on the board."""
    players = [seat for seat in fight.players if seat in there(fight) or fight.active != "hive"]
    return bool(players) and bool(in_combat(fight, None))


def holder(fight: Fight) -> Holder:
    """Who has ships in the system, the Hive first."""
    if in_combat(fight, None):
        return "hive"
    return "players" if any(player_ships(fight, seat) for seat in FOES) else None


def _settle(fight: Fight, winner: Winner) -> Holder:
    """Whoever has lost leaves the space area, with what it carried; who has retreated is gone from there already."""
    if winner != "players":
        clear_space(fight, fight.players)
    if winner in ("players", "nobody"):
        clear_space(fight, ("hive",))
    return "players" if winner == "players" else holder(fight)


def _nobody_came(fight: Fight) -> None:
    """No player ship is there, as the table says: the map no longer shows any, nor what they carried."""
    fight.players = []
    for seat in PLAYERS:
        units = fight.units(seat)
        for unit, number in units.items():
            pieces.take(fight.game, seat, unit, number, fight.position)
        if units:
            words = say("{units} of {who}", units=unit_words(fight.game, units), who=fight.game.name(seat))
            fight.tell(
                Item(
                    say("The map no longer shows {units} in {system}.", units=words, system=fight.label),
                    say("no ships came, as you say"),
                )
            )


# --- what is asked


def _opening(fight: Fight) -> Ask | None:
    """How the space combat is fought; None if there is none. On a player's turn, also whether the ally is in it."""
    mine = in_combat(fight, None)
    if not mine or not there(fight):
        return None
    known = any(player_ships(fight, seat) for seat in FOES)
    came = (
        (Choice(NO_SHIPS, say("No ships came"), say("no player ship is in the system")),)
        if fight.active != "hive"
        else ()
    )
    return Ask(
        key=keys.SPACE_COMBAT,
        text=say("Space combat in {system}", system=fight.label),
        choices=(*ways(fight), *came),
        rule="21.combat.no-retreat",
        detail=say("[The Hive] fights until one side has won; players may retreat."),
        items=tuple(_sides(fight, mine)),
        numbers=ally_number(fight),
        shown=Shown(say("Space combat"), expects=known, sides=sides(fight, None, there(fight))),
    )


def _sides(fight: Fight, mine: dict[str, int]) -> list[Item]:
    game = fight.game
    theirs = [
        Item(
            say(
                "{who}: {units}.",
                who=game.name(seat),
                units=unit_words(game, player_ships(fight, seat)) or say("no ships known here"),
            ),
            drawn=ELSEWHERE,
            aside=True,
        )
        for seat in there(fight)
    ]
    helped = fight.active == "hive" and fight.in_a_nebula
    ours = say("{who!c}: {units}.", who=game.name("hive"), units=unit_words(game, mine))
    return [
        Item(ours, drawn=ELSEWHERE, aside=True),
        *theirs,
        *_nebula(game, helped),
    ]


def _nebula(game: Game, helped: bool) -> list[Item]:
    bonus = game.tables.figures.nebula_defence.value
    text = say("You defend in a nebula: +{bonus} to each of your combat rolls.", bonus=bonus)
    return [Item(text, rule="1.scope.unchanged-rules", aside=True)] if helped else []


# --- the whole battle for an active system, from the support of the Hive to the last planet


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
    board: Tracked,
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
    (14.gain.combat, :mod:`hive.rules.combat.activation`). Players land where they hold the space, and where neither
    side has ships on the board: theirs may not be booked. Rules: 21.units.placement, 21.combat.no-retreat,
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
