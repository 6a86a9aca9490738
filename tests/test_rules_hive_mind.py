"""The Hive Mind deck, page 3: which card is drawn, which of its fields are read, and where it goes then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from driving import fresh_game
from hive.catalog.tables import ActionSymbol
from hive.engine.replies import automatic_reply
from hive.model.game import Game
from hive.rules.abilities import hive_secondary
from hive.rules.action.hive_turn import define_action, hive_turn
from hive.rules.combat.fight import draw_support
from hive.rules.deck import gather, read_card, realign
from hive.rules.placing.production import produce_ship
from hive.rules.strategy import select_strategy_card
from hive.steps import Ask, Card, Draw, Procedure, Tell


def game_with_cards(*numbers: int) -> Game:
    game = fresh_game()
    for number in numbers:
        game.strategy_cards[number].owner = "hive"
    return game


def draws(game: Game, procedure: Procedure[Any], cards: Sequence[Card] = ()) -> list[Draw]:
    """Play a procedure to its end: draws get these cards, then the app's own; questions their first choice."""
    drawn: list[Draw] = []
    reply: Any = None
    while True:
        try:
            step = procedure.send(reply)
        except StopIteration:
            return drawn
        if isinstance(step, Draw):
            reply = cards[len(drawn)] if len(drawn) < len(cards) else read_card(game, step.card)
            drawn.append(step)
        elif isinstance(step, Tell):
            reply = None if automatic_reply(step) else True
        else:
            reply = step.choices[0].value


@pytest.mark.reading("Q07")
@pytest.mark.rule("3.1.decisions")
def test_a_decision_reads_the_fields_that_it_calls_for_and_no_others() -> None:
    game = game_with_cards(3, 7)
    assert draws(game, define_action(game))[0].fields == ("action", "icons")
    assert draws(game, produce_ship(game, set()))[0].fields == ("standard_ship", "advanced_ship", "spawning_system")
    assert [draw.fields for draw in draws(game, draw_support(game))] == [
        ("action", "choice"),
        ("action", "choice", "icons"),
    ]
    assert draws(game, hive_secondary(game, 8))[0].fields == ("choice",)
    fresh = fresh_game()
    assert draws(fresh, select_strategy_card(fresh, 1))[0].fields == ("initiative",)


@pytest.mark.rule("3.1.decisions")
def test_the_choice_icon_is_read_on_the_first_definition_card_of_the_secondary_deck_only() -> None:
    game = game_with_cards(3, 7)
    game.hive.tokens.tactic = 0
    game.deck.discard, game.deck.primary = game.deck.primary, []
    cards = [Card(action="red_star", choice=False, icons=1), Card(action="blue_arrow", icons=1)]
    assert [draw.fields for draw in draws(game, define_action(game), cards)] == [
        ("action", "choice", "icons"),
        ("action", "icons"),
    ]


@pytest.mark.rule("3.1.decisions", "13.technology.primary")
def test_a_research_card_tells_its_technology() -> None:
    game = game_with_cards(7)
    cards = [Card(action="blue_arrow", icons=2), Card(technology="red"), Card(technology="red")]
    drawn = draws(game, hive_turn(game), cards)
    assert [draw.purpose for draw in drawn] == ["definition", "research", "research"]
    assert drawn[1].fields == drawn[2].fields == ("technology",)


@pytest.mark.rule("3.1.primary-first", "3.1.secondary-takes-over", "3.1.switch-inside-decision")
def test_cards_are_drawn_from_the_top_of_the_primary_deck_then_of_the_secondary() -> None:
    game = game_with_cards(3, 7)
    game.hive.tokens.tactic = 0
    game.deck.discard, game.deck.primary = game.deck.primary[2:], game.deck.primary[:2]
    expected = [*game.deck.primary, game.deck.secondary[0]]
    tactical, strategic = Card(action="red_star", icons=1), Card(action="blue_arrow", icons=1)
    drawn = draws(game, define_action(game), [tactical, tactical, strategic])
    assert [draw.card for draw in drawn] == expected
    assert game.deck.secondary_active


