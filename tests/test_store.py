"""The log in its file: the tree that undo and redo make, and what reading it costs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from day import times
from hive.store import EntryUnknown, Head, NamedHead, NewEntry, Snapshot, StalePosition, Store
from hive.store.tables import pack, to_text, unpack
from serving import EXPORTS
from storing import answer, driver_of, jump, new_game, positions

pytestmark = pytest.mark.both_stores

# --- the tree ---


def test_a_new_game_stands_at_its_first_entry(store: Store) -> None:
    game, head = new_game(store)
    assert head == Head(position=1, tip=1, redo=None)
    _, (first,) = store.chain(game, 1)
    assert (first.kind, first.data, first.parent, first.words) == (
        "answer",
        {"value": "first"},
        0,
        ["The table says first."],
    )
    assert store.game(game).position == 1


def test_entries_follow_one_another(store: Store) -> None:
    game, head = new_game(store, answer(2), answer(3))
    assert head == Head(3, 3, None)
    assert store.head(game) == head
    assert [entry.data["value"] for entry in store.chain(game, 3)[1]] == ["first", 2, 3]


def test_undo_moves_the_tip_and_keeps_every_entry(store: Store) -> None:
    game, head = new_game(store, answer(2), answer(3), jump(1, redo=3))
    assert head == Head(4, 1, 3)
    assert positions(store.chain(game, head.tip)[1]) == [1]
    assert positions(store.chain(game, 3)[1]) == [1, 2, 3]


def test_redo_goes_back_the_way_that_undo_came(store: Store) -> None:
    game, head = new_game(store, answer(2), answer(3), jump(1, redo=3))
    assert store.path_positions(game, head.tip, 3) == [2, 3]
    head = store.append(game, head, jump(2, redo=3)).head
    assert store.path_positions(game, head.tip, 3) == [3]
    head = store.append(game, head, jump(3, redo=None)).head
    assert positions(store.chain(game, head.tip)[1]) == [1, 2, 3]


def test_an_answer_after_undo_begins_a_branch_and_ends_redo(store: Store) -> None:
    game, head = new_game(store, answer(2), answer(3), jump(1, redo=3), answer("other"))
    assert head == Head(5, 5, None)
    assert positions(store.chain(game, 5)[1]) == [1, 5]
    assert positions(store.chain(game, 3)[1]) == [1, 2, 3]


def test_undo_can_go_before_the_first_entry(store: Store) -> None:
    game, head = new_game(store, jump(0, redo=1))
    assert head == Head(2, 0, 1)
    assert store.chain(game, 0) == (None, [])
    assert store.lines(game, 0, limit=10) == []
    assert store.path_positions(game, 0, 1) == [1]


@pytest.mark.parametrize(
    ("tip", "redo"),
    [
        (9, None),  # not there
        (4, None),  # an undo has no state of its own
        (1, 4),  # nor can redo end at one
        (5, 3),  # another branch
        (3, 5),
        (3, 3),  # no way to go
        (3, 1),  # backwards
        (-1, None),
    ],
)
def test_undo_and_redo_go_only_where_the_log_leads(store: Store, tip: int, redo: int | None) -> None:
    game, head = new_game(store, answer(2), answer(3), jump(1, redo=3), answer("other"))
    with pytest.raises(EntryUnknown):
        store.append(game, head, jump(tip, redo))
    assert store.head(game) == head


def test_a_forward_entry_with_a_redo_is_a_mistake(store: Store) -> None:
    game, head = new_game(store)
    with pytest.raises(ValueError, match="forward"):
        store.append(game, head, NewEntry("answer", {}, "1", redo=1))
    assert store.head(game) == head


def test_an_undo_and_the_entry_in_its_place_are_written_together_or_not_at_all(store: Store) -> None:
    game, head = new_game(store, answer("first try"))
    with pytest.raises(EntryUnknown):
        store.append(game, head, answer("lost"), after=jump(9, redo=None))
    assert store.head(game) == head
    head = store.append(game, head, answer("in its place"), snapshot=(4, {"round": 2}), after=jump(1, redo=None)).head
    assert head == Head(4, 4, None) == store.head(game)
    assert positions(store.lines(game, head.tip, limit=9)) == [4, 1]
    assert store.chain(game, head.tip)[0] == Snapshot(4, "1", {"round": 2})


def test_an_entry_made_at_an_older_position_is_refused_and_shown_the_present(store: Store) -> None:
    game, old = new_game(store)
    present = store.append(game, old, answer("mine")).head
    with pytest.raises(StalePosition, match="moved on") as refused:
        store.append(game, old, answer("late"), snapshot=(2, {"late": True}))
    assert refused.value.head == present == store.head(game)
    assert store.chain(game, present.tip)[0] is None


def test_a_snapshot_shortens_the_chain_of_all_that_follow(store: Store) -> None:
    game, head = new_game(store, answer(2))
    head = store.append(game, head, answer(3), snapshot=(3, {"round": 3})).head
    head = store.append(game, head, answer(4)).head
    assert store.chain(game, 3) == (Snapshot(3, "1", {"round": 3}), [])
    snapshot, entries = store.chain(game, head.tip)
    assert (snapshot, positions(entries)) == (Snapshot(3, "1", {"round": 3}), [4])
    assert positions(store.chain(game, 2)[1]) == [1, 2]
    assert store.chain(game, head.tip, before=1) == (None, store.lines(game, 4, limit=9)[::-1])


def test_a_snapshot_of_another_branch_is_no_part_of_the_chain(store: Store) -> None:
    game, head = new_game(store, answer(2), answer(3), jump(1, redo=3))
    head = store.append(game, head, answer("other"), snapshot=(3, {"lost": True})).head
    snapshot, entries = store.chain(game, head.tip)
    assert (snapshot, positions(entries)) == (None, [1, 5])


def test_a_later_snapshot_of_the_same_entry_takes_the_place_of_the_first(store: Store) -> None:
    game, head = new_game(store)
    head = store.append(game, head, answer(2), snapshot=(1, {"old": True})).head
    store.append(game, head, NewEntry("answer", {}, rules_version="2"), snapshot=(1, {"new": True}))
    assert store.chain(game, 1) == (Snapshot(1, "2", {"new": True}), [])


def test_a_snapshot_belongs_to_a_forward_entry(store: Store) -> None:
    game, head = new_game(store, jump(0, redo=1))
    for position in (0, 2, 4):
        with pytest.raises(EntryUnknown):
            store.append(game, head, answer(3), snapshot=(position, {}))
    assert store.head(game) == head


def test_history_is_read_a_page_at_a_time_newest_first(store: Store) -> None:
    game, _ = new_game(store, answer(2), answer(3), jump(2, redo=3), answer(5), answer(6))
    assert positions(store.lines(game, 6, limit=2)) == [6, 5]
    assert positions(store.lines(game, 6, limit=2, before=5)) == [2, 1]
    assert store.lines(game, 6, limit=2, before=1) == []
    for unknown in (4, 7):
        with pytest.raises(EntryUnknown):
            store.look(game, Head(6, unknown, None), limit=2)
        with pytest.raises(EntryUnknown):
            store.lines(game, 6, limit=2, before=unknown)
        with pytest.raises(EntryUnknown):
            store.lines(game, unknown, limit=2)
        with pytest.raises(EntryUnknown):
            store.chain(game, unknown)


def naive_chain(log_entries: list[tuple[int, int]], tip: int) -> list[int]:
    """The chain by its definition: from the tip, parent by parent. Each entry is (parent, tip)."""
    chain = []
    while tip:
        chain.append(tip)
        tip = log_entries[tip - 1][0]
    return chain[::-1]


# Each walk is a game of its own.
@settings(max_examples=times(16, 300), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    moves=st.lists(st.tuples(st.sampled_from(["answer", "snapshot", "undo", "redo"]), st.integers(0, 5)), max_size=25)
)
def test_any_walk_through_the_tree_reads_as_its_definition_says(store: Store, moves: list[tuple[str, int]]) -> None:
    game, head = new_game(store)
    written, kept = [(0, 1)], set()
    for move, steps in moves:
        back = naive_chain(written, head.tip)
        ahead = [] if head.redo is None else naive_chain(written, head.redo)[len(back) :]
        before = head
        if move == "undo" and back:
            to = ([0, *back[:-1]])[-1 - min(steps, len(back) - 1)]
            head = store.append(game, head, jump(to, head.redo or head.tip)).head
        elif move == "redo" and ahead:
            to = ahead[min(steps, len(ahead) - 1)]
            head = store.append(game, head, jump(to, head.redo if head.redo != to else None)).head
        else:
            position = head.position + 1
            snapshot = (position, {"after": position}) if move == "snapshot" else None
            kept |= {position} if snapshot else set()
            head = store.append(game, head, answer(steps), snapshot).head
        written.append((before.tip, head.tip))

        chain = naive_chain(written, head.tip)
        assert positions(store.chain(game, head.tip, before=1)[1]) == chain
        assert positions(store.lines(game, head.tip, limit=99)) == chain[::-1]
        last_kept = max([position for position in chain if position in kept], default=0)
        found, entries = store.chain(game, head.tip)
        assert (found.position if found else 0) == last_kept
        assert positions(entries) == [position for position in chain if position > last_kept]
        assert store.standing(game) == NamedHead("Friday", head)
        look = store.look(game, head, limit=9)
        assert list(look.lines) == store.lines(game, head.tip, limit=9)
        assert (look.ahead is None) == (head.redo is None)
        if head.redo is not None:
            assert look.ahead == store.lines(game, store.path_positions(game, head.tip, head.redo)[0], limit=1)[0]
            assert chain + store.path_positions(game, head.tip, head.redo) == naive_chain(written, head.redo)

    exported = json.loads(json.dumps(store.export_game(game)))
    assert store.export_game(store.import_game(exported)) == exported


# --- what reading and writing cost ---


def long_game(store: Store, length: int, snapshot_every: int) -> str:
    """A game of so many forward entries, written at one go, with a snapshot on every so manieth."""
    document = store.export_game(new_game(store)[0])
    (first,) = document["entries"]
    document["entries"] = [
        first | {"position": n, "parent": n - 1, "tip": n, "data": {"value": n}} for n in range(1, length + 1)
    ]
    game = store.import_game(document)
    store.keep_snapshots(game, "1", [(n, "{}") for n in range(1, length, snapshot_every)])
    return game


def steps_of_sqlite(store: Store, work: Callable[[], object]) -> int:
    """How many instructions SQLite's machine runs for this: a measure of the rows it touches, free of the clock."""
    count = 0

    def tick() -> int:
        nonlocal count
        count += 1
        return 0

    connection = driver_of(store)
    connection.set_progress_handler(tick, 1)
    work()
    connection.set_progress_handler(None, 0)
    return count


