"""The players' side: the panel of a player's turn, the page of events, and events that the table plays anyway."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from driving import fresh_session, layout, settings
from hive.engine.entries import Event
from hive.engine.errors import Forbidden, Refused
from hive.engine.session import Session
from hive.fields import OneOf
from hive.rules.events.doings import events_of
from hive.rules.events.kinds import stands_against
from hive.steps import Ask
from hive.web.steps.scene import PLAYERS_PANEL
from serving import Table, app_in, without_spans


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def text(response: TestResponse) -> str:
    return response.get_data(as_text=True)


def quick(page: str) -> list[str]:
    """The words of the events that are one tap away, in their order."""
    panel = page.split('<div class="quick">', 1)[1].split("</div>", 1)[0]
    return re.findall(r">([^<>\n]+)</(?:button|a)>", panel)


def on_a_players_turn(table: Table) -> str:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    return game_id


def set_to(table: Table, game_id: str, field: str, value: object) -> None:
    table.games.correct(game_id, table.position(game_id), field, value)


# --- the panel


def test_the_panel_of_a_players_turn_says_what_players_do_most_often_first(table: Table) -> None:
    game_id = on_a_players_turn(table)
    set_to(table, game_id, "hive.action_cards", 3)
    assert quick(text(table.client.get(f"/games/{game_id}"))) == [
        "We activate a system with Hive units",
        "We took a planet of the Hive",
        "We lost a planet to the Hive",
        "We took Mecatol Rex",
        "A ship of ours sustained damage",
        "We played an action card",
        "Deal with the Hive",
        "A Hive planet is exhausted",
        "We scored",
        "Hits in space",
        "Hits on the ground",
        "Something else happened",
    ]


def test_what_cannot_happen_now_is_not_in_the_panel_and_says_why_on_the_page(table: Table) -> None:
    game_id = on_a_players_turn(table)
    seat = table.games.present(game_id).session.game.active
    set_to(table, game_id, f"players.{seat}.counters", 3)
    assert "Deal with the Hive" not in quick(text(table.client.get(f"/games/{game_id}")))
    page = text(table.client.get(f"/games/{game_id}/events"))
    assert "has 3 aggression counters; a transaction with the Hive needs fewer than 3." in without_spans(page)


def test_a_plain_turn_of_a_player_costs_one_tap(table: Table) -> None:
    game_id = on_a_players_turn(table)
    active = table.games.present(game_id).session.game.active
    table.post(f"/games/{game_id}/answer", position=table.position(game_id), key="player_turn", value="done")
    assert table.games.present(game_id).session.game.active != active


@pytest.mark.parametrize("tracked", [False, True])
def test_every_event_of_the_panel_starts_its_procedure_from_there(table: Table, tracked: bool) -> None:
    game_id = table.games.create("Test", settings(), seed="test", layout=layout() if tracked else None)
    table.until(game_id, "player_turn")
    page, forms = text(table.client.get(f"/games/{game_id}")), text(table.client.get(f"/games/{game_id}/events"))
    game = table.games.present(game_id).session.game
    for name in PLAYERS_PANEL:
        event = events_of(game).get(name)
        if event is None or stands_against(game, event)[0] or (tracked and name == "support"):
            assert f"events/{name}" not in page and f"events#{name}" not in page
        elif event.fields(game):
            # Where it happens is tapped on the map.
            at_a_place = tracked and name in ("hits_space", "hits_ground")
            assert (f'href="/games/{game_id}/events/{name}"' if at_a_place else f'events#{name}"') in page
            assert f'<form id="{name}"' in forms
        else:
            assert f'action="/games/{game_id}/events/{name}"' in page


@pytest.mark.rule("25.interference.when", "25.interference.option-negative")
@pytest.mark.parametrize("tracked", [False, True])
def test_interference_is_one_tap_away_where_the_hive_announces_its_action(table: Table, tracked: bool) -> None:
    """Only there can players turn the Hive away."""
    game_id = table.games.create("Test", settings(), seed="test", layout=layout() if tracked else None)
    table.until(game_id, "tactical_action")
    assert "Deal with the Hive: interference" in quick(text(table.client.get(f"/games/{game_id}")))
    table.games.event(game_id, table.position(game_id), "interference", {"who": "p1"})
    table.until(game_id, "interference")
    step = table.games.present(game_id).session.pending
    assert isinstance(step, Ask) and "negative" in [choice.value for choice in step.choices]


# --- where it happens, on the map


@pytest.fixture
def on_a_galaxy(table: Table) -> str:
    game_id = table.games.create("Test", settings(), seed="test", layout=layout())
    table.until(game_id, "player_turn")
    return game_id


def ringed(page: str) -> set[str]:
    """The systems that the map rings."""
    return set(re.findall(r'<a href="[^"]*\?at=(\w+)" class="sys l-(?:ring|here)', page))


def test_where_an_event_happens_is_tapped_on_the_map(table: Table, on_a_galaxy: str) -> None:
    game = table.games.present(on_a_galaxy).session.game
    (field, *_) = events_of(game)["hits_space"].fields(game)
    assert isinstance(field, OneOf)
    places = {choice.value for choice in field.choices}
    address = f"/games/{on_a_galaxy}/events/hits_space"
    page = text(table.client.get(address))
    assert ringed(page) == places and "Tap a ringed system on the map." in page
    here = min(places)
    page = text(table.client.get(f"{address}?at={here}"))
    assert f'value="{here}" checked required' in page
    answered = table.post(address, position=table.position(on_a_galaxy), where=here, hits="1")
    assert answered.status_code == 303


def test_a_tapped_place_where_an_event_cannot_happen_says_where_it_can(table: Table, on_a_galaxy: str) -> None:
    page = text(table.client.get(f"/games/{on_a_galaxy}/events/hits_space?at=101"))
    assert "This is no answer here. One of these is, ringed on the map:" in page
    assert " checked" not in page.split('id="event"')[1]


def test_of_several_places_in_a_system_one_is_chosen(table: Table, on_a_galaxy: str) -> None:
    page = text(table.client.get(f"/games/{on_a_galaxy}/events/units_lost?at=310"))
    form = page.split('id="event"')[1].split("<details")[0]
    found = re.findall(r'name="where" value="([^"]*)"( checked)?', form)
    assert {where.partition("/")[0] for where, _ in found} == {"310"} and len(found) > 1
    assert not any(checked for _, checked in found)


def test_a_ship_that_has_sustained_damage_is_tapped_on_the_map_and_others_stay_in_the_list(
    table: Table, on_a_galaxy: str
) -> None:
    table.games.correct(on_a_galaxy, table.position(on_a_galaxy), "hive.action_cards", "1")
    table.games.board(on_a_galaxy, table.position(on_a_galaxy), {"101/units/p1/dreadnought": "1"})
    page = text(table.client.get(f"/games/{on_a_galaxy}/events/sustained?at=101"))
    assert ringed(page) == {"101"} and 'name="ship" value="101.p1.dreadnought" checked' in page
    assert 'value="p1.ship"' in page.split("<details")[1]


@pytest.mark.parametrize("name", ["secret", "nothing"])
def test_an_event_that_happens_at_no_place_is_among_all_events(table: Table, on_a_galaxy: str, name: str) -> None:
    response = table.client.get(f"/games/{on_a_galaxy}/events/{name}?at=101")
    assert response.status_code == 303 and response.location == f"/games/{on_a_galaxy}/events#{name}"


# --- playing it anyway


def three_counters(table: Table) -> str:
    """A player's turn, in which that player may not begin a transaction."""
    game_id = on_a_players_turn(table)
    set_to(table, game_id, f"players.{table.games.present(game_id).session.game.active}.counters", 3)
    return game_id


