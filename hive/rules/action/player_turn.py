"""A player's turn, as far as it concerns the Hive. Rules: 11.secondary.when, 12.diplomacy.lock, 14.gain.combat."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, Player
from hive.rules.abilities.board import board_of as abilities_of
from hive.rules.abilities.diplomacy import chosen_by_player, lock
from hive.rules.abilities.secondary import hive_secondary
from hive.rules.action.turns import end_turn
from hive.rules.combat.activation import ACTIVATE
from hive.rules.combat.board import board_of
from hive.rules.combat.warfare import KINDS as WARFARE
from hive.rules.combat.warfare import after_fight, offer_warfare
from hive.rules.control.board import board_of as planets_of
from hive.rules.moments.calling import moment
from hive.rules.moments.kinds import SpeakerChanged
from hive.rules.notes.effects import due_at_a_turn
from hive.rules.notes.notes import agreements_resolved
from hive.rules.objectives.player_scores import imperial_scores
from hive.rules.options.reminders import card_reminders
from hive.rules.transactions.payment import offered
from hive.steps import Ask, Choice, Procedure, Shown, Tell, asked, meant
from hive.words import Name, Words, say, sentence


def player_turn(game: Game, seat: Player) -> Procedure[None]:
    """One tap for a plain turn; a strategy card brings the Hive's decision on its secondary."""
    name = game.name(seat)
    answer = yield from asked(_turn(game, seat))
    while answer == ACTIVATE and (yield from board_of(game).activation(seat)) is None:
        # None of the Hive's systems after all: the turn is not used.
        answer = yield from asked(_turn(game, seat))
    if answer == "pass":
        game.players[seat].passed = True
        yield Tell(say("{who} passes.", who=name), "11.secondary.when")
    elif answer.startswith("card."):
        yield from play_strategy_card(game, seat, int(answer.removeprefix("card.")))
    elif answer != ACTIVATE:
        yield from after_fight(game, f"fought_{seat}" if answer == "fought" else answer)
        if answer == "fought_both":
            yield from offer_warfare(game, WARFARE)
    yield from end_turn(game)


def _turn(game: Game, seat: Player) -> Ask:
    """What a player does with the turn."""
    chosen = game.settings.p1 if seat == "p1" else game.settings.p2
    heading = Name(chosen.faction) if chosen.faction else say("A player's turn")
    fights = board_of(game).fights()
    return Ask(
        key=keys.PLAYER_TURN,
        text=say("{who}'s turn", who=game.name(seat)),
        choices=_choices(game, seat),
        rule="11.secondary.when",
        detail=_waiting(game),
        items=(*lock(game), *due_at_a_turn(game, seat)),
        opens=True,
        # How a combat ended stands apart, in a row; one that only begins here is a tile among the others.
        shown=Shown(heading, layout="row" if len(fights) > 1 else "cards"),
    )


def _choices(game: Game, seat: Player) -> tuple[Choice, ...]:
    readied = game.readied_cards_of(seat)
    done = Choice("done", say("End turn"), say("an action without combat with [the Hive]"))
    cards = tuple(
        Choice(
            f"card.{number}", say("Plays {card}", card=Name(game.card_name(number))), say("({number})", number=number)
        )
        for number in readied
    )
    # The base game lets a side pass only once its strategy cards are used.
    passing = () if readied else (Choice("pass", say("Passes"), say("out for this round")),)
    return (done, *cards, *passing, *board_of(game).fights())


def _plays(game: Game, number: int) -> Choice:
    words = say("Plays {card}", card=Name(game.card_name(number)))
    return Choice(f"card.{number}", words, say("({number})", number=number))


def _waiting(game: Game) -> Words:
    return say("[The Hive] has passed.") if game.hive.passed else ""


def play_strategy_card(game: Game, seat: Player, number: int) -> Procedure[None]:
    """A player plays a strategy card; the Hive decides on its secondary. Rule: 11.secondary.when."""
    game.strategy_cards[number].exhausted = True
    yield from _reminders_of_the_card(game, seat, number)
    card = game.tables.strategy_cards.by_number[number]
    if card.key == "diplomacy":
        yield from chosen_by_player(game, Name(card.name), seat)
    if card.key == "politics":
        game.speaker = yield from _new_speaker(game)
        yield from moment(game, SpeakerChanged(game.speaker))
    if card.key == "imperial":
        yield from imperial_scores(game, seat)
    if card.key == "trade":
        yield from agreements_resolved(game)
    if card.key == "warfare":
        yield from abilities_of(game).token_back(seat)
        yield from planets_of(game).hand_over()
    yield from hive_secondary(game, number)
    yield from offered(game)


def _reminders_of_the_card(game: Game, seat: Player, number: int) -> Procedure[None]:
    """What the players have to think of themselves with this card stands below the next question."""
    card = game.tables.strategy_cards.by_number[number]
    lines = card_reminders(game, card.key)
    if lines:
        text = say("{who} plays {card}.", who=game.name(seat), card=Name(card.name))
        yield Tell(text, "11.secondary.when", key=keys.CARD_PLAYED, items=lines)


def _new_speaker(game: Game) -> Procedure[Seat]:
    candidates = [seat for seat in (*PLAYERS, "hive") if seat != game.speaker]
    return (
        yield from meant(
            Ask(
                key=keys.SPEAKER,
                text=say("Who becomes the Speaker?"),
                choices=tuple(Choice(seat, sentence(game.name(_seat(seat)))) for seat in candidates),
                rule="1.scope.unchanged-rules",
                shown=Shown(expects=False),
            ),
            {seat: _seat(seat) for seat in candidates},
        )
    )


def _seat(value: str) -> Seat:
    return "p1" if value == "p1" else "p2" if value == "p2" else "hive"
