"""Little upkeep: what the table is asked to confirm before a decision counts, and what it is not."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from day import times
from driving import fresh_game, layout
from hive.board import pieces
from hive.board.movement import Chart, reachable
from hive.catalog.reading import load_tables
from hive.catalog.remembered import Remembered
from hive.engine.replies import automatic_reply
from hive.engine.state import copied
from hive.model.game import PLAYERS, Game, PlayerSetup, RevealedObjective
from hive.naming import system_label
from hive.rules.board import Tracked
from hive.rules.tactical.booking import any_possible, can_perform
from hive.rules.tactical.intent import in_play, intent, look, outline, sight, systems_that_matter
from hive.steps import AGAIN, Ask, Procedure
from hive.words import sentence
from whole_board import galaxy


def tracked_game() -> Game:
    game = fresh_game(galaxy=layout())
    game.phase, game.active = "action", "hive"
    return game


def ask_of(procedure: Procedure[Any], reply: Any = None) -> Ask:
    """The question that a procedure comes to."""
    step = procedure.send(reply)
    while automatic_reply(step):
        step = procedure.send(None)
    assert isinstance(step, Ask)
    return step


def result_of(procedure: Procedure[Any], reply: Any = None) -> Any:
    """What comes of a procedure that asks nothing more."""
    with pytest.raises(StopIteration) as end:
        procedure.send(reply)
    return end.value.value


def empty_system(game: Game) -> str:
    """A system without any planet or unit in zone 1."""
    galaxy = pieces.galaxy_of(game)
    zones = game.tables.galaxy.zones.of_slot
    return next(
        position
        for position, system in sorted(galaxy.systems.items())
        if position in zones and zones[position].zone == 1 and not system.planets and not system.units
    )


def test_the_sheet_names_what_is_known_and_groups_the_empty_systems() -> None:
    game = tracked_game()
    position = empty_system(game)
    pieces.put(game, "p1", "cruiser", 2, position)
    step = ask_of(can_perform(game, ["engage"], 2, None))
    assert step.key == "facts"
    assert any(
        item.text.startswith(sentence(system_label(game, position))) and "Ada 2 cruisers" in item.text
        for item in step.items
    )
    assert step.items[-1].text.startswith("No units or planets of players in ")
    assert position in step.systems
    assert len(step.systems) == len(set(step.systems))


@pytest.mark.rule("15.no-target")
def test_confirmed_facts_decide_at_once() -> None:
    game = tracked_game()
    pieces.put(game, "p1", "cruiser", 1, empty_system(game))
    procedure = can_perform(game, ["engage"], 2, None)
    ask_of(procedure)
    assert result_of(procedure, "right") is intent(game, sight(game, pieces.galaxy_of(game)), "engage", 2).possible


def test_a_mended_board_is_shown_before_it_counts() -> None:
    game = tracked_game()
    position = empty_system(game)
    procedure = can_perform(game, ["engage"], 2, None)
    first = ask_of(procedure)
    assert not any("Ada" in item.text for item in first.items)
    pieces.put(game, "p1", "cruiser", 1, position)
    again = ask_of(procedure, AGAIN)
    assert any(
        item.text.startswith(sentence(system_label(game, position))) and "Ada 1 cruiser" in item.text
        for item in again.items
    )


def test_what_cannot_change_the_outcome_is_not_asked() -> None:
    game = tracked_game()
    for player in game.players.values():
        player.counters = 0
    for zone in game.tables.galaxy.zones.zones:
        assert zone.threshold > 0
    assert result_of(can_perform(game, ["engage"], 2, None)) is False


def test_the_same_state_is_thought_over_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo replays the log through states that are known; another state, or other tables, are looked at anew."""
    monkeypatch.setattr("hive.rules.tactical.intent._REMEMBERED", Remembered(kept=10))
    looked: list[Tracked] = []
    monkeypatch.setattr("hive.rules.tactical.booking.look", lambda board: looked.append(board) or look(board))
    game = tracked_game()
    first = ask_of(can_perform(game, ["engage"], 2, None))
    assert len(looked) == 2
    again = ask_of(can_perform(copied(game), ["engage"], 2, None))
    assert again == first
    assert len(looked) == 3
    ask_of(can_perform(game, ["engage"], 1, None))
    assert len(looked) == 5
    pieces.put(game, "p1", "cruiser", 1, empty_system(game))
    assert ask_of(can_perform(game, ["engage"], 2, None)) != first
    assert len(looked) == 7


