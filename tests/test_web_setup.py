"""The pages between a new game's choices and its first step: the galaxy at random, pasted, by hand, or none."""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
import yaml

from board_drawing import TABLES
from driving import fresh_game
from hive.board.growing import minor_factions
from hive.board.layout import home_tiles, lay_out, shuffled
from hive.board.map_string import read_map_string, write_map_string
from hive.catalog.documents import LOADER
from hive.catalog.options import with_options
from hive.catalog.reading import load_options, load_rulebook
from hive.model.game import Game, Player
from hive.web.setup.page import tile_label
from hive.web.setup.plan import plan_of, setup_form
from serving import Table, app_in

ROOT = Path(__file__).resolve().parents[1]
GOOD = lay_out(TABLES, ["base", "pok"], {"p1": "1", "p2": "16"}, "a seed")
TEXT = write_map_string(GOOD.tiles)
SPARE = next(number for number in ("41", "42", "43", "44", "45", "80") if number not in GOOD.tiles.values())
NAMES: dict[str, Any] = {"p1_name": "Ada", "p2_name": "Ben"}
FACTIONS: dict[str, Any] = {**NAMES, "p1_faction": "Federation of Sol", "p2_faction": "Emirates of Hacan"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def page(table: Table, path: str, status: int = 200, **fields: Any) -> str:
    response = table.client.get(f"{path}?{urlencode(fields, doseq=True)}" if fields else path)
    assert response.status_code == status
    return unescape(response.get_data(as_text=True))


def begun(table: Table, **fields: Any) -> Game:
    """The game that the galaxy's page begins with these fields."""
    response = table.client.post("/new/galaxy", data={"csrf_token": table.token, **fields})
    assert response.status_code == 303, unescape(response.get_data(as_text=True))
    return table.games.present(response.location.rsplit("/", 1)[1]).session.game


def refused(table: Table, **fields: Any) -> str:
    """The page that says why no game begins with these fields."""
    response = table.client.post("/new/galaxy", data={"csrf_token": table.token, **fields})
    assert response.status_code == 422
    assert table.games.store.games() == []
    return unescape(response.get_data(as_text=True))


def laid(game: Game) -> dict[str, str]:
    assert game.galaxy is not None
    return {slot: game.galaxy.systems[slot].tile for slot in GOOD.tiles}


def wild_strings() -> list[dict[str, Any]]:
    """Map strings as people share them."""
    found: list[dict[str, Any]] = yaml.load((ROOT / "tests" / "map_strings.yaml").read_text(), LOADER)["strings"]
    return found


def changed(**slots: str) -> str:
    """The good map string after some slots (``s101``) were changed."""
    return write_map_string(GOOD.tiles | {slot.removeprefix("s"): tile for slot, tile in slots.items()})


# --- At random


def test_two_names_and_two_taps_begin_a_game_with_a_random_galaxy(table: Table) -> None:
    shown = table.post("/new", **NAMES)
    assert shown.status_code == 303 and table.games.store.games() == []
    html = page(table, shown.location)
    carried = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html[html.index('id="start"') :]))
    game = begun(table, **{field: value for field, value in carried.items() if field != "csrf_token"})
    assert (game.settings.p1.name, game.settings.p2.name) == ("Ada", "Ben")
    assert set(laid(game)) == set(GOOD.tiles)


def test_the_seed_is_shown_and_brings_the_same_galaxy_back(table: Table) -> None:
    html = page(table, "/new/galaxy", **FACTIONS, seed="a seed")
    assert 'name="seed" value="a seed"' in html
    assert TEXT in html
    game = begun(table, **FACTIONS, seed="a seed")
    assert laid(game) == GOOD.tiles
    assert game.galaxy is not None and game.galaxy.systems["301"].tokens[0].side == GOOD.ion_side


def test_another_galaxy_has_another_seed_and_the_same_choices(table: Table) -> None:
    html = page(table, "/new/galaxy", **FACTIONS, difficulty="expert", boxes=["te"], seed="a seed")
    found = re.search(r'href="([^"]*)">Another one', html)
    assert found and "seed=a+seed" not in found[1]
    for kept in ("p1_name=Ada", "difficulty=expert", "boxes=te", "p1_faction=Federation+of+Sol"):
        assert kept in found[1]
    assert TEXT not in page(table, found[1])


def test_a_random_galaxy_without_a_seed_gets_one_that_stays_in_the_address(table: Table) -> None:
    response = table.client.get("/new/galaxy?p1_name=Ada")
    assert response.status_code == 303 and "seed=" in response.location


