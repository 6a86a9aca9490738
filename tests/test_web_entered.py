"""Numbers that are entered while others look on: each player's own share, the sum on every screen, and none lost."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from driving import layout, settings
from guests import Guest
from hive.model.game import PLAYERS
from hive.steps import Ask
from serving import TOKEN, Table, app_in, without_spans

ROUND = "space_combat_round"


class Device:
    """A screen of a game, which posts what its form says."""

    def __init__(self, table: Table, game_id: str, opens: str = "table") -> None:
        self.table, self.game_id = table, game_id
        self.client = table.app.test_client()
        if opens in PLAYERS:
            guest = Guest(table.app).join(game_id, opens)  # type: ignore[arg-type]
            self.client = guest.client
        self.look()

    def look(self) -> str:
        """Draw the screen anew; what it shows is what it posts from then on."""
        page = self.client.get(f"/games/{self.game_id}").get_data(as_text=True)
        form = re.findall(r"<input[^>]*>", page)
        self.form = {
            name: re.findall(r' value="([^"]*)"', one)[0]
            for one in form
            for name in re.findall(r' name="((?:number|was)\.\w+|asked|shares|position)"', one)
            if 'type="radio"' not in one or " checked" in one
        }
        self.form["key"] = re.findall(r'name="key" value="([^"]*)"', page)[0]
        self.form["csrf_token"] = TOKEN.findall(page)[0]
        self.page = html.unescape(without_spans(page))
        return self.page

    def enters(self, script: bool = True, **numbers: Any) -> TestResponse:
        data = {**self.form, **{f"number.{name}": str(value) for name, value in numbers.items()}}
        if script:
            gone = [name for name in data if name.startswith("number.") and name[7:] not in numbers]
            data = {name: value for name, value in data.items() if name not in gone and not name.startswith("was.")}
        return self.client.post(
            f"/games/{self.game_id}/numbers", data=data, headers={"HX-Request": "true"} if script else {}
        )

    def taps(self, value: str = "on", **numbers: Any) -> TestResponse:
        data = {**self.form, **{f"number.{name}": str(value) for name, value in numbers.items()}, "value": value}
        return self.client.post(f"/games/{self.game_id}/answer", data=data)

    def together(self) -> str:
        """What it says of the number that all enter."""
        found = re.findall(r'<p class="together".*?</p>', self.look(), re.S)
        return " ".join(re.sub(r"<[^>]*>", " ", " ".join(found)).replace("×", "").split())


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def fought(table: Table, until: str = ROUND, **numbers: int) -> str:
    """A round of a space combat whose dice the table rolls, or what comes before it."""
    game_id = table.games.create("The galaxy", settings(), seed="test", layout=layout())
    for key, value in {"player_turn": "activate", "space_combat": {"choice": "dice", **numbers}}.items():
        table.until(game_id, key)
        present = table.games.present(game_id)
        table.games.answer(game_id, present.position, key, value)
    table.until(game_id, until)
    return game_id


@pytest.fixture
def game_id(table: Table) -> str:
    """One in which Ada fights alone, for all that the app was told."""
    return fought(table)


@pytest.fixture
def ada(table: Table, game_id: str) -> Device:
    return Device(table, game_id, "p1")


@pytest.fixture
def ben(table: Table, game_id: str) -> Device:
    return Device(table, game_id, "p2")


def hits_booked(table: Table, game_id: str) -> Any:
    entry = table.games.lines(game_id, None, 1)[0]
    return entry.data["value"]["hits"]


def most(table: Table, game_id: str) -> int:
    step = table.games.present(game_id).session.pending
    assert isinstance(step, Ask)
    return step.numbers[0].maximum


def test_both_enter_their_own_and_the_tap_of_either_counts_the_sum(
    table: Table, game_id: str, ada: Device, ben: Device
) -> None:
    assert ada.enters(hits=1).status_code == 204
    assert ben.enters(hits=2).status_code == 204
    other = Device(table, game_id)
    assert [one.together() for one in (ada, ben, other)] == ["3 together Ada 1 Ben 2"] * 3
    assert (ada.form["number.hits"], ben.form["number.hits"], other.form["number.hits"]) == ("1", "2", "0")
    assert ada.taps().status_code == 303
    assert hits_booked(table, game_id) == 3
    table.until(game_id, ROUND)
    assert ben.together() == "0 together Ben 0"


@pytest.mark.parametrize(("ally", "whose"), [(0, "Ada"), (1, "Ben")])
def test_a_players_device_names_only_whose_hits_are_entered_there(table: Table, ally: int, whose: str) -> None:
    """Ben rolls no dice where Ada fights alone: his device names her, too."""
    game_id = fought(table, ally=ally)
    for seat, name in (("p1", "Ada"), ("p2", whose)):
        assert re.findall(r">Hits of ([^<]*)<", Device(table, game_id, seat).page) == [name]


@pytest.mark.parametrize(("ally", "whose"), [(0, "Ada"), (1, "Ben")])
def test_whose_barrage_it_is_stands_on_both_devices(table: Table, ally: int, whose: str) -> None:
    game_id = fought(table, until="barrage", ally=ally)
    for seat, name in (("p1", "Ada"), ("p2", whose)):
        label = re.sub(r"<[^>]*>", "", Device(table, game_id, seat).page)
        assert re.findall("(Ada|Ben): Your anti-fighter barrage", label)[:1] == [name]


def test_a_share_that_came_in_before_the_tap_is_seen_first(
    table: Table, game_id: str, ada: Device, ben: Device
) -> None:
    was = table.position(game_id)
    ben.enters(hits=2)
    refused = ada.taps(hits=1)
    assert refused.status_code == 409
    said = html.unescape(without_spans(refused.get_data(as_text=True)))
    assert "Ben has entered a number meanwhile. It is shown now: look, and tap again." in said
    assert table.position(game_id) == was
    assert ada.together() == "3 together Ada 1 Ben 2"
    ada.taps()
    assert hits_booked(table, game_id) == 3


def test_the_own_number_needs_no_tap_of_its_own(table: Table, game_id: str) -> None:
    tablet = Device(table, game_id)
    assert tablet.together() == ""
    tablet.taps(hits=2)
    assert hits_booked(table, game_id) == 2


def test_devices_without_a_player_have_a_share_each(table: Table, game_id: str, ada: Device) -> None:
    tablet, laptop = Device(table, game_id), Device(table, game_id)
    tablet.enters(hits=1)
    laptop.enters(hits=1)
    ada.enters(hits=1)
    assert sorted(tablet.together().split()) == [
        *("1", "1", "1", "3", "Ada", "another", "screen", "screen", "this", "together")
    ]
    laptop.look()
    laptop.taps()
    assert hits_booked(table, game_id) == 3


def test_a_player_with_two_devices_has_one_share(table: Table, game_id: str, ada: Device) -> None:
    second = Device(table, game_id, "p1")
    ada.enters(hits=1)
    second.enters(hits=2)
    assert ada.together() == second.together() == "2 together Ada 2"


def test_more_than_destroys_all_is_as_good_as_that(table: Table, game_id: str, ada: Device, ben: Device) -> None:
    number = most(table, game_id)
    ada.enters(hits=number)
    ben.look()
    ben.taps(hits=number)
    assert hits_booked(table, game_id) == number


def test_what_is_late_or_wrong_is_refused_and_changes_nothing(
    table: Table, game_id: str, ada: Device, ben: Device
) -> None:
    assert ada.enters(hits=most(table, game_id) + 1).status_code == 422
    assert ada.enters(hits="many").status_code == 422
    ada.taps(hits=1)
    late = ben.enters(hits=2)
    assert late.status_code == 409
    assert "that number was for a step before" in late.get_data(as_text=True)
    ada.look()
    table.client.post(f"/games/{game_id}/undo", data={"csrf_token": table.token, "position": ada.form["position"]})
    assert ada.together() == "0 together Ada 0"


def test_after_an_undo_all_screens_show_again_what_was_entered(
    table: Table, game_id: str, ada: Device, ben: Device
) -> None:
    ada.enters(hits=1)
    ben.enters(hits=2)
    ada.look()
    ada.taps()
    position = table.position(game_id)
    table.client.post(f"/games/{game_id}/undo", data={"csrf_token": table.token, "position": position})
    assert ada.together() == ben.together() == "3 together Ada 1 Ben 2"
    ben.taps(hits=1)
    assert hits_booked(table, game_id) == 2


def test_a_correction_meanwhile_leaves_it(table: Table, game_id: str, ada: Device, ben: Device) -> None:
    ada.enters(hits=1)
    table.games.correct(game_id, table.position(game_id), "hive.trade_goods", 5)
    assert ben.enters(hits=2).status_code == 204
    assert ada.together() == ben.together() == "3 together Ada 1 Ben 2"


def test_without_a_script_a_button_shows_it_to_all(table: Table, game_id: str, ada: Device, ben: Device) -> None:
    assert ada.enters(script=False, hits=1).status_code == 303
    assert ben.together() == "1 together Ada 1 Ben 0"
    assert "Show it on all screens" in ada.page
    # What stands in the form as it was is entered by nobody.
    assert ada.enters(script=False).status_code == 303
    assert ben.together() == "1 together Ada 1 Ben 0"


def test_a_number_of_somebody_whose_phone_is_gone_is_not_counted(
    table: Table, game_id: str, ada: Device, ben: Device
) -> None:
    ben.enters(hits=2)
    ada.look()
    data = {**ada.form, "without": "hits p2"}
    assert ada.client.post(f"/games/{game_id}/numbers", data=data).status_code == 303
    assert ada.together() == "0 together Ada 0 Ben 0"
    data["without"] = "hits p9"
    assert ada.client.post(f"/games/{game_id}/numbers", data=data).status_code == 303


def test_a_screen_fetches_what_was_entered_and_no_more(table: Table, game_id: str, ada: Device, ben: Device) -> None:
    def since() -> int:
        asks = re.findall(r'id="poll" hidden hx-get="([^"]*)"', ada.page)[0]
        return ada.client.get(asks).status_code

    assert since() == 204
    ben.enters(hits=2)
    assert since() == 200
    ada.look()
    assert since() == 204
    stands = ada.client.get(f"/games/{game_id}/position").get_data(as_text=True)
    assert stands == f"{ada.form['position']}.1"


def test_the_wall_shows_it_too(table: Table, game_id: str, ada: Device, ben: Device) -> None:
    ada.enters(hits=1)
    ben.enters(hits=2)
    wall = html.unescape(without_spans(table.client.get(f"/games/{game_id}/wall").get_data(as_text=True)))
    (shown,) = re.findall(r'<div class="watch-number">(.*?)</div>', wall, re.S)
    assert " ".join(re.sub(r"<[^>]*>", " ", shown).split()) == "Hits of Ada 3 together Ada 1 Ben 2"


# --- numbers that are no sum


@pytest.fixture
def left(table: Table, game_id: str) -> str:
    """The question of what is left of the Hive, after a combat that the table has fought by itself."""
    present = table.games.present(game_id)
    table.games.answer(game_id, present.position, ROUND, {"choice": "by_hand", "hits": 0})
    assert table.games.present(game_id).session.pending.key == "space_combat_result"  # type: ignore[union-attr]
    return game_id


def test_of_another_number_the_last_that_was_entered_stands_on_all_screens(table: Table, left: str) -> None:
    ada, ben = Device(table, left, "p1"), Device(table, left, "p2")
    name, there = next((name[7:], int(value)) for name, value in ada.form.items() if name.startswith("number."))
    assert there > 0
    ada.enters(**{name: there - 1})
    assert "entered by Ada" in ben.look()
    assert "entered by" not in ada.look()
    assert ben.form[f"number.{name}"] == ada.form[f"number.{name}"] == str(there - 1)
    ben.enters(**{name: there})
    assert "entered by Ben" in ada.look()
    assert ada.form[f"number.{name}"] == str(there)


def test_of_another_number_none_is_lost_by_a_tap_meanwhile(table: Table, left: str) -> None:
    ada, ben = Device(table, left, "p1"), Device(table, left, "p2")
    name, there = next((name[7:], int(value)) for name, value in ada.form.items() if name.startswith("number."))
    ada.enters(**{name: there - 1})
    assert ben.taps("hive").status_code == 409
    ben.look()
    assert ben.taps("hive").status_code == 303
    assert table.games.lines(left, None, 1)[0].data["value"][name] == there - 1
