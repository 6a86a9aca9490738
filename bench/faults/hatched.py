"""Servers that a nest hatches: true processes, which are killed as any other."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bench.load.servers import REPOSITORY


@dataclass
class Hatched:
    """One process of the app."""

    nest: Nest
    pid: int
    port: int

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it as a power cut does, or as an administrator does, with SIGTERM."""
        os.kill(self.pid, how)
        self.nest.over(self.pid)


class Nest:
    """The process that hatches servers; what they log stands in a file."""

    def __init__(self, home: Path) -> None:
        self._home, self.log = home, home / "log"
        environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
        (home / "compiled").mkdir()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bench.faults.nest", str(home / "compiled")],
                cwd=REPOSITORY,
                env=environment,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )

    def hatch(self, database: str, port: int = 0) -> Hatched:
        """Start a server on a port, or a free one, and wait until it serves."""
        if not port:
            with socket.create_server(("127.0.0.1", 0)) as found:
                port = found.getsockname()[1]
        settings = {"HIVE_HOME": str(self._home), "HIVE_DB": database, "PORT": str(port), "LAN": "0"}
        settings |= {"HIVE_SECRET_KEY": "of-all-processes-of-the-measurement", "HIVE_TAP_PAUSE": "0"}
        server = Hatched(self, int(self._asked(settings)), port)
        if f":{port}/" not in self._read():
            raise RuntimeError(self.log.read_text())
        return server

    def over(self, pid: int) -> None:
        """Wait until a process that was killed is gone."""
        self._asked(pid)

    def close(self) -> None:
        """End it, and all that it hatched."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _asked(self, what: object) -> str:
        assert self._process.stdin is not None
        print(json.dumps(what), file=self._process.stdin, flush=True)
        return self._read()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()
