"""The galaxy as the Hive sees it, what it would do with a tactical action, and on which facts that rests.

Nothing is drawn, asked or moved here, so that a decision can be tried on a galaxy that might be.

Nobody books every move of the players. So a decision is tried on galaxies that might be: the players' units gone from a
system, or come to it, its planets in a player's hands. Where that leads elsewhere, the fact is shown as last known, to
be confirmed with one tap or mended; what cannot change the outcome is not asked. Of systems with Hive units it is only
in doubt whether players have left them: players who go there say so.

Rules: pages 14 and 15.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TypeVar, cast

from hive.board.adjacency import bending, bent_in
from hive.board.movement import Chart, chart_of, distances
from hive.board.survey import Survey
from hive.catalog.remembered import Remembered
from hive.catalog.tables import Anomaly, PriorityDiagram, Seat
from hive.effects import effects
from hive.model.galaxy import Galaxy, System, holds_units
from hive.model.game import FOES, PLAYERS, Game, Player
from hive.naming import system_label, system_labels
from hive.rules.abilities.area import has_antimass_deflectors
from hive.rules.area import counters
from hive.rules.board import Tracked, known_board
from hive.rules.diagrams.systems import (
    NO_OBJECTIVE,
    Arrival,
    Decision,
    Rank,
    Ranked,
    Serving,
    completed_there,
    completing_of,
    decide,
    open_objectives,
)
from hive.rules.objectives.confirming import (
    Facts,
    doubts_in,
    holders_of,
    in_doubt,
    is_it_so,
    said,
    vouch,
    with_free_planets_taken,
)
from hive.rules.placing.ships import might_be, players_known, with_one_more
from hive.rules.tactical.plan import (
    Going,
    Start,
    TacticalType,
    could_come,
    counters_of,
    going,
    is_target,
    leaving,
    maximum_ships,
    nearest,
    standing_capacity_ships,
    targets,
    ways,
)
from hive.steps import Ask, Item, Procedure, anew
from hive.words import PlanetName, Words, count, listed, say

# A type of Hive ship that could come, and from where.
Come = tuple[str, str]
# What the table would see of a tactical action: for each destination that is left how many ships may move there, which
# ships could, and the strength of the ships where these begin.
Outline = tuple[tuple[str, int, tuple[Come, ...], tuple[float, ...]], ...]


_Found = TypeVar("_Found")


@dataclass
class Known:
    """What was found out of a galaxy once: the targets; and each thing by all that can make it differ.

    ``charts``: how its ships see the galaxy, by a system and whether players' ships are there; ``reaches``: what
    they can reach, and ``come``: what could come to each system, by the systems that such ships block (``ways``:
    those that ways lead through at first, and to); ``destinations`` by these and the targets, and ``about``: where
    players can make a difference to which of them is chosen; ``objectives``: how far the Hive has come with them, by
    a system and which players are there; ``near``: what lies close to a candidate; ``served``: the objective that it
    completes; ``outlines``: what the table would see of a decision.
    """

    targets: dict[TacticalType, tuple[str, ...]] = field(default_factory=dict)
    found: dict[tuple[str, Hashable], object] = field(default_factory=dict)

    def once(self, what: str, key: Hashable, find: Callable[[], _Found]) -> _Found:
        """What is known; it is found out the first time."""
        if (what, key) not in self.found:
            self.found[what, key] = find()
        return cast(_Found, self.found[what, key])


@dataclass(frozen=True)
class Sight:
    """The galaxy as the Hive sees it before an action: what stands where, where its ships can go, its objectives.

    ``known`` is kept for galaxies that might be, too: in the systems ``changed`` only the players' units are others, or
    who controls planets where the Hive has no units; ``first`` is how its ships saw the galaxy before that. Where such
    units bend ways all is looked at ``anew``.
    """

    survey: Survey
    chart: Chart
    objectives: tuple[Ranked, ...]
    known: Known = field(default_factory=Known, compare=False, repr=False)
    changed: frozenset[str] = frozenset()
    first: Chart | None = field(default=None, compare=False, repr=False)
    anew: Callable[[Survey], Sight] | None = field(default=None, compare=False, repr=False)

    def with_system(self, system: System) -> Sight:
        """The same but for the players' units in one system or, where the Hive has no units, for its planets."""
        survey = self.survey.with_system(system)
        if self.anew is not None and self.survey.bends_ways(system):
            return self.anew(survey)
        taken = any(survey.ship_count(system.position, seat) for seat in FOES)
        chart = self._chart_with(system.position, taken)
        objectives = self._objectives_with(survey, system.position)
        changed, first = self.changed | {system.position}, self.first or self.chart
        return replace(self, survey=survey, chart=chart, objectives=objectives, changed=changed, first=first)

    def _chart_with(self, position: str, taken: bool) -> Chart:
        if self.changed or taken == (position in self.chart.blocked):
            return self.chart.with_ships(position, taken)
        return self.known.once("charts", (position, taken), lambda: self.chart.with_ships(position, taken))

    def _objectives_with(self, survey: Survey, position: str) -> tuple[Ranked, ...]:
        """Of the players' units an objective counts no more than whether they are there."""

        def found() -> tuple[Ranked, ...]:
            return tuple((rank, come.after(survey, position)) for rank, come in self.objectives)

        key = (position, *survey.players_with_units(position), _controls(survey, position))
        return found() if self.changed else self.known.once("objectives", key, found)

    def reach(self, game: Game, action: TacticalType) -> tuple[Going, ...]:
        """Every type of Hive ship that may leave a system, with all that it can reach."""
        return self._reach(game, action, self.chart, self._blocked(game, action))

    def _reach(self, game: Game, action: TacticalType, chart: Chart, blocked: frozenset[str]) -> tuple[Going, ...]:
        ships = self.known.once("leaving", action, lambda: tuple(leaving(game, self.survey, action)))
        return self.known.once("reaches", (action, blocked), lambda: tuple(going(chart, ships)))

    def _blocked(self, game: Game, action: TacticalType) -> frozenset[str]:
        """The systems that block ways: as at first, where players' ships elsewhere change no way of an action."""
        first = self.first
        if first is None or first.blocked == self.chart.blocked:
            return self.chart.blocked

        def ways() -> tuple[frozenset[str], frozenset[str]]:
            self._reach(game, action, first, first.blocked)
            return first.crossed(), first.entered()

        crossed, entered = self.known.once("ways", action, ways)
        came, left = self.chart.blocked - first.blocked, first.blocked - self.chart.blocked
        return self.chart.blocked if came & crossed or left & entered else first.blocked

    def come(self, game: Game, action: TacticalType) -> Mapping[str, tuple[Come, ...]]:
        """By system the types of Hive ships that could come there, and from where."""

        def come() -> Mapping[str, tuple[Come, ...]]:
            found: dict[str, list[Come]] = {}
            for unit, origin, routes in self.reach(game, action):
                for position in routes:
                    found.setdefault(position, []).append((unit, origin))
            return {position: tuple(come) for position, come in found.items()}

        return self.known.once("come", (action, self._blocked(game, action)), come)

    def start(self, game: Game, action: TacticalType) -> Start:
        """What a plan of moves begins with."""
        return Start(self.survey, self.reach(game, action), self.objectives)

    def standing(self) -> tuple[str, ...]:
        """The systems in which Hive capacity ships stand that could stay there (Q19)."""
        return self.known.once("standing", None, lambda: tuple(standing_capacity_ships(self.survey, self.chart)))

    def where_capacity_ships_can_be(self, game: Game, action: TacticalType) -> set[str]:
        """The systems to which a capacity ship could move, or in which one could stay (Q19)."""
        by_key = game.tables.units.by_key
        routes = (ways for unit, _, ways in self.reach(game, action) if by_key[unit].capacity_ship)
        return {*self.standing(), *(position for ways in routes for position in ways)}

    def targets(self, game: Game, action: TacticalType) -> tuple[str, ...]:
        """The target systems of an action, by position. Rules: 15.engage.target, 15.infest.target."""
        before = self.known.targets.get(action)
        if before is None or not self.changed:
            found = tuple(targets(game, self.survey, self.chart, action))
            if not self.changed:
                self.known.targets[action] = found
            return found
        anew = {one for one in self.changed if is_target(game, self.survey, self.chart, action, one)}
        if all((one in before) == (one in anew) for one in self.changed):
            return before
        return tuple(sorted({*before} - self.changed | anew))

    def destinations(self, game: Game, action: TacticalType) -> dict[str, int]:
        """The possible destinations of an action, each with its distance to the nearest target."""
        return self._destinations(game, action, self.targets(game, action))

    def _destinations(self, game: Game, action: TacticalType, aims: tuple[str, ...]) -> dict[str, int]:
        able = partial(self.where_capacity_ships_can_be, game, action)
        key = (action, self._blocked(game, action), aims)
        return self.known.once("destinations", key, lambda: nearest(self.chart, able(), aims))

    def rests_on(self, game: Game, action: TacticalType) -> Hashable:
        """All by which the outline of an action can differ between galaxies that might be.

        Which systems block ways and which are targets: candidates and what can come there follow from these alone. What
        the objectives come to, and of the changed systems those that are about a candidate.
        """
        aims, blocked = self.targets(game, action), self._blocked(game, action)

        def about() -> frozenset[str]:
            return frozenset().union(*(self._near(one) for one in self._destinations(game, action, aims)))

        near = self.known.once("about", (action, blocked, aims), about)
        there = tuple((one, counters_of(game, self.survey, place)) for place, one in self._differing if place in near)
        return blocked, aims, self._totals, there

    def around(self, position: str) -> Hashable:
        """All about the players that can make a difference to an objective which the Hive completes in a system.

        What the objectives come to, and who is and what is held in those changed systems that can matter: this one,
        those with Hive units, from which ships come, and where an objective looks around those nearby.
        """
        if not self.objectives:
            return ()
        return self._totals, tuple(one for place, one in self._differing if place in self._near(position))

    @cached_property
    def looks_around(self) -> bool:
        """Whether what lies next to a system can complete an objective there."""
        return any(come.requirement.looks_around for _, come in self.objectives)

    @cached_property
    def _totals(self) -> Hashable:
        return tuple(frozenset(come.total.items()) for _, come in self.objectives)

    @cached_property
    def _differing(self) -> tuple[tuple[str, Hashable], ...]:
        """The changed systems, each with all that can differ there."""
        survey = self.survey
        return tuple(
            (one, (one, *survey.players_with_units(one), survey.ship_strength(one), _controls(survey, one)))
            for one in sorted(self.changed)
        )

    def _near(self, position: str) -> frozenset[str]:
        def near() -> frozenset[str]:
            found = {position, *(one for one in self.survey.positions if self.survey.has_units(one))}
            if self.looks_around:
                beside = self.survey.in_and_adjacent(position)
                found |= {one for place in beside for one in self.survey.in_and_adjacent(place)}
            return frozenset(found)

        return self.known.once("near", position, near)

    def on(self, game: Game, survey: Survey) -> Sight:
        """The same on a galaxy in which other sides control planets, anywhere."""
        return Sight(survey, self.chart, open_objectives(game, survey))


