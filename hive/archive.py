"""Games that nobody plays any more leave the store as files, and come back from them.

A game leaves only once its file has been read back and holds all of it. On a public address nobody sees a game without
its code, so whoever looks after the games is told the address under which it is opened.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hive.games import GameBroken, Games
from hive.store import (
    MAX_DOCUMENT_BYTES,
    GameRow,
    GameUnknown,
    ImportRefused,
    JsonObject,
    StalePosition,
    Store,
    read_document,
    write_document,
)

ENDING = ".json.gz"


@dataclass(frozen=True)
class Archived:
    """What became of one game: a line for whoever runs the command, and whether it went well."""

    words: str
    fine: bool = True


def archive(games: Games, older: int, folder: Path) -> Iterator[Archived]:
    """Move all games into a folder whose last change is so many days ago. Raises OSError where it takes no file."""
    folder.mkdir(parents=True, exist_ok=True)
    before = datetime.now(UTC) - timedelta(days=older)
    for row in games.rows():
        if datetime.fromisoformat(row.changed_at) < before:
            with suppress(GameUnknown):  # somebody has deleted it meanwhile
                yield _archived(games, row, folder)


def _archived(games: Games, row: GameRow, folder: Path) -> Archived:
    content = write_document(games.export(row.id))
    path = folder / f"hive-wars-{row.changed_at[:10]}-{row.id}{ENDING}"
    _write(path, gzip.compress(content))
    if write_document(_read(path)) != content:
        return Archived(f"{row.id}: stays; {path} does not hold what was written to it", fine=False)
    try:
        games.delete(row.id, row.changed_at)
    except StalePosition:
        path.unlink()
        return Archived(f"{row.id}: stays; somebody plays it")
    return Archived(f"{row.id}: {path}")


def backup(games: Games, file: Path) -> Iterator[Archived]:
    """Copy all games into a file that there is not yet, and look whether it can be read."""
    if file.exists():
        yield Archived(f"{file}: there is such a file already; nothing was copied", fine=False)
        return
    games.backup(file)
    copied = Store(file, read_only=True)
    number = len(copied.games())
    copied.close()
    yield Archived(f"{file}: {number} game{'' if number == 1 else 's'}")


def bring_back(games: Games, files: Sequence[Path], as_far: bool = False) -> Iterator[Archived]:
    """Import games from files, as they were archived or exported. Each is checked and replayed.

    ``as_far``: those whose log does not lead to its end go on from what it leads to.
    """
    for path in files:
        try:
            yield Archived(f"{path}: {_way_in(games, games.import_game(_read(path), as_far))}")
        except (ImportRefused, GameBroken, OSError, EOFError, zlib.error) as error:
            yield Archived(f"{path}: {error}", fine=False)


def codes(games: Games, wanted: Sequence[str]) -> Iterator[Archived]:
    """Tell where games are opened as the table, of all where none is named. In: their ids."""
    for game_id in wanted or [row.id for row in games.rows()]:
        try:
            yield Archived(f"{game_id}: {_way_in(games, game_id)} ({games.row(game_id).name})")
        except GameUnknown as error:
            yield Archived(f"{game_id}: {error}", fine=False)


def _way_in(games: Games, game_id: str) -> str:
    """The address that makes any device a game's table; its code is made where nobody has asked for it yet."""
    return f"/join/{games.codes(game_id)['table']}"


def _write(path: Path, content: bytes) -> None:
    """Write a file whole, down to the disk: a cut leaves none of that name."""
    beside = path.with_name(f"{path.name}.part")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _read(path: Path) -> JsonObject:
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        return read_document(file.read(MAX_DOCUMENT_BYTES + 1))