@pytest.mark.parametrize("seed", ["x" * 41, "a\x00b"])
def test_a_seed_that_cannot_be_is_told(table: Table, seed: str) -> None:
    assert "A seed has 1 to 40 characters" in page(table, "/new/galaxy", 422, **NAMES, seed=seed)
    assert "A seed has 1 to 40 characters" in refused(table, **NAMES, seed=seed)


@pytest.mark.rule("2.board.template", "2.board.empty-space", "2.board.ion-token")
def test_the_galaxy_is_a_checklist_in_the_order_of_page_2_with_every_tile(table: Table) -> None:
    html = page(table, "/new/galaxy", **FACTIONS, seed="a seed")
    checklist = html[html.index("To lay out") :]
    placed = re.findall(r"<b>(\w+)</b><small>(\d{3})", checklist)
    assert {slot: tile for tile, slot in placed} == GOOD.tiles
    kinds = [TABLES.galaxy.kind_of[slot] for _, slot in placed]
    order = ["REX", "MS", "PL1", "PL2", "AS1", "AS2", "WH1", "ION", "WH2", "ES", "AN1", "AN2", "X"]
    assert list(dict.fromkeys(kinds)) == order
    assert f"Put the ion storm token into ION, {GOOD.ion_side} up." in checklist


@pytest.mark.rule("2.board.planets-zones-2-3", "2.board.planets-zone-1")
def test_both_planet_totals_are_shown_with_their_bounds(table: Table) -> None:
    html = re.sub(r"<[^>]+>", " ", page(table, "/new/galaxy", **FACTIONS, seed="a seed"))
    shown = re.findall(r"(\d+)\s+zones? ([\d and]+?)\s+12 to 14", html)
    assert [zones.strip() for _, zones in shown] == ["2 and 3", "1"]
    assert all(12 <= int(total) <= 14 for total, _ in shown)


def test_who_named_no_faction_chooses_a_home_and_plays_its_faction(table: Table) -> None:
    keleres: dict[str, Any] = {**NAMES, "p2_faction": "Council Keleres", "boxes": ["codex"]}
    html = page(table, "/new/galaxy", **keleres, seed="x")
    assert 'name="p1_home"' in html and 'name="p2_home"' in html
    game = begun(table, **keleres, seed="x", p1_home="17", p2_home="58")
    assert (game.settings.p1.faction, game.settings.p2.faction) == ("Ghosts of Creuss", "Council Keleres")
    assert game.galaxy is not None and game.galaxy.spawning["home_p1"] == "creuss"
    assert game.galaxy.systems[game.galaxy.spawning["home_p2"]].tile == "58"


def test_who_chooses_the_home_that_was_drawn_for_the_other_gets_it(table: Table) -> None:
    shown = {"p1_home_shown": "58", "p2_home_shown": "17"}
    html = page(table, "/new/galaxy", **NAMES, seed="x", p1_home="17", p2_home="17", **shown)
    chosen = dict(re.findall(r'name="(p[12]_home)_shown" value="(\w+)"', html))
    assert chosen["p1_home"] == "17" and chosen["p2_home"] != "17"
    assert "same home system" in page(table, "/new/galaxy", 422, **NAMES, seed="x", p1_home="17", p2_home="17")


def test_factions_with_one_home_are_not_asked_for_it(table: Table) -> None:
    assert "_home" not in page(table, "/new/galaxy", **FACTIONS, seed="x")


def test_a_home_that_cannot_be_is_refused(table: Table) -> None:
    assert "cannot be the home system of Ada" in refused(table, **FACTIONS, seed="x", p1_home="2")


def test_a_faction_that_nobody_named_is_told_before_the_game_begins(table: Table) -> None:
    html = page(table, "/new/galaxy", **NAMES, p2_faction="Winnu", seed="x", p1_home="17")
    assert "Ada named no faction, and plays Ghosts of Creuss with this home system." in html
    assert "Ben named no faction" not in html
    assert "the next page says which" in page(table, "/new", **NAMES)


def test_a_faction_without_its_box_is_told_when_it_is_chosen(table: Table) -> None:
    response = table.post("/new", **NAMES, p1_faction="Council Keleres")
    html = unescape(response.get_data(as_text=True))
    assert response.status_code == 422
    assert "Council Keleres comes with the codices. Tick that box below, or choose another faction." in html
    assert table.post("/new", **NAMES, p1_faction="Council Keleres", boxes=["codex"]).status_code == 303


