"""What agendas do to the players' plastic on a tracked board: what nobody chooses is booked, the rest asked.

Rules: page 29, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Player
from hive.naming import system_label, units
from hive.rules.board.sides import Place, Tracked
from hive.rules.combat.leaving import adrift
from hive.rules.decrees.words import RULE
from hive.rules.diagrams.damage import unit_words, weakest_units
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, filled, meant
from hive.words import Name, Words, count, say, sentence

# How many units of each type stand at a place.
Standing = Mapping[tuple[Place, str], int]


class TrackedPlayers(Tracked):
    """The players' part, as far as the board tells it; what else they gain or lose they see to themselves."""

    def lose_all(self, types: Collection[str], systems: Collection[str]) -> list[Item]:
        """All units of some types in some systems go."""
        gone = [
            (place, self._take(seat, place, there))
            for seat in PLAYERS
            for place in self.places(systems)
            if (there := self.there(place, types, seat))
        ]
        return [*(line for _, line in gone), *self._adrift(place for place, _ in gone)]

    def lose_from(self, place: Place, types: Collection[str]) -> list[Item]:
        """All units of some types at one place go."""
        return [self._take(seat, place, there) for seat in PLAYERS if (there := self.there(place, types, seat))]

    def give_up(self, types: Collection[str], number: int, seats: Sequence[Player]) -> Procedure[list[Item]]:
        """Each of these players loses so many units of some types, and says which."""
        lines: list[Item] = []
        for seat in seats:
            lines += yield from self._some(seat, [*self.places()], types, number)
        return lines

    def keep(self, key: str, most: int) -> Procedure[list[Item]]:
        """Each player keeps so many units of a type, and says which go."""
        lines: list[Item] = []
        for seat in PLAYERS:
            too_many = self.in_all(seat, key) - most
            if too_many > 0:
                lines += yield from self._some(seat, [*self.places()], [key], too_many)
        return lines

    def lose_in(self, position: str, number: int) -> Procedure[list[Item]]:
        """Each player loses so many units of a system, and says which."""
        every = [unit.key for unit in self.game.tables.units.units]
        lines: list[Item] = []
        for seat in PLAYERS:
            lines += yield from self._some(seat, [*self.places([position])], every, number, position)
        return lines

    def halve_infantry(self) -> list[Item]:
        """Half of the infantry on each planet goes, rounded up."""
        return [
            self._take(seat, place, {"infantry": (there["infantry"] + 1) // 2})
            for seat in PLAYERS
            for place in self.places()
            if place[1] and (there := self.there(place, ["infantry"], seat))
        ]

    def add_infantry(self, number: int) -> list[Item]:
        """On every planet that a player controls."""
        return [self._put(seat, place, "infantry", number) for seat in PLAYERS for place in self.planets_of(seat)]

    def replace_mechs(self, number: int) -> list[Item]:
        """So much infantry takes the place of each mech."""
        lines = []
        for seat in PLAYERS:
            for place in self.places():
                mechs = self.there(place, ["mech"], seat)
                if mechs:
                    lines.append(self._take(seat, place, mechs))
                    lines.append(self._put(seat, place, "infantry", number * mechs["mech"]))
        return lines

    def mech_at_home(self) -> Procedure[list[Item]]:
        """A mech on a planet of the home system, if there is plastic; of several planets the player names one."""
        lines: list[Item] = []
        most = self.game.tables.units.by_key["mech"].players_plastic
        for seat in PLAYERS:
            home = self.survey.home(seat)
            planets = [place for place in self.planets_of(seat) if place[0] == home]
            if not planets or (most is not None and self.in_all(seat, "mech") >= most):
                continue
            place = planets[0]
            if len(planets) > 1:
                place = yield from meant(self._which_planet(seat, planets), {"/".join(one): one for one in planets})
            lines.append(self._put(seat, place, "mech", 1))
        return lines

    def tokens(self, systems: Mapping[Seat, Collection[str]]) -> list[Item]:
        """A command token comes from a player's reinforcements into each system that has none of them yet."""
        lines = []
        for seat, positions in systems.items():
            for position in positions:
                if not self.has_token(seat, position):
                    pieces.put_command_token(self.game, seat, position)
                    text = say(
                        "Put a command token of {who} from the reinforcements into {system}.",
                        who=self.game.name(seat),
                        system=system_label(self.game, position),
                    )
                    lines.append(Item(text, rule=RULE))
        return lines

    # --- which of them

    def _some(
        self, seat: Seat, places: Sequence[Place], types: Collection[str], number: int, where: str = ""
    ) -> Procedure[list[Item]]:
        """So many of some units go: all where there are no more, else those that the player names."""
        standing = {(place, key): n for place in places for key, n in self.there(place, types, seat).items()}
        if sum(standing.values()) > number:
            answer = yield from filled(self._which(seat, standing, number, where))
            numbers = answer.numbers
            standing = {one: numbers.get(_field(*one), 0) for one in standing}
        gone: dict[Place, dict[str, int]] = {}
        for (place, key), lost in standing.items():
            if lost:
                gone.setdefault(place, {})[key] = lost
        return [*(self._take(seat, place, lost) for place, lost in gone.items()), *self._adrift(gone)]

    def _which(self, seat: Seat, standing: Standing, number: int, where: str) -> Ask:
        """The weakest are what to expect."""
        present: dict[str, int] = {}
        for (_, key), there in standing.items():
            present[key] = present.get(key, 0) + there
        weakest = weakest_units(self.game, present, number, seat)
        numbers = []
        for (place, key), there in standing.items():
            expected = min(there, weakest.get(key, 0))
            weakest[key] = weakest.get(key, 0) - expected
            plural = sentence(Name(self.game.tables.units.by_key[key].plural))
            label = say("{units}: {place}", units=plural, place=self.named(place))
            numbers.append(Number(_field(place, key), label, maximum=there, value=expected))
        who, lost = self.game.name(seat), count(number, "unit")
        text = say("{who!c} loses {units}: which?", units=lost, who=who)
        if where:
            text = say(
                "{who!c} loses {units} in {system}: which?", units=lost, who=who, system=system_label(self.game, where)
            )
        done = (Choice("done", say("Done")),)
        systems = tuple(dict.fromkeys(place[0] for place, _ in standing))
        return Ask(keys.DECREE_PICKS, text, done, RULE, numbers=tuple(numbers), systems=systems)

    def _which_planet(self, seat: Seat, planets: Sequence[tuple[str, str]]) -> Ask:
        return Ask(
            key=keys.DECREE_PLACE,
            text=say("Where does {who} place {units}?", who=self.game.name(seat), units=units(self.game, 1, "mech")),
            choices=tuple(Choice("/".join(place), self.named(place)) for place in planets),
            rule=RULE,
            shown=Shown(expects=False),
        )

    # --- what changes

    def _adrift(self, places: Iterable[Place]) -> list[Item]:
        """What was carried goes with the last ship of a system. Rule: 31.action.transport."""
        in_space = dict.fromkeys(position for position, planet in places if planet is None)
        return [line for position in in_space for line in adrift(self.game, position)]

    def _take(self, seat: Seat, place: Place, gone: Mapping[str, int]) -> Item:
        for key, number in gone.items():
            pieces.take(self.game, seat, key, number, *place)
        who, lost = self.game.name(seat), unit_words(self.game, gone)
        return Item(_removed(who, lost, self.named(place)), rule=RULE)

    def _put(self, seat: Seat, place: Place, key: str, number: int) -> Item:
        pieces.put(self.game, seat, key, number, *place)
        text = say(
            "Put {units} of {who} on {place}.",
            units=units(self.game, number, key),
            who=self.game.name(seat),
            place=self.named(place),
        )
        return Item(text, rule=RULE)


def _field(place: Place, key: str) -> str:
    position, on = place
    return f"{position}.{key}" if on is None else f"{position}/{on}.{key}"


def _removed(who: Words, lost: Words, place: Words) -> Words:
    return say("Remove {units} of {who} from {place}.", units=lost, who=who, place=place)
