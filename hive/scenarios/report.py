"""The rule report: which entries of the rulebook a test proves, which are shown as reminders, which are open.

Below them our readings of the rulebook, and which tests and modules cite each.

Citations are read from the sources of the tests, which are not run: ``rules`` of the scenarios, and
``@pytest.mark.rule("id")`` of the other tests. ``@pytest.mark.reminder("id")`` says that a test proves where a reminder
is shown, and where not. Readings are cited in ``readings`` and by ``@pytest.mark.reading("Q07")``; a module, a table or
an option cites one by its number anywhere in its text.
"""

from __future__ import annotations

import ast
import json
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import get_args

from hive.catalog.checking import DECKS
from hive.catalog.documents import TableError, read_yaml
from hive.catalog.reading import load_options, load_readings, load_rulebook, load_tables
from hive.catalog.tables import Doings, Reading, Rule
from hive.catalog.tables.acts import How
from hive.catalog.tables.doings import Switch
from hive.files import FILES

HIVE = FILES / "hive"
TESTS = FILES / "tests"
WIDTH = 110
_READING = re.compile(r"\b(?:Q[0-9]{2,3}|M[1-9][0-9]?)\b")
# A text without spaces: an id is written so.
_QUOTED = re.compile(r'"([^"\s]+)"')
# What tells of rules and readings, and builds none.
_TELLING = ("readings.yaml", "rulebook.yaml")


@dataclass(frozen=True)
class Cited:
    """A reading, and the files that cite it, by their paths from the repository's top."""

    reading: Reading
    tests: tuple[str, ...]
    modules: tuple[str, ...]


@dataclass(frozen=True)
class RuleReport:
    """The entries of the rulebook in its order: all of them, and how each stands; and our readings."""

    rules: tuple[Rule, ...]
    proven: frozenset[str]
    reminded: frozenset[str]
    readings: tuple[Cited, ...] = ()

    def standing(self, rule: Rule) -> str:
        """Return ``proven``, ``reminded`` or ``open``."""
        return "proven" if rule.id in self.proven else "reminded" if rule.id in self.reminded else "open"

    def ids(self, standing: str) -> list[str]:
        """The ids of all entries that stand so."""
        return [rule.id for rule in self.rules if self.standing(rule) == standing]


def rule_report() -> RuleReport:
    """Return how the entries stand. Errors: TableError where there are no tests, or a scenario cannot be read."""
    rules = tuple(load_rulebook().rules)
    used = used_ids() & {rule for _, rule in citations(mark="reminder")}
    return RuleReport(
        rules=rules,
        proven=frozenset(rule for _, rule in citations()),
        reminded=frozenset(rule.id for rule in rules if rule.support == "remind" and rule.id in used),
        readings=tuple(_readings()),
    )


def _readings() -> Iterator[Cited]:
    tests = citations(mark="reading")
    modules = named_readings()
    for one in load_readings().readings:
        proving = dict.fromkeys(path for path, cited in tests if cited == one.reading)
        following = [path for path, named in modules.items() if one.reading in named]
        yield Cited(one, tuple(map(_from_top, proving)), tuple(map(_from_top, following)))


def named_readings() -> dict[Path, set[str]]:
    """Return the numbers of readings that each module, table and option names, by its file."""
    tables = [path for path in sorted(DECKS.rglob("*.yaml")) if path.name not in _TELLING]
    files = [*sorted(HIVE.rglob("*.py")), *tables]
    return {path: set(_READING.findall(path.read_text(encoding="utf-8"))) for path in files}


def _from_top(path: Path) -> str:
    return path.relative_to(FILES).as_posix()


def citations(tests: Path = TESTS, mark: str = "rule") -> list[tuple[Path, str]]:
    """Return every rule that a test says it proves, with the test's file; or what another mark names."""
    if not tests.is_dir():
        raise TableError([f"{tests.as_posix()}: there are no tests here; the report needs the whole repository"])
    return [(path, cited) for path, named, cited in _marked(tests) if named == mark]


@cache
def _marked(tests: Path) -> tuple[tuple[Path, str, str], ...]:
    """All that tests cite: the file, the mark, and what it names. Each file is read once, whatever is asked."""
    return (
        *((path, *cited) for path in sorted(tests.rglob("*.yaml")) for cited in _of_scenario(path)),
        *((path, *cited) for path in sorted(tests.rglob("*.py")) for cited in _of_tests(path)),
    )


def _of_scenario(path: Path) -> Iterator[tuple[str, str]]:
    """What stands under ``rules``, ``readings``, ``places``: each is a mark."""
    data = read_yaml(path).data
    for mark in ("rule", "reading", "place"):
        cited = data.get(f"{mark}s") if isinstance(data, dict) else None
        if isinstance(cited, list):
            yield from ((mark, one) for one in cited if isinstance(one, str))


