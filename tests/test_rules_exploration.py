"""What the Hive finds on planets and frontier tokens, beside the scenarios of page 23."""

from __future__ import annotations

import json
from pathlib import Path

import hypothesis
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from day import times
from driving import expected_answer, fresh_game, fresh_session
from hive import keys
from hive.board import pieces
from hive.board.edits import editables
from hive.catalog.reading import load_tables, tables_from_json, tables_to_json
from hive.catalog.tables import Fragment
from hive.engine.entries import Answer
from hive.engine.errors import Refused
from hive.engine.facts import correct, correctables
from hive.engine.session import Session
from hive.model.galaxy import TokenPlaced
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.rules.combat.fight import Fight
from hive.rules.combat.invasion import control_lines, take_control
from hive.rules.events.doings import events_of
from hive.rules.events.kinds import all_events
from hive.rules.exploration.exploring import (
    FRAGMENTS,
    explore_frontier,
    explore_planet,
    frontier_reminder,
    gain_fragment,
    lose_fragment,
)
from hive.steps import Ask, kind_of
from hive.web.table.hive import hive_view
from placing import answer, game_with, happen, lines, run, session_with, there
from tracked_sides import tracked_board

QUANN = ("204", "Quann")
EMPTY = "314"
OF_EXPLORATION = {"explore_planet", "explore_frontier", "fragment", "relic"}


def values(step: Ask) -> list[str]:
    return [choice.value for choice in step.choices]


def hold(game: Game, place: tuple[str, str] = QUANN) -> None:
    pieces.set_control(game, *place, "hive")


# --- fragments and relics


@pytest.mark.rule("23.fragment.keep", "23.fragment.four-alike", "23.fragment.two-each", "23.relic.victory-point")
@given(gained=st.lists(st.sampled_from(FRAGMENTS), max_size=40), lost=st.lists(st.sampled_from(FRAGMENTS), max_size=8))
def test_fragments_are_kept_lost_or_purged_and_no_set_is_left(gained: list[Fragment], lost: list[Fragment]) -> None:
    game = fresh_game()
    gone = dict.fromkeys(FRAGMENTS, 0)
    for number, kind in enumerate(gained):
        gain_fragment(game, kind)
        if number < len(lost):
            gone[lost[number]] += lose_fragment(game, lost[number])
    held = {kind: game.hive.fragments.get(kind, 0) for kind in FRAGMENTS}
    purged = {kind: gained.count(kind) - gone[kind] - held[kind] for kind in FRAGMENTS}
    assert min(*held.values(), *purged.values()) >= 0
    assert purged["unknown"] == 0
    planetary = [kind for kind in FRAGMENTS if kind != "unknown"]
    assert all(held[kind] < 4 for kind in planetary) and any(held[kind] < 2 for kind in planetary)
    # As many relics as sets: some of 4 alike, the others of 2 each.
    assert any(
        all((purged[kind] - 2 * mixed) % 4 == 0 and purged[kind] >= 2 * mixed for kind in planetary)
        and sum(purged.values()) == 6 * mixed + 4 * (game.hive.relics - mixed)
        for mixed in range(game.hive.relics + 1)
    )
    assert game.hive.victory_points == (1 if game.hive.relics else 0)
    assert broken_laws(game) == []


@pytest.mark.rule("23.fragment.four-alike")
def test_several_fragments_at_once_bring_a_relic_for_each_set() -> None:
    game = fresh_game()
    texts = [line.text for line in gain_fragment(game, "hazardous", 9)]
    assert (game.hive.fragments["hazardous"], game.hive.relics, game.hive.victory_points) == (1, 2, 1)
    assert [text for text in texts if text.startswith("Purge")] == ["Purge relic fragments: 4 hazardous."] * 2


def test_no_fragment_is_lost_that_is_not_there() -> None:
    game = fresh_game()
    assert lose_fragment(game, "cultural", 2) == 0
    gain_fragment(game, "cultural")
    assert lose_fragment(game, "cultural", 2) == 1
    assert game.hive.fragments["cultural"] == 0


@pytest.mark.parametrize("field", ["fragments", "relics"])
def test_a_negative_number_breaks_a_law(field: str) -> None:
    game = fresh_game()
    setattr(game.hive, field, {"cultural": -1} if field == "fragments" else -1)
    assert broken_laws(game) == ["There can be no negative number of relic fragments or relics."]


