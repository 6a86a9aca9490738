"""The games that earlier versions have left: which there are, the state of each, and what one does with them."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter

from driving import expected_answer
from hive.catalog.documents import LOADER
from hive.games.keeping import archive, backup
from hive.games.present import Present
from hive.games.service import Games
from hive.model.game import Game
from hive.store import Store

Document = dict[str, Any]
FOLDER = Path(__file__).parent / "exports"
EXPORTS = sorted(FOLDER.glob("*.json.gz"))
LATER = sorted(FOLDER.glob("rules_*/*.json.gz"))
STORES = Path(__file__).parent / "stores"
STATES = (FOLDER / "states.yaml", STORES / "states.yaml")
STEPS = 10
_GAME = TypeAdapter(Game)


def name_of(file: Path) -> str:
    """What a kept game is called."""
    return file.name.removesuffix(".json.gz")


def document_of(file: Path) -> Document:
    """The export in a file."""
    document: Document = json.loads(gzip.decompress(file.read_bytes()))
    return document


def state_of(game: Game) -> str:
    """The state of a game in a few letters: all that differs from what goes without saying, without the tables."""
    said = _GAME.dump_python(game, mode="json", exclude={"tables"}, exclude_defaults=True)
    return sha256(json.dumps(said, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def states() -> dict[str, dict[str, str]]:
    """The states of each kept game, ``opened`` and ``begun``, as both states.yaml have written them last."""
    found: dict[str, dict[str, str]] = {}
    for file in STATES:
        for section in sections(file):
            found |= section["games"]
    return found


def sections(file: Path) -> list[dict[str, Any]]:
    """What stands in a file of states, by the version of the rules."""
    found: list[dict[str, Any]] = yaml.load(file.read_text(encoding="utf-8"), LOADER)
    return found


def tip(present: Present) -> int:
    """The line in force."""
    position: int = present.lines[0]["position"]
    return position


def gone_on(games: Games, present: Present) -> Present:
    """The game ten answers on; one that is won is taken back before it."""
    for _ in range(STEPS):
        if present.session.game.winner is not None:
            present = games.undo(present.id, present.position)
        step = present.session.pending
        assert step is not None
        value = expected_answer(present.session.game, step)
        present = games.answer(present.id, present.position, step.key, value)
    return present


def comes_to_its_state(games: Games, present: Present, state: dict[str, str]) -> None:
    """A game stands as it ought to, goes on, back to its first line, and onwards."""
    opened = state_of(present.session.game)
    present = gone_on(games, present)
    assert present.undo
    back = games.undo(present.id, present.position, to=1)
    assert (tip(back), back.notice) == (1, "")
    assert {"opened": opened, "begun": state_of(back.session.game)} == state
    onwards = games.redo(back.id, back.position)
    assert onwards.notice == ""


def carried_on(games: Games, folder: Path) -> None:
    """All games of a store are moved into another, backed up, where it is a file, and archived: nothing is lost."""
    documents = {row.id: games.store.export_game(row.id) for row in games.store.games()}
    opened = {game_id: state_of(games.present(game_id).session.game) for game_id in documents}
    there_are = [Store(folder / "moved.sqlite")]
    assert games.store.move_to(there_are[0]).games == len(documents)
    if games.can_back_up:
        assert [outcome.fine for outcome in backup(games, folder / "copy.sqlite")] == [True]
        there_are.append(Store(folder / "copy.sqlite"))
    for store in there_are:
        there = Games(store)
        assert {game_id: there.store.export_game(game_id) for game_id in documents} == documents
        assert {game_id: state_of(there.present(game_id).session.game) for game_id in documents} == opened
        store.close()
    archived = list(archive(games, older=0, folder=folder / "archive"))
    assert all(outcome.fine for outcome in archived)
    assert len(archived) == len(documents)
    assert games.store.games() == []
    assert len(list((folder / "archive").iterdir())) == len(documents)
