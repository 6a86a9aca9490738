"""The file of games moved, removed or replaced while it is open: noticed before anything is acknowledged, and told."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from driving import settings
from hive.games.service import Games
from hive.store import FileLost, Head, JournalAlone, Store
from hive.store.errors import FileGone, FileReplaced, JournalGone
from hive.store.keeper import beside
from serving import Table, app_in
from storing import answer, driver_of, new_game, written_down

Change = Callable[[Path, Path], object]
"""What somebody does to the file, who has another file of games at hand."""


def played(store: Store, lines: int = 3) -> tuple[str, Head]:
    return new_game(store, *[answer(number) for number in range(lines)])


def file_of(store: Store) -> Path:
    assert store.file is not None
    return store.file


def other_games(folder: Path) -> Path:
    """Another file of games, by itself."""
    store = Store(folder / "other.sqlite")
    played(store, 20)
    store.close()
    return file_of(store)


def assert_nothing_counts(store: Store, game: str, head: Head, error: type[FileLost], sentence: str) -> None:
    for call in (
        lambda: store.append(game, head, answer("lost")),
        lambda: store.rename(game, "Saturday"),
        lambda: store.create_game("Saturday", "{}", answer()),
        lambda: store.head(game),
        store.games,
    ):
        with pytest.raises(error, match=sentence):
            call()


def over(file: Path, other: Path) -> None:
    """As ``cp`` does: the same file on the disk, other bytes in it."""
    file.write_bytes(other.read_bytes())


@pytest.mark.parametrize("pause", [False, True], ids=["at once", "written down before"])
def test_a_file_that_was_moved_is_told_and_goes_on_once_it_is_back(store: Store, tmp_path: Path, pause: bool) -> None:
    game, head = played(store)
    if pause:
        written_down(store)
    away = file_of(store).rename(tmp_path / "away.sqlite")
    assert_nothing_counts(store, game, head, FileGone, "moved or removed .* put it there again")
    assert not file_of(store).exists()
    away.rename(file_of(store))
    assert store.head(game) == head
    assert store.append(game, head, answer("back")).head.position == head.position + 1


def test_a_folder_that_was_removed_is_not_made_again(tmp_path: Path) -> None:
    store = Store(tmp_path / "games" / "games.sqlite")
    game, head = played(store)
    shutil.rmtree(tmp_path / "games")
    assert_nothing_counts(store, game, head, FileGone, "put a backup in its place, such as the newest in .*-backups")
    store.close()
    assert not (tmp_path / "games").exists()


def test_a_file_that_was_moved_gets_all_that_was_acknowledged_at_the_end(store: Store, tmp_path: Path) -> None:
    game, head = played(store)
    away = file_of(store).rename(tmp_path / "away.sqlite")
    with pytest.raises(FileGone):
        store.head(game)
    store.close()
    alone = Store(shutil.copy(away, tmp_path / "alone.sqlite"))
    assert alone.head(game) == head
    alone.close()


def test_a_file_that_goes_away_within_a_post_acknowledges_nothing(store: Store, tmp_path: Path) -> None:
    game, head = played(store)
    away = tmp_path / "away.sqlite"
    with pytest.raises(FileGone), store._database.writing():
        file_of(store).rename(away)
    away.rename(file_of(store))
    assert store.append(game, head, answer()).head.position == head.position + 1


def by_move(file: Path, other: Path) -> None:
    other.replace(file)


def by_removal_and_copy(file: Path, other: Path) -> None:
    file.unlink()
    shutil.copy(other, file)


def by_words(file: Path, other: Path) -> None:
    file.write_text("These are my games. " * 1000)


def by_nothing(file: Path, other: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize("pause", [False, True], ids=["at once", "written down before"])
@pytest.mark.parametrize("change", [by_move, by_removal_and_copy, over, by_words, by_nothing])
def test_another_file_in_its_place_is_told_and_stays_as_it_is(
    store: Store, tmp_path: Path, change: Change, pause: bool
) -> None:
    game, head = played(store)
    if pause:
        written_down(store)
    change(file_of(store), other_games(tmp_path))
    found = file_of(store).read_bytes()
    assert_nothing_counts(store, game, head, FileReplaced, "lies another one .* end it, .*-wal and .*-shm away")
    store.close()
    assert file_of(store).read_bytes() == found


@pytest.mark.parametrize("change", [over, by_move])
def test_a_backup_that_is_put_back_while_the_app_runs_is_played_after_a_new_start(
    store: Store, tmp_path: Path, change: Change
) -> None:
    game, head = played(store)
    store.backup(tmp_path / "backup.sqlite")
    before = head
    for number in range(50):
        head = store.append(game, head, answer(number), snapshot=(head.position + 1, {"large": "x" * 3000})).head
    written_down(store)
    change(file_of(store), tmp_path / "backup.sqlite")
    assert_nothing_counts(store, game, head, FileReplaced, "lies another one")
    store.close()
    for ending in ("-wal", "-shm"):
        beside(file_of(store), ending).unlink(missing_ok=True)
    assert store.head(game) == before
    assert store.append(game, before, answer()).head.position == before.position + 1


def test_a_file_copied_back_as_it_was_goes_on(store: Store, tmp_path: Path) -> None:
    game, head = played(store)
    written_down(store)
    own = Path(shutil.copy(file_of(store), tmp_path / "own.sqlite"))
    over(file_of(store), other_games(tmp_path))
    assert_nothing_counts(store, game, head, FileReplaced, "lies another one")
    over(file_of(store), own)
    assert store.append(game, head, answer()).head.position == head.position + 1
    assert_whole(file_of(store))


def assert_whole(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_folder_in_its_place_is_told(store: Store) -> None:
    game, head = played(store)
    file_of(store).unlink()
    file_of(store).mkdir()
    assert_nothing_counts(store, game, head, FileReplaced, "lies another one")
    store.close()
    file_of(store).rmdir()


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_a_journal_that_was_removed_is_told_and_nothing_is_lost_at_the_end(store: Store, ending: str) -> None:
    game, head = played(store)
    beside(file_of(store), ending).unlink()
    assert_nothing_counts(store, game, head, JournalGone, "journal .* writes all that it knows into the file")
    assert not beside(file_of(store), ending).exists()
    store.close()
    assert store.head(game) == head
    assert_whole(file_of(store))


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_a_journal_that_is_put_back_goes_on(store: Store, tmp_path: Path, ending: str) -> None:
    game, head = played(store)
    away = beside(file_of(store), ending).rename(tmp_path / "away")
    assert_nothing_counts(store, game, head, JournalGone, "put it there again")
    away.rename(beside(file_of(store), ending))
    assert store.append(game, head, answer()).head.position == head.position + 1


def test_no_other_journal_is_written_down(store: Store, tmp_path: Path) -> None:
    game, head = played(store)
    beside(file_of(store), "-wal").rename(tmp_path / "away")
    beside(file_of(store), "-wal").write_bytes(b"begun by somebody else")
    before = file_of(store).read_bytes()
    assert_nothing_counts(store, game, head, JournalGone, "journal")
    written_down(store)
    assert file_of(store).read_bytes() == before
    assert beside(file_of(store), "-wal").read_bytes() == b"begun by somebody else"


def test_a_journal_without_its_file_is_told_at_the_start(store: Store, tmp_path: Path) -> None:
    game, head = played(store)
    folder = tmp_path / "moved"
    folder.mkdir()
    alone = folder / "games.sqlite"
    journal = Path(shutil.copy(beside(file_of(store), "-wal"), beside(alone, "-wal")))
    content = journal.read_bytes()
    for _ in range(2):
        with pytest.raises(JournalAlone, match=r"journal alone, .*put the file back"):
            Store(alone).games()
        assert journal.read_bytes() == content and not alone.exists()
    shutil.copy(file_of(store), alone)
    again = Store(alone)
    assert again.head(game) == head
    again.close()


def test_those_who_share_a_file_take_each_others_writing_for_no_other_file(store: Store) -> None:
    """What one writes down changes the file behind the other one's back."""
    game, head = played(store)
    others = [Store(file_of(store)) for _ in range(2)]
    for number in range(120):
        one = (store, *others)[number % 3]
        head = one.append(game, head, answer(number), snapshot=(head.position + 1, {"large": "x" * 9000})).head
        if number % 7 == 0:
            written_down(one)
        if number % 50 == 0:
            others[1].close()
    assert {one.head(game) for one in (store, *others)} == {head}
    for one in others:
        one.close()


