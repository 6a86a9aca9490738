"""The table of a simulated game: what it enters next, its two players' turns and their upkeep of the board.

Beside their turns players do things to the Hive, some of it where the rules forbid it. Then it has to be refused, and
now and then they play it anyway. Besides, now and then something goes wrong.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from hive import keys
from hive.catalog.tables import Seat
from hive.engine import entries
from hive.engine.entries import Answer, Correct, Forward
from hive.engine.facts import FACTS, correctable
from hive.engine.session import Session
from hive.fields import AnyField, Number, OneOf
from hive.model.game import PLAYERS, Game, Player
from hive.rules.events.doings import at_its_moment, does_something, event_of, events_of, offered, used_event
from hive.rules.events.kinds import Event, NotNow, begin_event, stands_against
from hive.simulate.answers import answer, battle_entries
from hive.simulate.moves import CAREFUL, Booking, Habits, Move, muster, production, settle_down, tactical_action
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
            if kept := list(self._round_begins(game)):
                return kept
        if step.key in _RESTS_ON_THE_BOARD and self.rng.random() < _MENDED and (late := self._booked_late(game)):
            return late
        if game.tracked and isinstance(step, Ask) and step.anew and self.rng.random() < _MISCOUNTED:
            slip = list(miscounted(game, step, self.rng).entries())
            if slip:
                return slip
        if slipped := self._slipped(game, step):
            return slipped
        if happens := happening(game, step, self.rng, self.habits.every_event, self.habits.uses):
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
        if between := self._between(game, seat):
            return between
        if self.tokens[seat] and self.rng.random() < _TACTICAL:
            self.tokens[seat] -= 1
            move = tactical_action(game, seat, self.rng, habits=self.habits)
            if move is not None:
                return self._moves(seat, move)
        return [_turn(self._card(game, seat))]

    def _untracked(self, game: Game, seat: Player) -> str:
        """A turn where no galaxy is tracked: a tactical action, in which the Hive is fought or not, or a card."""
        if self.tokens[seat] and self.rng.random() < _TACTICAL:
            self.tokens[seat] -= 1
            return self.rng.choice(_FIGHTS) if self.rng.random() < _FOUGHT else "done"
        return self._card(game, seat)

    def _card(self, game: Game, seat: Player) -> str:
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
        return landed or ([correction(game, self.rng)] if self.rng.random() < _CORRECTION else [])


def _fits(session: Session, step: Step, entry: Forward) -> bool:
    """Whether an entry that was planned still fits: another question may have come, or the event be impossible."""
    if isinstance(entry, Answer):
        return entry.key == step.key
    return not isinstance(entry, entries.Event) or entry.forced or not _impossible(session.game, entry.name)


def _impossible(game: Game, name: str) -> bool:
    """Whether an event that was planned cannot happen by now."""
    event = event_of(game, name)
    return event is None or bool(stands_against(game, event)[0])


def _turn(value: str) -> Forward:
    return Answer("player_turn", value)


# --- what players do to the Hive beside their turns

# How much each event is wished for where something happens at all, by the moment; those of other pages, or of factions
# that are not at the table, never come.
THEIR_TURN = {
    **{"arms_transaction": 8, "action_card": 6, "sustained": 1, "attrition": 1, "maneuver": 1, "exchange_planets": 1},
    **{"note_back": 3, "pillaged": 3, "hands_seen": 3, "influence_spent": 5, "fragment": 1, "relic": 0.2},
    **{"planet_exhausted": 1, "fleet_pool": 2, "speaker": 1, "draw_cards": 1, "combat": 1, "weakest": 1},
    **{"hits_space": 1, "realign": 1, "interference": 1, "mercenary": 2, "planet_purged": 0.5},
}
HIVES_TURN = {"interference": 12, "action_card": 4, "sustained": 1, "note_back": 1, "explore_frontier": 1}
# Where no galaxy is tracked, the table tells what a tactical action of the Hive has brought, and what players took.
UNTRACKED = {"planet_gained": 8, "explore_frontier": 2, "units_lost": 1, "hits_space": 2, "hits_ground": 1}
UNTRACKED_TURN = {**THEIR_TURN, "planet_lost": 6, "rex_taken": 1, "support": 4, "custodians": 1}
AGENDA = {"diplomacy_rider": 1, "interference": 4, "action_card": 3, "arms_transaction": 1}
# What a careful table hardly ever tells, as the course of the game brings it; bold ones do so now and then.
SELDOM = (
    *("law_enacted", "law_repealed", "law_resolved", "scored", "unscored", "points", "reveal", "withdrawn"),
    *("explore_planet", "explore_frontier", "hits_space", "hits_ground", "weakest", "units_lost", "support", "combat"),
    *("planet_gained", "planet_lost", "planet_exhausted", "rex_taken", "custodians", "exchange_planets", "fragment"),
    *("relic", "attrition", "maneuver", "hands_seen", "influence_spent", "pillaged", "draw_cards", "realign"),
    *("captured", "reveal_besides", "gift_lent", "gift_back", "atomics", "deepwrought_hero", "discovery", "expedition"),
    *("fracture", "monument", "monument_built", "splice_gained", "splice_given", "splice_lost"),
    *("splice_taken", "tyrant", "war", "war_point", "zealous", "ally_copied", "relic_purged"),
)
_SELDOM_OFTEN = 0.4
# How often something happens at each moment.
THEIR_TURN_OFTEN, HIVES_TURN_OFTEN, AGENDA_OFTEN, UNTRACKED_OFTEN = 0.16, 0.18, 0.12, 0.5
_HIVE_DECIDES = (keys.HIVE_TURN, keys.FACTS, keys.DESTINATION, keys.TACTICAL_ACTION)
# How often a table insists on what a rule forbids.
_FORCED = 0.1
_MOST_TOLD = 2
# How often players use what they own where it can be used: on their turns, and elsewhere.
_USED_ON_A_TURN, _USED = 0.06, 0.25


def happening(game: Game, step: Step, rng: Random, every: bool = False, uses: bool = False) -> list[entries.Forward]:
    """Something that a player does to the Hive at this moment, if anything. ``every``: it may be any event.

    ``uses``: what its factions have is used, too.
    """
    used = _used(game, step, rng) if uses else []
    if used:
        return used
    wishes = _wishes(game, step, rng)
    if every and wishes and rng.random() < _SELDOM_OFTEN:
        wishes = dict.fromkeys(SELDOM, 1)
    known = events_of(game) if wishes else {}
    wished = {name: wish for name, wish in wishes.items() if name in known}
    if not wished:
        return []
    return begin(game, known[rng.choices(list(wished), list(wished.values()))[0]], rng)


def _used(game: Game, step: Step, rng: Random) -> list[entries.Forward]:
    """What a faction at this table has for this moment, or in Twilight's Fall what anybody may have by now."""
    if step.key == keys.PLAYER_TURN or game.tables.doings.mode != "standard":
        found = [one for one in at_its_moment(game, step) if one.faction is not None and does_something(one)]
    else:
        found = offered(game, step)
    if not found or rng.random() >= (_USED_ON_A_TURN if step.key == keys.PLAYER_TURN else _USED):
        return []
    return begin(game, used_event(rng.choice(found)), rng)


