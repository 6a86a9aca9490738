"""The table's own copy: an option made of a deck, diagrams or a galaxy, kept by its text, and played with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from driving import settings
from hive.catalog.copying import check_copy, doubts, new_copy, read_copies, read_copy, stem_of, uploaded, with_patch
from hive.catalog.documents import TableError
from hive.catalog.reading import DECKS, load_rulebook, load_tables
from hive.catalog.tables import HiveMindCard
from hive.games import Games
from hive.store import Store

TABLES = load_tables()


def cards() -> list[dict[str, object]]:
    return [card.model_dump(mode="json") for card in TABLES.hive_mind.cards]


def test_a_new_copy_changes_the_name_of_the_deck_alone() -> None:
    read = read_copy(new_copy("ours", "Our box"), "ours")
    tables = check_copy(TABLES, load_rulebook(), read)
    assert tables.hive_mind.name == "Our box"
    assert tables.hive_mind.cards == TABLES.hive_mind.cards
    assert tables.played_with.ids == ["ours"]


def test_another_value_at_the_same_place_replaces_the_one_before() -> None:
    text = new_copy("ours", "Our box")
    for icons in (3, 2):
        changed = cards()
        changed[0]["icons"] = icons
        text = with_patch(read_copy(text, "ours"), "hive_mind", ["cards"], changed)
    read = read_copy(text, "ours")
    assert len(read.option.patches) == 2
    assert check_copy(TABLES, load_rulebook(), read).hive_mind.cards[0].icons == 2


def test_a_deck_of_35_cards_is_refused_with_its_line() -> None:
    text = with_patch(read_copy(new_copy("ours", "Ours"), "ours"), "hive_mind", ["cards"], cards()[:35])
    with pytest.raises(TableError, match=r"ours\.yaml:\d+: .*cards.*36"):
        check_copy(TABLES, load_rulebook(), read_copy(text, "ours"))


def test_two_equal_blocks_and_a_zone_without_systems_are_refused() -> None:
    ours = read_copy(new_copy("ours", "Ours"), "ours")
    blocks = TABLES.priorities.positive.model_dump(mode="json")["blocks"]
    twice = with_patch(ours, "priorities", ["positive", "blocks"], [*blocks, blocks[0]])
    with pytest.raises(TableError, match="stands in this diagram already"):
        check_copy(TABLES, load_rulebook(), read_copy(twice, "ours"))
    zones = TABLES.galaxy.zones.model_dump(mode="json")["zones"]
    zones[1]["slots"] += zones[0]["slots"]
    zones[0]["slots"] = []
    empty = with_patch(ours, "galaxy", ["zones", "zones"], zones)
    with pytest.raises(TableError, match="zone 1 has no systems"):
        check_copy(TABLES, load_rulebook(), read_copy(empty, "ours"))


def test_a_table_is_taken_as_a_copy_and_what_does_not_fit_is_told_at_its_line() -> None:
    text = (DECKS / "hive_mind.yaml").read_text(encoding="utf-8")
    tables = check_copy(TABLES, load_rulebook(), read_copy(uploaded(text, "deck"), "deck"))
    assert tables.hive_mind == TABLES.hive_mind
    with pytest.raises(TableError, match=r"deck\.yaml:\d+: cards\[0\]\.action: "):
        uploaded(text.replace("action: blue_arrow", "action: purple_arrow", 1), "deck")
    with pytest.raises(TableError, match="a copy holds an option"):
        uploaded((DECKS / "laws.yaml").read_text(encoding="utf-8"), "laws")
    with pytest.raises(TableError, match="not valid YAML"):
        uploaded("table: [", "broken")


def test_cards_that_hardly_any_deck_shows_are_asked_about() -> None:
    deck = list(TABLES.hive_mind.cards)
    assert doubts(deck) == []
    strange = HiveMindCard.model_validate({**cards()[4], "standard_ship": "flagship", "advanced_ship": "flagship"})
    assert doubts([*deck[:4], strange, *deck[5:]]) == [4]


@pytest.mark.parametrize(
    ("name", "stem"), [("Our box", "our_box"), ("3rd print", "copy_3rd_print"), ("***", "copy"), ("Taken", "taken_2")]
)
def test_a_copy_is_called_after_its_name(name: str, stem: str) -> None:
    assert stem_of(name, ["taken"]) == stem


def test_a_text_that_this_version_cannot_read_is_left_out() -> None:
    assert list(read_copies({"ours": new_copy("ours", "Ours"), "broken": "table: option"})) == ["ours"]


def test_a_game_keeps_its_copy_also_where_nobody_has_it(tmp_path: Path) -> None:
    here = Games(Store(tmp_path / "here.sqlite"))
    changed = cards()
    changed[0]["icons"] = 3
    here.keep_copy("ours", with_patch(read_copy(new_copy("ours", "Our box"), "ours"), "hive_mind", ["cards"], changed))
    assert "ours" in here.house.options()
    game_id = here.create("Test", replace(settings(), options=("ours",)), seed="test")
    document = here.export(game_id)
    here.delete_copy("ours")
    assert "ours" not in here.house.options() and here.copies() == {}
    there = Games(Store(tmp_path / "there.sqlite"))
    game = there.present(there.import_game(document)).session.game
    assert game.tables.hive_mind.cards[0].icons == 3
    assert game.tables.played_with.ids == ["ours"]
    assert here.present(game_id).session.game.tables.hive_mind.cards[0].icons == 3