def test_what_is_remembered_is_forgotten_in_turn() -> None:
    remembered, tables = Remembered[tuple[str, ...]](kept=2), load_tables()
    for sought in ("first", "second", "first", "third"):
        assert remembered.get(tables, sought, lambda sought=sought: (sought,)) == (sought,)  # type: ignore[misc]
    assert remembered.get(tables, "first", lambda: ("found anew",)) == ("first",)
    assert remembered.get(tables, "second", lambda: ("found anew",)) == ("found anew",)
    assert remembered.get(tables.model_copy(), "first", lambda: ("by other tables",)) == ("by other tables",)


@pytest.mark.rule("10.definition.other-type")
def test_one_sheet_serves_both_types_where_the_first_is_not_possible() -> None:
    game = tracked_game()
    procedure = can_perform(game, ["engage", "infest"], 2, None)
    asked = set(ask_of(procedure).systems)
    assert result_of(procedure, "right") is False
    assert result_of(can_perform(game, ["infest"], 2, None, sure=True)) is True
    seen = sight(game, pieces.galaxy_of(game))
    assert asked & set(intent(game, seen, "infest", 2).left)


def lone_carrier(at: str = "102") -> Game:
    """The whole board with one carrier of the Hive, which holds its spawning systems without any other unit."""
    game = fresh_game()
    game.galaxy = galaxy()
    game.phase, game.active = "action", "hive"
    pieces.put(game, "hive", "carrier", 1, at)
    return game


@pytest.mark.rule("15.infest.target", "1.scope.unchanged-rules")
def test_planets_of_the_hive_without_its_units_are_shown_where_their_loss_would_draw_it() -> None:
    game = lone_carrier()
    for planet in ("Wellon", "Vefut II", "Thibah", "Quann"):
        position = next(one for one, system in pieces.galaxy_of(game).systems.items() if planet in system.planets)
        pieces.set_control(game, position, planet, "hive")
    step = ask_of(can_perform(game, ["infest"], 2, None))
    rows = {item.system: item.there for item in step.items if item.system}
    assert rows["203"] == "the Hive holds Thibah"


@pytest.mark.rule("15.engage.target", "1.scope.unchanged-rules")
def test_a_player_fleet_that_may_have_left_a_system_of_the_hive_is_shown() -> None:
    game = lone_carrier("105")
    game.players["p1"].counters = 6
    pieces.put(game, "hive", "infantry", 1, "105", "Starpoint")
    pieces.put(game, "p1", "cruiser", 2, "105")
    step = ask_of(can_perform(game, ["engage"], 2, None))
    assert {item.system: item.there for item in step.items}["105"] == "Ada 2 cruisers"


@pytest.mark.rule("15.infest.mecatol-rex", "1.scope.unchanged-rules")
@pytest.mark.parametrize(("influence", "asked"), [(15, True), (16, False)])
def test_who_holds_mecatol_rex_is_asked_where_the_influence_does_not_suffice(influence: int, asked: bool) -> None:
    """With enough influence it is a target in any case."""
    game = lone_carrier()
    game.hive.bank.influence = influence
    seen = sight(game, pieces.galaxy_of(game))
    rex = seen.survey.system("000")
    taken = replace(rex, planets={name: replace(planet, control="p1") for name, planet in rex.planets.items()})
    before, after = (outline(game, one, "infest", 2) for one in (seen, seen.with_system(taken)))
    assert (before != after) is asked
    assert ("000" in ask_of(can_perform(game, ["infest"], 2, None)).systems) or not asked


@pytest.mark.rule("5.2.objective-first", "1.scope.unchanged-rules")
def test_who_holds_which_planets_is_shown_where_many_of_them_would_matter() -> None:
    game = lone_carrier("104")
    pieces.put(game, "hive", "cruiser", 1, "104")
    for position in ("309", "307"):
        for planet in pieces.galaxy_of(game).systems[position].planets:
            pieces.set_control(game, position, planet, "hive")
    for position in ("315", "303"):
        pieces.put(game, "hive", "cruiser", 1, position)
    for planet in ("Arretze", "Hercant", "Kamdorn"):
        pieces.set_control(game, "316", planet, "p1")
    step = ask_of(can_perform(game, ["infest"], 2, None))
    assert not any("Nobody holds" in item.text for item in step.items)
    game.objectives = [RevealedObjective("Push Boundaries")]
    for position in ("207", "301", "305", "210"):
        for planet in pieces.galaxy_of(game).systems[position].planets:
            pieces.set_control(game, position, planet, "p1")
    step = ask_of(can_perform(game, ["infest"], 2, None))
    assert any(item.text.startswith("Nobody holds ") for item in step.items)


