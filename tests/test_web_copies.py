"""The pages of the table's own copy: nothing is kept that does not fit, and what is kept is played with."""

from __future__ import annotations

import html
import io
import re
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from hive.catalog.checking import DECKS
from hive.catalog.tables import CARD_FIELDS, Tables, card_words
from serving import Table, app_in

CARD = {
    **{field: word for field in CARD_FIELDS for word in card_words(field)},
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
    return re.sub(r"</?span[^>]*>", "", html.unescape(answer.get_data(as_text=True)))


def uploading(table: Table, text: str, name: str = "ours.yaml", to: str = "/copies/upload") -> TestResponse:
    data = {"csrf_token": table.token, "file": (io.BytesIO(text.encode()), name)}
    return table.client.post(to, data=data, content_type="multipart/form-data")


def test_a_card_is_entered_by_tapping_and_the_next_one_comes(table: Table) -> None:
    copy_id = begun(table)
    page = table.client.get(f"/copies/{copy_id}/cards/5").get_data(as_text=True)
    assert page.count(" checked") == len(CARD_FIELDS), "each field begins with our default"
    answer = table.post(f"/copies/{copy_id}/cards/5", **CARD)
    assert answer.headers["Location"].endswith("/cards/6")
    card = tables_of(table, copy_id).hive_mind.cards[4]
    assert (card.id, card.action, card.icons, card.initiative) == (5, "red_star", 2, (3, 4))
    last = {**CARD, "technology": "blue"}
    assert table.post(f"/copies/{copy_id}/cards/36", **last).headers["Location"].endswith("/diagrams/positive")
    one = table.post(f"/copies/{copy_id}/cards/7", **{**CARD, "technology": "green"}, then="all")
    assert one.headers["Location"] == f"/copies/{copy_id}#card-7"
    shown = text_of(table.client.get(f"/copies/{copy_id}"))
    assert "other than our default: 3" in shown and shown.count('class="mine"') == 3


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [({"icons": "9"}, "faction icons"), ({"initiative": "x"}, "initiative"), ({"action": ""}, "action symbol")],
)
def test_a_field_that_no_card_shows_is_named_and_nothing_is_kept(
    table: Table, wrong: dict[str, str], sentence: str
) -> None:
    copy_id = begun(table)
    before = table.games.store.copies()
    answer = table.post(f"/copies/{copy_id}/cards/1", **{**CARD, **wrong})
    assert answer.status_code == 422
    assert f"Tap what the card shows: {sentence}" in text_of(answer)
    assert table.games.store.copies() == before


def test_an_impossible_card_is_asked_about(table: Table) -> None:
    copy_id = begun(table)
    strange = {**CARD, "standard_ship": "flagship"}
    answer = table.post(f"/copies/{copy_id}/cards/1", **strange)
    assert answer.status_code == 422 and "Flagship on the left and on the right" in text_of(answer)
    assert table.post(f"/copies/{copy_id}/cards/1", sure="yes", **strange).status_code == 303
    assert re.search(
        "(?s)Look at these again.*Card 1</a>.*Flagship on the left and", text_of(table.client.get(f"/copies/{copy_id}"))
    )


def test_a_card_that_was_entered_before_is_asked_about(table: Table) -> None:
    copy_id = begun(table)
    table.post(f"/copies/{copy_id}/cards/1", **CARD)
    again = table.post(f"/copies/{copy_id}/cards/2", **CARD)
    assert again.status_code == 422 and "Card 1 shows the same in every field." in text_of(again)
    assert table.post(f"/copies/{copy_id}/cards/2", sure="yes", **CARD).status_code == 303


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
    table.post(to, slot="101", kind="AS1")
    kinds = tables_of(table, copy_id).galaxy.template.kinds
    assert kinds["AS1"] == ["101"] and "209" in kinds["X"]
    table.post(to, slot="209", kind="AN1")
    kinds = tables_of(table, copy_id).galaxy.template.kinds
    assert "209" in kinds["AN1"] and len(kinds["X"]) == 13
    before = table.games.store.copies()
    for odd, sentence in (
        ({"slot": "000", "zone": "1"}, "000 is the last system of zone 4"),
        ({"slot": "000", "kind": "X"}, "000 is the only place for REX"),
        ({"slot": "999", "zone": "1"}, "There is no slot 999"),
        ({"slot": "207", "zone": "7"}, "There is no zone 7"),
        ({"slot": "207", "kind": "WH2"}, "3 slots are filled from this pool, but it has 2 tiles"),
        ({"slot": "207", "kind": "x"}, "Choose the zone of 207"),
        ({"slot": "207"}, "Choose the zone of 207"),
    ):
        answer = table.post(to, **odd)
        assert answer.status_code == 422 and sentence in text_of(answer), odd
    assert table.games.store.copies() == before


