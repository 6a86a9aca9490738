"""Whether tables fit each other: what no single one of them can know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from hive.catalog.documents import (
    EXPLAINING,
    Data,
    Document,
    Keys,
    Problem,
    field_path,
    near,
    parse_table,
    read_yaml,
    unknown,
)
from hive.catalog.remembered import Remembered
from hive.catalog.tables import (
    DiagramName,
    Difficulty,
    DifficultyLevels,
    Faction,
    GalaxyTemplate,
    Kind,
    Pool,
    Rulebook,
    Table,
    Tables,
    Tiles,
    Unit,
    UnitType,
)
from hive.catalog.tables.acts import Attaches, CardAct, LaysTile, LaysToken
from hive.catalog.tables.doings import HOOK_AT, Doing
from hive.files import FILES

# Units that nobody has unless an option brings them.
_OF_OPTIONS = ("pink_fighter",)
_ALL_UNITS = [key for key in get_args(Unit) if key not in _OF_OPTIONS]


def unit_problems(tables: Tables) -> Iterator[Problem]:
    """Units, upgrades or blocks of damage that are missing, named twice, or not there at all."""
    yield from _units(tables)
    yield from _damage(tables)
    yield from _technologies(tables)


def _units(tables: Tables) -> Iterator[Problem]:
    for key in _ALL_UNITS:
        if key not in tables.units.by_key:
            yield "units", ("units",), f"the unit '{key}' is missing"
    upgrades = tables.technologies.by_name
    for index, unit in enumerate(tables.units.units):
        if unit.needs_upgrade is not None and unit.needs_upgrade not in upgrades:
            yield "units", ("units", index, "needs_upgrade"), unknown("upgrade", unit.needs_upgrade, upgrades)
        if unit.counts_as is not None and unit.counts_as not in tables.units.by_key:
            yield "units", ("units", index, "counts_as"), f"there is no unit '{unit.counts_as}'"
    for index, key in enumerate(tables.units.wormhole_change.ladder if tables.units.wormhole_change else []):
        if key not in tables.units.by_key:
            yield "units", ("wormhole_change", "ladder", index), f"there is no unit '{key}'"


def _damage(tables: Tables) -> Iterator[Problem]:
    units = tables.units.by_key
    for name, category in (("space", "ship"), ("ground", "ground_force")):
        seen: set[tuple[str, str]] = set()
        for index, block in enumerate(getattr(tables.damage, name).blocks):
            keys = (name, "blocks", index, "unit")
            unit = units.get(block.unit)
            if (block.action, block.unit) in seen:
                yield "damage", keys, f"the block '{block.action} {block.unit}' stands in this diagram already"
            seen.add((block.action, block.unit))
            yield from (("damage", keys, text) for text in _unfit(unit, category, block.action))
        for key, unit in units.items():
            if unit.category == category and unit.counts_as is None and ("destroy", key) not in seen:
                yield "damage", (name, "blocks"), f"the block 'destroy {key}' is missing"


def _unfit(unit: UnitType | None, category: str, action: str) -> Iterator[str]:
    if unit is not None and unit.category != category:
        yield f"'{unit.key}' is no {category.replace('_', ' ')}"
    elif unit is not None and action == "sustain" and not unit.sustain_damage:
        yield f"'{unit.key}' cannot sustain damage"


def _technologies(tables: Tables) -> Iterator[Problem]:
    for index, upgrade in enumerate(tables.technologies.upgrades):
        if upgrade.unit is not None and upgrade.unit not in tables.units.by_key:
            yield "technologies", ("upgrades", index, "unit"), f"units.yaml has no unit '{upgrade.unit}'"
        if not upgrade.prerequisites:
            yield "technologies", ("upgrades", index, "prerequisites"), "an upgrade needs at least one prerequisite"
    for index, name in enumerate(tables.setup.upgrades):
        if name not in tables.technologies.by_name:
            yield "setup", ("upgrades", index), unknown("upgrade", name, tables.technologies.by_name)
    colours = tables.technologies.colours
    if len(set(colours)) != len(colours):
        yield "technologies", ("colours",), "a colour stands here twice"


# --- whether what factions begin with fits units, tiles and other factions


def faction_problems(tables: Tables) -> Iterator[Problem]:
    """Yield what does not fit in the table of factions: table, place, what is wrong there."""
    names = list(tables.factions.by_name)
    for index, faction in enumerate(tables.factions.factions):
        if faction.after is not None and faction.after not in names:
            yield "factions", ("factions", index, "after"), unknown("faction", faction.after, names)
        for field, text in _units_at_start(faction, tables):
            yield "factions", ("factions", index, *field), text


def _units_at_start(faction: Faction, tables: Tables) -> Iterator[tuple[Keys, str]]:
    known = tables.units.by_key
    for unit in faction.units:
        if unit not in known:
            yield ("units", unit), unknown("unit", unit, known)
    on_planets: Counter[str] = Counter()
    for planet, units in faction.placed.items():
        on_planets.update(units)
        if planet not in tables.tiles.planets:
            yield ("placed", planet), unknown("planet", planet, tables.tiles.planets)
        for unit in units:
            if unit in known and known[unit].category == "ship":
                yield ("placed", planet, unit), "ships stand in space, not on planets"
    for unit, number in on_planets.items():
        if number > faction.units.get(unit, 0):
            yield ("placed",), f"{number} of '{unit}' stand on planets, but there are {faction.units.get(unit, 0)}"


# --- whether the tables of tiles and of the galaxy fit each other


ONCE: tuple[Kind, ...] = ("REX", "MS", "PL1", "PL2", "AS1", "AS2")
"""The kinds of which a galaxy has one."""
_WITHOUT_POOL: tuple[Kind, ...] = ("PL1", "PL2", "X")


def galaxy_problems(tables: Tables) -> Iterator[Problem]:
    """Yield all in which the two tables do not fit themselves or each other: table, place, what is wrong there."""
    for keys, text in _tiles(tables.tiles):
        yield "tiles", keys, text
    galaxy = tables.galaxy
    for check in (_template(galaxy), _zones(galaxy), _counts(galaxy), _pools(galaxy), _supply(galaxy, tables.tiles)):
        for keys, text in check:
            yield "galaxy", keys, text


def _tiles(tiles: Tiles) -> Iterator[tuple[Keys, str]]:
    yield from _planets(tiles)
    for index, tile in enumerate(tiles.tiles):
        if tile.home_of is not None and tile.back != "home":
            yield ("tiles", index, "back"), f"a home system has the back 'home', not '{tile.back}'"
    for index, choice in enumerate(tiles.home_choices):
        for place, number in enumerate(choice.tiles):
            if number not in tiles.by_number:
                yield ("home_choices", index, "tiles", place), _no_tile(number)


def _planets(tiles: Tiles) -> Iterator[tuple[Keys, str]]:
    """Two faces of one thing, such as both tiles of Mecatol Rex, share their planet."""
    seen: dict[str, tuple[str | None, Keys]] = {}
    for index, tile in enumerate(tiles.tiles):
        for place, planet in enumerate(tile.planets):
            keys: Keys = ("tiles", index, "planets", place, "name")
            role, _ = seen.setdefault(planet.name, (tile.role, keys))
            if seen[planet.name][1] != keys and (role is None or role != tile.role):
                yield keys, f"the planet '{planet.name}' lies in another system already"
    for index, token in enumerate(tiles.tokens):
        if token.planet is not None and token.planet.name in seen:
            yield ("tokens", index, "planet", "name"), f"the planet '{token.planet.name}' lies in a system already"


def _template(galaxy: GalaxyTemplate) -> Iterator[tuple[Keys, str]]:
    kinds = galaxy.template.kinds
    seen: set[str] = set()
    for kind, slots in kinds.items():
        for index, slot in enumerate(slots):
            if slot in seen:
                yield ("template", "kinds", kind, index), f"the slot {slot} stands in the template already"
            seen.add(slot)
    for kind in ONCE:
        if (number := len(kinds.get(kind, []))) != 1:
            yield ("template", "kinds", kind), f"there must be one slot for {kind}, not {number}"


def _zones(galaxy: GalaxyTemplate) -> Iterator[tuple[Keys, str]]:
    known = galaxy.kind_of
    numbers: set[int] = set()
    seen: set[str] = set()
    for index, zone in enumerate(galaxy.zones.zones):
        if zone.zone in numbers:
            yield ("zones", "zones", index, "zone"), f"zone {zone.zone} stands here already"
        numbers.add(zone.zone)
        if not zone.slots:
            yield ("zones", "zones", index, "slots"), f"zone {zone.zone} has no systems"
        for place, slot in enumerate(zone.slots):
            keys: Keys = ("zones", "zones", index, "slots", place)
            if slot not in known:
                yield keys, f"the template has no slot {slot}"
            elif slot in seen:
                yield keys, f"the slot {slot} lies in a zone already"
            seen.add(slot)
    for slot in known:
        if slot not in seen:
            yield ("zones", "zones"), f"the slot {slot} lies in no zone"


def _counts(galaxy: GalaxyTemplate) -> Iterator[tuple[Keys, str]]:
    numbers = {zone.zone for zone in galaxy.zones.zones}
    counted: set[int] = set()
    for index, count in enumerate(galaxy.planet_counts.counts):
        keys: Keys = ("planet_counts", "counts", index)
        if count.minimum > count.maximum:
            yield (*keys, "minimum"), f"the minimum {count.minimum} is more than the maximum {count.maximum}"
        for place, zone in enumerate(count.zones):
            if zone not in numbers:
                yield (*keys, "zones", place), f"there is no zone {zone}"
            elif zone in counted:
                yield (*keys, "zones", place), f"the planets of zone {zone} are counted already"
            counted.add(zone)


def _pools(galaxy: GalaxyTemplate) -> Iterator[tuple[Keys, str]]:
    seen: set[str] = set()
    for index, pool in enumerate(galaxy.pools):
        for place, kind in enumerate(pool.kinds):
            keys: Keys = ("pools", index, "kinds", place)
            if kind in _WITHOUT_POOL:
                yield keys, f"the slots of {kind} are not filled from a pool"
            elif kind in seen:
                yield keys, f"{kind} has a pool already"
            seen.add(kind)
    for kind in galaxy.template.kinds:
        if kind not in seen and kind not in _WITHOUT_POOL:
            yield ("pools",), f"the pool of {kind} is missing"


def _supply(galaxy: GalaxyTemplate, tiles: Tiles) -> Iterator[tuple[Keys, str]]:
    """Each pool has known tiles, none twice, and enough of them."""
    seen: set[str] = set()
    for index, pool in enumerate(galaxy.pools):
        for place, number in enumerate(pool.tiles):
            keys: Keys = ("pools", index, "tiles", place)
            if number not in tiles.by_number:
                yield keys, f"{_no_tile(number)}{near(number, tiles.by_number)}"
            elif number in seen:
                yield keys, f"tile {number} lies in a pool already"
            seen.add(number)
        for text in _too_few(galaxy, tiles, pool):
            yield ("pools", index, "tiles"), text
    blue = [tile for tile in tiles.tiles if tile.back == "blue" and tile.tile not in galaxy.pooled]
    if len(blue) < (wanted := len(galaxy.template.kinds.get("X", []))):
        yield (
            ("template", "kinds", "X"),
            f"{wanted} slots need blue-backed tiles outside the pools, not {len(blue)}",
        )


def _too_few(galaxy: GalaxyTemplate, tiles: Tiles, pool: Pool) -> Iterator[str]:
    slots = [len(galaxy.template.kinds.get(kind, [])) for kind in pool.kinds]
    if len(pool.tiles) < sum(slots):
        yield f"{sum(slots)} slots are filled from this pool, but it has {len(pool.tiles)} tiles"
    if pool.draw == "one_of_each_wormhole":
        for wormhole in ("alpha", "beta"):
            having = [n for n in pool.tiles if n in tiles.by_number and wormhole in tiles.by_number[n].wormholes]
            if 2 * len(having) < slots[0]:
                yield f"{slots[0]} slots of {pool.kinds[0]} need more tiles with the wormhole {wormhole}"


def _no_tile(number: str) -> str:
    return f"tiles.yaml has no tile {number}."


# --- whether what players own and do fits factions, moments and the tokens of the board


def doing_problems(tables: Tables) -> Iterator[Problem]:
    """Yield what does not fit in the table of doings: table, place, what is wrong there."""
    for index, doing in enumerate(tables.doings.doings):
        for field, text in _wrong(doing, tables):
            yield "doings", ("doings", index, *field), text


def _wrong(doing: Doing, tables: Tables) -> Iterator[tuple[Keys, str]]:
    moments, factions = tables.moments.by_key, list(tables.factions.by_name)
    if doing.when not in moments:
        yield ("when",), unknown("moment", doing.when, moments)
    elif doing.each_time and moments[doing.when].hook != HOOK_AT:
        known = [key for key, one in moments.items() if one.hook == HOOK_AT]
        text = f"nothing acts by itself at '{doing.when}'.{near(doing.when, known)}"
        yield ("each_time",), text
    # The kings of Twilight's Fall are no factions.
    if doing.box != "tf" and doing.faction is not None and doing.faction not in factions:
        yield ("faction",), unknown("faction", doing.faction, factions)
    known = list(tables.tiles.tokens_by_key)
    for place, act in enumerate(doing.does):
        for token in act.tokens if isinstance(act, LaysToken) else ():
            if token not in known:
                yield ("does", place, "tokens"), unknown("token", token, known)
        if isinstance(act, Attaches) and act.attachment not in tables.tiles.attachments_by_key:
            there = list(tables.tiles.attachments_by_key)
            yield ("does", place, "attachment"), unknown("attachment", act.attachment, there)
        if isinstance(act, LaysTile) and act.tile and act.tile not in tables.tiles.by_number:
            yield ("does", place, "tile"), f"no tile has the number {act.tile}."


# --- what no single table can know: whether the tables fit each other


DECKS = FILES / "decks"

# Names by which something is looked up: table, list, field.
_UNIQUE = (
    ("hive_mind", "cards", "id"),
    ("strategy_cards", "cards", "number"),
    ("strategy_cards", "cards", "key"),
    ("strategy_cards", "cards", "name"),
    ("units", "units", "key"),
    ("units", "units", "name"),
    ("units", "units", "short"),
    ("technologies", "upgrades", "name"),
    ("objectives", "objectives", "name"),
    ("factions", "factions", "name"),
    ("factions", "factions", "short"),
    ("factions", "colours", "key"),
    ("setup", "groups", "title"),
    ("rulebook", "rules", "id"),
    ("tiles", "tiles", "tile"),
    ("tiles", "tokens", "token"),
    ("tiles", "tokens", "name"),
    ("tiles", "attachments", "attachment"),
    ("tiles", "attachments", "name"),
    ("exploration", "cards", "name"),
    ("agendas", "agendas", "name"),
    ("doings", "doings", "doing"),
    ("moments", "moments", "moment"),
)
# Numbers that others are divided by or counted down with; a zero would never end.
_NOT_ZERO = (
    "transfer_divisor",
    "influence_per_produced_ship",
    "leadership_primary_influence",
    "leadership_secondary_influence",
    "conversion_commodities",
    "influence_per_card",
    "hive_victory",
    "player_victory",
    "ally_victory",
    "fragments_alike",
    "fragments_each",
)

_CITED: Remembered[tuple[tuple[Keys, str], ...]] = Remembered(kept=100)
"""What :func:`_cited` finds in a table."""


@dataclass(frozen=True)
class Read:
    """A table and the document that it was read from."""

    table: Table
    document: Document


def read(source: Path | Document) -> Read:
    """Read the table in a file. Errors: TableError."""
    document = read_yaml(source) if isinstance(source, Path) else source
    return Read(parse_table(document), document)


def cross_check(found: dict[str, Read]) -> list[str]:
    """Return a message for all in which the tables do not fit each other. In: a table of every kind, by its kind."""
    rulebook, readings = rulebook_of(found), found["readings"].table
    problems = [
        *problems_between(tables_of(found), rulebook),
        *_taken("readings", readings, "readings", "reading"),
        *_unknown_rules("readings", readings, rulebook),
    ]
    return [found[kind].document.message(keys, text) for kind, keys, text in problems]


def first_misfit(tables: Tables, rulebook: Rulebook) -> str | None:
    """Return the first thing in which a game's tables do not fit each other, or None. It looks no further than that."""
    return next((f"{kind}.{field_path(keys)}: {text}" for kind, keys, text in problems_between(tables, rulebook)), None)


