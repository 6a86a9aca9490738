"""YAML text as plain data that remembers its lines, as a table, or as messages that say where and what is wrong.

A table may come from anyone, so the text is read defensively: no tags, no aliases (a few lines of them can unfold into
gigabytes), no key twice, and bounds on size and depth. Everything is built straight from YAML's event stream, so that
what is refused is refused before anything is made of it.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from hive.catalog import tables
from hive.catalog.tables import Table
from hive.files import FILES
from hive.words import Spoken, Typed, Worded, Words, listed, say

LARGEST_FILE = 1024 * 1024
REMEMBERED = 128
"""So many files; ours are half as many."""
DEEPEST_NESTING = 20
LARGEST_NUMBER = 10**15
# YAML 1.1 also reads 1:30 as 90, 010 as 8, 1_000 and 0x1F: whoever writes those rarely means it.
_PLAIN_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*|[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|\.[0-9]+(?:[eE][-+]?[0-9]+)?)")
_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")

Data = None | bool | int | float | str | list["Data"] | dict[str, "Data"]
Keys = tuple[str | int, ...]
# The table's kind, the place in it, what is wrong there.
Problem = tuple[str, Keys, str]

# The parser in C is about ten times as fast and gives the same events.
LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class TableError(Spoken):
    """What is wrong with one or more tables: a list of messages, each naming file, line and field."""

    def __init__(self, messages: Sequence[str]) -> None:
        """Plain text is for whoever mends the file, and stays as it is."""
        super().__init__(listed([worded(one) for one in messages], " "))
        self.messages = messages

    def __str__(self) -> str:
        return "\n".join(self.messages)


@dataclass(frozen=True)
class Document:
    """A YAML file as plain data, and the line on which each value stands."""

    name: str
    data: Data
    lines: dict[Keys, int]

    def line(self, keys: Keys) -> int:
        """Return the line of a value, or of the nearest thing around it."""
        while keys and keys not in self.lines:
            keys = keys[:-1]
        return self.lines.get(keys, 1)

    def message(self, keys: Keys, text: str) -> Words:
        """Return a message about a value: file, line, field, text."""
        return _message(self.name, self.line(keys), keys, text)


def read_yaml(source: Path | str, name: str | None = None) -> Document:
    """Read a YAML file, or YAML text.

    In: a path, or the text itself, and the name that messages use (for a path: the path itself).
    Out: the document. Errors: TableError, whatever the file or the text is.
    """
    shown = name or (_shown(source) if isinstance(source, Path) else "text")
    text = _file_text(source, shown) if isinstance(source, Path) else source
    if len(text.encode("utf-8", errors="replace")) > LARGEST_FILE:
        raise _too_large(shown)
    try:
        if not isinstance(source, Path):
            return _Builder(shown, text).document()
        found = _built(shown, text)
        # Whoever has it may change it.
        return Document(shown, json.loads(json.dumps(found.data)), dict(found.lines))
    except yaml.YAMLError as error:
        raise TableError([_broken_yaml(shown, text, error)]) from error
    except ValueError as error:
        raise TableError([f"{shown}: this is not valid YAML ({error})"]) from error


@lru_cache(maxsize=REMEMBERED)
def _built(name: str, text: str) -> Document:
    """A file with the same text is not parsed again: with house rules all tables are read for each new game."""
    return _Builder(name, text).document()


def field_path(keys: Keys) -> str:
    """Return keys as they are written in messages: ``positive.blocks[1].keep``."""
    path = ""
    for key in keys:
        path += f"[{key}]" if isinstance(key, int) else f".{key}" if path else key
    return path


def worded(text: str) -> Worded:
    """A message as it is, and plain text as text that somebody typed."""
    return text if isinstance(text, Worded) else Typed(text)


class _Builder:
    """Builds the data of one document from the parser's events."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.lines: dict[Keys, int] = {}
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=LOADER)
        self._scalars = yaml.SafeLoader("")

    def document(self) -> Document:
        next(self._events)  # the start of the stream
        event = next(self._events)
        data = None if isinstance(event, yaml.StreamEndEvent) else self._value(next(self._events), ())
        if isinstance(event, yaml.DocumentStartEvent):
            next(self._events)  # the end of the document
            after = next(self._events)
            if isinstance(after, yaml.DocumentStartEvent):
                raise self._error(after, (), "a second document begins here; a file holds one table (remove the '---')")
        return Document(self.name, data, self.lines)

    def _value(self, event: yaml.Event, keys: Keys) -> Data:
        self._refuse(event, keys)
        self.lines.setdefault(keys, _line(event))
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(keys)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(keys)
        return self._scalar(event, keys)

    def _refuse(self, event: yaml.Event, keys: Keys) -> None:
        if isinstance(event, yaml.AliasEvent):
            raise self._error(event, keys, f"'*{event.anchor}' refers to another place; write the value out instead")
        if getattr(event, "anchor", None) is not None:
            raise self._error(event, keys, "anchors (&name) are not allowed; write the value out where it is needed")
        if getattr(event, "tag", None) is not None:
            raise self._error(event, keys, "tags (!name) are not allowed; write the plain value")
        if isinstance(event, yaml.CollectionStartEvent) and len(keys) >= DEEPEST_NESTING:
            raise self._error(event, keys, f"more than {DEEPEST_NESTING} levels of nesting")

    def _mapping(self, keys: Keys) -> dict[str, Data]:
        found: dict[str, Data] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event, keys)
            here = (*keys, key)
            if key in found:
                first = self.lines[here]
                raise self._error(event, here, f"the field '{key}' stands here a second time (first on line {first})")
            self.lines[here] = _line(event)
            found[key] = self._value(next(self._events), here)
        return found

    def _sequence(self, keys: Keys) -> list[Data]:
        found: list[Data] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            found.append(self._value(event, (*keys, len(found))))
        return found

    def _key(self, event: yaml.Event, keys: Keys) -> str:
        self._refuse(event, keys)
        if not isinstance(event, yaml.ScalarEvent):
            raise self._error(event, keys, "a field's name must be a word, not a list or a mapping")
        key = self._scalar(event, keys)
        if not isinstance(key, str):
            raise self._error(event, keys, f"the field's name {event.value[:40]} must be text; put it in quotes")
        return key

    def _scalar(self, event: yaml.Event, keys: Keys) -> Data:
        """Return a scalar as YAML's safe loader types it: quoted is text, plain may be a number or true or false."""
        if not isinstance(event, yaml.ScalarEvent):
            raise self._error(event, keys, "this is not valid YAML")
        scalars: Any = self._scalars  # has no types
        tag = scalars.resolve(yaml.ScalarNode, event.value, event.implicit)
        if tag in _NUMBERS and not _PLAIN_NUMBER.fullmatch(event.value):
            text = f"'{event.value[:40]}' is no plain number; write its digits alone, or put text in quotes"
            raise self._error(event, keys, text)
        try:
            value: Data = scalars.construct_object(yaml.ScalarNode(tag, event.value))
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            raise self._error(event, keys, f"'{event.value[:40]}' cannot be read; put text in quotes") from error
        if not _is_plain(value):
            raise self._error(event, keys, f"'{event.value[:40]}' is no plain text or number; put text in quotes")
        return value

    def _error(self, event: yaml.Event, keys: Keys, text: str) -> TableError:
        return TableError([_message(self.name, _line(event), keys, text)])


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark is not None else 1


