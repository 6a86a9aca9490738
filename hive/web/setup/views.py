"""The pages of a new game: its choices, then its galaxy, at random, pasted, or slot by slot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from http.client import OK

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from hive.board.layout import KIND_WORDS, Layout
from hive.board.map_string import MapRead
from hive.catalog.copying import BadHomebrew, with_homebrew
from hive.catalog.tables import Tables
from hive.fields import whole_number
from hive.store import NameRefused
from hive.web.devices import hold_table
from hive.web.door import UNPROCESSABLE, View, games
from hive.web.drawing.galaxy import template_view
from hive.web.setup.choices import FormRefused, NewGameForm, homebrew_page, named_before, named_in
from hive.web.setup.page import (
    NO_EVENT,
    choices_page,
    drawn_event,
    galaxy_page,
    no_question,
    open_slots,
    slot_page,
    slots_by_kind,
)
from hive.web.setup.plan import (
    Plan,
    SetupForm,
    State,
    carried,
    exchanged,
    map_of,
    new_seed,
    plan_of,
    player_slots,
    settings_with_homes,
    setup_form,
    still_holding,
    with_tiles,
)
from hive.words import Typed, Words, listed, say, words_of_error

REGARDLESS = say("Not everything is as page 2 wants it. Say that you play with it like this, or change it.")
_SLOT_FIELD = "at."

pages = Blueprint("setup", __name__)


@pages.route("/new", methods=["GET", "POST"])
def new_game() -> View:
    """Ask for the table's choices; with them begin a game, or go on to its galaxy."""
    if request.method == "POST":
        return _with_form(_chosen)
    # A table that has entered its copy of the rulebook plays by it, unless it says otherwise.
    first = {"options": games().house.own_copy()} if not request.args else {}
    return _naming(lambda state: choices_page(_house_tables(state), {**first, **state}, {}))


@pages.post("/new/own")
def name_homebrew() -> View:
    """Go from the choices of a new game to the page on which the table names factions and tiles of its own."""
    return _to("homebrew", carried(request.values))


@pages.route("/new/homebrew", methods=["GET", "POST"])
def homebrew() -> View:
    """Name a faction or a tile that no box holds."""
    return _naming(_named if request.method == "POST" else _without)


@pages.post("/new/event")
def draw_event() -> View:
    """Draw one of the galactic events that fit what has been chosen, and go back to the choices with it."""
    return _naming(_with_event)


def _with_event(state: State) -> View:
    drawn = drawn_event(state, games().house.options())
    if drawn is None:
        return choices_page(_house_tables(state), state, {"options": NO_EVENT}), UNPROCESSABLE
    return _to("new_game", {**state, "options": [*state.get("options", []), drawn]})


def _naming(show: Callable[[State], View]) -> View:
    """A page for what the request carries; where what the table has named does not fit, the page that says so."""
    state = carried(request.values)
    try:
        return show(state)
    except BadHomebrew as error:
        return _homebrew_page(state, error.words), UNPROCESSABLE


def _named(state: State) -> View:
    tables = _house_tables(state)
    one = named_in(request.form, tables)
    with_homebrew(tables, [one])
    named = one.model_dump_json(exclude_defaults=True)
    return _to("new_game", {**state, "homebrew": [*state.get("homebrew", []), named]})


def _without(state: State) -> View:
    """The page, without what the table takes back of what it has named."""
    taken, named = whole_number(request.args.get("without")), enumerate(state.get("homebrew", []))
    return _homebrew_page({**state, "homebrew": [one for number, one in named if number != taken]})


def _house_tables(state: State, options: Sequence[str] = ()) -> Tables:
    return with_homebrew(games().house.tables(options), named_before(state))


def _homebrew_page(state: State, error: Words = "") -> str:
    page = homebrew_page(state.get("homebrew", []), games().house.tables())
    return render_template("setup/homebrew.html", state=state, error=error, typed=request.form, page=page)


@pages.get("/new/galaxy")
def galaxy() -> View:
    """Show a galaxy: what to lay out, and what is not as it should be."""
    return _with_form(_shown)


