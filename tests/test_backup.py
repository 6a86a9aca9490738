"""A copy of the file of games has everything: taken while it is played, after the end, and on a full disk."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

import pytest

from driving import settings
from hive.__main__ import main
from hive.games.service import Games
from hive.store import BackupRefused, JournalForeign, Store
from hive.store.keeper import FOLDER, MUCH_FREE, ROOM, ROOM_BYTES, Daily, Keeper, beside, put_aside
from hive.store.sqlite import SqliteFile
from hive.web.serve import front_of, tell_of_trouble
from serving import Table, app_in
from storing import answer, much, new_game, where, written_down

REPOSITORY = Path(__file__).parent.parent


def copied(store: Store, to: Path) -> Store:
    """What somebody has who copies the file, and nothing else."""
    assert store.file is not None
    return Store(shutil.copy(store.file, to))


def journal(store: Store) -> int:
    """How large what has not come into the file is."""
    assert store.file is not None
    wal = beside(store.file, "-wal")
    return wal.stat().st_size if wal.exists() else 0


def test_a_copy_of_the_file_alone_has_everything_after_the_end(store: Store, tmp_path: Path) -> None:
    game, head = new_game(store, *[answer(number) for number in range(20)])
    assert journal(store) > 0
    store.close()
    assert journal(store) == 0
    copy = copied(store, tmp_path / "copy.sqlite")
    assert copy.head(game) == head
    copy.close()


def test_what_was_written_comes_into_the_file_once_nobody_writes(store: Store, tmp_path: Path) -> None:
    done = threading.Event()
    game, head = new_game(store, answer())

    def work() -> None:
        written_down(store)
        done.set()

    keeper = Keeper(work, quiet=0.05)
    keeper.wrote()
    keeper.wrote()
    assert done.wait(60)
    keeper.end()
    assert journal(store) == 0
    copy = copied(store, tmp_path / "copy.sqlite")
    assert copy.head(game) == head
    copy.close()


def test_the_work_is_done_in_the_end_however_much_is_written(store: Store) -> None:
    done = threading.Event()
    keeper = Keeper(done.set, quiet=0.2, latest=0.4)
    while not done.is_set():
        keeper.wrote()
        done.wait(0.01)
    keeper.end()


def test_the_journal_stays_small_while_much_is_written(store: Store) -> None:
    game, head = new_game(store)
    for number in range(150):
        head = store.append(game, head, answer(number), snapshot=(head.position + 1, {"large": much(20_000)})).head
        assert journal(store) < 1024 * 1024


WRITTEN_AND_ENDED = """
import os, signal, socket, sys, threading
from http.client import HTTPConnection
from driving import settings
from hive.live.front import run
from hive.web.factory import create_app
from hive.web.serve import front_of

app = create_app({"INSTANCE": sys.argv[1]})
listening = socket.create_server(("127.0.0.1", 0))

