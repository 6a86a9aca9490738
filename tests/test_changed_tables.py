"""Where a game's tables differ from the app's own: found row by row, and told wherever the table looks for it."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from hive.catalog.checking import DECKS
from hive.catalog.copying import Difference, Homebrew, differences, with_homebrew
from hive.catalog.reading import load_tables, tables_from_json, tables_to_json
from hive.catalog.tables import Tables
from hive.web.words import TABLES, changed_tables
from serving import Table, app_in, told_at_start, without_spans

CRUISER = "    short: CR\n    category: ship\n    cost: 2\n"


def changed(change: Callable[[dict[str, Any]], object], options: tuple[str, ...] = ()) -> set[Difference]:
    data = load_tables(options=options).model_dump(mode="json")
    change(data)
    return {*differences(Tables.model_validate(data))}


@pytest.mark.parametrize("options", [(), ("age_of_commerce", "mecatol_rex_20")])
def test_tables_as_ours_differ_in_nothing_whatever_options_patch_them(options: tuple[str, ...]) -> None:
    assert differences(tables_from_json(tables_to_json(load_tables(options=options)))) == ()


def test_a_field_is_named_with_its_row_and_both_values() -> None:
    def cruisers(data: dict[str, Any]) -> None:
        next(one for one in data["units"]["units"] if one["key"] == "cruiser")["cost"] = 3.5
        data["figures"]["hive_victory"]["value"] = 12

    assert changed(cruisers, ("age_of_commerce",)) == {
        Difference("units", "cruiser", "cost", "3.5", "2"),
        Difference("figures", "", "hive_victory value", "12", "8"),
    }


def test_a_row_within_a_row_is_named_by_both() -> None:
    def bunker(data: dict[str, Any]) -> None:
        row = next(one for one in data["doings"]["doings"] if one["doing"] == "bunker")
        row["does"][0]["until"] = "game"

    assert changed(bunker) == {Difference("doings", "Bunker, does bends", "until", "game", "battle")}


def test_rows_that_come_or_go_are_named_whole() -> None:
    def objectives(data: dict[str, Any]) -> None:
        rows = data["objectives"]["objectives"]
        rows.append({**rows[0], "name": "Feed the Hive"})
        del rows[0]

    found = {(one.row, one.field, bool(one.theirs), bool(one.ours)) for one in changed(objectives)}
    first = load_tables().objectives.objectives[0].name
    assert found == {(first, "", False, True), ("Feed the Hive", "", True, False)}


def test_another_order_of_the_same_rows_is_one_difference() -> None:
    (found,) = changed(lambda data: data["hive_mind"]["cards"].reverse())
    assert (found.table, found.row, found.field) == ("hive_mind", "", "cards order")
    assert found.theirs.split(", ") == found.ours.split(", ")[::-1]


def house(tmp_path: Path) -> Path:
    """A folder of house rules in which a cruiser costs 3."""
    folder = tmp_path / "decks"
    folder.mkdir()
    ours = (DECKS / "units.yaml").read_text(encoding="utf-8")
    assert CRUISER in ours
    (folder / "units.yaml").write_text(ours.replace(CRUISER, CRUISER.replace("2", "3")), encoding="utf-8")
    return folder


WHERE = ("/new", "/games/{}/played", "/games/{}/story", "/games/{}/sheet")


def test_each_table_that_can_differ_has_a_name_on_the_pages() -> None:
    assert {*Tables.model_fields} == {*TABLES, "played_with"}


@pytest.mark.parametrize("where", WHERE)
def test_house_rules_are_told_in_the_form_of_a_new_game_and_on_its_pages(tmp_path: Path, where: str) -> None:
    plain, own = Table(app_in(tmp_path / "plain")), Table(app_in(tmp_path, HOUSE_TABLES=str(house(tmp_path))))
    for table, tells in ((plain, False), (own, True)):
        html = table.client.get(where.format(table.begin())).get_data(as_text=True)
        read = unescape(without_spans(html))
        assert ("Units: cruiser, cost" in read and "3 (in the app's own tables: 2)" in read) is tells


def told_of(tables: Tables) -> dict[str, str]:
    found = changed_tables(tables)
    return {str(one.title): str(one.words) for one in found.rows} if found else {}


def test_a_faction_and_tiles_of_the_tables_own_are_told_as_a_person_reads_them() -> None:
    faction = {"name": "Bees", "short": "Bees", "box": "base", "units": {"carrier": 1, "infantry": 2}}
    home = {"tile": "4001", "box": "base", "back": "home", "home_of": "Bees"}
    honey = {**home, "planets": [{"name": "Honey", "resources": 2, "influence": 0}]}
    rift = {"tile": "4002", "box": "base", "back": "red", "anomalies": ["gravity_rift"], "wormholes": ["alpha"]}
    brewed = [{"faction": faction, "tile": honey}, {"tile": rift}]
    assert told_of(with_homebrew(load_tables(), [Homebrew.model_validate(one) for one in brewed])) == {
        "Factions: Bees": "of your own: 1 carrier and 2 infantry",
        "Tiles: 4001": "of your own: Honey 2/0",
        "Tiles: 4002": "of your own: gravity rift and wormhole alpha",
    }


def test_tables_of_which_many_rows_differ_and_those_that_only_remind_are_one_line() -> None:
    data = load_tables().model_dump(mode="json")
    for faction in data["factions"]["factions"]:
        faction["units"] = {}
    data["reminders"]["reminders"].reverse()
    del data["objectives"]["objectives"][0]
    told = told_of(Tables.model_validate(data))
    missing = f"Objectives: {load_tables().objectives.objectives[0].name}"
    assert told == {missing: "left out", "Other rows or texts": "Factions and Reminders"}


def test_a_game_names_its_changed_tables_where_the_house_has_none_any_more(tmp_path: Path) -> None:
    own = Table(app_in(tmp_path, HOUSE_TABLES=str(house(tmp_path))))
    game_id = own.begin()
    document = own.games.store.export_game(game_id)
    plain = Table(app_in(tmp_path / "plain"))
    html = plain.client.get(f"/games/{plain.games.import_game(document)}/played").get_data(as_text=True)
    assert "3 (in the app's own tables: 2)" in unescape(without_spans(html))


def test_house_tables_that_cannot_be_read_are_told_at_the_start_with_what_helps(tmp_path: Path) -> None:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "damage.yaml").write_text("table: damage\nspace: nothing\n")
    told = told_at_start(tmp_path)
    assert f"The table's own tables in {folder} cannot be read, so no new game can begin:" in told
    assert "damage.yaml:2" in told and "Correct the lines that are named" in told