def _controls(survey: Survey, position: str) -> Hashable:
    return tuple(planet.control for planet in survey.system(position).planets.values())


def sight(game: Game, galaxy: Galaxy) -> Sight:
    """The galaxy as the Hive sees it now."""
    return _sight_of(game, Survey(galaxy, game.tables, effects(game)))


def look(board: Tracked) -> Sight:
    """The galaxy as the Hive sees it now."""
    return _sight_of(board.game, board.survey)


def _sight_of(game: Game, survey: Survey) -> Sight:
    """Rules: 15.target.inaccessible, 13.technology.antimass-deflectors, 32.higher.anomalies."""
    deflected: tuple[Anomaly, ...] = ("asteroid_field",) if has_antimass_deflectors(game) else ()
    seen = chart_of(survey, {*deflected, *game.tables.units.ignored_anomalies})
    return Sight(survey, seen, open_objectives(game, survey), anew=partial(_sight_of, game))


# --- what threatens the players: the targets of an engage as counters stand, and what reaches them


@dataclass(frozen=True)
class Threat:
    """A system with units of players: their counters against its zone's threshold, and what could come.

    ``missing`` is how many counters more would make it a target, 0 for one that is; None where it cannot be one: a
    command token of the Hive lies there, no way leads in, or it lies in no zone. ``ships`` are the types of capacity
    ships that can come with where they begin, ``standing``: one is there already.
    """

    position: str
    seats: tuple[Seat, ...]
    counters: int
    threshold: int | None
    missing: int | None
    ships: tuple[Come, ...]
    standing: bool

    @property
    def comes(self) -> bool:
        """Whether a capacity ship can be there, so that an engage can go there at once."""
        return bool(self.ships) or self.standing


