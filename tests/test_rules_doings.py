"""What players own and do in a battle that the app fights: each switch in each place where it works."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from fighting import HERE, NOTHING, PLANET, Driven, Given, Used, battle, garrison
from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import PlayerSetup
from hive.rules.combat.battle import resolve_system
from hive.rules.events.doings import event_of
from hive.rules.events.kinds import begin_event, stands_against
from hive.steps import Ask, Number, Tell
from tracked_sides import tracked_board

ROUND, LANDED = keys.SPACE_COMBAT_ROUND, keys.GROUND_COMBAT_ROUND
LANDS = f"p1.{PLANET}"
SOL, MENTAK = "Federation of Sol", "Mentak Coalition"
Answers = Mapping[str, Sequence[Given]]


def facing(driven: Driven, faction: str = SOL) -> Driven:
    driven.game.settings.p1 = PlayerSetup("Ada", faction, "blue")
    driven.game.settings.boxes = ["base", "pok", "codex", "te"]
    return driven


def at_sea(faction: str = SOL, hive: dict[str, int] | None = None, **ours: int) -> Driven:
    theirs = hive or {"dreadnought": 1, "destroyer": 1}
    return facing(battle(h207=theirs, a207=ours or {"cruiser": 2}), faction)


def landing(faction: str = SOL, **ours: int) -> Driven:
    """The Hive is about to land on a planet that a player defends."""
    driven = facing(battle(h207={"destroyer": 1, "infantry": 3}), faction)
    return garrison(driven, "p1", **ours or {"infantry": 2})


def fought(driven: Driven, answers: Answers, active: Seat = "hive") -> Driven:
    """Fight a battle: to each question what is said of it, in its order; else the app rolls, and nothing hits."""
    procedure = resolve_system(tracked_board(driven.game), HERE, NOTHING, active)
    said, reply = {key: list(told) for key, told in answers.items()}, None
    try:
        while True:
            step = procedure.send(reply)
            driven.steps.append(step)
            if isinstance(step, Tell):
                reply = True
                continue
            assert isinstance(step, Ask)
            values = [choice.value for choice in step.choices]
            usual = "cleared" if step.key.endswith("_round") else values[0]
            reply = driven.reply(step, said[step.key].pop(0) if said.get(step.key) else usual)
    except StopIteration:
        assert not any(said.values()) and driven.game.battle == driven.game.battle_on == ""
        return driven


def lines_of(driven: Driven, key: str) -> list[list[str]]:
    """The lines of each step with a key."""
    return [driven.lines(n) for n, step in enumerate(driven.steps) if step.key == key]


def units_after(driven: Driven) -> dict[str, int]:
    """The Hive's ships after the battle, without the support that came."""
    return {unit: number for unit, number in driven.units("hive").items() if unit not in ("fighter", "infantry")}


# --- hits_left, reroll, roll_modifier


@pytest.mark.rule("1.scope.unchanged-rules")
def test_hits_that_are_cancelled_are_told_under_the_dice_of_this_round_alone() -> None:
    driven = fought(at_sea(), {ROUND: [Used("used.shields_holding"), "on"]})
    first, told, after = lines_of(driven, ROUND)
    line = "Shields Holding: 2 hits of the Hive cancelled."
    assert [line in first, line in told, line in after] == [False, True, False]
    assert driven.game.effects == []


@pytest.mark.rule("1.scope.unchanged-rules")
def test_how_many_hits_are_cancelled_is_said_where_the_card_does_not() -> None:
    driven = fought(at_sea("Barony of Letnev"), {ROUND: [Used("used.non_euclidean_shielding", {"hits": 3}), "cleared"]})
    assert "Non-Euclidean Shielding: 3 hits of the Hive cancelled." in lines_of(driven, ROUND)[1]


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("card", "same"), [("the_thundarian", False), ("shields_holding", True)])
def test_dice_that_are_rolled_again_are_other_dice(card: str, same: bool) -> None:
    driven = fought(at_sea("Nomad", {"dreadnought": 5}), {ROUND: [Used(f"used.{card}"), "cleared"]})
    first, again = lines_of(driven, ROUND)
    assert (first[1] == again[1]) == same
    assert ("The Thundarian: the Hive rolls its dice again." in again) != same


