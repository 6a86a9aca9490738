"""The pages around the games: the list, import and export, and each game's menu."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import SplitResult, urlsplit

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for

from hive.board.map_string import write_map_string
from hive.catalog.reading import StoredTablesUnfit
from hive.catalog.tables import Owner
from hive.fields import whole_number
from hive.games.beginning import NoRematch
from hive.games.example import NAME, start_example
from hive.games.keeping import A_PAGE, Listed, listed_games
from hive.games.service import GameBroken, Games
from hive.model.game import Game
from hive.store import (
    MAX_DOCUMENT_BYTES,
    BackupRefused,
    ImportRefused,
    NameRefused,
    StoreError,
    read_document,
    write_document,
)
from hive.web.devices import hold_table, own_games, own_tab, short_keys, size_of, sounds, stays_awake, theme
from hive.web.door import UNPROCESSABLE, View, games
from hive.web.drawing.galaxy import map_view
from hive.web.drawing.shapes import HexView
from hive.web.messages import message
from hive.web.words import COOKIE, YEAR, Run, clock, code, language, whose_turn
from hive.words import say, told, words_of_error
from hive.words.worded import SOURCE_LANGUAGE

_APART = 34


@dataclass(frozen=True)
class Spot:
    """A side that has units in a system, and where its shape is drawn."""

    seat: Owner
    x: int
    y: int


@dataclass(frozen=True)
class Stamp:
    """A hex of it: its middle, the colour of its zone, who is there."""

    x: int
    y: int
    colour: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Thumb:
    """The whole: the box around it, and its hexes."""

    view_box: str
    hexes: tuple[Stamp, ...]


def thumb_of(game: Game) -> Thumb | None:
    """The galaxy of a game; None for one that tracks none."""
    if game.galaxy is None:
        return None
    found = map_view(game, game.tables)
    return Thumb(found.view_box, tuple(_stamp(one) for one in found.hexes))


def _stamp(one: HexView) -> Stamp:
    here = one.present
    left = one.x - _APART * (len(here) - 1) // 2
    spots = tuple(Spot(seat, left + _APART * number, one.y) for number, seat in enumerate(here))
    return Stamp(one.x, one.y, one.colour, spots)


# --- the list of games, by pages


@dataclass(frozen=True)
class LobbyRow:
    """A game in the list: when it changed, where it stands."""

    id: str
    name: str
    changed: str
    stands: Listed


@dataclass(frozen=True)
class Last:
    """The last game, with whose turn it is and its galaxy."""

    row: LobbyRow
    turn: tuple[Run, ...]
    thumb: Thumb | None


@dataclass(frozen=True)
class Listing:
    """A page of the list: its games, which page it is, what was searched, and how many games there are of that."""

    rows: list[LobbyRow]
    page: int
    search: str
    number: int

    @property
    def elsewhere(self) -> bool:
        """Whether it is not the first page that whoever comes to the app sees."""
        return self.page > 1 or bool(self.search)

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return -(-self.number // A_PAGE)

    @property
    def newer(self) -> int:
        """The page before; 0 if there is none."""
        return self.page - 1

    @property
    def older(self) -> int:
        """The page after; 0 if there is none."""
        return self.page + 1 if self.page < self.pages else 0


def listing(page: int, search: str) -> Listing:
    """A page of the games that this device sees, from 1 up; of those with these words, where some are searched."""
    found = own_games(A_PAGE, (page - 1) * A_PAGE, search)
    if page > 1 and not found.rows:
        return listing(1, search)
    standing = listed_games(games(), found.rows)
    rows = [
        LobbyRow(row.id, row.name, clock(row.changed_at), stands)
        for row, stands in zip(found.rows, standing, strict=True)
    ]
    return Listing(rows, page, search, found.number)


def last_game(games: Games, shown: Listing) -> Last | None:
    """The game with which the table goes on; None if there is none, or it cannot be read, or others are looked for."""
    if shown.elsewhere or not shown.rows or not shown.rows[0].stands.points:
        return None
    game_id = shown.rows[0].id

    def drawn() -> tuple[tuple[Run, ...], Thumb | None]:
        present = games.present(game_id)
        return whose_turn(present), thumb_of(present.session.game)

    turn, thumb = games.summaries.of(f"{game_id}/{code()}", games.position(game_id), drawn)
    return Last(shown.rows[0], turn, thumb)


# --- the pages around the games: the list, import and export, and each game's menu


MOST_SHOWN = 4
"""So many other games stand in sight; older ones are folded away."""

pages = Blueprint("lobby", __name__)


@pages.get("/")
def index() -> View:
    """The games, a page of them, and how to begin one."""
    page = whole_number(request.args.get("page", ""))
    shown = listing(max(page or 1, 1), request.args.get("search", "").strip())
    last, kept = last_game(games(), shown), games().can_back_up
    sides = {row.id: own_tab(row.id) for row in shown.rows}
    return render_template("lobby/index.html", shown=shown, sides=sides, last=last, most=MOST_SHOWN, can_back_up=kept)


@pages.post("/example")
def example() -> View:
    """Begin the ready-made example game, in its second round."""
    game_id = start_example(games(), told(NAME, language()))
    hold_table(game_id)
    return redirect(url_for("table.table", game_id=game_id), code=303)


@pages.post("/import")
def import_game() -> View:
    """Add a game from an exported file."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return message(say("No file chosen"), say("Choose the file of a game that was exported before."), UNPROCESSABLE)
    try:
        document = read_document(file.stream.read(MAX_DOCUMENT_BYTES + 1))
        game_id = games().import_game(document, as_far="as_far" in request.form)
    except (ImportRefused, GameBroken) as error:
        return message(say("This file cannot be imported"), words_of_error(error), UNPROCESSABLE)
    return redirect(url_for("table.table", game_id=game_id), code=303)


