"""Targets, destinations, and which ships the Hive moves: gravity rifts on the way, and wormholes that change.

Pure decisions over surveys of the galaxy: nothing on the table moves yet, and everything is measured anew before each
ship (Q23).

A ship that does not move by itself, a pink fighter, comes along with a capacity ship that leaves the same system, as
often as there is room in the maximum (38.weird.moves-with-capacity).

A gravity rift takes a die for each ship; what is carried rolls none, and is lost where no capacity ship of its system
comes through (1.scope.unchanged-rules). So does a weird wormhole, the strongest ship first: a low die makes it the
next type down the ladder of which there is a piece in the reinforcements, a high one the next type up; where there is
none it stays what it is (M59).

Rules: pages 15 to 20 and 38, 19.gravity-rift.dice, 36.cosmic.move-bonus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from hive import keys
from hive.board.movement import Chart, Route, distances, move_value, reachable
from hive.board.pieces import take_newcomers
from hive.board.survey import Survey
from hive.catalog.tables import WormholeChange
from hive.model.game import PLAYERS, Game
from hive.naming import system_label, system_short, unit_name, units
from hive.rules.area import counters_in, in_reinforcements
from hive.rules.deck import SIDES, roll
from hive.rules.diagrams.deciding import most_helpful
from hive.rules.diagrams.systems import Decision, Ranked, decide, may_invade, plus, serving_of
from hive.steps import Ask, Choice, Confirmed, Item, Number, Procedure, Shown, Tell, filled, question
from hive.words import Name, Words, count, listed, say, sentence

TacticalType = Literal["engage", "infest"]
TYPES: tuple[TacticalType, ...] = ("engage", "infest")
# A type of Hive ship, where it begins, and all that it can reach.
Going = tuple[str, str, dict[str, Route]]


def tactical_type(action: str) -> TacticalType:
    """The type of a tactical action. Raises ValueError for a strategic one."""
    for known in TYPES:
        if action == known:
            return known
    raise ValueError("a strategic action has no target systems")


def counters_of(game: Game, survey: Survey, position: str) -> int:
    """The aggression counters of all players with units in a system, added up.

    Rules: 15.engage.threshold, 33.coexist.counter.
    """
    present = survey.players_with_units(position)
    return sum(counters_in(game, survey, seat, position) for seat in PLAYERS if seat in present)


def targets(game: Game, survey: Survey, chart: Chart, action: TacticalType) -> list[str]:
    """The target systems of a tactical action, by position.

    A system to which no way leads, such as the inactive nexus, is inaccessible. Rules: 15.engage.target,
    15.engage.threshold, 15.infest.target, 15.target.inaccessible, 15.target.command-token.
    """
    return sorted(position for position in survey.positions if is_target(game, survey, chart, action, position))


def is_target(game: Game, survey: Survey, chart: Chart, action: TacticalType, position: str) -> bool:
    """Whether a system is a target of a tactical action (:func:`targets`)."""
    return position not in chart.held and chart.accessible(position) and is_wanted(game, survey, action, position)


def is_wanted(game: Game, survey: Survey, action: TacticalType, position: str) -> bool:
    """Whether a system is a target as far as players and planets go, if the Hive could get there.

    Rules: 15.engage.threshold, 15.infest.target, 35.void.no-infest.
    """
    if action == "infest" and survey.in_the_fracture(position) and not game.tables.galaxy.fracture.infested:
        return False
    return (_is_engage_target if action == "engage" else may_invade)(game, survey, position)


def _is_engage_target(game: Game, survey: Survey, position: str) -> bool:
    """A system beside the map has no zone, so it is never a target of engage (Q86)."""
    zone = survey.zone(position)
    if zone is None or not survey.players_with_units(position):
        return False
    return counters_of(game, survey, position) >= zone.threshold


def may_leave(survey: Survey, position: str, action: TacticalType, gone: int = 0) -> bool:
    """Whether one more ship may leave a system from which ``gone`` have left already, on this survey.

    The survey must show the system without those. Rules: 15.engage.restriction, 15.infest.restriction, Q23, Q24.
    """
    restricted = position in survey.spawning if action == "engage" else bool(survey.system(position).planets)
    return not restricted or survey.fully_defended(position, without=gone + 1)


def leaving(game: Game, survey: Survey, action: TacticalType) -> Iterator[tuple[str, str, int]]:
    """Every type of non-fighter Hive ship in every system that may leave it, and how far it moves by itself."""
    moves = {unit: move_value(game.tables, unit, game.hive.upgrades) for unit in type_order(game, action)}
    for position in sorted(survey.positions):
        ships = survey.ships(position)
        if ships and may_leave(survey, position, action):
            yield from ((unit, position, moves[unit]) for unit in ships if unit in moves)


def going(chart: Chart, ships: Iterable[tuple[str, str, int]]) -> Iterator[Going]:
    """Each of some types of ships with all that it can reach. In: where it begins, and its move value."""
    routes: dict[tuple[str, int], dict[str, Route]] = {}
    for unit, position, move in ships:
        if (position, move) not in routes:
            routes[position, move] = reachable(chart, position, move)
        yield unit, position, routes[position, move]


def nearest(chart: Chart, able: Iterable[str], aims: Iterable[str]) -> dict[str, int]:
    """The systems from which the destination is chosen, each with its distance to the nearest target.

    In: the systems in which a capacity ship can be, the targets. The ones at the least distance to a target stay.
    Rules: 15.destination.closest, 15.destination.capacity-ship, 17.closest.none-reachable.
    """
    near = distances(chart, aims)
    reached = {position: near[position] for position in sorted(able) if position in near}
    least = min(reached.values(), default=None)
    return {position: steps for position, steps in reached.items() if steps == least}


def standing_capacity_ships(survey: Survey, chart: Chart) -> list[str]:
    """Systems that hold a Hive capacity ship which no command token holds back (Q19)."""
    return [one for one in survey.positions if one not in chart.held and survey.capacity_ships([one])]


def maximum_ships(game: Game, survey: Survey, destination: str, icons: int) -> int:
    """How many ships move at most. Rules: 15.move.maximum, 15.move.maximum-aggression."""
    return max(icons, counters_of(game, survey, destination))


def is_full(game: Game, survey: Survey, destination: str, unit: str) -> bool:
    """Whether no ship of a type may come from outside into The Fracture; pink fighters are fighters, and may.

    Rule: 35.void.maximum.
    """
    bound = game.tables.galaxy.fracture.most_ships
    larger = {one.key for one in game.tables.units.larger_ships}
    if bound is None or unit not in larger or not survey.in_the_fracture(destination):
        return False
    inside = (survey.ships(one) for one in survey.positions if survey.in_the_fracture(one))
    return sum(number for ships in inside for key, number in ships.items() if key in larger) >= bound


def type_order(game: Game, action: TacticalType) -> list[str]:
    """The six non-fighter ship types in the order of the cycle, and pink fighters as the weakest.

    Rules: 15.engage.order, 15.infest.order, 38.weird.moves-with-capacity, Q22.
    """
    ordered = sorted(game.tables.units.limited_ships, key=lambda unit: unit.cost, reverse=action == "engage")
    return [unit.key for unit in ordered]


def could_come(types: Iterable[str], maximum: int) -> list[str]:
    """The most that could come to a system with these types of ships at hand; at least what does come.

    Rules: 15.move.cycle, 15.move.maximum.
    """
    one_of_each = list(dict.fromkeys(types))
    return [*one_of_each, *one_of_each[:1] * (maximum - len(one_of_each))]


# --- which ships the Hive moves into a destination


# Where systems tie again and again, no more ways than these are tried.
MOST_WAYS = 64


@dataclass(frozen=True)
class ShipMove:
    """One ship that moves: its type, where it leaves, its way, and how that was chosen among several systems.

    ``carried``: it comes along with a capacity ship from there, and shares what befalls that one.
    """

    unit: str
    origin: str
    route: Route
    choices: int
    decision: Decision | None
    cycle: int
    carried: bool = False


@dataclass(frozen=True)
class Start:
    """What a plan begins with: the galaxy, what every ship can reach on it, and how far the objectives have come."""

    survey: Survey
    reach: tuple[Going, ...]
    objectives: tuple[Ranked, ...]


@dataclass
class MovePlan:
    """The plan on its way: the ships moved so far, and what the galaxy and the objectives come to with them."""

    game: Game
    action: TacticalType
    destination: str
    now: Start
    moved: list[ShipMove] = field(default_factory=list)

    def sources_of(self, unit: str) -> Mapping[str, Route]:
        """The systems from which a ship of this type may come, each with its way; into a full Fracture from within it.

        It goes by the galaxy as it is now, and by what every ship could reach before any has moved.
        Rules: 15.move.source, 35.void.maximum, Q89.
        """
        survey, to = self.now.survey, self.destination
        found = {
            position: routes[to]
            for key, position, routes in self.now.reach
            if key == unit and position != to and to in routes
            if survey.ships(position).get(unit) and may_leave(survey, position, self.action)
        }
        found |= self._beside(unit)
        if is_full(self.game, survey, self.destination, unit):
            return {origin: way for origin, way in found.items() if survey.in_the_fracture(origin)}
        return found

    def _beside(self, unit: str) -> Mapping[str, Route]:
        """From where a ship of this type may come along with a capacity ship. Rule: 38.weird.moves-with-capacity."""
        units, survey = self.game.tables.units, self.now.survey
        if units.by_key[unit].counts_as is None:
            return {}
        leading = {one.origin: one.route for one in reversed(self.moved) if units.by_key[one.unit].capacity_ship}
        there = (one for one in leading if survey.ships(one).get(unit) and may_leave(survey, one, self.action))
        return {one: leading[one] for one in sorted(there)}

    def move(self, unit: str, cycle: int) -> Procedure[bool]:
        """Move one ship of this type, if one may come; whether it did. Rules: 15.move.source, 20.move.skip-blocked."""
        found = self.sources_of(unit)
        if not found:
            return False
        decision = None
        if len(found) > 1:
            serving = serving_of(self.now.survey, self.now.objectives, found, unit)
            decision = decide(self.now.survey, sorted(found), self.game.tables.priorities.negative, serving)
        origin = decision.left[0] if decision else next(iter(found))
        if decision and len(decision.left) > 1:
            origin = yield from _which_origin(self.game, unit, decision)
        carried = origin in self._beside(unit)
        self.moved.append(ShipMove(unit, origin, found[origin], len(found), decision, cycle, carried))
        self._change(unit, origin, -1)
        self._change(unit, self.destination, 1)
        return True

    def _change(self, unit: str, position: str, by: int) -> None:
        system = self.now.survey.system(position)
        survey = self.now.survey.with_system(replace(system, units=plus(system.units, unit, by)))
        objectives = tuple((rank, come.after(survey, position)) for rank, come in self.now.objectives)
        self.now = replace(self.now, survey=survey, objectives=objectives)


def plan_moves(
    game: Game, start: Start, action: TacticalType, destination: str, icons: int
) -> Procedure[list[ShipMove]]:
    """Choose the ships that move: a capacity ship first, then type after type, cycle after cycle.

    Without a capacity ship there, or one that can come, nothing moves (Q91).
    Rules: 15.move.capacity-first, 15.move.cycle, 15.move.restart, 15.move.maximum, 15.move.maximum-aggression.
    """
    plan = MovePlan(game, action, destination, start)
    yield from _fill(plan, icons)
    return plan.moved


def ways(game: Game, start: Start, action: TacticalType, destination: str, icons: int) -> Iterator[MovePlan]:
    """The same in every way that ties between systems leave open (Q108); at most :data:`MOST_WAYS`."""
    waiting: list[tuple[str, ...]] = [()]
    for _ in range(MOST_WAYS):
        if not waiting:
            return
        plan = MovePlan(game, action, destination, start)
        waiting += _follow(_fill(plan, icons), waiting.pop())
        yield plan


def _follow(procedure: Procedure[None], chosen: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Answer the first ties as chosen, and each later one with its first system; out: the other ways to answer."""
    others: list[tuple[str, ...]] = []
    answers: list[str] = []
    step = next(procedure, None)
    while isinstance(step, Ask):
        if len(answers) < len(chosen):
            answers.append(chosen[len(answers)])
        else:
            others += [(*answers, other.value) for other in step.choices[1:]]
            answers.append(step.choices[0].value)
        try:
            step = procedure.send(answers[-1])
        except StopIteration:
            break
    return others