@pytest.mark.parametrize(
    "work",
    [
        pytest.param(lambda store, game, tip: store.head(game), id="head"),
        pytest.param(lambda store, game, tip: store.standing(game), id="standing"),
        pytest.param(lambda store, game, tip: store.look(game, Head(tip, tip - 7, tip), limit=9), id="look"),
        pytest.param(lambda store, game, tip: store.chain(game, tip), id="chain"),
        pytest.param(lambda store, game, tip: store.lines(game, tip, limit=20), id="lines"),
        pytest.param(lambda store, game, tip: store.lines(game, tip, limit=20, before=tip - 3), id="lines before"),
        pytest.param(lambda store, game, tip: store.path_positions(game, tip - 7, tip), id="path"),
        pytest.param(lambda store, game, tip: store.append(game, Head(tip, tip, None), answer()), id="answer"),
        pytest.param(
            lambda store, game, tip: store.append(game, Head(tip, tip, None), jump(tip - 7, redo=tip)), id="undo"
        ),
    ],
)
def test_a_step_costs_the_same_at_position_3030_as_at_30(
    sqlite_store: Store, work: Callable[[Store, str, int], Any]
) -> None:
    store = sqlite_store
    short, long = long_game(store, 30, snapshot_every=25), long_game(store, 3030, snapshot_every=25)
    early = steps_of_sqlite(store, lambda: work(store, short, 30))
    late = steps_of_sqlite(store, lambda: work(store, long, 3030))
    assert early > 0
    assert late == early