@pytest.mark.rule("10.pass.no-options")
def test_whether_the_hive_passes_is_asked_only_where_nothing_can_be_done_as_known() -> None:
    game = tracked_game()
    assert result_of(any_possible(game)) is True
    galaxy = pieces.galaxy_of(game)
    for position in galaxy.systems:
        pieces.take(game, "hive", "carrier", 9, position)
    assert result_of(any_possible(game)) is False


@settings(max_examples=times(16, 150), deadline=None)
@given(
    st.sampled_from(["engage", "infest"]),
    st.lists(st.tuples(st.integers(0, 36), st.sampled_from(["p1", "p2"])), max_size=6),
    st.lists(st.integers(0, 36), max_size=4),
    st.integers(0, 36),
    st.sampled_from(["p1", "p2"]),
    st.lists(st.integers(0, 36), max_size=4),
)
@example("engage", [(3, "p1"), (7, "p1")], [1], 7, "p1", [])
def test_a_system_that_is_not_asked_does_not_change_the_outcome(
    action: Any, players: list[tuple[int, Any]], carriers: list[int], changed: int, seat: Any, held: list[int]
) -> None:
    game = tracked_game()
    game.objectives = [RevealedObjective("Expand Borders")]
    galaxy = pieces.galaxy_of(game)
    positions = sorted(position for position in galaxy.systems if position.isdigit())
    for where in held:
        for planet in galaxy.systems[positions[where]].planets:
            pieces.set_control(game, positions[where], planet, "hive")
    for where, who in players:
        pieces.put(game, who, "cruiser", 1, positions[where])
    for where in carriers[:2]:
        pieces.put(game, "hive", "carrier", 1, positions[where])
    game.players["p1"].counters = 2
    seen = sight(game, galaxy)
    known = outline(game, seen, action, 2)
    asked = systems_that_matter(game, seen, lambda seen: outline(game, seen, action, 2), in_play(game, seen, [action]))
    position = positions[changed]
    there = galaxy.systems[position]
    own = any(place.units.get("hive") for place in (there, *there.planets.values()))
    if position in asked or own:
        return
    for place in (there, *there.planets.values()):
        for who in ("p1", "p2"):
            place.units.pop(who, None)  # type: ignore[call-overload]
    assert outline(game, sight(game, galaxy), action, 2) == known
    pieces.put(game, seat, "war_sun", 1, position)
    assert outline(game, sight(game, galaxy), action, 2) == known
    pieces.take(game, seat, "war_sun", 1, position)
    for planet in there.planets:
        pieces.set_control(game, position, planet, seat)
        pieces.put(game, seat, "infantry", 1, position, planet)
    assert outline(game, sight(game, galaxy), action, 2) == known


@pytest.mark.rule("15.destination.priority")
@settings(max_examples=times(6, 150), deadline=None)
@given(
    st.lists(st.integers(0, 36), max_size=4),
    st.lists(st.integers(0, 36), min_size=1, max_size=2),
    st.tuples(st.integers(0, 36), st.integers(0, 36)),
)
@example([28], [8, 25], (19, 23))
def test_two_systems_that_are_not_asked_do_not_change_the_outcome_together(
    held: list[int], carriers: list[int], came: tuple[int, int]
) -> None:
    """An objective can need both players near: each has come to a system of his own, unheard."""
    game = tracked_game()
    game.objectives = [RevealedObjective("Push Boundaries")]
    galaxy = pieces.galaxy_of(game)
    positions = sorted(position for position in galaxy.systems if position.isdigit())
    for where in held:
        for planet in galaxy.systems[positions[where]].planets:
            pieces.set_control(game, positions[where], planet, "hive")
    for where in carriers:
        pieces.put(game, "hive", "carrier", 1, positions[where])
    seen = sight(game, deepcopy(galaxy))
    known = outline(game, seen, "infest", 2)
    asked = systems_that_matter(
        game, seen, lambda seen: outline(game, seen, "infest", 2), in_play(game, seen, ["infest"])
    )
    there = [positions[where] for where in came]
    if {*there} & {*asked} or any(seen.survey.has_units(one) for one in there):
        return
    for seat, position in zip(PLAYERS, there, strict=True):
        pieces.put(game, seat, "cruiser", 1, position)
    assert outline(game, sight(game, galaxy), "infest", 2) == known


