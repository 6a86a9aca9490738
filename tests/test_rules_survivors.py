"""What a battle leaves of the players' units on the board: expected from the Hive's hits, and said with one tap."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from fighting import BEGINS, LEFT, PLANET, ByHand, Driven, Taken, Used, battle, garrison
from hive.board import pieces
from hive.engine.entries import Answer, Board
from hive.engine.session import Session
from hive.model.game import PlayerSetup
from hive.naming import system_label
from hive.steps import Ask
from hive.web.steps.fight import Combat
from placing import answer, session_with, there
from whole_board import TILES

pytestmark = pytest.mark.rule("1.scope.unchanged-rules")
TWO_PLANETS = {**TILES, "207": "38"}
FLEET = {"carrier": 1, "cruiser": 1, "fighter": 3, "infantry": 5}


def survivors(driven: Driven) -> dict[str, int] | None:
    """What is filled in; None where nothing is asked."""
    asked = [step for step in driven.steps if isinstance(step, Ask) and step.key == "survivors"]
    return {number.name: number.value for number in asked[0].numbers} if asked else None


def with_hits(hits: int, fleet: Mapping[str, int] = FLEET, rounds: int = 1, **more: Mapping[str, int]) -> Driven:
    """A battle in which so many of the Hive's first dice hit, for a die each of its two cruisers."""
    for begin in range(200):
        driven = battle(h207={"cruiser": 2}, a207=fleet, **more)
        driven.game.rolls = begin
        probe = battle(h207={"cruiser": 2}, a207=fleet, **more)
        probe.game.rolls = begin
        probe.run(["fight", ("on", {"hits": 2})], active="p1")
        if Combat(probe.game, probe.steps[1]).hits == hits:
            return driven
    raise AssertionError("no such dice")


def test_what_the_hits_are_expected_to_have_cost_is_filled_in_and_booked_with_one_tap() -> None:
    answers: list[str | ByHand] = ["fight", ("on", {"hits": 2}), (LEFT, {})]
    driven = with_hits(2).run(answers, active="p1")
    assert survivors(driven) == {"p1.fighter": 1, "p1.cruiser": 1, "p1.carrier": 1}
    assert driven.units("p1") == {"carrier": 1, "cruiser": 1, "fighter": 1, "infantry": 5}


@pytest.mark.parametrize(("used", "left"), [([Used("used.the_cavalry", {"ship": "destroyer"})], 1), ([], 0)])
def test_a_ship_that_the_cavalry_makes_sustain_damage_takes_a_hit_for_nothing(used: list[Used], left: int) -> None:
    fleet = {"carrier": 1, "cruiser": 1, "destroyer": 1}
    driven = with_hits(1, fleet)
    driven.game.settings.p2 = PlayerSetup("Ben", "Nomad", "blue")
    driven.run([*used, "fight", ("on", {"hits": 2}), (LEFT, {})], active="p1")
    assert driven.units("p1").get("destroyer", 0) == left
    assert driven.game.effects == []


@pytest.mark.parametrize("outcome", ["action", "doomed"])
def test_what_the_cavalry_lends_a_ship_is_gone_with_it(outcome: str) -> None:
    """The second cruiser sustains no damage; what the first one had sustained costs no other ship."""
    fleet = {"cruiser": 2, "carrier": 1}
    driven = with_hits(2 if outcome == "doomed" else 1, fleet)
    driven.game.settings.p2, driven.game.hive.action_cards = PlayerSetup("Ben", "Nomad", "blue"), 2
    used = Used("used.the_cavalry", {"ship": "cruiser"})
    driven.run([used, "fight", "sustained", outcome, ("on", {"hits": 2}), (LEFT, {})], active="p1")
    rounds = [step for step in driven.steps if isinstance(step, Ask) and step.key == "space_combat_round"]
    offers = ["sustained" in [choice.value for choice in step.choices] for step in rounds]
    assert offers == [True, False]
    assert driven.units("p1") == {"cruiser": 1, "carrier": 1}


def test_one_round_more_is_expected_where_the_cavalry_makes_the_last_ship_sustain_damage() -> None:
    for used, expected in (([], "cleared"), ([Used("used.the_cavalry")], "on")):
        driven = with_hits(1, {"cruiser": 1})
        driven.game.settings.p2 = PlayerSetup("Ben", "Nomad", "blue")
        driven.run([*used, "fight", "cleared"], active="p1")
        asked = next(step for step in driven.steps if step.key == "space_combat_round")
        assert isinstance(asked, Ask) and asked.choices[0].value == expected


def test_the_table_says_what_it_has_lost_instead() -> None:
    answers: list[str | ByHand] = ["fight", ("on", {"hits": 2}), (LEFT, {"p1.fighter": 2, "p1.cruiser": 0})]
    driven = with_hits(2).run(answers, active="p1")
    assert driven.units("p1") == {"carrier": 1, "fighter": 2, "infantry": 5}