def _fill(plan: MovePlan, icons: int) -> Procedure[None]:
    """Move ship after ship on the plan, until there are enough or none is left."""
    destination = plan.destination
    maximum = maximum_ships(plan.game, plan.now.survey, destination, icons)
    if not plan.now.survey.capacity_ships([destination]) and not (yield from _open(plan, maximum)):
        return
    cycle = 1
    while len(plan.moved) < maximum and any(plan.sources_of(unit) for unit in type_order(plan.game, plan.action)):
        for unit in type_order(plan.game, plan.action):
            there = plan.now.survey.ships(destination).get(unit, 0)
            if len(plan.moved) < maximum and there < cycle:
                yield from plan.move(unit, cycle)
        cycle += 1


def _open(plan: MovePlan, maximum: int) -> Procedure[bool]:
    """The first ship: the strongest capacity ship in range for engage, the weakest for infest (Q22)."""
    for unit in type_order(plan.game, plan.action):
        if maximum and plan.game.tables.units.by_key[unit].capacity_ship and (yield from plan.move(unit, 0)):
            return True
    return False


def _which_origin(game: Game, unit: str, decision: Decision) -> Procedure[str]:
    text = say("From which system does the {by_key} move?", by_key=Name(game.tables.units.by_key[unit].name))
    left = {position: system_label(game, position) for position in decision.left}
    detail = say("These systems tie by negative system priority: what helps [the Hive] most?")
    return most_helpful(keys.SHIP_ORIGIN, text, left, detail, say("Tactical action"), decision.left)


