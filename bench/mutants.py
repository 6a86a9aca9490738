"""How much of the app the tests hold: breaks it at places drawn by a seed, and looks whether any test notices.

python -m bench.mutants [--seed N] [--times N] [--parts rules,web] [--tests FOLDER] [--only N,...] [ARGUMENTS OF PYTEST]

Each time one thing in a copy of the repository is changed: a comparison, a number, a condition, a call left out. All
tests run once on the app as it is, to see which of them come to each place (``--reached FILE`` keeps that for the next
time); those run then until the first that fails, the nearest first. Prints a line for each change, with the test that
has noticed it, or that it lives on. ``--tests`` names the tests of another version, to try them on the same changes:
those that fail already on the app as it is are left out. ``--only`` names some of the changes. Ends with 1 where one
lives on.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.reached import FOLDER, by_place

REPOSITORY = Path(__file__).parent.parent
COPIED = ("hive", "templates", "static", "decks", "bench", "docs", "scripts", "hosting", ".ci")
LEFT_OUT = shutil.ignore_patterns("__pycache__")
QUIETLY = ("-q", "-p", "no:cacheprovider", "-n", "auto")
NONE_CHOSEN = 5
FUTURE = "from __future__ import annotations\n"
EVERYBODY = ""
"""Stands for all tests, where a place is run before any test is, as the tables that a module reads."""
PARTS = ("rules", "store", "engine", "web")
NEAREST = {
    "rules": ("test_scenarios", "test_rules", "test_doing", "test_golden", "test_exports"),
    "store": ("test_store", "test_backup", "test_games", "test_check", "test_import", "test_archive"),
    "engine": ("test_exports", "test_games", "test_corrections", "test_entries", "test_scenarios", "test_busy"),
    "web": ("test_web", "test_live", "test_more", "test_gate", "test_hosting", "test_lobby"),
}
COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Change:
    """One thing that is otherwise: where it stands in a file, and what comes there."""

    file: Path
    line: int
    start: int
    end: int
    becomes: str

    def told(self, source: str) -> str:
        was = " ".join(source[self.start : self.end].split())
        return f"{self.file.relative_to(REPOSITORY)}:{self.line}: {was[:60]!r} -> {self.becomes!r}"

    def telling(self, source: str, number: int) -> str:
        """What stands there, with a call that tells that it is run."""
        was, call = source[self.start : self.end], f"__reached__({number})"
        return f"{call}; {was}" if self.becomes == "pass" else f"({call}, {was})[1]"


def changes_of(file: Path) -> list[Change]:
    """Everything that can be changed in a module, in its order."""
    source = file.read_text(encoding="utf-8")
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
        return len(source.encode()[:start].decode()), len(source.encode()[:end].decode())

    return [
        Change(file, place.lineno, *span(place), becomes)
        for node in _outside_texts(ast.parse(source))
        for place, becomes in otherwise(node)
    ]


def _outside_texts(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes, but those within f-strings, whose places Python 3.11 does not tell."""
    yield tree
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.JoinedStr):
            yield from _outside_texts(node)


