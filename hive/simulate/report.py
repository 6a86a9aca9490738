"""What simulated games are told as: a line for the reader, or a JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hive.catalog.tables import Tables
from hive.model.game import PLAYERS
from hive.simulate.game import Failed, Played, simulate
from hive.simulate.start import Setting
from hive.words import count, sentence

KINDS = ("draw", "ask", "tell")


def play_all(first: Setting, games: int, tables: Tables) -> Iterator[Played | Failed]:
    """Play so many games with the seeds from the first one on; those that went wrong come as what they raised."""
    for seed in range(first.seed, first.seed + games):
        try:
            yield simulate(replace(first, seed=seed), tables)
        except Failed as failed:
            yield failed


def as_row(played: Played) -> dict[str, Any]:
    """A game as plain data: its seed, rounds, victory points, winner, entries of the log and steps by kind."""
    game = played.game
    return {
        "seed": played.setting.seed,
        "difficulty": played.setting.difficulty,
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