def begin(game: Game, event: Event, rng: Random) -> list[entries.Forward]:
    """An event, told with anything that fits; what a rule forbids is tried, and mostly left at that."""
    told = {field.name: _told(field, rng) for field in event.fields(game)}
    refused = _refused(game, event, told)
    if refused is None:
        return [entries.Event(event.name, told)]
    forced = refused.forcible and rng.random() < _FORCED
    # Behind a rule that can be set aside may stand that it changes nothing there, which cannot.
    works = forced and _refused(game, event, told, forced=True) is None
    return [entries.Event(event.name, told, forced=True)] if works else []


def _wishes(game: Game, step: Step, rng: Random) -> Mapping[str, float]:
    untracked = not game.tracked
    if untracked and step.key == keys.TACTICAL_ACTION:
        return UNTRACKED if rng.random() < UNTRACKED_OFTEN else {}
    if step.key == keys.PLAYER_TURN:
        return (UNTRACKED_TURN if untracked else THEIR_TURN) if rng.random() < THEIR_TURN_OFTEN else {}
    if game.active == "hive" and step.key in _HIVE_DECIDES:
        return HIVES_TURN if rng.random() < HIVES_TURN_OFTEN else {}
    if game.phase == "agenda":
        return AGENDA if rng.random() < AGENDA_OFTEN else {}
    return {}


def _told(field: AnyField, rng: Random) -> str | int:
    """A choice, also one that is barred; or a small number, also where none would fit."""
    if isinstance(field, OneOf):
        offered = (*field.choices, *field.barred)
        # A number where there is nothing to choose from: the rules refuse it.
        return rng.choice(offered).value if offered else str(rng.randint(0, 0))
    return rng.randint(field.minimum, max(field.minimum, min(field.maximum, field.minimum + _MOST_TOLD)))


def _refused(game: Game, event: Event, told: Mapping[str, object], forced: bool = False) -> NotNow | None:
    """What stands against an event, if anything. Nothing of it begins here."""
    try:
        begin_event(game, event, told, forced)
    except NotNow as error:
        return error
    return None


# --- what goes wrong: numbers that were counted otherwise, units that are not there

# So many cards are left at most where few are.
_FEW = 5
SIDES: tuple[Seat, ...] = ("hive", "p1", "p2")
_CORRECTED = ("hive.trade_goods", "hive.bank.influence", "hive.bank.resources", "players.p1.counters")


def correction(game: Game, rng: Random) -> Forward:
    """A number that the table has counted otherwise: one more or one less."""
    one = correctable(game, rng.choice(_CORRECTED))
    assert one is not None and isinstance(one.entered, Number)
    before, more = int(one.read(game)), rng.choice((-1, 1))
    return Correct(one.field, next(value for value in (before + more, before - more) if one.entered.fits(value)))


def few_cards(game: Game, rng: Random) -> Iterator[Forward]:
    """Hardly a card is left: the primary deck is used up, and the secondary one soon."""
    left = {"deck.primary": rng.choice((0, 0, 1, 2)), "deck.secondary": rng.randint(0, _FEW)}
    for name, number in left.items():
        if int(FACTS[name].read(game, "")) > number:
            yield Correct(name, number)


def mended_fight(game: Game, position: str, rng: Random) -> Booking:
    """Between two rounds of dice a unit of either side is there after all, or is gone."""
    booking = Booking(game)
    seat = rng.choice(SIDES)
    planets = [name for name, planet in booking.galaxy.systems[position].planets.items() if planet.units.get(seat)]
    planet = rng.choice([None, *planets])
    there = booking.units(seat, position, planet)
    if there:
        unit = rng.choice(list(there))
        more = rng.random() < 1 / 2 and booking.unused(seat, unit) > 0
        booking.add(seat, unit, 1 if more else -1, position, planet)
    return booking


def miscounted(game: Game, step: Ask, rng: Random) -> Booking:
    """A unit of the Hive less, or one more, in space of a system that a question is about."""
    booking = Booking(game)
    for position in rng.sample(step.systems, min(1, len(step.systems))):
        there = booking.units("hive", position)
        if there:
            unit = rng.choice(list(there))
            more = rng.choice((True, False)) and booking.unused("hive", unit) > 0
            booking.add("hive", unit, 1 if more else -1, position)
    return booking
