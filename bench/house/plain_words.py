"""English in the source that is no message yet: literals that read like words for the table, and are not said."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from bench.house.source import House

SPOKEN = ("rules", "board", "engine", "model", "naming", "fields", "web", "games")
# What is read in a terminal, and the log of the example, which no table reads before it plays it.
IN_A_TERMINAL = ("hive.web.screens", "hive.games.commands", "hive.games.keeping", "hive.games.example")
SAYS = {"say", "count", "Amount", "Name", "_"}
# What only those read who carry on: errors of the program, patterns, texts for machines.
NOT_READ = {
    *("LogMismatch", "ValueError", "KeyError", "TypeError", "compile", "fullmatch", "match", "strftime", "TypeVar"),
    *("SystemExit", "Counter", "Gauge", "Histogram", "removeprefix", "_limit"),
    *("print", "warning", "exception", "get", "setdefault", "set_cookie", "Response"),
}
ENGLISH = re.compile(r"[A-Za-z]+[^|]* [^|]*[A-Za-z]|[A-Z][a-z]+$|[a-z] $|^ [a-z]")


def plain_words(house: House) -> list[str]:
    """Literals in what the table reads that are not part of a message."""
    return [
        f"{module.name}:{node.lineno}"
        for module in house
        if module.inside(*SPOKEN) and module.name not in IN_A_TERMINAL
        for node in _literals(module.tree)
        if _reads_like_english(node)
    ]


def _literals(tree: ast.AST) -> Iterator[ast.JoinedStr | ast.Constant]:
    """The literals that can be words: no docstring, no annotation, no key, nothing that is said."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.keyword) and node.arg == "say":
            continue
        # What a handler listens for is named by its key in the tables.
        if isinstance(tree, ast.FunctionDef) and node in tree.decorator_list:
            continue
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            yield node
        if not _silent(node):
            yield from _literals(node)


def _silent(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in SAYS | NOT_READ
    alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return alone or (
        isinstance(node, ast.JoinedStr | ast.Subscript | ast.Compare | ast.Assert | ast.AnnAssign)
        and (not isinstance(node, ast.AnnAssign) or node.value is None)
    )


def _reads_like_english(node: ast.JoinedStr | ast.Constant) -> bool:
    if isinstance(node, ast.Constant):
        return bool(ENGLISH.search(str(node.value)))
    parts = [part.value for part in node.values if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return any(re.search(r"[A-Za-z]{2}| [a-z]|[:;,.] ", part) for part in parts) and " " in "".join(parts)
