"""The space area of an active system: space cannon, barrage, combat, and who holds it then.

Rules: 1.scope.unchanged-rules, 13.technology.pds-ii, 21.combat.no-retreat.
"""

from __future__ import annotations

from typing import Literal

from hive import keys
from hive.board import pieces
from hive.model.game import PLAYERS, Game
from hive.rules.combat.allies import ally_number, fighters_in_space, hear_of_the_ally
from hive.rules.combat.cannons import (
    barrage_on_hive,
    cannon_fire,
    cannons_of_players,
    fighters,
    hive_barrage,
    hive_cannons,
    player_ships,
)
from hive.rules.combat.clash import BY_HAND, Clash, Winner, ways
from hive.rules.combat.fight import Dice, Fight
from hive.rules.combat.losses import clear, hits_on_hive, in_combat, take_hits
from hive.rules.combat.retreat import may_retreat, retreat
from hive.rules.combat.rounds import combat
from hive.rules.combat.support import bring_support
from hive.rules.diagrams.damage import unit_words
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown
from hive.words import say

Holder = Literal["hive", "players"] | None
NO_SHIPS = "none"
CANNON_HITS = "cannon_hits"
BARRAGE_HITS = "barrage_hits"


def space_combat(fight: Fight) -> Procedure[Holder]:
    """Resolve all that happens in space; return who holds it. What leaves the board is booked.

    Rules: 21.combat.no-retreat, 1.scope.unchanged-rules.
    """
    dice = Dice(fight)
    answer = yield from fight.ask(lambda: _opening(fight, dice))
    if answer is None:
        yield from cannon_fire(fight)
        return holder(fight)
    if answer.choice == NO_SHIPS:
        _nobody_came(fight)
        return "hive"
    hear_of_the_ally(fight, answer.numbers)
    fight.players, fight.way = fighters_in_space(fight), answer.choice
    fight.allied = len(fight.players) > 1
    bring_support(fight)
    if fight.way == BY_HAND:
        return (yield from _fought(Clash(fight)))
    # What the table was told to roll, or has seen rolled, is over; otherwise the app rolls it with the first round.
    cannons = hive_cannons(fight) if fight.rolling and not dice.rolled else ()
    take_hits(fight, None, in_combat(fight, None), answer.numbers.get(CANNON_HITS, 0))
    barrage = hive_barrage(fight)
    take_hits(fight, None, fighters(fight), answer.numbers.get(BARRAGE_HITS, 0))
    if not in_combat(fight, None):
        return _settle(fight, "players")
    clash = Clash(fight, before=(*cannons, *barrage), may_retreat=may_retreat(fight))
    return (yield from _fought(clash))


def holder(fight: Fight) -> Holder:
    """Who has ships in the system, the Hive first."""
    if in_combat(fight, None):
        return "hive"
    return "players" if any(player_ships(fight, seat) for seat in PLAYERS) else None


def _fought(clash: Clash) -> Procedure[Holder]:
    winner = yield from combat(clash)
    if winner == "retreated":
        yield from retreat(clash.fight)
        return holder(clash.fight)
    return _settle(clash.fight, winner)


def _settle(fight: Fight, winner: Winner) -> Holder:
    """Whoever has lost leaves the space area, with what it carried."""
    if winner != "players":
        for seat in PLAYERS:
            clear(fight, seat, None)
    if winner != "hive":
        clear(fight, "hive", None)
    return "hive" if winner == "hive" else "players" if winner == "players" else None


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


def _opening(fight: Fight, dice: Dice) -> Ask | None:
    """How the space combat is fought, and the hits before its first round; None if there is none."""
    mine, players = in_combat(fight, None), fighters_in_space(fight)
    if not mine or not players:
        return None
    fight.players = players
    came = (
        (Choice(NO_SHIPS, say("No ships came"), say("no player ship is in the system")),)
        if fight.active != "hive"
        else ()
    )
    rolls = dice.items(*hive_cannons(fight))
    return Ask(
        key=keys.SPACE_COMBAT,
        text=say("Space combat in {system}", system=fight.label),
        choices=(*ways(fight), *came, *fight.roll_choice(rolls)),
        rule="21.combat.no-retreat",
        detail=say("[The Hive] fights until one side has won; players may retreat."),
        items=(*_sides(fight, mine), *rolls),
        numbers=_before_the_first_round(fight, mine),
        shown=Shown(say("Space combat")),
    )


def _before_the_first_round(fight: Fight, mine: dict[str, int]) -> tuple[Number, ...]:
    """Hits of players' space cannons, then of their barrage; on a player's turn, whether the ally is there."""
    numbers = []
    if cannons_of_players(fight):
        numbers.append(hits_on_hive(fight, CANNON_HITS, say("Hits of the players' space cannons"), None, mine))
    if barrage_on_hive(fight):
        label = say("Hits of their anti-fighter barrage")
        numbers.append(hits_on_hive(fight, BARRAGE_HITS, label, None, fighters(fight)))
    return (*numbers, *ally_number(fight, known=fight.ally in fight.players))


def _sides(fight: Fight, mine: dict[str, int]) -> list[Item]:
    game = fight.game
    theirs = [
        Item(
            say(
                "{who}: {units}.",
                who=game.name(seat),
                units=unit_words(game, player_ships(fight, seat)) or say("no ships known here"),
            )
        )
        for seat in fight.players
    ]
    helped = fight.active == "hive" and fight.in_a_nebula
    return [
        Item(say("{who!c}: {units}.", who=game.name("hive"), units=unit_words(game, mine))),
        *theirs,
        *_nebula(game, helped),
    ]


def _nebula(game: Game, helped: bool) -> list[Item]:
    bonus = game.tables.figures.nebula_defence.value
    text = say("The players defend in a nebula: +{bonus} to each of their combat rolls.", bonus=bonus)
    return [Item(text, rule="1.scope.unchanged-rules")] if helped else []