def tables_of(found: dict[str, Read]) -> Tables:
    """Return the tables of a game. In: a table of every kind, by its kind."""
    return Tables.model_validate({kind: one.table for kind, one in found.items() if kind not in EXPLAINING})


def rulebook_of(found: dict[str, Read]) -> Rulebook:
    """Return the rulebook. In: the tables by their kind."""
    rulebook = found["rulebook"].table
    assert isinstance(rulebook, Rulebook)
    return rulebook


def problems_between(tables: Tables, rulebook: Rulebook) -> Iterator[Problem]:
    """Yield all in which the tables do not fit each other: table, place, what is wrong there."""
    yield from _taken_names(tables, rulebook)
    for kind, table in tables:
        yield from _unknown_rules(kind, table, rulebook)
    yield from _figures(tables)
    yield from _diagrams(tables)
    yield from unit_problems(tables)
    yield from _objectives(tables)
    yield from _difficulty(tables.difficulty)
    yield from galaxy_problems(tables)
    yield from _exploration(tables)
    yield from _acts_of_laws(tables)
    yield from doing_problems(tables)
    yield from _reminders(tables)
    yield from faction_problems(tables)


def _taken_names(tables: Tables, rulebook: Rulebook) -> Iterator[Problem]:
    for kind, rows, field in _UNIQUE:
        yield from _taken(kind, rulebook if kind == "rulebook" else getattr(tables, kind), rows, field)


