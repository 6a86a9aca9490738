"""A table that fights one drawn battle: it knows its own plastic, and answers and books as it has made up its mind to.

Laws of a battle: what the app asks and presets is accepted as it stands, what is true can be said, and in the end the
map holds what a book-keeper of the table's own counts (:mod:`hive.simulate.drawn_battles`).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Category, Owner
from hive.engine.entries import Answer, Board, Forward
from hive.engine.errors import JsonObject
from hive.model.game import PLAYERS, Game, Player, other_player
from hive.naming import system_label
from hive.rules.board import Place
from hive.rules.combat.activation import TOGETHER
from hive.rules.combat.battle import NO_SHIPS
from hive.rules.combat.clash import ALLY, BY_HAND, CLEARED
from hive.rules.combat.countermeasures import BEGINS, SUSTAINED
from hive.rules.combat.defence import BOMBARDMENT, INVADE, NO_INVASION
from hive.rules.combat.fight import ROLL
from hive.rules.combat.survivors import ALL_CARRIED, GONE
from hive.simulate.answers import answer, planet_of
from hive.simulate.drawn_battles import OVER, SPACE, Plastic, Position
from hive.simulate.game import Failed, Played
from hive.simulate.laws import amounts
from hive.steps import Ask, Dice, Draw, Item, Step, Tell
from hive.words import Message

Losses = Literal["booked", "said", "preset", "unsaid"]
"""When the table books its losses: at once, where it is asked at the end, as that presets them, or never."""
LOSSES: tuple[Losses, ...] = ("booked", "said", "preset", "unsaid")
ACCEPTED = "what is asked and preset is accepted as it stands"
SAYABLE = "what is true can be said"
KEPT = "the map holds what the table's book-keeper counts"
CARRIED = "what no ship carries after a space combat is asked about"
EVERY_HIT = "every hit on the Hive is told of"
# So often: the fight is given up for the dice of hands, the app rolls after all, a ship sustains, somebody retreats, a
# unit that can sustain damage does, the ally fights beside the active player, a stratagem is cancelled, nobody lands,
# ground forces stay in space, a side wins that the dice of hands decide for.
_GIVEN_UP, _ROLLS, _ASIDE, _RETREAT, _SUSTAINS, _JOINS, _CANCELLED = 0.08, 0.15, 0.1, 0.12, 0.6, 0.6, 0.15
_STAYS, _NOBODY = 0.2, 0.15
_MOST_HITS, _MOST_ENTRIES, _SIDES = 3, 300, 10
_HITS = ("hits", "cannon_hits", BOMBARDMENT)


@dataclass
class Drill:
    """One battle, and the table that fights it.

    ``kept`` is the game as it stood before; ``losses``: how the table says them; ``fighting``: which players are in the
    space combat; ``away``: to where they have retreated; ``landed``: who has landed on which planet; ``struck``: where
    hits on the Hive fell last; ``counted``: the question whose dice have cost something already; ``crowded``: how many
    units more than their ships carry the players had there before.
    """

    played: Played
    drawn: Position
    kept: JsonObject
    rng: Random
    losses: Losses
    book: Plastic
    fighting: list[Player] = field(default_factory=list)
    away: dict[Player, str] = field(default_factory=dict)
    landed: dict[str, list[Player]] = field(default_factory=dict)
    struck: Place = ("", SPACE)
    counted: tuple[str, str] = ("", "")
    queue: deque[Forward] = field(default_factory=deque)
    seen: Counter[str] = field(default_factory=Counter)
    crowded: int = 0

    @property
    def game(self) -> Game:
        """The game as the app has it."""
        return self.played.game

    @property
    def space(self) -> Place:
        """Where ships fight."""
        return self.drawn.position, SPACE

    def __post_init__(self) -> None:
        ships = [seat for seat in PLAYERS if self._has_ships(seat)]
        self.struck, self.crowded = self.space, self.book.uncarried(self.drawn.position)
        self.seen[self.losses] += 1
        self.fighting = ships if self.drawn.active == "hive" else [self._active()]

    def fight(self) -> None:
        """Fight it to its end, and compare. Raises Failed."""
        self._read()
        while (step := self.played.session.pending) is not None and not _is_over(step):
            if len(self.played.log) >= _MOST_ENTRIES:
                raise self._failed(f"the battle has not ended after {_MOST_ENTRIES} entries")
            if self.queue and isinstance(self.queue[0], Answer) and not _offered(step, self.queue[0]):
                self.queue.clear()
            self.queue.extend(() if self.queue else self._decided(step))
            self._enter(self.queue.popleft())
            self._read()
        self._settle()
        if self.losses != "unsaid" and not self.drawn.unbooked and self._too_many():
            raise self._failed(f"{self.book.uncarried(self.drawn.position)} units", CARRIED)
        for found in self.book.differences(self.game, self._unbooked()):
            raise self._failed(found, KEPT)
        if self.seen["hits"] != self.seen["told"]:
            raise self._failed(f"{self.seen['hits']} were said, {self.seen['told']} told of", EVERY_HIT)

    def _enter(self, entry: Forward) -> None:
        before = self.played.session.pending
        if isinstance(entry, Answer) and isinstance(entry.value, Mapping) and isinstance(before, Ask):
            hits = {name: int(str(number)) for name, number in entry.value.items() if name in _HITS}
            self.struck = self._place(before) if hits else self.struck
            worth = self.game.tables.figures.bombardment_destroys.value if BOMBARDMENT in hits else 1
            self.seen["hits"] += sum(hits.values()) * worth if _takes_hits(entry) else 0
        self.played.enter(entry)
        told = [one.step for one in self.played.session.news]
        if isinstance(entry, Answer) and (why := refused(entry, before, self.played.session.pending, told)):
            raise self._failed(f"{entry.key} is asked again: {why}", ACCEPTED)

    def _failed(self, found: str, law: str = "") -> Failed:
        return Failed(self.played.setting, f"{law}: {found}" if law else found, self.played.log, law)

    # --- what the table is told

    def _read(self) -> None:
        """Do what the table was told, once; what lands has landed once that is confirmed."""
        session = self.played.session
        for told in session.news:
            if told.step.key == keys.LANDING and isinstance(told.step, Ask):
                self._hive_lands(told.step.items)
        for step in [*(told.step for told in session.news), session.pending]:
            if step is not None and not isinstance(step, Draw):
                alone = [Item(step.text)] if isinstance(step, Tell) and step is not session.pending else []
                found = self.book.follow([*step.items, *alone], self.struck)
                self.seen["told"] += found["hits"]
                if found["produced"]:
                    self._lose(self._against(self.struck), self.struck, found["produced"], spare=1)
                    self.queue.extend(self._booked())
        self.book.sink(self.drawn.position)

    def _hive_lands(self, items: Sequence[Item]) -> None:
        for item in items:
            if isinstance(item.text, Message) and item.text.sentence == "Land {units} on {planet}.":
                planet = self._planet_in(str(item.text))
                for unit, number in self.book.named(item.text).items():
                    self.book.move("hive", unit, number, self.space, (self.drawn.position, planet))
                self.landed[planet] = []

    def _planet_in(self, text: str) -> str:
        return max((one for one in self._planets() if one in text), key=len)

    def _planets(self) -> Sequence[str]:
        return [*pieces.galaxy_of(self.game).systems[self.drawn.position].planets]

    # --- what is decided

    def _decided(self, step: Step) -> list[Forward]:
        decide = _DECIDES.get(step.key)
        if decide is None or not isinstance(step, Ask):
            return [answer(self.game, step, self.rng)]
        return list(decide(self, step))

    def _moves(self, step: Ask) -> Iterator[Forward]:
        ally = other_player(self._active())
        for seat, origin in self.drawn.staged.items():
            self.book.move_all(seat, (origin, SPACE), self.space)
            self.book.move_all(other_player(seat), (origin, SPACE), self.space)
        yield from self._booked(always=True)
        self.crowded = self.book.uncarried(self.drawn.position)
        together = ally in self.drawn.staged
        self.fighting += [ally] if together else []
        yield _reply(step, TOGETHER if together else "done")

    def _opens(self, step: Ask) -> Iterator[Forward]:
        """How it is fought; on a player's turn whether the ally is in it, and whether any ship came at all."""
        numbers = _preset(step)
        ways = [one.value for one in step.choices if one.value != NO_SHIPS]
        if step.key == keys.SPACE_COMBAT and not any(self.book.at(seat, self.space, "ship") for seat in PLAYERS):
            self.book.clear("p1", self.space)
            self.book.clear("p2", self.space)
            yield _reply(step, NO_SHIPS, numbers)
            return
        if ALLY in numbers:
            ally = other_player(self._active())
            joins = bool(self.book.at(ally, self.space, "ship")) and self.rng.random() < _JOINS
            numbers[ALLY] = int(joins)
            self.fighting = [self._active(), *([ally] if joins else [])]
        numbers |= self._hits_on_hive(step)
        if step.key == keys.SPACE_COMBAT:
            self.crowded = self.book.uncarried(self.drawn.position)
        way = self.rng.choice(ways)
        self.seen[way] += 1
        self.seen["together"] += step.key == keys.SPACE_COMBAT and len(self.fighting) > 1
        yield _reply(step, way, numbers)

    def _fires(self, step: Ask) -> Iterator[Forward]:
        """Cannons, bombardment and barrage: hits on both sides."""
        if CLEARED in _values(step) and self._rolls_after_all(step):
            yield _reply(step, ROLL, _preset(step))
            return
        place, seats = self._place(step), self._against(self._place(step))
        yield from self._struck(step, place, only="fighter" if step.key == keys.BARRAGE else "")
        numbers = _preset(step) | self._hits_on_hive(step)
        left = {seat: bool(self.book.at(seat, place, _category(place))) for seat in seats}
        numbers |= {f"gone_{seat}": int(not left[seat]) for seat in seats if f"gone_{seat}" in numbers}
        over = CLEARED in _values(step) and not any(left.values())
        yield _reply(step, CLEARED if over else step.choices[0].value, numbers)

    def _round(self, step: Ask) -> Iterator[Forward]:
        if self._rolls_after_all(step):
            yield _reply(step, ROLL, _preset(step))
            return
        if self.rng.random() < _GIVEN_UP:
            self.seen["given up"] += 1
            yield _reply(step, BY_HAND, _preset(step))
            return
        if SUSTAINED in _values(step) and self._sustaining() and self.rng.random() < _ASIDE:
            yield _reply(step, SUSTAINED, _preset(step))
            return
        place = self._place(step)
        yield from self._struck(step, place)
        left = any(self.book.at(seat, place, _category(place)) for seat in self._against(place))
        yield _reply(step, "on" if left else CLEARED, _preset(step) | self._hits_on_hive(step))

    def _begins(self, step: Ask) -> Iterator[Forward]:
        yield _reply(step, "on", self._retreating(step))

    def _retreating(self, step: Ask) -> dict[str, int]:
        """Who retreats: only who has ships left."""
        asked = {f"retreat_{seat}": seat for seat in PLAYERS}
        able = [one.name for one in step.numbers if one.name in asked and self._has_ships(asked[one.name])]
        return _preset(step) | {name: int(self.rng.random() < _RETREAT) for name in able}

    def _goes(self, step: Ask) -> Iterator[Forward]:
        """A player retreats; what the ally has there goes along with the last ships."""
        seat = next(seat for seat in PLAYERS if str(self.game.name(seat)) in step.text)
        if not self._has_ships(seat):
            yield _reply(step, GONE)
            return
        ally = other_player(seat)
        if not self._has_ships(ally) and (lost := list(self._booked(always=True))):
            # That the ally's ships are lost has to be said before; ways can end with them.
            yield from lost
            return
        to = self.rng.choice([value for value in _values(step) if value != GONE])
        self.fighting = [one for one in self.fighting if one != seat]
        if not self._has_ships(ally):
            self.away.setdefault(ally, to)
            self.book.move_all(ally, self.space, (to, SPACE))
        self.book.move_all(seat, self.space, (to, SPACE))
        self.away[seat] = to
        if self.drawn.unbooked and seat == self._active():
            # Nobody tells the app of those ships, here or there.
            del self.away[seat]
            shown = Plastic.on(self.game, self.book.units)
            self.book.standing[seat, (to, SPACE)] = shown.at(seat, (to, SPACE))
            self.book.damaged[seat, (to, SPACE)] = shown.hurt(seat, (to, SPACE))
        self.seen["retreats"] += 1
        yield _reply(step, to)

    def _by_hand(self, step: Ask) -> Iterator[Forward]:
        """The table has fought: whoever has lost is gone, but for who has retreated."""
        place, category = self._place(step), _category(self._place(step))
        numbers = self._retreating(step)
        seats = [one for one in self._against(place) if self.book.at(one, place, category)]
        leaving = [seat for seat in seats if numbers.get(f"retreat_{seat}")]
        winner = "hive" if leaving == seats else self.rng.choice(("hive", "players", "nobody"))
        if winner == "nobody" and self.rng.random() >= _NOBODY:
            winner = "players"
        if winner == "players":
            # Who has won has a unit left.
            staying = [seat for seat in seats if seat not in leaving]
            self._lose(staying, place, self.rng.randint(0, _MOST_HITS), spare=1)
        for seat in seats:
            if winner != "players" and seat not in leaving:
                self.book.clear(seat, place, category)
        yield from self._booked()
        if winner == "hive":
            numbers |= self._left_of_the_hive(step, place)
        else:
            self.book.clear("hive", place, category)
        yield _reply(step, winner, numbers)

    def _left_of_the_hive(self, step: Ask, place: Place) -> dict[str, int]:
        units = [one for one in step.numbers if one.name in self.book.units.by_key]
        left = {one.name: self.rng.randint(int(one is units[-1]), one.maximum) for one in units}
        damaged = [one.name for one in step.numbers if one.name.startswith("damaged_")]
        hurt = {name: self.rng.randint(0, left[name.removeprefix("damaged_")]) for name in damaged}
        for one in units:
            if one.maximum != self.book.at("hive", place)[one.name]:
                raise self._failed(f"{one.label}: the table has {self.book.at('hive', place)[one.name]}", KEPT)
            self.book.set("hive", place, one.name, left[one.name])
        for name, number in hurt.items():
            self.book.set_hurt("hive", place, name.removeprefix("damaged_"), number)
        return left | hurt

    def _invades(self, step: Ask) -> Iterator[Forward]:
        """Who has ground forces in space lands some of them, on any of the planets; or what is preset, all of them."""
        planets = [name for name in self._planets() if any(one.name.endswith(f".{name}") for one in step.numbers)]
        seats = [seat for seat in PLAYERS if any(one.name.startswith(f"{seat}.") for one in step.numbers)]
        sure = self.losses in ("preset", "unsaid")
        if sure:
            # Where nothing is said later, all lands as the app books it.
            planets = planets[:1]
            filled = [seat for seat in seats if _preset(step)[f"{seat}.{planets[0]}"]]
            seats = filled or seats
        for seat in seats:
            aboard = self.book.at(seat, self.space, "ground_force")
            for unit in list(aboard.elements()) if sure or self.rng.random() >= _NOBODY else []:
                if sure or self.rng.random() >= _STAYS:
                    planet = self.rng.choice(planets)
                    self.book.move(seat, unit, 1, self.space, (self.drawn.position, planet))
                    here = self.landed.setdefault(planet, [])
                    here += [] if seat in here else [seat]
        yield from self._booked()
        numbers = {f"{seat}.{planet}": int(seat in self.landed.get(planet, ())) for seat in seats for planet in planets}
        yield _reply(step, INVADE if self.landed else NO_INVASION, dict.fromkeys(_preset(step), 0) | numbers)

    def _survives(self, step: Ask) -> Iterator[Forward]:
        """What is left: the truth, what is preset, or nothing of it, and then the map is as true as it was."""
        self.seen["asked what is left"] += 1
        truth = {one.name: self._truth(one.name) for one in step.numbers}
        for one in step.numbers:
            if self.losses in ("booked", "said") and not one.fits(truth[one.name]):
                raise self._failed(f"{one.label}: {truth[one.name]} is not from 0 to {one.maximum}", SAYABLE)
        if self.losses in ("booked", "said"):
            yield _reply(step, "so", truth)
            return
        unsaid = self.losses == "unsaid"
        shown = Plastic.on(self.game, self.book.units)
        for one in step.numbers:
            seat, unit, place, hurt = self._meant(one.name)
            known = (shown.hurt if hurt else shown.at)(seat, place)[unit]
            (self.book.set_hurt if hurt else self.book.set)(seat, place, unit, known if unsaid else one.filled_in)
            if not hurt:
                most = self.book.at(seat, place)[unit]
                self.book.set_hurt(seat, place, unit, min(most, shown.hurt(seat, place)[unit]))
        for position in set(self.away.values()):
            self.book.sink(position)
        yield _reply(step, keys.ASKED_SINCE[keys.SURVIVORS] if unsaid else "so", _preset(step))

    def _still_carries(self, step: Ask) -> Iterator[Forward]:
        """What finds no room any more is lost, whichever the players choose; or what is preset, or nothing."""
        self.seen["uncarried"] += 1
        if self.losses == "unsaid":
            yield _reply(step, ALL_CARRIED)
            return
        asked = [(seat, unit) for seat, unit, _, _ in (self._meant(one.name) for one in step.numbers)]
        # Where ships have retreated to, the table leaves all of it.
        away = next((to for to in self.away.values() if str(system_label(self.game, to)) in str(step.text)), "")
        space: Place = (away or self.drawn.position, SPACE)
        if self.losses == "preset":
            for (seat, unit), number in zip(asked, _preset(step).values(), strict=True):
                self.book.set(seat, space, unit, number)
        while self.losses != "preset" and not away and self._too_many():
            left = [one for one in asked if self.book.at(one[0], self.space)[one[1]]]
            if not left:
                # What is too many came with ships of which nobody has told the app.
                break
            seat, unit = self.rng.choice(left)
            self.book.take(seat, self.space, unit, 1)
        self.book.sink(space[0])
        left_there = [self.book.at(seat, space)[unit] for seat, unit in asked]
        yield _reply(step, "so", dict(zip([one.name for one in step.numbers], left_there, strict=True)))

    def _too_many(self) -> bool:
        """Whether more is in space than is carried, and more than was before: what carried it besides, still does."""
        return self.book.uncarried(self.drawn.position) > max(0, self.crowded)

    def _takes(self, step: Ask) -> Iterator[Forward]:
        """Of several who have landed one who is still there."""
        planet = self._planet_in(str(step.text))
        place = self.drawn.position, planet
        there = [seat for seat in PLAYERS if seat in _values(step) and self.book.at(seat, place, "ground_force")]
        self.book.takers[place] = self.rng.choice(there)
        yield _reply(step, self.book.takers[place])

    def _cancels(self, step: Ask) -> Iterator[Forward]:
        yield _reply(step, self.rng.choice(_values(step)) if self.rng.random() < _CANCELLED else step.choices[0].value)

    def _sustained(self, step: Ask) -> Iterator[Forward]:
        """Which ship has sustained damage: one that is still there."""
        able = [f"{self.drawn.position}.{seat}.{unit}" for seat, unit in self._sustaining()]
        yield _reply(step, self.rng.choice([value for value in _values(step) if value in able]))

    def _direct_hit(self, step: Ask) -> Iterator[Forward]:
        """The ship that the question names is gone if the Hive's card begins with ACTION."""
        outcome = self.rng.choice(_values(step))
        names = {unit: self.book.units.by_key[unit].name for _, unit in self._sustaining()}
        struck = [
            (seat, unit) for seat, unit in self._sustaining() if f"{self.game.name(seat)}'s {names[unit]}" in step.text
        ]
        if outcome == BEGINS:
            seat, unit = max(struck, key=lambda one: len(names[one[1]]))
            self.book.take(seat, self.space, unit, 1)
        yield _reply(step, outcome)

    def _explores(self, step: Ask) -> Iterator[Forward]:
        yield _reply(step, step.choices[-1].value)

    # --- dice and losses

    def _rolls_after_all(self, step: Ask) -> bool:
        return ROLL in _values(step) and self.rng.random() < _ROLLS

    def _struck(self, step: Ask, place: Place, only: str = "") -> Iterator[Forward]:
        """The Hive's dice of a question cost the players something, once."""
        if self.counted == (step.key, str(step.text)):
            return
        self.counted = step.key, str(step.text)
        self._lose(self._against(place), place, self._hits(step), only)
        yield from self._booked()

    def _hits(self, step: Ask) -> int:
        """The hits that a question tells of; the table rolls what the app has not rolled."""
        hits = 0
        for item in step.items:
            if isinstance(item.drawn, Dice):
                hits += item.drawn.besides
                for throw in item.drawn.throws:
                    dice = throw.shown or [self.rng.randint(1, _SIDES) for _ in range(throw.dice)]
                    hits += sum(die >= throw.hit for die in dice)
            elif isinstance(item.text, Message) and item.text.sentence == _CANCELLED_BY:
                hits -= sum(amount.number for amount in amounts(item.text))
        return max(0, hits)

    def _lose(self, seats: Sequence[Player], place: Place, hits: int, only: str = "", spare: int = 0) -> None:
        """Players choose their losses: some unit sustains damage, or is gone."""
        by_key, faded = self.book.units.by_key, self.drawn.faded
        for _ in range(hits):
            there = {
                (seat, unit): n for seat in seats for unit, n in self.book.at(seat, place, _category(place)).items()
            }
            there = {one: n for one, n in there.items() if only in ("", one[1])}
            whole = [
                (seat, unit)
                for (seat, unit), n in there.items()
                if by_key[unit].sustain_damage and not faded and self.book.hurt(seat, place)[unit] < n
            ]
            if whole and self.rng.random() < _SUSTAINS:
                seat, unit = self.rng.choice(whole)
                self.book.set_hurt(seat, place, unit, self.book.hurt(seat, place)[unit] + 1)
            elif sum(there.values()) > spare:
                seat, unit = self.rng.choice(list(there))
                self.book.take(seat, place, unit, 1)
        self.book.sink(self.drawn.position)

    def _hits_on_hive(self, step: Ask) -> dict[str, int]:
        """Some hits, where they are asked for."""
        found: dict[str, int] = {}
        for one in step.numbers:
            if one.name in _HITS:
                found[one.name] = self.rng.randint(0, min(one.maximum, _MOST_HITS))
        return found

    def _booked(self, always: bool = False) -> Iterator[Forward]:
        """What a table books that books its losses at once: whatever of the players' plastic the map has otherwise."""
        if not always and self.losses != "booked":
            return
        shown, changes = Plastic.on(self.game, self.book.units), dict[str, int | str]()
        here = {self.drawn.position, *self.drawn.staged.values(), *self.away.values()}
        for what in ("units", "damaged"):
            mine, its = (one.standing if what == "units" else one.damaged for one in (self.book, shown))
            for seat, place in sorted({*mine, *its}, key=str):
                if place[0] in here and seat in PLAYERS and (seat, place[0]) not in self._unbooked():
                    ours, maps = mine.get((seat, place), Counter()), its.get((seat, place), Counter())
                    path = place[0] if place[1] is None else f"{place[0]}/planet/{place[1]}"
                    known = self.book.units.by_key
                    fighting = [unit for unit in {**ours, **maps} if known[unit].category != "structure"]
                    units = [unit for unit in fighting if ours[unit] != maps[unit]]
                    changes |= {f"{path}/{what}/{seat}/{unit}": ours[unit] for unit in units}
        if changes:
            yield Board(changes)

    # --- who and where

    def _active(self) -> Player:
        return "p2" if self.drawn.active == "p2" else "p1"

    def _place(self, step: Ask) -> Place:
        return self.drawn.position, planet_of(self.game, step, self.drawn.position)

    def _against(self, place: Place) -> list[Player]:
        """Which players the Hive fights at a place."""
        if place[1] is SPACE:
            return self.fighting
        if self.drawn.active == "hive":
            return [seat for seat in PLAYERS if self.book.at(seat, place, "ground_force")]
        return self.landed.get(place[1], [])

    def _has_ships(self, seat: Player) -> bool:
        return bool(self.book.at(seat, self.space, "ship"))

    def _sustaining(self) -> list[tuple[Player, str]]:
        able = self.book.units.by_key
        return [
            (seat, unit)
            for seat in self.fighting
            for unit in self.book.at(seat, self.space, "ship")
            if able[unit].sustain_damage
        ]

    def _unbooked(self) -> set[tuple[Owner, str]]:
        """Whose plastic the map never shows, and where."""
        here = (self.drawn.position, *self.away.values())
        return {(self._active(), one) for one in here} if self.drawn.unbooked else set()

    def _meant(self, name: str) -> tuple[Player, str, Place, bool]:
        """Which units a number is about: whose, their type, where, and whether the damaged ones."""
        seat, unit, *planet = name.split(".", 2)
        owner: Player = "p1" if seat == "p1" else "p2"
        at = (self.drawn.position, planet[0]) if planet else (self.away.get(owner, self.drawn.position), SPACE)
        return owner, unit.removeprefix("damaged_"), at, unit.startswith("damaged_")

    def _truth(self, name: str) -> int:
        seat, unit, place, hurt = self._meant(name)
        return (self.book.hurt if hurt else self.book.at)(seat, place)[unit]

    def _settle(self) -> None:
        """Who has won a planet controls it, and nothing else stands there any more."""
        self.book.sink(self.drawn.position)
        for planet in self.landed:
            place = self.drawn.position, planet
            there = [seat for seat in PLAYERS if self.book.at(seat, place, "ground_force")]
            hives = self.book.at("hive", place, "ground_force")
            if there and not hives and self.drawn.active != "hive":
                self.book.clear("hive", place)
                self.book.control[place] = self.book.takers.get(place, there[0])
            elif hives and not there and self.drawn.active == "hive":
                for seat in PLAYERS:
                    self.book.clear(seat, place)
                self.book.control[place] = "hive"


