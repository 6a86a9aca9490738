"""The table's own copy of the rulebook: an option that patches deck, diagrams and galaxy, kept as the text of its file.

So what is entered by tapping, what is uploaded, and what is handed to friends are one and the same thing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from hive.catalog.documents import TableError, read_yaml
from hive.catalog.options import Options, ReadOption, parse_option, with_options
from hive.catalog.parsing import EXPLAINING, OPTION, parse_table, table_kind
from hive.catalog.tables import HiveMindCard, Option, Patch, Rulebook, Tables
from hive.catalog.tables.options import Step

GROUP = "Your copy"
RULE = "1.setup.deck"
LONGEST_NAME = 60
# The tables of which the rulebook's pictures tell, and their fields of which a file can bring another version.
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "hive_mind": ("name", "note", "cards"),
    "priorities": ("positive", "negative", "positive_planet", "negative_planet"),
    "damage": ("space", "ground"),
    "galaxy": ("template", "zones", "pools", "planet_counts"),
}


def read_copy(text: str, stem: str) -> ReadOption:
    """The option in a text. In: what it is called. Raises TableError with a message for each line that does not fit."""
    return parse_option(read_yaml(text, f"{stem}.yaml"), stem)


def read_copies(kept: Mapping[str, str]) -> Options:
    """The options in some texts by their ids; one that this version cannot read is left out."""
    found: dict[str, ReadOption] = {}
    for stem, text in kept.items():
        try:
            found[stem] = read_copy(text, stem)
        except TableError:
            continue
    return found


def new_copy(stem: str, name: str) -> str:
    """The text of a copy in which nothing differs from our defaults yet but the name of its deck."""
    return _text(stem, name, [Patch.model_validate({"table": "hive_mind", "path": ["name"], "set": name})])


def uploaded(text: str, stem: str) -> str:
    """The text of the copy that a file brings: an option's, or a table's whose pictures the rulebook has.

    Raises TableError with a message for each line that does not fit.
    """
    document = read_yaml(text, f"{stem}.yaml")
    kind = table_kind(document)
    if kind == OPTION:
        data = document.data
        named = str(data.get(OPTION, stem)) if isinstance(data, dict) else stem
        parse_option(document, named)
        return text
    if kind in EXPLAINING or kind not in _FIELDS:
        names = ", ".join(_FIELDS)
        raise TableError([document.message(("table",), f"a copy holds an option, or one of the tables {names}")])
    table = parse_table(document).model_dump(mode="json")
    patches = [Patch.model_validate({"table": kind, "path": [one], "set": table[one]}) for one in _FIELDS[kind]]
    return _text(stem, stem.replace("_", " ").capitalize(), patches)


def with_patch(read: ReadOption, table: str, path: Sequence[Step], value: Any) -> str:
    """The text of a copy with another value at a place. What it changed there, or within, before is replaced."""
    way = list(path)
    before = [one for one in read.option.patches if one.table != table or one.path[: len(way)] != way]
    patch = Patch.model_validate({"table": table, "path": way, "set": value})
    return _text(read.option.option, read.option.name, [*before, patch])


def stem_of(name: str, taken: Sequence[str]) -> str:
    """The id of a new copy, after its name."""
    found = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:30] or "copy"
    stem = found if found[0].isalpha() else f"copy_{found}"
    numbered = (f"{stem}_{number}" for number in range(2, len(taken) + 3))
    return stem if len(stem) > 1 and stem not in taken else next(one for one in numbered if one not in taken)


def check_copy(tables: Tables, rulebook: Rulebook, read: ReadOption) -> Tables:
    """The tables that a copy makes of those of new games. Raises TableError, with its lines, where they do not fit."""
    return with_options(tables, rulebook, [read.option.option], {read.option.option: read})


def doubts(cards: Sequence[HiveMindCard]) -> list[int]:
    """The places of cards that hardly any deck shows: the same ship on the left and on the right. Rule: 8.card."""
    return [place for place, card in enumerate(cards) if card.standard_ship == card.advanced_ship]


def _text(stem: str, name: str, patches: Sequence[Patch]) -> str:
    option = Option(
        table="option",
        option=stem,
        name=name,
        group=GROUP,
        rule=RULE,
        changes="Deck, diagrams and galaxy as in your copy of the rulebook.",
        patches=list(patches),
    )
    data = option.model_dump(mode="json", exclude_defaults=True)
    data["patches"] = [{"table": one.table, "path": one.path, one.way: one.value} for one in patches]
    # What stands at two places is written out twice, as our files have no aliases.
    copied = json.loads(json.dumps({"table": "option", **data}))
    text: str = yaml.safe_dump(copied, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None)
    return text
