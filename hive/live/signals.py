"""What has to happen as soon as a server is told to end, before it waits for anything."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGTERM)


def before_the_end(done: Callable[[], None]) -> None:
    """Have this done first when the server is interrupted. In other threads than the main one there are no signals."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in ENDING:
        then = signal.getsignal(number)

        def ending(told: int, frame: FrameType | None, then: object = then) -> None:
            done()
            if callable(then):
                then(told, frame)

        signal.signal(number, ending)
