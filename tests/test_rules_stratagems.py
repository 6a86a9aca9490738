"""Stratagems in the combats of a battle: when they are played, what they change, and who takes them back."""

from __future__ import annotations

from typing import Any

import pytest

from driving import fresh_game
from fighting import HERE, PLANET, Driven, battle, garrison
from hive.board import pieces
from hive.rules.combat.battle import resolve_system
from hive.rules.combat.clash import Clash
from hive.rules.combat.fight import Fight, booked, cards_played, draw_support, stratagem_lines
from hive.rules.combat.rounds import profits
from hive.rules.combat.units import RollLine, more_dice
from hive.steps import AGAIN, Ask, Card, Draw, Filled
from tracked_sides import tracked_board

CARD = "Discard 1 random action card of the Hive face down."
CANCELLED, NO_STRATAGEM = "stratagem_cancelled", "no_stratagem"


def cards(space: str | None, ground: str | None = None) -> list[Card]:
    """Support cards with the green check for those stratagems that are named."""
    return [
        Card(action=space or "red_star", choice=space is not None),
        Card(action=ground or "red_star", choice=ground is not None, icons=1),
    ]


def fought(players: str = "a", hand: int = 3, **more: Any) -> Driven:
    """A battle of the Hive with one player or both, and the action cards in its hand."""
    driven = battle(h207={"cruiser": 2, "destroyer": 1}, **{f"{seat}207": {"cruiser": 1} for seat in players}, **more)
    driven.game.hive.action_cards = hand
    driven.game.settings.advanced = ["stratagems", "countermeasures"]
    pieces.set_control(driven.game, HERE, PLANET, "hive")
    return driven


def told(driven: Driven, words: str) -> list[bool]:
    """Whether each step tells a line with these words."""
    return [any(words in line for line in driven.lines(index)) for index in range(len(driven.steps))]


def offered(driven: Driven, index: int) -> list[str]:
    step = driven.steps[index]
    assert isinstance(step, Ask)
    return [choice.value for choice in step.choices]


# --- when it is played


@pytest.mark.reading("Q115")
@pytest.mark.rule("22.play", "22.discard", "22.first-round-only")
def test_a_card_is_played_as_the_first_round_begins_and_never_after_it() -> None:
    driven = fought(hand=2)
    driven.run(["dice", AGAIN, "on", ("on", {"hits": 0}), "on", "cleared"], cards("blue_arrow"))
    assert driven.keys[1:5] == ["stratagem", "stratagem", "space_combat_round", "space_combat_round"]
    assert told(driven, CARD)[:5] == [False, True, True, False, False]
    assert told(driven, "more di")[:5] == [False, True, True, True, False]
    assert driven.game.hive.action_cards == 1


@pytest.mark.rule("22.play", "22.first-round-only")
@pytest.mark.parametrize(("answers", "place"), [(["by_hand", "on"], 2), (["dice", "on", "by_hand"], 3)])
def test_a_combat_by_hand_begins_with_the_stratagem_as_well(answers: list[str], place: int) -> None:
    driven = fought().run([*answers, ("hive", {})], cards("green_compass"))
    assert told(driven, "Stratagem: the Hive cancels 1 hit.")[place]
    assert told(driven, CARD).count(True) == 1 and driven.game.hive.action_cards == 2


@pytest.mark.rule("22.requirement")
def test_that_the_hive_has_no_card_is_told_once_and_not_before_the_first_round() -> None:
    driven = fought(hand=0).run(["dice", "by_hand", ("hive", {})], cards("green_compass"))
    assert told(driven, "No stratagem in space combat.")[:3] == [False, True, False]


@pytest.mark.rule("22.first-round-only")
def test_a_combat_finished_by_hand_after_its_first_round_sees_no_stratagem_any_more() -> None:
    driven = fought().run(["dice", "on", "on", "by_hand", ("hive", {})], cards("green_compass"))
    assert told(driven, "Stratagem")[1:5] == [True, True, False, False] and driven.game.hive.action_cards == 2


