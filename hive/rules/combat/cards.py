"""Support cards and the stratagems that they bring to a combat.

How one works in the combats of a battle on a tracked galaxy: :mod:`hive.rules.combat.stratagem`.

Rules: page 22, 15.support.draw, 21.draw.player-activation, what they bring is told by page 21 and 22. The units that
come on a tracked galaxy: :mod:`hive.rules.combat.support`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hive.catalog.tables import NoActionCards, Seat
from hive.effects import effects
from hive.model.game import PLAYERS, Game
from hive.rules.deck import draw
from hive.rules.diagrams.damage import Arena
from hive.rules.options import played
from hive.steps import Card, CardField, Filled, Item, Number, Procedure
from hive.words import Name, Words, count, say

ARENAS: tuple[Arena, Arena] = ("space", "ground")
PLAYED = "stratagems"
_COMBAT: dict[Arena, Words] = {"space": say("space combat"), "ground": say("ground combat")}
# The effect of each stratagem, what its number counts, and its rule. Only the yellow arrow counts player by player.
EFFECTS: dict[str, tuple[Callable[[int], Words], str]] = {
    "blue_arrow": (
        lambda number: say("the strongest Hive unit rolls {dice}", dice=count(number, "more die", "more dice")),
        "22.blue-arrow",
    ),
    "yellow_arrow": (
        lambda number: say(
            "the weakest unit of each player there rolls {dice} fewer", dice=count(number, "die", "dice")
        ),
        "22.yellow-arrow",
    ),
    "red_star": (lambda number: say("[the Hive] produces {hits}", hits=count(number, "hit")), "22.red-star"),
    "green_compass": (lambda number: say("[the Hive] cancels {hits}", hits=count(number, "hit")), "22.green-compass"),
}
PLAYER_BY_PLAYER = "yellow_arrow"


@dataclass(frozen=True)
class Stratagem:
    """A stratagem in one combat: its symbol, and the dice or hits that it is worth there."""

    symbol: str
    number: int

    @property
    def more_dice(self) -> int:
        """The dice that the strongest Hive unit rolls besides. Rule: 22.blue-arrow."""
        return self.number if self.symbol == "blue_arrow" else 0

    @property
    def hits(self) -> int:
        """The hits that the Hive produces besides its dice. Rule: 22.red-star."""
        return self.number if self.symbol == "red_star" else 0

    @property
    def cancels(self) -> int:
        """The hits on the Hive that are cancelled. Rule: 22.green-compass."""
        return self.number if self.symbol == "green_compass" else 0

    @property
    def rule(self) -> str:
        """The entry of the rulebook that tells its effect."""
        return EFFECTS[self.symbol][1]

    @property
    def words(self) -> Words:
        """Its effect in words."""
        effect, _ = EFFECTS[self.symbol]
        return effect(self.number)


@dataclass(frozen=True)
class Performed:
    """What the Hive performs in the first round of a combat: no stratagem, one, or several effects that add up."""

    effects: tuple[Stratagem, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.effects)

    def __add__(self, more: tuple[Stratagem, ...]) -> Performed:
        return Performed((*self.effects, *more))

    @property
    def more_dice(self) -> int:
        """The dice that the strongest Hive unit rolls besides."""
        return sum(one.more_dice for one in self.effects)

    @property
    def hits(self) -> int:
        """The hits that the Hive produces besides its dice."""
        return sum(one.hits for one in self.effects)

    @property
    def cancels(self) -> int:
        """The hits on the Hive that are cancelled."""
        return sum(one.cancels for one in self.effects)

    def number(self, symbol: str) -> int:
        """What the effects of a symbol are worth by now."""
        return sum(one.number for one in self.effects if one.symbol == symbol)


NONE = Performed()


def defined(game: Game, arena: Arena, cards: Sequence[Card]) -> str | None:
    """The symbol of the stratagem for combats of a kind: the first support card's in space, the second's on the ground.

    None without the green check, without that card, and where the page is not played. Rules: 22.check,
    22.card.first-space, 22.card.second-ground, 32.complexity.optional-pages.
    """
    place = ARENAS.index(arena)
    card = cards[place] if place < len(cards) else None
    return card.action if played(game, "stratagems") and card is not None and card.choice else None


def of_both_cards(game: Game, cards: Sequence[Card]) -> tuple[str, ...]:
    """The symbols of a stratagem whose card is played face up and begins with ACTION: the first card's, the second's.

    Nothing where the card is played face down. Rule: 38.wild.stratagem-face-up.
    """
    if not game.tables.figures.stratagem_both_effects.value:
        return ()
    return tuple(card.action for card in cards[: len(ARENAS)] if card.action is not None)


def performances(game: Game) -> int:
    """How often in a row the Hive may perform a stratagem, a card each. Rules: 22.play, 38.zealous.twice."""
    return game.tables.figures.zealous_stratagems.value if game.event_cards.zealous in PLAYERS else 1


def stratagem(game: Game, symbol: str, players: int) -> Stratagem:
    """What a symbol is worth in a combat with so many players. Rules: 22.blue-arrow, 22.red-star, 22.green-compass."""
    share = game.tables.figures.stratagem_per_player.value
    return Stratagem(symbol, share if symbol == PLAYER_BY_PLAYER else share * players)


def play_card(game: Game) -> None:
    """An action card leaves the Hive's hand; whatever is printed on it has no effect. Rules: 22.play, 22.discard."""
    game.hive.action_cards -= 1