def test_nobody_begins_with_a_faction_that_another_becomes(table: Table) -> None:
    assert 'value="Obsidian"' not in page(table, "/new", boxes="te")
    response = table.post("/new", **NAMES, p1_faction="Obsidian", boxes=["te"])
    sentence = "Nobody begins a game as Obsidian: choose Firmament, who become it in the course of a game."
    assert response.status_code == 422 and sentence in unescape(response.get_data(as_text=True))
    fields: dict[str, Any] = {**NAMES, "boxes": ["te"], "galaxy": "string", "map": changed(s316="96B")}
    html = page(table, "/new/galaxy", **fields, p1_at="316", ion_side="alpha")
    assert "316 (PL1) is for a player's home system (Firmament begin with 96A), not for tile 96B." in html
    assert "Ada named no faction, and plays Firmament with this home system." in html


def test_equal_factions_are_refused(table: Table) -> None:
    response = table.post("/new", **NAMES, p1_faction="Winnu", p2_faction="Winnu")
    assert response.status_code == 422
    assert "different factions" in response.get_data(as_text=True)


# --- A map string


def test_a_pasted_galaxy_is_shown_and_only_the_storms_side_is_asked(table: Table) -> None:
    assert 'name="map"' in page(table, table.post("/new", **FACTIONS, galaxy="string").location)
    response = table.post("/new/galaxy/paste", **FACTIONS, map=f"  {TEXT}\n")
    html = page(table, response.location)
    assert "Which side of the ion storm token lies up?" in html
    assert "Which home system is whose?" not in html and "Not as page 2 wants it" not in html
    assert "Which side of" in refused(table, **FACTIONS, galaxy="string", map=TEXT)
    game = begun(table, **FACTIONS, galaxy="string", map=TEXT, ion_side=GOOD.ion_side)
    assert laid(game) == GOOD.tiles
    assert game.galaxy is not None
    assert {game.galaxy.spawning["home_p1"], game.galaxy.spawning["home_p2"]} == {"304", "316"}
    assert game.galaxy.spawning["home_p1"] == GOOD.homes["p1"]


def test_homes_that_no_faction_tells_are_asked_for(table: Table) -> None:
    fields: dict[str, Any] = {**NAMES, "galaxy": "string", "map": TEXT, "ion_side": "beta"}
    assert "Which home system is whose?" in page(table, "/new/galaxy", **fields)
    assert "Which home system is whose?" in refused(table, **fields)
    game = begun(table, **fields, p1_at="304", regardless="yes")
    assert game.galaxy is not None
    assert (game.galaxy.spawning["home_p1"], game.galaxy.spawning["home_p2"]) == ("304", "316")
    owners = {"1": "Federation of Sol", "16": "Emirates of Hacan"}
    assert game.settings.p1.faction == owners[GOOD.tiles["304"]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The map string is empty"),
        (changed(s101="999"), "At 101 stands '999', but no tile has that number."),
        (changed(s101="13"), "Tile 13 stands at 101 and 310, but there is only one."),
        (changed(s101="-1"), "No tile lies at 101."),
        (changed(s101="<b>"), "At 101 stands '<b>'"),
        ("1 " * 5000, "too long"),
    ],
)
def test_unknown_doubled_and_missing_tiles_are_refused_and_the_text_is_kept(
    table: Table, text: str, sentence: str
) -> None:
    response = table.client.post("/new/galaxy/paste", data={"csrf_token": table.token, **FACTIONS, "map": text})
    html = response.get_data(as_text=True)
    assert response.status_code == 422 and "<b>'" not in html
    assert sentence in unescape(html) and "Nothing has changed." in html
    assert text.strip()[:30] in unescape(html)
    # Slot by slot goes on who has some tiles already.
    assert ("choose the missing tiles slot by slot" in html) is (
        sentence not in ("The map string is empty", "too long")
    )
    if text:
        assert sentence in refused(table, **FACTIONS, galaxy="string", map=text, ion_side="alpha", regardless="yes")


def test_what_a_map_string_must_fit_is_drawn_beside_the_field(table: Table) -> None:
    html = page(table, "/new/galaxy/paste", **FACTIONS, galaxy="string")
    assert "What the map must fit" in html
    drawn = re.findall(r"<title>(\d{3}): (\w+), ", html)
    assert dict(drawn) == TABLES.galaxy.kind_of


def test_a_map_for_others_is_told_and_its_tiles_can_be_gone_on_with(table: Table) -> None:
    for wild in wild_strings():
        data = {"csrf_token": table.token, **NAMES, "galaxy": "string", "map": wild["string"]}
        response = table.client.post("/new/galaxy/paste", data=data)
        html = unescape(response.get_data(as_text=True))
        assert response.status_code == (422 if wild["says"] else 303), wild["source"]
        for sentence in wild["says"]:
            assert sentence in html
        assert not wild["says"] or "choose the missing tiles slot by slot" in html
    more_homes = next(wild for wild in wild_strings() if wild["source"].endswith("(homes)"))
    note = "This map is for another number of players: home systems lie at 301, 307 and 313 as well."
    assert note in page(table, "/new/galaxy", **NAMES, galaxy="string", map=more_homes["string"])