@pytest.mark.rule("15.engage.threshold", "15.target.command-token")
@pytest.mark.parametrize(
    ("symbol", "words"),
    [
        ("red_star", "units of players whose counters together reach its zone's threshold"),
        ("green_compass", "a planet that the Hive does not control"),
    ],
)
def test_without_a_galaxy_the_table_is_told_what_is_a_target(symbol: ActionSymbol, words: str) -> None:
    turn = hive_turn(game_with_cards(3, 7))
    next(turn)
    turn.send("draw")
    asked = turn.send(Card(action=symbol, icons=1))
    assert isinstance(asked, Ask)
    assert f"A target holds no Hive command token, and {words}." in str(asked.detail)


@pytest.mark.rule("3.1.discard-after-decision")
def test_the_cards_of_a_running_decision_are_not_on_the_discard_pile() -> None:
    game = game_with_cards(3, 7)
    turn = hive_turn(game)
    assert isinstance(next(turn), Ask)
    first = turn.send("draw")
    assert isinstance(first, Draw)
    asked = turn.send(Card(action="red_star", icons=1))
    assert isinstance(asked, Ask) and asked.key == "has_target.engage"
    assert (game.deck.in_use, game.deck.discard) == ([first.card], [])
    turn.send("no")
    second = turn.send("no")
    assert isinstance(second, Draw)
    told = turn.send(Card(action="yellow_arrow", icons=1))
    assert isinstance(told, Tell)
    assert (game.deck.in_use, game.deck.discard) == ([first.card, second.card], [])
    with pytest.raises(StopIteration):
        turn.send(True)
    assert (game.deck.in_use, game.deck.discard) == ([], [first.card, second.card])


@pytest.mark.rule("3.2.realignment")
def test_a_realignment_shuffles_both_decks_the_discard_pile_and_cards_in_use() -> None:
    game = fresh_game()
    deck = game.deck
    before = list(deck.cards)
    deck.in_use, deck.discard, deck.primary = deck.primary[:2], deck.primary[2:9], deck.primary[9:]
    realign(game)
    assert (len(deck.primary), len(deck.secondary), deck.in_use, deck.discard) == (24, 12, [], [])
    assert sorted(deck.cards) == sorted(before)
    assert deck.cards != before
    assert deck.cards != sorted(before)
    assert set(deck.primary) != set(before[:24]), "the decks themselves are mixed"


@pytest.mark.rule("3.2.realignment")
def test_each_realignment_brings_another_order() -> None:
    game = fresh_game()
    orders = []
    for _ in range(3):
        realign(game)
        orders.append(tuple(game.deck.cards))
    assert len(set(orders)) == 3


@pytest.mark.rule("28.6.deck-agenda")
def test_for_the_agenda_phase_all_cards_are_shuffled_into_one_deck() -> None:
    game = fresh_game()
    deck = game.deck
    before = list(deck.cards)
    deck.discard, deck.primary = deck.primary[:20], deck.primary[20:]
    as_they_lay = list(deck.cards)
    gather(game)
    assert sorted(deck.primary) == sorted(before)
    assert deck.primary not in (before, as_they_lay, sorted(before))
    assert (deck.secondary, deck.discard) == ([], [])


@pytest.mark.rule("3.1.depleted")
def test_without_any_card_the_table_picks_the_strategy_card() -> None:
    game = fresh_game()
    game.deck.discard, game.deck.primary, game.deck.secondary = game.deck.cards, [], []
    selection = select_strategy_card(game, 1)
    asked = next(selection)
    assert isinstance(asked, Ask) and asked.rule == "1.scope.most-helpful"
    assert [choice.value for choice in asked.choices] == [str(number) for number in range(1, 9)]
    with pytest.raises(StopIteration) as end:
        selection.send("4")
    assert end.value.value.number == 4


@pytest.mark.rule("3.1.depleted")
def test_without_any_card_no_support_comes() -> None:
    game = fresh_game()
    game.deck.discard, game.deck.primary, game.deck.secondary = game.deck.cards, [], []
    assert draws(game, draw_support(game)) == []