def _taken(kind: str, table: Table, rows: str, field: str) -> Iterator[Problem]:
    seen: dict[Any, int] = {}
    for index, row in enumerate(getattr(table, rows)):
        value = getattr(row, field)
        if value in seen:
            before = field_path((rows, seen[value]))
            yield kind, (rows, index, field), f"the {field} '{value}' is taken: {before} has it already"
        seen.setdefault(value, index)


def _unknown_rules(kind: str, table: BaseModel, rulebook: Rulebook) -> Iterator[Problem]:
    known = rulebook.by_id
    for keys, rule in _cited_in(table):
        if rule not in known:
            yield kind, keys, f"the rulebook has no rule '{rule}'.{near(rule, known)}"


def _cited_in(table: BaseModel) -> tuple[tuple[Keys, str], ...]:
    # Options leave most tables as they are: each of these is read through once for all of them.
    return _CITED.get(table, id(table), lambda: tuple(_cited(table.model_dump(), ())))


def _cited(data: Data, keys: Keys) -> Iterator[tuple[Keys, str]]:
    """Yield each rule id in a table, and where it stands."""
    rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in rows:
        if isinstance(value, dict | list):
            yield from _cited(value, (*keys, key))
        elif isinstance(value, str) and (key == "rule" or keys[-1:] == ("rules",)):
            yield (*keys, key), value


