"""What the table reads of a tactical action: what to move, why there, and why not elsewhere.

The answers come in the order in which a system can fall out: a command token, no way in, no capacity ship that gets
there, too far from a target, a block of the diagram.

Rules: pages 14 to 19.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from hive import keys
from hive.board.movement import distances, reachable
from hive.catalog.tables import WayOpened, WormholesCut, WormholesJoined
from hive.model.game import Game
from hive.naming import (
    ANOMALIES,
    GIVEN_UP,
    HINDERING,
    MOST_NAMED,
    WHICH,
    aims_named,
    carriers_named,
    have_enough,
    items,
    system_label,
    system_labels,
    system_short,
    system_tile,
    unit_name,
    units,
)
from hive.rules.board import Tracked, known_board
from hive.rules.combat.battle import Support
from hive.rules.deck import BY_SYMBOL, OTHER_TYPE, HiveAction
from hive.rules.diagrams.deciding import Telling, block_words, full, told_blocks
from hive.rules.diagrams.systems import Decision, too_little_influence
from hive.rules.laws import stopping_choices
from hive.rules.placing.ships import players_known
from hive.rules.tactical.booking import (
    Plan,
    after,
    cannot,
    headline,
    nothing_else,
    on_its_way,
    only_the_token,
    own_carriers,
    token_line,
    told_support,
    underway,
)
from hive.rules.tactical.intent import Intent, intent, look
from hive.rules.tactical.plan import (
    ShipMove,
    TacticalType,
    counters_of,
    tactical_type,
)
from hive.steps import Ask, Card, Choice, Item, Marks, Row, Shown, Tell, Undertaking, Why, question
from hive.words import Name, Strong, Words, count, listed, say, sentence


def why_there(game: Game, action: HiveAction, plan: Plan) -> Why:
    """How the destination and each ship's system were found: the definition, the targets, then block by block."""
    found, other = plan.intent, OTHER_TYPE[action.type]
    line = deciding_line(game, found, plan.destination)
    if action.symbol and BY_SYMBOL[action.symbol] == other:
        line = listed([cannot(game, tactical_type(other)), line], " ")
    rows = [
        *action.why.rows,
        Row(say("Target systems"), system_labels(game, found.targets), f"15.{found.action}.target"),
        Row(say("Possible destinations"), system_labels(game, list(found.candidates)), "15.destination.closest"),
        *turned_away(game),
        *_bent(found),
        *_eased(game, found, plan.moves),
        *block_rows(game, found.decision),
        Row(say("Icons on the last card"), say("{number}", number=action.icons), "15.move.maximum"),
        Row(say("Most ships: icons or counters"), say("{number}", number=plan.maximum), "15.move.maximum-aggression"),
        *(_ship_row(game, ship) for ship in plan.moves),
    ]
    return Why(line, tuple(rows), _telling(game, found.decision).table(plan.destination))


def deciding_line(game: Game, found: Intent, destination: str) -> Words:
    """Why a tactical action goes there: what makes it a target or is nearest to one, and what decided between several.

    Rules: 15.engage.threshold, 15.destination.closest, 15.destination.priority.
    """
    if destination not in found.candidates:
        return say("The table chose it.")
    decided = _telling(game, found.decision).decided(destination)
    if found.candidates[destination]:
        return listed([_out_of_reach(game, found, destination), *([full(decided)] if decided else [])], " ")
    decisive = full(decided) if decided else _only_target(game, found)
    survey = found.sight.survey
    zone, players = survey.zone(destination), survey.players_with_units(destination)
    if found.action == "infest" or zone is None:
        return decisive
    names, counters = [game.name(seat) for seat in players], counters_of(game, survey, destination)
    return listed([have_enough(names, counters, zone.threshold), decisive], " ")


def _only_target(game: Game, found: Intent) -> Words:
    if len(found.targets) == 1:
        return say("It is the only target.")
    targets = count(len(found.targets), "target")
    return say("Of {targets} it is the only one that {ship!a} gets to.", targets=targets, ship=carriers_named(game))


