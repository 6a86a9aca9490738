"""An update sends only what has changed, and leaves the screen as if it had been opened anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from driving import layout, settings
from hive.catalog.reading import load_tables
from hive.engine.entries import Answer, Forward
from hive.engine.replies import CHOICE
from hive.simulate.game import Setting, simulate
from hive.web.table.shared import SHOWN
from serving import HTMX, Table, app_in
from swapping import PLACE, Screen, parts_of

ROUNDS = 1
LOOKS: tuple[dict[str, str], ...] = (
    {"tab": "now"},
    {"tab": "hive"},
    {"tab": "map"},
    {"tab": "map", "near": "000"},
    {"tab": "log"},
    {"tab": "now", "at": "000"},
)
"""What a device looks at, one after another."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


@pytest.fixture
def game_id(table: Table) -> str:
    """A game on a galaxy, at its first question; it is not alone, so that nobody accompanies it."""
    table.begin()
    return table.games.create("The galaxy", settings(), seed="test", layout=layout())


def opened(table: Table, game_id: str, **look: str) -> Any:
    return table.client.get(f"/games/{game_id}", query_string=look, headers=HTMX)


def posted(table: Table, game_id: str, path: str, headers: dict[str, str], **fields: Any) -> Any:
    data = {"csrf_token": table.token, "position": table.position(game_id), **fields}
    return table.client.post(f"/games/{game_id}/{path}", data=data, headers=headers)


def sent(response: Any) -> str:
    return str(response.get_data(as_text=True))


# --- a whole game


def test_after_every_update_of_a_game_the_screen_is_as_if_opened_anew(table: Table) -> None:
    """Steps, undo and redo, another device's entries, other tabs and systems, forms that come too late."""
    played = simulate(Setting(3, ROUNDS), load_tables(), replayed=False)
    table.begin()
    game_id = table.games.create("Simulated", played.begins.settings, played.begins.seed, played.begins.layout)
    random, screen, look = Random("updates"), Screen(opened(table, game_id)), LOOKS[0]
    saved = []
    for entry in played.log:
        for update, whole in _turn(table, game_id, entry, screen, random, look):
            screen.swap(update)
            assert screen.shows(whole), f"{entry}, {look}"
            saved.append(len(update.data) / len(whole.data))
        if random.random() < 0.2:
            look = random.choice(LOOKS)
            screen.swap(table.client.get(f"/games/{game_id}", query_string=look, headers=screen.headers))
            assert screen.shows(opened(table, game_id, **look)), look
    assert len(saved) > len(played.log) and sum(saved) / len(saved) < 0.6


def _turn(
    table: Table, game_id: str, entry: Forward, screen: Screen, random: Random, look: dict[str, str]
) -> Iterator[tuple[Any, Any]]:
    """An entry, now and then taken back and made again or made too late: each update, and the whole screen."""
    yield _entered(table, game_id, entry, screen, random, look)
    for path in ("undo", "redo") if random.random() < 0.15 else ():
        yield posted(table, game_id, path, screen.headers, **look), opened(table, game_id, **look)
    if random.random() < 0.1:
        late = {"key": "long_ago", "value": "done", "position": 0, **look}
        yield posted(table, game_id, "answer", screen.headers, **late), posted(table, game_id, "answer", HTMX, **late)


def _entered(
    table: Table, game_id: str, entry: Forward, screen: Screen, random: Random, look: dict[str, str]
) -> tuple[Any, Any]:
    """An entry by this device, or by another one, which this one hears of when it asks."""
    before = table.position(game_id)
    if isinstance(entry, Answer) and random.random() < 0.8:
        value = entry.value if isinstance(entry.value, dict) else {CHOICE: entry.value}
        numbers = {f"number.{name}": number for name, number in value.items() if name != CHOICE}
        fields = {"key": entry.key, "value": value.get(CHOICE, ""), **numbers, **look}
        update = posted(table, game_id, "answer", screen.headers, **fields)
    else:
        table.games.enter(game_id, before, entry)
        since = {"position": str(before), **look}
        update = table.client.get(f"/games/{game_id}/since", query_string=since, headers=screen.headers)
    assert update.status_code == 200
    return update, opened(table, game_id, **look)