@pytest.mark.rule("2.board.blue-backed", "2.board.wormhole-planets")
def test_the_tiles_of_a_map_for_others_are_the_pool_to_draw_from(table: Table) -> None:
    offered = 0
    for wild in wild_strings():
        data = {"csrf_token": table.token, **FACTIONS, "boxes": "te", "galaxy": "string", "map": wild["string"]}
        response = table.client.post("/new/galaxy/paste", data=data)
        if response.status_code == 303:
            continue
        html = unescape(response.get_data(as_text=True))
        offer = re.search(r'href="([^"]+)">Draw a galaxy for you two from its tiles', html)
        assert offer, wild["source"]
        middle = table.client.post("/new/galaxy/paste", data={**data, "begins": "middle"})
        assert "Draw a galaxy for you two" not in unescape(middle.get_data(as_text=True))
        named = read_map_string(wild["string"], TABLES).pool
        form = setup_form({**dict(parse_qsl(urlsplit(offer[1]).query)), "boxes": ["te"]}, TABLES, {})
        plan = plan_of(form, TABLES)
        drawn = {*plan.tiles.values()} - {"18", "112", "13", "1", "16"}
        assert drawn - {*named} == {*plan.besides}
        # Whatever a place takes it has from the map as long as that has any left.
        spare = {*named} - drawn
        for pool in (one for one in TABLES.galaxy.pools if one.draw == "random"):
            slots = [slot for kind in pool.kinds for slot in TABLES.galaxy.template.kinds[kind]]
            besides = {plan.tiles[slot] for slot in slots} & {*plan.besides}
            assert not besides or not spare & {*pool.tiles}, (wild["source"], pool.kinds)
        shown = page(table, offer[1])
        assert "Its tiles are those of your map string." in shown and "From all tiles" in shown
        assert all(tile in shown for tile in plan.besides)
        offered += 1
    assert offered > 10


FALL: dict[str, Any] = {**FACTIONS, "boxes": "te", "options": "twilights_fall", "seed": "a seed"}


@pytest.mark.rule("34.setup.choice", "34.setup.colours")
def test_home_king_and_starting_units_are_three_choices_in_twilights_fall(table: Table) -> None:
    form = page(table, "/new")
    assert "The Ruby Monarch (red)" in form and "El Nen Janovet (pink)" in form
    chosen = {"p1_king": "The Ruby Monarch", "p2_king": "El Nen Janovet", "p1_fleet": "Arborec"}
    game = begun(table, **FALL, **chosen)
    assert (game.settings.p1.king, game.settings.p1.fleet, game.settings.p2.fleet) == (
        "The Ruby Monarch",
        "Arborec",
        "",
    )
    assert game.galaxy is not None
    home, other = (game.galaxy.systems[game.galaxy.spawning[one]] for one in ("home_p1", "home_p2"))
    fleets = TABLES.factions.by_name
    stands = {"Arborec": home, "Emirates of Hacan": other}
    for faction, system in stands.items():
        seat: Player = "p1" if system is home else "p2"
        ships = {unit: number for unit, number in system.units[seat].items() if number}
        wanted = fleets[faction].units
        assert ships == {unit: wanted[unit] for unit in ships} and {*ships} >= {"carrier", "fighter"} & {*wanted}
    assert home.tile in home_tiles(TABLES, game.settings.boxes, "Federation of Sol")


@pytest.mark.rule("34.setup.choice")
def test_two_players_are_different_kings_and_without_the_mode_nobody_is_one(table: Table) -> None:
    same = {"p1_king": "Avarice Rex", "p2_king": "Avarice Rex"}
    assert "Give the two players different Kings." in refused(table, **FALL, **same)
    assert "Choose one of the options shown." in refused(table, **FALL, p1_king="Nobody")
    game = begun(table, **FACTIONS, seed="a seed", p1_king="Avarice Rex", p1_fleet="Arborec")
    assert (game.settings.p1.king, game.settings.p1.fleet) == ("", "")


