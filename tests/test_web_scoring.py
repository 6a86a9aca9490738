"""The scoring of objectives as tiles: what they ask for, how far the Hive is, and who can score them."""

from __future__ import annotations

from pathlib import Path

import pytest

from driving import answers_to, expected_answer, fresh_game, layout
from hive.board import pieces
from hive.model.game import Game, RevealedObjective
from hive.rules.objectives.player_scores import status_phase_scores
from hive.rules.objectives.progress import progress, progress_of
from hive.steps import Ask
from hive.web.table.scoring import scoring_of
from serving import Table, app_in


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


def test_a_tap_on_a_tile_scores_and_the_player_has_no_second_one(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.games.create("Test", fresh_game().settings, seed="test", layout=layout())
    while (step := table.games.present(game_id).session.pending) is not None and step.key != "players_score":
        present = table.games.present(game_id)
        game = present.session.game
        cards = [one for one in answers_to(game, step) if str(one).startswith("card.")]
        expected = "pass" if step.key == "player_turn" else expected_answer(game, step)
        table.games.answer(game_id, present.position, step.key, cards[0] if cards else expected)
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
