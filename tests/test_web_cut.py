"""The cut of the map beside a step on a phone: where the Hive goes is in it, and every arrow tells its number there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from board_drawing import TABLES
from hive.board.layout import lay_out, new_galaxy
from hive.steps import Marks
from hive.web.drawing.galaxy import HEIGHT, WIDTH, Cut, cut_of, map_view
from hive.web.drawing.shapes import MapView, placed_on
from hive.words import Words

LAID = lay_out(TABLES, ("base", "pok"), {"p1": "17", "p2": "1"}, "test")
GALAXY = new_galaxy(TABLES, LAID.tiles, ("base", "pok"), LAID.ion_side)
POSITIONS = sorted(GALAXY.systems)


def shown(paths: tuple[tuple[str, ...], ...] = (), aim: str = "", asked: tuple[str, ...] = ()) -> MapView:
    """The template's galaxy with an aim, systems that are asked about, and ways that are numbered from 1."""
    numbers = {path: str(number) for number, path in enumerate(paths, start=1)}
    return map_view(GALAXY, TABLES, Marks(winner=aim, paths=paths), asked, numbers)


def middle_of(view: MapView, position: str) -> tuple[int, int]:
    return next((one.x, one.y) for one in view.hexes if one.position == position)


@given(st.sampled_from(POSITIONS), st.lists(st.sampled_from(POSITIONS), max_size=4, unique=True))
def test_the_aim_is_in_the_cut_and_each_arrow_tells_its_number_there(aim: str, starts: list[str]) -> None:
    view = shown(tuple((start, aim) for start in starts if start != aim), aim)
    cut = cut_of(view)
    assert cut is not None and _seen(cut, *middle_of(view, aim))
    told = {way.number for way in view.paths if cut.holds(way.x, way.y)} | {arrow.number for arrow in cut.arrows}
    assert told == {way.number for way in view.paths}
    others = [start for start in starts if start != aim]
    assert all(_seen(cut, one.x, one.y) and one.name in names_of(view, others, one.number) for one in cut.arrows)


@given(st.lists(st.sampled_from(POSITIONS), min_size=1, max_size=4, unique=True))
def test_what_is_placed_outside_the_cut_comes_from_its_border_by_name(sites: list[str]) -> None:
    view = placed_on(shown(), {site: str(number) for number, site in enumerate(sites, start=1)})
    cut = cut_of(view)
    assert cut is not None
    assert {way.number for way in view.paths if not cut.holds(way.x, way.y)} == {one.number for one in cut.arrows}
    assert all(_seen(cut, one.x, one.y) and one.name in names_of(view, sites, one.number) for one in cut.arrows)


def names_of(view: MapView, places: list[str], number: str) -> tuple[Words, ...]:
    return next(one.names for one in view.hexes if one.position == places[int(number) - 1])


def _seen(cut: Cut, x: float, y: float) -> bool:
    return abs(x - cut.x) <= WIDTH / 2 and abs(y - cut.y) <= HEIGHT / 2


def test_a_place_that_is_asked_about_is_in_the_cut_and_nothing_beyond_the_map_is() -> None:
    view = shown(asked=("401",) if "401" in POSITIONS else (POSITIONS[-1],))
    cut = cut_of(view)
    assert cut is not None
    assert view.left <= cut.x - WIDTH // 2 and cut.y + HEIGHT // 2 <= view.top + view.height


def test_there_is_no_cut_of_places_all_over_the_map_nor_of_none() -> None:
    assert cut_of(shown()) is None
    assert cut_of(shown(asked=tuple(POSITIONS))) is None
