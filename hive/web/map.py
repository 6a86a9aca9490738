"""The pages of the galaxy: the map, the text list, and the sheet of each system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from hive.board.editable import NO, Edit, Group
from hive.board.edits import BadEdit, editables
from hive.catalog.tables import Owner
from hive.engine.errors import Refused
from hive.engine.facts import PAGES_OF_MIDDLE
from hive.fields import Number, OneOf
from hive.games.present import Present
from hive.games.service import Stale
from hive.model.game import Game
from hive.naming import planet as planet_name
from hive.naming import units
from hive.web.devices import entered_by
from hive.web.door import (
    CONFLICT,
    NOT_FOUND,
    UNPROCESSABLE,
    GamePage,
    View,
    framed,
    games,
    not_kept,
    posted_position,
    wants_fragment,
)
from hive.web.drawing.galaxy import drawing_of
from hive.web.drawing.shapes import MapView
from hive.web.drawing.words import Board, SystemWords, planet_words, system_words
from hive.web.messages import message
from hive.web.steps import scene_of
from hive.web.table.place import Looking, changes_of, looking_at, read
from hive.web.table.shared import table_screen
from hive.web.words import anchor
from hive.words import Name, Words, listed, say, sentence

# The values of a token or an attachment that does not lie there.
NOTHING = ("0", NO)


@dataclass(frozen=True)
class FieldView:
    """Something in a system with its form: a stepper up to ``maximum``, or one of some choices."""

    field: str
    anchor: str
    label: str
    words: str
    value: str
    maximum: int
    choices: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class UnitsAt:
    """A side's units in space or on a planet; ``there`` says which stand there, empty for none."""

    title: str
    space: bool
    there: str
    fields: tuple[FieldView, ...]
    damaged: tuple[FieldView, ...]

    @property
    def any_damaged(self) -> bool:
        """Whether anything is damaged here."""
        return any(field.value != "0" for field in self.damaged)


@dataclass(frozen=True)
class SideView:
    """What a side has in a system."""

    seat: Owner
    name: str
    places: tuple[UnitsAt, ...]


@dataclass(frozen=True)
class SystemPage(GamePage):
    """The sheet of a system. ``back`` names where it was opened from, ``others`` what seldom lies anywhere."""

    back: str
    notice: Words
    at: str
    words: SystemWords
    planets: tuple[Words, ...]
    sides: tuple[SideView, ...]
    control: tuple[FieldView, ...]
    tokens: tuple[FieldView, ...]
    others: tuple[FieldView, ...]


@dataclass(frozen=True)
class GalaxyPage(GamePage):
    """The whole galaxy: as a map, and in words; ``marked`` says of each system what the map points out."""

    zoom: int
    map: MapView
    systems: tuple[SystemWords, ...]
    marked: dict[str, str]


def galaxy_page(present: Present, zoom: int = 1) -> GalaxyPage:
    """The galaxy of a game. Raises ValueError if the game tracks none."""
    game = present.session.game
    board, drawn = drawing_of(game, game.tables), scene_of(present).layer()
    return GalaxyPage(
        *framed(present),
        zoom=zoom,
        map=drawn,
        systems=tuple(system_words(board, position) for position in sorted(board.galaxy.systems)),
        marked={one.position: one.marked for one in drawn.hexes},
    )


def system_page(
    present: Present, position: str, back: str, notice: Words = "", posted: Mapping[str, str] | None = None
) -> SystemPage:
    """The sheet of a system; what was posted and refused is kept in it. Raises BadEdit if there is no such system."""
    game = present.session.game
    fields = editables(game, position)
    board = drawing_of(game, game.tables)
    entered = posted or {}
    planets = board.galaxy.systems[position].planets
    tokens = _views(game, fields, entered, "command_tokens", "attachments", "tokens", "exchanges")
    usual = [one.field for one in fields if one.group == "command_tokens" or one.field.endswith("/frontier")]
    others = tuple(one for one in tokens if one.field not in usual and one.value in NOTHING)
    return SystemPage(
        *framed(present),
        back=back,
        notice=notice,
        at=position,
        words=system_words(board, position),
        planets=tuple(_planet(board, position, name) for name in planets),
        sides=tuple(_side(game, seat, fields, entered) for seat in game.owners),
        control=_views(game, fields, entered, "control"),
        tokens=tuple(one for one in tokens if one not in others),
        others=others,
    )


def changed_fields(game: Game, position: str, posted: Mapping[str, str]) -> dict[str, str]:
    """What a posted sheet changes: of the fields that stand there as they are, nothing. Raises BadEdit."""
    now = {one.field: str(one.value) for one in editables(game, position)}
    return {field: value for field, value in posted.items() if now.get(field) != value.strip()}


def _planet(board: Board, position: str, name: str) -> Words:
    """A planet with what is printed on it beside its values."""
    words, planet = planet_words(board, position, name), board.survey.planet(position, name)
    marks: list[Words] = [Name(trait) for trait in planet.traits]
    marks += [say("{colour} specialty", colour=Name(colour)) for colour in planet.specialties]
    if planet.legendary:
        marks.append(say("legendary"))
    return listed([words, listed(marks, ",")], "·") if marks else words


def _side(game: Game, seat: Owner, fields: Iterable[Edit], entered: Mapping[str, str]) -> SideView:
    own = [one for one in fields if one.seat == seat and one.group in ("units", "damaged")]
    planets = list(dict.fromkeys(one.planet for one in own))
    places = []
    for planet in planets:
        here = [one for one in own if one.planet == planet]
        there = [units(game, int(one.value), one.unit) for one in here if one.group == "units" and one.value]
        title = say("On {planet}", planet=planet_name(game, planet)) if planet else say("In space")
        amounts, damaged = _views(game, here, entered, "units"), _views(game, here, entered, "damaged")
        places.append(UnitsAt(title, not planet, listed(there), amounts, damaged))
    return SideView(seat, sentence(game.name(seat)), tuple(places))


