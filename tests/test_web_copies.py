"""The pages of the table's own copy: nothing is kept that does not fit, and what is kept is played with."""

from __future__ import annotations

import html
import io
import re
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from hive.catalog.reading import DECKS
from hive.catalog.tables import Tables
from serving import Table, app_in

CARD = {
    "action": "red_star",
    "choice": "true",
    "icons": "2",
    "initiative": "3,4",
    "standard_ship": "cruiser",
    "advanced_ship": "flagship",
    "spawning_system": "aux1",
    "technology": "red",
    "promissory_note": "ceasefire",
}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def begun(table: Table) -> str:
    answer = table.post("/copies", name="Our box")
    assert answer.headers["Location"] == "/copies/our_box/cards/1"
    return "our_box"


def tables_of(table: Table, copy_id: str) -> Tables:
    return table.games.house.tables([copy_id])


def text_of(answer: TestResponse) -> str:
    return html.unescape(answer.get_data(as_text=True))


def uploading(table: Table, text: str, name: str = "ours.yaml") -> TestResponse:
    data = {"csrf_token": table.token, "file": (io.BytesIO(text.encode()), name)}
    return table.client.post("/copies/upload", data=data, content_type="multipart/form-data")


def test_a_card_is_entered_by_tapping_and_the_next_one_comes(table: Table) -> None:
    copy_id = begun(table)
    page = table.client.get(f"/copies/{copy_id}/cards/5").get_data(as_text=True)
    assert page.count(" checked") == 9, "each field begins with our default"
    answer = table.post(f"/copies/{copy_id}/cards/5", **CARD)
    assert answer.headers["Location"].endswith("/cards/6")
    card = tables_of(table, copy_id).hive_mind.cards[4]
    assert (card.id, card.action, card.icons, card.initiative) == (5, "red_star", 2, (3, 4))
    assert table.post(f"/copies/{copy_id}/cards/36", **CARD).headers["Location"] == f"/copies/{copy_id}"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [({"icons": "9"}, "faction icons"), ({"initiative": "x"}, "initiative"), ({"action": ""}, "action symbol")],
)
def test_a_field_that_no_card_shows_is_named_and_nothing_is_kept(
    table: Table, wrong: dict[str, str], sentence: str
) -> None:
    copy_id = begun(table)
    before = table.games.copies()
    answer = table.post(f"/copies/{copy_id}/cards/1", **{**CARD, **wrong})
    assert answer.status_code == 422
    assert f"Tap what the card shows: {sentence}" in text_of(answer)
    assert table.games.copies() == before


def test_an_impossible_card_is_asked_about(table: Table) -> None:
    copy_id = begun(table)
    strange = {**CARD, "standard_ship": "flagship"}
    answer = table.post(f"/copies/{copy_id}/cards/1", **strange)
    assert answer.status_code == 422 and "Flagship on the left and on the right" in text_of(answer)
    assert table.post(f"/copies/{copy_id}/cards/1", sure="yes", **strange).status_code == 303
    assert "they show the same ship twice" in text_of(table.client.get(f"/copies/{copy_id}"))


def test_blocks_of_a_diagram_are_moved_taken_out_and_added(table: Table) -> None:
    copy_id = begun(table)
    to = f"/copies/{copy_id}/diagrams/positive"
    table.post(to, change="up:most_planets")
    table.post(to, change="out:spawning_system")
    blocks = [block.keep for block in tables_of(table, copy_id).priorities.positive.blocks]
    assert blocks[:2] == ["completes_objective", "most_planets"] and "spawning_system" not in blocks
    table.post(to, change="add:", block="spawning_system")
    diagram = tables_of(table, copy_id).priorities.positive
    assert diagram.blocks[-1].keep == "spawning_system" and not diagram.default_of_ours
    assert table.post(to, change="add:", block="spawning_system").status_code == 422


