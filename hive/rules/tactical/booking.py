"""Whether a tactical action is possible, and one that was decided: whom it goes for, what is booked, what it brings.

Fighters and infantry are placed "as required", and leave the board at the end of the turn: where nothing moves, and
nothing there can be fought, fired at or invaded, none are required, and none are put there for the next tap to remove.

Rules: pages 10, 15, 21 and 35.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial

from hive import keys
from hive.board import pieces
from hive.board.movement import distances, move_value
from hive.board.survey import Survey
from hive.model.game import FOES, NEUTRAL, PLAYERS, EffectKept, Game, Player
from hive.naming import (
    CAN_IT,
    CANNOT,
    DECIDES,
    MOST_NAMED,
    NO_TARGET,
    TARGET_IS,
    UNDERWAY,
    How,
    aims_named,
    at_place,
    from_whom,
    items,
    system_short,
    unit_name,
    units,
    whose_planet,
)
from hive.rules.area import counters_in, gain_tokens
from hive.rules.board import Tracked, board_of, tracked
from hive.rules.combat.battle import Support, unit_support
from hive.rules.combat.units import cannons, cannons_in_reach, combatants, ships
from hive.rules.diagrams.systems import invadable, too_little_influence
from hive.rules.laws import law_due
from hive.rules.moments import HookAt, moment
from hive.rules.objectives.confirming import Facts, held_facts, in_doubt, together
from hive.rules.objectives.public import scoring_facts
from hive.rules.tactical.intent import Decided, Intent, Later, Sight, confirmed, in_play, intent, look, outline
from hive.rules.tactical.plan import TYPES, ShipMove, TacticalType, is_wanted, type_order
from hive.steps import Ask, Card, Choice, Item, Procedure, Shown, Tell, Why, agreed, question
from hive.words import PlanetName, Words, count, listed, say

ACTIVATES = "hive_activates_with_owner_ships"


@dataclass(frozen=True)
class Plan:
    """A tactical action that is about to be carried out: how it was decided, where it goes, for what, and what moves.

    ``aims`` are the targets that decided where it goes (:meth:`Intent.aims`). ``kept_out``: a Ceasefire lets nothing
    move in. ``once``: the game once the system is activated, by which the numbers of what comes there go; ``brought``:
    the lines of what that has brought about (Q133).
    """

    intent: Intent
    destination: str
    maximum: int
    moves: tuple[ShipMove, ...]
    once: Game
    aims: tuple[str, ...] = ()
    brought: tuple[Item, ...] = ()
    kept_out: bool = False

    @property
    def storms(self) -> list[str]:
        """The systems whose ion storm turns, as ships use its wormhole on their way."""
        survey = self.intent.sight.survey
        ways = dict.fromkeys(ship.route.path for ship in self.moves)
        used = (one for way in ways for one in survey.storms_used(way))
        return list(dict.fromkeys(used))

    @property
    def through(self) -> tuple[ShipMove, ...]:
        """The ships that a wormhole on their way can change; none unless an option says so."""
        survey = self.intent.sight.survey
        change = survey.tables.units.wormhole_change
        return tuple(one for one in self.moves if change and survey.passes(one.route.path, change.kinds))


def book(game: Game, plan: Plan) -> None:
    """Book what the table was told to do: the command token, every ship, and storms that turn."""
    book_token(game, plan)
    for position in plan.storms:
        pieces.turn_tokens(game, position)
    for ship in plan.moves:
        pieces.move(game, "hive", ship.unit, ship.origin, plan.destination)


def book_token(game: Game, plan: Plan) -> None:
    """Book the command token that activates the destination."""
    game.hive.activating = False
    game.hive.tokens.tactic = max(0, game.hive.tokens.tactic - 1)
    pieces.put_command_token(game, "hive", plan.destination)


def token_line(game: Game, text: Words, rule: str = "", sign: str = "") -> Item:
    """The token that a tactical action costs, told by ``text``; what it leaves in the pool."""
    tactic = game.hive.tokens.tactic
    return Item(text, say("tactic pool {tactic} to {max}", tactic=tactic, max=max(0, tactic - 1)), rule, sign=sign)


def told_support(board: Tracked, plan: Plan, cards: list[Card]) -> Support | None:
    """The fighters and infantry that will come once all ships have moved; None as long as dice can still change those.

    Rules: 21.units.condition, 21.units.placement, 19.gravity-rift.dice, 38.weird.destroyer-to-fighter.
    """
    if plan.through or any(ship.route.rifts for ship in plan.moves):
        return None
    after = board.tried()
    book(after.game, plan)
    return unit_support(plan.once, after.survey, plan.destination, cards)


def once_activated(board: Tracked, position: str) -> tuple[Game, tuple[Item, ...]]:
    """The game as it is once the Hive has activated a system in which players have ships, and what brings that about.

    Nothing of it happens yet; it goes as far as nobody has to say anything. Rule: 14.counter.fleet-removal-calm (Q133).
    """
    after, lines = board.tried().game, list[Item]()
    after.players = deepcopy(after.players)
    for step in moment(after, HookAt(ACTIVATES, position)):
        if not isinstance(step, Tell):
            break
        lines += step.items
    return after, tuple(lines)


@dataclass
class Activated:
    """The system that an announcement activates: chosen by the table, or by the Hive before players did anything."""

    chosen: str
    decided: Plan | None = None
    bent_by: list[EffectKept] = field(default_factory=list)

    def standing(self, game: Game) -> Plan | None:
        """What was decided, once players have used what they use upon an activation: that stands (Q133)."""
        return self.decided if game.effects != self.bent_by or not game.hive.activating else None

    def keep(self, game: Game, plan: Plan) -> None:
        """Note what was decided, and what bent the board then."""
        self.decided, self.bent_by = plan, [*game.effects]


# --- whom and what it goes for


def headline(board: Tracked, plan: Plan, support: Support | None) -> Words:
    """Who is attacked and where, or what is taken from whom; on the way there, for whom or what the Hive makes.

    ``support``: the fighters and infantry that come, as far as it is known before the dice of its ships.
    """
    game, survey, position = board.game, board.survey, plan.destination
    if met := whom_it_meets(board, position):
        return say("[The Hive] attacks {whom} {place}", whom=listed(met), place=at_place(game, position))
    underway = position not in plan.aims
    lands = support is None or support.infantry or board.units("hive", position).get("infantry")
    planets = invadable(game, survey, position) if lands else []
    if planets and not (underway and plan.aims):
        return _taking(game, position, planets)
    return on_its_way(board, plan, "gathers" if survey.capacity_ships([position]) else "moves_closer")


def whom_it_meets(board: Tracked, position: str) -> list[Words]:
    """Whom the Hive fights in a system that it enters, as far as the board knows; neutral units last.

    Rules: 1.scope.unchanged-rules, 33.coexist.no-combat.
    """
    game, survey = board.game, board.survey
    met: list[Words] = [game.name(seat) for seat in PLAYERS if _fights(game, survey, seat, position)]
    places = (None, *survey.not_hives(position))
    neutral = any(combatants(game, board.units(NEUTRAL, position, place), place) for place in places)
    return [*met, *([say("neutral units")] if neutral else [])]


def _fights(game: Game, survey: Survey, seat: Player, position: str) -> bool:
    beside = survey.only_coexisting(position, seat) and not counters_in(game, survey, seat, position)
    return survey.has_units(position, seat) and not beside


def _taking(game: Game, position: str, planets: Sequence[str]) -> Words:
    """That the Hive takes planets that nobody defends: from whom, and those of nobody. Rule: 15.infest.target."""
    taken, free = from_whom(game, position, planets)
    if not taken:
        return say("[The Hive] spreads to {planets}", planets=listed(free))
    if not free:
        return say("[The Hive] takes {planets}", planets=listed(taken))
    return say("[The Hive] takes {planets}, spreads to {free}", planets=listed(taken), free=listed(free))


def after(game: Game, found: Intent, aims: Sequence[str]) -> Words:
    """Whom, or which planets, a tactical action is after. In: the targets that decided."""
    survey = found.sight.survey
    if found.action == "engage":
        there = [survey.players_with_units(one) for one in aims]
        prey = [seat for seat in PLAYERS if any(seat in one for one in there)]
        together = all(len(one) == len(prey) for one in there)
        return listed([game.name(seat) for seat in prey], "and" if together else "or")
    planets = [whose_planet(game, one, name) for one in aims for name in invadable(game, survey, one)]
    if len(aims) > 1 and len(planets) > MOST_NAMED:
        return say("one of {planets}", planets=count(len(planets), "planet"))
    return listed(planets, "or" if len(aims) > 1 else "and")


def on_its_way(board: Tracked, plan: Plan, how: How) -> Words:
    """For whom or what the Hive makes where nobody is met; it goes by the table alone where that chose the system."""
    game, where = board.game, system_short(board.game, plan.destination)
    if plan.aims:
        return UNDERWAY[plan.intent.action, how](after(game, plan.intent, plan.aims))
    if how == "nothing_moves":
        return say("[The Hive] activates {system}, but nothing moves", system=where)
    return say("[The Hive] moves into {system}", system=where)


def underway(game: Game, plan: Plan) -> list[Words]:
    """Where it ends up, and how far its aim is from there; nothing where it has arrived."""
    if plan.destination in plan.aims or not plan.aims:
        return []
    where, steps = system_short(game, plan.destination), count(plan.intent.candidates[plan.destination], "step")
    return [say("at {system}, {steps} from {aims}", system=where, steps=steps, aims=aims_named(game, plan.aims))]


# --- a tactical action in which nothing happens but that its command token is placed


def only_the_token(board: Tracked, plan: Plan, cards: Sequence[Card]) -> bool:
    """Whether placing the token is all that an action comes to; a frontier token may still be explored.

    Rules: 15.move.source, 21.units.placement, 21.invasion.mecatol-rex, 1.scope.unchanged-rules.
    """
    if plan.moves:
        return False
    game, survey, position = board.game, board.survey, plan.destination
    mine = ships(game, board.units("hive", position))
    met = any(ships(game, board.units(seat, position)) for seat in FOES)
    fought = met and (mine or cannons(game, survey, "hive", position))
    fired_at = mine and cannons_in_reach(game, survey, position)
    invades = _can_land(board, plan, cards) and invadable(game, survey, position)
    return not (fought or fired_at or invades)


def _can_land(board: Tracked, plan: Plan, cards: Sequence[Card]) -> bool:
    """Whether there would be infantry to land."""
    standing = board.units("hive", plan.destination).get("infantry", 0)
    return bool(standing or unit_support(board.game, board.survey, plan.destination, cards).infantry)


def nothing_else(board: Tracked, plan: Plan, cards: Sequence[Card]) -> tuple[Item, ...]:
    """Why no more than the token is placed, and why the Hive does not land on Mecatol Rex."""
    game, survey = board.game, board.survey
    text = say("No ship moves, and nothing there is fought or invaded: no fighters and no infantry come.")
    lines = [Item(text, say("If others are there, correct it first"), "21.units.placement", aside=True)]
    if plan.destination == survey.mecatol_rex and _can_land(board, plan, cards):
        for planet in too_little_influence(game, survey):
            text = say("[The Hive] does not land on {planet}.", planet=PlanetName(planet, plan.destination))
            lines.append(Item(text, _rex_wants(game), "21.invasion.mecatol-rex", aside=True))
    return tuple(lines)


# --- what it brings the Hive to move into The Fracture, and what the table is told of it


def token_of_the_fracture(board: Tracked, plan: Plan) -> Procedure[None]:
    """A command token into the tactic pool once units have moved into an active system of The Fracture."""
    if board.game.tables.galaxy.fracture.tokens and plan.moves and board.survey.in_the_fracture(plan.destination):
        yield moved_in(board.game)


def moved_in(game: Game) -> Tell:
    """Book the command tokens that come for units that have moved there. Rule: 35.void.command-token."""
    gained = gain_tokens(game, game.tables.galaxy.fracture.tokens)
    text = say("[The Hive] gains {tokens} for The Fracture.", tokens=items(gained, "command_tokens"))
    return Tell(text, "35.void.command-token")


def fracture_told(game: Game, action: TacticalType) -> tuple[Item, ...]:
    """What counts of The Fracture for an action, where the table goes by it. Rules: 35.void.accessible and its own."""
    found = game.tables.galaxy.fracture
    if not found.accessible:
        return ()
    if action == "infest" and not found.infested:
        return (Item(say("No system in The Fracture is a target of this action."), rule="35.void.no-infest"),)
    ships = count(found.most_ships or 0, "ship other than fighters", "ships other than fighters")
    zone, bonus = found.zone or 0, found.move_bonus
    note = say("zone {zone}; ships that go there have {bonus} more move value", zone=zone, bonus=bonus)
    return (Item(say("The Fracture is open: at most {ships} may be there.", ships=ships), note, "35.void.maximum"),)


def _rex_wants(game: Game) -> Words:
    """What the Hive's bank has and Mecatol Rex needs; nothing where that is enough. Rule: 15.infest.mecatol-rex."""
    has, needed = game.hive.bank.influence, game.tables.figures.mecatol_rex_influence.value
    wants = say("it has {influence} in its bank, and needs {needed}", influence=items(has, "influence"), needed=needed)
    return wants if has < needed else ""