def _out_of_reach(game: Game, found: Intent, destination: str) -> Words:
    """That no ship that carries gets to what it is after, and how near it gets. Rule: 15.destination.closest."""
    aims, ship = found.aims(destination), carriers_named(game)
    steps = Strong(count(found.candidates[destination], "step"))
    unnamed = len(aims) > (MOST_NAMED if found.action == "engage" else 1)
    aim = say("a target") if unnamed else after(game, found, aims)
    where, named = system_short(game, destination), aims_named(game, aims)
    near = say("from {system} it is {steps} to {aims}", system=where, steps=steps, aims=named)
    if len(found.candidates) > 1:
        others = count(len(found.candidates) - 1, "other system")
        near = say("{near} ({others} as near to one)", near=near, others=others)
    return say("No {ship} gets to {aim}: {near}.", ship=ship, aim=aim, near=near)


def _telling(game: Game, decision: Decision) -> Telling[str]:
    return Telling(game, decision, partial(system_short, game))


def turned_away(game: Game) -> list[Row]:
    """What players have made of the decision. Rule: 25.interference.option-negative."""
    turned = Row(say("Negative system priority"), say("players interfered"), "25.interference.option-negative", True)
    return [turned] if game.hive.negative_priority else []


def _bent(found: Intent) -> list[Row]:
    """What bends the ways of the Hive's ships, by its source. Rule: 1.scope.unchanged-rules."""
    bending = found.sight.survey.effects
    ways = (WormholesCut, WormholesJoined, WayOpened)
    bent = [one for one in bending.in_play if isinstance(one.effect, ways) and "hive" in one.seats]
    return [Row(Name(one.source), Name(one.effect.say), "1.scope.unchanged-rules") for one in bent]


def _eased(game: Game, found: Intent, moves: Sequence[ShipMove]) -> list[Row]:
    """What eases the ways that are taken, by the options. Rules: 32.higher.move-bonus, 32.higher.anomalies."""
    chart, survey = found.sight.chart, found.sight.survey
    left = {position for ship in moves for position in ship.route.path[:-1]}
    entered = {position for ship in moves for position in ship.route.path[1:]}
    rows = []
    if left & chart.hastening:
        more = say("{bonus} more move value, once on its way", bonus=chart.bonus)
        rows.append(Row(say("Out of a spawning system"), more, "32.higher.move-bonus", True))
    for anomaly in survey.tables.units.ignored_anomalies:
        on_way = left if anomaly in ("gravity_rift", "nebula") else entered
        there = sorted(position for position in on_way if anomaly in survey.anomalies(position))
        if there and anomaly in HINDERING:
            what = say("{anomalies}: {systems}", anomalies=HINDERING[anomaly], systems=system_labels(game, there))
            rows.append(Row(say("Ignored"), what, "32.higher.anomalies", True))
    return rows


def block_rows(game: Game, decision: Decision) -> list[Row]:
    """Who was left after each block, up to the one that decided."""
    rows, before = [], decision.candidates
    for block in told_blocks(game, decision):
        left = say("{systems} left", systems=system_labels(game, block.left))
        rows.append(Row(block_words(game, block), left, block.rule, len(block.left) < len(before)))
        before = block.left
        if len(before) == 1:
            break
    return rows


def _ship_row(game: Game, ship: ShipMove) -> Row:
    from_there = say("{unit!c} from {system}", unit=unit_name(game, ship.unit), system=system_label(game, ship.origin))
    of = _telling(game, ship.decision).decided(ship.origin) if ship.decision else say("the only one in range")
    return Row(from_there, of, "15.move.source", ship.choices > 1)


# --- what the table reads of a tactical action: what to move, why there, and the questions about the destination


OTHER = "other"


def announcement(board: Tracked, action: HiveAction, plan: Plan, cards: list[Card]) -> Ask:
    """What the table moves, and why there; Done books it."""
    game = board.game
    text = say("Put a Hive command token into {system}.", system=system_short(game, plan.destination))
    token = token_line(game, text, "15.destination.closest", "token")
    idle = only_the_token(board, plan, cards)
    support = None if idle else told_support(board, plan, cards)
    return Ask(
        key=keys.TACTICAL_ACTION,
        text=on_its_way(board, plan, "nothing_moves") if idle else headline(board, plan, support),
        choices=(
            Choice("done", say("Done")),
            Choice(OTHER, say("Elsewhere"), say("choose another destination")),
            *stopping_choices(game, plan.intent.sight.survey.players_with_units(plan.destination)),
        ),
        rule=f"15.{action.type}.target",
        detail=listed([*underway(game, plan), *_tile(game, plan.destination)], "·"),
        why=why_there(game, action, plan),
        items=(
            token,
            *plan.brought,
            *(nothing_else(board, plan, cards) if idle else _what_comes(board, plan, support)),
        ),
        anew=True,
        systems=tuple(dict.fromkeys((plan.destination, *(ship.origin for ship in plan.moves)))),
        marks=_marks(plan.intent, plan.destination, plan.moves),
        shown=Shown(say("Tactical action"), symbol=action.symbol),
        undertaking=Undertaking(tactical_type(action.type), action.icons, plan.destination),
    )


