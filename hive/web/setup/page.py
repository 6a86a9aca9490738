"""What the pages of the set-up show: the choices, the galaxy, and what is to be laid out."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, get_args

from flask import render_template

from hive.board.layout import KIND_WORDS, Layout, PlanetTotal, fits, home_owner, home_tiles, planet_totals, player_of
from hive.board.map_string import write_map_string
from hive.catalog.options import Options, misfits
from hive.catalog.reading import load_headings, load_rulebook
from hive.catalog.tables import GALACTIC_EVENTS, Box, Kind, Level, Option, Rulebook, Tables, Wormhole
from hive.model.game import PLAYERS, Player, Settings
from hive.rules.options import PAGES
from hive.rules.setup.new_game import new_game
from hive.rules.setup.set_up import Line, board_lines
from hive.web.door import games
from hive.web.drawing.galaxy import layout_view, slots_view
from hive.web.drawing.shapes import MapView
from hive.web.drawing.words import on_tile
from hive.web.setup.choices import NEW_GAME_DEFAULTS
from hive.web.setup.plan import CARRIED, Plan, SetupForm, State, player_slots, settings_with_homes
from hive.web.words import changed_tables
from hive.words import Name, PlayerName, Words, say

NO_EVENT = say("No other galactic event fits what you have chosen: most need Thunder's Edge among the boxes.")
_ALWAYS: tuple[Box, ...] = ("base", "pok")


def choices_page(tables: Tables, chosen: Mapping[str, Any], errors: Mapping[str, Words]) -> str:
    """The form of a new game. In: what was chosen other than the defaults, and a sentence for each wrong field."""
    form = {**NEW_GAME_DEFAULTS, **chosen}
    options = games().house.options()
    return render_template(
        "setup/new.html",
        form=form,
        galaxy={field: str(chosen[field]) for field in CARRIED if chosen.get(field)},
        left_out=[page for page in PAGES if form[f"advanced_{page}"] != "yes"],
        errors=errors,
        factions=tables.factions.at_set_up,
        colours=tables.factions.colours,
        kings=tables.factions.kings,
        levels=[(key, tables.level(key)) for key in get_args(Level)],
        boxes=get_args(Box),
        pages=PAGES,
        options=option_groups(options, load_headings().options, load_rulebook()),
        option_names={key: read.option.name for key, read in options.items()},
        events=GALACTIC_EVENTS,
        changed=changed_tables(games().house.tables()),
    )


def option_groups(options: Options, headings: list[str], rulebook: Rulebook) -> list[tuple[str, list[Option]]]:
    """The options below their headings in the order of these, other headings behind; within one as in the rulebook."""
    order = {rule.id: place for place, rule in enumerate(rulebook.rules)}
    groups: dict[str, list[Option]] = {}
    for read in sorted(options.values(), key=lambda read: order.get(read.option.rule, len(order))):
        groups.setdefault(read.option.group, []).append(read.option)
    known = {heading: place for place, heading in enumerate(headings)}
    return sorted(groups.items(), key=lambda group: known.get(group[0], len(known)))


def drawn_event(state: State, options: Options) -> str | None:
    """A galactic event at random, of those that fit the boxes and options of a new game; None if none does."""
    chosen: list[str] = [one for one in state.get("options", []) if one in options]
    boxes = [box for box in get_args(Box) if box in (*_ALWAYS, *state.get("boxes", []))]
    fitting = [
        key
        for key, read in options.items()
        if read.option.group == GALACTIC_EVENTS and key not in chosen
        if not misfits([*chosen, key], options, boxes)
    ]
    return secrets.choice(fitting) if fitting else None


# --- what the pages of the set-up show


@dataclass(frozen=True)
class TileChoice:
    """A tile to choose: its number, what is on it, and the slot where it lies so far."""

    number: str
    words: Words
    at: str = ""


@dataclass(frozen=True)
class SlotChoice:
    """A slot of the template with the tile that lies there, and the tiles to choose from."""

    slot: str
    kind: Kind
    tile: str
    fitting: tuple[TileChoice, ...]
    others: tuple[TileChoice, ...] = ()

    @property
    def words(self) -> Words:
        """What belongs on the slot."""
        return KIND_WORDS[self.kind]


@dataclass(frozen=True)
class HomeChoice:
    """A player who has several home systems to choose from."""

    seat: Player
    name: str
    chosen: str
    tiles: tuple[TileChoice, ...]


@dataclass(frozen=True)
class HomeQuestion:
    """One answer to which home is whose: the slot of the first player's home, and both homes in words."""

    p1_at: str
    words: Words


