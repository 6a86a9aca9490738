"""The Hive's turn in the action phase: how the Hive Mind defines its action, and one that a player cancels.

The app tells of a strategic action when it has worked it out. Until the table has confirmed all of it a player may
still cancel it: then the game is as it was before, but for the cards turned over, what the players used, and all that
the table has entered by itself meanwhile.

Rules: pages 10 and 11, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

from hive import keys
from hive.board.pieces import recount
from hive.catalog.tables import ActionSymbol, StrategyCard
from hive.effects import end
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.model.merging import merged_parts, parts
from hive.naming import ONE_MORE, PLAYED, SYMBOL_WORDS, TYPE_WORDS
from hive.rules.abilities import ABILITIES
from hive.rules.abilities.area import Outcome
from hive.rules.action.turns import end_turn
from hive.rules.area import points_peak
from hive.rules.board import Tracked, board_of
from hive.rules.deck import (
    BY_SYMBOL,
    OTHER_TYPE,
    ActionType,
    Basic,
    HiveAction,
    Pass,
    basic_of,
    discard_used,
    draw,
    symbol_rule,
)
from hive.rules.moments import HivePassed, HivesTurnBegins, SpeakerChanged, moment
from hive.rules.notes import agreements_resolved
from hive.rules.objectives.confirming import card_used
from hive.rules.tactical.action import perform_tactical_action
from hive.rules.tactical.booking import any_possible, can_perform, cannot, neither, why_nowhere
from hive.rules.tactical.plan import tactical_type
from hive.rules.transactions.payment import offer_pillage
from hive.steps import Card, CardField, Confirmed, Item, Procedure, Row, Shown, Tell, Why, question
from hive.words import Name, Words, count, listed, say


def strategy_card_for(game: Game, action: ActionType) -> int | None:
    """The readied strategy card that an arrow stands for, or None.

    High and low go by the initiative numbers of all the Hive's cards, used or not.
    Rules: 10.symbol.blue-arrow, 10.symbol.yellow-arrow.
    """
    cards = game.cards_of("hive")
    if not cards:
        return None
    number = cards[-1] if action == "strategic_high" else cards[0]
    return None if game.strategy_cards[number].exhausted else number


def can_be_strategic(game: Game) -> bool:
    """Whether the Hive has a readied strategy card."""
    return bool(game.readied_cards_of("hive"))


def can_be_tactical(game: Game) -> bool:
    """Whether the Hive has a command token to activate a system with (Q20)."""
    return game.hive.tokens.tactic > 0


class Definition:
    """The running definition of an action: what was found unavailable, and the rows of the trace.

    ``secondary_at_start``: the turn has begun with the secondary deck; a transaction in it may have drawn the last
    primary card since (Q55). ``sure``: the table has confirmed where the players are, as far as the present card
    goes. ``additional``: the turn has begun with another action, so the choice icon is not tested (Q132).
    ``wanted``: the basic action for which more cards are drawn. ``final``: symbol and icons of the card that
    defines the action, as far as there is one.
    """

    def __init__(self, game: Game, additional: bool = False) -> None:
        self.game = game
        self.secondary_at_start = game.deck.secondary_active and not additional and not game.hive.drew_primary
        self.unavailable: list[ActionType] = []
        self.rows: list[Row] = []
        self.cards_drawn = 0
        self.sure = False
        self.wanted: Basic | None = None
        self.final: tuple[ActionSymbol, int] | None = None

    def came_to_nothing(self, action: ActionType) -> None:
        """The defined action has lost its last target before it began, so it is not available after all (Q99).

        What comes in its place may rest on other facts than those that the table has confirmed.
        """
        self.unavailable.append(action)
        self.rows.append(Row(TYPE_WORDS[action], self._reason(action), "10.definition.other-type"))
        self.sure = self.game.confirmed = False

    def passing(self, rule: str, line: Words) -> Pass:
        """The Hive passes for this reason."""
        self.rows.append(Row(say("Pass"), line, rule, True))
        extra = max(0, self.cards_drawn - 1)
        return Pass(rule, Why(line, tuple(self.rows)), tuple(self.unavailable), extra)

    def why_nothing(self) -> Words:
        """Why neither basic action is available."""
        if not can_be_tactical(self.game):
            return say("[The Hive] has played its strategy cards, and no command token is in its tactic pool.")
        return listed([say("[The Hive] has played its strategy cards."), neither(self.game)], " ")

    def draw_card(self, wanted: Basic | None) -> Procedure[Card | None]:
        """Draw the next definition card; the choice icon is read on a first card of the secondary deck only."""
        fields: tuple[CardField, ...] = ("action", "icons")
        if self.secondary_at_start and not self.cards_drawn:
            fields = ("action", "choice", "icons")
        rule = "10.definition" if not self.cards_drawn else "10.definition.other-basic"
        until: dict[Basic | None, Words] = {
            "strategic": say("Until an arrow comes."),
            "tactical": say("Until a star or a compass comes."),
            None: "",
        }
        card = yield from draw(self.game, "definition", fields, rule, until[wanted])
        self.cards_drawn += card is not None
        self.sure = False
        return card

    def first_available(self, symbol: ActionSymbol, icons: int) -> Procedure[HiveAction | None]:
        """The symbol's action type, or the other type of its basic action. Rule: 10.definition.other-type."""
        defined = BY_SYMBOL[symbol]
        words = SYMBOL_WORDS[symbol]
        for action in (defined, OTHER_TYPE[defined]):
            rule = symbol_rule("10.symbol.*", symbol) if action == defined else "10.definition.other-type"
            available = yield from self._available(action, icons, words, rule)
            if available:
                line = self._line(symbol, action, icons)
                why = Why(line, tuple(self.rows))
                number = strategy_card_for(self.game, action) if basic_of(action) == "strategic" else None
                unavailable, extra = tuple(self.unavailable), self.cards_drawn - 1
                return HiveAction(action, number, icons, why, unavailable, extra, symbol)
        return None

    def _line(self, symbol: ActionSymbol, action: ActionType, icons: int) -> Words:
        """What the card stands for, and its icons; where that is not to be had, why the other type is."""
        own, what, shown = BY_SYMBOL[symbol], describe(self.game, action), count(icons, "icon")
        line = say("{symbol}: {action}, {icons} on the card.", symbol=SYMBOL_WORDS[symbol], action=what, icons=shown)
        if action == own:
            return line
        missed = PLAYED[own] if basic_of(own) == "strategic" else cannot(self.game, tactical_type(own))
        return listed([missed, line], " ")

    def _available(self, action: ActionType, icons: int, words: Words, rule: str) -> Procedure[bool]:
        if action in self.unavailable:
            return False
        available = yield from self._judge(action, icons, words)
        result = describe(self.game, action) if available else self._reason(action)
        label = say("{symbol}: {action}", symbol=words, action=TYPE_WORDS[action])
        self.rows.append(Row(label, result, rule, available))
        if not available:
            self.unavailable.append(action)
        return available

    def _judge(self, action: ActionType, icons: int, words: Words) -> Procedure[bool]:
        if basic_of(action) == "strategic":
            return strategy_card_for(self.game, action) is not None
        if not can_be_tactical(self.game):
            return False
        line: Words = say("{symbol}, {icons} on the card.", symbol=words, icons=count(icons, "icon"))
        if OTHER_TYPE[action] in self.unavailable:
            line = listed([cannot(self.game, tactical_type(OTHER_TYPE[action])), line], " ")
        why = Why(line, tuple(self.rows))
        types = [tactical_type(one) for one in (action, OTHER_TYPE[action]) if one not in self.unavailable]
        possible = yield from can_perform(self.game, types, icons, why, self.sure)
        self.sure = True
        return possible

    def _reason(self, action: ActionType) -> Words:
        if basic_of(action) == "strategic":
            return say("played already")
        if not can_be_tactical(self.game):
            return say("no command token in the tactic pool")
        return why_nowhere(self.game, tactical_type(action))


