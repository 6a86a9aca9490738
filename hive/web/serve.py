"""Serves the app on this machine, or on the local network, with waitress."""

from __future__ import annotations

import os
import socket
import sys

import waitress

from hive.web.factory import create_app

DEFAULT_PORT = 8000
HIGHEST_PORT = 65535


def serve() -> int:
    """Serve until interrupted; returns the exit code.

    PORT changes the port. LAN=1 opens the app to the local network.
    """
    port = _port()
    if port is None:
        print(f"PORT must be a number from 1 to {HIGHEST_PORT}.", file=sys.stderr)
        return 2
    lan = os.environ.get("LAN", "") not in ("", "0")
    host = "0.0.0.0" if lan else "127.0.0.1"
    try:
        server = waitress.create_server(create_app(), host=host, port=port, threads=8)
    except OSError as error:
        print(
            f"Port {port} cannot be used: {error.strerror}. Try another one: PORT={port % HIGHEST_PORT + 1} make play",
            file=sys.stderr,
        )
        return 1
    print(f"The Hive Wars companion is at http://127.0.0.1:{port}/ (Ctrl+C ends it)", flush=True)
    if lan:
        print(f"On the local network: http://{_lan_address()}:{port}/", flush=True)
    try:
        server.run()
    except KeyboardInterrupt:
        server.close()
    return 0


def _port() -> int | None:
    try:
        port = int(os.environ.get("PORT") or DEFAULT_PORT)
    except ValueError:
        return None
    return port if 0 < port <= HIGHEST_PORT else None


def _lan_address() -> str:
    """This machine's address on the local network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