@pytest.mark.rule("2.board.player-homes")
def test_places_kept_for_homes_take_the_homes_of_the_factions(table: Table) -> None:
    kept = changed(s304="0", s316="0", s310="0")
    fields: dict[str, Any] = {"galaxy": "string", "map": kept, "ion_side": GOOD.ion_side}
    assert "Name your factions" in refused(table, **NAMES, **fields)
    assert "Which home system is whose?" in page(table, "/new/galaxy", **FACTIONS, **fields)
    assert "Which home system is whose?" in refused(table, **FACTIONS, **fields)
    game = begun(table, **FACTIONS, **fields, p1_at="304")
    assert game.galaxy is not None
    assert (game.galaxy.spawning["home_p1"], game.galaxy.systems["304"].tile) == ("304", "1")
    assert (game.galaxy.systems["316"].tile, game.galaxy.systems["310"].tile) == ("16", "13")


@pytest.mark.rule("2.board.player-homes")
def test_a_text_that_says_whose_home_is_where_is_not_asked_about(table: Table) -> None:
    fields: dict[str, Any] = {"galaxy": "string", "map": changed(s304="P1", s316="P2"), "ion_side": GOOD.ion_side}
    assert "Which home system is whose?" not in page(table, "/new/galaxy", **FACTIONS, **fields)
    game = begun(table, **FACTIONS, **fields)
    assert game.galaxy is not None and game.galaxy.systems["304"].tile == "1"


MISFITS = [
    (changed(s302=SPARE), f"302 (ES) is for empty space (46, 47, 48, 49, 50, 77 or 78), not for tile {SPARE}."),
    (changed(s310=GOOD.tiles["316"], s316="13"), "310 (MS) is for the main spawning system (13), not for tile"),
    (changed(s205="97"), "Tile 97 at 205 comes with Thunder's Edge, which is not on the table."),
]


@pytest.mark.parametrize(("text", "sentence"), MISFITS)
def test_misfits_are_named_and_the_table_may_go_on_regardless(table: Table, text: str, sentence: str) -> None:
    fields: dict[str, Any] = {**FACTIONS, "galaxy": "string", "map": text, "ion_side": "alpha", "p1_at": "316"}
    assert sentence in page(table, "/new/galaxy", **fields)
    assert "Say that you play with it like this" in refused(table, **fields)
    assert write_map_string(laid(begun(table, **fields, regardless="yes"))) == text


def test_a_galaxy_whose_homes_are_of_other_factions_is_named(table: Table) -> None:
    html = page(table, "/new/galaxy", **FACTIONS, galaxy="string", map=changed(s304="5", s316="3"), p1_at="316")
    assert "Ada plays Federation of Sol, whose home system does not lie at 316." in html


# --- By hand


def by_hand(**slots: str) -> dict[str, Any]:
    tiles = GOOD.tiles | {slot.removeprefix("s"): tile for slot, tile in slots.items()}
    return {f"at.{slot}": tile for slot, tile in tiles.items()}


def test_every_slot_is_chosen_by_hand_and_begins_as_a_random_galaxy(table: Table) -> None:
    html = page(table, "/new/galaxy/hand", **FACTIONS, galaxy="hand", seed="a seed")
    selects = re.findall(r'<select id="at-(\d+)" name="at\.\1">(.*?)</select>', html, re.S)
    assert {slot for slot, _ in selects} == set(GOOD.tiles)
    assert all(" selected>" in options for _, options in selects)
    fitting = dict(selects)
    assert re.findall(r'value="(\w+)"', fitting["202"]) == ["39", "40"]
    assert set(re.findall(r'value="(\w+)"', fitting["316"])) == {"1", "16"}


def test_what_was_chosen_by_hand_is_shown_and_begun(table: Table) -> None:
    fields: dict[str, Any] = {**FACTIONS, "galaxy": "hand", "seed": "a seed"}
    swapped = by_hand(s202=GOOD.tiles["212"], s212=GOOD.tiles["202"])
    response = table.client.get(f"/new/galaxy/hand?{urlencode({**fields, **swapped})}")
    assert response.status_code == 303
    html = page(table, response.location)
    assert write_map_string({slot.removeprefix("at."): tile for slot, tile in swapped.items()}) in html
    assert "Which side" not in html


def test_a_tile_chosen_twice_by_hand_is_refused_beside_the_choices(table: Table) -> None:
    fields: dict[str, Any] = {**FACTIONS, "galaxy": "hand", "seed": "a seed", **by_hand(s202="39", s212="39")}
    response = table.client.get(f"/new/galaxy/hand?{urlencode(fields)}")
    html = page(table, response.location, 422)
    assert "Tile 39 stands at 202 and 212, but there is only one." in html
    assert '<select id="at-202"' in html


