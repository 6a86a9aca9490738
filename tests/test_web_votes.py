"""The screens of an agenda: how the Hive judges it, and one tally of all votes, with scripts and without."""

from __future__ import annotations

import re

import pytest

from serving import Table, app_in
from test_web_laws import in_the_agenda_phase


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(app_in(tmp_path_factory.mktemp("votes")))


def page_after(table: Table, *answers: tuple[str, str]) -> tuple[str, str]:
    game_id = in_the_agenda_phase(table)
    for key, value in answers:
        table.games.answer(game_id, table.position(game_id), key, value)
    return game_id, table.client.get(f"/games/{game_id}").get_data(as_text=True)


@pytest.mark.rule("29.outcome.penalties")
def test_the_hive_shows_what_each_outcome_comes_to_and_the_tests_in_their_order(table: Table) -> None:
    _, page = page_after(table, ("agenda", "Fleet Regulations"))
    assert "For costs you two 2 lasting limits, and it nothing." in re.sub(r"<[^>]*>", "", page)
    assert [words in page for words in ("no: 0 to 0", "yes: 2 to 0")] == [True, True]
    assert 'class="balances"' in page and 'id="go"' in page
    assert re.search(r'value="for"[^>]*><span>Its votes first', page)


@pytest.mark.rule("29.outcome.rewards")
def test_what_only_the_table_knows_is_asked_by_what_it_turns(table: Table) -> None:
    game_id, page = page_after(table, ("agenda", "Economic Equality"))
    assert "How many trade goods have you two together?" in page
    assert all(f'name="value" value="{value}"' in page for value in ("for", "against", "quash"))
    table.games.answer(game_id, table.position(game_id), "hive_votes", "against")
    assert "votes AGAINST" in table.client.get(f"/games/{game_id}").get_data(as_text=True)


@pytest.mark.rule("29.votes.total")
def test_votes_that_are_entered_say_what_wins_and_count(table: Table) -> None:
    game_id, page = page_after(table, ("agenda", "Fleet Regulations"), ("hive_votes", "for"))
    go = re.search(r'value="counted"[^>]*id="go"[^>]*><span>(.*?)</span>', page)
    assert go is not None and "For wins" in go[1]
    assert page.count("For wins") == page.count("Against wins") == 1
    token = table.token
    asked = re.search(r'name="asked" value="(\d+)"', page)
    assert asked is not None
    share = {"key": "voted", "asked": asked[1], "number.p1.against": "50", "was.number.p1.against": "0"}
    to = re.search(r'data-numbers="([^"]+)"', page)
    assert to is not None
    table.client.post(to[1], data={"csrf_token": token, **share})
    page = table.client.get(f"/games/{game_id}").get_data(as_text=True)
    go = re.search(r'value="counted"[^>]*id="go"[^>]*><span>(.*?)</span>', page)
    assert go is not None and "Against wins" in go[1]
    assert page.count("For wins") == page.count("Against wins") == 1
    fields = {"number.p1.against": "50", "number.p1.for": "0", "number.p2.against": "0", "number.p2.for": "0"}
    data = {"csrf_token": token, "position": str(table.position(game_id)), "key": "voted", "value": "counted", **fields}
    shares = re.search(r'name="shares" value="(\d+)"', page)
    assert shares is not None
    table.client.post(f"/games/{game_id}/answer", data={**data, "asked": asked[1], "shares": shares[1]})
    assert table.games.present(game_id).session.game.laws == []
    assert table.games.present(game_id).session.game.stage == "1"