def test_fragments_and_relics_can_be_corrected_also_beyond_the_cards_that_there_are() -> None:
    game = fresh_game()
    correct(game, "hive.fragments.industrial", 5)
    correct(game, "hive.relics", 1)
    correct(game, "hive.relic_scored", "yes")
    assert (game.hive.fragments, game.hive.relics, game.hive.relic_scored) == ({"industrial": 5}, 1, True)
    correct(game, "hive.fragments.industrial", 6)
    assert game.hive.fragments == {"industrial": 6}
    with pytest.raises(Refused, match="1000 is not from 0 to 999"):
        correct(game, "hive.fragments.industrial", 1000)


@pytest.mark.rule("23.relic.face-down", "23.fragment.keep")
def test_the_play_area_shows_fragments_and_relics() -> None:
    game = fresh_game()
    gain_fragment(game, "cultural", 5)
    shown = {number.label: number.value for number in hive_view(game).rest.relics}
    assert shown == {
        "Cultural fragments": 1,
        "Hazardous fragments": 0,
        "Industrial fragments": 0,
        "Unknown fragments": 0,
        "Relics": 1,
    }


# --- what can be drawn


@pytest.mark.rule("23.draw")
def test_the_cards_of_the_deck_come_by_name_with_a_tap_for_all_others() -> None:
    game = game_with()
    hold(game)
    _, (asked,) = run(game, explore_planet(game, QUANN), ["nothing"])
    attachments = ["Dyson Sphere", "Paradise World", "Tomb of Emphidia"]
    assert values(asked) == ["Cultural Relic Fragment", *attachments, "Gamma Wormhole", "other", "nothing"]
    assert asked.systems == ("204",) and kind_of(asked) == "ask"
    assert asked.choices[1].note == "+2 resources and +1 influence"


@pytest.mark.rule("23.draw")
def test_what_lies_on_the_board_is_not_drawn_again() -> None:
    game = game_with(h314={"cruiser": 1})
    hold(game)
    pieces.attach(game, "301", "Atlas", "dyson_sphere")
    pieces.lay_token(game, "302", TokenPlaced("mirage"))
    pieces.set_frontier(game, EMPTY, True)
    _, (planet,) = run(game, explore_planet(game, QUANN), ["nothing"])
    _, (frontier,) = run(game, explore_frontier(game, EMPTY), ["nothing"])
    assert "Dyson Sphere" not in values(planet) and "Paradise World" in values(planet)
    assert "Mirage" not in values(frontier) and "Gamma Relay" in values(frontier)


@pytest.mark.rule("23.trigger.planet", "23.draw")
def test_the_question_follows_the_board_that_is_mended_under_it() -> None:
    game = game_with()
    hold(game)

    def mended() -> None:
        pieces.attach(game, "301", "Atlas", "paradise_world")

    _, asked = run(game, explore_planet(game, QUANN), [mended, "Dyson Sphere"])
    assert ["Paradise World" in values(ask) for ask in asked] == [True, False]
    assert pieces.galaxy_of(game).systems["204"].planets["Quann"].attachments == ["dyson_sphere"]


@pytest.mark.rule("23.trigger.planet")
def test_nothing_happens_where_somebody_controlled_the_planet_after_all() -> None:
    game = game_with(h314={"cruiser": 1})
    hold(game)
    pieces.set_frontier(game, EMPTY, True)
    before = vars(game.hive).copy()
    run(game, explore_planet(game, QUANN), ["nothing"])
    run(game, explore_frontier(game, EMPTY), ["nothing"])
    assert vars(game.hive) == before and pieces.galaxy_of(game).systems[EMPTY].frontier


@pytest.mark.reading("Q130")
@pytest.mark.rule("23.trigger.planet")
def test_a_planet_without_a_trait_is_not_explored() -> None:
    game = game_with()
    _, asked = run(game, explore_planet(game, ("000", "Mecatol Rex")))
    assert asked == []


@pytest.mark.rule("23.trigger.frontier")
@pytest.mark.parametrize(("ships", "frontier"), [({}, True), ({"h314": {"fighter": 1}}, False)])
def test_without_a_ship_or_a_token_there_is_nothing_to_explore(
    ships: dict[str, dict[str, int]], frontier: bool
) -> None:
    game = game_with(**ships)
    pieces.set_frontier(game, EMPTY, frontier)
    assert run(game, explore_frontier(game, EMPTY))[1] == []


