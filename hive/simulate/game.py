"""One simulated game: entry after entry, the laws checked after each, and the whole log replayed at the end."""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from hive.catalog.tables import Tables
from hive.engine.entries import Forward, New, from_log
from hive.engine.session import Session, replay
from hive.engine.state import dump, load
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.simulate.habits import CAREFUL, USES, bold_habits
from hive.simulate.laws import Watch, standing
from hive.simulate.players import Table
from hive.simulate.start import Setting, beginning, new_game_of

# No game of our tables comes near it; one that does goes round in circles.
MOST_ENTRIES = 3000
LAST_SHOWN = 5
# What the laws of every state are called together (:mod:`hive.model.laws`).
OF_A_STATE = "a sound state"


class Failed(Exception):
    """A simulated game that went wrong. Its text: one line that says how to play it again, and the last entries."""

    def __init__(self, setting: Setting, reason: str, log: Sequence[Forward], law: str = "") -> None:
        """``log``: the entries up to the one at which it went wrong; ``law``: the law that was broken, if one was."""
        self.setting, self.reason, self.law = setting, reason, law
        last = [f"  {number}: {_words(entry)}" for number, entry in enumerate(log, 1)][-LAST_SHOWN:]
        super().__init__("\n".join([f"{setting.command}: at entry {len(log)}: {reason}", *last]))


@dataclass
class Played:
    """A simulated game so far: how it began, its session, its log, and how many steps of each kind there were."""

    setting: Setting
    begins: New
    session: Session
    log: list[Forward] = field(default_factory=list)
    steps: Counter[str] = field(default_factory=Counter)
    watch: Watch = field(init=False)

    def __post_init__(self) -> None:
        self.watch = Watch(standing(self.game))

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    def enter(self, entry: Forward) -> None:
        """Apply an entry to the game and keep it. Raises Failed if it is refused, or the game is no longer sound."""
        self.log.append(entry)
        try:
            self.session.apply(entry)
        except Exception as error:
            raise Failed(self.setting, what_went_wrong(error), self.log) from error
        self.steps.update(type(told.step).__name__.lower() for told in self.session.news)
        for law in broken_laws(self.game):
            raise Failed(self.setting, law, self.log, OF_A_STATE)
        for broken in self.watch.broken(self.session, entry):
            raise Failed(self.setting, f"{broken.law}: {broken.found}", self.log, broken.law)


def simulate(setting: Setting, tables: Tables, most_entries: int = MOST_ENTRIES) -> Played:
    """Play a whole game of a setting, or as many of its rounds as it says.

    In: after how many entries it counts as endless. Raises Failed if anything goes wrong: a crash, a refusal, a broken
    law, a game without end, another state after replay.
    """
    played = started(setting, tables)
    habits = bold_habits(Random(f"{setting.seed}/habits")) if setting.bold else CAREFUL
    habits = replace(habits, uses=Random(f"{setting.seed}/owns").random() < USES)
    table = Table(Random(f"{setting.seed}/table"), habits)
    while not _over(played):
        if len(played.log) >= most_entries:
            raise Failed(setting, f"the game has not ended after {most_entries} entries", played.log)
        try:
            entry = table.next_entry(played.session)
        except Exception as error:
            raise Failed(setting, f"the players have no answer: {what_went_wrong(error)}", played.log) from error
        if entry is None:
            break
        played.enter(entry)
    check_replay(played, tables)
    return played


def started(setting: Setting, tables: Tables) -> Played:
    """The game of a setting, waiting for its first entry. Raises Failed if it does not begin."""
    try:
        begins = beginning(setting, tables)
        session = Session(new_game_of(begins, tables))
        session.settle()
    except Exception as error:
        raise Failed(setting, what_went_wrong(error), []) from error
    played = Played(setting, begins, session)
    for law in broken_laws(session.game):
        raise Failed(setting, law, [], OF_A_STATE)
    return played


def _over(played: Played) -> bool:
    rounds = played.setting.rounds
    return played.game.winner is not None or (rounds is not None and played.game.round > rounds)


def check_replay(played: Played, tables: Tables) -> None:
    """The log, written and read again, leads to the same state, and that state can be kept in a snapshot.

    Raises Failed if that is not so.
    """
    try:
        written = [(entry.kind, json.dumps(entry.to_json())) for entry in played.log]
        log = from_log((kind, json.loads(data)) for kind, data in written)
        again = replay(new_game_of(played.begins, tables), log)
        same = dump(again.game) == dump(played.game) and again.pending == played.session.pending
        kept = load(dump(played.game), tables) == played.game
    except Exception as error:
        raise Failed(played.setting, f"the log cannot be replayed: {what_went_wrong(error)}", played.log) from error
    if not same:
        raise Failed(played.setting, "the log, replayed, leads to another state", played.log)
    if not kept:
        raise Failed(played.setting, "the state is not what a snapshot of it holds", played.log)


def what_went_wrong(error: Exception) -> str:
    """What went wrong, and in which line of the app."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}{where}"


def _words(entry: Forward) -> str:
    return f"{entry.kind} {json.dumps(entry.to_json())}"
