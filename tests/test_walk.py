"""Through how many modules of the app a tap runs, on its way from the post to what is sent back."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from bench.walk import modules_run
from driving import expected_answer
from serving import HTMX, Table, app_in

TAPS = 14
MOST = 98
"""`python -m bench.walk` names them, and looks at more taps, late in a game: 101 at most, 76 in the middle."""


def _posted(table: Table, game_id: str) -> None:
    session = table.games.present(game_id).session
    step = session.pending
    assert step is not None
    value = expected_answer(session.game, step)
    fields = {"value": value} if isinstance(value, str) else {f"number.{name}": one for name, one in value.items()}
    data = {"csrf_token": table.token, "position": table.position(game_id), "key": step.key, **fields}
    assert table.client.post(f"/games/{game_id}/answer", data=data, headers=HTMX).status_code == 200


def test_taps_of_an_invasion_run_through_no_more_modules_than_they_did(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.import_kept("14")
    table.client.get(f"/games/{game_id}")
    walks = [modules_run(partial(_posted, table, game_id)) for _ in range(TAPS)]
    assert max(len(one) for one in walks) <= MOST