def rex_told(game: Game, action: TacticalType) -> tuple[Item, ...]:
    """That the Hive has too little influence for Mecatol Rex, where the table goes by it.

    Rules: 15.infest.mecatol-rex, 21.invasion.mecatol-rex.
    """
    if not (wants := _rex_wants(game)) or board_of(game).rex_held():
        return ()
    text = say("[The Hive] does not land on Mecatol Rex while nobody controls it.")
    rule = "15.infest.mecatol-rex" if action == "infest" else "21.invasion.mecatol-rex"
    return (Item(text, wants, rule, aside=True),)


# --- whether a tactical action of the Hive is possible: the board says it, or the table


def can_perform(
    game: Game, actions: Sequence[TacticalType], icons: int, why: Why | None, sure: bool = False
) -> Procedure[bool]:
    """Whether the first of these types of action can be performed; the table confirms what that rests on.

    ``actions`` names the type and then those that follow where it cannot: one sheet serves them all, and once the
    table is ``sure`` of it, there is none. Without a galaxy the table says whether there is a target.
    Rules: 15.no-target, 10.definition.other-type, Q20.
    """
    if (board := tracked(game)) is None:
        return (yield from _has_target(game, actions[0], icons, why))
    if not sure:
        yield from confirm(board, actions, icons)
    return intent(game, look(board), actions[0], icons).possible


