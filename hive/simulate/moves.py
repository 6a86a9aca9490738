"""A simulated player's tactical action: ships move by the movement rules, carry what they can, and land."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from hive.board.movement import chart, distances, move_value, reachable
from hive.board.survey import Survey
from hive.effects import effects
from hive.engine.entries import Answer, Event, Forward
from hive.model.board_counts import places_in
from hive.model.game import Game, Player, other_player
from hive.rules.combat.tracked import TrackedCombat
from hive.simulate.booking import Booking
from hive.simulate.fleets import FLEET_LIMIT, capacity, drop_excess, fleet_size, home_of, room_in_space
from hive.simulate.habits import CAREFUL, Habits

# How much a system draws players: one with weaker units of the Hive, or stronger ones; one with planets to take,
# Mecatol Rex, one on the way there, any other.
FIGHT, FOLLY, PLANETS, REX, NEARER, OTHER = 5, 1, 6, 30, 3, 1
# Players who attack together are drawn so many times as much by the Hive, and by the way to it.
_TOGETHER = 8
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
    open_to_them = sorted(reach.keys() - TrackedCombat(game, booking.galaxy).closed_systems())
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
    cost, more = survey.tables.units.by_key, _TOGETHER if together else 1
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