def write_and_end():
    served = HTTPConnection("127.0.0.1", listening.getsockname()[1])
    served.request("GET", "/")
    assert served.getresponse().read()
    games = app.extensions["games"]
    game_id = games.create("Friday", settings())
    print(game_id, games.correct(game_id, 1, "hive.trade_goods", 3).position, flush=True)
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=write_and_end).start()
run(front_of(app), [listening])
"""


def test_a_copy_has_everything_after_the_server_was_ended(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    ended = subprocess.run(
        [sys.executable, "-c", WRITTEN_AND_ENDED, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": f"{REPOSITORY}{os.pathsep}{REPOSITORY / 'tests'}"},
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )
    assert ended.returncode in (0, -signal.SIGTERM), ended.stderr
    game, position = ended.stdout.split()[-2:]
    copy = copied(store, tmp_path / "copy.sqlite")
    assert copy.head(game).position == int(position)
    copy.close()


def test_a_backup_has_all_games_while_they_are_played(store: Store, tmp_path: Path) -> None:
    game, head = new_game(store, answer())
    going, written = threading.Event(), [head]

    def play() -> None:
        while not going.is_set():
            written[0] = store.append(game, written[0], answer()).head

    playing = threading.Thread(target=play)
    playing.start()
    try:
        for number in range(5):
            before = store.head(game).position
            store.backup(tmp_path / f"{number}.sqlite")
            copy = Store(tmp_path / f"{number}.sqlite", read_only=True)
            found = copy.head(game)
            assert found.position >= before
            assert len(copy.chain(game, found.tip)[1]) == found.position
            copy.close()
    finally:
        going.set()
        playing.join()
    assert [path.name for path in tmp_path.iterdir() if ".part" in path.name] == []


def test_the_command_makes_a_backup_and_overwrites_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HIVE_DB", str(tmp_path / "games.sqlite"))
    games = Games(Store(tmp_path / "games.sqlite"))
    game_id = games.create("Friday", settings())
    to = tmp_path / "backup.sqlite"
    assert main(["backup", str(to)]) == 0
    assert capsys.readouterr().out == f"{to}: 1 game\n"
    again = Games(Store(to))
    assert again.present(game_id).position == 1
    again.close()
    content = to.read_bytes()
    assert main(["backup", str(to)]) == 1
    assert "there is such a file already" in capsys.readouterr().err
    assert to.read_bytes() == content
    assert main(["backup", str(tmp_path / "nowhere" / "backup.sqlite")]) == 1
    assert "cannot be" in capsys.readouterr().err
    games.close()


def test_the_host_takes_a_backup_from_the_list_of_games(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    assert "Back up all games" not in table.client.get("/").get_data(as_text=True)
    game_id = table.begin()
    assert 'href="/backup.sqlite"' in table.client.get("/").get_data(as_text=True)
    response = table.client.get("/backup.sqlite")
    assert response.status_code == 200 and ".sqlite" in response.headers["Content-Disposition"]
    to = tmp_path / "downloaded.sqlite"
    to.write_bytes(response.data)
    copy = Store(to)
    assert copy.head(game_id).position == 1
    copy.close()
    response.close()


# --- one of each day


def backups(store: Store) -> list[str]:
    assert store.file is not None
    folder = beside(store.file, FOLDER)
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def daily(store: Store) -> Daily:
    assert store.file is not None
    return Daily(store.file, store.backup)


def test_the_app_keeps_a_backup_of_each_of_the_last_seven_days(store: Store) -> None:
    game, head = new_game(store)
    heads = {}
    for day in range(1, 10):
        head = store.append(game, head, answer(day)).head
        heads[f"2026-11-{day:02}.sqlite"] = head
        daily(store).work(date(2026, 11, day))
        daily(store).work(date(2026, 11, day))
    assert backups(store) == sorted(heads)[-7:]
    for name in backups(store):
        copy = Store(shutil.copy(beside(Path(str(store.file)), FOLDER) / name, f"{store.file}.{name}"))
        assert copy.head(game) == heads[name]
        copy.close()


def test_a_server_that_finds_no_file_names_the_newest_backup(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_game(store)
    for day in (21, 22):
        daily(store).work(date(2026, 11, day))
    store.close()
    file = Path(str(store.file))
    tell_of_trouble(Games(Store(file)))
    assert capsys.readouterr().err == ""
    file.unlink()
    lost = Store(file)
    tell_of_trouble(Games(lost))
    newest = beside(file, FOLDER) / "2026-11-22.sqlite"
    assert f"The newest backup of its games is {newest}: to go on" in capsys.readouterr().err
    lost.close()
    elsewhere = Store(tmp_path / "elsewhere.sqlite")
    tell_of_trouble(Games(elsewhere))
    assert capsys.readouterr().err == ""


def test_a_backup_that_was_made_today_is_not_made_again(store: Store) -> None:
    new_game(store)
    one = daily(store)
    one.work()
    (name,) = backups(store)
    content = (beside(Path(str(store.file)), FOLDER) / name).read_bytes()
    new_game(store)
    one.work()
    assert (beside(Path(str(store.file)), FOLDER) / name).read_bytes() == content


def test_a_clock_that_begins_in_1970_takes_no_other_days_backups_for_good(store: Store) -> None:
    new_game(store)
    for day in range(1, 8):
        daily(store).work(date(2026, 11, day))
    for _ in range(3):
        daily(store).work(date(1970, 1, 1))
    assert backups(store) == ["1970-01-01.sqlite", *(f"2026-11-{day:02}.sqlite" for day in range(2, 8))]


def test_what_a_killed_process_has_left_is_no_backup_and_goes(store: Store) -> None:
    new_game(store)
    folder = beside(Path(str(store.file)), FOLDER)
    folder.mkdir()
    for name, age in (("2026-11-01.sqlite.0a.part", 7200), ("2026-11-02.sqlite.0b.part", 0), ("mine.sqlite", 7200)):
        (folder / name).write_bytes(b"half")
        os.utime(folder / name, (time.time() - age, time.time() - age))
    daily(store).work(date(2026, 11, 2))
    assert backups(store) == ["2026-11-02.sqlite", "2026-11-02.sqlite.0b.part", "mine.sqlite"]


def test_where_the_disk_has_no_room_no_backup_is_made_and_the_log_says_so(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    new_game(store)
    free = shutil.disk_usage(Path(str(store.file)).parent).free
    monkeypatch.setattr("hive.store.keeper.LEAST_LEFT", 2 * free)
    one = daily(store)
    one.work()
    one.work()
    assert backups(store) == []
    assert [record.getMessage() for record in caplog.records] == [
        f"no backup of {store.file} was made today: the disk has no room for it"
    ]


def test_a_file_that_is_damaged_pushes_no_backup_out(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    game = large_game(store)
    for day in range(1, 8):
        daily(store).work(date(2026, 11, day))
    before = backups(store)
    written_down(store)
    with Path(str(store.file)).open("r+b") as file:
        file.seek(400 * 4096)
        file.write(b"\xa5" * 4096)
    store.rename(game, "Saturday")
    daily(store).work(date(2026, 11, 9))
    assert backups(store) == before
    assert "cannot be read" in caplog.text


def test_a_file_that_is_gone_gets_no_backup(store: Store, tmp_path: Path) -> None:
    new_game(store)
    Path(str(store.file)).rename(tmp_path / "away.sqlite")
    daily(store).work()
    assert backups(store) == []


def test_a_server_makes_the_backup_of_the_day_by_itself(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    games: Games = app.extensions["games"]
    game_id = games.create("Friday", settings())
    made = threading.Event()
    front = front_of(app)
    assert isinstance(games.store._database, SqliteFile)
    games.store._database._keeper = Keeper(lambda: (games.store._database._keep(), made.set()), quiet=0.05)
    front.begins()
    try:
        assert made.wait(60)
    finally:
        front.ends()
    (name,) = backups(games.store)
    assert name == f"{date.today().isoformat()}.sqlite"
    copy = Store(tmp_path / f"games.sqlite{FOLDER}" / name)
    assert copy.head(game_id).position == 1
    copy.close()


# --- the journal of another file


def crashed(store: Store, folder: Path) -> Path:
    """The file and its journal as a crash leaves them, of a game that had gone on for long; they lie in the folder."""
    folder.mkdir()
    assert store.file is not None
    for file in (store.file, beside(store.file, "-wal")):
        shutil.copy(file, folder / file.name)
    return folder / store.file.name


def gone_on(store: Store, game: str, lines: int) -> None:
    head = store.head(game)
    for number in range(lines):
        head = store.append(game, head, answer(number), snapshot=(head.position + 1, {"large": much(3000)})).head


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


@pytest.mark.parametrize(("before", "between"), [(3, 20), (40, 1), (1, 200)])
def test_a_backup_beside_the_journal_of_a_later_file_is_told(
    store: Store, tmp_path: Path, before: int, between: int
) -> None:
    game, _ = new_game(store)
    gone_on(store, game, before)
    store.backup(tmp_path / "backup.sqlite")
    gone_on(store, game, between)
    written_down(store)
    gone_on(store, game, 5)
    restored = crashed(store, tmp_path / "crashed")
    shutil.copy(tmp_path / "backup.sqlite", restored)
    found = contents(restored.parent)
    with pytest.raises(JournalForeign, match=r"Nothing was changed; move .*-wal"):
        Store(restored).games()
    app = app_in(tmp_path / "app", DATABASE=str(restored))
    response = app.test_client().get("/")
    assert response.status_code == 503 and "journal of another file" in response.get_data(as_text=True)
    app.extensions["games"].close()
    assert contents(restored.parent) == found
    for ending in ("-wal", "-shm"):
        beside(restored, ending).unlink(missing_ok=True)
    again = Store(restored)
    assert again.head(game).position == before + 1
    again.close()


def test_a_file_beside_its_own_journal_loses_nothing(store: Store, tmp_path: Path) -> None:
    game, _ = new_game(store)
    assert store.file is not None
    for number in range(6):
        gone_on(store, game, 7)
        again = Store(crashed(store, tmp_path / f"crashed{number}"))
        assert again.head(game) == store.head(game)
        again.close()
        if number % 2:
            written_down(store)
            gone_on(store, game, 1)


# --- room


def free_pages(store: Store) -> int:
    with closing(sqlite3.connect(str(store.file))) as connection:
        return int(connection.execute("PRAGMA freelist_count").fetchone()[0])


def large_game(store: Store) -> str:
    game, head = new_game(store)
    for number in range(60):
        head = store.append(game, head, answer(number), snapshot=(head.position + 1, {"large": much(40_000)})).head
    return game


def test_what_a_deleted_game_took_is_given_back(store: Store) -> None:
    game = large_game(store)
    store.close()
    assert store.file is not None
    large = store.file.stat().st_size
    store.delete(game)
    store.close()
    assert free_pages(store) < MUCH_FREE
    assert store.file.stat().st_size < large / 4


def test_what_a_deleted_game_took_is_given_back_while_the_app_goes_on(store: Store) -> None:
    game = large_game(store)
    written_down(store)
    assert store.file is not None
    large = store.file.stat().st_size
    with closing(sqlite3.connect(store.file)) as looking:
        store.delete(game)
        written_down(store)
        assert journal(store) == 0
        assert store.file.stat().st_size < large / 4
        assert looking.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_file_of_an_earlier_version_gives_back_as_well(store: Store) -> None:
    game = large_game(store)
    store.close()
    with closing(sqlite3.connect(str(store.file), isolation_level=None)) as connection:
        connection.execute("PRAGMA auto_vacuum = NONE")
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
        connection.execute("PRAGMA journal_mode = WAL")
    store.delete(game)
    store.close()
    assert free_pages(store) == 0
    assert store.games() == []


def test_room_is_put_aside_and_given_up_while_a_game_is_deleted(store: Store) -> None:
    new_game(store)
    store.close()
    assert store.file is not None
    room = beside(store.file, ROOM)
    assert room.stat().st_size == ROOM_BYTES
    assert len(store.games()) == 1
    with store._database.room():
        assert not room.exists() and journal(store) == 0
    assert room.exists()


def test_room_is_put_aside_once_and_only_beside_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    put_aside(file)
    assert not beside(file, ROOM).exists()
    file.touch()
    put_aside(file)
    assert beside(file, ROOM).stat().st_size == ROOM_BYTES
    beside(file, ROOM).write_bytes(b"kept")
    put_aside(file)
    assert beside(file, ROOM).read_bytes() == b"kept"


ON_A_FULL_DISK = """
import resource, sqlite3, sys
from contextlib import suppress
from pathlib import Path
from hive.store import Store, StoreFull
from hive.store.keeper import ROOM, beside
from storing import answer, much, new_game, written_down

