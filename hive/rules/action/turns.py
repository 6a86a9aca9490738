"""Whose turn it is: initiative, a player's turn, and what the end of a turn brings.

Rules: the base game's action phase, and page 14, 11.secondary.when, 12.diplomacy.lock, 14.gain.combat.
"""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Seat
from hive.effects import end
from hive.model.game import PLAYERS, Game, Player, other_player
from hive.rules.abilities import hive_secondary
from hive.rules.abilities.board import chosen_by_player, lock, token_back
from hive.rules.combat.activation import ACTIVATE, activation, fights
from hive.rules.combat.battle import FIGHTERS, after_fight, offer_warfare
from hive.rules.combat.battle import KINDS as WARFARE
from hive.rules.combat.survivors import cleanup
from hive.rules.control.changing import offer_hand_over
from hive.rules.moments import SpeakerChanged, moment
from hive.rules.notes import agreements_resolved, due_at_a_turn, received
from hive.rules.objectives.confirming import forget, turn_taken
from hive.rules.objectives.scoring import imperial_scores
from hive.rules.options import card_reminders, players_of
from hive.rules.transactions.payment import offer_pillage
from hive.steps import Ask, Choice, Confirmed, Item, Procedure, Shown, Tell, question, which_of
from hive.words import Name, Words, say

NAALU = ("Naalu Collective",)
GIFT = Name("Gift of Prescience")
# The action phase has begun, and nobody has had a turn: who is first still follows from the initiative.
FIRST_TURN = "first_turn"
_LAST = 99


def initiative_order(game: Game) -> list[Seat]:
    """The seats by their initiative: the lowest number of their strategy cards; without a card a side comes last.

    Whoever holds the Naalu's zero has 0 (Q105). Rule: 1.scope.unchanged-rules.
    """
    zero = zeros(game)
    return sorted(game.seats, key=lambda seat: 0 if seat in zero else (game.cards_of(seat) or [_LAST])[0])


def zeros(game: Game) -> list[Player]:
    """Whose initiative is 0: the Naalu, or the ally who has been lent it."""
    naalu = players_of(game, NAALU)
    return [game.prescient] if naalu and game.prescient is not None else naalu


def initiative_words(game: Game) -> Words:
    """By what the sides are in this order, for the table."""
    if game.prescient in zeros(game):
        return say("Lowest initiative number first, and 0 for {note}.", note=GIFT)
    if zeros(game):
        return say("Lowest initiative number first, and the Naalu's is 0.")
    return say("Lowest initiative number first.")


# --- the note


def lend(game: Game) -> Procedure[None]:
    """The ally of the Naalu plays their note: the zero is the ally's until the status phase ends (Q105).

    Rule: 1.scope.unchanged-rules.
    """
    naalu = players_of(game, NAALU)[0]
    game.prescient = other_player(naalu)
    text = say("{who} holds {note}, and is first.", who=game.name(game.prescient), note=GIFT)
    goes_back = say("It goes back to {naalu} at the end of the status phase.", naalu=game.name(naalu))
    yield Tell(text, "1.scope.unchanged-rules", items=(Item(goes_back, rule="1.scope.unchanged-rules"),))


def not_lent(game: Game) -> Words:
    """Why the ally cannot hold the Naalu's note now; empty if nothing stands against it."""
    naalu = players_of(game, NAALU)
    if game.prescient is not None:
        return say("{who!c} holds {note} already.", who=game.name(game.prescient), note=GIFT)
    if any(seat in received(game, "faction") for seat in naalu):
        return say("[The Hive] has {items}.", items=GIFT)
    return ""


def give_back(game: Game) -> list[Item]:
    """The note goes back to the Naalu, and with it the zero; nothing where it has not been lent."""
    if game.prescient is None:
        return []
    holder, naalu = game.prescient, other_player(game.prescient)
    game.prescient = None
    text = say("{who!c} gives {note} back to {naalu}.", who=game.name(holder), note=GIFT, naalu=game.name(naalu))
    return [Item(text, rule="1.scope.unchanged-rules")]


# --- whose turn it is, and what the end of a turn brings


def next_active(game: Game) -> Seat | None:
    """Whose turn comes after the active side's; None when all have passed."""
    order = initiative_order(game)
    start = order.index(game.active) + 1 if game.active else 0
    return next((seat for seat in [*order[start:], *order[:start]] if not game.area(seat).passed), None)


def players_turn(game: Game) -> bool:
    """Whether it is the turn of a player, at whose end the board is cleaned up anyway."""
    return game.phase == "action" and game.active in PLAYERS


def clean_up_board(game: Game, text: Words, position: str | None = None) -> Procedure[None]:
    """Take fighters and excess infantry of the Hive off the board, or out of one system.

    Rules: 21.cleanup.fighters, 21.cleanup.infantry.
    """
    leaving = cleanup(game, position)
    if leaving:
        rule, shown = "21.cleanup.fighters", Shown(say("End of the turn"))
        yield Confirmed(text, rule, key=keys.CLEANUP, items=tuple(leaving), shown=shown)


