"""Whether the tables of tiles and of the galaxy fit each other."""

from __future__ import annotations

from collections.abc import Iterator

from hive.catalog.documents import Keys, Problem
from hive.catalog.tables import GalaxyTemplate, Kind, Pool, Tables, Tiles
from hive.catalog.wording import near

_ONCE: tuple[Kind, ...] = ("REX", "MS", "PL1", "PL2", "AS1", "AS2")
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
    for kind in _ONCE:
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
                yield keys, f"{_no_tile(number)}{near(number, list(tiles.by_number))}"
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
