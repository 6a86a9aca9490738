"""Whether the table of what laws bend fits the agendas."""

from __future__ import annotations

from collections.abc import Iterator

from hive.catalog.documents import Problem
from hive.catalog.tables import Tables
from hive.catalog.wording import near


def law_problems(tables: Tables) -> Iterator[Problem]:
    """What an agenda does that there is not would never be done."""
    known = list(tables.agendas.by_name)
    for index, row in enumerate(tables.laws.laws):
        if row.law not in known:
            yield "laws", ("laws", index, "law"), f"agendas.yaml has no agenda '{row.law}'.{near(row.law, known)}"