NUMBERS = {
    **{f"threshold.{zone}": str(zone) for zone in (1, 2, 3, 4)},
    **{"least.0": "12", "most.0": "14", "least.1": "12", "most.1": "14"},
}


def pools_of(tables: Tables) -> dict[str, list[str]]:
    return {f"tile.{number}": pool.tiles for number, pool in enumerate(tables.galaxy.pools)}


def test_thresholds_totals_and_pools_are_entered_on_one_page(table: Table) -> None:
    copy_id = begun(table)
    to = f"/copies/{copy_id}/pools"
    ours = pools_of(tables_of(table, copy_id))
    assert table.client.get(to).get_data(as_text=True).count(" checked") == sum(map(len, ours.values()))
    kept = table.games.store.copies()
    assert table.post(to, **NUMBERS, **ours).status_code == 303
    assert tables_of(table, copy_id).galaxy == table.games.house.tables().galaxy
    assert "our default" in text_of(table.client.get(f"/copies/{copy_id}")).rsplit("Pools and thresholds", 1)[1]
    changed = {**NUMBERS, **ours, "threshold.4": "5", "most.1": "13", "tile.4": ["39", "40"], "more.4": "79, 113"}
    changed["tile.6"] = [tile for tile in ours["tile.6"] if tile not in ("79", "113")]
    assert table.post(to, **changed).headers["Location"] == f"/copies/{copy_id}"
    galaxy = tables_of(table, copy_id).galaxy
    assert [zone.threshold for zone in galaxy.zones.zones] == [1, 2, 3, 5]
    assert galaxy.planet_counts.counts[1].maximum == 13 and not galaxy.planet_counts.default_of_ours
    assert galaxy.pools[4].tiles == ["39", "40", "79", "113"]
    assert kept != table.games.store.copies()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"threshold.2": "0"}, "Zone 2 (orange): enter a whole number from 1 to 9."),
        ({"threshold.2": "many"}, "enter a whole number from"),
        ({"most.0": "100"}, "enter a whole number from 0 to 99."),
        ({"least.0": "15"}, "Zones 2 and 3 together: at least 15 and at most 14 planets"),
        ({"tile.4": ["39"]}, "WH2: the template has 2 places for this pool, and it holds 1 tile."),
        ({"more.4": "999"}, "WH2: there is no tile 999."),
        ({"more.4": "25"}, "Tile 25 lies in two pools: WH1, ION and WH2."),
    ],
)
def test_a_number_or_a_tile_that_does_not_fit_is_named_and_nothing_is_kept(
    table: Table, wrong: dict[str, Any], sentence: str
) -> None:
    copy_id = begun(table)
    before = table.games.store.copies()
    answer = table.post(f"/copies/{copy_id}/pools", **{**NUMBERS, **pools_of(tables_of(table, copy_id)), **wrong})
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert table.games.store.copies() == before


def test_a_copy_goes_to_friends_as_one_file(table: Table, tmp_path: Path) -> None:
    copy_id = begun(table)
    table.post(f"/copies/{copy_id}/cards/1", **CARD)
    file = table.client.get(f"/copies/{copy_id}/export.yaml").get_data(as_text=True)
    friend = Table(app_in(tmp_path / "friend"))
    answer = uploading(friend, file, "whatever it is called.yaml")
    assert answer.headers["Location"] == "/copies/our_box"
    assert friend.games.house.tables(["our_box"]).hive_mind == tables_of(table, copy_id).hive_mind
    assert uploading(friend, file).headers["Location"] == "/copies/our_box", "the same file again is the same copy"


def test_a_friends_copy_of_the_same_name_comes_beside_ours(table: Table, tmp_path: Path) -> None:
    copy_id = begun(table)
    file = table.client.get(f"/copies/{copy_id}/export.yaml").get_data(as_text=True)
    table.post(f"/copies/{copy_id}/cards/1", **CARD)
    mine = table.games.store.copies()[copy_id]
    assert uploading(table, file).headers["Location"] == "/copies/our_box_2"
    assert table.games.store.copies()[copy_id] == mine
    assert "Our box (2)" in text_of(table.client.get("/copies"))
    assert tables_of(table, "our_box_2").hive_mind.cards == table.games.house.tables().hive_mind.cards