# --- what is sent


def test_a_number_that_is_corrected_is_sent_and_what_stands_beside_it_is_kept(table: Table, game_id: str) -> None:
    screen = Screen(opened(table, game_id))
    screen.swap(posted(table, game_id, "correct", screen.headers, field="hive.trade_goods", value="7"))
    assert "nums" not in screen.kept
    assert {"top", "rest", "deck", "signs", "links", "tabs", "area-p1", "sys-000"} <= screen.kept
    assert screen.shows(opened(table, game_id))


def test_only_the_system_in_which_something_has_changed_is_sent_and_undone_as_well(table: Table, game_id: str) -> None:
    screen = Screen(opened(table, game_id))
    systems = {name for name in parts_of(screen.text) if name.startswith("sys-")}
    assert len(systems) > 30
    for path, fields in (("systems/205/tap", {"set": "205/units/p1/cruiser=2"}), ("undo", {})):
        screen.swap(posted(table, game_id, path, screen.headers, **fields))
        assert systems - screen.kept == {"sys-205"}


def test_a_page_that_says_nothing_or_comes_back_through_the_history_gets_all(table: Table, game_id: str) -> None:
    shown = Screen(opened(table, game_id)).headers
    assert PLACE.search(sent(table.client.get(f"/games/{game_id}", headers=shown)))
    without = {name: value for name, value in shown.items() if name != SHOWN}
    back = {**shown, "HX-History-Restore-Request": "true"}
    reloaded = {SHOWN: shown[SHOWN]}
    for headers in (without, back, reloaded):
        assert not PLACE.search(sent(table.client.get(f"/games/{game_id}", headers=headers)))


def test_marks_of_another_game_or_language_keep_nothing_that_differs(table: Table, game_id: str) -> None:
    other = table.games.create("Another", settings(), seed="other", layout=layout())
    screen = Screen(opened(table, other))
    update = table.client.get(f"/games/{game_id}", headers=screen.headers)
    screen.swap(update)
    assert screen.shows(opened(table, game_id))
    assert not screen.kept & {"top", "links", "tabs", "nums", "area-p1"}


def test_no_part_holds_a_token_or_a_position(table: Table, game_id: str) -> None:
    """They belong to one device and one moment; what is kept outlives both."""
    whole = opened(table, game_id)
    screen, parts = Screen(whole), parts_of(sent(whole))
    screen.swap(table.client.get(f"/games/{game_id}", headers=screen.headers))
    assert screen.kept and "csrf_token" in sent(whole)
    for name in screen.kept:
        assert "csrf_token" not in parts[name] and 'name="position"' not in parts[name], name


# --- the buttons whose form stands beside a part


def test_a_tap_on_a_letter_marks_an_objective_and_the_next_one_takes_that_back(table: Table, game_id: str) -> None:
    table.until(game_id, "player_turn")
    name = table.games.present(game_id).session.game.objectives[0].name
    for what, scored in (("scored", ["p1"]), ("unscored", [])):
        screen = Screen(opened(table, game_id))
        assert f'form="scores" name="mark" value="{what}.p1.{name}"' in screen.text
        update = posted(table, game_id, "marks", screen.headers, mark=f"{what}.p1.{name}")
        assert update.status_code == 200
        assert table.games.present(game_id).session.game.objectives[0].scored_by == scored


@pytest.mark.parametrize("mark", ["", "scored", "scored.p1", "scored.p9.Amass Wealth", "combat.p1.Amass Wealth", "..."])
def test_a_mark_that_no_button_has_is_refused_in_words(table: Table, game_id: str, mark: str) -> None:
    before = table.position(game_id)
    response = posted(table, game_id, "marks", HTMX, mark=mark)
    assert response.status_code == 422 and 'class="notice"' in sent(response)
    assert table.position(game_id) == before


def test_what_happens_beside_a_step_leaves_it_as_it_was_asked(table: Table, game_id: str) -> None:
    asked = re.compile(r'data-asked="([^"]+)"')
    before = asked.search(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    position = table.position(game_id)
    table.games.event(game_id, position, "scored", {"who": "p1", "objective": "secret"})
    after = asked.search(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    assert before and after and before[1] == after[1]