def _figures(tables: Tables) -> Iterator[Problem]:
    for name in _NOT_ZERO:
        if getattr(tables.figures, name).value == 0:
            yield "figures", (name, "value"), "this must be at least 1, not 0"


def _diagrams(tables: Tables) -> Iterator[Problem]:
    for name in get_args(DiagramName):
        seen: set[str] = set()
        for index, block in enumerate(tables.priorities.of(name).blocks):
            keys = (name, "blocks", index, "keep")
            if block.keep in seen:
                yield "priorities", keys, f"the block '{block.keep}' stands in this diagram already"
            seen.add(block.keep)
            if not tables.priorities.takes(name, block.keep):
                ranked = "planets" if tables.priorities.ranks_planets(name) else "systems"
                yield "priorities", keys, f"the block '{block.keep}' cannot rank {ranked}"


def _objectives(tables: Tables) -> Iterator[Problem]:
    """An objective without the numbers of its group would count as completed, or never be."""
    for index, objective in enumerate(tables.objectives.objectives):
        keys = ("objectives", index, "group")
        if (objective.group == "spend") != bool(objective.spend):
            yield "objectives", keys, "'spend' goes with the group 'spend', and only with it"
        if (objective.group == "structure") != (objective.structures is not None):
            yield "objectives", keys, "'structures' goes with the group 'structure', and only with it"
        colours = objective.colours is not None and objective.technologies_per_colour is not None
        if objective.group == "technology" and colours == (objective.unit_upgrades is not None):
            text = "the group 'technology' needs either 'colours' and 'technologies_per_colour' or 'unit_upgrades'"
            yield "objectives", keys, text


