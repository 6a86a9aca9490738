"""Games are read through, backed up, put into an archive, come back from it, and are listed by where they stand.

A game leaves only once its file has been read back and holds all of it. On a public address nobody sees a game without
its code, so whoever looks after the games is told the address under which it is opened.

Each line of each log is read, and the log is held against itself. A log of these rules is played from its first line,
and has to lead to each state that was kept on its way; one that other rules have begun has to go on as the app takes it
up.
"""

from __future__ import annotations

import gzip
import json
import logging
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hive.catalog.reading import StoredTablesUnfit, tables_from_json
from hive.catalog.tables import Seat
from hive.engine.errors import LogMismatch
from hive.engine.session import replay
from hive.engine.state import comparable, dump
from hive.games.present import Reaching, game_of_entry, plays
from hive.games.service import GameBroken, Games
from hive.naming import PHASES
from hive.rules import RULES_VERSION
from hive.store import (
    MAX_DOCUMENT_BYTES,
    Entry,
    GameRow,
    GameUnknown,
    ImportRefused,
    JsonObject,
    StalePosition,
    Store,
    StoreError,
    read_document,
    write_document,
)
from hive.store.transfer import from_document
from hive.words import ENGLISH, Typed, Words, count, listed, say, told, words_of_error

ENDING = ".json.gz"


@dataclass(frozen=True)
class Archived:
    """What became of one game: a line for whoever runs the command, and whether it went well."""

    words: Words
    fine: bool = True


def archive(games: Games, older: int, folder: Path) -> Iterator[Archived]:
    """Move all games into a folder whose last change is so many days ago. Raises OSError where it takes no file."""
    folder.mkdir(parents=True, exist_ok=True)
    before = datetime.now(UTC) - timedelta(days=older)
    for row in games.store.games():
        if datetime.fromisoformat(row.changed_at) < before:
            with suppress(GameUnknown):  # somebody has deleted it meanwhile
                yield _archived(games, row, folder)


def _archived(games: Games, row: GameRow, folder: Path) -> Archived:
    content = write_document(games.store.export_game(row.id))
    path = folder / f"hive-wars-{row.changed_at[:10]}-{row.id}{ENDING}"
    _write(path, gzip.compress(content))
    if write_document(_read(path)) != content:
        stays = say("stays; {file} does not hold what was written to it", file=Typed(str(path)))
        return _about(row.id, stays, fine=False)
    try:
        games.delete(row.id, row.changed_at)
    except StalePosition:
        path.unlink()
        return _about(row.id, say("stays; somebody plays it"))
    return _about(row.id, Typed(str(path)))


def _about(what: object, words: Words, fine: bool = True) -> Archived:
    """A line that begins with the game or file that it tells of."""
    return Archived(say("{file}: {what}", file=Typed(str(what)), what=words), fine)


def backup(games: Games, file: Path) -> Iterator[Archived]:
    """Copy all games into a file that there is not yet, and look whether it can be read."""
    if file.exists():
        yield _about(file, say("there is such a file already; nothing was copied"), fine=False)
        return
    games.store.backup(file)
    copied = Store(file, read_only=True)
    number = len(copied.games())
    copied.close()
    yield _about(file, count(number, "game"))


def bring_back(games: Games, files: Sequence[Path], as_far: bool = False) -> Iterator[Archived]:
    """Import games from files, as they were archived or exported. Each is checked and replayed.

    ``as_far``: those whose log does not lead to its end go on from what it leads to.
    """
    for path in files:
        try:
            yield _about(path, _way_in(games, games.import_game(_read(path), as_far)))
        except (ImportRefused, GameBroken, OSError, EOFError, zlib.error) as error:
            yield _about(path, words_of_error(error), fine=False)


def codes(games: Games, wanted: Sequence[str]) -> Iterator[Archived]:
    """Tell where games are opened as the table, of all where none is named. In: their ids."""
    for game_id in wanted or [row.id for row in games.store.games()]:
        try:
            yield _about(game_id, Typed(f"{_way_in(games, game_id)} ({games.store.game(game_id).name})"))
        except GameUnknown as error:
            yield _about(game_id, words_of_error(error), fine=False)


def _way_in(games: Games, game_id: str) -> Typed:
    """The address that makes any device a game's table; its code is made where nobody has asked for it yet."""
    return Typed(f"/join/{games.store.codes(game_id)['table']}")


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


# --- reads all games through, without changing any: what is damaged, and what helps


WHAT_HELPS = say(
    "To have all as it was, end the app and put a backup in the place of the games (docs/players.md, Your games). To "
    "have single games, start the app on a copy of that backup (HIVE_DB), export each there under its menu, and "
    "import it here."
)


def check(store: Store) -> Iterator[Archived]:
    """Tell of each game that is damaged, and of the file itself; in the end how many are whole."""
    if store.file is not None and not store.file.exists():
        yield _about(store.file, say("there is no such file"), fine=False)
        return
    damaged = store.examine()
    for words in damaged:
        yield _about(store.place.shown, Typed(words), fine=False)
    games, whole, lines = store.games(), 0, 0
    for row in games:
        if words := _damage(store, row):
            yield _about(f"{row.id} ({row.name})", words, fine=False)
        else:
            whole += 1
            lines += row.position
    store.copies()
    number = count(len(games), "game")
    if whole == len(games) and not damaged:
        yield Archived(say("{games} with {lines}: all is whole.", games=number, lines=count(lines, "line")))
    else:
        read = say("{whole} of {games} can be read and played to the end.", whole=whole, games=number)
        yield Archived(listed([read, WHAT_HELPS], " "), fine=False)