@pages.post("/new/galaxy")
def begin() -> View:
    """Begin the game with the galaxy that the form carries."""
    return _with_form(_begun)


@pages.route("/new/galaxy/paste", methods=["GET", "POST"])
def paste() -> View:
    """Take a map string."""
    return _with_form(_pasted if request.method == "POST" else _paste_page)


@pages.get("/new/galaxy/hand")
def by_hand() -> View:
    """Choose the tile of each slot; what is chosen goes on to the page that shows it."""
    return _with_form(_by_hand)


@pages.get("/new/galaxy/slots")
def by_slot() -> View:
    """Lay the galaxy out on its map, beginning at the first slot without a tile."""
    return _with_form(_by_slot)


@pages.get("/new/galaxy/slot/<slot>")
def one_slot(slot: str) -> View:
    """Choose the tile of one slot among all there are; where it lay before comes what lay here."""
    return _with_form(lambda form, tables: _one_slot(form, tables, slot))


def _with_form(show: Callable[[SetupForm, Tables], View]) -> View:
    """What a page shows for the new game that the request carries, or the new game's form with what is wrong in it."""
    house, state = games().house, carried(request.values)
    tables = house.tables()
    try:
        tables = _house_tables(state)
        form = setup_form(state, tables, house.options())
        return show(form, _house_tables(state, form.chosen.settings.options))
    except BadHomebrew as error:
        return _homebrew_page(state, error.words), UNPROCESSABLE
    except FormRefused as error:
        return choices_page(tables, state, error.errors), UNPROCESSABLE
    except NameRefused as error:
        return choices_page(tables, state, {"name": words_of_error(error)}), UNPROCESSABLE


def _to(endpoint: str, state: State) -> BaseResponse:
    return redirect(url_for(f"setup.{endpoint}", **state), code=303)


# --- Beginning


def _chosen(form: SetupForm, tables: Tables) -> View:
    state = still_holding(form, tables)
    seeded = {"seed": new_seed(), **state}
    match form.chosen.galaxy:
        case "none":
            return _create(form.chosen)
        case "string":
            return _to("paste", state)
        case "hand":
            # Who only changes a choice goes back to the galaxy that is laid out by now.
            laid = bool(form.map) and not open_slots(tables, map_of(form, tables).tiles)
            return _to("galaxy" if laid else "by_slot", seeded)
    return _to("galaxy", seeded)


def _begun(form: SetupForm, tables: Tables) -> View:
    plan = plan_of(form, tables)
    if plan.errors or plan.asks:
        return _galaxy(form, plan, tables, listed(plan.asks, " "))
    if form.map and plan.notes and request.form.get("regardless") != "yes":
        return _galaxy(form, plan, tables, REGARDLESS)
    return _create(replace(form.chosen, settings=settings_with_homes(form, plan, tables)), plan.layout)


def _create(chosen: NewGameForm, layout: Layout | None = None) -> View:
    game_id = games().create(chosen.name, chosen.settings, layout=layout, own=chosen.homebrew)
    hold_table(game_id)
    to = url_for("table.middle", game_id=game_id, number=1) if chosen.in_the_middle else None
    return redirect(to or url_for("table.table", game_id=game_id), code=303)


# --- A galaxy


def _shown(form: SetupForm, tables: Tables) -> View:
    if not form.map and not form.seed:
        return _to("galaxy", {**form.state, "seed": new_seed()})
    return _galaxy(form, plan_of(form, tables), tables)


def _galaxy(form: SetupForm, plan: Plan, tables: Tables, error: Words = "") -> View:
    if plan.errors and form.map:
        return _mending(form, plan, tables)
    page = None if plan.errors else galaxy_page(form, plan, tables)
    html = render_template("setup/galaxy.html", form=form, plan=plan, page=page, another=new_seed(), error=error)
    return (html, UNPROCESSABLE) if error or plan.errors else html


def _mending(form: SetupForm, plan: Plan, tables: Tables) -> View:
    """Show what is wrong with a galaxy where it came from."""
    if form.chosen.galaxy == "string":
        return _paste_page(form, tables, plan.errors), UNPROCESSABLE
    return _hand_page(form, tables, plan), UNPROCESSABLE


