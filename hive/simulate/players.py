"""The table of a simulated game: what it enters next, its two players' turns and their upkeep of the board."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from hive import keys
from hive.engine.entries import Answer, Event, Forward
from hive.engine.session import Session
from hive.model.game import PLAYERS, Game, Player
from hive.rules.events import event_of, stands_against
from hive.simulate.answers import answer
from hive.simulate.battles import battle_entries
from hive.simulate.dealings import happening
from hive.simulate.fleets import muster, production
from hive.simulate.habits import CAREFUL, Habits
from hive.simulate.moves import Move, settle_down, tactical_action
from hive.simulate.slips import correction, few_cards, mended_fight, miscounted
from hive.steps import Ask, Step

START_TOKENS, TOKENS_A_ROUND, MOST_TOKENS = 3, 3, 8
# How often: a turn is a tactical action; its ships are booked before the activation is said; its move is not booked at
# first; the facts sheet has it booked after all; something is corrected before a turn; without a galaxy, a player
# fights the Hive.
_TACTICAL, _MOVED_BEFORE, _NOT_BOOKED, _MENDED, _CORRECTION, _FOUGHT = 0.6, 0.4, 0.25, 0.6, 0.02, 0.3
_FIGHTS = ("fought", "fought_both")
# How often a unit of the Hive turns out to be miscounted while a question rests on it.
_MISCOUNTED = 0.02
# Where a question rests on the board, and the players' moves may still be booked.
_RESTS_ON_THE_BOARD = (keys.FACTS, keys.DESTINATION, keys.TACTICAL_ACTION, keys.TIED_PLACES)


# Between two rounds of dice, and how often a table that mends them does so there.
_ROUNDS = (keys.SPACE_COMBAT_ROUND, keys.GROUND_COMBAT_ROUND)
_MENDS_DICE = 0.3


@dataclass
class Table:
    """Two players at their table: they answer, move, build and book, all of it drawn from one source of chance.

    ``habits`` are theirs for the whole game. ``tokens`` are the command tokens left for this round; ``unbooked`` counts
    the moves that the app has not heard of. ``upkeep`` and ``shortened`` are the rounds of the last upkeep, and of the
    last time that few cards were left.
    """

    rng: Random
    habits: Habits = CAREFUL
    entries: deque[Forward] = field(default_factory=deque)
    tokens: dict[Player, int] = field(default_factory=lambda: dict.fromkeys(PLAYERS, START_TOKENS))
    unbooked: dict[Player, int] = field(default_factory=lambda: dict.fromkeys(PLAYERS, 0))
    upkeep: int = 0
    shortened: int = 0

    def next_entry(self, session: Session) -> Forward | None:
        """What the table enters now; None once the game is over."""
        step = session.pending
        if step is None:
            return None
        while self.entries:
            entry = self.entries.popleft()
            if _fits(session, step, entry):
                return entry
            self.entries.clear()
        self.entries.extend(self._decided(session, step))
        return self.entries.popleft()

    def _decided(self, session: Session, step: Step) -> list[Forward]:
        """The next entry, and those that belong to it. When a round begins, its upkeep comes first."""
        game = session.game
        if game.tracked and self.upkeep < game.round and (game.phase == "setup" or step.key == keys.PLAYER_TURN):
            self.upkeep = game.round
            kept = list(self._round_begins(game))
            if kept:
                return kept
        if step.key in _RESTS_ON_THE_BOARD and self.rng.random() < _MENDED:
            late = self._booked_late(game)
            if late:
                return late
        if game.tracked and isinstance(step, Ask) and step.anew and self.rng.random() < _MISCOUNTED:
            slip = list(miscounted(game, step, self.rng).entries())
            if slip:
                return slip
        slipped = self._slipped(game, step)
        if slipped:
            return slipped
        happens = happening(game, step, self.rng, self.habits.every_event, self.habits.uses)
        if happens:
            return happens
        if step.key == keys.PLAYER_TURN:
            return self._turn(game)
        fought = battle_entries(game, step, self.rng) if isinstance(step, Ask) else None
        return fought or [answer(game, step, self.rng)]

    def _slipped(self, game: Game, step: Step) -> list[Forward]:
        """What a table with such habits mends: the cards that are left, numbers between two rounds of dice."""
        if self.habits.short_decks and step.key == keys.PLAYER_TURN and self.shortened < game.round:
            self.shortened = game.round
            return list(few_cards(game, self.rng))
        mends = self.habits.mends_dice and game.tracked
        if mends and isinstance(step, Ask) and step.key in _ROUNDS and self.rng.random() < _MENDS_DICE:
            return list(mended_fight(game, step.systems[0], self.rng).entries())
        return []

    # --- upkeep

    def _round_begins(self, game: Game) -> Iterator[Forward]:
        """New tokens, and what is built at home; the fleets of the first round stand there already."""
        for seat in PLAYERS if game.phase != "setup" else ():
            self.tokens[seat] = min(MOST_TOKENS, self.tokens[seat] + TOKENS_A_ROUND)
            self.unbooked[seat] = 0
            built = production(game, seat, self.rng)
            if self.habits.together:
                muster(built, seat, self.rng)
            yield from built.entries()

    def _booked_late(self, game: Game) -> list[Forward]:
        """A move that was made some time ago is booked now."""
        for seat in PLAYERS:
            if self.unbooked[seat]:
                self.unbooked[seat] -= 1
                move = tactical_action(game, seat, self.rng, fight=False, habits=self.habits)
                return list(move.entries) if move else []
        return []

    # --- turns

    def _turn(self, game: Game) -> list[Forward]:
        seat: Player = "p2" if game.active == "p2" else "p1"
        if not game.tracked:
            return [_turn(self._untracked(game, seat))]
        between = self._between(game, seat)
        if between:
            return between
        cards = game.readied_cards_of(seat)
        if self.tokens[seat] and self.rng.random() < _TACTICAL:
            self.tokens[seat] -= 1
            move = tactical_action(game, seat, self.rng, habits=self.habits)
            if move is not None:
                return self._moves(seat, move)
        return [_turn(f"card.{self.rng.choice(cards)}" if cards else "pass")]

    def _untracked(self, game: Game, seat: Player) -> str:
        """A turn where no galaxy is tracked: a tactical action, in which the Hive is fought or not, or a card."""
        if self.tokens[seat] and self.rng.random() < _TACTICAL:
            self.tokens[seat] -= 1
            return self.rng.choice(_FIGHTS) if self.rng.random() < _FOUGHT else "done"
        cards = game.readied_cards_of(seat)
        return f"card.{self.rng.choice(cards)}" if cards else "pass"

    def _moves(self, seat: Player, move: Move) -> list[Forward]:
        booked = move.entries if self.habits.books else ()
        if move.attacks:
            activation = [_turn("activate"), Answer(keys.ACTIVATE, move.position)]
            if self.rng.random() < _MOVED_BEFORE:
                return [*booked, *activation]
            return [*activation, *booked, Answer(keys.PLAYERS_MOVE, "done")]
        if not self.habits.books:
            return [_turn("done")]
        if self.rng.random() < _NOT_BOOKED:
            self.unbooked[seat] += 1
            return [_turn("done")]
        return [*move.entries, _turn("done")]

    def _between(self, game: Game, seat: Player) -> list[Forward]:
        """What is booked or happens before a turn, if anything."""
        landed = list(settle_down(game, seat).entries())
        if landed:
            return landed
        if self.rng.random() < _CORRECTION:
            return [correction(game, self.rng)]
        return []


def _fits(session: Session, step: Step, entry: Forward) -> bool:
    """Whether an entry that was planned still fits: another question may have come, or the event be impossible."""
    if isinstance(entry, Answer):
        return entry.key == step.key
    return not isinstance(entry, Event) or entry.forced or not _impossible(session.game, entry.name)


def _impossible(game: Game, name: str) -> bool:
    """Whether an event that was planned cannot happen by now."""
    event = event_of(game, name)
    return event is None or bool(stands_against(game, event)[0])


def _turn(value: str) -> Forward:
    return Answer("player_turn", value)
