"""The sheet of one system: everything that stands there, to be mended; the text list; and the page of the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hive.board.editable import NO, Edit, Group
from hive.board.edits import editables
from hive.catalog.tables import Owner
from hive.fields import Number, OneOf
from hive.games.present import Present
from hive.model.game import Game
from hive.naming import planet as planet_name
from hive.naming import units
from hive.web.drawing.galaxy import drawing_of, game_map
from hive.web.drawing.shapes import MapView
from hive.web.drawing.words import Board, SystemWords, planet_words, system_words
from hive.web.frame import GamePage, framed
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
    board, drawn = drawing_of(game, game.tables), game_map(game, present.session.pending)
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
