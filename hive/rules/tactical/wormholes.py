"""Ships of the Hive that went through a wormhole and become others, where an option has them do so. Rules: page 38.

A die for each ship, the strongest first: a low one makes it the next type down the ladder of which there is a piece in
the reinforcements, a high one the next type up; where there is none it stays what it is (M59).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hive import keys
from hive.catalog.tables import WormholeChange
from hive.model.game import Game
from hive.naming import system_short, unit_name, units
from hive.rules.area.planets import in_reinforcements
from hive.rules.deck.dice import SIDES, roll
from hive.rules.tactical.plan import ShipMove
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, Tell, filled
from hive.words import Name, Words, count, listed, say, sentence

RULE = "38.weird.destroyer-to-fighter"
_SHOWN = Shown(say("Weird Wormholes"))
# Puts a ship of one type in the place of one of another.
Replace = Callable[[str, str], object]


@dataclass(frozen=True)
class Traveller:
    """A ship that went through a wormhole, and where it began, if that is known."""

    unit: str
    origin: str = ""


def come_through(game: Game, through: Sequence[ShipMove], lost: Mapping[str, int]) -> list[Traveller]:
    """The ships among those that moved through a wormhole which no gravity rift has taken; the strongest first."""
    left = Counter(lost)
    found = []
    for ship in sorted(through, key=lambda one: not one.route.rifts):
        if ship.route.rifts and left[ship.unit]:
            left[ship.unit] -= 1
        else:
            found.append(Traveller(ship.unit, ship.origin))
    return strongest_first(game, found)


def strongest_first(game: Game, ships: Sequence[Traveller]) -> list[Traveller]:
    """Some ships in the order of their strength."""
    order: list[str] = [unit.key for unit in game.tables.units.ships]
    return sorted(ships, key=lambda one: (-order.index(one.unit), one.origin))


def change_ships(game: Game, ships: Sequence[Traveller], replace: Replace) -> Procedure[None]:
    """Roll for each ship, replace it, and have the table told. The app can roll, or the table says what it has rolled.

    Rules: 38.weird.destroyer-to-fighter, 38.weird.fighter-to-destroyer.
    """
    change = game.tables.units.wormhole_change
    if change is None or not ships:
        return
    answer = yield from filled(_question(game, change, ships))
    rolled = answer.choice == "roll"
    dice = roll(game, len(ships)) if rolled else [answer.numbers[_name(place)] for place in range(len(ships))]
    lines = []
    for ship, die in zip(ships, dice, strict=True):
        becomes = _becomes(game, change, ship.unit, die)
        lines.append(_line(game, ship, die, becomes))
        if becomes:
            replace(ship.unit, becomes)
    told = say("What the wormholes make of them")
    yield Tell(told, RULE, keys.WORMHOLES_CHANGED, "done", items=tuple(lines), shown=_SHOWN)


def ships_through(game: Game) -> Procedure[list[Traveller]]:
    """Where no galaxy is tracked, the table says which ships went through a wormhole. Rule: 1.scope.unchanged-rules."""
    answer = yield from filled(_which(game))
    return strongest_first(game, [Traveller(unit) for unit, number in answer.numbers.items() for _ in range(number)])


def _becomes(game: Game, change: WormholeChange, unit: str, die: int) -> str:
    """The type that a ship becomes; empty if it stays what it is."""
    ladder: list[str] = [*change.ladder]
    if unit not in ladder:
        return ""
    place = ladder.index(unit)
    further = ladder[:place][::-1] if die <= change.highest_down else ladder[place + 1 :]
    return next((one for one in further if in_reinforcements(game, one)), "")


def _line(game: Game, ship: Traveller, die: int, becomes: str) -> Item:
    """What hands do with a ship. A pink fighter becomes a red destroyer. Rule: 38.weird.fighter-to-destroyer."""
    one, pink = units(game, 1, ship.unit), game.tables.units.by_key[ship.unit].counts_as is not None
    came = [say("from {origin}", origin=system_short(game, ship.origin))] if ship.origin else []
    red = [say("a red one")] if pink and becomes else []
    note = listed([say("rolled {die}", die=die), *came, *red], ";")
    if not becomes:
        return Item(say("{ship!c} stays what it is.", ship=one), note, RULE, sign=ship.unit, aside=True)
    text = say("Replace {ship} with {other}.", ship=one, other=units(game, 1, becomes))
    return Item(text, note, "38.weird.fighter-to-destroyer" if pink else RULE, sign=becomes)


def _words(game: Game, ship: Traveller) -> Words:
    one = units(game, 1, ship.unit)
    return say("{ship} from {origin}", ship=one, origin=system_short(game, ship.origin)) if ship.origin else one


def _name(place: int) -> str:
    return f"die{place + 1}"


def _question(game: Game, change: WormholeChange, ships: Sequence[Traveller]) -> Ask:
    return Ask(
        key=keys.WORMHOLES,
        text=say("Roll {dice} for the wormholes", dice=count(len(ships), "die", "dice")),
        choices=(
            Choice("roll", say("Roll here")),
            Choice("rolled", say("We rolled"), say("the dice entered above")),
        ),
        rule=RULE,
        detail=say(
            "{down} or less: the next type down, else the next up: {ladder}.",
            down=change.highest_down,
            ladder=listed([unit_name(game, key) for key in change.ladder], ","),
        ),
        numbers=tuple(
            Number(_name(place), sentence(_words(game, ship)), maximum=SIDES, minimum=1, value=1)
            for place, ship in enumerate(ships)
        ),
        shown=_SHOWN,
    )


def _which(game: Game) -> Ask:
    by_key, change = game.tables.units.by_key, game.tables.units.wormhole_change
    here = [key for key in (change.ladder if change else ()) if game.hive.units.get(key, 0)]
    return Ask(
        key=keys.WORMHOLE_SHIPS,
        text=say("Which ships of [the Hive] went through a wormhole?"),
        choices=(Choice("done", say("These")),),
        rule="1.scope.unchanged-rules",
        detail=say(
            "Those that count are {kinds}.", kinds=listed([Name(kind) for kind in change.kinds] if change else [])
        ),
        numbers=tuple(Number(key, sentence(Name(by_key[key].plural)), maximum=game.hive.units[key]) for key in here),
        shown=_SHOWN,
    )
