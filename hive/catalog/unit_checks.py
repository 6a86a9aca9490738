"""Whether the tables of units, of what damages them and of their upgrades fit each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from hive.catalog.documents import Problem
from hive.catalog.tables import Tables, Unit, UnitType
from hive.catalog.wording import near

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
            text = f"no upgrade is called '{unit.needs_upgrade}'.{near(unit.needs_upgrade, list(upgrades))}"
            yield "units", ("units", index, "needs_upgrade"), text
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
            text = f"no upgrade is called '{name}'.{near(name, list(tables.technologies.by_name))}"
            yield "setup", ("upgrades", index), text
    colours = tables.technologies.colours
    if len(set(colours)) != len(colours):
        yield "technologies", ("colours",), "a colour stands here twice"