def test_the_numbers_belong_to_what_is_left_so_and_the_log_tells_of_none_where_nothing_was_lost() -> None:
    driven = with_hits(2).run(["fight", ("on", {"hits": 2}), (LEFT, {})], active="p1")
    (asked,) = [step for step in driven.steps if isinstance(step, Ask) and step.key == "survivors"]
    assert {number.of for number in asked.numbers} == {asked.choices[0].value} == {"so"}


def test_whoever_can_sustain_damage_does_so_first_and_the_last_unit_of_a_winner_stays() -> None:
    answers: list[str | ByHand] = ["fight", ("on", {"hits": 2}), (LEFT, {})]
    driven = with_hits(2, {"dreadnought": 1, "fighter": 1}).run(answers, active="p1")
    assert survivors(driven) == {"p1.fighter": 0, "p1.dreadnought": 1, "p1.damaged_dreadnought": 1}
    alone = with_hits(2, {"cruiser": 1}).run(answers[:2], active="p1")
    assert alone.units("p1") == {"cruiser": 1} and survivors(alone) is None


def test_nothing_is_asked_where_nobody_was_hit_or_books_anything() -> None:
    answers: list[str | ByHand] = ["fight", ("on", {"hits": 2})]
    assert survivors(with_hits(0).run(answers, active="p1")) is None
    assert survivors(with_hits(2, {}).run(answers, active="p1")) is None


def test_hits_that_the_table_rolls_are_not_known() -> None:
    driven = battle(h207={"cruiser": 2}, a207=FLEET)
    driven.run(["dice", ("on", {"hits": 2}), (LEFT, {"p1.carrier": 0})], active="p1")
    assert survivors(driven) == {"p1.fighter": 3, "p1.cruiser": 1, "p1.carrier": 1}
    (asked,) = [step for step in driven.steps if isinstance(step, Ask) and step.key == "survivors"]
    assert "does not know" in asked.detail


def test_the_next_round_draws_the_expected_losses_and_expects_the_end_once_all_are_hit() -> None:
    fleet = {"cruiser": 1, "fighter": 2}
    driven = with_hits(2, fleet).run(["fight", "on", ("on", {"hits": 2})], active="p1")
    first, second = (step for step in driven.steps if step.key == "space_combat_round")
    assert isinstance(first, Ask) and first.choices[0].value == "on"
    seen = Combat(driven.game, second)
    assert [str(seen.words(one)) for one in seen.sides.pieces if one.seat == "p1"] == ["1 cruiser"]
    assert [str(seen.words(one)) for one in seen.sides.lost] == ["2 fighters"]
    doomed = with_hits(2, {"fighter": 2}).run(["fight", "cleared"], active="p1")
    last = next(step for step in doomed.steps if step.key == "space_combat_round")
    assert isinstance(last, Ask) and last.choices[0].value == "cleared"


def test_what_lands_stands_on_the_planet_and_some_of_it_may_stay_aboard() -> None:
    def landed(left: Mapping[str, int]) -> Driven:
        driven = garrison(battle(h207={"cruiser": 1}, a207=FLEET), "hive", infantry=1)
        driven.run(["by_hand", "players", "invade", "by_hand", "players", (LEFT, left)], active="p1")
        return driven

    driven = landed({})
    assert driven.units("p1", PLANET) == {"infantry": 5} and "infantry" not in driven.units("p1")
    some = landed({f"p1.infantry.{PLANET}": 2, "p1.infantry": 2})
    assert some.units("p1", PLANET) == {"infantry": 2} and some.units("p1")["infantry"] == 2


def test_more_than_have_landed_are_not_left() -> None:
    driven = garrison(battle(h207={"cruiser": 1}, a207=FLEET), "hive", infantry=1)
    left: list[str | ByHand] = [(LEFT, {f"p1.infantry.{PLANET}": 5, "p1.infantry": 1}), (LEFT, {})]
    driven.run(["by_hand", "players", "invade", "by_hand", "players", *left], active="p1")
    again = [step for step in driven.steps if isinstance(step, Ask) and step.key == "survivors"][1]
    assert again.detail == "Ada has landed 5 infantry: no more can be left."


def test_units_on_a_planet_on_which_nobody_has_landed_are_neither_asked_about_nor_counted() -> None:
    driven = garrison(battle(TWO_PLANETS, h207={"cruiser": 1}, a207=FLEET), "hive", "Abyz", infantry=1)
    garrison(driven, "p1", "Fria", infantry=3)
    driven.run(["by_hand", "players", ("invade", {"p1.Abyz": 1}), "by_hand", "players", (LEFT, {})], active="p1")
    assert survivors(driven) == {
        "p1.carrier": 1,
        "p1.cruiser": 1,
        "p1.fighter": 3,
        "p1.infantry": 0,
        "p1.infantry.Abyz": 5,
    }
    assert driven.units("p1", "Abyz") == {"infantry": 5} and driven.units("p1", "Fria") == {"infantry": 3}


def test_whoever_has_retreated_is_asked_about_the_ships_where_they_are() -> None:
    left: list[str | ByHand] = ["309", (LEFT, {"p1.fighter": 0})]
    driven = with_hits(2).run(["fight", (BEGINS, {"retreat_p1": 1}), "on", *left], active="p1")
    assert driven.units("p1") == {} and survivors(driven) == {"p1.fighter": 1, "p1.cruiser": 1, "p1.carrier": 1}
    away = pieces.units_at(pieces.galaxy_of(driven.game), "p1", "309")
    assert away == {"carrier": 1, "cruiser": 1, "infantry": 5}