def threats(game: Game) -> tuple[Threat, ...]:
    """Every system with units of players: targets that can be reached first, then those that lack least.

    Without a galaxy nobody knows: the table sees it on the board.
    Rules: 15.engage.target, 15.engage.threshold, 15.destination.capacity-ship.
    """
    seen = look(known_board(game))
    positions = (one for one in seen.survey.positions if seen.survey.players_with_units(one))
    return tuple(sorted((_threat(game, seen, one) for one in positions), key=_pressing))


def _threat(game: Game, seen: Sight, position: str) -> Threat:
    survey, by_key = seen.survey, game.tables.units.by_key
    zone, counters = survey.zone(position), counters_of(game, survey, position)
    able = seen.come(game, "engage").get(position, ())
    return Threat(
        position,
        tuple(survey.players_with_units(position)),
        counters,
        zone.threshold if zone else None,
        _missing(game, seen, position, counters),
        tuple((unit, origin) for unit, origin in able if by_key[unit].capacity_ship),
        position in seen.standing(),
    )


def _missing(game: Game, seen: Sight, position: str, counters: int) -> int | None:
    """How many counters more would make a system a target. Rule: 15.engage.threshold."""
    zone = seen.survey.zone(position)
    if zone is None or position in seen.chart.held or not seen.chart.accessible(position):
        return None
    if is_target(game, seen.survey, seen.chart, "engage", position):
        return 0
    return zone.threshold - counters