def _views(game: Game, fields: Iterable[Edit], entered: Mapping[str, str], *groups: Group) -> tuple[FieldView, ...]:
    return tuple(_view(game, one, entered) for one in fields if one.group in groups)


def _view(game: Game, one: Edit, entered: Mapping[str, str]) -> FieldView:
    value = entered.get(one.field, str(one.value))
    choices = [(choice.value, choice.label) for choice in one.entered.choices] if isinstance(one.entered, OneOf) else []
    maximum = one.entered.maximum if isinstance(one.entered, Number) else 1
    if not choices and maximum == 1 and one.group in ("command_tokens", "attachments", "tokens", "exchanges"):
        choices = [("0", say("No")), ("1", say("Yes"))]
    seats = {"hive", "p1", "p2"}
    return FieldView(
        field=one.field,
        anchor=anchor(one.field),
        label=sentence(one.label),
        words=_short(game, one),
        value=value,
        maximum=maximum,
        choices=tuple((key, label, key if key in seats else "") for key, label in choices),
    )


def _short(game: Game, one: Edit) -> Words:
    """The words without whose it is and where, which stand above it already."""
    if not one.unit:
        return sentence(one.label)
    plural = Name(game.tables.units.by_key[one.unit].plural)
    return say("Damaged {units}", units=plural) if one.group == "damaged" else sentence(plural)


# --- the pages of the galaxy: the map, the text list, and the sheet of each system


ZOOMS = (1, 2, 3)
NO_GALAXY = say("This game is played without a galaxy: the table answers what only the board can tell.")

pages = Blueprint("map", __name__)


@pages.get("/games/<game_id>/map")
def galaxy_map(game_id: str) -> View:
    """The map over the whole screen; ``zoom`` enlarges it."""
    zoom = request.args.get("zoom", "1")
    return _galaxy(game_id, "map/map.html", int(zoom) if zoom in map(str, ZOOMS) else 1)


@pages.get("/games/<game_id>/systems")
def systems(game_id: str) -> View:
    """Every system in words."""
    return _galaxy(game_id, "map/systems.html")


def _galaxy(game_id: str, template: str, zoom: int = 1) -> View:
    present = games().present(game_id)
    if not present.session.game.tracked:
        return message(say("No galaxy"), NO_GALAXY, NOT_FOUND)
    page = galaxy_page(present, zoom)
    return render_template(template, page=page, zooms=ZOOMS)


@pages.get("/games/<game_id>/systems/<at>")
def system_sheet(game_id: str, at: str) -> View:
    """The sheet of one system."""
    return _sheet(games().present(game_id), at)


@pages.post("/games/<game_id>/systems/<at>/tap")
def tap_system(game_id: str, at: str) -> View:
    """Book one tap in the panel of a system, which stays open on the table screen."""
    look, position = looking_at({**request.values, "at": at}), posted_position(request.form)
    try:
        changes = changes_of(at, read(request.form.get("set", "")))
        present = games().board(game_id, position, changes, entered_by(game_id))
    except Stale as error:
        return table_screen(games().present(game_id, error.words), look), CONFLICT
    except Refused as error:
        return table_screen(games().present(game_id, error.words), look), UNPROCESSABLE
    if wants_fragment():
        return table_screen(present, look)
    return redirect(url_for("table.table", game_id=game_id, tab=look.tab, **look.args), code=303)


@pages.post("/games/<game_id>/systems/<at>")
def mend_system(game_id: str, at: str) -> View:
    """Set what the posted sheet changes; a sheet that changes nothing makes no entry."""
    position = posted_position(request.form)
    posted = {field: value for field, value in request.form.items() if field not in ("csrf_token", "position", "back")}
    present = games().present(game_id)
    try:
        changes = changed_fields(present.session.game, at, posted)
        if position != present.position or changes:
            present = games().board(game_id, position, changes_of(at, changes), entered_by(game_id))
    except Stale as error:
        return _sheet(games().present(game_id), at, error.words, CONFLICT)
    except BadEdit as error:
        return message(say("Not found"), error.words, NOT_FOUND)
    except Refused as error:
        return _sheet(games().present(game_id), at, error.words, UNPROCESSABLE, posted)
    return _back(present, at)


def _sheet(
    present: Present, at: str, notice: Words = "", status: int = 200, posted: dict[str, str] | None = None
) -> BaseResponse:
    try:
        page = system_page(present, at, _back_to(), notice, posted)
    except BadEdit as error:
        return message(say("Not found"), error.words, NOT_FOUND)
    template = "map/_system.html" if wants_fragment() else "map/system.html"
    response = not_kept(render_template(template, page=page, back_url=_back_url(present.id, at)), status)
    response.headers["Vary"] = "HX-Request"
    return response


def _back(present: Present, at: str) -> View:
    if wants_fragment():
        return table_screen(present, Looking("map" if _back_to() == "tab" else "now", at=at))
    return redirect(_back_url(present.id, at), code=303)


def _back_to() -> str:
    """Where a sheet was opened from: the map, the board of a game that begins in its middle, or the table."""
    back = request.values.get("back", "")
    return back if back in ("middle", "tab") else "table"


def _back_url(game_id: str, at: str) -> str:
    """Where the system is open, beside the map."""
    if _back_to() == "middle":
        return url_for("table.middle", game_id=game_id, number=len(PAGES_OF_MIDDLE), at=at)
    return url_for("table.table", game_id=game_id, tab="map" if _back_to() == "tab" else None, at=at)