@pages.get("/games/<game_id>/menu")
def game_menu(game_id: str) -> View:
    """Rename, copy, export or delete a game."""
    return _menu(game_id)


def _menu(game_id: str, **about: Any) -> str:
    game = games().store.game(game_id)
    return render_template(
        "lobby/menu.html", game=game, map_string=_map_string(game_id), **{"errors": {}, "asking": False, **about}
    )


def _map_string(game_id: str) -> str:
    """The galaxy of a game as a map string; empty if it tracks none, or cannot be read."""
    try:
        galaxy = games().present(game_id).session.game.galaxy
    except (GameBroken, StoreError, StoredTablesUnfit):
        return ""
    return write_map_string({slot: system.tile for slot, system in galaxy.systems.items()}) if galaxy else ""


@pages.post("/games/<game_id>/rename")
def rename(game_id: str) -> View:
    """Give a game another name."""
    return _named(game_id, lambda name: _renamed(game_id, name))


@pages.post("/games/<game_id>/copy")
def copy(game_id: str) -> View:
    """Copy a game with its whole log."""
    return _named(game_id, lambda name: _copied(game_id, name))


def _renamed(game_id: str, name: str) -> str:
    games().store.rename(game_id, name)
    return game_id


def _copied(game_id: str, name: str) -> str:
    copied = games().store.copy(game_id, name)
    hold_table(copied)
    return copied


def _named(game_id: str, act: Callable[[str], str]) -> View:
    """Give a game or its copy the posted name, and go on in it."""
    try:
        named = act(" ".join(request.form.get("name", "").split()))
    except NameRefused as error:
        return _menu(game_id, errors={"name": str(error)}), UNPROCESSABLE
    return redirect(url_for("table.table", game_id=named), code=303)


@pages.post("/games/<game_id>/rematch")
def rematch_of(game_id: str) -> View:
    """Begin a game anew with the same players, tables and galaxy, and come along to it; it is one, however often."""
    try:
        games().rematch(game_id)
    except NoRematch as error:
        return message(say("There is no rematch of this game"), error.words, UNPROCESSABLE)
    return redirect(url_for("screens.come_along", game_id=game_id), code=303)


@pages.post("/games/<game_id>/delete")
def delete(game_id: str) -> View:
    """Delete a game, once the table has said so twice."""
    if request.form.get("sure") != "yes":
        return _menu(game_id, asking=True)
    games().delete(game_id)
    return redirect(url_for("lobby.index"), code=303)


@pages.get("/games/<game_id>/export.json")
def export(game_id: str) -> Response:
    """A game as one JSON file."""
    response = Response(write_document(games().store.export_game(game_id)), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="hive-wars-{game_id}.json"'
    return response


@pages.get("/backup.sqlite")
def backup() -> Response:
    """All games as one file, as they are at this moment."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite"
        try:
            games().store.backup(file)
        except BackupRefused as error:
            return message(say("No backup from here"), error.words, UNPROCESSABLE)
        content = file.read_bytes()
    name = f"hive-wars-{datetime.now():%Y-%m-%d}.sqlite"
    return send_file(BytesIO(content), mimetype="application/vnd.sqlite3", as_attachment=True, download_name=name)


@pages.post("/theme")
def change_theme() -> View:
    """Swap dark and light on this device."""
    return _kept_here("theme", "dark" if theme() == "light" else "light")


@pages.post("/text")
def change_text() -> View:
    """Set the size of the text on this device."""
    return _kept_here("text", size_of(request.form.get("text")))


@pages.post("/language")
def change_language() -> View:
    """Speak a language on this device; one that is not there stays English."""
    return _kept_here(COOKIE, request.form.get(COOKIE, SOURCE_LANGUAGE))


@pages.post("/keys")
def change_keys() -> View:
    """Switch the keys of a single character off or on, on this device."""
    return _kept_here("keys", "off" if short_keys() else "on")


@pages.post("/sound")
def change_sound() -> View:
    """Switch the sound at a new step of the Hive on or off, on this device."""
    return _kept_here("sound", "off" if sounds() else "on")


@pages.post("/awake")
def change_awake() -> View:
    """Let this device's screen sleep, or keep it awake."""
    return _kept_here("awake", "off" if stays_awake() else "on")


def _kept_here(choice: str, value: str) -> View:
    """Keep a choice on this device, and go back to where the browser came from in this app."""
    came_from = _came_from()
    inside = came_from.netloc == request.host and not came_from.path.startswith("//")
    back = f"{came_from.path}?{came_from.query}" if inside else url_for("lobby.index")
    response = redirect(back, code=303)
    response.set_cookie(choice, value, max_age=YEAR, samesite="Lax")
    return response


def _came_from() -> SplitResult:
    """The address that the browser says it came from; an empty one where it says none, or what is none."""
    try:
        return urlsplit(request.referrer or "")
    except ValueError:
        return urlsplit("")