def test_the_order_of_damage_is_changed_and_loses_no_block(table: Table) -> None:
    copy_id = begun(table)
    to = f"/copies/{copy_id}/diagrams/ground"
    table.post(to, change="down:sustain.mech")
    blocks = tables_of(table, copy_id).damage.ground.blocks
    assert [(block.action, block.unit) for block in blocks][:2] == [("destroy", "infantry"), ("sustain", "mech")]
    assert table.post(to, change="out:destroy.mech").status_code == 422


def test_slots_get_another_zone_or_change_places_but_no_zone_is_emptied(table: Table) -> None:
    copy_id = begun(table)
    to = f"/copies/{copy_id}/galaxy"
    table.post(to, slot="207", zone="2")
    galaxy = tables_of(table, copy_id).galaxy
    assert "207" in next(zone for zone in galaxy.zones.zones if zone.zone == 2).slots
    table.post(to, slot="209", other="101")
    kinds = tables_of(table, copy_id).galaxy.template.kinds
    assert kinds["AS1"] == ["101"] and "209" in kinds["X"]
    last = table.post(to, slot="000", zone="1")
    assert last.status_code == 422 and "000 is the last system of zone 4" in text_of(last)
    for odd in ({"slot": "999", "zone": "1"}, {"slot": "207"}, {"slot": "207", "other": "x"}):
        assert table.post(to, **odd).status_code == 422


def test_a_copy_goes_to_friends_as_one_file(table: Table, tmp_path: Path) -> None:
    copy_id = begun(table)
    table.post(f"/copies/{copy_id}/cards/1", **CARD)
    file = table.client.get(f"/copies/{copy_id}/export.yaml").get_data(as_text=True)
    friend = Table(app_in(tmp_path / "friend"))
    answer = uploading(friend, file, "whatever it is called.yaml")
    assert answer.headers["Location"] == "/copies/our_box"
    assert friend.games.house.tables(["our_box"]).hive_mind == tables_of(table, copy_id).hive_mind


def test_a_table_is_uploaded_and_errors_stand_at_their_lines(table: Table) -> None:
    text = (DECKS / "hive_mind.yaml").read_text(encoding="utf-8")
    assert uploading(table, text, "printed.yaml").headers["Location"] == "/copies/printed"
    kept = table.games.copies()
    short = re.sub(r"  - \{id: 36,.*?\}\n", "", text, flags=re.S)
    for wrong, sentence in ((short, "36"), (text.replace("icons: 1", "icons: 9", 1), "icons"), ("[", "YAML")):
        answer = uploading(table, wrong)
        assert answer.status_code == 422
        assert re.search(rf"ours\.yaml:\d+: .*{sentence}", text_of(answer)), sentence
    assert table.games.copies() == kept


def test_a_new_game_takes_the_copy_unless_the_table_says_no(table: Table) -> None:
    copy_id = begun(table)
    ticked = re.compile(rf'name="options" value="{copy_id}" checked')
    assert ticked.search(table.client.get("/new").get_data(as_text=True))
    assert not ticked.search(table.client.get("/new?p1_name=Ada").get_data(as_text=True))
    answer = table.post("/new", galaxy="none", p1_name="Ada", p2_name="Ben", options=copy_id)
    game_id = answer.headers["Location"].rsplit("/", 1)[1]
    assert table.games.present(game_id).session.game.tables.hive_mind.name == "Our box"
    table.post(f"/copies/{copy_id}/delete")
    assert table.client.get(f"/copies/{copy_id}").status_code == 404
    assert table.client.get(f"/games/{game_id}").status_code == 200


@pytest.mark.parametrize("name", ["", " ", "x" * 61])
def test_a_copy_needs_a_name(table: Table, name: str) -> None:
    assert table.post("/copies", name=name).status_code == 422
    assert table.games.copies() == {}


def test_two_copies_of_a_name_are_two(table: Table) -> None:
    begun(table)
    assert table.post("/copies", name="Our box").headers["Location"] == "/copies/our_box_2/cards/1"
    for path in ("/copies", "/copies/our_box", "/copies/our_box/galaxy?slot=207", "/copies/our_box/cards/40"):
        assert table.client.get(path).status_code in (200, 303), path
