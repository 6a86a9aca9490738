"""Effects that the game's state keeps for a time: how they begin, and the one place where each duration ends."""

from __future__ import annotations

from collections.abc import Sequence

from hive.catalog.tables import Effect, Seat
from hive.model.game import Duration, EffectKept, Game


def begin(game: Game, source: str, effect: Effect, until: Duration, seats: Sequence[Seat]) -> None:
    """Keep an effect that binds some sides for a time."""
    game.effects.append(EffectKept(source, effect, until, list(seats)))


def end(game: Game, until: Duration) -> None:
    """A duration is over: what lasted for it is gone."""
    game.effects = [one for one in game.effects if one.until != until]
