"""Battles driven by answers in their order, on a whole board: what the tests of combat have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from driving import fresh_game
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import Game, Player
from hive.model.laws import broken_laws
from hive.rules.combat.battle import Battle, resolve_system
from hive.rules.events.doings import event_of
from hive.rules.events.kinds import begin_event
from hive.steps import AGAIN, HIT, Again, Ask, Card, Filled, Step, Tell
from tracked_sides import tracked_board
from whole_board import TILES, galaxy

HERE = "207"
PLANET = "Tar'mann"
NOTHING = [Card(action="red_star", choice=False), Card(action="red_star", choice=False)]
TWO = [Card(action="blue_arrow", choice=True), Card(action="yellow_arrow", choice=True, icons=2)]
ByHand = tuple[str, Mapping[str, int]]
BEGINS = "begins"
LEFT = "survivors"
LEFT_IN_SPACE = "left_in_space"
UNCARRIED = "uncarried"
SAID = {BEGINS: "on", LEFT: "so", LEFT_IN_SPACE: "so", UNCARRIED: "so"}
INVADE = "invade"
UNSAID = {LEFT: "shown", LEFT_IN_SPACE: "later", UNCARRIED: "shown"}


@dataclass(frozen=True)
class Used:
    """Beside the open question the table says what it has used; then the question is asked anew."""

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Taken:
    """Beside the open question the table takes all of a player's units of a type out of space there."""

    unit: str
    seat: Player = "p1"


Given = str | ByHand | Again | Used | Taken


@dataclass
class Driven:
    """A battle that is driven by answers in their order: a choice, or a choice with numbers.

    The beginning of a round goes on by itself, unless BEGINS says who retreats; so does what the battle has left of the
    players, as the map shows it, unless LEFT, LEFT_IN_SPACE or UNCARRIED says it. Nobody lands on a planet of nobody
    without being told to. Where nothing is to be done there, it is not kept among the steps either.
    """

    game: Game
    steps: list[Step] = field(default_factory=list)
    battle: Battle | None = None
    used: list[str] = field(default_factory=list)

    def run(
        self,
        answers: list[Given],
        cards: list[Card] = NOTHING,
        active: Seat = "hive",
        **more: Any,
    ) -> Driven:
        procedure = resolve_system(tracked_board(self.game), HERE, cards, active, **more)
        waiting, reply = list(answers), None
        try:
            while True:
                step = procedure.send(reply)
                begins = isinstance(step, Ask) and step.key == "round_begins"
                if isinstance(step, Tell):
                    self.steps.append(step)
                    reply = True
                elif begins and not _says(waiting, BEGINS):
                    self.steps += [step] if step.items else []
                    reply = self.reply(step, "on")
                elif isinstance(step, Ask) and step.key in UNSAID and not _says(waiting, step.key):
                    self.steps += [step] if step.items else []
                    reply = self.reply(step, UNSAID[step.key])
                elif (
                    isinstance(step, Ask) and step.key == "invasion" and not (self.contested or _says(waiting, INVADE))
                ):
                    reply = self.reply(step, "none")
                else:
                    self.steps.append(step)
                    answer = waiting.pop(0)
                    if isinstance(answer, tuple) and answer[0] in SAID:
                        answer = (SAID[answer[0]], answer[1])
                    reply = self.reply(step, answer)
        except StopIteration as end:
            self.battle = end.value
        assert waiting == [] and broken_laws(self.game) == []
        return self

    def reply(self, step: Step, answer: Given) -> Any:
        assert isinstance(step, Ask), step
        if isinstance(answer, Used):
            return self.use(answer)
        if isinstance(answer, Taken):
            pieces.set_units(self.game, answer.seat, answer.unit, 0, HERE)
            return AGAIN
        if isinstance(answer, Again):
            return AGAIN
        choice, numbers = (answer, {}) if isinstance(answer, str) else answer
        assert choice in [one.value for one in step.choices], (choice, step)
        known = {number.name: number for number in step.numbers}
        assert all(name in known and number <= known[name].maximum for name, number in numbers.items()), (numbers, step)
        filled = {name: numbers.get(name, number.value) for name, number in known.items()}
        return Filled(choice, filled) if step.numbers else choice

    def use(self, answer: Used) -> Again:
        event = event_of(self.game, answer.name)
        assert event is not None
        procedure, hit = begin_event(self.game, event, answer.args), False
        for step in procedure:
            assert isinstance(step, Tell), step
            self.used.append(step.text)
            hit = hit or step.key == "hits"
        return HIT if hit else AGAIN

    @property
    def keys(self) -> list[str]:
        return [step.key for step in self.steps]

    def lines(self, index: int) -> list[str]:
        step = self.steps[index]
        assert isinstance(step, Ask | Tell)
        return [item.text for item in step.items]

    @property
    def contested(self) -> bool:
        """Whether the Hive holds a planet there, or stands on one."""
        planets = pieces.galaxy_of(self.game).systems[HERE].planets.values()
        return any(planet.control == "hive" or planet.units.get("hive") for planet in planets)

    def units(self, seat: Seat, planet: str | None = None) -> dict[str, int]:
        return pieces.units_at(pieces.galaxy_of(self.game), seat, HERE, planet)

    def control(self, planet: str = PLANET, position: str = HERE) -> Seat | None:
        return pieces.galaxy_of(self.game).systems[position].planets[planet].control


def _says(waiting: list[Given], what: str) -> bool:
    """Whether the next answer is for the beginning of a round, or for what is left."""
    return bool(waiting) and isinstance(waiting[0], tuple) and waiting[0][0] == what


def battle(tiles: Mapping[str, str] = TILES, **ships: Mapping[str, int]) -> Driven:
    game = fresh_game()
    game.galaxy = galaxy(tiles, **ships)
    for player in game.players.values():
        player.counters = 0
    pieces.recount(game)
    return Driven(game)


def garrison(driven: Driven, seat: Seat, planet: str = PLANET, **units: int) -> Driven:
    for unit, number in units.items():
        pieces.put(driven.game, seat, unit, number, HERE, planet)
    pieces.set_control(driven.game, HERE, planet, seat)
    return driven
