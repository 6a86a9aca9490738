"""The status phase, as far as the Hive has a part in it. Rules: page 28."""

from __future__ import annotations

from collections.abc import Sequence

from hive.model.game import PLAYERS, Game, Player
from hive.rules.funds import gain_tokens, redistribute_tokens
from hive.rules.hive_mind import gather, realign
from hive.rules.objectives import score_public_objective, scoring_established, unscored
from hive.rules.planets import yields
from hive.rules.reveal import reveal_objective
from hive.rules.scoring import change_points, score_objective
from hive.rules.secrets import attempt_secret, draw_secrets
from hive.rules.turns import initiative_order
from hive.steps import Ask, Choice, Item, Procedure, Tell
from hive.words import count, items, listed

SECRET = "secret"


def score(game: Game) -> Procedure[list[Item]]:
    """All sides score in the order of initiative (Q67); then the next public objective is revealed.

    Rules: 28.1.public, 28.1.secret.attempt.
    """
    order = initiative_order(game)
    before = [seat for seat in PLAYERS if order.index(seat) < order.index("hive")]
    after = [seat for seat in PLAYERS if seat not in before]
    yield from players_score(game, before)
    lines = (yield from hive_scores(game)) if game.winner is None else []
    yield from players_score(game, after)
    if game.winner is None:
        yield from reveal_objective(game, "Which public objective is revealed?")
    game.stage = "clean_up"
    return lines


def hive_scores(game: Game) -> Procedure[list[Item]]:
    """The Hive scores a public objective and attempts a secret one. Rules: 28.1.public, 28.1.secret.attempt."""
    lines = yield from score_public_objective(game)
    if scoring_established(game):
        lines.extend((yield from attempt_secret(game, "status")))
    yield Tell("The Hive scores", "28.1.public", key="hive_scores", confirm="done", items=tuple(lines))
    return lines


def players_score(game: Game, players: Sequence[Player]) -> Procedure[None]:
    """These players say what they score, one tap for each objective, until they are done."""
    while players and game.winner is None:
        answer = yield Ask(
            key="players_score",
            text=f"What {'does' if len(players) == 1 else 'do'} {listed([game.name(seat) for seat in players])} score?",
            choices=(Choice("done", "That is all"), *_scorings(game, players)),
            rule="28.1.win.players",
        )
        if answer == "done":
            return
        seat, _, name = answer.partition(".")
        player: Player = "p1" if seat == "p1" else "p2"
        if name == SECRET:
            yield from change_points(game, player, game.tables.figures.secret_points.value)
        else:
            yield from score_objective(game, player, game.tables.objectives.by_name[name])


def _scorings(game: Game, players: Sequence[Player]) -> list[Choice]:
    secret = count(game.tables.figures.secret_points.value, "victory point")
    choices = []
    for seat in players:
        name = game.name(seat)
        for objective in unscored(game, seat):
            points = count(objective.points, "victory point")
            choices.append(Choice(f"{seat}.{objective.name}", f"{name}: {objective.name}", points))
        choices.append(Choice(f"{seat}.{SECRET}", f"{name}: a secret objective", secret))
    return choices


def clean_up(game: Game) -> Procedure[list[Item]]:
    """The rest of the Hive's status phase, in one step.

    Rules: 28.2 to 28.6, 32.easy.status-draws, 32.expert.status-draws.
    """
    lines = [
        draw_secrets(game, game.level.status_secrets, game.level.rules["status_secrets"]),
        _draw_action_cards(game),
        *_command_tokens(game),
        *replenish(game),
        _infantry(game),
        _ready_cards(game),
    ]
    yield Tell("Status phase of the Hive", "28.5.ready", key="status", confirm="done", items=tuple(lines))
    if game.agenda_unlocked:
        game.phase, game.stage = "agenda", ""
    else:
        begin_round(game)
    return lines


def agenda(game: Game) -> Procedure[None]:
    """The agenda phase is played by the rulebook; at its end the bank is replenished and the deck realigned.

    Rules: 29.end.replenish, 29.end.realign.
    """
    yield Tell(
        text="Play the agenda phase by page 29",
        rule="29.votes.influence-cards",
        key="agenda",
        confirm="done",
        detail="Draw influence and multiplier cards for the Hive under Events.",
    )
    replenish(game)
    realign(game)
    begin_round(game)


def begin_round(game: Game) -> None:
    """Ready everything for the next round's strategy phase."""
    game.round += 1
    game.phase, game.stage, game.active = "strategy", "begin", None
    game.hive.passed = False
    for player in game.players.values():
        player.passed = False
    for card in game.strategy_cards.values():
        card.owner, card.exhausted = None, False


def _draw_action_cards(game: Game) -> Item:
    number = game.level.status_action_cards
    game.hive.action_cards += number
    text = f"Draw {count(number, 'action card')} face down for the Hive."
    return Item(text, f"now {game.hive.action_cards}", game.level.rules["status_action_cards"])


def _command_tokens(game: Game) -> list[Item]:
    """Tokens on the board return first (Q97). Rules: 28.4.tokens, 28.4.redistribute."""
    on_board, game.hive.tokens.board = game.hive.tokens.board, 0
    gained = gain_tokens(game, game.level.status_command_tokens)
    redistribute_tokens(game)
    tokens = game.hive.tokens
    removed = Item(f"Take the Hive's {items(on_board, 'command_tokens')} off the board.", rule="28.4.tokens")
    return [
        *([removed] if on_board else []),
        Item(f"The Hive gains {items(gained, 'command_tokens')}.", rule=game.level.rules["status_command_tokens"]),
        Item(f"Its pools: {tokens.tactic} tactic, {tokens.strategy} strategy.", rule="28.4.redistribute"),
    ]


def replenish(game: Game) -> list[Item]:
    """Refill the bank up to the yields of the Hive's planets; what lies above stays (Q48).

    Rules: 28.5.ready, 28.5.spawning, 28.5.standard, 28.5.bank-maximum.
    """
    maximum, bank = yields(game), game.hive.bank
    bank.resources = max(bank.resources, maximum)
    bank.influence = max(bank.influence, maximum)
    text = f"The bank holds {items(bank.resources, 'resources')} and {items(bank.influence, 'influence')}."
    return [Item(text, f"{maximum} of each from its planets", "28.5.bank-maximum")]


def _infantry(game: Game) -> Item:
    refill = game.tables.figures.infantry_refill.value
    text = f"Refill the infantry to {refill} on each spawning system planet of the Hive."
    return Item(text, rule="28.5.spawning-infantry")


def _ready_cards(game: Game) -> Item:
    if game.agenda_unlocked:
        gather(game)
        return Item("All Hive Mind cards are shuffled into one deck.", rule="28.6.deck-agenda")
    realign(game)
    text = f"The Hive Mind deck is realigned: {game.level.primary_cards} and {game.level.secondary_cards} cards."
    return Item(text, rule="28.6.deck-no-agenda")