folder, way = Path(sys.argv[1]), sys.argv[2]
store = Store(folder / "games.sqlite")
kept, _ = new_game(store)
game, head = new_game(store)
for number in range(60):
    head = store.append(game, head, answer(number), snapshot=(head.position + 1, {"large": much(40_000)})).head
written_down(store)
room = beside(store.file, ROOM)
assert room.exists()
looking = sqlite3.connect(store.file, isolation_level=None)
if way == "limit":
    looking.execute("BEGIN")
    looking.execute("SELECT * FROM games").fetchall()
    resource.setrlimit(resource.RLIMIT_FSIZE, (store.file.stat().st_size, resource.RLIM_INFINITY))
else:
    with suppress(OSError), (folder / "films").open("wb", buffering=0) as films:
        while films.write(bytes(4096)):
            pass
try:
    for number in range(10_000):
        store.rename(game, f"Saturday {number}")
    print("never", end=" ")
except StoreFull:
    print("full", end=" ")
if looking.in_transaction:
    looking.execute("COMMIT")
store.delete(game)
left = [row.id for row in store.games()]
print(left == [kept], room.exists())
looking.close()
store.close()
"""
# A disk of so many bytes holds the games of the script, the room put aside, and little else.
SMALL_DISK = 12 * 1024 * 1024
MOUNTED = 'mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && exec "$@"'


def on_a_small_disk(folder: Path) -> list[str]:
    """What a command begins with to run with a small disk of its own mounted at a folder."""
    return ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", MOUNTED, "sh", str(SMALL_DISK), str(folder)]


def can_mount() -> bool:
    """Whether this machine lets a program mount a disk for itself; not every container does."""
    with tempfile.TemporaryDirectory() as folder, suppress(FileNotFoundError):
        return not subprocess.run([*on_a_small_disk(Path(folder)), "true"], capture_output=True).returncode
    return False


@pytest.mark.parametrize("way", ["limit", *(["disk"] if can_mount() else [])])
def test_a_game_can_be_deleted_on_a_full_disk(tmp_path: Path, way: str) -> None:
    """A small disk that is full; or a limit on a file, which the journal has reached while somebody looks on."""
    disk = on_a_small_disk(tmp_path) if way == "disk" else []
    done = subprocess.run(
        [*disk, sys.executable, "-c", ON_A_FULL_DISK, str(tmp_path), way],
        env={**os.environ, "PYTHONPATH": f"{REPOSITORY}{os.pathsep}{REPOSITORY / 'tests'}"},
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["full", "True", "True"], done.stderr


def test_games_in_postgresql_are_backed_up_by_its_own_command(postgres_store: Store, tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="pg_dump"):
        postgres_store.backup(tmp_path / "backup.sqlite")
    table = Table(app_in(tmp_path, DATABASE=where(postgres_store)))
    table.begin()
    assert "Back up all games" not in table.client.get("/").get_data(as_text=True)
    response = table.client.get("/backup.sqlite")
    assert response.status_code == 422 and "pg_dump" in response.get_data(as_text=True)
    table.games.close()