def test_an_edited_file_takes_the_place_of_the_copy_and_a_table_of_its_part(table: Table) -> None:
    copy_id = begun(table)
    table.post(f"/copies/{copy_id}/galaxy", slot="207", zone="2")
    file = table.client.get(f"/copies/{copy_id}/export.yaml").get_data(as_text=True)
    to = f"/copies/{copy_id}/upload"
    deck = (DECKS / "hive_mind.yaml").read_text(encoding="utf-8").replace("icons: 1", "icons: 3", 1)
    assert uploading(table, deck, to=to).headers["Location"] == f"/copies/{copy_id}"
    tables = tables_of(table, copy_id)
    assert tables.hive_mind.cards[0].icons == 3 and tables.galaxy.zones.of_slot["207"].zone == 2
    edited = file.replace("Our box", "Our other box")
    assert uploading(table, edited, to=to).status_code == 303
    assert tables_of(table, copy_id).hive_mind.name == "Our other box"
    before = table.games.store.copies()
    for wrong, sentence in (
        (deck.replace("icons: 2", "icons: 9", 1), r"ours\.yaml:\d+: cards\[3\]\.icons"),
        (file.replace("zone: 2", "zone: 1", 1), r"ours\.yaml:\d+: .*zone"),
        ("table: agendas", "a copy holds an option"),
    ):
        answer = uploading(table, wrong, to=to)
        assert answer.status_code == 422
        assert "Nothing was kept" in text_of(answer) and re.search(sentence, text_of(answer)), sentence
    assert table.client.post(to, data={"csrf_token": table.token}).status_code == 422
    assert table.games.store.copies() == before


@pytest.mark.parametrize(
    ("table_name", "old", "new", "sentence"),
    [
        ("priorities", "keep: most_planets", "keep: spawning_system", "stands in this diagram already"),
        ("galaxy", 'slots: ["000"]', "slots: []", "zone 4 has no systems"),
        ("damage", "unit: carrier}", "unit: cruiser}", "stands in this diagram already"),
    ],
)
def test_two_equal_blocks_or_a_zone_without_systems_stand_at_the_line_of_the_file(
    table: Table, table_name: str, old: str, new: str, sentence: str
) -> None:
    text = (DECKS / f"{table_name}.yaml").read_text(encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    answer = uploading(table, text.replace(old, new, 1))
    assert answer.status_code == 422
    assert re.search(rf"ours\.yaml:{line}: .*{sentence}", text_of(answer))
    assert table.games.store.copies() == {}


def test_a_table_is_uploaded_and_errors_stand_at_their_lines(table: Table) -> None:
    text = (DECKS / "hive_mind.yaml").read_text(encoding="utf-8")
    assert uploading(table, text, "printed.yaml").headers["Location"] == "/copies/printed"
    kept = table.games.store.copies()
    short = re.sub(r"  - \{id: 36,.*?\}\n", "", text, flags=re.S)
    for wrong, sentence in ((short, "36"), (text.replace("icons: 1", "icons: 9", 1), "icons"), ("[", "YAML")):
        answer = uploading(table, wrong)
        assert answer.status_code == 422
        assert re.search(rf"ours\.yaml:\d+: .*{sentence}", text_of(answer)), sentence
    assert table.games.store.copies() == kept


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
    assert table.games.store.copies() == {}


def test_two_copies_of_a_name_are_two(table: Table) -> None:
    begun(table)
    assert table.post("/copies", name="Our box").headers["Location"] == "/copies/our_box_2/cards/1"
    ticked = re.findall(r'name="options" value="(our_box\w*)" checked', text_of(table.client.get("/new")))
    assert ticked == ["our_box_2"], "a new game takes the one that was kept last"
    table.post("/copies/our_box/galaxy", slot="207", zone="2")
    ticked = re.findall(r'name="options" value="(our_box\w*)" checked', text_of(table.client.get("/new")))
    assert ticked == ["our_box"]
    for path in (
        "/copies",
        "/copies/our_box",
        "/copies/our_box/pools",
        "/copies/our_box/galaxy?slot=207",
        "/copies/our_box/cards/40",
    ):
        assert table.client.get(path).status_code in (200, 303), path