# --- dice for ships that pass a gravity rift


RIFT_RULE = "19.gravity-rift.dice"
_NONE: Mapping[str, int] = MappingProxyType({})


def roll_for_rifts(
    game: Game, moves: Sequence[ShipMove], destination: str, stood: Mapping[str, int] = _NONE
) -> Procedure[dict[str, int]]:
    """Roll for each ship and each rift that it left; ships that are lost leave the board. Out: the lost ones by type.

    The app can roll, or the table says what it has lost. ``stood``: the damaged ships that have not moved, by type.
    """
    carried = [ship for ship in moves if ship.carried and ship.route.rifts]
    through = [ship for ship in moves if ship.route.rifts and not ship.carried]
    if not through:
        return {}
    answer = yield from filled(_question(game, through, carried))
    rolls = [(ship, roll(game, len(ship.route.rifts))) for ship in through] if answer.choice == "roll" else []
    fallen = [ship for ship, dice in rolls if _falls(game, ship, dice)]
    alone = _left_alone(game, carried, moves, fallen)
    lost = Counter(ship.unit for ship in (*fallen, *alone)) if rolls else answer.numbers
    gone: dict[str, int] = {}
    for unit, number in lost.items():
        if number:
            # Of those that came, undamaged ones first.
            came = sum(ship.unit == unit for ship in moves)
            gone[unit] = take_newcomers(game, "hive", unit, number, destination, came, stood.get(unit, 0))
    if rolls or gone:
        yield _told(game, gone, [_dice(game, ship, dice) for ship, dice in rolls])
    return gone