@pytest.mark.rule("22.card.first-space", "22.card.second-ground", "22.per-combat")
def test_each_combat_has_the_stratagem_of_its_own_card() -> None:
    driven = fought("ab")
    pieces.put(driven.game, "hive", "infantry", 2, HERE)
    garrison(driven, "p1", infantry=1)
    driven.run(["dice", "on", "cleared", "done", "on", "cleared"], cards("blue_arrow", "yellow_arrow"))
    first, second = (index for index, key in enumerate(driven.keys) if key == "stratagem")
    assert told(driven, "rolls 2 more dice.").index(True) == first
    assert told(driven, "each player there rolls 1 die fewer.").index(True) == second
    assert driven.game.hive.action_cards == 1


@pytest.mark.rule("22.check", "22.requirement")
def test_a_stratagem_needs_the_green_check_and_an_action_card() -> None:
    unchecked, empty = fought(), fought(hand=0)
    unchecked.run(["dice", "cleared"], cards(None))
    empty.run(["dice", "cleared"], cards("red_star"))
    assert not any(told(unchecked, "tratagem")) and unchecked.game.hive.action_cards == 3
    assert told(empty, "No stratagem in space combat.")[1] and empty.game.hive.action_cards == 0
    assert CANCELLED not in offered(unchecked, 1) + offered(empty, 1)


@pytest.mark.rule("32.complexity.optional-pages")
def test_nothing_of_a_stratagem_appears_where_the_page_is_not_played() -> None:
    driven = fought()
    driven.game.settings.advanced = ["countermeasures"]
    driven.run(["dice", "cleared"], cards("blue_arrow"))
    assert not any(told(driven, "tratagem")) and driven.game.hive.action_cards == 3
    assert stratagem_lines(driven.game, cards("blue_arrow")) == [] == list(cards_played(driven.game, cards("red_star")))


@pytest.mark.rule("32.complexity.optional-pages")
@pytest.mark.parametrize(
    ("page", "fields"),
    [("stratagems", [("action", "choice"), ("action", "choice", "icons")]), ("exploration", [("icons",), ("icons",)])],
)
def test_of_support_cards_only_what_counts_is_read(page: Any, fields: list[tuple[str, ...]]) -> None:
    game = fresh_game(draws="table")
    game.settings.advanced = [page]
    drawing, read = draw_support(game), []
    try:
        step = next(drawing)
        while isinstance(step, Draw):
            read.append(step.fields)
            step = drawing.send(Card(icons=1))
    except StopIteration:
        pass
    assert read == fields


# --- what it changes


@pytest.mark.rule("22.blue-arrow")
def test_the_strongest_unit_rolls_a_die_more_for_each_player() -> None:
    driven = fought("ab").run(["fight", "on", "cleared"], cards("blue_arrow"))
    more = [line for line in driven.lines(2) if "more dice" in line and line.startswith("1 cruiser")]
    assert len(more) == 1 and driven.game.rolls == 5


@pytest.mark.reading("Q33")
@pytest.mark.rule("22.blue-arrow")
def test_of_units_of_equal_cost_the_better_one_rolls_more() -> None:
    lines = [RollLine("infantry", 2, 2, 7), RollLine("fighter", 1, 1, 8), RollLine("fighter", 1, 1, 6)]
    assert [(line.unit, line.hit, line.dice) for line in more_dice(fresh_game(), lines, 2)] == [("fighter", 6, 2)]


@pytest.mark.rule("22.yellow-arrow")
def test_the_weakest_unit_of_each_player_is_named() -> None:
    driven = fought("ab")
    pieces.put(driven.game, "p1", "fighter", 2, HERE)
    driven.run(["fight", "on", "on", "cleared"], cards("yellow_arrow"))
    assert driven.keys[1:4] == ["stratagem", "barrage", "space_combat_round"]
    step = driven.steps[1]
    assert isinstance(step, Ask) and step.items[1].note == "Ada: 1 fighter; Ben: 1 cruiser"
    assert step.items[1].text == "Stratagem: the weakest unit of each player there rolls 1 die fewer."


@pytest.mark.rule("22.red-star")
def test_the_hits_of_a_red_star_count_with_those_of_the_dice() -> None:
    plain, star = (
        fought("ab").run(["fight", "cleared"]),
        fought("ab").run(["fight", "on", "cleared"], cards("red_star")),
    )
    dice = int(plain.lines(1)[0].split()[-2])
    assert f"The players take {dice + 2} hits." in star.lines(2)
    assert plain.lines(1)[1:] == star.lines(2)[2:]