def with_journal(file: Path, folder: Path) -> Path:
    """A copy of the file as it is, and of its journal."""
    folder.mkdir()
    shutil.copy(beside(file, "-wal"), folder)
    return Path(shutil.copy(file, folder))


def pages_to_write_down(file: Path, folder: Path) -> list[tuple[int, bytes]]:
    """Which pages SQLite will write into the file from its journal, in its order, and where."""
    before = file.read_bytes()
    with closing(sqlite3.connect(with_journal(file, folder))) as copy:
        (size,) = copy.execute("PRAGMA page_size").fetchone()
        copy.execute("PRAGMA wal_checkpoint").fetchall()
    after = (folder / file.name).read_bytes()
    pages = [(at, after[at : at + size]) for at in range(0, len(after), size)]
    return [(at, page) for at, page in pages if before[at : at + size] != page]


def grown(file: Path) -> Store:
    """Its schema stands in the file already, and the journal makes that longer."""
    store = Store(file)
    played(store)
    written_down(store)
    return store


def just_begun(file: Path) -> Store:
    """All that it holds is in its journal, and the file itself is empty."""
    store = Store(file)
    with closing(sqlite3.connect(file)) as reading:
        reading.execute("PRAGMA auto_vacuum = INCREMENTAL")
        reading.execute("PRAGMA journal_mode = WAL")
        reading.execute("BEGIN")
        reading.execute("SELECT * FROM sqlite_schema").fetchall()  # so long nobody writes the journal down
        played(store)
    return store


