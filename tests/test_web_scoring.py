"""The scoring of objectives as tiles: what they ask for, how far the Hive is, and who can score them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from driving import answers_to, expected_answer, fresh_game, layout
from hive.board import pieces
from hive.board.layout import lay_out
from hive.catalog.reading import load_tables
from hive.catalog.tables import Seat
from hive.model.game import Game, RevealedObjective
from hive.rules.objectives.on_board import progress, progress_of
from hive.rules.objectives.scoring import imperial_scores, status_phase_scores
from hive.steps import Ask
from hive.web.steps.scoring import scoring_of, without_home
from serving import Table, app_in, without_spans


def game_with(*names: str, tracked: bool = True) -> Game:
    game = fresh_game(galaxy=layout() if tracked else None)
    game.objectives = [RevealedObjective(name=name) for name in names]
    return game


def come(game: Game, name: str) -> list[tuple[str, int, int]]:
    return [(str(one.what), one.have, one.need) for one in progress(game, game.tables.objectives.by_name[name])]


@pytest.mark.rule("28.1.public")
def test_progress_is_counted_from_the_stockpile_the_technologies_and_the_board() -> None:
    game = game_with()
    game.hive.stockpile.influence, game.hive.stockpile.resources = 2, 9
    assert come(game, "Amass Wealth") == [("influence", 2, 3), ("resources", 3, 3), ("trade goods", 0, 3)]
    game.hive.technologies = {"red": 2, "blue": 1}
    assert come(game, "Diversify Research") == [("colours", 1, 2)]
    game.hive.upgrades = []
    assert come(game, "Develop Weaponry") == [("unit upgrades", 0, 2)]
    assert come(game, "Expand Borders") == [("planets", 2, 6)]
    pieces.set_control(game, "204", "Quann", "hive")
    assert come(game, "Expand Borders") == [("planets", 3, 6)]


def test_without_a_galaxy_the_numbers_tell_or_nobody_knows() -> None:
    game = game_with(tracked=False)
    game.hive.standard_planets = 1
    held = sum(number for system, number in game.hive.spawning_planets.items() if system != "main")
    assert come(game, "Expand Borders") == [("planets", 1 + held, 6)]
    assert come(game, "Corner the Market") == []


def test_each_player_has_a_button_until_they_have_scored_and_the_hive_is_ticked() -> None:
    game = game_with("Amass Wealth", "Expand Borders")
    game.objectives[0].scored_by = ["hive", "p1"]
    step = next(status_phase_scores(game, ("p1", "p2")))
    assert isinstance(step, Ask)
    wealth, borders, secret = scoring_of(game, step)
    assert wealth.hive and wealth.progress == () and not borders.hive and borders.progress
    assert [(tick.seat, tick.value, tick.scored) for tick in wealth.ticks] == [
        ("p1", "", True),
        ("p2", "p2.Amass Wealth", False),
    ]
    assert [tick.value for tick in borders.ticks] == ["p1.Expand Borders", "p2.Expand Borders"]
    assert [tick.value for tick in secret.ticks] == ["p1.secret", "p2.secret"] and secret.points == "1"


def play_to_the_scoring(table: Table, game_id: str) -> None:
    """Play on until it is asked what the players score."""
    while (step := table.games.present(game_id).session.pending) is not None and step.key != "players_score":
        present = table.games.present(game_id)
        game = present.session.game
        cards = [one for one in answers_to(game, step) if str(one).startswith("card.")]
        expected = "pass" if step.key == "player_turn" else expected_answer(game, step)
        table.games.answer(game_id, present.position, step.key, cards[0] if cards else expected)


def test_a_tap_on_a_tile_scores_and_the_player_has_no_second_one(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.games.create("Test", fresh_game().settings, seed="test", layout=layout())
    play_to_the_scoring(table, game_id)
    page = table.client.get(f"/games/{game_id}").get_data(as_text=True)
    assert page.count('class="goal') >= 3 and 'class="way hive"' in page
    present = table.games.present(game_id)
    step = present.session.pending
    assert isinstance(step, Ask)
    value = next(one.value for one in step.choices if one.value.startswith("p1.") and "secret" not in one.value)
    assert f'value="{value}"' in page
    table.games.answer(game_id, present.position, step.key, value)
    again = table.games.present(game_id).session.pending
    assert again is not None
    tiles = scoring_of(table.games.present(game_id).session.game, again)
    assert not any(tick.value for tile in tiles[:-1] for tick in tile.ticks if tick.seat == "p1")
    bar = table.client.get(f"/games/{game_id}").get_data(as_text=True).partition('id="go"')[2].partition("</button>")[0]
    assert without_spans(bar).endswith("That is all<small>Ada 1, Ben 0</small>")


@pytest.mark.rule("28.1.public", "1.setup.mech-double-nature")
def test_players_who_book_their_planets_see_how_far_they_are() -> None:
    game = game_with("Expand Borders", "Build Defenses", "Amass Wealth")
    objective = game.tables.objectives.by_name["Expand Borders"]
    assert progress_of(game, "p1", objective) is None
    pieces.set_control(game, "204", "Quann", "p1")
    pieces.put(game, "p1", "mech", 1, "204", "Quann")
    borders, defenses, wealth = scoring_of(game, next(status_phase_scores(game, ("p1", "p2"))))[:3]
    assert [(seat, str(one.what), one.have, one.need) for seat, one in borders.players] == [("p1", "Ada", 1, 6)]
    ((_, structures),) = defenses.players
    built = sum(
        place.units.get("p1", {}).get(unit, 0)
        for system in pieces.galaxy_of(game).systems.values()
        for place in system.planets.values()
        for unit in ("pds", "space_dock")
    )
    assert structures.have == min(built, 4) and wealth.players == ()


def test_without_a_galaxy_nothing_is_known_of_the_players() -> None:
    game = game_with("Expand Borders", tracked=False)
    assert progress_of(game, "p1", game.tables.objectives.by_name["Expand Borders"]) is None


LOST = (
    "The map shows that Ben does not control {}. Without all planets of the home system Ben scores no public objective."
)


def at_home(home: Mapping[str, Seat | None], faction: str = "", tile: str = "16") -> tuple[Game, Ask]:
    """A game with a galaxy that asks what both players score; the planets of Ben's home are held so."""
    homes = lay_out(load_tables(), ("base", "pok"), {"p1": "1", "p2": tile}, "test")
    game = fresh_game(galaxy=homes)
    game.settings.p2.faction = faction or game.settings.p2.faction
    game.objectives = [RevealedObjective(name="Amass Wealth")]
    where = {planet: one.position for one in pieces.galaxy_of(game).systems.values() for planet in one.planets}
    for planet, owner in home.items():
        pieces.set_control(game, where[planet], planet, owner)
    step = next(status_phase_scores(game, ("p1", "p2")))
    assert isinstance(step, Ask)
    return game, step


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(
    ("home", "lost"),
    [
        ({}, ""),
        ({"Arretze": "hive"}, "Arretze"),
        ({"Arretze": "p1", "Kamdorn": "hive"}, "Arretze and Kamdorn"),
        ({"Hercant": None}, "Hercant"),
    ],
)
def test_who_has_lost_a_planet_at_home_is_reminded_that_no_public_objective_is_scored(
    home: dict[str, Seat | None], lost: str
) -> None:
    game, step = at_home(home)
    imperial = next(imperial_scores(game, "p2"))
    told = [LOST.format(lost)] if lost else []
    assert [str(item.text) for item in without_home(game, step)] == told
    assert [str(item.text) for item in without_home(game, imperial)] == told
    # The table has the last word: the map may not be up to date.
    assert "p2.Amass Wealth" in [choice.value for choice in step.choices]