def define_action(game: Game, definition: Definition | None = None) -> Procedure[HiveAction | Pass]:
    """Define the Hive's action for this turn, or find that it passes. Rules: 10.definition, 10.pass.*."""
    definition = definition or Definition(game)
    if game.deck.depleted:
        return definition.passing("10.pass.deck-empty", say("The Hive Mind deck is depleted."))
    if not (yield from _has_options(game)):
        return definition.passing("10.pass.no-options", definition.why_nothing())
    return (yield from go_on(definition))


def go_on(definition: Definition) -> Procedure[HiveAction | Pass]:
    """The action by the final definition card, if there is one that is available; else by more cards.

    Rules: 10.definition.other-type, 10.definition.other-basic, 10.pass.no-options.
    """
    while True:
        while definition.final is None:
            passing = yield from _next_card(definition)
            if passing is not None:
                return passing
        symbol, icons = definition.final
        action = yield from definition.first_available(symbol, icons)
        if action is not None:
            return action
        basic = basic_of(BY_SYMBOL[symbol])
        other: Basic = "tactical" if basic == "strategic" else "strategic"
        possible = can_be_strategic if other == "strategic" else can_be_tactical
        if definition.wanted is not None or not possible(definition.game):
            return definition.passing("10.pass.no-options", definition.why_nothing())
        definition.wanted, definition.final = other, None