def _left_alone(
    game: Game, carried: Sequence[ShipMove], moves: Sequence[ShipMove], fallen: Sequence[ShipMove]
) -> list[ShipMove]:
    """Those carried from a system of which no capacity ship is left."""
    by_key = game.tables.units.by_key

    def leading(ships: Sequence[ShipMove], origin: str) -> int:
        return sum(by_key[ship.unit].capacity_ship and ship.origin == origin for ship in ships)

    return [one for one in carried if leading(fallen, one.origin) == leading(moves, one.origin)]


def _question(game: Game, through: Sequence[ShipMove], carried: Sequence[ShipMove]) -> Ask:
    worst = game.tables.figures.gravity_rift_highest_loss.value
    ships = Counter(ship.unit for ship in (*through, *carried))
    dice = sum(len(ship.route.rifts) for ship in through)
    lines = []
    for ship in through:
        unit, origin = units(game, 1, ship.unit), system_label(game, ship.origin)
        rolled = count(len(ship.route.rifts), "die", "dice")
        text = say("{units!c} from {origin}: {dice}.", units=unit, origin=origin, dice=rolled)
        more: Words = (
            say("one move more: lost on {worst} or less", worst=_worst(game, ship)) if ship.route.leaps else ""
        )
        lines.append(Item(text, more))
    plural = game.tables.units.by_key
    return question(
        keys.RIFT,
        dice=count(dice, "die", "dice"),
        worst=worst,
        choices=_who_rolls(say("with the losses entered above")),
        items=lines,
        numbers=(
            Number(unit, say("{plural!c} lost", plural=Name(plural[unit].plural)), maximum=number)
            for unit, number in ships.items()
        ),
    )