@pytest.mark.parametrize("htmx", [False, True])
def test_what_a_rule_forbids_is_refused_with_the_reason_and_one_tap_to_play_it_anyway(table: Table, htmx: bool) -> None:
    game_id = three_counters(table)
    before, position = table.games.present(game_id).session.game, table.position(game_id)
    seat = before.active
    refused = table.post(f"/games/{game_id}/events/arms_transaction", htmx=htmx, position=position, who=seat)
    assert refused.status_code == 422
    assert "has 3 aggression counters" in text(refused)
    assert table.games.present(game_id).session.game == before
    form = text(refused).split('<div class="notice"', 1)[1].split("</form>", 1)[0]
    assert f'action="/games/{game_id}/events/arms_transaction"' in form
    posted = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert posted.pop("csrf_token")
    assert posted == {"position": str(position), "who": seat, "forced": "yes"}
    played = table.post(f"/games/{game_id}/events/arms_transaction", htmx=htmx, **posted)
    assert played.status_code == (200 if htmx else 303)
    present = table.games.present(game_id)
    assert present.session.game.players[seat].traded  # type: ignore[index]
    assert (
        present.lines[0]["said"]
        == f"Deal with the Hive: arms ({present.session.game.name(seat)}), by the table's decision"
    )
    entry = table.games.lines(game_id, None, 1)[0]
    assert entry.data == {"name": "arms_transaction", "args": {"who": seat}, "forced": True}