def _next_card(definition: Definition) -> Procedure[Pass | None]:
    """Draw a definition card; it is the final one unless it shows the wrong basic action. Out: a reason to pass."""
    card = yield from definition.draw_card(definition.wanted)
    if card is None or card.action is None or card.icons is None:
        line = say("The secondary deck ran out while the action was being defined.")
        return definition.passing("10.pass.deck-runs-out", line)
    if definition.secondary_at_start and definition.cards_drawn == 1 and card.choice:
        line = say("Green check on the first card of the secondary deck.")
        return definition.passing("10.pass.choice-icon", line)
    symbol = next(symbol for symbol in BY_SYMBOL if symbol == card.action)
    basic = basic_of(BY_SYMBOL[symbol])
    if definition.wanted in (None, basic):
        definition.final = (symbol, card.icons)
    else:
        definition.rows.append(Row(SYMBOL_WORDS[symbol], ONE_MORE[basic], "10.definition.other-basic"))
    return None


def _has_options(game: Game) -> Procedure[bool]:
    """Whether anything can be done this turn; without that, no card is drawn (Q78). Rule: 10.pass.no-options."""
    if can_be_strategic(game):
        return True
    if not can_be_tactical(game):
        return False
    return (yield from any_possible(game))


def describe(game: Game, action: ActionType) -> Words:
    """An action with its strategy card in words."""
    number = strategy_card_for(game, action) if basic_of(action) == "strategic" else None
    if not number:
        return TYPE_WORDS[action]
    return say("strategy card ({number}) {card}", number=number, card=Name(game.card_name(number)))


# --- the Hive's turn in the action phase, and a strategic action that a player cancels


# What is not taken back: cards that were turned over, what players have used, and what no rule goes by.
_STAYS = {"tables", "settings", "deck", "drawn", "rolls", "spent", "owned", "story", "passed_steps", "effects"}


def is_cancelled(game: Game) -> bool:
    """Whether a player has cancelled the strategic action that the Hive performs, and nothing followed from it yet."""
    return game.hive.strategic == "cancelled"


def was_taken_back(game: Game) -> bool:
    """Whether the Hive's strategic action of this turn was cancelled."""
    return game.hive.strategic == "taken_back"