@dataclass(frozen=True)
class GalaxyPage:
    """A galaxy before the game begins."""

    map: MapView
    lines: tuple[Line, ...]
    totals: tuple[PlanetTotal, ...]
    map_string: str
    homes: tuple[HomeChoice, ...]
    plays: tuple[Words, ...]
    whose: tuple[HomeQuestion, ...]


def galaxy_page(form: SetupForm, plan: Plan, tables: Tables) -> GalaxyPage:
    """The page of a galaxy that has a tile on every slot."""
    settings = form.chosen.settings
    first, second = player_slots(tables)
    # While the table has not said whose home is whose, the checklist names nobody.
    homes: dict[Player, str] = plan.homes or {"p1": first, "p2": second}
    game = new_game(settings, tables, "preview", Layout(plan.laid, plan.ion_side, homes))
    return GalaxyPage(
        map=layout_view(tables, plan.laid, plan.ion_side),
        lines=tuple(board_lines(game)),
        totals=tuple(planet_totals(tables, plan.tiles)),
        map_string=write_map_string(plan.laid),
        homes=() if form.map else tuple(_home_choices(settings, plan.tiles, homes, tables)),
        plays=tuple(_plays(settings, settings_with_homes(form, plan, tables))),
        whose=() if plan.homes else tuple(_whose(settings, plan.tiles, tables)),
    )


def _home_choices(
    settings: Settings, tiles: Mapping[str, str], homes: Mapping[Player, str], tables: Tables
) -> list[HomeChoice]:
    found = []
    for seat in PLAYERS:
        player = player_of(settings, seat)
        options = home_tiles(tables, settings.boxes, player.faction)
        if len(options) > 1:
            choices = tuple(sorted((_choice(tables, tile, {}) for tile in options), key=lambda choice: choice.words))
            found.append(HomeChoice(seat, player.name, tiles[homes[seat]], choices))
    return found


def _plays(chosen: Settings, played: Settings) -> Iterator[Words]:
    """A sentence for each player who named no faction, and plays the one whose home they have."""
    for seat in PLAYERS:
        player = player_of(played, seat)
        if player.faction and not player_of(chosen, seat).faction:
            yield say(
                "{who} named no faction, and plays {faction} with this home system.",
                who=PlayerName(seat, player.name),
                faction=Name(player.faction),
            )


def _whose(settings: Settings, tiles: Mapping[str, str], tables: Tables) -> list[HomeQuestion]:
    first, second = player_slots(tables)
    return [
        HomeQuestion(
            one,
            say(
                "{who} at {slot} ({tile}), {other} at {slot_of_other} ({tile_of_other})",
                who=PlayerName("p1", settings.p1.name),
                slot=Name(one),
                tile=tile_label(tables, tiles[one]),
                other=PlayerName("p2", settings.p2.name),
                slot_of_other=Name(other),
                tile_of_other=tile_label(tables, tiles[other]),
            ),
        )
        for one, other in ((first, second), (second, first))
    ]


# --- Choosing tiles


def slots_by_kind(tables: Tables, settings: Settings, tiles: Mapping[str, str]) -> list[tuple[Kind, list[SlotChoice]]]:
    """Every slot of the template with the tiles that fit there, grouped by kind."""
    kinds = tables.galaxy.template.kinds
    return [
        (kind, [slot_choice(tables, settings, tiles, slot) for slot in kinds[kind]])
        for kind in get_args(Kind)
        if kind in kinds
    ]