def any_possible(game: Game) -> Procedure[bool]:
    """Whether any tactical action can be performed; where that alone decides, the table confirms what it rests on.

    Once players turn out to give the Hive a target, that is all on which the action rests, by whichever card. Without
    a galaxy it is asked only when that alone can keep the Hive in the round. Rules: 10.pass.no-options, 15.no-target.
    """
    if (board := tracked(game)) is None:
        return (yield from agreed(question(keys.ANY_TARGET)))
    if not _any_seen(board, look(board)):
        yield from _confirmed(board, TYPES, partial(_by_any_card, board), say("whether [the Hive] passes"))
    return _any_seen(board, look(board))


def confirm(board: Tracked, actions: Sequence[TacticalType], icons: int) -> Procedure[None]:
    """Have the table confirm what an action rests on, and those that follow where it cannot be performed."""
    what_for = DECIDES[actions[0]](count(icons, "icon"))
    yield from _confirmed(board, actions, partial(_course, board, actions=actions, icons=icons), what_for)


def _confirmed(board: Tracked, actions: Sequence[TacticalType], course: Decided, what_for: Words) -> Procedure[None]:
    later = partial(_later, board, course=course)
    yield from confirmed(board.game, partial(look, board), actions, course, what_for, later)


def _course(board: Tracked, seen: Sight, actions: Sequence[TacticalType], icons: int) -> Hashable:
    """The first of the actions that can be performed, and what the table would see of it."""
    outlines = ((action, outline(board.game, seen, action, icons)) for action in actions)
    return next(((action, found) for action, found in outlines if found), None)


