"""What the Hive says that it does with a tactical action: whom it goes for, where, and by which figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from driving import fresh_game
from hive.board import pieces
from hive.engine.replies import automatic_reply
from hive.model.game import Game
from hive.rules.action.hive_turn import Definition
from hive.rules.deck import ActionType, HiveAction
from hive.rules.tactical.action import perform_tactical_action
from hive.steps import Ask, Card, Draw, Why
from whole_board import control, galaxy

CARD = Card(action="red_star", choice=False, icons=1)
EVERY = tuple(str(one) for one in (*range(101, 107), *range(201, 213), *range(301, 319)))


def game_on(held: Mapping[str, str | None] | None = None, counters: int = 3, **ships: Mapping[str, int]) -> Game:
    """A game of the whole board in the Hive's turn, with ships as whole_board puts them; who holds which systems."""
    game = fresh_game()
    game.galaxy = galaxy(**ships)
    for position, seat in (held or {}).items():
        control(game.galaxy, position, seat)
    game.phase, game.active = "action", "hive"
    for player in game.players.values():
        player.counters = counters
    pieces.recount(game)
    return game


def put(game: Game, seat: Any, unit: str, position: str, planet: str) -> None:
    pieces.put(game, seat, unit, 1, position, planet)


def asked(game: Game, kind: ActionType, key: str = "tactical_action", card: Any = None, **answers: str) -> Ask:
    """The question with this key that a tactical action comes to."""
    procedure = perform_tactical_action(game, HiveAction(kind, None, 1, Why("The card."), symbol=card))
    reply: Any = None
    while True:
        step = procedure.send(reply)
        if isinstance(step, Ask) and step.key == key:
            return step
        reply = CARD if isinstance(step, Draw) else automatic_reply(step)
        if isinstance(step, Ask):
            reply = answers.get(step.key, step.choices[0].value)


def told(game: Game, kind: ActionType) -> tuple[str, str, str]:
    """The headline of an announcement, how the line below it begins, and the reason."""
    step = asked(game, kind)
    assert step.why is not None
    return str(step.text), str(step.detail).split(" · ")[0], str(step.why.line)


# --- whom it attacks


@pytest.mark.rule("15.engage.target", "15.engage.threshold")
def test_an_attack_names_whom_where_and_the_counters_that_are_enough() -> None:
    game = game_on(h314={"carrier": 1}, a210={"cruiser": 1})
    assert told(game, "engage") == (
        "The Hive attacks Ada at Lodor",
        "tile 26",
        "Ada has 3 counters, 1 is enough here. It is the only target.",
    )


@pytest.mark.rule("15.engage.threshold")
def test_an_attack_on_both_players_names_both_and_what_they_have_together() -> None:
    game = game_on(h314={"carrier": 1}, a315={"cruiser": 1}, b315={"fighter": 2}, counters=2)
    headline, _, reason = told(game, "engage")
    assert headline == "The Hive attacks Ada and Ben at Corneeq/Resculon"
    assert reason == "Ada and Ben have 4 counters together, 3 are enough here. It is the only target."


@pytest.mark.rule("15.engage.target")
def test_an_attack_where_no_planet_is_says_in_which_system() -> None:
    game = game_on(h313={"carrier": 1}, a314={"cruiser": 1}, a312={"cruiser": 1})
    headline, _, reason = told(game, "engage")
    assert headline in (
        "The Hive attacks Ada in empty space (tile 50)",
        "The Hive attacks Ada in empty space (tile 49)",
    )
    assert reason.startswith("Ada has 3 counters, 1 is enough here. Empty space (tile ")


@pytest.mark.rule("15.destination.closest")
def test_who_stands_on_the_way_is_attacked_and_the_line_below_says_where_the_aim_is() -> None:
    game = game_on(h318={"carrier": 1}, a101={"cruiser": 1})
    for position in ("201", "212"):
        pieces.put(game, "p2", "destroyer", 1, position)
    game.players["p2"].counters = 0
    headline, below, reason = told(game, "engage")
    assert headline in ("The Hive attacks Ben at Cormund", "The Hive attacks Ben in wormhole alpha (tile 40)")
    assert below.endswith(", 1 step from Wellon")
    assert reason.startswith("No carrier gets to Ada: from ")


