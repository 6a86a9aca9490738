"""Options on the pages: chosen in a new game, carried to its galaxy, named on the table."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from hive.catalog.options import FOLDER
from hive.catalog.reading import load_headings, load_options, load_rulebook
from hive.catalog.tables import GALACTIC_EVENTS
from hive.web.setup.page import option_groups
from serving import Table, app_in, without_spans

NAMES: dict[str, Any] = {"p1_name": "Ada", "p2_name": "Ben"}
CHOSEN = ["ignore_nebulae", "mecatol_rex_20"]
HOUSE = """\
table: option
option: richer
name: A richer Hive
group: Ours
rule: 1.setup.bank
changes: The Hive begins with 9 resources.
excludes: [mecatol_rex_20]
patches:
  - {table: figures, path: [start_resources, value], set: 9}
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def posted(table: Table, path: str = "/new", **fields: Any) -> Any:
    return table.client.post(path, data={"csrf_token": table.token, **NAMES, **fields})


def text(page: Any) -> str:
    return unescape(page.get_data(as_text=True))


def test_a_new_game_offers_every_option_with_what_it_changes(table: Table) -> None:
    page = text(table.client.get("/new"))
    for read in load_options().values():
        assert f"<b>{read.option.name}</b> <small>{read.option.changes}" in page
        assert f'name="options" value="{read.option.option}">' in page
    headings = re.findall(r"<h3>(.*?)</h3>", page)
    assert headings == [one for one in load_headings().options if one != "Your copy"]
    assert "For Thunder's Edge." in page


def test_a_new_option_leaves_the_headings_in_their_order() -> None:
    """Its rule stands on the first page, before those of all others, and one has a heading of its own."""
    options = dict(load_options())
    event = next(read for read in options.values() if read.option.group == GALACTIC_EVENTS)
    for key, group in (("early", GALACTIC_EVENTS), ("own", "Our evenings")):
        changed = event.option.model_copy(update={"option": key, "group": group, "rule": "1.setup.deck"})
        options[key] = replace(event, option=changed)
    found = option_groups(options, load_headings().options, load_rulebook())
    standard = option_groups(load_options(), load_headings().options, load_rulebook())
    assert [group for group, _ in found] == [*(group for group, _ in standard), "Our evenings"]
    assert found[-2][1][0].option == "early"


def test_a_game_without_a_galaxy_begins_with_the_chosen_options(table: Table) -> None:
    begun = posted(table, galaxy="none", options=["mecatol_rex_20", "ignore_nebulae"])
    game = table.games.present(begun.location.rsplit("/", 1)[1]).session.game
    assert game.settings.options == tuple(CHOSEN)
    assert game.tables.figures.mecatol_rex_influence.value == 20
    page = text(table.client.get(begun.location))
    for name in ("The Hive ignores nebulae", "Mecatol Rex at 20 influence"):
        assert re.search(rf'Played with: .*<a href="/rules/32\.[^"]*" title="[^"]*">{name}</a>', page)


def test_a_game_without_options_says_nothing_of_them(table: Table) -> None:
    begun = posted(table, galaxy="none")
    assert "Played with" not in text(table.client.get(begun.location))


def test_the_options_are_carried_on_to_the_galaxy(table: Table) -> None:
    to = posted(table, options=CHOSEN)
    assert to.status_code == 303
    page = text(table.client.get(to.location))
    assert all(f'<input type="hidden" name="options" value="{option}">' in page for option in CHOSEN)
    fields = {name: value for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page)}
    begun = posted(table, "/new/galaxy", seed=fields["seed"], options=CHOSEN)
    game = table.games.present(begun.location.rsplit("/", 1)[1]).session.game
    assert (game.settings.options, game.tables.units.ignored_anomalies) == (tuple(CHOSEN), ["nebula"])


