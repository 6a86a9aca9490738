"""What the pages of the set-up carry from one to the next, and the galaxy that follows from it.

Nothing is kept before the game begins: the choices of the new game, the seed or the map string, and what the table said
about homes and the ion storm all stand in the address, or in hidden fields of a form.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import abort
from werkzeug.datastructures import MultiDict

from hive.board.growing import minor_factions
from hive.board.layout import (
    Layout,
    LayoutError,
    begins_as,
    choose_homes,
    home_slots,
    home_tiles,
    lay_out,
    misfits,
    player_of,
    shuffled,
    strange_homes,
    unmet,
)
from hive.board.map_string import MapRead, read_map_string, write_map_string
from hive.catalog.options import Options
from hive.catalog.tables import Tables, Wormhole
from hive.model.game import PLAYERS, Player, Settings
from hive.web.gate import bound_of
from hive.web.setup.choices import NEW_GAME_DEFAULTS, NewGameForm, new_game_form
from hive.words import Words, say

CARRIED = ("seed", "map", "pool", "ion_side", "p1_at", "p1_home", "p2_home")
# What can be ticked several times, without what is always ticked.
_LISTS: dict[str, tuple[str, ...]] = {"boxes": ("base", "pok"), "options": (), "homebrew": ()}
LONGEST_SEED = 40
LONGEST_STATE = 20_000
"""So many characters of an address are carried at most: a galaxy's page leads on from each system, with all of them."""
WHICH_HOME = say("Which home system is whose?")
WHICH_SIDE = say("Which side of the ion storm token lies up?")
# Without letters and digits that look like others.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"

State = dict[str, Any]


@dataclass(frozen=True)
class SetupForm:
    """A new game and what is known of its galaxy: a map string, or else the seed of a random one.

    ``pool``: the tiles that a random one takes first.
    """

    chosen: NewGameForm
    state: State
    seed: str
    map: str
    pool: tuple[str, ...]
    ion_side: Wormhole | None
    p1_at: str
    homes: dict[Player, str]


@dataclass(frozen=True)
class Plan:
    """The galaxy so far: ``tiles`` as page 2 lays them, and the systems of Minor Factions that come in place of some.

    ``errors`` says in sentences why no game can begin with it, ``asks`` what the table still has to say, ``notes`` what
    is not as page 2 wants it; the table may go on regardless of these (Q16). ``besides``: the tiles that a pool lacked.
    """

    tiles: dict[str, str]
    minor: tuple[tuple[str, str], ...] = ()
    ion_side: Wormhole | None = None
    homes: dict[Player, str] | None = None
    notes: tuple[Words, ...] = ()
    errors: tuple[Words, ...] = ()
    asks: tuple[Words, ...] = ()
    besides: tuple[str, ...] = ()

    @property
    def laid(self) -> dict[str, str]:
        """The tile of each slot as it lies on the table."""
        return {**self.tiles, **dict(self.minor)}

    @property
    def layout(self) -> Layout:
        """The galaxy as a game takes it. Raises ValueError if it is not complete."""
        if self.errors or self.asks or self.homes is None:
            raise ValueError("This galaxy is not complete.")
        return Layout(self.laid, self.ion_side, self.homes)


def new_seed() -> str:
    """A seed that nobody had before, short enough to be typed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def carried(values: MultiDict[str, str]) -> State:
    """What a request carries of a new game and its galaxy, without what is as always; nothing in it is checked."""
    known = {**NEW_GAME_DEFAULTS, **dict.fromkeys(CARRIED, "")}
    state: State = {field: values[field] for field in known if field in values and field not in _LISTS}
    state = {field: value for field, value in state.items() if value != known[field]}
    for field, always in _LISTS.items():
        # An address and a form may both have some.
        if several := [one for one in values.getlist(field) if one not in always][: bound_of(field).most]:
            state[field] = several
    state = _without_home_given_up(state, values)
    if len(urlencode(state, doseq=True)) > LONGEST_STATE:
        abort(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return state


def _without_home_given_up(state: State, values: MultiDict[str, str]) -> State:
    """A player who chooses the home that the other was shown with gets it; the other's is drawn anew."""
    if state.get("p1_home") and state["p1_home"] == state.get("p2_home"):
        kept = [seat for seat in PLAYERS if values.get(f"{seat}_home_shown") == state[f"{seat}_home"]]
        if len(kept) == 1:
            state.pop(f"{kept[0]}_home")
    return state


def setup_form(state: State, tables: Tables, options: Options) -> SetupForm:
    """Read what a request carried. Raises FormRefused if the new game's own choices are wrong."""
    seed = " ".join(str(state.get("seed", "")).split())
    sides: dict[str, Wormhole] = {"alpha": "alpha", "beta": "beta"}
    homes = {seat: str(state[f"{seat}_home"]) for seat in PLAYERS if state.get(f"{seat}_home")}
    return SetupForm(
        chosen=new_game_form(state, tables, options),
        state=state,
        seed=seed,
        map=str(state.get("map", "")),
        pool=tuple(str(state.get("pool", "")).split()),
        ion_side=sides.get(str(state.get("ion_side", ""))),
        p1_at=str(state.get("p1_at", "")),
        homes=homes,
    )


def still_holding(form: SetupForm, tables: Tables) -> State:
    """What is carried on when the choices have been changed: the galaxy, without what does not fit them any more."""
    settings, lost = form.chosen.settings, set[str]()
    for seat, tile in form.homes.items():
        if tile not in home_tiles(tables, settings.boxes, player_of(settings, seat).faction):
            lost.add(f"{seat}_home")
    if form.chosen.galaxy == "random":
        lost |= {"map", "ion_side", "p1_at"}
    else:
        lost.add("pool")
    return {field: value for field, value in form.state.items() if field not in lost}


