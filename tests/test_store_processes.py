"""Threads and processes that share the file, and processes that are killed: one winner each time, nothing lost."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.postgres import Server
from day import times
from hive.store import Head, StalePosition, Store
from hive.store.records import DENSE
from storing import answer, driver_of, new_game, positions, where

pytestmark = pytest.mark.both_stores

REPOSITORY = Path(__file__).parent.parent
ROUNDS = times(60, 200)
KILLS = times(6, 100)

APPEND_AS_TOLD = """
import sys
from hive.store import Head, NewEntry, StalePosition, Store
store, game = Store(sys.argv[1]), sys.argv[2]
for line in sys.stdin:
    position = int(line)
    try:
        store.append(game, Head(position, position, None), NewEntry("answer", {"by": sys.argv[3]}, "1"))
        print("won", flush=True)
    except StalePosition as stale:
        print("stale", stale.head.position, flush=True)
"""

BEGIN_AS_TOLD = """
import sys
from hive.store import NewEntry, Store
for line in sys.stdin:
    print(Store(line.strip()).create_game("Friday", "{}", NewEntry("start", {}, "1")), flush=True)
"""

APPEND_FOR_EVER = """
import sys
from hive.store import NewEntry, Store
store, game = Store(sys.argv[1]), sys.argv[2]
head = store.head(game)
while True:
    position = head.position + 1
    snapshot = (position, {"text": "x" * 20_000}) if position % 3 == 0 else None
    head = store.append(game, head, NewEntry("answer", {"position": position}, "1"), snapshot).head
    print(head.position, flush=True)
"""


def child(code: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, cwd=REPOSITORY, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask_all(children: list[subprocess.Popen[str]], line: str) -> list[str]:
    """Give every child the line at the same moment, then hear what each says."""
    for process in children:
        assert process.stdin
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
    return [process.stdout.readline().strip() for process in children if process.stdout]


def finish(children: list[subprocess.Popen[str]]) -> None:
    for process in children:
        process.communicate()
        assert process.returncode == 0


def test_of_two_threads_at_the_same_position_exactly_one_wins(store: Store) -> None:
    game, head = new_game(store)
    barrier = threading.Barrier(2)

    def append(expected: Head, value: int) -> Head | None:
        barrier.wait()
        try:
            return store.append(game, expected, answer(value)).head
        except StalePosition as stale:
            assert stale.head.position == expected.position + 1
            return None

    with ThreadPoolExecutor(2) as threads:
        for _ in range(ROUNDS):
            won = [new for new in threads.map(append, [head, head], [1, 2]) if new is not None]
            assert won == [store.head(game)]
            head = won[0]
    assert head == Head(ROUNDS + 1, ROUNDS + 1, None)
    assert positions(store.chain(game, head.tip)[1]) == list(range(1, ROUNDS + 2))


def test_of_two_processes_at_the_same_position_exactly_one_wins(store: Store) -> None:
    game, _ = new_game(store)
    winners = []
    with ExitStack() as stack:
        children = [stack.enter_context(child(APPEND_AS_TOLD, where(store), game, name)) for name in "ab"]
        for position in range(1, ROUNDS + 1):
            said = ask_all(children, str(position))
            assert sorted(said) == [f"stale {position + 1}", "won"]
            winners.append("ab"[said.index("won")])
        finish(children)
    _, entries = store.chain(game, ROUNDS + 1)
    assert [entry.data["by"] for entry in entries[1:]] == winners


def assert_all_find_it_whole(addresses: Iterable[str]) -> None:
    """Four processes open each of these places at once, and each begins a game there."""
    with ExitStack() as stack:
        children = [stack.enter_context(child(BEGIN_AS_TOLD)) for _ in range(4)]
        for address in addresses:
            made = ask_all(children, address)
            store = Store(address)
            assert sorted(row.id for row in store.games()) == sorted(made)
            store.close()
        finish(children)


def test_processes_that_open_a_new_file_at_once_all_find_it_whole(tmp_path: Path) -> None:
    assert_all_find_it_whole(str(tmp_path / str(number) / "games.sqlite") for number in range(times(6, 20)))


@pytest.mark.postgres
def test_processes_that_open_a_new_database_at_once_all_find_it_whole(postgres: Server) -> None:
    assert_all_find_it_whole(postgres.address(postgres.new_database()) for _ in range(times(2, 3)))


def test_a_killed_process_loses_no_acknowledged_entry(store: Store) -> None:
    """Killed often, at a moment that is another each time: between writes, within them, in the next start."""
    game, head = new_game(store)
    chance = random.Random(20)
    for _ in range(KILLS):
        with child(APPEND_FOR_EVER, where(store), game) as process:
            assert process.stdout
            wait_for = chance.randrange(1, 25)
            said = [process.stdout.readline() for _ in range(wait_for)]
            process.kill()
            said += process.stdout.readlines()
        acknowledged = [int(line) for line in said if line.endswith("\n")]
        assert acknowledged == list(range(head.position + 1, head.position + 1 + len(acknowledged)))
        head = store.head(game)
        assert head.position - acknowledged[-1] in (0, 1), "at most the entry that was not acknowledged yet"
    entries = store.chain(game, head.tip, before=1)[1]
    assert positions(entries) == list(range(1, head.position + 1))
    assert all(entry.data == {"position": entry.position} for entry in entries[1:])
    if store.file:
        assert driver_of(store).execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    kept = store.snapshots_between(game, 0, head.position)
    dense = [position for position in range(3, head.position + 1, 3) if position > head.position - DENSE]
    assert kept[-len(dense) :] == dense
    assert set(kept) <= set(range(3, head.position + 1, 3))
