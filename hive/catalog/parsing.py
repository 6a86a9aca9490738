"""A YAML document as a table: which model fits it, and where it does not fit, why not."""

from __future__ import annotations

from pydantic import ValidationError

from hive.catalog import tables
from hive.catalog.documents import Document, TableError
from hive.catalog.wording import near, problems

Table = (
    tables.HiveMindDeck
    | tables.StrategyCards
    | tables.Criteria
    | tables.Priorities
    | tables.Damage
    | tables.DifficultyLevels
    | tables.Units
    | tables.Technologies
    | tables.Objectives
    | tables.Figures
    | tables.Factions
    | tables.SetUp
    | tables.Tiles
    | tables.GalaxyTemplate
    | tables.Exploration
    | tables.Agendas
    | tables.Moments
    | tables.Doings
    | tables.Reminders
    | tables.Rulebook
    | tables.Readings
    | tables.Headings
)

MODELS: dict[str, type[Table]] = {
    "hive_mind": tables.HiveMindDeck,
    "strategy_cards": tables.StrategyCards,
    "criteria": tables.Criteria,
    "priorities": tables.Priorities,
    "damage": tables.Damage,
    "difficulty": tables.DifficultyLevels,
    "units": tables.Units,
    "technologies": tables.Technologies,
    "objectives": tables.Objectives,
    "figures": tables.Figures,
    "factions": tables.Factions,
    "setup": tables.SetUp,
    "tiles": tables.Tiles,
    "galaxy": tables.GalaxyTemplate,
    "exploration": tables.Exploration,
    "agendas": tables.Agendas,
    "moments": tables.Moments,
    "doings": tables.Doings,
    "reminders": tables.Reminders,
    "rulebook": tables.Rulebook,
    "readings": tables.Readings,
    "headings": tables.Headings,
}
# Those that explain and decide nothing: no game holds them, and no option changes them.
EXPLAINING = ("rulebook", "readings", "headings")


# What the file of an option says it is: none of the tables, but a change of them.
OPTION = "option"


def parse_table(document: Document) -> Table:
    """Return the table in a document. Errors: TableError with every field that does not fit."""
    if (kind := table_kind(document)) == OPTION:
        raise TableError([document.message(("table",), "this is an option; it belongs into the folder options/")])
    model = MODELS[kind]
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        found = problems(model, document.data, error)
        raise TableError([document.message(keys, text) for keys, text in found]) from error


def table_kind(document: Document) -> str:
    """Return what the document's ``table`` says. Errors: TableError if it names neither a table nor an option."""
    data, known = document.data, [*MODELS, OPTION]
    if not isinstance(data, dict):
        state = "the file is empty" if data is None else "the file must be made of fields"
        raise TableError([document.message((), f"{state}; it begins with 'table: ' and the kind of table")])
    if "table" not in data:
        raise TableError([document.message((), f"the field 'table' is missing. It is one of: {', '.join(known)}")])
    kind = data["table"]
    if not isinstance(kind, str) or kind not in known:
        raise TableError([document.message(("table",), f"no table is called '{kind}'.{near(str(kind), known)}")])
    return kind