@pytest.mark.rule("1.scope.unchanged-rules")
def test_dice_of_a_bombardment_are_rolled_again_as_well() -> None:
    driven = landing()
    pieces.put(driven.game, "hive", "dreadnought", 4, HERE)
    driven = fought(driven, {"bombardment": ["roll", Used("used.scramble_frequency"), "cleared"]})
    _, first, again = lines_of(driven, "bombardment")
    assert first[0] != again[0] and "Scramble Frequency" in str(again)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_modifier_lasts_for_one_ground_combat() -> None:
    driven = landing()
    driven.game.players["p1"].notes = ["faction"]
    driven = fought(driven, {LANDED: [Used("used.tekklar_legion"), "on"]})
    first, *bent = lines_of(driven, LANDED)
    assert "hit from 7" in str(first) and all("hit from 8" in str(lines) for lines in bent)
    assert len(bent) == 2 and driven.game.effects == []


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_bombardment_is_bent_and_no_combat_with_it() -> None:
    driven = landing()
    pieces.put(driven.game, "hive", "dreadnought", 1, HERE)
    driven = fought(driven, {"bombardment": [Used("used.bunker"), "on"]})
    plain, bent = lines_of(driven, "bombardment")
    assert "hit from 5" in str(plain) or "hit from 4" in str(plain)
    assert "Bunker" not in str(plain) and "Bunker" not in str(lines_of(driven, LANDED))
    assert str(bent) != str(plain)


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize("owned", [True, False])
def test_space_cannons_are_bent_against_who_has_antimass_deflectors(owned: bool) -> None:
    driven = garrison(at_sea(), "hive", pds=1)
    if owned:
        driven.use(Used("used.antimass_deflectors", {"who": "p1"}))
    driven = fought(driven, {})
    assert ("hit from 7" in str(lines_of(driven, "space_cannon"))) == owned


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_round_without_dice_is_one_round() -> None:
    driven = landing()
    driven.game.settings.boxes = ["base", "pok"]
    pieces.put(driven.game, "p1", "pds", 1, HERE, PLANET)
    driven = fought(driven, {LANDED: [Used("used.magen_defense_grid", {"who": "p1"}), "on"]})
    first, silent, after = [any("hit from" in line for line in lines) for lines in lines_of(driven, LANDED)]
    assert (first, silent, after) == (True, False, True)


# --- no_sustain, ability_off, extra_hits: what stands by itself


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("faction", "left"), [(MENTAK, 1), (SOL, 2)])
def test_next_to_the_flagship_of_the_mentak_no_ship_of_the_hive_sustains_damage(faction: str, left: int) -> None:
    driven = at_sea(faction, {"dreadnought": 2}, flagship=1)
    driven = fought(driven, {ROUND: [("cleared", {"hits": 5})]})
    assert units_after(driven) == {"dreadnought": left}
    assert ("Fourth Moon" in str(lines_of(driven, ROUND))) == (faction == MENTAK)


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("where", "left"), [(PLANET, 0), (None, 1)])
def test_on_the_planet_of_a_mech_of_the_mentak_no_mech_of_the_hive_sustains_damage(
    where: str | None, left: int
) -> None:
    driven = garrison(facing(battle(), MENTAK), "hive", mech=1)
    for place in (where, None):
        pieces.put(driven.game, "p1", "mech" if place == where else "carrier", 1, HERE, place)
    pieces.put(driven.game, "p1", "infantry", 1, HERE, PLANET)
    driven = fought(driven, {LANDED: [("cleared", {"hits": 1})], "invasion": [("invade", {LANDS: 1})]}, active="p1")
    assert driven.units("hive", PLANET).get("mech", 0) == left


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("faction", "barrage"), [("Naalu Collective", False), (SOL, True)])
def test_beside_a_mech_of_the_naalu_the_hive_has_no_barrage(faction: str, barrage: bool) -> None:
    driven = at_sea(faction, None, cruiser=1, fighter=2, mech=1)
    driven.game.settings.boxes = ["base", "pok", "codex"]
    assert ("barrage" in fought(driven, {}).keys) == barrage


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("faction", "fires"), [("Argent Flight", False), (SOL, True)])
def test_ships_beside_the_flagship_of_the_argent_flight_are_not_fired_at(faction: str, fires: bool) -> None:
    driven = garrison(at_sea(faction, None, flagship=1), "hive", pds=2)
    assert ("space_cannon" in fought(driven, {}).keys) == fires


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("unit", "place"), [("flagship", None), ("mech", PLANET), ("cruiser", None)])
def test_what_the_xxcha_have_there_fires_as_a_space_cannon(unit: str, place: str | None) -> None:
    driven = at_sea("Xxcha Kingdom", {"cruiser": 1}, carrier=1)
    pieces.put(driven.game, "p1", unit, 1, HERE, place)
    assert ("space_cannon" in fought(driven, {}).keys) == (unit != "cruiser")


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize("owned", [True, False])
def test_a_technology_counts_once_somebody_has_said_to_have_it(owned: bool) -> None:
    driven = invading("Barony of Letnev")
    if owned:
        driven.use(Used("used.l4_disruptors"))
        assert driven.game.owned == {"l4_disruptors": ["p1"]}
    fought(driven, {"invasion": [("invade", {LANDS: 1})]}, active="p1")
    assert ("space_cannon_defence" in driven.keys) != owned
    if owned:
        driven.use(Used("used.l4_disruptors"))
        assert driven.game.owned == {}


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("faction", "shield"), [("Barony of Letnev", False), (SOL, True)])
def test_a_flagship_of_the_letnev_breaks_the_shields_of_the_hive(faction: str, shield: bool) -> None:
    driven = fought(invading(faction), {"invasion": [("invade", {LANDS: 1})]}, active="p1")
    assert ("Planetary shield: only with a war sun." in str(lines_of(driven, "ground_combat"))) == shield


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_war_sun_breaks_the_shields_of_the_hive_whoever_has_it() -> None:
    driven = invading(SOL)
    pieces.put(driven.game, "p1", "war_sun", 1, HERE)
    driven = fought(driven, {"invasion": [("invade", {LANDS: 1})]}, active="p1")
    assert "Planetary shield" not in str(lines_of(driven, "ground_combat"))


