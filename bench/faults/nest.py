"""A process that has the program in memory and hatches servers: each is a process of its own, made in a moment.

What a server needs to start is mostly to load the program. Here that is done once, so that a thousand can be killed. It
reads lines: ``{"HIVE_DB": ..., ...}`` hatches a server with these settings, a number waits for the end of that process.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from hive.catalog.reading import load_tables
from hive.web.serve import serve


def main() -> None:
    """Hatch servers until nobody asks any more; then end them all."""
    # Templates that one server has compiled the next one reads.
    compiled = FileSystemBytecodeCache(sys.argv[1])
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": compiled}
    load_tables()
    gc.freeze()
    running: set[int] = set()
    for line in sys.stdin:
        asked = json.loads(line)
        if isinstance(asked, int):
            os.waitpid(asked, 0)
            running.discard(asked)
            print("over", flush=True)
        else:
            running.add(_hatched(asked))
    for child in running:
        os.kill(child, signal.SIGKILL)


def _hatched(settings: dict[str, str]) -> int:
    """A server; it says itself, on the same stdout, where it listens."""
    child = os.fork()
    if child:
        return child
    os.environ.update(settings)
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    print(os.getpid(), flush=True)
    os._exit(serve())


if __name__ == "__main__":
    main()
