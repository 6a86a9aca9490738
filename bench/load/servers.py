"""Servers as they really run: processes of their own, on free ports, with the games in a file or a database."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.processor import processor_time

REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass
class Server:
    """One process of the app."""

    process: subprocess.Popen[str]
    port: int
    home: Path
    database: str
    spent: float = 0.0
    """The seconds of processor time of those that it was before a restart."""

    @property
    def cpu(self) -> float:
        """The seconds of processor time that it has taken."""
        return self.spent + processor_time(self.process.pid)

    @property
    def memory(self) -> float:
        """The memory that it holds, in MB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0.0

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it as an administrator does."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def restart(self) -> None:
        """End it as for a new version, and start it anew on its port."""
        self.spent = self.cpu
        self.stop()
        self.process = start(self.home, self.database, self.port).process


def start(home: Path, database: str, port: int = 0) -> Server:
    """Start a process on a port, or a free one, and wait until it serves."""
    if not port:
        with socket.create_server(("127.0.0.1", 0)) as found:
            port = found.getsockname()[1]
    environment = {
        **os.environ,
        "HIVE_HOME": str(home),
        "HIVE_DB": database,
        "PORT": str(port),
        "LAN": "0",
        "PYTHONPATH": str(REPOSITORY),
    }
    environment |= {"HIVE_SECRET_KEY": "of-all-processes-of-the-measurement"}
    process = subprocess.Popen(
        [sys.executable, "-m", "hive", "play"], cwd=REPOSITORY, env=environment, text=True, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    for line in process.stdout:
        if f":{port}/" in line:
            return Server(process, port, home, database)
    raise RuntimeError("the server ended at once")


@contextmanager
def servers(home: Path, database: str, count: int) -> Iterator[list[Server]]:
    """So many processes of one database."""
    running: list[Server] = []
    try:
        running += [start(home, database) for _ in range(count)]
        yield running
    finally:
        for one in running:
            one.kill()
