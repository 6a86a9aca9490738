"""How the Hive Mind defines the Hive's action. Rules: page 10."""

from __future__ import annotations

from hive.catalog.tables import ActionSymbol
from hive.model.game import Game
from hive.naming import ACTION_WORDS
from hive.reasons import Row, Why
from hive.rules.deck import (
    BY_SYMBOL,
    OTHER_TYPE,
    SYMBOL_RULES,
    SYMBOL_WORDS,
    ActionType,
    Basic,
    HiveAction,
    Pass,
    basic_of,
    describe_type,
    draw,
)
from hive.rules.tactical.moves import TYPES, tactical_type
from hive.rules.tactical.possible import any_possible, can_perform
from hive.rules.tactical.why_not import why_nowhere
from hive.steps import Card, CardField, Procedure
from hive.words import Name, Words, count, say


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
        self.rows.append(Row(describe_type(action), self._reason(action), "10.definition.other-type"))
        self.sure = self.game.confirmed = False

    def passing(self, rule: str, line: Words) -> Pass:
        """The Hive passes for this reason."""
        self.rows.append(Row(say("Pass"), line, rule, True))
        extra = max(0, self.cards_drawn - 1)
        return Pass(rule, Why(line, tuple(self.rows)), tuple(self.unavailable), extra)

    def why_nothing(self) -> Words:
        """Why neither basic action is available."""
        if not can_be_tactical(self.game):
            return say("No action is available: no strategy card is readied, and the tactic pool is empty.")
        engage, infest = (why_nowhere(self.game, action) for action in TYPES)
        if engage == infest:
            return say(
                "No action is available: no strategy card is readied. Engage and infest: {reason}.", reason=engage
            )
        return say(
            "No action is available: no strategy card is readied. Engage: {engage}. Infest: {infest}.",
            engage=engage,
            infest=infest,
        )

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
            rule = SYMBOL_RULES[symbol] if action == defined else "10.definition.other-type"
            available = yield from self._available(action, icons, words, rule)
            if available:
                what = describe(self.game, action)
                line = say("{symbol}: {action}, {icons}.", symbol=words, action=what, icons=count(icons, "icon"))
                why = Why(line, tuple(self.rows))
                number = strategy_card_for(self.game, action) if basic_of(action) == "strategic" else None
                unavailable, extra = tuple(self.unavailable), self.cards_drawn - 1
                return HiveAction(action, number, icons, why, unavailable, extra, symbol)
        return None

    def _available(self, action: ActionType, icons: int, words: Words, rule: str) -> Procedure[bool]:
        if action in self.unavailable:
            return False
        available = yield from self._judge(action, icons, words)
        result = describe(self.game, action) if available else self._reason(action)
        label = say("{symbol}: {action}", symbol=words, action=describe_type(action))
        self.rows.append(Row(label, result, rule, available))
        if not available:
            self.unavailable.append(action)
        return available

    def _judge(self, action: ActionType, icons: int, words: Words) -> Procedure[bool]:
        if basic_of(action) == "strategic":
            return strategy_card_for(self.game, action) is not None
        if not can_be_tactical(self.game):
            return False
        final = count(icons, "faction icon")
        line = say("{symbol}, {icons} on the final definition card.", symbol=words, icons=final)
        if OTHER_TYPE[action] in self.unavailable:
            line = say(
                "{symbol}, {icons} on the final definition card; {action} is not possible.",
                symbol=words,
                icons=final,
                action=ACTION_WORDS[tactical_type(OTHER_TYPE[action])],
            )
        why = Why(line, tuple(self.rows))
        types = [tactical_type(one) for one in (action, OTHER_TYPE[action]) if one not in self.unavailable]
        possible = yield from can_perform(self.game, types, icons, why, self.sure)
        self.sure = True
        return possible

    def _reason(self, action: ActionType) -> Words:
        if basic_of(action) == "strategic":
            return say("already performed")
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
        if definition.final is None:
            passing = yield from _next_card(definition)
            if passing is not None:
                return passing
        if definition.final is None:
            continue
        symbol, icons = definition.final
        action = yield from definition.first_available(symbol, icons)
        if action is not None:
            return action
        basic = basic_of(BY_SYMBOL[symbol])
        other: Basic = "tactical" if basic == "strategic" else "strategic"
        if definition.wanted is not None or not _possible(definition.game, other):
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
    symbol = _symbol(card.action)
    basic = basic_of(BY_SYMBOL[symbol])
    if definition.wanted in (None, basic):
        definition.final = (symbol, card.icons)
    else:
        definition.rows.append(Row(SYMBOL_WORDS[symbol], _AGAIN[basic], "10.definition.other-basic"))
    return None


_AGAIN: dict[Basic, Words] = {
    "strategic": say("strategic again, one more card"),
    "tactical": say("tactical again, one more card"),
}


def _symbol(value: str) -> ActionSymbol:
    return next(symbol for symbol in BY_SYMBOL if symbol == value)


def _possible(game: Game, basic: Basic) -> bool:
    return can_be_strategic(game) if basic == "strategic" else can_be_tactical(game)


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
        return describe_type(action)
    return say("strategic action with ({number}) {card}", number=number, card=Name(game.card_name(number)))