def otherwise(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """In whose place something else can stand, and what."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
        yield node, f"({left} {COMPARED[type(node.ops[0])]} {right})"
    elif isinstance(node, ast.BoolOp):
        word = " or " if isinstance(node.op, ast.And) else " and "
        yield node, "(" + word.join(f"({ast.unparse(one)})" for one in node.values) + ")"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, f"bool({ast.unparse(node.operand)})"
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield node, str(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield node, str(node.value + 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
        yield node.func, "max" if node.func.id == "min" else "min"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        sign = "-" if isinstance(node.op, ast.Add) else "+"
        if not isinstance(node.left, ast.Constant | ast.JoinedStr | ast.List):
            yield node, f"({ast.unparse(node.left)} {sign} {ast.unparse(node.right)})"
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield node, "pass"


def drawn(seed: int, times: int, parts: Sequence[str]) -> list[tuple[str, Change]]:
    """So many changes, as many of each part, each module as likely as it has things that can be changed."""
    dice = random.Random(seed)
    files = {part: sorted((REPOSITORY / "hive" / part).rglob("*.py")) for part in parts}
    every = {part: [one for file in files[part] for one in changes_of(file)] for part in parts}
    return [(part, dice.choice(every[part])) for part, _ in zip(list(parts) * times, range(times), strict=False)]


def reaching(changes: Sequence[Change], tests: Path, arguments: Sequence[str]) -> list[set[str]]:
    """For each change, the tests that come to its place and pass as the app is."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder), tests)
        (copy / FOLDER.relative_to(REPOSITORY)).mkdir(parents=True)
        watched = watch(copy, changes)
        failing: set[str] = set()
        for some in (["tests", "--ignore", "tests/browser"], ["--dist", "loadfile", "tests/browser"]):
            ran = _pytest(copy, ["-p", "bench.reached", *some, *arguments])
            failing |= set(FAILED.findall(ran.stdout))
        found = by_place(copy)
    return [found[number] - failing if number in watched else {EVERYBODY} for number in range(len(changes))]


def watch(copy: Path, changes: Sequence[Change]) -> set[int]:
    """Have places tell that they are run. Returns which do: those that lie within another one cannot."""
    watched = set()
    last_first = sorted(range(len(changes)), key=lambda number: -changes[number].start)
    for file in {change.file for change in changes}:
        source, begins = file.read_text(encoding="utf-8"), sys.maxsize
        for number in last_first:
            change = changes[number]
            if change.file == file and change.end <= begins:
                source = source[: change.start] + change.telling(source, number) + source[change.end :]
                begins = change.start
                watched.add(number)
        source = source.replace(FUTURE, f"{FUTURE}from bench.reached import reached as __reached__\n", 1)
        (copy / file.relative_to(REPOSITORY)).write_text(source, encoding="utf-8")
    return watched


def noticed(part: str, change: Change, tests: Path, reach: set[str], arguments: Sequence[str]) -> str:
    """The test that fails first with a change; empty where none does."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder), tests)
        target = copy / change.file.relative_to(REPOSITORY)
        source = target.read_text(encoding="utf-8")
        target.write_text(source[: change.start] + change.becomes + source[change.end :], encoding="utf-8")
        for some in in_order(part, copy / "tests", reach):
            ran = _pytest(copy, ["-x", *some, *arguments])
            if ran.returncode not in (0, NONE_CHOSEN):
                found = FAILED.search(ran.stdout)
                return found[1] if found else "it cannot be collected"
    return ""


def _pytest(copy: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Its output goes into a file: a server that outlives its test would hold a pipe open for ever."""
    command = [sys.executable, "-m", "pytest", *QUIETLY, *arguments]
    with (copy / "told.txt").open("w+", encoding="utf-8") as told:
        ran = subprocess.run(command, cwd=copy, stdout=told, stderr=subprocess.STDOUT, check=False)
        told.seek(0)
        return subprocess.CompletedProcess(ran.args, ran.returncode, told.read())


def copied(folder: Path, tests: Path) -> Path:
    """A copy of the repository, with these tests."""
    for name in COPIED:
        shutil.copytree(REPOSITORY / name, folder / name, ignore=LEFT_OUT)
    shutil.copytree(tests, folder / "tests", ignore=LEFT_OUT)
    for file in (*REPOSITORY.glob("*.*"), REPOSITORY / "Makefile"):
        if file.is_file():
            shutil.copy(file, folder)
    return folder


def in_order(part: str, tests: Path, reach: set[str]) -> Iterator[list[str]]:
    """What pytest is to run: of the tests that come to a place the nearest, then all others, then the browser's."""
    files = {test: Path(test.partition("::")[0]) for test in reach - {EVERYBODY}}
    near = {test for test, file in files.items() if file.name.startswith(NEAREST[part])}
    seen = {test for test, file in files.items() if "browser" in file.parts}
    for number, some in enumerate((near, files.keys() - near - seen, seen)):
        if some:
            listed = tests.parent / f"tests_{number}.txt"
            listed.write_text("\n".join(sorted(some)), encoding="utf-8")
            yield ["--dist", "loadfile", f"@{listed.name}"] if some is seen else [f"@{listed.name}"]
    if EVERYBODY in reach:
        every = sorted(tests.glob("test_*.py"))
        nearest = [file for file in every if file.name.startswith(NEAREST[part])]
        yield [f"tests/{file.name}" for file in nearest]
        yield [f"tests/{file.name}" for file in every if file not in nearest]
        yield ["--dist", "loadfile", "tests/browser"]


def _reach(changes: Sequence[Change], tests: Path, kept: Path | None, arguments: Sequence[str]) -> list[set[str]]:
    if kept and kept.exists():
        return [set(some) for some in json.loads(kept.read_text(encoding="utf-8"))]
    found = reaching(changes, tests, arguments)
    if kept:
        kept.write_text(json.dumps([sorted(some) for some in found]), encoding="utf-8")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Break the app, each time at one place, and print who has noticed."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description="What the tests hold.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=60)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--tests", type=Path, default=REPOSITORY / "tests")
    parser.add_argument("--only", default="")
    parser.add_argument("--reached", type=Path)
    asked, more = parser.parse_known_args(arguments)
    only = {int(number) for number in asked.only.split(",") if number}
    changes = drawn(asked.seed, asked.times, asked.parts.split(","))
    reach = _reach([change for _, change in changes], asked.tests, asked.reached, more)
    living = 0
    for number, ((part, change), tests) in enumerate(zip(changes, reach, strict=True), 1):
        if only and number not in only:
            continue
        by = noticed(part, change, asked.tests, tests, more)
        living += not by
        told = change.told(change.file.read_text(encoding="utf-8"))
        print(f"{number} {told}: {by or 'LIVES ON'} ({len(tests)} tests come there)", flush=True)
    print(f"{living} of them live on.")
    return 1 if living else 0


if __name__ == "__main__":
    sys.exit(main())