def _message(name: str, line: int, keys: Keys, text: str) -> Words:
    path = field_path(keys)
    where = f"{name}:{line}: {path}" if path else f"{name}:{line}"
    return say("{where}: {what}", where=Typed(where), what=worded(text))


def _is_plain(value: Any) -> bool:
    """Whether a value can be stored as JSON: no dates, nothing endless, no half characters."""
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, int | float):
        # An endless number is larger as well, and what is no number is not smaller.
        return abs(value) <= LARGEST_NUMBER
    return value is None


def _shown(path: Path) -> str:
    """Return a path as messages show it: from the repository on, if it lies there."""
    if path.is_absolute() and path.is_relative_to(FILES):
        return path.relative_to(FILES).as_posix()
    return path.as_posix()


def _file_text(path: Path, shown: str) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise _too_large(shown)
        return content.decode("utf-8-sig")
    except FileNotFoundError as error:
        raise TableError([f"{shown}: there is no such file"]) from error
    except OSError as error:
        raise TableError([f"{shown}: the file cannot be read ({error.strerror})"]) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise TableError([f"{shown}:{line}: this is not UTF-8 text; save the file as UTF-8"]) from error


def _too_large(name: str) -> TableError:
    return TableError([f"{name}: the file is larger than 1 MiB; a table has some kilobytes"])