def _later(board: Tracked, seen: Sight, course: Decided) -> Later:
    """What else the Hive may decide by in this turn, as the table is asked once in it.

    Where no tactical action is possible, strategic ones come next, and Imperial scores, or Diplomacy readies
    planets; with a law that gives the Hive another action everything can matter.
    Rules: 10.definition.other-basic, 13.imperial.score, 12.diplomacy.primary, Q132.
    """
    game = board.game
    again = law_due(game, "hive_has_acted") is not None
    facts = [*_of_cards(board)] if again or course(seen) is None else []
    systems = in_doubt(game, sorted(seen.survey.positions & in_play(game, seen, TYPES))) if again else ()
    return systems, together(*facts)


def _of_cards(board: Tracked) -> Iterator[Facts]:
    """What the strategy cards rest on that the Hive can still resolve in this turn."""
    readied, number_of = board.game.readied_cards_of("hive"), board.game.tables.strategy_cards.number_of
    if number_of["imperial"] in readied:
        yield scoring_facts(board.game)
    if number_of["diplomacy"] in readied:
        yield held_facts(board, sorted(board.survey.spawning))


def _by_any_card(board: Tracked, seen: Sight) -> Hashable:
    """What the action comes to by each definition card that could be drawn."""
    icons = sorted({card.icons or 0 for card in board.game.tables.hive_mind.cards})
    orders: tuple[Sequence[TacticalType], ...] = (TYPES, TYPES[::-1])
    return _any_seen(board, seen) and tuple(_course(board, seen, order, one) for order in orders for one in icons)


