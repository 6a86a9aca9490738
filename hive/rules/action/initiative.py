"""The order of turns and of scoring: the initiative of the three sides, the Naalu's zero, and who has been lent it."""

from __future__ import annotations

from hive.catalog.tables import Seat
from hive.model.game import Game, Player, other_player
from hive.rules.notes.notes import received
from hive.rules.options.factions import players_of
from hive.steps import Item, Procedure, Tell
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
        return say("[The Hive] holds {note}.", note=GIFT)
    return ""


def give_back(game: Game) -> list[Item]:
    """The note goes back to the Naalu, and with it the zero; nothing where it has not been lent."""
    if game.prescient is None:
        return []
    holder, naalu = game.prescient, other_player(game.prescient)
    game.prescient = None
    text = say("{who!c} gives {note} back to {naalu}.", who=game.name(holder), note=GIFT, naalu=game.name(naalu))
    return [Item(text, rule="1.scope.unchanged-rules")]