def _broken_yaml(name: str, text: str, error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is not None:
        problem = getattr(error, "problem", None) or getattr(error, "context", None) or "something is missing"
        return f"{name}:{mark.line + 1}: this is not valid YAML: {problem}"
    if isinstance(error, yaml.reader.ReaderError):
        return f"{name}: this is not valid YAML: {error.reason}"
    return f"{name}: this is not valid YAML"


# --- what pydantic finds wrong


MOST_NAMED = 40
"""So many words are named to choose from."""
_MISSING = "the field is missing"
# What a field's value is called where that is not the field's own name.
_NOUNS = {
    "keep": "block",
    "card": "strategy card",
    "key": "card or unit",
    "standard_ship": "ship",
    "advanced_ship": "ship",
    "starting_carriers": "spawning system",
    "technology": "colour",
    "colours": "colour",
    "prerequisites": "colour",
    "items": "item",
    "spend": "item",
    "units": "unit",
    "damaged": "unit",
    "planets": "spawning system",
    "technologies": "colour",
    "strategy_cards": "strategy card",
    "strategy_cards_taken": "strategy card",
    "trade_goods_on_cards": "strategy card",
    "support": "kind of support",
    "anomalies": "anomaly",
    "ignored_anomalies": "anomaly",
    "speakers": "side",
    "systems": "spawning system",
    "control": "spawning system",
    "wormholes": "wormhole",
    "sides": "wormhole",
    "specialties": "colour",
    "traits": "trait",
    "kinds": "kind of system",
    "hive": "unit",
    "p1": "unit",
    "p2": "unit",
}
# A value of the right form; most that have a form are ids of rules.
_EXAMPLES: dict[str | int, str] = {"key": "orange"}
# Lists of one length, told in the words of the game.
_WHOLE_LISTS = {
    ("HiveMindDeck", "cards"): "a Hive Mind deck has 36 cards, this one has {count}",
    ("StrategyCards", "cards"): "there are 8 strategy cards, here are {count}",
    ("Technologies", "colours"): "there are 4 colours of technology, here are {count}",
}
_TYPES = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping of fields to values",
    "model_type": "a mapping of fields to values",
    "model_attributes_type": "a mapping of fields to values",
}
_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}


def problems(model: type[BaseModel], data: Data, error: ValidationError) -> list[tuple[Keys, str]]:
    """Return where and what for each thing that pydantic found, in the order of the fields, none twice."""
    found: dict[Keys, str] = {}
    for detail in error.errors():
        keys = _known_keys(data, detail)
        found.setdefault(keys, _sentence(model, keys, detail))
    return [(keys, text) for keys, text in found.items() if not _misspelt(keys, text, found)]


def near(word: str, known: Iterable[str]) -> str:
    """Return " Did you mean '...'?" for the nearest known word, or the choice if there is none near."""
    words = meant(word, list(known))
    return f" {words}" if words else ""


def unknown(noun: str, name: object, known: Iterable[str]) -> str:
    """Return that nothing of a kind is called so, and what may have been meant."""
    return f"no {noun} is called '{name}'.{near(str(name), known)}"


def meant(word: str, known: Sequence[str]) -> Words:
    """The same as a sentence of its own; empty if there is nothing to choose from, or too much."""
    closest = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if closest:
        return say("Did you mean '{word}'?", word=Typed(closest[0]))
    if 0 < len(known) <= MOST_NAMED:
        return say("Choose one of: {words}.", words=listed([Typed(one) for one in known], ","))
    return ""


def with_meant(sentence: Words, word: str, known: Sequence[str]) -> Words:
    """A sentence, and the one behind it that says which word was meant, if there is any."""
    return listed([one for one in (sentence, meant(word, known)) if one], " ")


def _misspelt(keys: Keys, text: str, found: dict[Keys, str]) -> bool:
    """Whether a field is missing only because it is misspelt, which has a message of its own."""
    meant = f"Did you mean '{keys[-1]}'?" if keys else ""
    beside = (other for around, other in found.items() if around[:-1] == keys[:-1])
    return text == _MISSING and any(other.endswith(meant) for other in beside if other.startswith("no field is called"))


def _sentence(model: type[BaseModel], keys: Keys, detail: ErrorDetails) -> str:
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "missing":
        return _MISSING
    if kind == "extra_forbidden":
        return unknown("field", keys[-1], _fields_around(model, keys))
    if kind == "literal_error":
        return _not_among(keys, value, str(context["expected"]))
    if kind == "union_tag_invalid":
        return _not_among((*keys, "kind"), context["tag"], str(context["expected_tags"]))
    if kind == "union_tag_not_found":
        return f"the field {context['discriminator']} is missing"
    if kind in _TYPES:
        return f"this must be {_TYPES[kind]}, not {_described(value)}{_quotes_hint(kind, value)}"
    if kind in _BOUNDS:
        words, bound = _BOUNDS[kind]
        return f"this must be {words} {context[bound]:g}, not {value}"
    if kind in ("too_short", "too_long"):
        return _wrong_length(model, keys, len(value), context)
    return _about_text(kind, keys, value, context) or f"{detail['msg']}"