def unless_cancelled(game: Game, action: Procedure[Outcome]) -> Procedure[None]:
    """Perform a strategic action, unless a player cancels it before the table has confirmed all of it.

    What changes while the action waits for the table is no part of it: it is kept for the game as it was before.
    """
    before = kept = seen = _state(game, {})
    game.hive.strategic, reply = "announced", None
    while True:
        try:
            step = action.send(reply)
        except StopIteration:
            game.hive.strategic = ""
            return
        waiting = _state(game, seen)
        reply = yield step
        seen = _state(game, waiting)
        kept = merged_parts(kept, waiting, seen)
        if is_cancelled(game):
            action.close()
            yield _taken_back(game, before, kept)
            return


def _state(game: Game, before: dict[str, object]) -> dict[str, object]:
    """What an action changes of the game, as it is now; what is as it was before is not copied once more."""
    return {
        name: before[name] if name in before and before[name] == value else deepcopy(value)
        for name, value in parts(game).items()
        if name not in _STAYS
    }


def _taken_back(game: Game, before: dict[str, object], kept: dict[str, object]) -> Tell:
    """All is as before the action, with what the table has entered since, where the two fit together."""
    parts(game).update(kept)
    recount(game)
    lines = [
        Item(say("Nothing of it happens: take back what you have carried out."), rule="11.action"),
        Item(say("Its strategy card stays readied."), rule="11.action"),
    ]
    if broken_laws(game):
        parts(game).update(before)
        text = say("What you entered in the middle of it does not fit the table as it was: enter it again.")
        lines.append(Item(text, rule="11.action"))
    game.hive.strategic, game.hive.drew_primary = "taken_back", True
    return Confirmed(
        text=say("[The Hive]'s turn ends"),
        rule="1.scope.unchanged-rules",
        key=keys.ACTION_CANCELLED,
        items=tuple(lines),
        shown=Shown(say("[The Hive]'s turn")),
    )


# --- the Hive's turn in the action phase


def no_more_actions(_: Game) -> Procedure[bool]:
    """A turn of one action, as all are but those in which a law gives the Hive another one."""
    yield from ()
    return False


def hive_turn(
    game: Game, acts_again: Callable[[Game], Procedure[bool]] = no_more_actions
) -> Procedure[HiveAction | Pass]:
    """Play the Hive's turn: define its action, perform it, and hand the turn on. Out: its last action.

    ``acts_again``: whether the Hive acts once more. That belongs to the same turn: what lasts for the turn goes on, not
    what was for the first action, and what was tested when the turn began is not tested again (Q132). It may rest on
    other facts than the first action, and the table confirms those that it has not confirmed yet.
    Rules: 10.definition, 10.options.
    """
    if game.hive.turn_lost:
        return (yield from _turn_lost(game))
    yield from moment(game, HivesTurnBegins())
    if _begins_with_a_tap(game):
        yield question(keys.HIVE_TURN)
    action = yield from _act(game, Definition(game))
    while not _over(game, action) and (yield from acts_again(game)):
        game.confirmed = False
        end(game, "action")
        action = yield from _act(game, Definition(game, additional=True))
    yield from end_turn(game)
    return action


def _over(game: Game, action: HiveAction | Pass) -> bool:
    """Whether the turn ends with this action: it has passed, it has won, or somebody has cancelled the action."""
    return isinstance(action, Pass) or game.winner is not None or was_taken_back(game)


def _turn_lost(game: Game) -> Procedure[Pass]:
    """Somebody has made the Hive lose this turn; it has not passed. Rule: 1.scope.unchanged-rules."""
    game.hive.turn_lost = False
    text, rule = say("[The Hive] loses this turn"), "1.scope.unchanged-rules"
    yield Confirmed(text, rule, key=keys.PASS, shown=Shown(say("[The Hive]'s turn")))
    yield from end_turn(game)
    return Pass(rule, Why(text))


def _act(game: Game, definition: Definition) -> Procedure[HiveAction | Pass]:
    """Define an action and perform it; one that loses its last target before it begins is defined anew (Q99)."""
    action = yield from define_action(game, definition)
    while not isinstance(action, Pass) and not (yield from _performed(game, action)):
        definition.came_to_nothing(action.type)
        action = yield from go_on(definition)
    if isinstance(action, Pass):
        yield from pass_turn(game, action)
    discard_used(game)
    # Players turn the Hive away for one tactical action (25.interference.option-negative).
    game.hive.activating = game.hive.negative_priority = False
    return action


