"""The plastic of a table, counted by a book-keeper of its own: what it saw laid out, was told and answered.

It knows nothing of how the app resolves a battle. What it holds is compared with the map once a battle is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from hive.board.pieces import galaxy_of, place_of
from hive.board.sides import Place
from hive.catalog.tables import Owner, Seat, Units
from hive.model.game import PLAYERS, Game, Player
from hive.simulate.laws import amounts
from hive.steps import Item
from hive.words import Message, Words

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