def test_a_slot_left_open_by_hand_is_named(table: Table) -> None:
    fields: dict[str, Any] = {**FACTIONS, "galaxy": "hand", "seed": "a seed", **by_hand(s202="")}
    response = table.client.get(f"/new/galaxy/hand?{urlencode(fields)}")
    html = page(table, response.location, 422)
    assert "No tile lies at 202." in html and "choose a tile" in html


def test_one_slot_is_mended_and_a_tile_from_elsewhere_changes_places(table: Table) -> None:
    fields: dict[str, Any] = {**FACTIONS, "seed": "a seed"}
    html = page(table, "/new/galaxy/slot/202", **fields)
    assert f"<b>{GOOD.tiles['212']}</b>" in html and 'value="118"' in html
    response = table.client.get(f"/new/galaxy/slot/202?{urlencode({**fields, 'tile': GOOD.tiles['212']})}")
    mended = page(table, response.location)
    assert changed(s202=GOOD.tiles["212"], s212=GOOD.tiles["202"]) in mended
    assert "Which side" not in mended and "Which home" not in mended


def test_a_slot_that_there_is_not_leads_back_to_the_galaxy(table: Table) -> None:
    response = table.client.get("/new/galaxy/slot/creuss?seed=x")
    assert response.status_code == 303 and response.location.startswith("/new/galaxy?")


def test_slot_by_slot_what_is_no_question_lies_and_the_next_slot_is_lit(table: Table) -> None:
    first = table.client.get(table.post("/new", **FACTIONS, galaxy="hand").location)
    assert first.status_code == 303 and first.location.startswith("/new/galaxy/slot/101?")
    html = page(table, first.location)
    assert "2 of 37 tiles lie" in html and 'class="bg l-here z-' in html
    assert 'class="go"' not in html, "nothing is to be shown before each slot has a tile"
    home = page(table, first.location.replace("/slot/101", "/slot/304"))
    assert set(re.findall(r'name="tile" value="(\w+)"', home.split("Other tiles")[0])) == {"1", "16"}
    response = table.client.get(f"{first.location.replace('/slot/101', '/slot/304')}&tile=16")
    assert response.location.startswith("/new/galaxy/slot/305?"), "the next slot without a tile is lit"
    html = page(table, response.location)
    assert "4 of 37 tiles lie" in html, "the other home is no question any more"
    assert re.search(r'href="/new/galaxy/slot/304\?[^"]*">Back<', html)


def test_slot_by_slot_every_tap_lays_a_tile_and_the_last_one_shows_the_galaxy(table: Table) -> None:
    at = table.client.get(table.post("/new", **FACTIONS, galaxy="hand").location).location
    taps = 0
    while slot := re.match(r"/new/galaxy/slot/(\d+)\?", at):
        at = table.client.get(f"{at}&tile={GOOD.tiles[slot[1]]}").location
        taps += 1
    assert taps < len(GOOD.tiles) and f"map={TEXT.split()[0]}+" in at
    assert TEXT in page(table, at)


def test_a_tile_that_there_is_not_is_told_and_a_drawn_galaxy_is_gone_through(table: Table) -> None:
    html = page(table, "/new/galaxy/slot/202", 422, **FACTIONS, seed="a seed", tile="999")
    assert re.search(r"There is no tile “(<[^>]*>)?999", html)
    response = table.client.get(f"/new/galaxy/slots?{urlencode({**FACTIONS, 'seed': 'a seed'})}")
    html = page(table, response.location)
    assert "Which tile lies at 000?" in html and "Show the galaxy" in html


def test_a_missing_tile_is_mended_in_its_slot(table: Table) -> None:
    fields: dict[str, Any] = {**FACTIONS, "galaxy": "hand", "map": changed(s101="-1"), "ion_side": "alpha"}
    response = table.client.get(f"/new/galaxy/slot/101?{urlencode({**fields, 'tile': GOOD.tiles['101']})}")
    assert TEXT in page(table, response.location)


# --- Around


@pytest.mark.parametrize("path", ["/new/galaxy", "/new/galaxy/paste", "/new/galaxy/hand", "/new/galaxy/slot/101"])
def test_an_address_with_wrong_choices_shows_the_new_games_form(table: Table, path: str) -> None:
    assert "different names" in page(table, path, 422, p1_name="Ada", p2_name="ada", seed="x")


def test_the_choices_can_be_changed_on_the_way(table: Table) -> None:
    html = page(table, "/new/galaxy", **FACTIONS, difficulty="expert", seed="x")
    found = re.search(r'href="(/new\?[^"]*)">Change the choices', html)
    assert found
    form = page(table, found[1])
    assert 'value="Ada"' in form and 'value="expert" checked' in form


