"""What goes wrong at a simulated table: numbers that were counted otherwise, units that are not there."""

from __future__ import annotations

from random import Random

from hive.engine.corrections import correctables
from hive.engine.entries import Correct, Forward
from hive.fields import Number
from hive.model.game import Game
from hive.simulate.booking import Booking
from hive.steps import Ask

_CORRECTED = ("hive.trade_goods", "hive.bank.influence", "hive.bank.resources", "players.p1.counters")


def correction(game: Game, rng: Random) -> Forward:
    """A number that the table has counted otherwise: one more or one less."""
    wanted = rng.choice(_CORRECTED)
    one = next(one for one in correctables(game) if one.field == wanted)
    value = int(one.read(game)) + rng.choice((-1, 1))
    if isinstance(one.entered, Number):
        value = min(one.entered.maximum, max(one.entered.minimum, value))
    return Correct(wanted, value)


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