@pytest.mark.rule("23.other.cultural")
def test_a_planet_of_a_spawning_system_replenishes_as_such() -> None:
    game = game_with()
    run(game, explore_planet(game, ("205", "Primor")), ["other"])
    assert (game.hive.stockpile.resources, game.hive.stockpile.influence) == (2, 2)


# --- where it comes in


@pytest.mark.rule("23.trigger.planet")
def test_what_the_battle_has_not_told_yet_comes_before_the_exploration() -> None:
    game = game_with(h204={"carrier": 1})
    fight = Fight(tracked_board(game), "204", [], "hive")
    fight.tell(*control_lines(fight, "Quann"))
    _, (asked,) = run(game, take_control(fight, "Quann"), ["nothing"])
    assert lines(asked) == ["The Hive takes Quann."]
    assert fight.untold == [] and fight.taken == ["Quann"]


@pytest.mark.rule("23.other.hazardous", "21.cleanup.infantry")
def test_infantry_beyond_four_leaves_at_the_end_of_the_turn() -> None:
    session = session_with()
    place = ("103", "Vefut II")
    hold(session.game, place)
    pieces.put(session.game, "hive", "infantry", 4, *place)
    happen(session, "explore_planet")
    answer(session, "103/Vefut II")
    answer(session, "other")
    assert there(session.game, *place) == {"infantry": 5}
    answer(session, "done")
    while session.pending is not None and session.pending.key != "cleanup":
        answer(session, "done")
    assert there(session.game, *place) == {"infantry": 4}


@pytest.mark.rule("23.trigger.frontier")
def test_of_several_frontier_tokens_the_table_says_which() -> None:
    session = session_with(h314={"cruiser": 1}, h302={"cruiser": 1})
    for position in (EMPTY, "302", "306"):
        pieces.set_frontier(session.game, position, True)
    assert values(happen(session, "explore_frontier")) == ["302", EMPTY]
    assert answer(session, "302").key == "exploration"


def test_a_frontier_token_cannot_be_explored_without_a_hive_ship() -> None:
    game = game_with()
    pieces.set_frontier(game, EMPTY, True)
    assert all_events()["explore_frontier"].impossible(game) == "No Hive ship stands with a frontier token."
    assert all_events()["explore_frontier"].impossible(fresh_game()) == ""


def test_only_fragments_and_relics_that_are_there_can_be_lost() -> None:
    game = fresh_game()
    (field,) = all_events()["fragment"].fields(game)
    assert [choice.value for choice in field.choices] == [f"gain.{kind}" for kind in FRAGMENTS]
    gain_fragment(game, "unknown")
    (field,) = all_events()["fragment"].fields(game)
    assert field.choices[-1].value == "lose.unknown"
    assert [choice.value for choice in all_events()["relic"].fields(game)[0].choices] == ["gain"]


def test_a_lost_fragment_and_a_lost_relic_are_told() -> None:
    session = fresh_session()
    session.game.hive.fragments["cultural"], session.game.hive.relics = 2, 1
    for event, args in (("fragment", {"fragment": "lose.cultural"}), ("relic", {"change": "lose"})):
        told = happen(session, event, **args)
        assert told.confirm == "done" and told.items[0].text.startswith("Take 1 ")
        answer(session, "done")
    assert (session.game.hive.fragments["cultural"], session.game.hive.relics) == (1, 0)


def test_a_page_that_is_not_played_has_no_events_numbers_or_reminders() -> None:
    game = fresh_game()
    assert set(events_of(game)) >= OF_EXPLORATION and frontier_reminder(game)
    assert "hive.relics" in [row.field for row in correctables(game)]
    game.settings.advanced.remove("exploration")
    assert not set(events_of(game)) & OF_EXPLORATION and not frontier_reminder(game)
    assert "hive.relics" not in [row.field for row in correctables(game)]
    assert hive_view(game).rest.relics == ()


@pytest.mark.rule("23.trigger.frontier")
def test_without_a_galaxy_a_tactical_action_lists_only_what_hands_do() -> None:
    session = fresh_session(seed="a")
    while (step := session.pending) is not None and step.key != keys.TACTICAL_ACTION:
        session.apply(Answer(step.key, expected_answer(session.game, step)))
    assert isinstance(step, Ask)
    asides = [str(line.text) for line in step.items if line.aside]
    assert any("frontier token" in text for text in asides)
    assert len(step.items) - len(asides) <= 5