def _acts_of_laws(tables: Tables) -> Iterator[Problem]:
    """What a law does at a moment that no procedure names would never be done."""
    known = list(tables.moments.by_hook.values())
    for index, card in enumerate(tables.agendas.agendas):
        for place, act in enumerate(card.does):
            if isinstance(act, CardAct) and act.at and act.at not in known:
                text = f"nothing acts at a moment '{act.at}'.{near(act.at, known)}"
                yield "agendas", ("agendas", index, "does", place, "at"), text


def _exploration(tables: Tables) -> Iterator[Problem]:
    """What exploration cards put on the board stands in tiles.yaml."""
    attachments, tokens = list(tables.tiles.attachments_by_key), list(tables.tiles.tokens_by_key)
    for index, card in enumerate(tables.exploration.cards):
        for place, act in enumerate(card.does):
            named = [("attachment", act.attachment, attachments)] if isinstance(act, Attaches) else []
            named += [("tokens", token, tokens) for token in act.tokens] if isinstance(act, LaysToken) else []
            for field, key, known in named:
                if key not in known:
                    text = f"tiles.yaml has nothing called '{key}' among its {field}.{near(key, known)}"
                    yield "exploration", ("cards", index, "does", place, field), text


def _difficulty(levels: DifficultyLevels) -> Iterator[Problem]:
    numbers = [name for name in Difficulty.model_fields if name not in ("name", "rules")]
    for level in DifficultyLevels.model_fields:
        if level == "table":
            continue
        difficulty: Difficulty = getattr(levels, level)
        for name in difficulty.rules:
            if name not in numbers:
                yield "difficulty", (level, "rules", name), unknown("number", name, numbers)
        for name in numbers:
            if name not in difficulty.rules:
                yield "difficulty", (level, "rules"), f"the rule of '{name}' is missing"
        carriers = difficulty.starting_carriers
        if len(set(carriers)) != len(carriers):
            yield "difficulty", (level, "starting_carriers"), "a spawning system stands here twice"


def _reminders(tables: Tables) -> Iterator[Problem]:
    """A reminder that names what there is not would never be shown."""
    moments, factions = (
        [one.moment for one in tables.moments.moments if one.steps],
        [faction.name for faction in tables.factions.factions],
    )
    cards = [card.key for card in tables.strategy_cards.cards]
    for index, reminder in enumerate(tables.reminders.reminders):
        card = [reminder.strategy_card] if reminder.strategy_card else []
        law = [reminder.law] if reminder.law else []
        for field, names, known in (
            ("moments", reminder.moments, moments),
            ("factions", reminder.factions, factions),
            ("beside", reminder.beside, factions),
            ("strategy_card", card, cards),
            ("law", law, list(tables.agendas.by_name)),
        ):
            for name in names:
                if name not in known:
                    text = f"nothing is called '{name}' here.{near(name, known)}"
                    yield "reminders", ("reminders", index, field), text
