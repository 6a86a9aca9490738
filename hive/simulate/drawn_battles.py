"""Battles that are drawn one by one: where they are fought, who and what stands there, and how they came about."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hive.board import pieces
from hive.board.edits import apply_edits
from hive.board.survey import Survey
from hive.catalog.tables import Seat
from hive.effects import effects
from hive.engine.session import Frame, Session
from hive.model.game import OWNERS, PLAYERS, Game, Player, other_player
from hive.rules.combat.battle import anger_fighters, resolve_system
from hive.rules.combat.cards import draw_support
from hive.rules.combat.tracked import TrackedCombat
from hive.rules.deck.hive_mind import discard_used
from hive.simulate.booking import Booking
from hive.simulate.fleets import capacity
from hive.simulate.start import Setting
from hive.steps import Procedure, Tell
from hive.words import say

OVER = say("The battle is over")
_HIVE_SHIPS = ("destroyer", "cruiser", "carrier", "dreadnought", "war_sun", "flagship")
_SHIPS = {"fighter": 3, "destroyer": 2, "cruiser": 3, "carrier": 3, "dreadnought": 3, "flagship": 1, "war_sun": 1}
# So often: the Hive attacks, the ally has ships there, the moves are booked beforehand or at their moment, or never.
_HIVE_ATTACKS, _ALLY, _MOVED_BEFORE, _NEVER_BOOKED = 0.35, 0.4, 0.4, 0.12
_WITH_PLANETS, _DAMAGED, _PDS, _UPGRADED = 0.85, 0.25, 0.3, 0.25
_MOST_SHIPS, _MOST_GROUND, _MOST_CARDS = 5, 5, 3


@dataclass(frozen=True)
class BattleSetting(Setting):
    """What a battle follows from."""

    @property
    def command(self) -> str:
        """The command that fights this very battle."""
        options = f" --options {','.join(self.options)}" if self.options else ""
        return f"python -m hive proof --battles 1 --seed {self.seed}{options}"


@dataclass(frozen=True)
class Position:
    """A battle that is about to begin: in which system, by whose action, and what the map shows of it.

    ``staged``: who moves in only once the table is asked to move, and from where. ``unbooked``: the active player has
    ships there that the map never shows. ``faded``: units there have no abilities.
    """

    position: str
    active: Seat
    staged: dict[Player, str]
    unbooked: bool
    faded: bool


def draw_position(game: Game, rng: Random) -> Position:
    """Put both sides' plastic into a system of a game that has just begun; nothing else stands there."""
    booking = Booking(game)
    survey = Survey(booking.galaxy, game.tables, effects(game))
    planets = rng.random() < _WITH_PLANETS
    places = [one for one in survey.positions if bool(survey.system(one).planets) == planets and survey.adjacent[one]]
    # Where an option keeps fighters out of combat (M47), ships stand there that do not fight: the book-keeper has none.
    still = not game.tables.figures.slow_fighters_fight.value
    position = rng.choice([one for one in places if not (still and "asteroid_field" in survey.anomalies(one))])
    _emptied(booking, position)
    active: Seat = "hive" if rng.random() < _HIVE_ATTACKS else rng.choice(PLAYERS)
    game.phase, game.stage, game.active = "action", "", active
    game.hive.action_cards = rng.randint(0, _MOST_CARDS)
    game.hive.upgrades = [one.name for one in game.tables.technologies.upgrades if rng.random() < _UPGRADED]
    for seat in PLAYERS:
        game.players[seat].counters = rng.randint(0, game.level.counter_maximum)
    _hive(booking, position, active, rng)
    unbooked = active != "hive" and rng.random() < _NEVER_BOOKED
    staged: dict[Player, str] = {}
    near = _free_neighbours(survey, position) if _held(booking, position) else []
    moving = active != "hive" and rng.random() >= _MOVED_BEFORE
    for seat in _there(active, rng):
        if unbooked and seat == active:
            continue
        at = position
        if near and moving and (seat == active or rng.random() < 1 / 2):
            at = staged[seat] = near.pop(rng.randrange(len(near)))
            _emptied(booking, at)
        _fleet(booking, seat, at, rng)
    if active == "hive":
        _defenders(booking, position, rng)
    if booking.changes:
        apply_edits(game, booking.changes)
    return Position(position, active, staged, unbooked, "entropic_scar" in survey.anomalies(position))


def begin(game: Game, drawn: Position) -> Session:
    """The session of a battle, at its first question."""
    procedure = _whole(game, drawn)
    session = Session(game, [Frame(procedure, next(procedure))])
    session.settle()
    return session


