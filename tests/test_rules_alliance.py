"""What only allies do, and what only some factions bring. Rules: pages 30 and 31."""

from __future__ import annotations

from typing import Any

import pytest

from driving import expected_answer, fresh_game, fresh_session, layout
from hive.board import pieces
from hive.engine.entries import Answer, Event
from hive.engine.errors import Forbidden, Refused
from hive.engine.session import Session
from hive.model.game import Game
from hive.rules.events.doings import events_of
from hive.rules.events.kinds import all_events
from hive.rules.options import reminders_for
from hive.rules.setup.set_up import lines_of

REX = "000/Mecatol Rex"


@pytest.fixture
def game() -> Game:
    """A galaxy in which Ada controls Mecatol Rex, and nobody has units there."""
    game = fresh_game(galaxy=layout())
    pieces.set_control(game, "000", "Mecatol Rex", "p1")
    return game


def handed(game: Game) -> dict[str, str]:
    """The planets that can be handed over, and to whom."""
    return {choice.value: choice.label for choice in all_events()["exchange_planets"].fields(game)[0].choices}


@pytest.mark.rule("31.control.exchange-planets")
@pytest.mark.parametrize("unit", ["infantry", "mech", "pds", "space_dock"])
def test_a_planet_can_be_handed_over_where_the_ally_has_a_ground_force_or_a_structure(game: Game, unit: str) -> None:
    pieces.put(game, "p2", unit, 1, "000", "Mecatol Rex")
    assert handed(game) == {REX: "Mecatol Rex, tile 18"}
    assert all_events()["exchange_planets"].impossible(game) == ""


@pytest.mark.rule("31.control.exchange-planets")
def test_no_planet_is_handed_over_where_the_ally_has_nothing(game: Game) -> None:
    pieces.put(game, "p1", "infantry", 2, "000", "Mecatol Rex")
    pieces.put(game, "p2", "cruiser", 1, "000")
    assert handed(game) == {}
    reason = "No planet of one of you holds a ground force or a structure of the other."
    assert all_events()["exchange_planets"].impossible(game) == reason


@pytest.mark.rule("31.control.exchange-planets")
def test_a_planet_of_the_hive_is_not_handed_over(game: Game) -> None:
    pieces.set_control(game, "000", "Mecatol Rex", "hive")
    pieces.put(game, "p2", "infantry", 1, "000", "Mecatol Rex")
    assert handed(game) == {}


@pytest.mark.reminder("31.control.exchange-state")
def test_a_planet_that_is_handed_over_stays_as_it_is_with_and_without_a_galaxy() -> None:
    for galaxy, args in ((None, {}), (layout(), {"planet": REX})):
        session = fresh_session(galaxy=galaxy)
        if galaxy is not None:
            pieces.set_control(session.game, "000", "Mecatol Rex", "p1")
            pieces.put(session.game, "p2", "infantry", 1, "000", "Mecatol Rex")
        session.apply(Event("exchange_planets", args))
        assert session.pending is not None
        lines = reminders_for(session.game, session.pending)
        assert [line.rule for line in lines] == ["31.control.exchange-state"]


# --- attrition and maneuver warfare


def on_the_turn_of(side: Any) -> Session:
    session = fresh_session()
    session.game.phase, session.game.active = "action", side
    return session


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("attrition", marks=pytest.mark.rule("31.attrition.start")),
        pytest.param("maneuver", marks=pytest.mark.rule("31.maneuver.start")),
    ],
)
def test_both_can_be_said_once_the_turn_has_passed_but_not_in_another_phase(name: str) -> None:
    for side in ("hive", "p2"):
        session = on_the_turn_of(side)
        session.apply(Event(name, {}))
        assert session.pending is not None and session.pending.key == name
    session = fresh_session()
    session.game.phase = "strategy"
    with pytest.raises(Forbidden, match="Warfare together belongs to a player's tactical action"):
        session.apply(Event(name, {}))
    session = fresh_session()
    session.game.phase = "strategy"
    session.apply(Event(name, {}, forced=True))
    assert session.pending is not None and session.pending.key == name


