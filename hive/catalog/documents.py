"""YAML text as plain data that remembers its lines, or a list of messages that say where and what.

A table may come from anyone, so the text is read defensively: no tags, no aliases (a few lines of them can unfold
into gigabytes), no key twice, and bounds on size and depth. Everything is built straight from YAML's event stream, so
that what is refused is refused before anything is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from hive.files import FILES
from hive.words import Spoken, Typed, Worded, Words, listed, say

LARGEST_FILE = 1024 * 1024
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
_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


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
        return _Builder(shown, text).document()
    except yaml.YAMLError as error:
        raise TableError([_broken_yaml(shown, text, error)]) from error
    except ValueError as error:
        raise TableError([f"{shown}: this is not valid YAML ({error})"]) from error


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
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=_Loader)
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
