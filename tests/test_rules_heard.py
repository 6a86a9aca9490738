"""What players can have done unheard: where the table is asked about the board before the Hive decides."""

from __future__ import annotations

import pytest

from bench.silent import play_asking
from driving import fresh_game, layout
from hive.board import pieces
from hive.board.adjacency import adjacency
from hive.board.pieces import galaxy_of
from hive.engine.entries import Answer, Board
from hive.engine.session import Session
from hive.engine.state import dump, load
from hive.model.game import Game, Player
from hive.rules.objectives.confirming import all_is_heard, card_used, doubts_in, in_doubt, mended, said, turn_taken
from hive.rules.placing.ships import might_be
from hive.simulate.game import Setting
from hive.steps import Ask

UNCHANGED = pytest.mark.rule("1.scope.unchanged-rules")


def just_set_up() -> Game:
    """Ada of Sol and Ben of Hacan, of whom nobody has had a turn."""
    game = fresh_game(galaxy=layout())
    game.phase, game.active, game.round = "action", "p1", 1
    all_is_heard(game)
    return game


def unheard(game: Game, seat: Player, place: str = "space") -> set[str]:
    return {at for at in galaxy_of(game).systems if seat in getattr(doubts_in(game, at), place)}


def within(game: Game, start: str, steps: int) -> set[str]:
    """The systems within so many steps by a map without gravity rifts on the way."""
    beside, found = adjacency(galaxy_of(game), game.tables.tiles), {start}
    for _ in range(steps):
        found |= {other for at in found for other in beside[at]}
    return found


def home(game: Game, seat: str) -> str:
    return galaxy_of(game).spawning["home_p1" if seat == "p1" else "home_p2"]


@UNCHANGED
def test_nothing_is_in_doubt_before_anybody_has_had_a_turn() -> None:
    game = just_set_up()
    assert in_doubt(game, galaxy_of(game).systems) == []


@UNCHANGED
def test_a_first_turn_that_nobody_booked_leads_as_far_as_printed_ships_go() -> None:
    """Destroyers of Sol have move 2, its carriers 1; neither is stopped, and rifts are free to leave."""
    game = just_set_up()
    turn_taken(game, "p1", acted=True)
    assert unheard(game, "p1") >= within(game, home(game, "p1"), 2)
    assert unheard(game, "p1", "planets") >= within(game, home(game, "p1"), 1)
    assert unheard(game, "p1", "planets") < unheard(game, "p1") < {*galaxy_of(game).systems}
    assert home(game, "p2") not in unheard(game, "p1")
    assert unheard(game, "p2") == set()


@UNCHANGED
def test_each_turn_that_nobody_booked_leads_on_from_where_the_last_one_can_have_led() -> None:
    game = just_set_up()
    turn_taken(game, "p1", acted=True)
    first = unheard(game, "p1")
    game.tables = game.tables.model_copy(update={"unheard": game.tables.unheard.model_copy(update={"bounds": []})})
    turn_taken(game, "p1", acted=True)
    assert unheard(game, "p1") >= {at for one in first for at in within(game, one, 2)}


@UNCHANGED
def test_what_comes_with_cards_and_technologies_takes_players_farther_from_their_second_turn_on() -> None:
    game = just_set_up()
    turn_taken(game, "p1", acted=False)
    turn_taken(game, "p1", acted=True)
    second = unheard(game, "p1")
    assert second > within(game, home(game, "p1"), 3)
    again = just_set_up()
    again.round = 2
    turn_taken(again, "p1", acted=True)
    assert unheard(again, "p1") >= within(again, home(again, "p1"), 5)


@UNCHANGED
@pytest.mark.parametrize("used", ["politics", "technology"])
def test_a_strategy_card_that_brings_cards_or_technologies_counts_at_once(used: str) -> None:
    game, plain = just_set_up(), just_set_up()
    game.strategy_cards[game.tables.strategy_cards.number_of[used]].exhausted = True
    for one in (game, plain):
        turn_taken(one, "p1", acted=True)
    assert unheard(game, "p1") > unheard(plain, "p1")


@UNCHANGED
@pytest.mark.parametrize("change", ["hero", "box", "faction", "old"])
def test_what_nothing_bounds_is_in_doubt_everywhere(change: str) -> None:
    game = just_set_up()
    if change == "hero":
        game.players["p1"].victory_points = 3
    if change == "box":
        game.settings.boxes.append("te")
        turn_taken(game, "p1", acted=False)
    if change == "faction":
        game.settings.p2.faction = "Ral Nel Consortium"
    if change == "old":
        game.heard = {}
    turn_taken(game, "p1", acted=True)
    assert unheard(game, "p1") == unheard(game, "p1", "planets") == {*galaxy_of(game).systems}


@UNCHANGED
def test_a_pass_and_a_strategy_card_move_nothing() -> None:
    game = just_set_up()
    for card in ("", "leadership", "trade"):
        turn_taken(game, "p1", acted=False, card=card)
    assert in_doubt(game, galaxy_of(game).systems) == []