@settings(max_examples=times(16, 150), deadline=None)
@given(
    st.sampled_from(["engage", "infest"]),
    st.lists(st.tuples(st.integers(0, 36), st.sampled_from(["p1", "p2"])), min_size=1, max_size=5),
    st.lists(st.integers(0, 36), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 36), st.sampled_from(["p1", "p2"])), min_size=4, max_size=12),
)
def test_what_is_kept_of_a_galaxy_holds_for_those_that_might_be(
    action: Any, players: list[tuple[int, Any]], carriers: list[int], arrivals: list[tuple[int, Any]]
) -> None:
    game = tracked_game()
    galaxy = pieces.galaxy_of(game)
    # The first counts what the Hive has alone, the second looks around.
    game.objectives = [RevealedObjective(name) for name in ("Raise a Fleet", "Push Boundaries")]
    positions = sorted(position for position in galaxy.systems if position.isdigit())
    for where, who in players:
        pieces.put(game, who, "cruiser", 1, positions[where])
    for where in carriers:
        pieces.put(game, "hive", "carrier", 1, positions[where])
    game.players["p1"].counters = 2
    seen = sight(game, deepcopy(galaxy))
    outline(game, seen, action, 2)
    for where, who in arrivals:
        there = galaxy.systems[positions[where]]
        if any(place.units.get("hive") for place in (there, *there.planets.values())):
            continue
        pieces.put(game, who, "dreadnought", 1, positions[where])
        might_be = seen.with_system(deepcopy(there))
        assert outline(game, might_be, action, 2) == outline(game, sight(game, galaxy), action, 2)
        assert _ways(game, might_be.chart) == _ways(game, sight(game, galaxy).chart)
        pieces.take(game, who, "dreadnought", 1, positions[where])
        before = {name: planet.control for name, planet in there.planets.items()}
        for planet in before:
            pieces.set_control(game, positions[where], planet, who)
        taken = seen.with_system(deepcopy(there))
        assert outline(game, taken, action, 2) == outline(game, sight(game, galaxy), action, 2)
        for planet, owner in before.items():
            pieces.set_control(game, positions[where], planet, owner)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_system_in_which_units_of_a_player_bend_ways_is_asked_where_the_hive_would_go_elsewhere_without_them() -> (
    None
):
    """A dock of whoever has the Aerie Hololattice: the Hive does not pass it."""
    game = lone_carrier("102")
    game.owned = {"aerie_hololattice": ["p1"]}
    game.players["p1"].counters = 2
    pieces.put(game, "p1", "space_dock", 1, "203", "Thibah")
    seen = sight(game, deepcopy(pieces.galaxy_of(game)))
    known = outline(game, seen, "infest", 2)
    asked = systems_that_matter(
        game, seen, lambda seen: outline(game, seen, "infest", 2), in_play(game, seen, ["infest"])
    )
    pieces.take(game, "p1", "space_dock", 1, "203", "Thibah")
    gone = sight(game, pieces.galaxy_of(game))
    might_be = seen.with_system(pieces.galaxy_of(game).systems["203"])
    assert outline(game, might_be, "infest", 2) == outline(game, gone, "infest", 2) != known
    assert _ways(game, might_be.chart) == _ways(game, gone.chart)
    assert "203" in asked


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("faction", "unit"), [("Vuil'raith Cabal", "space_dock"), ("Ghosts of Creuss", "flagship")])
def test_ways_are_looked_at_anew_where_units_that_bend_them_come_or_go(faction: str, unit: str) -> None:
    """A dock makes a gravity rift, a flagship carries a delta wormhole."""
    game = lone_carrier("102")
    game.settings.boxes, game.settings.p1 = ["base", "pok"], PlayerSetup("Ada", faction, "blue")
    board = pieces.galaxy_of(game)
    seen = sight(game, deepcopy(board))
    pieces.put(game, "p1", unit, 1, "203", "Thibah" if unit == "space_dock" else None)
    assert seen.survey.bends_ways(board.systems["203"])
    assert "203" in in_play(game, sight(game, board), ["infest"])
    assert _ways(game, seen.with_system(deepcopy(board.systems["203"])).chart) == _ways(game, sight(game, board).chart)


def _ways(game: Game, seen: Chart) -> list[dict[str, Any]]:
    return [reachable(seen, begin, move) for begin in pieces.galaxy_of(game).systems for move in (1, 2, 3)]