def test_nobody_is_reminded_who_has_no_public_objective_left_to_score() -> None:
    game, _ = at_home({"Arretze": "hive"})
    game.objectives[0].scored_by = ["p2"]
    assert without_home(game, next(status_phase_scores(game, ("p1", "p2")))) == ()


def test_the_saar_score_without_their_home() -> None:
    assert without_home(*at_home({"Arretze": "hive"}, "Clan of Saar")) == ()


def test_behind_a_gate_it_is_the_home_beside_the_map_that_counts() -> None:
    assert without_home(*at_home({}, tile="17")) == ()
    assert [str(item.text) for item in without_home(*at_home({"Creuss": "hive"}, tile="17"))] == [LOST.format("Creuss")]


def test_without_a_galaxy_nobody_is_reminded_of_planets_at_home() -> None:
    game = game_with("Amass Wealth", tracked=False)
    assert without_home(game, next(status_phase_scores(game, ("p1", "p2")))) == ()


def test_the_reminder_of_the_home_stands_above_the_tiles(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.games.create("Test", fresh_game().settings, seed="test", layout=layout())
    play_to_the_scoring(table, game_id)
    assert "does not control" not in table.client.get(f"/games/{game_id}").get_data(as_text=True)
    home = {"304/planet/Arretze/control": "hive"}
    table.games.board(game_id, table.position(game_id), home)
    page = without_spans(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    assert page.index(LOST.format("Arretze")) < page.index('class="scoring"')