@UNCHANGED
def test_with_warfare_players_can_have_built_where_their_docks_are() -> None:
    game = just_set_up()
    card_used(game, "warfare")
    assert unheard(game, "p1") == {home(game, "p1")}
    assert unheard(game, "p2") == {home(game, "p2")}
    assert unheard(game, "p1", "planets") == set()


@UNCHANGED
def test_in_the_new_print_warfare_moves_ships_as_well() -> None:
    game = just_set_up()
    game.settings.boxes.append("te")
    turn_taken(game, "p1", acted=False, card="warfare")
    assert len(unheard(game, "p1")) > 1


@UNCHANGED
def test_a_turn_whose_move_is_booked_leaves_nothing_in_doubt() -> None:
    session = Session(just_set_up())
    session.settle()
    game = session.game
    start = home(game, "p1")
    to = next(at for at in sorted(within(game, start, 1)) if at != start)
    changes = {f"{start}/units/p1/destroyer": 0, f"{to}/units/p1/destroyer": 1, f"{to}/command_token/p1": 1}
    session.apply(Board(changes, moved="p1"))
    session.apply(Answer("player_turn", "done"))
    assert session.game.active != "p1"
    assert in_doubt(session.game, galaxy_of(session.game).systems) == []


@UNCHANGED
def test_who_has_booked_a_move_with_ground_forces_may_have_landed_all_the_same() -> None:
    game = just_set_up()
    to = next(
        at
        for at, one in sorted(galaxy_of(game).systems.items())
        if one.planets and not any(p.control for p in one.planets.values())
    )
    pieces.put(game, "p1", "carrier", 1, to)
    pieces.put(game, "p1", "infantry", 2, to)
    mended(game, {f"{to}/units/p1/carrier": 1, f"{to}/command_token/p1": 1}, "p1")
    turn_taken(game, "p1", acted=True)
    assert unheard(game, "p1") == set()
    assert unheard(game, "p1", "planets") == {to}


@UNCHANGED
def test_what_the_table_says_is_no_longer_in_doubt_until_the_next_turn_that_nobody_books() -> None:
    game = just_set_up()
    turn_taken(game, "p1", acted=True)
    asked = unheard(game, "p1")
    near = next(at for at in sorted(asked) if at != home(game, "p1"))
    said(game, [near])
    assert unheard(game, "p1") == asked - {near}
    turn_taken(game, "p1", acted=True)
    assert near in unheard(game, "p1")


@UNCHANGED
def test_ships_that_have_left_a_system_are_looked_for_from_where_they_can_be() -> None:
    """The table says that they are not at home any more: they are where they can have gone, and go on from there."""
    game = just_set_up()
    start = home(game, "p1")
    turn_taken(game, "p1", acted=True)
    reached = unheard(game, "p1")
    for place in (galaxy_of(game).systems[start], *galaxy_of(game).systems[start].planets.values()):
        place.units.pop("p1", None)
    said(game, [start])
    assert unheard(game, "p1") == reached - {start}
    turn_taken(game, "p1", acted=True)
    assert unheard(game, "p1") > reached


@UNCHANGED
def test_a_system_set_by_hand_on_a_players_turn_is_said() -> None:
    game = just_set_up()
    turn_taken(game, "p1", acted=True)
    at = sorted(unheard(game, "p1"))[0]
    mended(game, {f"{at}/units/p1/cruiser": 1}, "")
    assert at not in unheard(game, "p1")


@UNCHANGED
def test_who_cannot_have_come_is_not_thought_of() -> None:
    """Ben's ships may have come to an empty system, and Ada's not: no variant has a unit of hers."""
    game = just_set_up()
    turn_taken(game, "p2", acted=True)
    at = next(one for one in sorted(unheard(game, "p2", "planets")) if one != home(game, "p2"))
    variants = list(might_be(galaxy_of(game).systems[at], doubts_in(game, at)))
    assert variants
    assert all(not place.units.get("p1") for one in variants for place in (one, *one.planets.values()))


@UNCHANGED
def test_a_snapshot_of_earlier_rules_knows_of_nothing_that_was_said() -> None:
    game = just_set_up()
    state = dump(game)
    assert load(state, game.tables) == game
    del state["heard"]
    old = load(state, game.tables)
    assert in_doubt(old, galaxy_of(old).systems) == [*galaxy_of(old).systems]


@UNCHANGED
def test_on_its_first_turn_the_hive_asks_about_nothing_where_nobody_has_moved() -> None:
    session = Session(just_set_up())
    session.game.active = "hive"
    session.settle()
    while session.pending is not None and session.pending.key == "hive_turn":
        session.apply(Answer("hive_turn", "draw"))
    assert session.pending is not None
    assert not isinstance(session.pending, Ask) or session.pending.key != "facts"


@UNCHANGED
@pytest.mark.parametrize("seed", [2, 5])
def test_at_a_table_that_books_nothing_no_decision_differs_from_one_that_asks_of_everything(seed: int) -> None:
    """`python -m bench.silent` plays 500 whole games."""
    played = play_asking((Setting(seed, 1), False))
    assert not played.failed
    assert [turn.differs for turn in played.turns if turn.differs] == []
    assert sum(turn.asked for turn in played.turns) < sum(turn.of_everything for turn in played.turns)
