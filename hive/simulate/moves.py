"""What players do on the board: where they go, what ships carry, what is built, and what is booked of it.

Ships move by the movement rules, carry what they can, and land. How much of it is booked, and when, is a habit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from hive.board import pieces
from hive.board.edits import most_units, named
from hive.board.movement import chart, distances, move_value, reachable
from hive.board.survey import Survey
from hive.catalog.tables import Owner, Seat, Tables
from hive.effects import effects
from hive.engine.entries import Answer, Board, Event, Forward
from hive.model.galaxy import Galaxy, count_units, places_in
from hive.model.game import Game, Player, other_player
from hive.rules.board import Tracked
from hive.rules.combat.activation import closed_systems

# How many of the bold tables have each habit.
_NEVER_BOOKS, _FORGETS_CONTROL, _SHORT_DECKS, _MENDS_DICE, _TOGETHER, _EVERY_EVENT = 0.15, 0.3, 0.25, 0.5, 0.6, 0.7


@dataclass(frozen=True)
class Habits:
    """What a table does in a whole game; a bold one tries what rules seldom meet. None of it is forbidden.

    ``books``: its moves, sooner or later; ``controls``: planets taken are booked with the move that took them;
    ``short_decks``: few cards are left in most rounds; ``mends_dice``: numbers are mended between two rounds of dice;
    ``together``: players come to the Hive's border and attack side by side, and carry each other's ground forces;
    ``every_event``: happenings of any kind, also those that a galaxy or a plain course of the game seldom brings;
    ``uses``: what its factions have, wherever it can be used.
    """

    books: bool = True
    controls: bool = True
    short_decks: bool = False
    mends_dice: bool = False
    together: bool = False
    every_event: bool = False
    uses: bool = False


CAREFUL = Habits()
# How many of all tables use what their factions have.
USES = 0.5


def bold_habits(rng: Random) -> Habits:
    """The habits of a bold table, drawn at random; some of them have hardly any."""
    return Habits(
        books=rng.random() >= _NEVER_BOOKS,
        controls=rng.random() >= _FORGETS_CONTROL,
        short_decks=rng.random() < _SHORT_DECKS,
        mends_dice=rng.random() < _MENDS_DICE,
        together=rng.random() < _TOGETHER,
        every_event=rng.random() < _EVERY_EVENT,
    )


# --- a tactical action

# How much a system draws players: one with weaker units of the Hive, or stronger ones; one with planets to take,
# Mecatol Rex, one on the way there, any other.
FIGHT, FOLLY, PLANETS, REX, NEARER, OTHER = 5, 1, 6, 30, 3, 1
# Players who attack together are drawn so many times as much by the Hive, and by the way to it.
_DRAWN_TOGETHER = 8
GROUND = ("infantry", "mech")
# So often a player brings ships that carry something first.
_CARRIERS_FIRST = 0.7
# So often the ally's ships come along, where they can.
_ALLYS_SHIPS = 0.7
# The round from which a player's carriers are upgraded.
_UPGRADED_FROM = 2


@dataclass(frozen=True)
class Move:
    """A tactical action of a player: where it goes, and the entries that tell the app of it, one after the other."""

    position: str
    attacks: bool
    entries: tuple[Forward, ...]


def tactical_action(game: Game, seat: Player, rng: Random, fight: bool = True, habits: Habits = CAREFUL) -> Move | None:
    """A move at random; None if no ship can move anywhere. ``fight``: whether it may go where the Hive has units."""
    booking = Booking(game)
    survey = Survey(booking.galaxy, game.tables, effects(game))
    reach = _reach(booking, survey, seat, habits.together)
    steps = _steps_to(booking, _goals(survey, habits), seat)
    open_to_them = sorted(reach.keys() - closed_systems(Tracked(game, booking.galaxy)))
    wanted = {
        to: _pull(survey, seat, to, reach[to], steps, habits.together)
        for to in open_to_them
        if fight or not survey.has_units(to)
    }
    if not wanted:
        return None
    to = rng.choices(list(wanted), list(wanted.values()))[0]
    _move_ships(booking, seat, to, reach[to], rng)
    if survey.has_units(to):
        if habits.together:
            _bring_the_ally(booking, survey, seat, to, rng)
        return Move(to, True, tuple(booking.entries()))
    booking.token(seat, to)
    events = list(_land(booking, survey, seat, to, habits.controls))
    return Move(to, False, (*booking.entries(), *events))


def settle_down(game: Game, seat: Player) -> Booking:
    """What a player lands on planets that ships have brought it to, once the Hive is gone from there."""
    booking = Booking(game)
    survey = Survey(booking.galaxy, game.tables, effects(game))
    for position in sorted(booking.galaxy.systems):
        if not booking.units(seat, position):
            continue
        if not survey.has_units(position):
            for planet in survey.controlled(position, seat):
                if not booking.units(seat, position, planet):
                    _land_one(booking, seat, position, planet)
        drop_excess(booking, seat, position)
    return booking


# --- ships


def _reach(booking: Booking, survey: Survey, seat: Player, together: bool) -> dict[str, list[tuple[str, str]]]:
    """Where a player's ships can go without passing a gravity rift, and for each place who can: origin and type.

    Where the ally's ships are they go only ``together``, against the Hive.
    """
    game, ally = booking.game, other_player(seat)
    seen = chart(booking.galaxy, game.tables, seat, effects=effects(game))
    upgrades = _upgrades(game)
    found: dict[str, list[tuple[str, str]]] = {}
    for origin in sorted(booking.galaxy.systems):
        for unit, number in survey.ships(origin, seat).items():
            routes = reachable(seen, origin, move_value(game.tables, unit, upgrades))
            for to, route in routes.items():
                if not route.rifts and (not survey.ship_count(to, ally) or (together and survey.has_units(to))):
                    found.setdefault(to, []).extend([(origin, unit)] * number)
    return {to: ships for to, ships in found.items() if fleet_size(booking, seat, to) < FLEET_LIMIT}


def _upgrades(game: Game) -> list[str]:
    """What the players have researched: after the first round, carriers that move farther."""
    known = game.tables.technologies.upgrades
    return [one.name for one in known if one.unit == "carrier"] if game.round >= _UPGRADED_FROM else []


def _goals(survey: Survey, habits: Habits) -> list[str]:
    """Where players want to go in the end: to Mecatol Rex, or together to the Hive."""
    if habits.together:
        return [position for position in survey.positions if survey.has_units(position)]
    return [survey.mecatol_rex] if survey.mecatol_rex else []


def _steps_to(booking: Booking, goals: list[str], seat: Player) -> dict[str, int]:
    """How far each system is from where a player wants to go, as far as a way leads there."""
    seen = chart(booking.galaxy, booking.game.tables, seat, effects=effects(booking.game))
    return distances(seen, goals)


def _pull(
    survey: Survey, seat: Player, to: str, ships: list[tuple[str, str]], steps: Mapping[str, int], together: bool
) -> int:
    """How much a system draws a player whose ships can come there. In: where they are, and the steps to the goal."""
    cost, more = survey.tables.units.by_key, _DRAWN_TOGETHER if together else 1
    if survey.has_units(to):
        strong = sum(cost[unit].cost for _, unit in ships) >= survey.ship_strength(to)
        return FIGHT * more if strong else FOLLY
    carriers = [
        origin for origin, unit in ships if capacity(survey.tables, {unit: 1}) and _has_ground(survey, seat, origin)
    ]
    if carriers and any(name not in survey.controlled(to, seat) for name in survey.system(to).planets):
        return REX if to == survey.mecatol_rex else PLANETS
    far = len(survey.galaxy.systems)
    nearer = any(steps.get(to, far) < steps.get(origin, far) for origin in carriers)
    return NEARER * more if nearer else OTHER


def _has_ground(survey: Survey, seat: Player, position: str) -> bool:
    """Whether a player has ground forces in a system that ships could carry away."""
    system = survey.system(position)
    return any(place.units.get(seat, {}).get(unit) for place in places_in(system) for unit in GROUND)


def _move_ships(booking: Booking, seat: Player, to: str, ships: list[tuple[str, str]], rng: Random) -> None:
    """Some of the ships go, each origin's with what they carry."""
    rng.shuffle(ships)
    if rng.random() < _CARRIERS_FIRST:
        ships.sort(key=lambda ship: -capacity(booking.game.tables, {ship[1]: 1}))
    room = FLEET_LIMIT - fleet_size(booking, seat, to)
    most = min(len(ships), room)
    going = ships[: rng.randint((most + 1) // 2, most)]
    for origin in sorted({origin for origin, _ in going}):
        moving = [unit for place, unit in going if place == origin]
        for unit in moving:
            booking.move(seat, unit, 1, (origin, None), (to, None))
        _carry(booking, seat, origin, to, sum(capacity(booking.game.tables, {unit: 1}) for unit in moving))
        drop_excess(booking, seat, origin)


def _carry(booking: Booking, seat: Player, origin: str, to: str, room: int) -> None:
    """Ground forces first, but the last one on a planet at home stays; then fighters."""
    at_home = origin == home_of(booking.game, seat)
    places: list[tuple[str | None, int]] = [(None, 0)]
    places += [(planet, int(at_home)) for planet in booking.galaxy.systems[origin].planets]
    for planet, staying in places:
        for unit in GROUND:
            loaded = min(room, max(0, booking.units(seat, origin, planet).get(unit, 0) - staying))
            booking.move(seat, unit, loaded, (origin, planet), (to, None))
            room -= loaded
    fighters = min(room, booking.units(seat, origin).get("fighter", 0))
    booking.move(seat, "fighter", fighters, (origin, None), (to, None))


def _bring_the_ally(booking: Booking, survey: Survey, seat: Player, to: str, rng: Random) -> None:
    """The ally's ships come as well, if any can; ground forces of the ally come along where there is room."""
    ally = other_player(seat)
    ships = _reach(booking, survey, ally, together=True).get(to, [])
    if ships and rng.random() < _ALLYS_SHIPS:
        _move_ships(booking, ally, to, ships, rng)
        booking.token(ally, to)
    room = room_in_space(booking, seat, to)
    places = [
        (position, planet)
        for position, system in sorted(booking.galaxy.systems.items())
        for planet, there in system.planets.items()
        if position != to and there.units.get(ally, {}).get("infantry")
    ]
    if places and room > 0:
        position, planet = rng.choice(places)
        number = min(rng.randint(1, room), booking.units(ally, position, planet).get("infantry", 0))
        booking.move(ally, "infantry", number, (position, planet), (to, None))


# --- planets


def _land(booking: Booking, survey: Survey, seat: Player, to: str, told: bool = True) -> Iterator[Forward]:
    """Land on every planet that is not the ally's; what the Hive loses, and Mecatol Rex, the app is ``told``."""
    for name, planet in survey.system(to).planets.items():
        if planet.control == other_player(seat) or not _land_one(booking, seat, to, name):
            continue
        if not told:
            continue
        if to == survey.mecatol_rex:
            yield Event("rex_taken", {"who": seat})
        elif planet.control == "hive":
            yield Event("planet_lost", {})
            yield Answer("planet_lost", f"{to}/{name}")
            yield Answer("planet_taken_by", seat)
        elif planet.control is None:
            booking.control(seat, to, name)


def _land_one(booking: Booking, seat: Player, position: str, planet: str) -> bool:
    """One of the ground forces in space lands; whether there was one."""
    there = booking.units(seat, position)
    unit = next((unit for unit in GROUND if there.get(unit)), None)
    if unit is not None:
        booking.move(seat, unit, 1, (position, None), (position, planet))
    return unit is not None


# --- what is built at home, and what ships carry

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
        there = booking.units(seat, position).get(unit, 0)
        if not there:
            continue
        excess = -room_in_space(booking, seat, position) - max(0, room_in_space(booking, other_player(seat), position))
        if excess > 0:
            booking.add(seat, unit, -min(excess, there), position)


# --- what is booked


class Booking:
    """Changes of the board on their way into one entry. What is asked of it counts what has been booked so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.galaxy: Galaxy = pieces.galaxy_of(game)
        self.changes: dict[str, int | str] = {}

    def units(self, seat: Owner, position: str, planet: str | None = None) -> dict[str, int]:
        """A side's units at a place, by type; types without any are left out."""
        there = pieces.units_at(self.galaxy, seat, position, planet)
        if self.changes:
            booked = [key for key in self._types if _field(position, planet, "units", seat, key) in self.changes]
            there |= {key: self._units_of(seat, key, position, planet) for key in booked}
        return {key: there[key] for key in self._types if there.get(key)}

    def add(self, seat: Owner, unit: str, number: int, position: str, planet: str | None = None) -> None:
        """Put units at a place, or take them away if the number is negative."""
        if number:
            field = _field(position, planet, "units", seat, unit)
            self.changes[field] = max(0, self._units_of(seat, unit, position, planet) + number)

    def move(
        self, seat: Seat, unit: str, number: int, origin: tuple[str, str | None], to: tuple[str, str | None]
    ) -> None:
        """Move units from one place to another; undamaged ones go first, and damaged ones stay damaged."""
        left = self._units_of(seat, unit, *origin) - number
        damaged = self.damaged(seat, unit, *origin)
        self.add(seat, unit, -number, *origin)
        self.add(seat, unit, number, *to)
        if damaged > left:
            self.damage(seat, unit, damaged - left, *to)
            self.damage(seat, unit, left - damaged, *origin)

    def damaged(self, seat: Seat, unit: str, position: str, planet: str | None = None) -> int:
        """How many of a side's units of a type at a place have sustained damage."""
        there = pieces.damaged_at(self.galaxy, seat, position, planet).get(unit, 0)
        return int(self.changes.get(_field(position, planet, "damaged", seat, unit), there))

    def damage(self, seat: Seat, unit: str, number: int, position: str, planet: str | None = None) -> None:
        """Mark so many more units as damaged."""
        field = _field(position, planet, "damaged", seat, unit)
        self.changes[field] = self.damaged(seat, unit, position, planet) + number

    def control(self, seat: Player, position: str, planet: str) -> None:
        """Give a planet to a player."""
        self.changes[f"{position}/planet/{planet}/control"] = seat

    def token(self, seat: Player, position: str, there: bool = True) -> None:
        """Put a player's command token into a system, or take it back."""
        self.changes[f"{position}/command_token/{seat}"] = int(there)

    def unused(self, seat: Seat, unit: str) -> int:
        """How many more units of a type a side can put on the board: its plastic, as far as nobody has captured it."""
        on_board = count_units(self.galaxy, seat).get(unit, 0)
        booked = sum(
            int(value) - self._on_board(field)
            for field, value in self.changes.items()
            if field.endswith(f"/units/{seat}/{unit}")
        )
        hive = self.game.hive
        captured = hive.captured.get(unit, 0) + hive.fallen.get(unit, 0) if seat == "hive" else 0
        return most_units(self.game.tables.units.by_key[unit], seat) - on_board - booked - captured

    def entries(self) -> Iterator[Forward]:
        """The entry of the log, if anything comes out otherwise than it stands there."""
        stands = named(self.game, self.changes)
        changes = {field: value for field, value in self.changes.items() if value != stands[field].value}
        if changes:
            yield Board(changes)

    @property
    def _types(self) -> list[str]:
        return [unit.key for unit in self.game.tables.units.units]

    def _units_of(self, seat: Owner, unit: str, position: str, planet: str | None) -> int:
        field = _field(position, planet, "units", seat, unit)
        return int(self.changes.get(field, self._on_board(field)))

    def _on_board(self, field: str) -> int:
        position, *planet, _, seat, unit = field.split("/")
        place = pieces.place_of(self.galaxy, position, planet[1] if planet else None)
        units: Mapping[str, int] = next((there for side, there in place.units.items() if side == seat), {})
        return units.get(unit, 0)


def _field(position: str, planet: str | None, what: str, seat: str, unit: str) -> str:
    place = position if planet is None else f"{position}/planet/{planet}"
    return f"{place}/{what}/{seat}/{unit}"
