"""What no single table can know: whether the tables fit each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from hive.catalog.documents import Data, Document, Keys, Problem, field_path, read_yaml
from hive.catalog.doing_checks import doing_problems
from hive.catalog.faction_checks import faction_problems
from hive.catalog.galaxy_checks import galaxy_problems
from hive.catalog.parsing import EXPLAINING, Table, parse_table
from hive.catalog.remembered import Remembered
from hive.catalog.tables import DiagramName, Difficulty, DifficultyLevels, Readings, Rulebook, Tables
from hive.catalog.tables.acts import CardAct
from hive.catalog.unit_checks import unit_problems
from hive.catalog.wording import near
from hive.files import FILES

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
    tables, rulebook = tables_of(found), rulebook_of(found)
    problems = [*problems_between(tables, rulebook), *_readings(readings_of(found), rulebook)]
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


def readings_of(found: dict[str, Read]) -> Readings:
    """Return our readings. In: the tables by their kind."""
    readings = found["readings"].table
    assert isinstance(readings, Readings)
    return readings


def problems_between(tables: Tables, rulebook: Rulebook) -> Iterator[Problem]:
    """Yield all in which the tables do not fit each other: table, place, what is wrong there."""
    yield from _taken_names(tables, rulebook)
    yield from _unknown_rules(tables, rulebook)
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
        table = rulebook if kind == "rulebook" else getattr(tables, kind)
        seen: dict[Any, int] = {}
        for index, row in enumerate(getattr(table, rows)):
            value = getattr(row, field)
            if value in seen:
                before = field_path((rows, seen[value]))
                yield kind, (rows, index, field), f"the {field} '{value}' is taken: {before} has it already"
            seen.setdefault(value, index)


def _unknown_rules(tables: Tables, rulebook: Rulebook) -> Iterator[Problem]:
    known = rulebook.by_id
    for kind, table in tables:
        for keys, rule in _cited_in(table):
            if rule not in known:
                yield kind, keys, f"the rulebook has no rule '{rule}'.{near(rule, list(known))}"


def _cited_in(table: BaseModel) -> tuple[tuple[Keys, str], ...]:
    # Options leave most tables as they are: each of these is read through once for all of them.
    return _CITED.get(table, id(table), lambda: tuple(_cited(table.model_dump(), ())))


def _cited(data: Data, keys: Keys) -> Iterator[tuple[Keys, str]]:
    """Yield each rule id in a table, and where it stands."""
    rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in rows:
        if isinstance(value, str) and (key == "rule" or keys[-1:] == ("rules",)):
            yield (*keys, key), value
        else:
            yield from _cited(value, (*keys, key))


def _readings(readings: Readings, rulebook: Rulebook) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for index, one in enumerate(readings.readings):
        if one.reading in seen:
            text = f"the reading '{one.reading}' is taken: {field_path(('readings', seen[one.reading]))} has it already"
            yield "readings", ("readings", index, "reading"), text
        seen.setdefault(one.reading, index)
        for number, rule in enumerate(one.rules):
            if rule not in rulebook.by_id:
                text = f"the rulebook has no rule '{rule}'.{near(rule, list(rulebook.by_id))}"
                yield "readings", ("readings", index, "rules", number), text


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
        for field, key, known in (("attachment", card.attachment, attachments), ("token", card.token, tokens)):
            if key is not None and key not in known:
                yield "exploration", ("cards", index, field), f"tiles.yaml has no {field} '{key}'.{near(key, known)}"
        if card.kind == "mirage" and card.name not in tables.tiles.planets:
            yield "exploration", ("cards", index, "name"), f"tiles.yaml has no planet '{card.name}'"


def _difficulty(levels: DifficultyLevels) -> Iterator[Problem]:
    numbers = [name for name in Difficulty.model_fields if name not in ("name", "rules")]
    for level in DifficultyLevels.model_fields:
        if level == "table":
            continue
        difficulty: Difficulty = getattr(levels, level)
        for name in difficulty.rules:
            if name not in numbers:
                yield "difficulty", (level, "rules", name), f"no number is called '{name}'.{near(name, numbers)}"
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
                    text = f"nothing is called '{name}' here.{near(name, list(known))}"
                    yield "reminders", ("reminders", index, field), text