@pytest.mark.parametrize("begun", [grown, just_begun])
def test_a_file_that_its_journal_is_half_written_into_is_no_other_one(
    tmp_path: Path, begun: Callable[[Path], Store]
) -> None:
    """Whoever writes it down may be held up after each page for long, or be killed there, or find the disk full."""
    store = begun(tmp_path / "games.sqlite")
    game, head = new_game(store, answer("long " * 5000))
    pages = pages_to_write_down(file_of(store), tmp_path / "after")
    assert len(pages) > 8
    for at, page in pages:
        with file_of(store).open("rb+") as file:
            file.seek(at)
            file.write(page)
        os.utime(file_of(store), ns=(at, at))  # however coarse the clock of the disk is
        assert store.head(game) == head
        opened = Store(with_journal(file_of(store), tmp_path / f"{at}"))
        assert opened.head(game) == head
        opened.close()
    head = store.append(game, head, answer("on")).head
    store.close()
    assert_whole(file_of(store))
    assert store.head(game) == head


def test_a_file_replaced_is_told_by_all_who_share_it(store: Store, tmp_path: Path) -> None:
    game, head = played(store)
    second = Store(file_of(store))
    assert second.head(game) == head
    over(file_of(store), other_games(tmp_path))
    for one in (store, second):
        assert_nothing_counts(one, game, head, FileReplaced, "lies another one")
    found = file_of(store).read_bytes()
    second.close()
    store.close()
    assert file_of(store).read_bytes() == found


def test_a_copy_that_keeps_another_journal_gets_ours(store: Store, tmp_path: Path) -> None:
    """As ``VACUUM INTO`` writes it."""
    game, head = played(store)
    with closing(sqlite3.connect(file_of(store))) as connection:
        connection.execute("VACUUM INTO ?", (str(tmp_path / "copy.sqlite"),))
    copy = Store(tmp_path / "copy.sqlite")
    assert copy.head(game) == head
    assert driver_of(copy).execute("PRAGMA journal_mode").fetchone() == ("wal",)
    copy.close()


def test_the_page_says_so_and_comes_back(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    position = table.position(game_id)
    file = tmp_path / "games.sqlite"
    away = file.rename(tmp_path / "away.sqlite")
    correct = {"position": position, "field": "hive.trade_goods", "value": 3}
    refused = table.post(f"/games/{game_id}/correct", htmx=True, **correct)
    page = refused.get_data(as_text=True)
    assert refused.status_code == 503
    assert "put it there again, and the app goes on by itself" in page
    assert 'data-well="/health"' in page
    assert table.client.get("/health").status_code == 503
    away.rename(file)
    assert table.client.get("/health").status_code == 200
    assert table.position(game_id) == position
    assert table.post(f"/games/{game_id}/correct", htmx=True, **correct).status_code == 200
    assert table.position(game_id) == position + 1
    table.games.close()


def test_a_game_that_was_refused_goes_on_where_the_file_has_it(tmp_path: Path) -> None:
    games = Games(Store(tmp_path / "games.sqlite"))
    game_id = games.create("Friday", settings())
    file = tmp_path / "games.sqlite"
    away = file.rename(tmp_path / "away.sqlite")
    with pytest.raises(FileGone):
        games.correct(game_id, 1, "hive.trade_goods", 3)
    away.rename(file)
    assert games.present(game_id).session.game.hive.trade_goods != 3
    assert games.correct(game_id, 1, "hive.trade_goods", 3).position == 2
    games.close()
