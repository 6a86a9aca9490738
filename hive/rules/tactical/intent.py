"""What the Hive would do with a tactical action, and on which facts about the players that rests.

Nothing is drawn, asked or moved here, so that a decision can be tried on a galaxy that might be.

Nobody books every move of the players. So a decision is tried on galaxies that might be: the players' units gone from a
system, or come to it, its planets in a player's hands. Where that leads elsewhere, the fact is shown as last known, to
be confirmed with one tap or mended; what cannot change the outcome is not asked. Of systems with Hive units it is only
in doubt whether players have left them: players who go there say so.

Rules: page 15.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hive.board.adjacency import bent_by_units
from hive.catalog.remembered import Remembered
from hive.catalog.tables import PriorityDiagram, Seat
from hive.model.board_counts import holds_units
from hive.model.galaxy import System
from hive.model.game import PLAYERS, Game
from hive.naming import system_label, system_labels
from hive.rules.area.points import counters
from hive.rules.diagrams.systems import (
    NO_OBJECTIVE,
    Arrival,
    Decision,
    Rank,
    Serving,
    completed_there,
    completing_of,
    decide,
)
from hive.rules.objectives.confirming import Facts, holders_of, is_it_so, vouch, with_free_planets_taken
from hive.rules.placing.ships import might_be, players_known
from hive.rules.tactical.moves import Going, TacticalType, could_come, maximum_ships
from hive.rules.tactical.plan import ways
from hive.rules.tactical.sight import Sight
from hive.steps import Ask, Item, Procedure, anew, asked
from hive.words import PlanetName, Words, count, listed, say


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
    served, come = seen.known.served, seen.come(game, action)
    found: dict[str, Rank] = {}
    for position in candidates:
        able = come.get(position, ())
        key = (action, position, maximum_ships(game, seen.survey, position, icons), able, seen.around(position))
        if key not in served:
            served[key] = _completed(game, seen, action, position, icons)
        rank = served[key]
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

    Those that a ship can enter; for engage also those that the players' counters could make a target; and wherever
    units of theirs bend ways.
    """
    survey = seen.survey
    found = {one for one in survey.positions if bent_by_units(survey.system(one), survey.effects)}
    for action in actions:
        found.update(position for _, _, routes in seen.reach(game, action) for position in routes)
        if action == "engage":
            angriest = sum(counters(game, seat) for seat in PLAYERS)
            zones = ((position, seen.survey.zone(position)) for position in seen.survey.positions)
            found.update(position for position, zone in zones if zone is not None and zone.threshold <= angriest)
    return found | seen.chart.held


def outline(game: Game, seen: Sight, action: TacticalType, icons: int) -> tuple[object, ...]:
    """What the table would see of a tactical action, to tell whether a fact changes it.

    Out: the destinations left, and for each how many ships may move there, which ships could, and the strength of the
    ships where these begin, by which they are chosen.
    """
    come = seen.come(game, action)
    survey, known = seen.survey, seen.known
    key = (action, icons, *_differences(game, seen, action))
    if key not in known.left:
        known.left[key] = intent(game, seen, action, icons).left
    return tuple(
        (
            one,
            maximum_ships(game, survey, one, icons),
            come.get(one, ()),
            tuple(survey.ship_strength(origin) for _, origin in come.get(one, ())),
        )
        for one in known.left[key]
    )


def _differences(game: Game, seen: Sight, action: TacticalType) -> tuple[Hashable, ...]:
    """All by which a decision can differ between galaxies that might be: candidates, which ships could come.

    Players count in a candidate itself, and near it where an objective looks around.
    """
    candidates, come = seen.destinations(game, action), seen.come(game, action)
    able = tuple(come.get(position, ()) for position in candidates)
    survey, changed = seen.survey, sorted(seen.changed & candidates.keys())
    there = tuple((one, survey.ship_strength(one), *survey.players_with_units(one)) for one in changed)
    return (*candidates, able, there, *(seen.around(position) for position in candidates))


# --- little upkeep: before a decision counts, the table confirms those facts about the players on which it rests


# What matters beside single systems: who holds which planets, all over the galaxy.
HOLDERS = "holders"

# The same sheet is asked again whenever its turn is replayed; a long game comes to some hundred.
_REMEMBERED = Remembered[tuple[str, ...]](kept=4096)

Outcome = Callable[[Sight], Hashable]
Look = Callable[[], Sight]
# What else may matter before the turn is over: systems, and other facts.
Later = tuple[Collection[str], Facts]


def confirmed(
    game: Game,
    look: Look,
    actions: Sequence[TacticalType],
    outcome: Outcome,
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
        systems = systems_that_matter(seen, outcome, in_play(game, seen, actions))
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
            yield from asked(sheet)
            vouch(game, (*shown, *sheet.systems))

    yield from anew(confirm)


def systems_that_matter(seen: Sight, outcome: Outcome, among: Iterable[str]) -> list[str]:
    """Those among some systems whose player units, if they were not as last known, would lead to another outcome."""
    now = outcome(seen)
    survey = seen.survey
    return [
        position
        for position in sorted(survey.positions & set(among))
        if any(outcome(seen.with_system(other)) != now for other in might_be(survey.system(position)))
    ]


def holders_matter(game: Game, seen: Sight, outcome: Outcome) -> bool:
    """Whether it could lead to another outcome that players hold many more planets than anybody has booked."""
    if not any(come.requirement.looks_around for _, come in seen.objectives):
        return False
    now = outcome(seen)
    return any(outcome(seen.on(game, board)) != now for board in with_free_planets_taken(seen.survey))


# --- the sheet


def _sheet(game: Game, seen: Sight, matter: Sequence[str], what_for: Words, besides: Facts) -> Ask:
    there = {position: _there(game, seen.survey.system(position)) for position in matter if position != HOLDERS}
    known, empty = [one for one in there if there[one]], [one for one in there if not there[one]]
    items = [_known(game, position, there[position]) for position in known]
    if empty:
        items.append(
            Item(
                nobody_in(system_labels(game, empty)),
                count(len(empty), "system"),
                aside=True,
            )
        )
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
