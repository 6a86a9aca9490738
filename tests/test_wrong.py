"""A note that a decision is wrong: the situation can be decided again, and the game goes on from its file."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from hive.games.present import Present
from hive.model.galaxy import Forces
from hive.model.game import PLAYERS, Game
from hive.scenarios.given import written
from hive.scenarios.resolving import resolve
from hive.scenarios.running import read_scenario
from hive.scenarios.situation import situation
from hive.steps import Ask
from serving import Table, app_in


def imported(table: Table, number: str) -> Present:
    return table.games.present(table.import_kept(number))


def forces(found: Forces) -> dict[str, dict[str, int]]:
    counted = {seat: {unit: number for unit, number in units.items() if number} for seat, units in found.items()}
    return {seat: units for seat, units in counted.items() if units}


def board(game: Game) -> dict[str, Any]:
    return {
        at: (
            system.tile,
            forces(system.units),
            sorted(system.command_tokens),
            sorted(placed.key for placed in system.tokens),
            system.frontier,
            {name: (one.control, forces(one.units), one.attachments) for name, one in system.planets.items()},
        )
        for at, system in (game.galaxy.systems.items() if game.galaxy else ())
    }


@pytest.mark.parametrize("number", ["05", "18", "20", "26"])
def test_a_game_that_is_written_out_is_read_as_it_was(tmp_path: Path, number: str) -> None:
    game = imported(Table(app_in(tmp_path)), number).session.game
    file = tmp_path / "situation.yaml"
    file.write_text(written(game, "A test", {"define_action": {}}, {"action": "engage"}), encoding="utf-8")
    scenario = read_scenario(file)
    read = situation(scenario.document, scenario.file.given, "action")
    assert board(read) == board(game)
    assert asdict(read.hive) == asdict(game.hive)
    assert {seat: asdict(read.players[seat]) for seat in PLAYERS} == {
        seat: asdict(game.players[seat]) for seat in PLAYERS
    }
    assert (read.round, read.phase, read.speaker, read.active) == (game.round, game.phase, game.speaker, game.active)


@pytest.mark.rule("15.destination.priority")
def test_a_note_of_a_destination_is_decided_again_as_the_app_did(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = imported(table, "20").id
    step = table.games.present(game_id).session.pending
    for _ in range(5):
        if isinstance(step, Ask) and step.undertaking is not None:
            break
        assert step is not None
        answer = step.choices[0].value if isinstance(step, Ask) else "done"
        step = table.games.answer(game_id, table.position(game_id), step.key, answer).session.pending
    assert isinstance(step, Ask) and step.undertaking is not None
    position = table.position(game_id)
    shown = table.post(f"/games/{game_id}/wrong", said="It has to be Lodor.\nSee page 15.")
    assert shown.status_code == 303
    page = table.client.get(shown.location).get_data(as_text=True)
    assert "The note is kept" in page and f"Line {position}" in page
    file = tmp_path / "note.yaml"
    file.write_bytes(table.client.get(f"/games/{game_id}/notes/{position}.yaml").data)
    assert "# The table: See page 15." in file.read_text()
    resolved = resolve(file)
    assert resolved.holds and resolved.run.outcome.values["destination"] == step.undertaking.destination
    cut = json.loads(table.client.get(f"/games/{game_id}/notes/{position}.json").data)
    assert table.games.import_game(cut)
    assert table.position(game_id) == position


def test_a_note_that_nobody_kept_is_not_there(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game = table.begin()
    for path in ("1.yaml", "1.exe", "9.json"):
        assert table.client.get(f"/games/{game}/notes/{path}").status_code == 404


def test_where_the_folder_cannot_be_written_that_is_said(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game = table.begin()
    (tmp_path / "notes").write_text("in the way")
    answered = table.post(f"/games/{game}/wrong", said="")
    assert answered.status_code == 500
    assert "The game itself is safe" in answered.get_data(as_text=True)