def refused(entry: Answer, before: Step | None, after: Step | None, told: Sequence[Step] = ()) -> str:
    """Why the question that an entry has answered is asked again, as it now says; or nothing.

    What came of the answer may be ``told``: then it counts, and the same is asked about something else.
    """
    if any(isinstance(one, Tell) for one in told):
        return ""
    if not isinstance(before, Ask) or not isinstance(after, Ask) or _choice(entry) in (ROLL, SUSTAINED):
        return ""
    again = (after.key, after.text) == (before.key, before.text) and after.detail != before.detail
    return str(after.detail) if again else ""


def _is_over(step: Step) -> bool:
    return not isinstance(step, Draw) and step.text == OVER


def _takes_hits(entry: Answer) -> bool:
    """Whether the hits beside an answer count: else the question comes once more, or hands fight."""
    return _choice(entry) not in (ROLL, SUSTAINED) and (entry.key == keys.GROUND_COMBAT or _choice(entry) != BY_HAND)


def _category(place: Place) -> Category:
    return "ship" if place[1] is SPACE else "ground_force"


def _preset(step: Ask) -> dict[str, int]:
    return {number.name: number.filled_in for number in step.numbers}


def _values(step: Ask) -> list[str]:
    return [choice.value for choice in step.choices]


def _offered(step: Step, entry: Answer) -> bool:
    """Whether it is still what the step asks: what the table has booked meanwhile may have changed that."""
    asks = isinstance(step, Ask) and bool(step.numbers)
    chosen = not isinstance(step, Ask) or _choice(entry) in _values(step)
    return step.key == entry.key and asks == isinstance(entry.value, Mapping) and chosen


