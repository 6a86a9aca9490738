"""The table's own copy: an option made of a deck, diagrams or a galaxy, kept by its text, and played with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from driving import settings
from hive.catalog.checking import DECKS
from hive.catalog.copying import (
    called,
    check_copy,
    new_copy,
    option_id,
    read_copies,
    read_copy,
    stem_of,
    uploaded,
    with_file,
    with_patch,
)
from hive.catalog.documents import TableError
from hive.catalog.reading import load_rulebook, load_tables
from hive.games.service import Games
from hive.store import Store

TABLES = load_tables()


def cards() -> list[dict[str, object]]:
    return [card.model_dump(mode="json") for card in TABLES.hive_mind.cards]


def brought(text: str, stem: str) -> str:
    return uploaded(text, stem, TABLES, load_rulebook())


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
    tables = check_copy(TABLES, load_rulebook(), read_copy(brought(text, "deck"), "deck"))
    assert tables.hive_mind == TABLES.hive_mind
    with pytest.raises(TableError, match=r"deck\.yaml:\d+: cards\[0\]\.action: "):
        brought(text.replace("action: blue_arrow", "action: purple_arrow", 1), "deck")
    with pytest.raises(TableError, match="a copy holds an option"):
        brought((DECKS / "agendas.yaml").read_text(encoding="utf-8"), "agendas")
    with pytest.raises(TableError, match="not valid YAML"):
        brought("table: [", "broken")


@pytest.mark.parametrize(
    ("table", "old", "new", "message"),
    [
        ("priorities", "keep: most_planets", "keep: spawning_system", r"positive\.blocks\[3\]\.keep: .*already"),
        ("galaxy", 'slots: ["000"]', "slots: []", r"zones\.zones\[3\]\.slots: zone 4 has no systems"),
        ("galaxy", 'tiles: ["39", "40"]', 'tiles: ["39"]', r"pools\[4\]\.tiles: 2 slots are filled from this pool"),
        ("damage", "{action: destroy, unit: carrier}", "{action: destroy, unit: cruiser}", r"space\.blocks\[6\]"),
    ],
)
def test_what_does_not_fit_in_a_table_is_told_at_the_line_of_its_own_file(
    table: str, old: str, new: str, message: str
) -> None:
    text = (DECKS / f"{table}.yaml").read_text(encoding="utf-8")
    assert text.count(old) >= 1
    line = text[: text.index(old)].count("\n") + 1
    with pytest.raises(TableError, match=rf"ours\.yaml:{line}: {message}"):
        brought(text.replace(old, new, 1), "ours")


def test_a_file_takes_the_place_of_a_copy_or_of_one_of_its_tables() -> None:
    changed = cards()
    changed[0]["icons"] = 3
    ours = with_patch(read_copy(new_copy("ours", "Our box"), "ours"), "hive_mind", ["cards"], changed)
    damage = (DECKS / "damage.yaml").read_text(encoding="utf-8")
    swapped = damage.replace("sustain, unit: mech", "x, unit: x").replace(
        "destroy, unit: infantry", "sustain, unit: mech"
    )
    swapped = swapped.replace("x, unit: x", "destroy, unit: infantry")
    both = read_copy(with_file(read_copy(ours, "ours"), swapped, "damage", TABLES, load_rulebook()), "ours")
    tables = check_copy(TABLES, load_rulebook(), both)
    assert tables.hive_mind.cards[0].icons == 3
    assert [block.unit for block in tables.damage.ground.blocks][:2] == ["infantry", "mech"]
    other = new_copy("theirs", "Their box")
    put = read_copy(with_file(both, other, "theirs", TABLES, load_rulebook()), "ours")
    assert (put.option.name, check_copy(TABLES, load_rulebook(), put).hive_mind.name) == ("Our box", "Their box")


def test_a_copy_gets_another_name_and_keeps_what_it_says() -> None:
    text = called(read_copy(new_copy("ours", "Our box"), "ours"), "ours_2", "Our box (2)")
    assert option_id(text) == "ours_2"
    read = read_copy(text, "ours_2")
    assert (read.option.name, check_copy(TABLES, load_rulebook(), read).hive_mind.name) == ("Our box (2)", "Our box")


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
    here.store.keep_copy(
        "ours", with_patch(read_copy(new_copy("ours", "Our box"), "ours"), "hive_mind", ["cards"], changed)
    )
    assert "ours" in here.house.options()
    game_id = here.create("Test", replace(settings(), options=("ours",)), seed="test")
    document = here.store.export_game(game_id)
    here.store.delete_copy("ours")
    assert "ours" not in here.house.options() and here.store.copies() == {}
    there = Games(Store(tmp_path / "there.sqlite"))
    game = there.present(there.import_game(document)).session.game
    assert game.tables.hive_mind.cards[0].icons == 3
    assert game.tables.played_with.ids == ["ours"]
    assert here.present(game_id).session.game.tables.hive_mind.cards[0].icons == 3
