"""What a simulated player has: what is built at home, and what ships carry."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hive.board.survey import Survey
from hive.catalog.tables import Seat, Tables
from hive.effects import effects
from hive.model.game import Game, Player, other_player
from hive.simulate.booking import Booking

# What comes to the Hive's border at once, full of infantry.
FLEET = {"carrier": 1, "dreadnought": 1, "cruiser": 1}
# What a table of two might have; nothing of it is a rule of Hive Wars.
FLEET_LIMIT = 5
MOST_INFANTRY, MOST_FIGHTERS = 20, 12
BUDGET = (7, 14)
WISHES = {"infantry": 5, "fighter": 3, "destroyer": 2, "cruiser": 3, "carrier": 3, "dreadnought": 3, "mech": 1}
RARE_WISHES = {"flagship": 1, "war_sun": 1}


def home_of(game: Game, seat: Player) -> str:
    """Where a player's home system lies."""
    assert game.galaxy is not None, "a simulated game tracks its galaxy"
    return game.galaxy.spawning["home_p1" if seat == "p1" else "home_p2"]


def production(game: Game, seat: Player, rng: Random) -> Booking:
    """What a player builds at home in a round: nothing without a dock there, or with ships of the Hive around it."""
    booking, home = Booking(game), home_of(game, seat)
    survey = Survey(booking.galaxy, game.tables, effects(game))
    planets = survey.controlled(home, seat)
    docked = [name for name in planets if booking.units(seat, home, name).get("space_dock")]
    if not planets or survey.ship_count(home):
        return booking
    if not docked:
        booking.add(seat, "space_dock", min(1, booking.unused(seat, "space_dock")), home, planets[0])
        return booking
    money = float(rng.randint(*BUDGET))
    while money > 0:
        wished = _wished(booking, seat, home, money)
        if not wished:
            break
        unit = rng.choices(list(wished), list(wished.values()))[0]
        money -= game.tables.units.by_key[unit].cost
        on_planet = game.tables.units.by_key[unit].category == "ground_force"
        booking.add(seat, unit, 1, home, docked[0] if on_planet else None)
    return booking


def muster(booking: Booking, seat: Player, rng: Random) -> None:
    """A fleet has come to the Hive's border, by moves that nobody booked one by one; ground forces are aboard."""
    survey = Survey(booking.galaxy, booking.game.tables, effects(booking.game))
    border = {
        place
        for position in survey.positions
        if survey.has_units(position)
        for place in survey.adjacent[position]
        if not survey.has_units(place) and not survey.ship_count(place, other_player(seat))
    }
    places = sorted(place for place in border if fleet_size(booking, seat, place) + sum(FLEET.values()) <= FLEET_LIMIT)
    if places:
        place = rng.choice(places)
        for unit, number in {**FLEET, "infantry": capacity(booking.game.tables, FLEET)}.items():
            booking.add(seat, unit, min(number, max(0, booking.unused(seat, unit))), place)
        drop_excess(booking, seat, place)


def _wished(booking: Booking, seat: Player, home: str, money: float) -> dict[str, int]:
    """What can be built still, and how much it is wished for."""
    by_key = booking.game.tables.units.by_key
    most = {"infantry": MOST_INFANTRY, "fighter": MOST_FIGHTERS}
    full = fleet_size(booking, seat, home) >= FLEET_LIMIT
    found = {}
    for unit, wish in {**WISHES, **RARE_WISHES}.items():
        used = by_key[unit].players_plastic is None
        left = booking.unused(seat, unit) - (40 - most[unit] if used else 0)
        ship = by_key[unit].category == "ship" and unit != "fighter"
        roomy = unit != "fighter" or room_in_space(booking, seat, home) > 0
        if left > 0 and by_key[unit].cost <= money and roomy and not (ship and full):
            found[unit] = wish
    return found


def fleet_size(booking: Booking, seat: Seat, position: str) -> int:
    """How many ships count against the fleet pool."""
    by_key = booking.game.tables.units.by_key
    there = booking.units(seat, position)
    return sum(n for unit, n in there.items() if by_key[unit].category == "ship" and unit != "fighter")


def capacity(tables: Tables, units: Mapping[str, int]) -> int:
    """How many fighters and ground forces the ships among these units carry."""
    return sum(ship.capacity * units.get(ship.key, 0) for ship in tables.units.ships)


def room_in_space(booking: Booking, seat: Seat, position: str) -> int:
    """How many more fighters and ground forces can stand in space; negative if there are too many."""
    there = booking.units(seat, position)
    planets = booking.galaxy.systems[position].planets
    docks = sum(booking.units(seat, position, name).get("space_dock", 0) for name in planets)
    carried = sum(there.get(unit, 0) for unit in ("infantry", "mech"))
    tables = booking.game.tables
    fighters = max(0, there.get("fighter", 0) - tables.units.by_key["space_dock"].capacity * docks)
    return capacity(tables, there) - carried - fighters


def drop_excess(booking: Booking, seat: Player, position: str) -> None:
    """Take off the board what no ship carries any more, be it the ally's."""
    for unit in ("fighter", "infantry", "mech"):
        excess = -room_in_space(booking, seat, position) - max(0, room_in_space(booking, other_player(seat), position))
        there = booking.units(seat, position).get(unit, 0)
        if excess > 0 and there:
            booking.add(seat, unit, -min(excess, there), position)
