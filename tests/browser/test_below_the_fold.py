"""Beside the map, on a tablet, a laptop and a television, nothing of a step lies below the fold."""

from __future__ import annotations

from itertools import pairwise

import pytest
from played import EXPLORES, FIGHTS, PlayedGame, PlayedGames
from playing import speak
from playwright.sync_api import Page
from screens import KINDS
from test_heights import is_list, looked_at

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes
from day import SPOKEN
from hive import keys
from hive.steps import Ask, Draw, Step

LOW_LAPTOP, TELEVISION = (1366, 768), (1920, 1080)
SIZES = (TABLET, LAPTOP, TELEVISION)
BELOW_IT = {"why": "all that was compared, opened by a tap below what decided, which is in sight (test_heights)"}
"""The screens of which something does lie there, with the reason."""
OFTEN = (keys.HIVE_TURN, keys.TACTICAL_ACTION)
"""What stands above and below these differs with each turn: more of them are looked at than the last."""
FOUGHT = (keys.BATTLE_OVER, keys.STRATAGEM)
WHOLE = [
    name
    for name, screen in KINDS.items()
    if screen.game and screen.path[:1] in ("", "?") and "tablet" in screen.sizes and name not in BELOW_IT
]
BELOW = """() => {
  const foot = document.querySelector(".foot").getBoundingClientRect().top;
  // Of a list that scrolls within itself the first rows are seen.
  const within = [...document.querySelectorAll("#now :is(.found, .do)")].filter((list) => {
    const { bottom, height } = list.getBoundingClientRect();
    return getComputedStyle(list).overflowY === "auto" && bottom <= foot + 1 && height >= 140;
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) return [`${scrollWidth} of ${clientWidth} wide`];
  return [...document.querySelectorAll("#now *")].filter((one) => !one.children.length && one.checkVisibility())
    .filter((one) => !within.some((list) => list.contains(one)))
    .filter((one) => one.textContent.trim() && one.getBoundingClientRect().bottom > foot + 1)
    .map((one) => `${one.textContent.trim()} ${Math.round(one.getBoundingClientRect().bottom - foot)}`);
}"""
WARFARE = "card.6"
NEWS = "document.querySelector('#table > .notice')?.remove()"
"""What an old game tells once as it goes on is no part of its step."""


def below_the_fold(page: Page) -> dict[tuple[int, int], list[str]]:
    """What of a step lies there, by size; the screens are looked at where axe looks at them (test_everybody)."""
    page.evaluate(NEWS)
    found = {size: page.evaluate(BELOW) for size in in_sizes(page, *SIZES)}
    return {size: parts for size, parts in found.items() if parts}


@pytest.mark.parametrize("code", SPOKEN)
def test_nothing_of_a_game_lies_there_on_a_tablet_and_on_laptops(
    open_page: OpenPage, played: PlayedGames, code: str
) -> None:
    game, page = played.game(FIGHTS), open_page("", TABLET, address=played.address)
    speak(page, code, played.address)
    below = {}
    often = {line for key in OFTEN for line in game.lines[key][::3]}
    lists = {lines[-1] for lines in game.lines.values() if is_list(game.steps[lines[-1]])}
    wordy = {max(game.lines[key], key=lambda line: len(words_of(game.steps[line]))) for key in (*OFTEN, *FOUGHT)}
    for line in sorted(
        {*looked_at(game, tuple(game.lines), known=game.lines), *often, *lists, *wordy, *after_warfare(game)},
        reverse=True,
    ):
        step = game.at(page, line)
        for size in in_sizes(page, LAPTOP, LOW_LAPTOP, TABLET):
            if parts := page.evaluate(BELOW):
                below[f"{step.key} (line {line})", size] = parts
    assert below == {}


def test_nothing_lies_there_where_a_step_has_the_most_words(open_page: OpenPage, played: PlayedGames) -> None:
    game, page = played.game(EXPLORES), open_page("", TABLET, address=played.address)
    by_words = {
        key: max(game.lines[key], key=lambda line: len(words_of(game.steps[line])))
        for key in (keys.EXPLORATION, keys.SPACE_COMBAT_RESULT, keys.OTHER_DESTINATION, keys.SET_UP)
    }
    below = {}
    for key, line in sorted(by_words.items(), key=lambda found: found[1], reverse=True):
        game.at(page, line)
        # Who has won is asked in one view on a phone as well.
        for size in in_sizes(page, *((PHONE,) if key == keys.SPACE_COMBAT_RESULT else ()), TABLET):
            below[key, size] = page.evaluate(BELOW)
    assert {found: parts for found, parts in below.items() if parts} == {}


def after_warfare(game: PlayedGame) -> list[int]:
    """The turn after the last on which Warfare could be played, whose reminders it tells."""
    turns = game.lines[keys.PLAYER_TURN]
    return [after for turn, after in pairwise(turns) if offers(game.steps[turn], WARFARE)][-1:]


def offers(step: Step, value: str) -> bool:
    """Whether a step has an answer."""
    return isinstance(step, Ask) and any(choice.value == value for choice in step.choices)


def words_of(step: Step) -> str:
    """The headline of a step, and what its hands have to do."""
    return (
        ""
        if isinstance(step, Draw)
        else " ".join(str(one) for one in (step.text, *(f"{item.text} {item.note}" for item in step.items)))
    )
