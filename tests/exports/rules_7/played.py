"""How the games of this folder were played: ``PYTHONPATH=tests python tests/exports/rules_7/played.py FOLDER``.

It says what was done, and is no way to make them anew: a later version plays and writes something else.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random

from hive.engine.entries import Forward
from hive.games.service import Games
from hive.simulate.game import Setting, simulate
from serving import Table, app_in

DEVICES = ("", "p1", "table", "p2")
OUR_COPY = "our_box"


@dataclass(frozen=True)
class Export:
    """A game that was exported: who played, how many entries of it, and how many of them were undone in the end."""

    name: str
    setting: Setting
    entries: int | None = None
    undone: int = 0


EXPORTS = (
    Export("01_thunders_edge_to_its_end", Setting(3, options=("thunders_edge", "ignore_entropic_scars"), bold=True)),
    Export("02_twilights_fall", Setting(21, 3, options=("twilights_fall",), bold=True), 150),
    Export("03_total_war_and_wild_galaxy", Setting(8, 3, "expert", options=("total_war", "wild_wild_galaxy")), 130),
    Export(
        "04_events_without_galaxy", Setting(5, 3, galaxy=False, options=("age_of_commerce", "zealous_orthodoxy")), 120
    ),
    Export(
        "05_modular_settings",
        Setting(6, 3, "easy", options=("mecatol_rex_first", "no_unrelenting", "player_speaker", "starting_stockpile")),
        100,
    ),
    Export("06_own_copy_on_a_galaxy", Setting(7, 3, options=(OUR_COPY,)), 140),
    Export("07_won_and_far_back", Setting(9, galaxy=False, options=("swift_spawning",)), undone=60),
)


def own_copy(table: Table) -> None:
    """A copy of the rulebook whose diagrams differ from ours."""
    table.post("/copies", name="Our box")
    for name, change in (
        ("positive", "up:most_planets"),
        ("negative", "out:spawning_system"),
        ("ground", "down:sustain.mech"),
    ):
        table.post(f"/copies/{OUR_COPY}/diagrams/{name}", change=change)


def play(games: Games, export: Export) -> str:
    """The game of an export, entered by several devices, with entries undone and brought again in between."""
    played = simulate(export.setting, games.house.tables(export.setting.options))
    begins = played.begins
    game_id = games.create("Friday", begins.settings, begins.seed, begins.layout)
    enter(games, game_id, played.log[: export.entries])
    for _ in range(export.undone):
        games.undo(game_id, games.position(game_id), by="p1")
    return game_id


def enter(games: Games, game_id: str, log: Sequence[Forward]) -> None:
    """Enter a log; after one entry in fifteen the last is undone and brought again."""
    chance, devices = Random(len(log)), cycle(DEVICES)
    for entry, device in zip(log, devices, strict=False):
        games.enter(game_id, games.position(game_id), entry, device)
        if chance.random() < 1 / 15:
            games.undo(game_id, games.position(game_id), by="p2")
            games.redo(game_id, games.position(game_id), by="p1")


def written(folder: Path) -> Iterator[Path]:
    """Play each game, and write it into the folder."""
    with tempfile.TemporaryDirectory() as instance:
        table = Table(app_in(Path(instance)))
        own_copy(table)
        for export in EXPORTS:
            document = table.games.store.export_game(play(table.games, export))
            file = folder / f"{export.name}.json.gz"
            file.write_bytes(gzip.compress(json.dumps(document).encode(), mtime=0))
            yield file


if __name__ == "__main__":
    for path in written(Path(sys.argv[1])):
        print(path, path.stat().st_size, flush=True)