def _what_comes(board: Tracked, plan: Plan, support: Support | None) -> tuple[Item, ...]:
    """What moves and comes there, and whom it meets."""
    game = board.game
    # The wormhole nexus turns once ships come there; :mod:`hive.board.pieces` books it.
    nexus = game.tables.tiles.active_face(board.survey.system(plan.destination).tile) and plan.moves
    turned = Item(say("Turn the wormhole nexus to its active side."), rule="1.scope.unchanged-rules")
    return (
        *_move_lines(game, plan.moves),
        *([turned] if nexus else ()),
        *(_storm_line(game, position) for position in plan.storms),
        _players_line(game, plan),
        *_support_lines(plan, support),
    )


def _marks(found: Intent, destination: str = "", moves: Sequence[ShipMove] = ()) -> Marks:
    """What the map points out: targets, possible destinations, who was left, the destination, and each way there."""
    paths = tuple(dict.fromkeys(ship.route.path for ship in moves))
    return Marks(found.targets, tuple(found.candidates), found.left, destination, paths)


def _players_line(game: Game, plan: Plan) -> Item:
    """Whom the Hive meets there: on this rests whether there is a combat at all. Rule: 1.scope.unchanged-rules."""
    known = players_known(game, plan.intent.sight.survey.system(plan.destination)) or say("no units of players")
    text, note = say("There, as last known: {known}.", known=known), say("If others are there, correct it first")
    return Item(text, note, "1.scope.unchanged-rules", aside=True)


def _storm_line(game: Game, position: str) -> Item:
    text = say("Turn the ion storm in {system} to its other side.", system=system_label(game, position))
    return Item(text, say("ships use its wormhole"), "1.scope.unchanged-rules")


def _support_lines(plan: Plan, told: Support | None) -> tuple[Item, ...]:
    later = say("Fighters and infantry come after the dice.")
    rule = "38.weird.destroyer-to-fighter" if plan.through else "19.gravity-rift.dice"
    return told.items if told else (Item(later, rule=rule, aside=True),)


def _move_lines(game: Game, moves: Sequence[ShipMove]) -> list[Item]:
    """What moves from where, ships of one type and one way together."""
    if not moves:
        return [Item(say("No ship moves."), rule="15.move.source", aside=True)]
    together: dict[object, list[ShipMove]] = {}
    for ship in moves:
        together.setdefault((ship.unit, ship.origin, ship.route.path), []).append(ship)
    lines = []
    for ship, *others in together.values():
        number = units(game, 1 + len(others), ship.unit)
        text = say("Move {units} from {system}.", units=number, system=system_short(game, ship.origin))
        rule = "38.weird.moves-with-capacity" if ship.carried else "15.move.source"
        lines.append(Item(text, _way(game, ship), rule, sign=ship.unit, path=ship.route.path))
    return lines


def _way(game: Game, ship: ShipMove) -> Words:
    between = ship.route.path[1:-1]
    by_way = [say("by way of {systems}", systems=system_labels(game, between))] if between else []
    rifts = () if ship.carried else ship.route.rifts
    beside = [say("beside a ship that carries")] if ship.carried else []
    dice = [say("dice for the gravity rift: {systems}", systems=system_labels(game, rifts))] if rifts else []
    return listed([*_tile(game, ship.origin), *beside, *by_way, *dice], ";")


def _tile(game: Game, position: str) -> list[Words]:
    return [words] if (words := system_tile(game, position)) else []


def nothing_to_go_for(game: Game, action: TacticalType) -> Tell:
    """A defined action has lost its last target before anything was activated (Q99)."""
    return Tell(listed([cannot(game, action), GIVEN_UP], " "), "10.definition.other-type")