def changed_on_the_way(table: Table, shown: str, **fields: Any) -> str:
    """Where one comes from a galaxy's page by changing some of the choices on the new game's form."""
    back = re.search(r'href="(/new\?[^"]*)">Change the choices', shown)
    assert back
    form = page(table, back[1])
    form = form[form.index('<form id="new"') :]
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)) | {
        **dict(re.findall(r'<input name="(\w+)" value="([^"]*)"', form)),
        **dict(re.findall(r'type="radio" name="(\w+)" value="([^"]*)"[^>]* checked', form)),
        **dict(
            re.findall(r'<select name="(\w+)">(?:(?!</select>).)*?<option selected value="([^"]*)"', form, re.DOTALL)
        ),
    }
    del sent["csrf_token"]
    response = table.post("/new", **(sent | fields))
    assert response.status_code == 303
    return page(table, response.location)


def test_who_goes_back_to_change_one_choice_keeps_the_galaxy(table: Table) -> None:
    html = page(table, "/new/galaxy", **FACTIONS, seed="a seed")
    again = changed_on_the_way(table, html, difficulty="expert")
    assert TEXT in again and 'name="difficulty" value="expert"' in again


def test_who_goes_back_from_a_galaxy_laid_by_hand_comes_back_to_it(table: Table) -> None:
    html = page(table, "/new/galaxy", **FACTIONS, galaxy="hand", map=changed(s204=SPARE))
    assert changed(s204=SPARE) in changed_on_the_way(table, html, left="p2")
    assert changed(s204=SPARE) not in changed_on_the_way(table, html, galaxy="random")


def test_a_home_that_the_changed_faction_cannot_have_is_not_gone_on_with(table: Table) -> None:
    html = page(table, "/new/galaxy", **NAMES, p1_home="1", p2_home="16", seed="a seed")
    again = changed_on_the_way(table, html, p1_faction="Naalu Collective")
    assert 'name="p2_home" value="16"' in again and 'name="p1_home" value="1"' not in again
    assert "cannot be the home system" not in again


def test_a_game_without_a_galaxy_begins_at_once(table: Table) -> None:
    response = table.post("/new", **NAMES, galaxy="none")
    game = table.games.present(response.location.rsplit("/", 1)[1]).session.game
    assert game.galaxy is None


def test_the_menu_gives_the_galaxy_as_a_map_string(table: Table) -> None:
    game_id = table.games.create("Test", begun(table, **FACTIONS, seed="a seed").settings, layout=GOOD)
    assert TEXT in page(table, f"/games/{game_id}/menu")
    assert "Map string" not in page(table, f"/games/{table.begin()}/menu")


# --- House rules


def house(tmp_path: Path, old: str, new: str) -> Table:
    """A table that plays with a galaxy.yaml of its own."""
    folder = tmp_path / "decks"
    folder.mkdir()
    ours = (ROOT / "decks" / "galaxy.yaml").read_text()
    assert old in ours
    (folder / "galaxy.yaml").write_text(ours.replace(old, new, 1))
    return Table(app_in(tmp_path, HOUSE_TABLES=str(folder)))


@pytest.mark.rule("2.board.template", "14.zone.board")
def test_the_tables_page_draws_template_and_zones_to_compare_with_the_copy(table: Table) -> None:
    html = page(table, "/tables")
    titles = re.findall(r"<title>(\d{3}): (\w+), [^<]*zone (\d)</title>", html)
    galaxy = TABLES.galaxy
    assert {slot: (kind, zone) for slot, kind, zone in titles} == {
        slot: (kind, str(galaxy.zones.of_slot[slot].zone)) for slot, kind in galaxy.kind_of.items()
    }
    assert "our default: check against your copy" in html
    assert "instance/decks/galaxy.yaml" in html and "decks check instance/decks" in html


@pytest.mark.rule("2.board.template")
def test_a_template_of_the_tables_own_is_drawn_and_filled(tmp_path: Path) -> None:
    swapped = house(tmp_path, 'MS: ["310"]\n    PL1: ["316"]', 'MS: ["316"]\n    PL1: ["310"]')
    assert "<title>316: MS," in page(swapped, "/tables")
    game = begun(swapped, **FACTIONS, seed="a seed")
    assert game.galaxy is not None and game.galaxy.systems["316"].tile == "13"


