"""Why a strategy card, a technology, an upgrade or a ship and no other: one answer for each candidate, and a table."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from driving import fresh_game
from hive.model.game import Game, RevealedObjective
from hive.rules.abilities.area import gain_technology, gain_upgrade, research
from hive.rules.placing.production import produce_ship
from hive.rules.strategy import select_strategy_card
from hive.steps import Card, Compared, Why
from placing import game_with, run
from serving import Table, app_in


def in_round_two(*objectives: str) -> Game:
    game = fresh_game()
    game.round = 2
    game.objectives = [RevealedObjective(name) for name in objectives]
    return game


def outcome(game: Game, procedure: Generator[Any, Any, Any], *cards: Card) -> Any:
    return run(game, procedure, (), list(cards))[0]


def told(why: Why) -> dict[str, str]:
    """Where each of the others fell out; exactly one candidate was chosen."""
    assert [rival.words for rival in why.rivals if rival.chosen] == [why.line]
    assert all(rival.words and rival.rule for rival in why.rivals)
    return {str(rival.label): str(rival.words) for rival in why.rivals if not rival.chosen}


def table(why: Why) -> Compared:
    assert why.compared is not None
    assert set(why.compared.keys) == {rival.key for rival in why.rivals}
    return why.compared


def cells(compared: Compared, label: str) -> list[str | None]:
    """What stands in the table for a candidate, row by row."""
    number = compared.columns.index(label)
    return [str(row.cells[number].words) if row.cells[number] else None for row in compared.rows]  # type: ignore[union-attr]


@pytest.mark.rule("6.objective.cycle", "6.standard.cycle", "6.critical.before-each")
def test_every_other_strategy_card_says_where_it_fell_out() -> None:
    game = in_round_two("Negotiate Trade Routes")
    game.speaker = "hive"
    game.hive.bank.resources, game.hive.bank.influence = 8, 16
    for number, owner in ((5, "hive"), (2, "p1"), (6, "p2")):
        game.strategy_cards[number].owner = owner
    selection = outcome(game, select_strategy_card(game, 2), Card(initiative=(8,)))
    assert (selection.number, selection.by) == (4, "standard")
    assert told(selection.why) == {
        "(8) Imperial": "It has no standard criterion, and Construction meets its own.",
        "(1) Leadership": "It has no standard criterion, and Construction meets its own.",
        "(2) Diplomacy": "Ada has taken it already.",
        "(3) Politics": "Its standard criterion is not met: the Hive is the Speaker.",
        "(5) Trade": "The Hive has taken it already.",
        "(6) Warfare": "Ben has taken it already.",
        "(7) Technology": "Construction came before it and meets its standard criterion.",
    }
    compared = table(selection.why)
    assert [row.label for row in compared.rows] == [
        "taken by",
        "critical criterion",
        "objective criterion",
        "standard criterion",
    ]
    assert cells(compared, "(4) Construction")[-1] == "0, asks under 8"
    assert cells(compared, "(2) Diplomacy") == ["Ada", None, None, None]
    assert [cell and cell.how for cell in compared.rows[-1].cells][:2] == ["decides", "falls"]


@pytest.mark.rule("6.first-round.no-criteria")
def test_without_criteria_a_card_says_its_place_in_the_order() -> None:
    game = fresh_game()
    game.strategy_cards[6].owner = "p1"
    selection = outcome(game, select_strategy_card(game, 1), Card(initiative=(6,)))
    assert selection.number == 7
    answers = told(selection.why)
    assert answers["(6) Warfare"] == "Ada has taken it already."
    assert answers["(1) Leadership"] == "From card 6 on Technology was the first still free."


@pytest.mark.rule("13.technology.maximum", "13.technology.objective", "13.technology.primary")
def test_every_other_colour_says_why_it_was_not_researched() -> None:
    game = fresh_game()
    game.hive.technologies = {"blue": 4, "green": 1, "red": 0, "yellow": 0}
    (why,) = outcome(game, gain_technology(game, "red", "13.technology.primary")).whys
    assert why.line == "Red: as drawn."
    assert told(why) == {
        "Blue": "It is at its maximum already.",
        "Green": "The card shows red.",
        "Yellow": "The card shows red.",
    }
    (wanted,) = outcome(game, gain_technology(game, "yellow", "13.technology.primary", ["green"])).whys
    assert told(wanted)["Yellow"] == "It is not what the open objective wants next."
    assert cells(table(wanted), "Blue") == ["4 of 4", None]


@pytest.mark.rule("13.technology.upgrade", "13.technology.upgrade-strength")
def test_every_other_upgrade_says_by_what_numbers_it_fell_out() -> None:
    game = fresh_game()
    game.hive.technologies = {"blue": 1, "green": 1, "red": 1, "yellow": 1}
    game.hive.upgrades = ["Infantry II"]
    gained = outcome(game, gain_upgrade(game, "strongest"))
    (why,) = gained.whys
    assert gained.items[0].text.startswith("Give the Hive ")
    answers = told(why)
    assert answers["Infantry II"] == "The Hive has it already."
    chosen = next(rival.label for rival in why.rivals if rival.chosen)
    assert answers["Carrier II"] == f"Fulfilled prerequisites: 50 %; {chosen} has 100 %."
    assert cells(table(why), "Infantry II") == ["yes", None, None]


@pytest.mark.rule("13.technology.primary")
def test_a_research_says_why_for_every_technology_and_the_upgrade() -> None:
    game = fresh_game()
    gained = outcome(game, research(game, 2, "weakest", "13.technology.primary"), *[Card(technology="blue")] * 2)
    assert [len(why.rivals) for why in gained.whys[:2]] == [4, 4]
    assert len(gained.whys) == 3


@pytest.mark.rule("8.card", "8.standard.fallback", "8.where", "8.standard.ship")
def test_production_says_why_this_ship_and_why_this_system() -> None:
    game = game_with()
    game.hive.bank.resources = 3
    card = Card(standard_ship="cruiser", advanced_ship="dreadnought", spawning_system="main")
    _, (asked,) = run(game, produce_ship(game, set()), (), [card])
    assert asked.why is not None
    assert set(told(asked.why).values()) == {"The card names Tren'lak/Quinarra."}
    (ship,) = asked.why.more
    answers = told(ship)
    assert answers["Dreadnought"] == "It costs 4 resources, and the Hive can pay 3."
    assert answers["War sun"] == "It is locked until its upgrade is gained."
    assert answers["Carrier"] == "The card shows cruiser."
    game.hive.bank.resources = 1
    _, (substituted,) = run(game, produce_ship(game, set()), (), [card])
    assert substituted.why is not None
    assert told(substituted.why.more[0])["Cruiser"] == "It costs 2 resources, and the Hive can pay 1."


@pytest.mark.rule("6.objective.cycle")
def test_the_page_shows_the_table_and_an_answer_for_each(tmp_path: Path) -> None:
    web = Table(app_in(tmp_path))
    game_id = web.begin()
    web.until(game_id, "hive_picks")
    why = web.client.get(f"/games/{game_id}/why").get_data(as_text=True)
    assert "Why nothing else?" in why and f"/games/{game_id}/why/0.1" in why
    step = web.games.present(game_id).session.pending
    assert step is not None and not isinstance(step, Card)
    other = next(rival for rival in step.why.rivals if not rival.chosen)  # type: ignore[union-attr]
    page = web.client.get(f"/games/{game_id}/why/0.{other.key}").get_data(as_text=True)
    assert f"Why not {other.label}?" in page
    for at in ("0.99", "7.1", "105"):
        assert web.client.get(f"/games/{game_id}/why/{at}").status_code == 404
    web.until(game_id, "player_picks")
    assert web.client.get(f"/games/{game_id}/why").status_code == 303