def end_turn(game: Game) -> Procedure[None]:
    """Hand the turn on, once fighters and excess infantry of the Hive are off the board.

    What calmed a player or turned the Hive away ends with the turn (Q62). Rules: 14.counter.fleet-removal-calm,
    21.cleanup.fighters, 21.cleanup.infantry, 25.interference.option-calm, 25.interference.option-negative.
    """
    yield from clean_up_board(game, say("The turn ends: take off the board"))
    for player in game.players.values():
        player.calmed = False
    game.hive.activating = game.hive.negative_priority = game.hive.drew_primary = game.hive.meddled = False
    game.hive.strategic = ""
    end(game, "action", "turn")
    forget(game)
    game.active, game.stage = next_active(game), ""
    if game.active is None:
        game.phase = "status"


# --- a player's turn, as far as it concerns the Hive


def player_turn(game: Game, seat: Player) -> Procedure[None]:
    """One tap for a plain turn; a strategy card brings the Hive's decision on its secondary."""
    name = game.name(seat)
    answer = yield from _turn(game, seat)
    while answer == ACTIVATE and (yield from activation(game, seat)) is None:
        # None of the Hive's systems after all: the turn is not used.
        answer = yield from _turn(game, seat)
    if answer == "pass":
        game.players[seat].passed = True
        yield Tell(say("{who} passes.", who=name), "11.secondary.when")
    elif answer.startswith("card."):
        yield from play_strategy_card(game, seat, int(answer.removeprefix("card.")))
    elif answer != ACTIVATE:
        yield from after_fight(game, [seat] if answer == "fought" else FIGHTERS[answer])
        if answer == "fought_both":
            yield from offer_warfare(game, WARFARE)
    number = int(answer.removeprefix("card.")) if answer.startswith("card.") else None
    card = game.tables.strategy_cards.by_number[number].key if number is not None else ""
    turn_taken(game, seat, acted=not card and answer != "pass", card=card)
    yield from end_turn(game)


def _turn(game: Game, seat: Player) -> Ask:
    """What a player does with the turn."""
    chosen = game.settings.p1 if seat == "p1" else game.settings.p2
    heading = Name(chosen.faction) if chosen.faction else say("A player's turn")
    fought = fights(game)
    return Ask(
        key=keys.PLAYER_TURN,
        text=say("{who}'s turn", who=game.name(seat)),
        choices=_choices(game, seat),
        rule="11.secondary.when",
        detail=say("[The Hive] has passed.") if game.hive.passed else "",
        items=(*lock(game), *due_at_a_turn(game, seat)),
        opens=True,
        # How a combat ended stands apart, in a row; one that only begins here is a tile among the others.
        shown=Shown(heading, kind="player", row=len(fought) > 1),
    )


def _choices(game: Game, seat: Player) -> tuple[Choice, ...]:
    readied = game.readied_cards_of(seat)
    done = Choice("done", say("End turn"), say("an action without combat with [the Hive]"))
    # The base game lets a side pass only once its strategy cards are used.
    passing = Choice("pass", say("Passes"), say("out for this round"))
    return (done, *([_plays(game, number) for number in readied] or [passing]), *fights(game))


def _plays(game: Game, number: int) -> Choice:
    words = say("Plays {card}", card=Name(game.card_name(number)))
    return Choice(f"card.{number}", words, say("({number})", number=number))


def play_strategy_card(game: Game, seat: Player, number: int) -> Procedure[None]:
    """A player plays a strategy card; the Hive decides on its secondary. Rule: 11.secondary.when."""
    game.strategy_cards[number].exhausted = True
    card = game.tables.strategy_cards.by_number[number]
    if lines := card_reminders(game, card.key):
        text = say("{who} plays {card}.", who=game.name(seat), card=Name(card.name))
        yield Tell(text, "11.secondary.when", key=keys.CARD_PLAYED, items=lines)
    if card.key == "diplomacy":
        yield from chosen_by_player(game, Name(card.name))
    if card.key == "politics":
        game.speaker = yield from _new_speaker(game)
        yield from moment(game, SpeakerChanged(game.speaker))
    if card.key == "imperial":
        yield from imperial_scores(game, seat)
    if card.key == "trade":
        yield from agreements_resolved(game)
    if card.key == "warfare":
        yield from token_back(game, seat)
        yield from offer_hand_over(game)
    yield from hive_secondary(game, number)
    yield from offer_pillage(game)


def _new_speaker(game: Game) -> Procedure[Seat]:
    sides: list[Seat] = [*PLAYERS, "hive"]
    left = {seat: game.name(seat) for seat in sides if seat != game.speaker}
    return which_of(question(keys.SPEAKER), left)