@pytest.mark.rule("22.green-compass")
@pytest.mark.parametrize(("hits", "left"), [(1, 2), (2, 2), (3, 2), (4, 1)])
def test_a_green_compass_cancels_hits_of_the_first_round(hits: int, left: int) -> None:
    driven = fought("ab")
    driven.run(["dice", "on", ("on", {"hits": hits}), "cleared"], cards("green_compass"))
    assert driven.units("hive").get("cruiser", 0) == left
    assert told(driven, "hits cancelled.")[3] == (hits > 1) and told(driven, "1 hit cancelled.")[3] == (hits == 1)


@pytest.mark.rule("22.green-compass")
def test_there_is_room_for_the_hits_that_are_cancelled() -> None:
    driven = fought("ab").run(["dice", "on", "on", "cleared"], cards("green_compass"))
    first, second = driven.steps[2], driven.steps[3]
    assert isinstance(first, Ask) and isinstance(second, Ask)
    assert (first.numbers[0].maximum, second.numbers[0].maximum) == (5, 3)


@pytest.mark.reading("Q128")
@pytest.mark.rule("13.technology.valkyrie", "22.green-compass")
@pytest.mark.parametrize(("hits", "answered"), [(1, True), (0, False)])
def test_a_hit_that_is_cancelled_is_answered_all_the_same(hits: int, answered: bool) -> None:
    driven = garrison(fought(), "hive", infantry=1)
    driven.game.hive.upgrades = ["Valkyrie Particle Weave"]
    pieces.put(driven.game, "p1", "infantry", 1, HERE)
    answers: list[Any] = [("by_hand", {}), "players", "invade", "dice", "on", ("on", {"hits": hits}), "cleared"]
    driven.run(answers, cards(None, "green_compass"), active="p1")
    assert driven.units("hive", PLANET) == {"infantry": 1}
    assert any(told(driven, "The Hive has produced 1 more hit in this round.")) is answered


# --- what would gain nothing


def clash(driven: Driven, *players: Any, active: Any = "hive") -> Clash:
    return Clash(Fight(tracked_board(driven.game), HERE, cards("red_star"), active, players=list(players)))


@pytest.mark.reading("Q34")
@pytest.mark.rule("22.no-waste")
@pytest.mark.parametrize(
    ("symbol", "gains"), [("blue_arrow", True), ("yellow_arrow", False), ("red_star", False), ("green_compass", True)]
)
def test_a_stratagem_without_anybody_to_feel_it_gains_nothing(symbol: str, gains: bool) -> None:
    alone = battle(h207={"cruiser": 1})
    assert profits(clash(alone, "p1"), symbol) is gains
    assert profits(clash(battle(h207={"cruiser": 1}, a207={"fighter": 1}), "p1"), symbol)
    assert profits(clash(alone, "p1", active="p1"), symbol)


@pytest.mark.reading("Q34")
@pytest.mark.rule("22.no-waste")
@pytest.mark.parametrize("symbol", ["blue_arrow", "yellow_arrow", "red_star", "green_compass"])
def test_no_combat_no_stratagem(symbol: str) -> None:
    assert not profits(clash(battle(a207={"cruiser": 1}), "p1"), symbol)


@pytest.mark.rule("22.no-waste")
def test_a_stratagem_is_played_once_the_board_shows_whom_it_hits() -> None:
    driven = fought()
    procedure = resolve_system(tracked_board(driven.game), HERE, cards("red_star"), "hive")
    next(procedure)
    before = procedure.send("dice")
    assert isinstance(before, Ask) and CARD in str(before) and driven.game.hive.action_cards == 3
    pieces.take(driven.game, "p1", "cruiser", 1, HERE)
    after = procedure.send(AGAIN)
    assert isinstance(after, Ask) and after.key == "barrage" and driven.game.hive.action_cards == 3


@pytest.mark.rule("22.no-waste")
def test_where_the_board_cannot_tell_the_table_says_that_it_gains_nothing() -> None:
    unknown = battle(h207={"cruiser": 2})
    unknown.game.hive.action_cards = 1
    unknown.run(["fight", NO_STRATAGEM, "on", "cleared"], cards("blue_arrow"), active="p1")
    assert unknown.game.hive.action_cards == 1 and unknown.game.rolls == 2 + 2
    assert not any("tratagem" in line for line in unknown.lines(2))
    known = fought().run(["dice", "on", "cleared"], cards("blue_arrow"))
    assert NO_STRATAGEM not in offered(known, 1)