def test_how_a_game_is_played_stands_on_a_page_with_the_words_of_each_option(table: Table) -> None:
    begun = posted(table, galaxy="none", options=["mecatol_rex_20", "age_of_commerce"], boxes=["te"])
    assert f'href="{begun.location}/played"' in text(table.client.get(begun.location))
    page = text(table.client.get(f"{begun.location}/played"))
    for name in ("mecatol_rex_20", "age_of_commerce"):
        option = load_options()[name].option
        assert option.name in page and option.changes in page
    assert "Age of Commerce: a player and the ally trade without being neighbors" in without_spans(page)
    without = posted(table, galaxy="none")
    assert "None: the rules are those of pages 1 to 31." in text(table.client.get(f"{without.location}/played"))


def test_a_galactic_event_is_drawn_at_random_among_those_that_fit(table: Table) -> None:
    events = {name for name, read in load_options().items() if read.option.group == "Galactic events"}
    assert 'formaction="/new/event"' in text(table.client.get("/new"))
    drawn: list[str] = []
    for _ in range(3):
        to = posted(table, "/new/event", boxes=["te"], options=["mecatol_rex_20", *drawn])
        assert to.status_code == 303
        page = text(table.client.get(to.location))
        chosen = re.findall(r'name="options" value="(\w+)" checked', page)
        assert "mecatol_rex_20" in chosen and 'value="te" checked' in page and 'value="Ada"' in page
        assert {*drawn} < {*chosen} & events
        drawn = [one for one in chosen if one in events]
    assert len(drawn) == 3


def test_no_galactic_event_is_drawn_where_none_fits(table: Table) -> None:
    page = posted(table, "/new/event")
    assert page.status_code == 422
    assert "No other galactic event fits what you have chosen" in text(page)


def test_an_option_that_is_not_there_begins_no_game(table: Table) -> None:
    page = posted(table, galaxy="none", options=["mecatol_rex_21"])
    assert (page.status_code, table.games.store.games()) == (422, [])
    assert "No option is called “mecatol_rex_21”. Did you mean 'mecatol_rex_20'?" in text(page)


def test_an_option_of_a_box_that_is_not_there_begins_no_game(table: Table) -> None:
    page = posted(table, galaxy="none", options=["ignore_entropic_scars"])
    assert (page.status_code, table.games.store.games()) == (422, [])
    assert "“The Hive ignores entropic scars” needs Thunder's Edge among the boxes on the table." in text(page)
    assert '<details class="panel fold" id="options" open>' in text(page)
    assert 'value="ignore_entropic_scars" checked>' in text(page)
    assert posted(table, galaxy="none", options=["ignore_entropic_scars"], boxes=["te"]).status_code == 303


def test_options_that_exclude_each_other_are_refused_by_their_names(table: Table) -> None:
    folder = table.games.house.folder
    assert folder is not None
    (folder / FOLDER).mkdir(parents=True)
    (folder / FOLDER / "richer.yaml").write_text(HOUSE, encoding="utf-8")
    page = posted(table, galaxy="none", options=["richer", "mecatol_rex_20"])
    assert (page.status_code, table.games.store.games()) == (422, [])
    assert "“A richer Hive” and “Mecatol Rex at 20 influence” do not go together: choose one of them." in text(page)
    assert "<h3>Ours</h3>" in text(page)
    begun = posted(table, galaxy="none", options=["richer"])
    assert table.games.present(begun.location.rsplit("/", 1)[1]).session.game.hive.bank.resources == 9


def test_a_broken_option_of_the_house_is_named_with_its_line(table: Table) -> None:
    folder = table.games.house.folder
    assert folder is not None
    (folder / FOLDER).mkdir(parents=True)
    (folder / FOLDER / "richer.yaml").write_text(HOUSE.replace("patches:", "patchs:"), encoding="utf-8")
    page = re.sub("<[^>]*>", "", text(table.client.get("/new")))
    assert "richer.yaml:8: patchs: no field is called 'patchs'. Did you mean 'patches'?" in page


def test_the_box_of_thunders_edge_says_that_its_rules_are_an_option(table: Table) -> None:
    form = table.client.get("/new").get_data(as_text=True)
    assert form.count("tiles and factions; its rules are an option") == 1