def _who_rolls(entered: Words) -> tuple[Choice, ...]:
    return Choice("roll", say("Roll here")), Choice("rolled", say("We rolled"), entered)


def _falls(game: Game, ship: ShipMove, dice: Sequence[int]) -> bool:
    """Whether a ship is lost: one die for each rift, and one of them is too low; the first is for where it began."""
    worst = game.tables.figures.gravity_rift_highest_loss.value
    return dice[0] <= _worst(game, ship) or any(die <= worst for die in dice)


def _worst(game: Game, ship: ShipMove) -> int:
    """The highest die on which a ship is lost in the rift in which it began. Rule: 36.cosmic.move-bonus."""
    figures = game.tables.figures
    return (figures.rift_leap_loss if ship.route.leaps else figures.gravity_rift_highest_loss).value


def _dice(game: Game, ship: ShipMove, dice: Sequence[int]) -> Item:
    """What the app has rolled for a ship, every die of it."""
    rolled = listed([Name(str(die)) for die in dice], ",")
    one = units(game, 1, ship.unit)
    text = say("{units!c} from {origin}: {dice}.", units=one, origin=system_short(game, ship.origin), dice=rolled)
    return Item(text, say("lost") if _falls(game, ship, dice) else "", RIFT_RULE)


def _told(game: Game, gone: dict[str, int], dice: Sequence[Item]) -> Tell:
    if not gone:
        return Tell(say("Every ship comes through the gravity rift."), RIFT_RULE, items=tuple(dice))
    lost = listed([units(game, number, unit) for unit, number in gone.items()])
    return Confirmed(
        say("The gravity rift takes its toll"),
        RIFT_RULE,
        key=keys.RIFT_LOST,
        items=(*dice, Item(say("Remove {units}.", units=lost), rule=RIFT_RULE)),
        shown=Shown(say("Gravity rift")),
    )


# --- ships of the Hive that went through a wormhole and become others, where an option has them do so


CHANGED_RULE = "38.weird.destroyer-to-fighter"


@dataclass(frozen=True)
class Traveller:
    """A ship that went through a wormhole, and where it began, if that is known."""

    unit: str
    origin: str = ""


def come_through(game: Game, through: Sequence[ShipMove], lost: Mapping[str, int]) -> list[Traveller]:
    """The ships among those that moved through a wormhole which no gravity rift has taken; the strongest first."""
    left = Counter(lost)
    found = []
    for ship in sorted(through, key=lambda one: not one.route.rifts):
        if ship.route.rifts and left[ship.unit]:
            left[ship.unit] -= 1
        else:
            found.append(Traveller(ship.unit, ship.origin))
    return strongest_first(game, found)


def strongest_first(game: Game, ships: Sequence[Traveller]) -> list[Traveller]:
    """Some ships in the order of their strength."""
    order: list[str] = [unit.key for unit in game.tables.units.ships]
    return sorted(ships, key=lambda one: (-order.index(one.unit), one.origin))


