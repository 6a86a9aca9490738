"""How many taps a stretch of a game costs, counted along kept games by what their pages post, printed and bounded.

A tap is a form, and each number that stands otherwise than filled in is one more, by its pad or its tile. Without a
script: the pages are read as a browser without one would send them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from driving import expected_answer
from hive import keys
from hive.steps import Ask, Draw
from serving import Table, app_in
from test_web_laws import in_the_agenda_phase

FORM = re.compile(r'<form id="answer".*?\baction="([^"]*)".*?</form>', re.DOTALL)
FIELDS = re.compile(r'<input [^>]*name="([\w.]+)"[^>]*value="([^"]*)"[^>]*>')
BUTTONS = re.compile(r'<button [^>]*name="value" value="([^"]*)"[^>]*>')
GOES = re.compile(r'formaction="([^"]*)"')
MOST = 40
BATTLES, LATE = "12", "17"
"""Kept games that come to battles of the Hive one after another."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(app_in(tmp_path_factory.mktemp("taps")))


@dataclass
class Hand:
    """A hand at a game that counts its taps: it does the obvious, or as it is told.

    ``apart`` are those that the same answers would take with a form each.
    """

    table: Table
    game_id: str
    taps: int = 0
    apart: int = 0
    asked: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        step = self.table.games.present(self.game_id).session.pending
        return step.key if step is not None else ""

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers that are asked for, and the most that each can be."""
        step = self.table.games.present(self.game_id).session.pending
        return {number.name: number.maximum for number in step.numbers} if isinstance(step, Ask) else {}

    @property
    def page(self) -> str:
        return self.table.client.get(f"/games/{self.game_id}").get_data(as_text=True)

    def tap(self, value: str = "", **numbers: int) -> None:
        """Post the open form: the button of an answer, the amber one or else the first; with some numbers."""
        page, position = self.page, self.table.position(self.game_id)
        form = FORM.search(page)
        assert form is not None
        buttons = {one[1]: one[0] for one in reversed(list(BUTTONS.finditer(page)))}
        amber = next((one for one, button in buttons.items() if 'id="go"' in button), "")
        chosen = value or amber or next(iter(reversed(buttons)), "done")
        goes = GOES.search(buttons.get(chosen, ""))
        fields = dict(filled_in(page))
        told = {f"number.{name}": str(number) for name, number in numbers.items()}
        assert told.keys() <= fields.keys(), (told, fields)
        self.asked.append(self.key)
        to = (goes[1] if goes else form[1]).replace("&amp;", "&")
        answer = self.table.client.post(to, data={**fields, **told, "value": chosen})
        assert answer.status_code == 303, self.asked
        changed = sum(told[name] != fields[name] for name in told)
        self.taps += 1 + changed
        self.apart += self.table.position(self.game_id) - position + changed

    def until(self, *those: str, hits: int = 1) -> None:
        """Tap on to one of these steps; in each round a hit of the players, after which nothing of them is left."""
        for _ in range(MOST):
            if self.key in those:
                return
            if self.key in (keys.SPACE_COMBAT_ROUND, keys.GROUND_COMBAT_ROUND):
                self.tap("cleared", hits=hits)
            else:
                self.tap()
        raise AssertionError(f"none of {those} ever came")


def filled_in(page: str) -> list[tuple[str, str]]:
    """What the open form sends as it stands: hidden fields, numbers, and of tiles the chosen one."""
    fields = []
    for found in FIELDS.finditer(page[page.index('<form id="answer"') :]):
        ours = found[1].startswith(("number.", "was.")) or found[1] in ("key", "then", "asked", "shares", "position")
        tile = 'type="radio"' in found[0] and " checked" not in found[0]
        if (ours or found[1] == "csrf_token") and not tile and found[1] not in dict(fields):
            fields.append((found[1], found[2]))
    return fields


def quickly(hand: Hand, those: Callable[[str], bool]) -> None:
    """Go on to a step without its pages, as expected; a fight ends with its first round."""
    for _ in range(300):
        present = hand.table.games.present(hand.game_id)
        step = present.session.pending
        assert step is not None
        if those(step.key):
            return
        value = expected_answer(present.session.game, step)
        if not isinstance(step, Draw) and "cleared" in str(getattr(step, "choices", "")) and isinstance(value, dict):
            value = {**value, "choice": "cleared"}
        hand.table.games.answer(hand.game_id, present.position, step.key, value)
    raise AssertionError("that step never came")


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Callable[[str, Hand], None]:
    """Says how many taps something took, also where the test does not fail."""

    def say(what: str, hand: Hand) -> None:
        with capsys.disabled():
            print(f"\n{what}: {hand.taps} taps, each answer apart {hand.apart} ({', '.join(hand.asked)})")

    return say


Print = Callable[[str, Hand], None]


@pytest.mark.rule("29.votes.influence-cards")
@pytest.mark.parametrize(
    ("speaker", "taps"),
    [("p2", 3), ("hive", 2), ("p1", 3)],
    ids=["the Hive votes first: its cards are drawn at its turn", "it votes last", "between them: once one has voted"],
)
def test_an_agenda_costs_two_taps_where_nobody_votes_after_the_hive(
    table: Table, printed: Print, speaker: str, taps: int
) -> None:
    hand = Hand(table, in_the_agenda_phase(table))
    table.games.correct(hand.game_id, table.position(hand.game_id), "speaker", speaker)
    hand.tap("Fleet Regulations")
    while hand.key in (keys.HIVE_VOTES, keys.VOTED):
        hand.tap()
    printed(f"an agenda, the Speaker {speaker}", hand)
    assert hand.taps == taps and hand.key == keys.AGENDA


def test_an_attack_on_a_planet_costs_ten_taps_with_a_round_in_space_and_one_on_the_ground(
    table: Table, printed: Print
) -> None:
    # The bound of 9 would have the dice on the ground lie there before what players may use as the Hive lands.
    hand = Hand(table, table.import_kept(BATTLES))
    for _ in range(8):
        quickly(hand, lambda key: key == keys.HIVE_TURN)
        hand.taps, hand.apart, hand.asked = 0, 0, []
        hand.tap()
        hand.until(keys.PLAYER_TURN, keys.HIVE_TURN, "")
        if hand.asked[3:] == ATTACK:
            break
    printed("an attack of the Hive on one planet", hand)
    assert hand.asked[3:] == ATTACK and hand.taps <= 10


ATTACK = [
    keys.SPACE_COMBAT,
    keys.SPACE_COMBAT_ROUND,
    keys.LANDING,
    keys.GROUND_COMBAT_ROUND,
    keys.BATTLE_OVER,
]


def test_an_infest_with_a_card_of_exploration_costs_five_taps(table: Table, printed: Print) -> None:
    hand = Hand(table, table.import_kept("11"))
    while True:
        quickly(hand, lambda key: key == keys.HIVE_TURN)
        hand.taps, hand.apart, hand.asked = 0, 0, []
        hand.tap()
        hand.until(keys.PLAYER_TURN, keys.HIVE_TURN)
        if keys.EXPLORATION in hand.asked:
            break
    printed("an infest with a card of exploration", hand)
    assert hand.taps <= 5


@pytest.mark.rule("27.received.faction")
@pytest.mark.parametrize("exhausted", ["yes", "no"])
def test_a_status_phase_costs_five_taps_beside_what_is_scored(table: Table, printed: Print, exhausted: str) -> None:
    hand = Hand(table, table.begin())
    table.until(hand.game_id, keys.PLAYER_TURN)
    table.games.correct(hand.game_id, table.position(hand.game_id), "notes.p1.faction", "hive")
    for name in ("hive.passed", "players.p1.passed", "players.p2.passed"):
        table.games.correct(hand.game_id, table.position(hand.game_id), name, "yes")
    quickly(hand, lambda key: key == keys.PLAYERS_SCORE)
    hand.until(keys.AGENT_EXHAUSTED)
    hand.tap(exhausted)
    printed("a status phase", hand)
    assert table.games.present(hand.game_id).session.game.round == 2
    assert hand.taps <= 5


OWN = {keys.BARRAGE, keys.STRATAGEM, keys.DISCARD_SOURCE}
"""What an attack asks besides where there is cause: a barrage, a card of the Hive, from where it pays."""


def test_an_attack_of_a_player_with_two_rounds_in_space_and_one_on_the_ground(table: Table, printed: Print) -> None:
    hand = Hand(table, table.import_kept(LATE))
    quickly(hand, lambda key: key == keys.PLAYER_TURN)
    hand.tap("activate")
    hand.tap("207")
    hand.until(keys.SPACE_COMBAT)
    hand.tap("fight")
    hand.until(keys.SPACE_COMBAT_ROUND)
    hand.tap("on", hits=1)
    hand.tap("on", hits=hand.numbers["hits"])
    hand.until(keys.INVASION)
    hand.tap("invade", **{next(iter(hand.numbers)): 1})
    hand.until(keys.GROUND_COMBAT_ROUND)
    hand.tap("on", hits=hand.numbers["hits"])
    hand.until(keys.HIVE_TURN)
    printed("an attack of a player", hand)
    assert hand.asked.count(keys.SPACE_COMBAT_ROUND) == 2 and hand.asked.count(keys.GROUND_COMBAT_ROUND) == 1
    assert hand.taps - sum(key in OWN for key in hand.asked) <= 15