def which_destination(game: Game, found: Intent) -> Ask:
    """A tie after the last block goes to the table. Rule: 1.scope.most-helpful."""
    return Ask(
        key=keys.DESTINATION,
        text=WHICH[found.action],
        choices=tuple(Choice(position, sentence(system_label(game, position))) for position in found.left),
        rule="1.scope.most-helpful",
        detail=say("These systems tie by system priority: what helps [the Hive] most?"),
        why=Why(
            say("Tied after the last block."),
            tuple(block_rows(game, found.decision)),
            _telling(game, found.decision).table(found.left[0]),
        ),
        anew=True,
        systems=found.left,
        marks=_marks(found),
        shown=Shown(say("Tactical action"), expects=False),
    )


def other_destination(game: Game, plan: Plan) -> Ask:
    """Where the table sends the Hive instead: to any system that a ship of its own can get to, or has got to."""
    seen, action = plan.intent.sight, plan.intent.action
    capacity = seen.where_capacity_ships_can_be(game, action)
    others = {to for _, _, routes in seen.reach(game, action) for to in routes} - capacity
    labels = {to: sentence(system_label(game, to)) for to in (*capacity, *others)}
    return question(
        keys.OTHER_DESTINATION,
        choices=(
            *(Choice(to, labels[to], say("a ship that carries can be there")) for to in sorted(capacity)),
            *(Choice(to, labels[to], say("no ship that carries gets there: nothing moves")) for to in sorted(others)),
        ),
    )


# --- why a tactical action does not go to another system: one answer for each, by name and number


Fell = Literal["chosen", "token", "closed", "no_ship", "no_target", "farther", "block", "tied"]


@dataclass(frozen=True)
class WhyNot:
    """Where a system fell out of a decision, in one sentence; ``chosen``: it did not."""

    fell: Fell
    words: Words
    rule: str


def why_not(game: Game, found: Intent, destination: str, position: str) -> WhyNot:
    """Why an action that goes to a destination does not go to this system; or that it does.

    Rules: 15.target.command-token, 15.target.inaccessible, 15.destination.capacity-ship, 15.destination.closest,
    15.destination.priority.
    """
    if position == destination:
        return WhyNot("chosen", deciding_line(game, found, destination), "15.destination.priority")
    if position in found.candidates:
        return _by_a_block(game, found, destination, position)
    chart = found.sight.chart
    if position in chart.held:
        words = say("Its own command token lies here already.")
        return WhyNot("token", words, "15.target.command-token")
    if not chart.accessible(position):
        return WhyNot("closed", _closed(game, found, position), "15.target.inaccessible")
    if position not in found.sight.where_capacity_ships_can_be(game, found.action):
        return WhyNot("no_ship", _no_ship(game, found, position), "15.destination.capacity-ship")
    return _too_far(game, found, destination, position)


def why_not_there(game: Game, undertaking: Undertaking, position: str) -> WhyNot | None:
    """Why an action that is announced does not go to a system; None for one that is nowhere, or where nobody knows."""
    board = known_board(game)
    if position not in board.systems:
        return None
    found = intent(game, look(board), undertaking.action, undertaking.icons)
    return why_not(game, found, undertaking.destination, position)


def _by_a_block(game: Game, found: Intent, destination: str, position: str) -> WhyNot:
    """A possible destination that another was chosen before."""
    if position in found.left:
        system, chosen = system_short(game, position), system_short(game, destination)
        words = say("{one} ties with {chosen} to the last: the table chose.", one=system, chosen=chosen)
        return WhyNot("tied", words, "1.scope.most-helpful")
    winner = destination if destination in found.left else found.left[0]
    block = next(one for one in found.decision.blocks if position in one.worth and position not in one.left)
    return WhyNot("block", full(_telling(game, found.decision).fell(winner, position)), block.rule)


def _closed(game: Game, found: Intent, position: str) -> Words:
    """What keeps all ships of the Hive out."""
    survey, chart = found.sight.survey, found.sight.chart
    if position not in chart.closed:
        return say("No way leads here.")
    hindering = [ANOMALIES[one] for one in survey.anomalies(position) if one in ("supernova", "asteroid_field")]
    if hindering:
        return say("No ship of [the Hive] may enter: {anomalies}.", anomalies=Strong(listed(hindering)))
    return say("This system is closed to [the Hive].")