def _of_tests(path: Path) -> Iterator[tuple[str, str]]:
    """Every ``pytest.mark.rule("id")``, or another mark, on a test, on a class of tests or on one set of parameters."""
    for node in ast.walk(_parsed(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner, mark = node.func.value, node.func.attr
            if isinstance(owner, ast.Attribute) and ast.unparse(owner) == "pytest.mark":
                yield from ((mark, value) for value in map(_text, node.args) if value is not None)


def used_ids() -> set[str]:
    """Return the rule ids that the app shows: text in hive/, the reminders, the set-up checklist, and options."""
    sources = (path.read_text(encoding="utf-8") for path in sorted(HIVE.rglob("*.py")))
    texts = {text for source in sources for text in _QUOTED.findall(source)}
    tables = load_tables()
    groups, reminders = tables.setup.groups, {reminder.rule for reminder in tables.reminders.reminders}
    checklist = {rule for group in groups for rule in (group.rule, *(item.rule for item in group.items))}
    return texts | checklist | reminders | {*_of_options()}


def _of_options() -> Iterator[str]:
    """The rules of the rows that options put into tables."""
    for read in load_options().values():
        rows = (row for patch in read.option.patches for row in (patch.add, patch.replace))
        yield from (row["rule"] for row in rows if isinstance(row, dict) and isinstance(row.get("rule"), str))


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise TableError([f"{path.as_posix()}:{error.lineno}: this is no Python: {error.msg}"]) from error


def _text(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def as_json(report: RuleReport) -> str:
    """Return the number of entries, the ids of those proven, reminded of and open, and the readings, as one object."""
    lists = {standing: report.ids(standing) for standing in ("proven", "reminded", "open")}
    readings = [
        {**cited.reading.model_dump(), "tests": list(cited.tests), "modules": list(cited.modules)}
        for cited in report.readings
    ]
    return json.dumps({"total": len(report.rules), **lists, "readings": readings}, indent=2)


def as_words(report: RuleReport) -> str:
    """Return the entries by chapter and mode, and the sum of all; then the readings, and theirs."""
    lines = []
    for (chapter, mode), rules in _chapters(report.rules).items():
        lines.append(f"{chapter}, {mode}: {_counts(report, rules)}")
        for standing in ("proven", "reminded", "open"):
            ids = [rule.id for rule in rules if report.standing(rule) == standing]
            lines += _listing(standing, ids)
    total = f"All {len(report.rules)} entries of {DECKS.name}/rulebook.yaml: {_counts(report, report.rules)}"
    return "\n".join([*lines, "", total, "", *_reading_lines(report.readings)])


def _reading_lines(readings: tuple[Cited, ...]) -> Iterator[str]:
    for one in readings:
        yield f"{one.reading.reading}: {one.reading.gist}"
        yield from _listing("rules", one.reading.rules)
        yield from _listing("tests", one.tests)
        yield from _listing("modules", one.modules)
    cited = sum(bool(one.tests) for one in readings)
    yield ""
    yield f"All {len(readings)} readings of {DECKS.name}/readings.yaml: {cited} cited by tests"


def _chapters(rules: tuple[Rule, ...]) -> dict[tuple[str, str], list[Rule]]:
    chapters: dict[tuple[str, str], list[Rule]] = {}
    for rule in rules:
        page = "" if rule.page is None else f"p. {rule.page} "
        chapters.setdefault((f"{page}{rule.section}", _modes(rule)), []).append(rule)
    return chapters


def _modes(rule: Rule) -> str:
    """The modes of an entry in words: ``standard``, ``event: Dangerous Wilds``."""
    modes = [mode if isinstance(mode, str) else ", ".join(f"{k}: {v}" for k, v in mode.items()) for mode in rule.modes]
    return " or ".join(modes)


def _counts(report: RuleReport, rules: list[Rule] | tuple[Rule, ...]) -> str:
    standings = [report.standing(rule) for rule in rules]
    words = (("proven", "proven"), ("reminded", "shown as reminders"), ("open", "open"))
    return ", ".join(f"{standings.count(standing)} {word}" for standing, word in words)


def _listing(standing: str, ids: Sequence[str]) -> list[str]:
    if not ids:
        return []
    text = f"{standing}: {', '.join(ids)}"
    return textwrap.wrap(
        text, WIDTH, initial_indent="    ", subsequent_indent="        ", break_long_words=False, break_on_hyphens=False
    )


# --- how the app plays what players own and do

_HOWS: tuple[How, ...] = get_args(How)
_SWITCHES: tuple[Switch, ...] = get_args(Switch)


def doings_table(doings: Doings) -> str:
    """A line for each switch, and one for all of them."""
    lines = [_line("switch", *_HOWS, "all")]
    for switch in _SWITCHES:
        lines.append(_counted(switch, Counter(one.how for one in doings.doings if one.switch == switch)))
    return "\n".join([*lines, _counted("all", Counter(one.how for one in doings.doings))])


def _counted(switch: str, found: Counter[How]) -> str:
    return _line(switch, *(str(found[how]) for how in _HOWS), str(found.total()))


def _line(switch: str, *cells: str) -> str:
    return f"{switch:<16}" + "".join(f"{cell:>8}" for cell in cells)
