"""What the ships of players carry in the space area of a battle, and what nothing carries once it is over.

Allies carry for each other. The app knows printed capacities alone, so the table has the last word.
Rules: 1.scope.unchanged-rules, 31.action.transport (Q139).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from hive import keys
from hive.model.game import PLAYERS, Player
from hive.naming import system_label
from hive.rules.combat.after import heading
from hive.rules.combat.fight import Fight
from hive.rules.combat.losses import clear_carried, lose
from hive.steps import Ask, Choice, Number, Procedure, Shown
from hive.words import Name, listed, say

ALL_CARRIED = keys.ASKED_SINCE[keys.UNCARRIED]


def look_before(fight: Fight, position: str) -> None:
    """Keep how many units the players' ships in a system can carry, and how many they do, before any is lost."""
    fight.carried_before[position] = _room(fight, position), len(_carried(fight, position))


def _room(fight: Fight, position: str) -> int:
    """How many units the players' ships there carry, and docks in space; by the capacities that are printed."""
    return sum(_capacities(fight, position))


def _capacities(fight: Fight, position: str) -> Iterator[int]:
    """Of each ship there, and of each dock that stands in space as ships do."""
    by_key = fight.game.tables.units.by_key
    for seat in PLAYERS:
        for unit, number in fight.board.units(seat, position).items():
            if by_key[unit].category != "ground_force":
                yield from (by_key[unit].capacity for _ in range(number))


def _kept_by_docks(fight: Fight, seat: Player, position: str) -> int:
    """How many fighters a player's docks on the planets there keep: no ship has to carry those."""
    by_key = fight.game.tables.units.by_key
    docks = (fight.board.units(seat, position, planet) for planet in fight.survey.system(position).planets)
    return sum(number * by_key[unit].capacity for units in docks for unit, number in units.items())


def _carried(fight: Fight, position: str) -> list[tuple[Player, str]]:
    """What of the players needs to be carried there, unit by unit: what goes first where there is no room, first.

    Who fights before who stands aside, fighters before ground forces, which may land.
    """
    tables = fight.game.tables.units
    ground = [unit.key for unit in tables.of("ground_force")]
    fighters = [unit.key for unit in tables.units if tables.kind_of(unit.key) == "fighter"]
    found: list[tuple[Player, str]] = []
    for seat in sorted(PLAYERS, key=lambda seat: seat not in fight.players):
        there = fight.board.units(seat, position)
        flying = [(seat, unit) for unit in fighters for _ in range(there.get(unit, 0))]
        found += flying[_kept_by_docks(fight, seat, position) :]
        found += [(seat, unit) for unit in ground for _ in range(there.get(unit, 0))]
    return found


def may_be_short(fight: Fight) -> bool:
    """Whether hits of the Hive can have cost the players ships without which not all is carried."""
    toll = fight.tolls.get(None)
    if toll is None or not set(toll.on) - set(toll.booked):
        return False
    # Who has won has at least one ship left.
    there = sorted(_capacities(fight, fight.position), reverse=True)
    lost = min(toll.hits, len(there) - 1) if toll.known else len(there) - 1
    return sum(there[lost:]) < min(sum(there), len(_carried(fight, fight.position)))


def take_uncarried(fight: Fight) -> Procedure[None]:
    """Ask what is left of what was carried where the battle has cost the ships, and take the rest off. Rule: Q139.

    There, and where ships have retreated to.
    """
    for position in [*fight.carried_before]:
        answer = yield from fight.ask(partial(_asked, fight, position))
        if answer is None:
            continue
        del fight.carried_before[position]
        if answer.choice == ALL_CARRIED:
            continue
        for seat, unit in dict.fromkeys(_carried(fight, position)):
            there = fight.board.units(seat, position)[unit]
            lose(fight, seat, None, {unit: there - answer.numbers[f"{seat}.{unit}"]}, position)
        # The fighters that were left may be among it.
        clear_carried(fight, PLAYERS, position)


def _asked(fight: Fight, position: str) -> Ask | None:
    """Filled in is what finds room; more than the app knows of has been carried before, and is still."""
    there, (room_before, number_before) = _carried(fight, position), fight.carried_before[position]
    now = _room(fight, position)
    more = max(0, number_before - room_before) if now else 0
    number = len(there) - now - more
    if number <= 0 or now >= room_before:
        return None
    gone = Counter(there[:number])
    names = listed([fight.game.name(seat) for seat in PLAYERS if any(one == seat for one, _ in there)])
    where = system_label(fight.game, position)
    return Ask(
        key=keys.UNCARRIED,
        text=say("What do the ships of {names} still carry in {system}?", names=names, system=where),
        choices=(
            Choice("so", say("So it is")),
            Choice(ALL_CARRIED, say("All of it is carried"), beside=True),
        ),
        rule="31.action.transport",
        detail=say("Ships that carried it are gone. What finds no room is taken off before anything lands."),
        numbers=tuple(
            _number(fight, seat, unit, number := fight.board.units(seat, position)[unit], number - gone[seat, unit])
            for seat, unit in dict.fromkeys(there)
        ),
        shown=Shown(heading(fight)),
    )


def _number(fight: Fight, seat: Player, unit: str, most: int, left: int) -> Number:
    units = say("{units!c}", units=Name(fight.game.tables.units.by_key[unit].plural))
    label = say("{who!c}: {units}", who=fight.game.name(seat), units=units)
    return Number(f"{seat}.{unit}", label, maximum=most, value=left)
