"""What goes wrong at a simulated table: numbers that were counted otherwise, units that are not there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hive.catalog.tables import Seat
from hive.engine.corrections import correctables
from hive.engine.entries import Correct, Forward
from hive.fields import Number
from hive.model.game import Game
from hive.simulate.booking import Booking
from hive.steps import Ask

# So many cards are left at most where few are.
_FEW = 5
SIDES: tuple[Seat, ...] = ("hive", "p1", "p2")
_CORRECTED = ("hive.trade_goods", "hive.bank.influence", "hive.bank.resources", "players.p1.counters")


def correction(game: Game, rng: Random) -> Forward:
    """A number that the table has counted otherwise: one more or one less."""
    wanted = rng.choice(_CORRECTED)
    one = next(one for one in correctables(game) if one.field == wanted)
    before, more = int(one.read(game)), rng.choice((-1, 1))
    lowest, highest = (one.entered.minimum, one.entered.maximum) if isinstance(one.entered, Number) else (0, before + 1)
    values = [min(highest, max(lowest, value)) for value in (before + more, before - more)]
    return Correct(wanted, next((value for value in values if value != before), before))


def few_cards(game: Game, rng: Random) -> Iterator[Forward]:
    """Hardly a card is left: the primary deck is used up, and the secondary one soon."""
    left = {"deck.primary": rng.choice((0, 0, 1, 2)), "deck.secondary": rng.randint(0, _FEW)}
    known = {one.field: one for one in correctables(game)}
    for field, number in left.items():
        if int(known[field].read(game)) > number:
            yield Correct(field, number)


def mended_fight(game: Game, position: str, rng: Random) -> Booking:
    """Between two rounds of dice a unit of either side is there after all, or is gone."""
    booking = Booking(game)
    seat = rng.choice(SIDES)
    planets = [name for name, planet in booking.galaxy.systems[position].planets.items() if planet.units.get(seat)]
    planet = rng.choice([None, *planets])
    there = booking.units(seat, position, planet)
    if there:
        unit = rng.choice(list(there))
        more = rng.random() < 1 / 2 and booking.unused(seat, unit) > 0
        booking.add(seat, unit, 1 if more else -1, position, planet)
    return booking


def miscounted(game: Game, step: Ask, rng: Random) -> Booking:
    """A unit of the Hive less, or one more, in space of a system that a question is about."""
    booking = Booking(game)
    for position in rng.sample(step.systems, min(1, len(step.systems))):
        there = booking.units("hive", position)
        if there:
            unit = rng.choice(list(there))
            more = rng.choice((True, False)) and booking.unused("hive", unit) > 0
            booking.add("hive", unit, 1 if more else -1, position)
    return booking
