"""Effects that the game's state keeps for a time: how they begin, and the one place where each duration ends."""

from __future__ import annotations

from collections.abc import Sequence

from hive.catalog.tables import Effect, Seat
from hive.model.game import Duration, EffectKept, Game


def begin(
    game: Game,
    source: str,
    effect: Effect,
    until: Duration,
    seats: Sequence[Seat],
    owner: Seat | None = None,
    position: str = "",
) -> None:
    """Keep an effect that binds some sides for a time; whose it is, and where alone it holds, if that matters."""
    game.effects.append(EffectKept(source, effect, until, list(seats), owner, position))


def end(game: Game, *until: Duration) -> None:
    """Durations are over: what lasted for them is gone, and what could be used but once in them is ready."""
    game.effects = [one for one in game.effects if one.until not in until]
    game.spent = [one for one in game.spent if one.until not in until]