def _whole(game: Game, drawn: Position) -> Procedure[None]:
    """The action that a battle is a part of, and a last word by which its end is known."""
    board = TrackedCombat(game, pieces.galaxy_of(game))
    if drawn.active == "hive":
        keep = list(game.deck.in_use)
        cards = yield from draw_support(game)
        battle = yield from resolve_system(board, drawn.position, cards, "hive")
        discard_used(game, keep)
        yield from anger_fighters(game, battle)
    else:
        yield from board.activate(drawn.active, drawn.position)
    yield Tell(OVER, "1.scope.unchanged-rules", confirm="done")


def _there(active: Seat, rng: Random) -> list[Player]:
    """Which players have ships there, the active one first."""
    first: Player = rng.choice(PLAYERS) if active == "hive" else active
    return [first, other_player(first)] if rng.random() < _ALLY else [first]


def _held(booking: Booking, position: str) -> bool:
    """Whether the Hive has units there, so that players are asked to move."""
    return any(booking.units("hive", position, planet) for planet in (None, *booking.galaxy.systems[position].planets))


def _free_neighbours(survey: Survey, position: str) -> list[str]:
    """Where fleets can wait."""
    spawning = {*survey.galaxy.spawning.values()}
    return sorted(near for near in survey.adjacent[position] if near not in spawning and not survey.has_units(near))


def _emptied(booking: Booking, position: str) -> None:
    for planet in (None, *booking.galaxy.systems[position].planets):
        for seat in OWNERS:
            for unit, number in booking.units(seat, position, planet).items():
                booking.add(seat, unit, -number, position, planet)


def _hive(booking: Booking, position: str, active: Seat, rng: Random) -> None:
    """Ships of the Hive, infantry that lands, and, where it is attacked, planets that it controls."""
    ships = rng.randint(1 if active == "hive" else 0, _MOST_SHIPS - 1)
    for _ in range(ships):
        _put(booking, "hive", rng.choice([one for one in _HIVE_SHIPS if booking.unused("hive", one)]), 1, position)
    if active == "hive":
        _put(booking, "hive", "infantry", rng.randint(0, _MOST_GROUND), position)
    for planet in () if active == "hive" else booking.galaxy.systems[position].planets:
        booking.changes[f"{position}/planet/{planet}/control"] = "hive"
        _put(booking, "hive", "infantry", rng.randint(0, 3), position, planet)
        for unit in ("mech", "pds"):
            _put(booking, "hive", unit, int(rng.random() < _PDS), position, planet)
    _damage(booking, "hive", position, rng)


def _fleet(booking: Booking, seat: Player, position: str, rng: Random) -> None:
    """Some ships of a player, and what they carry, be it the ally's ground forces."""
    for unit in rng.choices(list(_SHIPS), list(_SHIPS.values()), k=rng.randint(1, _MOST_SHIPS)):
        _put(booking, seat, unit, 1, position)
    there = booking.units(seat, position)
    room = capacity(booking.game.tables, there) - there.get("fighter", 0)
    for owner in (seat, other_player(seat)) if rng.random() < _ALLY / 2 else (seat,):
        aboard = rng.randint(0, max(0, min(room, _MOST_GROUND)))
        mechs = rng.randint(0, min(1, aboard))
        _put(booking, owner, "mech", mechs, position)
        _put(booking, owner, "infantry", aboard - mechs, position)
        room -= aboard
    _damage(booking, seat, position, rng)


def _defenders(booking: Booking, position: str, rng: Random) -> None:
    """Planets of players, or of nobody, with ground forces and space cannons."""
    for planet in booking.galaxy.systems[position].planets:
        seat = rng.choice((*PLAYERS, None))
        booking.changes[f"{position}/planet/{planet}/control"] = seat or "nobody"
        if seat is not None:
            _put(booking, seat, "infantry", rng.randint(0, 3), position, planet)
            for unit in ("mech", "pds"):
                _put(booking, seat, unit, int(rng.random() < _PDS), position, planet)
            _damage(booking, seat, position, rng, planet)


def _put(booking: Booking, seat: Seat, unit: str, number: int, position: str, planet: str | None = None) -> None:
    """As many as the side still has."""
    booking.add(seat, unit, min(number, max(0, booking.unused(seat, unit))), position, planet)


def _damage(booking: Booking, seat: Seat, position: str, rng: Random, planet: str | None = None) -> None:
    by_key = booking.game.tables.units.by_key
    for unit in booking.units(seat, position, planet):
        if by_key[unit].sustain_damage and rng.random() < _DAMAGED:
            booking.damage(seat, unit, 1, position, planet)
