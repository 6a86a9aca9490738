"""What players use where the Hive takes a strategy card: its trade goods go and come with the card."""

from __future__ import annotations

import pytest

from driving import fresh_game
from hive.engine.entries import Answer, Event
from hive.engine.session import Session
from hive.model.game import Game


def picking(goods: dict[int, int]) -> tuple[Session, int]:
    """The Hive has just taken its first card, with what lies on it; out: which one."""
    game = fresh_game()
    game.phase, game.stage, game.speaker = "strategy", "pick", "hive"
    game.hive.trade_goods, game.hive.action_cards = 1, 0
    for number, lying in goods.items():
        game.strategy_cards[number].trade_goods = lying
    session = Session(game)
    session.settle()
    assert session.pending is not None and session.pending.key == "hive_picks"
    return session, game.cards_of("hive")[0]


def all_goods(game: Game) -> int:
    return game.hive.trade_goods + sum(card.trade_goods for card in game.strategy_cards.values())


@pytest.mark.rule("4.1.funds")
def test_after_a_public_disgrace_the_goods_lie_on_the_card_again() -> None:
    session, first = picking(dict.fromkeys(range(1, 9), 3))
    game = session.game
    assert game.hive.trade_goods == 4
    session.apply(Event("used.public_disgrace", {"who": "p1"}))
    while len(session.stack) > 1 and session.pending is not None:
        session.apply(Answer(session.pending.key, "done"))
    (second,) = game.cards_of("hive")
    assert second != first
    assert (game.strategy_cards[first].trade_goods, game.strategy_cards[second].trade_goods) == (3, 0)
    assert game.hive.trade_goods == 4 and all_goods(game) == 1 + 8 * 3


@pytest.mark.rule("4.1.funds")
def test_goods_that_the_hive_has_no_more_do_not_come_back() -> None:
    session, first = picking(dict.fromkeys(range(1, 9), 3))
    session.game.hive.trade_goods = 2
    session.apply(Event("used.public_disgrace", {"who": "p1"}))
    assert session.game.strategy_cards[first].trade_goods == 2