def slot_choice(
    tables: Tables, settings: Settings, tiles: Mapping[str, str], slot: str, everything: bool = False
) -> SlotChoice:
    """A slot with the tiles of the table's boxes that fit there, and if asked for with all others."""
    kind = tables.galaxy.kind_of[slot]
    at = {tile: where for where, tile in tiles.items()}
    fitting = [tile.tile for tile in tables.tiles.tiles if fits(tables, kind, tile) and tile.box in settings.boxes]
    if kind in ("PL1", "PL2"):
        played = (home_tiles(tables, settings.boxes, player.faction) for player in (settings.p1, settings.p2))
        fitting = list(dict.fromkeys(chain(*played)))
    others = [tile for tile in tables.tiles.by_number if tile not in fitting] if everything else []
    return SlotChoice(
        slot,
        kind,
        tiles.get(slot, ""),
        tuple(_choice(tables, tile, at) for tile in fitting),
        tuple(_choice(tables, tile, at) for tile in others),
    )


def _choice(tables: Tables, tile: str, at: Mapping[str, str]) -> TileChoice:
    return TileChoice(tile, tile_label(tables, tile), at.get(tile, ""))


def tile_label(tables: Tables, number: str) -> Words:
    """What is on a tile, in few words, and whose home it is."""
    owner, words = home_owner(tables, number), on_tile(tables, number)
    short = {faction.name: faction.short for faction in tables.factions.factions}
    return say("{faction}: {words}", faction=Name(short.get(owner, owner)), words=words) if owner else words


# --- laying out a galaxy slot by slot on its map: which are open, which are no question, which is next


@dataclass(frozen=True)
class SlotPage:
    """One slot to lay a tile on: the map so far, and the tiles that fit there, those that lie elsewhere apart.

    ``open`` are the slots without a tile, ``before`` is the slot before this one, empty for the first.
    """

    choice: SlotChoice
    map: MapView
    open: tuple[str, ...]
    before: str
    slots: int

    @property
    def laid(self) -> int:
        """How many slots have a tile."""
        return self.slots - len(self.open)

    @property
    def free(self) -> tuple[TileChoice, ...]:
        """The fitting tiles that lie nowhere yet, and the one that lies here."""
        return tuple(one for one in self.choice.fitting if one.at in ("", self.choice.slot))

    @property
    def elsewhere(self) -> tuple[TileChoice, ...]:
        """The fitting tiles that lie on other slots."""
        return tuple(one for one in self.choice.fitting if one not in self.free)


def slot_page(
    tables: Tables, settings: Settings, tiles: Mapping[str, str], ion_side: Wormhole | None, slot: str
) -> SlotPage:
    """The page of one slot of the template."""
    walk = _walk(tables)
    place = walk.index(slot)
    return SlotPage(
        choice=slot_choice(tables, settings, tiles, slot, everything=True),
        map=slots_view(tables, tiles, ion_side, slot),
        open=tuple(open_slots(tables, tiles)),
        before=walk[place - 1] if place else "",
        slots=len(walk),
    )


def open_slots(tables: Tables, tiles: Mapping[str, str], after: str = "") -> list[str]:
    """The slots without a tile, ring by ring from the middle; those after a slot first, as hands go round."""
    found = [slot for slot in _walk(tables) if slot not in tiles]
    return sorted(found, key=lambda slot: (slot <= after, slot))


def no_question(tables: Tables, settings: Settings, tiles: Mapping[str, str]) -> dict[str, str]:
    """The tiles with those laid as well that are the only ones left for their slots."""
    result = dict(tiles)
    while True:
        lying = {tile.rstrip("AB") for tile in result.values()}
        for slot in open_slots(tables, result):
            fitting = [one.number for one in slot_choice(tables, settings, result, slot).fitting]
            left = [tile for tile in fitting if tile.rstrip("AB") not in lying]
            if len(left) == 1:
                result[slot] = left[0]
                break
        else:
            return result


def _walk(tables: Tables) -> list[str]:
    return sorted(tables.galaxy.kind_of)
