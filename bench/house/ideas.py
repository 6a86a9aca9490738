"""How much one has to hold in one's head: methods, ancestors and imports, modules and their size.

One function a figure. Out: what is counted with its place, as ``module:line``, the worst first.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard

from bench.house.source import House, Module, imports

Sized = tuple[int, str]
"""How many, and where."""
SMALL = 20
"""A module with fewer lines of code says in its first line why it stands alone, in one of these words."""
WHY = ("because", "so that", "since", "alone")
_COMPLEX = re.compile(r"\((\d+) >")


# --- classes


@dataclass(frozen=True)
class Class:
    """A class of ours: where it stands, its own methods, and the full names of its bases that are ours."""

    place: str
    methods: frozenset[str]
    bases: tuple[str, ...]


@cache
def classes(house: House) -> Mapping[str, Class]:
    """The classes of the house by their full names."""
    known = {module.name: _names(module) for module in house}
    return {
        f"{module.name}.{node.name}": Class(
            f"{module.name}:{node.lineno} {node.name}",
            frozenset(part.name for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)),
            tuple(_full_name(base, module.name, known) for base in node.bases),
        )
        for module in house
        for node in module.nodes
        if isinstance(node, ast.ClassDef)
    }


def _names(module: Module) -> dict[str, str]:
    """What the names of a module mean that it has imported, or has given to a class."""
    names = {node.name: f"{module.name}.{node.name}" for node in module.nodes if isinstance(node, ast.ClassDef)}
    for node in module.nodes:
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
    return names


def _full_name(base: ast.expr, module: str, known: Mapping[str, Mapping[str, str]]) -> str:
    """The full name of a base, wherever it was imported from on its way; else as it is written."""
    if isinstance(base, ast.Subscript):
        return _full_name(base.value, module, known)
    first, _, rest = ast.unparse(base).partition(".")
    name = f"{known[module].get(first, first)}.{rest}".rstrip(".")
    seen: set[str] = set()
    while name not in seen:
        seen.add(name)
        package, _, last = name.rpartition(".")
        name = known.get(package, {}).get(last, name)
    return name


def ancestors(name: str, there: Mapping[str, Class]) -> set[str]:
    """The full names of all classes of ours from which a class has something."""
    found: set[str] = set()
    wanted = [name]
    while wanted:
        for base in there[wanted.pop()].bases:
            if base in there and base not in found:
                found.add(base)
                wanted.append(base)
    return found - {name}


def public_methods(house: House) -> list[Sized]:
    """How many methods can be reached on a class, its own and those that it inherits."""
    return _reached(house, lambda name: not name.startswith("_"))


def private_methods(house: House) -> list[Sized]:
    """How many private methods a class has, its own and those that it inherits."""
    return _reached(house, lambda name: name.startswith("_") and not name.startswith("__"))


def _reached(house: House, counts: Callable[[str], bool]) -> list[Sized]:
    there = classes(house)
    reached = {
        one.place: {name for each in (key, *ancestors(key, there)) for name in there[each].methods if counts(name)}
        for key, one in there.items()
    }
    return _worst((len(names), place) for place, names in reached.items())


def most_ancestors(house: House) -> list[Sized]:
    """From how many classes of ours a class inherits."""
    there = classes(house)
    return _worst((len(ancestors(key, there)), one.place) for key, one in there.items())


def protocol_methods(house: House) -> list[Sized]:
    """How many methods are declared in a protocol of a chapter."""
    return _worst(
        (sum(isinstance(part, ast.FunctionDef) for part in node.body), f"{module.name}:{node.lineno} {node.name}")
        for module in house
        if module.inside("rules")
        for node in module.nodes
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).startswith("Protocol") for base in node.bases)
    )


# --- modules


REGISTRIES = ("hive.rules.events.doings",)
"""They load the handlers of a table, a module for each kind."""


def imported(house: House) -> list[Sized]:
    """How many modules of ours are imported into one, wherever in it, and also by their names in a call.

    What is read by a name that stands in a list, as handlers are, is not seen; nor what loads the verbs of acts.
    """
    names = {module.name for module in house}
    asked = (module for module in house if module.name not in REGISTRIES)
    return _worst((len({*_ours(module, names)} - {module.name}), module.name) for module in asked)


def _ours(module: Module, names: set[str]) -> Iterator[str]:
    called = (
        node.args[0].value
        for node in module.nodes
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith(("import_module", "__import__"))
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    )
    for name in (*imports(module), *called):
        if found := name if name in names else name.rpartition(".")[0]:
            yield from {found} & names


@cache
def code_lines(module: Module) -> int:
    """The lines of code: without imports, docstrings, comments and blank lines."""
    read = module.source.splitlines()
    lines = {number for number, line in enumerate(read, 1) if line.strip() and not line.lstrip().startswith("#")}
    for node in module.nodes:
        if isinstance(node, ast.Import | ast.ImportFrom) or _is_docstring(node):
            lines.difference_update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(lines)


def _is_docstring(node: ast.AST) -> TypeGuard[ast.Expr]:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def small_modules(house: House) -> list[Sized]:
    """Modules with little code whose first line does not say why; what makes a package or starts it has to be one."""
    small = [(code_lines(module), module.name) for module in house if not module.starts and not _says_why(module)]
    return sorted(one for one in small if one[0] < SMALL)


def _says_why(module: Module) -> bool:
    first = (ast.get_docstring(module.tree) or "").partition("\n")[0]
    return any(word in first for word in WHY)


def modules_of(house: House, *parts: str) -> list[Sized]:
    """The modules of some parts of hive/, of all without any, with their lines of code; the smallest first."""
    return sorted((code_lines(module), module.name) for module in house if not parts or module.inside(*parts))


# --- functions


def complexity(folder: Path) -> list[Sized]:
    """The cyclomatic complexity of each function (McCabe), as ruff counts it."""
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--exit-zero", "--select", "C901"]
    command += ["--config", "lint.mccabe.max-complexity = 1", "--output-format", "json", str(folder)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return _worst((int(_COMPLEX.findall(one["message"])[0]), _place(one, folder)) for one in found)


def _place(one: Mapping[str, Any], folder: Path) -> str:
    file = Path(one["filename"]).relative_to(folder.parent).with_suffix("")
    return f"{'.'.join(file.parts)}:{one['location']['row']}"


def functions_named(house: House, name: str) -> list[str]:
    """Where functions have a name."""
    return [
        f"{module.name}:{node.lineno}"
        for module in house
        for node in module.nodes
        if isinstance(node, ast.FunctionDef) and node.name == name
    ]


def _worst(found: Iterable[Sized]) -> list[Sized]:
    return sorted(found, key=lambda one: (-one[0], one[1]))
