"""What a step costs in a game with five options, against the same kinds of steps in a game without any."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figure import Figure, medians
from bench.simulated import OPTIONS
from bench.table import Table, Taken
from hive.engine.entries import New
from hive.model.game import PlayerSetup, Settings

BEGINS_AT = 30
ROUNDS = 5


def five_options_against_none() -> Iterator[Figure]:
    """Whole rounds of both games in turns, so that both meet the same machine: the mean over the kinds of steps.

    Compared are the medians of like steps, each kind weighed by how often it comes.
    """
    with TemporaryDirectory() as folder:
        without, with_five = _table(Path(folder) / "none"), _table(Path(folder) / "five", OPTIONS)

        def run() -> dict[str, float]:
            plain: list[Taken] = []
            optional: list[Taken] = []
            for _ in range(ROUNDS):
                plain += without.whole_round()
                optional += with_five.whole_round()
            return {"step_with_five_options": _weighed(optional, plain) / _weighed(plain, plain)}

        yield from medians(run, {"step_with_five_options": 1.15})


def _table(folder: Path, options: tuple[str, ...] = ()) -> Table:
    players = PlayerSetup("Ada", "", "blue"), PlayerSetup("Ben", "", "green")
    settings = Settings(*players, boxes=["base", "pok", "te"], options=options)
    table = Table(folder, begins=New(settings, "bench"))
    table.go_to(BEGINS_AT)
    return table


def _weighed(taken: list[Taken], like: list[Taken]) -> float:
    """The seconds of all steps of the kinds that both games have, as often as they come in ``like``."""
    both = {_kind(one) for one in taken} & {_kind(one) for one in like}
    middle = {kind: statistics.median(one.seconds for one in taken if _kind(one) == kind) for kind in both}
    return sum(middle[_kind(one)] for one in like if _kind(one) in both)


def _kind(one: Taken) -> tuple[str, str, bool]:
    return one.kind, one.answer, one.drew
