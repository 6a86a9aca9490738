"""A combat is drawn: an engage with an invasion at three sizes, its taps counted, and a fight by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from played import FIGHTS, PlayedGames
from playing import correct, headline, import_export, import_game, play_until, tap, tap_next, the_hives
from playwright.sync_api import Locator, Page, expect

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes
from driving import answers_to, expected_answer, layout, settings
from hive import keys
from hive.games.service import Games
from hive.steps import Ask
from hive.store import Store

# Where Ada stands with a cruiser in space and two infantry below: with this seed the Hive attacks her at Lodor.
HELD = {"204": "Quann", "210": "Lodor", "207": "Lazar", "309": "Mellon", "311": "Abyz", "305": "Kraag"}
SHUFFLES, BATTLEFIELD = "seed 5", "Lodor"
# From "The Hive's turn" to the end of its turn, all answers tapped.
TAPS_BOUND = 15
MOST_STEPS = 200
WIDE_STEPPER = 72
BESIDE_THE_HEXAGON = """() => {
  const peak = document.querySelector(".peak"), hexagon = peak.getBoundingClientRect();
  return [...peak.children].filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return [...words.getClientRects()].some((box) => {
      const off = Math.max(...[box.top, box.bottom].map((y) => Math.abs(2 * (y - hexagon.top) / hexagon.height - 1)));
      const cut = hexagon.width * 0.12 * off;
      return box.left < hexagon.left + cut || box.right > hexagon.right - cut;
    });
  }).map((one) => one.textContent);
}"""
"""Lines that reach where the corners of the hexagon are cut off."""


@pytest.fixture(scope="module")
def engaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which the Hive's turn begins that will engage Ada's ships, and invade below them."""
    folder = tmp_path_factory.mktemp("engaged")
    store = Store(folder / "games.sqlite")
    games = Games(store)
    game_id = games.create("The battle", settings(), seed=SHUFFLES, layout=layout())
    turn, placed = 0, False
    for _ in range(MOST_STEPS):
        present = games.present(game_id)
        step, game = present.session.pending, present.session.game
        assert step is not None
        if step.key == "space_combat":
            break
        turn = present.position if step.key == "hive_turn" else turn
        if step.key == "player_turn" and not placed:
            placed = True
            games.board(game_id, present.position, _held())
            continue
        cards = [one for one in answers_to(game, step) if str(one).startswith("card.")]
        passing = "pass" if step.key == "player_turn" else expected_answer(game, step)
        games.answer(game_id, present.position, step.key, cards[0] if cards else passing)
    assert BATTLEFIELD in step.text
    games.undo(game_id, present.position, turn)
    file = folder / "game.json"
    file.write_text(json.dumps(store.export_game(game_id)))
    store.close()
    return file


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which Ada has won a space combat, and the table says whether she invades."""
    folder = tmp_path_factory.mktemp("won")
    store = Store(folder / "games.sqlite")
    games = Games(store)
    game_id = games.create("The invasion", settings(), seed="test", layout=layout())
    said = {"player_turn": "activate", "space_combat": "by_hand", "space_combat_result": "players"}
    for _ in range(MOST_STEPS):
        present = games.present(game_id)
        step = present.session.pending
        assert step is not None
        if step.key == "invasion":
            break
        usual = expected_answer(present.session.game, step)
        games.answer(game_id, present.position, step.key, said.get(step.key, usual))
    assert step.key == "invasion"
    file = folder / "game.json"
    file.write_text(json.dumps(store.export_game(game_id)))
    store.close()
    return file


def _held() -> dict[str, int | str]:
    changes: dict[str, int | str] = {}
    for position, planet in HELD.items():
        changes |= {
            f"{position}/units/p1/cruiser": 1,
            f"{position}/planet/{planet}/units/p1/infantry": 2,
            f"{position}/planet/{planet}/control": "p1",
        }
    return changes


def hits(page: Page) -> Locator:
    return page.get_by_role("spinbutton", name="Hits of")


def to_the_combat(page: Page) -> int:
    """Tap on to the space combat; the taps that it took."""
    taps = 0
    while not headline(page).startswith("Space combat in"):
        tap_next(page)
        taps += 1
    return taps


def to_the_first_round(page: Page) -> None:
    """Tap on until the dice of the first round of the space combat lie there."""
    to_the_combat(page)
    tap(page, "#answer button[value=dice]")
    while not headline(page).startswith("Round 1 of the space combat") or headline(page).endswith("begins"):
        tap(page, "#go")


def all_in_view(page: Page) -> None:
    """What a round asks stands in the first view: how many hits fall on whom, the stepper, and the amber button."""
    for size in in_sizes(page, TABLET, LAPTOP, PHONE):
        for part in (page.locator(".due"), hits(page), page.locator("#go"), page.locator("#second")):
            expect(part).to_be_in_viewport(ratio=1)
        stepper = page.get_by_role("button", name="More: Hits of").bounding_box()
        assert stepper is not None and stepper["width"] >= WIDE_STEPPER, size
        foot, mine = page.locator(".foot").bounding_box(), page.locator(".block.mine").bounding_box()
        assert foot is not None and mine is not None and mine["y"] + mine["height"] <= foot["y"] + 1, size


def test_two_rounds_and_an_invasion_are_fought_without_scrolling(
    open_page: OpenPage, engaged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_page("", PHONE)
    import_game(page, engaged)
    taps = to_the_combat(page)
    rounds, landed = 0, False
    while the_hives(page):
        said, landed = headline(page), landed or headline(page).startswith(("The Hive lands on", "The Hive takes"))
        if said.startswith("Round ") and page.locator(".due").count():
            rounds += 1
            all_in_view(page)
            assert page.locator(".die.hit").count() == int(page.locator(".due b").inner_text())
            page.locator(".pad").get_by_role("button", name="1").or_(
                page.get_by_role("button", name="More: Hits")
            ).first.click()
            taps += 2
            tap(page, "button[value=on]" if rounds in (1, 3) else "button[value=cleared]")
            if rounds == 1:
                expect(page.locator(".losses li")).to_have_count(1)
                expect(page.locator(".losses li")).to_contain_text("1 ")
                expect(page.locator(".fleets .hive .gone, .losses .hurt")).to_have_count(1)
            continue
        tap_next(page)
        taps += 1
    with capsys.disabled():
        print(f"\ntaps of an engage with {rounds} rounds and an invasion: {taps}")
    assert rounds >= 3 and landed
    assert taps <= TAPS_BOUND


def test_who_has_won_is_chosen_first_and_what_is_left_is_asked_of_the_hive_alone(
    open_page: OpenPage, engaged: Path
) -> None:
    page = open_page("", PHONE)
    import_game(page, engaged)
    to_the_combat(page)
    tap(page, "#answer button[value=by_hand]")
    left = page.locator(".chosen ~ .asked:has(.stepper)")
    assert left.count() > 0
    expect(left.first).to_be_hidden()
    for number in range(3):
        expect(page.locator(".chosen label").nth(number)).to_be_in_viewport(ratio=1)
    page.locator(".chosen label", has_text="The Hive has won").click()
    expect(left.first).to_be_visible()
    page.locator(".chosen label", has_text="The players have won").click()
    expect(left.first).to_be_hidden()
    tap(page, "#go")
    assert "The Hive's turn" not in headline(page)


def test_what_is_expected_stays_chosen_while_another_device_enters(open_page: OpenPage, engaged: Path) -> None:
    page = open_page("", PHONE)
    game = import_game(page, engaged)
    to_the_combat(page)
    tap(page, "#answer button[value=by_hand]")
    chosen = page.locator("#table input[type=radio][form=answer]:checked")
    expected = [one.get_attribute("value") for one in chosen.all()]
    assert expected
    screen = page.locator("#table")
    was = screen.get_attribute("data-position") or ""
    correct(open_page("/", PHONE), game, "hive.trade_goods", 5)
    expect(screen).not_to_have_attribute("data-position", was)
    assert [one.get_attribute("value") for one in chosen.all()] == expected


def test_once_all_of_the_hive_are_hit_the_amber_button_names_no_further_round(
    open_page: OpenPage, engaged: Path
) -> None:
    page = open_page("", PHONE)
    import_game(page, engaged)
    to_the_first_round(page)
    expect(page.locator("#go")).to_have_text("Round 2")
    hits(page).fill(hits(page).get_attribute("max") or "")
    expect(page.locator("#go")).to_have_text("Go on")
    hits(page).fill("0")
    expect(page.locator("#go")).to_have_text("Round 2")


def test_where_no_player_ship_is_expected_to_be_left_going_on_names_no_further_round_either(
    open_page: OpenPage, played: PlayedGames
) -> None:
    game, page = played.game(FIGHTS), open_page("", PHONE, address=played.address)
    rounds = {line: game.steps[line] for line in game.lines[keys.SPACE_COMBAT_ROUND]}
    game.at(page, next(one for one, step in rounds.items() if isinstance(step, Ask) and step.choices[0].value != "on"))
    expect(page.locator("#go")).to_contain_text("is left")
    expect(page.locator("#answer button[value=on]")).to_contain_text("Round")
    hits(page).fill(hits(page).get_attribute("max") or "")
    expect(page.locator("#answer button[value=on]")).to_have_text("Go on")
    expect(page.locator("#go")).to_contain_text("is left")


def test_a_long_word_beside_a_stepper_has_a_line_of_its_own_on_a_phone(open_page: OpenPage, engaged: Path) -> None:
    page = open_page("", PHONE)
    import_game(page, engaged)
    to_the_first_round(page)
    label = page.locator(".mine .asked > span b").first
    assert label.evaluate("one => { one.textContent = 'Bombardments'; return one.getClientRects().length }") == 1


def test_a_combat_by_hand_is_booked_without_a_script(open_page: OpenPage, engaged: Path) -> None:
    page = open_page("", PHONE, script=False)
    import_game(page, engaged)
    to_the_combat(page)
    tap(page, "#answer button[value=by_hand]")
    page.locator(".chosen label", has_text="The Hive has won").click()
    tap(page, "#go")
    assert not headline(page).startswith("Space combat")


def test_beside_the_map_an_invasion_is_answered_without_scrolling(open_page: OpenPage, won: Path) -> None:
    page = open_page("", TABLET)
    import_game(page, won)
    assert "Do players invade" in headline(page) and page.locator(".losses li").count() > 1
    for _ in in_sizes(page, TABLET, LAPTOP):
        foot = page.locator(".foot").bounding_box()
        for words in ("You invade", "No invasion"):
            answer = page.get_by_role("button", name=words).bounding_box()
            assert foot is not None and answer is not None and answer["y"] + answer["height"] <= foot["y"] + 1, words


AT_HOME = "310"
"""The main spawning system: the Hive holds two planets there."""
SHIPS_OF_HIVE = ("cruiser", "destroyer", "carrier", "dreadnought")


def landing(folder: Path, *seats: str) -> Path:
    """A game in which these players have won a space combat above two planets, and say who lands on which."""
    store = Store(folder / "landing.sqlite")
    games = Games(store)
    game_id, moved = games.create("The landing", settings(), seed="test", layout=layout()), False
    ships: dict[str, int | str] = {f"{AT_HOME}/units/hive/{unit}": 1 for unit in SHIPS_OF_HIVE}
    ships |= {f"{AT_HOME}/units/{seat}/{unit}": 2 for seat in seats for unit in ("carrier", "infantry")}
    said = {
        "player_turn": "activate",
        "activate": AT_HOME,
        "space_combat": "by_hand",
        "space_combat_result": {"choice": "players"},
    }
    while (step := (present := games.present(game_id)).session.pending) is not None and step.key != "invasion":
        if step.key == "player_turn" and not moved:
            moved = bool(games.board(game_id, present.position, ships))
            continue
        usual = expected_answer(present.session.game, step)
        given = said.get(step.key, usual)
        games.answer(game_id, present.position, step.key, {**usual, **given} if isinstance(given, dict) else given)
    file = folder / "landing.json"
    file.write_text(json.dumps(store.export_game(game_id)))
    store.close()
    return file


@pytest.mark.parametrize("seats", [("p1",), ("p1", "p2")], ids=["one", "both"])
def test_landings_on_two_planets_are_answered_on_a_tablet_without_scrolling(
    open_page: OpenPage, tmp_path: Path, address: str, seats: tuple[str, ...]
) -> None:
    page = open_page("", TABLET)
    game = import_game(page, landing(tmp_path, *seats))
    for letters in ("normal", "larger"):
        page.context.add_cookies([{"name": "text", "value": letters, "url": address}])
        page.goto(game)
        assert page.locator(".losses li").count() > len(SHIPS_OF_HIVE)
        foot, answers = page.locator(".foot").bounding_box(), page.locator(".mine .tile, .mine .other-answers button")
        assert answers.count() == 2 * 2 * len(seats) + 2
        lowest = max(box["y"] + box["height"] for one in answers.all() if (box := one.bounding_box()))
        assert foot is not None and lowest <= foot["y"] + 1, letters


def test_what_happened_beside_who_has_won_has_the_width_of_a_phone_or_the_end_of_their_row(
    open_page: OpenPage, won: Path
) -> None:
    page = open_page("", PHONE)
    game = import_game(page, won)
    tap(page, "#undo")
    # With an action card the Hive can have a direct hit against a ship that sustains damage.
    correct(page, game, "hive.action_cards", 1)
    page.goto(game)
    assert "who has won?" in headline(page)
    for size in in_sizes(page, PHONE, TABLET, LAPTOP):
        boxes = [tile.bounding_box() for tile in page.locator(".chosen .tile").all()]
        group = page.locator(".chosen").bounding_box()
        assert group is not None and len(boxes) == 4
        first, last = boxes[0], boxes[3]
        assert first is not None and last is not None
        if size == PHONE:
            assert round(last["width"]) == round(group["width"]) and last["y"] > first["y"]
        else:
            assert (last["y"], round(last["width"])) == (first["y"], round(first["width"]))


def test_how_a_battle_ended_is_told_within_its_hexagon(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("", PHONE)
    import_export(page, "11", tmp_path)
    play_until(page, "After the battle in Qucen'n/Rarron")
    for size in in_sizes(page, PHONE, (820, 1180), TABLET):
        assert page.evaluate(BESIDE_THE_HEXAGON) == [], size
