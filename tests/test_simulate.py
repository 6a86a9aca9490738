"""Whole games by themselves: no crash, no law broken, the same log the same game; and what a failing one says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from bench.night import WORK
from day import NIGHT, times
from hive.__main__ import main
from hive.catalog.options import misfits
from hive.catalog.reading import load_tables
from hive.catalog.tables import ADVANCED_PAGES, Level
from hive.engine.entries import Answer, Board, Correct, Event
from hive.engine.facts import correctables
from hive.rules.events.kinds import all_events
from hive.simulate.game import (
    Failed,
    Setting,
    Summary,
    all_options,
    as_json,
    as_words,
    beginning,
    by_option,
    check_replay,
    in_words,
    is_replayed,
    play_all,
    random_set,
    simulate,
    started,
)
from hive.simulate.moves import Booking
from hive.simulate.players import begin, correction
from hive.simulate.proof import first_failure, play

REPOSITORY = Path(__file__).parent.parent
LEVELS: tuple[Level, ...] = ("easy", "standard", "expert")
TOGETHER = 10


@pytest.mark.parametrize("first", range(0, times(10, 400), TOGETHER))
def test_whole_rounds_break_no_law(first: int) -> None:
    """A round each, for time, every other of bold players: longer games are the whole ones, and those of `proof`."""
    for seed in range(first, first + TOGETHER):
        setting = Setting(seed, 1, LEVELS[seed % len(LEVELS)], bold=bool(seed % 2))
        simulate(setting, load_tables(), replayed=is_replayed(seed, NIGHT))


@pytest.mark.parametrize("galaxy", [True, False])
def test_random_sets_of_options_break_no_law(galaxy: bool) -> None:
    """A round each of bold players, with options that may stand together."""
    sets = {random_set(seed, all_options()) for seed in range(300)}
    assert len(sets) > 100 and all(misfits(one, all_options()) == [] for one in sets)
    assert {name for one in sets for name in one} == set(all_options())
    for seed in range(4):
        setting = Setting(seed, 1, LEVELS[seed % len(LEVELS)], galaxy, random_set(seed, all_options()), bold=True)
        simulate(setting, load_tables(options=setting.options))


def test_wins_are_told_by_option(capsys: pytest.CaptureFixture[str]) -> None:
    games = [("hive", ("age_of_commerce",)), ("players", ("age_of_commerce",)), ("hive", ())]
    assert by_option(games)[-1] == "| age_of_commerce | 2 | 50 % | 100 % |"
    assert by_option([("hive", ())]) == []
    command = ["simulate", "--seed", "3", "--games", "2", "--rounds", "1", "--no-galaxy", "--options", "random"]
    assert main([*command, "--compare", "--json"]) == 0
    printed = capsys.readouterr().out
    for seed in (3, 4):
        assert f'"options": {json.dumps(random_set(seed, all_options()))}' in printed
    assert "| option | games | the Hive wins | without it |" in printed


def test_whole_games_come_to_their_end_and_hold_all_that_players_do() -> None:
    """All that the tests rest on: moves, battles, builds, objectives, late upkeep, events."""
    keys: set[str] = set()
    kinds: set[str] = set()
    events: set[str] = set()
    whole = [simulate(Setting(1, difficulty=level), load_tables()) for level in LEVELS[: times(1, len(LEVELS))]]
    assert all(played.game.winner is not None for played in whole)
    for played in (*whole, *play_all(Setting(1, rounds=4), times(2, 7), load_tables())):
        assert not isinstance(played, Failed), played
        keys |= {entry.key for entry in played.log if isinstance(entry, Answer)}
        kinds |= {entry.kind for entry in played.log}
        events |= {entry.name for entry in played.log if isinstance(entry, Event)}
    assert kinds >= {"answer", "board", "event", "correct"}
    battles = {"space_combat", "space_combat_round", "landing", "ground_combat", "invasion"}
    course = {"activate", "facts", "tactical_action", "players_score", "reveal", "agenda", "voted"}
    advanced = {"exploration", "sabotage", "direct_hit", "interference", "counteroffer", "note"}
    assert keys >= battles | course | advanced
    assert events >= {"interference", "arms_transaction", "action_card"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_whole_game_without_a_galaxy_comes_to_its_end(level: Level) -> None:
    for seed in range(times(2, 5)):
        played = simulate(
            Setting(seed, difficulty=level, galaxy=False), load_tables(), replayed=is_replayed(seed, NIGHT)
        )
        assert played.game.galaxy is None
        assert played.game.winner is not None


def test_what_a_rule_forbids_is_refused_or_played_anyway() -> None:
    """In the Hive's turn nobody deals in arms; once in a while the table insists, and the log says so."""
    played = started(Setting(2), load_tables())
    refused = [begin(played.game, all_events()["arms_transaction"], Random(seed)) for seed in range(60)]
    entries = [entry for entries in refused for entry in entries]
    assert 0 < len(entries) < len(refused)
    assert all(isinstance(entry, Event) and entry.forced for entry in entries)
    possible = begin(played.game, all_events()["speaker"], Random(1))
    assert [one.to_json() for one in possible] == [{"name": "speaker", "args": possible[0].to_json()["args"]}]


