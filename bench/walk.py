"""Through how many modules a player's tap runs, from the post to the fragment that is sent back.

``python -m bench.walk`` prints them for the longest of the last answers of a late game on a map.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from bench.figure import Figure
from bench.simulated import late_game
from bench.sizes import LAST_ENTRIES, sent
from bench.table import Table
from hive.engine.entries import Answer

HIVE = Path(__file__).parent.parent / "hive"


def modules_run(work: Callable[[], object]) -> set[str]:
    """The modules of the app of which a function runs while something is done."""
    files: set[str] = set()

    def called(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    paths = (Path(file) for file in files)
    return {path.relative_to(HIVE).as_posix() for path in paths if path.is_relative_to(HIVE)}


def walks(entries: int = LAST_ENTRIES) -> list[set[str]]:
    """The modules of each answer among the last entries of a late game, after all of it was drawn once."""
    played = late_game()
    with TemporaryDirectory() as folder:
        table = Table(Path(folder), begins=played.begins)
        table.follow(played.log[:-entries])
        table.whole_screen()
        found = []
        for entry in played.log[-entries:]:
            if isinstance(entry, Answer):
                found.append(modules_run(partial(sent, table, entry)))
            else:
                table.follow([entry])
    return found


def walk_of_a_tap() -> Iterator[Figure]:
    """The longest walk of an answer late in a game. Every answer runs through 56; an attack through 40 of the rules."""
    yield Figure("walk_of_a_tap", max(map(len, walks())), "modules", 101)


if __name__ == "__main__":
    counted = sorted(walks(), key=len)
    print(*sorted(counted[-1]), sep="\n")
    print(f"{len(counted[-1])} at most, {len(counted[len(counted) // 2])} in the middle of {len(counted)} answers")
