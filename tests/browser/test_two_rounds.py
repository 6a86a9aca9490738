"""Two whole rounds by the screen alone on a phone: every phase and kind of turn; taps and requests are counted."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

import pytest
from playing import FOLLOWS, headline, tap, tap_next
from playwright.sync_api import Page, Request, expect
from test_galaxy import attack, begin_with_a_galaxy

from conftest import PHONE, OpenPage

ROUNDS = 2
MOST_STEPS = 400
# However many are hit: no player ship is left.
GONE = "#answer button[value=cleared], .foot button[value=cleared]"
# A round may cost so many taps, and each tap so many requests.
TAPS_BOUND, REQUESTS_PER_TAP = 130, 1.5
TAPPED = "addEventListener('pointerdown', () => console.debug('tapped'), true)"
# A headline of each kind of step that two rounds have to bring.
KINDS = {
    "strategy phase": r"takes? (a strategy card|\w+)",
    "strategic action": r"^The Hive plays ",
    "tactical action": r"^The Hive (spreads|attacks|hunts|wants) ",
    "player's turn": r"^(Ada|Ben)'s turn$",
    "transaction": r"pays the Hive|gives the Hive",
    "status phase": r"^Status phase of the Hive",
    "objective": r"^Which public objective is revealed\?$",
}
TACTICAL = re.compile(r"The Hive (?:spreads|attacks|hunts|wants) ")
TILE = re.compile(r"tile \w+")


@dataclass
class Hands:
    """The players' hands: what they have done by phase, which headlines they have seen, and what they still want.

    ``taken`` is where the Hive went last: Ada attacks it there once.
    """

    page: Page
    phase: str = "Set-up"
    taps: Counter[str] = field(default_factory=Counter)
    requests: Counter[str] = field(default_factory=Counter)
    seen: list[str] = field(default_factory=list)
    taken: str = ""
    attacked: bool = False
    traded: bool = False

    def count(self) -> None:
        """Count taps, and what the page asks of the server; what it asks by itself while idle is no part of it."""
        self.page.add_init_script(TAPPED)
        self.page.on("console", lambda message: self.taps.update({self.phase: message.text == "tapped"}))
        self.page.on("request", self._asked)

    def _asked(self, request: Request) -> None:
        if request.resource_type in ("document", "xhr", "fetch") and not FOLLOWS.search(request.url):
            self.requests[self.phase] += 1

    def step(self) -> None:
        """Read the headline and do the next thing."""
        said = headline(self.page)
        self.phase = " ".join((self.page.locator(".where").text_content() or "").split()[:3])
        self.seen.append(said)
        where = self.page.locator("#answer .detail").first
        if TACTICAL.match(said) and where.count():
            self.taken = TILE.findall(where.inner_text())[0]
        if said == "The Hive's turn" and not self.traded:
            self._trade()
        elif said == "Ada's turn" and self.taken and not self.attacked:
            self.attacked = True
            attack(self.page, self.taken)
        elif said in ("Ada's turn", "Ben's turn"):
            self._turn()
        elif said.startswith("Round ") and self.page.locator(GONE).count():
            tap(self.page, GONE)
        else:
            tap_next(self.page)

    def _turn(self) -> None:
        """Play a strategy card, or pass once there is none."""
        card, passes = "#answer button.strategy", '#answer button:has-text("Passes")'
        tap(self.page, card if self.page.locator(card).count() else passes)

    def _trade(self) -> None:
        """Ada buys a promissory note of the Hive in its turn."""
        self.traded = True
        self.page.locator("a[href$='#interference']").click()
        form = self.page.locator("form#interference")
        expect(form).to_be_visible()
        form.locator("label", has_text="Ada").click()
        form.get_by_role("button", name="Enter").click()
        expect(self.page.locator("#headline")).to_have_text(re.compile("pays the Hive|gives the Hive"))


def test_two_rounds_are_played_by_the_screen_alone(open_page: OpenPage, capsys: pytest.CaptureFixture[str]) -> None:
    page = open_page("", PHONE, alone=True)
    hands = Hands(page)
    hands.count()
    begin_with_a_galaxy(page)
    over = re.compile(f"^Round {ROUNDS + 1} ")
    for _ in range(MOST_STEPS):
        if over.match(" ".join(page.locator(".where").inner_text().split())):
            break
        hands.step()
    with capsys.disabled():
        print("\ntaps and requests by phase: ", end="")
        print(", ".join(f"{phase} {taps} and {hands.requests[phase]}" for phase, taps in hands.taps.items()))
    assert over.match(" ".join(page.locator(".where").inner_text().split())), hands.seen[-8:]
    missing = [kind for kind, words in KINDS.items() if not any(re.search(words, said) for said in hands.seen)]
    assert not missing, hands.seen
    assert hands.attacked
    assert hands.taps.total() <= ROUNDS * TAPS_BOUND
    assert hands.requests.total() <= hands.taps.total() * REQUESTS_PER_TAP