def _pressing(threat: Threat) -> tuple[bool, int, bool, str]:
    """The order in which they press: what cannot be a target last."""
    return threat.missing is None, threat.missing or 0, not threat.comes, threat.position


# --- what the Hive would do with a tactical action, and on which facts about the players that rests


@dataclass(frozen=True)
class Intent:
    """A tactical action as it would go: what the Hive sees, its targets, its candidates and the decision.

    ``candidates`` holds the possible destinations with their distance to the nearest target, ``reach`` what can go
    where.
    """

    action: TacticalType
    sight: Sight
    targets: tuple[str, ...]
    candidates: Mapping[str, int]
    decision: Decision
    reach: tuple[Going, ...]

    @property
    def possible(self) -> bool:
        """Whether the action can be performed at all. Rules: 15.no-target, 15.destination.capacity-ship, Q20."""
        return bool(self.candidates)

    @property
    def left(self) -> tuple[str, ...]:
        """The destinations between which the table decides; mostly one."""
        return self.decision.left

    def aims(self, destination: str) -> tuple[str, ...]:
        """The targets that a possible destination was found by: itself, or those from which it has so many steps.

        Empty for a system that the table has chosen. Rule: 15.destination.closest.
        """
        steps = self.candidates.get(destination)
        if not steps:
            return (destination,) if steps == 0 else ()
        chart = self.sight.chart
        return tuple(one for one in self.targets if distances(chart, [one]).get(destination) == steps)


def intent(game: Game, seen: Sight, action: TacticalType, icons: int) -> Intent:
    """What a tactical action of this type would come to.

    Rules: 15.engage.target, 15.infest.target, 15.destination.closest, 15.destination.priority,
    15.destination.counts-as-spawning, 25.interference.option-negative.
    """
    survey, reach = seen.survey, seen.reach(game, action)
    candidates = seen.destinations(game, action)
    serving = _completing(game, seen, action, candidates, icons)
    decision = decide(survey, list(candidates), destination_diagram(game), serving)
    return Intent(action, seen, seen.targets(game, action), candidates, decision, reach)


def _completing(game: Game, seen: Sight, action: TacticalType, candidates: Iterable[str], icons: int) -> Serving:
    """The candidates that let the Hive complete an objective with the very moves that it would make (Q108)."""
    come = seen.come(game, action)
    found: dict[str, Rank] = {}
    for position in candidates:
        able = come.get(position, ())
        key = (action, position, maximum_ships(game, seen.survey, position, icons), able, seen.around(position))
        rank = seen.known.once("served", key, partial(_completed, game, seen, action, position, icons))
        if rank is not None:
            found[position] = rank
    return found