def test_a_forced_event_survives_replay_export_and_import(table: Table) -> None:
    game_id = three_counters(table)
    seat = table.games.present(game_id).session.game.active
    table.games.event(game_id, table.position(game_id), "arms_transaction", {"who": seat}, forced=True)
    before = table.games.present(game_id)
    table.games.forget(game_id)
    assert table.games.present(game_id).session == before.session
    copied = table.games.import_game(table.games.store.export_game(game_id))
    assert table.games.present(copied).session.game == before.session.game


def test_the_page_of_events_lets_the_table_play_anyway_what_only_a_rule_forbids(table: Table) -> None:
    page = text(table.client.get(f"/games/{three_counters(table)}/events"))
    arms = page.split('id="arms_transaction"', 1)[1].split("</form>", 1)[0]
    assert 'name="forced" value="yes">We play it anyway' in arms


def test_what_cannot_work_at_all_stays_refused(table: Table) -> None:
    game_id = on_a_players_turn(table)
    for fields in ({}, {"forced": "yes"}):
        position = table.position(game_id)
        refused = table.post(f"/games/{game_id}/events/note_back", position=position, note="p1.alliance", **fields)
        assert refused.status_code == 422
        assert "Every promissory note lies with its owner." in text(refused)
        assert "We play it anyway" not in text(refused)
        assert table.position(game_id) == position


def started(session: Session, name: str, forced: bool = False, **args: object) -> None:
    session.apply(Event(name, args, forced))


def test_a_choice_that_a_rule_bars_can_be_forced() -> None:
    session = fresh_session()
    session.game.phase, session.game.active = "action", "hive"
    session.game.players["p1"].traded = True
    with pytest.raises(Forbidden, match="has begun a transaction with the Hive in this round"):
        started(session, "interference", who="p1")
    started(session, "interference", who="p1", forced=True)
    assert session.pending is not None


def test_more_units_lost_than_were_there_are_refused_and_forced_take_all_that_were_there() -> None:
    session = fresh_session()
    there = session.game.hive.units["cruiser"]
    with pytest.raises(Forbidden, match=f"{there + 2} are more than the {there} that the app knows of"):
        started(session, "units_lost", cruiser=there + 2)
    started(session, "units_lost", cruiser=there + 2, forced=True)
    assert session.game.hive.units["cruiser"] == 0


def test_an_unknown_argument_is_no_matter_of_force() -> None:
    session = fresh_session()
    with pytest.raises(Refused) as refused:
        started(session, "combat", who="everybody", forced=True)
    assert not isinstance(refused.value, Forbidden)
