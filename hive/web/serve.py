"""Serves the app on this machine, or on the local network."""

from __future__ import annotations

import gc
import os
import socket
import sys

from flask import Flask

from hive.catalog.documents import TableError
from hive.games.service import Games
from hive.live.front import Bounds, Front, run
from hive.live.hub import Hub, Watch
from hive.live.pages import Pages
from hive.store import AddressRefused, StoreError
from hive.web import hosting
from hive.web.devices import PUBLIC, is_loopback, lan_address
from hive.web.factory import LARGEST_FORM, LARGEST_IMPORT, create_app
from hive.web.gate import HEADERS
from hive.web.screens import lan_text
from hive.words import Typed, in_terminal, say, words_of_error

DEFAULT_PORT = 8000
HIGHEST_PORT = 65535
WAITING = 1024
"""So many that have just connected may wait."""


def serve() -> int:
    """Serve until interrupted; returns the exit code.

    PORT changes the port. LAN=1 opens the app to the local network.
    """
    port = _port()
    if port is None:
        print(in_terminal(say("PORT must be a number from 1 to {most}.", most=HIGHEST_PORT)), file=sys.stderr)
        return 2
    lan = os.environ.get("LAN", "") not in ("", "0")
    try:
        listening = socket.create_server(("0.0.0.0" if lan else "127.0.0.1", port), backlog=WAITING)
    except OSError as error:
        refused = say(
            "Port {port} cannot be used: {reason}. Try another one: PORT={other} make play",
            port=port,
            reason=Typed(error.strerror),
            other=port % HIGHEST_PORT + 1,
        )
        print(in_terminal(refused), file=sys.stderr)
        return 1
    try:
        app = create_app()
        front = front_of(app)
    except AddressRefused as error:
        listening.close()
        print(in_terminal(words_of_error(error)), file=sys.stderr)
        return 2
    address = Typed(f"http://127.0.0.1:{port}/")
    print(in_terminal(say("The Hive Wars companion is at {address} (Ctrl+C ends it)", address=address)), flush=True)
    if lan:
        print(lan_text(f"http://{lan_address()}:{port}/", sys.stdout.encoding), flush=True)
    tell_of_trouble(app.extensions["games"])
    gc.freeze()
    gc.enable()
    try:
        run(front, [listening])
    except KeyboardInterrupt:
        return 0
    return 0


def tell_of_trouble(games: Games) -> None:
    """Say on the terminal what each page will say, and serve: once that is mended, the app goes on.

    Also where an empty file begins although backups of a file of this name lie there: the games may only be elsewhere.
    """
    if missing := games.missing():
        file, backup = missing
        begins = say(
            "There is no file {file}, so an empty one begins. The newest backup of its games is {backup}: to go on "
            "with that, end the app, copy the backup to {file}, and start the app again.",
            file=Typed(str(file)),
            backup=Typed(str(backup)),
        )
        print(in_terminal(begins), file=sys.stderr, flush=True)
    try:
        games.store.check()
    except StoreError as error:
        print(in_terminal(words_of_error(error)), file=sys.stderr, flush=True)
    try:
        games.house.check()
    except TableError as error:
        print(error, file=sys.stderr, flush=True)


def front_of(app: Flask) -> Front:
    """The app as a server runs it, with its streams of news."""
    hub: Hub = app.extensions["hub"]
    games: Games = app.extensions["games"]
    with app.test_request_context():
        imports = app.url_for("lobby.import_game")
    watch = Watch(hub, games.stands, games.store.listen)

    def begins() -> None:
        games.store.keep_backups()
        watch.start()

    def ends() -> None:
        watch.stop()
        games.close()

    # What nobody else may do anyway is not waited for.
    larger = {} if app.config[PUBLIC] else {imports: LARGEST_IMPORT}
    bounds = Bounds(LARGEST_FORM, larger, trusted=is_loopback)
    headers = tuple((name.encode(), value.encode()) for name, value in HEADERS.items())
    return Front(Pages(app), hub, bounds, begins=begins, ends=ends, proxies=hosting.believed(), headers=headers)


def _port() -> int | None:
    try:
        port = int(os.environ.get("PORT") or DEFAULT_PORT)
    except ValueError:
        return None
    return port if 0 < port <= HIGHEST_PORT else None
