"""What the whole table should see once: a step says so itself, with one sentence and figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from driving import fresh_game
from fighting import Driven, battle, garrison
from hive.catalog.reading import load_tables
from hive.fields import Choice
from hive.model.game import Game
from hive.rules.agenda.phase import resolve as resolved
from hive.rules.area import points_peak
from hive.scenarios.resolving import resolve
from hive.steps import Peak, Tell

SCENARIOS = Path(__file__).parent / "scenarios"


def peak_of(driven: Driven) -> Peak | None:
    told = [step.shown.peak for step in driven.steps if isinstance(step, Tell) and step.key == "battle_over"]
    return told[-1] if told else None


@pytest.mark.rule("28.1.win.hive")
@pytest.mark.parametrize(
    ("before", "now", "kind", "words"),
    [
        (2, 4, "scores", "The Hive scores 2 victory points"),
        (5, 7, "danger", "The Hive is one point from winning"),
        (7, 8, "scores", "The Hive scores 1 victory point"),
    ],
)
def test_points_are_seen_and_the_last_one_missing_once(before: int, now: int, kind: str, words: str) -> None:
    game = fresh_game()
    game.hive.victory_points = now
    peak = points_peak(game, before)
    assert peak is not None and (peak.kind, str(peak.words)) == (kind, words)
    assert peak.points == (now, 8)
    assert points_peak(game, now) is None


@pytest.mark.rule("14.gain.combat")
def test_a_battle_is_won_with_the_planets_that_are_taken_or_lost() -> None:
    driven = garrison(battle(h207={"dreadnought": 1, "infantry": 5}), "p1", infantry=1)
    driven.run(["done", "on", "dice", "cleared"])
    peak = peak_of(driven)
    assert peak is not None and (peak.kind, [str(what) for _, what in peak.figures]) == ("won", ["planet taken"])
    assert str(peak.words) == "The Hive has won the battle"


@pytest.mark.rule("14.gain.mecatol-rex", "21.invasion.custodians")
@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("21/mecatol_rex_of_a_player", "The Hive takes Mecatol Rex from Player 1"),
        ("21/players_land_on_mecatol_rex", "Player 1 takes Mecatol Rex"),
    ],
)
def test_mecatol_rex_changes_hands_once(scenario: str, words: str) -> None:
    taken = [one.step.shown.peak for one in resolve(SCENARIOS / f"{scenario}.yaml").run.steps]
    seen = [one for one in taken if one is not None and one.kind == "mecatol_rex"]
    assert [str(one.words) for one in seen] == [words]


def outcome(game: Game, name: str, value: str) -> Peak | None:
    agenda = load_tables().agendas.by_name[name]
    procedure = resolved(game, agenda, Choice(value, Choice("for", "For").label))
    step: Any = next(procedure)
    peak: Peak | None = step.shown.peak
    return peak


@pytest.mark.rule("29.outcome.quash")
def test_a_law_that_passes_is_seen_and_one_that_is_voted_down_is_not() -> None:
    passed = outcome(fresh_game(), "Regulated Conscription", "for")
    assert passed is not None and str(passed.words) == "Regulated Conscription is law" and passed.figures[0][0] == 1
    assert outcome(fresh_game(), "Regulated Conscription", "against") is None