def _choice(entry: Answer) -> str:
    return entry.value if isinstance(entry.value, str) else str(entry.value.get("choice"))


def _reply(step: Ask, choice: str, numbers: Mapping[str, int] | None = None) -> Forward:
    return Answer(step.key, {"choice": choice, **(numbers or _preset(step))} if step.numbers else choice)


_CANCELLED_BY = "{source}: {hits} of [the Hive] cancelled."
_DECIDES: dict[str, Callable[[Drill, Ask], Iterator[Forward]]] = {
    keys.PLAYERS_MOVE: Drill._moves,
    keys.SPACE_COMBAT: Drill._opens,
    keys.GROUND_COMBAT: Drill._opens,
    keys.STRATAGEM: Drill._cancels,
    keys.SPACE_CANNON: Drill._fires,
    keys.SPACE_CANNON_DEFENCE: Drill._fires,
    keys.BOMBARDMENT: Drill._fires,
    keys.BARRAGE: Drill._fires,
    keys.ROUND_BEGINS: Drill._begins,
    keys.SPACE_COMBAT_ROUND: Drill._round,
    keys.GROUND_COMBAT_ROUND: Drill._round,
    keys.SPACE_COMBAT_RESULT: Drill._by_hand,
    keys.GROUND_COMBAT_RESULT: Drill._by_hand,
    keys.RETREAT: Drill._goes,
    keys.INVASION: Drill._invades,
    keys.SURVIVORS: Drill._survives,
    keys.LEFT_IN_SPACE: Drill._survives,
    keys.UNCARRIED: Drill._still_carries,
    keys.PLANET_TAKEN_BY: Drill._takes,
    keys.SUSTAINED_SHIP: Drill._sustained,
    keys.DIRECT_HIT: Drill._direct_hit,
    keys.EXPLORATION: Drill._explores,
}