@pytest.mark.reading("Q115")
@pytest.mark.rule("22.play", "14.gain.combat")
def test_the_barrage_comes_after_the_stratagem_and_is_a_part_of_the_combat() -> None:
    driven = battle(h207={"destroyer": 1}, a207={"fighter": 1})
    driven.game.hive.action_cards = 1
    driven.run(["fight", "on", "cleared"], cards("red_star"))
    assert driven.keys[1:3] == ["stratagem", "barrage"] and "space_combat_round" not in driven.keys
    assert driven.game.hive.action_cards == 0 and driven.battle is not None and driven.battle.fought == ("p1",)


@pytest.mark.rule("22.no-waste")
def test_space_cannons_can_leave_nobody_whom_a_stratagem_would_hit() -> None:
    driven = garrison(fought(), "hive", pds=1)
    driven.run(["dice", "on", NO_STRATAGEM, "cleared"], cards("red_star"))
    assert driven.keys[1:3] == ["space_cannon", "stratagem"] and driven.game.hive.action_cards == 3


# --- cancelled


@pytest.mark.rule("30.cancel.stratagem", "22.discard")
def test_a_cancelled_stratagem_has_no_effect_and_its_card_stays_discarded() -> None:
    driven = fought("ab")
    driven.run(["fight", CANCELLED, ("on", {"hits": 1}), "cleared"], cards("blue_arrow"))
    assert driven.game.hive.action_cards == 2
    assert told(driven, "more dice")[1:4] == [True, False, False]
    assert CANCELLED not in offered(driven, 2) + offered(driven, 3)


@pytest.mark.rule("30.cancel.stratagem", "22.play")
def test_a_stratagem_is_cancelled_before_any_die_of_the_combat_is_rolled() -> None:
    driven = fought("ab")
    procedure = resolve_system(tracked_board(driven.game), HERE, cards("blue_arrow"), "hive")
    next(procedure)
    step = procedure.send("fight")
    assert isinstance(step, Ask) and step.key == "stratagem" and driven.game.rolls == 0


@pytest.mark.rule("30.cancel.stratagem", "22.green-compass")
def test_a_cancelled_green_compass_cancels_no_hit() -> None:
    driven = fought("ab").run(["dice", CANCELLED, ("cleared", {"hits": 2})], cards("green_compass"))
    assert driven.units("hive")["cruiser"] == 1 and not any(told(driven, "hit cancelled"))


@pytest.mark.rule("30.cancel.stratagem")
def test_a_stratagem_can_be_cancelled_in_a_combat_fought_by_hand() -> None:
    driven = fought().run(["by_hand", CANCELLED, ("hive", {})], cards("red_star"))
    assert driven.game.hive.action_cards == 2 and not any("tratagem" in line for line in driven.lines(2))


# --- without a galaxy


@pytest.mark.rule("22.card.first-space", "22.card.second-ground", "22.no-waste")
def test_without_a_board_the_stratagems_are_told_for_each_player() -> None:
    game = fresh_game()
    game.hive.action_cards = 2
    both = stratagem_lines(game, cards("blue_arrow", "yellow_arrow"))
    assert [line.text for line in both] == [
        "Space combat: the strongest Hive unit rolls 1 more die for each player there.",
        "Ground combat: the weakest unit of each player there rolls 1 die fewer.",
    ]
    assert all("per combat" in line.note and "if it gains by it" in line.note for line in both)


@pytest.mark.rule("22.requirement", "22.discard")
def test_without_a_board_the_table_counts_the_cards_and_never_more_than_there_are() -> None:
    game = fresh_game()
    assert cards_played(game, cards("red_star")) == ()
    assert stratagem_lines(game, cards("red_star"))[0].text == "No stratagem in space combat."
    game.hive.action_cards = 2
    assert cards_played(game, cards(None)) == ()
    assert [number.maximum for number in cards_played(game, cards("red_star"))] == [2]
    assert booked(game, Filled("done", {"stratagems": 2})) == "done" and game.hive.action_cards == 0
    assert booked(game, Filled("fought_p1", {})) == "fought_p1"