@pytest.mark.rule("33.neutral.counters")
def test_neutral_units_are_named_as_what_they_are() -> None:
    game = game_on({"315": "hive", "210": "hive", "209": "hive"}, h314={"carrier": 1})
    put(game, "neutral", "infantry", "313", "Xxehan")
    assert told(game, "infest")[0] == "The Hive attacks neutral units at Dal Bootha/Xxehan"
    put(game, "p2", "infantry", "313", "Xxehan")
    assert told(game, "infest")[0] == "The Hive attacks Ben and neutral units at Dal Bootha/Xxehan"


# --- whom it hunts


@pytest.mark.rule("15.destination.closest", "15.destination.capacity-ship")
def test_a_hunt_names_the_prey_and_the_steps_from_one_end_to_the_other() -> None:
    game = game_on(h312={"carrier": 1}, a315={"cruiser": 1})
    headline, below, reason = told(game, "engage")
    assert headline == "The Hive hunts Ada, moves closer"
    assert below in (
        "at Hope's End, 2 steps from Corneeq/Resculon",
        "at Dal Bootha/Xxehan, 2 steps from Corneeq/Resculon",
    )
    assert reason.startswith(
        "No carrier gets to Ada: from Hope's End it is 2 steps to Corneeq/Resculon (1 other system"
    )


@pytest.mark.rule("15.destination.closest")
@pytest.mark.parametrize(
    ("prey", "named"),
    [
        ({"a307": {"cruiser": 1}, "b313": {"cruiser": 1}}, "Ada or Ben"),
        ({"a307": {"cruiser": 1}, "b307": {"cruiser": 1}}, "Ada and Ben"),
        ({"a307": {"cruiser": 1}, "a313": {"cruiser": 1}}, "Ada"),
        ({"a307": {"cruiser": 1}, "b316": {"cruiser": 1}}, "Ada"),
    ],
)
def test_the_prey_is_whoever_is_as_near_as_the_target_that_decided(prey: Any, named: str) -> None:
    game = game_on(h310={"carrier": 1}, **prey)
    assert told(game, "engage")[0] == f"The Hive hunts {named}, but nothing moves"


@pytest.mark.rule("15.destination.closest")
def test_it_gathers_where_a_ship_that_carries_stands_already() -> None:
    game = game_on(h310={"carrier": 1}, h311={"cruiser": 3}, a101={"cruiser": 1})
    for _ in range(2):
        put(game, "hive", "infantry", "311", "Lazar")
    step = asked(game, "engage")
    assert str(step.text) == "The Hive hunts Ada, gathers" and any("Move " in str(one.text) for one in step.items)


# --- what it takes, and from whom


BESIDE = {"315": "hive", "210": "hive", "209": "hive"}


@pytest.mark.rule("15.infest.target")
@pytest.mark.parametrize(
    ("owners", "headline"),
    [
        ((None, None), "The Hive spreads to Dal Bootha and Xxehan"),
        (("p1", "p1"), "The Hive takes Dal Bootha and Xxehan from Ada"),
        (("p1", "p2"), "The Hive takes Dal Bootha from Ada and Xxehan from Ben"),
        (("p1", None), "The Hive takes Dal Bootha from Ada, spreads to Xxehan"),
        ((None, "hive"), "The Hive spreads to Dal Bootha"),
    ],
)
def test_planets_that_nobody_defends_are_taken_from_their_owners(owners: Any, headline: str) -> None:
    game = game_on(BESIDE, h314={"carrier": 1})
    planets = pieces.galaxy_of(game).systems["313"].planets
    planets["Dal Bootha"].control, planets["Xxehan"].control = owners
    assert told(game, "infest")[0] == headline


@pytest.mark.rule("15.destination.closest")
@pytest.mark.parametrize(
    ("owner", "named"), [(None, "Corneeq and Resculon"), ("p1", "Ada's Corneeq and Ada's Resculon")]
)
def test_planets_out_of_reach_are_wanted(owner: Any, named: str) -> None:
    game = game_on({one: "hive" for one in EVERY} | {"000": "hive", "315": owner}, h312={"carrier": 1})
    headline, below, reason = told(game, "infest")
    assert headline == f"The Hive wants {named}, moves closer" and below.endswith(", 2 steps from Corneeq/Resculon")
    assert reason.startswith(f"No carrier gets to {named}: from Hope's End it is 2 steps to Corneeq/Resculon")


@pytest.mark.rule("15.destination.closest")
def test_of_many_targets_it_is_said_how_many_they_are() -> None:
    game = game_on({one: "hive" for one in ("207", "309", "311")}, h310={"carrier": 1})
    headline, below, reason = told(game, "infest")
    assert headline == "The Hive wants one of 7 planets, but nothing moves"
    assert below == "at Tren'lak/Quinarra, 3 steps from 4 targets"
    assert reason == "No carrier gets to a target: from Tren'lak/Quinarra it is 3 steps to 4 targets."