def _completed(game: Game, seen: Sight, action: TacticalType, position: str, icons: int) -> Rank | None:
    """The best objective completed there, in the best of several ways to move; None for none (Q88, Q108).

    Moves are planned only where the objective would be completed if everything that could came, and nothing left.
    """
    maximum = maximum_ships(game, seen.survey, position, icons)
    types = (unit for unit, _ in seen.come(game, action).get(position, ()))
    most = Arrival(invades=True, ships={position: could_come(types, maximum)})
    hoped = completing_of(game, seen.survey, seen.objectives, [position], most).get(position)
    best: Rank | None = None
    if hoped is None:
        return None
    for plan in ways(game, seen.start(game, action), action, position, icons):
        rank = completed_there(game, plan.now.survey, seen.objectives, plan.now.objectives, position)
        best = max(rank or NO_OBJECTIVE, best or NO_OBJECTIVE)
        if best == hoped:
            break
    return None if best == NO_OBJECTIVE else best


def destination_diagram(game: Game) -> PriorityDiagram:
    """The priority by which a destination is chosen: negative once players have turned the Hive away.

    Rules: 15.destination.priority, 25.interference.option-negative.
    """
    priorities = game.tables.priorities
    return priorities.negative if game.hive.negative_priority else priorities.positive


def in_play(game: Game, seen: Sight, actions: Iterable[TacticalType]) -> set[str]:
    """The systems in which players could change what these actions come to.

    Those that a ship can enter, and where an objective looks around those next to them; for engage also those that the
    players' counters could make a target; and wherever units of theirs bend ways.
    """
    survey = seen.survey
    bends = bending(survey.effects)
    found = {one for one in survey.positions if bent_in(survey.system(one), bends)}
    for action in actions:
        entered = {position for _, _, routes in seen.reach(game, action) for position in routes}
        around = (survey.in_and_adjacent(position) for position in entered) if seen.looks_around else ()
        found.update(entered, *around)
        if action == "engage":
            angriest = sum(counters(game, seat) for seat in PLAYERS)
            zones = ((position, seen.survey.zone(position)) for position in seen.survey.positions)
            found.update(position for position, zone in zones if zone is not None and zone.threshold <= angriest)
    return found | seen.chart.held


def outline(game: Game, seen: Sight, action: TacticalType, icons: int) -> Outline:
    """What the table would see of a tactical action, to tell whether a fact changes it."""
    key = (action, icons, seen.rests_on(game, action))
    return seen.known.once("outlines", key, partial(_outline, game, seen, action, icons))


def _outline(game: Game, seen: Sight, action: TacticalType, icons: int) -> Outline:
    come, survey = seen.come(game, action), seen.survey
    return tuple(
        (
            one,
            maximum_ships(game, survey, one, icons),
            come.get(one, ()),
            tuple(survey.ship_strength(origin) for _, origin in come.get(one, ())),
        )
        for one in intent(game, seen, action, icons).left
    )


# --- little upkeep: before a decision counts, the table confirms those facts about the players on which it rests


# What matters beside single systems: who holds which planets, all over the galaxy.
HOLDERS = "holders"

# The same sheet is asked again whenever its turn is replayed; a long game comes to some hundred.
_REMEMBERED = Remembered[tuple[str, ...]](kept=4096)

Decided = Callable[[Sight], Hashable]
Look = Callable[[], Sight]
# What else may matter before the turn is over: systems, and other facts.
Later = tuple[Collection[str], Facts]


def confirmed(
    game: Game,
    look: Look,
    actions: Sequence[TacticalType],
    outcome: Decided,
    what_for: Words,
    later: Callable[[Sight], Later],
) -> Procedure[None]:
    """Have the table confirm, or mend, all that an outcome rests on; nothing is asked where nothing can change it.

    In: what looks at the galaxy as it is now; the types of action that it is about; what comes out where the galaxy
    looks like this; what is decided, in words, which tells outcomes apart; what may matter ``later`` in the same turn,
    as the table is asked once in it. The board may change meanwhile.
    """

    def matter() -> tuple[str, ...]:
        seen = look()
        systems = systems_that_matter(game, seen, outcome, in_play(game, seen, actions))
        return (*systems, HOLDERS) if holders_matter(game, seen, outcome) else tuple(systems)

    def known() -> tuple[str, ...]:
        return _REMEMBERED.get(game.tables, (game, tuple(actions), what_for), matter)

    def confirm() -> Procedure[None]:
        systems = [one for one in known() if one not in game.vouched] if not game.confirmed else []
        if systems:
            seen = look()
            more, besides = later(seen)
            shown = tuple(dict.fromkeys((*systems, *(one for one in more if one not in game.vouched))))
            sheet = _sheet(game, seen, shown, what_for, besides)
            yield from sheet
            vouch(game, (*shown, *sheet.systems))
            said(game, [one for one in shown if one != HOLDERS], sheet.systems)

    yield from anew(confirm)


