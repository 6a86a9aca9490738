"""Aggression counters, Diplomacy's lock and the end of the game: what holds over many turns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from driving import expected_answer, fresh_game
from hive.catalog.reading import load_events
from hive.engine.replies import automatic_reply, reply_to
from hive.fields import OneOf
from hive.model.game import PLAYERS, Game, RevealedObjective
from hive.rules.abilities.board import lock
from hive.rules.action.turns import end_turn
from hive.rules.area import check_victory, counters, gain_counters, gain_points
from hive.rules.events.kinds import Event, all_events
from hive.rules.options import chosen, players_of
from hive.steps import Procedure


def ways_to_tell(game: Game) -> Iterator[tuple[Event, dict[str, Any]]]:
    """Every event of this table in every way to tell it, its numbers as small as they can be."""
    for row in load_events().events:
        if (row.factions and not players_of(game, row.factions)) or (row.option and not chosen(game, row.option)):
            continue
        event = all_events()[row.event]
        fields = event.fields(game)
        choices = [
            [choice.value for choice in field.choices] if isinstance(field, OneOf) else [field.minimum]
            for field in fields
        ]
        for told in product(*choices):
            yield event, {field.name: value for field, value in zip(fields, told, strict=True)}


@pytest.mark.rule("14.counter.permanent")
def test_no_event_takes_aggression_counters_away() -> None:
    game = fresh_game()
    game.settings.p1.faction = "Naalu Collective"
    game.objectives = [RevealedObjective("Erect a Monument", scored_by=["p1", "hive"])]
    for event, args in ways_to_tell(game):
        for seat in PLAYERS:
            game.players[seat].counters, game.players[seat].victory_points = 3, 6
            game.players[seat].reached_six = True
        play_to_the_end(game, event.procedure(game, args))
        assert all(game.players[seat].counters >= 3 for seat in PLAYERS)


def play_to_the_end(game: Game, procedure: Procedure[object]) -> None:
    """Answer each step as expected."""
    reply: Any = None
    while True:
        try:
            step = procedure.send(reply)
        except StopIteration:
            return
        reply = None if automatic_reply(step) else reply_to(game, step, expected_answer(game, step))


@pytest.mark.rule("14.counter.fleet-removal-calm")
def test_a_calmed_player_counts_as_having_none_until_the_turn_ends() -> None:
    game = fresh_game()
    game.players["p1"].counters = 3
    game.players["p1"].calmed = True
    assert counters(game, "p1") == 0
    gain_counters(game, "p1", 1)
    assert counters(game, "p1") == 0
    assert list(end_turn(game)) == []
    assert counters(game, "p1") == 4


def with_diplomacy(owner: str | None, exhausted: bool) -> Game:
    game = fresh_game()
    game.strategy_cards[2].owner = "hive" if owner == "hive" else "p1" if owner == "p1" else None
    game.strategy_cards[2].exhausted = exhausted
    return game


@pytest.mark.rule("12.diplomacy.lock")
@pytest.mark.parametrize(("owner", "exhausted"), [("hive", False), ("p1", True), (None, False)])
def test_nothing_is_locked_unless_diplomacy_lies_exhausted_with_the_hive(owner: str | None, exhausted: bool) -> None:
    assert lock(with_diplomacy(owner, exhausted)) == ()


@pytest.mark.rule("12.diplomacy.lock", "12.diplomacy.lock-rex")
def test_diplomacy_exhausted_with_the_hive_locks_all_but_mecatol_rex() -> None:
    assert [item.rule for item in lock(with_diplomacy("hive", True))] == ["12.diplomacy.lock", "12.diplomacy.lock-rex"]


@pytest.mark.reading("Q67")
@pytest.mark.rule("28.1.win.hive", "28.1.win.players")
def test_who_reached_the_goal_first_stays_the_winner() -> None:
    game = fresh_game()
    gain_points(game, "p1", 10)
    gain_points(game, "hive", 7)
    gain_points(game, "p2", 8)
    assert game.winner == "players"
    gain_points(game, "hive", 1)
    assert game.winner == "players"


@pytest.mark.rule("28.1.win.hive")
def test_a_victory_that_was_entered_by_mistake_can_be_taken_back() -> None:
    game = fresh_game()
    gain_points(game, "hive", 8)
    assert game.winner == "hive"
    gain_points(game, "hive", -1)
    assert game.winner is None


@pytest.mark.rule("28.1.win.no-objective")
def test_running_out_of_public_objectives_is_a_victory_of_the_hive() -> None:
    game = fresh_game()
    check_victory(game)
    assert game.winner is None
    game.objectives_ran_out = True
    check_victory(game)
    assert game.winner == "hive"