@pytest.mark.rule("31.attrition.reward")
def test_attrition_warfare_against_an_empty_deck_finds_nothing_even_if_the_table_insists() -> None:
    session = on_the_turn_of("p1")
    session.game.deck.discard = session.game.deck.cards
    session.game.deck.primary, session.game.deck.secondary = [], []
    with pytest.raises(Forbidden, match="The Hive Mind deck is depleted"):
        session.apply(Event("attrition", {}))
    cards = list(session.game.deck.discard)
    session.apply(Event("attrition", {}, forced=True))
    session.apply(Answer("attrition", "won"))
    assert session.game.deck.cards == cards


@pytest.mark.rule("31.maneuver.reward")
def test_maneuver_warfare_finds_nothing_where_the_hive_holds_no_secret_objective() -> None:
    session = on_the_turn_of("p1")
    session.game.hive.secrets = 0
    with pytest.raises(Forbidden, match="The Hive holds no secret objectives"):
        session.apply(Event("maneuver", {}))
    session.apply(Event("maneuver", {}, forced=True))
    session.apply(Answer("maneuver", "won"))
    assert session.game.hive.secrets == 0


# --- factions


@pytest.mark.parametrize(
    ("faction", "name"),
    [
        pytest.param("Council Keleres", "influence_spent", marks=pytest.mark.rule("30.ability.keleres")),
        pytest.param("Mentak Coalition", "pillaged", marks=pytest.mark.rule("30.ability.mentak")),
        pytest.param("Yssaril Tribes", "hands_seen", marks=pytest.mark.rule("30.ability.yssaril-look")),
    ],
)
def test_an_event_of_a_faction_is_known_only_where_somebody_plays_it(faction: str, name: str) -> None:
    session = fresh_session()
    assert name not in events_of(session.game)
    with pytest.raises(Refused, match="There is no such event"):
        session.apply(Event(name, {}, forced=True))
    for seat in ("p1", "p2"):
        game = fresh_game()
        getattr(game.settings, seat).faction = faction
        assert name in events_of(game)


@pytest.mark.rule("30.ability.mentak")
def test_the_mentak_find_only_what_there_is() -> None:
    game = fresh_game()
    game.settings.p1.faction = "Mentak Coalition"
    assert all_events()["pillaged"].impossible(game) == "The Hive has no trade goods and no commodities."
    game.hive.stockpile.trade_goods = 1
    assert [choice.value for choice in all_events()["pillaged"].fields(game)[0].choices] == ["stockpile"]


@pytest.mark.rule("30.ability.mentak")
@pytest.mark.parametrize(("faction", "asked"), [("Mentak Coalition", True), ("Winnu", False)])
def test_goods_of_a_strategy_card_are_pillaged_before_the_game_goes_on(faction: str, asked: bool) -> None:
    game = fresh_game()
    game.settings.p1.faction = faction
    game.phase, game.stage, game.speaker = "strategy", "pick", "hive"
    for card in game.strategy_cards.values():
        card.trade_goods = 3
    session = Session(game)
    session.settle()
    assert session.pending is not None
    session.apply(Answer(session.pending.key, "done"))
    assert session.pending is not None
    assert (session.pending.key == "pillage") is asked
    if asked:
        session.apply(Answer("pillage", "funds"))
        session.apply(Answer("pillaged", "done"))
        assert game.hive.trade_goods == 2 and session.pending.key == "player_picks"


@pytest.mark.rule("30.ability.mentak")
def test_a_transaction_brings_the_mentak_as_well_and_each_gain_once() -> None:
    game = fresh_game()
    game.settings.p2.faction = "Mentak Coalition"
    game.hive.trade_goods = 5
    game.phase, game.active = "action", "p1"
    session = Session(game)
    session.settle()
    session.apply(Event("arms_transaction", {"who": "p1"}))
    asked = []
    while session.pending is not None and session.pending.key != "player_turn":
        asked.append(session.pending.key)
        session.apply(Answer(session.pending.key, expected_answer(game, session.pending)))
    assert asked.count("pillage") == 1 and not game.hive.goods_came


@pytest.mark.rule("30.ability.yssaril-agent")
@pytest.mark.parametrize(("faction", "told"), [("Yssaril Tribes", True), ("Winnu", False), ("", False)])
def test_the_set_up_tells_of_the_agent_only_where_the_yssaril_play(faction: str, told: bool) -> None:
    game = fresh_game()
    game.settings.p2.faction = faction
    rules = [line.rule for group in game.tables.setup.groups for line in lines_of(game, group.items)]
    assert ("30.ability.yssaril-agent" in rules) == told