def test_the_whole_chain_costs_as_much_as_its_entries_and_no_more(sqlite_store: Store) -> None:
    store = sqlite_store
    game = long_game(store, 1000, snapshot_every=25)
    store.append(game, Head(1000, 1000, None), jump(100, redo=1000))
    few = steps_of_sqlite(store, lambda: store.chain(game, 100, before=1))
    many = steps_of_sqlite(store, lambda: store.chain(game, 1000, before=1))
    assert 9 * few < many < 11 * few


@pytest.mark.parametrize("text", ["null", '"\\u00e9"', "", '{"said":"' + "We end our turn. " * 5_000 + '"}'])
def test_what_is_packed_is_unpacked_as_it_was(text: str) -> None:
    assert unpack(pack(text), "") == text
    assert unpack(None, text) == text
    with pytest.raises(ValueError, match="packed"):
        unpack(pack(text)[:-1], "")


def test_what_games_say_and_how_they_stand_takes_a_fifth_of_its_bytes(store: Store) -> None:
    game_id = store.import_game(json.loads(gzip.decompress(next(EXPORTS.glob("05_*")).read_bytes())))
    tip = store.head(game_id).tip
    entries, (snapshot, _) = store.lines(game_id, tip, 1_000), store.chain(game_id, tip)
    assert snapshot is not None
    for texts in ([to_text(entry.words) for entry in entries], [to_text(snapshot.state)]):
        assert sum(len(pack(text)) for text in texts) < sum(map(len, texts)) / 4