@pytest.mark.rule("31.action.transport")
def test_what_was_carried_goes_with_the_last_ship_that_the_table_takes_off_wherever_it_is() -> None:
    none = {"p1.fighter": 0, "p1.cruiser": 0, "p1.carrier": 0}
    here = with_hits(2).run(["fight", ("on", {"hits": 2}), (LEFT, none)], active="p1")
    assert here.units("p1") == {} and "Ada loses 5 infantry in space." in here.lines(-1)
    left: list[str | ByHand] = ["309", (LEFT, none)]
    gone = with_hits(2).run(["fight", (BEGINS, {"retreat_p1": 1}), "on", *left], active="p1")
    assert pieces.units_at(pieces.galaxy_of(gone.game), "p1", "309") == {}


def fought(*meanwhile: Board) -> Session:
    """A player has fought a cruiser of the Hive by dice of the table's own, and corrected the map in the round."""
    session = session_with(a209={"cruiser": 1, "fighter": 2}, h209={"cruiser": 1})
    for reply in ("activate", "209", {"choice": "dice", "ally": 0}):
        answer(session, reply)
    while session.pending is not None and session.pending.key != "space_combat_round":
        answer(session, "on")
    for edit in meanwhile:
        session.apply(edit)
    answer(session, {"choice": "on", "hits": 1})
    answer(session, "none")
    return session


def test_losses_that_the_table_books_meanwhile_are_not_asked_about() -> None:
    session = fought()
    assert session.pending is not None and session.pending.key == "survivors"
    session = fought(Board({"209/units/p1/fighter": 0}))
    assert session.pending is not None and session.pending.key != "survivors"
    assert there(session.game, "209", seat="p1") == {"cruiser": 1}


def test_a_log_that_does_not_answer_the_question_plays_on_with_the_map_as_it_was() -> None:
    told = fought()
    answer(told, "shown")
    assert told.pending is not None
    before, key = there(told.game, "209", seat="p1"), told.pending.key
    session = fought()
    session.apply(Answer(key, "done"))
    assert there(session.game, "209", seat="p1") == before == {"cruiser": 1, "fighter": 2}


def aside(**ships: Mapping[str, int]) -> Driven:
    """Ben's ships stand in the system that Ada has moved into, and take no part."""
    driven = battle(h207={"cruiser": 2}, a207={"cruiser": 1, "infantry": 2}, b207={"carrier": 1}, **ships)
    return driven


@pytest.mark.rule("31.action.transport")
@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([("fight", {"ally": 0}), "cleared"], "The Hive has won the space combat in {}."),
        ([("by_hand", {"ally": 0}), "hive"], "The Hive has won the space combat in {}."),
        (
            [("dice", {"ally": 0}), ("cleared", {"hits": 2})],
            "Of those who fought nobody is left after the space combat in {}; Ben stood aside.",
        ),
    ],
    ids=["won", "by hand", "both gone"],
)
def test_ships_of_an_ally_who_stands_aside_carry_who_has_lost_the_own_ones(
    answers: list[str | ByHand], said: str
) -> None:
    driven = aside().run(answers, active="p1")
    assert driven.units("p1") == {"infantry": 2} and driven.units("p2") == {"carrier": 1}
    assert said.format(system_label(driven.game, "207")) in [step.text for step in driven.steps]


@pytest.mark.rule("13.technology.valkyrie")
def test_hits_that_the_hive_produces_by_being_hit_cost_units_as_well() -> None:
    driven = garrison(battle(), "hive", infantry=1)
    garrison(driven, "p1", infantry=4)
    pieces.set_control(driven.game, "207", PLANET, "hive")
    driven.game.hive.upgrades = ["Valkyrie Particle Weave"]
    driven.run(["invade", "dice", ("on", {"hits": 1}), (LEFT, {})], active="p1")
    # The app has not rolled what the die of the infantry came to; the one of the weave is certain.
    assert survivors(driven) == {f"p1.infantry.{PLANET}": 3}


@pytest.mark.rule("31.combat.joint")
@pytest.mark.reading("Q120")
def test_an_ally_who_merely_stands_where_space_cannons_fire_takes_no_part() -> None:
    driven = garrison(battle(a207={"cruiser": 1}, b207={"cruiser": 1}), "hive", infantry=1, pds=1)
    driven.run(["cleared", "none"], active="p1")
    assert driven.units("p1") == {} and driven.units("p2") == {"cruiser": 1}


def test_no_further_round_is_asked_once_the_table_has_taken_the_last_unit_off() -> None:
    driven = battle(h207={"cruiser": 2}, a207={"cruiser": 1})
    driven.run(["fight", Taken("cruiser"), "on"], active="p1")
    assert driven.units("p1") == {} and driven.keys.count("space_combat_round") == 2
    last = driven.steps[2]
    assert isinstance(last, Ask) and last.choices[0].value == "cleared"
