"""What other processes enter is looked up again soon, also after the games could not be reached for a while."""

from __future__ import annotations

import asyncio
import threading

from hive.live.hub import ANEW, Hub, Told, Watch

AWAY, WITHIN = 0.4, 10
"""Seconds: a pause after a look that took that long must not be fifty times as long."""


def test_after_the_games_were_away_it_looks_again_at_once() -> None:
    never, again = threading.Event(), threading.Event()
    looks: list[str] = []

    def stands(game_id: str) -> tuple[int, None, None, int] | None:
        looks.append(game_id)
        if len(looks) == 1:
            never.wait(AWAY)
            return None
        again.set()
        return 7, None, None, 0

    hub = Hub()
    with hub.follow("game", "visitor"):
        watch = Watch(hub, stands, lambda heard: None)
        watch.start()
        looked_again = again.wait(WITHIN)
        watch.stop()
    assert looked_again


def test_a_rematch_that_another_process_begins_is_told() -> None:
    hub, rematch = Hub(), [None, "again"]

    def stands(game_id: str) -> tuple[int, None, str | None, int]:
        return 7, None, rematch.pop(0) if len(rematch) > 1 else rematch[0], 0

    async def hear() -> list[Told | None]:
        hub.open()
        with hub.follow("game", "visitor") as news:
            watch = Watch(hub, stands, lambda heard: None)
            watch.start()
            heard = [await asyncio.wait_for(news.get(), WITHIN) for _ in range(2)]
            watch.stop()
        return heard

    assert asyncio.run(hear()) == [Told(7), Told(ANEW)]


def test_what_another_process_enters_beside_the_log_is_told() -> None:
    hub, shares = Hub(), [0, 3]

    def stands(game_id: str) -> tuple[int, None, None, int]:
        return 7, None, None, shares.pop(0) if len(shares) > 1 else shares[0]

    async def hear() -> list[Told | None]:
        hub.open()
        with hub.follow("game", "visitor") as news:
            watch = Watch(hub, stands, lambda heard: None)
            watch.start()
            heard = [await asyncio.wait_for(news.get(), WITHIN) for _ in range(2)]
            watch.stop()
        return heard

    assert asyncio.run(hear()) == [Told(7), Told(7, 3)]
