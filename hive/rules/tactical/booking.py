"""A tactical action that was decided: what is booked, what nobody can book, and what it brings.

Fighters and infantry are placed "as required", and leave the board at the end of the turn: where nothing moves, and
nothing there can be fought, fired at or invaded, none are required, and none are put there for the next tap to remove.

Rules: pages 15 and 21, page 35.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from hive.board import pieces
from hive.model.game import FOES, EffectKept, Game
from hive.naming import items
from hive.rules.area.funds import gain_tokens
from hive.rules.board import Tracked
from hive.rules.combat.battle import Support, unit_support
from hive.rules.combat.units import cannons, cannons_in_reach, ships
from hive.rules.diagrams.systems import invadable, too_little_influence
from hive.rules.moments import HookAt, moment
from hive.rules.tactical.intent import Intent
from hive.rules.tactical.moves import TacticalType
from hive.rules.tactical.plan import ShipMove
from hive.steps import Card, Item, Procedure, Tell
from hive.words import PlanetName, count, say

ACTIVATES = "hive_activates_with_owner_ships"


@dataclass(frozen=True)
class Plan:
    """A tactical action that is about to be carried out: how it was decided, where it goes, and what moves.

    ``kept_out``: a Ceasefire lets nothing move in. ``once``: the game once the system is activated, by which the
    numbers of what comes there go; ``brought``: the lines of what that has brought about (Q133).
    """

    intent: Intent
    destination: str
    maximum: int
    moves: tuple[ShipMove, ...]
    once: Game
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
    lines = [Item(text, say("if players are there, correct it first"), "21.units.placement", aside=True)]
    if plan.destination == survey.mecatol_rex and _can_land(board, plan, cards):
        lines += [
            Item(
                say("[The Hive] does not land on {planet}.", planet=PlanetName(planet, plan.destination)),
                say(
                    "it has {influence} in its bank, and needs {needed}",
                    influence=items(game.hive.bank.influence, "influence"),
                    needed=game.tables.figures.mecatol_rex_influence.value,
                ),
                "21.invasion.mecatol-rex",
                aside=True,
            )
            for planet in too_little_influence(game, survey)
        ]
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
    return (
        Item(
            say("The Fracture is open: at most {ships} may be there.", ships=ships),
            say(
                "zone {zone}; ships that go there have {bonus} more move value",
                zone=found.zone or 0,
                bonus=found.move_bonus,
            ),
            "35.void.maximum",
        ),
    )
