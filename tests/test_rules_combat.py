"""Battles on a whole board, step by step: space, invasion, defence; each procedure is driven by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from fighting import BEGINS, HERE, NOTHING, PLANET, TWO, ByHand, Driven, Given, battle, garrison
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import Player
from hive.rules.board import survey_of
from hive.rules.combat.battle import Battle, resolve_system, unit_support
from hive.steps import AGAIN, Again, Ask, Filled, Step, Tell
from hive.web.steps.fight import Combat
from tracked_sides import tracked_board
from whole_board import TILES

# --- space


@pytest.mark.rule("21.combat.no-retreat", "14.gain.combat", "5.4.damage-space")
def test_a_space_combat_is_fought_round_by_round_until_one_side_is_gone() -> None:
    driven = garrison(battle(h207={"dreadnought": 1, "cruiser": 2}, a207={"cruiser": 2}), "hive")
    driven.run(["fight", ("on", {"hits": 4}), ("cleared", {"hits": 1})])
    rounds = ["space_combat_round", "round_begins", "space_combat_round"]
    assert driven.keys == ["space_combat", *rounds, "done", "battle_over"]
    assert driven.units("hive") == {"dreadnought": 1, "infantry": 2} and driven.units("p1") == {}
    assert driven.lines(2) == ["1 dreadnought sustains damage.", "Remove 2 fighters and 1 cruiser."]
    assert driven.lines(5) == ["Remove 1 cruiser.", "Ada loses 2 cruisers in space."]
    assert driven.battle == Battle(("p1",), "hive", (), ())
    assert "fights until one side has won" in str(driven.steps[0])


@pytest.mark.rule("1.setup.faction")
def test_the_app_rolls_once_a_round_and_shows_every_die() -> None:
    driven = battle(h207={"cruiser": 2}, a207={"cruiser": 2})
    driven.run(["fight", AGAIN, "on", ("on", {"hits": 2})])
    assert driven.game.rolls == 4
    assert driven.lines(1) == driven.lines(2) != driven.lines(3)
    assert driven.lines(1)[0].startswith("2 cruisers, 2 dice, hit from 6: ")


def test_the_table_rolls_until_it_lets_the_app_roll() -> None:
    driven = battle(h207={"cruiser": 2}, a207={"cruiser": 2})
    driven.run(["dice", "on", "roll", ("on", {"hits": 2})])
    assert driven.lines(1) == driven.lines(2) == ["2 cruisers, 2 dice, hit from 6."]
    assert driven.lines(3)[0].startswith("2 cruisers, 2 dice, hit from 6: ")
    assert driven.game.rolls == 2


def test_numbers_stay_as_typed_when_the_app_is_to_roll() -> None:
    driven = garrison(garrison(battle(h207={"cruiser": 2}), "p1", pds=1), "hive", pds=1)
    driven.run(["dice", ("roll", {"hits": 1}), "on", "cleared"], active="p1")
    step = driven.steps[2]
    assert isinstance(step, Ask) and step.key == "space_cannon" and step.numbers[0].value == 1
    assert driven.units("hive") == {"cruiser": 1}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_dice_stay_with_the_units_that_are_still_there_when_the_table_mends_who_rolls() -> None:
    driven = battle(h207={"cruiser": 2, "fighter": 1}, a207={"cruiser": 2})
    procedure = resolve_system(tracked_board(driven.game), HERE, NOTHING, "hive")
    next(procedure)
    procedure.send("fight")
    before = procedure.send(Filled("on", {}))
    pieces.put(driven.game, "hive", "fighter", 1, HERE)
    more = procedure.send(AGAIN)
    pieces.take(driven.game, "hive", "fighter", 1, HERE)
    after = procedure.send(AGAIN)
    assert isinstance(before, Ask) and isinstance(more, Ask) and isinstance(after, Ask)
    assert before.items == after.items and driven.game.rolls == 4
    assert more.items[1] == before.items[1] and more.numbers[0].maximum == 4
    assert more.items[2].text.startswith("2 fighters, 2 dice, hit from 8: ")


@pytest.mark.rule("21.units.placement")
def test_what_the_table_has_put_there_already_is_not_told_again() -> None:
    fresh, told = (battle(h207={"carrier": 1}, a207={"cruiser": 1}) for _ in range(2))
    assert "Put 4 fighters and 4 infantry into space." in fresh.run(["by_hand", "players"], TWO).lines(0)
    support = unit_support(told.game, survey_of(told.game), HERE, TWO)
    told.run(["by_hand", "players"], TWO, told=support)
    assert "Put" not in " ".join(told.lines(0)) and "The Hive: 4 fighters and 1 carrier." in told.lines(0)
    assert told.units("hive") == {}


@pytest.mark.rule("14.gain.combat")
def test_both_sides_can_be_gone() -> None:
    driven = battle(h207={"cruiser": 1}, a207={"cruiser": 1}, b207={"cruiser": 1})
    driven.run(["fight", ("cleared", {"hits": 1})])
    assert driven.battle == Battle(("p1", "p2"), None, (), ())
    assert driven.units("hive") == driven.units("p1") == driven.units("p2") == {}


def test_players_win_when_the_last_hive_ship_falls_and_what_it_carried_goes_with_it() -> None:
    driven = battle(h207={"carrier": 1}, a207={"cruiser": 2})
    driven.run(["fight", ("on", {"hits": 3})], TWO[:1])
    assert driven.battle is not None and driven.battle.space == "players"
    assert driven.units("hive") == {} and driven.units("p1") == {"cruiser": 2}
    assert "The Hive loses 2 infantry in space." in driven.lines(-1)


def test_players_retreat_to_a_neighbour_with_all_their_ships() -> None:
    driven = battle(h207={"cruiser": 1}, a207={"cruiser": 2, "carrier": 1}, h206={"cruiser": 1})
    driven.run(["fight", (BEGINS, {"retreat_p1": 1}), "on", "310"])
    assert driven.lines(2)[-1] == "Ada retreats after this round."
    assert pieces.units_at(pieces.galaxy_of(driven.game), "p1", "310") == {"cruiser": 2, "carrier": 1}
    assert pieces.command_tokens(pieces.galaxy_of(driven.game), "p1") == ["310"]
    assert driven.battle == Battle(("p1",), "hive", (), ())


@pytest.mark.rule("1.scope.unchanged-rules")
def test_players_retreat_only_to_where_ships_may_go_and_no_hive_ship_is() -> None:
    """Of the neighbours 206 and 208 are asteroid fields, 309 becomes a nebula, 310 holds a Hive ship, 311 nothing."""
    driven = battle({**TILES, "309": "42"}, h207={"cruiser": 1}, a207={"cruiser": 1}, h310={"fighter": 1})
    driven.run(["fight", (BEGINS, {"retreat_p1": 1}), "on", "311"])
    (step,) = [step for step in driven.steps if step.key == "retreat"]
    assert isinstance(step, Ask) and [choice.value for choice in step.choices] == ["311", "gone"]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_from_a_system_without_hive_ships_nobody_retreats() -> None:
    driven = battle(h207={"cruiser": 1, "infantry": 2}, a207={"cruiser": 1})
    driven.run(["fight", (BEGINS, {"retreat_p1": 1}), ("on", {"hits": 1})], active="p1")
    assert driven.battle is not None and driven.battle.space == "players"
    assert driven.units("p1") == {"cruiser": 1} and driven.units("hive") == {}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_who_does_not_take_part_does_not_retreat() -> None:
    driven = battle(h207={"cruiser": 1}, a207={"cruiser": 1})
    pieces.put(driven.game, "p2", "cruiser", 1, HERE)
    driven.run([("fight", {"ally": 0}), (BEGINS, {"retreat_p1": 1}), "on", "310"], active="p1")
    assert pieces.units_at(pieces.galaxy_of(driven.game), "p1", "310") == {"cruiser": 1}
    assert driven.units("p2") == {"cruiser": 1} and driven.battle == Battle(("p1",), "hive", (), ())


@pytest.mark.rule("31.action.transport", "31.combat.joint")
def test_an_allys_infantry_goes_where_the_ships_go_that_carry_it() -> None:
    driven = battle(h207={"cruiser": 1}, a207={"carrier": 1})
    pieces.put(driven.game, "p2", "infantry", 2, HERE)
    driven.run(["fight", (BEGINS, {"retreat_p1": 1}), "on", "310"], active="p1")
    assert pieces.units_at(pieces.galaxy_of(driven.game), "p2", "310") == {"infantry": 2}
    lost = battle(h207={"cruiser": 1}, a207={"carrier": 1})
    pieces.put(lost.game, "p2", "infantry", 2, HERE)
    lost.run(["fight", "cleared"], active="p1")
    assert lost.units("p2") == {} and "Ben loses 2 infantry in space." in lost.lines(-1)


@pytest.mark.rule("31.action.transport")
def test_who_has_ground_forces_in_the_ships_of_the_ally_alone_does_not_retreat_with_them() -> None:
    driven = battle(h207={"cruiser": 1}, a207={"carrier": 1})
    pieces.put(driven.game, "p2", "infantry", 2, HERE)
    answers: list[str | ByHand | Again] = [("fight", {"ally": 1}), (BEGINS, {"retreat_p2": 1}), "on", "310", "cleared"]
    driven.run(answers, active="p1")
    assert pieces.units_at(pieces.galaxy_of(driven.game), "p2", "310") == {} and driven.units("p2") == {}
    assert "Ben loses 2 infantry in space." in driven.lines(-1)


@pytest.mark.rule("31.combat.joint", "14.gain.combat")
def test_each_player_retreats_alone_and_to_a_place_of_their_own() -> None:
    driven = battle(h207={"cruiser": 2}, a207={"cruiser": 2}, b207={"dreadnought": 1})
    both = {"retreat_p1": 1, "retreat_p2": 1}
    driven.run(["dice", (BEGINS, {"retreat_p1": 1}), "on", "310", "on", (BEGINS, {"retreat_p2": 1}), "on", "311"])
    found = pieces.galaxy_of(driven.game)
    assert pieces.units_at(found, "p1", "310") == {"cruiser": 2} and pieces.units_at(found, "p2", "311")
    assert driven.battle == Battle(("p1", "p2"), "hive", (), ())
    second = next(step for step in driven.steps[5:] if step.key == "round_begins")
    assert isinstance(second, Ask) and [number.name for number in second.numbers] == ["retreat_p2"]
    together = battle(h207={"cruiser": 2}, a207={"cruiser": 2}, b207={"dreadnought": 1})
    together.run(["dice", (BEGINS, both), "on", "310", "311"])
    assert together.units("p1") == together.units("p2") == {}


@pytest.mark.parametrize(
    ("answer", "space", "left"),
    [
        (
            ("hive", {"fighter": 0, "cruiser": 1, "damaged_flagship": 1}),
            "hive",
            {"cruiser": 1, "flagship": 1, "infantry": 2},
        ),
        (("players", {}), "players", {}),
        (("nobody", {}), None, {}),
    ],
)
def test_a_combat_fought_by_hand_asks_who_won_and_what_is_left(answer: ByHand, space: str | None, left: Any) -> None:
    driven = garrison(battle(h207={"cruiser": 2, "flagship": 1}, a207={"cruiser": 1}), "hive")
    driven.run(["by_hand", answer])
    assert driven.keys[:2] == ["space_combat", "space_combat_result"]
    assert driven.battle is not None and (driven.battle.space, driven.battle.fought) == (space, ("p1",))
    assert driven.units("hive") == left
    damaged = pieces.damaged_at(pieces.galaxy_of(driven.game), "hive", HERE)
    assert damaged == ({"flagship": 1} if space == "hive" else {})


def test_the_hive_cannot_have_won_with_nothing_left() -> None:
    driven = battle(h207={"cruiser": 1}, a207={"cruiser": 1})
    driven.run(["by_hand", ("hive", {"cruiser": 0}), ("hive", {"cruiser": 1})])
    step = driven.steps[2]
    assert isinstance(step, Ask) and "only with a unit left" in step.detail


def test_a_combat_can_be_finished_by_hand() -> None:
    driven = battle(h207={"cruiser": 3}, a207={"cruiser": 3})
    driven.run(["fight", ("on", {"hits": 1}), "by_hand", ("hive", {"cruiser": 1})])
    assert driven.units("hive") == {"cruiser": 1} and driven.units("p1") == {}


def test_no_combat_is_left_once_the_table_has_mended_the_board() -> None:
    driven = battle(h207={"cruiser": 1}, a207={"cruiser": 1})
    procedure = resolve_system(tracked_board(driven.game), HERE, NOTHING, "hive")
    next(procedure)
    pieces.take(driven.game, "p1", "cruiser", 1, HERE)
    with pytest.raises(StopIteration) as end:
        procedure.send(AGAIN)
    assert end.value.value == Battle((), "hive", (), ())


@pytest.mark.rule("1.scope.unchanged-rules")
def test_space_cannon_comes_before_barrage_and_barrage_before_the_first_round() -> None:
    driven = battle(h207={"destroyer": 1, "fighter": 3, "cruiser": 1}, a207={"destroyer": 1, "fighter": 1})
    garrison(driven, "p1", pds=1)
    driven.run(["dice", ("on", {"hits": 1}), ("on", {"hits": 1}), "cleared"])
    assert driven.keys[:3] == ["space_combat", "space_cannon", "barrage"]
    assert driven.keys[3:5] == ["round_begins", "space_combat_round"]
    assert driven.lines(2) == ["Remove 1 fighter.", "Anti-fighter barrage: 1 destroyer, 2 dice, hit from 9."]
    assert driven.lines(3) == ["Remove 1 fighter."]
    assert driven.units("hive") == {"destroyer": 1, "fighter": 1, "cruiser": 1}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_barrage_hits_fighters_alone() -> None:
    driven = battle(h207={"fighter": 2, "cruiser": 1}, a207={"destroyer": 4})
    driven.run(["dice", ("on", {"hits": 2}), "cleared"])
    step = driven.steps[1]
    assert isinstance(step, Ask) and step.numbers[0].maximum == 2
    assert driven.units("hive") == {"cruiser": 1}


@pytest.mark.reading("Q118")
@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("answers", "rolls"), [(["dice", "roll", "on"], 3), (["dice", "on"], 0), (["fight", "on"], 2)])
def test_the_hives_space_cannons_fire_before_the_combat_and_once(answers: list[str | ByHand], rolls: int) -> None:
    driven = garrison(battle(h207={"cruiser": 1}, a207={"cruiser": 1}), "hive", pds=1)
    driven.run([*answers, "cleared"])
    fired = [any(line.startswith("Space cannon: 1 PDS") for line in driven.lines(n)) for n in range(len(driven.steps))]
    assert [key for key, told in zip(driven.keys, fired, strict=True) if told] == ["space_cannon"] * fired.count(True)
    assert driven.game.rolls == min(rolls, 2)


@pytest.mark.reading("Q107")
@pytest.mark.rule("14.gain.combat", "1.scope.unchanged-rules")
@pytest.mark.parametrize("active", ["hive", "p1"])
def test_who_loses_the_last_ship_to_space_cannons_is_in_no_combat(active: Seat) -> None:
    driven = garrison(battle(h207={"cruiser": 1}, a207={"destroyer": 1}), "hive", pds=1, infantry=1)
    driven.run(["dice", "cleared"], active=active)
    assert driven.keys == ["space_combat", "space_cannon", "battle_over"]
    assert driven.battle == Battle((), "hive", (), ()) and driven.units("p1") == {}


@pytest.mark.reading("Q107")
@pytest.mark.rule("14.gain.combat")
@pytest.mark.parametrize(("answers", "fought"), [(["fight"], ()), (["fight", "on"], ("p1",))])
def test_hive_ships_mended_away_before_anything_was_fought_were_in_no_combat(
    answers: list[str], fought: tuple[Player, ...]
) -> None:
    driven = battle(h207={"cruiser": 1}, a207={"cruiser": 1})
    procedure = resolve_system(tracked_board(driven.game), HERE, NOTHING, "p1")
    step = next(procedure)
    for answer in answers:
        step = procedure.send(driven.reply(step, answer))
    pieces.take(driven.game, "hive", "cruiser", 1, HERE)
    told: list[Step] = []
    with pytest.raises(StopIteration) as over:
        told.append(procedure.send(AGAIN))
        told.append(procedure.send(True))
    assert over.value.value.fought == fought
    assert [one.players for one in over.value.value.combats] == [fought] * bool(fought)
    assert [step.text for step in told] == ["Ada has won the space combat in Tar'mann, tile 22."] * bool(fought)


def won(driven: Driven) -> list[str]:
    """What is told of who has won in space."""
    return [str(step.text) for step in driven.steps if isinstance(step, Tell) and "the space combat in" in step.text]


@pytest.mark.rule("1.scope.unchanged-rules", "31.combat.joint")
@pytest.mark.parametrize(
    ("answers", "active", "said"),
    [
        (["dice", "cleared"], "hive", "The Hive has won the space combat in {}."),
        (["dice", ("on", {"hits": 1})], "hive", "Ada has won the space combat in {}."),
        ([("dice", {"ally": 1}), ("on", {"hits": 1})], "p2", "Ada and Ben have won the space combat in {}."),
        (["dice", ("cleared", {"hits": 1})], "hive", "Nobody is left after the space combat in {}."),
        (["dice", (BEGINS, {"retreat_p1": 1}), "on", "310"], "hive", "The Hive has won the space combat in {}."),
        (["by_hand", "players"], "hive", "Ada has won the space combat in {}."),
    ],
)
def test_after_a_space_combat_the_table_is_told_who_has_won(answers: list[Given], active: Seat, said: str) -> None:
    driven = battle(h207={"cruiser": 1}, a207={"cruiser": 1}, **({"b207": {"cruiser": 1}} if active == "p2" else {}))
    assert won(driven.run(answers, active=active)) == [said.format("Tar'mann, tile 22")]


@pytest.mark.reading("Q107")
@pytest.mark.rule("14.gain.combat")
def test_where_space_cannons_leave_no_ship_nobody_has_won_a_combat() -> None:
    driven = garrison(battle(h207={"cruiser": 1}, a207={"destroyer": 1}), "hive", pds=1, infantry=1)
    assert won(driven.run(["dice", "cleared"])) == []


@pytest.mark.rule("21.invasion.distribution")
def test_a_ground_combat_tells_by_the_planet_who_has_won() -> None:
    driven = garrison(battle(h207={"dreadnought": 1}), "p1", infantry=3)
    assert won(driven.run(["done", "on", "dice", "cleared"], TWO)) == []


@pytest.mark.rule("14.gain.combat", "31.combat.joint")
def test_of_two_players_one_alone_can_be_gone_before_the_combat() -> None:
    driven = garrison(battle(h207={"cruiser": 1}, a207={"destroyer": 1}, b207={"cruiser": 1}), "hive", pds=1)
    driven.run(["dice", ("on", {"gone_p1": 1}), "cleared"])
    assert driven.battle == Battle(("p2",), "hive", (), ()) and driven.units("p1") == {}


@pytest.mark.reading("Q116")
@pytest.mark.rule("14.gain.combat", "21.cleanup.infantry")
def test_the_hives_last_ship_can_fall_before_any_combat_with_what_it_carried() -> None:
    driven = garrison(battle(h207={"cruiser": 1, "infantry": 2}, a207={"cruiser": 1}), "p1", pds=1)
    driven.run(["dice", ("on", {"hits": 1})])
    assert driven.battle == Battle((), "players", (), ()) and driven.units("hive") == {}
    assert driven.lines(-1) == ["Remove 1 cruiser.", "The Hive loses 2 infantry in space."]


@pytest.mark.rule("13.technology.pds-ii")
def test_space_cannons_fire_on_the_hives_turn_where_it_has_lost_its_ships_on_the_way() -> None:
    driven = garrison(battle(a207={"cruiser": 1}), "hive", pds=1)
    driven.run(["cleared"])
    assert driven.keys[0] == "space_cannon" and driven.units("p1") == {}
    assert garrison(battle(), "hive", pds=1).run([]).keys == []


@pytest.mark.rule("13.technology.pds-ii")
@pytest.mark.parametrize(
    ("upgrades", "active", "fires"), [(["PDS II"], "p1", True), ([], "p1", False), (["PDS II"], "hive", False)]
)
def test_pds_ii_fires_at_ships_in_a_neighbouring_system_that_players_activate(
    upgrades: list[str], active: Seat, fires: bool
) -> None:
    driven = battle(a207={"cruiser": 1})
    pieces.put(driven.game, "hive", "pds", 2, "310", "Quinarra")
    driven.game.hive.upgrades = upgrades
    driven.run(["on"] if fires else [], active=active)
    assert driven.keys == (["space_cannon"] if fires else [])
    if fires:
        assert driven.lines(0) == ["Space cannon: 2 PDS, 2 dice, hit from 5."]


@pytest.mark.reading("Q118")
@pytest.mark.rule("13.technology.pds-ii")
@pytest.mark.parametrize(("active", "fires"), [("hive", False), ("p1", True)])
def test_pds_ii_reaches_a_space_combat_next_to_it_only_on_a_players_turn(active: Seat, fires: bool) -> None:
    driven = battle(h207={"cruiser": 1}, a207={"cruiser": 1})
    pieces.put(driven.game, "hive", "pds", 1, "310", "Quinarra")
    driven.game.hive.upgrades = ["PDS II"]
    driven.run(["by_hand", *(["on"] if fires else []), "players"], active=active)
    assert ("space_cannon" in driven.keys) is fires


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("where", "asked"), [("310", True), ("314", False)])
def test_space_cannons_of_players_next_to_the_system_may_reach_it(where: str, asked: bool) -> None:
    driven = battle({**TILES, "314": "19"}, h207={"cruiser": 1})
    planet = next(iter(pieces.galaxy_of(driven.game).systems[where].planets))
    pieces.put(driven.game, "p2", "pds", 1, where, planet)
    driven.run(["on"] if asked else [])
    assert driven.keys == (["space_cannon"] if asked else [])


def test_the_app_rolls_for_space_cannons_too_when_told_to() -> None:
    driven = garrison(battle(), "hive", pds=2)
    driven.run(["roll", "on", "none"], active="p1")
    assert driven.game.rolls == 2 and driven.lines(0) != driven.lines(1)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_space_cannons_of_players_hit_hive_ships_that_come_without_a_combat() -> None:
    driven = garrison(battle(h207={"cruiser": 2}), "p1", pds=1)
    driven.run([("on", {"hits": 1})])
    assert driven.keys[0] == "space_cannon" and driven.units("hive") == {"cruiser": 1}
    assert driven.battle == Battle((), "hive", (), ())


@pytest.mark.rule("21.draw.player-activation", "21.units.condition", "14.gain.combat")
def test_a_player_who_activates_the_system_fights_alone_or_with_the_ally() -> None:
    alone, together = battle(h207={"carrier": 1}), battle(h207={"carrier": 1})
    alone.run(["fight", "on", "cleared"], TWO, active="p1")
    together.run([("fight", {"ally": 1}), "on", "cleared"], TWO, active="p1")
    assert alone.battle is not None and alone.battle.fought == ("p1",)
    assert together.battle is not None and together.battle.fought == ("p1", "p2")
    assert alone.units("hive") == {"carrier": 1, "fighter": 4, "infantry": 4}


def test_a_player_may_activate_the_system_and_send_no_ships() -> None:
    driven = battle(h207={"carrier": 1})
    driven.run(["none"], active="p1")
    assert driven.battle == Battle((), "hive", (), ())


@pytest.mark.reading("Q107")
@pytest.mark.rule("14.gain.combat")
def test_where_no_ships_came_nothing_is_invaded() -> None:
    driven = garrison(battle(h207={"cruiser": 1}), "hive", infantry=1).run(["none"], active="p1")
    assert driven.keys == ["space_combat"] and driven.control() == "hive"


@pytest.mark.reading("Q107")
@pytest.mark.rule("14.gain.combat", "1.scope.unchanged-rules")
def test_landers_that_are_shot_down_have_not_fought_and_see_no_stratagem() -> None:
    driven = garrison(battle(), "hive", infantry=1, pds=1)
    driven.game.hive.action_cards = 1
    driven.run(["on", "invade", "dice", "cleared"], TWO, active="p1")
    assert driven.keys == ["space_cannon", "invasion", "ground_combat", "space_cannon_defence"]
    assert driven.battle == Battle((), None, (), ()) and driven.game.hive.action_cards == 1


@pytest.mark.reading("Q107")
@pytest.mark.rule("14.gain.combat", "22.play")
def test_bombardment_by_players_that_leaves_nobody_is_no_combat() -> None:
    driven = garrison(battle(), "hive", infantry=1)
    driven.game.hive.action_cards = 1
    driven.run(["invade", ("dice", {"bombardment_hits": 1})], TWO, active="p1")
    assert driven.battle == Battle((), None, (), (PLANET,)) and driven.game.hive.action_cards == 1


@pytest.mark.reading("Q106", "Q121")
@pytest.mark.rule("31.action.transport", "31.combat.joint", "31.control.exchange-planets")
def test_on_each_planet_only_who_lands_there_fights_and_can_control_it() -> None:
    tiles = {**TILES, HERE: "36"}
    driven = garrison(garrison(battle(tiles), "hive", "Arnor", infantry=1), "hive", "Lor", infantry=1)
    landing = {"p1.Arnor": 1, "p2.Arnor": 1, "p1.Lor": 0, "p2.Lor": 1}
    answers: list[str | ByHand] = [
        ("invade", landing),
        "by_hand",
        "players",
        "p2",
        "by_hand",
        "players",
    ]
    driven.run(answers, active="p1")
    asked = [step for step in driven.steps if isinstance(step, Ask) and step.key == "planet_taken_by"]
    assert [[choice.value for choice in step.choices] for step in asked] == [["p1", "p2"]]
    assert (driven.control("Arnor"), driven.control("Lor")) == ("p2", "p2")
    assert driven.battle is not None and driven.battle.fought == ("p1", "p2")


@pytest.mark.rule("31.action.transport")
def test_an_allys_infantry_in_a_players_ships_is_expected_to_land() -> None:
    driven = garrison(battle(a207={"carrier": 1}), "hive", infantry=1)
    pieces.put(driven.game, "p2", "infantry", 2, HERE)
    driven.run(["invade", "by_hand", "players"], active="p1")
    step = driven.steps[0]
    assert isinstance(step, Ask) and [number.value for number in step.numbers] == [0, 1]
    assert driven.battle == Battle(("p2",), "players", (), (PLANET,)) and driven.control() == "p2"


@pytest.mark.rule("1.scope.unchanged-rules")
def test_where_both_are_gone_on_a_planet_of_the_hive_its_ground_forces_leave_the_map() -> None:
    driven = garrison(battle(), "hive", infantry=2, pds=1)
    driven.run(["on", "invade", "by_hand", "landed", "nobody"], active="p1")
    assert driven.units("hive", PLANET) == {"pds": 1} and driven.control() == "hive"


@pytest.mark.rule("1.scope.unchanged-rules", "21.combat.no-retreat")
def test_players_who_got_away_from_a_combat_by_hand_are_where_they_went() -> None:
    driven = battle(h207={"cruiser": 2}, a207={"cruiser": 2}, b207={"cruiser": 1})
    driven.run(["by_hand", ("hive", {"retreat_p1": 1}), "310"])
    found = pieces.galaxy_of(driven.game)
    assert pieces.units_at(found, "p1", "310") == {"cruiser": 2}
    assert driven.units("p1") == driven.units("p2") == {} and driven.battle == Battle(("p1", "p2"), "hive", (), ())
    wrong = battle(h207={"cruiser": 2}, a207={"cruiser": 2})
    wrong.run(["by_hand", ("players", {"retreat_p1": 1}), ("hive", {"retreat_p1": 1}), "310"])
    step = wrong.steps[2]
    assert isinstance(step, Ask) and "the Hive has won" in step.detail


@pytest.mark.reading("Q111")
@pytest.mark.rule("21.units.icons", "21.cleanup.infantry")
def test_infantry_lands_also_when_the_last_capacity_ship_was_lost_and_the_hive_has_won() -> None:
    driven = battle(h207={"carrier": 1, "cruiser": 1}, a207={"cruiser": 1})
    driven.game.settings.advanced.remove("exploration")
    driven.run(["by_hand", ("hive", {"carrier": 0, "fighter": 0}), "done"], TWO)
    assert driven.units("hive", PLANET) == {"infantry": 4} and driven.control() == "hive"


@pytest.mark.rule("1.scope.unchanged-rules")
def test_player_ships_that_did_not_come_after_all_leave_the_map() -> None:
    driven = battle(h207={"cruiser": 1}, a207={"carrier": 1, "infantry": 2}, b207={"cruiser": 1})
    driven.run(["none"], active="p1")
    assert driven.units("p1") == driven.units("p2") == {} and driven.units("hive") == {"cruiser": 1}
    assert driven.battle == Battle((), "hive", (), ())
    assert "The map no longer shows 1 carrier and 2 infantry of Ada in Tar'mann, tile 22" in driven.lines(-1)[0]


@pytest.mark.rule("21.units.aggression", "31.action.joint")
@pytest.mark.parametrize(("ally", "number"), [(0, 4), (1, 7)])
def test_the_counters_of_an_ally_who_joins_bring_more_support(ally: int, number: int) -> None:
    driven = battle(h207={"carrier": 1})
    driven.game.players["p1"].counters, driven.game.players["p2"].counters = 2, 3
    driven.run([("dice", {"ally": ally}), "on", "cleared"], TWO, active="p1")
    assert driven.units("hive") == {"carrier": 1, "fighter": number, "infantry": number}
    assert ("Also put 3 fighters and 3 infantry into space." in driven.lines(1)) is bool(ally)
    assert any(line.startswith(f"{number} fighters, ") for line in driven.lines(2))


@pytest.mark.rule("21.units.aggression")
def test_the_counters_of_an_ally_who_is_there_count_once() -> None:
    driven = battle(h207={"carrier": 1}, b207={"cruiser": 1})
    driven.game.players["p1"].counters, driven.game.players["p2"].counters = 2, 3
    driven.run(["dice", "on", "cleared"], TWO, active="p1")
    assert driven.units("hive") == {"carrier": 1, "fighter": 7, "infantry": 7}


@pytest.mark.reading("Q120")
@pytest.mark.rule("31.combat.joint", "14.gain.combat")
@pytest.mark.parametrize(("ally", "fought"), [(1, ("p1", "p2")), (0, ("p1",))])
def test_an_ally_who_is_there_when_a_player_attacks_chooses(ally: int, fought: tuple[str, ...]) -> None:
    driven = battle(h207={"cruiser": 1}, a207={"cruiser": 1}, b207={"cruiser": 1})
    driven.run([("dice", {"ally": ally}), "cleared"], active="p1")
    step = driven.steps[0]
    assert isinstance(step, Ask) and [number.value for number in step.numbers] == [1]
    assert driven.battle == Battle(fought, "hive", (), ())
    assert driven.units("p1") == {} and driven.units("p2") == ({} if ally else {"cruiser": 1})


@pytest.mark.rule("31.action.joint")
@pytest.mark.parametrize(("ally", "fought"), [(0, ("p1",)), (1, ("p1", "p2"))])
def test_whether_the_ally_takes_part_is_asked_once(ally: int, fought: tuple[str, ...]) -> None:
    driven = garrison(battle(h207={"cruiser": 1}, a207={"cruiser": 1}), "hive", infantry=1)
    answers: list[str | ByHand] = [("by_hand", {"ally": ally}), "players", "invade", "fight", "cleared"]
    driven.run(answers, active="p1")
    steps = [step for step in driven.steps if isinstance(step, Ask)]
    assert [step.key for step in steps if "ally" in [number.name for number in step.numbers]] == ["space_combat"]
    landing = next(step for step in steps if step.key == "invasion")
    expected = {f"p1.{PLANET}": 1, f"p2.{PLANET}": 0} if ally else {f"p1.{PLANET}": 1}
    assert {number.name: number.value for number in landing.numbers} == expected
    assert driven.battle is not None and driven.battle.fought == fought


# --- the Hive invades


@pytest.mark.rule("21.invasion.distribution")
def test_an_undefended_planet_is_simply_taken_with_all_infantry() -> None:
    driven = battle(h207={"carrier": 1})
    pieces.set_control(driven.game, HERE, PLANET, "p2")
    pieces.put(driven.game, "p2", "space_dock", 1, HERE, PLANET)
    driven.run(["done"], TWO)
    assert driven.keys == ["landing"]
    assert driven.lines(0)[1:] == [
        f"Land 4 infantry on {PLANET}.",
        f"The Hive takes {PLANET} from Ben.",
        f"Remove Ben's 1 space dock from {PLANET}.",
    ]
    assert driven.control() == "hive" and driven.units("hive", PLANET) == {"infantry": 4}
    assert driven.units("p2", PLANET) == {} and driven.game.hive.standard_planets == 1
    assert driven.battle == Battle((), "hive", (PLANET,), ())


@pytest.mark.reading("Q28")
@pytest.mark.rule("21.invasion.distribution", "21.invasion.mecatol-rex")
@pytest.mark.parametrize(("infantry", "shares"), [(5, (3, 2)), (4, (2, 2)), (1, (1, 0))])
def test_infantry_is_spread_evenly_odd_ones_by_planet_priority(infantry: int, shares: tuple[int, int]) -> None:
    """Lor has influence 2, Arnor 1: Lor comes first."""
    driven = battle({**TILES, HERE: "36"}, h207={"cruiser": 1, "infantry": infantry})
    planets = driven.game.tables.tiles.by_number["36"].planets
    first, second = sorted((planet.influence, planet.name) for planet in planets)[::-1]
    assert first[0] > second[0]
    driven.game.settings.advanced.remove("exploration")
    driven.run(["done"])
    landed = [driven.units("hive", name).get("infantry", 0) for _, name in (first, second)]
    assert tuple(landed) == shares
    assert [driven.control(name) for _, name in (first, second)] == ["hive", "hive" if shares[1] else None]
    assert driven.units("hive") == {"cruiser": 1}


@pytest.mark.rule("21.invasion.distribution", "1.scope.most-helpful")
@pytest.mark.parametrize(("infantry", "asked", "shares"), [(5, True, (2, 3)), (4, False, (2, 2)), (1, True, (0, 1))])
def test_of_planets_that_are_even_the_table_says_where_the_odd_infantry_lands(
    infantry: int, asked: bool, shares: tuple[int, int]
) -> None:
    """Accoen and Jeol Ir have the same influence and the same resources."""
    driven = battle({**TILES, HERE: "69"}, h207={"cruiser": 1, "infantry": infantry})
    driven.game.settings.advanced.remove("exploration")
    driven.run([*(["207/Jeol Ir"] if asked else []), "done"])
    assert driven.keys == [*(["tied_places"] if asked else []), "landing"]
    landed = [driven.units("hive", name).get("infantry", 0) for name in ("Accoen", "Jeol Ir")]
    assert tuple(landed) == shares


@pytest.mark.rule("21.invasion.distribution", "1.scope.most-helpful")
def test_a_tie_that_the_table_mends_away_is_not_settled() -> None:
    driven = battle({**TILES, HERE: "69"}, h207={"cruiser": 1, "infantry": 3})
    procedure = resolve_system(tracked_board(driven.game), HERE, NOTHING, "hive")
    tie = next(procedure)
    pieces.put(driven.game, "hive", "infantry", 1, HERE)
    landing = procedure.send(AGAIN)
    assert isinstance(tie, Ask) and tie.key == "tied_places" and tie.anew
    assert isinstance(landing, Ask) and landing.items[0].text == "Land 2 infantry on Accoen."
    pieces.take(driven.game, "hive", "infantry", 1, HERE)
    again = procedure.send(AGAIN)
    assert isinstance(again, Ask) and again.key == "tied_places"


@pytest.mark.rule("21.invasion.distribution")
def test_planets_of_the_hive_receive_nothing() -> None:
    driven = battle({**TILES, HERE: "36"}, h207={"cruiser": 1, "infantry": 4})
    mine, other = list(pieces.galaxy_of(driven.game).systems[HERE].planets)
    pieces.set_control(driven.game, HERE, mine, "hive")
    driven.game.settings.advanced.remove("exploration")
    driven.run(["done"])
    assert driven.units("hive", mine) == {} and driven.units("hive", other) == {"infantry": 4}


@pytest.mark.rule("21.invasion.mecatol-rex", "18.mecatol-rex.no-invasion", "21.invasion.custodians")
@pytest.mark.parametrize(("influence", "control", "invades"), [(15, None, False), (16, None, True), (0, "p1", True)])
def test_uncontrolled_mecatol_rex_is_invaded_with_16_influence_alone(
    influence: int, control: Seat | None, invades: bool
) -> None:
    driven = battle({**TILES, HERE: "18", "000": "22"}, h207={"cruiser": 1, "infantry": 2})
    pieces.galaxy_of(driven.game).spawning["mecatol_rex"] = HERE
    pieces.set_control(driven.game, HERE, "Mecatol Rex", control)
    driven.game.hive.bank.influence = influence
    driven.run(["done"] if invades else [])
    assert (driven.control("Mecatol Rex") == "hive") is invades
    custodians = invades and control is None
    assert driven.game.hive.victory_points == custodians and driven.game.agenda_unlocked is custodians
    assert driven.game.hive.bank.influence == influence
    if custodians:
        assert "The custodians leave: the Hive pays nothing and gains 1 victory point." in driven.lines(0)


@pytest.mark.rule("21.invasion.custodians")
def test_the_custodians_bring_their_point_once() -> None:
    driven = battle({**TILES, HERE: "18", "000": "22"}, h207={"cruiser": 1, "infantry": 2})
    pieces.galaxy_of(driven.game).spawning["mecatol_rex"] = HERE
    driven.game.hive.bank.influence, driven.game.agenda_unlocked = 16, True
    driven.run(["done"])
    assert driven.game.hive.victory_points == 0 and driven.control("Mecatol Rex") == "hive"


@pytest.mark.rule("5.4.damage-ground", "14.gain.combat", "21.invasion.distribution")
def test_a_defended_planet_is_fought_for_and_taken() -> None:
    driven = garrison(battle(h207={"dreadnought": 1}), "p1", infantry=3)
    driven.game.hive.action_cards = 1
    driven.run(["done", "on", "dice", "on", ("on", {"hits": 1}), ("cleared", {"hits": 1})], TWO)
    rounds = ["ground_combat_round", "round_begins", "ground_combat_round"]
    assert driven.keys == ["landing", "bombardment", "ground_combat", "stratagem", *rounds, "battle_over"]
    assert driven.lines(1) == ["Bombardment: 1 dreadnought, 2 dice, hit from 4."]
    effect = "Stratagem: the weakest unit of each player there rolls 1 die fewer."
    assert driven.lines(3) == ["Discard 1 random action card of the Hive face down.", effect]
    assert driven.lines(4) == [effect, "4 infantry, 4 dice, hit from 7."]
    assert driven.lines(5) == ["Remove 1 infantry."]
    assert driven.lines(6) == ["3 infantry, 3 dice, hit from 7."]
    assert driven.battle == Battle(("p1",), "hive", (PLANET,), ())
    assert driven.units("hive", PLANET) == {"infantry": 2} and driven.control() == "hive"
    assert f"Remove Ada's 3 infantry from {PLANET}." in driven.lines(7)


@pytest.mark.rule("21.units.placement")
@pytest.mark.parametrize(
    ("ships", "answers", "said", "above"),
    [
        ({"h207": {"dreadnought": 1}}, [], "In Tar'mann, tile 22", "After the move"),
        (
            {"h207": {"dreadnought": 1}, "a207": {"cruiser": 1}},
            ["dice", "cleared"],
            "After the battle in Tar'mann, tile 22",
            "After the battle in Tar'mann, tile 22",
        ),
    ],
)
def test_what_is_left_to_do_is_after_a_battle_only_where_one_was_fought(
    ships: Mapping[str, Mapping[str, int]], answers: list[Given], said: str, above: str
) -> None:
    driven = battle(**ships)
    pieces.set_control(driven.game, HERE, PLANET, "hive")
    driven.run(answers, TWO)
    step = driven.steps[-1]
    assert isinstance(step, Tell) and step.key == "battle_over"
    assert (step.text, step.shown.heading) == (said, above)


@pytest.mark.reading("Q107")
@pytest.mark.rule("14.gain.combat", "22.play")
def test_bombardment_that_leaves_nobody_brings_no_combat_no_counter_and_no_stratagem() -> None:
    driven = garrison(battle(h207={"dreadnought": 1}), "p1", infantry=1)
    driven.game.hive.action_cards = 1
    driven.run(["done", "cleared"], TWO)
    assert driven.keys == ["landing", "bombardment", "battle_over"]
    assert driven.battle == Battle((), "hive", (PLANET,), ()) and driven.game.hive.action_cards == 1
    assert driven.units("p1", PLANET) == {} and driven.units("hive", PLANET) == {"infantry": 4}


@pytest.mark.rule("14.gain.combat")
def test_what_space_cannons_shoot_down_before_it_lands_has_not_fought() -> None:
    driven = garrison(battle(h207={"cruiser": 1, "infantry": 1}), "p1", infantry=1, pds=1)
    driven.run(["on", "done", ("on", {"cannon_hits": 1})])
    assert driven.keys[:3] == ["space_cannon", "landing", "space_cannon_defence"]
    assert driven.battle == Battle((), "hive", (), ()) and driven.units("p1", PLANET) == {"infantry": 1, "pds": 1}


@pytest.mark.reading("Q119")
@pytest.mark.rule("1.scope.most-helpful")
@pytest.mark.parametrize(("lor", "asked"), [(1, True), (2, False)])
def test_of_planets_with_as_many_defenders_the_table_says_which_is_bombarded(lor: int, asked: bool) -> None:
    driven = battle({**TILES, HERE: "36"}, h207={"dreadnought": 1})
    garrison(garrison(driven, "p1", "Lor", infantry=lor), "p2", "Arnor", infantry=1)
    planet = ["207/Arnor"] if asked else []
    driven.run(["done", *planet, *(["by_hand", "hive", "cleared"] if asked else ["cleared", "by_hand", "hive"])], TWO)
    assert ("tied_places" in driven.keys) is asked
    fired = next(step for step in driven.steps if step.key == "bombardment")
    assert isinstance(fired, Ask) and ("Arnor" if asked else "Lor") in fired.text


def test_a_planet_stays_with_the_player_when_all_that_landed_falls() -> None:
    driven = garrison(battle(h207={"carrier": 1}), "p1", infantry=3)
    driven.run(["done", "by_hand", "players"], TWO)
    assert driven.control() == "p1" and driven.units("p1", PLANET) == {"infantry": 3}
    assert driven.units("hive", PLANET) == {} and driven.battle == Battle(("p1",), "hive", (), ())


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_planet_stays_with_the_player_but_without_ground_forces_when_both_are_gone() -> None:
    driven = garrison(battle(h207={"carrier": 1}), "p1", infantry=3, space_dock=1)
    driven.run(["done", "by_hand", "nobody"], TWO)
    assert driven.control() == "p1" and driven.units("p1", PLANET) == {"space_dock": 1}
    assert driven.units("hive", PLANET) == {}


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("war_suns", "bombards"), [(0, False), (1, True)])
def test_a_planetary_shield_stops_bombardment_unless_a_war_sun_is_there(war_suns: int, bombards: bool) -> None:
    driven = battle(h207={"dreadnought": 1, "war_sun": war_suns} if war_suns else {"dreadnought": 1})
    garrison(driven, "p1", infantry=2, pds=1)
    driven.run(["on", "done", "on", "dice", "cleared"], TWO)
    assert driven.keys[2] == ("bombardment" if bombards else "space_cannon_defence")
    assert any(line.startswith("Bombardment") for line in driven.lines(2)) is bombards


@pytest.mark.rule("1.scope.unchanged-rules")
def test_space_cannons_of_a_planet_fire_at_what_lands_with_or_without_ground_forces() -> None:
    defended, undefended = (battle(h207={"cruiser": 1, "infantry": 2}) for _ in range(2))
    garrison(defended, "p1", infantry=1, pds=1).run(["on", "done", ("on", {"cannon_hits": 1}), "dice", "cleared"])
    assert defended.units("hive", PLANET) == {"infantry": 1} and defended.control() == "hive"
    garrison(undefended, "p1", pds=1).run(["on", "done", ("on", {"cannon_hits": 2})])
    assert undefended.control() == "p1" and undefended.units("p1", PLANET) == {"pds": 1}
    assert undefended.battle == Battle((), "hive", (), ())


def test_the_landing_follows_what_the_table_mends() -> None:
    driven = battle(h207={"cruiser": 1, "infantry": 2})
    procedure = resolve_system(tracked_board(driven.game), HERE, NOTHING, "hive")
    first = next(procedure)
    pieces.put(driven.game, "p2", "infantry", 1, HERE, PLANET)
    again = procedure.send(AGAIN)
    assert isinstance(first, Ask) and isinstance(again, Ask)
    assert len(first.items) == 2 and first.items[0].note == "nobody defends it"
    assert len(again.items) == 1 and again.items[0].note == "Ben: 1 infantry"


@pytest.mark.rule("21.invasion.distribution")
def test_without_infantry_or_with_players_in_space_nothing_is_invaded() -> None:
    assert battle(h207={"cruiser": 2}).run([]).control() is None
    lost = battle(h207={"carrier": 1}, a207={"cruiser": 1}).run(["by_hand", "players"], TWO)
    assert lost.control() is None and "landing" not in lost.keys


# --- players invade


@pytest.mark.rule("4.2.loss-standard", "4.2.loss-source", "14.gain.combat")
def test_a_planet_that_players_win_is_lost_with_its_worth() -> None:
    driven = garrison(battle(), "hive", infantry=2, pds=1)
    driven.game.hive.bank.resources = driven.game.hive.bank.influence = 5
    driven.run(["on", "invade", "fight", "landed", ("on", {"hits": 2})], active="p2")
    assert driven.keys[1:5] == ["invasion", "ground_combat", "space_cannon_defence", "ground_combat_round"]
    assert driven.keys[5:] == ["done", "done", "battle_over"]
    assert driven.lines(5) == [f"Remove the Hive's 1 PDS from {PLANET}."]
    assert driven.control() == "p2" and driven.units("hive", PLANET) == {}
    assert (driven.game.hive.bank.resources, driven.game.hive.bank.influence) == (4, 4)
    assert driven.battle == Battle(("p2",), None, (), (PLANET,))
    assert driven.lines(3)[0].startswith("Space cannon: 1 PDS, 1 die, hit from 6")


def test_a_planet_that_the_hive_defends_stays() -> None:
    driven = garrison(battle(), "hive", infantry=4)
    driven.run(["invade", ("dice", {"bombardment_hits": 1}), ("cleared", {"hits": 1})], active="p1")
    assert driven.control() == "hive" and driven.units("hive", PLANET) == {"infantry": 2}
    assert driven.battle == Battle(("p1",), None, (), ())


def test_planets_without_ground_forces_are_lost_unless_their_space_cannons_stop_the_landing() -> None:
    held = garrison(battle(), "hive", pds=1).run(["on", "invade", "cleared"], active="p1")
    assert held.control() == "hive" and held.units("hive", PLANET) == {"pds": 1}
    lost = garrison(battle(), "hive", pds=1).run(["on", "invade", "landed"], active="p1")
    assert lost.control() == "p1" and lost.units("hive", PLANET) == {}
    assert lost.battle == Battle((), None, (), (PLANET,))


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize("answers", [["fight", ("cleared", {"hits": 1})], ["by_hand", "hive"], ["by_hand", "nobody"]])
def test_ground_forces_of_players_who_did_not_win_a_planet_leave_it(answers: list[str | ByHand]) -> None:
    driven = garrison(battle(), "hive", infantry=2)
    pieces.put(driven.game, "p1", "infantry", 3, HERE, PLANET)
    driven.run(["invade", *answers], active="p1")
    assert driven.units("p1", PLANET) == {} and driven.control() == "hive"
    assert f"Ada loses 3 infantry on {PLANET}." in driven.lines(-1)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_what_space_cannons_stop_does_not_stay_on_the_planet() -> None:
    driven = garrison(battle(), "hive", pds=1)
    pieces.put(driven.game, "p1", "infantry", 1, HERE, PLANET)
    driven.run(["on", "invade", "cleared"], active="p1")
    assert driven.units("p1", PLANET) == {} and driven.units("hive", PLANET) == {"pds": 1}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_after_a_space_combat_that_nobody_won_nothing_is_left_to_invade() -> None:
    driven = garrison(battle(h207={"cruiser": 1}, a207={"cruiser": 1}), "hive", infantry=1)
    driven.run(["by_hand", "nobody"], active="p1")
    assert "invasion" not in driven.keys and driven.units("p1") == {}


def test_players_say_on_which_planets_they_land() -> None:
    tiles = {**TILES, HERE: "36"}
    driven = garrison(garrison(battle(tiles), "hive", "Arnor", infantry=1), "hive", "Lor", infantry=1)
    pieces.put(driven.game, "p1", "infantry", 2, HERE, "Lor")
    answers: list[str | ByHand] = [("invade", {"p1.Lor": 0}), "invade", "by_hand", "players"]
    driven.run(answers, active="p1")
    first, second = driven.steps[:2]
    assert isinstance(first, Ask) and isinstance(second, Ask)
    assert first.choices[0].value == "invade" and "Say who lands where" in second.detail
    planets = [(number.label, number.value) for number in first.numbers if number.name.startswith("p1")]
    assert planets == [("Ada lands on Arnor", 0), ("Ada lands on Lor", 1)]
    assert driven.control("Lor") == "p1" and driven.control("Arnor") == "hive"


@pytest.mark.rule("31.action.joint", "31.combat.joint")
def test_an_ally_who_does_not_fight_and_has_no_units_here_is_not_asked_about_landing() -> None:
    def landing(infantry: int, ally: int) -> list[str]:
        driven = garrison(battle(h207={"cruiser": 1}, a207={"carrier": 1, "infantry": 2}), "hive", infantry=1)
        if infantry:
            pieces.put(driven.game, "p2", "infantry", infantry, HERE)
        driven.run([("by_hand", {"ally": ally}), "players", "none"], active="p1")
        (invasion,) = [step for step in driven.steps if step.key == "invasion"]
        assert isinstance(invasion, Ask)
        return [number.label for number in invasion.numbers]

    ada, ben = f"Ada lands on {PLANET}", f"Ben lands on {PLANET}"
    assert landing(infantry=0, ally=0) == [ada]
    assert landing(infantry=0, ally=1) == landing(infantry=1, ally=0) == [ada, ben]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_ground_combat_shows_what_has_landed_from_space() -> None:
    def ground(**landed: int) -> list[str]:
        ships = {"carrier": 1, "infantry": 5, "mech": 1}
        driven = garrison(battle(h207={"cruiser": 1}, a207=ships), "hive", infantry=1)
        for unit, number in landed.items():
            pieces.put(driven.game, "p1", unit, number, HERE, PLANET)
        driven.run(["by_hand", "players", "invade", "by_hand", "hive"], active="p1")
        seen = Combat(driven.game, next(step for step in driven.steps if step.key == "ground_combat"))
        return [str(seen.words(piece)) for piece in seen.sides.pieces if piece.seat == "p1"]

    assert ground() == ["1 mech", "5 infantry"]
    assert ground(infantry=2) == ["2 infantry"]


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(
    ("in_space", "on_planet", "expected"),
    [(0, 0, False), (2, 0, True), (0, 2, True)],
    ids=["none booked", "in space", "landed"],
)
def test_a_landing_is_filled_in_where_the_board_shows_who_can_land(
    in_space: int, on_planet: int, expected: bool
) -> None:
    driven = garrison(battle(), "hive", infantry=1)
    pieces.put(driven.game, "p1", "infantry", in_space, HERE)
    pieces.put(driven.game, "p1", "infantry", on_planet, HERE, PLANET)
    driven.run(["none"], active="p1")
    (invasion,) = [step for step in driven.steps if isinstance(step, Ask)]
    filled_in = {number.name: number.filled_in for number in invasion.numbers}
    assert filled_in == {f"p1.{PLANET}": int(expected), f"p2.{PLANET}": 0} and invasion.shown.expects == expected
    # A log of an earlier version that leaves the number out means that the active player lands.
    assert {number.name: number.value for number in invasion.numbers} == {f"p1.{PLANET}": 1, f"p2.{PLANET}": 0}


def test_no_planet_is_invaded_unless_the_table_says_so() -> None:
    driven = garrison(battle(), "hive", infantry=1).run(["none"], active="p1")
    assert driven.control() == "hive" and driven.battle == Battle((), None, (), ())


@pytest.mark.rule("14.gain.mecatol-rex", "4.2.loss-spawning")
def test_a_player_who_takes_mecatol_rex_from_the_hive_gains_counters() -> None:
    driven = battle({**TILES, HERE: "18", "000": "22"})
    pieces.galaxy_of(driven.game).spawning["mecatol_rex"] = HERE
    garrison(driven, "hive", "Mecatol Rex", infantry=1)
    answers: list[str | ByHand] = [("invade", {"p2.Mecatol Rex": 1}), ("dice", {"bombardment_hits": 1}), "p2"]
    driven.run(answers, active="p1")
    assert driven.game.players["p2"].counters == 2 and driven.game.players["p1"].counters == 0
    assert driven.control("Mecatol Rex") == "p2"


@pytest.mark.rule("13.technology.printed", "1.setup.mech-double-nature")
def test_mechs_and_the_particle_weave_answer_hits_on_the_ground() -> None:
    driven = garrison(battle(), "hive", infantry=2, mech=1)
    driven.game.hive.upgrades = ["Valkyrie Particle Weave"]
    driven.run(["invade", "dice", ("on", {"hits": 1}), "cleared"], active="p1")
    reminders = driven.lines(2)[-2:]
    assert reminders == [
        "Each mech that sustains damage produces 1 hit.",
        "Valkyrie Particle Weave: 1 more hit if the Hive is hit in this round.",
    ]
    assert driven.lines(3)[:2] == ["1 mech sustains damage.", "The Hive has produced 2 more hits in this round."]
    assert len([line for line in driven.lines(3) if "mech that sustains" in line]) == 0
