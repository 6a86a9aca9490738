"""Prints the figures of the house. Ends with 1 where one is worse than its bound, or better and not written down.

python -m bench.house [--types build/mypy/any-exprs.txt] [--places FIGURE] [--lower]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.house.figures import HouseFigure, lower, the_house


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table: figure, value, bound of today, goal."""
    parser = argparse.ArgumentParser(prog="python -m bench.house", description="How well the house is kept.")
    parser.add_argument("--types", metavar="FILE", type=Path, help="a report of mypy --any-exprs-report, counted, too")
    parser.add_argument("--places", metavar="FIGURE", help="list the places that a figure counts")
    parser.add_argument("--lower", action="store_true", help="write down the figures that have become better")
    asked = parser.parse_args(arguments)
    report = asked.types.read_text(encoding="utf-8") if asked.types else None
    figures = the_house(report)
    for line in _places(figures, asked.places) if asked.places else _table(figures):
        print(line)
    if asked.lower:
        lower(figures)
    trouble = [one.trouble for one in figures if one.trouble and not (asked.lower and one.better)]
    for line in trouble:
        print(line, file=sys.stderr)
    return 1 if trouble else 0


def _table(figures: Sequence[HouseFigure]) -> list[str]:
    rows = [
        (one.kind.name, one.counted.value, "-" if one.bound is None else one.bound, one.kind.goal, one.kind.words)
        for one in figures
    ]
    head = f"{'figure':<18}{'value':>6}{'bound':>6}{'goal':>6}  counts"
    return [head, *(f"{name:<18}{value:>6}{bound:>6}{goal:>6}  {words}" for name, value, bound, goal, words in rows)]


def _places(figures: Sequence[HouseFigure], name: str) -> list[str]:
    return [place for one in figures if one.kind.name == name for place in one.counted.places]


if __name__ == "__main__":
    sys.exit(main())