def systems_that_matter(game: Game, seen: Sight, outcome: Decided, among: Iterable[str]) -> list[str]:
    """Those among some systems in which what players can have done unheard would lead to another outcome."""
    now = outcome(seen)
    survey = seen.survey
    doubtful = in_doubt(game, sorted(survey.positions & set(among)))
    alone = [
        position
        for position in doubtful
        if any(
            outcome(seen.with_system(other)) != now
            for other in might_be(survey.system(position), doubts_in(game, position))
        )
    ]
    if not any(come.requirement.looks_around and come.reached + 1 < come.needed for _, come in seen.objectives):
        return alone
    pairs = _pairs_that_matter(game, seen, outcome, [one for one in doubtful if one not in alone])
    return [one for one in doubtful if one in alone or one in pairs]


def _pairs_that_matter(game: Game, seen: Sight, outcome: Decided, doubtful: Sequence[str]) -> set[str]:
    """Those to which one player each can have come, so that both lead to another outcome and neither does alone.

    For an objective that looks around, of which the Hive lacks both neighbors.
    """
    now, survey = outcome(seen), seen.survey
    came: dict[Player, dict[str, System]] = {seat: {} for seat in PLAYERS}
    for one in doubtful:
        for seat in doubts_in(game, one).space:
            if not holds_units(survey.system(one), "hive"):
                came[seat][one] = with_one_more(survey.system(one), seat)
    found: set[str] = set()
    for one, system in came["p1"].items():
        with_one = seen.with_system(system)
        for other, there in came["p2"].items():
            pair = {one, other}
            if other != one and not pair <= found and outcome(with_one.with_system(there)) != now:
                found |= pair
    return found


def holders_matter(game: Game, seen: Sight, outcome: Decided) -> bool:
    """Whether it could lead to another outcome that players hold many more planets than anybody has booked."""
    if not seen.looks_around:
        return False
    now = outcome(seen)
    return any(outcome(seen.on(game, board)) != now for board in with_free_planets_taken(seen.survey))


# --- the sheet


def _sheet(game: Game, seen: Sight, matter: Sequence[str], what_for: Words, besides: Facts) -> Ask:
    there = {position: _there(game, seen.survey.system(position)) for position in matter if position != HOLDERS}
    known, empty = [one for one in there if there[one]], [one for one in there if not there[one]]
    items = [_known(game, position, there[position]) for position in known]
    if empty:
        items.append(Item(nobody_in(system_labels(game, empty)), count(len(empty), "system"), aside=True))
    held, holding = holders_of(game, seen.survey) if HOLDERS in matter else ((), ())
    more = [one for one in besides[0] if one not in held and one.system not in known]
    systems = dict.fromkeys((*known, *empty, *holding, *besides[1]))
    return is_it_so(((*items, *held, *more), tuple(systems)), what_for)


def nobody_in(systems: Words) -> Words:
    """That players have nothing in these systems, by their names or how many they are."""
    return say("No units or planets of players in {empty}.", empty=systems)


def _there(game: Game, system: System) -> Words:
    """All that is known of players in a system: their units, and who holds a planet that can change hands unheard."""
    words = [known] if (known := players_known(game, system)) else []
    owners: tuple[Seat, ...] = PLAYERS if holds_units(system, "hive") else ("hive", *PLAYERS)
    for owner in owners:
        planets = [PlanetName(name, system.position) for name, one in system.planets.items() if one.control == owner]
        if planets:
            words.append(say("{who} holds {planets}", who=game.name(owner), planets=listed(planets)))
    return listed(words, ";") if words else ""


def _known(game: Game, position: str, there: Words) -> Item:
    return Item(
        say("{system!c}: {there}", system=system_label(game, position), there=there), system=position, there=there
    )
