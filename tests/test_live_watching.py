"""What other processes enter is looked up again soon, also after the games could not be reached for a while."""

from __future__ import annotations

import threading

from hive.live.hub import Hub
from hive.live.watching import Watch

AWAY, WITHIN = 0.4, 10
"""Seconds: a pause after a look that took that long must not be fifty times as long."""


def test_after_the_games_were_away_it_looks_again_at_once() -> None:
    never, again = threading.Event(), threading.Event()
    looks: list[str] = []

    def stands(game_id: str) -> tuple[int, None] | None:
        looks.append(game_id)
        if len(looks) == 1:
            never.wait(AWAY)
            return None
        again.set()
        return 7, None

    hub = Hub()
    with hub.follow("game", "visitor"):
        watch = Watch(hub, stands, lambda heard: None)
        watch.start()
        looked_again = again.wait(WITHIN)
        watch.stop()
    assert looked_again