def _about_text(kind: str, keys: Keys, value: Any, context: dict[str, Any]) -> str:
    if kind == "string_too_short":
        return "the text is empty"
    if kind == "string_too_long":
        return f"the text has {len(value)} characters; at most {context['max_length']} fit"
    if kind == "string_pattern_mismatch":
        example = _EXAMPLES.get(keys[-1], "6.critical.politics")
        return f"'{value}' is not of the right form; it looks like '{example}'"
    if kind == "value_error":
        return str(context["error"])
    return ""


def _not_among(keys: Keys, value: Any, expected: str) -> str:
    words = re.findall(r"'([^']*)'", expected)
    if isinstance(value, str) and words:
        return f"no {_noun(keys, value)} is called '{value}'.{near(value, words)}"
    return f"this must be {expected}, not {_described(value)}"


def _noun(keys: Keys, value: str) -> str:
    names = [key for key in keys if isinstance(key, str)]
    # The key of a mapping, such as a colour in "prerequisites", is called after the mapping.
    if len(names) > 1 and names[-1] == value:
        names.pop()
    name = names[-1] if names else "word"
    return _NOUNS.get(name, name.replace("_", " "))


def _wrong_length(model: type[BaseModel], keys: Keys, count: int, context: dict[str, Any]) -> str:
    if keys and (words := _WHOLE_LISTS.get((model.__name__, str(keys[-1])))):
        return words.format(count=count)
    if "min_length" in context:
        return f"this needs at least {_entries(context['min_length'])}, here {_are(count)}"
    return f"this can have at most {_entries(context['max_length'])}, here {_are(count)}"


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _are(count: int) -> str:
    return {0: "is none", 1: "is 1"}.get(count, f"are {count}")


def _described(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text '{value}'" if len(value) <= 40 else f"the text '{value[:40]}...'"
    return "a list" if isinstance(value, list) else "a mapping"


def _quotes_hint(kind: str, value: Any) -> str:
    if kind == "string_type" and not isinstance(value, list | dict | None):
        return "; put it in quotes"
    if kind in ("int_type", "float_type", "bool_type") and re.fullmatch(r"[0-9.]+|true|false", str(value)):
        return "; take off the quotes" if isinstance(value, str) else ""
    return ""


def _known_keys(data: Data, detail: ErrorDetails) -> Keys:
    """Return pydantic's location without its own additions, which stand in no file ("[key]", names of types)."""
    keys: list[int | str] = []
    for key in detail["loc"]:
        if isinstance(data, dict) and data.get("kind") == key:
            # The kind of an effect says which fields it has, and stands in the location though it is no field.
            continue
        if isinstance(data, dict) and (key in data or detail["type"] == "missing"):
            keys.append(key)
            data = data.get(str(key))
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            keys.append(key)
            data = data[key]
        else:
            break
    return tuple(keys)


def _fields_around(model: type[BaseModel], keys: Keys) -> list[str]:
    """Return the names of the fields that may stand beside the last key."""
    here: Any = model
    for key in keys[:-1]:
        # What a mapping holds is not among the fields: the key of a planet leads nowhere.
        if isinstance(key, str) and key in here.model_fields:
            here = _model_in(here.model_fields[key].annotation)
    return list(here.model_fields)


def _model_in(annotation: Any) -> Any:
    """Return the model that an annotation holds: itself, or what its list holds."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _model_in(part)) is not None), None)


# --- a YAML document as a table: which model fits it, and where it does not fit, why not


# Those that explain, or say how the app calls what it plays: no game holds them, and no option changes them.
EXPLAINING: dict[str, type[Table]] = {
    "rulebook": tables.Rulebook,
    "readings": tables.Readings,
    "headings": tables.Headings,
    "events": tables.Events,
    "questions": tables.Questions,
    "notes": tables.Notes,
    "terms": tables.Terms,
}
_IN_TABLES = {kind: field.annotation for kind, field in tables.Tables.model_fields.items()}
MODELS: dict[str, type[Table]] = {
    **{kind: model for kind, model in _IN_TABLES.items() if isinstance(model, type) and issubclass(model, Table)},
    **EXPLAINING,
}


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
        raise TableError([document.message(("table",), unknown("table", kind, known))])
    return kind