def test_some_tables_leave_advanced_pages_out() -> None:
    """Nothing of a page that is left out ever comes up."""
    settings = {seed: beginning(Setting(seed, galaxy=False), load_tables()).settings for seed in range(60)}
    seed = next(seed for seed, one in settings.items() if "special_transactions" not in one.advanced)
    assert sum(set(one.advanced) == set(ADVANCED_PAGES) for one in settings.values()) > len(settings) / 2
    played = simulate(Setting(seed, galaxy=False), load_tables(), replayed=NIGHT)
    events = {entry.name for entry in played.log if isinstance(entry, Event)}
    keys = {entry.key for entry in played.log if isinstance(entry, Answer)}
    assert events and keys and "interference" not in events | keys


def test_a_summary_says_who_won_and_how_long_games_last() -> None:
    tables = load_tables()
    summary = Summary("easy")
    for played in play_all(Setting(1, 2, "easy", galaxy=False), 2, tables):
        summary.add(played)
    summary.add(Failed(Setting(3), "a reason", []))
    assert summary.as_words().startswith("3 games, easy: the Hive wins 0 (0 %), the players win 0 (0 %), 2 not over, ")
    assert "1 went wrong; 2 to 2 rounds, 2 on average; " in summary.as_words()
    assert json.loads(summary.as_json())["summary"]["failed"] == 1


def test_a_game_in_words_has_every_entry_and_says_how_to_play_it_again() -> None:
    tables = load_tables()
    played = simulate(Setting(2, 1, galaxy=False), tables, replayed=False)
    first, *lines, last = in_words(played)
    assert first == "python -m hive simulate --seed 2 --rounds 1 --difficulty standard --no-galaxy"
    assert len([line for line in lines if line[0].isdigit()]) == len(played.log)
    assert "== Round 1, action phase" in lines
    assert last == as_words(played)


