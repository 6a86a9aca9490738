"""The space area of an active system: space cannon, then the combat, and who holds it then.

Rules: 1.scope.unchanged-rules, 13.technology.pds-ii, 21.combat.no-retreat, Q107, Q115.
"""

from __future__ import annotations

from typing import Literal

from hive import keys
from hive.board import pieces
from hive.model.game import FOES, PLAYERS, Game
from hive.pictures import ELSEWHERE
from hive.rules.combat.allies import ally_number, fighters_in_space, hear_of_the_ally, player_ships, there
from hive.rules.combat.cannons import cannon_fire
from hive.rules.combat.capacity import look_before
from hive.rules.combat.clash import Clash, Winner, ways
from hive.rules.combat.drawn import sides
from hive.rules.combat.fight import Fight
from hive.rules.combat.losses import clear_space, in_combat
from hive.rules.combat.rounds import combat
from hive.rules.combat.support import bring_support
from hive.rules.diagrams.damage import unit_words
from hive.steps import Ask, Choice, Item, Procedure, Shown
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
