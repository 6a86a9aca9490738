"""What simulated games are told as: a line for the reader, or a JSON object a line; and what many come to together."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from statistics import mean
from typing import Any

from hive.catalog.reading import load_tables
from hive.catalog.tables import Tables
from hive.model.game import PLAYERS
from hive.simulate.game import Failed, Played, simulate
from hive.simulate.options import Ended, all_options, random_set
from hive.simulate.start import Setting
from hive.words import count, sentence

KINDS = ("draw", "ask", "tell")


def play_all(first: Setting, games: int, tables: Tables, drawn: bool = False) -> Iterator[Played | Failed]:
    """Play so many games with the seeds from the first one on; those that went wrong come as what they raised.

    ``drawn``: each is played with a random set of options.
    """
    for seed in range(first.seed, first.seed + games):
        setting, played_with = replace(first, seed=seed), tables
        if drawn:
            setting = replace(setting, options=random_set(seed, all_options()))
            played_with = load_tables(options=setting.options)
        try:
            yield simulate(setting, played_with)
        except Failed as failed:
            yield failed


def as_row(played: Played) -> dict[str, Any]:
    """A game as plain data: its seed, rounds, victory points, winner, entries of the log and steps by kind."""
    game = played.game
    return {
        "seed": played.setting.seed,
        "difficulty": played.setting.difficulty,
        "options": [*played.setting.options],
        "rounds": _rounds(played),
        "victory_points": {
            "hive": game.hive.victory_points,
            **{seat: game.players[seat].victory_points for seat in PLAYERS},
        },
        "winner": game.winner,
        "entries": len(played.log),
        "steps": {kind: played.steps[kind] for kind in KINDS},
    }


def as_json(played: Played) -> str:
    """The same as one line of JSON."""
    return json.dumps(as_row(played))


def as_words(played: Played) -> str:
    """A game in one readable line."""
    game = played.game
    ended = {"hive": "the Hive wins", "players": "the players win", None: "nobody has won yet"}[game.winner]
    players = ", ".join(f"{game.name(seat)} {game.players[seat].victory_points}" for seat in PLAYERS)
    points = f"{sentence(game.name('hive'))} {game.hive.victory_points}, {players}"
    entries = f"{count(len(played.log), 'entry', 'entries')}"
    rounds = count(_rounds(played), "round")
    return f"Seed {played.setting.seed}, {played.setting.difficulty}: {rounds}, {ended}. {points}; {entries}."


def _rounds(played: Played) -> int:
    """The rounds that were played; one that has only just begun does not count."""
    limit = played.setting.rounds
    return played.game.round if limit is None else min(played.game.round, limit)


@dataclass
class Summary:
    """What the games of a difficulty come to: who won how often, how many failed, and how long they lasted."""

    difficulty: str
    ended: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)
    options: list[Ended] = field(default_factory=list)

    def add(self, played: Played | Failed) -> None:
        """Count a game."""
        if isinstance(played, Failed):
            self.ended["failed"] += 1
            return
        self.ended[played.game.winner or "nobody"] += 1
        self.options.append((played.game.winner or "nobody", played.setting.options))
        self.rounds.append(_rounds(played))
        self.entries.append(len(played.log))

    def as_row(self) -> dict[str, Any]:
        """The same as plain data; lengths are left out where no game was played through."""
        row: dict[str, Any] = {"difficulty": self.difficulty, "games": self.ended.total()}
        row |= {ended: self.ended[ended] for ended in ENDED}
        if self.rounds:
            rounds = {"least": min(self.rounds), "mean": round(mean(self.rounds), 1), "most": max(self.rounds)}
            row |= {"rounds": rounds, "entries": round(mean(self.entries))}
        return row

    def as_json(self) -> str:
        """The same as one line of JSON."""
        return json.dumps({"summary": self.as_row()})

    def as_words(self) -> str:
        """The same in one readable line."""
        games, ended = self.ended.total(), self.ended
        won = f"the Hive wins {_share(ended['hive'], games)}, the players win {_share(ended['players'], games)}"
        others = [f"{ended[key]} {words}" for key, words in _OTHER_ENDS.items() if ended[key]]
        row = self.as_row()
        lasted = "{least} to {most} rounds, {mean} on average".format(**row["rounds"]) if self.rounds else ""
        entries = f"{row['entries']} entries a game" if self.rounds else ""
        told = "; ".join(filter(None, [", ".join([won, *others]), lasted, entries]))
        return f"{count(games, 'game')}, {self.difficulty}: {told}."


ENDED = ("hive", "players", "nobody", "failed")
_OTHER_ENDS = {"nobody": "not over", "failed": "went wrong"}


def _share(number: int, games: int) -> str:
    return f"{number} ({round(100 * number / games)} %)"
