"""Games for the pictures: those of tests/exports, each answered on as expected up to the step that is wanted."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from bench.pictures.screens import COPY, LATE, PAUSED, Screen
from hive import keys
from hive.catalog.copying import new_copy
from hive.engine.replies import CHOICE, card_choices
from hive.games.service import Games
from hive.model.game import Game
from hive.rules.combat.clash import CLEARED
from hive.steps import Ask, Draw, Step

EXPORTS = Path(__file__).resolve().parents[2] / "tests" / "exports"
MOST_ANSWERS = 400
CHOSEN = {keys.SPACE_COMBAT_ROUND: CLEARED}
"""What is answered otherwise than as expected: as expected no fight would end."""


NAME = "Ada and Ben"
ON_THE_FIRST_PAGE = ((LATE, keys.PLAYER_TURN), ("05", ""), ("01", ""))


class NotThere(Exception):
    """A screen that no game shows."""


def play(games: Games, screens: Iterable[Screen]) -> dict[tuple[str, str], str]:
    """Begin what the screens show, in their order; returns the game of each. Raises NotThere."""
    games.store.keep_copy(COPY, new_copy(COPY, "Our rulebook"))
    # The last one played is the one with which the first page goes on.
    wanted = dict.fromkeys([*ON_THE_FIRST_PAGE, *(screen.table for screen in screens if screen.game)])
    return {table: _played(games, *table) for table in reversed(wanted)}


def export_of(game: str) -> Path:
    """The file of tests/exports that begins so."""
    return next(EXPORTS.glob(f"{game}_*.json.gz"))


def _played(games: Games, game: str, until: str) -> str:
    document = json.loads(gzip.decompress(export_of(game).read_bytes()))
    for entry in document["entries"] if game != PAUSED else []:
        # A game that lay for hours first says where the table was: that is a picture of its own.
        entry["made_at"] = datetime.now(UTC).isoformat()
    game_id = games.import_game(document)
    for _ in range(MOST_ANSWERS):
        present = games.present(game_id)
        step = present.session.pending
        if not until or (step is not None and step.key == until):
            break
        if step is None:
            raise NotThere(f"the game {game} comes to no step “{until}”")
        games.answer(game_id, present.position, step.key, _expected(present.session.game, step))
    if (game, until) == ON_THE_FIRST_PAGE[0]:
        games.store.rename(game_id, NAME)
    return game_id


def _expected(game: Game, step: Step) -> str | dict[str, str | int]:
    if isinstance(step, Draw):
        return {field: card_choices(game, field)[0].value for field in step.fields}
    if not isinstance(step, Ask):
        return "done"
    first = CHOSEN.get(step.key, step.choices[0].value)
    return {CHOICE: first, **{number.name: number.value for number in step.numbers}} if step.numbers else first
