"""Direct hit and sabotage: what the Hive answers to a ship that sustained damage, and to an action card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest

from driving import fresh_game
from fighting import HERE, NOTHING, PLANET, Driven, battle, garrison
from hive.board import pieces
from hive.model.game import Game, Phase
from hive.rules.combat.battle import resolve_system
from hive.rules.combat.countermeasures import Target, direct_hit, no_countermeasure, sabotage
from hive.rules.events.doings import events_of
from hive.rules.events.kinds import all_events
from hive.steps import Ask, Filled, Tell
from tracked_sides import tracked_board

SUSTAINED = "sustained"


def fought(hand: int = 2, active: Any = "hive", **ships: Mapping[str, int]) -> Driven:
    driven = battle(h207={"cruiser": 3}, **ships)
    driven.game.hive.action_cards = hand
    driven.game.settings.advanced = ["countermeasures"]
    pieces.set_control(driven.game, HERE, PLANET, "hive")
    return driven


def offered(driven: Driven, index: int) -> list[str]:
    step = driven.steps[index]
    assert isinstance(step, Ask)
    return [choice.value for choice in step.choices]


def tried(game: Game, target: Target, answer: str) -> Tell:
    """The message that a direct hit ends with."""
    procedure = direct_hit(game, target)
    assert isinstance(next(procedure), Ask)
    told = procedure.send(answer)
    assert isinstance(told, Tell)
    return told


# --- when the Hive can answer


@pytest.mark.rule("24.requirement")
@pytest.mark.parametrize("name", ["sustained", "action_card"])
def test_a_countermeasure_needs_an_action_card(name: str) -> None:
    game = fresh_game()
    assert "holds no action card" in all_events()[name].impossible(game)
    game.hive.action_cards = 1
    assert all_events()[name].impossible(game) == ""


@pytest.mark.rule("24.any-time")
@pytest.mark.parametrize("phase", get_args(Phase))
def test_a_countermeasure_can_come_in_any_phase(phase: Phase) -> None:
    game = fresh_game()
    game.phase, game.hive.action_cards = phase, 1
    assert no_countermeasure(game) == "" and {"sustained", "action_card"} <= set(events_of(game))


@pytest.mark.rule("32.complexity.optional-pages")
def test_where_the_page_is_not_played_nothing_of_it_appears() -> None:
    driven = fought(a207={"dreadnought": 1})
    driven.game.settings.advanced = ["stratagems"]
    assert (
        "page 24"
        in all_events()["sustained"].impossible(driven.game)
        == all_events()["action_card"].impossible(driven.game)
    )
    assert not {"sustained", "action_card"} & set(events_of(driven.game))
    driven.run(["dice", "cleared"])
    assert SUSTAINED not in offered(driven, 1)


# --- in the combat helper


@pytest.mark.rule("24.1.trigger", "24.requirement")
@pytest.mark.parametrize(
    ("hand", "ships", "asked"),
    [(1, {"dreadnought": 1}, True), (0, {"dreadnought": 1}, False), (1, {"cruiser": 2}, False)],
)
def test_a_round_asks_for_a_ship_that_sustained_damage_where_one_can_be_hit(
    hand: int, ships: Mapping[str, int], asked: bool
) -> None:
    driven = fought(hand, a207=ships).run(["dice", "cleared"])
    assert (SUSTAINED in offered(driven, 1)) is asked


@pytest.mark.rule("24.1.trigger")
def test_a_direct_hit_hits_no_ground_force() -> None:
    driven = garrison(fought(a207={"fighter": 1}), "p1", mech=2)
    pieces.put(driven.game, "hive", "infantry", 2, HERE)
    driven.run(["dice", "cleared", "done", "cleared"])
    assert driven.keys[4] == "ground_combat_round" and SUSTAINED not in offered(driven, 4)


@pytest.mark.rule("24.1.outcome", "24.discard")
def test_a_direct_hit_takes_the_ship_off_the_board_and_the_round_goes_on() -> None:
    driven = fought(a207={"dreadnought": 2})
    driven.run(["fight", (SUSTAINED, {"hits": 2}), "action", (SUSTAINED, {"hits": 2}), "other", "on", "cleared"])
    assert driven.keys == [
        "space_combat",
        *["space_combat_round", "direct_hit", "done"] * 2,
        *["space_combat_round", "round_begins", "space_combat_round", "done"],
        "battle_over",
    ]
    assert driven.lines(1) == driven.lines(4) == driven.lines(7) and driven.game.hive.action_cards == 0
    assert driven.units("hive") == {"cruiser": 1} and SUSTAINED not in offered(driven, 7)
    assert "Ada loses 1 dreadnought in space." in driven.lines(-1)


@pytest.mark.rule("24.1.trigger")
def test_of_several_ships_the_table_says_which() -> None:
    driven = fought(a207={"dreadnought": 1, "flagship": 1}, b207={"war_sun": 1})
    driven.run(["dice", SUSTAINED, f"{HERE}.p2.war_sun", "action", "cleared"])
    step = driven.steps[2]
    assert isinstance(step, Ask)
    assert [choice.label for choice in step.choices] == ["Ada's dreadnought", "Ada's flagship", "Ben's war sun"]
    assert driven.steps[4] == Tell(
        "The direct hit destroys Ben's war sun; 1 action card of the Hive left.", "24.1.outcome"
    )


@pytest.mark.rule("24.1.trigger")
def test_of_a_player_whose_ships_are_not_on_the_board_any_ship_may_sustain_damage() -> None:
    driven = fought()
    driven.run(["dice", SUSTAINED, f"{HERE}.p1.flagship", "action", "cleared"], active="p1")
    step = driven.steps[2]
    assert isinstance(step, Ask) and [choice.label for choice in step.choices] == ["dreadnought", "flagship", "war sun"]
    assert driven.game.hive.action_cards == 1


# --- what comes of it


@pytest.mark.rule("24.1.no-waste", "24.1.immune", "24.discard", "30.cancel.direct-hit", "24.cancelled-card-stays")
@pytest.mark.parametrize(
    ("answer", "left", "there", "rule"),
    [
        ("action", 1, 1, "24.1.outcome"),
        ("other", 1, 2, "24.1.outcome"),
        ("cancelled", 1, 2, "24.cancelled-card-stays"),
        ("doomed", 2, 2, "24.1.no-waste"),
        ("immune", 2, 2, "24.1.immune"),
    ],
)
def test_what_a_direct_hit_costs_and_does(answer: str, left: int, there: int, rule: str) -> None:
    driven = fought(a207={"dreadnought": 2})
    told = tried(driven.game, Target("p1", "dreadnought", HERE), answer)
    assert driven.game.hive.action_cards == left and driven.units("p1") == {"dreadnought": there}
    assert told.rule == rule


@pytest.mark.rule("24.1.outcome")
@pytest.mark.parametrize("target", [Target("p1", "ship"), Target("p1", "war_sun", HERE), Target("p2", "dreadnought")])
def test_a_ship_that_the_board_does_not_know_leaves_the_table_alone(target: Target) -> None:
    driven = fought(a207={"dreadnought": 2})
    tried(driven.game, target, "action")
    assert driven.units("p1") == {"dreadnought": 2} and driven.game.hive.action_cards == 1


@pytest.mark.rule("24.requirement")
def test_a_card_corrected_away_meanwhile_is_not_missed() -> None:
    game = fresh_game()
    procedure = sabotage(game, "p1")
    next(procedure)
    procedure.send("other")
    assert game.hive.action_cards == 0


@pytest.mark.rule("24.1.outcome", "1.scope.unchanged-rules")
@pytest.mark.parametrize(("others", "left"), [({}, {}), ({"cruiser": 1}, {"infantry": 2})])
def test_a_direct_hit_on_the_last_ship_takes_what_it_carried(others: dict[str, int], left: dict[str, int]) -> None:
    driven = fought(a207={"dreadnought": 1, "infantry": 2}, b207=others)
    procedure = resolve_system(tracked_board(driven.game), HERE, NOTHING, "hive")
    for answer in (None, "dice", Filled("on", {}), Filled(SUSTAINED, {"hits": 0}), "action", True):
        step = procedure.send(answer)
    assert isinstance(step, Ask) and driven.units("p1") == left
    assert ("Ada loses 2 infantry in space." in [item.text for item in step.items]) is not bool(left)


@pytest.mark.rule("24.any-time", "24.1.trigger")
def test_a_direct_hit_is_tried_after_space_cannons_before_any_stratagem_and_in_a_combat_by_hand() -> None:
    driven = garrison(fought(a207={"dreadnought": 1}), "hive", pds=1)
    driven.run(["dice", SUSTAINED, "other", "on", "cleared"])
    assert driven.keys[:4] == ["space_combat", "space_cannon", "direct_hit", "done"]
    by_hand = fought(a207={"dreadnought": 2}).run(["by_hand", SUSTAINED, "action", "hive"])
    assert by_hand.keys[1:3] == ["space_combat_result", "direct_hit"] and by_hand.game.hive.action_cards == 1


@pytest.mark.rule("24.any-time", "13.technology.pds-ii")
def test_a_direct_hit_can_follow_space_cannons_where_no_combat_comes() -> None:
    driven = garrison(battle(a207={"dreadnought": 1}), "hive", pds=1)
    driven.game.hive.action_cards = 1
    driven.game.settings.advanced = ["countermeasures"]
    driven.run([SUSTAINED, "action", "cleared", *[]], active="p1")
    assert driven.keys[:2] == ["space_cannon", "direct_hit"] and driven.units("p1") == {}


# --- the ships and cards that an event names


@pytest.mark.rule("24.any-time", "24.1.trigger")
def test_an_event_names_the_ships_on_the_board_or_every_type_without_one() -> None:
    driven = fought(a207={"dreadnought": 1, "cruiser": 2}, b206={"flagship": 1})
    named = {choice.value for choice in all_events()["sustained"].fields(driven.game)[0].choices}
    assert named == {"206.p2.flagship", "207.p1.dreadnought", "p1.ship", "p2.ship"}
    without = [choice.label for choice in all_events()["sustained"].fields(fresh_game())[0].choices]
    assert without[0] == "Ada's dreadnought" and without[-1] == "Another ship of Ben" and len(without) == 8


@pytest.mark.rule("24.2.directly", "24.2.indirectly", "24.2.not-sabotage")
@pytest.mark.parametrize(
    ("effect", "rule"),
    [
        ("directly", "24.2.trigger"),
        ("indirectly", "24.2.trigger"),
        ("not", "24.2.trigger"),
        ("sabotage", "24.2.not-sabotage"),
    ],
)
def test_only_a_card_that_affects_the_hive_is_answered(effect: str, rule: str) -> None:
    game = fresh_game()
    game.hive.action_cards = 1
    step = next(all_events()["action_card"].procedure(game, {"who": "p1", "effect": effect}))
    assert isinstance(step, Ask) is (effect in ("directly", "indirectly"))
    assert not isinstance(step, Ask | Tell) or step.rule == rule


@pytest.mark.rule("24.2.directly", "24.2.indirectly")
def test_the_event_says_what_directly_and_indirectly_mean() -> None:
    effects = all_events()["action_card"].fields(fresh_game())[1].choices
    notes = {choice.value: f"{choice.label} {choice.note}" for choice in effects}
    assert "planets, units, or anything in its play area" in notes["directly"]
    assert "helps us, and so harms the Hive at once" in notes["indirectly"]


@pytest.mark.rule("30.cancel.sabotage", "24.2.outcome")
@pytest.mark.parametrize(("answer", "came"), [("action", "is cancelled"), ("other", "takes effect")])
def test_a_sabotage_says_that_players_cannot_cancel_it(answer: str, came: str) -> None:
    game = fresh_game()
    game.hive.action_cards = 3
    procedure = sabotage(game, "p2")
    step = next(procedure)
    assert isinstance(step, Ask) and [choice.value for choice in step.choices] == ["action", "other"]
    assert "30.cancel.sabotage" in [item.rule for item in step.items]
    told = procedure.send(answer)
    assert isinstance(told, Tell) and f"The action card of Ben {came}; 2 action cards" in told.text
