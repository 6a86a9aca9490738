"""The course of the game: which procedure begins when none is running."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules import status as status_phase
from hive.rules import strategy as strategy_phase
from hive.rules.action.hive_turn import hive_turn
from hive.rules.action.turns import FIRST_TURN, initiative_order, next_active, player_turn
from hive.rules.agenda.phase import agenda_phase
from hive.rules.laws import opportunity, swap_strategy_cards, token_off_the_board
from hive.rules.setup.set_up import set_up
from hive.rules.transactions.payment import asks_whether_pillaged, pillage_comes_up
from hive.steps import Procedure


def next_procedure(game: Game) -> Procedure[object] | None:
    """Return the procedure that begins by itself at this point of the game; None once it is won."""
    if game.winner is not None:
        return None
    if pillage_comes_up(game):
        return asks_whether_pillaged(game)
    if game.phase == "setup":
        return set_up(game)
    if game.phase == "strategy":
        return _strategy(game)
    if game.phase == "action":
        return _action(game)
    if game.phase == "agenda":
        return agenda_phase(game)
    return status_phase.clean_up(game) if game.stage == "clean_up" else status_phase.score(game)


def _strategy(game: Game) -> Procedure[object]:
    if game.stage == "begin":
        return strategy_phase.begin_strategy_phase(game)
    picker = strategy_phase.next_picker(game)
    if picker is None:
        return _strategy_ends(game)
    return strategy_phase.hive_picks(game) if picker == "hive" else strategy_phase.player_picks(game, picker)


def _action(game: Game) -> Procedure[object]:
    if game.stage == FIRST_TURN:
        game.active = initiative_order(game)[0]
    active = game.active or next_active(game)
    if active is None:
        return status_phase.score(game)
    return hive_turn(game, _acts_again) if active == "hive" else player_turn(game, active)


def _strategy_ends(game: Game) -> Procedure[None]:
    """Rule: 29.elected-laws."""
    yield from swap_strategy_cards(game)
    yield from strategy_phase.end_strategy_phase(game)


def _acts_again(game: Game) -> Procedure[bool]:
    """Whether a law gives the Hive another action in its turn (Q132). Rule: 29.elected-laws."""
    again = yield from opportunity(game, "hive_has_acted")
    if again:
        yield from token_off_the_board(game)
    return again
