"""What the ships of players carry in the space area of a battle, and what nothing carries once it is over.

Allies carry for each other. The app knows printed capacities alone, so the table has the last word.
Rules: 1.scope.unchanged-rules, 31.action.transport (Q139).
"""

from __future__ import annotations

from collections.abc import Iterator

from hive import keys
from hive.model.game import PLAYERS, Player
from hive.rules.combat.after import heading
from hive.rules.combat.fight import Fight
from hive.rules.combat.losses import lose
from hive.steps import Ask, Choice, Number, Procedure, Shown
from hive.words import Name, listed, say

ALL_CARRIED = keys.ASKED_SINCE[keys.UNCARRIED]


def room(fight: Fight) -> int:
    """How many units the players' ships in the system carry, and their docks; by the capacities that are printed."""
    return sum(_capacities(fight))


def _capacities(fight: Fight) -> Iterator[int]:
    """Of each ship there, and of each dock."""
    by_key = fight.game.tables.units.by_key
    for place in (None, *fight.survey.system(fight.position).planets):
        for seat in PLAYERS:
            for unit, number in fight.units(seat, place).items():
                if by_key[unit].category != "ground_force":
                    yield from (by_key[unit].capacity for _ in range(number))


def carried(fight: Fight) -> list[tuple[Player, str]]:
    """What of the players needs to be carried there, unit by unit: what goes first where there is no room, first.

    Who fights before who stands aside, fighters before ground forces, which may land.
    """
    tables = fight.game.tables.units
    kept = {unit.key for unit in tables.of("ground_force")}
    seats = sorted(PLAYERS, key=lambda seat: seat not in fight.players)
    needing = [unit.key for unit in tables.units if unit.key in kept or tables.kind_of(unit.key) == "fighter"]
    return [(seat, unit) for seat in seats for unit in needing for _ in range(fight.units(seat).get(unit, 0))]


def may_be_short(fight: Fight) -> bool:
    """Whether hits of the Hive can have cost the players ships without which not all is carried."""
    toll = fight.tolls.get(None)
    if toll is None or not set(toll.on) - set(toll.booked):
        return False
    # Who has won has at least one ship left.
    there = sorted(_capacities(fight), reverse=True)
    lost = min(toll.hits, len(there) - 1) if toll.known else len(there) - 1
    return sum(there[lost:]) < min(sum(there), len(carried(fight)))


def take_uncarried(fight: Fight) -> Procedure[None]:
    """Ask what of it is left where the battle has cost the ships that carried it, and take the rest off. Rule: Q139."""
    answer = yield from fight.ask(lambda: _asked(fight))
    if answer is None:
        return
    fight.carried_before = (0, 0)
    if answer.choice == ALL_CARRIED:
        return
    for seat, unit in dict.fromkeys(carried(fight)):
        lose(fight, seat, None, {unit: fight.units(seat)[unit] - answer.numbers[f"{seat}.{unit}"]})


def _asked(fight: Fight) -> Ask | None:
    """Filled in is what finds room; more than the app knows of has been carried before, and is still."""
    there, (room_before, number_before) = carried(fight), fight.carried_before
    now = room(fight)
    more = max(0, number_before - room_before) if now else 0
    gone = len(there) - now - more
    if gone <= 0 or now >= room_before:
        return None
    left = there[gone:]
    names = listed([fight.game.name(seat) for seat in PLAYERS if any(one == seat for one, _ in there)])
    return Ask(
        key=keys.UNCARRIED,
        text=say("What do the ships of {names} still carry in {system}?", names=names, system=fight.label),
        choices=(
            Choice("so", say("So it is")),
            Choice(ALL_CARRIED, say("All of it is carried"), beside=True),
        ),
        rule="31.action.transport",
        detail=say("Ships that carried it are gone. What finds no room is taken off before anything lands."),
        numbers=tuple(
            _number(fight, seat, unit, there.count((seat, unit)), left.count((seat, unit)))
            for seat, unit in dict.fromkeys(there)
        ),
        shown=Shown(heading(fight)),
    )


def _number(fight: Fight, seat: Player, unit: str, most: int, left: int) -> Number:
    units = say("{units!c}", units=Name(fight.game.tables.units.by_key[unit].plural))
    label = say("{who!c}: {units}", who=fight.game.name(seat), units=units)
    return Number(f"{seat}.{unit}", label, maximum=most, value=left)