def _performed(game: Game, action: HiveAction) -> Procedure[bool]:
    """Perform an action; False if there is nothing to go for after all."""
    if action.card is None:
        return (yield from perform_tactical_action(game, action))
    yield from unless_cancelled(game, perform_strategic_action(game, action))
    return True


def _begins_with_a_tap(game: Game) -> bool:
    """Whether the table is asked to begin: not where the Hive passes at once, or is asked for a target first anyway."""
    if game.deck.depleted:
        return False
    return can_be_strategic(game) or (can_be_tactical(game) and isinstance(board_of(game), Tracked))


def perform_strategic_action(game: Game, action: HiveAction) -> Procedure[Outcome]:
    """Resolve the Hive's own primary ability for the defined card. Rules: 11.action, 11.own-abilities."""
    if action.card is None:
        raise ValueError("a strategic action needs a strategy card")
    card = game.tables.strategy_cards.by_number[action.card]
    game.strategy_cards[card.number].exhausted = True
    speaker, points = game.speaker, game.hive.victory_points
    benefit = Row(say("Variable benefit"), Name(card.variable_benefit), "11.primary.variable-benefit")
    outcome = yield from ABILITIES[card.key].primary(game, action.icons)
    yield Tell(
        text=say("[The Hive] plays {card}", card=Name(card.name)),
        rule="11.action",
        key=keys.STRATEGIC_ACTION,
        confirm="nothing" if outcome.confirmed else "done",
        why=replace(action.why, rows=(*action.why.rows, benefit), more=outcome.whys),
        items=(*outcome.items, *_secondary_of_players(game, card)),
        shown=Shown(say("Strategic action"), symbol=action.symbol, peak=points_peak(game, points)),
        strategy_card=card.number,
    )
    card_used(game, card.key)
    if card.key == "trade":
        yield from agreements_resolved(game)
    if game.speaker != speaker:
        yield from moment(game, SpeakerChanged(game.speaker))
    yield from offer_pillage(game)
    return outcome


def _secondary_of_players(game: Game, card: StrategyCard) -> list[Item]:
    """What players may do with the card then, unless the Hive has won by it."""
    text = say("{who} may use the secondary ability of {card}.", who=_players(game), card=Name(card.name))
    return [Item(text, rule="11.action", aside=True)] if game.winner is None else []


def pass_turn(game: Game, passing: Pass) -> Procedure[None]:
    """The Hive passes; the players may use the secondaries of its unused cards.

    With Trade among these they may replenish commodities. Rules: 10.pass.unresolved-primaries,
    10.pass.player-secondaries, 27.received.resolve.
    """
    unused = game.readied_cards_of("hive")
    game.hive.passed = True
    lines = []
    if unused:
        text = say(
            "{who} may use the secondary abilities of {cards}, in any order.",
            who=_players(game),
            cards=listed([Name(game.card_name(number)) for number in unused]),
        )
        lines.append(Item(text, say("each costs its usual command token"), "10.pass.player-secondaries"))
        text = say("[The Hive] does not resolve the primary abilities.")
        lines.append(Item(text, rule="10.pass.unresolved-primaries"))
    yield Confirmed(
        text=say("[The Hive] passes"),
        detail=say("out until the next round"),
        rule=passing.rule,
        key=keys.PASS,
        why=passing.why,
        items=tuple(lines),
        shown=Shown(say("[The Hive]'s turn")),
    )
    for number in unused:
        card_used(game, game.tables.strategy_cards.by_number[number].key)
    if game.tables.strategy_cards.number_of["trade"] in unused:
        yield from agreements_resolved(game)
    yield from moment(game, HivePassed())


def _players(game: Game) -> Words:
    return listed([game.name(seat) for seat in game.seats if seat != "hive"])