# --- From a map string


def _pasted(form: SetupForm, tables: Tables) -> View:
    errors = map_of(form, tables).errors
    if errors:
        return _paste_page(form, tables, errors), UNPROCESSABLE
    # What was said about another galaxy does not hold for this one.
    state = {field: value for field, value in form.state.items() if field not in ("ion_side", "p1_at")}
    return _to("galaxy", {**state, "galaxy": "string"})


def _paste_page(form: SetupForm, tables: Tables, errors: tuple[str, ...] = ()) -> str:
    read = map_of(form, tables)
    return render_template(
        "setup/paste.html",
        form=form,
        errors=errors,
        mendable=bool(errors) and bool(read.tiles),
        pool=_from_its_tiles(form, read) if errors and read.pool and not form.chosen.in_the_middle else None,
        map=template_view(tables),
        template=tables.galaxy.template.kinds,
        kinds=KIND_WORDS,
    )


def _from_its_tiles(form: SetupForm, read: MapRead) -> State:
    """What to carry on when a galaxy is drawn from the tiles that a map string names."""
    state = {field: value for field, value in form.state.items() if field not in ("map", "ion_side", "p1_at")}
    return {**state, "galaxy": "random", "seed": form.seed or new_seed(), "pool": " ".join(read.pool)}


# --- Slot by slot


def _by_hand(form: SetupForm, tables: Tables) -> View:
    plan = plan_of(form, tables)
    posted = {slot: request.args.get(f"{_SLOT_FIELD}{slot}") for slot in tables.galaxy.kind_of}
    if not any(tile is not None for tile in posted.values()):
        return _hand_page(form, tables, plan)
    tiles = {slot: tile for slot, tile in posted.items() if tile is not None and tile in tables.tiles.by_number}
    mended = with_tiles(form, plan, tiles)
    other = request.args.get("other", "")
    return _to("one_slot", {"slot": other, **mended}) if other in tables.galaxy.kind_of else _to("galaxy", mended)


def _hand_page(form: SetupForm, tables: Tables, plan: Plan) -> str:
    settings = form.chosen.settings
    first, second = player_slots(tables)
    return render_template(
        "setup/hand.html",
        form=form,
        kinds=slots_by_kind(tables, settings, plan.tiles),
        plan=plan,
        # Of both players the slot where the first has their home if the home on the first slot is theirs.
        owners=((first, settings.p1), (second, settings.p2)),
    )


def _by_slot(form: SetupForm, tables: Tables) -> View:
    # Who lays out their own galaxy begins with an empty map; one that was drawn or pasted is gone through.
    plan = Plan({}) if form.chosen.galaxy == "hand" and not form.map else plan_of(form, tables)
    return _next_slot(form, plan, tables, plan.tiles)


def _one_slot(form: SetupForm, tables: Tables, slot: str) -> View:
    if slot not in tables.galaxy.kind_of:
        return _to("galaxy", form.state)
    plan, tile, settings = plan_of(form, tables), request.args.get("tile", ""), form.chosen.settings
    if tile in tables.tiles.by_number:
        return _next_slot(form, plan, tables, exchanged(plan.tiles, slot, tile), slot)
    error = say("There is no tile “{tile}”. Choose one of these.", tile=Typed(tile[:10])) if tile else ""
    page = slot_page(tables, settings, plan.tiles, form.ion_side or plan.ion_side, slot)
    return render_template("setup/slot.html", form=form, page=page, error=error), UNPROCESSABLE if error else OK


def _next_slot(form: SetupForm, plan: Plan, tables: Tables, tiles: dict[str, str], after: str = "") -> View:
    """Go on to the next slot without a tile; where each has one, to the galaxy or to its first slot."""
    tiles = no_question(tables, form.chosen.settings, tiles)
    state, still = with_tiles(form, plan, tiles), open_slots(tables, tiles, after)
    if after and not still:
        return _to("galaxy", state)
    return _to("one_slot", {"slot": still[0] if still else min(tables.galaxy.kind_of), **state})