@pytest.mark.rule("1.scope.unchanged-rules")
def test_disabled_pds_do_not_fire_and_do_not_shield() -> None:
    driven = invading(SOL)
    driven.game.hive.action_cards = 0
    said = {"invasion": [Used("used.disable", {"who": "p1"}), ("invade", {LANDS: 1})]}
    driven = fought(driven, said, active="p1")
    assert "space_cannon_defence" not in driven.keys
    assert "Planetary shield" not in str(lines_of(driven, "ground_combat"))


def invading(faction: str) -> Driven:
    """A player comes with a flagship and infantry to a planet of the Hive with a PDS and infantry."""
    return garrison(facing(battle(a207={"flagship": 1, "infantry": 1}), faction), "hive", pds=1, infantry=1)


# --- extra_hits, pick_by_player


@pytest.mark.rule("5.4.damage-space")
def test_hits_of_an_ability_fall_in_the_system_of_the_battle_without_asking_where() -> None:
    driven = at_sea(MENTAK, {"dreadnought": 1, "destroyer": 2})
    pieces.put(driven.game, "hive", "cruiser", 1, "104")
    driven = fought(driven, {ROUND: [Used("used.ambush", {"number": 4}), "cleared"]})
    assert units_after(driven) == {"dreadnought": 1, "destroyer": 1}
    assert driven.used == ["Ambush: the Hive takes 4 hits: space in Tar'mann, tile 22"]


@pytest.mark.rule("5.4.negative-effects")
@pytest.mark.parametrize(
    ("used", "counted"),
    [
        ("ambush", "Hits on the Hive"),
        ("plague", "Infantry lost"),
        ("courageous_to_the_end", "Units lost"),
    ],
)
def test_a_number_says_what_it_counts(used: str, counted: str) -> None:
    driven = at_sea(MENTAK)
    pieces.put(driven.game, "hive", "infantry", 2, HERE, PLANET)
    event = event_of(driven.game, f"used.{used}")
    assert event is not None
    assert [str(field.label) for field in event.fields(driven.game) if isinstance(field, Number)] == [counted]


@pytest.mark.rule("5.4.damage-space")
def test_hits_that_fighters_cannot_take_leave_them_where_they_are() -> None:
    driven = at_sea("Yin Brotherhood", {"fighter": 3, "cruiser": 1, "destroyer": 1})
    driven = fought(driven, {ROUND: [Used("used.impulse_core"), "cleared"]})
    assert driven.units("hive")["fighter"] >= 3
    assert units_after(driven) in ({"cruiser": 1}, {"destroyer": 1})


@pytest.mark.rule("21.invasion.distribution")
@pytest.mark.parametrize("used", [True, False], ids=["parley", "without"])
def test_what_a_parley_keeps_off_a_planet_stays_in_space(used: bool) -> None:
    driven = landing()
    driven = fought(driven, {keys.LANDING: [Used("used.parley", {"who": "p1"})]} if used else {})
    told = [step.key for step in driven.steps]
    assert (keys.GROUND_COMBAT in told) is not used
    assert driven.units("hive").get("infantry", 0) == (3 if used else 0)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_each_hit_that_a_quantum_manipulator_cancels_damages_a_mech_in_space() -> None:
    driven = at_sea("Nomad", None, cruiser=2, mech=1)
    driven = fought(driven, {ROUND: [Used("used.quantum_manipulator"), "cleared"]})
    assert any("Quantum Manipulator" in line for line in lines_of(driven, ROUND)[1])


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("mechs", "hurt", "able"), [(1, 0, True), (1, 1, False), (0, 0, False), (2, 1, True)])
def test_a_quantum_manipulator_needs_an_undamaged_mech_in_space(mechs: int, hurt: int, able: bool) -> None:
    game = at_sea("Nomad", None, cruiser=2, **({"mech": mechs} if mechs else {})).game
    game.battle = HERE
    if hurt:
        pieces.damage(game, "p1", "mech", hurt, HERE)
    event = event_of(game, "used.quantum_manipulator")
    assert event is not None
    assert (stands_against(game, event)[0] == "") == able
    if able:
        for _ in begin_event(game, event, {}):
            pass
        assert tracked_board(game).damaged("p1", HERE) == {"mech": hurt + 1}
