"""Single battles of drawn positions: no law broken, each way of fighting among them, and what a broken law says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from day import times
from hive import keys
from hive.__main__ import main
from hive.catalog.reading import load_tables
from hive.engine.entries import Answer, Board
from hive.simulate.drawn_battles import SPACE, BattleSetting, Plastic
from hive.simulate.drill import EVERY_HIT, KEPT, LOSSES, SAYABLE, Drill, refused
from hive.simulate.game import RANDOM, Failed, named
from hive.simulate.proof import Battle, drawn_battle, fight_battle, table_of_battles
from hive.steps import Ask, Choice, Item, Tell
from hive.words import Name, count, say

PLAIN, WITH_OPTIONS = times(60, 600), times(6, 60)


def test_battles_of_both_sides_break_no_law() -> None:
    """A few of them, for time: `proof --battles 3000` fights more."""
    tables, seen, attackers = load_tables(), Counter[str](), set[str]()
    for seed in range(1, PLAIN + 1):
        drill = fight_battle(BattleSetting(seed), tables)
        seen += drill.seen
        attackers.add(drill.drawn.active)
    assert attackers == {"hive", "p1", "p2"}
    ways = ("fight", "dice", "by_hand", "given up", "retreats", "together", "hits", "asked what is left")
    assert all(seen[one] for one in (*ways, *LOSSES)), seen


def test_battles_with_random_sets_of_options_break_no_law() -> None:
    for seed in range(1, WITH_OPTIONS + 1):
        options = named(RANDOM, seed)
        fight_battle(BattleSetting(seed, options=options), load_tables(options=options))


def test_a_seed_fights_the_same_battle() -> None:
    setting, tables = BattleSetting(3), load_tables()
    logs = [fight_battle(setting, tables).played.log for _ in range(2)]
    assert logs[0] == logs[1] and logs[0]
    assert setting.command == "python -m hive proof --battles 1 --seed 3"


def _moved_by_another(drill: Drill) -> None:
    """Somebody has put a cruiser on the map of which the table knows nothing."""
    position = drill.drawn.position
    far = next(one for one in drill.game.galaxy.systems if one != position) if drill.game.galaxy else ""
    drill.queue.append(Board({f"{far}/units/p1/destroyer": 1, f"{far}/units/p1/cruiser": 1}))


def _hit_untold(drill: Drill) -> None:
    drill.seen["hits"] += 1


def _more_than_asked(drill: Drill) -> None:
    """The table has more ships than the map can say."""
    for unit in drill.book.at(drill.fighting[0], drill.space, "ship"):
        drill.book.set(drill.fighting[0], drill.space, unit, 41)


@pytest.mark.parametrize(
    ("law", "breaks"), [(KEPT, _moved_by_another), (EVERY_HIT, _hit_untold), (SAYABLE, _more_than_asked)]
)
def test_a_broken_law_names_itself_and_what_to_run(law: str, breaks: Callable[[Drill], None]) -> None:
    seed, failed = next((seed, one) for seed, one in _broken(breaks) if one.law == law)
    assert str(failed).startswith(f"python -m hive proof --battles 1 --seed {seed}: at entry ")


def _broken(breaks: Callable[[Drill], None]) -> Iterator[tuple[int, Failed]]:
    """Battles at whose table something goes wrong, and what came of it."""
    tables = load_tables()
    for seed in range(1, PLAIN):
        drill = drawn_battle(BattleSetting(seed), tables)
        if drill.fighting:
            breaks(drill)
            try:
                drill.fight()
            except Failed as failed:
                yield seed, failed


def test_a_question_that_comes_again_with_a_reason_was_refused() -> None:
    asked = Ask(keys.INVASION, "Do players invade?", (Choice("none", "No"), Choice("invade", "Yes")), "31.action.joint")
    again = Ask(asked.key, asked.text, asked.choices, asked.rule, detail="Say who lands where.")
    entry = Answer(keys.INVASION, "invade")
    assert refused(entry, asked, again) == "Say who lands where."
    assert refused(entry, asked, asked) == refused(entry, asked, None) == ""


def test_a_question_that_comes_again_after_what_came_of_it_was_not_refused() -> None:
    """The Hive loses two planets, one after the other, and the table is asked of each."""
    asked = Ask(keys.DISCARD_SOURCE, "From where?", (Choice("bank", "Its bank"),), "4.2.loss-source", detail="Ylir.")
    again = Ask(asked.key, asked.text, asked.choices, asked.rule, detail="Valk.")
    entry, gives = Answer(keys.DISCARD_SOURCE, "bank"), Tell("The bank gives 1 resource.", "4.2.loss-standard")
    assert refused(entry, asked, again, [asked]) == "Valk."
    assert refused(entry, asked, again, [asked, gives]) == ""


def test_a_book_keeper_moves_damaged_units_last_and_sinks_what_nothing_carries() -> None:
    book, place = Plastic(load_tables().units), ("101", SPACE)
    book.set("p1", place, "dreadnought", 2)
    book.set_hurt("p1", place, "dreadnought", 1)
    book.move("p1", "dreadnought", 1, place, ("000", SPACE))
    assert book.hurt("p1", ("000", SPACE)) == Counter() and book.hurt("p1", place) == Counter(dreadnought=1)
    book.set("p1", place, "infantry", 2)
    book.take("p1", place, "dreadnought", 1)
    book.sink(place[0])
    assert book.at("p1", place) == Counter()


def test_a_book_keeper_replaces_units_where_a_planet_is_taken_and_not_where_it_is_still_fought_for() -> None:
    book, taken, fought = Plastic(load_tables().units), ("203", "Tiamat"), ("203", "Hercalor")
    book.set("p1", taken, "mech", 1)
    book.set("p1", fought, "infantry", 1)
    book.set("hive", fought, "infantry", 2)
    for place in (taken, fought):
        book.set("hive", place, "pds", 1)
    units = count(1, "PDS", "PDS")
    told = say("{source}: {units} of [the Hive] replaced.", source=Name("Assimilate"), units=units)
    book.follow([Item(told)], taken)
    assert book.at("p1", taken) == Counter(mech=1, pds=1) and book.at("hive", taken) == Counter()
    assert book.at("p1", fought) == Counter(infantry=1) and book.at("hive", fought) == Counter(infantry=2, pds=1)


def test_the_table_of_battles_counts_by_who_attacked(capsys: pytest.CaptureFixture[str]) -> None:
    failed = Battle(2, failed="a reason", law="a law")
    told = table_of_battles([Battle(1, "hive", Counter(fight=2, booked=1)), failed])
    assert told.splitlines()[2].startswith("| hive | 1 | 2 | 0 |")
    assert told.endswith("1 times broken: a law")
    assert main(["proof", "--battles", "2", "--seed", "1", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith("| who attacks | battles | ")
