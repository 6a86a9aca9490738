"""Who may begin a transaction with the Hive, and who may not. Rules: page 30, Transactions; Q13, Q63, Q95."""

from __future__ import annotations

from hive.model.game import Game, Player
from hive.rules.deck.hive_mind import no_card
from hive.rules.notes.notes import receivable
from hive.words import Words, count, say


def refusal(game: Game, seat: Player) -> Words:
    """Why a player cannot begin a transaction with the Hive now, or nothing.

    The real counters count, even while the player is calmed (Q95). Every transaction draws a card (Q100).
    Rules: 30.transaction.once-per-round, 30.transaction.counter-limit, 30.transaction.point-limit,
    34.transaction.notes, 3.1.depleted.
    """
    player, figures, name = game.players[seat], game.tables.figures, game.name(seat)
    counters, points = figures.transaction_counter_limit.value, figures.transaction_point_limit.value
    if not game.tables.setup.promissory_notes:
        return say("There are no promissory notes in this game, and a transaction with [the Hive] needs one.")
    if player.traded:
        return say("{who} has begun a transaction with [the Hive] in this round.", who=name)
    if player.counters >= counters:
        angry = count(player.counters, "aggression counter")
        return say(
            "{who} has {angry}; a transaction with [the Hive] needs fewer than {counters}.",
            who=name,
            angry=angry,
            counters=counters,
        )
    if player.victory_points >= points:
        scored = count(player.victory_points, "victory point")
        return say(
            "{who} has {scored}; a transaction with [the Hive] needs fewer than {points}.",
            who=name,
            scored=scored,
            points=points,
        )
    if not receivable(game, seat):
        return say("[The Hive] has received every promissory note of {who}: none is left to pay with.", who=name)
    return say("{reason} A transaction needs a card of it.", reason=no_card(game)) if no_card(game) else ""
