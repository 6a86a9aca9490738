"""The advanced pages are left out one by one: when a game begins, and later."""

from __future__ import annotations

from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from driving import fresh_session
from hive.catalog.reading import load_events
from hive.catalog.tables import ADVANCED_PAGES, AdvancedPage
from hive.engine.entries import Correct, Event
from hive.engine.errors import Refused
from hive.rules.events.doings import events_of
from hive.rules.options import PAGES, played
from serving import Table, app_in

EACH = pytest.mark.parametrize("page", ADVANCED_PAGES)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def text(response: TestResponse) -> str:
    return response.get_data(as_text=True)


def begun(table: Table, **fields: str) -> list[AdvancedPage]:
    """The advanced pages of a game that a form has begun."""
    response = table.post("/new", p1_name="Ada", p2_name="Ben", galaxy="none", **fields)
    assert response.status_code == 303
    return table.games.present(response.location.rsplit("/", 1)[1]).session.game.settings.advanced


@pytest.mark.rule("32.complexity.optional-pages")
def test_all_of_them_are_played_unless_somebody_says_otherwise(table: Table) -> None:
    assert begun(table) == list(ADVANCED_PAGES)
    form = text(table.client.get("/new"))
    assert "<details" in form and "all are played" in form
    for page, (name, number) in PAGES.items():
        assert f'name="advanced_{page}" value="yes" checked' in form
        assert f"{name} <small>page {number}</small>" in form


@EACH
@pytest.mark.rule("32.complexity.optional-pages")
def test_each_of_them_can_be_left_out_by_itself_when_a_game_begins(table: Table, page: AdvancedPage) -> None:
    assert begun(table, **{f"advanced_{page}": "no"}) == [one for one in ADVANCED_PAGES if one != page]


@pytest.mark.rule("32.complexity.optional-pages")
def test_what_is_left_out_is_carried_through_the_set_up_of_the_galaxy(table: Table) -> None:
    response = table.post("/new", p1_name="Ada", p2_name="Ben", galaxy="random", advanced_exploration="no")
    page = text(table.client.get(response.location))
    assert '<input type="hidden" name="advanced_exploration" value="no">' in page
    assert "advanced_stratagems" not in page
    back = text(table.client.get("/new?p1_name=Ada&advanced_exploration=no"))
    assert 'name="advanced_exploration" value="no" checked' in back
    assert "some are left out" in back


def test_a_choice_that_there_is_not_is_refused(table: Table) -> None:
    response = table.post("/new", p1_name="Ada", p2_name="Ben", galaxy="none", advanced_exploration="perhaps")
    assert response.status_code == 422
    assert "Choose one of the options shown." in text(response)


@EACH
@pytest.mark.rule("32.complexity.optional-pages")
def test_each_of_them_can_be_left_out_and_taken_up_again_later(page: AdvancedPage) -> None:
    session = fresh_session()
    session.apply(Correct(f"settings.advanced.{page}", "no"))
    assert [one for one in ADVANCED_PAGES if not played(session.game, one)] == [page]
    session.apply(Correct(f"settings.advanced.{page}", "no"))
    session.apply(Correct(f"settings.advanced.{page}", "yes"))
    session.apply(Correct(f"settings.advanced.{page}", "yes"))
    assert sorted(session.game.settings.advanced) == sorted(ADVANCED_PAGES)
    with pytest.raises(Refused, match="choose one of Left out, Played"):
        session.apply(Correct(f"settings.advanced.{page}", "perhaps"))


@EACH
@pytest.mark.rule("32.complexity.optional-pages")
def test_the_events_of_a_page_that_is_left_out_are_no_events_of_the_game(page: AdvancedPage) -> None:
    session = fresh_session()
    with_it = set(events_of(session.game))
    session.game.settings.advanced.remove(page)
    gone = with_it - set(events_of(session.game))
    assert gone == {row.event for row in load_events().events if row.page == page}
    for name in gone:
        with pytest.raises(Refused, match="There is no such event"):
            session.apply(Event(name, {}, forced=True))
            session = fresh_session()


def test_the_switches_stand_under_corrections(table: Table) -> None:
    game_id = table.begin()
    page = text(table.client.get(f"/games/{game_id}/corrections"))
    assert '<section class="panel" aria-label="Advanced pages">' in page
    table.post(
        f"/games/{game_id}/correct",
        position=table.position(game_id),
        field="settings.advanced.arms_transactions",
        value="no",
    )
    present = table.games.present(game_id)
    assert not played(present.session.game, "arms_transactions")
    said = present.lines[0]["said"]
    assert said == "Corrected Advanced pages, Arms transactions (page 26): Played to Left out"