@pytest.mark.rule("1.scope.most-helpful")
@pytest.mark.parametrize(
    ("to", "headline"),
    [
        ("208", "The Hive activates asteroid field (tile 45), but nothing moves"),
        ("311", "The Hive spreads to Lazar and Sakulag"),
        ("313", "The Hive moves into Dal Bootha/Xxehan"),
    ],
)
def test_where_the_table_sends_it_no_aim_is_made_up(to: str, headline: str) -> None:
    game = game_on({"313": "hive"}, h312={"carrier": 1, "cruiser": 1}, a101={"cruiser": 1}, a206={"cruiser": 1})
    procedure = perform_tactical_action(game, HiveAction("engage", None, 1, Why("The card.")))
    step, answers = procedure.send(None), iter((CARD, CARD, "other", to))
    for answer in answers:
        step = procedure.send(answer)
    assert str(getattr(step, "text", "")) == headline


# --- where it lands


@pytest.mark.rule("21.invasion.distribution")
@pytest.mark.parametrize(
    ("owners", "defended", "headline"),
    [
        ((None, None), (), "The Hive takes Dal Bootha and Xxehan"),
        (("p1", None), (), "The Hive takes Dal Bootha from Ada and Xxehan"),
        (("p2", "p2"), (("p2", "Dal Bootha"), ("p2", "Xxehan")), "The Hive lands on two of Ben's planets"),
        (("p2", "p1"), (("p2", "Dal Bootha"),), "The Hive lands on Ben's Dal Bootha, takes Xxehan from Ada"),
        (("p2", "p1"), (("p2", "Dal Bootha"), ("p1", "Xxehan")), "The Hive lands on Ben's Dal Bootha and Ada's Xxehan"),
        ((None, "hive"), (("neutral", "Dal Bootha"),), "The Hive lands on Dal Bootha against neutral units"),
    ],
)
def test_a_landing_says_whose_planets_it_is_on(owners: Any, defended: Any, headline: str) -> None:
    game = game_on(BESIDE, h314={"carrier": 1})
    planets = pieces.galaxy_of(game).systems["313"].planets
    planets["Dal Bootha"].control, planets["Xxehan"].control = owners
    for seat, planet in defended:
        put(game, seat, "infantry", "313", planet)
    assert str(asked(game, "infest", "landing").text) == headline


# --- why it cannot


@pytest.mark.rule("10.pass.no-options", "15.target.command-token")
def test_a_pass_says_that_its_only_carrier_is_held_by_its_own_token() -> None:
    game = game_on(h310={"carrier": 1}, a311={"carrier": 1})
    pieces.put_command_token(game, "hive", "310")
    assert str(Definition(game).why_nothing()) == (
        "The Hive has played its strategy cards. The Hive can neither attack nor spread: "
        "its only carrier is held in Tren'lak/Quinarra by its own command token."
    )
    game.hive.tokens.tactic = 0
    nothing = "The Hive has played its strategy cards, and no command token is in its tactic pool."
    assert str(Definition(game).why_nothing()) == nothing


@pytest.mark.rule("10.definition.other-type")
def test_a_fall_back_says_first_why_the_card_cannot_be_had() -> None:
    step = asked(game_on(h314={"carrier": 1}), "infest", card="red_star")
    assert step.why is not None
    first = "The Hive cannot attack: where players have units, the counters are too few. "
    assert str(step.why.line).startswith(first)
    own = asked(game_on(h314={"carrier": 1}), "infest", card="green_compass")
    assert own.why is not None and "cannot" not in str(own.why.line)


# --- without a galaxy


@pytest.mark.rule("15.engage.target")
@pytest.mark.parametrize(("counters", "prey"), [((2, 0), "Ada"), ((2, 1), "Ada or Ben"), ((0, 0), "Ada or Ben")])
def test_without_a_galaxy_it_hunts_whose_counters_can_be_enough(counters: tuple[int, int], prey: str) -> None:
    game = fresh_game()
    game.phase, game.active = "action", "hive"
    game.players["p1"].counters, game.players["p2"].counters = counters
    step = asked(game, "engage")
    assert str(step.text) == f"The Hive hunts {prey}"
    assert str(step.detail) == "to the nearest target that a carrier, or another ship that carries, gets to"
    assert str(asked(game, "infest").text) == "The Hive spreads"
