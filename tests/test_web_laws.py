"""The agenda phase and the laws on the pages: by real forms, with and without htmx. Rules: page 29."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from serving import Table, app_in, without_spans


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def page_of(table: Table, game_id: str, tab: str = "now") -> str:
    found: str = table.client.get(f"/games/{game_id}?tab={tab}").get_data(as_text=True)
    return found


def laws_of(page: str) -> str:
    """The panel of laws on a page; empty without one."""
    found = re.search(r'<section id="laws" class="panel laws.*?</section>', page, re.DOTALL)
    return without_spans(found.group(0)) if found else ""


def enact(table: Table, game_id: str, law: str, who: str) -> None:
    table.games.event(game_id, table.position(game_id), "law_enacted", {"law": law, "who": who})


def in_the_agenda_phase(table: Table) -> str:
    """A game whose first round is over, with the agenda phase unlocked."""
    game_id = table.begin()
    table.until(game_id, "player_turn")
    table.games.event(game_id, table.position(game_id), "custodians", {})
    for field in ("hive.passed", "players.p1.passed", "players.p2.passed"):
        table.games.correct(game_id, table.position(game_id), field, "yes")
    table.until(game_id, "agenda")
    return game_id


def test_without_laws_there_is_no_panel(table: Table) -> None:
    game_id = table.begin()
    assert laws_of(page_of(table, game_id)) == ""


@pytest.mark.rule("29.elected-laws")
def test_laws_are_kept_in_sight_with_what_the_hive_does_about_them(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    enact(table, game_id, "Minister of War", "hive")
    enact(table, game_id, "Minister of Policy", "p1")
    for tab in ("now", "hive", "players"):
        panel = laws_of(page_of(table, game_id, tab))
        assert "The Hive resolves it at the next opportunity: after its owner has performed an action." in panel
        assert '<li class="law comes-up of-hive">' in panel
        assert '<li class="law">' in panel
        assert "29.elected-laws" in panel


def test_a_law_leads_to_its_correction(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "player_turn")
    enact(table, game_id, "Minister of War", "hive")
    link = re.search(r'href="([^"#]+)#([^"]+)"><b>Minister of War', laws_of(page_of(table, game_id)))
    assert link is not None
    corrections = table.client.get(link.group(1)).get_data(as_text=True)
    assert f'id="{link.group(2)}"' in corrections
    table.games.correct(game_id, table.position(game_id), "laws.Minister of War", "repealed")
    assert laws_of(page_of(table, game_id)) == ""


@pytest.mark.parametrize("htmx", [True, False])
def test_two_agendas_are_played_by_forms_alone(table: Table, htmx: bool) -> None:
    game_id = in_the_agenda_phase(table)
    page = page_of(table, game_id)
    assert "Agenda 1: which one is revealed?" in page and "Search" in page
    answers = [
        *(("agenda", "Fleet Regulations"), ("hive_votes", "for"), ("voted", "for")),
        *(("agenda", "Mutiny"), ("hive_votes", "quash"), ("voted", "quash"), ("agenda_end", "done")),
    ]
    for key, value in answers:
        position = table.position(game_id)
        response = table.post(f"/games/{game_id}/answer", htmx=htmx, position=position, key=key, value=value)
        assert response.status_code == (200 if htmx else 303), response.get_data(as_text=True)
    game = table.games.present(game_id).session.game
    assert [law.name for law in game.laws] == ["Fleet Regulations"]
    assert game.round == 2
    assert "It changes nothing for the Hive: it has no fleet pool." in laws_of(page_of(table, game_id, "players"))


def test_the_votes_are_told_with_their_cards_and_reasons(table: Table) -> None:
    game_id = in_the_agenda_phase(table)
    for key, value in (("agenda", "Mutiny"), ("hive_votes", "for")):
        table.games.answer(game_id, table.position(game_id), key, value)
    page = page_of(table, game_id)
    assert re.search(r"votes FOR: \d+ votes?", page)
    assert "multiplier" in page and "Influence cards" in page