def plan_of(form: SetupForm, tables: Tables) -> Plan:
    """The galaxy of a form: that of its map string if it has one, or else the random one of its seed."""
    plan = _read(form, tables) if form.map else _drawn(form, tables)
    if plan.errors:
        return plan
    # Who pastes a map string names no seed: the same string brings the same.
    seed = f"{form.seed or form.map}/minor_factions"
    minor = minor_factions(tables, form.chosen.settings, plan.tiles, lambda tiles: shuffled(tiles, seed))
    return replace(plan, minor=tuple(minor.items()))


def _drawn(form: SetupForm, tables: Tables) -> Plan:
    settings = form.chosen.settings
    if not form.seed or len(form.seed) > LONGEST_SEED or not form.seed.isprintable():
        return Plan({}, errors=(say("A seed has 1 to {most} characters that can be shown.", most=LONGEST_SEED),))
    try:
        homes = choose_homes(tables, settings, form.homes, form.seed)
        layout = lay_out(tables, settings.boxes, homes, form.seed, form.pool)
    except LayoutError as error:
        return Plan({}, errors=(error.words,))
    besides = tuple(_besides(form, tables, layout))
    notes = tuple(unmet(tables, layout))
    return Plan(layout.tiles, ion_side=layout.ion_side, homes=layout.homes, notes=notes, besides=besides)


def _besides(form: SetupForm, tables: Tables, layout: Layout) -> Iterator[str]:
    """The tiles that were drawn although the pool of the form has not got them."""
    given = {tile for pool in tables.galaxy.pools if pool.draw == "last" for tile in pool.tiles}
    for slot, tile in layout.tiles.items():
        if form.pool and tile not in form.pool and tile not in given and slot not in layout.homes.values():
            yield tile


def _read(form: SetupForm, tables: Tables) -> Plan:
    settings = form.chosen.settings
    read = map_of(form, tables)
    if read.errors:
        return Plan(read.tiles, ion_side=form.ion_side, errors=read.errors)
    # Homes that the app has filled in lie where the table says, or the text.
    told = None if read.seats else home_slots(tables, settings, read.tiles)
    homes = told or _said(form.p1_at or _seat_named(read), tables)
    storm = bool(tables.galaxy.template.kinds.get("ION"))
    notes = [
        *misfits(tables, read.tiles, settings.boxes, form.ion_side),
        *(strange_homes(tables, settings, read.tiles, homes) if homes else ()),
    ]
    asks = [*([] if homes else [WHICH_HOME]), *([] if form.ion_side or not storm else [WHICH_SIDE])]
    side = form.ion_side if storm else None
    return Plan(read.tiles, ion_side=side, homes=homes, notes=tuple(notes), asks=tuple(asks))


def map_of(form: SetupForm, tables: Tables) -> MapRead:
    """The map string of a form; places that it keeps for homes are filled where the players have named theirs."""
    read = read_map_string(form.map, tables)
    if len(read.seats) < len(PLAYERS):
        return read
    homes = []
    for seat in PLAYERS:
        options = home_tiles(tables, form.chosen.settings.boxes, player_of(form.chosen.settings, seat).faction)
        homes += [form.homes[seat]] if form.homes.get(seat) in options else options if len(options) == 1 else []
    if len(homes) < len(PLAYERS):
        return read
    first_comes_second = (form.p1_at or _seat_named(read)) == player_slots(tables)[1]
    return read_map_string(form.map, tables, homes[::-1] if first_comes_second else homes)


def _seat_named(read: MapRead) -> str:
    """Where the text keeps the first player's home; empty if it names nobody."""
    return next((slot for slot, seat in read.seats.items() if seat == "1"), "")


def _said(p1_at: str, tables: Tables) -> dict[Player, str] | None:
    first, second = player_slots(tables)
    return {"p1": first, "p2": second} if p1_at == first else {"p1": second, "p2": first} if p1_at == second else None


def player_slots(tables: Tables) -> tuple[str, str]:
    """The two slots of the players' homes."""
    kinds = tables.galaxy.template.kinds
    return kinds["PL1"][0], kinds["PL2"][0]


def with_tiles(form: SetupForm, plan: Plan, tiles: Mapping[str, str]) -> State:
    """What to carry on when the tiles have been chosen by hand. A slot without a tile stays open."""
    state = {**form.state, "galaxy": "hand", "map": write_map_string(tiles)}
    if side := form.ion_side or plan.ion_side:
        state["ion_side"] = side
    if p1_at := form.p1_at or (plan.homes and plan.homes["p1"]):
        state["p1_at"] = p1_at
    return state


def exchanged(tiles: Mapping[str, str], slot: str, tile: str) -> dict[str, str]:
    """The tiles after one was put on a slot; where it lay before lies now what was on that slot."""
    result = dict(tiles)
    for other, there in tiles.items():
        if other != slot and there.rstrip("AB") == tile.rstrip("AB"):
            result.pop(other)
            if slot in tiles:
                result[other] = tiles[slot]
    result[slot] = tile
    return result


def settings_with_homes(form: SetupForm, plan: Plan, tables: Tables) -> Settings:
    """The settings of the game: who named no faction plays the one of their home system."""
    settings = form.chosen.settings
    played: dict[str, Any] = {}
    for seat, slot in (plan.homes or {}).items():
        player = player_of(settings, seat)
        if not player.faction and (faction := begins_as(tables, plan.tiles[slot])):
            played[seat] = replace(player, faction=faction)
    return replace(settings, **played)