def _any_seen(board: Tracked, seen: Sight) -> bool:
    return any(seen.destinations(board.game, action) for action in TYPES)


def _has_target(game: Game, action: TacticalType, icons: int, why: Why | None) -> Procedure[bool]:
    there = say(
        "A carrier, or another ship that carries, moves there or closer; up to {ships} move.",
        ships=count(icons, "ship"),
    )
    answer = yield from Ask(
        key=keys.has_target(action),
        text=CAN_IT[action],
        choices=(Choice("yes", say("Target found")), Choice("no", say("Not possible"), beside=True)),
        rule="15.no-target",
        detail=listed([TARGET_IS[action], there], " "),
        why=why,
        items=(*fracture_told(game, action), *(rex_told(game, action) if action == "infest" else ())),
        shown=Shown(say("Tactical action"), symbol="red_star" if action == "engage" else "green_compass"),
    )
    return answer == "yes"


# --- why a tactical action is not possible


def cannot(game: Game, action: TacticalType) -> Words:
    """That an action cannot be performed, and why."""
    return CANNOT[action](why_nowhere(game, action))


def neither(game: Game) -> Words:
    """That neither of the tactical actions can be performed, and why: once where one cause stops both."""
    if (board := tracked(game)) is None:
        return say("[The Hive] can neither attack nor spread: {reason}.", reason=why_nowhere(game, "engage"))
    if all(look(board).targets(game, action) for action in TYPES):
        cause = _no_ship_goes(game, look(board), "engage")
        return say("[The Hive] can neither attack nor spread: {reason}.", reason=cause)
    return listed([cannot(game, action) for action in TYPES], " ")


