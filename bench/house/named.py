"""Names that are used without Python: in templates, and as keys of the tables. For vulture, which reads Python alone.

python -m bench.house.named > build/named.py && vulture hive app.py build/named.py
"""

from __future__ import annotations

from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, nodes

from bench.house.source import REPOSITORY
from hive.catalog.documents import LOADER


def in_template(source: str) -> set[str]:
    """The names and attributes that a template reads."""
    tree = Environment(extensions=["jinja2.ext.do", "jinja2.ext.i18n"]).parse(source)
    attributes = {node.attr for node in tree.find_all(nodes.Getattr)}
    return attributes | {node.name for node in tree.find_all(nodes.Name)}


def in_table(read: Any) -> Iterator[str]:
    """The keys of a table, at any depth."""
    if isinstance(read, dict):
        for key, value in read.items():
            yield str(key)
            yield from in_table(value)
    elif isinstance(read, list):
        for value in read:
            yield from in_table(value)


def names(repository: Path = REPOSITORY) -> list[str]:
    """Every name that templates and tables use."""
    found: set[str] = set()
    for template in sorted((repository / "templates").rglob("*.html")):
        found |= in_template(template.read_text(encoding="utf-8"))
    for table in sorted((repository / "decks").rglob("*.yaml")):
        found |= set(in_table(yaml.load(table.read_text(encoding="utf-8"), LOADER)))
    return sorted(name for name in found if name.isidentifier() and not iskeyword(name))


if __name__ == "__main__":
    for name in names():
        print(f"_.{name}")
