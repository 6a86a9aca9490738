"""A tactical action that was decided: what the table moves, what of it is booked, and the support that comes of it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

from hive.board import pieces
from hive.board.sides import Tracked
from hive.model.game import EffectKept, Game
from hive.rules.combat.support import Support, unit_support
from hive.rules.moments.calling import moment
from hive.rules.moments.kinds import Occasion
from hive.rules.tactical.intent import Intent
from hive.rules.tactical.plan import ShipMove
from hive.steps import Card, Item, Tell

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
    for step in moment(after, Occasion(ACTIVATES, position)):
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
