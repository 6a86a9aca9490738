"""Battles that are drawn one by one: where, who and what stands there, how they came about; and a book of the plastic.

The book-keeper counts what the table saw laid out, was told and answered. It knows nothing of how the app resolves a
battle; what it holds is compared with the map once that is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from random import Random

from hive.board import pieces
from hive.board.edits import apply_edits
from hive.board.pieces import galaxy_of, place_of
from hive.board.survey import Survey
from hive.catalog.tables import Owner, Seat, Units
from hive.effects import effects
from hive.engine.session import Frame, Session
from hive.model.game import OWNERS, PLAYERS, Game, Player, other_player
from hive.rules.board import Place, Tracked
from hive.rules.combat.activation import activate
from hive.rules.combat.battle import after_fight, resolve_system
from hive.rules.combat.fight import draw_support
from hive.rules.deck import discard_used
from hive.simulate.game import Setting
from hive.simulate.laws import amounts
from hive.simulate.moves import Booking, capacity
from hive.steps import Item, Procedure, Tell
from hive.words import Message, Words, say

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
    board = Tracked(game, pieces.galaxy_of(game))
    if drawn.active == "hive":
        keep = list(game.deck.in_use)
        cards = yield from draw_support(game)
        battle = yield from resolve_system(board, drawn.position, cards, "hive")
        discard_used(game, keep)
        yield from after_fight(game, battle.fought, battle.destroyed)
    else:
        yield from activate(board, drawn.active, drawn.position)
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


# --- the plastic, counted by the table itself

SPACE: None = None
_SIDES: tuple[tuple[Seat, ...], ...] = (PLAYERS, ("hive",))


@dataclass
class Plastic:
    """What stands where: each side's units by type, those among them that are damaged, who controls which planet.

    ``read`` are the lines that the table has followed already: a question that is asked anew shows them again.
    ``takers``: which of several players takes a planet, as the table was asked. ``captured`` counts the Hive's ships
    that a player keeps, or that are out of the game.
    """

    units: Units
    standing: dict[tuple[Owner, Place], Counter[str]] = field(default_factory=dict)
    damaged: dict[tuple[Owner, Place], Counter[str]] = field(default_factory=dict)
    control: dict[Place, Seat | None] = field(default_factory=dict)
    takers: dict[Place, Player] = field(default_factory=dict)
    captured: Counter[str] = field(default_factory=Counter)
    read: list[Item] = field(default_factory=list)

    @classmethod
    def on(cls, game: Game, units: Units) -> Plastic:
        """What lies on the map of a game."""
        found, galaxy = cls(units), galaxy_of(game)
        for position, system in galaxy.systems.items():
            for planet in (SPACE, *system.planets):
                place = place_of(galaxy, position, planet)
                for seat, there in place.units.items():
                    found.standing[seat, (position, planet)] = +Counter(there)
                for seat, there in place.damaged.items():
                    found.damaged[seat, (position, planet)] = +Counter(there)
            for planet, state in system.planets.items():
                found.control[position, planet] = state.control
        return found

    def at(self, seat: Owner, place: Place, category: str = "") -> Counter[str]:
        """A side's units at a place, by type; those of a category alone."""
        there = self.standing.get((seat, place), Counter())
        by_key = self.units.by_key
        return Counter({unit: there[unit] for unit in there if not category or by_key[unit].category == category})

    def hurt(self, seat: Owner, place: Place) -> Counter[str]:
        """How many of them are damaged."""
        return +self.damaged.get((seat, place), Counter())

    def set(self, seat: Owner, place: Place, unit: str, number: int) -> None:
        """So many of a type are there; no more of them are damaged."""
        self.standing.setdefault((seat, place), Counter())[unit] = number
        self.set_hurt(seat, place, unit, min(number, self.hurt(seat, place)[unit]))
        self.standing[seat, place] = +self.standing[seat, place]

    def set_hurt(self, seat: Owner, place: Place, unit: str, number: int) -> None:
        """So many of a type are damaged."""
        self.damaged.setdefault((seat, place), Counter())[unit] = number

    def take(self, seat: Owner, place: Place, unit: str, number: int) -> None:
        """Take units off, damaged ones first."""
        hurt = self.hurt(seat, place)[unit]
        self.set(seat, place, unit, self.at(seat, place)[unit] - number)
        self.set_hurt(seat, place, unit, max(0, hurt - number))

    def clear(self, seat: Owner, place: Place, category: str = "") -> None:
        """Take all units off, or those of a category."""
        for unit, number in self.at(seat, place, category).items():
            self.take(seat, place, unit, number)

    def move(self, seat: Owner, unit: str, number: int, origin: Place, to: Place) -> None:
        """Move units as they are, undamaged ones first."""
        left = self.at(seat, origin)[unit] - number
        hurt = max(0, self.hurt(seat, origin)[unit] - left)
        self.set(seat, origin, unit, left)
        self.set(seat, to, unit, self.at(seat, to)[unit] + number)
        self.set_hurt(seat, to, unit, self.hurt(seat, to)[unit] + hurt)

    def move_all(self, seat: Owner, origin: Place, to: Place) -> None:
        """Move whatever a side has at a place."""
        for unit, number in self.at(seat, origin).items():
            self.move(seat, unit, number, origin, to)

    def sink(self, position: str) -> None:
        """What is in space goes with the last ship of its side; players carry for each other.

        Rule: 31.action.transport.
        """
        for side in _SIDES:
            if not any(self.at(seat, (position, SPACE), "ship") for seat in side):
                for seat in side:
                    self.clear(seat, (position, SPACE))

    def uncarried(self, position: str) -> int:
        """How many units of players in space their ships do not carry, nor docks keep, by printed capacities; Q139."""
        by_key, space = self.units.by_key, (position, SPACE)
        planets = dict.fromkeys(place for _, place in self.standing if place[0] == position and place[1] is not SPACE)
        total = 0
        for seat in PLAYERS:
            docks = sum((self.at(seat, place, "structure") for place in planets), Counter[str]())
            kept = sum(number * by_key[unit].capacity for unit, number in docks.items())
            there = self.at(seat, space)
            flying = there.pop("fighter", 0)
            total += max(0, flying - kept)
            for unit, number in there.items():
                total += number if by_key[unit].category == "ground_force" else -number * by_key[unit].capacity
        return total

    # --- what the table is told

    def follow(self, items: Collection[Item], place: Place) -> Counter[str]:
        """Do what new lines say about the Hive's plastic at a place; how many hits they account for."""
        hits: Counter[str] = Counter()
        for item in items:
            if any(item is one for one in self.read):
                continue
            sentence = item.text.sentence if isinstance(item.text, Message) else ""
            if sentence in _FOLLOWED:
                self.read.append(item)
                hits += self._followed(sentence, item.text, place)
        return hits

    def _followed(self, sentence: str, text: Words, place: Place) -> Counter[str]:
        for unit, number in self.named(text).items():
            if sentence == _REPAIRED:
                self._repair(unit, number, place[0])
                continue
            if sentence in _COMES:
                self.set("hive", (place[0], SPACE), unit, self.at("hive", (place[0], SPACE))[unit] + number)
            elif sentence in _SUSTAINS:
                self.set_hurt("hive", place, unit, self.hurt("hive", place)[unit] + number)
            elif sentence in _LEAVES:
                self.take("hive", place, unit, number)
            elif sentence in _KEPT:
                self.captured[unit] += number
            elif sentence == _REPLACED:
                self._replace(unit, number, place[0])
        if sentence in _PRODUCED:
            return Counter(produced=sum(amount.number for amount in amounts(text)))
        told = sum(amount.number for amount in amounts(text)) if sentence in (*_SUSTAINS, *_LEAVES, *_LOST_HITS) else 0
        return Counter(hits=told)

    def _repair(self, unit: str, number: int, position: str) -> None:
        """A player's unit there is no longer damaged: the one that is."""
        for seat, place in list(self.damaged):
            if seat in PLAYERS and place[0] == position and self.damaged[seat, place][unit]:
                self.set_hurt(seat, place, unit, self.damaged[seat, place][unit] - number)
                return

    def _replace(self, unit: str, number: int, position: str) -> None:
        """Whoever has taken a planet there has units of the own in place of the Hive's; another is still fought for."""
        for seat, place in list(self.standing):
            taken = place[0] == position and bool(self.at(seat, place, "ground_force"))
            taken = taken and not self.at("hive", place, "ground_force")
            if seat in PLAYERS and taken and self.takers.get(place, seat) == seat:
                gone = min(number, self.at("hive", place)[unit])
                self.take("hive", place, unit, gone)
                self.set(seat, place, unit, self.at(seat, place)[unit] + gone)

    def named(self, text: Words) -> Counter[str]:
        """The units that a line names, by type."""
        keys = {unit.name: unit.key for unit in self.units.units}
        found: Counter[str] = Counter()
        for amount in amounts(text):
            if amount.singular in keys:
                found[keys[amount.singular]] += amount.number
        return found

    # --- compared with the map

    def differences(self, game: Game, unbooked: Collection[tuple[Owner, str]]) -> Iterator[str]:
        """Where the map holds something else; not of whom the table books nothing in a system."""
        kept = +(Counter(game.hive.captured) + Counter(game.hive.fallen))
        if kept != +self.captured:
            yield f"captured or out of the game: the app {dict(kept)}, the table {dict(self.captured)}"
        there = Plastic.on(game, self.units)
        for what in ("standing", "damaged"):
            mine, its = getattr(self, what), getattr(there, what)
            for seat, place in sorted({*mine, *its}, key=str):
                ours, maps = +mine.get((seat, place), Counter()), +its.get((seat, place), Counter())
                if ours != maps and (seat, place[0]) not in unbooked:
                    yield f"{what} of {seat} in {_words(place)}: the map {dict(maps)}, the table {dict(ours)}"
        for place, seat in self.control.items():
            if there.control.get(place, seat) != seat:
                yield f"control of {_words(place)}: the map {there.control[place]}, the table {seat}"


def _words(place: Place) -> str:
    return place[0] if place[1] is None else f"{place[0]}/{place[1]}"


_COMES = ("Put {units} into space.", "Also put {list} into space.")
_SUSTAINS = ("{units} sustains damage.", "{units} sustain damage.")
_LEAVES = ("Remove {units}.",)
_KEPT = ("{who} captures {units}.", "Out of the game: {units} of [the Hive].")
_LOST_HITS = ("{hits} left over.", "{hits} cancelled.")
_PRODUCED = ("[The Hive] has produced {more_hits} in this round.",)
_REPAIRED = "{source}: {units} repaired: {where}."
_REPLACED = "{source}: {units} of [the Hive] replaced."
_FOLLOWED = (_REPAIRED, _REPLACED, *_LOST_HITS, *_PRODUCED, *_COMES, *_SUSTAINS, *_LEAVES, *_KEPT)
