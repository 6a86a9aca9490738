"""How high the steps are: on a phone at most 1.65 screens; beside the map all that counts stands without scrolling."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import pytest
from played import AGENDAS, FIGHTS, PlayedGame, PlayedGames
from playing import HEIGHT, speak
from playwright.sync_api import Page, expect
from screens import Screens

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes
from hive import keys
from hive.simulate.game import Setting
from hive.steps import Ask, Dice, Draw, Item, Step

SCREENS = 1.65
LINES_OF_GO = """() => {
  const one = document.querySelector("#go > span");
  return one?.offsetHeight ? one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight) : 0;
}"""
SHOWN = 3
# How many screens are looked at of each kind of step.
MOST = 2
# So many answers are a list to pick from, with a search: of an agenda, an objective, a system.
A_LIST = 8
# More cards than these are drawn small.
FEW_CARDS = 3
# What players do and set up: there the Hive only waits.
PLAYERS = (keys.SET_UP, keys.PLAYER_TURN, keys.PLAYER_PICKS, keys.PLAYERS_SCORE, keys.IMPERIAL_SCORES, keys.ACTIVATE)
# Where the Hive takes its turn and acts on the board.
ACTS = (keys.HIVE_TURN, keys.TACTICAL_ACTION, keys.STRATEGIC_ACTION, keys.HIVE_PICKS, keys.PRODUCTION_SITE)


def some(lines: list[int]) -> list[int]:
    """The last of a kind of step, when most stands on the table, and one in the middle."""
    return sorted({lines[-1], lines[len(lines) // 2]}, reverse=True)[:MOST]


def is_list(step: Step) -> bool:
    """Whether a step is answered out of a list."""
    return isinstance(step, Ask) and len(step.choices) > A_LIST


def looked_at(game: PlayedGame, asked: tuple[str, ...] = (), known: Collection[str] = ()) -> list[int]:
    """The lines whose steps are looked at: some of each kind, but the last alone of those that are known."""
    kinds = {key: lines for key, lines in game.lines.items() if (key in asked if asked else key not in PLAYERS)}
    kinds = {key: [line for line in lines if not is_list(game.steps[line])] for key, lines in kinds.items()}
    chosen = (some(lines)[: 1 if key in known else MOST] for key, lines in kinds.items() if lines)
    return sorted((line for lines in chosen for line in lines), reverse=True)


@pytest.mark.parametrize("setting", [FIGHTS, AGENDAS], ids=["fights", "agendas"])
def test_no_step_of_the_hive_is_higher_than_the_bound_on_a_phone(
    open_page: OpenPage, played: PlayedGames, setting: Setting
) -> None:
    """In German, whose words are the longest; those that are the highest in English too."""
    game, page = played.game(setting), open_page("/?lang=de", PHONE, address=played.address)
    # Another rule plays another game: a seed is to be looked for, then, that comes to agendas.
    assert setting is not AGENDAS or keys.HIVE_VOTES in game.lines
    heights, tall = [], []
    for line in looked_at(game, known=played.game(FIGHTS).lines if setting is AGENDAS else played.game(AGENDAS).lines):
        step = game.at(page, line)
        heights.append((page.evaluate(HEIGHT), step.key, line))
        # With redo beside it the amber button keeps to two lines.
        if page.evaluate(LINES_OF_GO) > TWO_LINES:
            tall.append((step.key, line))
    assert tall == []
    heights.sort(reverse=True)
    speak(page, "en")
    for _, key, line in heights[:SHOWN]:
        game.at(page, line)
        heights.append((page.evaluate(HEIGHT), key, line))
    print("highest:", ", ".join(f"{key} {height:.2f} (line {line})" for height, key, line in heights[:SHOWN]))
    assert {f"{key} (line {line})": height for height, key, line in heights if height > SCREENS} == {}


def hidden(page: Page, selectors: tuple[str, ...]) -> list[str]:
    """Which of the parts that are there cannot be seen wholly without scrolling."""
    bar = page.locator(".foot").bounding_box()
    assert bar is not None
    found = []
    for selector in selectors:
        box = page.locator(selector).last.bounding_box() if page.locator(selector).count() else None
        if box and not (box["y"] >= 0 and box["y"] + box["height"] <= bar["y"] + 1):
            found.append(selector)
    return found


def test_beside_the_map_what_to_do_and_the_hives_numbers_need_no_scrolling(
    open_page: OpenPage, played: PlayedGames
) -> None:
    game, page = played.game(FIGHTS), open_page("/?lang=de", TABLET, address=played.address)
    below = {}
    for line in looked_at(game, ACTS):
        step = game.at(page, line)
        for size in in_sizes(page, LAPTOP, TABLET):
            if parts := hidden(page, ("#headline", ".hands > li, .do li", ".lead", ".board svg.galaxy", "#hive .nums")):
                below[f"{step.key} (line {line})", size] = parts
    assert below == {}


def test_beside_the_map_the_cards_of_a_vote_need_no_scrolling(open_page: OpenPage, screens: Screens) -> None:
    page = open_page(screens.of("votes"), TABLET)
    assert page.locator(".cards .card").count() > FEW_CARDS
    for size in in_sizes(page, LAPTOP, TABLET):
        assert hidden(page, ("#headline", ".cards .card")) == [], size


@pytest.mark.parametrize("name", ["ships", "ships-told"])
def test_all_ships_of_a_production_stand_in_one_view(open_page: OpenPage, screens: Screens, name: str) -> None:
    page = open_page(screens.of(name), TABLET)
    ships, discs = page.locator(".hands .disc").all_inner_texts(), page.locator("#drawn-map .leads .step")
    assert len(ships) >= FEW_CARDS
    for size in in_sizes(page, LAPTOP, TABLET):
        assert hidden(page, ("#headline", ".hands > li")) == [], size
    if name == "ships":
        assert sorted("·".join(discs.all_text_contents()).split("·")) == ships


def test_what_decided_is_in_sight_once_the_reason_is_opened(open_page: OpenPage, played: PlayedGames) -> None:
    game, page = played.game(FIGHTS), open_page("", TABLET, address=played.address)
    below = {}
    for line in looked_at(game, (keys.TACTICAL_ACTION,)):
        game.at(page, line)
        if not page.locator("#why").count():
            continue
        page.locator("#why summary").first.click()
        expect(page.locator("#why")).to_have_attribute("open", "")
        # Where many blocks left all of them, the one that decided is scrolled to.
        if page.locator("#why .weighed").first.locator("tr").count() > FEW_ROWS:
            continue
        for size in in_sizes(page, LAPTOP, TABLET):
            if parts := hidden(page, ("#headline", "#why .weighed:first-of-type .decides")):
                below[line, size] = parts
    assert below == {}


def test_where_were_we_leaves_what_to_do_in_sight(open_page: OpenPage, played: PlayedGames) -> None:
    page = open_page("", PHONE, address=played.address)
    played.after_a_pause(page)
    expect(page.locator("#returning")).to_be_visible()
    # What just happened is said once.
    expect(page.locator("#returning dt", has_text="Last")).to_have_count(0 if page.locator(".just").count() else 1)
    for size in in_sizes(page, PHONE, TABLET, LAPTOP):
        first = (".books",) if size == PHONE else (".board svg.galaxy",)
        assert hidden(page, (*first, "#headline", "#returning")) == [], size


def test_the_hive_says_what_it_saves_for_before_its_card_turns(open_page: OpenPage, played: PlayedGames) -> None:
    game, page = played.game(FIGHTS), open_page("", PHONE, address=played.address)
    saving = page.locator(".wants")
    for line in game.lines[keys.HIVE_TURN]:
        game.at(page, line)
        if saving.locator(".way").count():
            break
    rows = saving.locator(".way")
    expect(saving.locator(".lead").first).to_contain_text("Its stockpile holds")
    assert rows.count() >= 1
    assert all(" of " in row for row in rows.all_inner_texts())
    for size in in_sizes(page, PHONE, TABLET, LAPTOP):
        assert hidden(page, (".wants",)) == [], size


def test_on_a_phone_a_players_turn_is_one_view(open_page: OpenPage, played: PlayedGames) -> None:
    game, page = played.game(FIGHTS), open_page("", PHONE, address=played.address)
    below, turns = {}, game.lines[keys.PLAYER_TURN]
    # After a turn on which Trade may have been played, whose rules fill a screen.
    trades = {turn for turn in turns if plays_trade(game.steps[turn])}
    told = [after for turn, after in pairwise(turns) if turn in trades and after not in trades and turn + 1 == after]
    for line in [*some(turns), *told]:
        game.at(page, line)
        expect(page.locator(".threat")).to_contain_text("of your systems")
        assert page.locator("#top").evaluate("one => one.offsetHeight") == HEAD
        if parts := hidden(page, ("#headline", ".books", ".choices", ".threat", ".besides")):
            below[line] = parts
    assert below == {}


def test_on_a_phone_all_that_can_be_scored_late_in_a_game_is_in_sight(open_page: OpenPage, played: PlayedGames) -> None:
    game, page = played.game(FIGHTS), open_page("/?lang=de", PHONE, address=played.address)
    scored = [line for line in game.lines[keys.PLAYERS_SCORE] if answers(game.steps[line]) > FEW]
    below = {}
    for line in scored[-2:]:
        game.at(page, line)
        assert page.locator(".goal").count() > FEW
        if parts := hidden(page, ("#headline", ".just", ".goal")):
            below[line] = parts
    assert scored and below == {}


def test_on_a_phone_the_map_of_a_move_is_in_sight_with_its_steps(open_page: OpenPage, played: PlayedGames) -> None:
    game, page = played.game(FIGHTS), open_page("", PHONE, address=played.address)
    lines = [line for line in game.lines[keys.TACTICAL_ACTION] if len(hands(game.steps[line])) <= FEW]
    below = {}
    for line in some(lines):
        game.at(page, line)
        if parts := hidden(page, ("#headline", ".cut", ".hands li")):
            below[line] = parts
    assert below == {}


def test_on_a_phone_a_question_that_the_map_answers_is_in_sight_below_it(
    open_page: OpenPage, played: PlayedGames
) -> None:
    game, page = played.game(AGENDAS), open_page("", PHONE, address=played.address)
    game.at(page, game.lines[keys.TOKEN_BACK][0])
    expect(page.locator(".just")).to_contain_text("plays Warfare")
    assert hidden(page, (".board svg.galaxy", "#headline", ".choices")) == []


def test_the_card_of_the_hive_is_seen_as_its_strategy_card_begins(open_page: OpenPage, played: PlayedGames) -> None:
    game, page = played.game(AGENDAS), open_page("", TABLET, address=played.address)
    for line in game.lines[keys.PLACE_STRUCTURES]:
        plays = "plays" in str(game.at(page, line).shown.heading)
        assert page.locator(".turned").count() == plays
        assert not plays or hidden(page, ("#headline", ".turned", ".do li", ".choices")) == []
    page.goto(f"/games/{game.id}/wall")
    assert page.locator(".turned").count() == plays


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_the_dice_of_many_kinds_of_ships_stand_above_what_is_filled_in(
    open_page: OpenPage, played: PlayedGames, language: str
) -> None:
    game, page = played.game(FIGHTS), open_page(f"/?lang={language}", PHONE, address=played.address)
    game.at(page, max(game.lines[keys.SPACE_COMBAT_ROUND], key=lambda line: kinds(game.steps[line])))
    assert page.locator(".throws li").count() > FEW_KINDS
    dice, mine = page.locator(".throws li").last.bounding_box(), page.locator(".mine").bounding_box()
    assert dice is not None and mine is not None and dice["y"] + dice["height"] <= mine["y"]
    answers = page.locator(".other-answers button")
    assert not any(answers.evaluate_all("all => all.map((one) => one.scrollWidth > one.clientWidth)"))
    headline = page.locator("#headline")
    assert headline.evaluate("one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)") < TWO_LINES


def kinds(step: Step) -> int:
    """Units of how many kinds roll dice."""
    drawn = () if isinstance(step, Draw) else [item.drawn for item in step.items if isinstance(item.drawn, Dice)]
    return sum(len(one.throws) for one in drawn)


FEW_KINDS, TWO_LINES, HEAD = 3, 2.5, 46
FEW = 5
FEW_ROWS = 5


def plays_trade(step: Step) -> bool:
    """Whether it is a turn on which Trade can be played."""
    return isinstance(step, Ask) and any(choice.value == "card.5" for choice in step.choices)


def answers(step: Step) -> int:
    """How many answers there are."""
    return len(step.choices) if isinstance(step, Ask) else 0


def hands(step: Step) -> list[Item]:
    """What hands have to do at a step."""
    return [] if isinstance(step, Draw) else [item for item in step.items if not item.aside]
