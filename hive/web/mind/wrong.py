"""Notes of the table that a decision is wrong: the situation as a scenario, and the game cut there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hive.engine.errors import JsonObject
from hive.games.present import Present
from hive.scenarios.views import written
from hive.steps import Ask, Step, Tell
from hive.store import write_document
from hive.words import Words

LONGEST_NOTE = 500
KINDS = ("yaml", "json")
_NAME = re.compile(r"[A-Za-z0-9_-]+-[0-9]+")


@dataclass(frozen=True)
class WrongPage:
    """The page: what the app has decided and why, the situation, and the notes that were kept of this game."""

    id: str
    name: str
    position: int
    headline: Words
    line: Words
    situation: str
    kept: tuple[int, ...]
    just: bool


def wrong_page(present: Present, folder: Path, just: bool = False) -> WrongPage:
    """A note about the open step. ``just``: it has just been kept."""
    step = present.session.pending
    why = step.why if isinstance(step, Ask | Tell) else None
    return WrongPage(
        present.id,
        present.name,
        present.position,
        step.text if isinstance(step, Ask | Tell) else "",
        why.line if why else "",
        _situation(present, ""),
        kept_notes(folder, present.id),
        just,
    )


def keep(folder: Path, present: Present, said: str, document: JsonObject) -> None:
    """Keep a note: the situation with what the table says to it, and the exported game. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{present.id}-{present.position}"
    (folder / f"{stem}.yaml").write_text(_situation(present, said[:LONGEST_NOTE]), encoding="utf-8")
    (folder / f"{stem}.json").write_bytes(write_document(document))


def kept_notes(folder: Path, game_id: str) -> tuple[int, ...]:
    """The lines of a game of which notes were kept, the last first."""
    found = (path.stem.rpartition("-") for path in folder.glob("*.yaml"))
    return tuple(sorted((int(line) for game, _, line in found if game == game_id and line.isdigit()), reverse=True))


def file_of(folder: Path, game_id: str, position: int, kind: str) -> Path | None:
    """A file of a note; None if there is none."""
    stem = f"{game_id}-{position}"
    path = folder / f"{stem}.{kind}"
    return path if kind in KINDS and _NAME.fullmatch(stem) and path.is_file() else None


def _situation(present: Present, said: str) -> str:
    step = present.session.pending
    title = str(step.text) if isinstance(step, Ask | Tell) else "The game as it stands"
    told = [f"# Line {present.position} of {present.name!a}: {title}"]
    if isinstance(step, Ask | Tell) and step.why:
        told.append(f"# The app: {step.why.line}")
    told += [f"# The table: {line}" for line in said.splitlines() if line.strip()]
    told.append("# python -m hive resolve FILE; under expect stands what the app has decided, or what to say there")
    do, expect = _decision(step)
    return "\n".join([*told, written(present.session.game, title, do, expect)])


def _decision(step: Step | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is resolved again, and what came of it: where a tactical action goes, or what the Hive would do now."""
    if isinstance(step, Ask) and step.undertaking is not None:
        going = step.undertaking
        do = {"choose_destination": {"type": going.action, "icons": going.icons}}
        return do, {"destination": going.destination}
    return {"define_action": {}}, {"action": "engage"}