@pytest.mark.rule("23.trigger.planet")
def test_without_a_galaxy_the_planet_of_a_spawning_system_is_not_asked_about() -> None:
    session = fresh_session()
    session.game.hive.spawning_planets["aux1"] = 0
    waiting = session.pending
    happen(session, "planet_gained")
    answer(session, "aux1")
    assert session.pending == waiting


# --- tables and the board


def test_a_game_that_was_begun_before_there_were_exploration_cards_gets_ours() -> None:
    stored = json.loads(tables_to_json(load_tables()))
    del stored["exploration"]
    assert tables_from_json(json.dumps(stored)) == load_tables()


BY_KIND = {
    "Cultural Relic Fragment": {"kind": "relic_fragment", "fragment": "cultural"},
    "Dyson Sphere": {"kind": "attachment_resources_influence", "attachment": "dyson_sphere"},
    "Biotic Research Facility": {"kind": "attachment_tech_specialty", "attachment": "biotic_research_facility"},
    "Gamma Relay": {"kind": "gamma_wormhole", "token": "gamma_wormhole"},
    "Mirage": {"kind": "mirage", "token": "mirage"},
    "Ion Storm": {"kind": "ion_storm"},
    "Freelancers": {"kind": "other"},
    "Core Mine": {"kind": "other"},
    "Local Fabricators": {"kind": "other"},
    "Lost Crew": {"kind": "other"},
}
"""What cards said before their rows said what they do."""


def test_a_game_whose_cards_had_a_kind_goes_on_with_what_it_meant() -> None:
    stored = json.loads(tables_to_json(load_tables()))
    cards = stored["exploration"]["cards"]
    for card in cards:
        if card["name"] in BY_KIND:
            del card["rule"], card["does"]
            card |= {"fragment": None, "attachment": None, "token": None} | BY_KIND[card["name"]]
    stored["raised"] = 6
    assert sum("kind" in card for card in cards) == len(BY_KIND)
    assert tables_from_json(json.dumps(stored)) == load_tables()


def test_a_house_copy_whose_cards_have_a_kind_does_what_it_meant(tmp_path: Path) -> None:
    rows = [{"name": name, "deck": "frontier", "count": 2, "box": "pok"} | kind for name, kind in BY_KIND.items()]
    (tmp_path / "exploration.yaml").write_text(yaml.safe_dump({"table": "exploration", "cards": rows}))
    cards = {card.name: card for card in load_tables(house=tmp_path).exploration.cards}
    ours = {card.name: card for card in load_tables().exploration.cards}
    assert [cards[name].does for name in ("Mirage", "Lost Crew")] == [
        ours[name].does for name in ("Mirage", "Lost Crew")
    ]


def test_each_deck_has_twenty_cards() -> None:
    cards = load_tables().exploration.cards
    decks = {deck: sum(card.count for card in cards if card.deck == deck) for deck in {card.deck for card in cards}}
    assert decks == dict.fromkeys(("cultural", "hazardous", "industrial", "frontier"), 20)


@hypothesis.settings(max_examples=times(16, 150))
@pytest.mark.rule("23.draw")
@given(picks=st.lists(st.integers(0, 40), min_size=1, max_size=12))
def test_whatever_is_drawn_the_laws_hold_and_the_board_can_be_mended(picks: list[int]) -> None:
    game = game_with(h314={"cruiser": 1}, h302={"cruiser": 1})
    for name in (QUANN, ("103", "Vefut II"), ("203", "Thibah")):
        hold(game, name)
    pieces.set_frontier(game, EMPTY, True)
    game.phase, game.stage, game.active = "action", "", "p1"
    session = Session(game)
    session.settle()
    for number, pick in enumerate(picks):
        event = ("explore_planet", "explore_frontier")[number % 2]
        if all_events()[event].impossible(game):
            continue
        happen(session, event)
        while session.pending is not None and session.pending.key != "player_turn":
            step = session.pending
            answer(session, values(step)[pick % len(step.choices)] if isinstance(step, Ask) else "done")
            assert broken_laws(game) == []
    for position in pieces.galaxy_of(game).systems:
        assert editables(game, position)
