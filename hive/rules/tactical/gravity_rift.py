"""Dice for ships that pass a gravity rift. Rules: 19.gravity-rift.dice, 36.cosmic.move-bonus.

What is carried rolls no die, and is lost where no capacity ship of its system comes through (1.scope.unchanged-rules).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hive import keys
from hive.board.pieces import take_newcomers
from hive.model.game import Game
from hive.naming import system_label, units
from hive.rules.deck.dice import roll
from hive.rules.tactical.plan import ShipMove
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, Tell, filled
from hive.words import Name, count, listed, say

RULE = "19.gravity-rift.dice"
_NONE: Mapping[str, int] = MappingProxyType({})


def roll_for_rifts(
    game: Game, moves: Sequence[ShipMove], destination: str, stood: Mapping[str, int] = _NONE
) -> Procedure[dict[str, int]]:
    """Roll for each ship and each rift that it left; ships that are lost leave the board. Out: the lost ones by type.

    The app can roll, or the table says what it has lost. ``stood``: the damaged ships that have not moved, by type.
    """
    carried = [ship for ship in moves if ship.carried and ship.route.rifts]
    through = [ship for ship in moves if ship.route.rifts and not ship.carried]
    if not through:
        return {}
    answer = yield from filled(_question(game, through, carried))
    rolls = [(ship, roll(game, len(ship.route.rifts))) for ship in through] if answer.choice == "roll" else []
    fallen = [ship for ship, dice in rolls if _falls(game, ship, dice)]
    lost = Counter([*_names(fallen), *_names(_left_alone(game, carried, moves, fallen))]) if rolls else answer.numbers
    gone = {unit: _lose(game, moves, destination, unit, number, stood) for unit, number in lost.items() if number}
    if rolls or gone:
        yield _told(game, gone, [_dice(game, ship, dice) for ship, dice in rolls])
    return gone


def _names(ships: Sequence[ShipMove]) -> list[str]:
    return [ship.unit for ship in ships]


def _left_alone(
    game: Game, carried: Sequence[ShipMove], moves: Sequence[ShipMove], fallen: Sequence[ShipMove]
) -> list[ShipMove]:
    """Those carried from a system of which no capacity ship is left."""
    by_key = game.tables.units.by_key

    def leading(ships: Sequence[ShipMove], origin: str) -> int:
        return sum(by_key[ship.unit].capacity_ship and ship.origin == origin for ship in ships)

    return [one for one in carried if leading(fallen, one.origin) == leading(moves, one.origin)]


def _lose(
    game: Game, moves: Sequence[ShipMove], destination: str, unit: str, number: int, stood: Mapping[str, int]
) -> int:
    """Take lost ships of a type off the board: of those that came, undamaged ones first; return how many went."""
    came = sum(ship.unit == unit for ship in moves)
    return take_newcomers(game, "hive", unit, number, destination, came, stood.get(unit, 0))


def _question(game: Game, through: Sequence[ShipMove], carried: Sequence[ShipMove]) -> Ask:
    worst = game.tables.figures.gravity_rift_highest_loss.value
    ships = Counter(_names([*through, *carried]))
    dice = sum(len(ship.route.rifts) for ship in through)
    lines = tuple(
        Item(
            say(
                "{units!c} from {origin}: {dice}.",
                units=units(game, 1, ship.unit),
                origin=system_label(game, ship.origin),
                dice=count(len(ship.route.rifts), "die", "dice"),
            ),
            say("one move more: lost on {worst} or less", worst=_worst(game, ship)) if ship.route.leaps else "",
        )
        for ship in through
    )
    plural = game.tables.units.by_key
    return Ask(
        key=keys.RIFT,
        text=say("Roll {dice} for the gravity rift", dice=count(dice, "die", "dice")),
        choices=(
            Choice("roll", say("Roll here")),
            Choice("rolled", say("We rolled"), say("with the losses entered above")),
        ),
        rule=RULE,
        detail=say("A ship is lost on {worst} or less.", worst=worst),
        items=lines,
        numbers=tuple(
            Number(unit, say("{plural!c} lost", plural=Name(plural[unit].plural)), maximum=number)
            for unit, number in ships.items()
        ),
        shown=Shown(say("Gravity rift")),
    )


def _falls(game: Game, ship: ShipMove, dice: Sequence[int]) -> bool:
    """Whether a ship is lost: one die for each rift, and one of them is too low; the first is for where it began."""
    worst = game.tables.figures.gravity_rift_highest_loss.value
    return dice[0] <= _worst(game, ship) or any(die <= worst for die in dice)


def _worst(game: Game, ship: ShipMove) -> int:
    """The highest die on which a ship is lost in the rift in which it began. Rule: 36.cosmic.move-bonus."""
    figures = game.tables.figures
    return (figures.rift_leap_loss if ship.route.leaps else figures.gravity_rift_highest_loss).value


def _dice(game: Game, ship: ShipMove, dice: Sequence[int]) -> Item:
    """What the app has rolled for a ship, every die of it."""
    rolled = listed([Name(str(die)) for die in dice], ",")
    one = units(game, 1, ship.unit)
    text = say("{units!c} from {origin}: {dice}.", units=one, origin=Name(ship.origin), dice=rolled)
    return Item(text, say("lost") if _falls(game, ship, dice) else "", RULE)


def _told(game: Game, gone: dict[str, int], dice: Sequence[Item]) -> Tell:
    if not gone:
        return Tell(say("Every ship comes through the gravity rift."), RULE, items=tuple(dice))
    lost = listed([units(game, number, unit) for unit, number in gone.items()])
    return Tell(
        say("The gravity rift takes its toll"),
        RULE,
        key=keys.RIFT_LOST,
        confirm="done",
        items=(*dice, Item(say("Remove {lost}.", lost=lost), rule=RULE)),
        shown=Shown(say("Gravity rift")),
    )
