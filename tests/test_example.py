"""The example game: it is there as a whole, or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hive.games.example import start_example
from hive.games.service import Games
from hive.store import Store

REPOSITORY = Path(__file__).parent.parent
ON_A_SMALL_DISK = """
import resource, sys
from pathlib import Path
from hive.games.example import start_example
from hive.games.service import Games
from hive.store import Store, StoreFull

folder, room = Path(sys.argv[1]), int(sys.argv[2])
store = Store(folder / "games.sqlite")
games = Games(store)
assert games.store.games() == []
largest = max(path.stat().st_size for path in folder.iterdir())
resource.setrlimit(resource.RLIMIT_FSIZE, (largest + room, resource.RLIM_INFINITY))
try:
    print(start_example(games), end=" ")
except StoreFull:
    print("full", end=" ")
print(len(games.store.games()))
"""


@pytest.mark.parametrize("room", [0, 150_000, 400_000])
def test_a_disk_that_is_too_small_for_the_example_keeps_nothing_of_it(tmp_path: Path, room: int) -> None:
    """The limit on a file's size is the operating system's own way to refuse a write."""
    command = [sys.executable, "-c", ON_A_SMALL_DISK, str(tmp_path), str(room)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    told, kept = done.stdout.split()
    assert int(kept) == (0 if told == "full" else 1)
    store = Store(tmp_path / "games.sqlite")
    games = Games(store)
    if told == "full":
        assert games.store.games() == []
        told = start_example(games)
    present = games.present(told)
    assert (present.session.game.round, present.session.pending is None) == (2, False)
    assert games.undo(told, present.position, to=1).session.game.round == 1
    store.close()
