"""How the games of this folder were played: ``PYTHONPATH=.:tests python made.py ADDRESS`` in each version's source.

The address is that of a file or a database. They are never made anew; README.md tells of them.
"""

from __future__ import annotations

import inspect
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from driving import expected_answer, layout, settings
from hive.games.service import Games
from hive.store import Store

OPTIONS = ("mecatol_rex_20", "swift_spawning")
"""Of versions that have options."""


def answered(games: Games, game_id: str, times: int) -> None:
    """Answer what is asked as it is expected, in turns by the players' phones where a version knows of those."""
    by = "by" in inspect.signature(games.answer).parameters
    for number in range(times):
        present = games.present(game_id)
        step = present.session.pending
        assert step is not None
        value = expected_answer(present.session.game, step)
        who: dict[str, Any] = {"by": f"p{number % 2 + 1}"} if by else {}
        games.answer(game_id, present.position, step.key, value, **who)


def undone(games: Games, game_id: str, times: int) -> None:
    """Take so many entries back, one after the other."""
    for _ in range(times):
        games.undo(game_id, games.present(game_id).position)


def main(address: str) -> None:
    """Two games, a copy of the rulebook and codes, as far as the version has them."""
    games = Games(Store(address if "://" in address else Path(address)))
    chosen = settings()
    if hasattr(chosen, "options"):
        chosen = replace(chosen, options=OPTIONS)
    galaxy = games.create("On a galaxy", chosen, seed="kept", layout=layout())
    answered(games, galaxy, 60)
    undone(games, galaxy, 5)
    answered(games, galaxy, 2)
    plain = games.create("Without a galaxy", settings("easy"), seed="kept")
    answered(games, plain, 40)
    undone(games, plain, 4)
    games.redo(plain, games.present(plain).position)
    with suppress(ImportError, AttributeError):
        from hive.catalog.copying import new_copy

        games.store.keep_copy("our_box", new_copy("our_box", "Our box"))
    with suppress(AttributeError):
        games.store.codes(galaxy)
    games.store.close()


if __name__ == "__main__":
    main(sys.argv[1])