def test_a_seed_plays_the_same_game_whatever_the_order_of_sets() -> None:
    command = [sys.executable, "-m", "hive", "simulate", "--seed", "5", "--rounds", "1", "--json"]
    printed = [
        subprocess.run(
            command,
            cwd=REPOSITORY,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert printed[0] == printed[1]
    row = json.loads(printed[0])
    assert row["seed"] == 5
    assert row["rounds"] == 1
    assert row["winner"] is None
    assert row["entries"] > 50
    assert set(row["victory_points"]) == {"hive", "p1", "p2"}
    assert set(row["steps"]) == {"draw", "ask", "tell"}


def test_the_rounds_are_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--seed", "3", "--rounds", "1", "--difficulty", "easy"]) == 0
    assert capsys.readouterr().out.startswith("Seed 3, easy: 1 round, nobody has won yet. The Hive ")


def test_several_games_have_the_seeds_from_the_first_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--seed", "8", "--games", "2", "--rounds", "1", "--json"]) == 0
    *rows, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["seed"] for row in rows] == [8, 9]
    assert last["summary"]["games"] == last["summary"]["nobody"] == 2
    assert last["summary"]["rounds"] == {"least": 1, "mean": 1, "most": 1}


@pytest.mark.parametrize("option", ["--rounds", "--games"])
def test_an_option_that_makes_no_sense_is_told(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["simulate", "--seed", "1", option, "0"])
    assert left.value.code == 2
    assert f"argument {option}: enter a whole number from 1 up" in capsys.readouterr().err


def test_a_game_that_breaks_a_law_says_how_to_play_it_again(tmp_path: Path) -> None:
    """With so few cruisers the Hive's starting fleet is already more plastic than it owns."""
    for folder in ("hive", "decks"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    units = tmp_path / "decks" / "units.yaml"
    fewer = units.read_text(encoding="utf-8").replace("cost: 2\n    plastic: 8\n", "cost: 2\n    plastic: 2\n")
    units.write_text(fewer, encoding="utf-8")
    command = [sys.executable, "-m", "hive", "simulate", "--seed", "17", "--rounds", "4", "--difficulty", "expert"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "python -m hive simulate --seed 17 --rounds 4 --difficulty expert: "
        "at entry 0: The Hive has 2 cruisers in all, not 3.\n"
    )


def test_a_game_without_end_is_a_failure() -> None:
    with pytest.raises(Failed, match=r"--seed 2 .* at entry 30: the game has not ended after 30 entries\n  26: "):
        simulate(Setting(2), load_tables(), most_entries=30)


def test_a_log_that_leads_elsewhere_is_a_failure() -> None:
    tables = load_tables()
    played = started(Setting(2), tables)
    played.enter(Correct("hive.trade_goods", 3))
    check_replay(played, tables)
    played.log[-1] = Correct("hive.trade_goods", 4)
    with pytest.raises(Failed, match="at entry 1: the log, replayed, leads to another state"):
        check_replay(played, tables)


def test_of_many_games_the_log_of_every_fifth_is_replayed_and_by_night_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed: list[int] = []
    monkeypatch.setattr("hive.simulate.game.check_replay", lambda played, tables: replayed.append(played.setting.seed))
    command = ["simulate", "--rounds", "1", "--no-galaxy", "--json"]
    for more in (["--seed", "4", "--games", "2"], ["--seed", "4", "--games", "2", "--every-log"], ["--seed", "3"]):
        assert main([*command, *more]) == 0
    assert replayed == [5, 4, 5, 3]
    for every_log in (False, True):
        assert not play(Setting(4, 1, galaxy=False), every_log).failed
    assert replayed == [5, 4, 5, 3, 4]
    assert "--every-log" in WORK["games"]


def test_an_entry_that_is_refused_is_a_failure_with_the_last_entries() -> None:
    played = started(Setting(2), load_tables())
    assert played.session.pending is not None
    played.enter(Answer(played.session.pending.key, "done"))
    with pytest.raises(Failed) as failed:
        played.enter(Board({"999/units/p1/cruiser": 1}))
    line, first, second = str(failed.value).splitlines()
    assert line.startswith("python -m hive simulate --seed 2 --difficulty standard: at entry 2: Refused: ")
    assert first == '  1: answer {"key": "set_up", "value": "done"}'
    assert second == '  2: board {"changes": {"999/units/p1/cruiser": 1}}'


def test_a_booking_counts_what_it_has_booked_already() -> None:
    game = started(Setting(4), load_tables()).game
    home = game.galaxy.spawning["home_p1"] if game.galaxy else ""
    booking = Booking(game)
    booking.add("p1", "dreadnought", 2, home)
    booking.damage("p1", "dreadnought", 1, home)
    booking.move("p1", "dreadnought", 2, (home, None), ("000", None))
    assert booking.unused("p1", "dreadnought") == 3
    assert "dreadnought" not in booking.units("p1", home)
    assert booking.damaged("p1", "dreadnought", "000") == 1


def test_a_booking_leaves_out_what_stands_so_already() -> None:
    game = started(Setting(4), load_tables()).game
    home = game.galaxy.spawning["home_p1"] if game.galaxy else ""
    booking = Booking(game)
    booking.move("p1", "cruiser", 1, (home, None), ("000", None))
    booking.move("p1", "cruiser", 1, ("000", None), (home, None))
    booking.damage("p1", "dreadnought", 0, home)
    booking.token("p1", home, there=False)
    assert list(booking.entries()) == []
    booking.token("p1", home)
    assert list(booking.entries()) == [Board({f"{home}/command_token/p1": 1})]


def test_a_booking_knows_what_the_vuil_raith_have_captured() -> None:
    game = started(Setting(4), load_tables()).game
    before = Booking(game).unused("hive", "destroyer")
    game.hive.captured = {"destroyer": 2}
    assert Booking(game).unused("hive", "destroyer") == before - 2


def test_a_correction_changes_a_number() -> None:
    game = started(Setting(4), load_tables()).game
    game.hive.bank.influence = game.hive.bank.resources = 0
    # More than the field of a correction takes.
    game.hive.trade_goods = 110
    known = {one.field: one for one in correctables(game)}
    for seed in range(40):
        entry = correction(game, Random(seed))
        assert isinstance(entry, Correct) and entry.value != known[entry.field].read(game)
        known[entry.field].entered.check(entry.value)


def test_a_game_in_words_is_played_again_with_its_own_options() -> None:
    options = random_set(21, all_options())
    played = simulate(Setting(21, 1, options=options, bold=True), load_tables(options=options), replayed=False)
    assert sum(line[0].isdigit() for line in in_words(played)) == len(played.log)


def test_a_card_in_words_says_which_choice_icon_it_shows() -> None:
    tables = load_tables()
    told = " ".join(in_words(simulate(Setting(6, 1), tables, replayed=False)))
    assert "choice icon green check" in told or "choice icon no check" in told
    assert "choice icon True" not in told and "choice icon False" not in told


def test_the_same_game_is_told_twice_the_same() -> None:
    tables = load_tables()
    assert as_json(simulate(Setting(6, 1), tables)) == as_json(simulate(Setting(6, 1), tables, replayed=False))


def test_tables_with_which_games_begin_and_cannot_go_on_are_found_by_a_round() -> None:
    tables = load_tables()
    few = tables.strategy_cards.model_copy(update={"cards": tables.strategy_cards.cards[:3]})
    failed = first_failure(tables.model_copy(update={"strategy_cards": few}))
    assert failed is not None
    assert "at entry 0" not in str(failed)
    assert first_failure(tables) is None