# --- no capacity ship


def _no_ship(game: Game, found: Intent, position: str) -> Words:
    """Why no capacity ship gets there: it must stay, or is too far away; or only other ships get there."""
    for unit, origin, move in own_carriers(game, found.sight.survey, found.action):
        if position in reachable(found.sight.chart, origin, move):
            return say(
                "{unit!c} in {origin} could come, but stays: {origin} would no longer be {defended}.",
                **_ship(game, unit, origin),
                defended=Strong(say("fully defended")),
            )
    carrier = carriers_named(game)
    for unit, origin, ways in found.reach:
        if position in ways:
            ship = _ship(game, unit, origin)
            return say("No {carrier} gets here, only {unit} from {origin} and the like.", carrier=carrier, **ship)
    return _nearest_ship(game, found, position)


def _ship(game: Game, unit: str, origin: str) -> dict[str, Words]:
    return {"unit": units(game, 1, unit), "origin": system_short(game, origin)}


def _nearest_ship(game: Game, found: Intent, position: str) -> Words:
    away = distances(found.sight.chart, [position])
    there = [one for one in own_carriers(game, found.sight.survey, found.action) if one[1] in away]
    ships = [(away[origin] - move, unit, origin, move) for unit, origin, move in there]
    if not ships:
        return say("No ship of [the Hive] that carries has a way to here.")
    lacking, unit, origin, move = min(ships)
    ship = _ship(game, unit, origin) | {"carrier": carriers_named(game)}
    if lacking > 0:
        return say(
            "No {carrier} gets here: the nearest, {unit} in {origin}, is {steps} away and moves {move}.",
            **ship,
            steps=Strong(count(away[origin], "step")),
            move=move,
        )
    if origin in found.sight.chart.held:
        return say("No {carrier} gets here: {unit} in {origin} is held there by its own command token.", **ship)
    return say(
        "No {carrier} gets here: the way of {unit} from {origin} is barred by ships of players or a nebula.", **ship
    )


# --- too far from a target


def _too_far(game: Game, found: Intent, destination: str, position: str) -> WhyNot:
    """A capacity ship can be there, but it is no target, or lies further from one than another system."""
    near = distances(found.sight.chart, found.targets)
    least = min(found.candidates.values(), default=None)
    if least == 0 or least is None:
        reason = _no_target(game, found, position)
        return WhyNot("no_target", say("No target: {reason}.", reason=reason), f"15.{found.action}.target")
    if position not in near:
        return WhyNot("farther", say("From here no way leads to a target."), "15.destination.closest")
    words = say(
        "It is {steps} from the nearest target, {chosen} only {least}.",
        steps=Strong(count(near[position], "step")),
        chosen=system_short(game, destination),
        least=Strong(say("{number}", number=least)),
    )
    return WhyNot("farther", words, "15.destination.closest")


def _no_target(game: Game, found: Intent, position: str) -> Words:
    """Why a system is no target of an action. Rules: 15.engage.target, 15.engage.threshold, 15.infest.target."""
    survey = found.sight.survey
    if found.action == "infest":
        if not survey.system(position).planets:
            return say("it has no planet")
        barred = too_little_influence(game, survey) if position == survey.mecatol_rex else []
        if barred:
            return say(
                "{planets} asks {needed} of the bank, which holds {has}",
                planets=listed([Name(one) for one in barred]),
                needed=Strong(items(game.tables.figures.mecatol_rex_influence.value, "influence")),
                has=Strong(say("{number}", number=game.hive.bank.influence)),
            )
        return say("[the Hive] controls every planet here")
    present = survey.players_with_units(position)
    zone = survey.zone(position)
    if not present:
        return say("no player has units here")
    if zone is None:
        return say("it lies beside the map, in no zone")
    return say(
        "the counters of {players} are {counters}, {threshold} would be needed in zone {zone}",
        players=listed([game.name(seat) for seat in present]),
        counters=Strong(say("{number}", number=counters_of(game, survey, position))),
        zone=Name(str(zone.zone)),
        threshold=Strong(say("{number}", number=zone.threshold)),
    )