def _damage(store: Store, row: GameRow) -> Words:
    """What is wrong with a game; empty if it is whole."""
    try:
        if row.position is None:
            return say("its log is empty")
        from_document(store.export_game(row.id))
        store.known_codes(row.id)
        _play(store, row.id)
    except ImportRefused as error:
        return error.what
    except (StoreError, LogMismatch, StoredTablesUnfit) as error:
        return words_of_error(error)
    return ""


def _play(store: Store, game_id: str) -> None:
    """Raises LogMismatch where the game does not go on, or its log leads elsewhere than what was kept."""
    tip = store.head(game_id).tip
    _, entries = store.chain(game_id, tip, before=1)
    if all(entry.rules_version == RULES_VERSION for entry in entries):
        _play_through(store, game_id, entries)
    Reaching(store).back(game_id, tip)


def _play_through(store: Store, game_id: str, entries: list[Entry]) -> None:
    """Play all lines from the first one, and hold each kept state against what they lead to."""
    kept = set(store.snapshots_between(game_id, 0, entries[-1].position))
    session = replay(game_of_entry(entries[0], tables_from_json(store.tables_json(game_id))), [])
    for entry in entries:
        if entry is not entries[0] and not plays(session, entry):
            raise LogMismatch(say("line {line} of its log does not play", line=entry.position))
        snapshot = store.chain(game_id, entry.position)[0] if entry.position in kept else None
        if snapshot is None or snapshot.rules_version != RULES_VERSION:
            continue
        if session.boundary is None or comparable(json.loads(session.boundary)) != comparable(snapshot.state):
            raise LogMismatch(
                say("its log does not lead to the state that was kept at line {line}", line=entry.position)
            )


# --- where the games of the list stand, without playing them once more: their rounds, phases and points


LOG = logging.getLogger(__name__)
A_PAGE = 20
"""So many games the list shows at once."""
AS_IT_STANDS = 8
"""So many games of a page of the list, the latest, are told as they stand now."""
UNREADABLE = say("cannot be read")
NO_TEXT = "\N{REPLACEMENT CHARACTER}"
"""What stands in a name for what is no text."""
MISNAMED = say("Its name is damaged in the file of games: give it another one, in its menu.")


@dataclass(frozen=True)
class Score:
    """A side's points."""

    seat: Seat
    name: Words
    points: int


@dataclass(frozen=True)
class Listed:
    """Where a game stands, the points of each side (none where it cannot be read), the colours of their plastic."""

    where: Words
    points: tuple[Score, ...] = ()
    colours: tuple[str, str] = ("blue", "green")


def listed_games(games: Games, rows: tuple[GameRow, ...]) -> list[Listed]:
    """Where these games stand; all but the first ones as when last no procedure was running.

    A game is looked at once for each line of its log, however often the list is shown. One that cannot be read takes no
    other with it.
    """
    return [_listed(games, row, number < AS_IT_STANDS) for number, row in enumerate(rows)]


def _listed(games: Games, row: GameRow, exactly: bool) -> Listed:
    def stood() -> Listed:
        try:
            return _standing(_state(games, row.id, exactly))
        except StoreError:
            raise
        except GameBroken as error:
            LOG.warning("the game %s cannot be read: %s", row.id, error)
            return Listed(UNREADABLE)
        except Exception:
            LOG.warning("the game %s cannot be read", row.id, exc_info=True)
            return Listed(UNREADABLE)

    try:
        found: Listed = games.summaries.of(row.id, row.position, stood)
    except StoreError:
        LOG.warning("the game %s cannot be read now", row.id, exc_info=True)
        return Listed(UNREADABLE)
    return Listed(MISNAMED, found.points, found.colours) if found.points and NO_TEXT in row.name else found


def _state(games: Games, game_id: str, exactly: bool) -> dict[str, Any]:
    kept = None if exactly else games.kept(game_id)
    return kept if kept is not None else dump(games.present(game_id).session.game)


def _standing(state: dict[str, Any]) -> Listed:
    settings = state["settings"]
    points = [Score("hive", say("[Hive]"), int(state["hive"]["victory_points"]))]
    for seat, area in state["players"].items():
        points.append(Score(seat, Typed(str(settings[seat]["name"])), int(area["victory_points"])))
    where = say("Round {number} · {phase}", number=int(state["round"]), phase=PHASES[state["phase"]])
    if state["winner"]:
        where = say("[The Hive] has won") if state["winner"] == "hive" else say("The players have won")
    return Listed(where, tuple(points), (str(settings["p1"]["colour"]), str(settings["p2"]["colour"])))


# --- as the command line prints them


def listed_as_lines(games: Games, number: int, search: str) -> Iterator[Archived]:
    """A line for each game of a page, and one for how many there are."""
    page = games.store.page(A_PAGE, (number - 1) * A_PAGE, search)
    for row, stands in zip(page.rows, listed_games(games, page.rows), strict=True):
        points = listed([say("{side} {points}", side=one.name, points=one.points) for one in stands.points], ",")
        told_of = [Typed(row.id), Typed(row.changed_at[:16]), Typed(row.name), stands.where, points]
        yield Archived(listed([one for one in told_of if one], "·"))
    yield Archived(say("{number} of {all}", number=len(page.rows), all=count(page.number, "game")))


def listed_as_json(games: Games, number: int, search: str) -> Iterator[Archived]:
    """The same as one JSON object."""
    page = games.store.page(A_PAGE, (number - 1) * A_PAGE, search)
    rows = [
        vars(row) | {"where": _plain(stands.where), "points": {one.seat: one.points for one in stands.points}}
        for row, stands in zip(page.rows, listed_games(games, page.rows), strict=True)
    ]
    yield Archived(Typed(json.dumps({"number": page.number, "games": rows}, indent=1, ensure_ascii=False)))


def _plain(words: Words) -> str:
    return told(words, ENGLISH)
