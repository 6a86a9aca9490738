"""What just happened stands in the headline's place until the next step, and is never folded away."""

from __future__ import annotations

from pathlib import Path

import pytest

from driving import answers_to, layout, settings
from hive.web.table.now import now_of
from serving import Table, app_in, without_spans


@pytest.fixture
def answered(tmp_path: Path) -> tuple[Table, str]:
    """A game in which the Hive has just answered a strategy card that a player played."""
    table = Table(app_in(tmp_path))
    game_id = table.games.create("The galaxy", settings(), seed="test", layout=layout())
    table.until(game_id, "player_turn")
    present = table.games.present(game_id)
    step = present.session.pending
    assert step is not None
    card = next(one for one in answers_to(present.session.game, step) if str(one).startswith("card."))
    table.games.answer(game_id, present.position, step.key, card)
    return table, game_id


def test_the_hives_answer_to_a_card_is_read_first_and_open(answered: tuple[Table, str]) -> None:
    table, game_id = answered
    now = now_of(table.games.present(game_id))
    assert now.main_news is not None and now.is_news
    page = without_spans(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    news = page[page.index('class="just news"') : page.index("</section>", page.index('class="just news"'))]
    assert "".join(run.text for run in now.main_news.text) in news.split("<details")[0]
    assert all(f"{line.text}" in news for line in now.main_news.lines)


def test_what_happened_is_gone_with_the_next_step(answered: tuple[Table, str]) -> None:
    table, game_id = answered
    now = now_of(table.games.present(game_id))
    assert now.main_news is not None
    present = table.games.present(game_id)
    step = present.session.pending
    assert step is not None
    table.games.answer(game_id, present.position, step.key, answers_to(present.session.game, step)[0])
    assert now.main_news not in now_of(table.games.present(game_id)).happened
