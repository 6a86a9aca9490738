"""A PostgreSQL of the tests' own: in a temporary folder, for one run, and gone with it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

WHERE_DEBIAN_KEEPS_IT = Path("/usr/lib/postgresql")
STARTS_WITHIN = 60
STANDS_STILL, DEAD = "T", "X"
GONE = (DEAD, "Z")
USER, PASSWORD = "hive", "of the tests"
TEMPLATE = "hive_template"
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "shared_buffers=16MB", "max_wal_size=256MB")
"""Nothing has to outlive the machine here."""
SAFE = ("fsync=on", "synchronous_commit=on", "shared_buffers=16MB", "recovery_init_sync_method=syncfs")
"""What is answered is on the disk. After a crash the disk is asked to write all at once, not file by file."""


def program(name: str) -> str | None:
    """The path of a program of PostgreSQL; Debian keeps them out of the way."""
    newest_first = sorted(WHERE_DEBIAN_KEEPS_IT.glob(f"*/bin/{name}"), reverse=True)
    return str(newest_first[0]) if newest_first else shutil.which(name)


def _state(pid: int) -> str:
    """How a process is, as the kernel has it: one that is gone counts as dead."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return DEAD


def _until(so: Callable[[], bool]) -> None:
    """Wait for what a process says nothing about."""
    while not so():
        time.sleep(0.005)


class Server:
    """A server that only this machine reaches: through a socket in its folder, or with a password."""

    def __init__(self, settings: Sequence[str] = QUICK, largest_file: int = 0) -> None:
        """``largest_file``: it writes no file of more bytes, as if the disk were full."""
        self.settings = settings
        self._bounds = ["prlimit", f"--fsize={largest_file}", "--"] if largest_file else []
        self.folder = Path(tempfile.mkdtemp(prefix="hivepg"))
        # PostgreSQL refuses to be run by root; its package made a user for it.
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._made = 0
        self._initdb()
        self.start()

    def _initdb(self) -> None:
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        self._run("initdb", "-D", self._data, "-U", USER, "-E", "UTF8", "--no-locale", "--no-sync",
                  "--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={secret}")  # fmt: skip

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, name: str, *arguments: str) -> None:
        command = [program(name) or name, *arguments]
        subprocess.run(command, user=self.user, check=True, capture_output=True, cwd=self.folder, env=self._environment)

    @property
    def _environment(self) -> dict[str, str]:
        return {**os.environ, "LC_ALL": "C"}

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [f"port={self.port}", f"unix_socket_directories={self.folder}", "listen_addresses=127.0.0.1"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *self._bounds,
                    program("postgres") or "",
                    "-D",
                    self._data,
                    *(f"-c{one}" for one in (*options, *self.settings)),
                ],
                user=self.user,
                cwd=self.folder,
                env=self._environment,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + STARTS_WITHIN
        while True:
            try:
                self.ask("SELECT 1")
                return
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                self._breathe()

    def _breathe(self) -> None:
        """Wait a moment for a process that says nothing when it is ready."""
        try:
            self.process.wait(0.05)
        except subprocess.TimeoutExpired:
            return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT cuts all connections, SIGQUIT leaves no time for anything."""
        self.process.send_signal(how)
        self.process.wait()

    def kill(self) -> None:
        """Kill it and all that it has started, as a power cut does."""
        # What it starts are sessions of their own. One that stands still starts no more.
        self.process.send_signal(signal.SIGSTOP)
        main = self.process.pid
        _until(lambda: _state(main) in (STANDS_STILL, *GONE))
        started = [int(pid) for pid in Path(f"/proc/{main}/task/{main}/children").read_text().split()]
        for pid in (main, *started):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        _until(lambda: all(_state(pid) in GONE for pid in started))

    def remove(self) -> None:
        """Stop it and leave nothing behind."""
        if self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def ask(self, sql: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run a statement as the owner; the rows that come of it."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            found = connection.execute(sql)
            return found.fetchall() if found.description else []

    def address(self, database: str) -> str:
        """The address of a database, through the socket."""
        return f"postgresql://{USER}@/{database}?host={self.folder}&port={self.port}"

    def address_with(self, password: str, database: str, user: str = USER) -> str:
        """The address of a database, with a password."""
        return f"postgresql://{user}:{password.replace(' ', '%20')}@127.0.0.1:{self.port}/{database}"

    def new_database(self, template: str = "template0") -> str:
        """A database of its own; its name."""
        self._made += 1
        name = f"games_{self._made}"
        self.ask(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name