def no_card(game: Game) -> Words:
    """Why the Hive can play no action card, in words; empty if it can. Rules: 22.requirement, Q125."""
    if words := no_action_cards(game):
        return words
    return "" if game.hive.action_cards else say("[the Hive] holds no action card")


def no_action_cards(game: Game, seat: Seat = "hive") -> Words:
    """By what a side can play no action cards now, in words; empty if it can. Rule: 1.scope.unchanged-rules, Q125."""
    found = (one for one in effects(game).of(NoActionCards, seat) if one.effect.phase in ("", game.phase))
    return next((Name(one.words) for one in found), "")


def no_card_line(game: Game, arena: Arena) -> Item:
    """Why a stratagem is not performed though its support card shows the check. Rule: 22.requirement."""
    return Item(say("No stratagem in {combat}.", combat=_COMBAT[arena]), no_card(game), "22.requirement", aside=True)


# --- where no board is tracked


def stratagem_lines(game: Game, cards: Sequence[Card]) -> list[Item]:
    """The stratagems of some support cards in words, where no board tells how many players are in a combat.

    Rules: 22.check, 22.requirement, 22.first-round-only, 22.no-waste, 22.per-combat.
    """
    lines = []
    for arena in ARENAS:
        symbol = defined(game, arena, cards)
        if symbol is not None and no_card(game):
            lines.append(no_card_line(game, arena))
        elif symbol is not None:
            found = stratagem(game, symbol, 1)
            note = say(
                "first round of each combat; for each [the Hive] discards a random action card, if it gains anything"
            )
            text = (
                say("{combat!c}: {effect}.", combat=_COMBAT[arena], effect=found.words)
                if symbol == PLAYER_BY_PLAYER
                else say("{combat!c}: {effect} for each player there.", combat=_COMBAT[arena], effect=found.words)
            )
            lines.append(Item(text, note, found.rule))
    return [*lines, *_changed(game)] if any(line.rule != "22.requirement" for line in lines) else lines


def _changed(game: Game) -> list[Item]:
    """What an event changes of a stratagem, where the table performs it. Rules: page 38."""
    lines = []
    if game.tables.figures.stratagem_both_effects.value:
        text = say("Play the card face up: if it begins with ACTION, the effects of both support cards count.")
        lines.append(Item(text, say("the first card's, then the second's"), "38.wild.stratagem-face-up"))
    if performances(game) > 1:
        text = say("[The Hive] performs it a second time, with another card, if that gains it anything.")
        lines.append(Item(text, rule="38.zealous.twice"))
    return lines


def cards_played(game: Game, cards: Sequence[Card]) -> tuple[Number, ...]:
    """The stepper for the action cards that the table has discarded for stratagems, if there are any. Rule: 22.play."""
    possible = any(defined(game, arena, cards) for arena in ARENAS) and not no_card(game)
    if not possible:
        return ()
    note = say("one for each combat in which it performed a stratagem")
    if performances(game) > 1:
        note = say("one for each time that it performed a stratagem")
    return (Number(PLAYED, say("Action cards discarded for stratagems"), maximum=game.hive.action_cards, note=note),)


def booked(game: Game, answer: Filled) -> str:
    """Book the action cards that an answer says were discarded for stratagems; return its choice. Rule: 22.discard."""
    game.hive.action_cards = max(0, game.hive.action_cards - answer.numbers.get(PLAYED, 0))
    return answer.choice


# --- support cards


def draw_support(game: Game) -> Procedure[list[Card]]:
    """Draw the group of support cards, as many as the deck still holds (Q56).

    Only the icons of the second one count (Q07). Symbol and check are read where stratagems are played; without them
    the icons stand for the first card as well, since a printed card has to be told by something.
    """
    cards: list[Card] = []
    stratagems = played(game, "stratagems")
    for number in range(game.tables.figures.support_cards.value):
        fields: tuple[CardField, ...] = ("action", "choice") if stratagems else ()
        fields = (*fields, "icons") if number or not stratagems else fields
        card = yield from draw(game, "support", fields, "15.support.draw")
        if card is not None:
            cards.append(card)
    return cards


def support_lines(game: Game, cards: list[Card]) -> list[Item]:
    """What the support cards bring, in words, where no board tells how many ships and players are there.

    A single card brings what the capacity ships do as well, without icons (Q30).
    Rules: 21.units.per-capacity-ship, 32.easy.capacity-support, 32.expert.capacity-support.
    """
    lines = stratagem_lines(game, cards)
    if cards:
        each = game.level.units_per_capacity_ship
        icons = icons_that_count(cards)
        text = say(
            "Fighters and infantry: {each} of each for every capacity ship, and {icons} of each besides.",
            each=each,
            icons=icons,
        )
        note = say("more besides, if the counters of the players there are higher")
        lines.append(Item(text, note, game.level.rules["units_per_capacity_ship"]))
    return lines


def icons_that_count(cards: Sequence[Card]) -> int:
    """The icons of the second card count; alone, the first one has none (Q30). Rule: 21.units.icons."""
    return (cards[1].icons or 0) if len(cards) > 1 else 0
