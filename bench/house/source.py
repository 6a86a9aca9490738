"""The source of the house as syntax trees, and who imports whom."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import networkx

REPOSITORY = Path(__file__).parent.parent.parent
HIVE = REPOSITORY / "hive"


@dataclass(frozen=True)
class Module:
    """A module of the house: its full name, its source and its syntax tree.

    ``starts``: it makes a package, or is what Python begins with there.
    """

    name: str
    source: str
    tree: ast.Module
    starts: bool = False

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return self.source.count("\n")

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of its tree."""
        return tuple(ast.walk(self.tree))

    def inside(self, *parts: str) -> bool:
        """Whether the module lies in one of these parts of hive/: ``rules``, ``board``, ``steps``."""
        return self.name.partition(".")[2].split(".")[0] in parts


House = tuple[Module, ...]


@cache
def modules() -> tuple[Module, ...]:
    """Every module of hive/."""
    return tuple(_read(path) for path in sorted(HIVE.rglob("*.py")))


def parse(name: str, source: str) -> Module:
    """A module from its source."""
    return Module(name, source, ast.parse(source))


def _read(path: Path) -> Module:
    inner = path.relative_to(REPOSITORY).with_suffix("").parts
    name = ".".join(inner[:-1] if inner[-1] == "__init__" else inner)
    starts = path.stem in ("__init__", "__main__")
    return replace(parse(name, path.read_text(encoding="utf-8")), starts=starts)


def imports(module: Module) -> Iterator[str]:
    """The full names that a module imports, also within functions."""
    for node in module.nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circles(house: House) -> list[list[str]]:
    """The groups of modules that import each other in a circle."""
    names = {module.name for module in house}
    graph = networkx.DiGraph()
    for module in house:
        for name in imports(module):
            found = name if name in names else name.rpartition(".")[0]
            if found in names:
                graph.add_edge(module.name, found)
    return [sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1]