def why_nowhere(game: Game, action: TacticalType) -> Words:
    """Why an action cannot be performed, as part of a sentence; without a galaxy the table has said so.

    With the systems: nothing is a target, or no capacity ship can go for one.

    Rules: 15.no-target, 15.target.command-token, 15.target.inaccessible, 15.destination.capacity-ship, Q20.
    """
    if (board := tracked(game)) is None:
        return say("no carrier, or other ship that carries, can go for a target")
    seen = look(board)
    if seen.destinations(game, action):
        return say("it was given up when it was announced")
    targets = seen.targets(game, action)
    if targets:
        nearest = _nearest_of(game, seen, action, targets)
        cause = _no_ship_goes(game, seen, action)
        return say("{cause}, so it does not get to {systems}", cause=cause, systems=nearest)
    reasons = listed(_barred(game, seen, action), ";")
    return say("there is no target: {reasons}", reasons=reasons) if reasons else NO_TARGET[action]


def _nearest_of(game: Game, seen: Sight, action: TacticalType, targets: Sequence[str]) -> Words:
    """The target that is nearest to a capacity ship, and how many others there are."""
    away = distances(seen.chart, [origin for _, origin, _ in own_carriers(game, seen.survey, action)])
    nearest = system_short(game, min(targets, key=lambda one: away.get(one, len(seen.survey.positions))))
    others = count(len(targets) - 1, "other target")
    return say("{system}, nor to {others}", system=nearest, others=others) if targets[1:] else nearest


def _no_ship_goes(game: Game, seen: Sight, action: TacticalType) -> Words:
    """What keeps every capacity ship from every target: a command token where it stands, or that no way leads there."""
    held: list[Words] = []
    free: dict[str, Words] = {}
    number = 0
    for unit, origin, _ in own_carriers(game, seen.survey, action):
        where, there = system_short(game, origin), seen.survey.ships(origin)[unit]
        number += there
        if origin in seen.chart.held:
            held.append(say("{what} in {system}", what=units(game, there, unit), system=where))
            only = say(
                "its only {ship} is held in {system} by its own command token", ship=unit_name(game, unit), system=where
            )
        else:
            free[origin] = where
    if held and number == 1:
        return only
    if held and not free:
        return say("all its ships that carry are held by its own command tokens: {ships}", ships=listed(held))
    reasons = [say("its own command token holds {ships}", ships=listed(held))] if held else []
    if free:
        reasons.append(say("no way leads there from {systems}", systems=listed([*free.values()])))
    return listed(reasons) if reasons else say("it has no ship that carries on the board")


def _barred(game: Game, seen: Sight, action: TacticalType) -> list[Words]:
    """The systems that would be targets if the Hive could get there."""
    wanted = [one for one in sorted(seen.survey.positions) if is_wanted(game, seen.survey, action, one)]
    held = [system_short(game, one) for one in wanted if one in seen.chart.held]
    closed = [system_short(game, one) for one in wanted if one not in seen.chart.held]
    return [
        *([say("its own command token lies in {systems}", systems=listed(held))] if held else []),
        *([say("no way leads to {systems}", systems=listed(closed))] if closed else []),
    ]


def own_carriers(game: Game, survey: Survey, action: TacticalType) -> Iterator[tuple[str, str, int]]:
    """Every type of capacity ship in every system, with its move value, whether it may leave or not."""
    by_key = game.tables.units.by_key
    for position in sorted(survey.positions):
        for unit in type_order(game, action):
            if by_key[unit].capacity_ship and survey.ships(position).get(unit):
                yield unit, position, move_value(game.tables, unit, game.hive.upgrades)