def test_a_template_whose_zones_miss_a_system_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "good").mkdir()
    whole = house(tmp_path / "good", "table: galaxy", "table: galaxy")
    (tmp_path / "good" / "decks" / "galaxy.yaml").write_text(
        (ROOT / "decks" / "galaxy.yaml").read_text().replace('"306", "307",', '"306",')
    )
    for path in ("/tables", "/new"):
        assert "the slot 307 lies in no zone" in page(whole, path, 422)
    assert whole.games.store.games() == []


def test_pools_that_the_boxes_do_not_fill_are_told_and_the_other_ways_stay_open(tmp_path: Path) -> None:
    thunder = house(tmp_path, '"65", "66", "97"', '"97"')
    html = page(thunder, "/new/galaxy", 422, **FACTIONS, seed="x")
    assert "For AS1 and AS2 (an auxiliary spawning system) the galaxy takes 2 tiles" in html
    assert "Slot by slot" in html and "Change the choices" in html
    response = thunder.post("/example")
    assert thunder.games.present(response.location.rsplit("/", 1)[1]).session.game.galaxy is None


def test_the_example_has_a_galaxy_on_which_both_players_have_begun(table: Table) -> None:
    game = table.games.present(table.post("/example").location.rsplit("/", 1)[1]).session.game
    assert game.galaxy is not None
    held = [planet.control for system in game.galaxy.systems.values() for planet in system.planets.values()]
    assert held.count("p1") >= 2 and held.count("p2") >= 2 and held.count("hive") > 4
    ships = [system.units for system in game.galaxy.systems.values()]
    assert all(any(units.get(seat) for units in ships) for seat in ("hive", "p1", "p2"))


MINOR: dict[str, Any] = {**FACTIONS, "options": "minor_factions", "boxes": ["base", "pok", "te"]}
BESIDE_REX = ("101", "103", "105")


def to_lay_out(text: str) -> dict[str, str]:
    """The tile of each slot as the page's map string has them."""
    found = re.search(r"<textarea[^>]*>([^<]+)</textarea>", text)
    assert found is not None
    return read_map_string(found[1].strip(), TABLES).tiles


@pytest.mark.rule("36.minor.systems")
@pytest.mark.parametrize("how", [{"seed": "otter"}, {"map": TEXT, "ion_side": "alpha", "p1_at": "302"}])
def test_the_minor_factions_that_are_shown_are_those_of_the_game(table: Table, how: dict[str, str]) -> None:
    shown = page(table, "/new/galaxy", **MINOR, **how)
    game = begun(table, **MINOR, **how, regardless="yes")
    tiles = laid(game)
    assert all(TABLES.tiles.by_number[tiles[slot]].home_of for slot in BESIDE_REX)
    assert to_lay_out(shown) == tiles
    placed = shown[shown.index("Minor Factions: random") :].split("</ul>")[0]
    assert re.findall(r"<b>(\w+)</b><small>(\d+)</small>", placed) == [(tiles[slot], slot) for slot in BESIDE_REX]
    assert laid(begun(table, **MINOR, **how, regardless="yes")) == tiles
    # What the page tells can be pasted as it stands.
    home = game.galaxy.spawning["home_p1"]
    pasted = begun(table, **MINOR, map=write_map_string(tiles), ion_side="alpha", p1_at=home, regardless="yes")
    assert laid(pasted) == tiles


def test_two_faces_of_a_tile_are_no_two_minor_factions(table: Table) -> None:
    state = {**FACTIONS, "p1_faction": "Firmament", "options": ["minor_factions"], "boxes": ["te"]}
    house, drawn = table.games.house, set[str]()
    for seed in range(40):
        form = setup_form({**state, "seed": str(seed)}, house.tables(), house.options())
        drawn |= {tile for _, tile in plan_of(form, house.tables(form.chosen.settings.options)).minor}
    assert len(drawn) > 12 and "96B" not in drawn


def test_no_game_lays_two_faces_of_a_tile_for_minor_factions() -> None:
    tables, settings = with_options(TABLES, load_rulebook(), ["minor_factions"], load_options()), fresh_game().settings
    settings.boxes = ["te"]
    draws = [
        [*minor_factions(tables, settings, GOOD.tiles, partial(shuffled, seed=str(seed))).values()]
        for seed in range(60)
    ]
    faces = [tile for tiles in draws for tile in tiles if tile in ("96A", "96B")]
    assert {*faces} == {"96A", "96B"} and not any({"96A", "96B"} <= {*tiles} for tiles in draws)


@pytest.mark.parametrize(("tile", "words"), [("17", "Creuss: gate δ"), ("1", "Sol: Jord"), ("46", "empty space")])
def test_a_tile_is_told_by_what_is_on_it(tile: str, words: str) -> None:
    assert str(tile_label(TABLES, tile)) == words
