"""What is counted in the source, one function a figure. In: modules. Out: the places, as ``module:line``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from bench.house.source import House, Module

# The module of the board: there the galaxy is read. Its classes.
BOARD = "hive.rules.board"
SIDES = {"Board", "Tracked"}
# Parts of the app that may ask whether a galaxy is tracked: they show it, set it up, or play on it.
MAY_ASK = ("web", "scenarios", "simulate", "board", "example", "__main__")

LONG = 600
"""From more lines on a module is told as long."""
TAKES_APART = {"split", "partition", "rpartition", "removeprefix", "removesuffix", "startswith", "endswith"}
WORDS = {"text", "label", "note", "detail", "result", "said", "sentence"}
WORDS_BY_NAME = {"text", "label", "words"}
MAKE_WORDS = {"name", "sentence", "system_name", "system_label", "_headline"}
NO_WORDS = ("catalog", "scenarios", "simulate", "store", "__main__")


def galaxy_reads(house: House, choosing: Iterable[str] = ()) -> list[str]:
    """Reads of ``.galaxy`` in rules, but for the board and the function that chooses its side."""
    chosen = set(choosing)
    places = []
    for module in house:
        if not module.inside("rules") or module.name == BOARD:
            continue
        for function, node in _nodes(module.tree):
            if _reads_galaxy(node) and f"{module.name}.{function}" not in chosen:
                places.append(_place(module, node))
    return places


def _reads_galaxy(node: ast.AST) -> bool:
    """The tables have a galaxy as well: the template."""
    read = isinstance(node, ast.Attribute) and node.attr == "galaxy" and isinstance(node.ctx, ast.Load)
    return read and not ast.unparse(node).endswith("tables.galaxy")


def _nodes(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Each node with the function or class of the module that it stands in."""
    for top in tree.body:
        name = getattr(top, "name", "")
        for node in ast.walk(top):
            yield name, node


def galaxy_forks(house: House, choosing: Iterable[str] = ()) -> list[str]:
    """Conditions that ask whether a galaxy is tracked, but for the functions that choose a side."""
    chosen = set(choosing)
    places = []
    for module in house:
        if module.inside(*MAY_ASK):
            continue
        nodes = [node for function, node in _nodes(module.tree) if f"{module.name}.{function}" not in chosen]
        tests = {id(test) for node in nodes for test in _conditions(node)}
        places += [_place(module, node) for node in nodes if id(node) in tests and _asks_for_galaxy(node)]
    return places


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    """What decides in a node: each part of its condition, and every comparison."""
    if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
        yield from _parts(node.test)
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield from _parts(test)
    elif isinstance(node, ast.BoolOp | ast.Compare):
        yield from _parts(node)


def _parts(test: ast.expr) -> Iterator[ast.expr]:
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _parts(value)
    elif isinstance(test, ast.UnaryOp):
        yield from _parts(test.operand)
    else:
        yield test


def _asks_for_galaxy(test: ast.AST) -> bool:
    if isinstance(test, ast.Compare):
        against_none = isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None
        return against_none and _is_galaxy(test.left)
    return _is_galaxy(test)


def _is_galaxy(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in ("galaxy", "tracked")


def sentences_taken_apart(house: House) -> list[str]:
    """Where the words of a step, or a name in them, are cut up or searched."""
    return [
        _place(module, node)
        for module in house
        if not module.inside(*NO_WORDS)
        for node in module.nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _takes_apart(node, node.func)
    ]


def _takes_apart(call: ast.Call, method: ast.Attribute) -> bool:
    if ast.unparse(method) in ("re.split", "re.sub", "re.search"):
        return not isinstance(call.args[0], ast.Constant)
    return method.attr in TAKES_APART and _is_words(method.value)


def _is_words(node: ast.AST) -> bool:
    match node:
        case ast.Name():
            return node.id in WORDS_BY_NAME
        case ast.Attribute():
            return node.attr in WORDS
        case ast.Call(func=ast.Name(id="str"), args=[first, *_]):
            return _is_words(first)
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=key), *_]):
            return key in WORDS - {"note"}
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name in MAKE_WORDS
        case ast.Subscript(slice=ast.Constant(value=key)):
            return key in WORDS
    return False


def modules_directly_in_rules(house: House) -> list[str]:
    """The modules that lie in no chapter."""
    return [
        module.name
        for module in house
        if module.name.startswith("hive.rules.")
        and module.name.count(".") == 2
        and not any(other.name.startswith(f"{module.name}.") for other in house)
    ]


def long_modules(house: House) -> list[str]:
    """Modules that one hardly reads in a sitting, with their lines."""
    return [f"{module.name} ({module.lines})" for module in house if module.lines > LONG]


def longest_function(house: House) -> tuple[int, str]:
    """The most lines that a function has, and where it begins."""
    return max(
        ((node.end_lineno or 0) - node.lineno + 1, _place(module, node))
        for module in house
        for node in module.nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def pairs(house: House) -> list[str]:
    """The classes of chapters that are a side of the board themselves."""
    return [
        _place(module, node)
        for module in house
        if module.inside("rules") and module.name != BOARD
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef) and SIDES & {ast.unparse(base) for base in node.bases}
    ]


def any_expressions(report: str, parts: Iterable[str]) -> int:
    """How many expressions of some parts of hive/ have the type Any, by the report of mypy (``any-exprs.txt``)."""
    wanted = set(parts)
    total = 0
    for line in report.splitlines():
        name, *numbers = line.split()[:2] or [""]
        if name.startswith("hive.") and name.split(".")[1] in wanted:
            total += int(numbers[0])
    return total


def _place(module: Module, node: ast.AST) -> str:
    return f"{module.name}:{getattr(node, 'lineno', 0)}"