def change_ships(game: Game, ships: Sequence[Traveller], replace: Callable[[str, str], object]) -> Procedure[None]:
    """Roll for each ship, replace it, and have the table told. The app can roll, or the table says what it has rolled.

    Rules: 38.weird.destroyer-to-fighter, 38.weird.fighter-to-destroyer.
    """
    change = game.tables.units.wormhole_change
    if change is None or not ships:
        return
    answer = yield from filled(_wormhole_question(game, change, ships))
    rolled = answer.choice == "roll"
    dice = roll(game, len(ships)) if rolled else [answer.numbers[_name(place)] for place in range(len(ships))]
    lines = []
    for ship, die in zip(ships, dice, strict=True):
        becomes = _becomes(game, change, ship.unit, die)
        lines.append(_line(game, ship, die, becomes))
        if becomes:
            replace(ship.unit, becomes)
    told, shown = say("What the wormholes make of them"), Shown(say("Weird Wormholes"))
    yield Tell(told, CHANGED_RULE, keys.WORMHOLES_CHANGED, "done", items=tuple(lines), shown=shown)


def ships_through(game: Game) -> Procedure[list[Traveller]]:
    """Where no galaxy is tracked, the table says which ships went through a wormhole. Rule: 1.scope.unchanged-rules."""
    answer = yield from filled(_which(game))
    return strongest_first(game, [Traveller(unit) for unit, number in answer.numbers.items() for _ in range(number)])


def _becomes(game: Game, change: WormholeChange, unit: str, die: int) -> str:
    """The type that a ship becomes; empty if it stays what it is."""
    ladder: list[str] = [*change.ladder]
    if unit not in ladder:
        return ""
    place = ladder.index(unit)
    further = ladder[:place][::-1] if die <= change.highest_down else ladder[place + 1 :]
    return next((one for one in further if in_reinforcements(game, one)), "")


def _line(game: Game, ship: Traveller, die: int, becomes: str) -> Item:
    """What hands do with a ship. A pink fighter becomes a red destroyer. Rule: 38.weird.fighter-to-destroyer."""
    one, pink = units(game, 1, ship.unit), game.tables.units.by_key[ship.unit].counts_as is not None
    came = [say("from {origin}", origin=system_short(game, ship.origin))] if ship.origin else []
    red = [say("a red one")] if pink and becomes else []
    note = listed([say("rolled {die}", die=die), *came, *red], ";")
    if not becomes:
        return Item(say("{ship!c} stays what it is.", ship=one), note, CHANGED_RULE, sign=ship.unit, aside=True)
    text = say("Replace {ship} with {other}.", ship=one, other=units(game, 1, becomes))
    return Item(text, note, "38.weird.fighter-to-destroyer" if pink else CHANGED_RULE, sign=becomes)


def _words(game: Game, ship: Traveller) -> Words:
    one = units(game, 1, ship.unit)
    return say("{unit} from {system}", unit=one, system=system_short(game, ship.origin)) if ship.origin else one


def _name(place: int) -> str:
    return f"die{place + 1}"


def _wormhole_question(game: Game, change: WormholeChange, ships: Sequence[Traveller]) -> Ask:
    return question(
        keys.WORMHOLES,
        dice=count(len(ships), "die", "dice"),
        down=change.highest_down,
        ladder=listed([unit_name(game, key) for key in change.ladder], ","),
        choices=_who_rolls(say("the dice entered above")),
        numbers=(
            Number(_name(place), sentence(_words(game, ship)), maximum=SIDES, minimum=1, value=1)
            for place, ship in enumerate(ships)
        ),
    )


def _which(game: Game) -> Ask:
    by_key, change = game.tables.units.by_key, game.tables.units.wormhole_change
    here = [key for key in (change.ladder if change else ()) if game.hive.units.get(key, 0)]
    return question(
        keys.WORMHOLE_SHIPS,
        kinds=listed([Name(kind) for kind in change.kinds] if change else []),
        numbers=(Number(key, sentence(Name(by_key[key].plural)), maximum=game.hive.units[key]) for key in here),
    )
